/* tap.c: tells the clients of the event tap. What each event means: tap.h. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/cubin.h"
#include "sim/core/block-barrier.h"
#include "sim/core/issue.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

/* Calls one function of all clients that have it. */
#define TELL(t, event, ...)                                                                      \
	do {                                                                                     \
		for (unsigned tell_i = 0; tell_i < (t)->n; tell_i++)                             \
			if ((t)->client[tell_i].event)                                           \
				(t)->client[tell_i].event((t)->client[tell_i].arg, __VA_ARGS__); \
	} while (0)

static struct simt_lanes
lanes(lanes_t m)
{
	return (struct simt_lanes){{(uint64_t)m, (uint64_t)(m >> 64)}};
}

/* ---- clients ---- */

/* What the clients of *t want. */
static void
find_wishes(struct taps *t)
{
	t->wants_state = t->wants_paths = t->wants_issue = t->wants_straight = false;
	for (unsigned i = 0; i < t->n; i++) {
		t->wants_state = t->wants_state || t->client[i].state;
		t->wants_paths = t->wants_paths || t->client[i].reconverge || t->client[i].wait;
		t->wants_issue = t->wants_issue || (t->client[i].issue && !t->client[i].straight);
		t->wants_straight = t->wants_straight || t->client[i].straight;
	}
}

/* Clients have come or gone. */
static void
connect(struct simt *s)
{
	struct tap_clients *t = s->gpu.tap;

	t->shared.n = 0;
	t->quiet = 0;
	for (unsigned i = 0; i < t->all.n; i++)
		if (!t->all.client[i].sms)
			t->shared.client[t->shared.n++] = t->all.client[i];
	find_wishes(&t->shared);
	for (unsigned i = 0; i < s->machine->chip.sms; i++)
		s->gpu.sm[i].tap = t->shared.n ? &t->shared : NULL;
}

bool
simt_add_tap(struct simt *s, const struct simt_tap *tap, struct simt_error *e)
{
	struct tap_clients *t = s->gpu.tap;

	if (!t) {
		t = calloc(1, sizeof *t);
		if (t)
			t->own = calloc(s->machine->chip.sms, sizeof *t->own);
		if (!t || !t->own) {
			free(t);
			return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		}
		s->gpu.tap = t;
	}
	if (t->all.n == SIMT_TAPS)
		return simt_fail(e, SIMT_BAD_INPUT, "more than %d clients of the event tap", SIMT_TAPS);
	t->all.client[t->all.n++] = *tap;
	connect(s);
	return true;
}

void
simt_remove_tap(struct simt *s, const void *arg)
{
	struct tap_clients *t = s->gpu.tap;
	unsigned n = 0;

	if (!t)
		return;
	for (unsigned i = 0; i < t->all.n; i++)
		if (t->all.client[i].arg != arg)
			t->all.client[n++] = t->all.client[i];
	t->all.n = n;
	connect(s);
}

void
tap_free(struct gpu *gpu)
{
	for (unsigned i = 0; gpu->tap && i < gpu_sms(gpu); i++)
		free(gpu->tap->own[i]);
	if (gpu->tap)
		free(gpu->tap->own);
	free(gpu->tap);
	gpu->tap = NULL;
}

void
tap_wake(struct gpu *gpu, struct sm *sm, unsigned place)
{
	struct tap_clients *t = gpu->tap;
	struct taps **own = t->own + sm->id;
	unsigned n = 0;

	for (unsigned i = 0; i < t->all.n; i++)
		n += t->all.client[i].sms > place;
	sm->tap = t->shared.n ? &t->shared : NULL;
	if (!n)
		return;
	if (!*own)
		*own = zeroed(1, sizeof **own);
	(*own)->n = 0;
	for (unsigned i = 0; i < t->all.n; i++)
		if (!t->all.client[i].sms || t->all.client[i].sms > place)
			(*own)->client[(*own)->n++] = t->all.client[i];
	find_wishes(*own);
	sm->tap = *own;
}

/* Clients that have heard enough of the SM are no longer told. */
static void
end_hearing(struct sm *sm)
{
	struct taps *t = sm->tap;
	unsigned n = 0;

	for (unsigned i = 0; i < t->n; i++)
		if (!t->client[i].sms || !t->client[i].enough || !t->client[i].enough(t->client[i].arg, sm->id))
			t->client[n++] = t->client[i];
	t->n = n;
	find_wishes(t);
	if (!n)
		sm->tap = NULL;
}

/* ---- warps ---- */

static struct simt_tap_warp
warp_place(const struct sm *sm, const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	const struct split *s = warp_split(w);

	return (struct simt_tap_warp){
		.launch = w->block->launch->launch,
		.function = w->f,
		.cycle = sm->now,
		.block = w->block->number,
		.sm = sm->id,
		.subcore = (uint32_t)(c - sm->subcore),
		.slot = i,
		.warp = w->index,
		.first_thread = w->first_thread,
		.pc = s ? s->pc : 0,
	};
}

