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

/* code: the n instructions of a function, in order. ipdom (n entries) gets, for each FLOW_BRANCH, the index of the first instruction
 * that lies on every path from it to the end. It is CFG_NONE if there is none before the end, and for all other instructions. Time O(n
 * log n) or so in practice. Returns false with *e set where a branch leaves the function (SIMT_BAD_INPUT) or memory runs out
 * (SIMT_LIMIT). */
bool isa_postdominators(const struct inst *code, size_t n, uint32_t *ipdom, struct simt_error *e);

/* regions (n entries) gets the number of branches in whose regions each instruction lies, at most 255. Where it is at most one, a warp
 * has at most two splits: one there and one that waits. The region of a BRA with a predicate is the code that it leads to, up to its
 * immediate post-dominator, and including that if it is a BSYNC. If it is not, nothing reconverges the splits, and the region has no
 * end. In code with calls, returns or indirect branches all entries are 255. Returns as isa_postdominators. */
bool isa_branch_regions(const struct inst *code, size_t n, uint8_t *regions, struct simt_error *e);

/* The region of branch i. *merge gets its immediate post-dominator, inside[k] (n entries) whether instruction k can run after the branch
 * and before *merge. *merge is CFG_NONE if the sides meet only at the end. If one of two branches lies in the other's region, its region
 * is a part of that region. False, without an error, if i is not a BRA with a predicate, or if the code has calls, returns or indirect
 * branches. Returns as isa_postdominators otherwise. */
bool isa_branch_region(const struct inst *code, size_t n, size_t i, uint32_t *merge, bool *inside, struct simt_error *e);

/* The loops of a function. loop (n entries) gets the head of the innermost loop around each instruction, itself where it is a head, or
 * CFG_NONE; around (n entries), for each head, the head of the loop around its own, or CFG_NONE, which all others get. A loop is a natural one:
 * its head lies on every path from where the function begins, or where it is called, to the branch that leads back to it. Its instructions
 * are those that can come to that branch without passing the head. Loops with one head are one. A loop that an indirect branch leads through is
 * not found, and an indirect branch leads nowhere. Returns false with *e set where memory runs out (SIMT_LIMIT). */
bool isa_loops(const struct inst *code, size_t n, uint32_t *loop, uint32_t *around, struct simt_error *e);

/* reached (n entries) gets whether control can come to each instruction from the first one. Calls lead to what they call and on. An indirect
 * branch or call to which control can come may lead anywhere: all are reached then. What leads out of the code is left out. Returns false with
 * *e set where memory runs out (SIMT_LIMIT). */
bool isa_reachable(const struct inst *code, size_t n, bool *reached, struct simt_error *e);

#endif
