#!/bin/bash
# doc/opcodes.md against simt-sim --list-opcodes, and how many public CUDA programs use only opcodes that run. Prints TAP.
# tests/opcodes.sh --update remakes the page.
set -u
srcdir=${srcdir:-.}
program=${SIMT_SIM:-${builddir:-.}/simt-sim}
list=$("$program" --list-opcodes)
page=$(awk -f "$srcdir/doc/opcodes.awk" <<< "$list")
failed=0

if [ "${1:-}" = --update ]; then
	printf '%s\n' "$page" > "$srcdir/doc/opcodes.md"
	exit
fi

check() { # number, name, ok?
	if [ "$3" = yes ]; then
		echo "ok $1 - $2"
	else
		echo "not ok $1 - $2"
		failed=1
	fi
}

echo "1..3"
diff <(printf '%s\n' "$page") "$srcdir/doc/opcodes.md" > /dev/null && same=yes || same=no
check 1 "doc/opcodes.md is what tests/opcodes.sh --update makes" $same

# Of 214 programs 174 use no tensor cores, textures, surfaces, bulk copies, clusters or debugger traps.
read -r covered all < <(awk -F, '
	NR == FNR { if ($6 == "yes") runs[$1] = 1; next }
	/^#/ || $1 == "program" { next }
	{
		wanted = ok = 1
		n = split($2, op, " ")
		for (i = 1; i <= n; i++) {
			if (op[i] ~ /^(HMMA|DMMA|IMMA|LDSM|TEX|TLD|SUST|UBLKCP|SYNCS|ARRIVES|ELECT|ACQBULK|PREEXIT|BPT)$/)
				wanted = 0
			if (!(op[i] in runs))
				ok = 0
		}
		all += wanted
		covered += wanted && ok
	}
	END { print covered, all }' <(echo "$list") "$srcdir/tests/data/opcodes-by-program.csv")
echo "# $covered of $all programs use only opcodes that run"
[ "$all" = 174 ] && [ "$covered" -ge 170 ] && enough=yes || enough=no
check 2 "at least 170 of 174 programs are covered" $enough

# Each line says what the instruction does.
[ -z "$(awk -F, 'NR > 1 && $6 != "refused" && $7 == ""' <<< "$list")" ] && told=yes || told=no
check 3 "every form has a meaning" $told
exit $failed
