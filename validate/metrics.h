/* metrics.h: what is taken from a profiler for each launch.
 * What this module cannot do: know which of them a GPU has; the profiler says. */
#ifndef VALIDATE_METRICS_H
#define VALIDATE_METRICS_H

#include <stdbool.h>

enum metric {
#define STAT(name, metric, unit, doc) METRIC_##name,
#include "stats.def"
#undef STAT
	METRIC_duration,
	METRIC_cycles_spread, /* of the passes that METRIC_cycles is the median of */
	METRICS
};

struct metric_info {
	const char *name; /* as ncu has it; those that start with simt__ are the simulator's own */
	const char *unit;
	bool sums; /* over the launches of a case */
};
extern const struct metric_info metric_info[METRICS];

/* Does a profiler have it? */
bool metric_is_measured(enum metric m);
/* The metrics to ask a profiler for, separated by commas; those that have to be equal alone where `few`. The caller frees it. */
char *metric_request(bool few);

#endif
