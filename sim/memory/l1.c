#include "sim/memory/l1.h"

#include <stdatomic.h>
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
#include "sim/memory/loads.h"
#include "sim/memory/mshr.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/tag-store.h"
#include "sim/memory/write-combining.h"

/* What L1 knows of a line. A sector that is under way is in `pending`, and the MSHR that brings it in mshr[]. */
struct l1_line {
	uint32_t epoch; /* none of `valid` is there any more unless this is the cache's */
	uint8_t valid, pending;
	uint16_t mshr[LINE_SECTORS];
};

/* A line of an access that waits in the queue. */
struct part {
	struct launch_state *launch;
	uint64_t asked, issued; /* by the warp; when it leaves its sub-core's queue */
	uint64_t number;        /* of the line */
	uint32_t load;
	uint16_t turns;   /* sectors, those of atomics as often as they count */
	uint16_t packets; /* on the way to L2: the same, but one where all lanes of an atomic are on one sector */
	uint8_t kind;     /* enum l2_kind */
	uint8_t sectors, full;
	uint8_t words, atomic, bytes; /* as in struct l2_request */
	bool strong;
	bool last;      /* of its access */
	uint8_t turn;   /* which lookup of the access it belongs to, modulo 256 */
	bool looked_up; /* the last one of its lookup */
	uint16_t more;  /* a load: what it takes beyond one of a single wavefront */
	/* a store: bytes of each sector */
	uint32_t written[LINE_SECTORS];
	struct subcore *subcore;
	/* of the first line: when its wavefronts go, and until when the data path was taken when they came */
	uint64_t passes, taken_until;
};

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
	/* stores and atomics under way: when each place is free again; NEVER: not known yet */
	uint64_t *stored, nstored;
	struct write_combining combining;
	struct mshrs misses;
	/* what stands still */
	struct part *part;
	size_t first, nparts, part_cap;
};

enum { OUT_UNIT = 256 };

