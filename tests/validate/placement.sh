#!/bin/bash
# Where H200s placed blocks (validate/data/h200/placement/): rule gpc of parameter block_placement says it block by block for waves and
# parts of waves, each launch going on from the one recorded before it, and no other rule comes near; validate/gpcs.sh reads the layout of a
# GPU off its record. With SIMT_TEST_QUICK one recording of each kind, and a sample of its launches. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
data=validate/data/h200/placement
export PREDICTED=$tmp/said
cases='full-1024 part-18 part-66 part-131 part-200' cold='full-32 waves-2112 waves-400-shared-1 plane' on_h100='full-1024 part-131'
gpus='two GPUs'
every_case="$cases" every_cold="$cold" every_h100="$on_h100"
# with SIMT_TEST_QUICK: two of them, and one GPU
two_of() { # CASE...: two, for each SIMT_SEED others
	local first

	first=$(($(sample_choice 0 $#) + 1))
	echo "${!first} ${*:first % $# + 1:1}"
}
[ -z "${SIMT_TEST_QUICK-}" ] || cases=$(two_of $cases) cold=$(two_of $cold) on_h100=$(two_of $on_h100) gpus='a GPU'
# is_among CASE LIST TEXT: else the result is that it is left out
is_among() {
	[[ " $2 " == *" $1 "* ]] && return 0
	left_out "$3"
	return 1
}
# shellcheck disable=SC2086
scores=$(bash validate/placement.sh "$program" $data/bac0b368-1.csv.gz $cases) || exit 99
# shellcheck disable=SC2086
other=$([ "${SIMT_TEST_QUICK-}" ] && echo "$scores" || bash validate/placement.sh "$program" $data/77d0a96a-2.csv.gz $cases) || exit 99
details=$tmp/scores

every() { # CASE
	printf '%s\n' "$scores" | grep ',all,' > "$details"
	for score in "$scores" "$other"; do
		printf '%s\n' "$score" | awk -F, -v c="$1" '$1 == "gpc" && $2 == c { fine = $3 > 0 && $3 == $4 } END { exit !fine }' || return 1
	done
}
for case in $every_case; do
	is_among "$case" "$cases" "gpc: every block of $case, on $gpus" || continue
	every "$case"
	result $? "gpc: every block of $case, on $gpus"
done
for rule in fewest room round-robin in-order; do
	printf '%s\n' "$scores" | awk -F, -v r=$rule '$1 == r && $2 == "all" { fine = $3 > 0 && $4 < $3 / 10 } END { exit !fine }'
	result $? "$rule: less than a tenth of the blocks"
done
# another day, without a warm-up: what a program launches first, and launches of several waves with what comes behind them
# shellcheck disable=SC2086
scores=$(PREDICTED=$tmp/cold bash validate/placement.sh "$program" $data/d3cb2680-cold-1.csv.gz $cold) || exit 99
other=$scores
for case in $every_cold; do
	is_among "$case" "$cold" "gpc: every block of the first wave of $case, where nothing ran unrecorded" || continue
	every "$case"
	result $? "gpc: every block of the first wave of $case, where nothing ran unrecorded"
done
layout() { grep -E '^(sms|tpc_sms|gpc_[1-8]),' | cut -d, -f1,2; }
layout < sim/machines/h200.csv > "$tmp/machine"
laid_out() {
	for record in $data/*-clusters.csv.gz; do
		bash validate/gpcs.sh "$record" | layout | cmp -s - "$tmp/machine" || return 1
	done
}
laid_out
result $? "gpcs.sh: each H200 recorded is laid out as machines/h200.csv says"
# An H100 is laid out alike, and its blocks go where the rule says.
record=validate/data/h100/placement/fbdf3df8
{ echo parameter,value,unit,source && bash validate/gpcs.sh $record-clusters.csv.gz; } > "$tmp/rows"
grep -vxFf validate/data/h100/known.csv "$tmp/rows" > "$tmp/missing"
[ ! -s "$tmp/missing" ] && layout < "$tmp/rows" | cmp -s - <(layout < sim/machines/h100.csv)
result $? "gpcs.sh: the H100 is laid out as its known.csv and machines/h100.csv say"
# shellcheck disable=SC2086
scores=$(PREDICTED=$tmp/h100 SIMT_OPTIONS='--machine h100' bash validate/placement.sh "$program" $record-1.csv.gz $on_h100) || exit 99
other=$scores
for case in $every_h100; do
	is_among "$case" "$on_h100" "gpc: every block of $case on the H100" || continue
	every "$case"
	result $? "gpc: every block of $case on the H100"
done
# 12 SMs: GPC 0 of two TPCs, GPC 1 of three, the last TPC apart; then one whose SM 8 goes with the wrong GPC
printf '# NVIDIA, GPU-a, b\ncase,sms\nclusters-2,0 1 2 3 4 5 6 7 8 9 10 11\nclusters-4,0 1 4 5 2 3 6 7\nclusters-8,2 3 6 7 8 9 2 3\n' > "$tmp/a"
sed 's/2 3 6 7 8 9 2 3/2 3 6 7 10 11 2 3/' "$tmp/a" > "$tmp/b"
[ "$(bash validate/gpcs.sh "$tmp/a" | layout | head -n 5 | tr '\n' ' ')" = 'sms,12 tpc_sms,2 gpc_1,2 gpc_2,3 gpc_3,0 ' ] &&
	! bash validate/gpcs.sh "$tmp/b" > /dev/null 2> "$tmp/err" && grep -q 'SM 8 is not of the GPC' "$tmp/err"
result $? "gpcs.sh: another layout, and one that no parameters say"
# beside another launch: 132 blocks that keep off the SMs of 16, and all together
RULES=gpc bash validate/placement-beside.sh "$program" validate/data/h200/placement/60595538-beside-c.csv.gz > "$tmp/beside" || exit 99
awk -F, '$3 == "16-256-132-128: a b" && $4 == 132 && $5 == 132 { n++ } $3 == "all" && $4 > 2000 && $5 > 0.97 * $4 { n++ } END { exit n != 2 }' "$tmp/beside"
result $? "gpc: launches beside others"
finish
