/* policy.h: the interface of reconvergence policies: which lanes of a warp run together, and which split goes on; private to sim/.
 *
 * A policy sees one warp at a time. It reads the code (w->f, with what prepare() has made of it), the lanes that are alive, and the splits. It
 * writes splits but for their time (pc, mask, state, what they wait for; uniform registers where it joins them, see split.h), the places
 * where they are (runs, others, deferred), w->again, w->outcome.chosen, and what it keeps itself: w->policy, see policy-state.h. It leaves
 * all else as it is: time, registers, counts but for those of issue_counts_reissue(), other warps, the SM. `sm` is there for the machine and
 * for functions that want it. Nothing of a warp is seen by two SMs, so a policy has no variables of its own outside of warps.
 *
 * Where the next clients come in:
 *  - Policies that run several splits of a warp at a time have more(), and with `packs` choose who shares an issue slot. In their way: fetch and
 *    clusters, which are simulated for one running split of a warp only.
 *  - Formers of warps across a block. Instructions execute by sets of lanes of one home row (execute.h), wherever the warp has them, and
 *    issue_packed() of co-issue.c gives an issue slot to lanes of several warps. A former would say there which splits share a slot, as
 *    may_join() does for one warp; that they are on different home lanes it can tell from lanes and w->first_thread. In its way: a split
 *    is of one warp, of at most 128 lanes, and scoreboards, block barriers and w->again are the warp's. What is formed lasts for one issue slot.
 *  - Threads that each run some SMs (jobs.h). Within a window an SM changes its own state, its counts of each launch and, by an atomic operation,
 *    gpu.spoken. What else several SMs change has one thread: barriers of clusters, the heap of kernels, what
 *    clients of the event tap keep. Policies change none of these.
 *  - Answers by cause. What divergence costs are parameters of section `divergence`, none is in a policy: an experiment sets them to 0, or
 *    takes another policy. Who parts, waits and joins the event tap finds out by itself (tap.c), from the splits before and after.
 *
 * What this module cannot do: time, which policies never see. */
#ifndef SIMT_POLICY_H
#define SIMT_POLICY_H

#include "sim/core/lane-set.h"
#include "sim/core/warp.h"

struct simt_function;
struct sm;

/* Lanes that come to a WARPSYNC.COLLECTIVE or .EXCLUSIVE together, and the lanes, themselves among them, that they wait for. */
struct awaited {
	lanes_t lanes, all;
};

/* Functions from diverge() to barrier_set() are called by control-flow.c and indirect.c for the split s = w->runs, after the instruction at
 * s->pc has issued in all its lanes. Each moves on the pc of the lanes that go on. When it returns, w->runs is the split that goes on,
 * which may be another one, with its pc set; what it has taken out of w->runs is in another place, or freed (split.h). NULL: no lane is left, or
 * none can run, which the caller reports as a deadlock; where w->concurrent, also: others may run now, for more() to say. */
struct policy {
	const char *name;
	/* All splits of a warp run at a time, and an issue slot takes lanes of any splits of the sub-core's warps (co-issue.c), in an order that
	 * time decides: there is no functional mode. */
	bool packs;
	/* Called once per function, where not NULL: works out what the policy needs. False: it cannot run the function. */
	bool (*prepare)(struct simt_function *f, struct simt_error *e);
	/* `taken` of s->mask go to `target`, the rest to `other`: the next instruction, or the same one where it is issued again for each
	 * of its targets. Neither part is empty. */
	void (*diverge)(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t other);
	/* The lanes `gone` have exited; w->alive is up to date. s->mask still holds them. pc is that of the EXIT. */
	void (*exit)(struct sm *sm, struct warp *w, lanes_t gone);
	/* The lanes of s join barrier b, and wait for its members. All guards hold. */
	void (*bssy)(struct sm *sm, struct warp *w, unsigned b);
	void (*bsync)(struct sm *sm, struct warp *w, unsigned b);
	/* `lanes`, which are of s and may be none, leave barrier b. */
	void (*break_)(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes);
	/* Other splits may go first. Called too for a wait at a cluster's barrier, with s->pc in front of what it comes back to. */
	void (*yield)(struct sm *sm, struct warp *w);
	/* Wait for `all`, which holds s->mask. */
	void (*warpsync)(struct sm *sm, struct warp *w, lanes_t all);
	/* The lanes of s wait for different ones at a WARPSYNC.COLLECTIVE or .EXCLUSIVE, as the n sets say: those that have to wait are of s no
	 * more, and s->pc stays. NULL where lanes cannot come from several places: there nobody waits. */
	void (*collective)(struct warp *w, const struct awaited *sets, unsigned n);
	/* Lanes of barrier b, for BMOV; sets them. The caller moves on. */
	lanes_t (*barrier_get)(const struct warp *w, unsigned b);
	void (*barrier_set)(struct warp *w, unsigned b, lanes_t lanes);
	/* Called after each instruction, of whatever kind, that leaves a split in w->runs, where not NULL: joins paths that have met. */
	void (*arrive)(struct sm *sm, struct warp *w);
	/* Where several splits run at a time (w->concurrent), after an instruction that may have changed paths: splits_start()s all that may
	 * run besides those that do. There, the other functions leave w->runs NULL instead of choosing the next path. Needed for independent
	 * banks, and with `packs`. */
	void (*more)(struct sm *sm, struct warp *w);
	/* With `packs`: whether a and b of w, which can issue the same instruction now, may become one split. */
	bool (*may_join)(const struct warp *w, const struct split *a, const struct split *b);
	/* The warp ends, where not NULL: frees what the policy keeps in w->policy. The caller frees the splits. */
	void (*warp_end)(struct warp *w);
	/* A launch waits for ever: why it is the policy that w does, a clause in front of a list of lanes, or NULL. Where not NULL itself. */
	const char *(*held_back)(const struct warp *w);
};

#define POLICY(name) extern const struct policy policy_##name;
#include "sim/divergence/policies.def"
#undef POLICY

#endif
