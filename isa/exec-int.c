/* exec-int.c: integer arithmetic of lanes. See exec.h. */
#include "isa/exec.h"

/* The low nine bits of the opcode: IMAD comes in three widths. */
enum { CODE_MASK = 0x1ff, CODE_IMAD_WIDE = 0x025, CODE_IMAD_HI = 0x027 };

static const char no_wide_immediate[] = "IMAD.WIDE and IMAD.HI with an immediate addend are not simulated";

/* ---- IADD3, VIADD ---- */
/* Sums of a row, and flags of lanes where they reach 2^32 and 2^33. */
struct sums {
	uint32_t t[ISA_LANES], once[ISA_LANES], twice[ISA_LANES];
};

/* a + b + c + carry, which is 0..3 in every lane. */
INLINE void
add_with_carry(struct sums *s, const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *carry)
{
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t ab = a[l] + b[l], abc = ab + c[l], sum = abc + carry[l];
		const uint32_t count = (uint32_t)(ab < b[l]) + (uint32_t)(abc < c[l]) + (uint32_t)(sum < carry[l]);

		s->t[l] = sum;
		s->once[l] = count >= 1 ? UINT32_MAX : 0;
		s->twice[l] = count >= 2 ? UINT32_MAX : 0;
	}
}

/* The two carries in of .X forms, spread over a row. */
INLINE void
carries_in(const struct inst *in, const struct exec *x, uint32_t *carry, uint32_t ones)
{
	const uint32_t p = in->f[F_x] ? predicate(x, in->ps[0]) : 0, q = in->f[F_x] ? predicate(x, in->ps[1]) : 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		carry[l] = ones + (p & isa_lane_bit[l] ? 1 : 0) + (q & isa_lane_bit[l] ? 1 : 0);
}

CLONES static void
iadd3_carry(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], carry[ISA_LANES];
	const bool ext = in->f[F_x];
	uint32_t ones = 0;
	struct sums s;
	const uint32_t *a = complement_of(&in->a, x, ta, ext, &ones);
	const uint32_t *b = complement_of(&in->b, x, tb, ext, &ones);
	const uint32_t *c = complement_of(&in->c, x, tc, ext, &ones);

	carries_in(in, x, carry, ones);
	add_with_carry(&s, a, b, c, carry);
	put_predicate(x, in->pd[0], gather_flags(s.once));
	put_predicate(x, in->pd[1], gather_flags(s.twice));
	put(x, in->d, s.t);
}

CLONES static void
iadd3_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a, *b, *c;

	if (in->f[F_x] || (in->pd[0] & in->pd[1]) != ISA_PT) {
		iadd3_carry(in, x);
		return;
	}
	a = int_of(&in->a, x, ta);
	b = int_of(&in->b, x, tb);
	c = int_of(&in->c, x, tc);
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = a[l] + b[l] + c[l];
	put(x, in->d, t);
}

/* Two sums of 16 bits. A carry out of the lower halves does not go into the upper ones. */
CLONES static void
viadd_halves(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t fa = in->a.neg ? UINT32_MAX : 0, fb = in->b.neg ? UINT32_MAX : 0, ones = in->a.neg + in->b.neg;
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t p = a[l] ^ fa, q = b[l] ^ fb;

		t[l] = ((p + q + ones) & 0xffff) | ((p >> 16) + (q >> 16) + ones) << 16;
	}
	put(x, in->d, t);
}

CLONES static void
viadd_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a, *b;

	if (in->f[F_fmt]) {
		viadd_halves(in, x);
		return;
	}
	a = int_of(&in->a, x, ta);
	b = int_of(&in->b, x, tb);
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = a[l] + b[l];
	put(x, in->d, t);
}

