/* check-accuracy.h: simt-check --accuracy. It is part of the program, and of no library.
 * What this module cannot do: read the command line. */
#ifndef VALIDATE_MAIN_ACCURACY_H
#define VALIDATE_MAIN_ACCURACY_H

#include "validate/accuracy/accuracy.h"
#include "programs/common.h"

struct accuracy_command {
	struct accuracy_options o; /* o.sets: --accuracy was given */
	struct accuracy_show show;
	const char *csv, *plot; /* or NULL; csv "-": instead of the tables */
	bool plan;
};

/* Words of --part, with commas between. */
bool take_parts(const char *text, unsigned *mask, struct simt_error *e);
bool take_size(const char *text, enum accuracy_size *size, struct simt_error *e);
/* With --csv and --plot to `csv` and `plot`, NULL where they go to no file: they stay open, and are to be discarded where it fails. */
enum simt_status accuracy_command(struct accuracy_command *c, const struct list *only, FILE *csv, FILE *plot, struct simt_error *e);

#endif
