/* emit-inputs.h: the part of emit.h that copies what a sweep reads: workloads and what they name, machines, and the program.
 *
 * Files whose names are relative keep them: they lie below DIR/inputs as they lie below a folder above this one. A task goes to the place that
 * this folder has there, DIR/here. It is DIR/inputs itself if no name climbs out of this folder by "..".
 *
 * What this module cannot do: copy files whose names are absolute, since their names stand in results and in workloads. */
#ifndef WORKLOADS_SWEEP_EMIT_INPUTS_H
#define WORKLOADS_SWEEP_EMIT_INPUTS_H

#include "workloads/sweep/sweep.h"

struct emit_inputs {
	const struct sweep *s; /* DIR is its folder */
	char *here;            /* "inputs/...", owned */
	size_t absolute;       /* as of struct emitted */
	char an_absolute[200];
};

/* Finds `here`. False: *e. */
bool emit_find_here(struct emit_inputs *m, struct simt_error *e);
/* Copies all, with or without the program. False: *e. */
bool emit_copy(struct emit_inputs *m, bool program, struct simt_error *e);
void emit_inputs_free(struct emit_inputs *m);

#endif
