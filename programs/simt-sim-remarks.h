/* simt-sim-remarks.h: what simt-sim says of a run before it begins: nothing that is said is a mistake. --quiet leaves it away.
 * What this module cannot do: stop the run. */
#ifndef SIMT_SIMT_SIM_REMARKS_H
#define SIMT_SIMT_SIM_REMARKS_H

#include "programs/simt-sim-command.h"
#include "workloads/runner/run.h"

/* A number for a parameter of another kind: a float for an int, or the other way round. Names of C++ say the kinds. */
void remark_types(const struct run *r);
/* This, and whatever else is to be said, unless c->quiet. */
void remark_run(const struct command *c, const struct run *r);

#endif
