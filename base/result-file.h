/* result-file.h: a result file, which is written beside its target and replaces it when it is complete.
 *
 * While results are written they are in TARGET.part, and TARGET stays what an earlier run has left. result_close renames the new file to
 * TARGET in one step. If the program is killed or the disk is full, TARGET is still the earlier result, and TARGET.part has all that
 * result_mark had marked as complete. The next run that writes TARGET starts TARGET.part anew. Two runs cannot write it at the same
 * time. A symbolic link stays one: the file that it leads to is replaced.
 *
 * Only regular files are written so. Pipes, devices, names below /dev (except /dev/shm) and /proc, which may lead to an open file, and
 * "-", which is standard output, are written directly.
 *
 * What this module cannot do: survive a power failure (nothing is forced to the disk); write TARGET in a folder that is read-only. */
#ifndef SIMT_RESULT_FILE_H
#define SIMT_RESULT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct result_file;

/* Begins a result. NULL and *e (SIMT_BAD_INPUT, "name: ...") where it cannot be written. It has to be ended by result_close or
 * result_discard. */
struct result_file *result_open(const char *name, struct simt_error *e);
/* The same for a file whose name comes from data, in a folder that others may write: a link in its place is replaced and not followed, and
 * what is no regular file is refused. */
struct result_file *result_open_new(const char *name, struct simt_error *e);
/* Where it is written to; belongs to the result. */
FILE *result_stream(const struct result_file *r);
/* Marks all that has been written so far as complete, such as the rows of a case. It is handed to the system, so that it survives the
 * end of the program, and is kept if the disk is full later. False: it could not be written; result_close will say why. */
bool result_mark(struct result_file *r);
/* Removes what has been written since the last mark, such as the rows of a case that was interrupted. It cannot be removed from a pipe. */
void result_cut(struct result_file *r);
/* Closes the result: the target is now what was written. If not all of it could be written, *e says so, the target stays what it was,
 * and TARGET.part holds what was marked. NULL is allowed. */
bool result_close(struct result_file *r, struct simt_error *e);
/* Closes it without a result: the target stays what it was, and TARGET.part is removed. NULL is allowed. */
void result_discard(struct result_file *r);
/* The file that a result of this name replaces. Links are followed, and its folder is an absolute path. NULL: there is none, because
 * results of this name are written directly or the folder does not exist. The caller frees it. */
char *result_target(const char *name);

#endif
