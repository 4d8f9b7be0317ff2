#!/bin/bash
# Lanes that come to shuffles and votes from several places meet there, whatever loop they stand in (gather.cu), and as an H200 has it
# (workloads/probes/meet.csv). Prints TAP. simt-check is $SIMT_CHECK, or the one of the build folder.
. "${srcdir:-.}/tests/tap.sh"

"$program" --disassemble tests/gather.cubin > "$tmp/out" 2>&1
has "$tmp/out" 'WARPSYNC.COLLECTIVE R' | result 'the machine code has collective operations'
for options in '--mode cycle' '--mode functional' '--bank-issue independent' '--warp 64' '--warp 128 --mode functional'; do
	read -ra words <<< "$options"
	timeout 100 "$program" --quiet "${words[@]}" tests/gather.csv > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = 0 ] || echo "status"
		cat "$tmp/err"
	} | result "$options: all meet"
done
"${SIMT_CHECK:-$build/simt-check}" workloads/probes/meet.csv validate/data/h200/meet-{outputs,launches,pc}.csv > "$tmp/out" 2>&1
{
	grep FAILED "$tmp/out"
	grep -q '^Outputs: 18 of 18 buffers equal\.$' "$tmp/out" || echo "outputs"
	grep -q '^Instructions: 264 of 264 equal in executions and lanes, ' "$tmp/out" || echo "instructions"
	grep -q '^Claimed counters: 5 launches, 5 equal, 0 exempt, 0 failed\.$' "$tmp/out" || cat "$tmp/out"
} | result "half warps in loops of different lengths: outputs and counters as an H200's"
finish
