#!/bin/bash
# simt-why: source lines, machine code and calls of inlined functions; what it says without line information, of launches that fail, and of
# mistakes. That it names limits is for tests/workloads/causes.sh and pairs.sh. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
why=$build/simt-why
causes=$root/workloads/causes/causes.csv
small=(--quiet --sms 2 --let n=2)

"$why" --source "${small[@]}" --only one-bank "$causes" > "$tmp/lines" 2>&1
{
	has "$tmp/lines" '^one-bank, launch 0: one_bank \(2, 1, 1\)x\(256, 1, 1\)$' '^ +time +executed active  sect\.  wave\.  most in' \
		'^ +[0-9.]+ +[0-9,]+ +32\.00 +32\.00  (mio_throttle|short_scoreboard) +causes\.cu:[0-9]+ +sum \+= \*\(volatile int \*\)'
	awk '/Loops/ { exit }
		$1 ~ /^[0-9]/ && $1 + 0 <= 100 { sum += $1; if (n++ && $1 + 0 > last) print "line " n " costs more than the one before"; last = $1 }
		END { if (sum < 99 || sum > 101) print "the shares add up to " sum }' "$tmp/lines"
} | result 'source lines: their text, the costliest first, shares of all, bank conflicts'
has "$tmp/lines" '^  Loops, with what is in them:$' '^ +9[0-9]\.[0-9] +5,520 +32\.00 +32\.00  mio_throttle +causes\.cu:234-236, 0x[0-9a-f]+-0x[0-9a-f]+, 48 rounds$' |
	result 'loops: their lines and rounds'
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

"$why" --roots --quiet --mode functional --let blocks=2 --only dynamic-1 "$root/workloads/dynamic-work/dynamic-work.csv" > "$tmp/roots" 2>&1
{
	has "$tmp/roots" ' predicate .* dynamic-work\.cu:[0-9]+ +@P1 ATOMS\.ADD'
	grep 'hpp:' "$tmp/roots"
} | result '--roots: what is inlined from headers of the toolkit belongs to the line of the call'

# the cubins of microbenchmarks have no line information
"$why" --source --quiet --only chain-ffma-8 "$root/workloads/micro/micro.csv" > "$tmp/lines" 2>&1
has "$tmp/lines" '^  The cubin has no line information \(nvcc -lineinfo writes it\)' '  0x[0-9a-f]{4} +FFMA ' '^ +[0-9.]+ +536 .* 0x00e0-0x0500, 8 rounds$' |
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
	has "$tmp/err" "case 'n-8'.*buffer 'a'" "'a' has 8 elements and needs at least 64: the highest index used was 63"
} | result 'a launch that faults does not hide the others, and it says how large the buffer needs to be'
# nor those before it in its case
{
	echo 'case,launch,module,kernel,grid,block,args'
	echo "both,good,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a:f32[64] b:f32[64] c:f32[64] n:s32=64"
	echo "both,bad,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,d:f32[8] b c n:s32=64"
	echo "both,late,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a b c n:s32=64"
} > "$tmp/both.csv"
for view in '' --source --roots --advise; do
	# shellcheck disable=SC2086 # words
	"$why" --quiet $view "$tmp/both.csv" > "$tmp/out" 2> "$tmp/err"
	status=$?
	[ $status = 4 ] || echo "$view: status $status"
	has "$tmp/out" '^both, launch 0: vecadd \(1, 1, 1\)x\(64, 1, 1\)$' '^both, launch 1: .*, fault$' '^both, launch 2: .*, not run$'
	case $view in
	'') has "$tmp/out" '^  First limit: the start of the launch' ;;
	--source) has "$tmp/out" 'vecadd\.cu:8 +c\[i\] = ' ;;
	--roots) has "$tmp/out" 'Nothing diverges' ;;
	--advise) has "$tmp/out" 'nothing to remedy' ;;
	esac
done | result 'nor those before it in its case, in each view'

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

