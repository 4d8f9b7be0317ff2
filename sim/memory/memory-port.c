#include "sim/memory/memory-port.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"

void
memory_port_init(struct memory_port *p, uint32_t number)
{
	*p = (struct memory_port){.soonest = NEVER, .number = number};
}

void
memory_port_free(struct memory_port *p)
{
	free(p->request);
	free(p->cycle);
	memory_port_init(p, p->number);
}

void
memory_port_forget(struct memory_port *p)
{
	p->first = p->nrequest = 0;
	p->soonest = NEVER;
	p->latest = 0;
}

void
memory_port_reset(struct memory_port *p)
{
	memory_port_forget(p);
	p->fill = p->results = (struct server){0};
}

/* Where at least as much was free at the front as there is now, that is room; else there will be more, so that what stays is seldom moved. */
void
memory_port_make_room(struct memory_port *p, size_t n)
{
	const size_t all = p->nrequest + n;
	size_t cycles = p->room;

	if (p->first) {
		memmove(p->request, p->request + p->first, p->nrequest * sizeof *p->request);
		memmove(p->cycle, p->cycle + p->first, p->nrequest * sizeof *p->cycle);
		p->first = 0;
	}
	p->cycle = grow(p->cycle, &cycles, 2 * all, sizeof *p->cycle);
	p->request = grow(p->request, &p->room, 2 * all, sizeof *p->request);
	p->room = cycles < p->room ? cycles : p->room;
}

uint64_t
memory_port_next_load(const struct memory_port *p)
{
	uint64_t t = NEVER;

	for (size_t i = p->first; i < p->first + p->nrequest; i++)
		if (p->request[i].kind == L2_LOAD && p->request[i].cycle < t)
			t = p->request[i].cycle;
	return t;
}

/* Mostly those that stay come behind all others. The rest of them are moved there. */
void
memory_port_served(struct memory_port *p, uint64_t until)
{
	struct l2_request *r;
	uint64_t *cycle;
	size_t end = 0, to;

	if (p->nlisted == p->nrequest) {
		memory_port_forget(p);
		return;
	}
	r = p->request + p->first;
	cycle = p->cycle + p->first;
	for (size_t left = p->nlisted; left; end++)
		left -= cycle[end] < until;
	to = end;
	for (size_t i = end; to > p->nlisted; i--)
		if (cycle[i - 1] >= until) {
			cycle[--to] = cycle[i - 1];
			r[to] = r[i - 1];
		}
	p->first += p->nlisted;
	p->nrequest -= p->nlisted;
	p->soonest = p->staying;
}
