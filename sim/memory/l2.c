/* l2.c: what reaches L2 at the end of a window, in an order that does not depend on how the SMs were run: by cycle, then SM, then the
 * order in which the SM sent it.
 *
 * Two things are kept apart. Data: stores, and accesses that take effect at L2 (atomics). Time: messages, which find out whether a
 * sector is in L2 (l2-tags.c) and when the answer is back at the SM. Slices of L2, the paths from L2 to each GPC (interconnect.c) and to each SM and
 * channels of DRAM (dram.c) are servers with a rate, first come first served; a message that finds one busy waits. Which slice, channel and half of
 * L2 a line belongs to is in address-map.h. Atomics are carried out by the unit of their slice (atomic-units.c). L2 keeps what
 * stores bring and writes it to DRAM when the line is replaced.
 *
 * What this module cannot do: limits of what waits in L2. */
#include "sim/memory/l2.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/memory/access.h"
#include "sim/memory/address-map.h"
#include "sim/memory/atomic-units.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/dram.h"
#include "sim/memory/interconnect.h"
#include "sim/memory/l1.h"
#include "sim/memory/l2-tags.h"
#include "sim/memory/loads.h"
#include "sim/memory/lsu.h"
#include "sim/memory/port.h"
#include "sim/memory/server.h"
#include "sim/memory/stores.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

/* ---- time ---- */

/* Something that takes effect: what an SM stored in one cycle, from number `index` of its stores on, or its access `index`. */
struct effect {
	uint32_t sm, index;
	bool access;
};

/* Things that happen, put in order: when each does, and what comes after what. Windows are many, and room for them is kept. */
struct order {
	uint64_t *cycle;
	uint32_t *order, *before;
	size_t room, cycles; /* of the first two; of the last */
};

struct l2_queues {
	struct address_map map;
	struct interconnect *interconnect;
	struct dram *dram;
	struct atomic_units *atomics;
	struct port_place *place; /* of each SM */
	struct order order;
	struct l2_request *all; /* room for what is served at the end of a window */
	struct effect *effect;  /* ... and for what takes effect */
	size_t nall, neffects;
};

bool
l2_init(struct gpu *gpu)
{
	const int32_t *v = gpu->m->v;
	struct l2_queues *q = calloc(1, sizeof *q);

	gpu->l2 = l2_tags_new(gpu->m);
	gpu->queues = q;
	if (q) {
		address_map_init(&q->map, gpu->m);
		q->atomics = atomic_units_new(gpu->m);
		q->interconnect = interconnect_new(gpu->m);
		q->dram = dram_new(gpu->m);
		q->place = calloc((size_t)v[M_sms], sizeof *q->place);
		if (q->place)
			memory_places(gpu->m, q->place);
	}
	return gpu->l2 && q && q->atomics && q->interconnect && q->dram && q->place;
}

void
l2_free(struct gpu *gpu)
{
	l2_tags_free(gpu->l2);
	if (gpu->queues) {
		atomic_units_free(gpu->queues->atomics);
		interconnect_free(gpu->queues->interconnect);
		dram_free(gpu->queues->dram);
		free(gpu->queues->place);
		free(gpu->queues->order.cycle);
		free(gpu->queues->order.order);
		free(gpu->queues->order.before);
		free(gpu->queues->all);
		free(gpu->queues->effect);
	}
	free(gpu->queues);
}

void
l2_reset(struct gpu *gpu)
{
	struct l2_queues *q = gpu->queues;

	l2_tags_clear(gpu->l2);
	interconnect_reset(q->interconnect);
	atomic_units_reset(q->atomics);
	dram_reset(q->dram);
}

/* A message may be under way when all blocks of its launch have ended. */
static void
count(struct gpu *gpu, const struct l2_request *r, enum simt_stat which, unsigned n)
{
	struct simt_launch_stats *own = r->launch->launch->stats;

	/* one that ended in an earlier simt_synchronize may have given its counts back */
	if (own)
		own->v[which] += n;
	gpu->total.v[which] += n;
}

static uint64_t
parts_of(uint64_t bytes, int32_t rate)
{
	return bytes * PARTS / (uint32_t)rate;
}

