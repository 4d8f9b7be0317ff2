#!/bin/bash
# intervals.sh RODINIA HECBENCH: makes the table that intervals of cycles come from, sim/errors/h200.csv, again, and prints how often the
# intervals hold. Run it in the source root after a change of the timing model (make intervals does), with simt-sim and simt-check in PATH; no
# GPU is needed, but an hour of one core.
# intervals.sh --judge PREDICTED MEASURED: says how many of the predictions of a file such as validate/declared-predicted.csv hold. MEASURED is
# of simt-gpu --csv.
#
# RODINIA and HECBENCH are the folders that workloads/suites/make-rodinia.sh and make-hecbench.sh have made from checkouts of the suites. What
# is simulated are the held-out and the development set, workloads/compare-pairs/declared.csv, and the first launch of each case of the suites
# that was measured; for changes of time also workloads/causes/pairs.csv and the techniques in sizes that take minutes. Cases of a suite whose machine code is missing are told and left out.
#
# Results are kept in $INTERVALS_FOLDER (default intervals.results) under the checksum of simulator and machine. $INTERVALS_JOBS simulations
# run at a time (default 2). $INTERVALS_OPTIONS go to simt-check: --markdown.
set -u
export LC_ALL=C
data=validate/data/h200

judge() { # PREDICTED MEASURED
	awk -F, '
		FNR == 1 { file++; head = 0 }
		/^#/ { next }
		!head { head = 1; for (i = 1; i <= NF; i++) column[file, $i] = i; next }
		file == 1 && $column[1, "metric"] == "sm__cycles_elapsed.max" && $column[1, "launch"] != "" {
			measured[$column[1, "case"]] = $column[1, "value"]; next }
		file == 2 {
			name = $column[2, "case"]; kind = $column[2, "kind"]; value = ""
			if (kind == "time")
				value = measured[name]
			else if (measured[name "-before"] > 0)
				value = measured[name "-after"] / measured[name "-before"]
			if (!(value > 0)) { missing++; next }
			low = $column[2, "low"]; high = $column[2, "high"]; predicted = $column[2, "predicted"]
			n[kind]++; held[kind] += value >= low && value <= high; width[kind] += (high - low) / predicted
			error = predicted / value - 1; off[kind] += error < 0 ? -error : error
			if (value < low || value > high)
				printf "%s %s: %s, predicted %s (%s to %s)\n", kind, name, value, predicted, low, high
		}
		END {
			for (kind in n)
				printf "%s: %d of %d within their interval (%.1f %%), mean width %.1f %%, mean error %.1f %%\n", kind,
					held[kind], n[kind], 100 * held[kind] / n[kind], 100 * width[kind] / n[kind], 100 * off[kind] / n[kind]
			if (missing) printf "not measured: %d\n", missing
		}' <(cat "$2" 2> /dev/null || gzip -cd "$2.gz") "$1"
}

if [ "${1-}" = --judge ] && [ $# = 3 ]; then
	judge "$2" "$3"
	exit
fi
if [ $# != 2 ] || [ ! -f "$1/rodinia.csv" ] || [ ! -f "$2/hecbench.csv" ]; then
	echo "usage: intervals.sh RODINIA HECBENCH, the folders that workloads/suites/make-rodinia.sh and make-hecbench.sh have made;" \
		"make intervals takes them from RODINIA=FOLDER HECBENCH=FOLDER" >&2
	exit 2
fi
rodinia=$1 hecbench=$2

machine=$(simt-sim --dump-machine) || exit
key=$({
	cat "$(command -v simt-sim)" workloads/*/*.csv workloads/*/*.cubin* "$rodinia/rodinia.csv" "$hecbench/hecbench.csv"
	printf '%s\n' "$machine"
} | sha256sum | cut -c 1-16)
folder=${INTERVALS_FOLDER:-intervals.results}/$key
mkdir -p "$folder" || exit 3

# The first launch of each case of a list that was measured and whose machine code is there, as a list beside it.
first_launches() { # LIST MEASURED
	awk -F, -v folder="${1%/*}" '
		FNR == NR { if ($10 == "sm__cycles_elapsed.max") measured[$6]; next }
		/^#/ { print; next }
		!head { for (i = 1; i <= NF; i++) column[$i] = i; head = 1; print; next }
		{ name = $column["case"] }
		!(name in measured) || seen[name]++ { next }
		{ module = folder "/" $column["module"]
		  if ((getline line < module) < 0) { print name ": no " module > "/dev/stderr"; next }
		  close(module); print }' <(gzip -cd "$data/$2.csv.gz") "$1" > "${1%.csv}-first.csv"
}

simulate() { # FOLDER NAME WORKLOAD OPTION...
	local to=$1/$2.csv
	[ ! -s "$to" ] || return 0
	# a case that fails does not hide the others; mismatches are told by the tests of the workloads
	simt-sim --quiet --jobs 1 --no-parameters "--csv=$to.part" "${@:4}" "$3" > /dev/null 2> "$to.err"
	[ $? -le 1 ] || tail -n 1 "$to.err" >&2
	[ ! -s "$to.part" ] || mv "$to.part" "$to"
}
export -f simulate

first_launches "$rodinia/rodinia.csv" rodinia-cycles
first_launches "$hecbench/hecbench.csv" hecbench-launches
list=$folder/list.csv
echo suite,kind,simulated,measured > "$list"
listed() { # SUITE KIND NAME MEASURED
	printf '%s,%s,%s,%s\n' "$1" "$2" "$folder/$3.csv" "$data/$4.csv" >> "$list"
}
add() { # SUITE KIND NAME MEASURED WORKLOAD OPTION...: a simulation, longest ones first
	listed "${@:1:4}"
	printf '%q ' simulate "$folder" "$3" "${@:5}"
	echo
}
{
	add development time development development-launches workloads/development/development.csv
	add held-out time heldout heldout-launches workloads/heldout/heldout.csv
	add declared time declared declared-launches workloads/compare-pairs/declared.csv
	listed declared pair declared declared-launches
	add Rodinia time rodinia rodinia-cycles "$rodinia/rodinia-first.csv"
	add HeCBench time hecbench hecbench-launches "$hecbench/hecbench-first.csv"
	add pairs change pairs causes-pairs workloads/causes/pairs.csv
	for w in reductions half-warp tiled-matmul branch-patterns fixed-array alternating-loop; do
		add techniques change "$w" "$w-launches" "workloads/$w/$w.csv"
	done
	add techniques change dynamic-work launches workloads/dynamic-work/dynamic-work.csv --only naive-1 --only 'dynamic-*' --only naive-8
	add techniques change path-unification launches workloads/path-unification/path-unification.csv --only '*-100-*' --only '*-1000-*'
} | xargs -d '\n' -n 1 -P "${INTERVALS_JOBS:-2}" bash -c

# shellcheck disable=SC2086 # a list of words
simt-check --intervals "$list" "--csv=$folder/table.csv" ${INTERVALS_OPTIONS-} || exit
{
	sed -n '/^#/p' sim/errors/h200.csv
	cat "$folder/table.csv"
} > sim/errors/h200.csv.part && mv sim/errors/h200.csv.part sim/errors/h200.csv
