#include "sim/memory/request-order.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"
#include "sim/memory/memory-port.h"

void
request_order_free(struct request_order *o)
{
	free(o->request);
	free(o->before);
	*o = (struct request_order){.n = 0};
}

/* How many of a port leave before that cycle. */
static size_t
listed(const struct memory_port *p, uint64_t until)
{
	size_t n = 0;

	if (p->latest < until)
		return p->nrequest;
	for (size_t i = 0; p->soonest < until && i < p->nrequest; i++)
		n += p->cycle[i] < until;
	return n;
}

/* How many of all do, and between which cycles these are. */
static void
tally(struct request_order *o, struct memory_port *const *port, unsigned nports, uint64_t until, uint64_t *first, uint64_t *last)
{
	o->n = 0;
	*first = NEVER;
	*last = 0;
	for (unsigned i = 0; i < nports; i++) {
		struct memory_port *p = port[i];

		p->nlisted = listed(p, until);
		if (!p->nlisted)
			continue;
		o->n += p->nlisted;
		*first = p->soonest < *first ? p->soonest : *first;
		*last = p->latest > *last ? p->latest : *last;
	}
	*last = *last < until ? *last : until - 1;
}

/* There are fewer cycles to tell apart than requests, so that counting is quicker than comparing. */
void
request_order_list(struct request_order *o, struct memory_port *const *port, unsigned nports, uint64_t until)
{
	uint64_t first, last;
	uint32_t sum = 0, *before;
	const struct l2_request **request;

	tally(o, port, nports, until, &first, &last);
	if (!o->n)
		return;
	o->request = request = grow(o->request, &o->room, o->n, sizeof *o->request);
	o->before = before = grow(o->before, &o->cycles, last - first + 1, sizeof *o->before);
	memset(before, 0, (last - first + 1) * sizeof *before);
	for (unsigned k = 0; k < nports; k++) {
		const struct memory_port *p = port[k];

		for (size_t left = p->nlisted, i = 0; left; i++)
			if (p->cycle[i] < until) {
				before[p->cycle[i] - first]++;
				left--;
			}
	}
	for (uint64_t t = 0; t <= last - first; t++) {
		const uint32_t here = before[t];

		before[t] = sum;
		sum += here;
	}
	for (unsigned k = 0; k < nports; k++) {
		const struct memory_port *p = port[k];

		for (size_t left = p->nlisted, i = 0; left; i++)
			if (p->cycle[i] < until) {
				request[before[p->cycle[i] - first]++] = p->request + i;
				left--;
			}
	}
}
