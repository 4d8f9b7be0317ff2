/* simt-launch.c: the functions of simt.h that queue a launch, and those that change one before it runs. They check that the machine can
 * run it, and work out what its blocks occupy on an SM, its constant bank 0, its clusters and the grid's workspace. launches.c says how
 * it runs, streams.c what it waits for.
 *
 * What this module cannot do: launches that kernels make, grids counted in clusters (__block_size__). */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/abi.h"
#include "isa/cubin.h"
#include "sim/dispatch/cluster.h"
#include "sim/dispatch/occupancy.h"
#include "sim/dispatch/placement-cluster.h"
#include "sim/dispatch/streams.h"
#include "sim/divergence/policy.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/modules.h"

static bool
fits_limits(const struct simt *s, const struct simt_launch *l, const struct cubin_kernel *k, uint32_t dynamic, struct simt_error *e)
{
	const struct simt_machine *m = s->machine;
	const struct launch_state *t = &l->state;
	uint64_t threads = (uint64_t)t->block.x * t->block.y * t->block.z, shared = (uint64_t)k->shared_bytes + dynamic;

	if (!threads || !t->grid.x || !t->grid.y || !t->grid.z)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: grid and block dimensions must be at least 1", k->name);
	if (t->grid.x > INT32_MAX || t->grid.y > 65535 || t->grid.z > 65535)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a grid of %ux%ux%u is larger than 2147483647x65535x65535", k->name,
				 t->grid.x, t->grid.y, t->grid.z);
	if (t->block.x > 1024 || t->block.y > 1024 || t->block.z > 64 || threads > m->sm.block_threads)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a block of %ux%ux%u threads is larger than the machine's %u, or than 1024x1024x64",
				 k->name, t->block.x, t->block.y, t->block.z, m->sm.block_threads);
	if (k->max_threads && threads > k->max_threads)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a block of %" PRIu64 " threads exceeds its launch bounds of %u",
				 k->name, threads, k->max_threads);
	if (shared > m->shared.block_bytes)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: %" PRIu64 " bytes of shared memory are more than the machine's %" PRIu64 " a block",
				 k->name, shared, m->shared.block_bytes);
	if (!t->fit.warps)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a block is %u warps, more than the %u warp slots of an SM", k->name,
				 t->warps_per_block, machine_warps(m));
	if (!t->fit.registers)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a block takes %u registers, %u a thread, more than the %u of an SM allow", k->name,
				 t->regs_block, k->registers, m->sm.registers);
	if (!t->fit.shared)
		return simt_fail(
			e, SIMT_BAD_INPUT,
			"kernel %s: a block takes %u bytes of shared memory, the reserved part included, more than the %" PRIu64
			" of an SM",
			k->name, t->shared_block, m->shared.bytes);
	return true;
}

/* Memory of a thread's own: what the compiler says, and a stack where a function is called: recursion is not counted. */
static uint32_t
local_bytes(const struct simt_function *f, const struct simt_machine *m)
{
	enum { UNIT = 16 };

	return (f->kernel->local_bytes + (f->calls ? m->sm.stack_bytes : 0) + UNIT - 1) / UNIT * UNIT;
}

/* What a block takes of an SM, and how many blocks an SM holds. */
static void
work_out_sizes(const struct simt *s, struct launch_state *t, const struct cubin_kernel *k, uint32_t dynamic)
{
	const struct simt_machine *m = s->machine;
	uint64_t threads = (uint64_t)t->block.x * t->block.y * t->block.z;
	uint32_t w = m->sm.warp_size, n = threads > 1u << 20 ? 1u << 20 : (uint32_t)threads, shared;

	t->warps_per_block = (n + w - 1) / w;
	t->rows_per_block = (n + ISA_LANES - 1) / ISA_LANES;
	t->regs = t->f->registers;
	/* dynamic shared memory begins at the next multiple of 16 */
	shared = (dynamic ? (k->shared_bytes + 15) / 16 * 16 : k->shared_bytes) + dynamic;
	/* machine code knows where its own part begins, whatever the machine takes besides */
	t->shared_bytes = CUBIN_RESERVED_SHARED + shared;
	t->fit = occupancy(s->machine, n, k->registers, m->shared.reserved + shared, &t->regs_block, &t->shared_block);
	t->local_bytes = local_bytes(t->f, s->machine);
	t->blocks = (uint64_t)t->grid.x * t->grid.y * t->grid.z;
}

