#include "workloads/analysis/roots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "workloads/runner/by-launch.h"
#include "isa/isa.h"
#include "base/alloc.h"
#include "workloads/analysis/lane-mask.h"
#include "workloads/analysis/root-list.h"

/* An event that separates lanes: its number in the order of events, above the instruction. */
enum { PC_BITS = 24 };

/* A launch. */
struct record {
	const struct simt_launch *launch;
	const struct simt_function *function;
	struct root_counts *pc;
	/* of each instruction: the lanes that the n-th divergence of a warp there had, of the first warp that came to it */
	struct seen {
		mask_t *lanes;
		size_t n, room;
	} * seen;
	size_t npc;
	uint32_t threads; /* of a block */
	uint64_t slots, active, waiting, exited, never;
};

/* Lanes of a warp that issued together last, with instruction pc. */
struct path {
	mask_t lanes;
	uint32_t pc;
};

struct share {
	uint32_t pc, lanes;
};

/* Divergences of a warp at an instruction. */
struct turn {
	uint32_t pc;
	size_t n;
	mask_t lanes; /* of the last one */
};

/* That many divergences of a warp at an instruction are compared with those of other warps. */
enum { COMPARED = 1024 };

/* A warp slot. Its warp is another one when launch, block or warp are. */
struct watched {
	struct record *record; /* NULL: no warp yet */
	uint64_t block;
	uint32_t warp;
	unsigned launched, left; /* lanes; those that have not exited */
	/* the current issue slot, which several splits may share */
	bool open;
	uint64_t cycle;
	mask_t running, alive;
	/* the lanes that issued last, and how many they are: mostly the next ones are the same */
	mask_t counted;
	unsigned ncounted;
	/* its path, if the next issue of the same lanes in another cycle is one more slot like `times`, and nothing else; or NULL */
	struct path *steady;
	/* issue slots like this, not yet given to roots: how many, and who waits for what in each */
	uint64_t times;
	mask_t like_running, like_alive;
	struct share *share;
	unsigned nshares;
	struct share *gone; /* lanes that have exited, in order of time */
	unsigned ngone;
	struct path *path; /* width + 1 of them; those that are not used have no lanes */
	uint8_t *path_of;  /* of each lane */
	struct turn *turn;
	size_t nturns, room_turns;
	uint64_t *parted; /* [a * width + b]: the last event that separated lanes a and b; NULL: nothing has separated any */
};

struct roots {
	struct simt *s;
	unsigned width, sms, subcores;
	bool packs; /* simt_machine_packs() */
	uint64_t events;
	struct slots {
		struct watched *w;
		size_t n, room;
	} * slots;                /* of each sub-core */
	struct by_launch records; /* struct record */
};

/* ---- issue slots ---- */

/* Gives the issue slots like the last one to their roots. */
static void
give(struct watched *w, unsigned width)
{
	struct record *r = w->record;
	unsigned waiting = 0, exited = w->launched - count(w->like_alive), left = exited;

	if (!w->times)
		return;
	for (unsigned i = 0; i < w->nshares; i++) {
		r->pc[w->share[i].pc].waiting += w->times * w->share[i].lanes;
		r->pc[w->share[i].pc].slots += w->times;
		waiting += w->share[i].lanes;
	}
	/* who exits at the end of a slot has not yet in it */
	for (unsigned i = 0; left; i++) {
		assert(i < w->ngone && w->gone[i].lanes <= left);
		r->pc[w->gone[i].pc].exited += w->times * w->gone[i].lanes;
		left -= w->gone[i].lanes;
	}
	assert(waiting == count(w->like_alive & ~w->like_running));
	r->slots += w->times;
	r->waiting += w->times * waiting;
	r->exited += w->times * exited;
	r->never += w->times * (width - w->launched);
	w->times = 0;
}

/* Who waits for what while `running` runs. */
static void
find_shares(struct watched *w, unsigned width)
{
	w->nshares = 0;
	for (mask_t wait = w->like_alive & ~w->like_running; wait; wait &= wait - 1) {
		const uint64_t *row = w->parted + (size_t)lowest(wait) * width;
		uint64_t last = 0;
		uint32_t pc;
		unsigned i = 0;

		for (mask_t m = w->like_running; m; m &= m - 1)
			last = row[lowest(m)] > last ? row[lowest(m)] : last;
		assert(last);
		pc = (uint32_t)(last & ((UINT64_C(1) << PC_BITS) - 1));
		while (i < w->nshares && w->share[i].pc != pc)
			i++;
		if (i == w->nshares)
			w->share[w->nshares++] = (struct share){.pc = pc};
		w->share[i].lanes++;
	}
}

