# shellcheck shell=bash
# study.sh: what would kernels ask of the next GPU? See README.md; remake.sh runs this.
#
tables='results tornado'

# Classes of kernels, by what they mostly do; each has two to four that take 0.4 to 3 million warp instructions and 11,000 cycles or more.
classes='arithmetic integers streams scattered divergent shared'
arithmetic=(--only convolve-direct-700 --only horner-small workloads/development/development.csv workloads/heldout/heldout.csv)
integers=(--only crc-constant-20000-24 --only bytes-few-132 --only bytes-132 workloads/development/development.csv)
streams=(--only heat-1600-64 --only sum-264 workloads/development/development.csv)
scattered=(--only rows-thread-100000 --only rows-equal-150000 --only chase-140000 workloads/development/development.csv)
divergent=(--only interpret-132-1 --only loop-geometric-32 --only jump-32-random
	workloads/development/development.csv workloads/branch-patterns/branch-patterns.csv)
shared=(--only crc-shared-30000-64 --only floyd-small workloads/development/development.csv workloads/heldout/heldout.csv)

# Each row has its class in front.
keep() { sed "1s/^/class,/; 1!s/^/$class,/"; }

# Of each class what is asked for, and what a factor of 2 in single parameters does, whose points are kept in the same store.
class() {
	local -n of=$1

	class=$1
	sweep "$1" "${of[@]}" --points "$here/asks.csv" --metrics cycles,instructions
	simt-sweep --quiet "${of[@]}" --tornado="${2-gpu_sms,l2_bytes,l1_data_bytes,alu_share,fma_share,branch_latency,dram_rate,dram_latency,l2_load_latency,l1_latency,wavefront_cycles,registers_per_sm}" \
		--around h200 -o "$store/$1"
	sed '/^#/d' "$store/$1/tornado.csv" | tr -d '"' | cut -d, -f1-8 | sed "1s/^/class,/; 1!s/^/$1,/" > "$tmp/rows"
	[ ! -s "$tmp/tornado.csv" ] || sed -i 1d "$tmp/rows"
	cat "$tmp/rows" >> "$tmp/tornado.csv"
}

points() {
	for c in $classes; do
		class "$c"
	done
}

sample() {
	class integers alu_share
}

# What each class gains from what is asked for: geometric means over its cases of how many times as fast they are.
asked() {
	awk -F, -v OFS=, '
		function ask() {
			return $at["gpu_sms"] != "" ? "264 SMs" : $at["l2_bytes"] != "" ? "120 MB of L2" : \
				$at["sector_bytes"] != "" ? "64-byte sectors" : $at["alu_share"] != "" ? "wider integer pipe" : \
				$at["branch_latency"] != "" ? "cheaper branches" : $at["dram_rate"] != "" ? "DRAM twice as fast" : \
				$at["l2_load_latency"] != "" ? "L2 at half the way" : "now"
		}
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "class", "case", "ask", "gain"; next }
		$at["status"] != "ok" || $at["launch"] != "" { next }
		{ key = $at["workload"] OFS $at["case"]; a = ask() }
		a == "now" { now[key] = $at["sm__cycles_elapsed.max"]; next }
		{ printf "%s,%s,%s,%.4f\n", $at["class"], $at["case"], a, now[key] / $at["sm__cycles_elapsed.max"] }'
}

figures() {
	asked < "$1" > "$tmp/asked.csv"
	awk -F, -v OFS=, 'NR == 1 { print $1, $3, $4; next }
		{ key = $1 OFS $3; if (!n[key]++) name[++all] = key; sum[key] += log($4) }
		END { for (i = 1; i <= all; i++) print name[i], exp(sum[name[i]] / n[name[i]]) }' "$tmp/asked.csv" > "$tmp/means.csv"
	plot asks --x ask --y gain --by class --kind heat --log y --x-label '' --y-label 'times as fast as an H200' --size 720x400 "$tmp/means.csv"
	for c in $classes; do
		{
			echo '# machine: h200'
			awk -F, -v OFS=, -v c="$c" 'NR == 1 || $1 == c && $9 == "" { print $2, $3, $4, $5 }' "$2"
		} > "$tmp/tornado-$c.csv"
		plot "tornado-$c" --title "$c" --y 'change of cycles (%)' --size 480x300 "$tmp/tornado-$c.csv"
	done
}
