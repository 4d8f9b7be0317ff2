/* pick.h: which part of a recording a picture or a trace shows.
 * What this module cannot do: show several cases at once: the time of each begins at 0. */
#ifndef WORKLOADS_PLOT_PICK_H
#define WORKLOADS_PLOT_PICK_H

#include "workloads/record/recording.h"

/* From first to last. */
struct pick_range {
	uint64_t first, last;
};

/* {0, UINT64_MAX} is all. */
struct pick {
	const char *of_case; /* its name; NULL: the first one */
	struct pick_range sms, blocks, warps, cycles;
};

static inline bool
pick_has(const struct pick_range *r, uint64_t x)
{
	return x >= r->first && x <= r->last;
}

/* The case; NULL: *e says which there are. `path`: of the recording, for the message. */
const struct recording_case *pick_case(const struct recording *r, const struct pick *p, const char *path, struct simt_error *e);
/* Whether the warp is one of those that are picked, and has a span in these cycles. */
bool pick_warp(const struct recording_case *c, const struct pick *p, const struct recording_warp *w);
/* Why there is none of the case's warps to show, where none is picked. */
const char *pick_no_warps(const struct recording *r, const struct recording_case *c);
/* Whether the span has some of these cycles. */
bool pick_span(const struct pick *p, const struct recording_span *s);
/* Orders pointers to struct recording_warp for qsort(): by launch, block and number in the block. */
int pick_by_place(const void *a, const void *b);

/* Whether lanes were parted: some waited while others of their warp ran. */
static inline bool
pick_parted(const struct recording_span *s)
{
	return s->threads < s->present;
}

static inline unsigned
pick_lanes(const struct simt_lanes *x)
{
	return (unsigned)(__builtin_popcountll(x->word[0]) + __builtin_popcountll(x->word[1]));
}

#endif
