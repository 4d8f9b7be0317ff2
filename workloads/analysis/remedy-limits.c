#include "workloads/analysis/remedy-limits.h"

#include "workloads/analysis/limit-sets.h"

/* How many remedies of a launch: each takes a run. */
enum { FIRST = 2 };

/* A remedy may leave a part of the instructions: there are so many times the issue slots that limit `issue` has. With slots alone fewer are better:
 * a sub-core of more holds its slower pipes for longer. */
enum { MORE_SLOTS = 2 };

#define LIMIT_BIT(limit) limit_bit(CAUSE_##limit)
#define FEWER_INSTRUCTIONS                                                                                            \
	(LIMIT_BIT(issue) | LIMIT_BIT(fma) | LIMIT_BIT(fmaheavy) | LIMIT_BIT(alu) | LIMIT_BIT(fp64) | LIMIT_BIT(xu) | \
	 LIMIT_BIT(ports) | LIMIT_BIT(supply) | LIMIT_BIT(dependences) | LIMIT_BIT(branches))

uint64_t
remedy_limits(const struct cause_remedy *x)
{
	uint64_t set = limit_bit(x->limit);

#define MENDS(remedy_, limit_, reason, condition) set |= x->remedy == REMEDY_##remedy_ ? LIMIT_BIT(limit_) : 0;
#define LIFTS(limit_, others)                     set |= x->remedy == REMEDIES && x->limit == CAUSE_##limit_ ? (others) : 0;
#define ALSO(remedy_, others)                     set |= x->remedy == REMEDY_##remedy_ ? (others) : 0;
#include "workloads/analysis/advice.def"
	return set;
}

/* Whether a remedy mends several limits that can be taken away, and its own trial does not speak against it. */
static bool
is_joint(const struct cause_remedy *x, uint64_t set)
{
	unsigned n = 0;

	for (int i = 0; i < CAUSES; i++)
		n += (set & limit_bit((enum cause_limit)i)) && *cause_info[i].settings;
	return n > 1 && !x->refuted && !(set & LIMIT_BIT(lanes));
}

size_t
remedies_without_all(const struct run *r, struct causes **of_case, experiments_progress *progress, void *arg)
{
	struct limit_sets s = {.r = r, .times = MORE_SLOTS};
	size_t sets;

	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < r->w->ncases; i++)
			for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
				struct causes *c = of_case[i] + k;

				for (size_t n = 0; n < c->nremedies && n < FIRST; n++) {
					const uint64_t set = remedy_limits(c->remedy + n);

					if (is_joint(c->remedy + n, set) && !pass)
						limit_sets_want(&s, set, i);
					else if (is_joint(c->remedy + n, set))
						c->remedy[n].all = limit_sets_gain(&s, set, i, k);
				}
			}
		if (!pass)
			limit_sets_run(&s, progress, arg);
	}
	sets = s.n;
	limit_sets_clear(&s);
	return sets;
}
