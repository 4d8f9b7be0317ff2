#!/bin/bash
# Mistakes that need more than a workload.csv, those of tests/bad: what the programs say of them, in one sentence, with which status, and
# before any time has been spent. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

vecadd=workloads/vecadd/vecadd.csv
long=(workloads/dynamic-work/dynamic-work.csv) # minutes, if it began

# mistake STATUS TEXT PROGRAM ARGUMENT...: the whole of what standard error holds, on one line, and nothing on standard output
mistake() {
	local status=$1 text=$2 got

	timeout 60 "${@:3}" > "$tmp/out" 2> "$tmp/err" < /dev/null
	got=$?
	{
		[ $got = "$status" ] || echo "status $got, not $status"
		[ ! -s "$tmp/out" ] || cat "$tmp/out"
		[ "$(cat "$tmp/err")" = "$text" ] || cat "$tmp/err"
	} | result "$(sed "s|$tmp/||; s|$SIMT_DATADIR|...|; q" <<< "$text")"
}

mistake 2 "simt-sim: more than one workload given: '$vecadd' and 'out.csv'; write the file of an option after =, as in --csv=FILE" \
	"$program" $vecadd --csv out.csv
mistake 2 "simt-sim: more than one workload given: '$vecadd' and 'out.csv'" "$program" $vecadd out.csv
mistake 2 "simt-sim: no workload.csv 'out.csv'; if it is the file of --csv, write --csv=FILE, and the workload" "$program" --csv out.csv
machines=$(cd "$SIMT_DATADIR/machines" && printf ' %s' *.csv)
mistake 3 "no machine 'h201' in $SIMT_DATADIR/machines; there are${machines//.csv/}" "$program" --machine h201 $vecadd
for option in csv per-pc json roots; do
	mistake 3 "missing/x.csv: No such file or directory" "$program" --quiet "${long[@]}" --$option=missing/x.csv
done
mistake 3 "missing/lists: No such file or directory" "$program" --quiet "${long[@]}" --split auto --split-to missing/lists
mistake 3 "tests/helpers/tap.sh: Not a directory" "$program" --quiet "${long[@]}" --split auto --split-to tests/helpers/tap.sh
mistake 2 "simt-sim: --record-cycles 5: the first and the last cycle of a case, such as 20000-30000" "$program" --record x.rec --record-cycles 5 $vecadd
mistake 2 "simt-sim: --record-cycles 9-5: the first and the last cycle of a case, such as 20000-30000" "$program" --record x.rec --record-cycles 9-5 $vecadd
mistake 2 "simt-sim: --show lanes,columns=100000: columns is at most 1000" "$program" --show lanes,columns=100000 $vecadd
mistake 2 "simt-sim: --show lanes,warp=5-2: warps go up, and are 16 at most" "$program" --show lanes,warp=5-2 $vecadd
mistake 2 "simt-sim: --show lanes,warp=0-16: warps go up, and are 16 at most" "$program" --show lanes,warp=0-16 $vecadd
mistake 2 "simt-sim: --show lanes,warp=1-: 'warp=1-' is not a setting; settings are block, warp, from, to, columns and stride, each as NAME=NUMBER, or warp=FIRST-LAST" "$program" --show lanes,warp=1- $vecadd
mistake 2 "simt-sim: --show lanes,stride=0: a row has 1 lane or more" "$program" --show lanes,stride=0 $vecadd
mistake 2 "simt-sim: --show lanes,stride=129: stride is at most 128" "$program" --show lanes,stride=129 $vecadd
mistake 2 "simt-sim: --sample=x: launches, or no value" "$program" --sample=x $vecadd
mistake 2 "simt-sim: --roots: not with --sample, which leaves out what that needs" "$program" --sample --roots $vecadd
mistake 2 "simt-sim: --save: not with --sample=launches, which leaves out what that needs" "$program" --sample=launches --save x $vecadd
for jobs in 0 x 1025; do
	mistake 2 "simt-sim: --jobs $jobs: a number from 1 to 1024" "$program" --jobs $jobs "${long[@]}"
	mistake 2 "simt-sim: environment variable SIMT_JOBS is '$jobs'; it has to be a number from 1 to 1024" env SIMT_JOBS=$jobs "$program" "${long[@]}"
