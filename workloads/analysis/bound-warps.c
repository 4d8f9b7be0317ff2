#include "workloads/analysis/bound-warps.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/code.h"
#include "sim/core/lane-set.h"
#include "sim/core/warp.h"
#include "sim/memory/banks.h"

/* Rows of a warp's times: its next instruction; its scoreboards; the result of the memory access that issues. */
enum { NEXT, SCOREBOARDS, RESULT = SCOREBOARDS + ISA_SCOREBOARDS, ROWS };

/* The times of lane u in a row, one behind the other; u is 0 where the lanes are together. */
static inline uint64_t *
time_of(const struct bound_warp *w, unsigned row, unsigned u)
{
	return w->time + ((size_t)row * w->width + u) * TOUCH_TIMES;
}

static inline void
no_sooner(uint64_t *t, uint64_t than)
{
	*t = than > *t ? than : *t;
}

static lanes_t
told(const struct simt_lanes *l)
{
	return (lanes_t)l->word[1] << 64 | l->word[0];
}

/* ---- blocks ---- */

struct bound_block *
bound_block_new(const struct bound_launch *l, uint64_t number, unsigned nwarps)
{
	struct bound_block *b = zeroed(1, sizeof *b + nwarps * sizeof *b->warp);

	b->number = number;
	b->nwarps = nwarps;
	for (unsigned i = 0; i < nwarps; i++) {
		b->warp[i].width = l->width;
		b->warp[i].time = zeroed((size_t)ROWS * l->width * TOUCH_TIMES, sizeof *b->warp[i].time);
	}
	return b;
}

void
bound_block_free(struct bound_block *b)
{
	for (unsigned i = 0; i < b->nwarps; i++)
		free(b->warp[i].time);
	free(b);
}

/* What a block asks the sub-core for that has most of it, or the SM: at least an even part, and as many warps as the fullest has. */
static uint64_t
most_of(const struct bound_launch *l, const struct bound_block *b, unsigned part, uint64_t all)
{
	const unsigned subcores = l->m->sm.subcores;
	uint64_t least = UINT64_MAX, even = (all + subcores - 1) / subcores, some;

	if (part == PART_PATH)
		return all;
	for (unsigned i = 0; i < b->nwarps; i++)
		least = b->warp[i].asked[part] < least ? b->warp[i].asked[part] : least;
	some = least * ((b->nwarps + subcores - 1) / subcores);
	return some > even ? some : even;
}

void
bound_block_end(struct bound_launch *l, struct bound_block *b)
{
	for (unsigned part = 0; part < BOUND_PARTS; part++) {
		struct bound_asked *a = l->asked + part;
		uint64_t all = 0, most;

		for (unsigned i = 0; i < b->nwarps; i++)
			all += b->warp[i].asked[part];
		most = most_of(l, b, part, all);
		a->all += all;
		a->most = most > a->most ? most : a->most;
		a->least = !l->blocks || all < a->least ? all : a->least;
	}
	for (unsigned k = 0; k < TOUCH_TIMES; k++)
		no_sooner(l->end + k, b->end[k]);
	l->shortest = !l->blocks || b->end[TOUCH_HITS] < l->shortest ? b->end[TOUCH_HITS] : l->shortest;
	l->places += b->end[TOUCH_HITS];
	l->blocks++;
	bound_block_free(b);
}

/* ---- what is asked for ---- */

/* n lanes, of a warp that has not diverged: whole; each asks for so many parts of a lane-cycle. */
static void
ask(const struct bound_launch *l, struct bound_warp *w, const struct timing *tm, unsigned n)
{
	const uint64_t slot =
		16 * (uint64_t)l->m->pipes.banks; /* a lane's part of an issue slot: the unit over the width of a warp */
	const uint32_t share = l->m->pipes.share[tm->rate];
	const uint64_t held = tm->gmma ? tm->gmma * slot : share ? (uint64_t)share * l->width : slot;
	unsigned cycles = 1;

	w->asked[PART_ISSUE] += n * slot * (1u + tm->slots);
	w->asked[tm->unit] += n * held;
	if (l->m->pipes.fma_halves) {
		if (tm->unit == PIPE_fma || tm->unit == PIPE_fp16)
			w->asked[PART_HALVES] += 2 * n * held;
		else if (tm->unit == PIPE_fmaheavy)
			w->asked[PART_HALVES] += n * held;
	}
	if (!tm->shared || tm->memory)
		return;
	if (tm->adu)
		cycles = (unsigned)l->m->lsu.adu_cycles;
	w->asked[PART_PATH] += cycles * (w->parted ? n * slot : l->unit);
}

