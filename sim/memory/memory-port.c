#include "sim/memory/memory-port.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"

void
memory_port_free(struct memory_port *p)
{
	free(p->request);
	*p = (struct memory_port){.number = p->number};
}

void
memory_port_forget(struct memory_port *p)
{
	p->nrequest = 0;
}

void
memory_port_reset(struct memory_port *p)
{
	memory_port_forget(p);
	p->fill = p->results = (struct server){0};
}

uint64_t
memory_port_next(const struct memory_port *p)
{
	uint64_t t = NEVER;

	for (size_t i = 0; i < p->nrequest; i++)
		t = p->request[i].cycle < t ? p->request[i].cycle : t;
	return t;
}

uint64_t
memory_port_next_load(const struct memory_port *p)
{
	uint64_t t = NEVER;

	for (size_t i = 0; i < p->nrequest; i++)
		if (p->request[i].kind == L2_LOAD && p->request[i].cycle < t)
			t = p->request[i].cycle;
	return t;
}

void
memory_port_served(struct memory_port *p, uint64_t until)
{
	size_t stay = 0, i = 0;

	if (!p->nlisted)
		return;
	/* mostly those that stay come behind all others */
	for (size_t left = p->nlisted; left; i++)
		if (p->request[i].cycle >= until)
			p->request[stay++] = p->request[i];
		else
			left--;
	memmove(p->request + stay, p->request + i, (p->nrequest - i) * sizeof *p->request);
	p->nrequest -= p->nlisted;
}
