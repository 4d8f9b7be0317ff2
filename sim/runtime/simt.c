/* simt.c: the functions of simt.h for contexts, runs and counts. simt-memory.c has those for memory, modules.c those for modules,
 * simt-launch.c those for launches.
 *
 * What this module cannot do: serve two threads with one context. */
#include "sim/runtime/simt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "sim/core/regroup.h"
#include "sim/dispatch/launches.h"
#include "sim/dispatch/streams.h"
#include "sim/divergence/policy.h"
#include "sim/memory/backing-store.h"
#include "sim/observe/checks.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/functional.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/jobs.h"
#include "sim/runtime/modules.h"
#include "sim/runtime/sampling.h"

/* A test that looks for races wants threads at work whether they pay or not: it compiles this file with true. */
#ifndef JOBS_ARE_EAGER
#define JOBS_ARE_EAGER false
#endif

static const struct policy *const policies[] = {
#define POLICY(name) &policy_##name,
#include "sim/divergence/policies.def"
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
	return policies[i];
}

bool
simt_machine_packs(const struct simt_machine *m)
{
	return find_policy(m)->packs;
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
		assert(s->policy->more || (!s->policy->packs && m->pipes.bank_issue != BANK_INDEPENDENT));
		s->machine = simt_machine_copy(m);
		s->memory = backing_store_new();
	}
	if (!s || !s->machine || !s->memory)
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	else if (gpu_init(&s->gpu, s->machine, s->memory, s->policy, e))
		return s;
	simt_destroy(s);
	return NULL;
}

static void
bank0_free(struct bank0 *b)
{
	if (!--b->launches)
		free(b);
}

static void
free_launches(struct simt *s)
{
	while (s->launches) {
		struct simt_launch *l = s->launches;

		s->launches = l->next;
		bank0_free(l->state.bank0);
		regroup_free(l->state.regroup);
		free(l->successor);
		free(l->pc);
		free(l->states);
		free(l->memory);
		free(l->stats);
		free(l);
	}
	s->last = &s->launches;
	s->newest = s->gpu.over = NULL;
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
		modules_free(m);
	}
	if (s->machine)
		gpu_free(&s->gpu);
	backing_store_free(s->memory);
	simt_machine_free(s->machine);
	free(s);
}

void
simt_set_stop(struct simt *s, simt_stop stop)
{
	s->gpu.stop = stop;
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
simt_set_jobs(struct simt *s, unsigned jobs)
{
	const unsigned sms = gpu_sms(&s->gpu), n = jobs ? jobs : pool_cores(), threads = n < sms ? n : sms;

	jobs_free(s->gpu.jobs);
	s->gpu.jobs = threads > 1 ? jobs_new(sms, threads, JOBS_ARE_EAGER) : NULL;
}

void
simt_keep_states(struct simt *s, bool keep)
{
	s->gpu.keeps_states = keep;
}

void
simt_set_max_instructions(struct simt *s, uint64_t instructions)
{
	s->gpu.max_instructions = instructions;
}

void
simt_set_mode(struct simt *s, enum simt_mode mode)
{
	s->gpu.untimed = mode == SIMT_FUNCTIONAL;
}

void
simt_set_sampling(struct simt *s, enum simt_sampling sampling)
{
	sampling_set(&s->gpu, sampling);
}

void
simt_reset(struct simt *s)
{
	free_launches(s);
	backing_store_clear(s->memory);
	gpu_reset(&s->gpu);
	if (s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_RESET, 0, 0);
	/* as at loading, and it cannot fail: the same sizes are asked for again */
	for (struct simt_module *m = s->modules; m; m = m->next)
		if (!modules_place(m, NULL))
			simt_no_memory();
}

/* ---- runs ---- */

bool
simt_synchronize(struct simt *s, struct simt_error *e)
{
	bool ok = true;

	streams_submit(s);
	if (!s->gpu.untimed)
		ok = gpu_run(&s->gpu, e);
	/* in the order of issue all that a launch waits for is before it */
	for (struct simt_launch *l = s->unfinished; ok && s->gpu.untimed && l; l = l->next)
		ok = l->started || functional_run_launch(&s->gpu, l, e);
	launches_tell_ended(&s->gpu, true);
	return ok;
}

void
simt_set_ended(struct simt *s, simt_ended *f, void *arg)
{
	s->gpu.ended = f;
	s->gpu.ended_arg = arg;
}

const struct simt_launch_stats *
simt_total_stats(const struct simt *s)
{
	return &s->gpu.total;
}

const struct simt_launch_stats *
simt_launch_stats(const struct simt_launch *l)
{
	return launches_stats((struct simt_launch *)(uintptr_t)l);
}

bool
simt_count(const struct simt_launch *l, const char *metric, uint64_t *count)
{
	for (int i = 0; i < SIMT_STATS; i++)
		if (!strcmp(simt_stat_info[i].metric, metric)) {
			*count = simt_launch_stats(l)->v[i];
			return !(simt_launch_stats(l)->shared && simt_stat_info[i].machine);
		}
	return false;
}

bool
simt_count_at(const struct simt_launch *l, size_t i, const struct simt_stat_info **info, uint64_t *count, bool *known)
{
	const struct simt_launch_stats *stats = simt_launch_stats(l);

	if (i >= SIMT_STATS)
		return false;
	*info = simt_stat_info + i;
	*count = stats->v[i];
	*known = (stats->timed || !simt_stat_info[i].timed) && !(stats->shared && simt_stat_info[i].machine);
	return true;
}

bool
simt_state_at(const struct simt_launch *l, size_t i, const char **name, uint64_t *warp_cycles)
{
	if (i >= SIMT_STALLS || !simt_launch_stats(l)->timed)
		return false;
	*name = simt_stall_name[i];
	*warp_cycles = simt_launch_stats(l)->stall[i];
	return true;
}

bool
simt_pc_at(const struct simt_launch *l, size_t i, struct simt_pc_stats *to)
{
	const struct simt_launch_stats *stats = simt_launch_stats(l);

	if (i >= stats->npc || !stats->pc)
		return false;
	*to = stats->pc[i];
	return true;
}

bool
simt_pc_state_at(const struct simt_launch *l, size_t i, size_t state, uint64_t *warp_cycles)
{
	const struct simt_launch_stats *stats = simt_launch_stats(l);

	if (i >= stats->npc || state >= SIMT_STALLS || !stats->states)
		return false;
	*warp_cycles = stats->states[i][state];
	return true;
}
