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
#include "sim/observe/shadow-rows.h"
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
	const uint32_t width = o->x->width, thread = s->by & STAMP_THREAD, own = o->stamp.by & STAMP_THREAD;

	if (o->m->space == SIMT_TAP_GLOBAL)
		return s->who == o->stamp.who || (s->who < o->b->heard.n && s->epoch <= o->b->heard.upto[s->who]);
	if (thread == own || s->epoch < o->stamp.epoch)
		return true;
	return thread / width == own / width && clock_of(o->x, o->b, own / width, own % width)[thread % width] >= s->who;
}

static const char *
verb(bool store, bool atomic)
{
	return atomic ? "atomic" : store ? "store" : "load";
}

static __attribute__((noinline)) void
race_found(const struct one *o, const struct stamp *s, bool was_store)
{
	const uint32_t other = s->by & STAMP_THREAD, own = o->stamp.by & STAMP_THREAD;
	bool shared = o->m->space == SIMT_TAP_SHARED, warp = shared && other / o->x->width == own / o->x->width;
	uint32_t low = s->pc < o->at->pc ? s->pc : o->at->pc, high = s->pc < o->at->pc ? o->at->pc : s->pc;
	struct finding *f = findings_note(o->x->c, o->at->function, shared ? FIND_RACE_SHARED : FIND_RACE_GLOBAL, low, high);
	uint64_t address = o->m->address[o->lane];
	char where[PLACE_BYTES], thread[THREAD_BYTES], block[THREAD_BYTES], near[160] = "";

	if (!f)
		return;
	if (!shared)
		backing_store_place(o->x->c->s->memory, address, near, sizeof near);
	findings_say(f, SIMT_FAULT, o->at, own,
		     "race: %s %s of %u bytes at 0x%" PRIx64 "%s%s%s, not ordered after the %s at %s by thread %s%s%s%s",
		     shared ? "shared" : "global", verb(o->m->access == SIMT_TAP_STORE, o->stamp.by & STAMP_ATOMIC), o->m->bytes,
		     address, *near ? " (" : "", near, *near ? ")" : "", verb(was_store, s->by & STAMP_ATOMIC),
		     explain_place(o->at->function, s->pc, where), explain_thread(o->at->launch, other, thread),
		     warp ? " of the same warp" : "", shared ? "" : " of block ",
		     shared ? "" : explain_block(o->at->launch, s->who, block));
}

/* Two accesses, one of which writes, are no race if both are atomics or, in device memory, both are strong. */
static bool
may_meet(const struct one *o, uint32_t by)
{
	if (by & o->stamp.by & STAMP_ATOMIC)
		return true;
	return o->m->space == SIMT_TAP_GLOBAL && by & (STAMP_ATOMIC | STAMP_STRONG) && o->stamp.by & (STAMP_ATOMIC | STAMP_STRONG);
}

/* Looks at an earlier access of a cell, where one of the two writes. */
static void
meets(const struct one *o, const struct cell *c, unsigned access)
{
	const uint32_t by = cell_by(c, access);
	struct stamp s;

	if (!by || may_meet(o, by))
		return;
	s = cell_stamp(c, access);
	if (!is_ordered(o, &s))
		race_found(o, &s, access == SHADOW_WRITE);
}

static void
reads(const struct one *o, const struct cell *c)
{
	unsigned keep = SHADOW_READ;

	meets(o, c, SHADOW_WRITE);
	/* one that this one comes after says no more than this one */
	if (cell_by(c, keep)) {
		const struct stamp s = cell_stamp(c, keep);

		keep += !is_ordered(o, &s);
	}
	cell_set(c, keep, &o->stamp);
}

/* `value` is what the place holds then; `known`: whether that says something. */
static void
writes(const struct one *o, const struct cell *c, uint32_t value, bool known)
{
	if (!(known && *cell_value(c) == value && !(cell_by(c, SHADOW_WRITE) & STAMP_ATOMIC)))
		meets(o, c, SHADOW_WRITE);
	for (unsigned i = SHADOW_READ; i < SHADOW_ACCESSES; i++) {
		meets(o, c, i);
		cell_forget(c, i);
	}
	cell_set(c, SHADOW_WRITE, &o->stamp);
	*cell_value(c) = value;
}

