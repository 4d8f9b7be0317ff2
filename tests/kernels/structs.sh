#!/bin/bash
# Structures by their fields in args: what a kernel finds in them, in both modes, and that --split writes them so that they can be read again.
# Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

for mode in cycle functional; do
	"$program" --quiet --mode $mode tests/kernels/structs.csv 2>&1 > /dev/null | result "$mode mode: fields and pointers are where C puts them"
done

# the same bytes by name and by hand
"$program" --quiet --mode functional --per-pc tests/kernels/structs.csv --only places > "$tmp/named.csv"
sed 's|in:struct(half:u16=50000 real:f64=0.25)|bytes[7]=hex(00000000000000) struct(u16=0xc350 bytes[6]=hex(000000000000) u64=0x3fd0000000000000)|
	s|structs.cubin|'"$root"'/tests/kernels/structs.cubin|' tests/kernels/structs.csv > "$tmp/structs.csv"
"$program" --quiet --mode functional --per-pc "$tmp/structs.csv" --only places > "$tmp/bytes.csv"
diff "$tmp/named.csv" "$tmp/bytes.csv" | result 'padding may be written out'

# a kernel that is divided: later parts name the buffers that the first one makes
mkdir "$tmp/split"
{
	"$program" --quiet --mode functional --split auto --split-launches 2 --split-to "$tmp/split" tests/kernels/structs.csv --only listed > "$tmp/out" 2>&1 ||
		echo "status $?"
	grep -q 'divided into launches .* equal' "$tmp/out" || cat "$tmp/out"
} | result 'a structure in a launch that --split divides'
"$program" --quiet --mode functional "$tmp/split/workload.csv" 2>&1 > /dev/null | result 'what --split-to writes of it runs'
has "$tmp/split/workload.csv" 'w:struct\(kind:s32\[1024\]=bernoulli\(0.5\) struct\(o:s32\[1024\] rounds:s32=8\+12\)\)' \
	',bytes\[24\]=hex\(&kind  &o 1400000000000000\) ' | result 'and its later parts name the buffers'
finish
