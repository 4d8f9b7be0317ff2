/* co-issue.h: issue where several splits of a warp run at the same time; private to sim/. See co-issue.c.
 * What this module cannot do: functional mode, which runs one split after another. */
#ifndef SIMT_CO_ISSUE_H
#define SIMT_CO_ISSUE_H

#include "sim/core/sm.h"

/* Issues what slot i can issue at sm->now, at least one instruction. False: a fault. */
bool co_issue(struct sm *sm, struct subcore *c, unsigned i);

#endif
