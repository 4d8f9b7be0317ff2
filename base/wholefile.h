/* wholefile.h: reads a whole file, which may be compressed by gzip.
 *
 * CSV files and machine code follow one rule: where FILE exists, it is read; else FILE.gz is read. The first bytes of a file say whether
 * it is compressed. A file whose name ends in .gz must be.
 *
 * What this module cannot do: streaming; other ways to compress. */
#ifndef SIMT_WHOLEFILE_H
#define SIMT_WHOLEFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { WHOLEFILE_BYTES_MAX = 1 << 30 }; /* of a file, decompressed */

/* Whether the name of a file ends so, with or without a .gz behind it. */
bool wholefile_ends(const char *path, const char *ending);
/* The name of what is there for `path`, by the rule above; NULL, with errno set, where nothing is. Free. */
char *wholefile_name(const char *path);
/* What is in the file, decompressed, with a NUL behind its `*bytes` bytes; free. At most so many bytes may be in it, which is looked at
 * while they are read: neither the size of the file nor that in its end is trusted. Returns NULL and sets *e (SIMT_BAD_INPUT, "path:
 * ...") on failure; where compressed data are at fault, the path is that of the file they are in. */
unsigned char *wholefile_read(const char *path, size_t most, size_t *bytes, struct simt_error *e);

#endif
