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

/* Between which cycles those that leave before `until` do. False: there are none. */
static bool
cycles_of(struct memory_port *const *port, unsigned nports, uint64_t until, uint64_t *first, uint64_t *last)
{
	*first = NEVER;
	*last = 0;
	for (unsigned i = 0; i < nports; i++) {
		if (port[i]->soonest >= until)
			continue;
		*first = port[i]->soonest < *first ? port[i]->soonest : *first;
		*last = port[i]->latest > *last ? port[i]->latest : *last;
	}
	*last = *last < until ? *last : until - 1;
	return *first < until;
}

/* How many of a port leave before `until`, and when the first of the others does. Those of each cycle are added to `of`, cycle `first` first. */
static void
count_listed(struct memory_port *p, uint64_t until, uint64_t first, uint32_t *of)
{
	const uint64_t *cycle = p->cycle + p->first;
	uint64_t staying = NEVER;
	size_t n = 0;

	for (size_t i = 0; i < p->nrequest; i++)
		if (cycle[i] < until) {
			of[cycle[i] - first]++;
			n++;
		} else {
			staying = cycle[i] < staying ? cycle[i] : staying;
		}
	p->nlisted = n;
	p->staying = staying;
}

/* There are fewer cycles to tell apart than requests, so that counting is quicker than comparing. */
void
request_order_list(struct request_order *o, struct memory_port *const *port, unsigned nports, uint64_t until)
{
	uint64_t first, last;
	uint32_t sum = 0, *before;
	const struct l2_request **request;

	o->n = 0;
	for (unsigned k = 0; k < nports; k++) {
		port[k]->nlisted = 0;
		port[k]->staying = port[k]->soonest;
	}
	if (!cycles_of(port, nports, until, &first, &last))
		return;
	o->before = before = grow(o->before, &o->cycles, last - first + 1, sizeof *o->before);
	memset(before, 0, (last - first + 1) * sizeof *before);
	for (unsigned k = 0; k < nports; k++)
		if (port[k]->soonest < until) {
			count_listed(port[k], until, first, before);
			o->n += port[k]->nlisted;
		}
	o->request = request = grow(o->request, &o->room, o->n, sizeof *o->request);
	for (uint64_t t = 0; t <= last - first; t++) {
		const uint32_t here = before[t];

		before[t] = sum;
		sum += here;
	}
	for (unsigned k = 0; k < nports; k++) {
		const uint64_t *cycle;
		const struct l2_request *r;

		if (!port[k]->nlisted)
			continue;
		cycle = port[k]->cycle + port[k]->first;
		r = port[k]->request + port[k]->first;
		for (size_t left = port[k]->nlisted, i = 0; left; i++)
			if (cycle[i] < until) {
				request[before[cycle[i] - first]++] = r + i;
				left--;
			}
	}
}