/* ---- IMAD ---- */
/* 64-bit sums a * b + c. hi only: IMAD.HI, which takes the upper word of the same sum. */
CLONES static void
imad_wide(const struct inst *in, struct exec *x, bool high_only)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tl[ISA_LANES], th[ISA_LANES], low[ISA_LANES], high[ISA_LANES], over[ISA_LANES];
	const uint32_t flip = in->c.neg || in->c.inv ? UINT32_MAX : 0;
	const uint32_t p = in->f[F_x] ? predicate(x, in->ps[0]) : 0;
	const uint64_t one = in->c.neg && !in->f[F_x];
	const uint32_t *a = int_of(&in->a, x, ta), *b = int_of(&in->b, x, tb);
	const uint32_t *cl = bits_of(&in->c, x, tl), *ch = high_bits_of(&in->c, x, th);

	if (in->c.kind == SRC_IMM)
		x->fault = no_wide_immediate;
	if (in->f[F_sgn]) {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t m = (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]);
			const uint64_t c = (uint64_t)(ch[l] ^ flip) << 32 | (cl[l] ^ flip);
			const uint64_t carry = one + (p & isa_lane_bit[l] ? 1 : 0), mc = m + c, sum = mc + carry;

			low[l] = (uint32_t)sum;
			high[l] = (uint32_t)(sum >> 32);
			over[l] = mc < c || sum < carry ? UINT32_MAX : 0;
		}
	} else {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t m = (uint64_t)a[l] * b[l];
			const uint64_t c = (uint64_t)(ch[l] ^ flip) << 32 | (cl[l] ^ flip);
			const uint64_t carry = one + (p & isa_lane_bit[l] ? 1 : 0), mc = m + c, sum = mc + carry;

			low[l] = (uint32_t)sum;
			high[l] = (uint32_t)(sum >> 32);
			over[l] = mc < c || sum < carry ? UINT32_MAX : 0;
		}
	}
	put_predicate(x, in->pd[0], gather_flags(over));
	if (high_only) {
		put(x, in->d, high);
	} else if (in->d != ISA_RZ) {
		put(x, in->d, low);
		put(x, in->d + 1u, high);
	}
}

/* The common IMAD.WIDE and IMAD.HI: no carry, no sign on the addend. For all lanes sums are written in place: none reads what another one
 * writes. */
CLONES static void
imad_wide_plain(const struct inst *in, struct exec *x, bool high_only)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tl[ISA_LANES], th[ISA_LANES], low[ISA_LANES], high[ISA_LANES];
	const uint32_t *a = int_of(&in->a, x, ta), *b = int_of(&in->b, x, tb);
	const uint32_t *cl = bits_of(&in->c, x, tl), *ch = high_bits_of(&in->c, x, th);

	if (x->mask == UINT32_MAX && !high_only && in->d != ISA_RZ) {
		uint32_t *const l_row = x->row->r[in->d], *const h_row = x->row->r[in->d + 1u];

		if (in->f[F_sgn])
			EACH_LANE
			{
				const uint64_t m = (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]);
				const uint64_t sum = m + ((uint64_t)ch[l] << 32 | cl[l]);

				l_row[l] = (uint32_t)sum;
				h_row[l] = (uint32_t)(sum >> 32);
			}
		else
			EACH_LANE
			{
				const uint64_t sum = (uint64_t)a[l] * b[l] + ((uint64_t)ch[l] << 32 | cl[l]);

				l_row[l] = (uint32_t)sum;
				h_row[l] = (uint32_t)(sum >> 32);
			}
		return;
	}
	if (in->f[F_sgn]) {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t m = (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]);
			const uint64_t sum = m + ((uint64_t)ch[l] << 32 | cl[l]);

			low[l] = (uint32_t)sum;
			high[l] = (uint32_t)(sum >> 32);
		}
	} else {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint64_t sum = (uint64_t)a[l] * b[l] + ((uint64_t)ch[l] << 32 | cl[l]);

			low[l] = (uint32_t)sum;
			high[l] = (uint32_t)(sum >> 32);
		}
	}
	if (high_only) {
		put(x, in->d, high);
	} else if (in->d != ISA_RZ) {
		put(x, in->d, low);
		put(x, in->d + 1u, high);
	}
}

/* IMAD.X: the low word of a * b + c + carry; a negated c is ~c. */
CLONES static void
imad_x(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t p = predicate(x, in->ps[0]);
	uint32_t ones = 0;
	const uint32_t *a = int_of(&in->a, x, ta), *b = int_of(&in->b, x, tb);
	const uint32_t *c = complement_of(&in->c, x, tc, true, &ones);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = a[l] * b[l] + c[l] + (p & isa_lane_bit[l] ? 1 : 0);
	put(x, in->d, t);
}

