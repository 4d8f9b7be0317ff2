/* lsu-rows.h: accesses of shared and global memory by all 32 lanes of a row to words behind each other, or by all to one word, in functional
 * mode; private to sim/. They come to what lsu_access() and lsu_timing_count() would do, with less.
 * What this module cannot do: time; faults, and whatever else needs a request. */
#ifndef SIMT_LSU_ROWS_H
#define SIMT_LSU_ROWS_H

#include <stdbool.h>
#include <stdint.h>

struct exec;
struct inst;
struct sm;
struct warp;

/* What a memory instruction of w, whose form (isa_row_form()) is not 0, does for the lanes x->mask, and what that counts. False: nothing has been
 * done. */
bool lsu_rows_access(struct sm *sm, struct warp *w, const struct inst *in, uint8_t form, struct exec *x);

#endif
