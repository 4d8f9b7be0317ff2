#!/bin/bash
# simt-sim --disassemble of the shipped cubins, against what cuobjdump -sass (13.0, V13.0.85, 2026-11-20) printed for them: the lines of
# functions and instructions, spacing and encodings aside. Prints TAP.
set -u
srcdir=${srcdir:-.}
program=${SIMT_SIM:-${builddir:-.}/simt-sim}
failed=0 n=0

echo "1..3"
for name in vecadd dynamic-work path-unification; do
	n=$((n + 1))
	if diff <("$program" --disassemble "$srcdir/workloads/$name/$name.cubin" |
		grep -E '^[[:space:]]+/\*[0-9a-f]{4}\*/|Function :' | sed -E 's/[[:space:]]+/ /g; s/^ //; s/ ;$/;/') \
		"$srcdir/tests/golden/sass-$name.txt" > /dev/null; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		failed=1
	fi
done
exit $failed
