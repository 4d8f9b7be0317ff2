#include "sim/memory/lsu-whole.h"

#include "isa/cubin.h"
#include "isa/row-access.h"
#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/cluster-port.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/data-path.h"
#include "sim/memory/effects.h"
#include "sim/memory/lsu-timing.h"

static unsigned
whole_bytes(const struct isa_row_access *a)
{
	return a->one ? a->bytes : ISA_LANES * (unsigned)a->bytes;
}

/* ---- shared memory ---- */

/* Whether all of it is memory that the block may access. */
static bool
is_own_shared(const struct block *b, const struct isa_row_access *a)
{
	const uint64_t end = a->first + whole_bytes(a);

	return end <= b->x.shared_bytes && (a->first >= CUBIN_RESERVED_SHARED || end <= b->x.shared_lent);
}

static void
count_whole(struct warp *w, const struct inst *in, const struct isa_row_access *a, unsigned wavefronts)
{
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_shared_requests]++;
	v[SIMT_STAT_shared_wavefronts] += wavefronts;
	v[a->store ? SIMT_STAT_shared_store_wavefronts : SIMT_STAT_shared_load_wavefronts] += wavefronts;
	if (w->counts->memory)
		lsu_timing_keep_wavefronts(w->counts->memory + (in - w->f->code), wavefronts, 0);
}

static bool
whole_in_shared(struct sm *sm, struct subcore *c, struct warp *w, const struct inst *in, const struct isa_row_access *a)
{
	const struct simt_machine *m = sm->m;
	/* two parts of one place are joined */
	const unsigned words = a->bytes / 4u, n = a->one && words > 1 ? words / 2 : words;
	uint64_t done;

	if (cluster_port_has_messages(&sm->cluster_port) || !is_own_shared(w->block, a))
		return false;
	isa_row_move(in, &w->x, a, w->block->shared + a->first);
	if (in->rbar != ISA_NO_SB)
		scoreboard_raise_until(w, in->rbar, sm->now, c->enters + m->issue.read_barrier_latency,
				       SIMT_STALL_short_scoreboard);
	count_whole(w, in, a, n);
	w->shared_enters = c->enters;
	done = data_path_take_shared(sm, c, c->enters, n) + m->shared.latency +
	       (n - 1) * (m->shared.conflict_latency + m->shared.wide_cycles);
	if (in->wbar != ISA_NO_SB)
		scoreboard_raise_until(w, in->wbar, sm->now, done, SIMT_STALL_short_scoreboard);
	return true;
}

/* ---- global memory ---- */

/* Where the data is, or goes; NULL: there is no such memory, or the SM has yet to do something to it, or others have. */
static uint8_t *
whole_place(struct sm *sm, const struct inst *in, const struct isa_row_access *a)
{
	const unsigned n = whole_bytes(a);
	uint8_t *p;

	if (!a->store &&
	    (access_is_strong(in) || effects_near(&sm->effects, a->first, n) || effects_recent_near(&sm->effects, a->first, n)))
		return NULL;
	p = backing_store_view_at(&sm->memory, a->first, n);
	return p && a->store ? effects_store(sm, a->first, n) : p;
}

static bool
whole_in_global(struct sm *sm, struct subcore *c, unsigned i, const struct inst *in, const struct isa_row_access *row)
{
	struct warp *w = c->warps + i;
	uint8_t *p = whole_place(sm, in, row);
	struct access a;

	if (!p)
		return false;
	isa_row_move(in, &w->x, row, p);
	access_clear(&a);
	a.any = a.global = true;
	a.asked = ISA_LANES * row->bytes;
	a.kind = row->store ? MEM_STORE : MEM_LOAD;
	a.words = row->bytes / 4u;
	a.load = !row->store || in->nd;
	coalescer_piece(&a, row->first, whole_bytes(row));
	a.line_wavefronts = a.words;
	a.line_parts = a.words - 1u;
	a.enters = c->enters;
	lsu_timing_finish(sm, w, c, i, in, &a);
	return true;
}

bool
lsu_whole_access(struct sm *sm, struct subcore *c, unsigned i, const struct inst *in)
{
	struct warp *w = c->warps + i;
	const uint8_t form = c->timing[i]->row_form;
	struct isa_row_access a;

	/* with fewer banks than lanes there are conflicts */
	if (sm->m->shared.banks < ISA_LANES || !form || !isa_row_access(in, form, &w->x, &a) || a.first & (a.bytes - 1u))
		return false;
	return a.shared ? whole_in_shared(sm, c, w, in, &a) : whole_in_global(sm, c, i, in, &a);
}