done
mistake 3 "workloads/vecadd/vecadd.cubin: this is machine code, not CSV; simt-sim --template makes a workload.csv for a cubin" \
	"$program" workloads/vecadd/vecadd.cubin
made='makes a cubin of it, for which simt-sim --template makes a workload.csv'
mistake 3 "workloads/vecadd/vecadd.cu: this is CUDA C, not CSV; nvcc -cubin -arch=sm_90 $made" "$program" workloads/vecadd/vecadd.cu
cp tests/bad/cubin-ptx.cubin "$tmp/x.ptx"
mistake 3 "$tmp/x.ptx: this is PTX, not CSV; ptxas -arch=sm_90 $made" "$program" "$tmp/x.ptx"
mistake 3 "tests/bad/cubin-ptx.cubin: this is PTX, not CSV; ptxas -arch=sm_90 $made" "$program" tests/bad/cubin-ptx.cubin
for code in UTF-16 UTF-16LE UTF-16BE; do
	iconv -f UTF-8 -t $code $vecadd > "$tmp/$code.csv"
	mistake 3 "$tmp/$code.csv: this is UTF-16; save it as UTF-8" "$program" "$tmp/$code.csv"
done
printf 'PK\3\4' > "$tmp/sheet.xlsx"
mistake 3 "$tmp/sheet.xlsx: this is a spreadsheet or another zip file, not CSV; save it as CSV" "$program" "$tmp/sheet.xlsx"
mistake 3 "/proc: No such file or directory" "$program" --quiet --save /proc "${long[@]}"

# what can have one value has it once; the last one would win without a word
once='it can be given once'
mistake 3 "'h200': what goes over another machine is a file, which ends in .csv or has a slash" "$program" --machine tiny --machine h200 "${long[@]}"
printf '%s\n' parameter,value,unit,source base,h200,, > "$tmp/over.csv"
mistake 3 "$tmp/over.csv:2:1: what goes over another machine has no base" "$program" --machine tiny --machine "$tmp/over.csv" "${long[@]}"
mistake 2 "simt-sim: --mode=cycle and --mode=functional: $once" "$program" --mode cycle --mode functional "${long[@]}"
mistake 2 "simt-sim: --csv=a.csv and --csv: $once" "$program" --csv=a.csv --csv "${long[@]}"
mistake 2 "simt-sim: --show=lanes and --show=lanes,warp=1: $once" "$program" --show lanes --show lanes,warp=1 "${long[@]}"
mistake 2 "simt-sim: warp_size=16 and warp_size=32: it can have one value" "$program" --warp 16 --set warp_size=32 "${long[@]}"
for order in '--dump-machine --dump-machine=sms' '--dump-machine=sms --dump-machine'; do
	# shellcheck disable=SC2086 # words
	mistake 2 "simt-sim: --dump-machine and --dump-machine=sms: all parameters, or one" "$program" $order
done
mistake 2 "simt-check: --tolerance=1 and --tolerance=2: $once" "$build/simt-check" --tolerance 1 --tolerance 2 "${long[@]}" x.csv
mistake 2 "simt-gpu: --repeat=1 and --repeat=2: $once" "$build/simt-gpu" --repeat 1 --repeat 2 "${long[@]}"
"$program" --quiet --quiet --mode functional --mode functional --set warp_size=16 --warp 16 --let n=256 --let n=256 --only vecadd --only 'vec*' \
	$vecadd 2>&1 > "$tmp/out" | result 'the same twice is no mistake, nor is a list'
diff <("$program" -h) <("$program" --help) | result '-h is --help'

