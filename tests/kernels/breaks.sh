#!/bin/bash
# Loops left from within and recursion (workloads/probes/breaks.csv) issue as many instructions, with as many lanes, as an H200 has counted
# (validate/data/h200/breaks-launches.csv), so do lanes that are blocked at barriers of which they are no members any more, in the H200's order
# (workloads/probes/members.csv), and so do the programs of workloads/programs where warps do not race. Prints TAP. simt-check is $SIMT_CHECK, or the one of the build folder.
. "${srcdir:-.}/tests/helpers/tap.sh"
check=${SIMT_CHECK:-$build/simt-check}

"$check" workloads/probes/breaks.csv validate/data/h200/breaks-launches.csv > "$tmp/out" 2>&1
{
	grep FAILED "$tmp/out"
	grep -q '^Claimed counters: 118 launches, 118 equal, 0 exempt, 0 failed\.$' "$tmp/out" || tail -n 3 "$tmp/out"
} | result "118 launches: counters as an H200's"
"$check" workloads/programs/programs.csv validate/data/h200/programs-counters-[123].csv.gz > "$tmp/out" 2>&1
{
	grep FAILED "$tmp/out"
	grep -q '^Claimed counters: 114 launches, 103 equal, 11 exempt, 0 failed\.$' "$tmp/out" || tail -n 3 "$tmp/out"
} | result "103 of 114 programs, the others race: counters as an H200's"
"$check" workloads/probes/members.csv validate/data/h200/members-outputs.csv validate/data/h200/members-launches.csv > "$tmp/out" 2>&1
{
	grep FAILED "$tmp/out"
	grep -q '^Outputs: 208 of 208 buffers equal\.$' "$tmp/out" || grep Outputs: "$tmp/out"
	grep -q '^Claimed counters: 104 launches, 104 equal, 0 exempt, 0 failed\.$' "$tmp/out" || tail -n 3 "$tmp/out"
} | result "104 launches with lanes that are no members any more: order of paths and counters as an H200's"
finish
