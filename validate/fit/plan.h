/* plan.h: makes a machine file from the measurements of a GPU; what simt-fit does with --data alone.
 *
 * A plan (validate/fit.csv) says for each parameter which measurements determine it. They are the comment lines of the measurements
 * (stage device), slopes or cycles of microbenchmarks (slope, cycles), or all launches of a list (joint). Values in FOLDER/known.csv are
 * taken as they are. A parameter that nothing determines keeps the value of the machine to begin with, and its source says so.
 *
 * What this module cannot do: parameters that are words (reconvergence, scheduler, ...), other than those that known.csv gives. */
#ifndef VALIDATE_PLAN_H
#define VALIDATE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "validate/fit/fit.h"
#include "validate/fit/robust-fit.h"
#include "sim/runtime/simt.h"

struct plan_options {
	const char *plan;      /* the file */
	const char *data;      /* folder of measurements */
	const char *reference; /* folder of what the device of the machine to begin with measured; NULL: none */
	const char *only;      /* glob of parameters; NULL: all */
	const char *keep;      /* file of evaluations; NULL: none */
	double prior;          /* prior of the joint stage, relative */
	unsigned sweeps, rounds, jobs;
	simt_stop stop; /* read in every long loop: SIMT_INTERRUPTED; or NULL */
	void *arg;
	bool (*progress)(void *arg, const char *what); /* before each evaluation; false to stop. May be NULL. */
};

struct plan;

/* Carries it out, from the machine `base`, which is taken over. NULL on failure; free with plan_free. */
struct plan *plan_run(const struct plan_options *o, struct simt_machine *base, struct simt_error *e);
void plan_free(struct plan *p); /* NULL is allowed */

/* What came out, for people; with all series and launches, too. */
void plan_table(const struct plan *p, bool series, FILE *out);
const struct simt_machine *plan_machine(const struct plan *p);

#endif
