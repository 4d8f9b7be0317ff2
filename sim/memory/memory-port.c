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
	p->nrequest = 0;
	p->soonest = NEVER;
	p->latest = 0;
}

void
memory_port_reset(struct memory_port *p)
{
	memory_port_forget(p);
	p->fill = p->results = (struct server){0};
}

uint64_t
memory_port_next_load(const struct memory_port *p)
{
	uint64_t t = NEVER;

	for (size_t i = 0; i < p->nrequest; i++)
		if (p->request[i].kind == L2_LOAD && p->cycle[i] < t)
			t = p->cycle[i];
	return t;
}

void
memory_port_served(struct memory_port *p, uint64_t until)
{
	size_t stay = 0, i = 0, rest;

	if (p->nlisted == p->nrequest) {
		memory_port_forget(p);
		return;
	}
	/* mostly those that stay come behind all others */
	for (size_t left = p->nlisted; left; i++)
		if (p->cycle[i] >= until) {
			p->cycle[stay] = p->cycle[i];
			p->request[stay++] = p->request[i];
		} else {
			left--;
		}
	rest = p->nrequest - i;
	memmove(p->request + stay, p->request + i, rest * sizeof *p->request);
	memmove(p->cycle + stay, p->cycle + i, rest * sizeof *p->cycle);
	p->nrequest -= p->nlisted;
	p->soonest = NEVER;
	for (i = 0; i < p->nrequest; i++)
		p->soonest = p->cycle[i] < p->soonest ? p->cycle[i] : p->soonest;
}
