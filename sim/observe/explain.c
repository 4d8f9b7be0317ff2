/* explain.c: in words, where a simulated program is, and what its warps wait for.
 *
 * What this module cannot do: the chain of calls and inlined functions (a line is the innermost one). */
#include "sim/observe/explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/core/cluster-barrier.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"
#include "sim/core/warp.h"
#include "sim/core/warpgroup.h"
#include "sim/dispatch/cluster.h"
#include "sim/divergence/policy.h"
#include "sim/observe/checks.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

enum { WAITERS = 700 };

const char *
explain_place(const struct simt_function *f, uint32_t pc, char *text)
{
	uint32_t offset = pc * ISA_INST_BYTES;
	const char *file;
	unsigned line;

	if (cubin_line(f->module->cubin, f->kernel, offset, &file, &line))
		snprintf(text, PLACE_BYTES, "PC 0x%x (%.250s:%u)", (unsigned)offset, file, line);
	else
		snprintf(text, PLACE_BYTES, "PC 0x%x", (unsigned)offset);
	return text;
}

static const char *
triple(uint64_t n, uint32_t x, uint32_t y, char *text)
{
	snprintf(text, THREAD_BYTES, "(%u,%u,%u)", (unsigned)(n % x), (unsigned)(n / x % y), (unsigned)(n / x / y));
	return text;
}

const char *
explain_thread(const struct simt_launch *l, uint32_t t, char *text)
{
	return triple(t, l->state.block.x, l->state.block.y, text);
}

const char *
explain_block(const struct simt_launch *l, uint64_t b, char *text)
{
	return triple(b, l->state.grid.x, l->state.grid.y, text);
}

/* ---- deadlocks ---- */

/* "32 lanes wait at PC 0x90 (faults.cu:36)", and for what. */
static size_t
describe_split(const struct warp *w, const struct split *s, char *text, size_t size)
{
	const bool arrived = s->time.in_barrier; /* its pc is then behind the BAR */
	unsigned n = lanes_count(s->mask), b = s->time.barrier;
	const bool cluster = b == CLUSTER_BARRIER, of_block = b < CLUSTER_BARRIER;
	uint32_t came = of_block ? w->block->barrier[b].arrived : 0, wants = of_block ? w->block->barrier[b].wants : 0,
		 all = wants ? wants : w->block->live_warps;
	char where[PLACE_BYTES], what[80] = "";

	if (arrived && cluster)
		snprintf(what, sizeof what, " for the barrier of the cluster, which %u of %u blocks have yet to reach",
			 w->block->cluster ? w->block->cluster->missing : 1, w->block->cluster ? w->block->cluster->blocks : 1);
	else if (arrived && !of_block)
		snprintf(what, sizeof what,
			 b < WARPGROUP_REGISTERS ? " for other warps of its group to issue a matrix instruction"
						 : " for registers that other warps of its block have yet to give");
	else if (arrived && w->concurrent)
		snprintf(what, sizeof what, " for block barrier %u, which %u threads have reached", b, came);
	else if (arrived)
		snprintf(what, sizeof what, " for block barrier %u, which %u of %u warps %s reached", b, came, all,
			 came == 1 ? "has" : "have");
	else if (s->state == SPLIT_BLOCKED && s->barrier == SPLIT_WARPSYNC)
		snprintf(what, sizeof what, " for other lanes to reach a WARPSYNC");
	else if (s->state == SPLIT_BLOCKED)
		snprintf(what, sizeof what, " for other lanes to reach the BSYNC of B%u", s->barrier);
	else
		snprintf(what, sizeof what, " until the others have continued");
	return (size_t)snprintf(text, size, "%u lane%s at %s wait%s%s", n, n == 1 ? "" : "s",
				explain_place(w->f, arrived ? s->pc - 1 : s->pc, where), n == 1 ? "s" : "", what);
}

const struct warp *
explain_first_warp(const struct gpu *gpu, const struct launch_state *l, unsigned *n)
{
	const struct warp *first = NULL;
	unsigned of = 0;

	*n = 0;
	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		for (unsigned k = 0; k < sm_subcores(gpu->sm + i); k++) {
			const struct subcore *c = gpu->sm[i].subcore + k;

			for (unsigned j = 0; j < c->used; j++) {
				const struct warp *w = c->warps + j;

				if (!w->block || (l && w->block->launch != l))
					continue;
				if (!first || (of == i && w->age < first->age)) {
					first = w;
					of = i;
				}
				++*n;
			}
		}
	return first;
}

bool
explain_limit(struct gpu *gpu, const struct warp *w, const char *of, uint64_t n, struct simt_error *e)
{
	const struct split *s = !w ? NULL : warp_split(w) ? warp_split(w) : w->others;
	char where[PLACE_BYTES], text[PLACE_BYTES + 100] = "";

	if (w)
		gpu->failed = w->block->launch;
	if (s)
		snprintf(text, sizeof text, "; warp %u of block (%u,%u,%u) is at %s", w->index, w->block->x.ctaid[0],
			 w->block->x.ctaid[1], w->block->x.ctaid[2], explain_place(w->f, s->pc, where));
	return simt_fail(e, SIMT_LIMIT, "kernel %.200s: stopped after %" PRIu64 " %s%s", gpu->failed->f->kernel->name, n, of, text);
}

/* A warp that waits because of the policy; *why says what that is. NULL: none. */
static const struct warp *
held_warp(const struct gpu *gpu, const char **why)
{
	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		for (unsigned k = 0; gpu->sm[i].policy->held_back && k < sm_subcores(gpu->sm + i); k++) {
			const struct subcore *c = gpu->sm[i].subcore + k;

			for (unsigned j = 0; j < c->used; j++)
				if (c->warps[j].block && (*why = gpu->sm[i].policy->held_back(c->warps + j)))
					return c->warps + j;
		}
	return NULL;
}

bool
explain_deadlock(struct gpu *gpu, struct simt_error *e)
{
	char text[WAITERS] = "";
	const char *why = NULL;
	const struct warp *w, *held = held_warp(gpu, &why);
	size_t used = 0;
	unsigned n;

	w = explain_first_warp(gpu, NULL, &n);
	if (held)
		w = held;
	gpu->failed = w ? w->block->launch : gpu->running[0];
	if (!w)
		return simt_fail(e, SIMT_FAULT, "kernel %.200s: deadlock, no block can start", gpu->failed->f->kernel->name);
	if (w->runs)
		used = describe_split(w, w->runs, text, sizeof text);
	for (const struct split *s = w->also; s && used + 200 < sizeof text; s = s->next) {
		used += (size_t)snprintf(text + used, sizeof text - used, "; ");
		used += describe_split(w, s, text + used, sizeof text - used);
	}
	for (const struct split *s = w->others; s && used + 200 < sizeof text; s = s->next) {
		used += (size_t)snprintf(text + used, sizeof text - used, "%s", used ? "; " : "");
		used += describe_split(w, s, text + used, sizeof text - used);
	}
	return simt_fail(e, SIMT_FAULT, "kernel %.200s: %s %u warp%s for ever; in warp %u of block (%u,%u,%u), %s",
			 w->f->kernel->name, held ? why : "deadlock,", n, n == 1 ? " waits" : "s wait", w->index,
			 w->block->x.ctaid[0], w->block->x.ctaid[1], w->block->x.ctaid[2], text);
}
