#include "sim/memory/interconnect.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

/* Answers to TPCs of a GPC about one line: how many there were, when the last one left, until when others share it. */
struct shared_answer {
	uint64_t line, start, until; /* start: in parts of a cycle; until: a cycle */
	/* how many there were, and how many of them each TPC has had; modulo 2^16 */
	uint16_t answers, of[JOIN_TPCS_MOST];
	uint16_t first; /* TPC of those that share */
	uint8_t sectors;
};

enum { SHARED_ANSWERS = 1 << 12 };

struct gpc {
	struct server path; /* from L2 */
	struct shared_answer shared[SHARED_ANSWERS];
};

struct interconnect {
	const struct simt_machine *m;
	struct server in, out; /* of L2 */
	struct server *slice;
	unsigned gpcs;
	struct gpc gpc[];
};

struct interconnect *
interconnect_new(const struct simt_machine *m, unsigned gpcs)
{
	struct interconnect *w = calloc(1, sizeof *w + gpcs * sizeof *w->gpc);

	if (!w)
		return NULL;
	w->m = m;
	w->gpcs = gpcs;
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
	memset(w->gpc, 0, w->gpcs * sizeof *w->gpc);
	memset(w->slice, 0, w->m->l2.slices * sizeof *w->slice);
}

/* Sectors of a line with their header. */
static uint64_t
sector_parts(const struct simt_machine *m, unsigned sectors, uint32_t rate)
{
	return (sectors * (uint64_t)SECTOR_BYTES + m->interconnect.header) * CYCLE_PARTS / rate;
}

/* The same into L2, where some sectors are not written entirely. */
static uint64_t
in_parts(const struct simt_machine *m, unsigned sectors, unsigned partial)
{
	const uint64_t bytes = sectors * (uint64_t)SECTOR_BYTES + m->interconnect.in_header, least = m->interconnect.in_least;

	return ((bytes > least ? bytes : least) + partial * m->interconnect.partial) * CYCLE_PARTS / m->interconnect.in_rate;
}

uint64_t
interconnect_fill(struct interconnect *w, uint64_t start, unsigned sectors)
{
	return server_pass(&w->in, start, in_parts(w->m, sectors, 0));
}

uint64_t
interconnect_store(struct interconnect *w, uint64_t start, const struct l2_request *r)
{
	const struct simt_machine *m = w->m;
	uint64_t before, with;

	if (!r->combined)
		return server_pass(&w->in, start,
				   in_parts(m, sectors_count(r->sectors), sectors_count(r->sectors & (uint8_t)~r->full)));
	before = in_parts(m, sectors_count(r->before), sectors_count(r->before_partial));
	with = in_parts(m, sectors_count(r->with), sectors_count(r->with_partial));
	return server_pass(&w->in, start, with > before ? with - before : 0);
}

uint64_t
interconnect_results(struct interconnect *w, uint64_t start, unsigned packets)
{
	return server_pass(&w->out, start, packets * w->m->atomics.result * CYCLE_PARTS / w->m->interconnect.out_rate);
}

/* Whether a request is answered together with an earlier one. If not, it gets an answer of its own, which others may share. */
static bool
shares_answer(const struct simt_machine *m, struct shared_answer *a, const struct l2_request *r, const struct port_place *at)
{
	const unsigned tpcs = m->interconnect.gpc_join_tpcs, first = tpcs ? at->tpc / tpcs * tpcs : 0;
	bool open = a->line == r->line && a->first == first && r->cycle < a->until && !(r->sectors & ~a->sectors), new = !open;

	if (!open)
		*a = (struct shared_answer){.line = r->line, .sectors = r->sectors, .first = (uint16_t)first};
	if (tpcs)
		new = a->of[at->tpc - first]++ == a->answers;
	if (new) {
		a->answers++;
		a->until = r->cycle + m->interconnect.gpc_join;
	}
	return !new;
}

/* Where the answers are that this request may share. Lines and TPCs that have the same place push each other out. */
static unsigned
shared_place(const struct simt_machine *m, const struct l2_request *r, const struct port_place *at)
{
	return (unsigned)((hash_mix(r->line) + (m->interconnect.gpc_join_tpcs ? at->tpc / m->interconnect.gpc_join_tpcs : 0)) %
			  SHARED_ANSWERS);
}

void
interconnect_prefetch(const struct interconnect *w, const struct l2_request *r, const struct port_place *at)
{
	__builtin_prefetch(w->gpc[at->gpc].shared + shared_place(w->m, r, at), 1);
}

uint64_t
interconnect_answer(struct interconnect *w, uint64_t start, const struct l2_request *r, const struct port_place *at, unsigned slice)
{
	const struct simt_machine *m = w->m;
	const unsigned sectors = sectors_count(r->sectors);
	struct gpc *g = w->gpc + at->gpc;
	struct shared_answer *a = g->shared + shared_place(m, r, at);

	if (shares_answer(m, a, r, at)) {
		/* it comes with the other, but others wait for it */
		if (m->interconnect.gpc_rate)
			server_pass(&g->path, start,
				    sector_parts(m, sectors, m->interconnect.gpc_rate) * m->interconnect.gpc_join_part / 100);
		return a->start > start ? a->start : start;
	}
	if (m->interconnect.slice_cycles) {
		const uint64_t each = sectors * m->interconnect.slice_cycles, least = m->interconnect.slice_least;

		start = server_pass(w->slice + slice, start, (each > least ? each : least) * CYCLE_PARTS / CYCLE_HUNDREDTHS);
	}
	start = server_pass(&w->out, start, sector_parts(m, sectors, m->interconnect.out_rate));
	if (m->interconnect.gpc_rate)
		start = server_pass(&g->path, start, sector_parts(m, sectors, m->interconnect.gpc_rate));
	a->start = start;
	return start;
}
