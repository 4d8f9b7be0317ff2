/* parts.h: parts of the code that pictures of a recording tell apart by colour, and how they are named.
 * What this module cannot do: more than SVG_COLORS of them; the others share SVG_OTHER. */
#ifndef WORKLOADS_PLOT_PARTS_H
#define WORKLOADS_PLOT_PARTS_H

#include "workloads/plot/svg.h"
#include "workloads/record/recording.h"

enum { PARTS_NAME = 96 }; /* bytes of a name, with its NUL */

/* All 0: none. Free `key`. */
struct parts {
	const struct recording *r;
	struct parts_key {
		uint32_t function, part; /* of the recording; part: as of recording_instruction */
		uint32_t pc;             /* the first of its instructions that a span began with */
		uint64_t time;           /* lane-cycles that were added */
	} * key;
	size_t n, room;
};

/* Adds the time of a span of a warp of c. Nothing is added for those that are mixed, or issue nothing. */
void parts_add(struct parts *p, const struct recording_case *c, const struct recording_warp *w, const struct recording_span *s);
/* Those with the most lane-cycles stay, SVG_COLORS at the most, in the order of the code. */
void parts_choose(struct parts *p);
/* The number of the span's part in `key`; p->n: it is not there, or the span is mixed. */
size_t parts_find(const struct parts *p, const struct recording_case *c, const struct recording_warp *w,
		  const struct recording_span *s);
/* "dynamic-work.cu:22", with the code behind it where another part has that line, or the code alone. s has room for PARTS_NAME bytes. */
void parts_name(const struct parts *p, size_t i, char *s);

#endif
