#!/bin/bash
# The rules of advice.def for launches: a planted kernel fires each, and one near it does not (workloads/causes/advice.csv). No remedy is
# advised whose own trial was slower. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

list=$root/workloads/causes/advice.csv
# 8 of the 132 SMs of an H200, and their share of the bandwidths
slice=(--sms 8 --let n=8 --set l2_rate=504 --set l2_in_rate=158 --set dram_rate=141 --set dram_write_rate=139)
"$build/simt-why" --quiet --csv="$tmp/remedies.csv" "${slice[@]}" "$list" 2>&1 > "$tmp/text" | result "simt-why runs them"

# remedies of a case that are advised, in their order
advised() {
	awk -F, -v name="$1" '$1 == name && $8 != "" && !($9 != "" && $7 < 1.01) { print $8 }' "$tmp/remedies.csv"
}
while IFS=, read -r remedy variant case rest; do
	case $variant in
	fires) advised "$case" | grep -qx "$remedy" || { echo "not advised, but:"; advised "$case"; } ;;
	near) ! advised "$case" | grep -x "$remedy" ;;
	esac | result "$case: $remedy $variant"
done < <(sed '/^#/d; /^technique,/d' "$list")

# each rule has a planted kernel of both kinds
{
	sed -n 's/^MENDS(\([a-z_]*\),.*/\1/p' workloads/analysis/advice.def | sort -u | while read -r remedy; do
		for variant in fires near; do
			grep -q "^$remedy,$variant," "$list" || echo "$remedy: no kernel that is $variant"
		done
	done
} | result 'each remedy that mends a limit has a kernel that fires it, and one near it'
finish