/* Wavefronts of an access by up to 32 threads. */
static void
ask_path(struct bound_launch *l, struct bound_warp *w, const struct simt_tap_memory *x)
{
	struct mem_request r = {.kind = (uint8_t)(x->access == SIMT_TAP_LOAD    ? MEM_LOAD
						  : x->access == SIMT_TAP_STORE ? MEM_STORE
										: MEM_ATOMIC),
				.bytes = (uint8_t)x->bytes,
				.mask = x->mask};
	struct access a;
	unsigned n;

	if (w->parted) {
		w->asked[PART_PATH] += (unsigned)__builtin_popcount(x->mask) * 16 * (uint64_t)l->m->pipes.banks;
		return;
	}
	/* atomics differ in what they do with lanes at one word */
	if (x->access == SIMT_TAP_ATOMIC || x->space == SIMT_TAP_LOCAL)
		return;
	access_clear(&a);
	memcpy(r.address, x->address, sizeof r.address);
	if (x->space == SIMT_TAP_SHARED)
		banks_shared(l->m, &r, NULL, &a);
	else
		banks_global(l->m, &r, NULL, false, &a);
	n = x->space == SIMT_TAP_SHARED ? a.wavefronts : a.line_wavefronts;
	l->wavefronts = n > l->wavefronts ? n : l->wavefronts;
	w->asked[PART_PATH] += n * l->unit;
}

/* ---- times ---- */

/* When the next instruction, which waits for these scoreboards, could issue. */
static inline void
issue_time(const struct bound_warp *w, unsigned wait, unsigned u, uint64_t t[TOUCH_TIMES])
{
	memcpy(t, time_of(w, NEXT, u), TOUCH_TIMES * sizeof *t);
	for (; wait; wait &= wait - 1) {
		const uint64_t *s = time_of(w, SCOREBOARDS + (unsigned)__builtin_ctz(wait), u);

		for (unsigned k = 0; k < TOUCH_TIMES; k++)
			no_sooner(t + k, s[k]);
	}
}

/* A bulk copy: its bytes are not those of its threads. */
static bool
is_bulk(const struct inst *in)
{
	return in->op->flow == FLOW_MEMORY && in->op->ureg_guard;
}

/* Cycles from the issue of an access to its result, where nothing is in its way and all is as near as can be. */
static uint64_t
least_latency(const struct simt_machine *m, const struct inst *in, const struct simt_tap_memory *x)
{
	const bool atomic = x->access == SIMT_TAP_ATOMIC;
	uint64_t near;

	if (in->async || is_bulk(in))
		return 0;
	if (x->space == SIMT_TAP_SHARED) {
		near = m->shared.latency + (atomic ? m->shared.atomic_latency : 0);
		return near < m->cluster.latency ? near : m->cluster.latency;
	}
	near = m->l1.latency < m->l2.load_latency ? m->l1.latency : m->l2.load_latency;
	return atomic ? m->l2.atomic_latency : near < m->l2.atomic_latency ? near : m->l2.atomic_latency;
}

/* The sectors of thread i. */
static void
touch(struct bound_launch *l, const struct simt_tap_memory *x, unsigned i, const uint64_t issued[TOUCH_TIMES],
      uint64_t ready[TOUCH_TIMES])
{
	if (x->space != SIMT_TAP_GLOBAL)
		return;
	if (x->access == SIMT_TAP_LOAD)
		touched_load(l->touched, &l->touch, x->address[i], issued, ready);
	else
		touched_store(l->touched, &l->touch, x->address[i], issued);
}

void
bound_memory(struct bound_launch *l, struct bound_warp *w, const struct simt_tap_warp *at, const struct simt_tap_memory *x)
{
	const struct inst *in = l->f->code + at->pc;
	const unsigned wait = l->f->timing[at->pc].wait;
	const uint64_t latency = least_latency(l->m, in, x);
	uint64_t issued[TOUCH_TIMES], last = UINT64_MAX;

	if (is_bulk(in)) {
		l->moves = true;
		return;
	}
	ask_path(l, w, x);
	if (!w->parted)
		issue_time(w, wait, 0, issued);
	for (uint32_t m = x->mask; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m), u = w->parted ? x->first_thread + i - at->first_thread : 0;
		uint64_t *ready = time_of(w, RESULT, u);

		if (w->parted)
			issue_time(w, wait, u, issued);
		/* most lanes are in the sector of the one before */
		else if (x->address[i] / TOUCH_SECTOR == last)
			continue;
		last = x->address[i] / TOUCH_SECTOR;
		touch(l, x, i, issued, ready);
		for (unsigned k = 0; k < TOUCH_TIMES; k++)
			no_sooner(ready + k, issued[k] + latency);
		if (x->space == SIMT_TAP_GLOBAL && x->access != SIMT_TAP_LOAD)
			no_sooner(&l->stored, issued[TOUCH_HITS]);
	}
}

/* How long after its issue a warp that has not diverged goes on at the soonest, because of where its instruction leads. */
static uint64_t
flow_latency(const struct simt_machine *m, const struct inst *in, bool goes)
{
	switch (in->op->flow) {
	case FLOW_BRANCH:
		return goes ? m->divergence.branch_latency : 0;
	case FLOW_CALL:
		return !goes ? 0 : in->a.kind == SRC_NONE ? m->divergence.branch_latency : m->divergence.indirect_latency;
	case FLOW_BRX:
	case FLOW_RET:
		return goes ? m->divergence.indirect_latency : 0;
	case FLOW_BSYNC:
	case FLOW_BREAK:
		return goes ? m->divergence.sync_latency : 0;
	default:
		return 0;
	}
}

