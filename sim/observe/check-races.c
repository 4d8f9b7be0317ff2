/* check-races.c: accesses to the same bytes, at least one of which writes, that nothing orders.
 *
 * Shared memory, between the threads of a block: a block barrier orders all accesses before it before all accesses after it. A WARPSYNC
 * orders those of its lanes, and so does a NOP that takes the place of a __syncwarp(). Lanes that run together are not ordered by that,
 * nor by shuffles and votes, as in compute-sanitizer's racecheck. Each lane has a vector clock over the lanes of its warp; a WARPSYNC
 * joins the clocks.
 *
 * Device memory, between the blocks of a launch: block A makes a fence for the whole device and then an atomic or strong store
 * (volatile, or with a memory order). Block B sees this store by an atomic or strong load at the same place. What A did before the fence
 * is then ordered before what B does after the load. Each block has a vector clock over the blocks that it has heard of in this way,
 * counted in fences.
 *
 * No race: two atomics; two strong accesses in device memory; two stores of the same value. The last write of a place is kept, and two
 * reads. An atomic that shared memory does not have, such as a 64-bit sum, is a loop of a load and ATOMS.CAST.SPIN in machine code. That
 * load is part of the atomic.
 *
 * What this module cannot do: races between the threads of a block in device memory, or between launches. It does not know which thread
 * of a block made a fence. It does not know locks in shared memory (an atomic orders nothing there). It does not check shared memory of
 * a kernel with barriers in shared memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash-map.h"
#include "sim/core/block-barrier.h"
#include "sim/core/issue.h"
#include "sim/divergence/control-flow.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/observe/checks.h"
#include "sim/observe/explain.h"
#include "sim/observe/shadow.h"
#include "sim/runtime/context.h"

/* Of a warp. */
enum { LANES_MOST = 128 };

/* Of field `cast`. */
enum { CAST_SPIN = 3 };

/* What an instruction does to the order of accesses. */
enum role { ROLE_NONE, ROLE_WARPSYNC, ROLE_FENCE, ROLE_STRONG, ROLE_ATTEMPT };

/* Of each block by number, the fence up to which its accesses are known to have been made. */
struct heard {
	uint32_t *upto;
	uint32_t n;
};

/* A launch that runs. */
struct race_launch {
	const struct simt_launch *launch;
	uint32_t nwarps; /* of a block */
	uint8_t *role;   /* of each instruction */
	bool counts;     /* it has barriers in shared memory */
	struct shadow global;
	struct map places; /* struct heard by address: what an atomic or strong store has left there */
	struct race_launch *next;
};

/* A resident block. */
struct race_block {
	struct race_launch *launch;
	uint32_t number;
	uint32_t barriers; /* block barriers so far */
	uint32_t *clock;   /* of lane l of warp w over lanes: clock[(w * width + l) * width] .. + width */
	struct shadow shared;
	uint32_t fences;
	struct heard heard;
};

/* An atomic, or a strong load after one in the same window, that takes effect at the end of the window. */
struct late {
	uint64_t cycle, address;
	struct race_launch *launch;
	uint32_t sm, block;
	uint32_t fences; /* of the block when it issued; a load orders nothing after it: 0 */
	size_t seq;
};

struct races {
	struct checks *c;
	uint32_t width;    /* lanes of a warp */
	struct map blocks; /* struct race_block by block */
	struct race_launch *launches;
	struct late *late;
	size_t nlate, late_cap;
};

/* ---- what blocks have heard of each other ---- */

static void
hear(struct heard *h, uint32_t block, uint32_t upto)
{
	if (!upto)
		return;
	if (block >= h->n) {
		uint32_t n = block + block / 2 + 16;

		h->upto = xrealloc(h->upto, n * sizeof *h->upto);
		memset(h->upto + h->n, 0, (n - h->n) * sizeof *h->upto);
		h->n = n;
	}
	if (h->upto[block] < upto)
		h->upto[block] = upto;
}

static void
hear_all(struct heard *h, const struct heard *from)
{
	for (uint32_t i = from->n; i--;)
		hear(h, i, from->upto[i]);
}

