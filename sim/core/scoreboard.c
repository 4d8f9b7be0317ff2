/* scoreboard.c: from which cycle a warp could issue, and what its cycles are counted as.
 *
 * A warp's next instruction waits for, in this order: the stall count of the one before (wait), a branch being taken (branch_resolving; its
 * last cycles, in which the target is fetched, no_instruction), the instruction and its constants (no_instruction, imc_miss), a block
 * barrier (barrier), a memory barrier (membar), the scoreboards of its wait mask (long or short), and, where the machine has it on, the
 * register scoreboard (wait, or what the producer causes). From then on it is eligible unless the queue of L1 is full (lg_throttle), the
 * queue of its sub-core is that it goes through (lg_throttle for global and local accesses, mio_throttle), or its pipe is held
 * (math_pipe_throttle), and waits to be chosen (not_selected). */
#include "sim/core/scoreboard.h"

#include "base/alloc.h"
#include "sim/core/copy-groups.h"
#include "sim/core/lg-queue.h"
#include "sim/dispatch/launches.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"

/* The scoreboards that the instruction waits for: the cycle from which all read 0, NEVER where a load has no known end. */
static inline uint64_t
scoreboards_free(const struct warp *w, unsigned mask, unsigned *state)
{
	uint64_t t = 0;

	for (; mask; mask &= mask - 1) {
		const struct scoreboard *b = w->sb + __builtin_ctz(mask);
		uint64_t until = b->unknown ? NEVER : b->until;

		if (until > t) {
			t = until;
			*state = b->state;
		}
	}
	return t;
}

/* Scoreboards of its own: those that lanes of s raised. */
static uint64_t
own_free(const struct warp *w, const struct split *s, unsigned mask, unsigned *state)
{
	uint64_t t = 0;

	for (unsigned i = 0; mask && i < w->npending; i++) {
		const struct pending *p = w->pending + i;
		uint64_t until = p->load ? NEVER : p->ready;

		if (p->raises && (mask >> (p->raises - 1) & 1) && (p->lanes & s->mask) && until > t) {
			t = until;
			*state = p->state;
		}
	}
	return t;
}

static inline uint64_t
waits_free(const struct warp *w, const struct split *s, unsigned *state)
{
	const unsigned mask = w->f->timing[s->pc].wait;

	return w->own ? own_free(w, s, mask, state) : scoreboards_free(w, mask, state);
}

static bool
meet(const struct regset *a, const struct regset *b)
{
	uint64_t m = 0;

	for (int i = 0; i < REGSET_WORDS; i++)
		m |= a->w[i] & b->w[i];
	return m;
}

unsigned
scoreboard_result_latency(const struct timing *from, const struct timing *to, unsigned r)
{
	unsigned t = from->latency, gain = ((int)r == from->low ? from->low_skew : 0u) + ((int)r == to->high ? to->high_skew : 0u);

	if ((from->family && from->family == to->family) || (from->family == FAMILY_MMA && to->pipe == PIPE_fp64))
		t = from->family_latency;
	else if ((r >= REGSET_P && r < REGSET_UR) || r >= REGSET_UP)
		t = from->predicate_latency;
	else if (to->variable)
		t = from->variable_latency;
	if (r < REGSET_P && from->datapath != to->datapath && to->datapath != DATAPATH_NONE)
		t += from->crossing;
	return t > gain ? t - gain : 0;
}

unsigned
scoreboard_guard_latency(const struct timing *from, const struct timing *to, unsigned r)
{
	return to->uniform ? scoreboard_result_latency(from, to, r) : from->guard_latency;
}

/* The cycle from which `tm` need not wait for p, a result of which it reads or writes something. */
static uint64_t
result_free(const struct timing *tm, const struct pending *p)
{
	/* what is only written again must not be overtaken */
	uint64_t t = p->ready > tm->latency ? p->ready - tm->latency : 0, issued;

	if (!p->fixed)
		return meet(&tm->reads, &p->defs) ? p->ready : t;
	issued = p->ready - p->fixed->latency;
	if (!meet(&tm->defs, &p->defs))
		t = 0;
	for (int i = 0; i < REGSET_WORDS; i++)
		for (uint64_t m = tm->reads.w[i] & p->defs.w[i]; m; m &= m - 1) {
			uint64_t u =
				issued + scoreboard_result_latency(p->fixed, tm, 64 * (unsigned)i + (unsigned)__builtin_ctzll(m));

			t = u > t ? u : t;
		}
	return t;
}

