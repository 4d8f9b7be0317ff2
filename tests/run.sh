#!/bin/bash
# run.sh FOLDER [MAKE-ARGUMENT...]: `make check` in a build folder. Says first what will run and how long that will take, then, every 20 tests
# or 30 seconds, how far it is, at once what has failed, and at the end the logs of what failed, which tests took most, what was skipped and
# why, and the numbers. What make prints goes to FOLDER/check.log. The status is 0 where every test passed and none is missing
# (tests/count.sh). $SIMT_SLOWNESS is how many times as long the tests take there as in a build without options; 1 by default.
#
# The seconds that are expected are those that the tests took last in this folder, if as many cases ran, or else those of tests/expected.csv.
set -uf
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd) || exit 99
folder=$(cd "${1:?a build folder}" && pwd) || exit 99
shift
cores=$(nproc 2> /dev/null || echo 1)
export srcdir=${here%/*} builddir=$folder
log=$folder/check.log
watcher=

# make and the tests are in the foreground, so that Ctrl-C ends them; this goes when they have.
stop() {
	[ -z "$watcher" ] || kill "$watcher" 2> /dev/null
	[ -z "${1-}" ] || {
		trap - "$1"
		echo "interrupted; what has run is in $log"
		kill -s "$1" $$
	}
}
trap stop EXIT
trap 'stop INT' INT
trap 'stop TERM' TERM

# minutes SECONDS: in words
minutes() {
	if [ "$1" -ge 60 ]; then
		printf '%d:%02d minutes' $(($1 / 60)) $(($1 % 60))
	else
		echo "$1 seconds"
	fi
}

# Every test that has ended since this began, a line each: name,CPU,clock,status.
done_tests() {
	find "$folder/tests" -name '*.time' -newer "$folder/check.began" -exec cat {} + 2> /dev/null
}

# watch TESTS SECONDS: tells how far it is; ends when it is killed.
watch() {
	local began=$SECONDS last=$SECONDS last_count=0 told=' ' count name status left

	while sleep 1; do
		done_tests > "$folder/check.done"
		while IFS=, read -r name _ _ status; do
			[ "$status" != 0 ] && [[ $told != *" $name "* ]] || continue
			echo "  FAILED: $name"
			told+="$name "
		done < "$folder/check.done"
		count=$(wc -l < "$folder/check.done")
		[ $((SECONDS - last)) -ge 30 ] || [ "$count" -ge $((last_count + 20)) ] || continue
		# what is left, at the pace of what has run
		left=$(awk -F, -v all="$2" -v past=$((SECONDS - began)) -v cores="$cores" '
			FILENAME == "-" { done += seconds[$1]; n++; next }
			{ seconds[$1] = $3 }
			END { print int(done > 10 ? (all - done) * past / done : all / cores - past) }' "$folder/check.expected" - < "$folder/check.done")
		echo "  $count of $1 tests after $(minutes $((SECONDS - began))), about $(minutes $((left > 0 ? left : 0))) to go"
		last=$SECONDS last_count=$count
	done
}

# What each test is expected to take: test,,seconds
if [ -s "$folder/times.csv" ] && [ "$(cat "$folder/check.sample" 2> /dev/null)" = "${SIMT_TEST_QUICK-whole}" ]; then
	awk -F, -v OFS=, 'NR == FNR { took[$1] = $2; next } FNR > 1 && ($1 in took) { $3 = took[$1] } { print }' \
		"$folder/times.csv" "$srcdir/tests/expected.csv" > "$folder/check.expected"
else
	awk -F, -v OFS=, -v k="${SIMT_SLOWNESS-1}" -v quick="${SIMT_TEST_QUICK+set}" \
		'FNR > 1 { $3 = k * (quick != "" && $4 != "" ? $4 : $3) } { print }' "$srcdir/tests/expected.csv" > "$folder/check.expected"
fi
echo "${SIMT_TEST_QUICK-whole}" > "$folder/check.sample"
read -r tests cpu <<< "$(make -s --no-print-directory -C "$folder" "$@" list-tests | sed -n 's/^TESTS //p' | tr ' ' '\n' | grep . |
	awk -F, 'FILENAME == "-" { n++; t += seconds[$1]; next } { seconds[$1] = $3 } END { print n + 0, int(t) }' "$folder/check.expected" -)"
echo "$tests tests: about $cpu seconds of CPU, $(minutes $((cpu / cores))) on $cores processors that have nothing else to do"
[ -z "${SIMT_TEST_QUICK-}" ] || echo "  where a test has many cases a sample runs: SIMT_SEED=${SIMT_SEED-0}"
touch "$folder/check.began"
watch "$tests" "$cpu" &
watcher=$!
make -C "$folder" -j"$cores" check "$@" > "$log" 2>&1
status=$?
[ $status -lt 128 ] || exit $status
kill $watcher 2> /dev/null
watcher=

find "$folder" -name '*.trs' -newer "$folder/check.began" -exec grep -l '^:global-test-result: \(FAIL\|ERROR\|XPASS\)' {} + | sort |
	while read -r trs; do
		echo "==== ${trs%.trs}.log"
		grep -v '^ok ' "${trs%.trs}.log" | tail -n 100
	done
SIMT_TESTS=$(make -s --no-print-directory -C "$folder" "$@" list-tests | sed -n 's/^TESTS //p')
export SIMT_TESTS
bash "$here/count.sh" --report
bash "$here/count.sh" || status=1
if grep -qE '^# TOTAL:' "$log"; then
	grep -E '^# (TOTAL|PASS|SKIP|FAIL|ERROR):' "$log"
else
	tail -n 30 "$log"
fi
[ $status = 0 ] || echo "the check failed; the whole log is in $log"
exit $((status != 0))
