#!/bin/bash
# Pairs of kernels (workloads/compare-pairs): simt-diff names the changed line first, in at least 18 of 20 that are slower, and no line in 20
# that differ in nothing that costs time. Of the pairs a sample is run where tests are quick; then at most one of them may be missed. And what
# it says of results without line information, of launches that fail, and of mistakes. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

diff=$build/simt-diff
pairs=workloads/compare-pairs

# The line of a header that has a macro.
line_of() { # MACRO HEADER
	grep -nE "\\b$1\\b" "$pairs/$2" | grep -v ':#' | cut -d : -f 1
}

# The first line of each launch of a result of simt-diff: "CASE VERDICT FILE:LINE".
first_lines() { # FILE
	python3 -c '
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    for launch in json.load(f)["launches"]:
        first = (launch["lines"] or [{}])[0]
        at = first.get("after", first.get("before", {}))
        print(launch["after"]["case"], launch["verdict"], os.path.basename(at.get("file", "none")) + ":" + str(at.get("line", 0)))
' "$1"
}

names=() macros=() headers=() chosen=() only=()
while IFS=, read -r technique variant case rest; do
	names+=("$case")
	macros+=("$technique")
	headers+=("$variant")
done < <(sed '/^#/d; /^technique,/d' "$pairs/pairs.csv")
for ((i = 0; i < ${#names[@]}; i++)); do
	chosen[i]=no
	sampled $i 4 && chosen[i]=yes && only+=(--only "${names[i]}")
done

"$diff" --quiet --workload "$pairs/pairs.csv" "${only[@]}" --json="$tmp/all.json" "$pairs/pairs-before.cubin" "$pairs/pairs-after.cubin" \
	2>&1 > "$tmp/text" | result 'simt-diff runs all that are in the sample'
first_lines "$tmp/all.json" > "$tmp/found"
slower=0 named=0
: > "$tmp/missed"
for ((i = 0; i < ${#names[@]}; i++)); do
	if [ "${macros[i]}" = none ]; then
		if [ "${chosen[i]}" = no ]; then
			left_out "${names[i]}: no line"
		else
			awk -v name="${names[i]}" '$1 == name && ++n && (($2 != "same" && $2 != "even") || $3 != "none:0") { print $2, $3 }
				END { if (n != 1) print n + 0 " launches" }' "$tmp/found" | result "${names[i]}: no line"
		fi
		continue
	fi
	[ "${chosen[i]}" = yes ] || continue
	slower=$((slower + 1))
	grep -qx "${names[i]} slower ${headers[i]}:$(line_of "${macros[i]}" "${headers[i]}")" "$tmp/found" && named=$((named + 1)) ||
		echo "${names[i]}: $(grep "^${names[i]} " "$tmp/found"), not line $(line_of "${macros[i]}" "${headers[i]}")" >> "$tmp/missed"
done
# in a sample one pair may be missed
[ $slower -gt 0 ] && [ $named -ge $((slower - (slower < 20 ? 1 : 2))) ]
result $? "the changed line is first in 18 of 20 pairs" "$tmp/missed"

# Pairs that the rules were not made with.
only=() slower=0 named=0 i=0
: > "$tmp/missed"
while IFS=, read -r technique variant case rest; do
	sampled $((i++)) 4 && only+=(--only "$case")
done < <(sed '/^#/d; /^technique,/d' "$pairs/others.csv")
"$diff" --quiet --workload "$pairs/others.csv" "${only[@]}" --json="$tmp/others.json" "$pairs/others-before.cubin" "$pairs/others-after.cubin" \
	2>&1 > "$tmp/text" | result 'simt-diff runs all of the others that are in the sample'
first_lines "$tmp/others.json" > "$tmp/found"
while IFS=, read -r technique variant case rest; do
	grep -q "^$case " "$tmp/found" || continue
	slower=$((slower + 1))
	grep -qE "^$case [a-z]+ $variant:$(line_of "$technique" "$variant")\$" "$tmp/found" && named=$((named + 1)) ||
		echo "$(grep "^$case " "$tmp/found"), not line $(line_of "$technique" "$variant")" >> "$tmp/missed"
done < <(sed '/^#/d; /^technique,/d' "$pairs/others.csv")
[ $slower -ge 1 ] && [ $named -ge $((slower - 4)) ]
result $? "the changed line is first in 26 of 30 others" "$tmp/missed"

# One launch, as a result that is kept; without lines; and against a changed machine.
run=(--quiet --only stencil-double "$pairs/pairs.csv")
"$program" "${run[@]}" --json="$tmp/before.json" --per-pc="$tmp/pc.csv" > "$tmp/table"
"$program" "${run[@]}" --json="$tmp/after.json" --per-pc="$tmp/pc.csv" --sms 66 > "$tmp/table" 2>&1
"$diff" "$tmp/before.json" "$tmp/before.json" > "$tmp/said"
has "$tmp/said" '1 launch, 1 without a difference' | result 'a result and itself: no difference'
"$diff" "$tmp/before.json" --quiet --only stencil-double "$pairs/pairs.csv" > "$tmp/said"
has "$tmp/said" '1 launch, 1 without a difference' | result 'a result and the workload that it is of: no difference'
for side in before after; do
	python3 -c '
import json, sys
result = json.load(sys.stdin)
for case in result["cases"]:
    for launch in case["launches"]:
        for i in launch["instructions"]:
            for key in ("file", "line", "inlined"):
                i.pop(key, None)
json.dump(result, sys.stdout)' < "$tmp/$side.json" > "$tmp/$side-no-lines.json"
done
"$diff" "$tmp/before-no-lines.json" "$tmp/after-no-lines.json" > "$tmp/said"
has "$tmp/said" 'no line information' 'first: 0x[0-9a-f]{4}: ' ' 0x[0-9a-f]{4} +[A-Z@]' | result 'without line information: by instruction, and it says so'
"$diff" "$tmp/before.json" "$tmp/after-no-lines.json" > "$tmp/said"
has "$tmp/said" 'One of the cubins has no line information' ' 0x[0-9a-f]{4} +[A-Z@]' | result 'line information on one side alone'
# what it accesses is told where that has changed
"$diff" --quiet --workload "$pairs/pairs.csv" --only transpose-column --only scan-conflicts --json="$tmp/accesses.json" "$pairs/pairs-before.cubin" \
	"$pairs/pairs-after.cubin" > "$tmp/said" 2>&1
{
	has "$tmp/said" 'first: transpose\.cuh:27: .*; sectors 32,768 -> 262,144, 1\.00 -> 8\.00 times the ideal number' \
		'first: scan\.cuh:24: .*; wavefronts of shared memory 30,096 -> 240,768, 1\.00 -> 8\.00 times the ideal number'
	has "$tmp/accesses.json" '"sectors_ideal": 32768'
} | result 'sectors and wavefronts of a line, where they are farther from the ideal'
diff <("$diff" - "$tmp/after.json" < "$tmp/before.json" | sed 1d) <("$diff" "$tmp/before.json" "$tmp/after.json" | sed 1d) |
	result '- is a result on standard input'
# of three launches one faults on one side
for length in 64 8; do
	{
		echo 'case,module,kernel,grid,block,args'
		for case in one two; do
			echo "$case,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a:f32[$([ $case = two ] && echo $length || echo 64)] b:f32[64] c:f32[64] n:s32=64"
		done
	} > "$tmp/length-$length.csv"
done
"$diff" --quiet "$tmp/length-64.csv" "$tmp/length-8.csv" > "$tmp/said" 2>&1
status=$?
{
	[ $status = 4 ] || echo "status $status"
	has "$tmp/said" '2 launches, 1 that did not come to' '1 without a difference' 'two \(vecadd\): did not come to its end: ok before, fault after' \
		"'a' has 8 elements and needs at least 64"
} | result 'a launch that faults does not hide the others'
"$program" --quiet --only stencil-double "$pairs/pairs.csv" --mode functional --json="$tmp/functional.json" --per-pc="$tmp/pc.csv" > "$tmp/table"
"$diff" "$tmp/functional.json" "$tmp/functional.json" > "$tmp/said"
has "$tmp/said" 'without a difference' | result 'results without time'

# The gate.
"$diff" "$tmp/before.json" "$tmp/after.json" --fail-slower 0.1% > "$tmp/said"
result $(($? == 1 ? 0 : 1)) '--fail-slower: status 1 where a launch is slower' "$tmp/said"
has "$tmp/said" '^too slow: stencil-double' | result '--fail-slower: it names the launch'
"$diff" "$tmp/before.json" "$tmp/after.json" --fail-slower 1000 > "$tmp/said"
result $? '--fail-slower: status 0 where none is slower by as much' "$tmp/said"
"$diff" "$tmp/before.json" "$tmp/after.json" --markdown --fail-slower 0.1% > "$tmp/said"
has "$tmp/said" '^### Simulated time: 1 launch more than 0.1 % slower' '^\| stencil-double ' '^<details>' | result '--markdown'

# One launch that fails does not hide the others.
"$diff" --quiet tests/bad/fault-then-more.csv tests/bad/fault-then-more.csv --machine tiny > "$tmp/said" 2> "$tmp/told"
status=$?
{
	[ $status = 4 ] || echo "status $status"
	has "$tmp/said" '5 launches, 2 that did not come to their end, 3 without a difference' 'faulty.*fault before, fault after'
} | result 'a launch that fails does not hide others'

# Nor does one that cannot be run: each cubin lacks some of the kernels. As two are left on one side and one on the other, none is matched.
cat > "$tmp/three.csv" << END
case,module,kernel,grid,block,args
one,$root/$pairs/pairs-before.cubin,reduction_modulo,4,256,in:f32[4096] out:f32[4] n:s32=4096
two,$root/$pairs/pairs-before.cubin,scan_steps,4,256,in:f32[1024] out:f32[1024]
three,$root/$pairs/pairs-before.cubin,vecadd,4,256,a:f32[1024] b:f32[1024] c:f32[1024] n:s32=1024
END
"$diff" --quiet --workload "$tmp/three.csv" "$pairs/pairs-before.cubin" workloads/vecadd/vecadd.cubin > "$tmp/said" 2> "$tmp/told"
status=$?
{
	[ $status = 3 ] || echo "status $status"
	has "$tmp/told" "reduction_modulo" "vecadd"
	has "$tmp/said" '^only before: one .*, two' '^only after: three'
} | result 'a kernel that a cubin lacks is told, and does not hide others'

mistake() { # STATUS PATTERN ARGUMENT...
	local wanted=$1 pattern=$2

	shift 2
	"$diff" "$@" > "$tmp/said" 2>&1
	[ $? = "$wanted" ] || echo "not status $wanted"
	has "$tmp/said" "$pattern"
}
{
	mistake 2 'two are compared' "$tmp/before.json"
	mistake 2 'has to end in' "$tmp/before.json" "$tmp/pc.txt"
	mistake 2 'this is source code; nvcc -cubin -arch=sm_90 makes a cubin of it' "$tmp/before.json" workloads/vecadd/vecadd.cu
	mistake 2 'standard input can be one of the two' - -
	mistake 2 '--workload has to say' "$tmp/before.json" "$pairs/pairs-after.cubin"
	mistake 2 '--workload has no effect' --workload "$pairs/pairs.csv" "$tmp/before.json" "$tmp/after.json"
	mistake 2 'a number of per cent' --fail-slower much "$tmp/before.json" "$tmp/after.json"
	cp workloads/vecadd/vecadd.c* "$tmp"
	cp "$tmp/vecadd.csv" "$tmp/other.csv"
	mistake 2 '/vecadd.csv is an input' --workload "$tmp/vecadd.csv" "$pairs/pairs-before.cubin" "$tmp/vecadd.cubin" --json="$tmp/vecadd.csv"
	mistake 2 '/vecadd.cubin is an input' "$tmp/vecadd.csv" "$tmp/other.csv" --markdown="$tmp/vecadd.cubin"
	mistake 2 '/pc.csv is an input' --machine "$tmp/pc.csv" "$tmp/vecadd.csv" "$tmp/other.csv" --json="$tmp/pc.csv"
	mistake 2 'both' --markdown --json "$tmp/before.json" "$tmp/after.json"
	mistake 3 'no-such.json' "$tmp/no-such.json" "$tmp/after.json"
	echo 'a,b' > "$tmp/other.json"
	mistake 3 'other.json:1:1: this is no result of simt-sim' "$tmp/other.json" "$tmp/after.json"
} | result 'mistakes are told'
finish
