/* run-stats.c: counts of each execution, kept in few bytes: a launch may be repeated a million times. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/runner/run-case.h"

/* struct simt_launch_stats as a row of numbers: counters, states, and the other members except pc. */
enum { REST = SIMT_STATS + SIMT_STALLS, ROW = REST + 18 };

enum { TIMED = 1, STARTED = 2, ENDED = 4, FAILED = 8, SHARED = 16 };

static void *
copied(const void *of, size_t n, size_t size)
{
	void *copy = zeroed(n, size);

	if (n)
		memcpy(copy, of, n * size);
	return copy;
}

static void
keep_stats(struct run *r, struct run_launch *l, const struct simt_launch_stats *s)
{
	const struct simt_shape *p = &s->shape;
	const uint64_t flags = (s->timed ? TIMED : 0) | (s->started ? STARTED : 0) | (s->ended ? ENDED : 0) |
			       (s->failed ? FAILED : 0) | (s->shared ? SHARED : 0);
	const uint64_t rest[ROW - REST] = {p->blocks,      p->threads,       p->warps,      p->registers,  p->shared,
					   p->fit_warps,   p->fit_registers, p->fit_shared, p->fit_blocks, p->fit,
					   s->start,       s->end,           s->npc,        flags,         s->sampled.passed,
					   s->sampled.low, s->sampled.high,  s->blocks_end};
	uint64_t row[ROW];

	memcpy(row, s->v, sizeof s->v);
	memcpy(row + SIMT_STATS, s->stall, sizeof s->stall);
	memcpy(row + REST, rest, sizeof rest);
	l->counts = &r->counts;
	l->place = compact_put(&r->counts, row, ROW);
	l->started = s->started;
	l->ended = s->ended;
	l->failed = s->failed;
	if (r->o.per_pc && l->started) {
		l->pc = copied(s->pc, s->npc, sizeof *s->pc);
		l->states = s->states ? copied(s->states, s->npc, sizeof *s->states) : NULL;
		l->memory = s->memory ? copied(s->memory, s->npc, sizeof *s->memory) : NULL;
		l->npc = s->npc;
	}
}

void
run_take_stats(struct run *r, struct run_launch *l, const struct simt_launch *from)
{
	keep_stats(r, l, simt_launch_stats(from));
	if (r->roots)
		l->roots = roots_take(r->roots, from);
	if (r->bounds)
		l->bound = bounds_take(r->bounds, from);
	if (r->signatures)
		l->signatures = signature_tap_take(r->signatures, from);
	if (r->lanes)
		l->lanes = lanes_take(r->lanes, from);
	if (r->recorder)
		recorder_name(r->recorder, from, r->w->launch[l->launch].name, (uint32_t)(l - r->running->result->launches));
}

struct simt_launch_stats
run_launch_stats(const struct run_launch *l)
{
	struct simt_launch_stats s = {.pc = l->pc};
	uint64_t row[ROW], flags;
	const uint64_t *rest = row + REST;

	if (!l->counts)
		return s;
	compact_get(l->counts, l->place, row, ROW);
	memcpy(s.v, row, sizeof s.v);
	memcpy(s.stall, row + SIMT_STATS, sizeof s.stall);
	s.shape = (struct simt_shape){.blocks = rest[0],
				      .threads = (uint32_t)rest[1],
				      .warps = (uint32_t)rest[2],
				      .registers = (uint32_t)rest[3],
				      .shared = (uint32_t)rest[4],
				      .fit_warps = (uint32_t)rest[5],
				      .fit_registers = (uint32_t)rest[6],
				      .fit_shared = (uint32_t)rest[7],
				      .fit_blocks = (uint32_t)rest[8],
				      .fit = (uint32_t)rest[9]};
	s.start = rest[10];
	s.end = rest[11];
	s.npc = (size_t)rest[12];
	flags = rest[13];
	s.sampled = (struct simt_sampled){rest[14], rest[15], rest[16]};
	s.blocks_end = rest[17];
	s.timed = flags & TIMED;
	s.started = flags & STARTED;
	s.ended = flags & ENDED;
	s.failed = flags & FAILED;
	s.shared = flags & SHARED;
	return s;
}
