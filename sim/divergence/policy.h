/* policy.h: the interface of reconvergence policies; private to sim/.
 * What this module cannot do: time, which policies never see. */
#ifndef SIMT_POLICY_H
#define SIMT_POLICY_H

#include "sim/core/lane-set.h"
#include "sim/core/warp.h"

struct simt_function;
struct sm;
struct uniform;

/* Lanes that come to a WARPSYNC.COLLECTIVE or .EXCLUSIVE together, and the lanes, themselves among them, that they wait for. */
struct awaited {
	lanes_t lanes, all;
};

/* Divergence hardware. The functions are called when the running split s of w has issued in; each must leave w->runs with its pc set
 * (or NULL if no lane is left, or none can run: the deadlock is reported by the caller). They may not look at time. */
struct policy {
	const char *name;
	/* Called once per function: works out what the policy needs. */
	bool (*prepare)(struct simt_function *f, struct simt_error *e);
	/* w->runs holds all lanes at pc 0. */
	void (*warp_start)(struct warp *w);
	/* `taken` of s->mask go to `target`, the rest to `other`: the next instruction, or the same one where it is issued again for each
	 * of its targets. Neither part is empty. */
	void (*diverge)(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t other);
	/* The lanes `gone` have exited; w->alive is up to date. s->mask still holds them. pc is that of the EXIT. */
	void (*exit)(struct sm *sm, struct warp *w, lanes_t gone);
	void (*bssy)(struct sm *sm, struct warp *w, unsigned b);
	void (*bsync)(struct sm *sm, struct warp *w, unsigned b);
	void (*break_)(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes);
	void (*yield)(struct sm *sm, struct warp *w);
	/* Wait for `all`, which holds s->mask. */
	void (*warpsync)(struct sm *sm, struct warp *w, lanes_t all);
	/* The lanes of s wait for different ones at a WARPSYNC.COLLECTIVE or .EXCLUSIVE, as the n sets say: those that have to wait are of s no
	 * more. NULL where lanes cannot come from several places: there nobody waits. */
	void (*collective)(struct warp *w, const struct awaited *sets, unsigned n);
	/* Lanes of barrier b, for BMOV; sets them. */
	lanes_t (*barrier_get)(const struct warp *w, unsigned b);
	void (*barrier_set)(struct warp *w, unsigned b, lanes_t lanes);
	/* Called before each fetch, where not NULL: joins paths that have met. */
	void (*arrive)(struct sm *sm, struct warp *w);
	/* Where several splits run at a time, after an instruction that may have changed paths: splits_start()s all that may run besides
	 * those that do. There, the other functions leave w->runs NULL instead of choosing the next path. Needed for independent banks. */
	void (*more)(struct sm *sm, struct warp *w);
	/* Policy ideal: whether a and b, which can issue the same instruction, may become one split; NULL where a slot does not take lanes
	 * of any splits. */
	bool (*may_join)(const struct warp *w, const struct split *a, const struct split *b);
	/* The warp ends, where not NULL: frees what the policy keeps besides splits. */
	void (*warp_end)(struct warp *w);
	/* A launch waits for ever: why it is the policy that w does, or NULL. Where not NULL itself. */
	const char *(*held_back)(const struct warp *w);
};

#define POLICY(name) extern const struct policy policy_##name;
#include "sim/divergence/policies.def"
#undef POLICY

#endif