/* One more issue slot with these lanes. */
static void
add_slot(struct watched *w, unsigned width, mask_t running, mask_t alive)
{
	if (!w->times || running != w->like_running || alive != w->like_alive) {
		give(w, width);
		w->like_running = running;
		w->like_alive = alive;
		find_shares(w, width);
	}
	w->times++;
}

static void
close_slot(struct watched *w, unsigned width)
{
	if (w->open)
		add_slot(w, width, w->running, w->alive);
	w->open = false;
}

static void
finish(struct roots *t, struct watched *w)
{
	if (!w->record || t->packs)
		return;
	close_slot(w, t->width);
	give(w, t->width);
}

/* ---- splits ---- */

/* Lanes of a have separated from lanes of b at instruction pc. */
static void
part(struct roots *t, struct watched *w, mask_t a, mask_t b, uint32_t pc)
{
	uint64_t event = ++t->events << PC_BITS | pc;

	if (!w->parted)
		w->parted = zeroed((size_t)t->width * t->width, sizeof *w->parted);
	for (mask_t x = a; x; x &= x - 1)
		for (mask_t y = b; y; y &= y - 1) {
			w->parted[lowest(x) * t->width + lowest(y)] = event;
			w->parted[lowest(y) * t->width + lowest(x)] = event;
		}
}

static void
set_path(struct roots *t, struct watched *w, mask_t lanes, uint32_t pc)
{
	unsigned k = 0;

	while (w->path[k].lanes) {
		k++;
		assert(k <= t->width);
	}
	w->path[k] = (struct path){lanes, pc};
	for (mask_t m = lanes; m; m &= m - 1)
		w->path_of[lowest(m)] = (uint8_t)k;
}

/* The lanes `active` issue. Lanes that last issued together with some of them, and do not now, have separated from them without a
 * branch. */
static void
run_path(struct roots *t, struct watched *w, mask_t active, mask_t alive, uint32_t pc)
{
	struct path *p = w->path + w->path_of[lowest(active)];

	if (p->lanes == active) {
		p->pc = pc;
		return;
	}
	for (unsigned k = 0; k <= t->width; k++) {
		mask_t here, rest;

		p = w->path + k;
		here = p->lanes & active;
		rest = p->lanes & ~active & alive;
		if (!here)
			continue;
		if (rest) {
			part(t, w, here, rest, p->pc);
			w->record->pc[p->pc].parted++;
		}
		p->lanes = rest;
	}
	set_path(t, w, active, pc);
}

/* ---- patterns ---- */

/* The warp has diverged at instruction pc with n of its lanes, of which `lanes` went one way. */
static void
note_pattern(struct watched *w, uint32_t pc, mask_t lanes, unsigned n)
{
	struct root_counts *c = w->record->pc + pc;
	struct seen *seen = w->record->seen + pc;
	struct turn *turn;
	size_t i = 0;

	while (i < w->nturns && w->turn[i].pc != pc)
		i++;
	if (i == w->nturns) {
		w->turn = grow(w->turn, &w->room_turns, w->nturns + 1, sizeof *w->turn);
		w->turn[w->nturns++] = (struct turn){.pc = pc};
		c->warps++;
	}
	turn = w->turn + i;
	c->taken += count(lanes);
	c->others += n - count(lanes);
	c->repeated += turn->n && turn->lanes == lanes;
	if (turn->n < seen->n) {
		c->compared++;
		c->alike += seen->lanes[turn->n] == lanes;
	} else if (turn->n < COMPARED) {
		seen->lanes = grow(seen->lanes, &seen->room, seen->n + 1, sizeof *seen->lanes);
		seen->lanes[seen->n++] = lanes;
	}
	turn->n++;
	turn->lanes = lanes;
}

/* ---- events ---- */

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct record *r = zeroed(1, sizeof *r);
	struct simt_function_info info;
	struct roots *t = arg;

	simt_function_info(x->function, &info);
	assert(info.ninst < 1u << PC_BITS);
	*r = (struct record){.launch = x->launch,
			     .function = x->function,
			     .pc = zeroed(info.ninst, sizeof *r->pc),
			     .seen = zeroed(info.ninst, sizeof *r->seen),
			     .npc = info.ninst,
			     .threads = x->block[0] * x->block[1] * x->block[2]};
	by_launch_add(&t->records, x->launch, r);
}

/* Counts what is left of a launch's warps. */
static void
finish_launch(struct roots *t, const struct simt_launch *launch)
{
	for (unsigned i = 0; i < t->sms * t->subcores; i++)
		for (size_t k = 0; k < t->slots[i].n; k++) {
			struct watched *w = t->slots[i].w + k;

			if (w->record && w->record->launch == launch) {
				finish(t, w);
				w->record = NULL;
				w->steady = NULL;
			}
		}
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *x)
{
	finish_launch(arg, x->launch);
}