static void
acquire(struct race_launch *l, struct race_block *b, uint64_t address)
{
	const struct heard *place = map_get(&l->places, address);

	if (place && b)
		hear_all(&b->heard, place);
}

/* Block `number` has made `fences` fences by then. b is the same block, NULL if it has ended. */
static void
release(struct race_launch *l, uint32_t number, uint32_t fences, const struct race_block *b, uint64_t address)
{
	struct heard *place;

	if (!fences)
		return;
	place = map_get(&l->places, address);
	if (!place) {
		place = xrealloc(NULL, sizeof *place);
		*place = (struct heard){.n = 0};
		map_put(&l->places, address, place);
	}
	hear(place, number, fences);
	if (b)
		hear_all(place, &b->heard);
}

static int
by_time(const void *a, const void *b)
{
	const struct late *x = a, *y = b;

	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	if (x->sm != y->sm)
		return x->sm < y->sm ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Atomics act in the order of cycle and SM, as in effects.c. */
static void
on_window(void *arg, uint64_t cycle)
{
	struct races *x = arg;

	(void)cycle;
	if (x->nlate > 1)
		qsort(x->late, x->nlate, sizeof *x->late, by_time);
	for (size_t i = 0; i < x->nlate; i++) {
		const struct late *l = x->late + i;
		struct race_block *b = map_get(&x->blocks, findings_block(l->launch->launch, l->block));

		acquire(l->launch, b, l->address);
		release(l->launch, l->block, l->fences, b, l->address);
	}
	x->nlate = 0;
}

/* An atomic or strong access of a block; `known`: its effect is there already. */
static void
synchronizes(struct races *x, const struct simt_tap_warp *at, struct race_block *b, uint64_t address, unsigned access, bool known)
{
	if (!known) {
		x->late = grow(x->late, &x->late_cap, x->nlate + 1, sizeof *x->late);
		x->late[x->nlate] = (struct late){
			at->cycle, address, b->launch, at->sm, b->number, access == SIMT_TAP_LOAD ? 0 : b->fences, x->nlate};
		x->nlate++;
		return;
	}
	if (access != SIMT_TAP_STORE)
		acquire(b->launch, b, address);
	if (access != SIMT_TAP_LOAD)
		release(b->launch, b->number, b->fences, b, address);
}

/* ---- warps ---- */

static uint32_t *
clock_of(const struct races *x, const struct race_block *b, uint32_t warp, uint32_t lane)
{
	return b->clock + ((size_t)warp * x->width + lane) * x->width;
}

static bool
has(const struct simt_lanes *l, unsigned i)
{
	return l->word[i / 64] >> i % 64 & 1;
}

/* These lanes of a warp have reached one WARPSYNC: joins their clocks. */
static void
join(const struct races *x, const struct race_block *b, uint32_t warp, const struct simt_lanes *lanes)
{
	uint32_t most[LANES_MOST] = {0};

	for (uint32_t l = 0; l < x->width; l++)
		for (uint32_t k = 0; has(lanes, l) && k < x->width; k++) {
			uint32_t t = clock_of(x, b, warp, l)[k];

			most[k] = t > most[k] ? t : most[k];
		}
	for (uint32_t l = 0; l < x->width; l++)
		if (has(lanes, l)) {
			memcpy(clock_of(x, b, warp, l), most, x->width * sizeof *most);
			clock_of(x, b, warp, l)[l]++;
		}
}

static void
start_clocks(const struct races *x, struct race_block *b)
{
	memset(b->clock, 0, (size_t)b->launch->nwarps * x->width * x->width * sizeof *b->clock);
	for (uint32_t w = 0; w < b->launch->nwarps; w++)
		for (uint32_t l = 0; l < x->width; l++)
			clock_of(x, b, w, l)[l] = 1;
}

/* ---- accesses ---- */

/* The access of one thread to one cell. stamp.who and stamp.epoch: shared memory, the clock of the lane and the block barriers so far;
 * device memory, the block and its fences + 1. */
struct one {
	struct races *x;
	const struct simt_tap_warp *at;
	const struct simt_tap_memory *m;
	struct race_block *b;
	struct stamp stamp;
	unsigned lane; /* of m */
};

static bool
is_ordered(const struct one *o, const struct stamp *s)
{
	uint32_t width = o->x->width;

	if (o->m->space == SIMT_TAP_GLOBAL)
		return s->who == o->stamp.who || (s->who < o->b->heard.n && s->epoch <= o->b->heard.upto[s->who]);
	if (s->thread == o->stamp.thread || s->epoch < o->stamp.epoch)
		return true;
	return s->thread / width == o->stamp.thread / width &&
	       clock_of(o->x, o->b, o->stamp.thread / width, o->stamp.thread % width)[s->thread % width] >= s->who;
}

static const char *
verb(bool store, bool atomic)
{
	return atomic ? "atomic" : store ? "store" : "load";
}

static void
race_found(const struct one *o, const struct stamp *s, bool was_store)
{
	bool shared = o->m->space == SIMT_TAP_SHARED, warp = shared && s->thread / o->x->width == o->stamp.thread / o->x->width;
	uint32_t low = s->pc < o->at->pc ? s->pc : o->at->pc, high = s->pc < o->at->pc ? o->at->pc : s->pc;
	struct finding *f = findings_note(o->x->c, o->at->function, shared ? FIND_RACE_SHARED : FIND_RACE_GLOBAL, low, high);
	uint64_t address = o->m->address[o->lane];
	char where[PLACE_BYTES], thread[THREAD_BYTES], block[THREAD_BYTES], near[160] = "";

	if (!f)
		return;
	if (!shared)
		backing_store_place(o->x->c->s->memory, address, near, sizeof near);
	findings_say(f, SIMT_FAULT, o->at, o->stamp.thread,
		     "race: %s %s of %u bytes at 0x%" PRIx64 "%s%s%s, not ordered after the %s at %s by thread %s%s%s%s",
		     shared ? "shared" : "global", verb(o->m->access == SIMT_TAP_STORE, o->stamp.is & STAMP_ATOMIC), o->m->bytes,
		     address, *near ? " (" : "", near, *near ? ")" : "", verb(was_store, s->is & STAMP_ATOMIC),
		     explain_place(o->at->function, s->pc, where), explain_thread(o->at->launch, s->thread, thread),
		     warp ? " of the same warp" : "", shared ? "" : " of block ",
		     shared ? "" : explain_block(o->at->launch, s->who, block));
}

/* Two accesses, one of which writes, are no race if both are atomics or, in device memory, both are strong. */
static bool
may_meet(const struct one *o, const struct stamp *s)
{
	if (s->is & o->stamp.is & STAMP_ATOMIC)
		return true;
	return o->m->space == SIMT_TAP_GLOBAL && s->is > STAMP_SET && o->stamp.is > STAMP_SET;
}

static void
reads(const struct one *o, struct cell *c)
{
	struct stamp *keep = c->read;

	if (c->write.is && !may_meet(o, &c->write) && !is_ordered(o, &c->write))
		race_found(o, &c->write, true);
	/* one that this one comes after says no more than this one */
	if (keep->is && !is_ordered(o, keep))
		keep++;
	*keep = o->stamp;
}

/* `value` is what the place holds then; `known`: whether that says something. */
static void
writes(const struct one *o, struct cell *c, uint32_t value, bool known)
{
	bool same = known && c->value == value && !(c->write.is & STAMP_ATOMIC);

	if (c->write.is && !same && !may_meet(o, &c->write) && !is_ordered(o, &c->write))
		race_found(o, &c->write, true);
	for (int i = 0; i < 2; i++)
		if (c->read[i].is && !may_meet(o, c->read + i) && !is_ordered(o, c->read + i))
			race_found(o, c->read + i, false);
	c->read[0].is = c->read[1].is = 0;
	c->write = o->stamp;
	c->value = value;
}

static void
one_word(const struct one *o, struct shadow *shadow, uint64_t address, unsigned bytes, uint32_t value)
{
	bool store = o->m->access == SIMT_TAP_STORE;
	struct cell *c;
	unsigned n = shadow_cells(shadow, address, bytes, &c);

	for (unsigned i = 0; i < n; i++) {
		if (o->m->access == SIMT_TAP_LOAD)
			reads(o, c + i);
		else
			writes(o, c + i, n == 1 && bytes == 4 ? value : value >> 8 * i & 0xff, store);
	}
}

static void
one_thread(const struct one *o)
{
	struct shadow *shadow = o->m->space == SIMT_TAP_SHARED ? &o->b->shared : &o->b->launch->global;
	uint64_t address = o->m->address[o->lane];

	for (unsigned i = 0; i < o->m->bytes; i += 4)
		one_word(o, shadow, address + i, o->m->bytes < 4 ? o->m->bytes : 4, o->m->data ? o->m->data[i / 4][o->lane] : 0);
}

static void
on_memory(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *m)
{
	struct races *x = arg;
	struct one o = {.x = x, .at = at, .m = m, .b = map_get(&x->blocks, findings_block(at->launch, at->block))};
	bool shared = m->space == SIMT_TAP_SHARED, atomic = m->access == SIMT_TAP_ATOMIC,
	     strong = o.b->launch->role[at->pc] == ROLE_STRONG;

	if (m->space == SIMT_TAP_LOCAL || (shared && o.b->launch->counts))
		return;
	atomic = atomic || (shared && o.b->launch->role[at->pc] == ROLE_ATTEMPT);
	for (uint32_t lanes = m->mask; lanes; lanes &= lanes - 1) {
		o.lane = (unsigned)__builtin_ctz(lanes);
		o.stamp = (struct stamp){
			.pc = at->pc,
			.thread = (uint16_t)(m->first_thread + o.lane),
			.is = (uint8_t)(STAMP_SET | (atomic ? STAMP_ATOMIC : 0) | (strong ? STAMP_STRONG : 0)),
		};
		if (shared) {
			o.stamp.epoch = o.b->barriers;
			o.stamp.who = clock_of(x, o.b, at->warp, o.stamp.thread % x->width)[o.stamp.thread % x->width];
		} else {
			/* what it does with what it reads comes after it */
			o.stamp.who = o.b->number;
			o.stamp.epoch = o.b->fences + 1;
			if (atomic || strong)
				synchronizes(x, at, o.b, m->address[o.lane], m->access, m->data);
		}
		one_thread(&o);
	}
}

/* ---- the course of a launch ---- */

static void
race_block_free(void *p)
{
	struct race_block *b = p;

	shadow_clear(&b->shared);
	free(b->clock);
	free(b->heard.upto);
	free(b);
}

static void
heard_free(void *p)
{
	free(((struct heard *)p)->upto);
	free(p);
}

static void
launch_free(struct race_launch *l)
{
	map_clear(&l->places, heard_free);
	shadow_clear(&l->global);
	free(l->role);
	free(l);
}

static void
forget(struct races *x)
{
	map_clear(&x->blocks, race_block_free);
	while (x->launches) {
		struct race_launch *l = x->launches;

		x->launches = l->next;
		launch_free(l);
	}
	x->nlate = 0;
}

/* The place of a launch in the list. */
static struct race_launch **
find_launch(struct races *x, const struct simt_launch *l)
{
	struct race_launch **p = &x->launches;

	while ((*p)->launch != l)
		p = &(*p)->next;
	return p;
}

/* Whether a CAST.SPIN after the load compares with what it read, without a branch between. Compilers write this only for atomic loops of
 * their own. */
static bool
is_attempt(const struct simt_function *f, uint32_t pc)
{
	const struct inst *load = f->code + pc;

	for (uint32_t i = pc + 1; i < f->n; i++) {
		const struct inst *in = f->code + i;

		if (in->op->flow > FLOW_MEMORY && (in->op->flow != FLOW_BRANCH || in->guard == ISA_PT))
			return false;
		if (in->f[F_cast] == CAST_SPIN && in->b.kind == SRC_REG && in->b.index == load->d && in->nb == load->nd)
			return true;
		if (regset_first(&f->timing[i].defs, &f->timing[pc].defs) >= 0)
			return false;
	}
	return false;
}

static enum role
role_of(const struct simt_function *f, uint32_t pc)
{
	/* MEMBAR for the device or the system */
	const struct inst *in = f->code + pc;

	if (in->op->flow == FLOW_WARPSYNC)
		return ROLE_WARPSYNC;
	if (in->op->flow == FLOW_MEMORY && access_is_strong(in))
		return ROLE_STRONG;
	if ((in->op->traits & TRAIT_SPIN_LOAD) && is_attempt(f, pc))
		return ROLE_ATTEMPT;
	if (in->op->traits & TRAIT_FENCE)
		return in->f[F_level] >= 2 ? ROLE_FENCE : ROLE_NONE;
	if (in->op->traits & TRAIT_SYNCWARP)
		return cubin_is_collective(f->kernel, in->offset) ? ROLE_WARPSYNC : ROLE_NONE;
	return ROLE_NONE;
}

static void
on_launch_start(void *arg, const struct simt_tap_launch *e)
{
	struct races *x = arg;
	struct race_launch *l = xrealloc(NULL, sizeof *l);

	/* blocks of launches that failed */
	if (!x->launches)
		forget(x);
	*l = (struct race_launch){.launch = e->launch, .nwarps = e->launch->state.warps_per_block, .next = x->launches};
	x->width = e->warp_size;
	x->launches = l;
	l->role = xrealloc(NULL, e->function->n);
	for (uint32_t i = 0; i < e->function->n; i++) {
		l->role[i] = (uint8_t)role_of(e->function, i);
		l->counts = l->counts || (e->function->code[i].op->traits & TRAIT_MBARRIER);
	}
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *e)
{
	struct races *x = arg;
	struct race_launch **p = find_launch(x, e->launch), *l = *p;
	size_t n = 0;

	*p = l->next;
	/* no window comes any more */
	for (size_t i = 0; i < x->nlate; i++)
		if (x->late[i].launch != l)
			x->late[n++] = x->late[i];
	x->nlate = n;
	launch_free(l);
}

static void
on_block_start(void *arg, const struct simt_tap_block *e)
{
	struct races *x = arg;
	struct race_block *b = xrealloc(NULL, sizeof *b);

	*b = (struct race_block){.launch = *find_launch(x, e->launch), .number = (uint32_t)e->block};
	b->clock = xrealloc(NULL, (size_t)b->launch->nwarps * x->width * x->width * sizeof *b->clock);
	start_clocks(x, b);
	map_put(&x->blocks, findings_block(e->launch, e->block), b);
}

static void
on_block_end(void *arg, const struct simt_tap_block *e)
{
	struct races *x = arg;

	race_block_free(map_take(&x->blocks, findings_block(e->launch, e->block)));
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *e)
{
	struct races *x = arg;
	const enum role role = (*find_launch(x, at->launch))->role[at->pc];
	struct race_block *b;

	if (role != ROLE_WARPSYNC && role != ROLE_FENCE)
		return;
	b = map_get(&x->blocks, findings_block(at->launch, at->block));
	if (role == ROLE_WARPSYNC)
		join(x, b, at->warp, &e->guarded);
	else if (e->guarded.word[0] || e->guarded.word[1])
		b->fences++;
}

/* Lanes that came to a WARPSYNC one after another. */
static void
on_reconverge(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reconverge *e)
{
	struct races *x = arg;

	if ((*find_launch(x, at->launch))->role[at->pc] == ROLE_WARPSYNC)
		join(x, map_get(&x->blocks, findings_block(at->launch, at->block)), at->warp, &e->lanes);
}

static void
on_release(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *e)
{
	struct races *x = arg;
	struct race_block *b = map_get(&x->blocks, findings_block(at->launch, at->block));

	(void)e;
	b->barriers++;
}

bool
check_races_start(struct checks *c, struct simt_error *e)
{
	struct races *x = calloc(1, sizeof *x);
	struct simt_tap tap = {
		.arg = x,
		.launch_start = on_launch_start,
		.launch_end = on_launch_end,
		.window = on_window,
		.block_start = on_block_start,
		.block_end = on_block_end,
		.memory = on_memory,
		.issue = on_issue,
		.barrier_release = on_release,
		.reconverge = on_reconverge,
	};

	if (!x)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	x->c = c;
	c->races = x;
	return simt_add_tap(c->s, &tap, e);
}

void
check_races_end(struct races *x)
{
	if (!x)
		return;
	forget(x);
	free(x->late);
	free(x);
}
