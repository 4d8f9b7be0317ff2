#!/bin/bash
# simt-sim --disassemble of the shipped cubins, against what cuobjdump -sass (13.0, V13.0.85, 2026-11-20) printed for them: the lines of
# functions and instructions, spacing and encodings aside. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
for name in vecadd dynamic-work path-unification; do
	diff <("$program" --disassemble "workloads/$name/$name.cubin" |
		grep -E '^[[:space:]]+/\*[0-9a-f]{4}\*/|Function :' | sed -E 's/[[:space:]]+/ /g; s/^ //; s/ ;$/;/') \
		"tests/golden/sass-$name.txt" | result "$name"
done
finish
