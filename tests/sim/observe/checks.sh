#!/bin/bash
# What simt-sim finds in kernels with planted bugs, and that it finds nothing in those without and in the shipped ones. Prints TAP.
#
# tests/checks/planted.csv has one bug in each case; planted.txt is what simt-sim must say of them, with block, thread, PC and source line;
# sanitizer.txt is what compute-sanitizer has said of the same machine code on an H200; ordered.csv has more for --check-races.
# --update rewrites planted.txt and ordered.txt. With SIMT_TEST_QUICK a sample of those that are shipped is looked at, without
# the longest cases, and those with many blocks have eight.
. "${srcdir:-.}/tests/helpers/tap.sh"
checks=(--check-init --check-races --check-barriers)
planted=tests/checks/planted.csv
shipped=0

# found MODE: what is found in planted.csv, into $tmp/MODE; the exit status is that of a fault.
found() {
	"$program" --quiet --csv=- --mode "$1" "${checks[@]}" "$planted" > "$tmp/out" 2> "$tmp/$1"
	[ $? = 4 ]
}

if [ "${1:-}" = --update ]; then
	found cycle && cp "$tmp/cycle" tests/checks/planted.txt
	"$program" --quiet --csv=- --check-races tests/checks/ordered.csv > "$tmp/out" 2> tests/checks/ordered.txt
	exit
fi

found cycle && diff tests/checks/planted.txt "$tmp/cycle" > "$tmp/diff"
result $? 'each planted bug is found, at its thread and line; nothing is found in the clean kernels' "$tmp/diff"

# Case and places of a sentence: in functional mode blocks and warps run in another order, so that another thread may be the first, or
# the second access of two. Remarks, and what is uninitialised only because the race went the other way, are left out.
places() {
	grep -vE 'remark|never written' "$1" | while read -r line; do
		echo "$(sed "s/^case '\([^']*\)'.*/\1/" <<< "$line"): $(grep -oE 'PC 0x[0-9a-f]+' <<< "$line" | sort | tr '\n' ' ')"
	done | sort -u
}
found functional && places "$tmp/functional" > "$tmp/b" && places "$tmp/cycle" > "$tmp/a" && diff "$tmp/a" "$tmp/b" > "$tmp/diff"
result $? 'functional mode finds them at the same places' "$tmp/diff"

# What compute-sanitizer names in a case, "PC 0x60 (planted.cu:65)", simt-sim must name too.
awk -F': ' -v find=tests/checks/planted.txt '
	BEGIN { while ((getline line < find) > 0) { split(line, quoted, "\047"); said[quoted[2]] = said[quoted[2]] "\n" line } }
	/^[a-z].*: (memcheck|initcheck|racecheck|synccheck), exit/ { name = $1; next }
	match($0, /\+0x[0-9a-f]+ in planted\.cu:[0-9]+/) {
		split(substr($0, RSTART + 1, RLENGTH - 1), place, " in ")
		total++
		want = "PC " place[1] " (" place[2] ")"
		if (!index(said[name], want))
			print name ": compute-sanitizer names " want
	}
	END { if (total < 20) print "sanitizer.txt names only " total " places" }
' tests/checks/sanitizer.txt > "$tmp/missing" 2>&1 && [ ! -s "$tmp/missing" ]
result $? 'what compute-sanitizer finds on an H200 is found' "$tmp/missing"

# Kernels in pairs: what orders the accesses of one is missing in the other.
"$program" --quiet --csv=- --check-races tests/checks/ordered.csv > "$tmp/out" 2> "$tmp/ordered"
[ $? = 4 ] && diff tests/checks/ordered.txt "$tmp/ordered" > "$tmp/diff"
result $? 'fences, locks, flags, barriers and masks order accesses, and nothing else does' "$tmp/diff"
"$program" --quiet --csv=- --mode functional --check-races tests/checks/ordered.csv > "$tmp/out" 2> "$tmp/b"
[ $? = 4 ] && places "$tmp/b" > "$tmp/bp" && places "$tmp/ordered" > "$tmp/a" && diff "$tmp/a" "$tmp/bp" > "$tmp/diff"
result $? 'functional mode finds the same' "$tmp/diff"

shipped() { # ARGUMENT...
	sampled $((shipped++)) 3 || {
		left_out "nothing is found in ${1##*/}"
		return
	}
	"$program" --quiet --csv=- --mode functional "${checks[@]}" "$@" > "$tmp/out" 2> "$tmp/err" && [ ! -s "$tmp/err" ]
	result $? "nothing is found in ${1##*/}" "$tmp/err"
}
shipped workloads/vecadd/vecadd.csv --let n=65537
long=(--only '*-512') blocks=()
[ -z "${SIMT_TEST_QUICK-}" ] || long=() blocks=(--let blocks=8)
shipped workloads/dynamic-work/dynamic-work.csv --only '*-8' "${long[@]}" "${blocks[@]}"
shipped workloads/dynamic-work/one-warp.csv --only '*-4'
shipped workloads/path-unification/path-unification.csv --only '*-10-1' --only '*-100-4' "${blocks[@]}"
shipped workloads/probes/probes.csv
shipped workloads/local/local.csv
shipped workloads/memory/patterns.csv
# not placed.csv and paths.csv: their kernels reach block barriers with parts of warps, and take locks without a fence, on purpose
for name in random unseen math memory; do
	shipped "workloads/probes/$name.csv"
done
shipped workloads/half-warp/half-warp.csv
shipped workloads/branch-patterns/branch-patterns.csv --only '*-1-50' --only '*-8-1' --only 'binned-wide-1' --only '*-8-random'
shipped workloads/fixed-array/fixed-array.csv --only '*-1'
shipped workloads/tiled-matmul/tiled-matmul.csv --let w=50
shipped workloads/alternating-loop/alternating-loop.csv --let n=1024
shipped workloads/reductions/reductions.csv --let 'n=1024|4096' --let 'size=32..1024*2'
shipped workloads/heldout/heldout.csv --only '*-small'
# what each product expects is that of the others of its type, bit for bit
shipped workloads/general/products.csv --let size=256 --only '*_64_64_*' --only '*_registers_*' --only 'f16_128_128_64_*' --only 'wmma_*'

finish