static void
one_word(const struct one *o, struct shadow *shadow, uint64_t address, unsigned bytes, uint32_t value)
{
	bool store = o->m->access == SIMT_TAP_STORE;
	struct cell c;
	unsigned n = shadow_cells(shadow, address, bytes, &c);

	for (unsigned i = 0; i < n; i++, c.i++) {
		if (o->m->access == SIMT_TAP_LOAD)
			reads(o, &c);
		else
			writes(o, &c, n == 1 && bytes == 4 ? value : value >> 8 * i & 0xff, store);
	}
}

static void
one_thread(const struct one *o, struct shadow *shadow)
{
	uint64_t address = o->m->address[o->lane];

	for (unsigned i = 0; i < o->m->bytes; i += 4)
		one_word(o, shadow, address + i, o->m->bytes < 4 ? o->m->bytes : 4, o->m->data ? o->m->data[i / 4][o->lane] : 0);
}

/* The clock of a thread, as it sees it itself. */
static uint32_t
own_clock(const struct races *x, const struct race_block *b, uint32_t thread)
{
	return clock_of(x, b, thread / x->width, thread % x->width)[thread % x->width];
}

/* Whether all lanes that are active access the same whole words of a page. */
static bool
is_place(const struct simt_tap_memory *m, unsigned first)
{
	uint64_t other = 0;

	if (m->bytes < 4 || m->address[first] / 4 % SHADOW_WORDS > SHADOW_WORDS - m->bytes / 4)
		return false;
	for (uint32_t lanes = m->mask; lanes; lanes &= lanes - 1)
		other |= m->address[__builtin_ctz(lanes)] ^ m->address[first];
	return !other;
}

static bool
is_in_warp(const struct one *o, uint32_t by)
{
	const uint32_t width = o->x->width;

	return (by & STAMP_THREAD) / width == o->m->first_thread / width;
}

/* Whether what a cell holds leaves it to the threads' order among themselves what a load by all of them leaves there. */
static bool
is_plain_cell(const struct one *o, const struct cell *c)
{
	const struct stamp w = cell_stamp(c, SHADOW_WRITE), r = cell_stamp(c, SHADOW_READ);

	if (o->m->space == SIMT_TAP_GLOBAL)
		return !w.by || w.who == o->stamp.who;
	return (!w.by || w.epoch < o->stamp.epoch) && (!r.by || r.epoch < o->stamp.epoch || !is_in_warp(o, r.by));
}

/* A load by all threads from one cell, first and last being stamps of the first and the last one: no thread's load is ordered after that of
 * another one of its warp, but in device memory after those of its block. */
static void
place_reads(const struct one *o, const struct cell *c, const struct stamp *first, const struct stamp *last)
{
	const struct stamp r = cell_stamp(c, SHADOW_READ);
	const bool global = o->m->space == SIMT_TAP_GLOBAL, ordered = !r.by || (global ? r.who == o->stamp.who : r.epoch < o->stamp.epoch);

	if (ordered)
		cell_set(c, SHADOW_READ, global ? last : first);
	if (!ordered || (!global && first->by != last->by))
		cell_set(c, SHADOW_READ + 1, last);
}

/* A plain load from one place. False: the threads have to be looked at one after the other. */
static bool
one_place(const struct one *o, struct shadow *shadow, bool shared)
{
	const struct simt_tap_memory *m = o->m;
	const unsigned low = (unsigned)__builtin_ctz(m->mask), high = 31 - (unsigned)__builtin_clz(m->mask);
	struct stamp first = o->stamp, last = o->stamp;
	struct cell c;

	if (m->access != SIMT_TAP_LOAD || (!shared && o->b->heard.n) || !is_place(m, low))
		return false;
	c = (struct cell){shadow_page(shadow, m->address[low]), NULL, (unsigned)(m->address[low] / 4 % SHADOW_WORDS)};
	for (unsigned w = 0; w < m->bytes / 4; w++)
		if (c.page->any_split || !is_plain_cell(o, &(struct cell){c.page, NULL, c.i + w}))
			return false;
	first.by = (m->first_thread + low) | STAMP_SET;
	last.by = (m->first_thread + high) | STAMP_SET;
	if (shared) {
		first.who = own_clock(o->x, o->b, m->first_thread + low);
		last.who = own_clock(o->x, o->b, m->first_thread + high);
	}
	for (unsigned w = 0; w < m->bytes / 4; w++, c.i++)
		place_reads(o, &c, &first, &last);
	return true;
}

