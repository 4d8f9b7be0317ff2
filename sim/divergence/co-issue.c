/* co-issue.c: several splits of a warp that run at a time, each with its own PC and time: bank_issue=independent, and policy ideal.
 *
 * w->runs is the split at hand, whose time stands in the warp's own fields, where all other files look; w->also holds the others that
 * run. several_select puts another one at hand. A slot's `ready` is that of its first split to become ready, the lead, whose waiting is
 * also what the warp is said to do.
 *
 * With independent banks the splits of one warp that run are on banks of their own, and all that can issue in a slot do. Under policy
 * `ideal` a slot takes ready lanes of any splits of the sub-core whose instructions share a pipe, up to the width of a warp; a split for
 * which there is not enough room left gives the lanes that fit, and the rest in a later slot, in which the instruction then acts. Lanes have
 * no bank there: all is counted on bank 0.
 *
 * What this module cannot do: functional mode, which runs one split after another. */
#include "sim/divergence/co-issue.h"

#include <assert.h>

#include "sim/observe/events.h"
#include "sim/memory/l1.h"
#include "sim/core/simulate.h"

/* ---- the split at hand ---- */

static void
put_away(struct warp *w)
{
	struct split *s = w->runs;

	s->time = (struct split_time){w->stall_until, w->branch_until, w->barrier_until, w->fence_until, w->in_barrier, w->barrier};
	split_push(&w->also, s);
	w->runs = NULL;
}

void
several_select(struct warp *w, struct split *s)
{
	if (w->runs == s)
		return;
	if (w->runs)
		put_away(w);
	split_unlink(&w->also, s);
	w->runs = s;
	w->stall_until = s->time.stall_until;
	w->branch_until = s->time.branch_until;
	w->barrier_until = s->time.barrier_until;
	w->fence_until = s->time.fence_until;
	w->in_barrier = s->time.in_barrier;
	w->barrier = s->time.barrier;
}

void
several_start(struct warp *w, struct split *s)
{
	s->state = SPLIT_RUNS;
	s->yielded = s->called = false;
	s->time = (struct split_time){.stall_until = w->stall_until, .branch_until = w->branch_until};
	s->started = s->stale = true;
	split_push(&w->also, s);
}

/* All splits of a warp that run, in no order that matters; s is the one before, NULL at first. */
static struct split *
next_running(const struct warp *w, const struct split *s)
{
	if (!s && w->runs)
		return w->runs;
	return !s || s == w->runs ? w->also : s->next;
}

/* The same, in the order of their lowest lanes, which select() does not change: into v; returns how many there are. */
static unsigned
gather(const struct warp *w, struct split **v)
{
	unsigned n = 0;

	for (struct split *s = next_running(w, NULL); s; s = next_running(w, s)) {
		unsigned k = n++;

		for (; k && lanes_first(v[k - 1]->mask) > lanes_first(s->mask); k--)
			v[k] = v[k - 1];
		v[k] = s;
	}
	return n;
}

lanes_t
several_lanes(const struct warp *w)
{
	lanes_t m = w->runs ? w->runs->mask : 0;

	for (const struct split *s = w->also; s; s = s->next)
		m |= s->mask;
	return m;
}

/* ---- banks ---- */

unsigned
several_banks(const struct sm *sm, lanes_t m)
{
	unsigned banks = 0, n = (unsigned)sm->m->v[M_banks];

	for (unsigned g = 0; m; g++, m >>= BANK_LANES)
		if (m & UINT16_MAX)
			banks |= 1u << g % n;
	return banks;
}

/* From which cycle the pipe takes the split's next instruction on all its banks; *last gets the bank that is free last. */
static uint64_t
pipes_free(const struct subcore *c, const struct split *s, unsigned *last)
{
	uint64_t t = 0;

	*last = (unsigned)__builtin_ctz(s->banks);
	for (unsigned m = s->banks; m; m &= m - 1) {
		unsigned b = (unsigned)__builtin_ctz(m);

		if (c->bank[b].pipe[s->pipe].free > t) {
			t = c->bank[b].pipe[s->pipe].free;
			*last = b;
		}
	}
	return t;
}