/* The instruction of lane u, which issues at these times. */
static void
go_on(const struct bound_launch *l, struct bound_warp *w, const struct simt_tap_warp *at, unsigned u, bool goes)
{
	const struct simt_machine *m = l->m;
	const struct inst *in = l->f->code + at->pc;
	const struct timing *tm = l->f->timing + at->pc;
	uint64_t issued[TOUCH_TIMES], *next = time_of(w, NEXT, u), *result = time_of(w, RESULT, u);

	issue_time(w, tm->wait, u, issued);
	for (unsigned k = 0; k < TOUCH_TIMES; k++) {
		const uint64_t t = issued[k], done = tm->memory ? (result[k] > t ? result[k] : t) : t + tm->latency;

		next[k] = t + tm->cycles;
		if (tm->fence == FENCE_BARRIER)
			no_sooner(next + k, t + m->lsu.fence_latency);
		if (in->wbar < ISA_SCOREBOARDS)
			no_sooner(time_of(w, SCOREBOARDS + in->wbar, u) + k, done);
		if (in->rbar < ISA_SCOREBOARDS)
			no_sooner(time_of(w, SCOREBOARDS + in->rbar, u) + k, t + m->issue.read_barrier_latency);
		if (!w->parted) {
			w->jumped[k] = next[k];
			no_sooner(next + k, t + flow_latency(m, in, goes));
		}
		result[k] = 0;
	}
}

/* From now on each lane has a time of its own. */
static void
part(struct bound_warp *w)
{
	for (unsigned row = 0; row < ROWS && !w->parted; row++)
		for (unsigned u = 1; u < w->width; u++)
			memcpy(time_of(w, row, u), time_of(w, row, 0), TOUCH_TIMES * sizeof *w->time);
	w->parted = true;
}

void
bound_part(struct bound_warp *w)
{
	/* which of them jumps first, and whether that takes time, is up to the policy */
	if (!w->parted)
		memcpy(time_of(w, NEXT, 0), w->jumped, sizeof w->jumped);
	part(w);
}

void
bound_issue(struct bound_launch *l, struct bound_block *b, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct bound_warp *w = b->warp + at->warp;
	const lanes_t active = told(&x->active), guarded = told(&x->guarded);
	const struct inst *in = l->f->code + at->pc;
	const bool exits = in->op->flow == FLOW_EXIT;

	if (active != told(&x->alive))
		part(w);
	ask(l, w, l->f->timing + at->pc, lanes_count(active));
	l->moves = l->moves || is_bulk(in);
	for (lanes_t rest = w->parted ? active : 1; rest; rest &= rest - 1) {
		const unsigned u = w->parted ? lanes_first(rest) : 0;
		uint64_t issued[TOUCH_TIMES];

		if (exits) {
			issue_time(w, l->f->timing[at->pc].wait, u, issued);
			for (unsigned k = 0; k < TOUCH_TIMES; k++)
				no_sooner(b->end + k, issued[k] + 1);
		}
		go_on(l, w, at, u, guarded == active);
	}
}

/* A block barrier of all threads: at others, which warps meet is up to who comes first. */
static bool
is_of_all(const struct inst *in)
{
	return in->b.kind == SRC_NONE || (in->b.kind == SRC_IMM && !in->b.value) ||
	       (in->b.kind == SRC_REG && in->b.index == ISA_RZ && in->a.kind != SRC_REG);
}

void
bound_arrive(struct bound_launch *l, struct bound_block *b, const struct simt_tap_warp *at, const struct simt_tap_barrier *x)
{
	struct bound_warp *w = b->warp + at->warp;
	const struct inst *in = l->f->code + at->pc;

	if (w->parted || told(&x->lanes) != told(&x->alive) || x->barrier >= 16) {
		l->odd = true;
		return;
	}
	if (!is_of_all(in))
		return;
	/* the stall count of the BAR is in the time of the next instruction; nothing else comes between */
	for (unsigned k = 0; k < TOUCH_TIMES; k++)
		no_sooner(&b->came[x->barrier][k], time_of(w, NEXT, 0)[k] - l->f->timing[at->pc].cycles);
	w->waits = in->f[F_mode] != BAR_ARV;
	w->barrier = (uint8_t)x->barrier;
}

void
bound_release(const struct bound_launch *l, struct bound_block *b, unsigned barrier)
{
	for (unsigned i = 0; i < b->nwarps; i++) {
		struct bound_warp *w = b->warp + i;

		if (!w->waits || w->barrier != barrier)
			continue;
		w->waits = false;
		for (unsigned k = 0; k < TOUCH_TIMES; k++)
			no_sooner(time_of(w, NEXT, 0) + k, b->came[barrier][k] + l->m->barrier.latency);
	}
	memset(b->came[barrier], 0, sizeof b->came[barrier]);
}
