#!/bin/bash
# simt-sim --split from the command line: kernels that read a list and kernels that do not, the files that it writes, what it refuses, and
# mistakes. simt-sim is $SIMT_SIM, or the one of the build folder. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

split=workloads/split/split.csv
small=(--quiet --sms 1 --let n=2048)

# ---- a kernel with its list, and one without ----
for mode in cycle functional; do
	"$program" "${small[@]}" --mode $mode --only 'particles*' --split auto --split-to "$tmp/$mode" $split > "$tmp/$mode.txt" 2>&1 ||
		echo "status $?" >> "$tmp/$mode.txt"
	has "$tmp/$mode.txt" 'split by 0x[0-9a-f]{4}  split.cu:[0-9]+ ' '2 signatures of 2,048 threads; launches of .*; the kernel reads the list' \
		'; a load of the list is put in front of the kernel' |
		result "$mode: both kernels of the particles are split by the branch between the kinds"
	awk '/^    (regrouped|divided)/ { n++; if ($NF != "equal") print } END { if (n != 4) print n " rows" }' "$tmp/$mode.txt" |
		result "$mode: the four runs leave what the kernels left"
	cmp "$tmp/cycle/workload.csv" "$tmp/$mode/workload.csv" 2>&1 | result "$mode: the workload is the one of the other mode"
done
awk '/as it is/ { before = $4 } /^    (regrouped|divided)/ { n++; if ($5 < 1.2) print } END { if (n != 4) print n " rows" }' "$tmp/cycle.txt" |
	result 'more than a fifth sooner'

