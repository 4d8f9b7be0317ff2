/* co-issue.c: several splits of a warp that run at a time, each with its own PC and time: bank_issue=independent, and policy ideal.
 *
 * The splits of a warp that run are in w->also; one is taken out for its issue, and is w->runs for so long (splits_issue, splits_issued). A
 * slot's `ready` is that of its first split to become ready, the lead, whose waiting is also what the warp is said to do.
 *
 * With independent banks the splits of one warp that run are on banks of their own, and all that can issue in a slot do. Under policy
 * `ideal` a slot takes ready lanes of any splits of the sub-core whose instructions share a pipe, up to the width of a warp; a split for
 * which there is not enough room left gives the lanes that fit, and the rest in a later slot, in which the instruction then acts. Lanes have
 * no bank there: all is counted on bank 0.
 *
 * What this module cannot do: functional mode, which runs one split after another. */
#include "sim/divergence/co-issue.h"

#include <assert.h>

#include "sim/core/account.h"
#include "sim/core/block-barrier.h"
#include "sim/core/issue-counts.h"
#include "sim/core/issue.h"
#include "sim/core/operand-ports.h"
#include "sim/core/pipes.h"
#include "sim/core/slots.h"
#include "sim/core/sm-blocks.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/divergence/concurrent-splits.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"
#include "sim/observe/tap.h"

/* ---- banks ---- */

/* The next instruction of s takes its banks; returns the cycles for which it holds the one that it holds longest. */
static unsigned
take_banks(struct sm *sm, struct subcore *c, unsigned i, const struct split *s)
{
	unsigned groups[BANKS_MOST] = {0}, n = sm->m->pipes.banks, longest = 0, g = 0;
	const struct timing *tm = c->warps[i].f->timing + s->pc;
	uint64_t enters = sm->now;

	for (lanes_t m = s->mask; m; g++, m >>= BANK_LANES)
		groups[g % n] += (m & UINT16_MAX) != 0;
	for (unsigned b = 0; b < n; b++) {
		unsigned held = sm->held[tm->rate][groups[b]];

		if (!groups[b])
			continue;
		issue_take(sm, c, c->bank + b, i, tm, held);
		longest = held > longest ? held : longest;
		/* it goes when it has left the queues of all its banks */
		if (tm->queue && c->enters > enters)
			enters = c->enters;
	}
	c->enters = enters;
	return longest;
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
		if (w->runs)
			w->runs->time.branch_until = jumped;
	}
}

