/* subcore-step.c: the warp scheduler of a sub-core at work: which warp issues in a cycle, and in which cycle the next one may. */
#include "sim/core/subcore-step.h"

#include "sim/core/issue-quick.h"
#include "sim/core/issue.h"
#include "sim/core/lg-queue.h"
#include "sim/core/operand-ports.h"
#include "sim/core/pipes.h"
#include "sim/core/ready-slots.h"
#include "sim/core/slot-choice.h"
#include "sim/core/slots.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp-scheduler.h"
#include "sim/core/warp.h"
#include "sim/divergence/co-issue.h"
#include "sim/observe/tap.h"

/* What a look at the slots of a sub-core has come to; NO_SLOT: none. */
struct choice {
	unsigned best;  /* is to issue */
	unsigned other; /* could have issued as well */
};

/* The warp in slot i has become ready: what its pipe, the reading of registers and the queue of L1 have been held up before that does not
 * count as waiting for them. To be called before anything issues in the cycle in which it is ready. */
static inline void
mark(struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	w->busy_mark = pipe_busy(c->pipe + c->timing[i]->unit, c->ready[i]);
	w->read_mark = pipe_busy(c->pipe + PIPE_READ, c->ready[i]);
	if (c->timing[i]->gate == PIPE_lsu)
		w->full_mark = lg_queue_full(&c->lg, c->ready[i]);
	c->marked[i] = true;
}

/* The sub-core is held up for so many cycles, from `from` on, and with it the stall counts of its warps but that of slot `except`. */
static __attribute__((noinline)) void
stand_still(struct sm *sm, struct subcore *c, uint64_t from, uint64_t cycles, unsigned except)
{
	if (sm->m->issue.held_stalls != HELD_STALLS_STAND || (!sm->concurrent && c->stalled_until <= from))
		return;
	c->stalled_until += cycles;
	for (unsigned i = 0; i < c->used; i++) {
		struct warp *w = c->warps + i;

		if (!w->block || i == except)
			continue;
		if (sm->concurrent) {
			slots_stand_still(sm, c, i, from, cycles);
		} else if (w->runs && w->runs->time.stall_until > from) {
			const uint64_t until = w->runs->time.stall_until += cycles;

			if (until > c->ready[i])
				slots_set_ready(c, i, until);
		}
	}
}

/* Whether slot i's next instruction finds its pipe free, where it has not waited for that, and can read its registers in time. */
static inline bool
reads_in_time(struct sm *sm, struct subcore *c, unsigned i, bool idle)
{
	const struct timing *tm = c->timing[i];
	uint64_t t;

	if (!operand_ports_gate_open(sm, c->bank, tm))
		return false;
	if (idle || !sm->ports)
		return true;
	t = operand_ports_ready(sm, c->bank, i, tm);
	if (t > sm->now)
		stand_still(sm, c, sm->now, t - sm->now, UINT32_MAX);
	return t <= sm->now;
}

/* How long it is held up, from now on, by what could not read its registers. */
static inline uint64_t
held_ports(const struct sm *sm, const struct subcore *c)
{
	uint64_t t = sm->now;

	for (unsigned b = 0; b < pipes_banks(sm->m); b++)
		t = c->bank[b].pipe[PIPE_READ].free > t ? c->bank[b].pipe[PIPE_READ].free : t;
	return t - sm->now;
}

/* How long the banks of the sub-core are held up, from the next cycle on, by what has just issued. */
static inline uint64_t
held_again(const struct sm *sm, const struct subcore *c, bool concurrent)
{
	uint64_t t = sm->now + 1;

	for (unsigned b = 0, n = concurrent ? pipes_banks(sm->m) : 1; b < n; b++)
		t = c->bank[b].pipe[PIPE_READ].free > t ? c->bank[b].pipe[PIPE_READ].free : t;
	return t - sm->now - 1;
}

/* What has been chosen already does not hold up the sub-core from this cycle on. */
static inline __attribute__((always_inline)) uint64_t
may_issue(const struct sm *sm, const struct subcore *c, bool concurrent)
{
	uint64_t t = operand_ports_open(c->bank), f;

	for (unsigned b = 1, n = concurrent ? pipes_banks(sm->m) : 1; b < n; b++) {
		f = operand_ports_open(c->bank + b);
		t = f > t ? f : t;
	}
	return t;
}

