#include "sim/memory/l1.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/lg-queue.h"
#include "sim/core/slots.h"
#include "sim/core/sm-requests.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/machine.h"
#include "sim/memory/access.h"
#include "sim/memory/data-path.h"
#include "sim/memory/l1-lines.h"
#include "sim/memory/l1-queue.h"
#include "sim/memory/loads.h"
#include "sim/memory/mshr.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/tag-store.h"
#include "sim/memory/write-combining.h"

/* What L1 knows of a line. A sector that is under way is in `pending`, and the MSHR that brings it in mshr[]. */
struct l1_line {
	uint32_t epoch; /* none of `valid` is there any more unless this is the cache's */
	uint8_t valid, pending;
	uint16_t mshr[LINE_SECTORS];
};

enum { OUT_UNIT = 256 };

struct l1 {
	const struct simt_machine *m;
	struct tag_store *tags;
	uint32_t epoch;    /* how often all lines have been invalidated */
	uint64_t free;     /* cycle from which it takes a line */
	uint64_t latest;   /* when the line went that went last, in time */
	uint64_t least;    /* the soonest answer of L2 */
	uint64_t lead;     /* a line goes no sooner than so many cycles before one that comes before it */
	uint64_t out_free; /* the path to L2: cycle from which it takes a sector, times OUT_UNIT */
	uint64_t out_room; /* what store_queue sectors take of it, times OUT_UNIT */
	uint64_t unserved; /* cycle of the first request of an MSHR that L2 has not served; NEVER: there is none */
	/* stores and atomics under way: when each place is free again, NEVER: not known yet; the next one's place */
	uint64_t *stored;
	uint32_t place;
	/* how long a store of so many sectors holds the path to L2, [1]: some of which it does not write entirely; so many sectors that
	 * are combined with others; times OUT_UNIT */
	uint64_t store_time[2][LINE_SECTORS + 1], added_time[LINE_SECTORS + 1];
	struct write_combining combining;
	struct mshrs misses;
	struct l1_queue queue; /* what stands still */
	struct l1_lines lines; /* of the access that issues */
};

uint32_t
l1_lead(const struct simt_machine *m)
{
	const uint64_t least = machine_l2_least(m);

	return (uint32_t)(least > m->l1.lead ? m->l1.lead : least - 1);
}

/* How long stores hold the path to L2. */
static void
set_store_times(struct l1 *l)
{
	const struct simt_machine *m = l->m;

	for (unsigned n = 0; n <= LINE_SECTORS; n++) {
		const uint64_t sectors = n * (uint64_t)SECTOR_BYTES, bytes = sectors > m->stores.least ? sectors : m->stores.least;

		l->store_time[0][n] = bytes * OUT_UNIT / m->stores.rate;
		l->store_time[1][n] = (bytes + m->stores.partial) * OUT_UNIT / m->stores.rate;
		l->added_time[n] = sectors * OUT_UNIT / m->stores.rate;
	}
}

struct l1 *
l1_new(const struct simt_machine *m)
{
	struct l1 *l = calloc(1, sizeof *l);

	if (!l)
		return NULL;
	l->m = m;
	l->least = machine_l2_least(m);
	l->lead = l1_lead(m);
	l->out_room = (uint64_t)m->stores.queue * SECTOR_BYTES * OUT_UNIT / m->stores.rate;
	set_store_times(l);
	l->tags = tag_store_new(m->l1.bytes, m->l1.ways, (enum cache_index)m->l1.index, sizeof(struct l1_line));
	l->stored = calloc(m->stores.window, sizeof *l->stored);
	if (write_combining_init(&l->combining, m) && l->tags && l->stored && mshr_init(&l->misses, m->l1.mshrs)) {
		l1_reset(l);
		return l;
	}
	l1_free(l);
	return NULL;
}

void
l1_free(struct l1 *l)
{
	if (!l)
		return;
	tag_store_free(l->tags);
	mshr_free(&l->misses);
	free(l->stored);
	write_combining_free(&l->combining);
	l1_queue_free(&l->queue);
	free(l);
}

/* The line's sectors that were there when all lines were invalidated are not there any more. */
static inline struct l1_line *
current(const struct l1 *l, struct l1_line *line)
{
	if (line->epoch != l->epoch) {
		line->epoch = l->epoch;
		line->valid = 0;
	}
	return line;
}

void
l1_abandon(struct l1 *l)
{
	for (unsigned i = 1; i <= l->misses.used; i++)
		if (l->misses.mshr[i].line) {
			struct l1_line *line = current(l, l->misses.mshr[i].line);

			line->valid |= line->pending;
			line->pending = 0;
		}
	mshr_forget(&l->misses);
	l->unserved = NEVER;
	l1_queue_clear(&l->queue);
	memset(l->stored, 0, l->m->stores.window * sizeof *l->stored);
	write_combining_clear(&l->combining);
}

