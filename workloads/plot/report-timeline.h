/* report-timeline.h: the part of a report that shows a recording over time.
 * What this module cannot do: show anything without a script; what it says then is a sentence. */
#ifndef WORKLOADS_PLOT_REPORT_TIMELINE_H
#define WORKLOADS_PLOT_REPORT_TIMELINE_H

#include <stdio.h>

#include "workloads/record/recording.h"

/* Writes <section id="timeline">, with its data in <script type="application/json" id="timeline-data">: all cases of the recording, in at most
 * `most` bytes of JSON. */
void report_timeline(FILE *out, const struct recording *r, size_t most);

#endif
