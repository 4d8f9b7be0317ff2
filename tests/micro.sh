#!/bin/bash
# The machine code of workloads/micro has the instructions that its microbenchmarks are about, as many as a round should have: a compiler
# that folds, merges or predicates them would make a number mean something else. Prints TAP. simt-sim is $SIMT_SIM, or the one of the
# build folder.
set -uf

srcdir=${srcdir:-.}
builddir=${builddir:-.}
program=${SIMT_SIM:-$builddir/simt-sim}
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
cd "$srcdir" || exit 99
count=0
# How often each kernel has each instruction, guards apart: kernel, instruction, number.
all=$(for name in pipes control storage fetch lsu traffic atomics atomics-lines; do "$program" --disassemble workloads/micro/$name.cubin || exit 1; done |
	awk '$1 == "Function" { kernel = $3 } /\/\*[0-9a-f]+\*\// { n[kernel " " ($2 ~ /^@/ ? $3 : $2)]++ } END { for (i in n) print i, n[i] }'
	exit "${PIPESTATUS[0]}") || exit 1

# has KERNEL NUMBER PATTERN: so many instructions of the kernel begin with the pattern, guards apart
has() {
	local n

	n=$(awk -v kernel="$1" -v pattern="^$3" '$1 == kernel && $2 ~ pattern { n += $3 } END { print n + 0 }' <<<"$all")
	count=$((count + 1))
	if [ "$n" = "$2" ]; then
		echo "ok $count - $1: $2 of $3"
	else
		echo "not ok $count - $1: $n of $3, not $2"
	fi
}

# A round of pipes.cu is 64 instructions; of a pair, 32 of each.
while read -r kind pattern; do
	has "chain_$kind" 64 "$pattern"
	has "rate_$kind" 64 "$pattern"
done <<'END'
ffma FFMA$
fmul FMUL$
fmnmx FMNMX$
ex2 MUFU.EX2$
rsq MUFU.RSQ$
dfma DFMA$
hfma2 HFMA2
imadhi IMAD.HI.U32$
lop3 LOP3.LUT$
shf SHF.L.W.U32.HI$
prmt PRMT$
popc POPC$
flo FLO.U32$
i2f I2FP.F32.U32$
f2i F2I.U32.TRUNC.NTZ$
shfl SHFL.UP$
vote VOTE.ANY$
redux REDUX.MAX$
match MATCH.ANY$
END
has chain_add 64 LOP3.LUT$
has pair_ffma_ex2 32 FFMA$
has pair_ffma_ex2 32 MUFU.EX2$
has pair_lop3_shfl 32 LOP3.LUT$
has pair_lop3_shfl 32 SHFL.UP$
has pair_dfma_hfma2 32 DFMA$
has pair_dfma_hfma2 32 HFMA2

# Pairs of an exclusive or and an add, in numbers that the names of the kernels give.
has loop_64 64 LOP3.LUT$
has straight_8k 256 LOP3.LUT$
has straight_256k 8192 LOP3.LUT$
has block_barriers 16 BAR.SYNC.DEFER_BLOCKING$
has warp_barriers 0 WARPSYNC # none is left where lanes are together
has sides 1 BSSY$
has sides 1 BSYNC$

has chase_shared_32 16 LDS$
has chase_shared_64 16 LDS.64$
has chase_shared_128 16 LDS.128$
has load_shared_32 16 LDS$
has load_shared_128 16 LDS.128$
has store_shared 17 STS$
has add_shared 8 ATOMS.ADD$
has chase 8 LDG.E$
has read 4 LDG.E.128$
has write 4 STG.E.128$
has red 1 RED
has dense_48k 3072 FFMA$
has hop_16_24 24 FSETP.NEU.AND$
has apart 6144 FFMA$
has chase_constants 12 LDC
has load_constants 12 LDC
has atom 1 ATOMG
has hit_32 16 LDG.E$
has hit_64 16 LDG.E.64$
has hit_128 16 LDG.E.128$
has chain_64 16 LDG.E.64$
has mix_lds_ldg 8 LDS$
has mix_lds_ldg 8 LDG.E$
has mix_lds_shfl 8 LDS$
has mix_lds_shfl 8 SHFL.BFLY$
has mix_ldg_shfl 8 SHFL.BFLY$
has burst_lds_8 8 LDS$
has burst_ldg_20 20 LDG.E$
has burst_sts_16 17 STS$
has store_64 16 STS.64$
has red_shared 8 ATOMS
has read_l2 8 LDG.E.128.STRONG.GPU$
has step_l2 1 LDG.E.128.STRONG.GPU$
has same_line 8 LDG.E.STRONG.GPU$
has write_strided 4 STG.E$
while read -r kind pattern; do
	has "fixed_$kind" 8 "$pattern"
	has "random_$kind" 8 "$pattern"
done <<'END'
red_add REDG.E.ADD.STRONG.GPU$
red_max REDG.E.MAX.STRONG.GPU$
red_xor REDG.E.XOR.STRONG.GPU$
red_add64 REDG.E.ADD.64.STRONG.GPU$
red_fadd REDG.E.ADD.F32.FTZ.RN.STRONG.GPU$
atom_add ATOMG.E.ADD.STRONG.GPU$
atom_min ATOMG.E.MIN.STRONG.GPU$
atom_and ATOMG.E.AND.STRONG.GPU$
atom_exch ATOMG.E.EXCH.STRONG.GPU$
atom_add64 ATOMG.E.ADD.64.STRONG.GPU$
atom_fadd ATOMG.E.ADD.F32.FTZ.RN.STRONG.GPU$
cas ATOMG.E.CAS.STRONG.GPU$
cas64 ATOMG.E.CAS.64.STRONG.GPU$
END
has chain_atom_add 4 ATOMG.E.ADD.STRONG.GPU$
has chain_cas 4 ATOMG.E.CAS.STRONG.GPU$
has walk_red_add 8 REDG.E.ADD.STRONG.GPU$
has walk_cas 8 ATOMG.E.CAS.STRONG.GPU$
has probe_plain 4 LDG.E$
has probe_plain 4 ATOMG.E.CAS.STRONG.GPU$
has probe_volatile 4 LDG.E.STRONG.SYS$
has probe_relaxed 4 LDG.E.STRONG.GPU$
has stream_red_add 4 REDG.E.ADD.STRONG.GPU$
has shared_fixed_s_add 8 ATOMS.ADD$
has shared_fixed_s_inc 8 ATOMS.POPC.INC.32$
has shared_fixed_s_cas 8 ATOMS.CAS$
has shared_random_s_fadd 8 ATOMS.CAST.SPIN$
has add_line 4 ATOMG.E.ADD.STRONG.GPU$
has add_load_2 1 ATOMG.E.ADD.STRONG.GPU$
has add_load_2 2 LDG.E.STRONG.GPU$
has load_line 4 LDG.E.STRONG.GPU$
echo "1..$count"