/* Sectors that a message waits for, in its SM's half: when they are there. */
static void
arrive(struct tag_line *line, uint8_t sectors, uint64_t now, uint64_t cycle)
{
	if (line->ready > now) {
		line->late |= sectors;
		line->ready = line->ready > cycle ? line->ready : cycle;
	} else {
		line->late = sectors;
		line->ready = cycle;
	}
}

/* Brings what the message did not find: from DRAM to the line's home, from there to the half of its SM. */
static void
bring(struct gpu *gpu, const struct l2_request *r, const struct l2_found *f, unsigned channel, uint64_t start)
{
	const int32_t *v = gpu->m->v;
	const uint64_t now = start / PARTS;

	if (f->fetched) {
		count(gpu, r, SIMT_STAT_dram_sectors, r->kind == L2_ATOMIC ? 0 : sectors_count(f->fetched));
		arrive(f->home, f->fetched, now, dram_read(gpu->queues->dram, r->line, channel, f->fetched, start));
	}
	if (f->copied) {
		uint64_t there = now + (uint64_t)v[M_l2_latency];

		if (f->home->late & f->copied && f->home->ready > there)
			there = f->home->ready;
		arrive(f->line, f->copied, now, there + (uint64_t)v[M_l2_remote]);
	}
}

/* The SM's own state is left alone while others are served: a host's caches hold few SMs. */
static void
answer(struct sm *sm, uint32_t target, uint64_t cycle, bool load)
{
	sm->answer = grow(sm->answer, &sm->answer_cap, sm->nanswer + 1, sizeof *sm->answer);
	sm->answer[sm->nanswer++] = (struct l2_answer){cycle, target, load};
}

/* The SM learns of its answers. */
static void
hear(struct sm *sm)
{
	for (size_t i = 0; i < sm->nanswer; i++) {
		const struct l2_answer *a = sm->answer + i;

		if (a->load)
			load_answer(sm, a->target, a->cycle);
		else
			l1_answer(sm, a->target, a->cycle);
	}
	sm->nanswer = 0;
}

/* What serving a message will look at is brought near. */
static void
expect(struct gpu *gpu, const struct l2_request *r)
{
	const struct port_place *at = gpu->queues->place + r->sm;

	l2_tags_prefetch(gpu->l2, at, r, address_map_half(&gpu->queues->map, r->line));
	if (r->kind == L2_LOAD)
		interconnect_prefetch(gpu->queues->interconnect, r, at);
}

static void
serve(struct gpu *gpu, struct sm *sm, const struct l2_request *r)
{
	const int32_t *v = gpu->m->v;
	struct l2_queues *q = gpu->queues;
	const struct port_place *at = q->place + sm->id;
	const struct address_place line = address_map(&q->map, r->line);
	const uint64_t far = line.side == at->side ? 0 : (uint64_t)v[M_l2_far];
	const bool other_half = v[M_l2_halves] && line.half != at->half;
	struct l2_found f;
	unsigned sectors = sectors_count(r->sectors);
	uint64_t start = r->cycle * PARTS, in = 0, room = 0, done;

	l2_tags_look_up(gpu->l2, at, r, line.half, &f);
	/* the channel is that of the line that comes, which makes no difference to the whole */
	if (f.written_back)
		room = dram_write(q->dram, line.channel, sectors_count(f.written_back), start);
	for (unsigned i = 0; i < f.ncompleted; i++) {
		const unsigned n = sectors_count(f.completed[i].sectors);
		const uint64_t gone = dram_complete(q->dram, address_map_channel(&q->map, f.completed[i].line), n, start);

		interconnect_fill(q->interconnect, start, n);
		room = gone > room ? gone : room;
	}
	/* a store waits for what makes room for it; what a load brings comes behind that on its channel */
	if (r->kind == L2_STORE) {
		in = interconnect_store(q->interconnect, start, r);
		in = room > in ? room : in;
	} else if (f.fetched) {
		in = interconnect_fill(q->interconnect, start, sectors_count(f.fetched));
	}
	if (r->kind == L2_LOAD)
		start = interconnect_answer(q->interconnect, start, r, at,
					    other_half ? address_map_copy_slice(&q->map, line.slice) : line.slice);
	else if (r->target)
		start = interconnect_results(q->interconnect, start, r->packets);
	start = in > start ? in : start;
	bring(gpu, r, &f, line.channel, start);
	if (r->kind == L2_ATOMIC)
		start = atomic_units_perform(q->atomics, r, line.slice, sectors_count(f.fetched & r->sectors), start);
	done = start + ((uint64_t)v[M_l2_latency] + far) * PARTS;
	if (r->kind == L2_ATOMIC && other_half)
		done += (uint64_t)v[M_atomic_far] * PARTS;
	if (r->kind != L2_LOAD) {
		if (!r->combined)
			l1_stored(sm, r, (done + PARTS - 1) / PARTS);
		r->launch->storing--;
		if (start / PARTS > r->launch->last_stored)
			r->launch->last_stored = start / PARTS;
	}
	if (!r->target)
		return;
	/* what another message has fetched may still be on its way */
	if (f.line->late & r->sectors && (f.line->ready + far) * PARTS > done)
		done = (f.line->ready + far) * PARTS;
	if (r->kind == L2_ATOMIC) {
		/* answers' packets follow each other */
		uint64_t each = (uint64_t)v[M_atomic_answer] * PARTS / HUNDREDTH;

		done = pass(&sm->answers, done, r->packets * each) + (r->packets - 1u) * each;
		answer(sm, r->target, (done + PARTS - 1) / PARTS, true);
		return;
	}
	done = pass(&sm->fill, done, parts_of(sectors * (unsigned)SECTOR_BYTES, v[M_fill_rate]));
	answer(sm, r->target, (done + PARTS - 1) / PARTS + (sectors - 1) * (uint64_t)v[M_l2_sector], false);
}

