#include "workloads/plot/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "workloads/plot/pick.h"

static uint32_t
part_of(const struct parts *p, const struct recording_case *c, const struct recording_warp *w, const struct recording_span *s,
	uint32_t *function)
{
	*function = c->launch[w->launch].function;
	return p->r->function[*function].inst[s->pc].part;
}

static size_t
index_of(const struct parts *p, uint32_t function, uint32_t part)
{
	size_t i = 0;

	while (i < p->n && (p->key[i].function != function || p->key[i].part != part))
		i++;
	return i;
}

void
parts_add(struct parts *p, const struct recording_case *c, const struct recording_warp *w, const struct recording_span *s)
{
	uint32_t function;
	const uint32_t part = part_of(p, c, w, s, &function);
	size_t i;

	if (s->mixed || !s->inst)
		return;
	i = index_of(p, function, part);
	p->key = grow(p->key, &p->room, i + 1, sizeof *p->key);
	if (i == p->n)
		p->key[p->n++] = (struct parts_key){function, part, s->pc, 0};
	p->key[i].pc = s->pc < p->key[i].pc ? s->pc : p->key[i].pc;
	p->key[i].time += (s->end - s->from) * pick_lanes(&s->active);
}

static int
by_time(const void *a, const void *b)
{
	const struct parts_key *x = a, *y = b;

	if (x->time != y->time)
		return x->time > y->time ? -1 : 1;
	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static int
by_code(const void *a, const void *b)
{
	const struct parts_key *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return x->part < y->part ? -1 : x->part > y->part;
}

void
parts_choose(struct parts *p)
{
	if (!p->n)
		return;
	qsort(p->key, p->n, sizeof *p->key, by_time);
	p->n = p->n > SVG_COLORS ? SVG_COLORS : p->n;
	qsort(p->key, p->n, sizeof *p->key, by_code);
}

size_t
parts_find(const struct parts *p, const struct recording_case *c, const struct recording_warp *w, const struct recording_span *s)
{
	uint32_t function;
	const uint32_t part = part_of(p, c, w, s, &function);

	return s->mixed ? p->n : index_of(p, function, part);
}

/* "dynamic-work.cu:22", or the code. */
static void
place_of_part(const struct parts *p, const struct parts_key *k, char *s, size_t size)
{
	const struct recording_function *f = p->r->function + k->function;
	uint32_t first = k->pc, last;

	while (first > 0 && f->inst[first - 1].part == k->part)
		first--;
	for (last = first; last + 1 < f->n && f->inst[last + 1].part == k->part;)
		last++;
	for (uint32_t i = first; i <= last; i++)
		if (f->inst[i].file != RECORD_NONE) {
			snprintf(s, size, "%.24s:%" PRIu32, path_base(f->file[f->inst[i].file]), f->inst[i].line);
			return;
		}
	snprintf(s, size, "0x%04" PRIx64 "-0x%04" PRIx64, UINT64_C(16) * first, UINT64_C(16) * last);
}

void
parts_name(const struct parts *p, size_t i, char *s)
{
	char other[64];
	size_t k = 0, n;

	place_of_part(p, p->key + i, s, sizeof other);
	for (; k < p->n; k++) {
		place_of_part(p, p->key + k, other, sizeof other);
		if (k != i && !strcmp(s, other))
			break;
	}
	n = strlen(s);
	if (k < p->n)
		snprintf(s + n, PARTS_NAME - n, ", 0x%04" PRIx64, UINT64_C(16) * p->key[i].pc);
}
