/* split.c: what the reconvergence policies share. */
#include <assert.h>
#include <stdlib.h>

#include "core.h"

struct split *
split_new(const struct split *from, uint32_t pc, lanes_t mask)
{
	struct split *s = malloc(sizeof *s);

	if (!s)
		abort(); /* a few hundred bytes; nothing sensible can go on without them */
	if (from)
		*s = *from;
	else
		*s = (struct split){.rpc = IPDOM_NONE};
	s->u.r[ISA_URZ] = 0;
	s->u.p |= 1u << ISA_PT;
	s->pc = pc;
	s->mask = mask;
	s->state = SPLIT_RUNS;
	s->yielded = false;
	s->next = NULL;
	return s;
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
