/* keys.h: the columns that every result starts with: source,run,machine,<swept>,<$parameters>,technique,variant,case,launch,id,kernel.
 * What this module cannot do: values; the caller writes them and the line end. */
#ifndef WORKLOADS_KEYS_H
#define WORKLOADS_KEYS_H

#include <stdio.h>

#include "workloads/reader/workload.h"

struct keys {
	const struct workload *w;
	const char *source, *run, *machine;
	const char *const *swept; /* names of machine parameters that the user set */
	size_t nswept;
	const char *(*swept_value)(const void *arg, const char *name); /* their values; may be NULL where nswept is 0 */
	const void *arg;
	bool no_params; /* leave the columns of $parameters out */
};

/* The header row: the columns above, then `rest`, then the line end. */
void keys_header(const struct keys *k, FILE *out, const char *rest);
/* Writes the cells, each followed by a comma. `launch` is an index into w->launch and `id` its ordinal; SIZE_MAX: the whole case. */
void keys_put(const struct keys *k, FILE *out, const struct workload_case *c, size_t launch, unsigned id);

#endif