CLONES static void
imad_low(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = int_of(&in->a, x, ta), *b = int_of(&in->b, x, tb), *c = int_of(&in->c, x, tc);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = a[l] * b[l] + c[l];
	put(x, in->d, t);
}

CLONES static void
imad_move(const struct inst *in, struct exec *x)
{
	uint32_t tc[ISA_LANES];

	put(x, in->d, int_of(&in->c, x, tc));
}

void
isa_exec_imad(const struct inst *in, struct exec *x)
{
	const unsigned code = in->op->code & CODE_MASK;

	if (code == CODE_IMAD_WIDE || code == CODE_IMAD_HI) {
		if (in->f[F_x] || in->c.neg || in->c.inv || in->pd[0] != ISA_PT || in->c.kind == SRC_IMM)
			imad_wide(in, x, code == CODE_IMAD_HI);
		else
			imad_wide_plain(in, x, code == CODE_IMAD_HI);
	} else if (in->f[F_x]) {
		imad_x(in, x);
	} else if (in->a.kind == SRC_REG && in->a.index == ISA_RZ) {
		imad_move(in, x);
	} else {
		imad_low(in, x);
	}
}

/* ---- ISETP ---- */
enum { CMP_F, CMP_LT, CMP_EQ, CMP_LE, CMP_GT, CMP_NE, CMP_GE, CMP_T };

/* Lanes where a < b. flip: 2^31 for signed words. */
INLINE uint32_t
less(const uint32_t *a, const uint32_t *b, uint32_t flip)
{
	uint32_t bits = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		bits |= (a[l] ^ flip) < (b[l] ^ flip) ? isa_lane_bit[l] : 0;
	return bits;
}

INLINE uint32_t
equal(const uint32_t *a, const uint32_t *b)
{
	uint32_t bits = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		bits |= a[l] == b[l] ? isa_lane_bit[l] : 0;
	return bits;
}

INLINE uint32_t
compare(const uint32_t *a, const uint32_t *b, unsigned cmp, uint32_t flip)
{
	switch (cmp) {
	case CMP_LT:
		return less(a, b, flip);
	case CMP_EQ:
		return equal(a, b);
	case CMP_LE:
		return ~less(b, a, flip);
	case CMP_GT:
		return less(b, a, flip);
	case CMP_NE:
		return ~equal(a, b);
	case CMP_GE:
		return ~less(a, b, flip);
	case CMP_T:
		return UINT32_MAX;
	default:
		return 0;
	}
}

CLONES static void
isetp_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES];
	const uint32_t *a = int_of(&in->a, x, ta), *b = int_of(&in->b, x, tb);
	uint32_t hit = compare(a, b, in->f[F_cmp], in->f[F_sgn] ? 1u << 31 : 0);

	if (in->f[F_ex] && in->f[F_cmp] != CMP_F && in->f[F_cmp] != CMP_T) {
		/* Equal upper words leave the answer to the lower ones. */
		const uint32_t same = equal(a, b);

		hit = (same & predicate(x, in->ps[1])) | (~same & hit);
	}
	put_joined(in, x, hit);
}

/* ---- LEA ---- */
CLONES static void
lea_carry(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES], over[ISA_LANES];
	const unsigned shift = in->f[F_shift];
	const bool hi = in->f[F_hi], sx = in->f[F_sx32], ext = in->f[F_x];
	const uint32_t p = ext ? predicate(x, in->ps[0]) : 0, flip = in->a.neg || in->a.inv ? UINT32_MAX : 0;
	uint32_t ones = in->a.neg && !ext;
	const uint32_t *a = bits_of(&in->a, x, ta), *b = complement_of(&in->b, x, tb, ext, &ones);
	const uint32_t *c = bits_of(&in->c, x, tc);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t up = sx ? -(a[l] >> 31) : c[l], s = lea_shift(a[l], up, shift, hi) ^ flip;
		const uint32_t carry = ones + (p & isa_lane_bit[l] ? 1 : 0), sb = s + b[l], sum = sb + carry;

		t[l] = sum;
		over[l] = sb < s || sum < carry ? UINT32_MAX : 0;
	}
	put_predicate(x, in->pd[0], gather_flags(over));
	put(x, in->d, t);
}