# ---- what is written ----
for f in "$tmp"/cycle/*.bin; do
	case $f in
	*blocks*) od -An -v -tu4 -w4 "$f" | awk '{ if (int(NR - 1) >= 2048 || int(($1) / 256) != int((NR - 1) / 256)) print "not of its block: " $1 }
		seen[$1]++ { print "twice: " $1 } END { if (NR != 2048) print NR " threads" }' ;;
	esac
done | result 'within blocks each thread stays in its own, once'
for kernel in particles-particles particles-listed-particles_listed; do
	cat "$tmp/cycle/$kernel"-launches-*.bin | od -An -v -tu4 -w4 | sort -n | awk '$1 != NR - 1 { print "thread " $1 } END { if (NR != 2048) print NR }'
done | result 'the launches have each thread once'
{ "$program" --quiet --sms 1 --csv="$tmp/again.csv" "$tmp/cycle/workload.csv" 2>&1 > "$tmp/out" || echo "status $?"; } |
	result 'the workload runs, and every expect of it holds'
# the cycles of what was written are those that were told, but for where buffers lie
{
	awk '/^particles-listed$/ { here = 1 } here && /^    regrouped/ { gsub(",", "", $4); print "particles-listed-blocks", $4 }
		here && /^    divided/ { gsub(",", "", $4); print "particles-listed-launches", $4 }' "$tmp/cycle.txt"
	awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["launch"] == "" && $c["metric"] == "sm__cycles_elapsed.max" { print $c["case"], $c["value"] }' \
		"$tmp/again.csv"
} | awk '!($1 in told) { told[$1] = $2; next } { n++; d = told[$1] / $2 - 1; if (d > 0.02 || d < -0.02) print $1, told[$1], $2 } END { if (n != 2) print n " cases" }' |
	result 'and takes the cycles that were told, within 2 %'
"$program" "${small[@]}" --only 'particles*' --split auto --split-to "$tmp/cycle" $split > "$tmp/twice.txt" 2>&1
cmp "$tmp/cycle.txt" "$tmp/twice.txt" 2>&1 | result 'twice the same'
"$program" "${small[@]}" --only particles --split 0x0100 --split-launches 1 $split > "$tmp/one.txt" 2>&1
has "$tmp/one.txt" 'split by 0x0100' '; one launch of 2,048 \(2 signatures\);' | result 'an instruction by its offset, one launch'

# ---- beside other reports ----
"$program" "${small[@]}" --mode functional --only 'particles*' --details --show lanes,to=40 --roots --advise --split auto $split > "$tmp/all.txt" 2>&1
{
	has "$tmp/all.txt" '^  Lane-slots$' 'split by 0x0100'
	awk '/^$/ && empty { print "two empty lines before line " NR } { empty = /^$/ }' "$tmp/all.txt"
} | result 'details, a picture, roots, advice and split are an empty line apart'

# ---- what is left as it is ----
"$program" --quiet --split auto workloads/vecadd/vecadd.csv --let n=1024 > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
{
	has "$tmp/out" 'as it is: nothing diverges'
	grep -E 'regrouped|divided|status' "$tmp/out"
} | result 'without divergence: it says so, and splits nothing'
"$program" --quiet --mode functional --split auto --let n=1024 --only masked-branch-1024-256 --only halved-1024-256 \
	workloads/reductions/reductions.csv > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
{
	has "$tmp/out" '^    not divided into launches: 0x[0-9a-f]{4} \(reductions.cu:[0-9]+\) STS .*: threads of a block share memory$' \
		'^    regrouped within blocks .* equal$'
	grep status "$tmp/out"
} | result 'shared memory: not divided, but regrouped, with equal outputs'
"$program" --quiet --mode functional --split auto --let blocks=1 --let items=256 --only dynamic-8 workloads/dynamic-work/dynamic-work.csv > "$tmp/out" 2>&1 ||
	echo "status $?" >> "$tmp/out"
has "$tmp/out" '^    not regrouped within blocks: 0x[0-9a-f]{4} \(.*\) S2R R[0-9]+, SR_LANEID: the thread.s lane number is read$' \
	'^    not divided into launches: ' | result 'the place in the warp: neither'

# paths out of a loop meet at a WARPSYNC.ALL that a compiler put there
"$program" "${small[@]}" --mode functional --split auto --only probe workloads/split/everyday.csv > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
{
	"$program" --disassemble workloads/split/everyday.cubin | awk '/probe_listed/ { here = 1 } /EXIT ;/ && here && n++ { exit } here && /WARPSYNC.ALL/ { found = 1 }
		END { if (!found) print "no WARPSYNC.ALL" }'
	awk '/^    (regrouped|divided)/ { n++; if ($NF != "equal") print } /not regrouped|not divided|status/ { print } END { if (n != 2) print n " rows" }' "$tmp/out" 2>&1
} | result 'a WARPSYNC.ALL without shared memory: regrouped and divided'

# a switch by a table of jumps, and calls of functions by address: a side for each target
"$program" --quiet --mode functional --split auto --only brxx --only fptr --only virt workloads/general/general.csv > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
{
	has "$tmp/out" 'split by 0x[0-9a-f]{4}  access.cu:[0-9]+  BRX R' '^    5 signatures of 1,024 threads; launches of 250, 250, 250, 274 ' \
		'split by 0x[0-9a-f]{4}  language.cu:[0-9]+  CALL' '^    2 signatures of 1,000 threads; launches of 500, 500;'
	awk '/as it is/ { before = $4; sub(",", "", before) } /^    (regrouped|divided)/ { n++; sub(",", "", $4); if ($NF != "equal" || $4 + 0 >= before + 0) print }
		/status/ { print } END { if (n != 6) print n " rows" }' "$tmp/out" 2>&1
} | result 'indirect branches and calls: by where threads go'

# a signature is a thread's own: no more of them where the lanes of a warp go elsewhere one after the other
{
	grep -v '^#' workloads/general/general.csv | head -n 1
	grep '^brxx' workloads/general/general.csv | sed 's/iota(0 1)/uniform(0 1000 seed=3)/; s/,o=alternate.*/,/'
	grep '^fptr' workloads/general/general.csv
} | sed "s#\(access\|language\).cubin#$root/workloads/general/&#" > "$tmp/random.csv"
"$program" --quiet --mode functional --split auto "$tmp/random.csv" > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
has "$tmp/out" '^    5 signatures of 1,024 threads' '^    3 signatures of 1,000 threads' | result 'as many signatures as targets, whatever the warps'

# ---- what --advise says of it ----
"$program" "${small[@]}" --only particles --advise --split auto $split > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
awk '/Tried, .*--split/ { way = /regrouped/ ? "regrouped" : "divided"; sub(" times.*", ""); told[way] = $NF }
	/^    (regrouped|divided)/ { n++; if (told[$1] != $5) print $1 ": advice " told[$1] ", report " $5 } END { if (n != 2) print n " rows" }' "$tmp/out" |
	result '--advise tells the gains that --split reports'
