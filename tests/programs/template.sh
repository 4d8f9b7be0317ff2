#!/bin/bash
# --template: what it prints for a cubin is a workload with every kernel of the cubin under a name that finds it. It is refused as long as a guess is marked in it, and reads without the marks; with SIMT_TEST_QUICK of a sample of the cubins. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

read=0
while read -r cubin; do
	sampled $((read++)) 5 || continue
	gzip -cdf "$cubin" > "$tmp/it.cubin"
	"$program" --template "$tmp/it.cubin" > "$tmp/it.csv" 2> "$tmp/err" || cat "$tmp/err"
	"$program" --check --quiet --unsupported trap "$tmp/it.csv" > "$tmp/out" 2>&1
	[ "$? $(grep -c 'it\.csv:[0-9:]*: a guess of --template, marked by ?: ' "$tmp/out")" = '3 1' ] || sed "s|^|$cubin: |" "$tmp/out"
	sed '/^#/!s/?//g' "$tmp/it.csv" > "$tmp/filled.csv"
	"$program" --check --quiet --unsupported trap "$tmp/filled.csv" 2>&1 | sed "s|^|$cubin: |"
	# as many launches as kernels, and none twice
	diff <("$program" --kernels "$cubin" | sed 1d | wc -l) <("$program" --list "$tmp/it.csv" | sed 1d | sort -u | wc -l) |
		sed "s|^|$cubin: |"
done < <(find workloads tests \( -name '*.cubin' -o -name '*.cubin.gz' \) ! -path 'tests/bad/*' | sort) | result 'all shipped cubins'

cp tests/data/names.cubin tests/data/features.cubin workloads/vecadd/vecadd.cubin "$tmp"
template() { "$program" --template "$tmp/$1.cubin" | sed '/^# name:/d; /^# A ?/d'; }
template vecadd | diff - <(cat << 'END'
case,module,kernel,grid,block,shared,args,expect
vecadd,vecadd.cubin,vecadd,?1,?256,,p0:?s32[?threads] p1:?s32[?threads] p2:?s32[?threads] p3:?s32=?1,
END
) | result 'names of C do not say types: buffers for pointers, numbers for numbers'
template names | sort | diff - <(sort << 'END'
case,module,kernel,grid,block,shared,args,expect
# outer::inner::moded<(mode)1, 7u, pair>(double*, pair)
moded,names.cubin,moded,?1,?256,,p0:f64[?threads] p1:bytes[8]=hex(?0000000000000000),
# outer::scale(pair*, int2)
"outer::scale(pair*, int2)",names.cubin,"outer::scale(pair*, int2)",?1,?256,,p0:?u8[?threads] p1:struct(s32=?1 s32=?1),
# outer::scale(float4*, float, unsigned char, long)
"outer::scale(float4*, float, unsigned char, long)",names.cubin,"outer::scale(float4*, float, unsigned char, long)",?1,?256,?0,p0:f32[?4*threads] p1:f32=?1 p2:u8=?1 p3:s64=?1,
plain,names.cubin,plain,?1,?256,,p0:?s32[?threads] p1:?s32[?threads] p2:?s32=?1,
# tk<float, 3>(float*, float const*, int)
"tk<float, 3>",names.cubin,"tk<float, 3>",?1,?256,,p0:f32[?threads] p1:f32[?threads] p2:s32=?1,
# tk<short, 4>(short*, short const*, int)
"tk<short, 4>",names.cubin,"tk<short, 4>",?1,?256,,p0:s16[?threads] p1:s16[?threads] p2:s32=?1,
# tk<short, 3>(short*, short const*, int)
"tk<short, 3>",names.cubin,"tk<short, 3>",?1,?256,,p0:s16[?threads] p1:s16[?threads] p2:s32=?1,
END
) | result 'names of C++ do'
template features | grep -E '^("?(hello|add|lonely)|# (__|add|fixed))' | cut -d , -f 1 | sort | diff - <(sort << 'END'
"hello(int*
# __constant__ variable table has 64 bytes; @table:type[n]=contents in args sets it.
# __device__ variable initial has 12 bytes; @initial:type[n]=contents in args sets it.
# __device__ variable pointer has 8 bytes; @pointer:type[n]=contents in args sets it.
# __device__ variable zeros has 16 bytes; @zeros:type[n]=contents in args sets it.
# add<3>(int)
# add<4>(int)
add<3>
add<4>
hello(float*)
lonely
END
) | result 'plain names, where no other kernel has them, else with what tells them apart; variables'

# filled in as the marks say, it runs
"$program" --template "$tmp/names.cubin" | sed '/^#/!{ s/?u8\[?threads/u8[8*threads/; s/?0,/4*block,/; s/?1/1/g; s/?//g }' > "$tmp/names.csv"
"$program" --quiet --mode functional "$tmp/names.csv" > "$tmp/out" 2> "$tmp/err"
{ [ $? = 0 ] || echo "status $?"; cat "$tmp/err"; } | result 'filled in, it runs'

# one guess that is left, wherever
left() { # PLACES CELL...: grid, block, shared and args
	printf 'case,$n,module,kernel,grid,block,shared,args\none,%s,vecadd.cubin,vecadd,%s,%s,%s,%s\nother,64,vecadd.cubin,vecadd,1,64,,null null null s32=0\n' "${@:2}" > "$tmp/left.csv"
	"$program" --quiet --mode functional "$tmp/left.csv" 2>&1 > "$tmp/out" |
		diff - <([ -z "$1" ] || echo "$tmp/left.csv:2:${1%% *}: a guess of --template, marked by ?: write what the kernel is to be given, or take the ? away where the guess is right${1#* }")
	"$program" --quiet --mode functional --only other "$tmp/left.csv" 2>&1 > "$tmp/out" # nobody wants that case
}
{
	left '' 64 1 64 '' 'null null null n:s32=0'
	left '5 ' '?64' 1 64 '' 'null null null n:s32=0'
	left '28 ' 64 '?1' 64 '' 'null null null n:s32=0'
	left '30 ' 64 '1x?1' 64 '' 'null null null n:s32=0'
	left '30 ' 64 1 '?64' '' 'null null null n:s32=0'
	left '33 ' 64 1 64 '?0' 'null null null n:s32=0'
	left '55 ' 64 1 64 '' 'null null null n:s32=?0'
	left '51 ' 64 1 64 '' 'null null null n:?s32=0'
	left '40 ' 64 1 64 '' 'a:f32[?64] null null n:s32=0'
	left '36 ; others are at 2:41, 2:60' 64 1 64 '' 'a:?f32[?64] null null s32=?0'
	left '62 ' 64 1 64 '' 'null null null bytes[4]=hex(?00000000)'
} | result 'a guess that is left is named with its place; cases that are not selected may have some'
left '5 ' '?64' 1 64 '' 'null null null n:s32=0'
"$program" --quiet --mode functional --let n=64 "$tmp/left.csv" 2>&1 > "$tmp/out" | result 'but not where --let says a value'
finish
