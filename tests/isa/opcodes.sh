#!/bin/bash
# doc/opcodes.md against simt-sim --list-opcodes, and how many public CUDA programs use only opcodes that run. Prints TAP.
# tests/isa/opcodes.sh --update remakes the page.
. "${srcdir:-.}/tests/helpers/tap.sh"
list=$("$program" --list-opcodes)
page=$(awk -f "doc/opcodes.awk" <<< "$list")

if [ "${1:-}" = --update ]; then
	printf '%s\n' "$page" > "doc/opcodes.md"
	exit
fi

diff <(printf '%s\n' "$page") doc/opcodes.md | result 'doc/opcodes.md is what tests/isa/opcodes.sh --update makes'

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
	END { print covered, all }' <(echo "$list") "tests/data/opcodes-by-program.csv")
echo "# $covered of $all programs use only opcodes that run"
[ "$all" = 174 ] && [ "$covered" -ge 170 ]
result $? 'at least 170 of 174 programs are covered'

# Each line says what the instruction does.
awk -F, 'NR > 1 && $6 != "refused" && $7 == ""' <<< "$list" | result 'every form has a meaning'
finish
