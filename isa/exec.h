/* exec.h: what the isa_exec_* functions share. Private to isa/.
 *
 * An operation reads its sources as rows of 32 words. A register's row is read in place; any other operand is spread over a row. The
 * operation computes all 32 lanes into a row of its own, and put() keeps the lanes of the mask. So no loop has a branch for each lane,
 * and compilers vectorise it. Inactive lanes may hold any bits: no operation may trap on them.
 *
 * What this module cannot do: check register numbers. Whoever loads a kernel makes sure that its rows hold every register named. */
#ifndef SIMT_EXEC_H
#define SIMT_EXEC_H

#include <string.h>

#include "isa/arithmetic.h"
#include "isa/clones.h"
#include "isa/executors.h"
#include "isa/isa.h"

extern const uint32_t isa_zero_row[ISA_LANES];
extern const uint32_t isa_lane_bit[ISA_LANES]; /* 1 << lane, which compilers vectorise better than the shift */

/* ---- sources ---- */
/* The bits of a source that is not a register, which are equal for all lanes. offset: 0, or 4 for the upper word of 64 bits. */
uint32_t isa_scalar_slow(const struct isa_source *s, struct exec *x, unsigned offset);

INLINE uint32_t
scalar(const struct isa_source *s, struct exec *x)
{
	if (s->kind == SRC_IMM)
		return s->value;
	if (s->kind == SRC_UREG)
		return x->u->r[s->index];
	return isa_scalar_slow(s, x, 0);
}

INLINE const uint32_t *
spread(uint32_t *t, uint32_t v)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = v;
	return t;
}

/* Row of register i. */
INLINE const uint32_t *
row_of(const struct exec *x, unsigned i)
{
	return i == ISA_RZ ? isa_zero_row : x->row->r[i];
}

/* The source's bits, modifiers ignored. t: room for a row. */
INLINE const uint32_t *
bits_of(const struct isa_source *s, struct exec *x, uint32_t *t)
{
	if (s->kind == SRC_REG)
		return row_of(x, s->index);
	return spread(t, scalar(s, x));
}

/* An integer source with its sign: -x or ~x. Rare kinds are left to a function, which keeps the common ones short. */
const uint32_t *isa_int_slow(const struct isa_source *s, struct exec *x, uint32_t *t);

INLINE const uint32_t *
int_of(const struct isa_source *s, struct exec *x, uint32_t *t)
{
	if (!(s->neg | s->inv)) {
		if (s->kind == SRC_REG)
			return row_of(x, s->index);
		if (s->kind == SRC_IMM)
			return spread(t, s->value);
		if (s->kind == SRC_UREG)
			return spread(t, x->u->r[s->index]);
	}
	return isa_int_slow(s, x, t);
}

/* The complement of a source for an addition with carries: -x is ~x and a 1 that the caller adds; *ones is raised by it. */
INLINE const uint32_t *
complement_of(const struct isa_source *s, struct exec *x, uint32_t *t, bool extended, uint32_t *ones)
{
	const uint32_t flip = s->neg || s->inv ? UINT32_MAX : 0;

	if (s->neg && !extended)
		++*ones;
	if (s->kind == SRC_REG) {
		const uint32_t *r = row_of(x, s->index);

		if (!flip)
			return r;
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = ~r[l];
		return t;
	}
	return spread(t, scalar(s, x) ^ flip);
}

/* The upper word of a 64-bit source, modifiers ignored. An immediate has none: its sign is extended. */
INLINE const uint32_t *
high_bits_of(const struct isa_source *s, struct exec *x, uint32_t *t)
{
	if (s->kind == SRC_REG)
		return row_of(x, s->index == ISA_RZ ? ISA_RZ : s->index + 1u);
	return spread(t, isa_scalar_slow(s, x, 4));
}

/* A source of an operation of the uniform datapath: never a register. */
INLINE uint32_t
uniform_int(const struct isa_source *s, struct exec *x)
{
	uint32_t v = scalar(s, x);

	if (s->inv)
		return ~v;
	return s->neg ? -v : v;
}

/* Whether the source has the same value for all lanes. */
INLINE bool
is_uniform(const struct isa_source *s)
{
	return s->kind != SRC_REG || s->index == ISA_RZ;
}

/* Lanes of the row for which source predicate ps (0..15) holds. */
INLINE uint32_t
predicate(const struct exec *x, unsigned ps)
{
	return x->row->p[ps & 7] ^ (ps & 8 ? UINT32_MAX : 0);
}

