/* subcore-step.h: the warp scheduler of a sub-core at work; private to sim/. Times are cycles.
 * What this module cannot do: issue the instruction itself (issue.h, co-issue.h). */
#ifndef SIMT_SUBCORE_STEP_H
#define SIMT_SUBCORE_STEP_H

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

/* The issue slot of sub-core c at sm->now: chooses a warp, issues its next instruction, and works out c->next. False: a fault, in sm->error. */
typedef bool subcore_step(struct sm *sm, struct subcore *c);
/* That of the sub-cores of this SM, which are alike. */
subcore_step *subcore_step_of(const struct sm *sm);
/* Where several splits of a warp run at a time, a window begins that ends at `until`: works out which slots could issue in it. */
void subcore_step_look_ahead(struct subcore *c, uint64_t until);

#endif
