#!/bin/bash
# What buffers hold after a case, in files: --save and --outputs of simt-sim, whose files are those of simt-gpu. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

vecadd=workloads/vecadd/vecadd.csv
cp workloads/vecadd/vecadd.cubin "$tmp"

# three cases, the second of two launches, the third of a repeated one; the fourth never ends
cat > "$tmp/four.csv" << 'END'
case,launch,module,kernel,grid,block,repeat,args
one,a,vecadd.cubin,vecadd,1,64,,a:f32[64]=iota(0 1) b:f32[64]=fill(1) c:f32[64] n:s32=64
two,a,vecadd.cubin,vecadd,1,64,,a:f32[64]=iota(0 1) b:f32[64]=fill(1) c:f32[64] n:s32=64
two,b,vecadd.cubin,vecadd,1,64,,c b c2:f32[64] n:s32=64
a/b,a,vecadd.cubin,vecadd,1,64,3,a:f32[64] b:f32[64] c:f32[64]=fill(7) n:s32=0
END
saved() { # FOLDER ARGUMENT...
	timeout 60 "$program" --quiet --save "$tmp/$1" --csv=/dev/null "${@:2}" > "$tmp/out" 2> "$tmp/err"
	echo "status $?" >> "$tmp/out"
	cat "$tmp/err"
}
names() {
	(cd "$tmp/$1" && echo *)
}
all='a_b.a.bin a_b.b.bin a_b.c.bin one.a.bin one.b.bin one.c.bin two.a.bin two.b.bin two.c.bin two.c2.bin'

{
	saved cycle "$tmp/four.csv"
	grep -vx 'status 0' "$tmp/out" | grep status
} | result '--save says nothing'
names cycle | grep -vxF "$all" | result 'a file for each buffer of each case'
python3 - "$tmp/cycle" << 'END' | result 'the bytes are what the kernels computed'
import struct, sys
def of(name):
    with open(sys.argv[1] + "/" + name + ".bin", "rb") as f:
        return list(struct.unpack("<64f", f.read()))
if of("one.c") != [i + 1.0 for i in range(64)]: print("one.c", of("one.c"))
if of("two.c2") != [i + 2.0 for i in range(64)]: print("two.c2", of("two.c2"))
if of("a_b.c") != [7.0] * 64: print("a_b.c", of("a_b.c"))
END
{
	saved functional --mode functional "$tmp/four.csv"
	diff -r "$tmp/cycle" "$tmp/functional"
} | result 'functional mode saves the same'
{
	saved functional --mode functional "$tmp/four.csv"
	diff -r "$tmp/cycle" "$tmp/functional"
} | result 'and once more, over what is there'
{
	saved chosen --only 'one' --only 'a/*' "$tmp/four.csv"
	names chosen | grep -vxF 'a_b.a.bin a_b.b.bin a_b.c.bin one.a.bin one.b.bin one.c.bin'
} | result '--only: the cases that it chooses'
{
	saved again --reconvergence stack --only one --split auto "$tmp/four.csv"
	cmp "$tmp/again/one.c.bin" "$tmp/cycle/one.c.bin"
} | result 'what is run again is not saved'

# ---- hashes ----
"$program" --quiet --mode functional --outputs "$tmp/outputs.csv" $vecadd > /dev/null 2>&1
gzip -cd validate/data/h200/outputs.csv.gz | grep -E '^workload,|^vecadd,' |
	diff - "$tmp/outputs.csv" 2>&1 | result '--outputs: the rows that simt-gpu wrote on an H200'
"$build/simt-check" --simulated "$tmp/outputs.csv" $vecadd validate/data/h200/outputs.csv > "$tmp/out" 2>&1
has "$tmp/out" '^Outputs: 3 of 3 buffers equal' | result 'simt-check takes them as simulated'
cp $vecadd "$tmp/my.vecadd.csv"
"$program" --quiet --mode functional --let n=64 --outputs "$tmp/named.csv" "$tmp/my.vecadd.csv" > /dev/null 2>&1
cut -d , -f 1 "$tmp/named.csv" | sort -u | tr '\n' ' ' | grep -vx 'my.vecadd workload ' | result 'a workload is its file without the last ending'
"$build/simt-check" --let n=64 "$tmp/my.vecadd.csv" "$tmp/named.csv" > "$tmp/out" 2>&1
has "$tmp/out" '^Outputs: 3 of 3 buffers equal' | result 'for simt-check, too'
"$program" --quiet --mode functional --let n=64 --outputs - $vecadd 2>&1 | cut -d , -f 1-3 | tr '\n' ' ' |
	grep -vx 'workload,case,buffer vecadd,vecadd,a vecadd,vecadd,b vecadd,vecadd,c ' | result '--outputs -: instead of the table'