INLINE bool
uniform_predicate(const struct exec *x, unsigned ps)
{
	return (x->u->p >> (ps & 7) & 1) ^ (ps >> 3 & 1);
}

/* ---- results ---- */
/* Keeps the lanes of the mask of t in register d. */
INLINE void
put(struct exec *x, unsigned d, const uint32_t *t)
{
	const uint32_t mask = x->mask;
	uint32_t *r;

	if (d == ISA_RZ)
		return;
	r = x->row->r[d];
	if (mask == UINT32_MAX) {
		memcpy(r, t, ISA_LANES * sizeof *r);
		return;
	}
	/* Arithmetic, not a choice: some compilers make a branch per lane of that. */
	for (unsigned l = 0; l < ISA_LANES; l++)
		r[l] ^= (r[l] ^ t[l]) & -(uint32_t)((mask & isa_lane_bit[l]) != 0);
}

/* The same for `value`, an expression of lane l that reads no other lane of d; d is not RZ. The row is written in place. It is a choice, which
 * compilers make one instruction of where the host has masks: the next instruction often waits for it. */
#define KEEP(x, d, value)                                                                     \
	do {                                                                                  \
		const uint32_t kept_lanes = (x)->mask;                                        \
		uint32_t *const kept = (x)->row->r[d];                                        \
                                                                                              \
		if (kept_lanes == UINT32_MAX)                                                 \
			EACH_LANE kept[l] = (value);                                          \
		else                                                                          \
			EACH_LANE                                                             \
			{                                                                     \
				const uint32_t kept_now = (value), kept_was = kept[l];        \
                                                                                              \
				kept[l] = kept_lanes & isa_lane_bit[l] ? kept_now : kept_was; \
			}                                                                     \
	} while (0)

/* Keeps the lanes of the mask of `bits` in predicate pd. */
INLINE void
put_predicate(struct exec *x, unsigned pd, uint32_t bits)
{
	if (pd != ISA_PT)
		x->row->p[pd] = (x->row->p[pd] & ~x->mask) | (bits & x->mask);
}

/* The predicates of a comparison, which holds in the lanes `hit`: joined with ps[0], and so its opposite. */
INLINE void
put_joined(const struct inst *in, struct exec *x, uint32_t hit)
{
	const uint32_t with = predicate(x, in->ps[0]);
	const unsigned bop = in->f[F_bop];

	put_predicate(x, in->pd[0], bop == 0 ? hit & with : bop == 1 ? hit | with : hit ^ with);
	put_predicate(x, in->pd[1], bop == 0 ? ~hit & with : bop == 1 ? ~hit | with : ~hit ^ with);
}

INLINE void
put_uniform(struct exec *x, unsigned d, uint32_t v)
{
	if (d != ISA_URZ)
		x->u->r[d] = v;
}

INLINE void
put_uniform_predicate(struct exec *x, unsigned pd, bool v)
{
	if (pd != ISA_PT)
		x->u->p = (uint8_t)((x->u->p & ~(1u << pd)) | (unsigned)v << pd);
}

/* The lanes whose flag is not 0, as a mask. Flags are 0 or ~0. */
INLINE uint32_t
gather_flags(const uint32_t *flag)
{
	uint32_t bits = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		bits |= flag[l] & isa_lane_bit[l];
	return bits;
}

/* ---- what is neither a register nor in memory ---- */
/* Value of special register sr for lane l of the row; sets x->fault if there is no such register. */
uint32_t isa_special(struct exec *x, unsigned sr, unsigned l);

/* Reads 1, 2 or 4 bytes of a constant bank (size as in the field); sets x->fault and returns 0 where that cannot be. */
uint32_t isa_constant(struct exec *x, unsigned bank, uint32_t offset, unsigned size);

/* ---- for several executors ---- */
/* An access to shared memory, without the data of a store. */
void isa_shared_request(const struct inst *in, struct exec *x, enum mem_kind kind);
/* An access to shared memory of any block of the cluster, without the data of a store. */
void isa_cluster_request(const struct inst *in, struct exec *x, enum mem_kind kind);
/* SYNCS.PHASECHK: its predicate, when the word of the barrier is in x->mem. */
void isa_phase_known(const struct inst *in, struct exec *x);
/* The NaN that a fused multiply-add of these FP64 numbers gives. */
uint64_t isa_nan64(uint64_t a, uint64_t b, uint64_t c);
/* The lanes of an LDSM get their parts of the rows in x->mem. */
void isa_spread_rows(const struct inst *in, struct exec *x);

#endif
