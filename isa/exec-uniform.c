/* exec-uniform.c: the uniform datapath: one result for the whole group. See exec.h. An operation whose guard fails has an empty mask. */
#include "exec.h"

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
		x->fault = "a kind of vote that is not known";
		return;
	}
	put_uniform(x, in->d, yes >> x->lane0);
	put_uniform_predicate(x, in->pd[0], result);
}
