#!/bin/bash
# Issue banks on shipped workloads, on the machine h200.
#  - workloads/half-warp: a split along the banks costs nothing with independent banks, any other split costs what the paths together
#    take, and in lockstep every split does.
#  - With one bank no two splits can run at a time: independent banks and skipped groups then give the same results, to the byte. The two
#    ways have little code in common.
#  - What is counted does not depend on whether a client of the event tap looks on.
# Instructions and constants are always there (icache=off), as they are with independent banks, so that the modes can be compared.
# Ratios are held to 0.05 on both sides of 1, 2 and 3 or, where paths share more than that, of what an H200 measured at n = 4000
# (validate/data/h200/half-warp-full-launches.csv): nested 2.92 with one warp and 2.86 with 32, even lanes against odd ones with 32 warps 1.90.
# Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f

# cycles MODE POLICY OPTION...: prints the cycles of each case.
cycles() {
	local mode=$1 policy=$2

	shift 2
	"$program" --csv --quiet --set icache=off --set launch_start=0 --bank-issue "$mode" --reconvergence "$policy" "$@" workloads/half-warp/half-warp.csv | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		$column["metric"] == "sm__cycles_elapsed.max" && $column["launch"] == "" { print $column["case"], $column["value"] }'
}

# ratio MODE POLICY CASE LOW HIGH: cycles of the case over those of the undivided warps.
ratio() {
	local got

	got=$(awk -v case="$3" -v whole="whole-${3#*-}" '{ c[$1] = $2 } END { if (c[whole]) printf "%.3f", c[case] / c[whole] }' "$tmp/$1.$2")
	if awk -v x="${got:-0}" -v lo="$4" -v hi="$5" 'BEGIN { exit !(x >= lo && x <= hi) }'; then
		result ok "$1, $2: $3 takes $4 to $5 times as long"
	else
		result 'not ok' "$1, $2: $3 takes ${got:-?} times as long, not $4 to $5"
	fi
}

for policy in barrier stack; do
	for mode in lockstep independent; do
		cycles $mode $policy > "$tmp/$mode.$policy"
	done
	for warps in 1 32; do
		ratio lockstep $policy half-$warps 1.95 2.05
		ratio independent $policy half-$warps 0.99 1.03
		ratio independent $policy quarter-$warps 1.95 2.05
	done
	ratio lockstep $policy nested-1 2.87 2.97
	ratio lockstep $policy nested-32 2.81 2.91
	ratio independent $policy even-1 1.95 2.05
	ratio independent $policy even-32 1.85 1.95
	ratio independent $policy nested-1 1.95 2.05
	# b no longer meets a1 in every slot once a1 has company in the other warps, and the pipes of a bank take first what waits longest
	ratio independent $policy nested-32 1.95 2.45
done

# a warp that keeps on, but not behind the hint to yield: paths that run beside each other stay together
cycles independent barrier --set greedy=yield > "$tmp/independent.yield"
for warps in 1 32; do
	ratio independent yield half-$warps 0.99 1.03
	ratio independent yield quarter-$warps 1.95 2.05
done
ratio independent yield nested-32 1.95 2.45

# same TEXT WORKLOAD OPTION...
same() {
	local text=$1 file=$2

	shift 2
	for mode in skip independent; do
		# the column of the swept parameter says the mode
		"$program" --csv --quiet --set icache=off --banks 1 --bank-issue $mode "$@" "workloads/$file" | sed "s/,$mode,/,/" > "$tmp/$mode"
	done
	if [ -s "$tmp/skip" ] && cmp -s "$tmp/skip" "$tmp/independent"; then
		result ok "$text: one bank, independent or with idle groups skipped"
	else
		result 'not ok' "$text: one bank, independent or with idle groups skipped"
		diff "$tmp/skip" "$tmp/independent" | head -n 5 | sed 's/^/# /'
	fi
}

for policy in barrier stack; do
	same "vecadd, $policy" vecadd/vecadd.csv --let n=65536 --reconvergence $policy
	same "dynamic work, $policy" dynamic-work/dynamic-work.csv --only '*-1' --only dynamic-4 --let blocks=4 --let items=1024 --reconvergence $policy
	same "path unification, $policy" path-unification/path-unification.csv --only '*-10-4' --let blocks=2 --reconvergence $policy
done
same "registers, pipes and queues at their limits" micro/placed.csv --only 'ports*-32-10' --only 'reuse*-32-10' --only 'four*-32-10'
same "path unification, greedy=yield" path-unification/path-unification.csv --only '*-10-4' --let blocks=2 --set greedy=yield
same "probes" probes/probes.csv --only '*-1-64'
same "random control flow" probes/random.csv --only 'random-?-1' --only 'random-??-1'

# watched TEXT OPTION...: an observer changes nothing.
watched() {
	local text=$1 work

	shift
	work=(workloads/dynamic-work/dynamic-work.csv --only '*-1' --let blocks=2 --let items=512)
	"$program" --csv --quiet "$@" "${work[@]}" > "$tmp/plain"
	"$program" --csv --quiet --check-races "$@" "${work[@]}" > "$tmp/watched"
	if [ -s "$tmp/plain" ] && cmp -s "$tmp/plain" "$tmp/watched"; then
		result ok "$text: the same results when watched"
	else
		result 'not ok' "$text: the same results when watched"
	fi
}

watched 'independent banks' --bank-issue independent
watched 'ideal' --reconvergence ideal
finish