/* Register scoreboard: the cycle from which no result under way is needed. */
static uint64_t
registers_free(const struct warp *w, const struct split *s, unsigned *state)
{
	const struct timing *tm = w->f->timing + s->pc;
	uint64_t t = 0;

	if (!meet(&tm->uses, &w->pending_defs) && !meet(&tm->guard, &w->pending_defs))
		return 0;
	for (unsigned i = 0; i < w->npending; i++) {
		const struct pending *p = w->pending + i;
		uint64_t until = 0;

		if (!(p->lanes & s->mask))
			continue;
		if (meet(&tm->guard, &p->defs) && p->fixed && tm->uniform)
			until = p->ready - p->fixed->latency +
				scoreboard_result_latency(p->fixed, tm, (unsigned)regset_first(&tm->guard, &p->defs));
		else if (meet(&tm->guard, &p->defs))
			until = p->load ? NEVER : p->guard_ready;
		if (meet(&tm->uses, &p->defs)) {
			uint64_t u = p->load ? NEVER : result_free(tm, p);

			until = u > until ? u : until;
		}
		if (until > t) {
			t = until;
			*state = p->state;
		}
	}
	return t;
}

void
scoreboard_raise(struct warp *w, unsigned sb, uint64_t now, uint64_t done, uint32_t load, unsigned state)
{
	struct scoreboard *b = w->sb + sb;

	if (w->own) {
		scoreboard_add(w, &(struct pending){.lanes = w->runs->mask,
						    .ready = done,
						    .guard_ready = done,
						    .load = load,
						    .state = (uint8_t)state,
						    .raises = (uint8_t)(sb + 1)});
		return;
	}
	if (load) {
		b->unknown++;
		b->state = (uint8_t)state;
	} else {
		scoreboard_raise_until(w, sb, now, done, state);
	}
}

void
scoreboard_load(struct warp *w, unsigned sb, uint64_t until)
{
	struct scoreboard *b;

	if (sb == ISA_NO_SB || w->own)
		return;
	b = w->sb + sb;
	b->state = SIMT_STALL_long_scoreboard;
	if (until > b->until)
		b->until = until;
	if (until > b->loads_until)
		b->loads_until = until;
}

void
scoreboard_add(struct warp *w, const struct pending *p)
{
	w->pending = grow(w->pending, &w->pending_cap, w->npending + 1, sizeof *w->pending);
	w->pending[w->npending++] = *p;
	for (int i = 0; i < REGSET_WORDS; i++)
		w->pending_defs.w[i] |= p->defs.w[i];
	if (p->load || p->guard_ready > w->pending_until)
		w->pending_until = p->load ? NEVER : p->guard_ready;
}

void
scoreboard_expire(struct warp *w, uint64_t now)
{
	unsigned n = 0;

	if (!w->npending)
		return;
	w->pending_defs = (struct regset){{0}};
	if (w->pending_until <= now) {
		w->npending = 0;
		w->pending_until = 0;
		return;
	}
	w->pending_until = 0;
	for (unsigned i = 0; i < w->npending; i++) {
		struct pending p = w->pending[i];

		if (!p.load && p.guard_ready <= now)
			continue;
		w->pending[n++] = p;
		for (int k = 0; k < REGSET_WORDS; k++)
			w->pending_defs.w[k] |= p.defs.w[k];
		if (p.load || p.guard_ready > w->pending_until)
			w->pending_until = p.load ? NEVER : p.guard_ready;
	}
	w->npending = n;
}

/* A full table of results under way holds the warp back until one is known to be ready. */
static uint64_t
pending_room(const struct warp *w)
{
	uint64_t t = NEVER;

	if (w->npending < PENDINGS || w->concurrent)
		return 0;
	for (unsigned i = 0; i < w->npending; i++)
		if (!w->pending[i].load && w->pending[i].guard_ready < t)
			t = w->pending[i].guard_ready;
	return t;
}

uint64_t
scoreboard_rest(const struct warp *w, const struct split *s)
{
	uint64_t t, u;
	unsigned state;

	t = waits_free(w, s, &state);
	if (w->copies.n) {
		u = copy_groups_done(w, w->f->code + s->pc);
		if (u > t)
			t = u;
	}
	if (w->npending) {
		u = registers_free(w, s, &state);
		if (u > t)
			t = u;
		u = pending_room(w);
		if (u > t)
			t = u;
	}
	return t;
}

bool
scoreboard_waits_long(const struct warp *w, const struct split *s, uint64_t now)
{
	unsigned state = SIMT_STALL_wait;
	uint64_t t;

	if (!s || s->time.in_barrier)
		return true;
	t = waits_free(w, s, &state);
	if (t <= now || state != SIMT_STALL_long_scoreboard)
		t = w->npending ? registers_free(w, s, &state) : 0;
	return t > now && state == SIMT_STALL_long_scoreboard;
}

