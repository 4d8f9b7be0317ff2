/* report-json-lines.h: the counts of source lines, loops and instructions, and what holds a launch back, as JSON; private to reports. simt-results(5) has the names.
 * What this module cannot do: source texts. */
#ifndef WORKLOADS_REPORT_JSON_LINES_H
#define WORKLOADS_REPORT_JSON_LINES_H

#include <jansson.h>

#include "workloads/analysis/causes.h"
#include "workloads/analysis/lines.h"

/* The object of a launch gets `lines_by`, `lines` and `loops`. The launch has counts of each instruction. */
void report_json_lines(json_t *launch, const struct run_launch *l, const struct simt_function *f, unsigned warp_size);
/* The object of an instruction, line or loop gets what that accessed. */
void report_json_memory(json_t *one, const struct simt_pc_memory *m);
/* Warp-cycles by state: an object that the caller takes. */
json_t *report_json_states(const uint64_t state[SIMT_STALLS]);
/* The object of a launch gets `verdict`, `limits`, `pairs` and `remedies`. */
void report_json_causes(json_t *launch, const struct causes *c, const struct simt_function *f);

#endif
