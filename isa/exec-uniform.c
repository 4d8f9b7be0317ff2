/* exec-uniform.c: the uniform datapath: one result for the whole group. See exec.h. An operation whose guard fails has an empty mask. */
#include "isa/exec.h"

void
isa_exec_umov(const struct inst *in, struct exec *x)
{
	if (x->mask)
		put_uniform(x, in->d, uniform_int(&in->a, x));
}

enum { SR_EQMASK = 0x38, SR_GEMASK = 0x3c };

/* Registers that differ between lanes give the value of the lowest lane of the group, lane masks 0 (as the H200 does). */
void
isa_exec_s2ur(const struct inst *in, struct exec *x)
{
	const unsigned sr = in->f[F_sreg];

	if (!x->mask)
		return;
	if (sr >= SR_EQMASK && sr <= SR_GEMASK)
		put_uniform(x, in->d, 0);
	else
		put_uniform(x, in->d, isa_special(x, sr, (unsigned)__builtin_ctz(x->mask)));
}

/* x, ~x, or for -x the ~x that a carry of 1 completes. */
static uint64_t
term(const struct isa_source *s, struct exec *x)
{
	const uint32_t v = scalar(s, x);

	return s->neg || s->inv ? ~v : v;
}

void
isa_exec_uiadd3(const struct inst *in, struct exec *x)
{
	uint64_t sum;

	if (!x->mask)
		return;
	sum = term(&in->a, x) + term(&in->b, x) + term(&in->c, x);
	if (in->f[F_x])
		sum += (uint64_t)uniform_predicate(x, in->ps[0]) + uniform_predicate(x, in->ps[1]);
	else
		sum += (uint64_t)in->a.neg + in->b.neg + in->c.neg;
	put_uniform(x, in->d, (uint32_t)sum);
	put_uniform_predicate(x, in->pd[0], sum >> 32 >= 1);
	put_uniform_predicate(x, in->pd[1], sum >> 32 >= 2);
}

/* Both words of a source. */
static uint64_t
wide_term(const struct isa_source *s, struct exec *x)
{
	return scalar(s, x) | (uint64_t)isa_scalar_slow(s, x, 4) << 32;
}

void
isa_exec_uiadd3_64(const struct inst *in, struct exec *x)
{
	uint64_t sum;

	if (!x->mask)
		return;
	sum = wide_term(&in->a, x) + wide_term(&in->b, x) + wide_term(&in->c, x);
	put_uniform(x, in->d, (uint32_t)sum);
	put_uniform(x, in->d + 1u, (uint32_t)(sum >> 32));
}

void
isa_exec_ulea(const struct inst *in, struct exec *x)
{
	const uint32_t a = scalar(&in->a, x), c = in->f[F_sx32] ? -(a >> 31) : scalar(&in->c, x);
	const bool ext = in->f[F_x];
	uint32_t s;
	uint64_t sum;

	if (!x->mask)
		return;
	s = lea_shift(a, c, in->f[F_shift], in->f[F_hi]);
	sum = (uint64_t)(in->a.neg || in->a.inv ? ~s : s) + term(&in->b, x);
	if (ext)
		sum += uniform_predicate(x, in->ps[0]);
	else
		sum += (uint64_t)in->a.neg + in->b.neg;
	put_uniform(x, in->d, (uint32_t)sum);
	put_uniform_predicate(x, in->pd[0], sum >> 32 != 0);
}

enum { VOTE_ALL, VOTE_ANY, VOTE_EQ };

/* The predicates, the guard's too, are the lanes', the results are uniform: the ballot, and what the vote says. */
void
isa_exec_voteu(const struct inst *in, struct exec *x)
{
	const uint32_t warp = (x->width < 32 ? (1u << x->width) - 1 : UINT32_MAX) << x->lane0;
	const uint32_t voters = x->mask & warp, yes = voters & predicate(x, in->ps[0]);
	bool result;

	if (!x->mask)
		return;
	switch (in->f[F_mode]) {
	case VOTE_ALL:
		result = yes == voters;
		break;
	case VOTE_ANY:
		result = yes != 0;
		break;
	case VOTE_EQ:
		result = yes == voters || yes == 0;
		break;
	default:
		x->fault = "this kind of vote is not simulated";
		return;
	}
	put_uniform(x, in->d, yes >> x->lane0);
	put_uniform_predicate(x, in->pd[0], result);
}

