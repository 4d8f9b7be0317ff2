/* l1-take.c: what L1 does with the lines of an access, one after the other, until it stands still. See l1-state.h. */
#include <stddef.h>
#include <string.h>

#include "sim/core/sm-requests.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/machine/machine.h"
#include "sim/memory/l1-state.h"
#include "sim/memory/loads.h"
#include "sim/memory/memory-port.h"

/* ---- misses under way ---- */

/* The answer has come: the sectors are there. */
static void
release_one(struct l1 *l)
{
	struct mshr *m = mshr_release(&l->misses);

	if (m->line) {
		struct l1_line *line = l1_current(l, m->line);

		line->pending &= (uint8_t)~m->sectors;
		line->valid |= m->sectors;
	}
	m->line = NULL;
}

/* An MSHR that is free at *t, or at the first cycle after it, which is put there. 0: that is not known yet. */
static inline __attribute__((always_inline)) uint32_t
take_mshr(struct l1 *l, uint64_t *t)
{
	while (mshr_next(&l->misses) <= *t)
		release_one(l);
	if (mshrs_full(&l->misses)) {
		if (mshr_next(&l->misses) > l1_horizon(l) || mshr_next(&l->misses) == NEVER)
			return 0;
		*t = mshr_next(&l->misses);
		release_one(l);
	}
	return mshr_take(&l->misses);
}

/* ---- a line ---- */

/* What L1 takes of an access: the line that it is at, its set, and where the request about it goes. */
struct taking {
	const struct tag_store *tags; /* a copy, which need not be read again whenever something is written */
	const struct l1_part *p;
	uint64_t set;
	struct l2_request *r;
	uint64_t sent;  /* sectors, so far */
	uint64_t ready; /* a load: when all is there that waits for no answer */
	uint32_t waits; /* answers that it waits for */
};

/* Sectors of a load that are not there, nor under way: asked for, at *t or later. NULL as line: it gets one, unless the load is strong.
 * False: L1 stands still. */
static inline __attribute__((always_inline)) bool
miss(struct l1 *l, const struct l1_asking *a, struct taking *k, struct l1_line *line, uint8_t missing, uint64_t *t)
{
	const uint32_t e = take_mshr(l, t);
	struct mshr *m = l->misses.mshr + e;
	struct l2_request *r = k->r;

	if (!e)
		return false;
	line = a->strong ? NULL : line ? line : l1_place(l, k->tags, k->set, k->p->number);
	*m = (struct mshr){.until = NEVER, .line = line, .load = a->like.target, .sectors = missing};
	k->waits++;
	*r = a->like;
	r->cycle = *t;
	r->line = k->p->number;
	r->target = e;
	r->sectors = missing;
	k->r++;
	k->sent += sectors_count(missing);
	l->unserved = *t < l->unserved ? *t : l->unserved;
	if (!line)
		return true;
	for (unsigned left = missing; left; left &= left - 1)
		line->mshr[__builtin_ctz(left)] = (uint16_t)e;
	line->pending |= missing;
	return true;
}

/* Sectors of a load that are under way. */
static void
wait_for(struct l1 *l, const struct l1_asking *a, struct taking *k, const struct l1_line *line, unsigned sectors)
{
	for (unsigned seen = 0; sectors; sectors &= sectors - 1) {
		const unsigned e = line->mshr[__builtin_ctz(sectors)];
		struct mshr *m = l->misses.mshr + e;

		if (seen == e)
			continue;
		seen = e;
		if (m->until == NEVER) {
			mshr_wait(&l->misses, m, a->like.target);
			k->waits++;
		} else {
			k->ready = m->until > k->ready ? m->until : k->ready;
		}
	}
}

