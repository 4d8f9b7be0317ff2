#include "workloads/plot/thin.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "workloads/plot/pick.h"

/* ---- what is rare ---- */

/* How often spans have been in the same part of the code with the same lanes. Two that hash to the same are taken for one. */
struct classes {
	uint64_t *key;
	uint32_t *count;
	uint32_t *of; /* the class of each span */
	size_t room;  /* a power of two */
};

static uint64_t
class_of(const struct recording_function *f, uint32_t function, const struct recording_span *s)
{
	const uint64_t word[] = {function,          f->inst[s->pc].part, s->active.word[0],
				 s->active.word[1], s->alive.word[0],    s->alive.word[1]};
	uint64_t hash = FNV1A64_START;

	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		hash = fnv1a64_step(hash, word[i] ^ word[i] >> 32);
	return (hash ^ hash >> 29) | 1;
}

static struct classes
count_classes(const struct recording *r, const struct recording_case *c)
{
	struct classes x = {.room = 64};

	while (x.room < 2 * c->nspans)
		x.room *= 2;
	x.key = zeroed(x.room, sizeof *x.key);
	x.count = zeroed(x.room, sizeof *x.count);
	x.of = zeroed(c->nspans, sizeof *x.of);
	for (size_t i = 0; i < c->nwarps; i++) {
		const struct recording_warp *w = c->warp + i;
		const uint32_t function = c->launch[w->launch].function;

		for (uint32_t k = w->span; k < w->span + w->nspans; k++) {
			const uint64_t key = class_of(r->function + function, function, c->span + k);
			size_t at = key >> 1 & (x.room - 1);

			while (x.key[at] && x.key[at] != key)
				at = (at + 1) & (x.room - 1);
			x.key[at] = key;
			x.count[at] += !c->span[k].mixed;
			x.of[k] = (uint32_t)at;
		}
	}
	return x;
}

static void
free_classes(struct classes *x)
{
	free(x->key);
	free(x->count);
	free(x->of);
}

/* The largest number of times, THIN_RARE at most, at which what is rare takes half of the room at most. */
static unsigned
rare_for(const struct classes *x, const struct recording_case *c, size_t spans)
{
	unsigned rare = THIN_RARE;

	for (; rare; rare /= 2) {
		size_t n = 0;

		for (size_t i = 0; i < c->nspans; i++)
			n += !c->span[i].mixed && x->count[x->of[i]] <= rare;
		if (n <= spans / 2)
			break;
	}
	return rare;
}

/* ---- joining ---- */

struct joining {
	const struct recording *r;
	const struct recording_case *c;
	const struct classes *classes;
	unsigned rare;
	uint64_t grain;
};

static bool
is_rare(const struct joining *j, const struct recording_span *s)
{
	return !s->mixed && j->classes->count[j->classes->of[s - j->c->span]] <= j->rare;
}