/* Gives the cycles from *t to `until`, no later than `end`, to a state. */
static void
give(uint64_t *stall, uint64_t *t, uint64_t until, uint64_t end, unsigned state)
{
	if (until > end)
		until = end;
	if (until > *t) {
		stall[state] += until - *t;
		*t = until;
	}
}

/* scoreboard_account_rest() of what comes before scoreboards. Returns the cycle up to which cycles have been given. */
static __attribute__((noinline)) uint64_t
give_before_waits(uint64_t *stall, const struct warp *w, const struct split *s, uint64_t end)
{
	const struct split_time *time = &s->time;
	uint64_t t = w->accounted;

	if (time->branch_until > t) {
		if (time->branch_until > w->f->refill)
			give(stall, &t, time->branch_until - w->f->refill, end, SIMT_STALL_branch_resolving);
		give(stall, &t, time->branch_until, end, SIMT_STALL_no_instruction);
	}
	give(stall, &t, w->fetch_until, end, SIMT_STALL_no_instruction);
	give(stall, &t, w->constant_until, end, SIMT_STALL_imc_miss);
	give(stall, &t, time->in_barrier ? NEVER : time->barrier_until, end, SIMT_STALL_barrier);
	give(stall, &t, time->fence_until, end, SIMT_STALL_membar);
	return t;
}

void
scoreboard_account_rest(const struct warp *w, const struct split *s, bool marked, const struct pipe *pipes,
			const struct lg_queue *lg, uint64_t end)
{
	const struct split_time *time = &s->time;
	const struct timing *tm = w->f->timing + s->pc;
	uint64_t *stall = launches_stall(w->counts, warp_state_pc(w, s)), t = w->accounted, u;
	unsigned state = SIMT_STALL_wait;

	if (time->in_barrier || time->branch_until > t || w->fetch_until > t || w->constant_until > t || time->barrier_until > t ||
	    time->fence_until > t)
		t = give_before_waits(stall, w, s, end);
	if (tm->wait) {
		u = waits_free(w, s, &state);
		give(stall, &t, u, end, state);
	}
	if (w->copies.n)
		give(stall, &t, copy_groups_done(w, w->f->code + s->pc), end, SIMT_STALL_long_scoreboard);
	if (w->npending) {
		u = registers_free(w, s, &state);
		give(stall, &t, u, end, state);
		give(stall, &t, pending_room(w), end, SIMT_STALL_wait);
	}
	if (t < end) {
		uint64_t full = marked && tm->lg ? lg_queue_full(lg, end) - w->full_mark : 0;
		uint64_t held = marked ? pipe_busy(pipes + tm->unit, end) - w->busy_mark : 0;
		uint64_t reads = marked ? pipe_busy(pipes + PIPE_READ, end) - w->read_mark : 0;

		reads = reads < end - t ? reads : end - t;
		give(stall, &t, t + reads, end, SIMT_STALL_dispatch_stall);
		full = full < end - t ? full : end - t;
		held = held < end - t - full ? held : end - t - full;
		stall[SIMT_STALL_lg_throttle] += full;
		stall[tm->queue == QUEUE_NONE || tm->queue == QUEUE_GMMA ? SIMT_STALL_math_pipe_throttle
		      : tm->lg                                           ? SIMT_STALL_lg_throttle
									 : SIMT_STALL_mio_throttle] += held;
		stall[SIMT_STALL_not_selected] += end - t - full - held;
	}
}

void
scoreboard_pending(struct warp *w, const struct regset *defs, uint64_t done, uint32_t load, unsigned state)
{
	if (regset_first(defs, defs) >= 0)
		scoreboard_add(w, &(struct pending){.defs = *defs,
						    .lanes = w->runs->mask,
						    .ready = done,
						    .guard_ready = done,
						    .load = load,
						    .state = (uint8_t)state});
}

void
scoreboard_expect(const struct sm *sm, struct warp *w, const struct inst *in, uint64_t done, uint32_t load, unsigned state)
{
	struct regset rest;

	if (in->wbar != ISA_NO_SB)
		scoreboard_raise(w, in->wbar, sm->now, done, load, state);
	if (!sm->m->issue.register_scoreboard)
		return;
	rest = w->f->timing[in - w->f->code].defs;
	if (in->op->flow == FLOW_MEMORY)
		rest.w[REGSET_P / 64] &= ~regset_predicates(&rest);
	scoreboard_pending(w, &rest, done, load, state);
}