uint32_t
l1_lead(const struct simt_machine *m)
{
	const uint64_t least = machine_l2_least(m);

	return (uint32_t)(least > m->l1.lead ? m->l1.lead : least - 1);
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
	free(l->part);
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
	l->first = l->nparts = 0;
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
static uint32_t
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
l1_answer(struct sm *sm, uint32_t mshr, uint64_t cycle)
{
	struct mshrs *misses = &sm->l1->misses;

	mshr_answer(misses, mshr, cycle);
	for (uint32_t load; (load = mshr_waiter(misses, mshr));)
		loads_answer(sm, load, cycle);
}

/* ---- tags ---- */

static struct l1_line *
find(struct l1 *l, uint64_t number)
{
	struct l1_line *line = tag_store_find(l->tags, number);

	return line ? current(l, line) : NULL;
}

/* Sectors under way need their line. */
static bool
is_pending(const void *line)
{
	return ((const struct l1_line *)line)->pending;
}

/* A line for that number; NULL where all of the set wait for sectors under way. */
static struct l1_line *
place(struct l1 *l, uint64_t number)
{
	struct l1_line *line = tag_store_place(l->tags, number, is_pending);

	if (line)
		*line = (struct l1_line){.epoch = l->epoch};
	return line;
}

/* ---- what L1 does with a line ---- */

/* What is sent for sectors of a line. */
static struct l2_request
request(const struct l1 *l, const struct part *p, uint8_t sectors, uint32_t target)
{
	return (struct l2_request){
		.line = p->number,
		.launch = p->launch,
		.target = target,
		.place = (uint32_t)(l->nstored % l->m->stores.window),
		.turns = p->turns,
		.packets = p->packets,
		.full = p->full,
		.written = {p->written[0], p->written[1], p->written[2], p->written[3]},
		.words = p->words,
		.atomic = p->atomic,
		.bytes = p->bytes,
		.kind = p->kind,
		.sectors = sectors,
	};
}

/* A load waits for the answer to a miss. */
static void
wait_for(struct sm *sm, struct mshr *m, uint32_t load)
{
	mshr_wait(&sm->l1->misses, m, load);
	loads_expect(&sm->loads, load);
}

/* A load at *t or later. *missed: it takes the tags for itself. False: L1 stands still. */
static bool
load_line(struct sm *sm, const struct part *p, uint64_t *t, bool *missed)
{
	struct l1 *l = sm->l1;
	struct l1_line *line = find(l, p->number);
	uint8_t missing = line && !p->strong ? p->sectors & (uint8_t) ~(line->valid | line->pending) : p->sectors;

	if (missing) {
		uint32_t e = take_mshr(l, t);
		struct mshr *m = l->misses.mshr + e;
		struct l2_request r;

		if (!e)
			return false;
		line = p->strong ? NULL : line ? line : place(l, p->number);
		*m = (struct mshr){NEVER, line, 0, 0, missing};
		wait_for(sm, m, p->load);
		r = request(l, p, missing, e);
		r.cycle = *t;
		l->unserved = *t < l->unserved ? *t : l->unserved;
		sm_requests_send(sm, &r);
		for (unsigned i = 0; line && i < LINE_SECTORS; i++)
			if (missing >> i & 1)
				line->mshr[i] = (uint16_t)e;
		if (line)
			line->pending |= missing;
	}
	*missed = missing;
	if (p->sectors != missing)
		loads_part(&sm->loads, p->load, *t + p->more + l->m->l1.latency);
	for (unsigned i = 0, seen = 0; line && i < LINE_SECTORS; i++) {
		struct mshr *m = l->misses.mshr + line->mshr[i];

		if (!((p->sectors & line->pending & (uint8_t)~missing) >> i & 1) || seen == line->mshr[i])
			continue;
		seen = line->mshr[i];
		if (m->until == NEVER)
			wait_for(sm, m, p->load);
		else
			loads_part(&sm->loads, p->load, m->until);
	}
	return true;
}

void
l1_stored(struct sm *sm, const struct l2_request *r, uint64_t cycle)
{
	sm->l1->stored[r->place] = cycle;
}

/* How long a part holds the path to L2. */
static uint64_t
out_time(const struct l1 *l, const struct part *p)
{
	uint64_t each = l->m->atomics.send, bytes = p->packets * (uint64_t)SECTOR_BYTES;

	if (p->kind != L2_ATOMIC) {
		bytes = bytes > l->m->stores.least ? bytes : l->m->stores.least;
		bytes += p->full == p->sectors ? 0 : l->m->stores.partial;
		return bytes * OUT_UNIT / l->m->stores.rate;
	}
	if (p->bytes * (p->atomic == ATOM_CAS ? 2u : 1u) > 4)
		each += l->m->atomics.wide;
	return p->packets * each * OUT_UNIT / 100;
}

/* A store or an atomic, or a load that L2 has to answer, at *t or later. *left gets the cycle at which it has left for L2. False: L1 stands
 * still. */
static bool
pass_on(struct sm *sm, const struct part *p, uint64_t *t, uint64_t *left)
{
	struct l1 *l = sm->l1;
	struct l1_line *line = find(l, p->number);
	uint64_t start, room = l->out_room;
	uint64_t *stored = l->stored + l->nstored % l->m->stores.window;
	struct l2_request r = request(l, p, p->sectors, p->load);
	struct open_store *others = write_combining_find(&l->combining, &r, *t);

	if (!others && *stored == NEVER)
		return false;
	*t = !others && *stored > *t ? *stored : *t;
	/* no more than store_queue sectors wait for the path to L2 */
	if (l->out_free > *t * OUT_UNIT + room)
		*t = (l->out_free - room + OUT_UNIT - 1) / OUT_UNIT;
	start = l->out_free > *t * OUT_UNIT ? l->out_free : *t * OUT_UNIT;
	l->out_free = start + (others ? write_combining_added(others, &r) * (uint64_t)SECTOR_BYTES * OUT_UNIT / l->m->stores.rate
				      : out_time(l, p));
	if (p->kind == L2_STORE) {
		if (!line && p->full && l->m->l1.store_fills)
			line = place(l, p->number);
		if (line && l->m->l1.store_fills)
			line->valid |= p->full & (uint8_t)~line->pending;
	} else if (line) {
		line->valid &= (uint8_t)~p->sectors;
	}
	if (p->load)
		loads_expect(&sm->loads, p->load);
	r.cycle = *left = start / OUT_UNIT;
	if (others) {
		write_combining_join(others, &r);
	} else {
		write_combining_open(&l->combining, &r);
		*stored = NEVER;
		l->nstored++;
	}
	sm_requests_send(sm, &r);
	return true;
}

/* The place in the ring of a sub-core's queue behind `place`. */
static unsigned
after(const struct lg_queue *q, unsigned place)
{
	return place + 1 < q->room ? place + 1 : 0;
}

/* The next line of the queue. False: L1 stands still. */
static bool
take(struct sm *sm, const struct part *p, uint64_t *left)
{
	struct l1 *l = sm->l1;
	uint64_t from = p->issued > l->free ? p->issued : l->free, t = p->passes > from ? p->passes : from, passed;
	uint64_t busy = p->taken_until > from ? p->taken_until - from : 0;
	bool alone = false;

	passed = t = t + l->lead < l->latest ? l->latest - l->lead : t;
	/* what comes by then decides about MSHRs and lines */
	if (t > horizon(l))
		return false;
	if (p->kind == L2_LOAD) {
		if (!load_line(sm, p, &t, &alone))
			return false;
	} else if (!pass_on(sm, p, &t, left)) {
		return false;
	}
	/* as for the data path: what comes late out of its sub-core's queue leaves a gap; other sub-cores do not wait for wavefronts of one */
	l->free = (l->free > p->asked ? l->free : p->asked) + busy + (t - passed) + (alone || p->looked_up || p->kind == L2_ATOMIC);
	l->latest = t > l->latest ? t : l->latest;
	if (p->last) {
		struct lg_queue *q = &p->subcore->lg;

		q->taken[q->first] = t + 1;
		q->first = after(q, q->first);
	}
	return true;
}

static void
enqueue(struct l1 *l, const struct part *p)
{
	if (l->first + l->nparts == l->part_cap) {
		if (l->nparts)
			memmove(l->part, l->part + l->first, l->nparts * sizeof *l->part);
		l->first = 0;
		if (2 * l->nparts >= l->part_cap) {
			l->part_cap = l->part_cap ? 2 * l->part_cap : 64;
			l->part = xrealloc(l->part, l->part_cap * sizeof *l->part);
		}
	}
	l->part[l->first + l->nparts++] = *p;
}

/* The bank of tags that a line belongs to. */
static unsigned
tag_bank(const struct simt_machine *m, uint64_t number)
{
	return (unsigned)__builtin_parityll(number & m->l1.bank_low) | (unsigned)__builtin_parityll(number & m->l1.bank_high) << 1;
}

/* Puts the n lines of an access in the order in which they are looked up: l1_tags at a time, no two of one bank; a line whose bank is taken
 * lets those behind it go first. */
static void
looked_up_together(const struct simt_machine *m, struct part *part, unsigned n)
{
	const unsigned tags = m->l1.tags;
	const bool banks = m->l1.bank_low | m->l1.bank_high;
	unsigned turn = 0;

	for (unsigned done = 0; done < n; turn++) {
		unsigned taken = 0, first = done;

		for (unsigned i = first; i < n && done - first < tags; i++) {
			unsigned bit = banks ? 1U << tag_bank(m, part[i].number) : 0;
			const struct part p = part[i];

			if (taken & bit)
				continue;
			taken |= bit;
			memmove(part + done + 1, part + done, (i - done) * sizeof *part);
			part[done] = p;
			part[done++].turn = (uint8_t)turn;
		}
	}
}

/* The lines that an access touches. */
static unsigned
lines_of(const struct simt_machine *m, const struct access *a, const struct part *all, struct part *part)
{
	uint64_t more = a->line_wavefronts > 1 ? (a->line_wavefronts - 1) * m->l1.conflict_latency : 0;

	enum l2_kind kind = a->kind == MEM_ATOMIC || a->at_l2 ? L2_ATOMIC : a->kind == MEM_LOAD ? L2_LOAD : L2_STORE;
	unsigned n = 0;

	for (unsigned i = 0; i < a->nsectors; i++) {
		uint64_t number = a->sectors[i] / LINE_SECTORS;
		uint8_t bit = (uint8_t)(1u << a->sectors[i] % LINE_SECTORS);
		unsigned k = n;

		/* neighbours mostly lie in one line */
		while (k && part[k - 1].number != number)
			k--;
		if (!k) {
			k = ++n;
			part[k - 1] = *all;
			part[k - 1].number = number;
			part[k - 1].kind = (uint8_t)kind;
			part[k - 1].strong = a->strong;
			part[k - 1].atomic = a->kind == MEM_ATOMIC ? a->atomic : (uint8_t)ATOM_ADD;
			part[k - 1].bytes = a->kind == MEM_ATOMIC ? a->bytes : 0;
		}
		part[k - 1].turns++;
		part[k - 1].words = (uint8_t)(part[k - 1].words + (a->kind == MEM_ATOMIC ? a->written[i] : 1));
		part[k - 1].sectors |= bit;
		part[k - 1].full |= kind == L2_STORE && a->written[i] == UINT32_MAX ? bit : 0;
		part[k - 1].written[a->sectors[i] % LINE_SECTORS] = a->written[i];
	}
	for (unsigned k = 0; k < n; k++)
		part[k].packets = n == 1 && part[k].sectors == (part[k].sectors & -part[k].sectors) ? 1 : part[k].turns;
	if (a->line_parts)
		more += a->line_parts * m->l1.wide_cycles + m->l1.wide_latency;
	if (n > 1)
		looked_up_together(m, part, n);
	for (unsigned i = 0; i < n; i++) {
		part[i].last = i + 1 == n;
		part[i].looked_up = part[i].last || part[i].turn != part[i + 1].turn;
		part[i].more = (uint16_t)more;
	}
	return n;
}

uint64_t
l1_access(struct sm *sm, struct subcore *c, struct launch_state *launch, const struct access *a, uint32_t load)
{
	struct l1 *l = sm->l1;
	struct lg_queue *q = &c->lg;
	const struct part all = {.launch = launch, .subcore = c, .asked = sm->now, .issued = a->enters, .load = load};
	struct part part[ISA_LANES * 16];
	unsigned n = lines_of(l->m, a, &all, part), i = 0;
	uint64_t left = 0;

	if (lg_queue_ready(q) > q->full_since)
		q->full += lg_queue_ready(q) - q->full_since;
	q->taken[q->next] = NEVER;
	q->next = after(q, q->next);
	q->full_since = sm->now + 1;
	if (a->line_wavefronts) {
		part[0].taken_until = data_path_ready(&sm->data_path);
		part[0].passes = data_path_take(sm, c, a->enters, a->line_wavefronts, true);
	}
	while (!l->nparts && i < n && take(sm, part + i, &left))
		i++;
	if (part[0].kind != L2_LOAD)
		atomic_fetch_add_explicit(&launch->storing, n, memory_order_relaxed);
	/* what stands still is counted once here; its answer cannot come before the end of the window */
	if (load && i < n)
		loads_expect(&sm->loads, load);
	for (; i < n; i++)
		enqueue(l, part + i);
	return left;
}

bool
l1_is_idle(const struct l1 *l)
{
	return !l->nparts;
}

void
l1_resume(struct sm *sm)
{
	struct l1 *l = sm->l1;
	bool stood = l->nparts;
	uint64_t left;

	l->unserved = memory_port_next_load(sm->port);
	while (l->nparts) {
		const struct part *p = l->part + l->first;

		if (!take(sm, p, &left))
			break;
		l->first++;
		l->nparts--;
		if (p->last && p->load)
			loads_answer(sm, p->load, 0);
	}
	if (stood)
		slots_wake(sm);
}
