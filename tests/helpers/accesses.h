/* accesses.h: programs that load and store global memory, instruction after instruction, on machine `tiny`: one warp, whose cycles can be
 * worked out by hand. The launch ends with the cycle after its last EXIT has issued. For tests. */
#ifndef TESTS_ACCESSES_H
#define TESTS_ACCESSES_H

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum {
	ADU = 10,
	L1 = 20,
	L2 = 100,
	DRAM = 300,
	START = 4 + ADU, /* cycle of the first access */
	NEXT = 4,        /* cycles from one access to the next: they hold the pipe */
	LINE = 128,
	WORDS = 4096 /* of the buffer `in` */
};

/* Puts the address of the buffer `in` into R2. */
static inline void
begin(struct program *p)
{
	asm_init(p);
	uldc64(p, 4, ASM_DESC); /* 0 */
	ctl(p, 4, NO_SB, NO_SB, 0);
	ldc64(p, 2, ASM_PARAM); /* 4 */
	ctl(p, 1, 0, NO_SB, 0);
}

/* The same; R4 gets the address of byte `apart` x lane of the buffer. */
static inline void
spread(struct program *p, unsigned apart)
{
	begin(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 1, NO_SB, 0);
	imad_wide_imm(p, 4, 0, apart, 2);
	ctl(p, 5, NO_SB, NO_SB, 3);
}

/* Access number i has been appended, NEXT cycles after the one before; the first one waits for the address. end() waits for its result,
 * ... */
static inline void
answered(struct program *p, unsigned i)
{
	ctl(p, NEXT, 1, NO_SB, i ? 0 : 1);
}

/* ... or it has none. */
static inline void
sent(struct program *p, unsigned i)
{
	ctl(p, NEXT, NO_SB, NO_SB, i ? 0 : 1);
}

/* Load number i, of the word at byte `at` of the buffer, to R6 + i. */
static inline void
load(struct program *p, unsigned i, int32_t at)
{
	ldg(p, 6 + i, 2, at);
	answered(p, i);
}

/* Waits for the results, and ends. */
static inline void
end(struct program *p)
{
	exit_(p);
	ctl(p, 5, NO_SB, NO_SB, 1 << 1);
}

/* asm_cycles of the program. */
static inline uint64_t
cycles(const struct program *p, const char *const *settings, const struct simt_launch_stats **stats)
{
	return asm_cycles(p, 32, WORDS, settings, stats);
}

#endif
