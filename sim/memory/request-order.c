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

/* How many of all are listed, and the cycles of the first and the last of these. */
static void
tally(struct request_order *o, struct memory_port *port, unsigned nports, uint64_t until, uint64_t *first, uint64_t *last)
{
	uint64_t from = NEVER, to = 0;

	o->n = 0;
	for (struct memory_port *p = port; p < port + nports; p++) {
		size_t n = 0;

		for (const struct l2_request *r = p->request, *end = r + p->nrequest; r < end; r++) {
			if (r->cycle >= until)
				continue;
			n++;
			from = r->cycle < from ? r->cycle : from;
			to = r->cycle > to ? r->cycle : to;
		}
		p->nlisted = n;
		o->n += n;
	}
	*first = from;
	*last = to;
}

/* There are fewer cycles to tell apart than requests, so that counting is quicker than comparing. */
void
request_order_list(struct request_order *o, struct memory_port *port, unsigned nports, uint64_t until)
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
	for (const struct memory_port *p = port; p < port + nports; p++) {
		const struct l2_request *r = p->request;

		for (size_t left = p->nlisted; left; r++)
			if (r->cycle < until) {
				before[r->cycle - first]++;
				left--;
			}
	}
	for (uint64_t t = 0; t <= last - first; t++) {
		const uint32_t here = before[t];

		before[t] = sum;
		sum += here;
	}
	for (const struct memory_port *p = port; p < port + nports; p++) {
		const struct l2_request *r = p->request;

		for (size_t left = p->nlisted; left; r++)
			if (r->cycle < until) {
				request[before[r->cycle - first]++] = r;
				left--;
			}
	}
}
