/* reader.h: what the parts of the workload.csv reader share. Not for others.
 * What this module cannot do: stand alone; workload.h is the interface. */
#ifndef WORKLOADS_READER_H
#define WORKLOADS_READER_H

#include "base/nearest.h"
#include "workloads/reader/workload.h"

enum { BUILTIN_NAMES = 9 }; /* grid grid.x grid.y grid.z, block block.x block.y block.z, threads */

bool reader_is_name(const char *s, size_t n); /* letters, digits, '_'; no digit first */

/* ---- expand.c ---- */
/* Turns the rows of the file into w->launch with cells and parameter values. */
bool reader_expand(struct workload *w, struct simt_error *e);
/* Offset in `text` (with {names}) of byte `offset` of what it expands to. */
size_t reader_unexpand(const struct workload *w, const char *text, const char *const *value, size_t offset);

/* ---- cases.c ---- */
/* Numbers of each launch: block, grid, shared, repeat, stream. */
bool reader_dims(struct workload *w, struct simt_error *e);
/* Groups launches into cases and names both; then resolves `before` and `after`. */
bool reader_cases(struct workload *w, struct simt_error *e);
bool reader_order(struct workload *w, struct simt_error *e);

/* Names that expressions of a launch may use: `known` 0: parameters; 1: and block; 2: and grid and threads. v has room for
 * BUILTIN_NAMES + w->nparams. */
struct expr_names reader_names(struct workload *w, size_t launch, int known, struct expr_name *v);

/* ---- args.c, expects.c ---- */
bool reader_args(struct workload *w, size_t launch, struct simt_error *e);
bool reader_expects(struct workload *w, size_t launch, struct simt_error *e);

/* ---- allowed.c ---- */
/* Fills in the folders that the workload may read from: its own, those of the options, and those of the environment. */
void reader_allow(struct workload *w, const struct workload_options *o);
/* Whether the workload may name this file: a regular one (or a folder, which opening refuses) that is below an allowed folder when all
 * links are followed. `whole`: it may be there compressed (wholefile.h). A file that does not exist is allowed. `at` is where the mistake is. */
bool reader_may_read(const struct workload *w, const char *path, bool whole, const char *at, struct parse_error *pe);
/* The same for a file that contents name, if they do. */
bool reader_may_fill(const struct workload *w, const struct generator *g, const char *at, struct parse_error *pe);
/* ---- tensormap.c ---- */
/* The text between s and end, which stands behind the buffer in tensormap(...), as the bytes of a tensor map (isa/tensor-map.h) of a tensor at
 * address 0. The buffer's address takes the first 8 of them. */
bool reader_tensormap(const char *s, const char *end, const struct expr_names *names, unsigned char *bytes, struct parse_error *pe);

/* workload_fail for a mistake in a cell's text. */
bool reader_parse_fail(const struct workload *w, size_t launch, enum workload_column column, const struct parse_error *pe,
		       struct simt_error *e);

#endif
