#!/bin/bash
# --check-hazards on machine code that nvcc made: it finds nothing, so that what the decoder reads as registers and control field and what
# the machine file says of latencies agree with nvcc; with any of these latencies one cycle longer it finds something, so that none is too
# short to notice. Nor does it find anything in placed.cubin, whose instructions were placed by hand. With SIMT_TEST_QUICK a sample of it, with one
# case of each of the probes' kernels. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f
w=workloads asked=0
one=(--only '*') few=(--only '*') lanes=(--only '*')
[ -z "${SIMT_TEST_QUICK-}" ] || one=(--only '*-1') few=(--only '*-1-64') lanes=(--only '*-random_1')

check() { # ARGUMENT...: into $tmp/err
	"$program" --quiet --csv=- --check-hazards "$@" > "$tmp/out" 2> "$tmp/err"
}

clean() { # ARGUMENT...
	sampled $((asked++)) 3 || {
		left_out "nothing is found in $(basename "${@: -1}"), ${*:1:$#-1}"
		return
	}
	check "$@" && [ ! -s "$tmp/err" ] && [ "$(wc -l < "$tmp/out")" -gt 1 ]
	result $? "nothing is found in $(basename "${@: -1}"), ${*:1:$#-1}" "$tmp/err"
}
clean --mode cycle --let n=2000 "$w/vecadd/vecadd.csv"
clean --mode cycle "$w/half-warp/half-warp.csv"
clean --mode cycle --let w=50 "$w/tiled-matmul/tiled-matmul.csv"
clean --mode functional --let blocks=1 --only '*-8' "$w/dynamic-work/dynamic-work.csv"
clean --mode functional --let blocks=1 --only '*-10-1' --only '*-100-4' "$w/path-unification/path-unification.csv"
clean --mode functional "$w/local/local.csv"
clean --mode functional "${lanes[@]}" "$w/memory/patterns.csv"
clean --mode functional "$w/probes/probes.csv"
for file in paths random unseen placed; do
	clean --mode functional "${one[@]}" "$w/probes/$file.csv"
done
clean --mode functional --only '*-1-50' --only '*-8-1' --only '*-8-random' "$w/branch-patterns/branch-patterns.csv"
clean --mode functional --only '*-1' "$w/fixed-array/fixed-array.csv"
clean --mode functional --let n=1024 --let large=500 "$w/alternating-loop/alternating-loop.csv"
clean --mode functional --let n=4096 "$w/reductions/reductions.csv"
clean --mode functional --only '*-4' "$w/dynamic-work/one-warp.csv"
clean --mode functional --only 'pair-*-8' --only 'rate-*-8' --only 'atom*' --only 'red*' --only 'sides*50' "$w/micro/micro.csv"
clean --mode functional --warp 8 "${few[@]}" "$w/probes/probes.csv"
clean --mode cycle --warp 64 --bank-issue independent "${few[@]}" "$w/probes/probes.csv"
clean --mode functional --only '*-any' "$w/probes/math.csv"
clean --mode functional "$w/probes/memory.csv"
clean --mode functional tests/checks/ordered.csv
# Guards by uniform predicates, HFMA2.MMA before DFMA, what comes in the order of issue (SHFL, S2UR, MOVM, LDS), SYNCS, ELECT.
for file in clusters apart barriers grid tensor; do
	clean --mode functional "$w/general/$file.csv"
done
clean --mode functional --only warps --only reduces --only histograms "$w/general/library.csv"
clean --mode functional --only conv "$w/general/general.csv"
# Every kernel of the cubin reader's cubin, with the arguments that --template guesses; each of the cases of a switch.
cp tests/data/features.cubin "$tmp"
{
	"$program" --template "$tmp/features.cubin" | sed '/^#/!{ s/,?1,\([^,]*\),[^,]*,/,1,\1,1024,/; s/?//g }'
	for i in 0 2 3 4 5 6 7 8 9; do
		echo "jumps $i,features.cubin,jumps,1,64,1024,p:s32[64] n:s32=$i,"
	done
} > "$tmp/features.csv"
clean --mode functional "$tmp/features.csv"
check tests/checks/planted.csv # has faults of other kinds
[ $? = 4 ] && ! grep hazard "$tmp/err" > "$tmp/diff"
result $? 'no hazard is found in planted.csv' "$tmp/diff"

# What nvcc keeps to is no longer than the machine file's latency.
longer() { # PARAMETER VALUE WORKLOAD ARGUMENT...
	local file=$w/$3 value

	sampled $((asked++)) 3 || {
		left_out "$1 is not $2 but $(($2 + 1)): something is found"
		return
	}
	value=$("$program" --dump-machine | sed -n "s/^$1,\([0-9]*\),.*/\1/p")
	check --mode functional --set "$1=$((value + 1))" "${@:4}" "$file"
	[ $? = 4 ] && ! grep -v ': hazard: .*: [0-9]* cycles* too early' "$tmp/err" > "$tmp/other"
	result $? "$1 is not $2 but $((value + 1)): something is found" "$tmp/err"
	[ "$value" = "$2" ] || result 1 "$1 is $2" <(echo "$value")
}
longer alu_latency 4 probes/probes.csv
longer fma_latency 4 probes/math.csv --only expf
longer fmaheavy_latency 4 local/local.csv
longer crossing_cycles 1 local/local.csv
longer fp64_latency 8 probes/math.csv --only div
longer fp64_variable_latency 6 probes/math.csv --only log
longer fp64_predicate_latency 6 probes/math.csv --only pow
longer uniform_latency 2 probes/probes.csv
longer uniform_lanes_latency 6 probes/probes.csv
longer uniform_chain_latency 4 probes/paths.csv
longer uniform_guard_latency 10 general/barriers.csv
longer mma_chain_latency 8 general/apart.csv
longer r2ur_latency 13 probes/paths.csv --only 'lock*'
longer mma_latency 10 local/local.csv
longer mma_variable_latency 6 probes/math.csv --only rcp-any
clean --mode functional --only '*-small' "$w/heldout/heldout.csv"
check --mode functional --set wide_sum_skew=1 --only collatz-small "$w/heldout/heldout.csv"
[ $? = 4 ] && grep -q 'hazard: reads R5, which PC 0x130 (integer.cu:[0-9]*) writes: 1 cycle too early' "$tmp/err"
result $? 'IMAD.WIDE takes the upper half of its sum no later than 1 cycle: something is found' "$tmp/err"
longer guard_latency 13 vecadd/vecadd.csv --let n=2000
check --mode functional --set wide_skew=1 --only sinf-any "$w/probes/math.csv"
[ $? = 4 ] && grep -q 'hazard: reads R8, which PC 0x300 writes: 1 cycle too early' "$tmp/err"
result $? 'the lower half of IMAD.WIDE comes one cycle before the upper, not two: something is found' "$tmp/err"

finish
