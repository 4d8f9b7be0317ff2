#include "sim/memory/interconnect.h"

#include <stdlib.h>
#include <string.h>

#include "base/host-cache.h"
#include "sim/machine/machine.h"
#include "sim/memory/tag-store.h"

_Static_assert(sizeof(struct shared_answer) == HOST_LINE, "a line of a host's cache");

/* Sectors of a line with their header; 0: there is no such rate. */
static uint64_t
sector_parts(const struct simt_machine *m, unsigned sectors, uint32_t rate)
{
	return rate ? (sectors * (uint64_t)SECTOR_BYTES + m->interconnect.header) * CYCLE_PARTS / rate : 0;
}

/* The same into L2, where some sectors are not written entirely. */
static uint64_t
in_parts(const struct simt_machine *m, unsigned sectors, unsigned partial)
{
	const uint64_t bytes = sectors * (uint64_t)SECTOR_BYTES + m->interconnect.in_header, least = m->interconnect.in_least;

	return ((bytes > least ? bytes : least) + partial * m->interconnect.partial) * CYCLE_PARTS / m->interconnect.in_rate;
}

static void
set_times(struct interconnect *w)
{
	const struct simt_machine *m = w->m;

	for (unsigned n = 0; n <= LINE_SECTORS; n++) {
		const uint64_t each = n * m->interconnect.slice_cycles, least = m->interconnect.slice_least;

		for (unsigned partial = 0; partial <= LINE_SECTORS; partial++)
			w->into[partial].of[n] = in_parts(m, n, partial);
		w->out_of.of[n] = sector_parts(m, n, m->interconnect.out_rate);
		w->to_gpc.of[n] = sector_parts(m, n, m->interconnect.gpc_rate);
		w->to_gpc_shared.of[n] = w->to_gpc.of[n] * m->interconnect.gpc_join_part / 100;
		w->of_slice.of[n] = (each > least ? each : least) * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	}
}

struct interconnect *
interconnect_new(const struct simt_machine *m, unsigned gpcs)
{
	struct interconnect *w = calloc(1, sizeof *w + gpcs * sizeof *w->path);

	if (!w)
		return NULL;
	w->m = m;
	w->gpcs = gpcs;
	w->since = 1;
	w->per_group = m->interconnect.gpc_join_tpcs ? UINT32_MAX / m->interconnect.gpc_join_tpcs + UINT64_C(1) : 0;
	set_times(w);
	w->slice = calloc(m->l2.slices, sizeof *w->slice);
	w->memory = calloc(gpcs * (size_t)SHARED_ANSWERS + 1, sizeof *w->shared);
	if (w->slice && w->memory) {
		unsigned char *first = (unsigned char *)w->memory + (HOST_LINE - (uintptr_t)w->memory % HOST_LINE);

		w->shared = (struct shared_answer *)(void *)first;
		return w;
	}
	interconnect_free(w);
	return NULL;
}

void
interconnect_free(struct interconnect *w)
{
	if (w) {
		free(w->slice);
		free(w->memory);
	}
	free(w);
}

void
interconnect_reset(struct interconnect *w)
{
	w->in = w->out = (struct server){0};
	for (unsigned i = 0; i < w->gpcs; i++)
		w->path[i] = (struct server){0};
	if (++w->since == 0) {
		memset(w->shared, 0, w->gpcs * SHARED_ANSWERS * sizeof *w->shared);
		w->since = 1;
	}
	memset(w->slice, 0, w->m->l2.slices * sizeof *w->slice);
}
