#include "workloads/analysis/causes.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/analysis/cause-facts.h"
#include "workloads/analysis/limit-sets.h"
#include "workloads/analysis/remedies.h"

const struct cause_info cause_info[CAUSES] = {
#define LIMIT(name, title, share, settings, lifted) {#name, title, settings, lifted},
#include "workloads/analysis/causes.def"
};

const double least_value[LEASTS] = {
#define LEAST(name, value, unit, meaning) value,
#include "workloads/analysis/causes.def"
};

enum { PAIRED = 3 }; /* limits of a launch that are taken away in pairs */

struct causes_found {
	const struct run *r;
	struct causes **of_case; /* by case and launch; n 0 where a launch did not come to its end */
	struct limit_sets one, two;
	size_t nexperiments;
};

/* ---- which limits ---- */

static void
shares_of(const struct cause_facts *x, struct causes *c)
{
	const double share[CAUSES] = {
#define LIMIT(name, title, share, settings, lifted) share,
#include "workloads/analysis/causes.def"
	};

	for (int i = 0; i < CAUSES; i++)
		if (share[i] > 0)
			c->cause[c->n++] = (struct cause){(enum cause_limit)i, share[i] < 100 ? share[i] : 100, 0};
}

static void
find_shares(struct causes_found *f, size_t i)
{
	const struct run *r = f->r;

	f->of_case[i] = zeroed(r->cases[i].nlaunches, sizeof *f->of_case[i]);
	for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
		const struct run_launch *l = &r->cases[i].launches[k];
		struct causes *c = f->of_case[i] + k;
		struct cause_facts x;

		if (l->status != SIMT_OK || !l->ended || !l->pc || !run_launch_stats(l).timed)
			continue;
		cause_facts(l, r->function[l->launch], r->machine, &x);
		shares_of(&x, c);
	}
}

/* ---- experiments ---- */

/* Whether the limit may account for so much of a launch that it is worth trying. */
static bool
is_worth_trying(const struct causes *c, enum cause_limit limit)
{
	for (size_t n = 0; n < c->n; n++)
		if (c->cause[n].limit == limit)
			return c->cause[n].share >= least_value[LEAST_worth_trying];
	return false;
}

static void
run_limits(struct causes_found *f, experiments_progress *progress, void *arg)
{
	const struct run *r = f->r;

	for (int limit = 0; limit < CAUSES; limit++)
		for (size_t i = 0; i < r->w->ncases && *cause_info[limit].settings; i++)
			for (size_t k = 0; k < r->cases[i].nlaunches; k++)
				if (is_worth_trying(f->of_case[i] + k, (enum cause_limit)limit))
					limit_sets_want(&f->one, limit_bit((enum cause_limit)limit), i);
	limit_sets_run(&f->one, progress, arg);
	f->nexperiments += f->one.n;
}

/* What a launch would gain if all SMs worked for as long as they do on average. */
static double
gain_of_sms(const struct run *r, const struct run_launch *l)
{
	const struct simt_launch_stats s = run_launch_stats(l);
	const double all = (double)s.v[SIMT_STAT_cycles], idle = idle_cycles(&s, r->machine);

	return idle > 0 && idle < all ? all / (all - idle) : 1;
}

static int
by_gain(const void *va, const void *vb)
{
	const struct cause *a = va, *b = vb;

	if (a->gain != b->gain)
		return a->gain < b->gain ? 1 : -1;
	if (a->gain == 0 && a->share != b->share)
		return a->share < b->share ? 1 : -1;
	return (a->limit > b->limit) - (a->limit < b->limit);
}

/* Of limits that gain the same as the first one, the one that stands first in the table comes first. */
static void
settle_ties(struct causes *c)
{
	size_t first = 0;

	for (size_t i = 1; i < c->tried; i++)
		if (c->cause[i].limit < c->cause[first].limit && c->cause[0].gain > 1 &&
		    (c->cause[0].gain - c->cause[i].gain) / (c->cause[0].gain - 1) * 100 < least_value[LEAST_alike])
			first = i;
	if (first) {
		const struct cause x = c->cause[first];

		memmove(c->cause + 1, c->cause, first * sizeof *c->cause);
		c->cause[0] = x;
	}
}

