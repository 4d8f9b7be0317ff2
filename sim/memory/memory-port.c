#include "sim/memory/memory-port.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"

void
memory_port_free(struct memory_port *p)
{
	free(p->request);
	free(p->answer);
	*p = (struct memory_port){.number = p->number};
}

void
memory_port_forget(struct memory_port *p)
{
	p->nrequest = p->nanswer = 0;
}

void
memory_port_reset(struct memory_port *p)
{
	memory_port_forget(p);
	p->fill = p->results = (struct server){0};
}

void
memory_port_send(struct memory_port *p, const struct l2_request *r)
{
	p->request = grow(p->request, &p->request_cap, p->nrequest + 1, sizeof *p->request);
	p->request[p->nrequest] = *r;
	p->request[p->nrequest++].port = p->number;
}

void
memory_port_answer(struct memory_port *p, uint32_t target, uint64_t cycle, bool load)
{
	p->answer = grow(p->answer, &p->answer_cap, p->nanswer + 1, sizeof *p->answer);
	p->answer[p->nanswer++] = (struct l2_answer){cycle, target, load};
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

size_t
memory_port_take(struct memory_port *p, uint64_t until, struct l2_request *all, uint64_t *cycle)
{
	size_t n = 0, stay = 0;

	for (size_t i = 0; i < p->nrequest; i++)
		if (p->request[i].cycle < until) {
			cycle[n] = p->request[i].cycle;
			all[n++] = p->request[i];
		} else {
			p->request[stay++] = p->request[i];
		}
	p->nrequest = stay;
	return n;
}
