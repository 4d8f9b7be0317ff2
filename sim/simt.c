/* simt.c: the functions of simt.h for contexts, memory and launches; those for modules are in modules.c. */
#include "simt.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "checks.h"
#include "context.h"
#include "events.h"
#include "memory.h"
#include "occupancy.h"
#include "regroup.h"

const struct simt_stat_info simt_stat_info[SIMT_STATS] = {
#define STAT(name, metric, unit, doc)    {#name, metric, unit, doc, true, false},
#define COUNT(name, metric, unit, doc)   {#name, metric, unit, doc, false, false},
#define MACHINE(name, metric, unit, doc) {#name, metric, unit, doc, true, true},
#include "stats.def"
#undef STAT
};

const char *const simt_stall_name[SIMT_STALLS] = {
#define STALL(name, doc) #name,
#include "stall.def"
#undef STALL
};

static const struct policy *const policies[] = {
#define POLICY(name) &policy_##name,
#include "policies.def"
#undef POLICY
};

/* ---- context ---- */

/* The policy that the machine asks for: each word of the parameter is one's name. */
static const struct policy *
find_policy(const struct simt_machine *m)
{
	const char *name = simt_machine_get(m, "reconvergence");
	size_t i = 0;

	while (i < sizeof policies / sizeof *policies && strcmp(policies[i]->name, name))
		i++;
	assert(i < sizeof policies / sizeof *policies);
	assert(policies[i]->more || m->v[M_bank_issue] != BANK_INDEPENDENT);
	return policies[i];
}

struct simt *
simt_create(const struct simt_machine *m, struct simt_error *e)
{
	struct simt *s;

	if (!machine_check(m, e))
		return NULL;
	s = calloc(1, sizeof *s);
	if (s) {
		s->last = &s->launches;
		s->policy = find_policy(m);
		s->machine = machine_copy(m);
		s->memory = memory_new();
	}
	if (!s || !s->machine || !s->memory)
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	else if (gpu_init(&s->gpu, s->machine, s->memory, s->policy, e))
		return s;
	simt_destroy(s);
	return NULL;
}

static void
free_launches(struct simt *s)
{
	while (s->launches) {
		struct simt_launch *l = s->launches;

		s->launches = l->next;
		free(l->state.bank0);
		regroup_free(l->state.regroup);
		free(l->successor);
		free(l->pc);
		free(l);
	}
	s->last = &s->launches;
	streams_reset(s);
}

void
simt_destroy(struct simt *s)
{
	if (!s)
		return;
	checks_free(s->checks);
	free_launches(s);
	free(s->stream);
	while (s->modules) {
		struct simt_module *m = s->modules;

		s->modules = m->next;
		module_free(m);
	}
	if (s->machine)
		gpu_free(&s->gpu);
	memory_free(s->memory);
	simt_machine_free(s->machine);
	free(s);
}

void
simt_set_progress(struct simt *s, simt_progress *f, void *arg)
{
	s->gpu.progress = f;
	s->gpu.progress_arg = arg;
}

void
simt_set_output(struct simt *s, simt_output *f, void *arg)
{
	s->gpu.output = f;
	s->gpu.output_arg = arg;
}

void
simt_set_max_cycles(struct simt *s, uint64_t cycles)
{
	s->gpu.max_cycles = cycles;
}

void
simt_set_mode(struct simt *s, enum simt_mode mode)
{
	s->gpu.untimed = mode == SIMT_FUNCTIONAL;
}

/* ---- memory ---- */

bool
simt_malloc(struct simt *s, size_t bytes, uint64_t *address, struct simt_error *e)
{
	if (!memory_alloc(s->memory, bytes, address, e))
		return false;
	if (s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_ALLOC, *address, bytes);
	return true;
}

bool
simt_free(struct simt *s, uint64_t address, struct simt_error *e)
{
	if (!memory_release(s->memory, address, e))
		return false;
	if (s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_FREE, address, 0);
	return true;
}

bool
simt_name(struct simt *s, uint64_t address, const char *name, struct simt_error *e)
{
	return memory_name(s->memory, address, name, e);
}

static uint8_t *
host_place(struct simt *s, uint64_t address, size_t bytes, struct simt_error *e)
{
	uint8_t *p = memory_at(s->memory, address, bytes, NULL);

	if (!p)
		simt_fail(e, SIMT_BAD_INPUT, "%zu bytes at 0x%" PRIx64 " are not inside one allocation", bytes, address);
	return p;
}