/* Whether the slot that is to issue can read its registers in time; idle: operand_ports_idle(). If not, it holds the sub-core back. */
static inline __attribute__((always_inline)) bool
can_read(struct sm *sm, struct subcore *c, unsigned best, bool concurrent, bool idle)
{
	const uint64_t now = sm->now, held = concurrent ? held_ports(sm, c) : 0;

	if (concurrent ? slots_reads(sm, c, best) : reads_in_time(sm, c, best, idle))
		return true;
	/* once, though a step may fall between now and then */
	if (concurrent && held_ports(sm, c) > held)
		stand_still(sm, c, now + held, held_ports(sm, c) - held, UINT32_MAX);
	/* it stays at the head of the sub-core */
	c->last = best;
	c->last_at = may_issue(sm, c, concurrent) - 1;
	return false;
}

/* issue_quick() where clients of the event tap want each instruction. */
static __attribute__((noinline)) bool
quick_told(struct sm *sm, struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	const lanes_t active = w->runs->mask;
	const unsigned held = sm->held[c->timing[i]->rate][sm->skips ? lanes_groups(active) : 0];

	tap_begin(sm, c, i);
	if (!issue_quick(sm, c, i))
		return false;
	tap_issue(sm, w, active, active, held);
	return true;
}

/* Slot i has the issue slot of this cycle. */
static inline __attribute__((always_inline)) void
begin_issue(struct sm *sm, struct subcore *c, unsigned i)
{
	sm_pass_slots(sm, c, sm->now);
	c->counted = sm->now + 1;
	c->last = i;
	c->last_at = sm->now;
}

/* Slot i's instruction issues by the shortest way. False: a fault. */
static inline __attribute__((always_inline)) bool
issue_by_way(struct sm *sm, struct subcore *c, unsigned i)
{
	if (c->way[i] == WAY_QUICK)
		return sm->told ? quick_told(sm, c, i) : issue_quick(sm, c, i);
	if (c->way[i] == WAY_LONG || sm->tap)
		return issue(sm, c, i);
	return c->way[i] == WAY_SHORT ? issue_short(sm, c, i) : issue_branch(sm, c, i);
}

/* What slot i has issued may have held up the sub-core. stalled: no stall count was longer before that. */
static inline __attribute__((always_inline)) void
hold_up(struct sm *sm, struct subcore *c, unsigned i, bool concurrent, uint64_t stalled)
{
	const uint64_t now = sm->now;

	if (may_issue(sm, c, concurrent) <= now + 1)
		return;
	/* what held up the sub-core does not make it turn to another warp */
	c->last_at = may_issue(sm, c, concurrent) - 1;
	if (stalled > now + 1 && held_again(sm, c, concurrent))
		stand_still(sm, c, now + 1, held_again(sm, c, concurrent), concurrent ? UINT32_MAX : i);
}

/* Issues from slot i. False: a fault. */
static inline __attribute__((always_inline)) bool
issue_slot(struct sm *sm, struct subcore *c, unsigned i, bool concurrent)
{
	const uint64_t stalled = concurrent ? NEVER : c->stalled_until;

	begin_issue(sm, c, i);
	/* it is not ready again in this cycle */
	if (!concurrent)
		ready_slots_forget(&c->told, c->bit[i]);
	if (!(concurrent ? co_issue(sm, c, i) : issue_by_way(sm, c, i)))
		return false;
	hold_up(sm, c, i, concurrent, stalled);
	return true;
}

/* ---- where one split of a warp runs at a time ---- */

/* Slots that have become ready since the last look get their marks; but for `except`, which needs none. */
static inline __attribute__((always_inline)) void
mark_all(struct subcore *c, unsigned except, uint64_t now, bool many)
{
	for (uint64_t set = c->told.fresh; set; set &= set - 1)
		for (unsigned i = first_slot(c, set, many), end = end_slot(c, i, many); i < end; i++)
			if (c->ready[i] <= now && !c->marked[i] && i != except)
				mark(c, i);
	c->told.fresh = 0;
}

static __attribute__((noinline)) void
mark_fresh(struct subcore *c, unsigned except, uint64_t now)
{
	if (c->told.shift)
		mark_all(c, except, now, true);
	else
		mark_all(c, except, now, false);
}

