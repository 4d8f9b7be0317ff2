/* cfg.h: where divergent lanes can meet again: immediate post-dominators of branches.
 *
 * BRA leads to its target, and past itself where it depends on a predicate; EXIT leads to a virtual end of the function, and past
 * itself where it depends on one. Everything else falls through: BSSY, BSYNC, BREAK, YIELD, WARPSYNC and BAR say nothing about where
 * control goes. Running past the last instruction counts as the end too.
 *
 * What this module cannot do: calls, indirect branches. A loop without a way out is joined to the end at its last block, so that a
 * branch into such a loop has no post-dominator but the end. */
#ifndef SIMT_CFG_H
#define SIMT_CFG_H

#include "isa.h"

#define CFG_NONE UINT32_MAX

/* code: the n instructions of a function, in order. ipdom (n entries): for each FLOW_BRANCH the index of the first instruction that
 * every path from it to the end passes, CFG_NONE where only the end is; CFG_NONE for all other instructions. Time O(n log n) or so in
 * practice. Returns false with *e set where a branch leaves the function (SIMT_BAD_INPUT) or memory runs out (SIMT_LIMIT). */
bool isa_postdominators(const struct inst *code, size_t n, uint32_t *ipdom, struct simt_error *e);

#endif
