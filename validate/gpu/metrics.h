/* metrics.h: the metrics that are taken from a profiler for each launch.
 * What this module cannot do: know which of them a GPU has; the profiler says. */
#ifndef VALIDATE_METRICS_H
#define VALIDATE_METRICS_H

#include <stdbool.h>
#include <stdint.h>

enum metric {
#define STAT(name, metric, unit, doc) METRIC_##name,
#include "sim/runtime/stats.def"
#undef STAT
	METRIC_duration,
	METRIC_cycles_spread, /* of the passes that METRIC_cycles is the median of */
/* Warps in a state over instructions issued: first those that the simulator has. */
#define STALL(name, doc) METRIC_stalled_##name,
#include "sim/runtime/stall.def"
#undef STALL
	METRIC_stalled_tex_throttle,
	METRIC_stalled_gmma,
	METRICS
};

/* Metrics that are collected in a run of their own. */
enum metric_part {
	METRIC_PART_FEW,      /* only the metrics that must be equal */
	METRIC_PART_COUNTERS, /* all but the others */
	METRIC_PART_CYCLES,   /* METRIC_cycles; also among the counters */
	METRIC_PART_STATES,   /* of warps */
};

struct metric_info {
	const char *name; /* as ncu has it; those that start with simt__ are the simulator's own */
	const char *unit;
	bool sums;      /* over the launches of a case */
	uint8_t digits; /* digits after the point */
	bool is_state;  /* of warps */
};
extern const struct metric_info metric_info[METRICS];

/* Does a profiler have it? */
bool metric_is_measured(enum metric m);
/* Is it collected in that run? */
bool metric_is_part(enum metric m, enum metric_part part);
/* The metrics to ask a profiler for, separated by commas. The caller frees it. */
char *metric_request(enum metric_part part);

#endif
