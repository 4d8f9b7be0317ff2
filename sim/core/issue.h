/* issue.h: one instruction of one warp: what it does, counts, and holds; private to sim/.
 * What this module cannot do: choose which (sm.c), say where its lanes go (control-flow.h). */
#ifndef SIMT_ISSUE_H
#define SIMT_ISSUE_H

#include "sim/core/sm.h"
#include "sim/memory/access.h"

/* What `in`, the next instruction of w, does and counts, whatever the mode; control flow and the time of results are left to the
 * caller. *guarded gets the lanes whose guard holds, *access what a FLOW_MEMORY instruction accessed. False: a fault, in sm->error. */
bool carry_out(struct sm *sm, struct warp *w, const struct inst *in, lanes_t *guarded, struct access *access);
/* Functional mode: carries out the next instructions of w, `most` at the most, up to one that is not plain; *n gets how many. No client of
 * the event tap wants to know, nor does the policy. False: a fault, in sm->error, of the one behind these. */
bool carry_out_plain(struct sm *sm, struct warp *w, unsigned most, unsigned *n);
/* Issues the next instruction of slot i of a sub-core at sm->now. False: a fault, in sm->error. */
bool issue(struct sm *sm, struct subcore *c, unsigned i);
/* An instruction of slot i that issues at sm->now takes its pipe, or its place in a queue, and the ports of its registers, on bank b. Where
 * it goes through a queue, sm->enters is when it leaves that. */
void bank_take(struct sm *sm, struct bank *b, unsigned i, const struct timing *tm, unsigned held);
/* What issue() and co_issue() have in common: the instruction of w->runs, which holds its pipe for `held` cycles, up to what it does
 * to control flow. */
bool issue_at_hand(struct sm *sm, struct subcore *c, unsigned i, unsigned held);

#endif