/* mark_fresh(). Slot `best`, which is to issue, needs no mark if it does so as soon as it is ready: mostly that is all. idle:
 * operand_ports_idle(). */
static inline __attribute__((always_inline)) void
mark_but(struct subcore *c, unsigned best, uint64_t now, bool idle)
{
	if (!c->told.fresh)
		return;
	if (best == NO_SLOT || c->ready[best] != now || !idle || c->entry_of[best] == PIPE_NONE)
		mark_fresh(c, NO_SLOT, now);
	else if (c->told.shift || c->told.fresh & (c->told.fresh - 1))
		mark_fresh(c, best, now);
	else
		c->told.fresh = 0;
}

/* When the first slot could issue, or be ready. What is not after the next cycle is not told apart. */
static inline __attribute__((always_inline)) uint64_t
first_next(struct subcore *c, uint64_t now, bool many)
{
	uint64_t next = ready_slots_next(&c->told);

	if (!many)
		return next > now + 1 && free_slots(c, now + 1, &next) ? now + 1 : next;
	for (uint64_t set = c->told.ready; set && next > now + 1; set &= set - 1)
		for (unsigned i = first_slot(c, set, true), end = end_slot(c, i, true); i < end; i++) {
			const uint64_t t = is_early(c, i, now) ? NEVER : slot_free(c, i);

			next = t < next ? t : next;
		}
	return next;
}

/* Which set of warps is in front is asked in each step: one more would be another machine. */
static __attribute__((noinline)) uint64_t
two_level_next(const struct subcore *c)
{
	uint64_t next = NEVER;

	for (unsigned i = 0; i < c->used; i++) {
		const uint64_t ready = c->ready[i], free = ready < next ? slot_free(c, i) : NEVER, t = ready > free ? ready : free;

		next = t < next ? t : next;
	}
	return next;
}

/* Whether one slot alone is ready, which *i gets, and its next instruction can issue at once, as far as pipes and ports go. */
static inline __attribute__((always_inline)) bool
is_alone(const struct sm *sm, const struct subcore *c, unsigned *i)
{
	const uint64_t now = sm->now, set = c->told.ready;
	unsigned entry;

	if (!set || set & (set - 1))
		return false;
	*i = (unsigned)__builtin_ctzll(set);
	entry = c->entry_of[*i];
	return c->ready[*i] <= now && entry < PIPE_NONE && c->pipe[entry].free <= now && operand_ports_idle(c->bank, now) &&
	       may_issue(sm, c, false) <= now;
}

/* The step in which slot i does so. */
static inline __attribute__((always_inline)) bool
step_alone(struct sm *sm, struct subcore *c, unsigned i)
{
	const uint64_t now = sm->now, stalled = c->stalled_until;
	const bool quick = c->way[i] == WAY_QUICK;

	if (c->ready[i] != now && c->told.fresh)
		mark_fresh(c, NO_SLOT, now);
	c->told.fresh = c->told.ready = 0;
	begin_issue(sm, c, i);
	if (!issue_by_way(sm, c, i))
		return false;
	/* what has no choice and holds up nothing needs no more */
	if (quick) {
		c->next = ready_slots_next(&c->told);
		return true;
	}
	hold_up(sm, c, i, false, stalled);
	c->next = first_next(c, now, false);
	if (c->next < may_issue(sm, c, false))
		c->next = may_issue(sm, c, false);
	return true;
}

/* many: a bit of a set of slots is for several. */
static inline __attribute__((always_inline)) bool
step_single(struct sm *sm, struct subcore *c, bool many, bool two_level)
{
	const uint64_t now = sm->now;
	unsigned best = NO_SLOT, i;
	uint64_t next;
	bool idle;

	if (two_level)
		warp_scheduler_choose_front(sm, c);
	ready_slots_pass(&c->told, now, c->ready, c->used);
	if (!many && !two_level && is_alone(sm, c, &i))
		return step_alone(sm, c, i);
	idle = operand_ports_idle(c->bank, now);
	if (may_issue(sm, c, false) <= now)
		best = choose_slot(sm, c, many);
	mark_but(c, best, now, idle);
	if (best != NO_SLOT && (!sm->dispatches || can_read(sm, c, best, false, idle)) && !issue_slot(sm, c, best, false))
		return false;
	next = two_level ? two_level_next(c) : first_next(c, now, many);
	/* a sub-core issues once a cycle */
	c->next = next <= now ? now + 1 : next;
	if (c->next < may_issue(sm, c, false))
		c->next = may_issue(sm, c, false);
	return true;
}

