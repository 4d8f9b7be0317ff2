#!/bin/bash
# The shipped workloads with streams, but for those whose blocks look at the clock: run together, one after another
# (concurrent_launches=1) and without time they give the same outputs (every expect holds) and the same counts of each launch, as they have
# no races; some overlap; and twice the same bytes.
# With SIMT_TEST_QUICK the small cases of a sample of the workloads. simt-sim is $SIMT_SIM, or the one of the build folder. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

only=() files=0
[ -z "${SIMT_TEST_QUICK-}" ] || only=(--only '*-1024' --only '*-1024-*')

# values FILE METRICS: case, launch, metric and value of all rows of launches whose metric is one of those in the file METRICS.
values() {
	awk -F, 'NR == FNR { wanted[$1]; next }
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["launch"] != "" && $column["metric"] in wanted {
			print $column["case"], $column["launch"], $column["metric"], $column["value"] }' "$2" "$1"
}

all=("${only[@]}")
for file in workloads/*/*.csv; do
	grep -vE -m 1 '^(#|$)' "$file" | grep -q ',stream,' || continue
	name=${file#workloads/}
	only=("${all[@]}")
	case $name in
	placement/* | micro/shared-pipe.csv) continue ;;      # blocks there look at the clock
	concurrent/*) only=(--only pair-xs-xs --only pair-xs-cs) ;; # the others take minutes
	esac
	sampled $((files++)) 3 || {
		for text in 'every expect holds together, in sequence and without time' 'twice the same bytes' 'the counts of each launch are those in sequence' \
			'the counts of each launch are those without time' 'some launches run at a time' 'with concurrent_launches=1 none do'; do
			left_out "$name: $text"
		done
		continue
	}
	: > "$tmp/errors"
	"$program" --quiet "${only[@]}" --csv="$tmp/together" "$file" > "$tmp/table" 2>> "$tmp/errors" ||
		echo "status $?" >> "$tmp/errors"
	"$program" --quiet "${only[@]}" --csv="$tmp/again" "$file" > "$tmp/table" 2>> "$tmp/errors" ||
		echo "status $?" >> "$tmp/errors"
	"$program" --quiet "${only[@]}" --set concurrent_launches=1 --csv="$tmp/sequence" "$file" > "$tmp/table" 2>> "$tmp/errors" ||
		echo "status $?" >> "$tmp/errors"
	"$program" --quiet "${only[@]}" --mode functional --csv="$tmp/functional" "$file" > "$tmp/table" 2>> "$tmp/errors" ||
		echo "status $?" >> "$tmp/errors"
	result "$name: every expect holds together, in sequence and without time" < "$tmp/errors"
	cmp "$tmp/together" "$tmp/again" 2>&1 | result "$name: twice the same bytes"
	sed -n 's/^COUNT([^,]*, "\([^"]*\)".*/\1/p' sim/runtime/stats.def > "$tmp/counts"
	for run in together sequence functional; do
		values "$tmp/$run" "$tmp/counts" > "$tmp/$run.counts"
	done
	[ "$(wc -l < "$tmp/together.counts")" -gt 100 ] || echo "few counts" | result "$name: there are counts"
	diff "$tmp/together.counts" "$tmp/sequence.counts" | result "$name: the counts of each launch are those in sequence"
	diff "$tmp/together.counts" "$tmp/functional.counts" | result "$name: the counts of each launch are those without time"
	printf '%s\n' simt__launch_start.cycle simt__launch_end.cycle > "$tmp/times"
	for run in together sequence; do
		values "$tmp/$run" "$tmp/times" | awk '$3 ~ /start/ { start[$1] = $4; next }
			{ if ($1 == last && start[$1] < end) found = 1; end = $1 == last && end > $4 ? end : $4; last = $1 }
			END { print found ? "overlap" : "one after another" }' > "$tmp/$run.overlap"
	done
	echo overlap | diff - "$tmp/together.overlap" | result "$name: some launches run at a time"
	echo one after another | diff - "$tmp/sequence.overlap" | result "$name: with concurrent_launches=1 none do"
done
[ "$n" -ge 10 ] || echo "workloads with streams were not found" | result "workloads with streams"

finish
