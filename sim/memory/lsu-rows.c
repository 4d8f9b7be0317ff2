/* lsu-rows.c: see lsu-rows.h. */
#include "sim/memory/lsu-rows.h"

#include "isa/cubin.h"
#include "isa/row-access.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/launches.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/lsu-timing.h"
#include "sim/memory/speculation.h"
#include "sim/memory/tag-store.h"

static uint32_t
bytes_of(const struct isa_row_access *a)
{
	return a->one ? a->bytes : ISA_LANES * a->bytes;
}

/* The place of these bytes in shared memory of the block; NULL: not all are its own. */
static uint8_t *
shared_place(const struct block *b, const struct isa_row_access *a)
{
	const uint64_t end = a->first + bytes_of(a);

	if (end > b->x.shared_bytes || (a->first < CUBIN_RESERVED_SHARED && end > b->x.shared_lent))
		return NULL;
	return b->shared + a->first;
}

static void
count_shared_row(struct warp *w, const struct inst *in, const struct isa_row_access *a)
{
	const unsigned words = a->bytes / 4u, n = a->one && words > 1 ? words / 2 : words; /* two parts are joined */
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_shared_requests]++;
	v[SIMT_STAT_shared_wavefronts] += n;
	v[a->store ? SIMT_STAT_shared_store_wavefronts : SIMT_STAT_shared_load_wavefronts] += n;
	if (w->counts->memory)
		lsu_timing_keep_wavefronts(w->counts->memory + (in - w->f->code), n, 0);
}

/* The place in global memory; NULL: there is none, or what is done there is not done at once. */
static uint8_t *
global_place(struct sm *sm, const struct inst *in, const struct isa_row_access *a)
{
	uint8_t *p = backing_store_view_at(&sm->memory, a->first, bytes_of(a));

	if (p && sm->memory.set)
		return !a->store && access_is_strong(in) ? NULL : speculation_row(sm->memory.set, a->first, bytes_of(a), a->store);
	return p;
}

static void
count_global_row(struct warp *w, const struct inst *in, const struct isa_row_access *a)
{
	const uint64_t sectors = (a->first + bytes_of(a) - 1) / SECTOR_BYTES - a->first / SECTOR_BYTES + 1;
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_l1_requests]++;
	v[SIMT_STAT_l1_sectors] += sectors;
	v[a->store ? SIMT_STAT_l1_store_requests : SIMT_STAT_l1_load_requests]++;
	v[a->store ? SIMT_STAT_l1_store_sectors : SIMT_STAT_l1_load_sectors] += sectors;
	if (w->counts->memory)
		lsu_timing_keep_sectors(w->counts->memory + (in - w->f->code), sectors, ISA_LANES * a->bytes);
}

bool
lsu_rows_access(struct sm *sm, struct warp *w, const struct inst *in, uint8_t form, struct exec *x)
{
	struct isa_row_access a;
	uint8_t *p;

	/* with fewer banks a row takes several turns; blocks of a cluster have messages for each other */
	if (!isa_row_access(in, form, x, &a) || a.first & (a.bytes - 1u) || sm->m->shared.banks < ISA_LANES || w->block->cluster)
		return false;
	p = a.shared ? shared_place(w->block, &a) : global_place(sm, in, &a);
	if (!p)
		return false;
	isa_row_move(in, x, &a, p);
	if (a.shared)
		count_shared_row(w, in, &a);
	else
		count_global_row(w, in, &a);
	return true;
}
