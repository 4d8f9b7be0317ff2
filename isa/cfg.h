/* cfg.h: the control-flow graph of a kernel, and where divergent lanes can reconverge: immediate post-dominators of branches.
 *
 * BRA leads to its target, and also past itself if it has a predicate. EXIT leads to a virtual end of the function, and also past itself
 * if it has a predicate. Every other instruction leads to the next one: BSSY, BSYNC, BREAK, YIELD, WARPSYNC and BAR do not change where
 * control goes. Running past the last instruction counts as the end, too.
 *
 * What this module cannot do: calls, indirect branches. A loop without an exit gets an edge from its last block to the end, so a branch
 * into such a loop has no post-dominator but the end. */
#ifndef SIMT_CFG_H
#define SIMT_CFG_H

#include "isa/isa.h"

#define CFG_NONE UINT32_MAX

/* code: the n instructions of a function, in order. ipdom (n entries): for each FLOW_BRANCH the index of the first instruction that
 * every path from it to the end passes, CFG_NONE where only the end is; CFG_NONE for all other instructions. Time O(n log n) or so in
 * practice. Returns false with *e set where a branch leaves the function (SIMT_BAD_INPUT) or memory runs out (SIMT_LIMIT). */
bool isa_postdominators(const struct inst *code, size_t n, uint32_t *ipdom, struct simt_error *e);

/* regions (n entries): in how many branches' regions each instruction lies, at most 255; where it is no more than one, at most two paths of
 * a warp can be: one there and one that waits. The region of a BRA that depends on a predicate is what it leads to, up to and with the
 * immediate post-dominator where that is a BSYNC; where it is none, nothing joins the paths, and the region has no end. All is 255 in code
 * with calls, returns or indirect branches. Returns as isa_postdominators. */
bool isa_branch_regions(const struct inst *code, size_t n, uint8_t *regions, struct simt_error *e);

/* Where the paths that branch i parts can be before they meet: *merge gets its immediate post-dominator, inside[k] (n entries) whether
 * instruction k can come behind the branch and before *merge. With *merge CFG_NONE they meet at the end alone. Of two branches one of
 * which is in the other's region, its region is a part of the other's. False, without an error, where i is no BRA that depends on anything,
 * or the code has calls, returns or indirect branches. Returns as isa_postdominators else. */
bool isa_branch_region(const struct inst *code, size_t n, size_t i, uint32_t *merge, bool *inside, struct simt_error *e);

#endif
