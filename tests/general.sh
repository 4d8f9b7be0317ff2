#!/bin/bash
# What kernels say and what is said of them: printf() and assert(). Prints TAP.
. "${srcdir:-.}/tests/tap.sh"

# run KERNEL ARGS OPTION...: standard error in $tmp/err, the status in $status
run() {
	printf 'module,kernel,grid,block,args\n%s/workloads/general/language.cubin,%s,1,64,%s\n' "$PWD" "$1" "$2" > "$tmp/general.csv"
	"$program" --quiet "${@:3}" "$tmp/general.csv" > "$tmp/out" 2> "$tmp/err"
	status=$?
}

for mode in cycle functional; do
	run printfk n:s32=3 --mode $mode
	{
		[ $status = 0 ] || echo "status $status"
		diff "$tmp/err" <(for i in 0 1 2; do echo "hello $i 1.500000"; done)
	} | result "$mode: printf() of three threads"
	run assertk 'in:s32[64]=fill(7) out:s32[64] n:s32=64' --mode $mode
	{
		[ $status = 0 ] || echo "status $status"
		cat "$tmp/err"
	} | result "$mode: an assertion that holds"
	run assertk 'in:s32[64]=fill(-7) out:s32[64] n:s32=64' --mode $mode
	{
		[ $status = 4 ] || echo "status $status"
		grep -q "thread (0,0,0): assertion 'in\[i\] >= 0' failed in void assertk(const int \*, int \*, int) at .*language.cu:[0-9]*$" "$tmp/err" ||
			cat "$tmp/err"
	} | result "$mode: an assertion that does not hold"
done

for warp in 8 16 64; do
	run printfk n:s32=3 --warp $warp
	{
		[ $status = 0 ] || echo "status $status"
		diff "$tmp/err" <(for i in 0 1 2; do echo "hello $i 1.500000"; done)
	} | result "warps of $warp: printf() of three threads"
done
for again in --advise '--split auto'; do
	run printfk n:s32=3 $again
	{
		[ $status = 0 ] || echo "status $status"
		diff <(grep hello "$tmp/err") <(for i in 0 1 2; do echo "hello $i 1.500000"; done)
	} | result "$again: the text of printf() once"
done

finish