/* ---- arithmetic and logic ---- */
void
isa_exec_uimad(const struct inst *in, struct exec *x)
{
	uint32_t c = scalar(&in->c, x), carry = in->f[F_x] && uniform_predicate(x, in->ps[0]);

	if (!x->mask)
		return;
	if (in->c.neg || in->c.inv)
		c = in->c.inv ? ~c : -c;
	put_uniform(x, in->d, scalar(&in->a, x) * scalar(&in->b, x) + c + carry);
}

void
isa_exec_uimad_wide(const struct inst *in, struct exec *x)
{
	const uint32_t a = scalar(&in->a, x), b = scalar(&in->b, x);
	const uint64_t m = in->f[F_sgn] ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
	const uint64_t flip = in->c.neg || in->c.inv ? UINT64_MAX : 0;
	const uint64_t c = ((uint64_t)isa_scalar_slow(&in->c, x, 4) << 32 | scalar(&in->c, x)) ^ flip;
	const uint64_t carry = in->f[F_x] ? uniform_predicate(x, in->ps[0]) : in->c.neg;
	const uint64_t mc = m + c, sum = mc + carry;

	if (!x->mask)
		return;
	if (in->d != ISA_URZ) {
		put_uniform(x, in->d, (uint32_t)sum);
		put_uniform(x, in->d + 1u, (uint32_t)(sum >> 32));
	}
	put_uniform_predicate(x, in->pd[0], mc < c || sum < carry);
}

enum { CMP_F, CMP_LT, CMP_EQ, CMP_LE, CMP_GT, CMP_NE, CMP_GE, CMP_T };

void
isa_exec_uisetp(const struct inst *in, struct exec *x)
{
	const uint32_t flip = in->f[F_sgn] ? UINT32_C(0x80000000) : 0, a = scalar(&in->a, x) ^ flip, b = scalar(&in->b, x) ^ flip;
	/* The bits of a comparison: less, equal, greater. */
	const unsigned cmp = in->f[F_cmp], order = a < b ? 1 : a == b ? 2 : 4;
	const bool join = uniform_predicate(x, in->ps[0]);
	bool hit = cmp & order;

	if (!x->mask)
		return;
	if (in->f[F_ex] && a == b && cmp != CMP_F && cmp != CMP_T)
		hit = uniform_predicate(x, in->ps[1]);
	put_uniform_predicate(x, in->pd[0], in->f[F_bop] == 0 ? hit && join : in->f[F_bop] == 1 ? hit || join : hit != join);
	hit = !hit;
	put_uniform_predicate(x, in->pd[1], in->f[F_bop] == 0 ? hit && join : in->f[F_bop] == 1 ? hit || join : hit != join);
}

void
isa_exec_ulop3(const struct inst *in, struct exec *x)
{
	const uint32_t v = isa_table(in->f[F_lut], scalar(&in->a, x), scalar(&in->b, x), scalar(&in->c, x));
	const bool p = uniform_predicate(x, in->ps[0]);

	if (!x->mask)
		return;
	put_uniform(x, in->d, v);
	put_uniform_predicate(x, in->pd[0], in->f[F_bop] ? v && p : v || p);
}

enum { TYPE_S64, TYPE_U64, TYPE_S32, TYPE_U32 };

