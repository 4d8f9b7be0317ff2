#include "sim/runtime/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/runtime/alike.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/mixes.h"
#include "sim/runtime/passing.h"
#include "sim/runtime/rates.h"
#include "sim/runtime/sampler.h"
#include "sim/runtime/uncertainty.h"

/* Cycles of a part, at least and at most; those in which pipelines fill: as many as an answer of DRAM takes, and more. */
enum { PART = 2048, PART_MOST = 65536, FILL = 2048 };
/* Two rates agree whose difference is no larger share of their mean. */
#define AGREE 0.1
/* A rate is the same as long as it differs from what it was at first by no larger share; mixes of instructions (mixes.h) are alike that differ by no
 * larger one. */
#define STAYS UNCERTAINTY_STAYS
#define ALIKE 0.1
/* Blocks that are passed over at a time: no more than so many times those before. */
enum { BLOCKS_TIMES = 16 };
/* Warps on the SMs go on once a launch has been steady for so many cycles, and so many parts; in so many turns, which are no shorter than so
 * many cycles. */
enum { STEADY = 65536, STEADY_PARTS = 4, TURNS = 64, TURN_LEAST = 256 };

/* No difference of alike launches tells of so large a share of the cycles of one that is represented. */
#define BIAS 0.02

struct sampling {
	struct alike *alike;          /* NULL: no launch represents others */
	struct launch_state *classed; /* the launch that is one of a class, or NULL */
	bool represented;             /* ... and another one stands for it */
	struct launch_state *of;      /* the launch that is sampled; NULL: none */
	bool whole;                   /* ... and it is simulated as a whole */
	enum { FILLS, MEASURES } phase;
	uint64_t until, part; /* when the phase ends; cycles of a part */
	uint64_t done;        /* blocks that had ended when the part began */
	/* cycles for which the rate has stayed as it is; as it was when they began; by how much mixes have differed since */
	double steady, base, varies;
	struct rates_recent recent; /* parts as long as they can be, since the rate has changed */
	bool swings;                /* these are steady */
	struct reading from;        /* when the part began */
	uint64_t *issued;           /* by then, by SM */
	double *each;               /* instructions a cycle in the part before, by SM */
	struct passing *passes;
	struct rates last;   /* of the part before; no cycles: there is none */
	struct rates run;    /* of all parts in which the launch has been steady */
	struct rates before; /* what stands for what has been passed over: one of the two */
	/* instructions that have been passed over since, with those that were executed while pipelines filled; the cycles of these */
	double passing, filled;
	uint64_t passed_at; /* all instructions, by the end of what was passed over */
	bool cut;           /* ... and no more, since something has changed */
	bool ends;          /* SMs have begun to run out of warps: the rest is simulated in detail */
	struct mixes mixes; /* of the part, and of what is compared with it */
	/* what was passed over before that: cycles, and all else that time counts */
	double cycles, v[COUNTS];
	struct uncertainty off;
	uint64_t since;        /* when something was passed over first; 0: nothing was */
	uint64_t below, above; /* how far the cycles of all launches so far may be from what they are said to be */
};

static struct sampling *
new_sampling(struct gpu *gpu, enum simt_sampling wish)
{
	struct sampling *s = xrealloc(NULL, sizeof *s);

	*s = (struct sampling){.passes = passing_new(gpu), .alike = wish == SIMT_SAMPLE_LAUNCHES ? alike_new() : NULL};
	s->issued = xrealloc(NULL, gpu_sms(gpu) * sizeof *s->issued);
	s->each = xrealloc(NULL, gpu_sms(gpu) * sizeof *s->each);
	return s;
}

static void
free_sampling(struct gpu *gpu)
{
	struct sampling *s = gpu->sampling;

	passing_free(s->passes);
	alike_free(s->alike);
	free(s->issued);
	free(s->each);
	mixes_free(&s->mixes);
	free(s);
}

static void
clock_reset(struct gpu *gpu)
{
	struct sampling *s = gpu->sampling;

	s->below = s->above = 0;
	if (s->alike)
		alike_forget(s->alike);
}

/* ---- rates ---- */

static void
settle(struct gpu *gpu)
{
	for (unsigned i = 0; i < gpu->nawake; i++)
		sm_settle(gpu->awake[i], gpu->now);
}

