/* fit.h: finds values of machine parameters from microbenchmarks; what simt-fit does.
 *
 * A series is the cases of a workload that share technique and variant and differ in $rounds. Its technique names the parameter. The
 * slope of cycles over rounds, divided by $events, is the cost of an event; the fixed cost of a launch cancels out. A parameter gets the
 * value with which the simulator's slopes are nearest to the measured ones, over all of its series together. The search runs the
 * simulator, so it needs no formula from value to slope.
 *
 * A rule may name another parameter than the technique, and take the cycles of each case as they are instead of slopes. There may be
 * measurements of a reference, the device whose machine file the fit begins with. Series then aim at the result of that machine, changed
 * as the measurements of the two devices differ. What the model lacks on the reference it lacks here, too, and no parameter is changed
 * to make up for it.
 *
 * What this module cannot do: fit several parameters jointly (it goes through them one after the other, several times), fit parameters
 * that are words (reconvergence, scheduler, ...). */
#ifndef VALIDATE_FIT_H
#define VALIDATE_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "validate/check/check-measured.h"
#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

/* Cycles of an event. */
struct fit_slope {
	double value;
	double error; /* standard error, from the spread of the measured passes, or from the points' distance to the line if that is more */
};

/* What series are made of. */
enum fit_by { FIT_SLOPE, FIT_CYCLES };
struct fit_rule {
	/* that its series tell, and behind it, with blanks between, those that move with it; NULL: the one that their technique names, or
	 * those that it stands for as an old name */
	const char *parameter;
	const char *cases; /* globs with blanks between; NULL: all */
	enum fit_by by;
	const char *files; /* files that they were taken from, for the sources */
};

struct fit_series {
	const char *parameter, *variant;
	const char *followers; /* that move with the parameter, with blanks between */
	const struct workload *w;
	size_t place;    /* of the parameter in the machine file; SIZE_MAX: the technique names none */
	size_t order;    /* rules are gone through as they were added */
	size_t first, n; /* its points: fit.point[first] to [first + n - 1] */
	double events;   /* of a round */
	struct fit_slope measured, reference;
	struct fit_slope
		aim; /* slope to be reached: the measured one, changed as the machine and the reference differed at first */
	double before, after; /* simulated slopes: on the machine as it was, with the values found; NAN: not run */
	const char *files;
};

/* A case at one number of rounds. */
struct fit_point {
	size_t in_case; /* index into workload.cases */
	double rounds;
	double cycles, sigma; /* measured: median and half the range of its passes, at least 1 */
	double reference, reference_sigma;
	double simulated; /* of the latest run */
};

/* A parameter that nothing measured tells from another one, and moves with it. */
struct fit_follower {
	const char *name, *source; /* source: of the value before */
};
enum { FIT_FOLLOWERS_MAX = 8 };

struct fit_parameter {
	const char *name, *source; /* source: of the value before */
	const char *files;         /* of its first series */
	size_t first, end;         /* its series */
	/* those that move with it: they have had its value, which was not given on the command line */
	struct fit_follower follower[FIT_FOLLOWERS_MAX];
	size_t nfollowers;
	long before, value;
	double error;         /* standard error of value; INFINITY where the series do not depend on it */
	double residual;      /* root mean square over its series of (simulated - aim) / aim */
	double distance;      /* at the end of the last search; NAN: none yet */
	unsigned evaluations; /* how many values were tried */
	bool kept;            /* the value that was found differs by no more than two standard errors: the one before stays */
};

struct fit {
	struct arena arena;
	struct simt_machine *machine;         /* as loaded, later with the values found */
	struct simt_machine *base;            /* that of the reference, which series are compared with; NULL: machine, as loaded */
	struct fit_series *series;            /* by parameter, those without parameter last */
	size_t nseries, room_series, nfitted; /* the first nfitted have a parameter */
	struct fit_point *point;
	size_t npoint, room_point;
	struct fit_parameter *parameter;
	size_t nparameter, nrules;
	size_t passed_over; /* cases that were not measured, or at only one number of rounds */
	bool keep_within;   /* values that differ by no more than two standard errors stay as they were */
	bool relative;      /* some series have a reference */
	unsigned jobs;      /* processes, at least 1 */
	const char *keep;   /* file of evaluations, read and added to; NULL: none */
	simt_stop stop;     /* read in every long loop: the fit ends with SIMT_INTERRUPTED; or NULL */
	void *arg;
	/* Called before each evaluation; return false to stop. May be NULL. */
	bool (*progress)(void *arg, const struct fit_parameter *p, unsigned sweep, long value);
};

/* The machines are taken over. jobs is 1, nothing is kept. Free with fit_free. */
struct fit *fit_new(struct simt_machine *machine, struct simt_machine *base);
void fit_free(struct fit *f); /* NULL is allowed */
/* Adds the series of a workload that a rule wants. Their cycles are in `measured`, where check_read has put them, and in `reference`
 * (NULL: none; cases that it does not have are left out). All that is given must outlive the fit. False if the rule wants slopes and the
 * workload has no columns $rounds and $events. */
bool fit_add(struct fit *f, const struct workload *w, const struct check *measured, const struct check *reference,
	     const struct fit_rule *rule, struct simt_error *e);
/* Finds the values: `sweeps` times through all parameters whose names match the glob (NULL: all). */
bool fit_run(struct fit *f, const char *only, unsigned sweeps, struct simt_error *e);
/* Writes into the machine where the values come from: `data`, or the files of each parameter's series and then `data`. What moved with a
 * parameter is a guess. */
void fit_sources(struct fit *f, const char *data, bool files);

/* A line for each parameter, or for each series. */
void fit_table(const struct fit *f, FILE *out);
void fit_series_table(const struct fit *f, FILE *out);

#endif
