/* exec-logic.c: bits of lanes: LOP3, MOV, POPC, FLO. See exec.h. */
#include "isa/exec.h"

/* ---- LOP3 ---- */
/* Bit (a << 2 | b << 1 | c) of the table, for all 32 bits at once: a tree of selections, first by c, then b, then a. With a constant
 * table little of it is left. */
INLINE uint32_t
select_bits(uint32_t zero, uint32_t one, uint32_t by)
{
	return zero ^ ((zero ^ one) & by);
}

INLINE uint32_t
table_bit(unsigned lut, unsigned i)
{
	return -(uint32_t)(lut >> i & 1);
}

INLINE void
lop3_rows(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, const unsigned lut)
{
	const uint32_t m0 = table_bit(lut, 0), m1 = table_bit(lut, 1), m2 = table_bit(lut, 2), m3 = table_bit(lut, 3);
	const uint32_t m4 = table_bit(lut, 4), m5 = table_bit(lut, 5), m6 = table_bit(lut, 6), m7 = table_bit(lut, 7);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t low = select_bits(select_bits(m0, m1, c[l]), select_bits(m2, m3, c[l]), b[l]);
		const uint32_t high = select_bits(select_bits(m4, m5, c[l]), select_bits(m6, m7, c[l]), b[l]);

		t[l] = select_bits(low, high, a[l]);
	}
}

/* Tables with their own loop: what compilers emit most. The last row is any other table. */
#define TABLES(T) \
	T(0xc0)   \
	T(0xfc) T(0x3c) T(0x30) T(0xf8) T(0xf4) T(0x80) T(0xfe) T(0x96) T(0xe2) T(0xb8) T(0x0c) T(0xea) T(0xe8) T(0x78) T(0x48)

CLONES static void
lop3_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = int_of(&in->a, x, ta), *b = int_of(&in->b, x, tb), *c = int_of(&in->c, x, tc);

	switch (in->f[F_lut]) {
#define TABLE(lut)                          \
	case lut:                           \
		lop3_rows(t, a, b, c, lut); \
		break;
		TABLES(TABLE)
#undef TABLE
	default:
		lop3_rows(t, a, b, c, in->f[F_lut]);
		break;
	}
	if (in->pd[0] != ISA_PT) {
		uint32_t bits = 0;

		for (unsigned l = 0; l < ISA_LANES; l++)
			bits |= t[l] ? isa_lane_bit[l] : 0;
		put_predicate(x, in->pd[0], in->f[F_bop] ? bits & predicate(x, in->ps[0]) : bits | predicate(x, in->ps[0]));
	}
	put(x, in->d, t);
}

/* ---- MOV ---- */
CLONES static void
mov_lanes(const struct inst *in, struct exec *x)
{
	const uint32_t mask = x->mask;
	uint32_t ta[ISA_LANES];

	/* One bit for each lane of every four. */
	x->mask &= in->f[F_bits] * 0x11111111u;
	put(x, in->d, bits_of(&in->a, x, ta));
	x->mask = mask;
}

/* ---- POPC, FLO ---- */
INLINE uint32_t
ones_in(uint32_t v)
{
	v -= v >> 1 & 0x55555555;
	v = (v & 0x33333333) + (v >> 2 & 0x33333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f;
	return v * 0x01010101 >> 24;
}

CLONES static void
popc_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = int_of(&in->a, x, ta);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = ones_in(a[l]);
	put(x, in->d, t);
}

/* Position of the highest 1, or of the highest bit unlike the sign; ~0 where there is none. .SH: its distance from bit 31. */
CLONES static void
flo_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = int_of(&in->a, x, ta);
	const uint32_t sign = in->f[F_sgn] ? UINT32_MAX : 0, from_top = in->f[F_sh] ? 31 : 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		uint32_t v = a[l] ^ (-(a[l] >> 31) & sign), n;

		v |= v >> 1;
		v |= v >> 2;
		v |= v >> 4;
		v |= v >> 8;
		v |= v >> 16;
		n = ones_in(v) - 1;
		t[l] = v ? n ^ from_top : UINT32_MAX;
	}
	put(x, in->d, t);
}

EXPORT(lop3)
EXPORT(mov)
EXPORT(popc)
EXPORT(flo)