/* After the instruction that issues: other splits may have room now. */
static void
others_go_on(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc)
{
	uint64_t switched = sm->now + sm->m->divergence.switch_latency;
	bool left = !w->runs && !sm->packs &&
		    (in->op->flow == FLOW_EXIT || in->op->flow == FLOW_BSYNC || in->op->flow == FLOW_YIELD ||
		     (in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_PLAIN));

	sm->policy->more(sm, w);
	if (in->op->flow == FLOW_BRANCH)
		start_together(sm, w, pc + 1);
	for (struct split *s = w->also; s; s = s->next) {
		/* as in flow(): a path that takes over from another costs more, unless it goes on with the next instruction */
		if (s->started && left && s->chosen && sm->m->divergence.choice_latency)
			s->time.branch_until = flow_choice(sm, w, in, s->pc);
		else if (s->started && left && s->pc != pc + 1)
			s->time.branch_until = switched;
		s->started = s->chosen = false;
	}
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
issue_one(struct sm *sm, struct subcore *c, unsigned i, struct split *s, unsigned held)
{
	struct warp *w = c->warps + i;
	uint32_t pc = s->pc;
	const struct inst *in = w->f->code + pc;

	w->lead = s;
	splits_issue(w, s);
	if (w->f->timing[pc].again)
		s->again = sm->now + 1;
	if (sm->tap) {
		tap_begin(sm, c, i);
		account_and_tell(sm, c, i, sm->now);
	}
	if (!issue_split(sm, c, i, held))
		return false;
	flow_arrive(sm, w);
	if (w->alive && (in->op->flow > FLOW_MEMORY || !w->runs))
		others_go_on(sm, w, in, pc);
	if (sm->tap)
		tap_after_flow(sm, w);
	splits_issued(w);
	w->lead = w->also;
	if (w->lead)
		w->lead->stale = true;
	if (!w->alive)
		sm_blocks_warp_end(sm, c, i);
	else if (in->op->flow == FLOW_EXIT)
		block_barrier_recheck(sm, w->block);
	slots_refresh_splits(sm, c, i, false);
	return true;
}

/* Independent banks: what runs is on banks of its own, and all that can issue does. */
static bool
issue_warp(struct sm *sm, struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;
	struct split *v[SPLITS_MOST];
	unsigned n = splits_gather(w, v), parts = 0, lanes = 0;

	for (unsigned k = 0; k < n; k++)
		if (slots_can_issue(sm, c, v[k])) {
			lanes += lanes_count(v[k]->mask);
			v[parts++] = v[k];
		}
	selected(sm, c, i);
	issue_counts_idle(sm, w, lanes);
	w->counts->v[SIMT_STAT_inst_coissued] += parts - 1;
	for (unsigned k = 0; k < parts; k++) {
		const uint64_t before = w->counts->v[SIMT_STAT_inst_executed];

		if (!issue_one(sm, c, i, v[k], take_banks(sm, c, i, v[k]))) {
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
join_splits(struct sm *sm, struct subcore *c, unsigned i, struct split *s, const struct slot *slot)
{
	struct warp *w = c->warps + i;
	struct split *v[SPLITS_MOST];
	unsigned n = splits_gather(w, v);

	for (unsigned k = 0; k < n; k++) {
		struct split *o = v[k];

		if (o == s || o->pc != s->pc || o->taken || s->taken || is_taken(slot, o) || !slots_can_issue(sm, c, o) ||
		    !sm->policy->may_join(w, s, o))
			continue;
		selected(sm, c, i);
		w->lead = s;
		splits_front(w, s);
		split_unlink(&w->also, o);
		split_absorb(w, s, o);
	}
}

/* Takes lanes of s, as many as fit. */
static void
take_lanes(struct sm *sm, struct subcore *c, unsigned i, struct split *s, struct slot *slot)
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
		for (struct split *o = splits_next(w, NULL); o; o = splits_next(w, o))
			if (!is_taken(slot, o) && slots_can_issue(sm, c, o) && (o->pipe == slot->pipe || slot->pipe == ISA_PIPES) &&
			    (!s || o->ready < s->ready || (o->ready == s->ready && lanes_first(o->mask) < lanes_first(s->mask))))
				s = o;
		if (!s)
			return;
		slot->pipe = s->pipe;
		join_splits(sm, c, i, s, slot);
		take_lanes(sm, c, i, s, slot);
	} while (slot->room);
}

/* A fault: instructions from number k of the slot on are not executed. Their lanes fill no slot; without an executed one this is none. */
static bool
drop_rest(struct sm *sm, const struct slot *slot, unsigned k, uint64_t *v)
{
	for (unsigned i = k; i < slot->n; i++)
		v[SIMT_STAT_lanes_unfilled] += lanes_count(slot->part[i].split->mask);
	v[SIMT_STAT_lanes_unfilled] -= k ? 0 : sm->m->sm.warp_size;
	v[SIMT_STAT_inst_coissued] -= slot->n - (k ? k : 1);
	return false;
}

/* A slot that the warp in slot `first` leads: it is counted for that warp's launch. */
static bool
issue_packed(struct sm *sm, struct subcore *c, unsigned first)
{
	unsigned width = sm->m->sm.warp_size, held = 0, again = 0;
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
	issue_take(sm, c, c->bank, first, lead, held);
	if (again > lead->slots)
		pipes_take(sm, c->bank->pipe, PIPE_READ, sm->now, again + 1);
	c->warps[first].counts->v[SIMT_STAT_lanes_unfilled] += slot.room;
	c->warps[first].counts->v[SIMT_STAT_inst_coissued] += slot.n - 1;
	for (unsigned k = 0; k < slot.n; k++) {
		const uint64_t *n = c->warps[slot.part[k].warp].counts->v + SIMT_STAT_inst_executed, before = *n;

		if (!issue_one(sm, c, slot.part[k].warp, slot.part[k].split, held))
			return drop_rest(sm, &slot, k + (*n > before), c->warps[first].counts->v);
	}
	return true;
}

bool
co_issue(struct sm *sm, struct subcore *c, unsigned i)
{
	c->warps[i].counts->v[SIMT_STAT_slots_issued]++;
	return sm->packs ? issue_packed(sm, c, i) : issue_warp(sm, c, i);
}
