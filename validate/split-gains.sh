#!/bin/bash
# split-gains.sh: what --split gains, simulated and measured, in the source root.
#
# split-gains.sh --simulate KERNEL[=0xPC]...: cycles of cases that simt-sim --split auto, or --split 0xPC, makes of kernels of
# workloads/split, whole H200, as CSV: kernel,split,way,cycles. A KERNEL is one of split.csv or everyday.csv, without -listed. What --split-to
# writes is run as a workload of its own, as on a device. Some minutes each; simt-sim is in PATH.
# split-gains.sh --table SIMULATED MEASURED...: SIMULATED is such a CSV, MEASURED what simt-gpu wrote for the same workloads, later files
# before earlier ones, those of 0xPC in files with -root in their names. Prints CSV: kernel,split,way,by,simulated,measured,off: the gains over the list in order, and by how many per cent
# the simulated one is too large. By `cycles` where one launch runs (Nsight Compute), by `times` where several do at a time (medians of CUDA
# events around the whole, both of them).
# split-gains.sh --markdown SIMULATED MEASURED...: that as a table.
set -eu
export LC_ALL=C
what=${1-}
[ $# -gt 1 ] || {
	echo 'split-gains.sh: --simulate KERNEL... or --table SIMULATED MEASURED...' >&2
	exit 2
}
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# SIMULATED MEASURED...; each may be kept compressed, as FILE.gz
table() {
	local file files=() root

	for file; do
		[ -e "$file" ] || file=$file.gz
		root=0
		[[ $file != *-root* ]] || root=1
		gzip -cdf "$file" > "$tmp/table-${#files[@]}"
		files+=("simulated=$((${#files[@]} == 0))" "root=$root" "$tmp/table-${#files[@]}")
	done
	awk -F, '
		/^#/ { next }
		FNR == 1 || $1 == "source" { for (i = 1; i <= NF; i++) c[$i] = i; next }
		simulated {
			k = $c["kernel"] SUBSEP $c["split"]
			if (!(k in seen)) { seen[k] = ++n; name[n] = $c["kernel"]; split_by[n] = $c["split"] }
			cycles[seen[k], $c["way"]] = $c["cycles"]
			next
		}
		$c["launch"] != "" { next }
		{ v[root, $c["case"], $c["metric"]] = $c["value"] }
		END {
			print "kernel,split,way,by,simulated,measured,off"
			for (i = 1; i <= n; i++)
				for (w = 1; w <= 2; w++) {
					way = w == 1 ? "blocks" : "launches"
					kernel = name[i]; root = split_by[i] != "auto"
					before = root SUBSEP kernel; after = before "-" way
					by = "cycles"; metric = "sm__cycles_elapsed.max"
					if (!((after, metric) in v)) { by = "times"; metric = "simt__event_time.median" }
					if (!((i, way) in cycles) || !((after, metric) in v) || !((before, metric) in v))
						continue
					s = cycles[i, "before"] / cycles[i, way]; m = v[before, metric] / v[after, metric]
					printf "%s,%s,%s,%s,%.3f,%.3f,%.1f\n", kernel, split_by[i], way, by, s, m, 100 * (s / m - 1)
				}
		}' "${files[@]}"
}
case $what in
--simulate)
	echo kernel,split,way,cycles
	for kernel; do
		how=auto
		case $kernel in
		*=*) how=${kernel#*=} kernel=${kernel%=*} ;;
		esac
		list=everyday
		! grep -q ",$kernel-listed," workloads/split/split.csv || list=split kernel=$kernel-listed
		mkdir "$tmp/$kernel-$how"
		simt-sim --quiet --mode functional --only "$kernel" --split "$how" --split-to "$tmp/$kernel-$how" "workloads/split/$list.csv" > "$tmp/out"
		simt-sim --quiet --csv="$tmp/result.csv" "$tmp/$kernel-$how/workload.csv" > "$tmp/out"
		awk -F, -v how="$how" -v kernel="$kernel" '
			/^#/ { next }
			$1 == "source" { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["launch"] == "" && $c["metric"] == "sm__cycles_elapsed.max" {
				way = $c["case"] == kernel ? "before" : substr($c["case"], length(kernel) + 2)
				print kernel "," how "," way "," $c["value"]
			}' "$tmp/result.csv"
	done
	;;
--table) table "$@" ;;
--markdown)
	table "$@" | awk -F, '
		NR == 1 { print "| kernel | split by | way | compared by | simulated gain | measured gain | off by, % |\n|---|---|---|---|---:|---:|---:|"; next }
		{ printf "| %s | %s | %s | %s | %.2f | %.2f | %s |\n", $1, $2, $3, $4, $5, $6, $7 }'
	;;
*)
	echo "split-gains.sh: $what" >&2
	exit 2
	;;
esac