/* Constant bank 0: block and grid dimensions, local memory, the parameters. */
static bool
make_bank0(struct launch_state *t, const struct cubin_kernel *k, uint32_t dynamic, const void *params, struct simt_error *e)
{
	struct simt_module *m = t->f->module;
	const struct isa_abi *abi = isa_abi(cubin_sm(t->f->module->cubin));
	uint32_t size = k->param_base + k->param_bytes, need = (uint32_t)k->blob[CUBIN_BANK0].size;
	uint8_t *to;

	assert(k->param_base >= abi->dynamic_shared + sizeof dynamic);
	if (t->f->constants && cubin_blob(m->cubin, CUBIN_BANK3)->size && !modules_place_constants(m, e))
		return false;
	size = size > need ? size : need;
	t->bank0 = calloc(1, sizeof *t->bank0 + size);
	if (!t->bank0)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	t->bank0->launches = 1;
	t->bank0->bytes = size;
	to = t->bank0->data;
	memcpy(to + abi->block_dim, &t->block, sizeof t->block);
	memcpy(to + abi->grid_dim, &t->grid, sizeof t->grid);
	memcpy(to + abi->local_window, &abi->local_address, sizeof abi->local_address);
	memcpy(to + abi->stack_pointer, &t->local_bytes, sizeof t->local_bytes);
	memcpy(to + abi->dynamic_shared, &dynamic, sizeof dynamic);
	if (k->param_base >= abi->reserved_shared + sizeof k->shared_reserved)
		memcpy(to + abi->reserved_shared, &k->shared_reserved, sizeof k->shared_reserved);
	memcpy(to + abi->constants, &m->address[CUBIN_BANK3], sizeof(uint64_t));
	memcpy(to + abi->lent_shared, &abi->lent_bytes, sizeof abi->lent_bytes);
	memcpy(to + abi->all_shared, &t->shared_block, sizeof t->shared_block);
	memcpy(to + abi->sms, &m->context->machine->chip.sms, sizeof(int32_t));
	if (k->param_bytes)
		memcpy(to + k->param_base, params, k->param_bytes);
	return true;
}

/* Code that takes the address of a parameter finds a copy of all of them in device memory. */
static bool
place_params(struct launch_state *t, const struct cubin_kernel *k, const void *params, struct simt_error *e)
{
	const struct isa_abi *abi = isa_abi(cubin_sm(t->f->module->cubin));
	struct simt *s = t->f->module->context;
	uint64_t address;

	if (!t->f->addresses_params || !k->param_bytes)
		return true;
	if (!simt_malloc(s, k->param_bytes + abi->param_align, &address, e))
		return false;
	/* they are aligned as in bank 0 */
	if (!simt_name(s, address, "the kernel's parameters", e) ||
	    !simt_write(s, address + k->param_base % abi->param_align, params, k->param_bytes, e))
		return false;
	address += k->param_base % abi->param_align;
	memcpy(t->bank0->data + abi->params, &address, sizeof address);
	return true;
}

/* Shares bank 0 with the launch before it, if the two are equal. */
static void
share_bank0(struct launch_state *t, const struct simt_launch *before)
{
	struct bank0 *b = before ? before->state.bank0 : NULL;

	if (!b || b->bytes != t->bank0->bytes || memcmp(b->data, t->bank0->data, b->bytes))
		return;
	free(t->bank0);
	t->bank0 = b;
	b->launches++;
}

/* Gives the launch a bank 0 of its own, which can be written. */
static void
own_bank0(struct launch_state *t)
{
	const struct bank0 *b = t->bank0;

	if (b->launches == 1)
		return;
	t->bank0->launches--;
	t->bank0 = xrealloc(NULL, sizeof *b + b->bytes);
	memcpy(t->bank0, b, sizeof *b + b->bytes);
	t->bank0->launches = 1;
}

/* Whether the launch can have clusters of so many blocks; *e says why not. */
static bool
check_cluster(struct simt *s, const struct launch_state *t, struct simt_dim c, struct simt_error *e)
{
	const struct cubin_kernel *k = t->f->kernel;
	const uint32_t *own = k->cluster;
	const uint64_t blocks = (uint64_t)c.x * c.y * c.z;
	uint64_t room;

	if (!blocks || c.x > CLUSTER_MOST || c.y > CLUSTER_MOST || c.z > CLUSTER_MOST || blocks > CLUSTER_MOST)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a cluster of %ux%ux%u blocks; there are 1 to %d in one", k->name,
				 c.x, c.y, c.z, CLUSTER_MOST);
	if (own[0] && (own[0] != c.x || own[1] != c.y || own[2] != c.z))
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: clusters of %ux%ux%u blocks, but it was compiled for %ux%ux%u",
				 k->name, c.x, c.y, c.z, own[0], own[1], own[2]);
	if (k->max_cluster && blocks > k->max_cluster)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: clusters of %u blocks exceed its launch bounds of %u", k->name,
				 (unsigned)blocks, k->max_cluster);
	if (t->grid.x % c.x || t->grid.y % c.y || t->grid.z % c.z)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a grid of %ux%ux%u blocks is not one of whole clusters of %ux%ux%u",
				 k->name, t->grid.x, t->grid.y, t->grid.z, c.x, c.y, c.z);
	if (blocks == 1)
		return true;
	if (s->policy->packs || s->machine->pipes.bank_issue == BANK_INDEPENDENT)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: clusters are not simulated where several splits of a warp run at the same time",
				 k->name);
	if (s->gpu.blocks->alone)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: clusters are not simulated with block_scheduler=%s", k->name,
				 s->gpu.blocks->name);
	if (t->regroup)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch with clusters cannot have its threads in another order",
				 k->name);
	room = placement_cluster_blocks(&s->gpu, t);
	if (blocks > room)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a cluster of %u blocks is too large: %u of them run at a time on the SMs of a GPC",
				 k->name, (unsigned)blocks, (unsigned)room);
	return true;
}

