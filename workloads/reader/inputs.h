/* inputs.h: the files that a workload reads: itself, its modules, and files named in contents and expects.
 * What this module cannot do: say which of them is missing; their readers do. */
#ifndef WORKLOADS_INPUTS_H
#define WORKLOADS_INPUTS_H

#include <sys/stat.h>

#include "workloads/reader/workload.h"

struct input {
	char *path;   /* as the workload names it; the file may be path.gz (wholefile.h) */
	dev_t device; /* of the file, and its number there; files that are not there are left out */
	ino_t number;
};

struct inputs {
	struct input *file;
	size_t n, room;
};

/* Each path once. Free with inputs_free. */
struct inputs *inputs_of(const struct workload *w);
void inputs_free(struct inputs *k); /* NULL is allowed */

#endif
