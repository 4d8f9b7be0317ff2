/* measured.h: the results of a replay, in the same columns as the simulator's results (report.h), with provenance in comment lines.
 *
 * Times are warm. Metrics are simt__event_time.median, .min, .max (ns) and .spread ((max - min) / median). Cases with a `before` have
 * simt__event_time.speedup (of the medians). Launches of cases with several have simt__event_start.median (ns from the first start).
 *
 * With counters there are also the metrics of stats.def that Nsight Compute has, under its names. They are measured with cold caches,
 * each launch alone. `sm__cycles_elapsed.max` is the median of several passes, and simt__cycles_elapsed.spread their (max - min) /
 * median. Speedup is that of the cycles, if both cases have one launch.
 *
 * What this module cannot do: a table for people; results are CSV. */
#ifndef VALIDATE_MEASURED_H
#define VALIDATE_MEASURED_H

#include <stdio.h>

#include "workloads/report/keys.h"
#include "validate/gpu/replay.h"

struct measured {
	const struct replay *replay;
	struct keys keys;
	int argc;
	char **argv;                /* the command line; of argv[0] the last part */
	const char *version, *date; /* of this program; of the run, ISO 8601 */
	const char *profiler;       /* its version, or NULL */
};

/* Device, driver, clocks, date, command and modules, in lines that start with '#'. */
void measured_provenance(const struct measured *m, FILE *out);
void measured_csv(const struct measured *m, FILE *out);

#endif
