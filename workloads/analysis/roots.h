/* roots.h: where control divergence starts, and what it costs. A client of the event tap charges each lane-slot in which a lane does
 * nothing to one instruction, its root.
 *
 * In an issue slot each lane of the warp is active, waits, has exited, or was never launched.
 *  - A lane waits because it and the running lanes separated. For each running lane there is an instruction at which the two last
 *    separated; the root is the latest of these. With nested branches this is the innermost one that separated the two, in a loop the branch
 *    at which one of them left it. What the lane waits for (its turn, a BSYNC, a WARPSYNC, since a YIELD) does not matter. If lanes
 *    separated without a branch, at a BSYNC at which only some of them wait, the root is the last instruction that they issued together.
 *  - An active lane whose guard does not hold, while that of another lane does, is charged to that instruction. Control flow is excepted:
 *    there the guard says which way a lane goes.
 *  - A lane that has exited is charged to its EXIT.
 * Sum over roots + other active lane-slots + never launched + unfilled (policy `ideal`, where no lane waits) = all lane-slots, which are
 * the issue slots x threads of a warp.
 *
 * What this module cannot do: say which branch sent a lane to an EXIT; nest roots in code with calls, returns or indirect branches. */
#ifndef WORKLOADS_ROOTS_H
#define WORKLOADS_ROOTS_H

#include "sim/runtime/simt.h"

#define ROOT_NONE UINT32_MAX

enum root_kind {
	ROOT_BRANCH,    /* lanes went different ways, and some wait while others run */
	ROOT_BARRIER,   /* they separated where only some of them waited */
	ROOT_PREDICATE, /* the guard held for some of the active lanes */
	ROOT_EXIT,      /* lanes ended before others of their warp */
	ROOT_KINDS
};
extern const char *const root_kind_name[ROOT_KINDS]; /* "branch" */

struct root {
	uint32_t pc; /* index of the instruction; there may be roots of several kinds */
	enum root_kind kind;
	uint32_t merge;  /* branch: the first instruction that lies on all paths from it; ROOT_NONE: the end, or not known */
	uint32_t target; /* branch: the instruction that it jumps to; ROOT_NONE: there are several */
	uint32_t
		parent; /* the root of kind branch, by its place in the list, with the smallest region around this one, or ROOT_NONE */
	uint32_t depth;      /* how many roots are around it */
	uint64_t executions; /* of the instruction, by warps, as struct simt_pc_stats has it */
	uint64_t
		divergences; /* executions that separated lanes, whose guard held for some lanes, or at which lanes exited before others */
	uint64_t lost;   /* lane-slots */
	uint64_t nested; /* lane-slots lost to it and to all roots in its region */
	uint64_t slots;  /* of issue, in which lanes waited for it */
	uint64_t warps;  /* that diverged there */
	/* branch and predicate: lanes that went to the target, or whose guard held, and the others, summed over divergences */
	uint64_t taken, others;
	/* Which lanes separated. The n-th divergence of a warp is compared with the n-th of the first warp that had one: `compared` are
	 * compared in this way, `alike` had the same lanes. All are alike where the lane's number decides. Of the later divergences of
	 * each warp (divergences - warps), `repeated` had the same lanes as the one before: all where each lane branches the same way
	 * every time. */
	uint64_t compared, alike, repeated;
};

struct root_list {
	struct root *root; /* the one that loses most first, equal ones by pc and kind */
	size_t n;
	uint32_t warp_size, block_warps; /* threads of a warp, warps of a block */
	uint64_t slots;                  /* of issue */
	uint64_t active;                 /* lane-slots: those of kind predicate included */
	uint64_t never, unfilled;
	uint64_t lost[ROOT_KINDS]; /* sums over the roots of a kind; branch and barrier: waiting */
};

struct roots;

/* Listens to s, whose machine is m, until roots_free. NULL: *e says why. */
struct roots *roots_new(struct simt *s, const struct simt_machine *m, struct simt_error *e);
void roots_free(struct roots *t); /* NULL is allowed */
/* The roots of a launch that has run; NULL if it did not start. The caller frees them. */
struct root_list *roots_take(struct roots *t, const struct simt_launch *l);
void root_list_free(struct root_list *l); /* NULL is allowed */
/* The lane-slots of all issue slots, and those lost to all roots. */
uint64_t root_list_all(const struct root_list *l);
uint64_t root_list_lost(const struct root_list *l);
/* The roots as a tree, in the order in which they are shown: a root comes before those in its region, and of several the one with the
 * larger `nested` first. `order` has room for l->n places in the list. */
void root_list_tree(const struct root_list *l, uint32_t *order);

#endif
