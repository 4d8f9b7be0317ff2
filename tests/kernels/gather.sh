#!/bin/bash
# Lanes that come to shuffles and votes from several places meet there, whatever loop they stand in (gather.cu), and as an H200 has it
# (workloads/probes/meet.csv). Groups of lanes that the code makes where lanes have parted (groups.cu). Prints TAP. simt-check is $SIMT_CHECK, or
# the one of the build folder.
. "${srcdir:-.}/tests/helpers/tap.sh"

"$program" --disassemble tests/kernels/gather.cubin > "$tmp/out" 2>&1
has "$tmp/out" 'WARPSYNC.COLLECTIVE R' | result 'the machine code has collective operations'
has "$tmp/out" 'WARPSYNC.EXCLUSIVE R' | result 'and a vote in a function that is called'
asked=0
# runs FILE TEXT OPTIONS...: it ends well with each of the options, with SIMT_TEST_QUICK with a sample of them.
runs() {
	local file=$1 text=$2 options words

	shift 2
	for options; do
		sampled $((asked++)) 3 || {
			left_out "$options: $text"
			continue
		}
		read -ra words <<< "$options"
		timeout 100 "$program" --quiet "${words[@]}" "$file" > "$tmp/out" 2> "$tmp/err"
		{
			[ $? = 0 ] || echo "status"
			cat "$tmp/err"
		} | result "$options: $text"
	done
}
runs tests/kernels/gather.csv 'all meet' '--mode cycle' '--mode functional' '--bank-issue independent' '--warp 64' '--warp 128 --mode functional' \
	'--reconvergence ideal' '--reconvergence ideal --bank-issue independent' '--reconvergence ideal --warp 64' \
	'--reconvergence ideal --warp 128'
runs tests/kernels/groups.csv 'who is in a group that the code makes agrees on it' '--mode cycle' '--mode functional' '--reconvergence ideal'
"${SIMT_CHECK:-$build/simt-check}" workloads/probes/meet.csv validate/data/h200/meet-{outputs,launches,pc}.csv > "$tmp/out" 2>&1
{
	grep FAILED "$tmp/out"
	grep -q '^Outputs: 18 of 18 buffers equal\.$' "$tmp/out" || echo "outputs"
	grep -q '^Instructions: 264 of 264 equal in executions and lanes, ' "$tmp/out" || echo "instructions"
	grep -q '^Claimed counters: 5 launches, 5 equal, 0 exempt, 0 failed\.$' "$tmp/out" || cat "$tmp/out"
} | result "half warps in loops of different lengths: outputs and counters as an H200's"
for settings in '' warp_size=64; do
	"${SIMT_CHECK:-$build/simt-check}" --set reconvergence=ideal ${settings:+--set $settings} workloads/probes/meet.csv \
		validate/data/h200/meet-outputs.csv > "$tmp/out" 2>&1
	grep -q '^Outputs: 18 of 18 buffers equal\.$' "$tmp/out" || cat "$tmp/out"
done | result 'ideal: the outputs of an H200'

# Other lengths of the loops.
for seed in 2 3; do
	sampled "$seed" 2 || {
		left_out "ideal, lengths $seed: all meet"
		continue
	}
	sed "s/uniform(0 4)/uniform(0 4 seed=$seed)/; s,gather.cubin,$PWD/tests/kernels/gather.cubin," tests/kernels/gather.csv > "$tmp/gather.csv"
	timeout 100 "$program" --quiet --only 'tiles of * in groups of [1-4]' --reconvergence ideal "$tmp/gather.csv" > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = 0 ] || echo "status"
		grep -q 'seed=' "$tmp/gather.csv" || echo "the same lengths"
		cat "$tmp/err"
	} | result "ideal, lengths $seed: all meet"
done

# Where lanes part there, and what that is worth.
"$program" --quiet --roots --advise --only votes --only 'tiles of 4 in groups of 2' tests/kernels/gather.csv > "$tmp/out" 2> "$tmp/err"
{
	[ $? = 0 ] || echo "status"
	cat "$tmp/err"
	has "$tmp/out" 'Without divergence it is about [0-9.]+ times as fast' 'lanes together in front of a collective operation: '
	grep -A2 'branch .* \(ENDCOLLECTIVE\|WARPSYNC\|BRA.DIV\)' "$tmp/out" | grep '^ *[1-9]\. ' | grep -v 'lanes together in front'
	grep 'cannot run it' "$tmp/out"
	grep -E 'separates lanes in [1-9][0-9]{2,}\.[0-9] %' "$tmp/out" | grep -v 'in 100.0 %'
} | result 'roots and advice'

# A kernel that policy ideal refuses takes its estimate from no other; a line with the bound comes first.
"$program" --quiet --advise --only direct --only pointers workloads/general/apart.csv > "$tmp/out" 2> "$tmp/err"
{
	[ $? = 0 ] || echo "status"
	cat "$tmp/err"
	has <(grep -A2 '^direct, ' "$tmp/out") 'Policy ideal cannot run it, as --reconvergence ideal says: there is no estimate'
	has <(grep -A2 '^pointers, ' "$tmp/out") 'Without divergence it is about [0-9.]+ times as fast'
} | result 'advice where policy ideal refuses a kernel'

# On a stack, lanes below cannot run before those above have ended.
held='the code needs independent thread scheduling, which reconvergence=stack has not: lanes wait at a collective operation for others that the stack holds back; [0-9]+ warps wait for ever; in warp 0 of block .* lanes at PC 0x[0-9a-f]+ '
for options in '' '--mode functional' '--bank-issue independent'; do
	read -ra words <<< "$options"
	timeout 100 "$program" --quiet "${words[@]}" --reconvergence stack --only rows --only votes tests/kernels/gather.csv > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = 4 ] || echo "status"
		has "$tmp/err" "kernel rows: $held" "kernel votes: $held"
	} | result "stack $options: what it cannot run, and why"
done
finish
