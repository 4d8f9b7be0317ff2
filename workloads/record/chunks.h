/* chunks.h: the file of a recording: RECORD_MARK, the version as a byte, and then one zlib stream (RFC 1950) of chunks: the kind, the length in bytes, the
 * bytes. private to workloads/record/.
 *
 * What this module cannot do: say what the bytes mean. */
#ifndef WORKLOADS_RECORD_CHUNKS_H
#define WORKLOADS_RECORD_CHUNKS_H

#include <stdio.h>

#include "base/text.h"

struct chunks;

/* Begins the file. Errors of writing stay in `out`. */
struct chunks *chunks_new(FILE *out);
void chunks_put(struct chunks *c, FILE *out, unsigned kind, const struct text *t);
/* What is left is written. The stream is complete. */
void chunks_end(struct chunks *c, FILE *out);
void chunks_free(struct chunks *c); /* NULL is allowed */

#endif
