/* result-file.h: a file of results, which is written beside its target and takes its place when it is whole.
 *
 * While results are written they are in TARGET.part, and what an earlier run has left in TARGET stays as it was. result_close gives the new
 * file the name of the old one, in one step. Where the program is killed, or the disk is full, TARGET still is the earlier result, and
 * TARGET.part has all that had been marked as whole. The next run that writes TARGET begins TARGET.part anew; two runs cannot write it at
 * a time. A symbolic link stays one: what it leads to is replaced.
 *
 * Only regular files are written so. Pipes, devices, names below /dev (but /dev/shm) and /proc, which may lead to an open file, and "-", which
 * is standard output, are written directly.
 *
 * What this module cannot do: outlive a power failure (nothing is forced to the disk); write TARGET in a folder that is read-only. */
#ifndef SIMT_RESULT_FILE_H
#define SIMT_RESULT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct result_file;

/* Begins a result. NULL and *e (SIMT_BAD_INPUT, "name: ...") where it cannot be written. It has to be ended by result_close or
 * result_discard. */
struct result_file *result_open(const char *name, struct simt_error *e);
/* Where it is written to; belongs to the result. */
FILE *result_stream(const struct result_file *r);
/* All that has been written up to here is whole, such as the rows of a case: it is handed to the system, so that it outlives the program,
 * and stays where the disk is full later. False: it could not be written; result_close will say why. */
bool result_mark(struct result_file *r);
/* Takes back what has been written since the last mark, such as the rows of a case that was interrupted; of a pipe nothing can be. */
void result_cut(struct result_file *r);
/* Ends the result: the target now is what was written. Where not all of it could be written *e says so, the target stays what it was, and
 * TARGET.part holds what was marked. NULL is allowed. */
bool result_close(struct result_file *r, struct simt_error *e);
/* Ends it without a result: the target stays what it was, and TARGET.part is removed. NULL is allowed. */
void result_discard(struct result_file *r);
/* The file that a result of this name replaces: links are followed, its folder is an absolute path. NULL: none, since it is written
 * directly, or the folder is not there. Free. */
char *result_target(const char *name);

#endif