/* The same, and these banks can read registers, and the queue of L1 has room where it needs that. */
static uint64_t
banks_free(const struct subcore *c, const struct split *s)
{
	return several_free(c, (struct sole){s->banks, s->pipe, s->lg});
}

/* The instruction of the split at hand takes its banks; returns the cycles for which it holds the one that it holds longest. */
static unsigned
take_banks(struct sm *sm, struct subcore *c, unsigned i, const struct split *s)
{
	unsigned groups[BANKS_MOST] = {0}, n = (unsigned)sm->m->v[M_banks], longest = 0, g = 0;
	const struct timing *tm = c->warps[i].f->timing + s->pc;
	uint64_t enters = sm->now;

	for (lanes_t m = s->mask; m; g++, m >>= BANK_LANES)
		groups[g % n] += (m & UINT16_MAX) != 0;
	for (unsigned b = 0; b < n; b++) {
		unsigned held = sm->held[tm->rate][groups[b]];

		if (!groups[b])
			continue;
		bank_take(sm, c->bank + b, i, tm, held);
		longest = held > longest ? held : longest;
		/* it goes when it has left the queues of all its banks */
		if (tm->queue && sm->enters > enters)
			enters = sm->enters;
	}
	sm->enters = enters;
	return longest;
}

/* ---- time ---- */

/* What the split's next instruction waits for has changed. */
static void
refresh_split(struct sm *sm, struct warp *w, struct split *s)
{
	several_select(w, s);
	s->ready = warp_ready(w);
	/* slots of policy ideal take what is for one pipe, when that is free */
	s->pipe = sm->packs ? w->f->timing[s->pc].unit : w->f->timing[s->pc].gate;
	s->lg = w->f->timing[s->pc].lg;
	s->banks = (uint8_t)(sm->packs ? 1 : several_banks(sm, s->mask));
	s->stale = false;
}

void
several_refresh(struct sm *sm, struct subcore *c, unsigned i, bool all)
{
	struct warp *w = c->warps + i;
	struct split *at_hand, *v[SPLITS_MOST];
	unsigned n;

	c->ready[i] = NEVER;
	c->sole[i] = (struct sole){0};
	if (!w->block)
		return;
	at_hand = w->runs;
	/* an answer may have come that makes another split the lead */
	if (w->lead && w->lead->ready > sm->now)
		account(sm, c, i, sm->now);
	n = gather(w, v);
	w->lead = n ? v[0] : NULL;
	for (unsigned k = 0; k < n; k++) {
		uint64_t t, f;

		/* scoreboards that are shared make each wait for the others; one that is ready stays so, from when it was: what it waited for
		 * may have been forgotten since */
		if (!w->own || v[k]->stale || (all && v[k]->ready > sm->now))
			refresh_split(sm, w, v[k]);
		t = v[k]->ready;
		if (t == NEVER)
			continue;
		if (t < c->ready[i]) {
			c->ready[i] = t;
			w->lead = v[k];
		}
		f = banks_free(c, v[k]);
		t = f > t ? f : t;
		c->next = t < c->next ? t : c->next;
	}
	c->sole[i] = n == 1 ? (struct sole){v[0]->banks, v[0]->pipe, v[0]->lg} : (struct sole){0};
	if (c->ready[i] < c->until)
		slot_soon(c, i);
	if (at_hand)
		several_select(w, at_hand);
}

const struct pipe *
several_lead(const struct subcore *c, struct warp *w)
{
	if (w->lead)
		several_select(w, w->lead);
	return c->bank[w->lead_bank].pipe;
}

uint64_t
several_first(const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	uint64_t next = NEVER;

	for (const struct split *s = next_running(w, NULL); s; s = next_running(w, s)) {
		uint64_t t = s->ready, f;

		if (t == NEVER)
			continue;
		f = banks_free(c, s);
		t = f > t ? f : t;
		if (t < next)
			next = t;
	}
	return next;
}

void
several_mark(struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	(void)pipes_free(c, w->lead, &w->lead_bank);
	w->busy_mark = pipe_busy(c->bank[w->lead_bank].pipe + w->f->timing[w->lead->pc].unit, c->ready[i]);
	w->read_mark = pipe_busy(c->bank[w->lead_bank].pipe + PIPE_READ, c->ready[i]);
	w->full_mark = l1_full(&c->lg, c->ready[i]);
	c->marked[i] = true;
}