void
l1_invalidate(struct l1 *l)
{
	l->epoch++;
}

void
l1_reset(struct l1 *l)
{
	l1_abandon(l);
	tag_store_clear(l->tags);
	l->free = l->out_free = l->latest = 0;
}

void
l1_resize(struct l1 *l, uint64_t bytes)
{
	if (!tag_store_resize(l->tags, bytes))
		return;
	/* misses of blocks that have ended may still be under way */
	for (unsigned i = 1; i <= l->misses.used; i++)
		l->misses.mshr[i].line = NULL;
}

/* ---- misses under way ---- */

/* The answer has come: the sectors are there. */
static void
release_one(struct l1 *l)
{
	struct mshr *m = mshr_release(&l->misses);

	if (m->line) {
		struct l1_line *line = current(l, m->line);

		line->pending &= (uint8_t)~m->sectors;
		line->valid |= m->sectors;
	}
	m->line = NULL;
}

/* Up to here all that comes from L2 is known. */
static uint64_t
horizon(const struct l1 *l)
{
	return l->unserved == NEVER ? NEVER : l->unserved + l->least;
}

/* An MSHR that is free at *t, or at the first cycle after it, which is put there. 0: that is not known yet. */
static inline __attribute__((always_inline)) uint32_t
take_mshr(struct l1 *l, uint64_t *t)
{
	while (mshr_next(&l->misses) <= *t)
		release_one(l);
	if (mshrs_full(&l->misses)) {
		if (mshr_next(&l->misses) > horizon(l) || mshr_next(&l->misses) == NEVER)
			return 0;
		*t = mshr_next(&l->misses);
		release_one(l);
	}
	return mshr_take(&l->misses);
}

void
l1_served(struct sm *sm, const struct memory_answer *a, size_t n)
{
	struct l1 *l = sm->l1;

	for (const struct memory_answer *end = a + n; a < end; a++) {
		const struct l2_request *r = a->r;

		if (r->kind == L2_LOAD) {
			mshr_answer(&l->misses, r->target, a->answered);
			for (uint32_t load; (load = mshr_waiter(&l->misses, r->target));)
				loads_hear(sm, &sm->loads, load, a->answered);
			continue;
		}
		if (!r->combined)
			l->stored[r->place] = a->stored;
		if (r->target)
			loads_hear(sm, &sm->loads, r->target, a->answered);
	}
}

/* ---- tags ---- */

static inline struct l1_line *
find(const struct l1 *l, const struct tag_store *tags, uint64_t set, uint64_t number)
{
	struct l1_line *line = tag_store_find_in(tags, set, number);

	return line ? current(l, line) : NULL;
}

static inline void
prefetch_line(const struct l1 *l, const struct l1_part *p)
{
	tag_store_prefetch(l->tags, tag_store_set(l->tags, p->number));
}

/* Sectors under way need their line. */
static bool
is_pending(const void *line)
{
	return ((const struct l1_line *)line)->pending;
}

/* A line for that number, of that set; NULL where all of the set wait for sectors under way. */
static inline __attribute__((always_inline)) struct l1_line *
place(const struct l1 *l, const struct tag_store *tags, uint64_t set, uint64_t number)
{
	struct l1_line *line = tag_store_place_in(tags, set, number, is_pending, false);

	if (line)
		*line = (struct l1_line){.epoch = l->epoch};
	return line;
}

/* ---- what L1 does with a line ---- */

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
	line = a->strong ? NULL : line ? line : place(l, k->tags, k->set, k->p->number);
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
	struct l1_line *line = find(l, k->tags, k->set, k->p->number);
	const uint8_t sectors = k->p->sectors;
	const uint8_t missing = line && !a->strong ? sectors & (uint8_t) ~(line->valid | line->pending) : sectors;
	uint64_t hit;

	*missed = missing;
	if (missing && !miss(l, a, k, line, missing, t))
		return false;
	if (sectors == missing)
		return true;
	/* here the line was there before */
	hit = *t + a->more + l->m->l1.latency;
	k->ready = hit > k->ready ? hit : k->ready;
	if (sectors & line->pending & (uint8_t)~missing)
		wait_for(l, a, k, line, sectors & line->pending & (uint8_t)~missing);
	return true;
}

