/* collective.c: lanes that meet at WARPSYNC.COLLECTIVEs. See collective.h. */
#include "sim/divergence/collective.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/divergence/split.h"

/* Lanes that have come to one WARPSYNC.COLLECTIVE of several, and do what is behind another one together with those that came there. */
struct gathered {
	lanes_t lanes;
	uint32_t to; /* where they go on behind it */
	struct gathered *next;
	unsigned nu; /* 0: the uniform registers are the warp's */
	struct uniform u[];
};

/* Paths that run at a time, and those of a warp wider than the hardware's, have uniform registers of their own; else the warp has. */
static bool
own_registers(const struct warp *w, const struct split *s)
{
	return w->concurrent || s->nu > 1;
}

bool
collective_is(const struct warp *w, uint32_t pc)
{
	const struct inst *in = &w->f->code[pc];

	return in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_COLLECTIVE;
}

/* Whether a path waits at a collective one, for these lanes and no others; in a wider warp each 32 lanes have a mask of their own. */
static bool
comes_to(const struct warp *w, const struct split *o, lanes_t all)
{
	return o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && collective_is(w, o->pc) &&
	       !((o->wants ^ all) & lanes_whole(o->mask) & w->alive);
}

lanes_t
collective_lanes(const struct warp *w)
{
	lanes_t m = 0;

	for (const struct split *o = w->others; o; o = o->next)
		if (o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && w->f->code[o->pc].f[F_mode] != WARPSYNC_PLAIN)
			m |= o->mask;
	return m;
}

lanes_t
collective_came(const struct warp *w, uint32_t pc, lanes_t all)
{
	const bool collective = collective_is(w, pc);
	lanes_t m = 0;

	for (const struct split *o = w->others; o; o = o->next) {
		if (collective && comes_to(w, o, all))
			m |= o->mask;
		if (!collective && o->state == SPLIT_BLOCKED && o->barrier == SPLIT_WARPSYNC && o->pc == pc)
			m |= o->mask & ~lanes_whole((o->wants ^ all) & w->alive);
	}
	return m;
}

/* ---- who waits ---- */

void
collective_await(struct warp *w, lanes_t lanes, lanes_t all)
{
	struct split *s = w->runs, *waits = split_new(w, s, s->pc, lanes);

	waits->state = SPLIT_BLOCKED;
	waits->barrier = SPLIT_WARPSYNC;
	waits->wants = all;
	split_push(&w->others, waits);
	s->mask &= ~lanes;
}

lanes_t
collective_part(struct warp *w, const struct awaited *sets, unsigned n)
{
	lanes_t first = 0, waits = 0;

	for (unsigned i = 0; i < n; i++)
		if (!(sets[i].all & ~sets[i].lanes))
			first |= sets[i].lanes;
	for (unsigned i = 0; i < n && !first; i++)
		if (!(sets[i].all & ~sets[i].lanes & ~collective_came(w, w->runs->pc, sets[i].all)))
			first = sets[i].lanes;
	if (!first)
		first = sets[0].lanes;
	for (unsigned i = 0; i < n; i++)
		if (!(sets[i].lanes & first)) {
			collective_await(w, sets[i].lanes, sets[i].all);
			waits |= sets[i].lanes;
		}
	return waits;
}

/* ---- who meets ---- */

static void
note_return(struct warp *w, const struct split *o)
{
	const unsigned nu = own_registers(w, o) ? o->nu : 0;
	struct gathered *g = xrealloc(NULL, sizeof *g + nu * sizeof *g->u);

	*g = (struct gathered){.lanes = o->mask, .to = w->f->code[o->pc].target / ISA_INST_BYTES, .next = w->gathered, .nu = nu};
	memcpy(g->u, o->u, nu * sizeof *g->u);
	w->gathered = g;
}

/* Compilers give the operation the same registers wherever it stands; its uniform ones are those of the place at which it is done. */
void
collective_meet(struct warp *w, struct split *s, lanes_t all)
{
	struct split **p = &w->others;
	const struct split *last = s;
	uint32_t pc;

	for (const struct split *o = w->others; o; o = o->next)
		if (comes_to(w, o, all) && o->pc > last->pc)
			last = o;
	pc = last->pc;
	if (last != s) {
		note_return(w, s);
		if (own_registers(w, s))
			split_take_uniform(s, last->u, last->mask);
	}
	while (*p) {
		struct split *o = *p;

		if (!comes_to(w, o, all)) {
			p = &o->next;
			continue;
		}
		if (o->pc != pc)
			note_return(w, o);
		*p = o->next;
		split_absorb(w, s, o);
	}
	s->pc = pc + 1;
}

/* ---- who leaves ---- */

uint32_t
collective_target(const struct warp *w, unsigned lane, uint32_t next)
{
	for (const struct gathered *g = w->gathered; g; g = g->next)
		if (g->lanes >> lane & 1)
			next = g->to;
	return next;
}

lanes_t
collective_guests(const struct warp *w, lanes_t lanes)
{
	lanes_t m = 0;

	for (const struct gathered *g = w->gathered; g; g = g->next)
		m |= g->lanes;
	return m & lanes;
}

static struct split *
path_of(const struct warp *w, lanes_t lanes)
{
	struct split *s = w->runs;

	if (!s || !(s->mask & lanes))
		s = w->deferred;
	if (!s || !(s->mask & lanes))
		for (s = w->others; !(s->mask & lanes);)
			s = s->next;
	return s;
}

static bool
is_in(const struct regset *r, unsigned n)
{
	return r->w[n / 64] >> n % 64 & 1;
}

/* The guests have back what they left at their own place, but for what the operation in front of the ENDCOLLECTIVE at pc has written. */
static void
give_back(const struct warp *w, struct gathered *g, lanes_t lanes, uint32_t pc)
{
	struct split *s = path_of(w, lanes);

	for (unsigned i = 0; i < g->nu; i++)
		for (uint32_t k = pc; k-- && !collective_is(w, k);) {
			const struct regset *defs = &w->f->timing[k].defs;

			for (unsigned r = 0; r < ISA_URZ; r++)
				if (is_in(defs, REGSET_UR + r))
					g->u[i].r[r] = s->u[i].r[r];
			for (unsigned r = 0; r < ISA_PT; r++)
				if (is_in(defs, REGSET_UP + r))
					g->u[i].p = (uint8_t)((g->u[i].p & ~(1u << r)) | (s->u[i].p & 1u << r));
		}
	if (g->nu)
		split_take_uniform(s, g->u, lanes);
}

void
collective_leave(struct warp *w, lanes_t lanes, uint32_t pc)
{
	struct gathered **p = &w->gathered;

	while (*p) {
		struct gathered *g = *p;

		if (g->lanes & lanes)
			give_back(w, g, g->lanes & lanes, pc);
		g->lanes &= ~lanes;
		if (g->lanes) {
			p = &g->next;
			continue;
		}
		*p = g->next;
		free(g);
	}
}

void
collective_end(struct warp *w)
{
	while (w->gathered) {
		struct gathered *g = w->gathered;

		w->gathered = g->next;
		free(g);
	}
}