bool
simt_write(struct simt *s, uint64_t address, const void *from, size_t bytes, struct simt_error *e)
{
	uint8_t *p = host_place(s, address, bytes, e);

	if (p && bytes)
		memcpy(p, from, bytes);
	if (p && s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_WRITE, address, bytes);
	return p;
}

bool
simt_read(struct simt *s, uint64_t address, void *to, size_t bytes, struct simt_error *e)
{
	const uint8_t *p = host_place(s, address, bytes, e);

	if (p && bytes)
		memcpy(to, p, bytes);
	return p;
}

void
simt_reset(struct simt *s)
{
	free_launches(s);
	memory_clear(s->memory);
	gpu_reset(&s->gpu);
	if (s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_RESET, 0, 0);
	/* as at loading, when it worked: the same sizes are asked for again */
	for (struct simt_module *m = s->modules; m; m = m->next)
		if (!module_place(m, NULL))
			abort();
}

/* ---- launches ---- */

static bool
fits_limits(const struct simt *s, const struct simt_launch *l, const struct cubin_kernel *k, uint32_t dynamic, struct simt_error *e)
{
	const int32_t *v = s->machine->v;
	const struct launch_state *t = &l->state;
	uint64_t threads = (uint64_t)t->block.x * t->block.y * t->block.z, shared = (uint64_t)k->shared_bytes + dynamic;

	if (!threads || !t->grid.x || !t->grid.y || !t->grid.z)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: grid and block dimensions must be at least 1", k->symbol);
	if (t->grid.x > INT32_MAX || t->grid.y > 65535 || t->grid.z > 65535)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a grid of %ux%ux%u is larger than 2147483647x65535x65535",
				 k->symbol, t->grid.x, t->grid.y, t->grid.z);
	if (t->block.x > 1024 || t->block.y > 1024 || t->block.z > 64 || threads > (uint64_t)v[M_threads_per_block])
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a block of %ux%ux%u threads is larger than the machine's %d, or than 1024x1024x64",
				 k->symbol, t->block.x, t->block.y, t->block.z, v[M_threads_per_block]);
	if (k->max_threads && threads > k->max_threads)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a block of %" PRIu64 " threads exceeds its launch bounds of %u",
				 k->symbol, threads, k->max_threads);
	if (shared > (uint64_t)v[M_shared_per_block])
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: %" PRIu64 " bytes of shared memory are more than the machine's %d a block", k->symbol,
				 shared, v[M_shared_per_block]);
	if (!t->fit.warps)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a block is %u warps, more than the %d warp slots of an SM",
				 k->symbol, t->warps_per_block, v[M_threads_per_sm] / v[M_warp_size]);
	if (!t->fit.registers)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "kernel %s: a block takes %u registers, %u a thread, more than the %d of an SM can be shared out",
				 k->symbol, t->regs_block, k->registers, v[M_registers_per_sm]);
	if (!t->fit.shared)
		return simt_fail(
			e, SIMT_BAD_INPUT,
			"kernel %s: a block takes %u bytes of shared memory, the reserved part included, more than the %d of an SM",
			k->symbol, t->shared_block, v[M_shared_per_sm]);
	return true;
}

/* Memory of a thread's own: what the compiler says, and CUDA's default stack where a function is called: recursion is not counted. */
static uint32_t
local_bytes(const struct simt_function *f)
{
	enum { UNIT = 16, STACK = 1024 };

	return (f->kernel->local_bytes + UNIT - 1) / UNIT * UNIT + (f->calls ? STACK : 0);
}

/* What a block takes of an SM, and how many blocks an SM holds. */
static void
work_out_sizes(const struct simt *s, struct launch_state *t, const struct cubin_kernel *k, uint32_t dynamic)
{
	const int32_t *v = s->machine->v;
	uint64_t threads = (uint64_t)t->block.x * t->block.y * t->block.z;
	uint32_t w = (uint32_t)v[M_warp_size], n = threads > 1u << 20 ? 1u << 20 : (uint32_t)threads;

	t->warps_per_block = (n + w - 1) / w;
	t->rows_per_block = (n + ISA_LANES - 1) / ISA_LANES;
	t->regs = k->registers;
	/* dynamic shared memory begins at the next multiple of 16 */
	t->shared_bytes = (uint32_t)v[M_shared_reserved] + (dynamic ? (k->shared_bytes + 15) / 16 * 16 : k->shared_bytes) + dynamic;
	t->fit = occupancy(s->machine, n, k->registers, t->shared_bytes, &t->regs_block, &t->shared_block);
	t->local_bytes = local_bytes(t->f);
	t->blocks = (uint64_t)t->grid.x * t->grid.y * t->grid.z;
	t->launch->stats.shape = (struct simt_shape){
		.blocks = t->blocks,
		.threads = n,
		.warps = t->warps_per_block,
		.registers = t->regs,
		.shared = t->shared_block,
		.fit_warps = t->fit.warps,
		.fit_registers = t->fit.registers,
		.fit_shared = t->fit.shared,
		.fit_blocks = (uint32_t)v[M_blocks_per_sm],
		.fit = t->fit.blocks,
	};
}

