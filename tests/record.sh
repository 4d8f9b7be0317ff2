#!/bin/bash
# A CUDA program runs without a GPU, and the launches that are written down replay (workloads/suites/record.sh). Needs nvcc and its runtime;
# skipped where they are not there, or where libsimt was built with sanitizers. Prints TAP.
. "${srcdir:-.}/tests/tap.sh"
if ! command -v nvcc > /dev/null || grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" || [ ! -e "$build/libsimt.so.0" ] ||
	! nvcc -arch=sm_90 -cudart shared --no-compress -o "$tmp/program" tests/record.cu 2> "$tmp/log"; then
	echo "1..0 # SKIP no nvcc, or libsimt with sanitizers"
	exit 0
fi
BUILD=$build bash workloads/suites/record.sh -o "$tmp/record" "$tmp/program" > "$tmp/out" 2>&1
{
	grep -qx '2997 0 1000 no error' "$tmp/out" || cat "$tmp/out"
} | result 'a program runs without a GPU'
"$program" --quiet --mode functional --csv "$tmp/record/launches.csv" > "$tmp/again" 2>&1
{
	[ -s "$tmp/record/launches.csv" ] || echo "no launches.csv"
	awk -F, 'NR == FNR { if (FNR > 1) want[$1] = $NF; next }
		$1 == "source" { for (i = 1; i <= NF; i++) c[$i] = i }
		$c["metric"] == "smsp__inst_executed.sum" && $c["launch"] == "" { got[$c["case"]] = $c["value"] }
		END { for (k in want) if (want[k] != got[k]) { print k ": " got[k] ", not " want[k] }; if (!length(want)) print "no launch" }' \
		"$tmp/record/launches.csv" "$tmp/again"
} | result 'its launches replay, with as many warp instructions'
finish