static void
start_warp(struct roots *t, struct watched *w, const struct simt_tap_warp *at, mask_t alive)
{
	struct record *r = by_launch(&t->records, at->launch);
	unsigned rest;

	finish(t, w);
	if (!w->path) {
		w->share = zeroed(t->width, sizeof *w->share);
		w->gone = zeroed(t->width, sizeof *w->gone);
		w->path = zeroed(t->width + 1, sizeof *w->path);
		w->path_of = zeroed(t->width, sizeof *w->path_of);
	}
	w->record = r;
	w->block = at->block;
	w->warp = at->warp;
	rest = r->threads - at->first_thread;
	w->launched = w->left = rest < t->width ? rest : t->width;
	w->ngone = 0;
	w->nturns = 0;
	for (unsigned k = 0; k <= t->width; k++)
		w->path[k].lanes = 0;
	set_path(t, w, alive, at->pc);
}

/* The slot of a warp that an event is about, the first of which is an issue. */
static struct watched *
slot_of(struct roots *t, const struct simt_tap_warp *at)
{
	struct slots *c = t->slots + at->sm * t->subcores + at->subcore;

	if (at->slot >= c->n) {
		c->w = grow(c->w, &c->room, at->slot + 1, sizeof *c->w);
		memset(c->w + c->n, 0, (at->slot + 1 - c->n) * sizeof *c->w);
		c->n = at->slot + 1;
	}
	return c->w + at->slot;
}

/* Whether the slot's warp is that of the event still. */
static bool
is_watched(const struct watched *w, const struct simt_tap_warp *at)
{
	return w->record && w->record->launch == at->launch && w->block == at->block && w->warp == at->warp;
}

static unsigned
count_active(struct watched *w, mask_t active)
{
	if (w->counted != active) {
		w->counted = active;
		w->ncounted = count(active);
	}
	return w->ncounted;
}

/* Whether the warp's last issue was of the lanes `active`, and another one like it may be counted with it. */
static bool
is_steady(const struct watched *w, mask_t active, mask_t alive)
{
	return w->open && w->times && w->running == active && w->alive == alive && w->like_running == active &&
	       w->like_alive == alive;
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct roots *t = arg;
	struct watched *w = slot_of(t, at);
	const mask_t active = mask_of(&x->active), alive = mask_of(&x->alive), guarded = mask_of(&x->guarded);
	struct root_counts *pc;
	unsigned n;

	if (w->steady && active == w->running && guarded == active && alive == w->alive && w->cycle != at->cycle &&
	    w->block == at->block && w->warp == at->warp && w->record->launch == at->launch) {
		w->record->active += w->ncounted;
		w->times++;
		w->cycle = at->cycle;
		w->steady->pc = at->pc;
		return;
	}
	w->steady = NULL;
	if (!is_watched(w, at))
		start_warp(t, w, at, alive);
	pc = w->record->pc + at->pc;
	n = count_active(w, active);
	w->record->active += n;
	if (guarded && guarded != active && x->pipe != PIPE_cbu) {
		pc->predicated += n - count(guarded);
		pc->partial++;
		note_pattern(w, at->pc, guarded, n);
	}
	if (t->packs)
		return;
	if (w->open && w->cycle == at->cycle) {
		w->running |= active;
	} else {
		close_slot(w, t->width);
		w->open = true;
		w->cycle = at->cycle;
		w->running = active;
		w->alive = alive;
	}
	run_path(t, w, active, alive, at->pc);
	if (is_steady(w, active, alive))
		w->steady = w->path + w->path_of[lowest(active)];
}

/* Each is a slot of its own. */
static void
on_straight(void *arg, const struct simt_tap_warp *at, const struct simt_tap_straight *x)
{
	struct roots *t = arg;
	struct watched *w = slot_of(t, at);
	const mask_t active = mask_of(&x->active), alive = mask_of(&x->alive);

	w->steady = NULL;
	if (!is_watched(w, at))
		start_warp(t, w, at, alive);
	w->record->active += (uint64_t)x->n * count_active(w, active);
	if (t->packs)
		return;
	close_slot(w, t->width);
	run_path(t, w, active, alive, at->pc + x->n - 1);
	add_slot(w, t->width, active, alive);
	w->times += x->n - 1;
}

static void
on_reissue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reissue *x)
{
	struct roots *t = arg;
	struct watched *w = slot_of(t, at);
	mask_t active = mask_of(&x->active);

	w->steady = NULL;
	w->record->active += count(active);
	/* the slot at hand is still open */
	if (!t->packs)
		add_slot(w, t->width, active, mask_of(&x->alive));
}

