/* asm.h: a few sm_90 instructions as words, and a cubin to run them in. For tests.
 *
 * Each function appends one instruction to a program; ctl() sets the control field of the last one. asm_load() overwrites the code of
 * tests/helpers/carrier.cubin with the program (the rest becomes NOPs behind a branch to itself) and loads it. */
#ifndef TESTS_ASM_H
#define TESTS_ASM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/runtime/simt.h"

enum { ASM_MOST = 380, RZ = 255, URZ = 63, PT = 7 };

struct program {
	uint64_t w[ASM_MOST][2];
	unsigned n;
	unsigned guard; /* of the next instruction: 0..7, +8 negated */
};

enum { NO_SB = 7 };

void asm_init(struct program *p);
/* Control field of the last instruction: stall count, write and read scoreboard (NO_SB: none), wait mask. Without it: stall 15, no
 * scoreboards. */
void ctl(struct program *p, unsigned stall, unsigned wbar, unsigned rbar, unsigned wait);
/* Guard of the next instruction. */
void guard(struct program *p, unsigned predicate, bool negated);

/* Reuse flags of the last instruction, bit i for operand slot i; after its ctl(). */
void reuse(struct program *p, unsigned slots);

/* An instruction without its control field. */
void word(struct program *p, uint64_t lo, uint64_t hi);
void nop(struct program *p);
void exit_(struct program *p);
void mov_imm(struct program *p, unsigned d, uint32_t imm);
void mov_uniform(struct program *p, unsigned d, unsigned ua);
void umov_imm(struct program *p, unsigned ud, uint32_t imm);
void r2ur(struct program *p, unsigned ud, unsigned a);
void s2ur(struct program *p, unsigned ud, unsigned sreg);
void viadd(struct program *p, unsigned d, unsigned a, int32_t imm);
void imad(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c);
void fadd(struct program *p, unsigned d, unsigned a, unsigned b);
void ffma(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c);
void dfma(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c);
void hfma2(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c);
void hfma2_mma(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c);
void redux_max(struct program *p, unsigned ud, unsigned a);
void match_any(struct program *p, unsigned d, unsigned a);
void match_all(struct program *p, unsigned d, unsigned a);
void lop3_and_imm(struct program *p, unsigned d, unsigned a, uint32_t imm);
void popc(struct program *p, unsigned d, unsigned a);
void s2r(struct program *p, unsigned d, unsigned sreg);
void isetp_ge(struct program *p, unsigned pd, unsigned a, unsigned b);
void isetp_ge_imm(struct program *p, unsigned pd, unsigned a, int32_t imm);
void isetp_ne_imm(struct program *p, unsigned pd, unsigned a, int32_t imm);
void ldc64(struct program *p, unsigned d, unsigned offset);
void uldc64(struct program *p, unsigned d, unsigned offset);
void ldg(struct program *p, unsigned d, unsigned a, int32_t imm);
void ldg_strong(struct program *p, unsigned d, unsigned a, int32_t imm); /* .STRONG.GPU */
void stg(struct program *p, unsigned a, unsigned b, int32_t imm);
void stg_strong(struct program *p, unsigned a, unsigned b, int32_t imm); /* .STRONG.GPU */
void redg(struct program *p, unsigned a, unsigned b, int32_t imm);       /* adds R[b] */
void atomg(struct program *p, unsigned d, unsigned a, unsigned b, int32_t imm);
void lds(struct program *p, unsigned d, unsigned a, int32_t imm);
void sts(struct program *p, unsigned a, unsigned b, int32_t imm);
void lds_wide(struct program *p, unsigned d, unsigned a, unsigned bits); /* 32, 64 or 128 */
void ldg_wide(struct program *p, unsigned d, unsigned a, unsigned bits);
void atoms_add(struct program *p, unsigned d, unsigned a, unsigned b);
void atoms_cast_spin(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c);
void imad_wide_imm(struct program *p, unsigned d, unsigned a, uint32_t imm, unsigned c);
/* Whether the generic address is one of shared memory, into predicate pd; d is RZ. */
void qspc_shared(struct program *p, unsigned pd, unsigned d, unsigned a);
void bar_sync(struct program *p);
void membar(struct program *p, unsigned level); /* 0: for the block, 1: the SM, 2: the device, 3: the system */
void yield_(struct program *p);
void warpsync(struct program *p);
void warpsync_mask(struct program *p, unsigned a, bool exclusive);
void bsync(struct program *p, unsigned b);
void break_(struct program *p, unsigned b);
/* Branches take the index of their target, which may come later: label() gives the next instruction's, patch() sets it. */
unsigned bra(struct program *p, unsigned target);
unsigned bra_div(struct program *p, unsigned ua, unsigned target);
unsigned bssy(struct program *p, unsigned b, unsigned target);
/* The target is where lanes go on that do the operation elsewhere. */
unsigned warpsync_collective(struct program *p, unsigned a, unsigned target);
void endcollective(struct program *p);
unsigned label(const struct program *p);
void patch(struct program *p, unsigned branch, unsigned target);

enum { SR_LANEID = 0x00, SR_TID_X = 0x21, SR_CTAID_X = 0x25 };
enum { ASM_DESC = 0x208, ASM_PARAM = 0x210 }; /* constant bank 0 */

/* A file of the source tree; to be freed. */
char *asm_read(const char *name, size_t *size);
/* Offset and size of a section of a cubin; fails the test where it is missing. */
void asm_find(char *image, size_t size, const char *section, size_t *offset, size_t *bytes);

/* Loads the program as kernel `carrier(const int *in, int *out, int n)`. */
struct simt_function *asm_load(struct simt *s, const struct program *p, struct simt_error *e);

/* Machine `tiny` with these settings ("a=b", NULL at the end). */
struct simt *asm_machine(const char *const *settings);
/* The same with independent banks: nothing else comes out for whole warps. */
struct simt *asm_machine_independent(const char *const *settings);
/* Runs a program on blocks of `threads`, with `in` (n words, may be NULL) and `out` (n words, zeros) as first parameters; copies out
 * back. Returns the statistics; fails the test where it does not run. */
const struct simt_launch_stats *asm_run(struct simt *s, const struct program *p, unsigned blocks, unsigned threads,
					const uint32_t *in, uint32_t *out, unsigned n);
/* Runs it on one block, on machine `tiny` with these settings and buffers of so many words, and holds the conservation laws against what
 * was counted. Returns the cycles; *stats, unless NULL, stays until the next call. */
uint64_t asm_cycles(const struct program *p, unsigned threads, unsigned words, const char *const *settings,
		    const struct simt_launch_stats **stats);
/* Fails the test unless both conservation laws hold on this machine. */
void assert_laws(const struct simt_launch_stats *t, unsigned sms, unsigned subcores);

#endif