# standard input, where paths are relative to the working directory
for end in '' .gz; do
	sed 's|vecadd\.cubin|workloads/vecadd/&|' $vecadd > "$tmp/input"
	[ -z $end ] || gzip "$tmp/input"
	"$program" --quiet --mode functional --csv --let n=1e3 - < "$tmp/input$end" | diff - <("$program" --quiet --mode functional --csv --let n=1e3 $vecadd)
done 2>&1 | result '- is standard input'
diff <("$program" --quiet --let n=1e3 --csv $vecadd) <("$program" --quiet --let n=1000 --csv $vecadd | sed 's/,1000,/,1e3,/') | result '1e3 is 1000'
mistake 3 "standard input: no header row" "$program" -

# what a file holds stays until there is something new
echo before > "$tmp/kept.csv"
"$program" --quiet "--csv=$tmp/kept.csv" --set launch_start=0 --max-cycles 1 --let n=256 $vecadd > "$tmp/out" 2>&1
grep -c before "$tmp/kept.csv" | grep -vx 0 | result 'results are written over what was there'
echo before > "$tmp/kept.csv"
"$program" --quiet "--csv=$tmp/kept.csv" "--json=missing/x.json" $vecadd > "$tmp/out" 2>&1
{ grep -qx before "$tmp/kept.csv" || cat "$tmp/kept.csv"; } | result 'but not where another file cannot be written'

# nothing is written over what is read, under whatever name, and nothing twice
cp $vecadd workloads/vecadd/vecadd.cubin "$tmp"
ln -s vecadd.csv "$tmp/workload.csv"
ln "$tmp/vecadd.cubin" "$tmp/hard.cubin"
cp "$SIMT_DATADIR/machines/tiny.csv" "$tmp/mine.csv"
mine=("$tmp/vecadd.csv" --machine "$tmp/mine.csv")
for name in vecadd.csv workload.csv hard.cubin mine.csv; do
	for option in csv per-pc json roots; do
		mistake 2 "simt-sim: $tmp/$name is an input; results need another file name" "$program" "${mine[@]}" --$option="$tmp/$name"
	done
done
mistake 2 "simt-sim: $tmp/vecadd.csv is an input; results need another file name" "$program" "${mine[@]}" --placement "$tmp/vecadd.csv"
mistake 2 "simt-sim: $tmp/workload.csv is an input; results need another file name" "$program" "${mine[@]}" --split auto --split-to "$tmp"
mistake 2 "simt-sim: $tmp/./new.csv cannot take two kinds of results" "$program" "${mine[@]}" --csv="$tmp/new.csv" --json="$tmp/./new.csv"
mistake 2 "simt-check: $tmp/vecadd.csv is an input; results need another file name" "$build/simt-check" "$tmp/vecadd.csv" --csv="$tmp/vecadd.csv" \
	validate/data/h200/launches.csv
mistake 2 "simt-gpu: $tmp/vecadd.csv is an input; results need another file name" "$build/simt-gpu" "$tmp/vecadd.csv" -o "$tmp/vecadd.csv"
for file in vecadd.csv vecadd.cubin; do
	cmp workloads/vecadd/$file "$tmp/$file"
done | result 'and all of them are as they were'
"$program" --quiet --let n=256 $vecadd --csv=/dev/null --json=/dev/null > /dev/null 2> "$tmp/err"
cat "$tmp/err" | result 'devices may take everything'

mistake 2 "simt-sim: --only vecad: no case has such a name; simt-sim --list shows them" "$program" --only vecadd --only vecad $vecadd
mistake 2 "simt-sim: there is no machine parameter 'shard_latency'; did you mean 'shared_latency'?" \
	"$program" --set shard_latency=4 $vecadd

# a case that cannot begin has no counts: not zeros, which a program would take for some
printf 'case,module,kernel,grid,block,args\n' > "$tmp/large.csv"
for block in 2048 256; do
	printf '%s,vecadd.cubin,vecadd,1,%s,a:f32[256] b:f32[256] c:f32[256] n:s32=0\n' block-$block $block
