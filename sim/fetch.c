#include "fetch.h"

#include "cache.h"
#include "simulate.h"

/* Constants in numbers of lines: of 64 bytes in the first cache, of 256 behind it. */
enum { CONSTANT_BYTES = 64, CONSTANT_GROUP = 4 };

/* A cache of lines whose size is not that of cache.h. */
static struct cache *
lines_new(int32_t bytes, unsigned line, int32_t ways)
{
	return cache_new((uint64_t)bytes / line * LINE_BYTES, (unsigned)ways);
}

bool
fetch_init(struct sm *sm)
{
	const int32_t *v = sm->m->v;

	sm->constants = lines_new(v[M_constant_bytes], CONSTANT_BYTES, v[M_constant_ways]);
	sm->behind = lines_new(v[M_l1i_bytes], LINE_BYTES, v[M_l1i_ways]);
	for (unsigned i = 0; i < (unsigned)v[M_subcores]; i++) {
		sm->subcore[i].l0i = lines_new(v[M_l0i_bytes], LINE_BYTES, v[M_l0i_ways]);
		if (!sm->subcore[i].l0i)
			return false;
	}
	return sm->constants && sm->behind;
}

void
fetch_free(struct sm *sm)
{
	for (unsigned i = 0; i < (unsigned)sm->m->v[M_subcores]; i++)
		cache_free(sm->subcore[i].l0i);
	cache_free(sm->constants);
	cache_free(sm->behind);
}

void
fetch_reset(struct sm *sm)
{
	for (unsigned i = 0; i < (unsigned)sm->m->v[M_subcores]; i++) {
		cache_clear(sm->subcore[i].l0i);
		sm->subcore[i].stream = NEVER;
	}
	cache_clear(sm->constants);
	cache_clear(sm->behind);
}

void
fetch_start(struct sm *sm)
{
	cache_clear(sm->constants);
}

uint64_t
fetch_place(struct gpu *gpu, size_t n)
{
	uint64_t first = gpu->code_lines;

	gpu->code_lines += n / FETCH_INSTS + 2;
	return first;
}

/* The line of that number; where it is not there, an empty one, and *hit is false. */
static struct cache_line *
look_up(struct cache *c, uint64_t number, bool *hit)
{
	struct cache_line *l = cache_find(c, number);
	uint8_t dirty;

	*hit = l;
	return l ? l : cache_place(c, number, &dirty);
}

/* When the warp would issue, were everything there. */
static uint64_t
wanted(const struct warp *w)
{
	return w->stall_until > w->branch_until ? w->stall_until : w->branch_until;
}

/* When a line comes that the sub-core has not: what follows the line fetched last, or the one that the warp comes from, has been asked
 * for ahead. */
static uint64_t
line_comes(struct sm *sm, const struct subcore *c, const struct warp *w, uint64_t number, uint64_t start)
{
	const int32_t *v = sm->m->v;
	bool behind;
	struct cache_line *b = look_up(sm->behind, number, &behind);
	uint64_t latency = (uint64_t)v[behind ? M_l1i_latency : M_l2i_latency], t = start + latency, ahead = t;

	if (number == c->stream)
		ahead = c->stream_until + (uint64_t)v[behind ? M_l1i_cycles : M_l2i_cycles];
	else if (w->runs->pc / FETCH_INSTS == w->line + 1)
		ahead = w->line_since + latency;
	t = ahead < t ? ahead : t;
	if (!behind)
		b->ready = t;
	return b->ready > t ? b->ready : t;
}

void
fetch_line(struct sm *sm, struct subcore *c, struct warp *w)
{
	uint64_t number = w->f->first_line + w->runs->pc / FETCH_INSTS, start = wanted(w);
	bool here;
	struct cache_line *l = look_up(c->l0i, number, &here);

	if (!here) {
		l->ready = line_comes(sm, c, w, number, start);
		c->stream = number + 1;
		c->stream_until = l->ready;
	}
	w->line = w->runs->pc / FETCH_INSTS;
	w->line_since = l->ready > start ? l->ready : start;
	w->fetch_until = l->ready;
}

void
fetch_constant(struct sm *sm, struct warp *w, uint32_t constant)
{
	/* constants of launches, and code, are apart */
	uint64_t number = (uint64_t)w->block->launch->number << 32 | constant, start = wanted(w);
	bool here, behind;
	struct cache_line *l = look_up(sm->constants, number, &here);

	w->constant = constant;
	if (!here) {
		struct cache_line *b = look_up(sm->behind, UINT64_C(1) << 63 | number / CONSTANT_GROUP, &behind);

		start = w->fetch_until > start ? w->fetch_until : start;
		if (!behind)
			b->ready = start + (uint64_t)sm->m->v[M_l2c_latency];
		l->ready = start + (uint64_t)sm->m->v[M_constant_latency];
		if (b->ready > l->ready)
			l->ready = b->ready;
	}
	w->constant_until = l->ready;
}
