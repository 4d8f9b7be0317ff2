#include "sim/memory/l1-queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/memory/l1-lines.h"

void
l1_queue_free(struct l1_queue *q)
{
	free(q->access);
	free(q->part);
	free(q->bytes);
}

void
l1_queue_clear(struct l1_queue *q)
{
	q->accesses.n = q->parts.n = q->stored.n = 0;
}

/* An array with room for n more items of so many bytes at its end. */
static void *
with_room(void *array, struct l1_line_up *q, size_t n, size_t bytes)
{
	if (q->first + q->n + n <= q->room)
		return array;
	if (q->n)
		memmove(array, (char *)array + q->first * bytes, q->n * bytes);
	q->first = 0;
	/* so large that moving is rare */
	return grow(array, &q->room, 2 * (q->n + n), bytes);
}

void
l1_queue_add(struct l1_queue *q, const struct l1_asking *a, const struct l1_part *p, const struct l1_bytes *bytes)
{
	q->access = with_room(q->access, &q->accesses, 1, sizeof *q->access);
	q->access[q->accesses.first + q->accesses.n++] = *a;
	q->part = with_room(q->part, &q->parts, a->lines, sizeof *q->part);
	memcpy(q->part + q->parts.first + q->parts.n, p, a->lines * sizeof *p);
	q->parts.n += a->lines;
	if (a->like.kind != L2_STORE)
		return;
	q->bytes = with_room(q->bytes, &q->stored, a->lines, sizeof *q->bytes);
	memcpy(q->bytes + q->stored.first + q->stored.n, bytes, a->lines * sizeof *bytes);
	q->stored.n += a->lines;
}

static void
leave(struct l1_line_up *q, size_t n)
{
	q->first += n;
	q->n -= n;
}

void
l1_queue_taken(struct l1_queue *q, unsigned n)
{
	const struct l1_asking *a = l1_queue_first(q);

	leave(&q->parts, n);
	if (a->like.kind == L2_STORE)
		leave(&q->stored, n);
	if (!a->lines)
		leave(&q->accesses, 1);
}

struct l1_part *
l1_queue_part(const struct l1_queue *q)
{
	return q->part + q->parts.first;
}

struct l1_bytes *
l1_queue_bytes(const struct l1_queue *q)
{
	return q->bytes ? q->bytes + q->stored.first : NULL;
}
