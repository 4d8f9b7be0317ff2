/* exec-float.c: FADD of lanes. See exec.h and float.h. */
#include "isa/float.h"

/* ---- FADD ---- */
static uint32_t
add_directed(uint32_t ua, uint32_t ub, unsigned mode)
{
	const float a = as_float(ua), b = as_float(ub), near = a + b;
	const double exact = (ua & 0x7f800000) == 0x7f800000 || (ub & 0x7f800000) == 0x7f800000 ? (double)near : add_to_odd(a, b);
	const bool beyond_up = (double)near > exact, beyond_down = (double)near < exact;
	uint32_t u = float_bits(near);

	if (exact != exact)
		return NAN32;
	/* Zero from numbers that are not both zeros of one sign. */
	if (exact == 0)
		return mode == ROUND_DOWN ? (ua | ub) & SIGN32 : ua & ub & SIGN32;
	/* The bits of a number count up away from zero. */
	if (beyond_up && (mode == ROUND_DOWN || (mode == ROUND_ZERO && !(u & SIGN32))))
		return u & SIGN32 ? u + 1 : u - 1;
	if (beyond_down && (mode == ROUND_UP || (mode == ROUND_ZERO && u & SIGN32)))
		return u & SIGN32 ? u - 1 : u + 1;
	return u;
}

CLONES static void
fadd_lanes(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const bool ftz = in->f[F_ftz];

	if (in->a.abs || in->a.neg || in->b.abs || in->b.neg || ftz) {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			ta[l] = float_source(a[l], &in->a);
			tb[l] = float_source(b[l], &in->b);
		}
		if (ftz)
			for (unsigned l = 0; l < ISA_LANES; l++) {
				ta[l] = flush32(ta[l]);
				tb[l] = flush32(tb[l]);
			}
		a = ta;
		b = tb;
	}
	if (in->f[F_rnd] == ROUND_NEAREST) {
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const float s = as_float(a[l]) + as_float(b[l]);

			t[l] = s != s ? NAN32 : float_bits(s);
		}
	} else {
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = add_directed(a[l], b[l], in->f[F_rnd]);
	}
	if (ftz)
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = flush32(t[l]);
	if (in->f[F_sat])
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = saturate32(t[l]);
	put(x, in->d, t);
}

EXPORT(fadd)
