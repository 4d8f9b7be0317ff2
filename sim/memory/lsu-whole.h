/* lsu-whole.h: the short way of loads and stores of shared memory that all 32 lanes make at places one behind the other, or load from one
 * place; private to sim/. It does what lsu.h and lsu-timing.h do of these.
 * What this module cannot do: any other access, the register scoreboard, clients of the event tap. */
#ifndef SIMT_LSU_WHOLE_H
#define SIMT_LSU_WHOLE_H

#include <stdbool.h>

struct inst;
struct sm;
struct subcore;
struct warp;

/* The access of the next instruction of w, which has one home row, all of whose lanes are in w->x.mask: what it does, counts, and takes.
 * isa_whole_can() of it. False: it is to go the long way, and nothing is done. */
bool lsu_whole_access(struct sm *sm, struct subcore *c, struct warp *w, const struct inst *in);

#endif
