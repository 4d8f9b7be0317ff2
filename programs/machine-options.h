/* machine-options.h: the options that choose and change the machine, which several programs have. It is part of each program, and of no
 * library.
 * What this module cannot do: check values; simt_machine_set does when the machine is made. */
#ifndef SIMT_MACHINE_OPTIONS_H
#define SIMT_MACHINE_OPTIONS_H

#include <limits.h>

#include "programs/common.h"

struct machine_options {
	const char *name;   /* of the machine, or its file, as of simt_machine_load */
	char *joined;       /* that name, where it was given; owned */
	struct list file;   /* the files in it; owned */
	struct list set;    /* "name=value"; owned */
	struct list swept;  /* names of the parameters that are set, each once; owned */
	bool equal_silicon; /* the SM has as many lanes as before (simt_machine_equal_silicon) */
};

/* These options as getopt_long returns them. The other options of a program begin at OPTIONS_OF_PROGRAM. */
enum machine_option {
	BEFORE_MACHINE_OPTIONS = UCHAR_MAX, /* below are the characters of short options */
#define MACHINE_OPTION(value, name, parameter) value,
#include "programs/machine-options.def"
#undef MACHINE_OPTION
	O_MACHINE,       /* a machine, then files that go over it; given again, more of them */
	O_SET,           /* "name=value" */
	O_EQUAL_SILICON, /* the SM is made of equal silicon, by which banks and sub-cores may change */
	OPTIONS_OF_PROGRAM
};

/* Takes one of these options; false: it is none of them. The text is copied. */
bool machine_options_take(struct machine_options *o, int option, const char *text);
/* Whether it is one of those that may be given again with another value (see struct command_line); assigned_once(&o->set) looks at what
 * they set. */
bool machine_options_take_more(int option);
/* The machine, with its remarks printed. NULL: *e says why. The caller frees it. */
struct simt_machine *machine_options_make(const struct machine_options *o, struct simt_error *e);
void machine_options_free(struct machine_options *o);

#endif
