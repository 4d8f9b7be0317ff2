/* robust-fit.h: finds values of a few machine parameters from many launches together; the joint stage of simt-fit.
 *
 * A list declares which measured launches take part. Residuals are ln(simulated / measured cycles). Steps are those of Gauss and Newton
 * in the logarithms of the parameters. The simulator's parameters are whole numbers and its cycles change in steps, so differences over
 * a tenth of a parameter's value take the place of derivatives. Steps are damped by what was known before: each parameter is expected to
 * stay within `prior` of its first value. Large residuals count less (Huber's weights), so that what the model lacks does not distort
 * what it has.
 *
 * There may be measurements of a reference, the device of the machine `base`. Its residuals there are then subtracted: what the model
 * lacks on that device it lacks on this one, too, and no parameter is changed to make up for it.
 *
 * Standard errors, correlations, leaving out one kernel after the other, and the bootstrap use the derivatives at the end, without
 * running the simulator again.
 *
 * What this module cannot do: words (reconvergence, scheduler, ...), parameters of value 0 (they have no logarithm). */
#ifndef VALIDATE_JOINT_H
#define VALIDATE_JOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "sim/runtime/simt.h"

enum { JOINT_PARAMETERS_MAX = 12, JOINT_ROUNDS_MAX = 20 };

/* A launch that takes part. */
struct joint_point {
	size_t in_list, in_case, nth; /* list of launches, its case, launch of the case (a repeated one several times) */
	const char *of_case, *kernel;
	double measured;  /* cycles: median of the runs */
	double reference; /* those of the reference; 0: none */
	double offset;    /* ln(simulated / measured) of the reference, which is no error here; 0 without one */
	double before;    /* simulated, on the machine as it was; NAN: that launch failed */
	double after;     /* with the values found */
};

struct joint_parameter {
	const char *name;
	long before, value;
	double error;     /* standard error of value */
	double low, high; /* bootstrap: 2.5 % and 97.5 % */
	bool told;        /* the launches say more of it than was known before */
};

/* How well a fit does: mean and median of |simulated / measured - 1|, beside the reference's where there is one. */
struct joint_errors {
	double mean, median;
};

struct joint_list;

struct joint {
	struct arena arena;
	struct simt_machine *machine;
	struct simt_machine *base; /* that of the reference; NULL: there is none */
	struct joint_list *list;
	size_t nlist, room_list;
	struct joint_point *point; /* by list, case, launch */
	size_t npoint, room_point;
	size_t missing; /* rows of the list, once for each file, whose measurements are not in the folder */
	struct joint_parameter parameter[JOINT_PARAMETERS_MAX];
	size_t nparameter;
	double correlation[JOINT_PARAMETERS_MAX][JOINT_PARAMETERS_MAX];
	struct joint_errors before, after;
	double left_out;      /* mean error of launches whose kernel was left out, by the derivatives */
	unsigned evaluations; /* of all points, those taken from `keep` included */
	unsigned jobs;        /* processes, at least 1 */
	const char *keep;     /* file of evaluations, read and added to; NULL: none */
	simt_stop stop;       /* read in every long loop: the fit ends with SIMT_INTERRUPTED; or NULL */
	void *arg;
	/* Called before each evaluation with a description of it; return false to stop. May be NULL. */
	bool (*progress)(void *arg, const char *what);
};

/* Which launches are points. */
struct joint_wish {
	/* A list like validate/training.csv, of which rows of set `training` count. Its paths are relative to the current folder. */
	const char *declared;
	const char *size;         /* and of that size; NULL: all */
	const char *data;         /* folder of files of measurements */
	const char *reference;    /* that of the reference, launches that it lacks are no points; NULL: there is none */
	double least_ns;          /* that they took on the device */
	const char *const *names; /* the parameters, n of them */
	size_t n;
	simt_stop stop; /* of the joint */
};
/* Reads them. `base` is the machine of the reference, or NULL; the machines are taken over. Returns NULL and sets *e on failure. Free with
 * joint_free. */
struct joint *joint_new(const struct joint_wish *wish, struct simt_machine *machine, struct simt_machine *base,
			struct simt_error *e);
void joint_free(struct joint *j); /* NULL is allowed */
/* Finds the values, in at most `rounds` rounds of 1 + nparameter evaluations. prior: relative, over 0. */
bool joint_run(struct joint *j, unsigned rounds, double prior, struct simt_error *e);

void joint_table(const struct joint *j, FILE *out);
/* Every launch: measured, before, after. */
void joint_points_table(const struct joint *j, FILE *out);
/* Writes into the machine where the values found come from; false: no memory. */
bool joint_sources(struct joint *j, const char *data);

#endif
