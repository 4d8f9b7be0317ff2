#!/bin/bash
# What kernels say and what is said of them: printf() and assert(). Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

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
# The forms of conversion, what printf() returns, strings in shared memory and of the thread's own.
cat > "$tmp/formats" <<'EOF'
nothing
[-1 -128 2 34]
[-5 6 4000000000 10 ff FF -5000000000 18000000000000000000]
[    1|2     |+3| 4|000005|0x6|007]
[1    |3.14|     2.5]
[0.500000]
[1.500000 2.500000e+03 1e-07 0x1p+0 0.250000 1E+20 2]
[ab  c|d  ]
[AAAAAA|   right|left    |cu|x   ]
100% 0x1234
<ZERO>
defghijklmnopqr 0369258
defghijklmnopqr 1470369
EOF
for mode in cycle functional; do
	"$program" --quiet --mode $mode --only formats --only places tests/kernels/prints.csv > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = 0 ] || cat "$tmp/out"
		diff "$tmp/formats" <(sed 's/\x00/ZERO/' "$tmp/err")
	} | result "$mode: conversions of printf(), what it returns, strings everywhere"
done

"$program" --quiet --mode functional --only empty tests/kernels/prints.csv > "$tmp/out" 2> "$tmp/err"
has "$tmp/err" '^\[\|   right\|left    \|cu\|x   \]' | result 'an empty string without a width is empty'

# Functions in sections of their own leave what the same functions leave elsewhere.
for mode in cycle functional; do
	"$program" --quiet --mode $mode --check-init --check-barriers workloads/general/apart.csv > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = 0 ] || echo "it failed"
		[ "$(grep -c '^\(direct\|pointers\|shapes\|library\)' "$tmp/out")" = 12 ] || cat "$tmp/out"
		cat "$tmp/err"
	} | result "$mode: functions in sections of their own"
done

# Policy ideal refuses what it cannot run of them, and what calls functions of the driver.
"$program" --quiet --reconvergence ideal --only 'library-*' workloads/general/apart.csv > "$tmp/out" 2> "$tmp/err"
{
	[ $? = 3 ] || echo "status"
	grep -q 'is not simulated with reconvergence=ideal$' "$tmp/err" || cat "$tmp/err"
} | result 'policy ideal: calls of functions of the driver in sections of their own'

# The same case twice, one after the other: what the first one left on the machine does not matter.
{
	grep -v '^#' workloads/general/barriers.csv | head -n 1
	grep '^bulk,' workloads/general/barriers.csv
	grep '^bulk,' workloads/general/barriers.csv | sed 's/^bulk,/again,/'
} | sed "s#barriers.cubin#$root/workloads/general/barriers.cubin#" > "$tmp/twice.csv"
"$program" --quiet --set sms=4 --csv "$tmp/twice.csv" > "$tmp/out" 2>&1
awk -F, '/sm__cycles_elapsed.max/ { for (i = 1; i <= NF; i++) if ($i == "sm__cycles_elapsed.max") v[$(i + 2)]++; n++ } END { for (k in v) m++; if (!n || m != 1) print n + 0 " rows, " m + 0 " values" }' \
	"$tmp/out" 2>&1 | result 'bulk copies take the same cycles in the case behind'

# What all SMs say comes in the order of time. A block's clock is read some cycles before it speaks.
"$program" --quiet --only turns tests/kernels/prints.csv > "$tmp/out" 2> "$tmp/err"
{
	[ "$(wc -l < "$tmp/err")" = 240 ] || wc -l "$tmp/err"
	awk '$3 + 20 < most { print "after " most ": " $0 } { most = $3 > most ? $3 : most }' "$tmp/err"
} | result 'text of 40 SMs is in the order of time'

for again in --advise '--split auto'; do
	run printfk n:s32=3 $again
	{
		[ $status = 0 ] || echo "status $status"
		diff <(grep hello "$tmp/err") <(for i in 0 1 2; do echo "hello $i 1.500000"; done)
	} | result "$again: the text of printf() once"
done

# Whole algorithms of CUB and Thrust: sums and orders of what they leave.
"$program" --quiet --mode functional workloads/general/device-wide.csv > "$tmp/out" 2> "$tmp/err"
{
	[ $? = 0 ] || cat "$tmp/err"
	[ "$(grep -c '^[a-z_]*-[0-9]* ' "$tmp/out")" = 48 ] || cat "$tmp/out"
} | result "functional: algorithms of CUB and Thrust for a whole device"
"$program" --quiet --only '*-5000' workloads/general/device-wide.csv > "$tmp/out" 2> "$tmp/err"
{
	[ $? = 0 ] || cat "$tmp/err"
	[ "$(grep -c '^[a-z_]*-5000 ' "$tmp/out")" = 22 ] || cat "$tmp/out"
} | result "cycle: algorithms of CUB and Thrust for a whole device"
finish