void
sm_request(struct sm *sm, const struct l2_request *r)
{
	sm->request = grow(sm->request, &sm->request_cap, sm->nrequest + 1, sizeof *sm->request);
	sm->request[sm->nrequest] = *r;
	sm->request[sm->nrequest++].sm = sm->id;
	count(sm->gpu, r, SIMT_STAT_l2_sectors, r->kind == L2_ATOMIC ? r->turns : sectors_count(r->sectors & (uint8_t)~r->before));
}

uint64_t
l2_next(const struct sm *sm)
{
	uint64_t t = NEVER;

	for (size_t i = 0; i < sm->nrequest; i++)
		t = sm->request[i].cycle < t ? sm->request[i].cycle : t;
	return t;
}

/* Room for n of them. */
static void
order_room(struct order *o, size_t n)
{
	if (n <= o->room)
		return;
	o->room = 2 * n;
	o->cycle = xrealloc(o->cycle, o->room * sizeof *o->cycle);
	o->order = xrealloc(o->order, o->room * sizeof *o->order);
}

/* Puts in o->order the order in which n things happen, given the cycle of each; those of one cycle stay in the order given, which is that of
 * the SMs. All lie within little more than a window: there are fewer cycles to tell apart than things, so that counting is quicker than
 * comparing. */
static void
order_by_cycle(struct order *o, size_t n)
{
	uint64_t first = NEVER, last = 0;
	uint32_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		first = o->cycle[i] < first ? o->cycle[i] : first;
		last = o->cycle[i] > last ? o->cycle[i] : last;
	}
	if (last - first + 1 > o->cycles) {
		o->cycles = 2 * (last - first + 1);
		o->before = xrealloc(o->before, o->cycles * sizeof *o->before);
	}
	memset(o->before, 0, (last - first + 1) * sizeof *o->before);
	for (size_t i = 0; i < n; i++)
		o->before[o->cycle[i] - first]++;
	for (uint64_t t = 0; t <= last - first; t++) {
		uint32_t here = o->before[t];

		o->before[t] = sum;
		sum += here;
	}
	for (size_t i = 0; i < n; i++)
		o->order[o->before[o->cycle[i] - first]++] = (uint32_t)i;
}

/* Moves the SM's messages that have left by gpu->now to `all`, and their cycles; the others stay. */
static size_t
collect(struct gpu *gpu, struct sm *sm, struct l2_request *all, uint64_t *cycle)
{
	size_t n = 0, stay = 0;

	for (size_t i = 0; i < sm->nrequest; i++)
		if (sm->request[i].cycle < gpu->now) {
			cycle[n] = sm->request[i].cycle;
			all[n++] = sm->request[i];
		} else {
			sm->request[stay++] = sm->request[i];
		}
	sm->nrequest = stay;
	return n;
}

