/* cluster.c: clusters of blocks: their state, and latencies between their blocks. See cluster.h. */
#include "sim/dispatch/cluster.h"

#include <stdlib.h>

#include "base/alloc.h"

struct cluster *
cluster_new(struct launch_state *l)
{
	struct cluster *k = calloc(1, sizeof *k);

	if (!k)
		simt_no_memory();
	k->launch = l;
	k->blocks = k->users = k->missing = l->cluster_blocks;
	return k;
}

void
cluster_leave(struct cluster *k)
{
	if (!--k->users)
		free(k);
}

void
cluster_block_started(struct sm *sm, struct block *b)
{
	b->cluster->at[b->x.rank].sm = sm;
	b->cluster->at[b->x.rank].block = b;
}

/* ---- time ---- */

/* Whether clusters have more blocks than a TPC has SMs. */
static bool
is_large(const struct simt_machine *m, const struct launch_state *l)
{
	return l->cluster_blocks > m->chip.tpc_sms;
}

uint64_t
cluster_way(const struct simt_machine *m, const struct launch_state *l)
{
	return (m->cluster.latency + (is_large(m, l) ? m->cluster.far : 0)) / 2;
}

uint64_t
cluster_release_time(const struct simt_machine *m, const struct launch_state *l)
{
	return (m->cluster.barrier + (is_large(m, l) ? m->cluster.barrier_far : 0));
}

uint32_t
cluster_longest_window(const struct simt_machine *m)
{
	const uint64_t way = m->cluster.latency / 2;

	return (uint32_t)(way < m->cluster.barrier ? way : m->cluster.barrier);
}
