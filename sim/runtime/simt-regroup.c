/* simt-regroup.c: simt_regroup() of simt.h: a launch whose warps hold threads in another order. See regroup.h. */
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/regroup.h"
#include "sim/divergence/policy.h"
#include "sim/runtime/context.h"
#include "sim/runtime/function.h"

bool
simt_regroup(struct simt_launch *l, const uint32_t *thread, size_t n, uint64_t index, struct simt_error *e)
{
	struct launch_state *t = &l->state;
	const uint64_t per_block = (uint64_t)t->block.x * t->block.y * t->block.z, all = t->blocks * per_block;
	const char *name = t->f->kernel->name;
	struct simt_function *f = NULL;

	if (l->started || l->queued || t->regroup)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a launch that has run cannot be regrouped", name);
	if (l->context->policy->packs)
		return simt_fail(e, SIMT_BAD_INPUT, "reconvergence=%s: warps have no threads of their own to regroup",
				 l->context->policy->name);
	if (!n || n > all)
		return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: a list of %zu threads, the grid has %" PRIu64, name, n, all);
	for (size_t i = 0; i < n; i++)
		if (thread[i] >= all)
			return simt_fail(e, SIMT_BAD_INPUT, "kernel %s: thread %" PRIu32 " of a grid of %" PRIu64, name, thread[i],
					 all);
	for (f = t->f->module->functions; f != t->f;)
		f = f->next;
	f = function_regrouped(f, e);
	if (!f)
		return false;
	t->f = f;
	t->regroup = xrealloc(NULL, sizeof *t->regroup);
	*t->regroup = (struct regroup){xrealloc(NULL, n * sizeof *thread), n, index};
	memcpy(t->regroup->thread, thread, n * sizeof *thread);
	t->blocks = (n + per_block - 1) / per_block;
	if (l->stats) {
		l->pc = xrealloc(l->pc, f->n * sizeof *l->pc);
		memset(l->pc, 0, f->n * sizeof *l->pc);
		l->stats->pc = l->pc;
		l->stats->npc = f->n;
		l->stats->shape.blocks = t->blocks;
	}
	return true;
}