/* What special registers of clusters read of bank 0. */
static void
put_cluster(struct launch_state *t)
{
	const struct isa_abi *abi = isa_abi(cubin_sm(t->f->module->cubin));
	const struct simt_dim *c = &t->cluster, *g = &t->grid;
	const uint32_t one = 1, clusters[3] = {g->x / (c->x ? c->x : 1), g->y / (c->y ? c->y : 1), g->z / (c->z ? c->z : 1)},
		       dim[3] = {c->x ? c->x : 1, c->y ? c->y : 1, c->z ? c->z : 1};

	if (t->f->kernel->param_base < abi->cluster_blocks + sizeof t->cluster_blocks)
		return;
	for (int i = 0; i < 3; i++) {
		const float inverse = 1.0f / (float)dim[i];

		memcpy(t->bank0->data + abi->cluster_inverse + 4 * i, &inverse, sizeof inverse);
	}
	memcpy(t->bank0->data + abi->cluster_dim, dim, sizeof dim);
	memcpy(t->bank0->data + abi->grid_clusters, clusters, sizeof clusters);
	memcpy(t->bank0->data + abi->cluster_blocks, &t->cluster_blocks, sizeof t->cluster_blocks);
	if (c->x)
		memcpy(t->bank0->data + abi->explicit_cluster, &one, sizeof one);
}

/* The clusters that the kernel was compiled for. */
static bool
own_cluster(struct simt *s, struct launch_state *t, const struct cubin_kernel *k, struct simt_error *e)
{
	const struct simt_dim c = {k->cluster[0], k->cluster[1], k->cluster[2]};

	if (k->counts_clusters && c.x * c.y * c.z > 1)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: __block_size__ with a cluster is not simulated; its grid would be counted in clusters",
				 k->name);
	if (c.x) {
		if (!check_cluster(s, t, c, e))
			return false;
		t->cluster = c;
		t->cluster_blocks = c.x * c.y * c.z;
	}
	put_cluster(t);
	return true;
}

/* How many blocks of the launch can run at the same time, in clusters of `cluster` blocks. */
static uint64_t
blocks_at_a_time(const struct simt_launch *l, unsigned cluster)
{
	const struct launch_state *t = &l->state;

	return cluster > 1 ? placement_cluster_clusters(&l->context->gpu, t, cluster) * cluster
			   : (uint64_t)t->fit.blocks * l->context->machine->chip.sms;
}

/* Whether all blocks of a cooperative launch can run at the same time, in clusters of `cluster` blocks. */
static bool
check_room(const struct simt_launch *l, unsigned cluster, struct simt_error *e)
{
	const struct launch_state *t = &l->state;
	const uint64_t most = blocks_at_a_time(l, cluster);

	if (t->blocks <= most)
		return true;
	if (cluster > 1)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a cooperative launch of %" PRIu64 " blocks is too large: %" PRIu64
				 " of them run at a time, in clusters of %u",
				 t->f->kernel->name, t->blocks, most, cluster);
	return simt_fail(e, SIMT_BAD_INPUT,
			 "kernel %s: a cooperative launch of %" PRIu64 " blocks is too large: %" PRIu64
			 " of them run at a time, %" PRIu32 " on each of %" PRIu32 " SMs",
			 t->f->kernel->name, t->blocks, most, t->fit.blocks, l->context->machine->chip.sms);
}

/* What barriers of the grid need. */
static bool
give_workspace(struct simt_launch *l, struct simt_error *e)
{
	const struct isa_abi *abi = isa_abi(cubin_sm(l->state.f->module->cubin));
	uint32_t workspace[2] = {sizeof workspace, 0}, high, low;
	uint64_t address;

	if (!simt_malloc(l->context, sizeof workspace, &address, e) || !simt_name(l->context, address, "the grid's workspace", e) ||
	    !simt_write(l->context, address, workspace, sizeof workspace, e))
		return false;
	own_bank0(&l->state);
	high = (uint32_t)(address >> 32);
	low = (uint32_t)address;
	memcpy(l->state.bank0->data + abi->workspace_high, &high, sizeof high);
	memcpy(l->state.bank0->data + abi->workspace_low, &low, sizeof low);
	l->state.cooperative = true;
	return true;
}