static void
take_gains(struct causes_found *f)
{
	const struct run *r = f->r;

	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			struct causes *c = f->of_case[i] + k;

			for (size_t n = 0; n < c->n; n++) {
				struct cause *x = c->cause + n;

				x->gain = x->limit == CAUSE_sms ? gain_of_sms(r, &r->cases[i].launches[k])
								: limit_sets_gain(&f->one, limit_bit(x->limit), i, k);
				c->tried += x->gain > 0;
			}
			qsort(c->cause, c->n, sizeof *c->cause, by_gain);
			settle_ties(c);
		}
}

/* ---- limits that hide each other ---- */

/* Whether `a` is to go into pairs before `b`, which may be NULL: what could gain more, and has gained more. */
static bool
pairs_before(const struct cause *a, const struct cause *b)
{
	return !b || a->share > b->share || (a->share == b->share && a->gain > b->gain);
}

/* Whether a limit can be one of two that hide each other and that a kernel could lift. Policy `ideal` takes the host several times as long, and
 * is tried with others only where it gains alone. */
static bool
can_pair(const struct cause *x)
{
	return *cause_info[x->limit].settings && x->limit != CAUSE_start &&
	       (x->limit != CAUSE_lanes || x->gain >= 1 + least_value[LEAST_worth_telling] / 100);
}

/* The limit of a launch that gains most, and those that could gain most: each of them with each. */
static void
want_pairs_of(struct limit_sets *two, const struct causes *c, size_t in_case)
{
	const struct cause *best[PAIRED] = {NULL};
	size_t n = 0;

	for (size_t i = 0; i < c->tried && !best[0]; i++)
		if (can_pair(c->cause + i))
			best[n++] = c->cause + i;
	for (; n && n < PAIRED; n++)
		for (size_t i = 0; i < c->tried; i++) {
			const struct cause *x = c->cause + i;
			bool taken = !can_pair(x);

			for (size_t k = 0; k < n; k++)
				taken = taken || x == best[k];
			if (!taken && x->share >= least_value[LEAST_worth_pairing] && pairs_before(x, best[n]))
				best[n] = x;
		}
	for (size_t i = 0; i < PAIRED; i++)
		for (size_t k = i + 1; k < PAIRED; k++)
			if (best[i] && best[k])
				limit_sets_want(two, limit_bit(best[i]->limit) | limit_bit(best[k]->limit), in_case);
}

/* The share of a launch's time that it does not take if it is so many times as fast. */
static double
saved(double gain)
{
	return gain > 1 ? 1 - 1 / gain : 0;
}

static double
saved_alone(const struct causes *c, enum cause_limit which)
{
	for (size_t i = 0; i < c->tried; i++)
		if (c->cause[i].limit == which)
			return saved(c->cause[i].gain);
	return 0;
}

static void
take_pair(struct causes *c, struct cause_pair x)
{
	size_t at = c->npairs;

	if (100 * (saved(x.gain) - saved_alone(c, x.a) - saved_alone(c, x.b)) < least_value[LEAST_hidden])
		return;
	while (at > 0 && c->pair[at - 1].gain < x.gain) {
		if (at < CAUSE_PAIRS)
			c->pair[at] = c->pair[at - 1];
		at--;
	}
	if (at < CAUSE_PAIRS)
		c->pair[at] = x;
	c->npairs += c->npairs < CAUSE_PAIRS;
}

/* The two limits of a set. */
static struct cause_pair
pair_of(uint64_t set, double gain)
{
	return (struct cause_pair){(enum cause_limit)__builtin_ctzll(set), (enum cause_limit)(63 - __builtin_clzll(set)), gain};
}