/* Reads what the SMs have counted so far, in full. */
static struct reading
read_counts(const struct gpu *gpu, const struct launch_state *l)
{
	struct reading r = {.cycle = gpu->now};

	for (const struct launch_counts *n = l->counted; n; n = n->next) {
		for (int k = 0; k < SIMT_STATS; k++)
			r.v[k] += n->v[k];
		for (int k = 0; k < SIMT_STALLS; k++)
			r.v[SIMT_STATS + k] += n->stall[k];
	}
	for (unsigned i = 0; i < gpu->nawake; i++) {
		r.v[SIMT_STAT_slots_no_eligible] += gpu->awake[i]->slots_no_eligible;
		r.v[SIMT_STAT_slots_no_warp] += gpu->awake[i]->slots_no_warp;
		r.v[SIMT_STAT_sm_cycles_active] += gpu->awake[i]->cycles_active;
	}
	r.v[SIMT_STAT_slots_no_warp] += (gpu->now - gpu->stretch_start) * gpu->m->sm.subcores * (gpu_sms(gpu) - gpu->nawake);
	return r;
}

/* Instructions that the launch has executed on SM i. */
static uint64_t
executed_on(const struct launch_state *l, unsigned i)
{
	return l->counts[i] ? l->counts[i]->v[SIMT_STAT_inst_executed] : 0;
}

/* A part begins. */
static void
begin_measuring(struct gpu *gpu, struct sampling *s)
{
	settle(gpu);
	s->from = read_counts(gpu, s->of);
	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		s->issued[i] = executed_on(s->of, i);
	(void)mixes_take(&s->mixes, s->of, false);
	s->done = s->of->done_blocks;
	s->phase = MEASURES;
	s->until = gpu->now + s->part;
}

/* How much the rate of the part after what was passed over counts; NULL: there was none. 0: it tells nothing. */
static double
counts_after(const struct sampling *s, const struct rates *next)
{
	if (s->cut || !next)
		return 0;
	return s->swings ? next->cycles / (next->cycles + s->before.cycles) : 0.5;
}

/* What has been passed over lies between two parts, of these rates; NULL: there was no part after it. */
static double
close_stretch(struct sampling *s, const struct rates *next)
{
	const double counts = counts_after(s, next), differs = counts > 0 ? rates_difference(&s->before, next) : 0;
	/* what changes where warps go on does so at the end, or would have been seen */
	const double after = s->filled > 0 && fabs(differs) > (s->swings ? RATES_SWING : AGREE) ? 0 : counts, before = 1 - after;
	const double mean = before * rates_executed(&s->before) + (after > 0 ? after * rates_executed(next) : 0);
	const double cycles = (mean > 0 ? s->passing / mean : 0) - s->filled;

	for (int k = 0; k < COUNTS; k++)
		s->v[k] += cycles * (before * s->before.v[k] + (after > 0 ? after * next->v[k] : 0));
	s->cycles += cycles;
	/* the mean of parts swings less than they do */
	if (counts > 0)
		uncertainty_between(&s->off, cycles, s->swings ? differs * sqrt(counts) : differs);
	else
		uncertainty_beyond(&s->off, cycles);
	if (s->cut)
		uncertainty_filled(&s->off, FILL);
	s->passing = 0;
	return cycles;
}

/* ---- passing over ---- */

static uint64_t
executed(const struct launch_state *l)
{
	uint64_t n = 0;

	for (const struct launch_counts *c = l->counted; c; c = c->next)
		n += c->v[SIMT_STAT_inst_executed];
	return n;
}

/* Warps on the SMs go on for so many cycles, at the rates of the part that has been measured. Not beyond where the mix of instructions changes,
 * or where SMs run out of warps: there the rate changes, too. */
