/* split.c: functions about splits that the reconvergence policies share. */
#include "sim/divergence/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host-cache.h"
#include "sim/core/warp.h"

/* Splits that memory is taken for at a time. */
enum { TOGETHER = 16 };

/* From one line of a host's cache to another: what each issue looks at is in one. */
static size_t
split_bytes(unsigned rows)
{
	const size_t n = sizeof(struct split) + rows * sizeof(struct uniform);

	return (n + HOST_LINE - 1) / HOST_LINE * HOST_LINE;
}

/* Memory for some more splits with so many sets of uniform registers, a few hundred bytes each; nothing sensible can go on without it. */
static __attribute__((noinline)) void
more_splits(struct split_pool *p, unsigned rows)
{
	const size_t bytes = split_bytes(rows);
	unsigned char *all = must(line_alloc(TOGETHER * bytes));

	p->memory = grow(p->memory, &p->room, p->n + 1, sizeof *p->memory);
	p->memory[p->n++] = all;
	for (unsigned i = TOGETHER; i--;)
		split_push(p->free + rows, (struct split *)(void *)(all + i * bytes));
}

static struct split *
allocate(struct split_pool *p, unsigned rows)
{
	struct split *s;

	if (rows >= SPLIT_POOLED)
		return must(line_alloc(split_bytes(rows)));
	if (!p->free[rows])
		more_splits(p, rows);
	s = p->free[rows];
	p->free[rows] = s->next;
	return s;
}

void
split_pool_free(struct split_pool *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->memory[i]);
	free(p->memory);
	*p = (struct split_pool){.n = 0};
}

struct split *
split_first(struct warp *w, unsigned rows)
{
	struct split *s = allocate(w->splits, rows);

	memset(s, 0, sizeof *s + rows * sizeof *s->u);
	s->mask = w->alive;
	s->state = SPLIT_RUNS;
	s->rpc = IPDOM_NONE;
	s->nu = rows;
	s->stale = true;
	for (unsigned i = 0; i < rows; i++)
		s->u[i].p = 1u << ISA_PT;
	return s;
}

struct split *
split_new(struct warp *w, const struct split *from, uint32_t pc, lanes_t mask)
{
	struct split *s = allocate(w->splits, from->nu);

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
split_end(struct warp *w, struct split *s)
{
	if (s->nu < SPLIT_POOLED)
		split_push(w->splits->free + s->nu, s);
	else
		free(s);
}

void
split_take_uniform(struct split *s, const struct uniform *u, lanes_t lanes)
{
	for (unsigned i = 0; i < s->nu; i++)
		if (split_set(s, i) & lanes)
			s->u[i] = u[i];
}

void
split_absorb(struct warp *w, struct split *s, struct split *o)
{
	for (unsigned i = 0; i < s->nu; i++)
		if (!(s->mask & split_set(s, i)) && (o->mask & split_set(s, i)))
			s->u[i] = o->u[i];
	s->mask |= o->mask;
	split_end(w, o);
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
split_end_all(struct warp *w, struct split **head)
{
	while (*head) {
		struct split *s = *head;

		*head = s->next;
		split_end(w, s);
	}
}
