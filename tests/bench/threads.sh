#!/bin/bash
# How many times faster several threads are, by the clock: for each class below, median of 3 runs with 1, 2, 4 ... threads, as CSV. For a machine
# of many processors that do nothing else; workloads/speed/README.md has what came out. simt-sim is $SIMT_SIM, or the one of the build folder.
# threads.sh MOST: up to so many threads (default: the processors).
set -u
export LC_ALL=C TIMEFORMAT=%R
cd "$(dirname "$0")/../.." || exit 99
program=${SIMT_SIM:-build/simt-sim}
export SIMT_DATADIR=${SIMT_DATADIR:-sim}
most=${1:-$(nproc)}

# seconds JOBS ARGUMENT...: of one run
seconds() {
	{ time "$program" --quiet --jobs "$1" --csv=/dev/null "${@:2}" > /dev/null; } 2>&1 || exit 1
}

# class NAME ARGUMENT...: its lines
class() {
	local name=$1 jobs first='' median

	shift
	for ((jobs = 1; jobs <= most; jobs *= 2)); do
		median=$(for i in 1 2 3; do seconds "$jobs" "$@"; done | sort -n | sed -n 2p)
		first=${first:-$median}
		awk -v name="$name" -v jobs="$jobs" -v s="$median" -v one="$first" \
			'BEGIN { printf "%s,%d,%.2f,%.2f\n", name, jobs, s, one / s }'
	done
}

echo class,threads,seconds,gain
class divergent workloads/dynamic-work/dynamic-work.csv --only naive-128 --let blocks=40
class matmul workloads/speed/speed.csv --only matmul --let w=512
class vecadd workloads/vecadd/vecadd.csv --let n=8388608
class search workloads/speed/speed.csv --only search --let n=1048576
class sparse workloads/speed/speed.csv --only sparse --let n=262144
class histogram workloads/speed/speed.csv --only histogram --let n=4194304
