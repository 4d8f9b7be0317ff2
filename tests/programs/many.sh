#!/bin/bash
# Many rows, buffers, cases and executions: what reading and running them takes grows with their number, not with its square, and an
# execution takes little memory. Times are held against those of a quarter as many. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
vecadd=$root/workloads/vecadd/vecadd.cubin

# milliseconds COMMAND...: of CPU; words where it fails
milliseconds() {
	local TIMEFORMAT='%U %S'

	{ time "$@" > "$tmp/out" 2> "$tmp/err" || echo "failed: $(head -n 1 "$tmp/err")"; } 2>&1 | awk '/failed/ { print; exit } { print int(1000 * ($1 + $2)) }'
}

# grows TEXT FUNCTION N COMMAND...: FUNCTION N writes a workload; the command takes less than 8 times as long for 4 N as for N (16, if by the
# square), but for half a second.
grows() {
	local few many

	"$2" "$3" > "$tmp/few.csv"
	"$2" $((4 * $3)) > "$tmp/many.csv"
	few=$(milliseconds "${@:4}" "$tmp/few.csv")
	many=$(milliseconds "${@:4}" "$tmp/many.csv")
	{
		[ "$many" -lt $((8 * few + 500 * ${SIMT_SLOWNESS:-1})) ] || echo "$few ms of CPU for $3, $many ms for $((4 * $3))"
	} 2>&1 | result "$1"
}

# Rows of one case, each with three new buffers.
buffers() {
	awk -v n="$1" -v module="$vecadd" 'BEGIN {
		print "case,module,kernel,grid,block,args"
		for (i = 0; i < n; i++)
			printf "c,%s,vecadd,1,64,a%d:f32[64] b%d:f32[64] c%d:f32[64] n:s32=64\n", module, i, i, i }'
}

# Cases that are compared with the one before them.
cases() {
	awk -v n="$1" -v module="$vecadd" 'BEGIN {
		print "case,before,module,kernel,grid,block,args,expect"
		for (i = 0; i < n; i++)
			printf "c%d,%s,%s,vecadd,1,64,a:f32[64] b:f32[64] c:f32[64] n:s32=64,%s\n", i, i ? "c" i - 1 : "", module,
				i ? "c=same(c" i - 1 ")" : "c=zeros" }'
}

# Launches of a case that wait for the one before them.
chains() {
	awk -v n="$1" -v module="$vecadd" 'BEGIN {
		print "case,launch,after,module,kernel,grid,block,args"
		for (i = 0; i < n; i++)
			printf "c,l%d,%s,%s,vecadd,1,64,%s\n", i, i ? "l" i - 1 : "", module,
				i ? "a b c n:s32=64" : "a:f32[64] b:f32[64] c:f32[64] n:s32=64" }'
}

grows 'rows with new buffers are read' buffers 10000 "$program" --list
grows 'and checked' buffers 5000 "$program" --machine tiny --check --quiet
grows 'cases that are compared are read' cases 10000 "$program" --list
grows 'and run' cases 2000 "$program" --machine tiny --mode functional --quiet
grows 'launches that wait for others are read' chains 5000 "$program" --list

awk -v module="$vecadd" 'BEGIN {
	print "module,kernel,grid,block,args"
	for (i = 0; i < 100000; i++)
		print module ",vecadd,1,32,a:f32[4] b:f32[4] out:f32[4] n:s32=4" }' > "$tmp/all.csv"
"$program" --list "$tmp/all.csv" 2>&1 | tail -n 1 | diff - <(echo vecadd.100000,vecadd,vecadd,1,32,0,1) | result 'the most launches there may be'

# Executions of a repeated launch: 4.4 KB each, once.
text='an execution takes less than 0.6 KB'
if grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile"; then
	result "$text # SKIP sanitizers keep what was given back" < /dev/null
	finish
fi
printf 'case,module,kernel,grid,block,repeat,args\nr,%s,vecadd,1,32,100000,a:f32[64] b:f32[64] c:f32[64] n:s32=64\n' "$vecadd" > "$tmp/repeat.csv"
"$program" --machine tiny --mode functional --quiet "$tmp/repeat.csv" > "$tmp/out" 2> "$tmp/err" &
pid=$!
peak=0
while [ -r /proc/$pid/status ]; do
	now=$(awk '$1 == "VmHWM:" { print $2 }' /proc/$pid/status 2> /dev/null)
	[ -z "$now" ] || peak=$now
	sleep 0.02
done
wait $pid
{
	[ $? = 0 ] || cat "$tmp/err"
	[ "$(wc -l < "$tmp/out")" -gt 100000 ] || echo 'no table'
	# the rest is the program
	[ "$peak" -lt $((60000 + 20000)) ] || echo "$peak KB"
	[ "$peak" -gt 1000 ] || echo "nothing was measured"
} | result "$text"

finish