void
tap_begin(struct sm *sm, struct subcore *c, unsigned i)
{
	sm->tap->at = warp_place(sm, c, i);
}

void
tap_before_state(struct sm *sm, const struct subcore *c, unsigned i)
{
	sm->tap->stalled = warp_place(sm, c, i);
	memcpy(sm->tap->stall, launches_stall(c->warps[i].counts, sm->tap->stalled.pc), sizeof sm->tap->stall);
}

void
tap_state(struct sm *sm, const struct subcore *c, unsigned i, uint64_t from, uint64_t to)
{
	uint64_t *stall = sm->tap->stall;
	const uint64_t *now = launches_stall(c->warps[i].counts, sm->tap->stalled.pc);
	struct simt_tap_state x = {.from = from, .to = to, .cycles = stall};

	if (to <= from)
		return;
	for (int k = 0; k < SIMT_STALLS; k++) {
		stall[k] = now[k] - stall[k];
		x.has |= (uint32_t) !!stall[k] << k;
	}
	TELL(sm->tap, state, &sm->tap->stalled, &x);
}

void
tap_memory(struct sm *sm, const struct warp *w, unsigned row, const struct mem_request *r, bool known)
{
	static const uint8_t space[] = {
		[MEM_GLOBAL] = SIMT_TAP_GLOBAL, [MEM_SHARED] = SIMT_TAP_SHARED, [MEM_LOCAL] = SIMT_TAP_LOCAL};
	static const uint8_t access[] = {[MEM_LOAD] = SIMT_TAP_LOAD, [MEM_STORE] = SIMT_TAP_STORE, [MEM_ATOMIC] = SIMT_TAP_ATOMIC};
	struct simt_tap_memory x = {
		.space = space[r->space],
		.access = access[r->kind],
		.bytes = r->bytes,
		.first_thread = (w->first_thread / ISA_LANES + row) * ISA_LANES,
		.mask = r->mask,
		.address = r->address,
		.data = known || r->kind == MEM_STORE ? r->data : NULL,
	};

	if (r->mask)
		TELL(sm->tap, memory, &sm->tap->at, &x);
}

void
tap_issue(struct sm *sm, const struct warp *w, lanes_t active, lanes_t guarded, unsigned held)
{
	struct simt_tap_issue x = {
		.active = lanes(active),
		.guarded = lanes(guarded),
		.alive = lanes(w->alive),
		.pipe = w->f->timing[sm->tap->at.pc].pipe,
		.pipe_cycles = held,
	};

	if (!w->quick) {
		TELL(sm->tap, issue, &sm->tap->at, &x);
		return;
	}
	for (unsigned i = 0; sm->tap->wants_issue && i < sm->tap->n; i++)
		if (sm->tap->client[i].issue && !sm->tap->client[i].straight)
			sm->tap->client[i].issue(sm->tap->client[i].arg, &sm->tap->at, &x);
}

/* The sub-core of a warp. */
static const struct subcore *
subcore_of(const struct sm *sm, const struct warp *w)
{
	const struct subcore *c = sm->subcore;

	while (w < c->warps || w >= c->warps + c->nslots)
		c++;
	return c;
}

void
tap_straight(struct sm *sm, const struct warp *w)
{
	const struct simt_tap_straight x = {.active = lanes(w->runs->mask), .alive = lanes(w->alive), .n = w->quick};
	struct simt_tap_warp at;
	const struct subcore *c;

	if (!sm->tap->wants_straight)
		return;
	c = subcore_of(sm, w);
	at = warp_place(sm, c, (unsigned)(w - c->warps));
	at.pc -= w->quick;
	TELL(sm->tap, straight, &at, &x);
}

void
tap_reissue(struct sm *sm, const struct warp *w, lanes_t active)
{
	struct simt_tap_reissue x = {.active = lanes(active), .alive = lanes(w->alive)};

	TELL(sm->tap, reissue, &sm->tap->at, &x);
}

void
tap_diverge(struct sm *sm, const struct warp *w, lanes_t taken, uint32_t target, uint32_t other)
{
	struct simt_tap_diverge x = {
		.taken = lanes(taken), .rest = lanes(w->runs->mask & ~taken), .target = target, .other = other};

	TELL(sm->tap, diverge, &sm->tap->at, &x);
}

/* ---- splits ---- */

/* The splits of a warp, one after another: the running one, the deferred one, the others. */
static const struct split *
next_path(const struct warp *w, const struct split *s, unsigned *stage)
{
	const struct split *start[] = {w->runs, w->also, w->deferred, w->others};

	s = s && s != w->runs ? s->next : NULL;
	while (!s && *stage < sizeof start / sizeof *start)
		s = start[(*stage)++];
	return s;
}

