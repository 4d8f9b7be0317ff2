/* exec-select.c: choosing and moving bits of lanes: SEL, PRMT, VIMNMX, VIADDMNMX, IABS, BMSK, SGXT, BREV, CS2R, B2R. See exec.h. */
#include "isa/exec.h"

CLONES static void
sel_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const uint32_t p = predicate(x, in->ps[0]);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = b[l] ^ ((a[l] ^ b[l]) & -(uint32_t)((p & isa_lane_bit[l]) != 0));
	put(x, in->d, t);
}

/* ---- minimum and maximum ---- */
enum { VEC_U32, VEC_S32, VEC_U16X2, VEC_S16X2 };

INLINE uint32_t
pick(uint32_t a, uint32_t b, bool min, uint32_t flip)
{
	return ((a ^ flip) < (b ^ flip)) == min ? a : b;
}

/* Two numbers of 16 bits each. */
INLINE uint32_t
pick_halves(uint32_t a, uint32_t b, bool min, uint32_t flip)
{
	return pick(a & 0xffff, b & 0xffff, min, flip >> 16) | pick(a & 0xffff0000, b & 0xffff0000, min, flip);
}

INLINE void
minmax_rows(uint32_t *t, const uint32_t *a, const uint32_t *b, const struct inst *in, uint32_t p)
{
	const unsigned vec = in->f[F_vec];
	const bool halves = vec == VEC_U16X2 || vec == VEC_S16X2;
	const uint32_t flip = vec == VEC_S32 || vec == VEC_S16X2 ? UINT32_C(0x80000000) : 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const bool min = p & isa_lane_bit[l];

		t[l] = halves ? pick_halves(a[l], b[l], min, flip) : pick(a[l], b[l], min, flip);
	}
	if (in->f[F_relu])
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = halves ? pick_halves(t[l], 0, false, flip) : pick(t[l], 0, false, flip);
}

CLONES static void
vimnmx_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];

	minmax_rows(t, int_of(&in->a, x, ta), int_of(&in->b, x, tb), in, predicate(x, in->ps[0]));
	put(x, in->d, t);
}

static void
vimnmx_which_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES], low = 0, high = 0;
	const uint32_t *a = int_of(&in->a, x, ta);

	minmax_rows(t, a, int_of(&in->b, x, tb), in, predicate(x, in->ps[0]));
	for (unsigned l = 0; l < ISA_LANES; l++) {
		low |= ((t[l] ^ a[l]) & 0xffff) == 0 ? isa_lane_bit[l] : 0;
		high |= (t[l] ^ a[l]) >> 16 == 0 ? isa_lane_bit[l] : 0;
	}
	put(x, in->d, t);
	put_predicate(x, in->pd[0], low);
	put_predicate(x, in->pd[1], high);
}

CLONES static void
vimnmx3_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t p = predicate(x, in->ps[0]);

	minmax_rows(t, int_of(&in->a, x, ta), int_of(&in->b, x, tb), in, p);
	minmax_rows(t, t, int_of(&in->c, x, tc), in, p);
	put(x, in->d, t);
}

CLONES static void
viaddmnmx_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);
	const uint32_t flip = in->b.neg ? UINT32_MAX : 0, one = in->b.neg;

	if (in->f[F_vec] == VEC_U16X2 || in->f[F_vec] == VEC_S16X2)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint32_t q = b[l] ^ flip;

			t[l] = ((a[l] + q + one) & 0xffff) | ((a[l] >> 16) + (q >> 16) + one) << 16;
		}
	else
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = a[l] + (b[l] ^ flip) + one;
	minmax_rows(t, t, c, in, predicate(x, in->ps[0]));
	put(x, in->d, t);
}

CLONES static void
iabs_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t sign = -(a[l] >> 31);

		t[l] = (a[l] ^ sign) - sign;
	}
	put(x, in->d, t);
}

/* ---- PRMT ---- */
enum { PRMT_INDEX, PRMT_F4E, PRMT_B4E, PRMT_RC8, PRMT_ECL, PRMT_ECR, PRMT_RC16 };

/* Number of the byte of c:a that goes to byte i, +8: its sign instead. */
INLINE unsigned
prmt_byte(uint32_t sel, unsigned i, unsigned mode)
{
	const unsigned first = sel & 3;

	switch (mode) {
	case PRMT_INDEX:
		return sel >> (4 * i) & 15;
	case PRMT_F4E:
		return first + i;
	case PRMT_B4E:
		return (first - i) & 7;
	case PRMT_RC8:
		return first;
	case PRMT_ECL:
		return first > i ? first : i;
	case PRMT_ECR:
		return first < i ? first : i;
	default:
		return (first & 1) << 1 | (i & 1);
	}
}

uint32_t
isa_prmt(uint32_t a, uint32_t sel, uint32_t c, unsigned mode)
{
	const uint64_t from = (uint64_t)c << 32 | a;
	uint32_t v = 0;

	for (unsigned i = 0; i < 4; i++) {
		const unsigned n = prmt_byte(sel, i, mode);
		const uint32_t byte = (uint32_t)(from >> (8 * (n & 7))) & 0xff;

		v |= (n & 8 ? (byte & 0x80 ? 0xffu : 0) : byte) << (8 * i);
	}
	return v;
}

static void
prmt_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = isa_prmt(a[l], b[l], c[l], in->f[F_prmt]);
	put(x, in->d, t);
}

/* ---- bit fields ---- */
CLONES static void
bmsk_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = isa_bit_mask(a[l], b[l], in->f[F_wrap]);
	put(x, in->d, t);
}

CLONES static void
sgxt_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = isa_extend(a[l], b[l], in->f[F_wrap], in->f[F_sgn]);
	put(x, in->d, t);
}

uint32_t
isa_reverse(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}

static void
brev_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = isa_reverse(a[l]);
	put(x, in->d, t);
}

/* ---- special registers ---- */
static void
cs2r_lanes(const struct inst *in, struct exec *x)
{
	enum { SRZ = 0xff };
	const unsigned sr = in->f[F_sreg];
	uint32_t t[ISA_LANES];

	for (unsigned w = 0; w < (in->f[F_wide] ? 2u : 1u); w++) {
		spread(t, isa_special(x, sr == SRZ ? SRZ : sr + w, x->lane0));
		put(x, in->d == ISA_RZ ? ISA_RZ : in->d + w, t);
	}
}

static void
b2r_lanes(const struct inst *in, struct exec *x)
{
	uint32_t t[ISA_LANES];

	spread(t, x->reduction);
	put_predicate(x, in->pd[0], x->reduction ? UINT32_MAX : 0);
	put(x, in->d, t);
}

EXPORT(sel)
EXPORT(vimnmx)
EXPORT(vimnmx_which)
EXPORT(vimnmx3)
EXPORT(viaddmnmx)
EXPORT(iabs)
EXPORT(prmt)
EXPORT(bmsk)
EXPORT(sgxt)
EXPORT(brev)
EXPORT(cs2r)
EXPORT(b2r)
