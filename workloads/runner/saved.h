/* saved.h: files with the contents of buffers at the end of their cases, or with hashes of the contents. simt-sim and simt-gpu write the
 * same.
 * What this module cannot do: read device memory; the caller brings the bytes. */
#ifndef WORKLOADS_SAVED_H
#define WORKLOADS_SAVED_H

#include <stdio.h>

#include "workloads/reader/workload.h"

/* ---- hashes ---- */
/* One row for each SAVED_CHUNK elements of a buffer: workload,case,buffer,type,elements,chunk,fnv1a64. */
enum { SAVED_CHUNK = 4096 };
void saved_hash_header(FILE *out);
/* False: it was stopped, and rows are missing. */
bool saved_hash(FILE *out, const char *workload, const struct workload_case *c, const struct workload_buffer *b, const void *data,
		simt_stop stop);
/* The hashes, in the order of the chunks. */
bool saved_chunks(const struct workload_buffer *b, const void *data, simt_stop stop,
		  void (*take)(void *arg, uint64_t chunk, uint64_t hash), void *arg);
/* The name of a workload in them: that of the file, without folder and ending. The caller frees it. */
char *saved_workload(const char *path);

/* ---- bytes ---- */
/* To be called before a run: makes the folder if it does not exist, and checks that the files of the selected cases can be written to
 * it, that each has a name of its own, and that none is a file that the workload reads. Nothing is left there. */
bool saved_fits(const char *folder, const struct workload *w, const bool *selected, struct simt_error *e);
/* Writes FOLDER/CASE.BUFFER.bin; '/' in a name becomes '_'. The file replaces an earlier one in one step (see result-file.h). If it
 * cannot be written, or the writing is stopped (SIMT_INTERRUPTED), the earlier file stays. Zeros take no room on the disk. */
bool saved_put(const char *folder, const struct workload_case *c, const struct workload_buffer *b, const void *data, simt_stop stop,
	       struct simt_error *e);
/* Removes the files of a case. To be called after a run for each selected case that did not come to its end, so that files of an earlier
 * run are not taken for new ones. */
void saved_clear(const char *folder, const struct workload_case *c);

#endif
