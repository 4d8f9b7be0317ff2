/* machine-options.h: the options that choose and change the machine, which several programs have. It is part of each program, and of no
 * library.
 * What this module cannot do: check values; simt_machine_set does when the machine is made. */
#ifndef SIMT_MACHINE_OPTIONS_H
#define SIMT_MACHINE_OPTIONS_H

#include "programs/common.h"

struct machine_options {
	const char *name;   /* of the machine, or its file, as of simt_machine_load */
	char *joined;       /* that name, where it was given; owned */
	struct list file;   /* the files in it; owned */
	struct list set;    /* "name=value"; owned */
	struct list swept;  /* names of the parameters that are set, each once; owned */
	bool equal_silicon; /* the SM has as many lanes as before (simt_machine_equal_silicon) */
};

/* The parameters that the options of machine-options.def set, in their order. */
extern const char *const machine_option_parameter[];
/* Notes that a parameter is set. name NULL: `text` is "name=value", else the value. The texts are copied. */
void machine_options_set(struct machine_options *o, const char *name, const char *text);
/* Takes a value of --machine: a machine first, then files that go over it. The text is copied. */
void machine_options_machine(struct machine_options *o, const char *name);
/* Notes that the SM is to be made of equal silicon, by which banks and sub-cores may change. */
void machine_options_equal_silicon(struct machine_options *o);
/* The machine, with its remarks printed. NULL: *e says why. The caller frees it. */
struct simt_machine *machine_options_make(const struct machine_options *o, struct simt_error *e);
void machine_options_free(struct machine_options *o);

#endif
