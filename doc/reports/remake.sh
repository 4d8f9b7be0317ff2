#!/bin/bash
# remake.sh FOLDER: makes the pages of doc/reports in a folder, from the source root, with simt-sim, simt-why and simt-plot in PATH. make reports
# calls it; tests/programs/report.sh compares what it makes.
set -e
to=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME ARGUMENT...: $work/NAME.json is the result. Its name is in no command line, so that the page says what people can repeat.
run() {
	simt-sim --quiet --explain --json "${@:2}" > "$work/$1.json"
}
branches=workloads/branch-patterns/branch-patterns.csv
run jump-8-random --only jump-8-random $branches
run jump-8-sorted --only jump-8-sorted $branches
simt-plot --report "$to/jump-8.html" --title 'A switch of eight ways, values in any order and sorted' "$work/jump-8-random.json" "$work/jump-8-sorted.json"

run strided --only strided workloads/causes/advice.csv
simt-plot --report "$to/strided.html" --title 'A copy of every eighth word' "$work/strided.json"

loop=(--let blocks=8 --let items=512 --only naive-8 --only dynamic-8 workloads/dynamic-work/dynamic-work.csv)
run dynamic-work "${loop[@]}"
simt-why --quiet --json "${loop[@]}" > "$work/why.json"
# all of it would make the page twice as large
simt-sim --quiet --record "$work/dynamic-work.rec" --record-cycles 0-9000 "${loop[@]}" > "$work/said"
simt-plot --report "$to/dynamic-work.html" --title 'Trip counts that differ from lane to lane' "$work/dynamic-work.json" "$work/why.json" "$work/dynamic-work.rec"
