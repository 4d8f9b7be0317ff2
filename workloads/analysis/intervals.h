/* intervals.h: between which limits a launch's cycles on a real device lie, and how much a change of time may be off.
 *
 * What is known are launches that were measured: how large the measured value was, as a multiple of the simulated one, and what the launch
 * spends its time on (features, intervals.def). A file in sim/errors has them without names; it goes with one machine. A launch gets an
 * interval from those that are like it, by localised conformal prediction:
 *
 * 1. Features are divided by their standard deviations over all rows. The weight of a row is 1 / (1 + (d / REACH)^2)^4 + FLOOR, where d^2
 *    is the mean of the squared differences of the features.
 * 2. The quantiles TAIL and 1 - TAIL of the multiples, weighted, give a first interval.
 * 3. It is stretched about its middle by the conformal factor: that with which the first intervals of at least LEVEL of the rows, each made
 *    without the rows of its own kernel, hold the row itself. With n rows it is the ceil((n + 1) LEVEL)-th smallest.
 *
 * Only + - * / and sqrt are used on rounded features, so that results are the same on every host.
 *
 * What this module cannot do: machines other than the measured one; launches that run beside others, or on caches that are not cold; say
 * why a launch is off. */
#ifndef WORKLOADS_INTERVALS_H
#define WORKLOADS_INTERVALS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sim/runtime/simt.h"

/* Intervals hold so many of 100 launches. */
enum { INTERVALS_LEVEL = 80 };

enum interval_feature {
#define FEATURE(name, doc, value) INTERVAL_##name,
#include "workloads/analysis/intervals.def"
#undef FEATURE
	INTERVAL_FEATURES
};
extern const char *const interval_feature_name[INTERVAL_FEATURES];

/* The value of a metric, or NAN. */
typedef double interval_metric(const void *arg, const char *metric);
/* The features of a launch, rounded to hundredths. False if one of the metrics is missing, as in functional mode or beside other launches. */
bool intervals_features(interval_metric *get, const void *arg, double *x);

/* What a change of time is judged by. */
enum change_feature { CHANGE_log_cycles, CHANGE_size, CHANGE_FEATURES };
/* Of two versions with so many cycles, both more than 0: the decimal logarithm of the smaller number, and how often the one is the other,
 * as a binary logarithm; rounded to hundredths. */
void intervals_change_features(double before, double after, double *x);

/* Measured values as multiples of the simulated ones. */
struct interval {
	double low, high;
	double distance; /* to the nearest measured launch, over the limit; more than 1: unlike all that was measured */
};

struct intervals; /* opaque */

/* Reads a table, of a file or of `bytes` bytes of memory; `name` is for messages. NULL, with *e set, if it is none. Free it with
 * intervals_free. */
struct intervals *intervals_read(const char *path, struct simt_error *e);
struct intervals *intervals_parse(const void *data, size_t bytes, const char *name, struct simt_error *e);
void intervals_free(struct intervals *t); /* NULL is allowed */
/* Whether m has the values of the installed machine `name`, which the table is of. False if there is no such machine. */
bool intervals_are_of(const struct simt_machine *m, const char *name);

/* Of a launch's cycles, by its features. */
struct interval intervals_time(const struct intervals *t, const double *x);
/* Of the time after over the time before. */
struct interval intervals_change(const struct intervals *t, double before, double after);
/* The cycles at both ends, to the nearest whole one. */
static inline double
interval_cycles(double cycles, double multiple)
{
	return (double)(unsigned long long)(cycles * multiple + 0.5);
}

/* How intervals do on row i of the table, which are of times or of changes, each by their ratios. Its kernel is left out, for its interval and
 * for the constant one: the conformal quantiles 10 and 90 % of the other rows. */
struct interval_trial {
	double ratio, low, high, constant_low, constant_high;
};
size_t intervals_rows(const struct intervals *t, bool change);
struct interval_trial intervals_trial(const struct intervals *t, bool change, size_t i);

/* The same of all rows. */
struct interval_coverage {
	size_t rows, kernels;
	double held, constant_held;   /* shares of the rows that lie within their interval */
	double width, constant_width; /* means of high - low */
};
struct interval_coverage intervals_coverage(const struct intervals *t, bool change);

#endif