/* ---- issue ---- */

/* After a branch: what begins to run at a time starts together, so that it shares issue slots. What falls through alone need not wait for a
 * jump. */
static void
start_together(const struct sm *sm, struct warp *w, uint32_t rest)
{
	uint64_t jumped = flow_branched(sm, w, false);
	bool alone = !w->runs && w->also && !w->also->next;

	for (struct split *s = w->also; s; s = s->next) {
		if (!s->started)
			continue;
		s->time.branch_until = alone && s->pc == rest ? flow_branched(sm, w, true) : jumped;
		w->branch_until = w->runs ? jumped : w->branch_until;
	}
}

/* After the instruction of the split at hand: other splits may have room now. */
static void
go_on(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc)
{
	uint64_t switched = sm->now + (uint64_t)sm->m->v[M_switch_latency];
	bool left = !w->runs && !sm->packs &&
		    (in->op->flow == FLOW_EXIT || in->op->flow == FLOW_BSYNC || in->op->flow == FLOW_YIELD ||
		     (in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_PLAIN));

	sm->policy->more(sm, w);
	if (in->op->flow == FLOW_BRANCH)
		start_together(sm, w, pc + 1);
	for (struct split *s = w->also; s; s = s->next) {
		/* as in flow(): a path that takes over from another costs more, unless it goes on with the next instruction */
		if (s->started && left && s->chosen && sm->m->v[M_choice_latency])
			s->time.branch_until = flow_choice(sm, w, in, s->pc);
		else if (s->started && left && s->pc != pc + 1)
			s->time.branch_until = switched;
		s->started = s->chosen = false;
	}
	if (!w->runs && w->also)
		several_select(w, w->also);
}

/* The warp has lanes in this slot. To be called before these take their pipe. */
static void
selected(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	account(sm, c, i, sm->now);
	if (w->accounted <= sm->now) {
		w->counts->stall[SIMT_STALL_selected]++;
		w->accounted = sm->now + 1;
		c->marked[i] = false;
	}
}

/* s, whose warp is selected, holds its pipe for `held` cycles. */
static bool
issue_split(struct sm *sm, struct subcore *c, unsigned i, struct split *s, unsigned held)
{
	struct warp *w = c->warps + i;
	uint32_t pc = s->pc;
	const struct inst *in = w->f->code + pc;

	w->lead = s;
	several_select(w, s);
	if (w->f->timing[pc].again)
		s->again = sm->now + 1;
	if (sm->tap)
		tap_begin(sm, c, i);
	if (!issue_at_hand(sm, c, i, held))
		return false;
	if (sm->policy->arrive && w->runs)
		sm->policy->arrive(sm, w);
	if (w->alive && (in->op->flow > FLOW_MEMORY || !w->runs))
		go_on(sm, w, in, pc);
	w->lead = w->runs;
	if (w->runs)
		w->runs->stale = true;
	if (sm->tap)
		tap_after_flow(sm, w);
	if (!w->alive)
		warp_end(sm, c, i);
	else if (in->op->flow == FLOW_EXIT)
		barriers_recheck(sm, w->block);
	several_refresh(sm, c, i, false);
	return true;
}

static bool
can_issue(const struct sm *sm, const struct subcore *c, const struct split *s)
{
	return s->ready <= sm->now && banks_free(c, s) <= sm->now;
}

bool
several_reads(const struct sm *sm, struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	bool any = false;

	for (struct split *s = next_running(w, NULL); s; s = next_running(w, s)) {
		const struct timing *tm = w->f->timing + s->pc;
		bool held = !can_issue(sm, c, s);

		for (unsigned m = held ? 0 : s->banks; m; m &= m - 1) {
			struct bank *b = c->bank + __builtin_ctz(m);

			if (!gate_open(sm, b, tm) || (sm->ports && !ports_idle(b, sm->now) && ports_ready(sm, b, i, tm) > sm->now))
				held = true;
		}
		any = any || !held;
	}
	return any;
}

