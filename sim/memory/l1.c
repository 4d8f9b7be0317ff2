#include "sim/memory/l1.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/machine.h"
#include "sim/memory/access.h"
#include "sim/memory/data-path.h"
#include "sim/memory/l1-state.h"
#include "sim/memory/loads.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/tag-prefetch.h"

uint32_t
l1_lead(const struct simt_machine *m)
{
	const uint64_t least = machine_l2_least(m);

	return (uint32_t)(least > m->l1.lead ? m->l1.lead : least - 1);
}

/* So many lines before L1 goes on with one, what it has of that is brought into the host's caches. */
enum { AHEAD = 8 };

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

/* The least cycles that an answer of L2 takes where memory is faster by `percent` %. */
static uint64_t
least_of(const struct simt_machine *m, uint32_t percent)
{
	enum { PERCENT = 100 };

	return machine_l2_least(m) * PERCENT / (PERCENT + percent);
}

static uint32_t
lead_of(const struct simt_machine *m, uint64_t least)
{
	return (uint32_t)(least > l1_lead(m) ? l1_lead(m) : least - 1);
}

void
l1_faster(struct l1 *l, uint32_t percent)
{
	l->least = least_of(l->m, percent);
	l->lead = lead_of(l->m, l->least);
}

uint32_t
l1_window(const struct simt_machine *m, uint32_t percent)
{
	const uint64_t least = least_of(m, percent);

	return (uint32_t)(least - lead_of(m, least));
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

void
l1_abandon(struct l1 *l)
{
	for (unsigned i = 1; i <= l->misses.used; i++)
		if (l->misses.mshr[i].line) {
			struct l1_line *line = l1_current(l, l->misses.mshr[i].line);

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

/* Number of the load that waits for an answer, of the last one that does; 0: none. */
static inline uint32_t
waiter(const struct sm *sm, const struct l2_request *r)
{
	return r->kind == L2_LOAD ? sm->l1->misses.mshr[r->target].load : r->target;
}

/* Brings what answers change into the host's caches: MSHRs, from which it is known which loads wait, loads, and their warps. */
static inline __attribute__((always_inline)) void
bring_waiters(const struct sm *sm, const struct memory_answer *a, size_t n)
{
	uint32_t any = 0;

	for (size_t i = 0; i < n; i++) {
		if (a[i].r->kind == L2_LOAD)
			__builtin_prefetch(sm->l1->misses.mshr + a[i].r->target, 1);
		any |= a[i].r->target;
	}
	if (!any)
		return;
	for (size_t i = 0; i < n; i++)
		loads_prefetch(&sm->loads, waiter(sm, a[i].r));
	for (size_t i = 0; i < n; i++)
		loads_prefetch_warp(&sm->loads, waiter(sm, a[i].r));
}

void
l1_served(struct sm *sm, const struct memory_answer *a, size_t n)
{
	struct l1 *l = sm->l1;

	bring_waiters(sm, a, n);
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

/* How long a packet of an atomic holds the path to L2, times 100. */
static uint64_t
packet_time(const struct simt_machine *m, const struct access *a)
{
	const bool wide = a->kind == MEM_ATOMIC && a->bytes * (a->atomic == ATOM_CAS ? 2u : 1u) > 4;

	return (m->atomics.send + (wide ? m->atomics.wide : 0)) * (uint64_t)OUT_UNIT;
}

/* Brings what L1 has of n lines, from *p on, into the host's caches. */
static inline __attribute__((always_inline)) void
prefetch_lines(const struct l1 *l, const struct l1_part *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tag_store_prefetch_all(l->tags, tag_store_set(l->tags, p[i].number));
}

/* The same of n lines that wait, from the one at `from` on, as far as there are so many. */
static inline __attribute__((always_inline)) void
prefetch_waiting(const struct l1 *l, size_t from, size_t n)
{
	const size_t wait = l->queue.parts.n;

	if (from < wait)
		prefetch_lines(l, l1_queue_part(&l->queue) + from, n < wait - from ? n : wait - from);
}

static enum l2_kind
kind_of(const struct access *a)
{
	return a->kind == MEM_ATOMIC || a->at_l2 ? L2_ATOMIC : a->kind == MEM_LOAD ? L2_LOAD : L2_STORE;
}

/* What a load takes beyond one of a single wavefront. A copy that passes by L1 has its end from L2, also where L1 has the data. */
static uint16_t
more_of(const struct simt_machine *m, const struct access *a)
{
	if (a->bypass)
		return (uint16_t)m->l2.load_latency;
	uint64_t more = a->line_wavefronts > 1 ? (a->line_wavefronts - 1) * m->l1.conflict_latency : 0;

	return (uint16_t)(more + (a->line_parts ? a->line_parts * m->l1.wide_cycles + m->l1.wide_latency : 0));
}

/* An asynchronous copy takes the data path: what it writes follows what it reads, where it reads from L1; else it comes from L2. */
static uint64_t
take_copy(struct sm *sm, struct subcore *c, const struct access *a)
{
	enum { CYCLE = 100 };
	const uint64_t most = a->wavefronts > a->line_wavefronts ? a->wavefronts : a->line_wavefronts;

	return data_path_take_copy(sm, c, a->enters, (a->bypass ? 0 : most * CYCLE) + sm->m->lsu.copy_cycles,
				   a->bypass ? a->wavefronts : 0);
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
	q->next = l1_after(q, q->next);
	q->full_since = sm->now + 1;
	if (a->line_wavefronts) {
		asks.taken_until = data_path_ready(&sm->data_path);
		asks.passes = a->copied ? take_copy(sm, c, a) : data_path_take(sm, c, a->enters, a->line_wavefronts, true);
	}
	if (asks.like.kind == L2_ATOMIC)
		asks.packet = packet_time(l->m, a);
	if (asks.like.kind != L2_LOAD)
		launch->counts[sm->id]->storing += asks.lines;
	if (l1_queue_is_empty(&l->queue)) {
		/* atomics leave nothing there */
		if (asks.like.kind != L2_ATOMIC)
			prefetch_lines(l, part + 1, asks.lines - 1);
		taken = l1_take(sm, &asks, part, l->lines.bytes, &left);
	}
	if (!asks.lines)
		return left;
	/* what stands still is counted once here; its answer cannot come before the end of the window */
	if (load)
		loads_expect(&sm->loads, load);
	l1_queue_add(&l->queue, &asks, part + taken, l->lines.bytes + taken);
	return left;
}

uint8_t
l1_touch(struct l1 *l, uint64_t number, uint8_t sectors, uint32_t each)
{
	uint64_t set;
	struct l1_line *line;
	uint8_t there, missing;

	tag_store_make(l->tags);
	set = tag_store_set(l->tags, number);
	line = l1_find(l, l->tags, set, number);
	there = line ? line->valid | line->pending : 0;
	missing = sectors_with_neighbours(sectors & (uint8_t)~there, each) & (uint8_t)~there;

	if (line || (line = l1_place(l, l->tags, set, number)))
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
	prefetch_waiting(l, 0, AHEAD);
	while (!l1_queue_is_empty(&l->queue)) {
		struct l1_asking *a = l1_queue_first(&l->queue);
		const uint32_t load = a->like.target;
		unsigned n;
		bool rest;

		prefetch_waiting(l, AHEAD, a->lines);
		n = l1_take(sm, a, l1_queue_part(&l->queue), l1_queue_bytes(&l->queue), &left);
		rest = a->lines;

		l1_queue_taken(&l->queue, n);
		if (rest)
			break;
		if (load)
			loads_answer(sm, load, 0);
	}
	if (stood)
		slots_wake(sm);
}