/* A load at *t or later. *missed: it takes the tags for itself. False: L1 stands still. */
static inline __attribute__((always_inline)) bool
load_line(struct l1 *l, const struct l1_asking *a, struct taking *k, uint64_t *t, bool *missed)
{
	struct l1_line *line = l1_find(l, k->tags, k->set, k->p->number);
	const uint8_t sectors = k->p->sectors;
	const uint8_t there = line && !a->strong ? line->valid | line->pending : 0;
	const uint8_t missing = sectors_with_neighbours(sectors & (uint8_t)~there, l->m->l1.fetch) & (uint8_t)~there;
	uint64_t hit;

	*missed = missing;
	if (missing && !miss(l, a, k, line, missing, t))
		return false;
	if (!(sectors & (uint8_t)~missing))
		return true;
	/* here the line was there before */
	hit = *t + a->more + l->m->l1.latency;
	k->ready = hit > k->ready ? hit : k->ready;
	if (sectors & line->pending & (uint8_t)~missing)
		wait_for(l, a, k, line, sectors & line->pending & (uint8_t)~missing);
	return true;
}

/* What is sent for a line of a store or an atomic. */
static inline __attribute__((always_inline)) struct l2_request *
request(const struct l1 *l, const struct l1_asking *a, const struct taking *k, const struct l1_bytes *bytes)
{
	enum { PART = offsetof(struct l1_part, turns), LIKE = offsetof(struct l2_request, turns) };
	struct l2_request *r = k->r;

	_Static_assert(offsetof(struct l1_part, looked_up) - PART == offsetof(struct l2_request, looked_up) - LIKE &&
			       offsetof(struct l1_part, sectors) - PART == offsetof(struct l2_request, sectors) - LIKE,
		       "laid out alike");
	*r = a->like;
	r->line = k->p->number;
	r->place = (uint16_t)l->place;
	memcpy((char *)r + LIKE, (const char *)k->p + PART, sizeof *k->p - PART);
	if (bytes)
		memcpy(r->written, bytes->of, sizeof r->written);
	return r;
}

/* What a store leaves in L1. */
static inline void
leave(struct l1 *l, const struct taking *k, struct l1_line *line)
{
	const struct l1_part *p = k->p;

	if (!l->m->l1.store_fills)
		return;
	if (!line && p->full)
		line = l1_place(l, k->tags, k->set, p->number);
	if (line)
		line->valid |= p->full & (uint8_t)~line->pending;
}

/* When a request leaves for L2 that may at *t or later and holds the path there for so long. No more than store_queue sectors wait for the
 * path. */
static inline uint64_t
take_path(struct l1 *l, uint64_t *t, uint64_t takes)
{
	uint64_t start = *t * OUT_UNIT;

	if (l->out_free > start + l->out_room) {
		*t = (l->out_free - l->out_room + OUT_UNIT - 1) / OUT_UNIT;
		start = *t * OUT_UNIT;
	}
	start = l->out_free > start ? l->out_free : start;
	l->out_free = start + takes;
	return start / OUT_UNIT;
}

/* The request has a place among those under way. */
static inline void
take_place(struct l1 *l)
{
	l->stored[l->place] = NEVER;
	l->place = l->place + 1 < l->m->stores.window ? l->place + 1 : 0;
}

/* A store at *t or later, which leaves for L2 at *left. False: L1 stands still. */
static inline __attribute__((always_inline)) bool
store_line(struct l1 *l, const struct l1_asking *a, struct taking *k, const struct l1_bytes *bytes, uint64_t *t, uint64_t *left)
{
	const struct l1_part *p = k->p;
	struct l1_line *line = l1_find(l, k->tags, k->set, p->number);
	struct l2_request *r = request(l, a, k, bytes);
	struct open_store *others = write_combining_find(&l->combining, r, *t);
	const uint64_t stored = l->stored[l->place];

	if (!others && stored == NEVER)
		return false;
	*t = !others && stored > *t ? stored : *t;
	r->cycle = *left = take_path(
		l, t, others ? l->added_time[write_combining_added(others, r)] : l->store_time[p->full != p->sectors][p->packets]);
	leave(l, k, line);
	if (others) {
		write_combining_join(others, r);
	} else {
		write_combining_open(&l->combining, r);
		take_place(l);
	}
	k->r++;
	k->waits++;
	k->sent += sectors_count(r->sectors & (uint8_t)~r->before);
	return true;
}

