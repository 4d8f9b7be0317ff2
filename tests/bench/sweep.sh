#!/bin/bash
# How well simt-sweep uses two processors, and what a point costs besides its simulation. Wants two idle processors; not part of check.
#   sweep.sh [PAIRS]   pairs of sweeps of 200 points, with one worker and with two in turns: the median of the ratios of their times, which should
#                      be 1.85 or more; and CPU time of a point less that of the same case in a process with 200 of them, which should be
#                      below 20 ms. Status 1 where it is not so. $builddir is the build folder.
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 99
build=$(cd "${builddir:-$root/build}" && pwd) || exit 99
export SIMT_DATADIR=$root/sim
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
points=200
cd "$root" || exit 99

# times COMMAND...: seconds that it takes, and those of processors.
times() {
	TIMEFORMAT='%R %U %S'
	{ time "$@" > "$tmp/out" 2>&1; } 2>&1 | awk '{ print $1, $2 + $3 }'
}
sweep() { # JOBS
	rm -rf "$tmp/study"
	times "$build/simt-sweep" workloads/vecadd/vecadd.csv --let n=16384 --latin $points --range l2_load_latency=100:10000 --jobs "$1" \
		-o "$tmp/study" --quiet
	[ "$(find "$tmp/study/points" -type f | wc -l)" = $points ] || cat "$tmp/out" >&2
}
# the same case again and again, in one process
{
	head -n 1 workloads/vecadd/vecadd.csv
	for ((i = 0; i < points; i++)); do
		sed -n '2{s/,vecadd,/,vecadd-'$i',/;p}' workloads/vecadd/vecadd.csv
	done
} > "$tmp/cases.csv"
ln -s "$root/workloads/vecadd/vecadd.cubin" "$tmp"
for ((i = 0; i < ${1:-5}; i++)); do
	read -r one cpu < <(sweep 1)
	read -r two more < <(sweep 2)
	read -r _ alone < <(times "$build/simt-sim" --quiet --jobs 1 --let n=16384 "$tmp/cases.csv" --csv)
	echo "$one $two $cpu $more $alone"
done | tee "$tmp/pairs" | awk -v n=$points '{
	printf "one worker %.2f s, two %.2f s: %.3f times as fast; CPU of a point %.1f ms and %.1f ms, of a case in one process %.1f ms\n",
		$1, $2, $1 / $2, $3 / n * 1000, $4 / n * 1000, $5 / n * 1000 }'
median() { # EXPRESSION
	awk "{ print $1 }" "$tmp/pairs" | sort -g | awk '{ x[NR] = $1 } END { print (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'
}
ratio=$(median '$1 / $2') over=$(median "(\$3 - \$5) / $points * 1000")
printf 'medians: two workers are %.3f times as fast as one; a point takes %.1f ms besides its simulation\n' "$ratio" "$over"
awk -v ratio="$ratio" -v over="$over" 'BEGIN { exit !(ratio >= 1.85 && over < 20) }'