static bool
same_lanes(const struct simt_lanes *a, const struct simt_lanes *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

/* Whether the span b may join those from a on, which it follows; `last` is the one before it. */
static bool
joins(const struct joining *j, const struct recording_span *a, const struct recording_span *last, const struct recording_span *b)
{
	return j->grain && last->end == b->from && b->end - a->from <= j->grain && pick_parted(a) == pick_parted(b) &&
	       same_lanes(&a->alive, &b->alive) && !is_rare(j, b) && !is_rare(j, last);
}

/* The span that follows those from `from` on that become one, in a warp whose spans end at `end`. */
static uint32_t
group_end(const struct joining *j, uint32_t from, uint32_t end)
{
	const struct recording_span *s = j->c->span;
	uint32_t k = from + 1;

	while (k < end && joins(j, s + from, s + k - 1, s + k))
		k++;
	return k;
}

static size_t
count_groups(const struct joining *j, const struct recording_warp *w)
{
	size_t n = 0;

	for (uint32_t k = w->span; k < w->span + w->nspans; k = group_end(j, k, w->span + w->nspans))
		n++;
	return n;
}

static size_t
count_all(const struct joining *j)
{
	size_t n = 0;

	for (size_t i = 0; i < j->c->nwarps; i++)
		n += count_groups(j, j->c->warp + i);
	return n;
}

/* Which lanes ran when is not known of one that is mixed. */
static uint64_t
weight_of(const struct recording_span *s)
{
	return s->mixed ? 0 : s->end - s->from;
}

/* A span more, which comes behind those that *t has. */
static void
join(struct thin_span *t, const struct recording_span *b, bool same_part)
{
	const uint64_t weight = weight_of(b), wait = t->s.begin - t->s.from + b->begin - b->from;
	struct recording_span sum = t->s;

	if (weight > t->weight) {
		sum = *b;
		t->weight = weight;
	}
	sum.from = t->s.from;
	sum.begin = sum.from + wait;
	sum.end = b->end;
	sum.off.word[0] = t->s.off.word[0] | b->off.word[0];
	sum.off.word[1] = t->s.off.word[1] | b->off.word[1];
	sum.inst = t->s.inst + b->inst;
	sum.slots = t->s.slots + b->slots;
	sum.threads = t->s.threads + b->threads;
	sum.present = t->s.present + b->present;
	sum.guarded_off = t->s.guarded_off + b->guarded_off;
	t->s = sum;
	t->joined++;
	t->several = t->several || !same_part || b->mixed;
}

static struct thin_span
group(const struct joining *j, const struct recording_function *f, uint32_t from, uint32_t end)
{
	const struct recording_span *s = j->c->span + from;
	const uint32_t part = f->inst[s->pc].part;
	struct thin_span t = {.s = *s, .joined = 1, .several = s->mixed, .weight = weight_of(s)};

	for (uint32_t k = from + 1; k < end; k++)
		join(&t, j->c->span + k, f->inst[j->c->span[k].pc].part == part);
	return t;
}

/* The longest time from the first to the last span of a warp. */
static uint64_t
longest_life(const struct recording_case *c)
{
	uint64_t longest = 0;

	for (size_t i = 0; i < c->nwarps; i++) {
		const struct recording_warp *w = c->warp + i;
		const uint64_t life = c->span[w->span + w->nspans - 1].end - c->span[w->span].from;

		longest = life > longest ? life : longest;
	}
	return longest;
}

/* The shortest grain that leaves at most `spans`, as far as one does. */
static void
choose_grain(struct joining *j, size_t spans)
{
	const uint64_t longest = longest_life(j->c);

	if (j->c->nspans <= spans)
		return;
	j->grain = RECORD_PAUSE;
	while (j->grain < longest && j->grain < UINT64_MAX / 2 && count_all(j) > spans)
		j->grain *= 2;
}

/* ---- warps ---- */

/* A warp, and how much of it is worth to be seen. */
struct worth {
	const struct recording_warp *w;
	uint64_t lost;
	size_t spans, at; /* that it would have; its place */
};

static int
by_worth(const void *a, const void *b)
{
	const struct worth *x = a, *y = b;

	if (x->lost != y->lost)
		return x->lost > y->lost ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* The warps of which there is room for all intervals. */
static void
choose_warps(struct thin *t, const struct joining *j, size_t spans)
{
	const struct recording_case *c = j->c;
	struct worth *x = zeroed(c->nwarps, sizeof *x);
	const struct recording_warp **all = zeroed(c->nwarps, sizeof(struct recording_warp *));
	size_t n = 0, left = spans;

	for (size_t i = 0; i < c->nwarps; i++) {
		x[i] = (struct worth){.w = c->warp + i, .at = i, .spans = count_groups(j, c->warp + i)};
		for (uint32_t k = 0; k < c->warp[i].nspans; k++)
			x[i].lost += c->span[c->warp[i].span + k].present - c->span[c->warp[i].span + k].threads;
	}
	if (c->nwarps)
		qsort(x, c->nwarps, sizeof *x, by_worth);
	for (size_t i = 0; i < c->nwarps; i++)
		if (x[i].spans <= left) {
			left -= x[i].spans;
			all[n++] = x[i].w;
		}
	if (n)
		qsort(all, n, sizeof *all, pick_by_place);
	t->warp = zeroed(n, sizeof *t->warp);
	for (size_t i = 0; i < n; i++)
		t->warp[i].w = all[i];
	t->nwarps = n;
	t->warps_left_out = c->nwarps - n;
	free(all);
	free(x);
}

static void
thin_warps(struct thin *t, const struct recording *r, const struct recording_case *c, size_t spans)
{
	struct classes classes = count_classes(r, c);
	struct joining j = {.r = r, .c = c, .classes = &classes};
	size_t room = 0;

	t->recorded = c->nspans;
	j.rare = rare_for(&classes, c, spans);
	choose_grain(&j, spans);
	choose_warps(t, &j, spans);
	for (size_t i = 0; i < t->nwarps; i++) {
		const struct recording_warp *w = t->warp[i].w;
		const struct recording_function *f = r->function + c->launch[w->launch].function;
		uint32_t next;

		t->warp[i].span = t->nspans;
		for (uint32_t k = w->span; k < w->span + w->nspans; k = next) {
			next = group_end(&j, k, w->span + w->nspans);
			t->span = grow(t->span, &room, t->nspans + 1, sizeof *t->span);
			t->span[t->nspans++] = group(&j, f, k, next);
		}
		t->warp[i].nspans = t->nspans - t->warp[i].span;
	}
	t->grain = j.grain;
	t->rare = j.rare;
	free_classes(&classes);
}

/* ---- blocks ---- */

static bool
is_long(const struct recording_case *c, const struct recording_stay *x)
{
	const struct recording_launch *l = c->launch + x->launch;

	return l->stays && x->end - x->start > 2 * (l->stay_cycles / l->stays);
}

static int
by_length(const void *a, const void *b)
{
	const struct thin_stay *x = a, *y = b;
	const uint64_t p = x->s.end - x->s.start, q = y->s.end - y->s.start;

	if (p != q)
		return p > q ? -1 : 1;
	if (x->s.launch != y->s.launch)
		return x->s.launch < y->s.launch ? -1 : 1;
	return x->s.block < y->s.block ? -1 : x->s.block > y->s.block;
}

static int
by_sm(const void *a, const void *b)
{
	const struct thin_stay *x = a, *y = b;

	if (x->s.sm != y->s.sm)
		return x->s.sm < y->s.sm ? -1 : 1;
	if (x->s.start != y->s.start)
		return x->s.start < y->s.start ? -1 : 1;
	return by_length(a, b);
}

/* Those that stay if every `every`-th one does. */
static void
take_stays(struct thin *t, const struct recording_case *c, uint64_t every)
{
	t->nstays = 0;
	t->every = every;
	for (size_t i = 0; i < c->nstays; i++) {
		const struct recording_stay *x = c->stay + i;
		const uint64_t all = c->launch[x->launch].every, step = all <= UINT64_MAX / every ? all * every : all;
		const bool stands = x->block % step == 0;

		if (stands || every == 1 || is_long(c, x))
			t->stay[t->nstays++] = (struct thin_stay){*x, stands ? step : 1};
	}
}

static void
thin_stays(struct thin *t, const struct recording_case *c, size_t stays)
{
	/* so often at most: numbers of blocks have 64 bits */
	const uint64_t most = UINT64_C(1) << 24;
	uint64_t every = 1;

	t->stay = zeroed(c->nstays, sizeof *t->stay);
	for (take_stays(t, c, 1); t->nstays > stays && every < most; take_stays(t, c, every))
		every *= 2;
	if (t->nstays > stays) {
		qsort(t->stay, t->nstays, sizeof *t->stay, by_length);
		t->nstays = stays;
	}
	if (t->nstays)
		qsort(t->stay, t->nstays, sizeof *t->stay, by_sm);
}

struct thin
thin_case(const struct recording_case *c, const struct recording *r, size_t spans, size_t stays)
{
	struct thin t = {.nwarps = 0};

	thin_warps(&t, r, c, spans);
	thin_stays(&t, c, stays);
	return t;
}

void
thin_free(struct thin *t)
{
	free(t->warp);
	free(t->span);
	free(t->stay);
}