/* An atomic, or a load that L2 has to answer: the same. What it may change is in L1 no more. */
static inline __attribute__((always_inline)) bool
atomic_line(struct l1 *l, const struct l1_asking *a, struct taking *k, uint64_t *t, uint64_t *left)
{
	struct l1_line *line = l1_find(l, k->tags, k->set, k->p->number);
	const uint64_t stored = l->stored[l->place];

	if (stored == NEVER)
		return false;
	*t = stored > *t ? stored : *t;
	if (line)
		line->valid &= (uint8_t)~k->p->sectors;
	*left = take_path(l, t, k->p->packets * a->packet / 100);
	request(l, a, k, NULL)->cycle = *left;
	take_place(l);
	k->r++;
	k->waits++;
	k->sent += k->p->turns;
	return true;
}

/* L1 has taken lines of an access, the last of them in cycle `last`: what that comes to. */
static inline void
note_taken(struct sm *sm, struct l1_asking *a, const struct taking *k, uint64_t last)
{
	const uint32_t load = a->like.target;

	if (k->sent)
		sm_requests_sent(sm, a->like.launch, k->sent);
	if (k->ready)
		loads_part(&sm->loads, load, k->ready);
	if (k->waits && load)
		loads_expect_all(&sm->loads, load, k->waits);
	if (!a->lines) {
		struct lg_queue *q = &a->subcore->lg;

		q->taken[q->first] = last + 1;
		q->first = l1_after(q, q->first);
	}
}

/* The lines of an access of that kind from *p on, until L1 stands still. Returns how many it has taken. */
static inline __attribute__((always_inline)) unsigned
take_lines(struct sm *sm, struct l1_asking *a, const struct l1_part *p, const struct l1_bytes *bytes, uint64_t *left,
	   enum l2_kind kind)
{
	struct l1 *l = sm->l1;
	const struct tag_store tags = *l->tags;
	const unsigned n = a->lines;
	struct l2_request *const room = memory_port_room(sm->port, n);
	/* of what comes behind the line that went last in time, the first cycle that it can go in */
	int64_t earliest = (int64_t)(l->latest - l->lead);
	uint64_t free = l->free > a->asked ? l->free : a->asked, end = l1_horizon(l), last = 0;
	uint64_t passes = a->passes, taken_until = a->taken_until;
	struct taking k = {.tags = &tags, .p = p, .r = room};
	unsigned i;

	for (i = 0; i < n; i++, k.p++) {
		const uint64_t from = a->issued > free ? a->issued : free;
		uint64_t t = passes > from ? passes : from, passed;
		const uint64_t busy = taken_until > from ? taken_until - from : 0;
		bool alone = kind == L2_ATOMIC;

		passed = t = (int64_t)t < earliest ? (uint64_t)earliest : t;
		/* what comes by then decides about MSHRs and lines */
		if (t > end)
			break;
		k.set = tag_store_set(&tags, k.p->number);
		if (kind == L2_LOAD     ? !load_line(l, a, &k, &t, &alone)
		    : kind == L2_ATOMIC ? !atomic_line(l, a, &k, &t, left)
					: !store_line(l, a, &k, bytes + i, &t, left))
			break;
		if (kind == L2_LOAD && alone)
			end = l1_horizon(l);
		/* as for the data path: what comes late out of its sub-core's queue leaves a gap; other sub-cores do not wait for wavefronts of
		 * one */
		free += busy + (t - passed) + (alone | k.p->looked_up);
		earliest = (int64_t)(t - l->lead) > earliest ? (int64_t)(t - l->lead) : earliest;
		last = t;
		passes = taken_until = 0;
	}
	if (!i)
		return 0;
	memory_port_send(sm->port, (size_t)(k.r - room));
	l->free = free;
	l->latest = (uint64_t)earliest + l->lead;
	a->passes = a->taken_until = 0;
	a->lines -= i;
	note_taken(sm, a, &k, last);
	return i;
}

unsigned
l1_take(struct sm *sm, struct l1_asking *a, const struct l1_part *p, const struct l1_bytes *bytes, uint64_t *left)
{
	switch (a->like.kind) {
	case L2_LOAD:
		return take_lines(sm, a, p, NULL, left, L2_LOAD);
	case L2_STORE:
		return take_lines(sm, a, p, bytes, left, L2_STORE);
	default:
		return take_lines(sm, a, p, NULL, left, L2_ATOMIC);
	}
}
