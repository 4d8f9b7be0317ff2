#!/bin/bash
# simt-why: source lines, machine code and calls of inlined functions; what it says without line information, of launches that fail, and of
# mistakes. That it names limits is for tests/workloads/causes.sh and pairs.sh. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
why=$build/simt-why
causes=$root/workloads/causes/causes.csv
small=(--quiet --sms 2 --let n=2)

"$why" --source "${small[@]}" --only one-bank "$causes" > "$tmp/lines" 2>&1
{
	has "$tmp/lines" '^one-bank, launch 0: one_bank \(2, 1, 1\)x\(256, 1, 1\)$' \
		'^ +[0-9.]+ +[0-9,]+ +32\.00 +[0-9.]+  (mio_throttle|short_scoreboard) +causes\.cu:[0-9]+ +sum \+= \*\(volatile int \*\)'
	awk '$1 ~ /^[0-9]/ && $1 + 0 <= 100 { sum += $1; if (n++ && $1 + 0 > last) print "line " n " costs more than the one before"; last = $1 }
		END { if (sum < 99 || sum > 101) print "the shares add up to " sum }' "$tmp/lines"
} | result 'source lines: their text, the costliest first, shares of all'
"$why" --source --mode functional "${small[@]}" --only one-bank "$causes" > "$tmp/lines" 2>&1
has "$tmp/lines" '^ +inst ' 'causes\.cu:[0-9]+ +sum \+=' | result 'source lines: in functional mode by instructions'
cp "$root/workloads/causes/causes.cubin.gz" "$causes" "$tmp"
"$why" --source "${small[@]}" --only one-bank "$tmp/causes.csv" > "$tmp/lines" 2>&1
{ grep -F 'volatile' "$tmp/lines"; has "$tmp/lines" 'causes\.cu:[0-9]+ *$'; } | result 'source lines: where the file is not found there is no text'
"$why" --source --path "$root/workloads/causes" "${small[@]}" --only one-bank "$tmp/causes.csv" > "$tmp/lines" 2>&1
has "$tmp/lines" 'volatile int' | result '--path: a folder of sources'

# the toolkit's atomicAdd() is inlined in the kernels of dynamic-work
"$why" --code --quiet --sms 2 --let blocks=2 --only dynamic-1 "$root/workloads/dynamic-work/dynamic-work.csv" > "$tmp/code" 2>&1
{
	has "$tmp/code" '^ +in _Z[0-9]+[A-Za-z_]+.* called at dynamic-work\.cu:[0-9]+' '  0x[0-9a-f]{4}  [A-Z@]'
	# each instruction that was executed stands there once
	grep -oE '  0x[0-9a-f]{4}  ' "$tmp/code" | sort | uniq -d
} | result '--code: calls of inlined functions, each instruction once'

# the cubins of microbenchmarks have no line information
"$why" --source --quiet --only chain-ffma-8 "$root/workloads/micro/micro.csv" > "$tmp/lines" 2>&1
has "$tmp/lines" '^  The cubin has no line information \(nvcc -lineinfo writes it\)' 'no source line' '  0x[0-9a-f]{4}  ' |
	result 'without line information by instruction, and it says so'

# of two launches the second one faults
{
	echo 'case,module,kernel,grid,block,args'
	for length in 64 8; do
		echo "n-$length,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a:f32[$length] b:f32[64] c:f32[64] n:s32=64"
	done
} > "$tmp/faults.csv"
"$why" --quiet "$tmp/faults.csv" > "$tmp/out" 2> "$tmp/err"
status=$?
{
	[ $status = 4 ] || echo "status $status"
	has "$tmp/out" '^n-64, launch 0: vecadd \(1, 1, 1\)x\(64, 1, 1\)$' '^  First limit: ' '^n-8, launch 1: .*, fault$'
	has "$tmp/err" "case 'n-8'.*buffer 'a'"
} | result 'a launch that faults does not hide the others'

for jobs in 1 3; do
	"$why" --jobs $jobs --csv="$tmp/$jobs.csv" "${small[@]}" --only one-bank --only chain "$causes" > "$tmp/$jobs.out" 2>&1
done
{ diff "$tmp/1.csv" "$tmp/3.csv"; diff "$tmp/1.out" "$tmp/3.out"; has "$tmp/1.csv" '^one-bank,one_bank,[0-9],one_bank,conflicts,'; } |
	result 'the same bytes with 1 and 3 threads'
"$why" --quick --csv "${small[@]}" --only chain "$causes" > "$tmp/quick" 2>&1
{
	has "$tmp/quick" '^case,launch,id,kernel,limit,share,gain,remedy,trial,all$' '^chain,chain,0,chain,dependences,[0-9.]+,,,,$' \
		'^chain,chain,0,chain,dependences,[0-9.]+,,dependences,,$'
	tail -n +2 "$tmp/quick" | awk -F, '$7 != "" || $9 != "" || $10 != ""'
} | result '--quick: shares alone'

mistake() { # PATTERN ARGUMENT...
	local pattern=$1

	shift
	"$why" "$@" > "$tmp/out" 2>&1
	[ $? = 2 ] || echo "$*: not status 2"
	has "$tmp/out" "$pattern"
}
{
	mistake "no workload.csv given; try 'simt-why --help'"
	mistake 'more than one workload' "$causes" "$causes"
	mistake 'functional has no time to explain; --source' --mode functional "$causes"
	mistake 'cycle or functional' --mode fast "$causes"
	mistake '--path has no effect without --source' --path x "$causes"
	mistake '--quick has no effect with --source' --quick --source "$causes"
	mistake '--csv has no effect with --source' --csv --source "$causes"
	mistake 'can have one value' --sms 2 --set sms=3 "$causes"
	mistake "did you mean '--source'" --sorce "$causes"
} | result 'mistakes are told'
finish