done >> "$tmp/large.csv"
cp workloads/vecadd/vecadd.cubin "$tmp"
"$program" --quiet --csv --mode functional "$tmp/large.csv" 2> /dev/null | awk -F, '$6 == "block-2048" { n++; if ($12 != "" || $13 != "bad input") print }
	$6 == "block-256" && $13 == "ok" && $12 > 0 { other = 1 } END { if (n != 1 || !other) print n " rows" }' | result 'a case of bad input has no counts, the next one has'
"$program" --quiet --mode functional "$tmp/large.csv" 2> /dev/null | grep '^block-2048' | grep -vxE 'block-2048 +bad input' | result 'nor in the table'

# --check of a case that has no buffers
cp workloads/vecadd/vecadd.cubin "$tmp"
printf 'case,module,kernel,grid,block,args\nnone,vecadd.cubin,vecadd,1,64,null null null n:s32=0\n' > "$tmp/none.csv"
mistake 0 "$tmp/none.csv: 1 case, fine" "$program" --check "$tmp/none.csv"

# a number of another kind than the parameter has by its name in C++
cp tests/data/names.cubin "$tmp"
typed() { printf 'case,module,kernel,grid,block,args\none,names.cubin,tk<short 3>,1,32,null null %s\ntwo,names.cubin,scale(float4*,1,32,null %s u8=1 s64=1\n' "$@"; }
typed s32=1 f32=1 > "$tmp/typed.csv"
mistake 0 "$tmp/typed.csv: 2 cases, fine" "$program" --check "$tmp/typed.csv"
typed f32=1 s32=1 > "$tmp/typed.csv"
other="an argument of type f32, but parameter 3 of kernel tk<short, 3> is an integer: its bits are passed as they are; so it is in 1 more row"
mistake 0 "$tmp/typed.csv:2:44: $other
$tmp/typed.csv: 2 cases, fine" "$program" --check "$tmp/typed.csv"
"$program" --check --quiet "$tmp/typed.csv" 2>&1 | result '--quiet leaves it away'
typed s32=1 s32=1 > "$tmp/typed.csv"
mistake 0 "$tmp/typed.csv:3:41: an argument of type s32, but parameter 2 of kernel outer::scale is of floating point: its bits are passed as they are
$tmp/typed.csv: 2 cases, fine" "$program" --check "$tmp/typed.csv"

# a launch that ends with its last instruction has not come to the limit
counted=$("$program" --quiet --mode functional --csv=- --let n=256 $vecadd | sed -n 's/.*,smsp__inst_executed\.sum,inst,\([0-9]*\),.*/\1/p' | head -n 1)
for most in $((counted - 1)) "$counted"; do
	"$program" --quiet --mode functional --max-instructions $most --csv=- --let n=256 $vecadd > "$tmp/out" 2>&1
	echo "$most: $?"
done | diff - <(printf '%s\n' "$((counted - 1)): 5" "$counted: 0") | result '--max-instructions stops no launch that needs so many'

# ---- measured files ----
measured() { # METRIC CASE
	printf 'case,launch,metric,value\n%s,vecadd,%s,1\n' "$2" "$1" > "$tmp/measured.csv"
	"$build/simt-check" --let n=256 $vecadd "$tmp/measured.csv" > "$tmp/out" 2> "$tmp/err"
	[ $? = 3 ] || echo "status"
	cat "$tmp/err"
}
said="$vecadd: nothing of it was measured: no"
measured smsp__inst_exec.sum vecadd | grep -vxF "$said metric has the same name as one that is simulated (simt-results(5) has these)" |
	result 'measured: a metric that is none'
measured smsp__inst_executed.sum vecad | grep -vxF "$said launch has the same technique, variant, case, name and parameters" |
	result 'measured: a case that is none'
