#!/bin/bash
# --template: what it prints for a cubin is a workload that reads, with every kernel of the cubin under a name that finds it; with SIMT_TEST_QUICK of a sample of the cubins. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

read=0
while read -r cubin; do
	sampled $((read++)) 5 || continue
	gzip -cdf "$cubin" > "$tmp/it.cubin"
	"$program" --template "$tmp/it.cubin" > "$tmp/it.csv" 2> "$tmp/err" || cat "$tmp/err"
	"$program" --check --quiet --unsupported trap "$tmp/it.csv" 2>&1 | sed "s|^|$cubin: |"
	# as many launches as kernels, and none twice
	diff <("$program" --kernels "$cubin" | sed 1d | wc -l) <("$program" --list "$tmp/it.csv" | sed 1d | cut -d , -f 3 | sort -u | wc -l) |
		sed "s|^|$cubin: |"
done < <(find workloads tests \( -name '*.cubin' -o -name '*.cubin.gz' \) ! -path 'tests/bad/*' | sort) | result 'all shipped cubins'
# plain names where one kernel has them, else symbols; variables are said
names() { # CUBIN: cases and kernels of its template, those of plain C names left out
	cp "$1" "$tmp/it.cubin"
	"$program" --template "$tmp/it.cubin" | sed '/^#/d' | sed 1d | cut -d , -f 1,3 | sort | comm -23 - <("$program" --kernels "$1" |
		sed '1d; s/,.*//' | grep -v '^_Z' | sed 's/.*/&,&/' | sort)
}
names tests/data/features.cubin | diff - <(printf '%s\n' lonely,lonely _Z3addILi{3,4}EEvi _Z5hello{Pf,Pi6recordd} | sed 's/^_Z.*/&,&/' | sort) |
	result 'plain names, where no other kernel has them, else symbols'
"$program" --template workloads/vecadd/vecadd.cubin | sed '/^#/d' > "$tmp/vecadd.csv"
diff - "$tmp/vecadd.csv" << 'END' | result 'buffers for pointers, numbers for numbers'
case,module,kernel,grid,block,args,expect
vecadd,vecadd.cubin,vecadd,1,256,p0:s32[threads] p1:s32[threads] p2:s32[threads] p3:s32=1,
END
finish
