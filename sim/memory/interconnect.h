/* interconnect.h: the paths into L2 and out of it, each a server with a rate in bytes or sectors a cycle: what stores and DRAM bring
 * into L2; the slice that answers a load, L2 as a whole, the path to the GPC of the SM.
 *
 * What SMs of a GPC ask for soon after each other leaves L2 once: SMs of gpc_join_tpcs neighbouring TPCs share an answer. Requests of
 * one TPC do not share: its second request for the same sectors is that of the second answer, its third that of the third.
 *
 * Times are in parts of a cycle (server.h).
 *
 * What this module cannot do: say how long an answer is open to others, which is as long as there are new ones; rates of a slice for
 * stores. */
#ifndef SIMT_INTERCONNECT_H
#define SIMT_INTERCONNECT_H

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

/* gpc_join_tpcs at most. */
enum { JOIN_TPCS_MOST = 16 };

/* Answers to TPCs of a GPC about one line: how many there were, until when others share the last one. As large as a line of a host's cache. */
struct shared_answer {
	uint64_t line, until; /* a cycle */
	/* how many there were, and how many of them each TPC has had; modulo 2^16 */
	uint16_t answers, of[JOIN_TPCS_MOST];
	uint16_t first; /* TPC of those that share */
	uint8_t sectors;
	uint16_t since; /* it is none unless this is the interconnect's */
	uint64_t left;  /* when the last answer of this place came through, in parts of a cycle */
};

enum { SHARED_ANSWERS = 1 << 12 };

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
	void *memory;
	struct shared_answer *shared; /* SHARED_ANSWERS of each GPC, from a line of a host's cache on, in `memory` */
	struct server path[];         /* from L2 to each GPC */
};

/* With so many GPCs, numbered from 0 on in struct port_place. NULL: no memory. */
struct interconnect *interconnect_new(const struct simt_machine *m, unsigned gpcs);
void interconnect_free(struct interconnect *w);
void interconnect_reset(struct interconnect *w);

/* How long a store takes into L2 of whose sectors some are not written entirely. */
static inline uint64_t
interconnect_time_into(const struct interconnect *w, uint8_t sectors, uint8_t partial)
{
	return w->into[sectors_count(partial)].of[sectors_count(sectors)];
}

/* Each returns when what comes at `start` goes through. */
/* Sectors from DRAM into L2. */
static inline uint64_t
interconnect_fill(struct interconnect *w, uint64_t start, unsigned sectors)
{
	return server_pass(&w->in, start, w->into[0].of[sectors]);
}

/* What a store brings. */
static inline uint64_t
interconnect_store(struct interconnect *w, uint64_t start, const struct l2_request *r)
{
	uint64_t before, with;

	if (!r->combined)
		return server_pass(&w->in, start, interconnect_time_into(w, r->sectors, r->sectors & (uint8_t)~r->full));
	before = interconnect_time_into(w, r->before, r->before_partial);
	with = interconnect_time_into(w, r->with, r->with_partial);
	return server_pass(&w->in, start, with > before ? with - before : 0);
}

/* Results of atomics. */
static inline uint64_t
interconnect_results(struct interconnect *w, uint64_t start, unsigned packets)
{
	return server_pass(&w->out, start, packets * w->m->atomics.result * CYCLE_PARTS / w->m->interconnect.out_rate);
}

/* ---- the answer to a load, on its way to the SM's GPC, in three steps ---- */

/* Which of the groups of TPCs that share answers. */
static inline unsigned
interconnect_group(const struct interconnect *w, const struct port_place *at)
{
	return (unsigned)(at->tpc * w->per_group >> 32);
}

/* Where the answers are, among those to the GPC, that a load of an SM at that place may share. Lines and TPCs that have the same place push
 * each other out. */
static inline unsigned
interconnect_place(const struct interconnect *w, uint64_t line, const struct port_place *at)
{
	return (unsigned)((hash_mix(line) + interconnect_group(w, at)) % SHARED_ANSWERS);
}

/* Those of that place. */
static inline struct shared_answer *
interconnect_answers(const struct interconnect *w, unsigned gpc, unsigned place)
{
	return w->shared + (gpc * SHARED_ANSWERS + place);
}

/* Brings what the next step will look at into the host's caches. */
static inline __attribute__((always_inline)) void
interconnect_prefetch(const struct interconnect *w, const struct port_place *at, unsigned place)
{
	__builtin_prefetch(interconnect_answers(w, at->gpc, place), 1);
}

/* Whether a load is answered together with an earlier one to its GPC. Other GPCs have nothing in common with this. */
static inline bool
interconnect_shares(struct interconnect *w, const struct l2_request *r, const struct port_place *at, unsigned place)
{
	const unsigned tpcs = w->m->interconnect.gpc_join_tpcs, first = tpcs * interconnect_group(w, at);
	struct shared_answer *a = interconnect_answers(w, at->gpc, place);
	bool open = a->since == w->since && a->line == r->line && a->first == first && r->cycle < a->until &&
		    !(r->sectors & ~a->sectors),
	     new = !open;

	/* it gets an answer of its own, which others may share */
	if (!open) {
		const uint64_t left = a->left;

		*a = (struct shared_answer){.line = r->line, .sectors = r->sectors, .first = (uint16_t)first, .since = w->since};
		a->left = left;
	}
	if (tpcs)
		new = a->of[at->tpc - first]++ == a->answers;
	if (new) {
		a->answers++;
		a->until = r->cycle + w->m->interconnect.gpc_join;
	}
	return !new;
}

/* One that is not leaves that slice and L2. */
static inline uint64_t
interconnect_leave(struct interconnect *w, uint64_t start, unsigned sectors, unsigned slice)
{
	if (w->m->interconnect.slice_cycles)
		start = server_pass(w->slice + slice, start, w->of_slice.of[sectors]);
	return server_pass(&w->out, start, w->out_of.of[sectors]);
}

/* On the path to a GPC, on which others do not depend. `shares`: together with the last answer of that place that did not. */
static inline uint64_t
interconnect_arrive(struct interconnect *w, uint64_t start, unsigned sectors, unsigned gpc, unsigned place, bool shares)
{
	const bool paths = w->m->interconnect.gpc_rate;
	struct shared_answer *a = interconnect_answers(w, gpc, place);

	if (shares) {
		/* it comes with the other, but others wait for it */
		if (paths)
			server_pass(&w->path[gpc], start, w->to_gpc_shared.of[sectors]);
		return a->left > start ? a->left : start;
	}
	if (paths)
		start = server_pass(&w->path[gpc], start, w->to_gpc.of[sectors]);
	a->left = start;
	return start;
}

#endif
