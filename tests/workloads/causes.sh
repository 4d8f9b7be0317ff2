#!/bin/bash
# Kernels that are slow because of one limit each (workloads/causes): simt-why names that limit first. Of many of them a sample is run where
# tests are quick. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

list=$root/workloads/causes/causes.csv
names=() wanted=() chosen=() only=()
while IFS=, read -r technique variant case rest; do
	names+=("$case")
	wanted+=("$technique")
done < <(sed '/^#/d; /^technique,/d' "$list")
for ((i = 0; i < ${#names[@]}; i++)); do
	chosen[i]=no
	sampled $i 4 && chosen[i]=yes && only+=(--only "${names[i]}")
done

# 8 of the 132 SMs of an H200, and their share of the bandwidths
slice=(--sms 8 --let n=8 --set l2_rate=504 --set l2_in_rate=158 --set dram_rate=141 --set dram_write_rate=139)
"$build/simt-why" --csv="$tmp/causes.csv" "${slice[@]}" "${only[@]}" "$list" 2>&1 > "$tmp/text" | result "simt-why runs all that are in the sample"
for ((i = 0; i < ${#names[@]}; i++)); do
	if [ "${chosen[i]}" = no ]; then
		left_out "${names[i]}: ${wanted[i]}"
		continue
	fi
	awk -F, -v name="${names[i]}" -v wanted="${wanted[i]}" '
		$1 == name && !any++ && ($5 != wanted || $7 < 1.05) { print "first is " $5 ", without which it is " $7 " times as fast" }
		END { if (!any) print "no row" }' "$tmp/causes.csv" | result "${names[i]}: ${wanted[i]}"
done
# again's limit comes before two that hide each other by little: they are to be tried whatever other launches ask for
"$build/simt-why" --csv="$tmp/alone.csv" "${slice[@]}" --only again "$list" 2>&1 > "$tmp/nothing" | result "again, alone"
if grep -q '^again,' "$tmp/causes.csv"; then
	diff <(grep '^again,' "$tmp/causes.csv" | cut -d, -f1,2,4-) <(grep '^again,' "$tmp/alone.csv" | cut -d, -f1,2,4-) | result "what is found of a launch does not depend on the others"
else
	left_out "what is found of a launch does not depend on the others"
fi
grep -c '^  First limit: ' "$tmp/text" | awk -v n=$((${#only[@]} / 2)) '$1 != n { print $1 " verdicts of " n }' | result "each has a verdict in words"
finish
