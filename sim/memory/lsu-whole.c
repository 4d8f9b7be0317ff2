#include "sim/memory/lsu-whole.h"

#include "isa/whole.h"
#include "sim/core/scoreboard.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/memory/cluster-port.h"
#include "sim/memory/data-path.h"

/* Whether all of it is memory that the block may access. */
static bool
is_there(const struct sm *sm, const struct block *b, const struct isa_whole *w)
{
	const uint64_t end = (uint64_t)w->first + w->last + w->bytes;

	return !(w->first & (w->bytes - 1u)) && end <= b->x.shared_bytes &&
	       (w->first >= sm->m->shared.reserved || end <= b->x.shared_lent);
}

/* One each time 32 words go, of a row; of one place two parts go together, of as many as rows of so many words have. */
static unsigned
wavefronts_of(const struct isa_whole *w)
{
	const unsigned words = w->bytes / 4u;

	return w->row || words == 1 ? words : words / 2;
}

static void
count_whole(struct warp *w, const struct isa_whole *at, unsigned wavefronts)
{
	uint64_t *v = w->counts->v;

	v[SIMT_STAT_shared_requests]++;
	v[SIMT_STAT_shared_wavefronts] += wavefronts;
	v[at->store ? SIMT_STAT_shared_store_wavefronts : SIMT_STAT_shared_load_wavefronts] += wavefronts;
}

bool
lsu_whole_access(struct sm *sm, struct subcore *c, struct warp *w, const struct inst *in)
{
	const struct simt_machine *m = sm->m;
	struct block *b = w->block;
	struct isa_whole at;
	unsigned n;
	uint64_t done;

	/* with fewer banks than lanes there are conflicts */
	if (m->shared.banks < ISA_LANES || cluster_port_has_messages(&sm->cluster_port) || !isa_whole_at(in, &w->x, &at) ||
	    !is_there(sm, b, &at))
		return false;
	if (at.store)
		isa_whole_store(in, &w->x, &at, b->shared + at.first);
	else
		isa_whole_load(in, &w->x, &at, b->shared + at.first);
	n = wavefronts_of(&at);
	if (in->rbar != ISA_NO_SB)
		scoreboard_raise_until(w, in->rbar, sm->now, c->enters + m->issue.read_barrier_latency,
				       SIMT_STALL_short_scoreboard);
	count_whole(w, &at, n);
	w->shared_enters = c->enters;
	done = data_path_take_shared(sm, c, c->enters, n) + m->shared.latency +
	       (n - 1) * (m->shared.conflict_latency + m->shared.wide_cycles);
	if (in->wbar != ISA_NO_SB)
		scoreboard_raise_until(w, in->wbar, sm->now, done, SIMT_STALL_short_scoreboard);
	return true;
}
