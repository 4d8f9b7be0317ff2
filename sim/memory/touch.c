#include "sim/memory/touch.h"

#include "sim/core/sm-requests.h"
#include "sim/core/sm.h"
#include "sim/memory/access.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/tag-store.h"
#include "sim/runtime/gpu.h"

/* Sectors i to end - 1 of the access, which are of one line. */
static struct l2_request
request_of(const struct sm *sm, struct launch_state *launch, const struct access *a, unsigned i, unsigned end)
{
	struct l2_request r = {.line = a->sectors[i] / LINE_SECTORS, .launch = launch, .port = (uint16_t)sm->port->number};

	r.kind = a->kind == MEM_ATOMIC || a->at_l2 ? L2_ATOMIC : a->kind == MEM_LOAD ? L2_LOAD : L2_STORE;
	for (; i < end; i++) {
		const unsigned k = a->sectors[i] % LINE_SECTORS;

		r.sectors |= (uint8_t)(1u << k);
		r.full |= (uint8_t)((r.kind == L2_STORE && a->written[i] == UINT32_MAX) << k);
		r.written[k] = a->written[i];
	}
	return r;
}

/* L1 has what it keeps of a request, and L2 is asked for the rest. */
static void
touch_line(struct sm *sm, struct l2_request *r, bool strong)
{
	unsigned missed;

	if (r->kind == L2_LOAD && !strong)
		r->sectors = l1_touch(sm->l1, r->line, r->sectors, sm->m->l1.fetch);
	else if (r->full && sm->m->l1.store_fills)
		(void)l1_touch(sm->l1, r->line, r->full, 1);
	if (!r->sectors)
		return;
	missed = memory_system_touch(sm->gpu->memory_system, r);
	r->launch->counts[sm->id]->v[SIMT_STAT_l2_sectors] += sectors_count(r->sectors);
	if (missed)
		sm_requests_count(sm->gpu, r->launch, SIMT_STAT_dram_sectors, missed);
}

void
touch_access(struct sm *sm, struct launch_state *launch, const struct access *a)
{
	for (unsigned i = 0, end; i < a->nsectors; i = end) {
		struct l2_request r;

		/* neighbours mostly lie in one line */
		for (end = i + 1; end < a->nsectors && a->sectors[end] / LINE_SECTORS == a->sectors[i] / LINE_SECTORS;)
			end++;
		r = request_of(sm, launch, a, i, end);
		touch_line(sm, &r, a->strong);
	}
}