/* So many messages before one is served its turn is prepared. */
enum { AHEAD = 6 };

/* Messages reach L2 in the order of cycle and SM, however the SMs were run. */
static void
serve_all(struct gpu *gpu)
{
	struct l2_queues *q = gpu->queues;
	size_t n = 0;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += gpu->sm[i].nrequest;
	if (!n)
		return;
	order_room(&q->order, n);
	if (n > q->nall) {
		q->nall = 2 * n;
		q->all = xrealloc(q->all, q->nall * sizeof *q->all);
	}
	n = 0;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += collect(gpu, gpu->sm + i, q->all + n, q->order.cycle + n);
	if (n)
		order_by_cycle(&q->order, n);
	for (size_t i = 0; i < n; i++) {
		const struct l2_request *r = q->all + q->order.order[i];

		if (i + 2 * AHEAD < n)
			__builtin_prefetch(q->all + q->order.order[i + 2 * AHEAD]);
		if (i + AHEAD < n)
			expect(gpu, q->all + q->order.order[i + AHEAD]);
		serve(gpu, gpu->sm + r->sm, r);
	}
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		hear(gpu->sm + i);
		l1_resume(gpu->sm + i);
	}
}

/* ---- data ---- */

static void
store(struct gpu *gpu, const struct store_log *s, size_t first)
{
	for (size_t i = first; i < s->n && s->store[i].cycle == s->store[first].cycle; i++) {
		const struct store *o = s->store + i;

		memcpy(memory_at(gpu->memory, o->address, o->n, NULL), s->data + o->at, o->n);
	}
}

/* Lane by lane from the lowest. Addresses were checked when the instruction issued. */
static void
perform(struct gpu *gpu, struct l2_access *a)
{
	struct mem_request *r = &a->mem;

	for (uint32_t m = r->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *p = memory_at(gpu->memory, r->address[l], r->bytes, NULL);

		if (r->kind == MEM_LOAD)
			request_put(r, l, p);
		else
			request_atomic(r, l, p);
	}
	/* a warp that has ended wants no result */
	if (a->warp->block && a->warp->age == a->age && a->in->nd) {
		struct exec x = {.row = a->row, .mem = r, .active = r->mask, .mask = r->mask};

		isa_write_back(a->in, &x);
	}
}

/* In the order of cycle and SM; what one SM stores in a cycle before the accesses of that cycle. */
static void
take_effect(struct gpu *gpu)
{
	struct l2_queues *q = gpu->queues;
	size_t n = 0;

	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++)
		n += gpu->sm[i].stores.n + gpu->sm[i].naccess;
	if (!n)
		return;
	order_room(&q->order, n);
	if (n > q->neffects) {
		q->neffects = 2 * n;
		q->effect = xrealloc(q->effect, q->neffects * sizeof *q->effect);
	}
	n = 0;
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		struct sm *sm = gpu->sm + i;

		for (size_t k = 0; k < sm->stores.n; k++) {
			if (k && sm->stores.store[k].cycle == sm->stores.store[k - 1].cycle)
				continue;
			q->order.cycle[n] = sm->stores.store[k].cycle;
			q->effect[n++] = (struct effect){i, (uint32_t)k, false};
		}
		for (size_t k = 0; k < sm->naccess; k++) {
			q->order.cycle[n] = sm->access[k].cycle;
			q->effect[n++] = (struct effect){i, (uint32_t)k, true};
		}
	}
	order_by_cycle(&q->order, n);
	for (size_t i = 0; i < n; i++) {
		const struct effect *e = q->effect + q->order.order[i];
		struct sm *sm = gpu->sm + e->sm;

		if (e->access)
			perform(gpu, sm->access + e->index);
		else
			store(gpu, &sm->stores, e->index);
	}
	for (unsigned i = 0; i < (unsigned)gpu->m->v[M_sms]; i++) {
		stores_clear(&gpu->sm[i].stores);
		gpu->sm[i].naccess = 0;
		lsu_window_end(gpu->sm + i, gpu->now);
	}
}

void
l2_window_end(struct gpu *gpu)
{
	take_effect(gpu);
	serve_all(gpu);
}
