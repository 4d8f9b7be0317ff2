#include "workloads/report/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *metric, *unit;
	int decimals;
	bool timed;
} derived[VALUES_DERIVED] = {
#define DERIVED(name, metric, unit, doc, decimals, timed, value) {metric, unit, decimals, timed},
#include "workloads/analysis/derived.def"
#undef DERIVED
};

void
values_init(struct values *s, const struct simt_machine *m)
{
	s->m = m;
	s->intervals = NULL;
	for (int k = 0; k < SIMT_STALLS; k++) {
		snprintf(s->state_metric[k][0], sizeof s->state_metric[k][0], "simt__warp_cycles_%s.sum", simt_stall_name[k]);
		snprintf(s->state_metric[k][1], sizeof s->state_metric[k][1],
			 "smsp__average_warps_issue_stalled_%s_per_issue_active.ratio", simt_stall_name[k]);
	}
}

static double
parameter(const struct simt_machine *m, const char *name)
{
	const char *text = simt_machine_get(m, name);

	return text ? strtod(text, NULL) : NAN;
}

static double
quotient(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

/* Whether the launch has no share of a count that belongs to the machine. */
static bool
has_not(const struct values_of *of, int stat)
{
	return of->launch && of->launch->shared && simt_stat_info[stat].machine;
}

/* NaN where there is no launch, or no limit. */
static double
quantity(const struct simt_launch_stats *launch, uint64_t n)
{
	return launch && n != UINT32_MAX ? (double)n : NAN;
}

#define V(name)         (has_not(of, SIMT_STAT_##name) ? NAN : (double)count[SIMT_STAT_##name])
#define STATE(name)     ((double)stall[SIMT_STALL_##name])
#define OF(part, whole) quotient(part, whole)
#define SMS             sms
#define SCHEDULERS      (sms * subcores)
#define SLOTS           slots
#define MHZ             mhz
#define SHAPE(member)   quantity(launch, launch ? launch->shape.member : 0)
#define LAUNCH(member)  (launch ? (double)launch->member : NAN)
#define SAMPLED(member) (of->sampled.passed ? (double)of->sampled.member : NAN)
#define BOUND           (of->bound ? (double)of->bound : NAN)
#define LATER           NAN

/* All of derived.def; NaN where a value does not exist. */
static void
derive(const struct simt_machine *m, const struct values_of *of, double *x)
{
	const uint64_t *count = of->count, *stall = of->stall;
	const struct simt_launch_stats *launch = of->launch;
	const double sms = parameter(m, "sms"), subcores = parameter(m, "subcores"), mhz = parameter(m, "clock");
	const double slots = floor(parameter(m, "threads_per_sm") / parameter(m, "warp_size"));

#define DERIVED(name, metric, unit, doc, decimals, timed, value) x[VALUE_##name] = value;
#include "workloads/analysis/derived.def"
#undef DERIVED
}

static void
add(struct value *v, size_t *n, const char *metric, const char *unit, double x, int decimals)
{
	if (!isnan(x))
		v[(*n)++] = (struct value){.metric = metric, .unit = unit, .x = x, .decimals = decimals};
}

static void
add_count(struct value *v, size_t *n, const char *metric, const char *unit, uint64_t count)
{
	v[(*n)++] = (struct value){.metric = metric, .unit = unit, .whole = true, .n = count, .x = (double)count};
}

struct known {
	const struct value *v;
	size_t n;
};

static double
known_value(const void *arg, const char *metric)
{
	const struct known *k = arg;
	const struct value *v = values_find(k->v, k->n, metric);

	return v ? v->x : NAN;
}

bool
values_interval(const struct values *s, const struct value *v, size_t n, struct interval *i)
{
	const struct known k = {v, n};
	double x[INTERVAL_FEATURES];

	if (!s->intervals || !intervals_features(known_value, &k, x))
		return false;
	*i = intervals_time(s->intervals, x);
	return true;
}

static void
add_derived(struct value *v, size_t *n, int of, double x)
{
	add(v, n, derived[of].metric, derived[of].unit, x, derived[of].decimals);
}

static void
add_intervals(const struct values *s, const struct values_of *of, struct value *v, size_t *n)
{
	const double cycles = (double)of->count[SIMT_STAT_cycles];
	struct interval i;

	if (of->whole && of->timed && values_interval(s, v, *n, &i)) {
		add_derived(v, n, VALUE_interval_low, interval_cycles(cycles, i.low));
		add_derived(v, n, VALUE_interval_high, interval_cycles(cycles, i.high));
		add_derived(v, n, VALUE_interval_distance, i.distance);
	}
	if (of->speedup_interval.high > 0) {
		add_derived(v, n, VALUE_speedup_low, of->speedup_interval.low);
		add_derived(v, n, VALUE_speedup_high, of->speedup_interval.high);
	}
}

size_t
values_list(const struct values *s, const struct values_of *of, struct value *v)
{
	const uint64_t *count = of->count;
	double x[VALUES_DERIVED];
	size_t n = 0;

	for (int k = 0; k < SIMT_STATS; k++)
		if ((of->timed || !simt_stat_info[k].timed) && !has_not(of, k))
			add_count(v, &n, simt_stat_info[k].metric, simt_stat_info[k].unit, count[k]);
	for (int k = 0; of->timed && k < SIMT_STALLS; k++)
		add_count(v, &n, s->state_metric[k][0], "cycle", of->stall[k]);
	for (int k = 0; of->timed && k < SIMT_STALLS; k++)
		add(v, &n, s->state_metric[k][1], "cycle", OF((double)of->stall[k], V(slots_issued)), 6);
	derive(s->m, of, x);
	for (int k = 0; k < VALUES_DERIVED; k++)
		if (of->timed || !derived[k].timed)
			add(v, &n, derived[k].metric, derived[k].unit, x[k], derived[k].decimals);
	if (of->speedup > 0)
		add(v, &n, "speedup", "ratio", of->speedup, 6);
	add_intervals(s, of, v, &n);
	return n;
}

size_t
values_names(const struct values *s, const char **name)
{
	size_t n = 0;

	for (int k = 0; k < SIMT_STATS; k++)
		name[n++] = simt_stat_info[k].metric;
	for (int which = 0; which < 2; which++)
		for (int k = 0; k < SIMT_STALLS; k++)
			name[n++] = s->state_metric[k][which];
	for (int k = 0; k < VALUES_DERIVED; k++)
		name[n++] = derived[k].metric;
	name[n++] = "speedup";
	return n;
}

const struct value *
values_find(const struct value *v, size_t n, const char *metric)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(v[i].metric, metric))
			return v + i;
	return NULL;
}