/* How long a packet of an atomic holds the path to L2, times 100. */
static uint64_t
packet_time(const struct simt_machine *m, const struct access *a)
{
	const bool wide = a->kind == MEM_ATOMIC && a->bytes * (a->atomic == ATOM_CAS ? 2u : 1u) > 4;

	return (m->atomics.send + (wide ? m->atomics.wide : 0)) * (uint64_t)OUT_UNIT;
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
		line = place(l, k->tags, k->set, p->number);
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
	struct l1_line *line = find(l, k->tags, k->set, p->number);
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
	struct l1_line *line = find(l, k->tags, k->set, k->p->number);
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

/* The place in the ring of a sub-core's queue behind `place`. */
static unsigned
after(const struct lg_queue *q, unsigned place)
{
	return place + 1 < q->room ? place + 1 : 0;
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
		q->first = after(q, q->first);
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
	uint64_t free = l->free > a->asked ? l->free : a->asked, end = horizon(l), last = 0;
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
			end = horizon(l);
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

/* The next lines of an access. Returns how many L1 has taken; where that is not all, L1 stands still. */
static unsigned
take(struct sm *sm, struct l1_asking *a, const struct l1_part *p, const struct l1_bytes *bytes, uint64_t *left)
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

static enum l2_kind
kind_of(const struct access *a)
{
	return a->kind == MEM_ATOMIC || a->at_l2 ? L2_ATOMIC : a->kind == MEM_LOAD ? L2_LOAD : L2_STORE;
}

/* What a load takes beyond one of a single wavefront. */
static uint16_t
more_of(const struct simt_machine *m, const struct access *a)
{
	uint64_t more = a->line_wavefronts > 1 ? (a->line_wavefronts - 1) * m->l1.conflict_latency : 0;

	return (uint16_t)(more + (a->line_parts ? a->line_parts * m->l1.wide_cycles + m->l1.wide_latency : 0));
}

uint64_t
l1_access(struct sm *sm, struct subcore *c, struct launch_state *launch, const struct access *a, uint32_t load)
{
	struct l1 *l = sm->l1;
	struct lg_queue *q = &c->lg;
	const bool atomic = a->kind == MEM_ATOMIC;
	struct l1_asking asks = {
		.like =
			{
				.launch = launch,
				.target = load,
				.port = (uint16_t)sm->port->number,
				.kind = (uint8_t)kind_of(a),
				.atomic = atomic ? a->atomic : (uint8_t)ATOM_ADD,
				.bytes = atomic ? a->bytes : 0,
			},
		.subcore = c,
		.asked = sm->now,
		.issued = a->enters,
		.more = more_of(l->m, a),
		.strong = a->strong,
	};
	const struct l1_part *part;
	uint64_t left = 0;
	unsigned taken = 0;

	tag_store_make(l->tags);
	l1_lines_of(l->m, a, (enum l2_kind)asks.like.kind, &l->lines);
	part = l->lines.part;
	asks.lines = l->lines.n;
	if (lg_queue_ready(q) > q->full_since)
		q->full += lg_queue_ready(q) - q->full_since;
	q->taken[q->next] = NEVER;
	q->next = after(q, q->next);
	q->full_since = sm->now + 1;
	if (a->line_wavefronts) {
		asks.taken_until = data_path_ready(&sm->data_path);
		asks.passes = data_path_take(sm, c, a->enters, a->line_wavefronts, true);
	}
	if (asks.like.kind == L2_ATOMIC)
		asks.packet = packet_time(l->m, a);
	if (asks.like.kind != L2_LOAD)
		atomic_fetch_add_explicit(&launch->storing, asks.lines, memory_order_relaxed);
	for (unsigned i = 1; i < asks.lines; i++)
		prefetch_line(l, part + i);
	if (l1_queue_is_empty(&l->queue))
		taken = take(sm, &asks, part, l->lines.bytes, &left);
	if (!asks.lines)
		return left;
	/* what stands still is counted once here; its answer cannot come before the end of the window */
	if (load)
		loads_expect(&sm->loads, load);
	l1_queue_add(&l->queue, &asks, part + taken, l->lines.bytes + taken);
	return left;
}

uint8_t
l1_touch(struct l1 *l, uint64_t number, uint8_t sectors)
{
	uint64_t set;
	struct l1_line *line;
	uint8_t missing;

	tag_store_make(l->tags);
	set = tag_store_set(l->tags, number);
	line = find(l, l->tags, set, number);
	missing = line ? sectors & (uint8_t) ~(line->valid | line->pending) : sectors;

	if (line || (line = place(l, l->tags, set, number)))
		line->valid |= missing;
	return missing;
}

bool
l1_is_idle(const struct l1 *l)
{
	return l1_queue_is_empty(&l->queue);
}

void
l1_resume(struct sm *sm)
{
	struct l1 *l = sm->l1;
	const bool stood = !l1_queue_is_empty(&l->queue);
	uint64_t left;

	l->unserved = memory_port_next_load(sm->port);
	while (!l1_queue_is_empty(&l->queue)) {
		struct l1_asking *a = l1_queue_first(&l->queue);
		const uint32_t load = a->like.target;
		const unsigned n = take(sm, a, l1_queue_part(&l->queue), l1_queue_bytes(&l->queue), &left);
		const bool rest = a->lines;

		l1_queue_taken(&l->queue, n);
		if (rest)
			break;
		if (load)
			loads_answer(sm, load, 0);
	}
	if (stood)
		slots_wake(sm);
}
