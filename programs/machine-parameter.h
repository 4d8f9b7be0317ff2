/* machine-parameter.h: simt-sim --dump-machine=PARAMETER. */
#ifndef SIMT_MACHINE_PARAMETER_H
#define SIMT_MACHINE_PARAMETER_H

#include "sim/runtime/simt.h"

/* Prints a description of one parameter, and which lists of workloads/micro determine it. A list determines a parameter that cases have
 * as their technique, or whose source names the list. Fails if there is no such parameter. */
bool show_parameter(const struct simt_machine *m, const char *name, struct simt_error *e);

#endif
