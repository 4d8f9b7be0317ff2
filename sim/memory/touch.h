/* touch.h: accesses of global and local memory where time stands still: the tags of L1 and L2 are as after accesses that are over at once; private to
 * sim/. What L2 is asked for, and what it asks DRAM for, is counted.
 * What this module cannot do: combine stores; take from L1 what atomics change. */
#ifndef SIMT_TOUCH_H
#define SIMT_TOUCH_H

struct access;
struct launch_state;
struct sm;

void touch_access(struct sm *sm, struct launch_state *launch, const struct access *a);

#endif
