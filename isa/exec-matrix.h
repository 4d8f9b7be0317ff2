/* exec-matrix.h: what the executors of matrix instructions share. Private to isa/.
 * What this module cannot do: say which lane holds which element; see exec-matrix.c. */
#ifndef SIMT_EXEC_MATRIX_H
#define SIMT_EXEC_MATRIX_H

#include "isa/exec.h"

enum { MATRIX_ROWS = 16, MATRIX_COLUMNS = 8 };

/* The columns of a row. Vectors are handed on by address: compilers warn that machines with and without AVX have other ways to hand them on. */
typedef int32_t ints __attribute__((vector_size(32)));
typedef uint32_t words __attribute__((vector_size(32)));
typedef uint32_t half_words __attribute__((vector_size(16)));

/* Whether all 32 lanes of a warp take part; else it is a fault. */
INLINE bool
matrix_complete(struct exec *x)
{
	if (x->mask == UINT32_MAX && x->width == ISA_LANES)
		return true;
	x->fault = "a matrix instruction needs all 32 lanes of a warp";
	return false;
}

/* Register `i` of a source. */
INLINE const uint32_t *
matrix_row(const struct isa_source *s, const struct exec *x, unsigned i)
{
	return s->kind == SRC_REG && s->index != ISA_RZ ? x->row->r[s->index + i] : isa_zero_row;
}

/* Register i of the result, of which RZ has none. */
INLINE void
matrix_keep(struct exec *x, const struct inst *in, unsigned i, const uint32_t *t)
{
	if (in->d != ISA_RZ)
		memcpy(x->row->r[in->d + i], t, ISA_LANES * sizeof *t);
}

/* What the lanes of a register of b have, for one number of k after the other: that of columns 0, 2, 4, 6, 1, 3, 5, 7, in which order lanes have
 * their sums. Two halves of 16 bytes are turned on their own, as matrices of 4 by 4. */
INLINE void
matrix_turn(uint32_t *to, const uint32_t *r)
{
	words a, b, c, d, low, high, behind_low, behind_high;

	/* one by one: copies of all of them go by shorter vectors, which hosts are slow to read together */
	memcpy(&a, r, sizeof a);
	memcpy(&b, r + 8, sizeof b);
	memcpy(&c, r + 16, sizeof c);
	memcpy(&d, r + 24, sizeof d);
	low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
	high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
	behind_low = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
	behind_high = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
	a = __builtin_shufflevector(low, behind_low, 0, 1, 8, 9, 4, 5, 12, 13);
	b = __builtin_shufflevector(low, behind_low, 2, 3, 10, 11, 6, 7, 14, 15);
	c = __builtin_shufflevector(high, behind_high, 0, 1, 8, 9, 4, 5, 12, 13);
	d = __builtin_shufflevector(high, behind_high, 2, 3, 10, 11, 6, 7, 14, 15);
	memcpy(to, &a, sizeof a);
	memcpy(to + 8, &b, sizeof b);
	memcpy(to + 16, &c, sizeof c);
	memcpy(to + 24, &d, sizeof d);
}

/* Halves of a row of eight are where lanes 4 g and on have them in two registers. */
INLINE void
matrix_join(void *to, const void *first, const void *second)
{
	half_words a, b;
	words v;

	memcpy(&a, first, sizeof a);
	memcpy(&b, second, sizeof b);
	v = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
	memcpy(to, &v, sizeof v);
}

INLINE void
matrix_part(int32_t (*to)[ISA_LANES], unsigned lane, const ints *v)
{
	memcpy(to[0] + lane, v, sizeof *v / 2);
	memcpy(to[1] + lane, (const char *)v + sizeof *v / 2, sizeof *v / 2);
}

#endif