static void
on_diverge(void *arg, const struct simt_tap_warp *at, const struct simt_tap_diverge *x)
{
	struct roots *t = arg;
	struct watched *w = slot_of(t, at);
	struct root_counts *pc = w->record->pc + at->pc;
	mask_t taken = mask_of(&x->taken), rest = mask_of(&x->rest), left;
	struct path *p;

	w->steady = NULL;
	pc->several = pc->several || (pc->diverged && pc->target != x->target);
	pc->target = x->target;
	pc->diverged++;
	note_pattern(w, at->pc, taken, count(taken | rest));
	if (t->packs)
		return;
	/* some have issued it with these, and wait at it: lanes that name others at a collective operation */
	p = w->path + w->path_of[lowest(taken)];
	left = p->lanes & w->alive & ~(taken | rest);
	if (left) {
		part(t, w, taken | rest, left, at->pc);
		pc->parted++;
	}
	part(t, w, taken, rest, at->pc);
	p->lanes = rest;
	set_path(t, w, taken, at->pc);
	if (left)
		set_path(t, w, left, at->pc);
}

static void
on_lanes_exit(void *arg, const struct simt_tap_warp *at, const struct simt_tap_exit *x)
{
	struct watched *w = slot_of(arg, at);
	unsigned n = count(mask_of(&x->lanes));

	w->steady = NULL;
	w->left -= n;
	w->gone[w->ngone++] = (struct share){at->pc, n};
	w->record->pc[at->pc].exits += w->left > 0;
}

/* ---- all ---- */

struct roots *
roots_new(struct simt *s, const struct simt_machine *m, struct simt_error *e)
{
	struct roots *t = zeroed(1, sizeof *t);
	struct simt_tap tap = {.arg = t,
			       .launch_start = on_launch_start,
			       .launch_end = on_launch_end,
			       .issue = on_issue,
			       .straight = on_straight,
			       .reissue = on_reissue,
			       .diverge = on_diverge,
			       .exit = on_lanes_exit};

	*t = (struct roots){.s = s,
			    .width = simt_machine_number(m, "warp_size"),
			    .sms = simt_machine_number(m, "sms"),
			    .subcores = simt_machine_number(m, "subcores"),
			    .packs = simt_machine_packs(m)};
	t->slots = zeroed((size_t)t->sms * t->subcores, sizeof *t->slots);
	if (simt_add_tap(s, &tap, e))
		return t;
	free(t->slots);
	free(t);
	return NULL;
}

static void
record_free(struct record *r)
{
	for (size_t i = 0; i < r->npc; i++)
		free(r->seen[i].lanes);
	free(r->pc);
	free(r->seen);
	free(r);
}

void
roots_free(struct roots *t)
{
	struct record *r;

	if (!t)
		return;
	simt_remove_tap(t->s, t);
	while ((r = by_launch_take(&t->records, NULL)))
		record_free(r);
	for (unsigned i = 0; i < t->sms * t->subcores; i++) {
		for (size_t k = 0; k < t->slots[i].n; k++) {
			struct watched *w = t->slots[i].w + k;

			free(w->share);
			free(w->gone);
			free(w->path);
			free(w->path_of);
			free(w->turn);
			free(w->parted);
		}
		free(t->slots[i].w);
	}
	free(t->slots);
	free(t);
}

struct root_list *
roots_take(struct roots *t, const struct simt_launch *launch)
{
	const struct simt_launch_stats *stats = simt_launch_stats(launch);
	struct root_list *l;
	struct record *r;

	finish_launch(t, launch);
	r = by_launch_take(&t->records, launch);
	if (!r)
		return NULL;
	l = zeroed(1, sizeof *l);
	*l = (struct root_list){.warp_size = t->width,
				.block_warps = (r->threads + t->width - 1) / t->width,
				.slots = r->slots,
				.active = r->active,
				.never = r->never};
	if (t->packs) {
		/* slots take lanes of several warps */
		l->slots = stats->v[SIMT_STAT_inst_executed] - stats->v[SIMT_STAT_inst_coissued];
		l->unfilled = stats->v[SIMT_STAT_lanes_unfilled];
	}
	root_list_fill(l, r->function, r->pc, stats->pc, r->npc);
	assert(r->waiting == l->lost[ROOT_BRANCH] + l->lost[ROOT_BARRIER] && r->exited == l->lost[ROOT_EXIT]);
	/* where launches run at a time, an issue slot of policy ideal may take lanes of several: then it adds up over all of them alone */
	assert((t->packs && stats->shared) ||
	       root_list_all(l) == root_list_lost(l) - l->lost[ROOT_PREDICATE] + l->active + l->never + l->unfilled);
	record_free(r);
	return l;
}
