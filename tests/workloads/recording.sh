#!/bin/bash
# simt-sim --record, and what simt-plot makes of it. Recordings hold what the results of their runs have (recording.py reads them by simt-record(5)), and
# are the same bytes with any number of threads; recording changes no result. Traces keep to their format, and have what the recordings have. Figures are
# drawn. What is left out where there is no room is for tests/workloads/test-recording. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
plot=$build/simt-plot
dynamic=$root/workloads/dynamic-work/dynamic-work.csv
cd "$tmp" || exit 99
# fontconfig, which cairo asks for a font, keeps what it has found until the program ends
echo leak:libfontconfig > leaks
export LSAN_OPTIONS=suppressions=$tmp/leaks:print_suppressions=0

# records NAME SMS ARGUMENT...: NAME.rec and NAME.csv, with the warps of so many SMs; says what is off.
records() {
	"$program" --quiet --csv="$1.csv" --record "$1.rec" --record-sms "$2" "${@:3}" > said 2>&1 || cat said
	"$program" --quiet --csv=plain.csv "${@:3}" > plain 2>&1
	cmp plain said
	cmp plain.csv "$1.csv"
}

# agrees NAME ...: those with the results, and a trace of the first case.
agrees() {
	"$plot" --trace "$1.json${2-}" "$1.rec"
	python3 "$root/tests/workloads/recording.py" "$1.rec" "$1.csv" "$1.json${2-}" > said 2>&1 || cat said
}

{ records dynamic 4 "$dynamic" --only 'naive-8' --only 'dynamic-8' --let blocks=4 --let items=512 --sms 4; agrees dynamic; } | result 'two cases, all SMs'
{ records one 1 "$dynamic" --only naive-128 --let blocks=132 --let items=64; agrees one .gz; } | result 'one SM of many'
{ records stack 1 "$dynamic" --only naive-8 --let blocks=2 --let items=256 --sms 1 --reconvergence stack --warp 16; agrees stack; } | result 'policy stack, warps of 16'
{ records wide 1 "$dynamic" --only naive-8 --let blocks=2 --let items=256 --sms 1 --warp 64; agrees wide; } | result 'warps of 64'
cat > pair.csv << END
technique,variant,case,launch,stream,module,kernel,grid,block,shared,args
pair,,two,a,s,$root/workloads/concurrent/concurrent.cubin,xu,16,256,,out_a:f32[threads] rounds:s32=12
pair,,two,b,t,$root/workloads/concurrent/concurrent.cubin,chase,16,256,,a_b:u32[4096] out_b:u32[threads] rounds:s32=20 lines:u32=128
pair,,four,a,s,$root/workloads/concurrent/concurrent.cubin,xu,16,256,,out_a:f32[threads] rounds:s32=12
pair,,four,b,t,$root/workloads/concurrent/concurrent.cubin,xu,16,256,,out_b:f32[threads] rounds:s32=6
pair,,four,c,u,$root/workloads/concurrent/concurrent.cubin,xu,16,256,,out_c:f32[threads] rounds:s32=3
pair,,four,d,v,$root/workloads/concurrent/concurrent.cubin,xu,16,256,,out_d:f32[threads] rounds:s32=1
END
{ records both 132 pair.csv; agrees both; } | result 'launches at the same time'
{ records clusters 2 "$root/workloads/placement/clusters.csv" --only clusters-4 --sms 16; agrees clusters; } | result 'clusters'
half=$root/workloads/half-warp/half-warp.csv
{ records apart 1 "$half" --only nested-32 --bank-issue independent; agrees apart; } | result 'two splits at the same time are on two ways'
{ records ideal 2 "$dynamic" --only dynamic-8 --let blocks=2 --let items=256 --sms 2 --reconvergence ideal; agrees ideal; } | result 'as many splits at the same time as there are lanes'

# results of JSON, for rooflines
results() {
	"$program" --quiet --json="$1.json" "${@:2}" > /dev/null 2>&1
}
results results "$dynamic" --only 'naive-8' --only 'dynamic-8' --let blocks=4 --let items=512 --sms 4
results functional --mode functional "$dynamic" --only 'naive-8' --let blocks=2 --let items=256
results tiny --machine tiny "$dynamic" --only 'naive-8' --let blocks=2 --let items=256

# fails WORDS ARGUMENT...: simt-plot refuses that with these words and status 2 or 3, and leaves no picture.
fails() {
	local status

	"$plot" "${@:2}" > said 2>&1
	status=$?
	[[ $status = [23] ]] || echo "status $status of ${*:2}"
	grep -qF -- "$1" said || { echo "${*:2}:"; cat said; }
	[ ! -e none.svg ] || echo "none.svg is there"
}

for jobs in 1 2 3; do
	"$program" --quiet --jobs $jobs --csv=$jobs.csv --record $jobs.rec --record-sms 3 "$dynamic" --only naive-128 --let blocks=132 --let items=256 > /dev/null
	cmp 1.rec $jobs.rec
	cmp 1.csv $jobs.csv
done | result 'the same bytes with 1, 2 and 3 threads'

for figure in 'lanes dynamic.rec' 'lanes dynamic.rec --case dynamic-8 --axis slots' 'lanes one.rec --warp 0-5 --cycles 6000-7000' 'lanes wide.rec --size 600' 'lanes apart.rec' 'lanes ideal.rec --block 1 --warp 0-3' 'blocks both.rec' 'blocks both.rec --case four --sm 0-20' 'blocks clusters.rec --title <t>&' 'states both.rec' 'states dynamic.rec --sm 0 --cycles 4000-6000' 'heat dynamic.rec' 'heat dynamic.rec --by instruction --size 600' 'roofline results.json' 'roofline results.json --case n* --title t --axis instructions'; do
	read -ra words <<< "$figure"
	for k in a b; do
		"$plot" --figure "${words[0]}" -o $k.svg "${words[@]:1}" 2>&1
	done
	cmp a.svg b.svg
	python3 -c 'import sys, xml.etree.ElementTree as t; r = t.parse("a.svg").getroot(); sys.exit(not r.findall(".//{*}path") or "nan" in open("a.svg").read())' 2>&1 || echo "$figure: not a picture"