/* ---- where several do: slots that could issue in this window are looked at ---- */

/* When slot i could issue, if that is before `next`; else `next`. */
static inline uint64_t
slot_sooner(const struct subcore *c, unsigned i, uint64_t next)
{
	uint64_t t;

	if (c->ready[i] >= next)
		return next;
	t = slots_next_issue(c, i);
	return t < next ? t : next;
}

/* When the first slot could; what is not after the next cycle is not told apart. */
static uint64_t
first_next_together(const struct subcore *c, uint64_t now)
{
	uint64_t next = NEVER;

	for (unsigned first = 0; first < c->used; first += SLOT_SET)
		for (uint64_t set = c->soon[first / SLOT_SET]; set; set &= set - 1) {
			next = slot_sooner(c, first + (unsigned)__builtin_ctzll(set), next);
			if (next <= now + 1)
				return next;
		}
	if (next < c->until)
		return next;
	/* not in this window: all slots are looked at */
	for (unsigned i = 0; i < c->used; i++)
		next = slot_sooner(c, i, next);
	return next;
}

/* Looks at all slots that are ready. */
static struct choice
choose_slot_together(struct sm *sm, struct subcore *c)
{
	prefer *better = sm->m->issue.pipe_queue ? NULL : warp_scheduler_table[sm->m->issue.scheduler];
	const bool greedy = keeps_on(sm, c);
	struct choice x = {NO_SLOT, NO_SLOT};
	bool best_held = false;

	for (unsigned first = 0; first < c->used; first += SLOT_SET)
		for (uint64_t set = c->soon[first / SLOT_SET]; set; set &= set - 1) {
			const unsigned i = first + (unsigned)__builtin_ctzll(set);
			bool held;

			if (c->ready[i] > sm->now)
				continue;
			if (!c->marked[i])
				slots_mark(c, i);
			if (slots_next_issue(c, i) > sm->now)
				continue;
			held = !better && slots_held_up(sm, c, i);
			if (x.best == NO_SLOT || (better ? better(sm, c, i, x.best)
							 : is_ahead(sm, c, (struct candidate){i, held},
								    (struct candidate){x.best, best_held}, greedy))) {
				x.other = x.best;
				x.best = i;
				best_held = held;
			} else {
				x.other = i;
			}
		}
	return x;
}

static bool
step_together(struct sm *sm, struct subcore *c)
{
	const uint64_t now = sm->now;
	struct choice x;
	uint64_t next;

	if (sm->m->issue.scheduler == SCHEDULER_TWO_LEVEL)
		warp_scheduler_choose_front(sm, c);
	x = choose_slot_together(sm, c);
	if (x.best != NO_SLOT && (!sm->dispatches || can_read(sm, c, x.best, true, false)) && !issue_slot(sm, c, x.best, true))
		return false;
	next = x.other != NO_SLOT ? slot_sooner(c, x.other, NEVER) : NEVER;
	if (next > now + 1)
		next = first_next_together(c, now);
	c->next = next <= now ? now + 1 : next;
	return true;
}

void
subcore_step_look_ahead(struct subcore *c, uint64_t until)
{
	c->until = until;
	for (unsigned i = 0; i < c->nslots; i++) {
		if (i % SLOT_SET == 0)
			c->soon[i / SLOT_SET] = 0;
		if (i < c->used && c->ready[i] < until)
			slots_soon(c, i);
	}
}

static bool
step_usual(struct sm *sm, struct subcore *c)
{
	return step_single(sm, c, false, false);
}

static bool
step_two_level(struct sm *sm, struct subcore *c)
{
	return c->told.shift ? step_single(sm, c, true, true) : step_single(sm, c, false, true);
}

static bool
step_many(struct sm *sm, struct subcore *c)
{
	return step_single(sm, c, true, false);
}

subcore_step *
subcore_step_of(const struct sm *sm)
{
	if (sm->concurrent)
		return step_together;
	if (sm->m->issue.scheduler == SCHEDULER_TWO_LEVEL)
		return step_two_level;
	return sm->subcore->told.shift ? step_many : step_usual;
}