# ---- what cannot be written ----
# refused STATUS TEXT ARGUMENT...: the whole of standard error, before anything ran
refused() {
	timeout 60 "$program" "${@:3}" > "$tmp/out" 2> "$tmp/err" < /dev/null
	{
		[ $? = "$1" ] || echo "status is not $1"
		cat "$tmp/out"
		[ "$(cat "$tmp/err")" = "$2" ] || cat "$tmp/err"
	} | result "$(sed "s|$tmp/||g" <<< "$2")"
}
long=workloads/dynamic-work/dynamic-work.csv # minutes, if it began
refused 3 'missing/folder: No such file or directory' --quiet --save missing/folder $long
refused 3 'tests/helpers/tap.sh: Not a directory' --quiet --save tests/helpers/tap.sh $long
refused 3 'missing/x.csv: No such file or directory' --quiet --outputs missing/x.csv $long
refused 2 "simt-sim: --csv and --outputs both go to standard output; give one of them a file: --outputs=FILE" --csv --outputs - $long
mkdir -p "$tmp/odd/vecadd.c.bin"
refused 3 "$tmp/odd/vecadd.c.bin: not a regular file" --quiet --save "$tmp/odd" $vecadd
if [ "$(id -u)" != 0 ]; then
	mkdir -m 500 "$tmp/locked"
	refused 3 "$tmp/locked: Permission denied" --quiet --save "$tmp/locked" $vecadd
fi
sed 's|^one,|a_b,|' "$tmp/four.csv" > "$tmp/twice.csv"
refused 2 "simt-sim: $tmp/twice/a_b.a.bin: two buffers would be saved there; other names of cases tell them apart" \
	--quiet --save "$tmp/twice" "$tmp/twice.csv"
refused 2 "simt-sim: --only x: no case has such a name; simt-sim --list shows them" --quiet --save "$tmp/none" --only x "$tmp/four.csv"

# files that a workload reads stay as they are
head -c 256 "$tmp/cycle/one.c.bin" > "$tmp/reads.c.bin"
cp "$tmp/reads.c.bin" "$tmp/before"
printf '%s\n' case,module,kernel,grid,block,args 'reads,vecadd.cubin,vecadd,1,64,a:f32[64]=bin(reads.c.bin) b:f32[64] c:f32[64] n:s32=64' > "$tmp/reads.csv"
refused 2 "simt-sim: $tmp/reads.c.bin is an input; contents need another folder" --quiet --save "$tmp" "$tmp/reads.csv"
refused 2 "simt-sim: $tmp/reads.c.bin is an input; results need another file name" --quiet --csv="$tmp/reads.c.bin" "$tmp/reads.csv"
cmp "$tmp/before" "$tmp/reads.c.bin" 2>&1 | result 'and it is as it was'

# a disk that is full: a limit on the size of files stands for it
{
	trap '' XFSZ
	ulimit -f 1
	"$program" --quiet --mode functional --save "$tmp/full" --let n=4096 $vecadd 2>&1 > "$tmp/out"
	echo "status $?"
} 2>&1 | sed "s|$tmp/||" | diff - <(printf '%s\n' full/vecadd.{a,b,c}.bin': File too large' 'status 3') | result 'a full disk: each file, with the reason'
names full | grep -vx '\*' | result 'and no half of a file is left'
{
	mkdir "$tmp/earlier"
	for name in a b c; do echo "before $name" > "$tmp/earlier/vecadd.$name.bin"; done
	cp -r "$tmp/earlier" "$tmp/expected"
	(
		trap '' XFSZ
		ulimit -f 1
		# little enough to be written when the file is closed, and more
		for size in 512 4096; do
			"$program" --quiet --mode functional --save "$tmp/earlier" --let n=$size $vecadd 2>&1 > /dev/null
			echo "status $?"
		done
	) | sed "s|$tmp/||" |
		diff - <(for i in 1 2; do printf '%s\n' earlier/vecadd.{a,b,c}.bin': File too large' 'status 3'; done)
	diff -r "$tmp/expected" "$tmp/earlier"
} | result 'the files of an earlier run stay, also where it shows at the end'
has "$tmp/out" '^vecadd +[0-9]' | result 'the results are shown'
"$program" --quiet --mode functional --let n=64 --outputs /dev/full $vecadd 2>&1 > "$tmp/out" |
	diff - <(echo '/dev/full: No space left on device') | result '--outputs: a full disk'
"$program" --quiet --mode functional --let n=4096 --placement /dev/full --csv=/dev/full $vecadd 2>&1 > "$tmp/out" |
	diff - <(printf '/dev/full: No space left on device\n%.0s' 1 2) | result '--csv and --placement: a full disk'

# a run that is killed leaves those of an earlier one as they were
printf 'case,module,kernel,grid,block,args\nvecadd,vecadd.cubin,vecadd,1,64,a:f32[64] b:f64[1073741824]=normal c:f32[64] n:s32=64\n' > "$tmp/killed.csv"
{
	"$program" --quiet --mode functional --save "$tmp/earlier" "$tmp/killed.csv" > /dev/null 2>&1 &
	sleep 0.5
	kill -KILL $!
	wait $! 2> /dev/null
	diff -r "$tmp/expected" "$tmp/earlier"
} | result 'a run that is killed leaves files of an earlier one'

# a case that does not come to its end has no files, not those of a run before
{
	saved cycle --max-cycles 1 --only one "$tmp/four.csv" > /dev/null
	grep -qx 'status 5' "$tmp/out" || cat "$tmp/out"
	names cycle | tr ' ' '\n' | grep '^one'
	names cycle | grep -vxF 'a_b.a.bin a_b.b.bin a_b.c.bin two.a.bin two.b.bin two.c.bin two.c2.bin'
} | result 'a case that fails leaves no files of an earlier run'

"$build/simt-gpu" --save missing/folder $vecadd > "$tmp/out" 2>&1
has "$tmp/out" 'missing/folder: No such file|no NVIDIA' | result 'simt-gpu: no folder, or no GPU'
finish
