/* machine-parameter.h: simt-sim --dump-machine=PARAMETER. */
#ifndef SIMT_MACHINE_PARAMETER_H
#define SIMT_MACHINE_PARAMETER_H

#include "sim/runtime/simt.h"

/* Prints what is known of one parameter, and which lists of workloads/micro determine it: those in which it is the technique of cases, and
 * those that the source of its value names. Fails where there is no such parameter. */
bool show_parameter(const struct simt_machine *m, const char *name, struct simt_error *e);

#endif