"$program" "${small[@]}" --only particles --advise $split > "$tmp/alone" 2>&1 || echo "status $?" >> "$tmp/alone"
sed '/^particles$/,$d' "$tmp/out" | cmp - "$tmp/alone" 2>&1 | result '--advise alone too, and no report of --split'
"$program" --quiet --advise --let n=1024 --only masked-branch-1024-256 workloads/reductions/reductions.csv > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
has "$tmp/out" '^         Tried, regrouped within blocks \(--split\): [0-9.]* times as fast\.$' \
	'^         Not tried, divided into launches: 0x[0-9a-f]{4} \(reductions.cu:[0-9]+\) STS .*: threads of a block share memory\.$' |
	result 'and why a way was not tried'
"$program" "${small[@]}" --only particles --only rows --advise $split > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
awk '/^      [0-9]+\. regrouping|^      Not advised: regrouping/ { root(); asked = 1; advised = /^      [0-9]/; best = 0; next }
	/Tried, .*--split/ { sub(" times.*", ""); if ($NF > best) best = $NF }
	function root() { if (asked && best && advised != (best > 1)) print "advised " advised ", though it gains " best; if (asked && best) n[advised]++ }
	END { root(); if (!n[0] || !n[1]) print n[0] + 0 " not advised, " n[1] + 0 " advised" }' "$tmp/out" |
	result 'regrouping is not advised where it was tried and is slower'
"$program" "${small[@]}" --mode functional --only particles --advise $split > "$tmp/out" 2>&1 || echo "status $?" >> "$tmp/out"
grep -E 'ried|status' "$tmp/out" | result 'in functional mode nothing is tried'

# ---- mistakes ----
# mistake STATUS TEXT ARGUMENT...
mistake() {
	local status=$1 text=$2 got

	shift 2
	"$program" "${small[@]}" --mode functional --only particles "$@" $split > "$tmp/out" 2> "$tmp/err"
	got=$?
	{
		[ $got = "$status" ] || echo "status $got"
		grep -qF -- "$text" "$tmp/err" || cat "$tmp/err"
		cat "$tmp/out" # it has not begun
	} | result "$*: $text"
}
mistake 2 'auto, or offsets of instructions such as 0x01a0,0x0200' --split all
mistake 2 'auto, or offsets of instructions such as 0x01a0,0x0200' --split 0x108
mistake 2 'auto, or offsets of instructions such as 0x01a0,0x0200' --split 0x100,
mistake 2 '0x0100 is given twice' --split 0x0100,0x120,0x100
mistake 2 'at most 8 instructions' --split 0x0,0x10,0x20,0x30,0x40,0x50,0x60,0x70,0x80
mistake 2 'simt-sim: --split-launches 0: a number from 1 to 64' --split auto --split-launches 0
mistake 2 '--split-order up: sorted or dealt' --split auto --split-order up
mistake 2 '--split-to has no effect without --split' --split-to "$tmp/none"
mistake 2 "simt-sim: --split 0x9990: kernel 'particles' ends at 0x" --split 0x9990
mistake 2 "simt-sim: --split 0x0000: in kernel 'particles' that is LDC R1, c[0x0][0x28], where all threads do the same" --split 0x0
mistake 3 "$tmp/no/such" --split auto --split-to "$tmp/no/such"
# a list without its length, and one with more numbers than there are threads
for args in 'index:u32[256]=iota n:u32=256' 'index:u32[300]=iota index_n:u32=300'; do
	printf 'module,kernel,grid,block,args\n%s/workloads/split/split.cubin,particles_listed,1,256,%s close:u32[300]=bernoulli(0.5) speed:f32[300] out:f32[300] steps:u32=9\n' \
		"$root" "$args" > "$tmp/wrong.csv"
	"$program" --quiet --mode functional --split auto "$tmp/wrong.csv" > "$tmp/out" 2> "$tmp/err"
	[ $? = 3 ] && grep -q "wrong.csv:2:.*index" "$tmp/err" || cat "$tmp/err" "$tmp/out"
done | result 'lists that are none'

finish
