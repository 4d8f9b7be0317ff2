/* split.c: functions about splits that the reconvergence policies share. */
#include "sim/divergence/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/warp.h"

static size_t
split_bytes(unsigned rows)
{
	return sizeof(struct split) + rows * sizeof(struct uniform);
}

static struct split *
allocate(unsigned rows)
{
	struct split *s = malloc(split_bytes(rows));

	if (!s)
		simt_no_memory(); /* a few hundred bytes; nothing sensible can go on without them */
	return s;
}

void
split_end(struct warp *w, struct split *s)
{
	if (w->spare)
		free(s);
	else
		w->spare = s;
}

struct split *
split_first(struct split *spare, unsigned rows, lanes_t mask)
{
	struct split *s = spare;

	if (!s || s->nu != rows) {
		free(s);
		s = allocate(rows);
	}
	memset(s, 0, split_bytes(rows));
	s->mask = mask;
	s->state = SPLIT_RUNS;
	s->rpc = IPDOM_NONE;
	s->nu = rows;
	s->stale = true;
	for (unsigned i = 0; i < rows; i++)
		s->u[i].p = 1u << ISA_PT;
	return s;
}

struct split *
split_new(const struct split *from, uint32_t pc, lanes_t mask)
{
	struct split *s = allocate(from->nu);

	*s = *from;
	memcpy(s->u, from->u, from->nu * sizeof *s->u);
	s->pc = pc;
	s->mask = mask;
	s->state = SPLIT_RUNS;
	s->yielded = s->called = false;
	s->next = NULL;
	s->started = false;
	s->stale = true;
	s->taken = 0;
	return s;
}

void
split_take_uniform(struct split *s, const struct uniform *u, lanes_t lanes)
{
	for (unsigned i = 0; i < s->nu; i++)
		if (split_set(s, i) & lanes)
			s->u[i] = u[i];
}

void
split_absorb(struct split *s, struct split *o)
{
	for (unsigned i = 0; i < s->nu; i++)
		if (!(s->mask & split_set(s, i)) && (o->mask & split_set(s, i)))
			s->u[i] = o->u[i];
	s->mask |= o->mask;
	free(o);
}

void
split_push(struct split **head, struct split *s)
{
	s->next = *head;
	*head = s;
}

void
split_unlink(struct split **head, struct split *s)
{
	while (*head != s) {
		assert(*head);
		head = &(*head)->next;
	}
	*head = s->next;
	s->next = NULL;
}

void
split_free_all(struct split **head)
{
	while (*head) {
		struct split *s = *head;

		*head = s->next;
		free(s);
	}
}
