#!/bin/bash
# Lanes that come to shuffles and votes from several places meet there, whatever loop they stand in (gather.cu). Prints TAP.
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
finish
