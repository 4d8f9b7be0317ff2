/* remedies.h: what may make a launch faster, by the rules of advice.def, ranked by what an experiment gained: the one without the limit that
 * a remedy mends, or that of the remedy itself where the same machine code can be run with it; private to causes.c.
 *
 * What this module cannot do: know whether a kernel can be changed so. */
#ifndef WORKLOADS_REMEDIES_H
#define WORKLOADS_REMEDIES_H

#include "workloads/analysis/causes.h"

/* Fills `remedy` of each launch of each case, which the caller frees. Gains and pairs of limits are known; quick: shares alone, and no
 * remedy is tried itself. Returns how many experiments it ran. */
size_t remedies_find(const struct run *r, struct causes **of_case, bool quick, experiments_progress *progress, void *arg);
/* The remedies of one launch, without experiments. */
void remedies_quick(const struct run *r, const struct run_launch *l, struct causes *c);

#endif
