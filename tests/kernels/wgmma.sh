#!/bin/bash
# Products by matrix instructions of a group of warps leave what a device left, byte for byte, in functional mode and in cycle mode, with other
# schedulers and policies; other widths of warps refuse them in a sentence. validate/data/h200/wgmma-outputs.csv.gz is from an H100. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# left ARGUMENT...: how the contents of buffers differ from those of the device
left() {
	"$program" --quiet --csv=/dev/null --outputs="$tmp/outputs" "$@" workloads/general/wgmma.csv > "$tmp/out" 2>&1 || cat "$tmp/out"
	diff <(grep -v '^#' "$tmp/outputs") <(gzip -cd validate/data/h200/wgmma-outputs.csv.gz | grep -v '^#') | head -n 5
}

left --mode functional | result 'functional mode'
left --jobs 1 | result 'cycle mode'
left --reconvergence stack --scheduler lrr | result 'policy stack, scheduler lrr'
for mode in functional cycle; do
	"$program" --quiet --warp 16 --mode $mode --only f16_64x64 workloads/general/wgmma.csv > "$tmp/out" 2>&1
	[ $? = 4 ] || echo "$mode: other status"
	grep -q 'a matrix instruction needs all 32 lanes of a warp' "$tmp/out" || head -n 3 "$tmp/out"
done | result 'warps of 16 threads'

finish
