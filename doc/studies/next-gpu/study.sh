# shellcheck shell=bash
# study.sh: what would kernels ask of the next GPU? See README.md; remake.sh runs this.
#
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
