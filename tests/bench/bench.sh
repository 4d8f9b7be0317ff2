#!/bin/bash
# How fast simt-sim is, by class of kernels (classes.csv): millions of warp instructions per second of user time on one thread, median of 5
# runs; how many times faster it is, by the clock, with 2 threads and with as many as there are processors (median of 5 pairs of runs); the
# memory that it takes; and how many times longer than plain C on one core (native.c, gcc -O3 -march=native) for the same work.
# `make bench` runs it; it is no test, and a busy machine makes it slower. Host instructions, which are the same in each run, are for
# counts.sh. simt-sim is $SIMT_SIM, or the one of the build folder. bench.sh CLASS...: these alone.
set -u
export LC_ALL=C

build=$(cd "${builddir:-.}" && pwd) || exit 99
cd "${srcdir:-.}" || exit 99
root=$PWD
cd - > /dev/null || exit 99
program=${SIMT_SIM:-$build/simt-sim}
export SIMT_DATADIR=${SIMT_DATADIR:-$root/sim}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
. "$root/tests/bench/classes.sh"
read -ra chosen <<< "$*"
cores=$(nproc)

"${CC:-gcc}" -std=gnu17 -O2 -o "$tmp/measure" "$root/tests/bench/measure.c" &&
	"${CC:-gcc}" -std=gnu17 -O3 -march=native -o "$tmp/native" "$root/tests/bench/native.c" -lm || exit 1

# The median of a column of numbers.
median() {
	sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# simulate FILE JOBS ARGUMENT...: FILE gets a line more: user and system time, time, KiB.
simulate() {
	local file=$1 jobs=$2

	shift 2
	"$tmp/measure" "$tmp/took" "$program" --quiet --jobs "$jobs" --csv="$tmp/csv" "$@" > "$tmp/table" 2> "$tmp/err" || {
		cat "$tmp/err" >&2
		exit 1
	}
	cat "$tmp/took" >> "$file"
}

# gain JOBS ARGUMENT...: how many times faster than one thread, by the clock.
gain() {
	local jobs=$1 i

	shift
	rm -f "$tmp/one" "$tmp/more"
	for i in 1 2 3 4 5; do
		simulate "$tmp/one" 1 "$@"
		simulate "$tmp/more" "$jobs" "$@"
	done
	paste -d ' ' "$tmp/one" "$tmp/more" | awk '{ print $3 / $7 }' | median
}

# measure CLASS MODE ARGUMENT...: prints a line.
measure() {
	local class=$1 mode=$2 i inst two=- all=- native

	shift 2
	[ ${#chosen[@]} = 0 ] || [[ " ${chosen[*]} " = *" $class "* ]] || return 0
	rm -f "$tmp/times"
	for i in 1 2 3 4 5; do
		simulate "$tmp/times" 1 "$@"
	done
	read -r inst _ < <(counted "$tmp/csv")
	if [ "$mode" = cycle ] && [ "$cores" -gt 1 ]; then
		two=$(gain 2 "$@")
		[ "$cores" -gt 2 ] && all=$(gain "$cores" "$@")
	fi
	native=$(awk -v class="$class" '$1 == class { print $2 }' "$tmp/natives")
	awk -v class="$class" -v mode="$mode" -v n="$inst" -v two="$two" -v all="$all" -v native="$native" \
		-v user="$(cut -d ' ' -f 1 "$tmp/times" | median)" -v kib="$(cut -d ' ' -f 4 "$tmp/times" | median)" 'BEGIN {
		# what takes less than the host can tell has no rate
		printf "%-10s %-10s %10.2f %10s %8s %8s %8.0f %10s\n", class, mode, n / 1e6,
			(user > 0.01 ? sprintf("%.2f", n / 1e6 / user) : "-"),
			two == "-" ? two : sprintf("%.2f", two), all == "-" ? all : sprintf("%.2f", all), kib / 1024,
			native ? sprintf("%.0f", user / native) : "-" }'
}

"$tmp/native" > "$tmp/natives" || exit 1
printf '%-10s %-10s %10s %10s %8s %8s %8s %10s\n' class mode 'M inst' 'M inst/s' '2 thr.' "$cores thr." MiB 'x native'
each_class large measure
