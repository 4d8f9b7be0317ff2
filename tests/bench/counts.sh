#!/bin/bash
# Instructions of the host per warp instruction, for each class of tests/bench/classes.csv in both modes, against the last ones in
# tests/bench/history.csv. They are the same in each run of the same program, so that 5 % more are a change for the worse. With another
# compiler, C library or valgrind than any row has, or without valgrind, the test is skipped.
# counts.sh --update WHAT: adds rows of this program to the history; WHAT is half a sentence on what has changed.
update=
if [ "${1-}" = --update ]; then
	update=${2:?half a sentence on what has changed}
fi
. "${srcdir:-.}/tests/helpers/tap.sh"
. "$root/tests/bench/classes.sh"

history=${SIMT_BENCH_HISTORY:-$root/tests/bench/history.csv}

command -v valgrind > /dev/null || skip_all 'no valgrind'
tools=$(tools)

# add CLASS MODE ARGUMENT...
add() {
	local class=$1 mode=$2

	shift 2
	host_instructions "$@" || exit 1
	awk -v h="$host" -v n="$inst" -v date="$(date -u +%F)" -v what="$update" -v tools="$tools" -v class="$class" -v mode="$mode" \
		'BEGIN { printf "%s,%s,%s,%s,%s,%d,%.1f\n", date, what, tools, class, mode, n, h / n }'
}
if [ "$update" ]; then
	case $update in *[,\"]*) echo "counts.sh: no comma and no quotation mark in '$update'" >&2; exit 2 ;; esac
	each_class small add > "$tmp/rows" && cat "$tmp/rows" >> "$history"
	exit
fi

# The last figure of a class in a mode with these tools.
last() {
	awk -F, -v tools="$tools" -v class="$1" -v mode="$2" '$3 == tools && $4 == class && $5 == mode { v = $7 } END { print v }' "$history"
}

# compare CLASS MODE ARGUMENT...
compare() {
	local class=$1 mode=$2 before

	shift 2
	before=$(last "$class" "$mode")
	[ "$before" ] || return 0
	host_instructions "$@"
	result $? "$class in $mode mode runs under callgrind" "$tmp/err"
	awk -v h="$host" -v n="$inst" -v before="$before" 'BEGIN {
		if (h / n > 1.05 * before)
			printf "%.1f instructions of the host per warp instruction; %.1f in tests/bench/history.csv\n", h / n, before }' |
		result "$class in $mode mode takes no more than 5 % more instructions of the host than before"
}
grep -qF ",$tools," "$history" || skip_all "no history of $tools"
each_class small compare
finish
