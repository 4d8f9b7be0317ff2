/* remarks.h: what simt-sim and simt-why say of a run before it begins: nothing that is said is a mistake. --quiet leaves it away.
 * What this module cannot do: stop the run. */
#ifndef SIMT_REMARKS_H
#define SIMT_REMARKS_H

#include "workloads/runner/run.h"

/* A number for a parameter of another kind: a float for an int, or the other way round. Names of C++ say the kinds. */
void remark_types(const struct run *r);
/* This, and whatever else is to be said of the run itself. */
void remark_run(const struct run *r);

#endif