static void
run_pairs(struct causes_found *f, experiments_progress *progress, void *arg)
{
	const struct run *r = f->r;

	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++)
			want_pairs_of(&f->two, f->of_case[i] + k, i);
	limit_sets_run(&f->two, progress, arg);
	f->nexperiments += f->two.n;
	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++)
			for (size_t n = 0; n < f->two.n && f->of_case[i][k].n; n++)
				take_pair(f->of_case[i] + k, pair_of(f->two.set[n], limit_sets_gain(&f->two, f->two.set[n], i, k)));
}

static struct causes_found *
begin(const struct run *r)
{
	struct causes_found *f = zeroed(1, sizeof *f);

	f->r = r;
	f->of_case = zeroed(r->w->ncases, sizeof *f->of_case);
	f->one = f->two = (struct limit_sets){.r = r, .times = 1};
	return f;
}

/* Without experiments. */
static void
sort_shares(struct causes_found *f, size_t i)
{
	for (size_t k = 0; k < f->r->cases[i].nlaunches; k++)
		qsort(f->of_case[i][k].cause, f->of_case[i][k].n, sizeof(struct cause), by_gain);
}

struct causes_found *
causes_of_case(const struct run *r, size_t in_case)
{
	struct causes_found *f = begin(r);

	find_shares(f, in_case);
	sort_shares(f, in_case);
	for (size_t k = 0; k < r->cases[in_case].nlaunches; k++)
		if (f->of_case[in_case][k].n)
			remedies_quick(r, r->cases[in_case].launches + k, f->of_case[in_case] + k);
	return f;
}

struct causes_found *
causes_find(const struct run *r, bool quick, experiments_progress *progress, void *arg)
{
	struct causes_found *f = begin(r);

	for (size_t i = 0; i < r->w->ncases; i++)
		find_shares(f, i);
	if (!quick)
		run_limits(f, progress, arg);
	if (!quick && !simt_stopped(r->o.stop))
		take_gains(f);
	else
		for (size_t i = 0; i < r->w->ncases; i++)
			sort_shares(f, i);
	if (!quick && !simt_stopped(r->o.stop))
		run_pairs(f, progress, arg);
	if (!simt_stopped(r->o.stop))
		f->nexperiments += remedies_find(r, f->of_case, quick, progress, arg);
	return f;
}

void
causes_free(struct causes_found *f)
{
	if (!f)
		return;
	limit_sets_clear(&f->one);
	limit_sets_clear(&f->two);
	for (size_t i = 0; i < f->r->w->ncases; i++) {
		for (size_t k = 0; f->of_case[i] && k < f->r->cases[i].nlaunches; k++)
			free(f->of_case[i][k].remedy);
		free(f->of_case[i]);
	}
	free(f->of_case);
	free(f);
}

const struct causes *
causes_of(const struct causes_found *f, size_t in_case, size_t k)
{
	const struct causes *c = f->of_case[in_case] + k;

	return c->n ? c : NULL;
}

size_t
causes_experiments(const struct causes_found *f)
{
	return f->nexperiments;
}

const struct cause_pair *
causes_first_pair(const struct causes *c)
{
	const struct cause *first = causes_first(c);
	const struct cause_pair *x = c->pair;

	if (!c->npairs || (first && (first->limit == x->a || first->limit == x->b)))
		return NULL;
	return !first || x->gain - 1 >= (first->gain - 1) * least_value[LEAST_pair_first] / 100 ? x : NULL;
}

const struct cause *
causes_first(const struct causes *c)
{
	return c->tried && c->cause[0].gain >= 1 + least_value[LEAST_worth_telling] / 100 ? c->cause : NULL;
}

const char *
cause_remedy_name(const struct cause_remedy *x)
{
	return x->remedy == REMEDIES ? cause_info[x->limit].name : remedy_info[x->remedy].name;
}

const char *
cause_remedy_title(const struct cause_remedy *x)
{
	return x->remedy == REMEDIES ? cause_info[x->limit].lifted : remedy_info[x->remedy].title;
}
