#!/bin/bash
# The machine code of workloads/micro has the instructions that its microbenchmarks are about, as many as a round should have: a compiler
# that folds, merges or predicates them would make a number mean something else. Prints TAP. simt-sim is $SIMT_SIM, or the one of the
# build folder.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f
# How often each kernel has each instruction, guards apart: kernel, instruction, number.
all=$(for name in pipes control storage fetch lsu traffic atomics atomics-lines matrix async; do "$program" --disassemble workloads/micro/$name.cubin || exit 1; done |
	awk '$1 == "Function" { kernel = $3 } /\/\*[0-9a-f]+\*\// { n[kernel " " ($2 ~ /^@/ ? $3 : $2)]++ } END { for (i in n) print i, n[i] }'
	exit "${PIPESTATUS[0]}") || exit 1

# begins KERNEL NUMBER PATTERN: so many instructions of the kernel begin with the pattern, guards apart
begins() {
	local found

	found=$(awk -v kernel="$1" -v pattern="^$3" '$1 == kernel && $2 ~ pattern { n += $3 } END { print n + 0 }' <<<"$all")
	[ "$found" = "$2" ]
	result $? "$1: $2 of $3" <(echo "there are $found")
}

# A round of pipes.cu is 64 instructions; of a pair, 32 of each.
while read -r kind pattern; do
	begins "chain_$kind" 64 "$pattern"
	begins "rate_$kind" 64 "$pattern"
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
begins chain_add 64 LOP3.LUT$
begins pair_ffma_ex2 32 FFMA$
begins pair_ffma_ex2 32 MUFU.EX2$
begins pair_lop3_shfl 32 LOP3.LUT$
begins pair_lop3_shfl 32 SHFL.UP$
begins pair_dfma_hfma2 32 DFMA$
begins pair_dfma_hfma2 32 HFMA2

# Pairs of an exclusive or and an add, in numbers that the names of the kernels give.
begins loop_64 64 LOP3.LUT$
begins straight_8k 256 LOP3.LUT$
begins straight_256k 8192 LOP3.LUT$
begins block_barriers 16 BAR.SYNC.DEFER_BLOCKING$
begins warp_barriers 0 WARPSYNC # none is left where lanes are together
begins sides 1 BSSY$
begins sides 1 BSYNC$

begins chase_shared_32 16 LDS$
begins chase_shared_64 16 LDS.64$
begins chase_shared_128 16 LDS.128$
begins load_shared_32 16 LDS$
begins load_shared_128 16 LDS.128$
begins store_shared 17 STS$
begins add_shared 8 ATOMS.ADD$
begins chase 8 LDG.E$
begins read 4 LDG.E.128$
begins write 4 STG.E.128$
begins red 1 RED
begins dense_48k 3072 FFMA$
begins hop_16_24 24 FSETP.NEU.AND$
begins apart 6144 FFMA$
begins chase_constants 12 LDC
begins load_constants 12 LDC
begins atom 1 ATOMG
begins hit_32 16 LDG.E$
begins hit_64 16 LDG.E.64$
begins hit_128 16 LDG.E.128$
begins chain_64 16 LDG.E.64$
begins mix_lds_ldg 8 LDS$
begins mix_lds_ldg 8 LDG.E$
begins mix_lds_shfl 8 LDS$
begins mix_lds_shfl 8 SHFL.BFLY$
begins mix_ldg_shfl 8 SHFL.BFLY$
begins burst_lds_8 8 LDS$
begins burst_ldg_20 20 LDG.E$
begins burst_sts_16 17 STS$
begins store_64 16 STS.64$
begins red_shared 8 ATOMS
begins read_l2 8 LDG.E.128.STRONG.GPU$
begins step_l2 1 LDG.E.128.STRONG.GPU$
begins same_line 8 LDG.E.STRONG.GPU$
begins write_strided 4 STG.E$
while read -r kind pattern; do
	begins "fixed_$kind" 8 "$pattern"
	begins "random_$kind" 8 "$pattern"
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
begins chain_atom_add 4 ATOMG.E.ADD.STRONG.GPU$
begins chain_cas 4 ATOMG.E.CAS.STRONG.GPU$
begins walk_red_add 8 REDG.E.ADD.STRONG.GPU$
begins walk_cas 8 ATOMG.E.CAS.STRONG.GPU$
begins probe_plain 4 LDG.E$
begins probe_plain 4 ATOMG.E.CAS.STRONG.GPU$
begins probe_volatile 4 LDG.E.STRONG.SYS$
begins probe_relaxed 4 LDG.E.STRONG.GPU$
begins stream_red_add 4 REDG.E.ADD.STRONG.GPU$
begins shared_fixed_s_add 8 ATOMS.ADD$
begins shared_fixed_s_inc 8 ATOMS.POPC.INC.32$
begins shared_fixed_s_cas 8 ATOMS.CAS$
begins shared_random_s_fadd 8 ATOMS.CAST.SPIN$
begins add_line 4 ATOMG.E.ADD.STRONG.GPU$
begins add_load_2 1 ATOMG.E.ADD.STRONG.GPU$
begins add_load_2 2 LDG.E.STRONG.GPU$
begins load_line 4 LDG.E.STRONG.GPU$
while read -r kind pattern; do
	begins "rate_${kind}_1" 64 "$pattern"
	begins "rate_${kind}_4" 64 "$pattern"
	begins "chain_b_$kind" 64 "$pattern"
done <<'END'
f16_k8_f16 HMMA.1688.F16$
f16_k16_f16 HMMA.16816.F16$
f16_k8_f32 HMMA.1688.F32$
f16_k16_f32 HMMA.16816.F32$
bf16_k8 HMMA.1688.F32.BF16$
bf16_k16 HMMA.16816.F32.BF16$
tf32_k4 HMMA.1684.F32.TF32$
tf32_k8 HMMA.1688.F32.TF32$
s8_m8_k16 IMMA.8816.S8.S8$
s8_k16 IMMA.16816.S8.S8$
s8_k32 IMMA.16832.S8.S8$
f64_m8_k4 DMMA.8x8x4$
f64_k4 DMMA.16x8x4$
f64_k8 DMMA.16x8x8$
f64_k16 DMMA.16x8x16$
END
begins walk_ldsm4t 32 LDSM.16.MT88.4$
begins walk_movm 32 MOVM.16.MT88$
begins walk_ldsm_mma 16 LDSM.16.M88.4$
begins walk_ldsm_mma 16 HMMA.16816.F32$
begins walk_mma_add_a 16 HMMA.16816.F32$
begins walk_ca4 8 LDGSTS.E$
begins walk_cg16 8 LDGSTS.E.BYPASS.128$
begins walk_cg16 8 DEPBAR.LE$
begins walk_none 8 LDGDEPBAR$
begins burst_cg16_32 32 LDGSTS.E.BYPASS.128$
begins stream_ca16 8 LDGSTS.E.128$
begins stream_load16 8 LDG.E.128$
begins stream_load16 8 STS.128$
begins product_3 32 HMMA.16816.F32$
begins product_3 12 LDSM.16.M88.4$
begins product_copies_3 12 LDGSTS.E.BYPASS.128$
begins product_arithmetic_3 32 HMMA.16816.F32$
finish
