#include "sim/memory/interconnect.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

/* Answers to TPCs of a GPC about one line: how many there were, until when others share the last one. */
struct shared_answer {
	uint64_t line, until; /* a cycle */
	/* how many there were, and how many of them each TPC has had; modulo 2^16 */
	uint16_t answers, of[JOIN_TPCS_MOST];
	uint16_t first; /* TPC of those that share */
	uint8_t sectors;
	uint16_t since; /* it is none unless this is the interconnect's */
};

enum { SHARED_ANSWERS = 1 << 12 };

struct gpc {
	struct server path; /* from L2 */
	struct shared_answer shared[SHARED_ANSWERS];
	uint64_t left[SHARED_ANSWERS]; /* when the last answer of each place came through, in parts of a cycle */
};

/* How long so many sectors take, in parts of a cycle. */
struct sector_times {
	uint64_t of[LINE_SECTORS + 1];
};

struct interconnect {
	const struct simt_machine *m;
	/* from the machine's rates, with headers: of sectors into L2, of which so many are not written entirely; out of it; to a GPC, alone
	 * or where they share an answer; out of a slice */
	struct sector_times into[LINE_SECTORS + 1], out_of, to_gpc, to_gpc_shared, of_slice;
	uint64_t per_group;    /* 2^32 by the TPCs that share answers, rounded up; 0: there are none */
	struct server in, out; /* of L2 */
	struct server *slice;
	uint16_t since; /* how often it has been reset, but from 1 to 65535: a reset that clears nothing takes no time */
	unsigned gpcs;
	struct gpc gpc[];
};

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
	struct interconnect *w = calloc(1, sizeof *w + gpcs * sizeof *w->gpc);

	if (!w)
		return NULL;
	w->m = m;
	w->gpcs = gpcs;
	w->since = 1;
	w->per_group = m->interconnect.gpc_join_tpcs ? UINT32_MAX / m->interconnect.gpc_join_tpcs + UINT64_C(1) : 0;
	set_times(w);
	w->slice = calloc(m->l2.slices, sizeof *w->slice);
	if (w->slice)
		return w;
	free(w);
	return NULL;
}

void
interconnect_free(struct interconnect *w)
{
	if (w)
		free(w->slice);
	free(w);
}

void
interconnect_reset(struct interconnect *w)
{
	w->in = w->out = (struct server){0};
	for (unsigned i = 0; i < w->gpcs; i++)
		w->gpc[i].path = (struct server){0};
	if (++w->since == 0) {
		memset(w->gpc, 0, w->gpcs * sizeof *w->gpc);
		w->since = 1;
	}
	memset(w->slice, 0, w->m->l2.slices * sizeof *w->slice);
}

/* How long a store takes into L2 of whose sectors some are not written entirely. */
static uint64_t
time_into(const struct interconnect *w, uint8_t sectors, uint8_t partial)
{
	return w->into[sectors_count(partial)].of[sectors_count(sectors)];
}

uint64_t
interconnect_fill(struct interconnect *w, uint64_t start, unsigned sectors)
{
	return server_pass(&w->in, start, w->into[0].of[sectors]);
}

uint64_t
interconnect_store(struct interconnect *w, uint64_t start, const struct l2_request *r)
{
	uint64_t before, with;

	if (!r->combined)
		return server_pass(&w->in, start, time_into(w, r->sectors, r->sectors & (uint8_t)~r->full));
	before = time_into(w, r->before, r->before_partial);
	with = time_into(w, r->with, r->with_partial);
	return server_pass(&w->in, start, with > before ? with - before : 0);
}

uint64_t
interconnect_results(struct interconnect *w, uint64_t start, unsigned packets)
{
	return server_pass(&w->out, start, packets * w->m->atomics.result * CYCLE_PARTS / w->m->interconnect.out_rate);
}

/* Which of the groups of TPCs that share answers. */
static unsigned
tpc_group(const struct interconnect *w, const struct port_place *at)
{
	return (unsigned)(at->tpc * w->per_group >> 32);
}

unsigned
interconnect_place(const struct interconnect *w, uint64_t line, const struct port_place *at)
{
	return (unsigned)((hash_mix(line) + tpc_group(w, at)) % SHARED_ANSWERS);
}

void
interconnect_prefetch(const struct interconnect *w, const struct port_place *at, unsigned place)
{
	__builtin_prefetch(w->gpc[at->gpc].shared + place, 1);
}

bool
interconnect_shares(struct interconnect *w, const struct l2_request *r, const struct port_place *at, unsigned place)
{
	const unsigned tpcs = w->m->interconnect.gpc_join_tpcs, first = tpcs * tpc_group(w, at);
	struct shared_answer *a = w->gpc[at->gpc].shared + place;
	bool open = a->since == w->since && a->line == r->line && a->first == first && r->cycle < a->until &&
		    !(r->sectors & ~a->sectors),
	     new = !open;

	/* it gets an answer of its own, which others may share */
	if (!open)
		*a = (struct shared_answer){.line = r->line, .sectors = r->sectors, .first = (uint16_t)first, .since = w->since};
	if (tpcs)
		new = a->of[at->tpc - first]++ == a->answers;
	if (new) {
		a->answers++;
		a->until = r->cycle + w->m->interconnect.gpc_join;
	}
	return !new;
}

uint64_t
interconnect_leave(struct interconnect *w, uint64_t start, unsigned sectors, unsigned slice)
{
	if (w->m->interconnect.slice_cycles)
		start = server_pass(w->slice + slice, start, w->of_slice.of[sectors]);
	return server_pass(&w->out, start, w->out_of.of[sectors]);
}

uint64_t
interconnect_arrive(struct interconnect *w, uint64_t start, unsigned sectors, unsigned gpc, unsigned place, bool shares)
{
	const bool paths = w->m->interconnect.gpc_rate;
	struct gpc *g = w->gpc + gpc;

	if (shares) {
		/* it comes with the other, but others wait for it */
		if (paths)
			server_pass(&g->path, start, w->to_gpc_shared.of[sectors]);
		return g->left[place] > start ? g->left[place] : start;
	}
	if (paths)
		start = server_pass(&g->path, start, w->to_gpc.of[sectors]);
	g->left[place] = start;
	return start;
}