void
isa_exec_ushf(const struct inst *in, struct exec *x)
{
	const uint64_t w = (uint64_t)scalar(&in->c, x) << 32 | scalar(&in->a, x);
	const unsigned type = in->f[F_type];
	const uint32_t width = type == TYPE_S64 || type == TYPE_U64 ? 64 : 32, b = scalar(&in->b, x);
	const uint32_t n = in->f[F_wrap] ? b & (width - 1) : b < width ? b : width, half = n >> 1, rest = n - half;
	uint64_t v;

	if (!x->mask)
		return;
	if (!in->f[F_dir])
		v = w << half << rest;
	else if (type == TYPE_S64 || type == TYPE_S32)
		v = (uint64_t)((int64_t)w >> half >> rest);
	else
		v = w >> half >> rest;
	put_uniform(x, in->d, (uint32_t)(v >> (in->f[F_hi] ? 32 : 0)));
}

void
isa_exec_usel(const struct inst *in, struct exec *x)
{
	if (x->mask)
		put_uniform(x, in->d, scalar(uniform_predicate(x, in->ps[0]) ? &in->a : &in->b, x));
}

void
isa_exec_uprmt(const struct inst *in, struct exec *x)
{
	if (x->mask)
		put_uniform(x, in->d, isa_prmt(scalar(&in->a, x), scalar(&in->b, x), scalar(&in->c, x), 0));
}

/* ---- bits ---- */
void
isa_exec_uflo(const struct inst *in, struct exec *x)
{
	uint32_t v = uniform_int(&in->a, x);

	if (!x->mask)
		return;
	if (in->f[F_sgn] && v >> 31)
		v = ~v;
	put_uniform(x, in->d, !v ? UINT32_MAX : in->f[F_sh] ? (uint32_t)__builtin_clz(v) : 31u - (uint32_t)__builtin_clz(v));
}

void
isa_exec_ubrev(const struct inst *in, struct exec *x)
{
	if (x->mask)
		put_uniform(x, in->d, isa_reverse(scalar(&in->a, x)));
}

void
isa_exec_upopc(const struct inst *in, struct exec *x)
{
	if (x->mask)
		put_uniform(x, in->d, (uint32_t)__builtin_popcount(uniform_int(&in->a, x)));
}

void
isa_exec_uplop3(const struct inst *in, struct exec *x)
{
	const uint32_t a = -(uint32_t)uniform_predicate(x, in->ps[0]), b = -(uint32_t)uniform_predicate(x, in->ps[1]);
	const uint32_t c = -(uint32_t)uniform_predicate(x, in->ps[2]);

	if (!x->mask)
		return;
	put_uniform_predicate(x, in->pd[0], isa_table(in->f[F_lut], a, b, c) & 1);
	put_uniform_predicate(x, in->pd[1], isa_table(in->f[F_lut2], a, b, c) & 1);
}

/* The seven uniform predicates, as P2R and R2P take those of a lane. */
enum { UNIFORM_PREDICATES = 0x7f, PREDICATE_BYTE = 0xff };

void
isa_exec_up2ur(const struct inst *in, struct exec *x)
{
	const unsigned shift = 8u * in->f[F_byte];
	const uint32_t mask = scalar(&in->b, x) & PREDICATE_BYTE;

	if (x->mask)
		put_uniform(x, in->d, (scalar(&in->a, x) & ~(mask << shift)) | (x->u->p & UNIFORM_PREDICATES & mask) << shift);
}

void
isa_exec_ur2up(const struct inst *in, struct exec *x)
{
	const uint32_t mask = scalar(&in->b, x), v = scalar(&in->a, x) >> (in->a.part ? 8u * (in->a.part - ISA_BYTE0) : 0);

	for (unsigned i = 0; x->mask && i < ISA_PT; i++)
		if (mask >> i & 1)
			put_uniform_predicate(x, (uint8_t)i, v >> i & 1);
}

void
isa_exec_ubmsk(const struct inst *in, struct exec *x)
{
	const uint32_t a = scalar(&in->a, x), b = scalar(&in->b, x);

	if (x->mask)
		put_uniform(x, in->d, isa_bit_mask(a, b, in->f[F_wrap]));
}

void
isa_exec_usgxt(const struct inst *in, struct exec *x)
{
	const uint32_t a = scalar(&in->a, x), b = scalar(&in->b, x);

	if (x->mask)
		put_uniform(x, in->d, isa_extend(a, b, in->f[F_wrap], in->f[F_sgn]));
}
