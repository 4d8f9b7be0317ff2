/* lsu-whole.h: the short way, in cycle mode, of loads and stores of shared and global memory by all 32 lanes of a row to words behind each
 * other, and of loads by all of one word; private to sim/. It does what lsu.h and lsu-timing.h do of these.
 * What this module cannot do: any other access, the register scoreboard, clients of the event tap. */
#ifndef SIMT_LSU_WHOLE_H
#define SIMT_LSU_WHOLE_H

#include <stdbool.h>

struct inst;
struct sm;
struct subcore;
struct warp;

/* The access of the next instruction of slot i of c, whose warp has one home row, all lanes of which are in x.mask: what it does, counts, and
 * takes. False: it is to go the long way, and nothing is done. */
bool lsu_whole_access(struct sm *sm, struct subcore *c, unsigned i, const struct inst *in);

#endif
