#!/bin/bash
# Pages of simt-plot --report in headless Chromium: those of doc/reports, and some that are made here, of results, of recordings and of both. What is
# checked is in reports.py. `make chromium-check` runs it; `make check` does not, since it takes a browser. Pictures go to $SIMT_PICTURES, where that is set. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
plot=$build/simt-plot

# Debian's selenium is one of Debian's python, which may not come first.
for python in python3 /usr/bin/python3; do
	"$python" -c 'import selenium' 2> /dev/null && break
	python=
done
if [ -z "$python" ] || ! command -v chromedriver > /dev/null || ! command -v chromium > /dev/null; then
	echo '1..0 # SKIP this needs a browser; Debian: apt-get install chromium chromium-driver python3-selenium'
	exit 77
fi

# make NAME ARGUMENT...: runs simt-sim with these, and makes NAME.html of its result and its recording.
make_page() {
	"$program" --quiet --explain --json="$tmp/$1.json" --record "$tmp/$1.rec" "${@:2}" > "$tmp/said" 2>&1 || cat "$tmp/said"
	"$plot" --report "$tmp/$1.html" "$tmp/$1.json" "$tmp/$1.rec" 2>&1
}

w=$root/workloads
made=$(make_page diverges "$w/dynamic-work/dynamic-work.csv" --only naive-8 --let blocks=4 --let items=512 --sms 1
	make_page barriers "$w/tiled-matmul/tiled-matmul.csv" --only checked-16-125 --only checked-32-50
	make_page wide "$w/dynamic-work/dynamic-work.csv" --only naive-8 --let blocks=2 --let items=256 --sms 1 --warp 64
	make_page many "$w/branch-patterns/branch-patterns.csv" --only "*-kept-1-*"
	"$plot" --report "$tmp/recording.html" "$tmp/barriers.rec" 2>&1
	"$plot" --report "$tmp/result.html" "$tmp/diverges.json" 2>&1
	"$plot" --report "$tmp/two.html" "$tmp/diverges.json" "$tmp/wide.json" 2>&1)
[ -z "$made" ] || { echo "Bail out! pages are not made: $made"; exit 99; }
mkdir -p "${SIMT_PICTURES:=$tmp/pictures}"
pages=("$tmp"/{diverges,barriers,wide,many,recording,result,two}.html)
for page in doc/reports/*.html; do
	[ ! -e "$page" ] || pages+=("$root/$page")
done
"$python" tests/browser/reports.py --prove --pictures "$SIMT_PICTURES" "${pages[@]}"
