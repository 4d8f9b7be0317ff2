/* fit.h: values of machine parameters from microbenchmarks; what simt-fit does.
 *
 * A series is the cases of a workload that share technique and variant and differ in $rounds. Its technique names the parameter. The
 * slope of cycles over rounds, divided by $events, is what an event costs; what a launch costs besides falls out. A parameter gets the
 * value with which the simulator's slopes come nearest to the measured ones, over all of its series together: the search runs the
 * simulator, so that no formula says how a slope follows from a value.
 *
 * What this module cannot do: fit several parameters jointly (they are gone through in the order of the machine file, several times),
 * and fit words (reconvergence, scheduler, ...). */
#ifndef VALIDATE_FIT_H
#define VALIDATE_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "arena.h"
#include "check-measured.h"
#include "simt.h"
#include "workload.h"

/* Cycles of an event. */
struct fit_slope {
	double value;
	double error; /* standard error, from the spread of the measured passes, or from the points' distance to the line if that is more */
};

struct fit_series {
	const char *parameter, *variant;
	size_t place;    /* of the parameter in the machine file; SIZE_MAX: the technique names none */
	size_t first, n; /* its points: fit.point[first] to [first + n - 1] */
	double events;   /* of a round */
	struct fit_slope measured;
	double before, after; /* simulated slopes: on the machine as it was, with the values found; NAN: not run */
};

/* A case at one number of rounds. */
struct fit_point {
	size_t in_case; /* index into workload.cases */
	double rounds;
	double cycles, sigma; /* measured: median and half the range of its passes, at least 1 */
	double simulated;     /* of the latest run */
};

struct fit_parameter {
	const char *name, *source; /* source: of the value before */
	long before, value;
	double error;         /* standard error of value; INFINITY where the series do not depend on it */
	double residual;      /* root mean square over its series of (simulated - measured) / measured */
	unsigned evaluations; /* how many values were tried */
};

struct fit {
	const struct workload *w;
	struct arena arena;
	struct simt_machine *machine;         /* as loaded, later with the values found */
	struct fit_series *series;            /* by parameter in the order of the machine file, those without parameter last */
	size_t nseries, room_series, nfitted; /* the first nfitted have a parameter */
	struct fit_point *point;
	size_t npoint, room_point;
	struct fit_parameter *parameter;
	size_t nparameter;
	size_t passed_over; /* cases that were not measured, or at one number of rounds alone */
	void *arg;
	/* Called before each evaluation; return false to stop. May be NULL. */
	bool (*progress)(void *arg, const struct fit_parameter *p, unsigned sweep, long value);
};

/* Takes the measured cycles out of `measured`, into which check_read has put them. The machine is taken over. Returns NULL and sets *e
 * where the workload has no columns $rounds and $events, or nothing of it was measured. Free with fit_free. */
struct fit *fit_new(const struct workload *w, const struct check *measured, struct simt_machine *machine, struct simt_error *e);
void fit_free(struct fit *f); /* NULL is allowed */
/* Finds the values: `sweeps` times through all parameters whose names match the glob (NULL: all). */
bool fit_run(struct fit *f, const char *only, unsigned sweeps, struct simt_error *e);

/* A line for each parameter, or for each series. */
void fit_table(const struct fit *f, FILE *out);
void fit_series_table(const struct fit *f, FILE *out);
/* The machine file with the values found; their source names `data`, the measurements. */
void fit_write_machine(const struct fit *f, const char *data, FILE *out);

#endif
