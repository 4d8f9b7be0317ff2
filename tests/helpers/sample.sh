# shellcheck shell=bash
# sample.sh: which of many cases take part where SIMT_TEST_QUICK is set, and results of what does not; tests/helpers/tap.sh includes it. $n is
# the number of results so far.

# sample_choice N OF: prints a number below OF that follows from SIMT_SEED and N alone.
sample_choice() {
	local x=$(((${SIMT_SEED:-0} * 2654435761 + $1 * 2246822519) & 0xffffffff))

	x=$(((x ^ x >> 15) * 2246822519 & 0xffffffff))
	x=$(((x ^ x >> 13) * 3266489917 & 0xffffffff))
	echo $(((x ^ x >> 16) % $2))
}

# sampled INDEX OF: whether case number INDEX takes part. All do, but with SIMT_TEST_QUICK=N one of each N x OF that follow each other, from
# a multiple of that on, another one for each SIMT_SEED; sample.h has the same for programs.
sampled() {
	local of=$2

	[ -n "${SIMT_TEST_QUICK+set}" ] || return 0
	case $SIMT_TEST_QUICK in
	[2-9]*) of=$((of * ${SIMT_TEST_QUICK:0:1})) ;;
	esac
	[ "$(sample_choice $(($1 / of)) "$of")" = $(($1 % of)) ]
}

# left_out TEXT: the result of a case that is not in the sample; tests/skips.csv allows it.
left_out() {
	n=$((n + 1))
	echo "ok $n - $1 # SKIP not in the sample of seed ${SIMT_SEED:-0}"
}

# skip_all REASON: the test cannot run here; tests/skips.csv has to allow it.
skip_all() {
	echo "ok 1 - all of it # SKIP $1"
	echo 1..1
	exit 0
}