/* An H200 gives other launches a workspace, too. Here a launch whose blocks may not all run at the same time has none, since it would
 * wait for ever. */
static bool
may_have_workspace(struct simt_launch *l, struct simt_error *e)
{
	return !l->state.f->waits_for_grid || l->context->gpu.blocks->alone ||
	       l->state.blocks > blocks_at_a_time(l, l->state.cluster_blocks) || give_workspace(l, e);
}

static void
take_workspace(struct simt_launch *l)
{
	const struct isa_abi *abi = isa_abi(cubin_sm(l->state.f->module->cubin));

	own_bank0(&l->state);
	memset(l->state.bank0->data + abi->workspace_high, 0, sizeof(uint32_t));
	memset(l->state.bank0->data + abi->workspace_low, 0, sizeof(uint32_t));
	l->state.cooperative = false;
}

struct simt_launch *
simt_launch(struct simt *s, const struct simt_function *f, struct simt_dim grid, struct simt_dim block, uint32_t dynamic_shared,
	    const void *params, size_t param_bytes, unsigned stream, struct simt_error *e)
{
	const struct cubin_kernel *k = f->kernel;
	struct simt_launch *l = calloc(1, sizeof *l);
	bool ok = false;

	if (!l) {
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		return NULL;
	}
	l->context = s;
	l->state = (struct launch_state){.launch = l, .f = f, .grid = grid, .block = block, .cluster_blocks = 1};
	if (s->gpu.untimed && s->policy->packs) {
		simt_fail(e, SIMT_BAD_INPUT, "reconvergence=%s depends on time and has no functional mode", s->policy->name);
	} else if (param_bytes != k->param_bytes) {
		simt_fail(e, SIMT_BAD_INPUT, "kernel %s: %zu bytes of parameters were given, it takes %u", k->name, param_bytes,
			  k->param_bytes);
	} else {
		work_out_sizes(s, &l->state, k, dynamic_shared);
		ok = fits_limits(s, l, k, dynamic_shared, e) && make_bank0(&l->state, k, dynamic_shared, params, e) &&
		     place_params(&l->state, k, params, e) && own_cluster(s, &l->state, k, e) && may_have_workspace(l, e);
	}
	if (!ok) {
		free(l->state.bank0);
		free(l);
		return NULL;
	}
	share_bank0(&l->state, s->newest);
	*s->last = s->newest = l;
	s->last = &l->next;
	l->state.number = ++s->gpu.launches;
	streams_issue(s, l, stream);
	return l;
}

bool
simt_cooperate(struct simt_launch *l, struct simt_error *e)
{
	const char *symbol = l->state.f->kernel->name;
	const struct gpu *gpu = &l->context->gpu;

	if (l->started || l->queued)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch that has run cannot become a cooperative one", symbol);
	if (gpu->blocks->alone)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a cooperative launch needs all SMs, of which block_scheduler=%s gives it a part",
				 symbol, gpu->blocks->name);
	if (!check_room(l, l->state.cluster_blocks, e) || (!l->state.cooperative && !give_workspace(l, e)))
		return false;
	l->asked_cooperative = true;
	return true;
}

bool
simt_cluster(struct simt_launch *l, struct simt_dim blocks, struct simt_error *e)
{
	struct launch_state *t = &l->state;

	if (l->started || l->queued)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch that has run cannot have clusters now",
				 t->f->kernel->name);
	if (!check_cluster(l->context, t, blocks, e) || (l->asked_cooperative && !check_room(l, blocks.x * blocks.y * blocks.z, e)))
		return false;
	t->cluster = blocks;
	t->cluster_blocks = blocks.x * blocks.y * blocks.z;
	own_bank0(t);
	put_cluster(t);
	/* with clusters there may be room for fewer blocks at the same time */
	if (t->cooperative && t->blocks > blocks_at_a_time(l, t->cluster_blocks))
		take_workspace(l);
	return t->cooperative || may_have_workspace(l, e);
}

bool
simt_launch_after(struct simt_launch *l, struct simt_launch *other, struct simt_error *e)
{
	if (l->context != other->context || other->state.number >= l->state.number)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch can wait only for launches that were queued before it",
				 l->state.f->kernel->name);
	if (l->started || l->queued)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch that has run cannot wait for another one",
				 l->state.f->kernel->name);
	streams_wait(l, other);
	return true;
}