/* Whether all lanes access words that follow each other, within a page. */
static bool
is_row(const struct simt_tap_memory *m)
{
	uint64_t other = 0;

	if (m->mask != UINT32_MAX || m->bytes != 4 || m->address[0] / 4 % SHADOW_WORDS > SHADOW_WORDS - SHADOW_ROW)
		return false;
	for (unsigned l = 0; l < SIMT_TAP_LANES; l++)
		other |= m->address[l] ^ (m->address[0] + 4 * l);
	return !other;
}

/* What `who` of each lane is. */
static inline void
own_clocks(const struct one *o, bool shared, uint32_t who[SHADOW_ROW])
{
	const uint32_t first = o->m->first_thread, width = o->x->width;
	const uint32_t *clock;

	for (unsigned l = 0; !shared && l < SHADOW_ROW; l++)
		who[l] = o->stamp.who;
	for (unsigned l = 0; shared && width < SHADOW_ROW && l < SHADOW_ROW; l++)
		who[l] = own_clock(o->x, o->b, first + l);
	if (!shared || width < SHADOW_ROW)
		return;
	clock = clock_of(o->x, o->b, first / width, first % width) + first % width;
	for (unsigned l = 0; l < SHADOW_ROW; l++, clock += width + 1)
		who[l] = *clock;
}

/* A plain access to a row of words, whose cells are looked at together. False: they have to be looked at one after the other. */
static bool
whole_row(const struct one *o, struct shadow *shadow, bool shared)
{
	const struct simt_tap_memory *m = o->m;
	struct shadow_page *p;
	struct shadow_row r;
	unsigned i;

	if (!is_row(m) || (!shared && o->b->heard.n))
		return false;
	p = shadow_page(shadow, m->address[0]);
	if (p->any_split)
		return false;
	i = (unsigned)(m->address[0] / 4 % SHADOW_WORDS);
	r.epoch = o->stamp.epoch;
	r.pc = o->stamp.pc;
	r.warp = m->first_thread / o->x->width * o->x->width;
	r.width = o->x->width;
	r.same_who = !shared;
	own_clocks(o, shared, r.who);
	for (unsigned l = 0; l < SHADOW_ROW; l++)
		r.by[l] = (m->first_thread + l) | STAMP_SET;
	return m->access == SIMT_TAP_LOAD ? shadow_row_reads(p, i, &r) : shadow_row_writes(p, i, &r, m->data[0]);
}

static void
on_memory(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *m)
{
	struct races *x = arg;
	struct one o = {.x = x, .at = at, .m = m, .b = map_get(&x->blocks, findings_block(at->launch, at->block))};
	bool shared = m->space == SIMT_TAP_SHARED, atomic = m->access == SIMT_TAP_ATOMIC,
	     strong = o.b->launch->role[at->pc] == ROLE_STRONG;
	struct shadow *shadow = shared ? &o.b->shared : &o.b->launch->global;
	uint32_t is;

	if (m->space == SIMT_TAP_LOCAL || (shared && o.b->launch->counts))
		return;
	atomic = atomic || (shared && o.b->launch->role[at->pc] == ROLE_ATTEMPT);
	is = (uint32_t)(STAMP_SET | (atomic ? STAMP_ATOMIC : 0) | (strong ? STAMP_STRONG : 0));
	/* in device memory what a block does with what it reads comes after it */
	o.stamp = (struct stamp){o.b->number, shared ? o.b->barriers : o.b->fences + 1, at->pc, 0};
	if (is == STAMP_SET && (m->data || m->access == SIMT_TAP_LOAD) && (whole_row(&o, shadow, shared) || one_place(&o, shadow, shared)))
		return;
	for (uint32_t lanes = m->mask; lanes; lanes &= lanes - 1) {
		o.lane = (unsigned)__builtin_ctz(lanes);
		o.stamp.by = (m->first_thread + o.lane) | is;
		if (shared)
			o.stamp.who = own_clock(x, o.b, m->first_thread + o.lane);
		else if (atomic || strong)
			synchronizes(x, at, o.b, m->address[o.lane], m->access, m->data);
		one_thread(&o, shadow);
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

/* None of its instructions orders anything. */
static void
on_straight(void *arg, const struct simt_tap_warp *at, const struct simt_tap_straight *e)
{
	(void)arg;
	(void)at;
	(void)e;
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
		.straight = on_straight,
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
