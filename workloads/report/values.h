/* values.h: all values that results have of a launch or a case, as a list. These are the counts of stats.def, the warp states of
 * stall.def (in warp-cycles and as Nsight Compute shows them) and the metrics of derived.def. CSV, JSON and the details show the same
 * list.
 *
 * What this module cannot do: format it. */
#ifndef WORKLOADS_VALUES_H
#define WORKLOADS_VALUES_H

#include "workloads/analysis/intervals.h"
#include "workloads/runner/run.h"

struct value {
	const char *metric, *unit;
	bool whole; /* a count: n; else x, shown with so many decimals */
	int decimals;
	uint64_t n;
	double x; /* the value, of a count too */
};

enum {
#define DERIVED(name, metric, unit, doc, decimals, timed, value) VALUE_##name,
#include "workloads/analysis/derived.def"
#undef DERIVED
	VALUES_DERIVED,
	VALUES_MAX = SIMT_STATS + 2 * SIMT_STALLS + VALUES_DERIVED + 1
};

/* The names that warp states have besides: simt__warp_cycles_<state>.sum and ncu's smsp__average_warps_issue_stalled_... Belongs to the
 * list that it is in; values_init makes it once. */
struct values {
	const struct simt_machine *m;
	const struct intervals *intervals; /* of the machine; NULL: its errors are not known. Set by the caller after values_init */
	char state_metric[SIMT_STALLS][2][96];
};

void values_init(struct values *s, const struct simt_machine *m);
/* What a list of values is made from. */
struct values_of {
	const uint64_t *count, *stall;
	const struct simt_launch_stats *launch; /* a single one, or NULL */
	struct simt_sampled sampled;
	uint64_t bound; /* run_launch.bound in cycles; 0: none */
	bool timed;     /* false: functional mode, without what takes time */
	double speedup; /* 0: none */
	bool whole;     /* the launch ran alone and to its end, so that it has an interval where the machine has intervals */
	struct interval speedup_interval; /* of the speed-up; high 0: none */
};
/* Fills v, of VALUES_MAX. Names belong to s. Returns the number of values. */
size_t values_list(const struct values *s, const struct values_of *of, struct value *v);
/* The interval of the cycles of a launch with these values: multiples of them. False where there is none. */
bool values_interval(const struct values *s, const struct value *v, size_t n, struct interval *i);
/* The names of all metrics that a list can have, in its order, into `name`, which has room for VALUES_MAX. Returns how many there are. */
size_t values_names(const struct values *s, const char **name);
/* The value of that metric, or NULL. */
const struct value *values_find(const struct value *v, size_t n, const char *metric);

#endif