void
several_stand_still(struct sm *sm, struct subcore *c, unsigned i, uint64_t from, uint64_t cycles)
{
	struct warp *w = c->warps + i;
	struct split *at_hand = w->runs, *v[SPLITS_MOST];
	unsigned n;

	/* another split may become the lead, after which what comes is named; of two that are ready at a time, as in several_refresh() */
	if (w->lead && w->lead->ready > sm->now)
		account(sm, c, i, sm->now);
	if (at_hand)
		several_select(w, at_hand);
	c->ready[i] = NEVER;
	n = gather(w, v);
	for (unsigned k = 0; k < n; k++) {
		struct split *s = v[k];
		uint64_t *until = s == w->runs ? &w->stall_until : &s->time.stall_until;

		/* what holds the sub-core up itself has it in its stall count */
		if (*until > from && s->again != from) {
			*until += cycles;
			s->ready = s->ready > *until ? s->ready : *until;
		}
		if (s->ready < c->ready[i]) {
			c->ready[i] = s->ready;
			w->lead = s;
		}
	}
	if (c->ready[i] < c->until)
		slot_soon(c, i);
}

bool
several_was_held(const struct sm *sm, const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;
	unsigned last;

	for (const struct split *s = next_running(w, NULL); s; s = next_running(w, s))
		if (can_issue(sm, c, s) && pipes_free(c, s, &last) > s->ready)
			return true;
	return false;
}

/* Independent banks: what runs is on banks of its own, and all that can issue does. */
static bool
issue_warp(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	struct split *v[SPLITS_MOST];
	unsigned n = gather(w, v), parts = 0, lanes = 0;

	for (unsigned k = 0; k < n; k++)
		if (can_issue(sm, c, v[k])) {
			lanes += lanes_count(v[k]->mask);
			v[parts++] = v[k];
		}
	selected(sm, c, i);
	count_idle_lanes(sm, w, lanes);
	w->counts->v[SIMT_STAT_inst_coissued] += parts - 1;
	for (unsigned k = 0; k < parts; k++) {
		const uint64_t before = w->counts->v[SIMT_STAT_inst_executed];

		if (!issue_split(sm, c, i, v[k], take_banks(sm, c, i, v[k]))) {
			k += w->counts->v[SIMT_STAT_inst_executed] > before;
			w->counts->v[SIMT_STAT_inst_coissued] -= parts - (k ? k : 1);
			return false;
		}
	}
	return true;
}

/* ---- policy ideal ---- */

/* What a slot takes. */
struct slot {
	unsigned pipe, room; /* lanes that still fit */
	unsigned n;          /* instructions whose last lanes it takes */
	struct {
		struct split *split;
		unsigned warp;
	} part[SPLITS_MOST];
};

static bool
is_taken(const struct slot *slot, const struct split *s)
{
	for (unsigned k = 0; k < slot->n; k++)
		if (slot->part[k].split == s)
			return true;
	return false;
}

/* Paths of the warp that would issue the same instruction now become one with s, where they may. */
static void
join(struct sm *sm, struct subcore *c, unsigned i, struct split *s, const struct slot *slot)
{
	struct warp *w = c->warps + i;
	struct split *v[SPLITS_MOST];
	unsigned n = gather(w, v);

	for (unsigned k = 0; k < n; k++) {
		struct split *o = v[k];

		if (o == s || o->pc != s->pc || o->taken || s->taken || is_taken(slot, o) || !can_issue(sm, c, o) ||
		    !sm->policy->may_join(w, s, o))
			continue;
		selected(sm, c, i);
		w->lead = s;
		several_select(w, s);
		split_unlink(&w->also, o);
		split_absorb(s, o);
	}
}

/* Takes lanes of s, as many as fit. */
static void
take(struct sm *sm, struct subcore *c, unsigned i, struct split *s, struct slot *slot)
{
	unsigned lanes = lanes_count(s->mask) - s->taken;

	if (lanes > slot->room) {
		selected(sm, c, i);
		s->taken += slot->room;
		slot->room = 0;
		return;
	}
	slot->room -= lanes;
	s->taken = 0;
	slot->part[slot->n].split = s;
	slot->part[slot->n++].warp = i;
}

