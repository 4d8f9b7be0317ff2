/* exec-matrix.h: what the executors of matrix instructions share. Private to isa/.
 * What this module cannot do: say which lane holds which element; see exec-matrix.c. */
#ifndef SIMT_EXEC_MATRIX_H
#define SIMT_EXEC_MATRIX_H

#include "isa/exec.h"

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

#endif
