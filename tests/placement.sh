#!/bin/bash
# Where an H200 placed blocks (validate/data/h200/placement.csv): rule gpc of parameter block_placement says it block by block for waves
# and parts of waves, with what came before as the one thing unknown, and no other rule comes near. Prints TAP.
set -u
export LC_ALL=C
program=${SIMT_SIM:-${builddir:-.}/simt-sim}
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
cd "${srcdir:-.}" || exit 99
export SIMT_DATADIR=${SIMT_DATADIR:-sim}
scores=$(bash validate/placement.sh "$program" validate/data/h200/placement.csv full-1024 part-18 part-66 part-131 part-200) || exit 99
n=0 failed=0

result() { # STATUS TEXT
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		printf '%s\n' "$scores" | grep ',all,' | sed 's/^/# /'
		failed=1
	fi
}

for case in full-1024 part-18 part-66 part-131 part-200; do
	printf '%s\n' "$scores" | awk -F, -v c=$case '$1 == "gpc" && $2 == c { fine = $3 > 0 && $3 == $4 } END { exit !fine }'
	result $? "gpc: every block of $case"
done
for rule in fewest room round-robin in-order; do
	printf '%s\n' "$scores" | awk -F, -v r=$rule '$1 == r && $2 == "all" { fine = $3 > 0 && $4 < $3 / 10 } END { exit !fine }'
	result $? "$rule: less than a tenth of the blocks"
done
echo "1..$n"
exit $failed