# all of it for programs
why_json() { # ARGUMENT...: the values of some members, a line each
	"$why" --quiet --json "$@" 2> "$tmp/err" | python3 -c '
import json, sys
for x in json.load(sys.stdin)["launches"]:
    print(x["status"], *x.get("verdict", {}).get("limits", ["-"]), x["limits"][0]["limit"] if "limits" in x else "-", x.get("lines_by", "-"),
          len(x.get("lines", [])) > 0, len(x.get("loops", [])))'
	cat "$tmp/err"
}
diff <(why_json --sms 2 --let n=2 --only one-bank "$causes") - <<< 'ok conflicts conflicts line True 3' | result '--json: verdict, limits, lines, loops'
"$why" "${small[@]}" --only one-bank --csv="$tmp/both.csv" --json="$tmp/both.json" "$causes" > "$tmp/both.out"
{
	diff "$tmp/1.csv" <("$why" "${small[@]}" --only one-bank --only chain --csv "$causes")
	python3 - "$tmp/both.csv" "$tmp/both.json" << 'END'
import csv, json, sys
rows = [row for row in csv.DictReader(open(sys.argv[1])) if "+" not in row["limit"]]
limits = json.load(open(sys.argv[2]))["launches"][0]["limits"]
for row, x in zip(rows, limits, strict=False):
    if row["limit"] != x["limit"] or abs(float(row["share"]) - x["share"]) > 0.001 or row["gain"] != (f"{x['gain']:.4f}" if "gain" in x else ""):
        print(row, x)
if len(limits) < 3:
    print("few limits")
END
	has "$tmp/both.out" 'First limit: bank conflicts'
	sed -n 's/^ *"text": "\(First limit.*\)"$/  \1/p' "$tmp/both.json" > "$tmp/verdict"
	grep -qxFf "$tmp/verdict" "$tmp/both.out" || { echo 'no such verdict:'; cat "$tmp/verdict"; }
} | result '--json and --csv have the same limits, and the text is there, too'
"$why" "${small[@]}" --only nothing --only one-bank --csv="$tmp/start.csv" "$causes" > "$tmp/start" 2>&1
{
	has "$tmp/start" '^  First limit: the start of the launch\.' '^    1\. more work for each launch; fewer and larger blocks\.$'
	has "$tmp/start.csv" '^nothing,.*,start,[0-9.]+,[0-9.]+,start,,' '^one-bank,.*,start,[0-9.]+,1\.[0-9]+,,,$'
	grep '^one-bank,.*,start,,' "$tmp/start.csv"
} | result 'the start of a launch has its remedy where it stands first and nothing else has one'
diff <(why_json --quick "$tmp/faults.csv" 2>&1 | grep -v "'a'") - << 'END' | result '--json: of a launch that faults its status, and what was counted'
ok start line True 0
fault - - line True 0
END
diff <(why_json --quick --only chain-ffma-8 workloads/micro/micro.csv) - <<< 'ok dependences instruction True 1' | result '--json: without line information by instruction'

python3 - "$tmp/both.json" "$root/man/simt-why.1" "$root/man/simt-results.5.in" sim/runtime/stall.def << 'END' | result '--json: the manual has its members'
import json, re, sys
known = set(re.findall(r"[a-z_]+", " ".join(open(page).read() for page in sys.argv[2:])))

def members(x):
    for value in x if isinstance(x, list) else x.values() if isinstance(x, dict) else []:
        yield from members(value)
    if isinstance(x, dict):
        yield from x

for name in sorted(set(members(json.load(open(sys.argv[1])))) - known):
    if name.removesuffix("_ideal") not in known:
        print(name)
END

# what simt-sim still takes under the old names
old() { # ARGUMENT...: without the heading and the table
	"$program" --quiet "$@" | awk '/^$/ { if (++n == 2) { getline; on = 1 } } on'
}
for view in --roots --advise '--split auto' '--roots --advise --split auto'; do
	# shellcheck disable=SC2086 # words
	for mode in cycle functional; do
		arguments=($view --mode $mode --let n=64 --only nested-1 workloads/half-warp/half-warp.csv)
		diff <(old "${arguments[@]}") <("$why" --quiet "${arguments[@]}" | tail -n +3) | sed "s|^|$view $mode: |"
	done
done | result '--roots, --advise, --split: what simt-sim prints with them'
"$why" --quiet --split auto --split-to "$tmp/lists" --mode functional --only naive-1024 --let n=1024 --let large=20 \
	workloads/alternating-loop/alternating-loop.csv > "$tmp/out" 2>&1
{
	has "$tmp/out" 'regrouped within blocks +[0-9,]+ +32\.00 +equal'
	"$program" --check --quiet "$tmp/lists/workload.csv" 2>&1 || ls "$tmp/lists"
} | result '--split-to: a workload with lists'

printf 'module,kernel,grid,block,args\n%s/tests/data/names.cubin,"tk<float, 3>",1,32,p:f32[32] q:f32[32] n:f32=32\n' "$root" > "$tmp/types.csv"
"$why" --source --mode functional "$tmp/types.csv" > "$tmp/out" 2> "$tmp/err"
"$why" --quiet --source --mode functional "$tmp/types.csv" >> "$tmp/out" 2>> "$tmp/err"
{ has "$tmp/err" 'argument of type f32, but parameter 3 of kernel tk<float, 3> is an integer'; sed 1d "$tmp/err"; } |
	result 'a float for an integer is remarked, unless with --quiet'

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
	mistake '--csv has no effect with --roots' --csv --roots "$causes"
	mistake '--csv and --json both go to standard output' --csv --json "$causes"
	mistake '--advise and --json both go to standard output' --advise --json "$causes"
	mistake '--split-to has no effect without --split' --split-to x "$causes"
	mistake 'is an input; results need another file name' --json="$causes" "$causes"
	mistake 'can have one value' --sms 2 --set sms=3 "$causes"
	mistake "did you mean '--source'" --sorce "$causes"
} | result 'mistakes are told'
finish
