#include "workloads/analysis/touched.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { AT_FIRST = 1 << 12, LINE = TOUCH_SECTOR * TOUCH_SECTORS };

void
touched_init(struct touched *t, const struct simt_machine *m)
{
	const uint64_t dram = m->dram.latency > m->dram.spread ? m->dram.latency - m->dram.spread : 0;

	*t = (struct touched){.m = m, .answer = dram > m->l2.load_latency ? dram : m->l2.load_latency};
}

void
touched_free(struct touched *t)
{
	free(t->v);
	t->v = NULL;
	t->n = t->room = 0;
}

void
touched_clear(struct touched *t)
{
	touched_free(t);
}

static size_t
find(const struct touched *t, uint64_t line)
{
	size_t i = (size_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (t->room - 1);

	while (t->v[i].line && t->v[i].line != line)
		i = (i + 1) & (t->room - 1);
	return i;
}

static void
make_room(struct touched *t)
{
	const struct touched old = *t;

	t->room = old.room ? 2 * old.room : AT_FIRST;
	t->v = zeroed(t->room, sizeof *t->v);
	for (size_t i = 0; i < old.room; i++)
		if (old.v[i].line)
			t->v[find(t, old.v[i].line)] = old.v[i];
	free(old.v);
}

static struct touched_line *
line_at(struct touched *t, uint64_t address)
{
	const uint64_t line = address / LINE + 1;
	struct touched_line *l;

	if (2 * t->n >= t->room)
		make_room(t);
	l = t->v + find(t, line);
	if (!l->line) {
		l->line = line;
		t->n++;
	}
	return l;
}

/* Sectors that come from DRAM together. */
static unsigned
each(const struct touched *t)
{
	return t->m->l2.fetch > 2 ? TOUCH_SECTORS : t->m->l2.fetch;
}

/* The first of those that sector i comes with, which stands for all. */
static unsigned
together(const struct touched *t, unsigned i)
{
	return i / each(t) * each(t);
}

/* Bytes that n sectors of a line count at dram_rate. */
static uint64_t
dram_bytes(const struct touched *t, unsigned n)
{
	const uint64_t bytes = n * (uint64_t)TOUCH_SECTOR;

	return n && bytes < t->m->dram.least ? t->m->dram.least : bytes;
}

static void
be_sooner(struct touch_launch *l, enum touch_time k, uint64_t assumed, uint64_t came)
{
	if (assumed > came && assumed - came > l->sooner[k])
		l->sooner[k] = assumed - came;
}

void
touched_load(struct touched *t, struct touch_launch *l, uint64_t address, const uint64_t issued[TOUCH_TIMES],
	     uint64_t ready[TOUCH_TIMES])
{
	struct touched_line *x = line_at(t, address);
	const unsigned sector = address / TOUCH_SECTOR % TOUCH_SECTORS, i = together(t, sector);
	uint64_t there[TOUCH_TIMES];

	if (!x->by[i]) {
		x->by[i] = l->number;
		x->first[i] = issued[TOUCH_EACH];
		if (!l->began)
			l->first = issued[TOUCH_FIRST];
		l->began = true;
	}
	if (x->by[i] != l->number || x->stored_by[i] == l->number)
		return;
	if (!(x->loaded >> sector & 1)) {
		const unsigned n = (unsigned)__builtin_popcount(x->loaded);

		x->loaded |= (uint8_t)(1u << sector);
		l->loaded++;
		l->dram += dram_bytes(t, n + 1) - dram_bytes(t, n);
	}
	be_sooner(l, TOUCH_FIRST, l->first, issued[TOUCH_FIRST]);
	be_sooner(l, TOUCH_EACH, x->first[i], issued[TOUCH_EACH]);
	there[TOUCH_FIRST] = l->first + t->answer;
	there[TOUCH_EACH] = x->first[i] + t->answer;
	for (unsigned k = TOUCH_FIRST; k < TOUCH_TIMES; k++)
		ready[k] = there[k] > ready[k] ? there[k] : ready[k];
}

void
touched_store(struct touched *t, struct touch_launch *l, uint64_t address, const uint64_t issued[TOUCH_TIMES])
{
	struct touched_line *x = line_at(t, address);
	const unsigned sector = address / TOUCH_SECTOR % TOUCH_SECTORS, i = together(t, sector);

	/* from now on it can be had from L1: no sooner than those who loaded it took for granted */
	if (x->by[i] == l->number && x->stored_by[i] != l->number) {
		be_sooner(l, TOUCH_FIRST, l->first + t->answer, issued[TOUCH_FIRST]);
		be_sooner(l, TOUCH_EACH, x->first[i] + t->answer, issued[TOUCH_EACH]);
	}
	if (!x->by[i])
		x->by[i] = l->number;
	/* each launch brings its stores to L2 */
	if (x->stored_by[i] != l->number)
		x->stored &= (uint8_t) ~(((1u << each(t)) - 1) << i);
	x->stored_by[i] = l->number;
	if (x->stored >> sector & 1)
		return;
	x->stored |= (uint8_t)(1u << sector);
	l->stored++;
}
