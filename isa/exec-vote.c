/* exec-vote.c: predicates, and what the lanes of a group tell each other: PLOP3, P2R, R2P, VOTE, MATCH, REDUX, R2UR, BPT. See exec.h.
 * Lane masks in registers count from the warp's first lane. */
#include "isa/exec.h"

static const char unknown_vote[] = "this kind of vote is not simulated";
static const char unknown_redux[] = "this kind of REDUX is not simulated";
static const char trap[] = "the program stopped itself (BPT.TRAP)";

void
isa_exec_bpt(const struct inst *in, struct exec *x)
{
	(void)in;
	if (x->mask)
		x->fault = trap;
}

/* ---- predicates ---- */
uint32_t
isa_table(unsigned lut, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		if (lut >> i & 1)
			v |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
	return v;
}

void
isa_exec_plop3(const struct inst *in, struct exec *x)
{
	const uint32_t a = predicate(x, in->ps[0]), b = predicate(x, in->ps[1]);
	const uint32_t c = in->f[F_up2] ? -(uint32_t)uniform_predicate(x, in->ps[2]) : predicate(x, in->ps[2]);

	put_predicate(x, in->pd[0], isa_table(in->f[F_lut], a, b, c));
	put_predicate(x, in->pd[1], isa_table(in->f[F_lut2], a, b, c));
}

/* Lanes whose sign bit of a source is set. */
static uint32_t
signs_of(const struct isa_source *s, struct exec *x)
{
	uint32_t t[ISA_LANES], bits = 0;
	const uint32_t *v = bits_of(s, x, t);

	for (unsigned l = 0; l < ISA_LANES; l++)
		bits |= v[l] >> 31 ? isa_lane_bit[l] : 0;
	return bits;
}

void
isa_exec_plop3_sign(const struct inst *in, struct exec *x)
{
	const uint32_t a = signs_of(&in->a, x), b = signs_of(&in->b, x), c = signs_of(&in->c, x);

	put_predicate(x, in->pd[0], isa_table(in->f[F_lut], a, b, c));
	put_predicate(x, in->pd[1], isa_table(in->f[F_lut2], a, b, c));
}

/* Seven predicates, and a 0 in the place of an eighth. */
enum { PREDICATE_BITS = 0xff };

CLONES static void
p2r_lanes(const struct inst *in, struct exec *x)
{
	const unsigned shift = 8u * in->f[F_byte];
	uint32_t ta[ISA_LANES], tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = 0;
	for (unsigned i = 0; i < ISA_PT; i++) {
		const uint32_t p = x->row->p[i];

		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] |= p & isa_lane_bit[l] ? 1u << i : 0;
	}
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t mask = b[l] & PREDICATE_BITS;

		t[l] = (a[l] & ~(mask << shift)) | (t[l] & mask) << shift;
	}
	put(x, in->d, t);
}

EXPORT(p2r)

void
isa_exec_r2p(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb);
	const unsigned shift = in->a.part ? 8u * (in->a.part - ISA_BYTE0) : 0;

	for (unsigned i = 0; i < ISA_PT; i++) {
		uint32_t bits = x->row->p[i];

		for (unsigned l = 0; l < ISA_LANES; l++)
			if (b[l] >> i & 1)
				bits = (bits & ~isa_lane_bit[l]) | (a[l] >> (shift + i) & 1 ? isa_lane_bit[l] : 0);
		put_predicate(x, i, bits);
	}
}

/* ---- votes ---- */
enum { VOTE_ALL, VOTE_ANY, VOTE_EQ };

void
isa_exec_vote(const struct inst *in, struct exec *x)
{
	const uint32_t yes = x->mask & predicate(x, in->ps[0]);
	uint32_t t[ISA_LANES];
	bool result = false;

	switch (in->f[F_mode]) {
	case VOTE_ALL:
		result = yes == x->mask;
		break;
	case VOTE_ANY:
		result = yes != 0;
		break;
	case VOTE_EQ:
		result = yes == x->mask || yes == 0;
		break;
	default:
		x->fault = unknown_vote;
		return;
	}
	spread(t, yes >> x->lane0);
	put_predicate(x, in->pd[0], result ? UINT32_MAX : 0);
	put(x, in->d, t);
}

enum { MATCH_ALL, MATCH_ANY };

/* Lanes of the mask with the same value as lane l. */
static uint32_t
alike(const struct exec *x, const uint32_t *low, const uint32_t *high, unsigned l)
{
	uint32_t bits = 0;

	for (unsigned k = 0; k < ISA_LANES; k++)
		bits |= low[k] == low[l] && high[k] == high[l] ? isa_lane_bit[k] : 0;
	return bits & x->mask;
}

void
isa_exec_match(const struct inst *in, struct exec *x)
{
	uint32_t tl[ISA_LANES], th[ISA_LANES], t[ISA_LANES], all = 0;
	const uint32_t *low = bits_of(&in->a, x, tl), *high = in->f[F_wide] ? high_bits_of(&in->a, x, th) : isa_zero_row;

	if (!x->mask)
		return;
	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = x->mask & isa_lane_bit[l] ? alike(x, low, high, l) >> x->lane0 : 0;
	if (in->f[F_mode] == MATCH_ALL) {
		all = alike(x, low, high, (unsigned)__builtin_ctz(x->mask)) == x->mask ? UINT32_MAX : 0;
		spread(t, all & (x->mask >> x->lane0));
		put_predicate(x, in->pd[0], all);
	}
	put(x, in->d, t);
}

enum { REDUX_AND, REDUX_OR, REDUX_XOR, REDUX_SUM, REDUX_MIN, REDUX_MAX };

static uint32_t
join(uint32_t a, uint32_t b, unsigned mode, uint32_t flip)
{
	switch (mode) {
	case REDUX_AND:
		return a & b;
	case REDUX_OR:
		return a | b;
	case REDUX_XOR:
		return a ^ b;
	case REDUX_SUM:
		return a + b;
	case REDUX_MIN:
		return (a ^ flip) < (b ^ flip) ? a : b;
	default:
		return (a ^ flip) > (b ^ flip) ? a : b;
	}
}

void
isa_exec_redux(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], v;
	const uint32_t *a = bits_of(&in->a, x, ta), flip = in->f[F_sgn] ? UINT32_C(0x80000000) : 0;

	if (!x->mask)
		return;
	if (in->f[F_mode] > REDUX_MAX)
		x->fault = unknown_redux;
	v = a[__builtin_ctz(x->mask)];
	for (uint32_t rest = x->mask & (x->mask - 1); rest; rest &= rest - 1)
		v = join(v, a[__builtin_ctz(rest)], in->f[F_mode], flip);
	put_uniform(x, in->d, v);
}

/* The predicate tells the lanes that hold another value than the one taken; they execute it again. */
void
isa_exec_r2ur(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], other = 0, v;
	const uint32_t *a = bits_of(&in->a, x, ta);

	if (!x->mask)
		return;
	v = a[__builtin_ctz(x->mask)];
	for (unsigned l = 0; l < ISA_LANES; l++)
		other |= a[l] != v ? isa_lane_bit[l] : 0;
	if (in->f[F_either])
		other |= x->row->p[in->pd[0]];
	put_predicate(x, in->pd[0], other);
	put_uniform(x, in->d, v);
}
