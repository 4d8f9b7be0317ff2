#!/bin/bash
# What a workload from somebody else cannot do: read or write elsewhere, hang, write to the terminal, take all of the memory or time.
. "${srcdir:-.}/tests/helpers/tap.sh"
unset SIMT_ALLOW_PATH
cp "$root/workloads/vecadd/vecadd.cubin" "$tmp/"
mkdir -p "$tmp/lists/below" "$tmp/out"
cp "$root/workloads/vecadd/vecadd.cubin" "$tmp/lists/"
head -c 256 /dev/zero > "$tmp/lists/below/zeros"
echo secret > "$tmp/secret"
ln -s ../secret "$tmp/lists/link"
ln -s below/zeros "$tmp/lists/inner"
mkfifo "$tmp/lists/fifo"

# list MODULE CONTENTS: a workload in lists/
list() {
	printf 'module,kernel,grid,block,args\n%s,vecadd,1,64,a:f32[64]=%s b:f32[64] c:f32[64] n:s32=64\n' "$1" "$2" > "$tmp/lists/w.csv"
}

# says NAME STATUS TEXT COMMAND...: exit status, and a text in what it says
says() {
	local name=$1 status=$2 text=$3 got
	shift 3
	timeout 60 "$@" > "$tmp/said" 2>&1
	got=$?
	{
		[ $got = "$status" ] || echo "status $got"
		grep -qF -- "$text" "$tmp/said" || head -n 3 "$tmp/said"
	} | result "$name"
}

run=("$program" --quiet --machine tiny --mode functional "$tmp/lists/w.csv")
list ../vecadd.cubin 'fill(1)'
says 'a module above the folder is not read' 3 "w.csv:2:1: $tmp/lists/../vecadd.cubin is not below the folder of the workload; --allow-path $tmp allows it" "${run[@]}"
says '... unless it is allowed' 0 vecadd "${run[@]}" --allow-path "$tmp"
says '... or the file itself is' 0 vecadd "${run[@]}" --allow-path "$tmp/vecadd.cubin"
says '... by the environment' 0 vecadd env SIMT_ALLOW_PATH="/nowhere:$tmp" "${run[@]}"
says '... and not by a name that begins alike' 3 'is not below' "${run[@]}" --allow-path "$tmp/vec"
list "$tmp/vecadd.cubin" 'fill(1)'
says 'an absolute name is not read' 3 'is not below' "${run[@]}"
list vecadd 'bin(/proc/self/environ 0)'
says 'contents elsewhere are not read' 3 '/proc/self/environ is not below' "${run[@]}"
list vecadd 'bin(link)'
says 'nor by a link' 3 'lists/link is not below' "${run[@]}"
list vecadd 'bin(inner)'
says 'a link to the inside is followed' 0 vecadd "${run[@]}"
list vecadd 'bin(fifo)'
says 'a pipe does not hang' 3 'lists/fifo is no regular file' "${run[@]}"
list vecadd 'csv(../secret x)'
says 'a table elsewhere is not read' 3 'is not below' "${run[@]}"
list vecadd 'fill(1)'
says 'a checked value elsewhere is not read' 3 'is not below' "$program" --check - < <(printf 'module,kernel,grid,block,args,expect\n%s,vecadd,1,64,a:f32[64] b:f32[64] c:f32[64] n:s32=64,c=bin(/proc/self/environ 0)\n' lists/vecadd)
cd "$tmp" || exit 1
says 'standard input reads below the current folder' 0 vecadd "$program" --quiet --machine tiny --mode functional - < <(sed 's#^vecadd#lists/vecadd#' lists/w.csv)
cd lists/below || exit 1
cp ../../vecadd.cubin ../secret.cubin
says '... and not above' 3 'is not below' "$program" --quiet --machine tiny --mode functional - < <(sed "s#^vecadd,#../secret.cubin,#" ../w.csv)

cd "$tmp" || exit 1
printf 'case,module,kernel,grid,block,args\n"a\033[31mb",vecadd,vecadd,1,64,a:f32[64] b:f32[64] c:f32[64] n:s32=64\n' > lists/red.csv
says 'a name with an escape sequence is refused' 3 'red.csv:2:' "$program" lists/red.csv
grep "$(printf '\033')" said | result 'the message has none either'
sed 's/\o33\[31m/\o302\o233/' lists/red.csv > lists/c1.csv
says 'nor one of the other control characters' 3 'controls a terminal (0x9b)' "$program" lists/c1.csv

ln -s ../secret "out/vecadd.c.bin"
ln -s ../secret "out/vecadd.c.bin.part"
says '--save does not follow a link' 3 'out/vecadd.c.bin' "${run[@]}" --save out
rm -f out/vecadd.c.bin.part
ln -sf ../secret "out/vecadd.c.bin"
"${run[@]}" --save out > said 2>&1
{ { [ "$(cat secret)" = secret ] && [ ! -L out/vecadd.c.bin ] && [ -s out/vecadd.c.bin ]; } || ls -l out; } | result 'nor one in the place of its file'

printf 'module,kernel,grid,block,args\n%s,for_ever,1,64,in:s32[1] out:s32[64]\n' "$root/tests/kernels/faults.cubin" > ever.csv
says '--max-time ends a run' 5 '--max-time reached' "$program" --max-time 1 --machine tiny --allow-path "$root/tests" ever.csv
says '--max-time of nothing' 2 'max-time' "$program" --max-time 0 ever.csv
printf 'module,kernel,grid,block,args\nvecadd,vecadd,1,64,a:f32[1000000000] b:f32[64] c:f32[64] n:s32=64\n' > lists/large.csv
if grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile"; then
	result ok '--max-memory ends a run # SKIP sanitizers reserve more'
else
	says '--max-memory ends a run' 3 'memory' "$program" --quiet --max-memory 200M --machine tiny lists/large.csv
fi
says '--max-memory of nothing' 2 'such as 500M or 2G' "$program" --max-memory 1T lists/w.csv

head -c 110000000 /dev/zero | gzip -1 > part.gz
for i in 1 2 3 4 5 6 7 8 9 10; do cat part.gz; done > lists/bomb.csv.gz
says 'a gzip bomb ends' 3 'lists/bomb.csv' "$program" lists/bomb.csv.gz
{ head -1 lists/w.csv; yes '' | head -1000000; } > lists/rows.csv
says 'a million empty rows end' 3 'no launch' "$program" lists/rows.csv
truncate -s 5G lists/line.csv
says 'a line of 5 GB ends' 3 'more than 1 GiB' "$program" lists/line.csv
finish
