/* placement-cluster.c: which SMs get a cluster, as an H200 does it in the records of validate/data/h200/placement/ (-clusters).
 *
 * All blocks of a cluster go to one GPC at once; a TPC apart counts as a GPC. There each block goes to the SM with the fewest blocks.
 * The ranks of the blocks follow the numbers of their SMs. The GPC is one in which no SM that gets a block has more blocks than
 * elsewhere. Of several, TPCs apart come first, then the next GPC in turn. A machine without GPCs counts as a single GPC.
 *
 * What this module cannot do: room that other launches leave unevenly; sets of SMs (block_scheduler=spatial). */
#include "sim/dispatch/placement-cluster.h"

#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/dispatch/cluster.h"
#include "sim/runtime/gpu.h"

/* Groups of SMs: GPCs, then TPCs apart. */
struct cluster_gpcs {
	unsigned gpcs, n;
	uint16_t of[GPC_SMS_MOST]; /* of each SM */
};

static struct cluster_gpcs *
cluster_gpcs_of(struct gpu *gpu)
{
	const unsigned sms = gpu_sms(gpu), tpc = gpu->m->chip.tpc_sms;
	uint8_t group[GPC_SMS_MOST] = {0};
	struct cluster_gpcs *g = gpu->cluster_gpcs;

	if (g)
		return g;
	g = gpu->cluster_gpcs = xrealloc(NULL, sizeof *g);
	g->n = g->gpcs = gpcs_of(gpu->m, group);
	for (unsigned i = 0; i < sms; i++) {
		if (!g->gpcs)
			g->of[i] = 0;
		else if (group[i / tpc] < GPCS_MOST)
			g->of[i] = group[i / tpc];
		else
			g->of[i] = (uint16_t)(i % tpc ? g->n - 1 : g->n++);
	}
	g->n = g->n ? g->n : 1;
	g->gpcs = g->gpcs ? g->gpcs : 1;
	return g;
}

/* SMs that are open to a cluster: those from number `first` to before `end`; how many blocks of it each holds now. */
struct open_sms {
	unsigned first, end, room[GPC_SMS_MOST];
};

/* The SMs of a group that a cluster gets, in order, into sm. Returns the number of blocks that the fullest has then; 0: there is no room. */
static unsigned
in_group(struct gpu *gpu, const struct cluster_gpcs *g, unsigned group, const struct launch_state *l, const struct open_sms *open,
	 uint16_t *sm)
{
	const unsigned first = open->first, end = open->end;
	uint16_t gets[GPC_SMS_MOST];
	unsigned most = 0, n = 0;

	memset(gets + first, 0, (end - first) * sizeof *gets);
	for (unsigned b = 0; b < l->cluster_blocks; b++) {
		unsigned best = end, least = 0;

		for (unsigned i = first; i < end; i++)
			if (g->of[i] == group && open->room[i] > gets[i] &&
			    (best == end || sm_blocks_count(&gpu->sm[i].blocks) + gets[i] < least)) {
				best = i;
				least = sm_blocks_count(&gpu->sm[i].blocks) + gets[i];
			}
		if (best == end)
			return 0;
		gets[best]++;
		most = least + 1 > most ? least + 1 : most;
	}
	for (unsigned i = first; i < end; i++)
		for (unsigned k = 0; k < gets[i]; k++)
			sm[n++] = (uint16_t)i;
	return most;
}

struct sm *
placement_cluster(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	const struct cluster_gpcs *g = cluster_gpcs_of(gpu);
	uint32_t *turn = &gpu->cluster_turn;
	struct open_sms open = {.first = first, .end = end};
	unsigned least = 0, best = 0;
	uint16_t sm[CLUSTER_MOST];

	for (unsigned i = first; i < end; i++)
		open.room[i] = sm_takes(gpu, gpu->sm + i, l) ? sm_blocks_room(gpu->sm + i, l) : 0;
	for (unsigned k = 0; k < g->n; k++) {
		/* TPCs apart come first */
		unsigned group = k < g->n - g->gpcs ? g->gpcs + k : (*turn + k - (g->n - g->gpcs)) % g->gpcs,
			 most = in_group(gpu, g, group, l, &open, sm);

		if (most && (!least || most < least)) {
			least = most;
			best = group;
			memcpy(gpu->cluster_sm, sm, sizeof sm);
		}
	}
	if (!least)
		return NULL;
	if (best < g->gpcs)
		*turn = (best + 1) % g->gpcs;
	return gpu->sm + gpu->cluster_sm[0];
}

/* Blocks of the launch that the SMs of a group hold. */
static uint64_t
group_room(struct gpu *gpu, unsigned group, const struct launch_state *l)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		n += gpu->cluster_gpcs->of[i] == group ? l->fit.blocks : 0;
	return n;
}

uint64_t
placement_cluster_blocks(struct gpu *gpu, const struct launch_state *l)
{
	const struct cluster_gpcs *g = cluster_gpcs_of(gpu);
	uint64_t most = 0;

	for (unsigned group = 0; group < g->n; group++) {
		const uint64_t n = group_room(gpu, group, l);

		most = n > most ? n : most;
	}
	return most;
}

uint64_t
placement_cluster_clusters(struct gpu *gpu, const struct launch_state *l, unsigned cluster)
{
	const struct cluster_gpcs *g = cluster_gpcs_of(gpu);
	uint64_t n = 0;

	for (unsigned group = 0; group < g->n; group++)
		n += group_room(gpu, group, l) / cluster;
	return n;
}
