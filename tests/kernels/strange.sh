#!/bin/bash
# Forms of machine code that compilers seldom make (strange.cu), and code of ptxas -O0 (unoptimised.cu): results that prove themselves, without
# hazards, in both modes. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

for options in '--mode cycle' '--mode functional' '--register_scoreboard' '--warp 8' '--warp 64'; do
	words=(--quiet --check-hazards --set stack_bytes=65536)
	case $options in
	--register_scoreboard) words+=(--set register_scoreboard=on) ;;
	*) read -ra more <<< "$options" && words+=("${more[@]}") ;;
	esac
	"$program" "${words[@]}" tests/kernels/strange.csv > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = 0 ] || echo "status"
		cat "$tmp/err"
	} | result "strange forms: ${options#--}"
done
"$program" --disassemble tests/kernels/strange.cubin > "$tmp/out" 2>&1
has "$tmp/out" 'LDL.*\[R[0-9]+\+UR[0-9]+\]' | result 'a local access has a register and a uniform one in its address'
"$program" --disassemble tests/kernels/unoptimised.cubin > "$tmp/out" 2>&1
has "$tmp/out" SR_LMEMHIOFF | result 'and one program looks where its stack may begin'

# A stack that is too small.
"$program" --quiet --only deeper tests/kernels/strange.csv > "$tmp/out" 2> "$tmp/err"
{
	[ $? = 4 ] || echo "status"
	grep -q 'local store of 4 bytes at 0x[0-9a-f]*: outside the thread.s memory, 0x0 to 0x[0-9a-f]*, in which calls have stack_bytes of the machine$' "$tmp/err" ||
		cat "$tmp/err"
} | result 'a stack that overflows says what it is made of'

# Values between lanes, and warps of other widths than the code was made for.
said='passes values between lanes (SHFL.*): if it counts on warps of 32, its outputs with warps of 16 are wrong'
for width in 16 32; do
	"$program" --warp $width --only scans workloads/general/library.csv > "$tmp/out" 2> "$tmp/err"
	grep -c "simt-sim: kernel 'scans' $said" "$tmp/err" | grep -vx $((width < 32)) | result "warps of $width: a remark on what passes between lanes"
done

# Policy ideal, whose issue slots take lanes of several instructions: where a launch is stopped, those that are not executed fill nothing,
# and roots, which add lane-slots up, go on (a sum that is wrong ends the program).
for machine in '--machine tiny' '--machine tiny --warp 8' '--machine tiny --bank-issue independent'; do
	read -ra words <<< "$machine"
	for stop in fault-write-past fault-then-more; do
		"$program" "${words[@]}" --reconvergence ideal --roots --quiet tests/bad/$stop.csv > "$tmp/out" 2> "$tmp/err"
		{
			[ $? = 4 ] || cat "$tmp/err"
			has "$tmp/out" '^c, launch 0:|^first, launch 0:|launch 0: '
		} | result "policy ideal, a fault, $stop, $machine"
	done
	for cycles in 133 500 1201; do
		"$program" "${words[@]}" --reconvergence ideal --roots="$tmp/roots.csv" --quiet --max-cycles $cycles --only 'naive-1' \
			workloads/dynamic-work/dynamic-work.csv > "$tmp/out" 2> "$tmp/err"
		{
			[ $? = 5 ] || cat "$tmp/err"
		} | result "policy ideal, stopped after $cycles cycles, $machine"
	done
done

finish
