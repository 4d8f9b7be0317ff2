#include "workloads/analysis/remedy-limits.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/text.h"

/* How many remedies of a launch: each takes a run. */
enum { FIRST = 2 };

/* A remedy may leave a part of the instructions: there are so many times the issue slots that limit `issue` has. With slots alone fewer are better:
 * a sub-core of more holds its slower pipes for longer. */
enum { MORE_SLOTS = 2 };

#define LIMIT_BIT(limit) (UINT64_C(1) << CAUSE_##limit)
#define FEWER_INSTRUCTIONS                                                                                            \
	(LIMIT_BIT(issue) | LIMIT_BIT(fma) | LIMIT_BIT(fmaheavy) | LIMIT_BIT(alu) | LIMIT_BIT(fp64) | LIMIT_BIT(xu) | \
	 LIMIT_BIT(ports) | LIMIT_BIT(supply) | LIMIT_BIT(dependences) | LIMIT_BIT(branches))
_Static_assert(CAUSES <= 64, "a set of limits has a bit for each");

uint64_t
remedy_limits(const struct cause_remedy *x)
{
	uint64_t set = UINT64_C(1) << x->limit;

#define MENDS(remedy_, limit_, reason, condition) set |= x->remedy == REMEDY_##remedy_ ? LIMIT_BIT(limit_) : 0;
#define LIFTS(limit_, others)                     set |= x->remedy == REMEDIES && x->limit == CAUSE_##limit_ ? (others) : 0;
#define ALSO(remedy_, others)                     set |= x->remedy == REMEDY_##remedy_ ? (others) : 0;
#include "workloads/analysis/advice.def"
	return set;
}

/* Machines without several limits each; which launches of which cases want them. */
struct sets {
	const struct run *r;
	struct experiment *x;
	uint64_t *set;
	bool **cases;
	size_t n;
};

/* The settings of all limits of a set. Where two set a parameter, the pipe counts and not what goes with more issue slots. */
static char *
settings_of(const struct run *r, uint64_t set)
{
	struct text t = {.n = 0};

	for (int i = CAUSES; i-- > 0;)
		if (set >> i & 1) {
			char *one = cause_settings(r, (enum cause_limit)i, MORE_SLOTS);

			text_put(&t, t.n && *one ? " " : "");
			text_put(&t, one);
			free(one);
		}
	text_bytes(&t, "", 1);
	return t.s;
}

/* Whether a remedy mends several limits that can be taken away, and its own trial does not speak against it. */
static bool
is_joint(const struct cause_remedy *x, uint64_t set)
{
	unsigned n = 0;

	for (int i = 0; i < CAUSES; i++)
		n += (set >> i & 1) && *cause_info[i].settings;
	return n > 1 && !x->refuted && !(set & LIMIT_BIT(lanes));
}

static void
want(struct sets *s, uint64_t set, size_t of_case)
{
	size_t i = 0;

	while (i < s->n && s->set[i] != set)
		i++;
	if (i == s->n) {
		s->set = xrealloc(s->set, (i + 1) * sizeof *s->set);
		s->cases = xrealloc(s->cases, (i + 1) * sizeof *s->cases);
		s->set[i] = set;
		s->cases[i] = zeroed(s->r->w->ncases, sizeof **s->cases);
		s->n++;
	}
	s->cases[i][of_case] = true;
}

/* The gain of launch k of a case on the machine without these limits. */
static double
gain_without(const struct sets *s, uint64_t set, size_t in_case, size_t k)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->set[i] == set)
			return experiment_gain(s->x + i, s->r, in_case, k);
	return 0;
}

static void
run_sets(struct sets *s, experiments_progress *progress, void *arg)
{
	char **settings = zeroed(s->n, sizeof *settings);

	s->x = zeroed(s->n, sizeof *s->x);
	for (size_t i = 0; i < s->n; i++) {
		settings[i] = settings_of(s->r, s->set[i]);
		s->x[i] = (struct experiment){.settings = settings[i], .cases = s->cases[i]};
	}
	experiments_run(s->x, s->n, s->r, progress, arg);
	for (size_t i = 0; i < s->n; i++)
		free(settings[i]);
	free(settings);
}

size_t
remedies_without_all(const struct run *r, struct causes **of_case, experiments_progress *progress, void *arg)
{
	struct sets s = {.r = r};

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < r->w->ncases; i++)
			for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
				struct causes *c = of_case[i] + k;

				for (size_t n = 0; n < c->nremedies && n < FIRST; n++) {
					const uint64_t set = remedy_limits(c->remedy + n);

					if (is_joint(c->remedy + n, set) && !pass)
						want(&s, set, i);
					else if (is_joint(c->remedy + n, set))
						c->remedy[n].all = gain_without(&s, set, i, k);
				}
			}
		if (!pass)
			run_sets(&s, progress, arg);
	}
	experiments_clear(s.x, s.n);
	for (size_t i = 0; i < s.n; i++)
		free(s.cases[i]);
	free(s.cases);
	free(s.set);
	free(s.x);
	return s.n;
}