/* Constant bank 0: block and grid dimensions, local memory, the parameters. */
static bool
make_bank0(struct launch_state *t, const struct cubin_kernel *k, const void *params)
{
	const struct isa_abi *abi = isa_abi(cubin_sm(t->f->module->cubin));
	uint32_t size = k->param_base + k->param_bytes, need = (uint32_t)k->blob[CUBIN_BANK0].size;

	assert(k->param_base >= abi->stack_pointer + sizeof t->local_bytes);
	t->bank0_bytes = size > need ? size : need;
	t->bank0 = calloc(t->bank0_bytes, 1);
	if (!t->bank0)
		return false;
	memcpy(t->bank0 + abi->block_dim, &t->block, sizeof t->block);
	memcpy(t->bank0 + abi->grid_dim, &t->grid, sizeof t->grid);
	memcpy(t->bank0 + abi->local_window, &abi->local_address, sizeof abi->local_address);
	memcpy(t->bank0 + abi->stack_pointer, &t->local_bytes, sizeof t->local_bytes);
	if (k->param_bytes)
		memcpy(t->bank0 + k->param_base, params, k->param_bytes);
	return true;
}

struct simt_launch *
simt_launch(struct simt *s, const struct simt_function *f, struct simt_dim grid, struct simt_dim block, uint32_t dynamic_shared,
	    const void *params, size_t param_bytes, unsigned stream, struct simt_error *e)
{
	const struct cubin_kernel *k = f->kernel;
	struct simt_launch *l = calloc(1, sizeof *l);

	if (!l) {
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		return NULL;
	}
	l->state = (struct launch_state){.launch = l, .f = f, .grid = grid, .block = block};
	if (s->gpu.untimed && s->policy->may_join) {
		simt_fail(e, SIMT_BAD_INPUT, "reconvergence=%s fills issue slots in time: there is no functional mode of it",
			  s->policy->name);
	} else if (param_bytes != k->param_bytes) {
		simt_fail(e, SIMT_BAD_INPUT, "kernel %s: %zu bytes of parameters were given, it takes %u", k->symbol, param_bytes,
			  k->param_bytes);
	} else {
		work_out_sizes(s, &l->state, k, dynamic_shared);
		l->pc = calloc(f->n, sizeof *l->pc);
		l->stats.pc = l->pc;
		l->stats.npc = f->n;
		if (fits_limits(s, l, k, dynamic_shared, e) && (!l->pc || !make_bank0(&l->state, k, params)))
			simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	}
	if (!l->pc || !l->state.bank0) {
		free(l->pc);
		free(l->state.bank0);
		free(l);
		return NULL;
	}
	*s->last = l;
	s->last = &l->next;
	l->context = s;
	l->state.number = ++s->gpu.launches;
	streams_issue(s, l, stream);
	return l;
}

bool
simt_synchronize(struct simt *s, struct simt_error *e)
{
	streams_submit(s);
	if (!s->gpu.untimed)
		return gpu_run(&s->gpu, e);
	/* in the order of issue all that a launch waits for is before it */
	for (struct simt_launch *l = s->unfinished; l; l = l->next)
		if (!l->stats.started && !gpu_run_functional(&s->gpu, l, e))
			return false;
	return true;
}

bool
simt_launch_after(struct simt_launch *l, struct simt_launch *other, struct simt_error *e)
{
	if (l->context != other->context || other->state.number >= l->state.number)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch can wait for those alone that were queued before it",
				 l->state.f->kernel->symbol);
	if (l->stats.started || l->queued)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch that has run cannot wait for another one",
				 l->state.f->kernel->symbol);
	streams_wait(l, other);
	return true;
}

const struct simt_launch_stats *
simt_total_stats(const struct simt *s)
{
	return &s->gpu.total;
}

const struct simt_launch_stats *
simt_launch_stats(const struct simt_launch *l)
{
	return &l->stats;
}

bool
simt_count(const struct simt_launch *l, const char *metric, uint64_t *count)
{
	for (int i = 0; i < SIMT_STATS; i++)
		if (!strcmp(simt_stat_info[i].metric, metric)) {
			*count = l->stats.v[i];
			return !(l->stats.shared && simt_stat_info[i].machine);
		}
	return false;
}