done | result 'figures are drawn, and drawn again'

# PNG and PDF: what a font of the host draws is not compared, but where there are colours is.
if "$plot" --figure states -o a.png both.rec 2> said; then
	for kind in png pdf; do
		"$plot" --figure lanes --size 600 -o a.$kind dynamic.rec 2>&1
		"$plot" --figure lanes --size 600 -o b.$kind dynamic.rec 2>&1
		cmp a.$kind b.$kind
	done
	python3 "$root/tests/workloads/pixels.py" a.png 1200 2>&1
	[ "$(head -c 5 a.pdf)" = %PDF- ] || echo 'no PDF'
	grep -aq CreationDate a.pdf && echo 'the PDF has a date'
	true
else
	grep -qF 'a.png: a figure as PNG or PDF needs cairo, which simt-plot was built without (Debian: libcairo2-dev); .svg does not' said || cat said
	[ ! -e a.png ] || echo 'a.png is there'
fi | result 'PNG and PDF, or what is missing for them'

# What is picked is what is there.
"$plot" --trace part.json --block 0 --warp 2-3 --cycles 4000-5000 one.rec
python3 - << 'END' 2>&1 | result 'a part of a trace'
import json
e = [x for x in json.load(open("part.json"))["traceEvents"] if x["ph"] == "X" and x["cat"] != "launch"]
w = {x["name"] for x in e if x["cat"] == "warp"}
if not w <= {"block 0 warp 2", "block 0 warp 3"} or len(e) < 4:
    print(w, len(e))
for x in e:
    if x["ts"] > 5000 or x["ts"] + x["dur"] < 3000:
        print(x)
END
{
	"$plot" --trace small.json --most 1 dynamic.rec 2> said || echo "status $?"
	grep -q 'warps are not in the trace, which would have more than 1 MiB; pick others by --sm' said || cat said
	size=$(stat -c %s small.json)
	[ "$size" -gt 1000000 ] && [ "$size" -lt "$(stat -c %s dynamic.json)" ] || echo "$size bytes"
	"$plot" --trace none.json --sm 99 dynamic.rec 2>&1 | grep -qF "the trace has counters alone: case 'naive-8': no warp that was recorded" || echo "--sm 99 is not told"
} | result 'a trace has an end'

{
	fails 'this is no recording' --figure lanes -o none.svg one.csv
	fails 'is cut off; was the run that wrote it stopped?' --figure lanes -o none.svg <(head -c 2000 dynamic.rec)
	fails "--case x: the recording does not have it; the first one that it has is 'naive-8'" --case x --figure lanes -o none.svg dynamic.rec
	fails 'splits of a warp run at the same time on this machine; figure lanes alone' --figure states -o none.svg apart.rec
	fails 'splits of a warp run at the same time on this machine; --axis cycles' --figure lanes --axis slots -o none.svg apart.rec
	fails 'no warp that was recorded is one of those that are asked for' --figure lanes --block 7 -o none.svg apart.rec
	fails 'no warp that was recorded is one of those that are asked for' --figure lanes --block 77777 -o none.svg dynamic.rec
	fails 'no block has ended in these cycles' --figure blocks --cycles 90000000-90000001 -o none.svg dynamic.rec
	fails 'has to end in .svg, .png or .pdf' --figure lanes -o none.txt dynamic.rec
	fails 'one of lanes, blocks, states, heat, roofline' --figure pie -o none.svg dynamic.rec
	fails 'this is no result of simt-sim --json' --figure roofline -o none.svg dynamic.rec
	fails '--case none: no case of results.json has that name' --figure roofline --case none -o none.svg results.json
	fails 'no case has instructions and a time' --figure roofline -o none.svg functional.json
	fails 'it is of machine tiny, and the result before of h200' --figure roofline -o none.svg results.json tiny.json
	fails "--axis slots: instructions or flop" --figure roofline --axis slots -o none.svg results.json
	fails "case 'naive-8' of results: its instructions are not there; simt-sim --json --per-pc writes them" --figure roofline --axis flop -o none.svg results.json
	fails '1 to 8 can be told apart' --figure roofline -o none.svg results.json results.json results.json results.json results.json
	fails '--by column: line or instruction' --figure heat --by column -o none.svg dynamic.rec
	fails '--by has no effect' --figure states --by line -o none.svg dynamic.rec
	fails '--sm has no effect' --figure roofline --sm 1 -o none.svg results.json
	fails '--trace and --figure: one at a time' --figure lanes --trace x.json -o none.svg dynamic.rec
	fails '--axis has no effect' --figure blocks --axis slots -o none.svg dynamic.rec
	fails '--sm 3-1: a number, or the first and the last one' --figure blocks --sm 3-1 -o none.svg dynamic.rec
	fails 'a width alone' --figure blocks --size 300x200 -o none.svg dynamic.rec
	fails '--most has no effect' --most 3 --x a --y b -o none.svg one.csv
} | result 'mistakes'

"$program" --quiet --record stopped.rec --max-cycles 6000 "$dynamic" --only naive-8 --let blocks=2 --sms 1 > /dev/null 2>&1
"$plot" --figure lanes -o stopped.svg stopped.rec 2>&1 | result 'a launch that did not come to its end'
finish
