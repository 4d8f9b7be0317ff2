/* gmma-operands.h: the operands of a matrix instruction of a group of warps, fetched from registers and from shared memory; private to isa/.
 *
 * What this module cannot do: say what the bits of a number mean; see exec-gmma.c. */
#ifndef SIMT_GMMA_OPERANDS_H
#define SIMT_GMMA_OPERANDS_H

#include "isa/exec.h"
#include "isa/gmma.h"

enum {
	GMMA_COLUMNS = 256, /* of b, at the most */
	GMMA_MOST_K = 64,   /* rows of b, at the most */
	GMMA_LINE = 16      /* bytes that are behind each other in shared memory whatever the swizzle */
};

/* A matrix, k by k: row k of a turned, or of b. Eight columns of b are in the order 0, 2, 4, 6, 1, 3, 5, 7, in which lanes have their sums. */
struct gmma_a {
	uint32_t of[GMMA_MOST_K][GMMA_ROWS];
	uint64_t there[GMMA_ROWS]; /* bit k: a has that number; .SP leaves out others */
};
struct gmma_b {
	uint32_t of[GMMA_MOST_K][GMMA_COLUMNS];
};

/* Fetches a and b. False: x->fault is set. */
bool gmma_fetch(const struct inst *in, struct exec *x, const struct gmma_shape *s, struct gmma_a *a, struct gmma_b *b);

#endif
