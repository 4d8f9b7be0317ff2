#!/bin/bash
# The held-out set is the one that was declared: validate/heldout.csv names every case with hashes of its list, machine code and source.
# Nothing is fitted to it. What its kernels leave in memory, and what they count, is what an H200 measured (validate/data/h200/heldout-*.csv);
# cycles are not looked at here. Prints TAP. The large sizes take SIMT_LONG=1 in the environment (make check-long).
#
# --update writes validate/heldout.csv anew, with today's date for rows that have changed. That is right only before a fit.
. "${srcdir:-.}/tests/helpers/tap.sh"
declared=validate/heldout.csv list=workloads/heldout/heldout.csv
columns=case,list,list_sha256,cubin,cubin_sha256,source,source_sha256,date

sum() { # FILE: which may be kept compressed
	if [ -e "$1" ]; then cat "$1"; else gzip -cd "$1.gz"; fi | sha256sum | cut -d ' ' -f 1
}

# present LIST: what is there now: a row for each case, without the date. The module's column is found by name; no cell before it has a comma.
present() {
	local list=$1 l
	l=$(sum "$list")
	grep -v '^#' "$list" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["case"] "," $at["module"] }' |
		while IFS=, read -r name module; do
			cubin=${list%/*}/$module source=${list%/*}/${module%.cubin}.cu
			echo "$name,$list,$l,$cubin,$(sum "$cubin"),$source,$(sum "$source")"
		done
}
present "$list" > "$tmp/present"

if [ "${1:-}" = --update ]; then
	{
		grep '^#' "$declared"
		echo "$columns"
		while read -r row; do
			grep -xE "${row//./\\.},[0-9-]+" "$declared" || echo "$row,$(date -u +%F)"
		done < "$tmp/present"
	} > "$tmp/new" && cp "$tmp/new" "$declared"
	exit
fi

grep -v '^#' "$declared" | sed 1d > "$tmp/rows"
[ "$(grep -v '^#' "$declared" | head -n 1)" = "$columns" ] && ! grep -qvE ',20[0-9]{2}-[0-9]{2}-[0-9]{2}$' "$tmp/rows"
result $? "$declared has its columns, and a date in each row" "$declared"

sed 's/,[^,]*$//' "$tmp/rows" | sort > "$tmp/a"
sort "$tmp/present" | diff "$tmp/a" - > "$tmp/diff"
result $? 'cases, machine code and sources are those that were declared' "$tmp/diff"

"$program" --list "$list" | sed 1d | cut -d , -f 1 | sort > "$tmp/a"
cut -d , -f 1 "$tmp/rows" | sort | diff - "$tmp/a" > "$tmp/diff"
result $? 'each case is one launch, declared once' "$tmp/diff"

# The operators on tensor cores, on which matrix instructions and copies are judged (doc/tensor.md).
grep -v '^#' validate/operators.csv | sed '1d; s/,[^,]*$//' | diff - <(present workloads/general/operators.csv) > "$tmp/diff"
result $? 'operators on tensor cores, their machine code and sources are those that were declared' "$tmp/diff"
[ "$(grep -c . "$tmp/rows")" -gt 0 ] && ! grep -lE 'operators' validate/training.csv validate/fit.csv sim/machines/*.csv > "$tmp/fitted"
result $? 'no parameter comes from them' "$tmp/fitted"

for size in small large; do
	sed -n "s/-$size,.*//p" "$tmp/rows" | sort -u > "$tmp/$size"
done
diff "$tmp/small" "$tmp/large" > "$tmp/diff" && [ "$(wc -l < "$tmp/small")" -ge 20 ]
result $? 'at least 20 kernels, each in a small and a large size' "$tmp/diff"

# A machine file names the measurement that each value comes from. In training.csv the held-out list is held out, and nothing else names it;
# the first row that a case matches decides, so none of its cases may match a row of the list before.
sets=validate/training.csv
{
	for file in sim/machines/*.csv; do
		sed "s|^|$file: |" "$file" | grep -E 'heldout|held-out|development'
	done
	grep -E 'heldout|development' validate/fit.csv
	grep -v '^#' "$sets" | sed 1d | awk -F, -v list="$list" -v seen=workloads/development/development.csv 'NF != 6 || $1 !~ /^(training|micro|development|held-out)$/ ||
		$2 !~ /^(quick|full|long)$/ || $1 != "held-out" && ($3 == list || $6 ~ /heldout/) ||
		($1 == "development") != ($3 == seen || $6 ~ /development/) { print }
		$3 == list { rows++ } $3 == seen { looked++ }
		END { if (!rows) print list " is in no set"; if (!looked) print seen " is in no set" }'
} > "$tmp/fitted"
[ ! -s "$tmp/fitted" ]
result $? "no parameter comes from the held-out or the development set, no plan names them, and in $sets they are sets of their own" "$tmp/fitted"

log=validate/accuracy-log.csv
awk -F, '/^#/ { next } !head { head = $0; n = NF; ok = head ~ /^date,change,set,launches,/; next } NF != n || $1 !~ /^20[0-9][0-9]-/ { print; ok = 0 }
	END { exit !ok }' "$log" > "$tmp/bad"
result $? "each row of $log has a date, what was changed, and all its numbers" "$tmp/bad"

# ---- against the device ----
data=validate/data/h200 check=$(dirname "$program")/simt-check
# holds TEXT REGEX... -- ARGUMENT...: simt-check says all of these
holds() {
	local text=$1 want=()

	shift
	while [ "$1" != -- ]; do
		want+=("$1")
		shift
	done
	shift
	"$check" --summary --hardware-only "$list" "$@" > "$tmp/out" 2>&1
	for regex in "${want[@]}"; do
		grep -qE "$regex" "$tmp/out" || { result 1 "$text" "$tmp/out" && return; }
	done
	result 0 "$text"
}
counters='^Claimed counters: 37 launches, 36 equal, 1 exempt, 0 failed'
holds 'small sizes: buffers, counters of all but one kernel equal' '^Outputs: 93 of 93 buffers equal' "$counters" -- \
	"$data/heldout-launches.csv" "$data/heldout-outputs.csv" --only '*-small'
if [ -n "${SIMT_LONG:-}" ]; then
	"$program" --quiet --mode functional "--csv=$tmp/large.csv" "$list" --only '*-large' > "$tmp/table" 2> "$tmp/err"
	result $? 'large sizes: sums as expected' "$tmp/err"
	holds 'large sizes: counters of all but one kernel equal' "$counters" -- "$data/heldout-launches.csv" --simulated "$tmp/large.csv" \
		--only '*-large'
	holds 'large sizes with approximations of the hardware: buffers equal' '^Outputs: 4 of 4 buffers equal' -- \
		"$data/heldout-outputs.csv" --only nbody-large --only sigmoid-large
fi

finish