void
tap_before_flow(struct sm *sm, const struct warp *w)
{
	struct taps *t = sm->tap;
	const struct split *s = NULL;
	unsigned stage = 0;

	t->alive = w->alive;
	t->npaths = 0;
	t->blocked = 0;
	/* other instructions leave the splits as they are, unless splits reconverge where they meet */
	t->looks = t->wants_paths && (sm->policy->arrive || w->f->code[t->at.pc].op->flow > FLOW_MEMORY);
	while (t->looks && (s = next_path(w, s, &stage))) {
		t->path[t->npaths++] = s->mask;
		if (s->state == SPLIT_BLOCKED)
			t->blocked |= s->mask;
	}
}

/* *at: where to look first, since splits mostly keep their order; it gets where the split was found. */
static bool
was_one_path(const struct taps *t, lanes_t m, unsigned *at)
{
	for (unsigned k = 0; k < t->npaths; k++) {
		unsigned i = (*at + k) % t->npaths;

		if (!(m & ~t->path[i])) {
			*at = i + 1;
			return true;
		}
	}
	return false;
}

void
tap_after_change(struct sm *sm, const struct warp *w)
{
	struct taps *t = sm->tap;
	const struct split *s = NULL;
	unsigned stage = 0, at = 0;

	if (w->alive != t->alive) {
		struct simt_tap_exit x = {lanes(t->alive & ~w->alive)};

		TELL(t, exit, &t->at, &x);
	}
	while (t->looks && (s = next_path(w, s, &stage)))
		if (!was_one_path(t, s->mask, &at)) {
			struct simt_tap_reconverge x = {lanes(s->mask), s->pc};

			TELL(t, reconverge, &t->at, &x);
		}
	stage = 0;
	while (t->looks && (s = next_path(w, s, &stage)))
		if (s->state == SPLIT_BLOCKED && (s->mask & ~t->blocked)) {
			struct simt_tap_wait x = {lanes(s->mask), s->pc, s->barrier};

			TELL(t, wait, &t->at, &x);
		}
}

/* ---- blocks and launches ---- */

/* The warp is past the barrier's instruction. */
void
tap_barrier_arrive(struct sm *sm, const struct warp *w, unsigned barrier, lanes_t m)
{
	struct simt_tap_barrier x = {barrier, lanes(m), lanes(w->alive), sm->tap->at.pc};
	const struct split *s = w->runs;
	unsigned stage = 1;

	if (w->runs->mask & ~m)
		x.elsewhere = s->pc;
	else if ((s = next_path(w, NULL, &stage)))
		x.elsewhere = s->pc;
	TELL(sm->tap, barrier_arrive, &sm->tap->at, &x);
}

void
tap_barrier_release(struct sm *sm, unsigned barrier)
{
	struct simt_tap_barrier x = {.barrier = barrier, .elsewhere = sm->tap->at.pc};

	TELL(sm->tap, barrier_release, &sm->tap->at, &x);
}

void
tap_window(struct gpu *gpu)
{
	TELL(&gpu->tap->all, window, gpu->now);
	for (unsigned i = 0; i < gpu->nawake; i++)
		if (gpu->awake[i]->tap && gpu->awake[i]->tap != &gpu->tap->shared)
			end_hearing(gpu->awake[i]);
	tap_counts(gpu, false);
}

void
tap_stay(const struct gpu *gpu, const struct sm *sm, const struct block_end *b)
{
	struct simt_tap_stay x = {
		.launch = b->launch->launch, .block = b->number, .sm = sm->id, .start = b->start, .end = b->cycle};

	TELL(&gpu->tap->all, stay, &x);
}

void
tap_block(const struct sm *sm, const struct block *b, bool start)
{
	struct simt_tap_block x = {.launch = b->launch->launch, .cycle = sm->now, .block = b->number, .sm = sm->id};

	if (start)
		TELL(sm->tap, block_start, &x);
	else
		TELL(sm->tap, block_end, &x);
}

void
tap_launch(const struct gpu *gpu, const struct simt_launch *l, uint64_t cycle, bool start)
{
	const struct launch_state *t = &l->state;
	struct simt_tap_launch x = {
		.launch = l,
		.function = t->f,
		.cycle = cycle,
		.grid = {t->grid.x, t->grid.y, t->grid.z},
		.block = {t->block.x, t->block.y, t->block.z},
		.warp_size = gpu->m->sm.warp_size,
		.shared_first = CUBIN_RESERVED_SHARED,
		.shared_end = t->shared_bytes,
	};

	if (start)
		TELL(&gpu->tap->all, launch_start, &x);
	else
		TELL(&gpu->tap->all, launch_end, &x);
}

void
tap_host(const struct tap_clients *t, enum simt_tap_host_action action, uint64_t address, uint64_t bytes)
{
	struct simt_tap_host x = {action, address, bytes};

	TELL(&t->all, host, &x);
}
