#!/bin/bash
# What a remedy gains: pairs of kernels of which the second one lifts the first one's limit (workloads/causes/pairs.csv), simulated and as an
# H200 measured them (validate/data/h200/causes-pairs.csv). Also that simt-why has the limit that the remedy lifts among the first two of the
# kernel before; the start of a launch, which no kernel lifts, does not count. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

list=$root/workloads/causes/pairs.csv
of=${SIMT_CI:+3} of=${of:-6}
limits=() names=() chosen=() explained=() run=() why=()
while IFS=, read -r technique variant case rest; do
	[ "$variant" = before ] || continue
	limits+=("$technique")
	names+=("${case%-before}")
done < <(sed '/^#/d; /^technique,/d' "$list")
for ((i = 0; i < ${#names[@]}; i++)); do
	chosen[i]=no
	sampled $i 9 && chosen[i]=yes && run+=(--only "${names[i]}-*")
	# twelve runs of each or more: of six pairs one, in .ci/run of three, but with make check-long all
	[ "${chosen[i]}" = yes ] && { [ -n "${SIMT_LONG-}" ] || [ -n "${SIMT_TEST_QUICK+set}" ] || [ "$(sample_choice $((i / of)) $of)" = $((i % of)) ]; } &&
		explained[i]=yes && why+=(--only "${names[i]}-before")
done

# without --only they would run all
touch "$tmp/simulated.csv" "$tmp/causes.csv"
if [ ${#run[@]} = 0 ]; then
	left_out "simt-sim runs all that are in the sample"
else
	"$program" --quiet --no-parameters --csv="$tmp/simulated.csv" "${run[@]}" "$list" 2>&1 > "$tmp/table" | result "simt-sim runs all that are in the sample"
fi
if [ ${#why[@]} = 0 ]; then
	left_out "simt-why, too"
else
	"$build/simt-why" --quiet --csv="$tmp/causes.csv" "${why[@]}" "$list" 2>&1 > "$tmp/text" | result "simt-why, too"
fi

# pair,simulated,measured: cycles before over cycles after
if [ -e "$root/validate/data/h200/causes-pairs.csv" ]; then
	cp "$root/validate/data/h200/causes-pairs.csv" "$tmp/measured.csv"
else
	gzip -cd "$root/validate/data/h200/causes-pairs.csv.gz" > "$tmp/measured.csv"
fi
awk -F, '
	/^#/ { next }
	FNR == 1 || $1 == "source" { for (i = 1; i <= NF; i++) at[$i] = i; files++; next }
	$at["metric"] == "sm__cycles_elapsed.max" && $at["launch"] != "" { cycles[FILENAME, $at["case"]] = $at["value"]; seen[$at["case"]] }
	END {
		for (c in seen)
			if (sub(/-before$/, "", c) && (ARGV[1], c "-before") in cycles && (ARGV[2], c "-before") in cycles)
				printf "%s,%.4f,%.4f\n", c, cycles[ARGV[1], c "-before"] / cycles[ARGV[1], c "-after"], cycles[ARGV[2], c "-before"] / cycles[ARGV[2], c "-after"]
	}' "$tmp/simulated.csv" "$tmp/measured.csv" | sort > "$tmp/ratios"

for ((i = 0; i < ${#names[@]}; i++)); do
	pair=${names[i]} limit=${limits[i]}
	if [ "${chosen[i]}" = no ]; then
		left_out "$pair: faster where the H200 is"
		[ "$limit" = none ] || left_out "$pair: $limit is among the first two"
		continue
	fi
	awk -F, -v pair="$pair" '
		$1 == pair { any++; if (($3 > 1.05 && $2 <= 1) || ($3 < 0.95 && $2 >= 1)) print "simulated " $2 ", measured " $3 }
		END { if (!any) print "no ratio" }' "$tmp/ratios" | result "$pair: faster where the H200 is"
	[ "$limit" = none ] && continue
	if [ -z "${explained[i]-}" ]; then
		left_out "$pair: $limit is among the first two"
		continue
	fi
	awk -F, -v case="$pair-before" -v limit="$limit" '
		$1 == case && $5 != "start" { n++; names = names " " $5; if ($5 ~ "(^|[+])" limit "([+]|$)" && n <= 2) found = 1 }
		END { if (!found) print "not" names }' "$tmp/causes.csv" | result "$pair: $limit is among the first two"
done

[ ${#run[@]} = 0 ] && left_out "what remedies gain differs by at most 5 % in the median" ||
	awk -F, '{ e = $2 / $3 - 1; print e < 0 ? -e : e }' "$tmp/ratios" | sort -n |
	awk '{ v[NR] = $1 } END { m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2; if (NR > 10 && m > 0.05) print "the median is " m; if (!NR) print "none" }' |
	result "what remedies gain differs by at most 5 % in the median"
finish
