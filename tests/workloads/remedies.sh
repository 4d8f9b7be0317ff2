#!/bin/bash
# Pairs of kernels of which the second one is the first one with a remedy (workloads/causes/remedies.csv): where it made the kernel faster by
# 5 % or more, simt-why has it among the first two remedies of the first kernel, and what it says of the remedy's limits is no less than
# what the remedy brought. The exceptions are listed there. Of many rows a sample is run, and of each one pair; with make check-long all. Prints TAP.
#
#   remedies.sh --table    prints the pairs: case, gain of the remedy, its place, the largest gain of its limits
. "${srcdir:-.}/tests/helpers/tap.sh"

data=$root/workloads/causes/remedies.csv
# limits_of REMEDY: one a line; all remedies of divergence mend the same limit, and what no rule names is the name of a limit
limits_of() {
	case $1 in
	regrouping | dynamic | free | unification | boundary) echo lanes ;;
	*) sed -n "s/^MENDS($1, \([a-z0-9_]*\),.*/\1/p" workloads/analysis/advice.def | grep . || echo "$1" ;;
	esac
}

# cycles FILE: case and cycles, from the first start of a case to its last end
cycles() {
	sed 's/"[^"]*"/words/g' "$1" | awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["metric"] == "sm__cycles_elapsed.max" { if ($at["launch"] == "") all[$at["case"]] = $at["value"]; else one[$at["case"]] = $at["value"] }
		END { for (c in one) print c, c in all ? all[c] : one[c] }' | sort
}

# pairs of a row: those whose remedy pays, as "after before gain"
paying() { # LIST GLOB SED LET...
	local list=$1 glob=$2 script=$3 only=() after

	shift 3
	"$program" --quiet --no-parameters --csv="$tmp/after.csv" "$@" --only "$glob" "$list" > "$tmp/out" 2>&1 || cat "$tmp/out" >&2
	cycles "$tmp/after.csv" > "$tmp/after"
	while read -r after _; do
		only+=(--only "$(sed "$script" <<< "$after")")
	done < "$tmp/after"
	"$program" --quiet --no-parameters --csv="$tmp/before.csv" "$@" "${only[@]}" "$list" > "$tmp/out" 2>&1 || cat "$tmp/out" >&2
	cycles "$tmp/before.csv" > "$tmp/before"
	while read -r after n; do
		echo "$after $n $(sed "$script" <<< "$after")"
	done < "$tmp/after" | awk 'FNR == NR { cycles[$1] = $2; next } cycles[$3] >= 1.05 * $2 { printf "%s %s %.3f\n", $1, $3, cycles[$3] / $2 }' "$tmp/before" -
}

# place and gain of a remedy for a case: "place gain"; place 0: it is not there
found() { # CASE REMEDY
	awk -F, -v name="$1" -v remedy="$2" -v limits=" $(limits_of "$2" | tr '\n' ' ')" '
		$1 != name { next }
		$8 == "" && $7 != "" {
			n = split($5, limit, "+")
			for (i = 1; i <= n; i++) if (index(limits, " " limit[i] " ") && $7 > gain) gain = $7
		}
		$8 != "" && !($9 != "" && $7 < 1.01) { rank++; if ($8 == remedy) { place = rank; if ($7 > gain) gain = $7; if ($10 > gain) gain = $10 } }
		END { printf "%d %.3f\n", place, gain }' "$tmp/why.csv"
}

# of so many rows one
of=${SIMT_CI:+10} of=${of:-20}
row=0 complete=yes
: > "$tmp/all"
while IFS=, read -r list glob script remedy let late less; do
	row=$((row + 1))
	if [ "${1-}" != --table ] && { ! sampled $row 20 || { [ -z "${SIMT_LONG-}" ] && [ -z "${SIMT_TEST_QUICK+set}" ] &&
		[ "$(sample_choice $(((row - 1) / of)) $of)" != $(((row - 1) % of)) ]; }; }; then
		left_out "$list, $glob: $remedy is among the first two"
		left_out "$list, $glob: its limits gain no less"
		complete=no
		continue
	fi
	read -r -a options <<< "$let"
	paying "$root/workloads/$list" "$glob" "$script" "${options[@]}" > "$tmp/pairs"
	# simt-why runs each kernel before twelve times or more: one pair of a row, but with make check-long and for the table all
	[ -n "${SIMT_LONG-}" ] || [ "${1-}" = --table ] || [ ! -s "$tmp/pairs" ] ||
		sed -n -i "$(($(sample_choice "$((row + 100))" "$(wc -l < "$tmp/pairs")") + 1))p" "$tmp/pairs"
	only=()
	while read -r after before gain; do
		only+=(--only "$before")
	done < "$tmp/pairs"
	: > "$tmp/why.csv"
	[ ${#only[@]} = 0 ] || "$build/simt-why" --quiet --csv="$tmp/why.csv" "${options[@]}" "${only[@]}" "$root/workloads/$list" > "$tmp/out" 2>&1
	while read -r after before gain; do
		echo "$after $gain $(found "$before" "$remedy")"
	done < "$tmp/pairs" > "$tmp/found"
	if [ "${1-}" = --table ]; then
		sed "s#^#$list $remedy #" "$tmp/found"
		continue
	fi
	cat "$tmp/found" >> "$tmp/all"
	awk -v listed=" $late " '{ late = $3 < 1 || $3 > 2; if (late != (index(listed, " " $1 " ") > 0)) print $1 ": place " $3 (late ? ", and not listed" : ", though listed") }' "$tmp/found" |
		result "$list, $glob: $remedy is among the first two"
	awk -v listed=" $less " '{ less = $4 < $2; if (less != (index(listed, " " $1 " ") > 0)) print $1 ": the remedy gains " $2 ", its limits " $4 (less ? ", not listed" : ", though listed") }' "$tmp/found" |
		result "$list, $glob: its limits gain no less"
done < <(sed '/^#/d; /^list,/d' "$data")
[ "${1-}" = --table ] && exit 0
if [ $complete = yes ]; then
	awk '{ late += $3 < 1 || $3 > 2; n++ } END { if (n < 30 || late > 0.1 * n) print late " of " n " pairs" }' "$tmp/all" |
		result 'in at least 90 % of all pairs the remedy is among the first two'
else
	left_out 'in at least 90 % of all pairs the remedy is among the first two'
fi
finish
