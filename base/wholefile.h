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

/* Whether the name of a file has this ending, with or without a .gz after it. */
bool wholefile_ends(const char *path, const char *ending);
/* The name of the file that is read for `path`, by the rule above; NULL, with errno set, if there is none. The caller frees it. */
char *wholefile_name(const char *path);
/* The contents of the file, decompressed, with a NUL after its `*bytes` bytes. The caller frees them. The file may have at most `most`
 * bytes. This is checked while they are read: neither the size of the file nor the one that gzip stores at its end is trusted. Returns
 * NULL and sets *e (SIMT_BAD_INPUT, "path: ...") on failure. If compressed data are damaged, the path is that of the compressed file. */
unsigned char *wholefile_read(const char *path, size_t most, size_t *bytes, struct simt_error *e);

#endif