# of a file that says with which parameters, the rows that have those of the workload
{
	printf 'case,launch,n,run,metric,value\n'
	for size in 512 256; do
		"$program" --quiet --csv --let n=$size $vecadd | awk -F, -v OFS=, '$8 != "" && $11 ~ /^smsp__inst/ { print $7, $8, $4, 1, $11, $13 }'
	done
} > "$tmp/measured.csv"
"$build/simt-check" --let n=256 $vecadd "$tmp/measured.csv" > "$tmp/out" 2>&1
echo "$? $(sed -n 's/^vecadd .*\(equal\|FAILED\)$/\1/p' "$tmp/out")" | grep -vx '0 equal' | result 'measured: rows with other parameters are of another launch'
"$build/simt-check" --let n=1024 $vecadd "$tmp/measured.csv" 2>&1 > "$tmp/out" |
	grep -vxF "$said launch has the same technique, variant, case, name and parameters" | result 'and there may be none'
# of a sweep in one file the machine has to be named
for warp in 16 32; do
	"$program" --quiet --csv --let n=256 --warp $warp $vecadd
done | awk 'NR == 1 || !/^source,/' > "$tmp/sweep.csv"
sweep=("$build/simt-check" --let n=256 $vecadd "$tmp/measured.csv" --simulated "$tmp/sweep.csv")
mistake 3 "$tmp/sweep.csv:$(awk -F, '$4 == 32 && $9 != "" { print NR; exit }' "$tmp/sweep.csv"):50: case 'vecadd' has results of machine h200, warp_size 16 and of machine h200, warp_size 32: choose one by --machine and --set" \
	"${sweep[@]}"
mistake 3 "$tmp/sweep.csv: no column banks, by which results of 4 could be chosen" "${sweep[@]}" --set banks=4
mistake 3 "no simulated results of this workload with machine h100, warp_size 16" "${sweep[@]}" --set warp_size=16 --machine h100
for warp in 16 32; do
	"${sweep[@]}" --set warp_size=$warp > "$tmp/out" 2>&1
	echo "$warp $? $(sed -n 's/^vecadd .*\(equal\|FAILED\)$/\1/p' "$tmp/out")"
done | diff - <(printf '%s\n' '16 1 FAILED' '32 0 equal') | result 'of a sweep the machine that --set names is taken'
# as it is, with the profiler's own lines in front, and one row a launch
printf '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n"0","vecadd","sm__cycles_elapsed.max","cycle","9,832"\n' > "$tmp/ncu.csv"
{ echo '==PROF== Profiling "vecadd" - 0: 0%....50%....100% - 8 passes'; cat "$tmp/ncu.csv"; } > "$tmp/said.csv"
printf '"ID","Kernel Name","sm__cycles_elapsed.max"\n"","","cycle"\n"0","vecadd","9,832"\n' > "$tmp/raw.csv"
for page in ncu said raw; do
	mistake 3 "$tmp/$page.csv: a page of Nsight Compute; simt-gpu --counters measures, or write its numbers in the columns case,launch,metric,value, without commas in numbers, as simt-check(1) shows" \
		"$build/simt-check" $vecadd "$tmp/$page.csv"
done
# what can be read but once, as a pipe, is read once
"$build/simt-check" --let n=256 $vecadd <(cat "$tmp/measured.csv") > "$tmp/out" 2>&1
echo "$? $(sed -n 's/^vecadd .*\(equal\|FAILED\)$/\1/p' "$tmp/out")" | grep -vx '0 equal' | result 'measured: a pipe'
mistake 3 "missing/x.csv: No such file or directory" "$build/simt-check" "${long[@]}" --csv=missing/x.csv validate/data/h200/launches.csv
if [ -x "$build/simt-fit" ]; then
	micro=(workloads/micro/micro.csv validate/data/h200/micro-launches.csv)
	mistake 2 "simt-fit: --only nothing: no parameter has such a name; those with measurements begin with guard_latency" \
		"$build/simt-fit" --quiet --only nothing "${micro[@]}"
	mistake 3 "missing/m.csv: No such file or directory" "$build/simt-fit" --quiet -o missing/m.csv "${micro[@]}"
fi

finish
