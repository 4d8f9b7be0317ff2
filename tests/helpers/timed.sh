#!/bin/bash
# timed.sh COMMAND [ARGUMENT...]: runs a test, the last word of what it is given, and keeps what it took in $builddir/tests/NAME.time: its name,
# seconds of CPU (its own and those of all that it waited for), seconds by the clock, exit status. `make check` runs every test by it. The
# status is the test's. Where the test takes a sample of its cases, its log says which first.
test=${!#}
test=tests/${test##*tests/}
[ -z "${SIMT_TEST_QUICK-}" ] || echo "# a sample of the cases: SIMT_TEST_QUICK=$SIMT_TEST_QUICK SIMT_SEED=${SIMT_SEED-0}"
file=${builddir:-.}/$test.time
began=$EPOCHREALTIME
"$@"
status=$?
ended=$EPOCHREALTIME
mkdir -p "${file%/*}" && times > "$file~" &&
	cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "[ms]"); t += 60 * part[1] + part[2] } printf "%.2f", t }' "$file~") &&
	LC_ALL=C printf '%s,%s,%.2f,%d\n' "$test" "$cpu" "$(((${ended/[.,]/} - ${began/[.,]/}) / 10000))e-2" "$status" > "$file~" && mv "$file~" "$file"
exit "$status"
