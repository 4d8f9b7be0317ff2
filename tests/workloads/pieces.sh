#!/bin/bash
# Buffers that are large: what nobody has touched costs neither memory nor time, and a wish to stop is looked at while the contents of
# others are made, hashed, compared and saved. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

cp workloads/vecadd/vecadd.cubin "$tmp"
# large NAME ARGS EXPECT: a case whose launch does nothing but for n threads
large() {
	printf 'case,module,kernel,grid,block,args,expect\nlarge,vecadd.cubin,vecadd,1,64,%s,%s\n' "$2" "$3" > "$tmp/$1.csv"
}

# ---- untouched ----
# peak SECONDS KIB ARGUMENT...: simt-sim ends well, in no more of either
peak() {
	timeout 60 python3 - "$@" << 'END'
import resource, subprocess, sys, time
begin = time.time()
status = subprocess.run(sys.argv[3:], stdout=subprocess.DEVNULL).returncode
wall, rss = time.time() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if status or wall > float(sys.argv[1]) or rss > int(sys.argv[2]):
    print("status %d, %.1f s, %d KiB" % (status, wall, rss))
END
}
# 8 GiB, of which the kernel writes the first elements of c; sanitizers keep notes on every byte, touched or not
if grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" || [ ! -r /proc/self/pagemap ]; then
	for name in '8 GiB that nobody has touched: hashed, compared and saved in less than 300 MB' 'and the hashes are those of zeros that were written' \
		'and so are the files'; do
		result "$name # SKIP sanitizers keep notes on every byte, or there is no /proc" < /dev/null
	done
else
	large untouched 'a:f32[64]=fill(1) b:f32[64]=fill(2) c:f32[2147483648] n:s32=64' 'sum(c)=192'
	peak 20 300000 "$program" --quiet --mode functional --outputs "$tmp/untouched.out" --save "$tmp/untouched" "$tmp/untouched.csv" |
		result '8 GiB that nobody has touched: hashed, compared and saved in less than 300 MB'
	large zeros 'a:f32[64]=fill(1) b:f32[64]=fill(2) c:f32[12288]=fill(0) n:s32=64' ''
	"$program" --quiet --mode functional --outputs "$tmp/zeros.out" --save "$tmp/zeros" "$tmp/zeros.csv" > /dev/null
	{
		[ "$(wc -l < "$tmp/untouched.out")" = $((1 + 1 + 1 + 524288)) ] || echo "not a row for each chunk"
		# the first chunk and one of zeros, as the whole file has them
		awk -F, 'NR == FNR { if ($3 == "c") want[$6] = $7; next }
			$3 == "c" && $7 != ($6 == 0 ? want[0] : want[1]) && bad++ < 3 { print } END { if (want[1] != want[2]) print "zeros" }' \
			"$tmp/zeros.out" "$tmp/untouched.out"
	} | result 'and the hashes are those of zeros that were written'
	{
		stat -c %s "$tmp/untouched/large.c.bin" | grep -vx 8589934592
		cmp -n 49152 "$tmp/untouched/large.c.bin" "$tmp/zeros/large.c.bin"
	} | result 'and so are the files'
fi

# ---- stopped ----
# stopped TEXT NAME ARGUMENT...: half a second after it has begun to listen, it ends within 5 seconds of a signal, with status 130
stopped() {
	local text=$1 name=$2 began got pid

	shift 2
	"$program" --quiet --mode functional --csv=/dev/null "$@" "$tmp/$name.csv" > "$tmp/out" 2> "$tmp/err" &
	pid=$!
	for ((i = 0; i < 100; i++)); do
		sleep 0.5
		# bit 14 of the signals that it catches
		case $(sed -n 's/^SigCgt:.*\(.\)...$/\1/p' "/proc/$pid/status") in [4-7c-f]) break ;; esac
	done
	kill -TERM $pid
	began=$(date +%s%N)
	wait $pid
	got=$?
	{
		[ $got = 130 ] || echo "status $got"
		[ $(($(date +%s%N) - began)) -lt 5000000000 ] || echo "after $(($(date +%s%N) - began)) ns"
	} | result "$text"
}
# minutes each
large made 'a:f64[1073741824]=normal b:f64[1] c:f64[1] n:s32=0' ''
stopped 'contents are made' made
large compared 'a:f64[1073741824] b:f64[1] c:f64[1] n:s32=0' 'a=normal(0 0)'
mkdir "$tmp/earlier"
echo before > "$tmp/earlier/large.a.bin"
stopped 'contents are compared' compared
stopped 'contents are made, and there are files of an earlier run' made --save "$tmp/earlier"
(cd "$tmp/earlier" && echo *) | grep -vx '\*' | result 'they are not taken for new'

# ---- many cases ----
# seconds CASES: of a run of so many, each compared with the one before
seconds() {
	{
		printf 'case,module,kernel,grid,block,args,expect\nc0,vecadd.cubin,vecadd,1,32,a:s32[1] b:s32[1] c:s32[32] n:s32=0,\n'
		for ((i = 1; i < $1; i++)); do
			printf 'c%d,vecadd.cubin,vecadd,1,32,a:s32[1] b:s32[1] c:s32[32] n:s32=0,c=same(c%d)\n' $i $((i - 1))
		done
	} > "$tmp/many.csv"
	timeout 300 python3 - "$program" --quiet --mode functional --csv=/dev/null "$tmp/many.csv" << 'END'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)
END
}
few=$(seconds 5000)
many=$(seconds 20000)
awk -v few="$few" -v many="$many" 'BEGIN { if (!few || !many || many > 7 * few) print few " s and " many " s" }' |
	result '20000 cases take about four times as long as 5000'
finish
