/* generate-files.h: contents of buffers that come from a file, csv() and bin() of generate.h. Private to generate-fill.c. */
#ifndef WORKLOADS_GENERATE_FILES_H
#define WORKLOADS_GENERATE_FILES_H

#include "workloads/generators/generate.h"

struct contents_file;

/* g is csv() or bin(); `count` elements will be read. NULL and *e where the file has not that many. Free with contents_file_close. */
struct contents_file *contents_file_open(const struct generator *g, enum element_type type, const char *folder, uint64_t count,
					 struct simt_error *e);
/* Reads the next n elements. Where they are the last, or there are none, that of bin() looks whether the file has more. */
bool contents_file_next(struct contents_file *f, void *to, uint64_t n, struct simt_error *e);
void contents_file_close(struct contents_file *f); /* NULL is allowed */

#endif
