/* generate-files.h: contents of buffers that a file has, csv() and bin() of generate.h, for generate.c alone. */
#ifndef WORKLOADS_GENERATE_FILES_H
#define WORKLOADS_GENERATE_FILES_H

#include "generate.h"

/* As generator_fill; g is of that kind. */
bool fill_from_csv(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count,
		   struct simt_error *e);
bool fill_from_bin(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count,
		   struct simt_error *e);

#endif
