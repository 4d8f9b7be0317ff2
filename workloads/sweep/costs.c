#include "workloads/sweep/costs.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

void
costs_init(struct costs *c, const struct plan *p, size_t nworkloads)
{
	size_t n = 0;

	*c = (struct costs){.plan = p};
	c->first = zeroed(p->naxes + 1, sizeof *c->first);
	for (size_t a = 0; a < p->naxes; a++) {
		c->first[a] = n;
		n += p->axis[a].n;
	}
	c->first[p->naxes] = n;
	c->mean = zeroed(n + nworkloads, sizeof *c->mean);
}

void
costs_clear(struct costs *c)
{
	free(c->first);
	free(c->mean);
}

/* The mean that stands for the value of an axis at a point; NULL: it has none. */
static struct cost_mean *
mean_at(const struct costs *c, size_t point, size_t workload, size_t axis)
{
	const struct plan *p = c->plan;
	uint32_t i;

	if (axis == p->naxes)
		return c->mean + c->first[axis] + workload;
	i = p->at[point * p->naxes + axis];
	return i == AXIS_NONE ? NULL : c->mean + c->first[axis] + i;
}

static void
add(struct cost_mean *m, double x)
{
	m->sum += x;
	m->n++;
}

void
costs_note(struct costs *c, size_t point, size_t workload, double seconds)
{
	const double x = log(seconds);

	add(&c->all, x);
	for (size_t a = 0; a <= c->plan->naxes; a++) {
		struct cost_mean *m = mean_at(c, point, workload, a);

		if (m)
			add(m, x);
	}
}

double
costs_of(const struct costs *c, size_t point, size_t workload)
{
	const double all = c->all.n ? c->all.sum / (double)c->all.n : 0;
	double x = all;

	if (!c->all.n)
		return 0;
	for (size_t a = 0; a <= c->plan->naxes; a++) {
		const struct cost_mean *m = mean_at(c, point, workload, a);

		if (m && m->n)
			x += m->sum / (double)m->n - all;
	}
	return exp(x);
}
