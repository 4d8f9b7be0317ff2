/* shadow-rows.h: accesses of a home row of threads to words that follow each other, all at once, for --check-races; private to sim/.
 *
 * Most accesses are ordered after all earlier ones in ways that need no look at clocks. These functions know only such ways, and leave the
 * rest, with nothing changed, to whoever looks at one cell after the other.
 *
 * What this module cannot do: words that have cells for their bytes; atomic and strong accesses. */
#ifndef SIMT_SHADOW_ROWS_H
#define SIMT_SHADOW_ROWS_H

#include "sim/observe/shadow.h"

enum { SHADOW_ROW = 32 };

/* Stamps of an access to SHADOW_ROW words. An earlier access of a place is known to be ordered before it if `who` of both is the same
 * (same_who), or if it has the same thread or an epoch before this one (not same_who). */
struct shadow_row {
	uint32_t who[SHADOW_ROW], by[SHADOW_ROW], epoch, pc;
	uint32_t warp,
		width; /* number of the first thread of its warp, threads of a warp: what these have read may be ordered in other ways */
	bool same_who;
};

/* The row reads, or writes values to, the words of a page from word i on, all of which are in it. False: nothing has changed, since this row
 * may not be ordered after an earlier access; or, of a write with the same value, only to its reads. */
bool shadow_rows_read(struct shadow_page *p, unsigned i, const struct shadow_row *r);
bool shadow_rows_write(struct shadow_page *p, unsigned i, const struct shadow_row *r, const uint32_t *value);

#endif
