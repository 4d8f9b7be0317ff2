#!/bin/bash
# How near and how fast --sample is: long launches of the shipped workloads in full detail, in functional mode and sampled, on one thread. Prints a row
# for each: cycles, by how much the estimate is off, the share of cycles that was passed over, seconds of the processor of the three runs, by which
# factors the last two are faster, the interval of the estimate and whether the cycles are in it; then the mean of all. It takes minutes, and is no test.
#
#   bash tests/bench/sampling.sh [GLOB]      cases whose names match, all by default; $SIMT_SIM is the program
cd "${srcdir:-.}" || exit 99
program=${SIMT_SIM:-build/simt-sim}
export SIMT_DATADIR=${SIMT_DATADIR:-$PWD/sim}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

# run NAME ARGUMENT...: results to $tmp/NAME; prints seconds
run() {
	local TIMEFORMAT=%U
	{ time "$program" --quiet --jobs 1 --csv="$tmp/$1" "${@:2}" > /dev/null 2> "$tmp/err" < /dev/null; } 2>&1
}

# value NAME METRIC: of the case
value() {
	awk -F, -v metric="$2" '{ for (i = 5; i < NF; i++) if ($i == metric && v == "") v = $(i + 2) } END { print v + 0 }' "$tmp/$1"
}

while read -r list name; do
	# shellcheck disable=SC2053
	[[ $name = ${1:-*} ]] || continue
	list=workloads/$list.csv
	full=$(run full "$list" --only "$name") functional=$(run functional "$list" --only "$name" --mode functional) sampled=$(run sampled "$list" --only "$name" --sample)
	echo "$name $(value full sm__cycles_elapsed.max) $(value sampled sm__cycles_elapsed.max) $(value sampled simt__cycles_sampled_passed.cycle)" \
		"$full $functional $sampled $(value sampled simt__cycles_sampled_low.cycle) $(value sampled simt__cycles_sampled_high.cycle)"
done << 'END' | awk '
	function size(x) { return x < 0 ? -x : x }
	function row(name, cycles, off, passed, full, functional, sampled, width, within) {
		printf "%-22s %9s %7s %7s %7s %10s %7s %10s %8s %8s %s\n", name, cycles, off, passed, full, functional, sampled, full == "full" ? "functional" : sprintf("x%.1f", full / (functional + 1e-3)), full == "full" ? "sampled" : sprintf("x%.1f", full / (sampled + 1e-3)), width, within
	}
	NR == 1 { row("case", "cycles", "off %", "passed", "full", "functional", "sampled", "interval", "") }
	{
		off = 100 * ($3 / $2 - 1)
		within = !$8 || ($8 <= $2 && $2 <= $9)
		row($1, $2, sprintf("%+.2f", off), sprintf("%.0f %%", 100 * $4 / $3), $5, $6, $7, $8 ? sprintf("%.1f %%", 100 * ($9 / $3 - 1)) : "", !$8 ? "whole" : within ? "in" : "out")
		sum += size(off); sampled += $8 > 0; out += !within
		fflush()
	}
	END { printf "%d cases: off by %.2f %% on average; %d sampled, %d of them outside of the interval\n", NR, sum / NR, sampled, out }'
path-unification/path-unification naive-100-64
path-unification/path-unification unified-100-64
path-unification/path-unification unified-10000-64
development/development march-640
development/development product-registers-832
development/development align-900-60
development/development convolve-2000
heldout/heldout collatz-large
heldout/heldout kmeans-large
heldout/heldout radix-large
heldout/heldout edit-large
heldout/heldout life-large
heldout/heldout rle-large
heldout/heldout horner-large
heldout/heldout resize-large
heldout/heldout stencil5-large
heldout/heldout mandelbrot-large
heldout/heldout spmv_vector-large
heldout/heldout cipher-large
dynamic-work/dynamic-work dynamic-8
micro/places l2-4k-32768-6
micro/places l2-64k-4096-6
micro/chains chain-l2-line-18000
micro/micro chase-1m-2200
micro/micro chase-16m-1800
micro/micro chase-256m-1000
micro/micro rate-match-40
micro/queues match_all-32-13
dynamic-work/one-warp latched-512
dynamic-work/dynamic-work dynamic-512
END
