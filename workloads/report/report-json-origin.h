/* report-json-origin.h: where a result comes from, as JSON: version, command, files that were read, and which parameters of the machine are
 * not those that it comes with; private to reports. simt-results(5) has the names.
 * What this module cannot do: name source files; a cubin does not have their contents. */
#ifndef WORKLOADS_REPORT_JSON_ORIGIN_H
#define WORKLOADS_REPORT_JSON_ORIGIN_H

#include <jansson.h>

#include "workloads/report/report.h"

/* The object gets `version`, `command`, `workload` and `inputs`. r->command is not NULL. */
void report_json_origin(json_t *all, const struct report *r);
/* The object of a machine gets `shipped`: by name, what those parameters are in the machine of that name that have another value here. Where it
 * cannot be read, nothing. */
void report_json_shipped(json_t *machine, const struct simt_machine *m, const char *name);

#endif