CLONES static void
lea_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const unsigned shift = in->f[F_shift];
	const uint32_t *a, *b;

	if (in->f[F_hi] || in->f[F_x] || in->pd[0] != ISA_PT || in->a.neg || in->a.inv) {
		lea_carry(in, x);
		return;
	}
	a = bits_of(&in->a, x, ta);
	b = int_of(&in->b, x, tb);
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (a[l] << shift) + b[l];
	put(x, in->d, t);
}

/* ---- SHF ---- */
enum { TYPE_S64, TYPE_U64, TYPE_S32, TYPE_U32 };
enum shift { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_SIGNED };

/* The window c:a moved by 0..64 bits. Two half steps, because a shift by the whole width is undefined in C. */
INLINE uint64_t
funnel(uint32_t a, uint32_t c, uint32_t n, enum shift how)
{
	const uint64_t w = (uint64_t)c << 32 | a;
	const uint32_t half = n >> 1, rest = n - half;

	if (how == SHIFT_LEFT)
		return w << half << rest;
	if (how == SHIFT_RIGHT_SIGNED)
		return (uint64_t)((int64_t)w >> half >> rest);
	return w >> half >> rest;
}

INLINE uint32_t
shift_amount(uint32_t n, uint32_t width, bool wrap)
{
	if (wrap)
		return n & (width - 1);
	return n < width ? n : width;
}

INLINE void
shf_rows(uint32_t *t, const uint32_t *a, const uint32_t *b, const uint32_t *c, const struct inst *in, enum shift how)
{
	const uint32_t width = in->f[F_type] == TYPE_S64 || in->f[F_type] == TYPE_U64 ? 64 : 32;
	const unsigned down = in->f[F_hi] ? 32 : 0;
	const bool wrap = in->f[F_wrap];

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (uint32_t)(funnel(a[l], c[l], shift_amount(b[l], width, wrap), how) >> down);
}

/* Shifts of one word, most of all SHFs: left, the lower word of the window; right, the upper. */
INLINE void
shift_rows(uint32_t *t, const uint32_t *a, const uint32_t *b, const struct inst *in, enum shift how)
{
	const uint32_t width = in->f[F_type] == TYPE_S64 || in->f[F_type] == TYPE_U64 ? 64 : 32;
	const bool wrap = in->f[F_wrap];

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t n = shift_amount(b[l], width, wrap);

		if (how == SHIFT_LEFT)
			t[l] = n < 32 ? a[l] << (n & 31) : 0;
		else if (how == SHIFT_RIGHT_SIGNED)
			t[l] = (uint32_t)((int32_t)a[l] >> (n < 32 ? n : 31));
		else
			t[l] = n < 32 ? a[l] >> (n & 31) : 0;
	}
}

CLONES static void
shf_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const bool right = in->f[F_dir], hi = in->f[F_hi];
	const bool sign = in->f[F_type] == TYPE_S64 || in->f[F_type] == TYPE_S32;
	const uint32_t *b = int_of(&in->b, x, tb);

	if (!right && !hi) {
		shift_rows(t, int_of(&in->a, x, ta), b, in, SHIFT_LEFT);
	} else if (right && hi) {
		if (sign)
			shift_rows(t, int_of(&in->c, x, tc), b, in, SHIFT_RIGHT_SIGNED);
		else
			shift_rows(t, int_of(&in->c, x, tc), b, in, SHIFT_RIGHT);
	} else {
		const uint32_t *a = int_of(&in->a, x, ta), *c = int_of(&in->c, x, tc);

		if (!right)
			shf_rows(t, a, b, c, in, SHIFT_LEFT);
		else if (sign)
			shf_rows(t, a, b, c, in, SHIFT_RIGHT_SIGNED);
		else
			shf_rows(t, a, b, c, in, SHIFT_RIGHT);
	}
	put(x, in->d, t);
}

EXPORT(iadd3)
EXPORT(viadd)
EXPORT(isetp)
EXPORT(lea)
EXPORT(shf)
