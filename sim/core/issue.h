/* issue.h: one instruction of one warp: what it holds, and its time; private to sim/.
 * What this module cannot do: choose which (sm.c), say what it does (execute.h) or where its lanes go (control-flow.h). */
#ifndef SIMT_ISSUE_H
#define SIMT_ISSUE_H

#include "sim/core/sm.h"
#include "sim/memory/access.h"

/* Issues the next instruction of slot i of a sub-core at sm->now. False: a fault, in sm->error. */
bool issue(struct sm *sm, struct subcore *c, unsigned i);
/* The same where c->way[i] is WAY_SHORT; not where there are clients of the event tap. */
bool issue_short(struct sm *sm, struct subcore *c, unsigned i);
/* The same where it is WAY_BRANCH. */
bool issue_branch(struct sm *sm, struct subcore *c, unsigned i);
/* An instruction of slot i of c that issues at sm->now takes its pipe, or its place in a queue, and the ports of its registers, on bank b.
 * Where it goes through a queue, c->enters is when it leaves that. */
void issue_take(struct sm *sm, struct subcore *c, struct bank *b, unsigned i, const struct timing *tm, unsigned held);
/* What issue() and co_issue() have in common: the instruction of w->runs, which holds its pipe for `held` cycles, up to what it does
 * to control flow. */
bool issue_split(struct sm *sm, struct subcore *c, unsigned i, unsigned held);

#endif