static bool
pass_warps(struct gpu *gpu, struct sampling *s, double cycles, struct simt_error *e)
{
	const struct launch_state *l = s->of;
	const uint64_t first = passing_resident(gpu);
	double turn = cycles / TURNS, alike = 0;
	bool ok = true;

	turn = turn > TURN_LEAST ? turn : TURN_LEAST;
	passing_stand(gpu, s->passes);
	for (double done = 0; ok && done < cycles && !s->cut; done += turn) {
		ok = passing_warps(gpu, s->each, turn, e);
		alike += turn;
		s->ends = l->next_block == l->blocks && passing_resident(gpu) < first;
		s->cut = s->ends ||
			 (alike >= (double)s->part && mixes_take(&s->mixes, s->of, false) > fmax(ALIKE, 1.25 * s->varies));
		alike = alike >= (double)s->part ? 0 : alike;
	}
	passing_go_on(gpu, s->passes);
	s->phase = FILLS;
	s->until = gpu->now + FILL;
	return ok;
}

/* Blocks that can be passed over: not those of the last wave, in which the launch ends. */
static uint64_t
blocks_to_pass(const struct launch_state *l)
{
	const uint64_t left = l->blocks - l->next_block, keep = l->next_block - l->done_blocks;

	return left > keep ? left - keep : 0;
}

/* The part has been measured, and the launch is steady: passes over what comes next. */
static bool
pass_over(struct gpu *gpu, struct sampling *s, struct simt_error *e)
{
	struct launch_state *l = s->of;
	const uint64_t before = executed(l), blocks = blocks_to_pass(l), most = l->next_block * BLOCKS_TIMES;
	bool ok;

	s->cut = false;
	s->filled = 0;
	s->since = s->since ? s->since : gpu->now;
	s->before = blocks ? s->last : s->run;
	if (blocks) {
		uncertainty_blocks(&s->off,
				   s->last.cycles * (double)(l->next_block - l->done_blocks) / (double)(l->done_blocks - s->done));
		ok = passing_blocks(gpu, s->passes, l, blocks < most ? blocks : most, &s->ends, e);
		begin_measuring(gpu, s);
	} else {
		ok = pass_warps(gpu, s, s->steady / 2, e);
	}
	s->passed_at = executed(l);
	s->passing = (double)(s->passed_at - before);
	return ok;
}

/* ---- the course of a launch ---- */

/* Whether the launch that runs is alone, from its start to its end, and nobody watches it. */
static bool
runs_alone(const struct gpu *gpu)
{
	return !gpu->tap && !gpu->keeps_states && !gpu->ready && gpu->started == 1 && gpu->nrunning == 1;
}

/* Whether a launch can be sampled. */
static bool
can_sample(const struct gpu *gpu, const struct launch_state *l)
{
	const struct simt_function *f = l->f;

	if (l->regroup || l->cooperative || l->cluster_blocks > 1 || f->waits_for_grid || f->module->allocates ||
	    gpu->sm[0].concurrent)
		return false;
	for (size_t i = 0; i < f->n; i++)
		if (f->code[i].op->traits & TRAIT_MBARRIER)
			return false;
	return true;
}

/* A part of these rates is over. Whether rates swing about a mean that stays the same; then s->run is that of the parts before. */
static bool
note_recent(struct sampling *s, const struct rates *r)
{
	struct rates before;

	if (s->swings && rates_are_near(r, &s->run))
		return true;
	if (s->swings || s->part < PART_MOST || blocks_to_pass(s->of))
		s->recent.n = 0;
	s->swings = s->part >= PART_MOST && !blocks_to_pass(s->of) && rates_swing(&s->recent, r, &before);
	if (s->swings) {
		s->base = rates_executed(&before);
		s->steady = before.cycles;
		s->run = before;
	}
	return s->swings;
}

/* The rate is another one: a run of parts begins anew. */
static void
begin_run(struct sampling *s, const struct rates *r)
{
	s->base = rates_executed(r);
	s->steady = s->varies = 0;
	s->run.cycles = 0;
	if (!blocks_to_pass(s->of) && s->last.cycles > 0 && s->part < PART_MOST)
		s->part *= 2;
}

