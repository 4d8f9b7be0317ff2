/* timing.h: what timing needs of an instruction on a machine; private to sim/. Times are cycles.
 * What this module cannot do: times that depend on values, such as those of memory accesses. */
#ifndef SIMT_TIMING_H
#define SIMT_TIMING_H

struct inst;
struct simt_machine;
struct timing;

/* Fills in all of *t. */
void timing_of(const struct inst *in, const struct simt_machine *m, struct timing *t);

#endif
