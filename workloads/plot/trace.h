/* trace.h: a recording as a Chrome trace, the JSON that https://ui.perfetto.dev and chrome://tracing open.
 *
 * A cycle is shown as a microsecond, so that times are whole. An SM is a process and a warp slot a thread. On it each warp is a slice, inside
 * of which are slices of category `wait`, named after the state in which it was longest, and `run`, named after the line of the source, or the
 * code, with which it begins. A process has the launches and counters of the GPU: occupancy, use of issue slots, lanes, and bandwidths. Slices of
 * a thread are nested or apart.
 *
 * What this module cannot do: show a recording of more than one case. */
#ifndef WORKLOADS_PLOT_TRACE_H
#define WORKLOADS_PLOT_TRACE_H

#include <stdio.h>

#include "base/text.h"
#include "workloads/plot/pick.h"

/* What a trace has left out. */
struct trace_left {
	size_t warps; /* that were picked, because the trace would have become longer than `most` bytes */
};

/* Appends the trace to *t. */
void trace_make(const struct recording *r, const struct recording_case *c, const struct pick *p, size_t most, struct text *t,
		struct trace_left *left);
/* Writes it, compressed by gzip where `compress`. Errors stay in `out`. */
void trace_write(const struct text *t, bool compress, FILE *out);

#endif