/* A part has been measured. */
static bool
end_part(struct gpu *gpu, struct sampling *s, struct simt_error *e)
{
	struct reading now;
	struct rates r;
	double mixed;
	bool agrees, swings;

	settle(gpu);
	now = read_counts(gpu, s->of);
	r = rates_since(&s->from, &now);
	mixed = mixes_take(&s->mixes, s->of, true);
	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		s->each[i] = (double)(executed_on(s->of, i) - s->issued[i]) / r.cycles;
	agrees = s->last.cycles > 0 && rates_executed(&r) > 0 && fabs(rates_difference(&s->last, &r)) <= AGREE;
	if (s->passing > 0)
		s->steady += close_stretch(s, &r);
	swings = note_recent(s, &r);
	s->steady += r.cycles;
	s->varies = fmax(s->varies, mixed);
	if (!swings && fabs(rates_executed(&r) - s->base) > STAYS * s->base)
		begin_run(s, &r);
	s->run = rates_joined(&s->run, &r);
	s->last = r;
	if (!s->ends && (blocks_to_pass(s->of) ? agrees : s->steady >= STEADY && s->steady >= STEADY_PARTS * (double)s->part))
		return pass_over(gpu, s, e);
	begin_measuring(gpu, s);
	return true;
}

/* The pipelines are full again: what has been executed meanwhile counts as passed over, since it was slower, or faster, than it is else. */
static void
end_fill(struct gpu *gpu, struct sampling *s)
{
	const uint64_t since = s->until - FILL;

	settle(gpu);
	if (!s->cut) {
		s->passing += (double)(executed(s->of) - s->passed_at);
		s->filled = (double)(gpu->now - since);
	}
	begin_measuring(gpu, s);
}

/* Whether the part that is measured is over: it has its cycles, and, where waves of blocks follow each other, half a wave. */
static bool
is_over(const struct gpu *gpu, const struct sampling *s)
{
	const struct launch_state *l = s->of;
	const uint64_t here = l->next_block - l->done_blocks;

	return gpu->now >= s->until && (l->next_block == l->blocks || (l->done_blocks - s->done) * 2 >= here);
}

static void
begin_launch(struct sampling *s, struct launch_state *l)
{
	const struct sampling old = *s;

	*s = (struct sampling){.alike = old.alike,
			       .classed = old.classed,
			       .represented = old.represented,
			       .below = old.below,
			       .above = old.above,
			       .of = l,
			       .issued = old.issued,
			       .mixes = old.mixes,
			       .part = PART,
			       .each = old.each,
			       .passes = old.passes};
	mixes_begin(&s->mixes, l);
}

static bool
window_ended(struct gpu *gpu, struct simt_error *e)
{
	struct sampling *s = gpu->sampling;
	struct launch_state *l = gpu->nrunning ? gpu->running[0] : NULL;

	if (!l || !l->arrived || l->done_blocks == l->blocks || !runs_alone(gpu))
		return true;
	if (s->of != l) {
		begin_launch(s, l);
		s->whole = !can_sample(gpu, l);
		begin_measuring(gpu, s);
		return true;
	}
	if (s->whole)
		return true;
	if (s->phase == MEASURES)
		return !is_over(gpu, s) || end_part(gpu, s, e);
	if (gpu->now >= s->until)
		end_fill(gpu, s);
	return true;
}

static void
launch_starts(const struct gpu *gpu, struct simt_launch *l)
{
	const uint64_t passed = gpu->total.sampled.passed, ready = l->ready > passed ? l->ready - passed : 0;

	if (l->ready > gpu->now)
		l->ready = ready > gpu->now ? ready : gpu->now;
}

static void
launch_arrived(struct gpu *gpu, struct launch_state *l)
{
	struct sampling *s = gpu->sampling;

	s->classed = s->alike && runs_alone(gpu) ? l : NULL;
	s->represented = s->classed && alike_represents(s->alike, l);
	if (!s->represented)
		return;
	l->next_block = l->done_blocks = l->blocks;
	l->last_end = gpu->now;
}

/* Adds to the counts what time would have counted in the cycles that were passed over. */
static void
add_passed(const struct sampling *s, uint64_t cycles, uint64_t slots, struct simt_launch_stats *t)
{
	const uint64_t issued = (uint64_t)llround(s->v[SIMT_STAT_slots_issued]),
		       no_warp = (uint64_t)llround(s->v[SIMT_STAT_slots_no_warp]);

	for (int k = 0; k < SIMT_STALLS; k++) {
		const uint64_t n = (uint64_t)llround(s->v[SIMT_STATS + k]);

		t->stall[k] += n;
		t->v[SIMT_STAT_warp_cycles] += n;
	}
	t->v[SIMT_STAT_cycles] += cycles;
	t->v[SIMT_STAT_sm_cycles_active] += (uint64_t)llround(s->v[SIMT_STAT_sm_cycles_active]);
	t->v[SIMT_STAT_slots_issued] += issued;
	t->v[SIMT_STAT_slots_no_warp] += no_warp;
	/* each slot is counted once */
	t->v[SIMT_STAT_slots_no_eligible] += cycles * slots - issued - no_warp;
}

