#!/bin/bash
# The rules of advice.def for launches: a planted kernel fires each, and one near it does not (workloads/causes/advice.csv). Kernels without
# divergence get no advice about it, and no remedy is advised whose own trial was no faster. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

list=$root/workloads/causes/advice.csv
# 4 of the 132 SMs of an H200, and their share of the bandwidths
slice=(--sms 4 --let n=4 --set l2_rate=252 --set l2_in_rate=79 --set dram_rate=70 --set dram_write_rate=70)
remedies=() kinds=() names=() only=()
while IFS=, read -r remedy variant case rest; do
	remedies+=("$remedy") kinds+=("$variant") names+=("$case")
done < <(sed '/^#/d; /^technique,/d' "$list")
for ((i = 0; i < ${#names[@]}; i++)); do
	sampled $i 8 && only+=(--only "${names[i]}")
done
"$build/simt-why" --quiet --csv="$tmp/remedies.csv" "${slice[@]}" "${only[@]}" "$list" 2>&1 > "$tmp/text" | result "simt-why runs all that are in the sample"

# remedies of a case that are advised, in their order
advised() {
	awk -F, -v name="$1" '$1 == name && $8 != "" && !($9 != "" && $7 < 1.01) { print $8 }' "$tmp/remedies.csv"
}
for ((i = 0; i < ${#names[@]}; i++)); do
	case=${names[i]} remedy=${remedies[i]}
	if ! grep -q "^$case," "$tmp/remedies.csv"; then
		left_out "$case: $remedy ${kinds[i]}"
		continue
	fi
	case ${kinds[i]} in
	fires) advised "$case" | grep -qx "$remedy" || { echo "not advised, but:"; advised "$case"; } ;;
	near) ! advised "$case" | grep -x "$remedy" ;;
	esac | result "$case: $remedy ${kinds[i]}"
done
{
	sed -n 's/^MENDS(\([a-z_]*\),.*/\1/p' workloads/analysis/advice.def | sort -u | while read -r remedy; do
		for variant in fires near; do
			grep -q "^$remedy,$variant," "$list" || echo "$remedy: no kernel that is $variant"
		done
	done
} | result 'each remedy that mends a limit has a kernel that fires it, and one near it'

# What the text numbers is what the rows advise; what it says is not advised was tried and was no faster.
awk -F, 'FNR == NR { if (FNR > 1 && $8 != "") { if ($9 != "" && $7 < 1.01) refuted++; else { advised[$1]++ } } next }
	/^    Not advised: / { told++ } /^    1\. / { first++ }
	END { for (c in advised) n++; if (told != refuted) print told " not advised, " refuted " rows"; if (first != n) print first " lists of " n }' \
	"$tmp/remedies.csv" "$tmp/text" | result 'the text advises what the rows do, and no remedy that was tried and is no faster'

if grep -q '^few-columns,' "$tmp/remedies.csv"; then
	{
		awk -F, '$1 == "few-columns" && $8 == "block_size" && $9 != "" && $7 < 1.01 { n++ } END { if (!n) print "no row" }' "$tmp/remedies.csv"
		sed -n '/^few-columns,/,/^[a-z]/p' "$tmp/text" > "$tmp/few"
		has "$tmp/few" '^    Not advised: blocks of another size\. Tried itself, '
		grep -E '^    [0-9]+\. blocks of another size' "$tmp/few"
	} | result 'few-columns: smaller blocks were tried, and are not advised'
else
	left_out 'few-columns: smaller blocks were tried, and are not advised'
fi

# ---- kernels without divergence ----
divergence=$(sed -n 's/^RULE(\([a-z]*\),.*/\1/p' workloads/analysis/advice.def | sort -u | tr '\n' '|')compaction
none() { # INDEX LIST GLOB LET...
	local index=$1 list=$2 glob=$3

	shift 3
	if ! sampled $index 4; then
		left_out "$list, $glob: no advice about divergence"
		return
	fi
	"$build/simt-why" --quiet --csv="$tmp/none.csv" "$@" --only "$glob" "workloads/$list" > "$tmp/out" 2>&1
	{
		[ "$(wc -l < "$tmp/none.csv")" -gt 2 ] || echo 'no rows'
		awk -F, '$8 != "" { print $8 }' "$tmp/none.csv" | grep -xE "$divergence"
	} | result "$list, $glob: no advice about divergence"
}
none 0 vecadd/vecadd.csv '*' --let n=8192
none 1 branch-patterns/branch-patterns.csv '*-kept-1-100'
none 2 branch-patterns/branch-patterns.csv 'loop-fixed-*'
none 3 tiled-matmul/tiled-matmul.csv 'wide-16-*'
none 4 fixed-array/fixed-array.csv 'plain-4096-256-1'
none 5 half-warp/half-warp.csv 'whole-1' --let n=64
none 6 reductions/reductions.csv 'parts-1024-256'
none 7 causes/pairs.csv 'sum-after'
finish