/* What the warp in slot i has for the pipe, those that became ready first before the others. */
static void
take_warp(struct sm *sm, struct subcore *c, unsigned i, struct slot *slot)
{
	struct warp *w = c->warps + i;
	struct split *s;

	do {
		s = NULL;
		for (struct split *o = next_running(w, NULL); o; o = next_running(w, o))
			if (!is_taken(slot, o) && can_issue(sm, c, o) && (o->pipe == slot->pipe || slot->pipe == ISA_PIPES) &&
			    (!s || o->ready < s->ready || (o->ready == s->ready && lanes_first(o->mask) < lanes_first(s->mask))))
				s = o;
		if (!s)
			return;
		slot->pipe = s->pipe;
		join(sm, c, i, s, slot);
		take(sm, c, i, s, slot);
	} while (slot->room);
}

/* A fault: instructions from number k of the slot on are not executed. Their lanes fill no slot; without an executed one this is none. */
static bool
drop_rest(struct sm *sm, const struct slot *slot, unsigned k, uint64_t *v)
{
	for (unsigned i = k; i < slot->n; i++)
		v[SIMT_STAT_lanes_unfilled] += lanes_count(slot->part[i].split->mask);
	v[SIMT_STAT_lanes_unfilled] -= k ? 0 : (unsigned)sm->m->v[M_warp_size];
	v[SIMT_STAT_inst_coissued] -= slot->n - (k ? k : 1);
	return false;
}

/* A slot that the warp in slot `first` leads: it is counted for that warp's launch. */
static bool
issue_packed(struct sm *sm, struct subcore *c, unsigned first)
{
	unsigned width = (unsigned)sm->m->v[M_warp_size], held = 0, again = 0;
	struct slot slot = {.pipe = ISA_PIPES, .room = width};
	const struct timing *lead = NULL; /* one that stands for all, which share the pipe */

	for (unsigned k = 0; k < c->used && slot.room; k++) {
		unsigned i = (first + k) % c->used;

		if (c->ready[i] <= sm->now)
			take_warp(sm, c, i, &slot);
	}
	for (unsigned k = 0; k < slot.n; k++) {
		const struct timing *tm = c->warps[slot.part[k].warp].f->timing + slot.part[k].split->pc;
		unsigned h = sm->held[tm->rate][sm->skips ? (width - slot.room + BANK_LANES - 1) / BANK_LANES : 0];

		held = h > held ? h : held;
		again = tm->slots > again ? tm->slots : again;
		lead = k && !tm->shared ? lead : tm;
		selected(sm, c, slot.part[k].warp);
	}
	bank_take(sm, c->bank, first, lead, held);
	if (again > lead->slots)
		pipe_take(sm, c->bank->pipe, PIPE_READ, sm->now, again + 1);
	c->warps[first].counts->v[SIMT_STAT_lanes_unfilled] += slot.room;
	c->warps[first].counts->v[SIMT_STAT_inst_coissued] += slot.n - 1;
	for (unsigned k = 0; k < slot.n; k++) {
		const uint64_t *n = c->warps[slot.part[k].warp].counts->v + SIMT_STAT_inst_executed, before = *n;

		if (!issue_split(sm, c, slot.part[k].warp, slot.part[k].split, held))
			return drop_rest(sm, &slot, k + (*n > before), c->warps[first].counts->v);
	}
	return true;
}

bool
several_issue(struct sm *sm, struct subcore *c, unsigned i)
{
	return sm->packs ? issue_packed(sm, c, i) : issue_warp(sm, c, i);
}

/* ---- block barriers ---- */

void
several_release(struct sm *sm, struct subcore *c, unsigned i, unsigned barrier, uint64_t until)
{
	struct warp *w = c->warps + i;
	struct split *at_hand = w->runs, *v[SPLITS_MOST];
	unsigned n;

	account(sm, c, i, sm->now);
	n = gather(w, v);
	for (unsigned k = 0; k < n; k++) {
		several_select(w, v[k]);
		if (!w->in_barrier || w->barrier != barrier)
			continue;
		w->in_barrier = false;
		w->barrier_until = until;
		v[k]->stale = true;
	}
	if (at_hand)
		several_select(w, at_hand);
	several_refresh(sm, c, i, false);
}