/* All cycles of the launch, of which some were passed over, are within these. */
static void
bound(struct gpu *gpu, struct simt_launch_stats *t, uint64_t passed, double half)
{
	struct sampling *s = gpu->sampling;
	const uint64_t above = (uint64_t)ceil(half), below = above < passed ? above : passed;

	t->sampled = (struct simt_sampled){passed, t->v[SIMT_STAT_cycles] - below, t->v[SIMT_STAT_cycles] + above};
	t->end += passed;
	s->below += below;
	s->above += above;
	gpu->total.sampled.passed += passed;
}

/* Adds to the launch, which was alone, and to the machine what was passed over. */
static void
estimate(struct gpu *gpu, struct simt_launch_stats *t)
{
	struct sampling *s = gpu->sampling;
	const uint64_t cycles = (uint64_t)llround(s->cycles), slots = (uint64_t)gpu->m->sm.subcores * gpu_sms(gpu);

	add_passed(s, cycles, slots, t);
	add_passed(s, cycles, slots, &gpu->total);
	bound(gpu, t, cycles, uncertainty_half(&s->off, (double)(gpu->now - s->since) + s->cycles));
}

/* Gives the launch the counts of the one that represents it. */
static void
represent(struct gpu *gpu, struct simt_launch *l)
{
	struct simt_launch_stats *t = l->stats, *all = &gpu->total;
	const struct simt_pc_stats *pc;
	double differs;
	const struct simt_launch_stats *of = alike_counts(gpu->sampling->alike, &l->state, &pc, &differs);
	const uint64_t own = t->v[SIMT_STAT_cycles];

	for (int k = 0; k < SIMT_STATS; k++) {
		all->v[k] += of->v[k] - t->v[k];
		t->v[k] = of->v[k];
	}
	for (int k = 0; k < SIMT_STALLS; k++) {
		all->stall[k] += of->stall[k] - t->stall[k];
		t->stall[k] = of->stall[k];
	}
	memcpy(l->pc, pc, t->npc * sizeof *pc);
	bound(gpu, t, t->v[SIMT_STAT_cycles] - own, (2 * differs + BIAS) * (double)t->v[SIMT_STAT_cycles]);
}

static void
stretch_ended(struct gpu *gpu, struct simt_launch *l)
{
	struct sampling *s = gpu->sampling;
	struct simt_launch_stats *all = &gpu->total;

	if (l && s->classed == &l->state && s->represented) {
		represent(gpu, l);
	} else if (l && s->of == &l->state) {
		if (s->passing > 0)
			(void)close_stretch(s, NULL);
		if (s->cycles > 0)
			estimate(gpu, l->stats);
	}
	if (l && s->classed == &l->state && !s->represented && l->stats->ended)
		alike_simulated(s->alike, &l->state, l->stats);
	s->of = s->classed = NULL;
	/* errors of launches have the same causes: they add up */
	if (all->sampled.passed) {
		all->sampled.low = all->v[SIMT_STAT_cycles] - s->below;
		all->sampled.high = all->v[SIMT_STAT_cycles] + s->above;
	}
}

static const struct sampler sampler = {.reset = clock_reset,
				       .starts = launch_starts,
				       .arrived = launch_arrived,
				       .window = window_ended,
				       .ended = stretch_ended,
				       .free = free_sampling};

void
sampling_set(struct gpu *gpu, enum simt_sampling wish)
{
	if (gpu->sampler)
		free_sampling(gpu);
	gpu->sampler = wish == SIMT_SAMPLE_NONE ? NULL : &sampler;
	gpu->sampling = wish == SIMT_SAMPLE_NONE ? NULL : new_sampling(gpu, wish);
}
