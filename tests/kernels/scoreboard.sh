#!/bin/bash
# On the machine h200 the register scoreboard adds nothing: compiled code waits long enough by its control fields alone, so that all counts
# are equal with it on and off. A decoder that reads a control field wrongly, or a latency that is too long, breaks this. With
# SIMT_TEST_QUICK a sample of the workloads takes part, dynamic work assignment has two inner lengths, and of long lists of small cases it takes some. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

check() { # name workload options...
	local name=$1 file=$2

	shift 2
	sampled "$n" 3 || {
		left_out "$name"
		return
	}
	# the column of the swept parameter comes after source, run and machine; intervals are of the machine as it is
	for setting in off on; do
		"$program" --csv --quiet --set register_scoreboard=$setting "$@" "workloads/$file" > "$tmp/raw" &&
			grep -v _interval_ "$tmp/raw" | cut -d, -f1-3,5- > "$tmp/$setting"
	done
	[ -s "$tmp/off" ] && [ -s "$tmp/on" ] && cmp -s "$tmp/off" "$tmp/on"
	result $? "$name"
	rm -f "$tmp"/*
}

check vecadd vecadd/vecadd.csv --let n=65536
lengths=() shapes=(--only '*-1') paths=(--only '*') functions=(--only '*-any')
sides=(--only '*-1-50' --only '*-8-1' --only '*-8-random') kernels=(--only '*-small')
if [ -n "${SIMT_TEST_QUICK-}" ]; then
	lengths=(--only '*-1' --only '*-16') shapes=(--only '*0-1') paths=(--only '*-1-32' --only 'lock*-1') functions=(--only '*f-any')
	sides=(--only 'else-*-1-50') kernels=(--only '[b-k]*-small')
fi
check 'dynamic work' dynamic-work/dynamic-work.csv --let 'blocks=2' --let 'items=512' "${lengths[@]}"
check 'path unification' path-unification/path-unification.csv --let 'blocks=1' --only '*-1-*' --only '*-10-*' --only '*-100-*'
check 'local memory' local/local.csv
check 'patterns of accesses' memory/patterns.csv --only '*-random_1'
check probes probes/probes.csv --only '*-1-64'
check 'half-warp branches' half-warp/half-warp.csv
check 'random control flow' probes/random.csv "${shapes[@]}"
check 'random control flow, unseen' probes/unseen.csv "${shapes[@]}"
check 'paths: locks, calls, barriers' probes/paths.csv "${paths[@]}"
check 'placed instructions' probes/placed.csv --only '*-1'
check 'functions of the library' probes/math.csv "${functions[@]}"
check 'memory and atomics' probes/memory.csv
check 'branch patterns' branch-patterns/branch-patterns.csv "${sides[@]}"
check 'fixed array' fixed-array/fixed-array.csv --only '*-1'
check 'tiled matrix multiplication' tiled-matmul/tiled-matmul.csv --let w=50
check 'alternating loop' alternating-loop/alternating-loop.csv --let n=1024 --let large=500
check 'sum reductions' reductions/reductions.csv --let n=4096 --let size=256
check 'blocks of one warp, with a latch too' dynamic-work/one-warp.csv --only '*-4'
check microbenchmarks micro/micro.csv --only 'pair-*-8' --only 'chain-*-8' --only 'lds*10' --only 'bar*20'
check 'held-out kernels' heldout/heldout.csv "${kernels[@]}"
finish
