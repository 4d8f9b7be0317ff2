/* machine-options.h: the options that choose and change the machine, which several programs have. It is part of each program, and of no
 * library.
 * What this module cannot do: check values; simt_machine_set does when the machine is made. */
#ifndef SIMT_MACHINE_OPTIONS_H
#define SIMT_MACHINE_OPTIONS_H

#include "programs/common.h"

struct machine_options {
	const char *name;  /* of the machine, or its file */
	struct list set;   /* "name=value"; owned */
	struct list swept; /* names of the parameters that are set, each once; owned */
};

/* The parameters that the options of machine-options.def set, in their order. */
extern const char *const machine_option_parameter[];
/* Notes that a parameter is set. name NULL: `text` is "name=value", else the value. The texts are copied. */
void machine_options_set(struct machine_options *o, const char *name, const char *text);
/* The machine, with its remarks printed. NULL: *e says why. The caller frees it. */
struct simt_machine *machine_options_make(const struct machine_options *o, struct simt_error *e);
void machine_options_free(struct machine_options *o);

#endif
