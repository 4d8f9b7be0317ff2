/* accuracy.h: errors of simulated cycles against measured ones, over declared sets of launches.
 *
 * A file with the columns set,size,workload,let,case,measured declares the sets (validate/training.csv). A measured launch belongs to
 * the first row that has its workload and values of columns and a glob that its case matches. Simulated results are files of simt-sim
 * --csv, one for each case, under the names that accuracy_plan gives.
 *
 * An error is simulated / measured - 1 of sm__cycles_elapsed.max. The null model is linear: a constant for each launch, plus a number of
 * cycles for each warp instruction, plus one for each byte from DRAM (L2 misses of 32 bytes). It uses the device's own counts. Its terms
 * are not negative and have the least sum of squared relative errors over the training launches of more than 20 us. It is judged by the
 * same launches and measurements as the model.
 *
 * What this module cannot do: run the simulator; judge cases whose launches overlap (their cycles are measured launch by launch). */
#ifndef VALIDATE_ACCURACY_H
#define VALIDATE_ACCURACY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"

enum accuracy_set { ACCURACY_TRAINING, ACCURACY_MICRO, ACCURACY_DEVELOPMENT, ACCURACY_HELD_OUT, ACCURACY_SETS };
/* How long the simulation takes: all quick ones about a minute, full minutes, long hours. */
enum accuracy_size { ACCURACY_QUICK, ACCURACY_FULL, ACCURACY_LONG, ACCURACY_SIZES };
extern const char *const accuracy_set_name[ACCURACY_SETS], *const accuracy_size_name[ACCURACY_SIZES];

/* By measured time: under 20 us, 20 to 100, 100 to 1000, over 1000. */
enum { ACCURACY_CLASSES = 4, ACCURACY_STATES_MAX = 24 };
extern const double accuracy_class_ns[ACCURACY_CLASSES]; /* lower ends */

struct accuracy_launch {
	enum accuracy_set set;
	enum accuracy_size size;
	bool wanted;    /* chosen by the options; other launches still take part in the fit of the null model */
	bool technique; /* not one of the kernels that are no technique */
	size_t in_group;
	const char *of_case, *launch, *kernel; /* launch: its name, "" where the case has one launch */
	unsigned ordinal;
	size_t before;          /* launch that the case is compared with, SIZE_MAX: none */
	double ns;              /* measured, cold */
	double measured, noise; /* cycles; (highest - lowest) / median of passes or of runs, whichever is more */
	double inst, bytes;     /* measured; NAN: not counted */
	double simulated, null; /* NAN: not there */
	bool extrapolated;      /* simulated on another machine than the measured one, or with parameters set */
	bool has_states;
	double state[2][ACCURACY_STATES_MAX]; /* shares of warp states, simulated and measured; see accuracy_state_name */
};

struct accuracy_group { /* a workload with values of columns */
	const char *name, *workload, *let;
};

/* cycles = launch + inst * warp instructions + byte * bytes */
struct accuracy_null {
	size_t n; /* launches it was fitted to; 0: there is none */
	double launch, inst, byte;
};

struct accuracy {
	struct arena arena;
	struct accuracy_group *group;
	size_t ngroup, room_group;
	struct accuracy_launch *launch;
	size_t nlaunch, room_launch;
	struct accuracy_null null;
	const char *machine; /* that was measured */
	size_t left_out;     /* launches of the wanted sets that are of a larger size than wanted */
	size_t missing;      /* files of the list that folder `data` does not have */
};

struct accuracy_options {
	const char *sets; /* the file */
	/* folder of measured files, by the names in the list, which need not all be there; NULL: data/h200 beside sets, all of them */
	const char *data;
	const char *results; /* folder of simulated ones; NULL: none is read */
	/* which launches are wanted: */
	unsigned set_mask;       /* bit for each enum accuracy_set; 0: all */
	enum accuracy_size size; /* rows up to this size */
	const char *const *only; /* globs of cases, one of which matches; none: all */
	size_t nonly;
	simt_stop stop; /* asked between files: reading ends with SIMT_INTERRUPTED; or NULL */
};

/* Reads sets, results and measurements. NULL, with *e set, if a file is wrong. Paths of workloads are relative to the folder above that
 * of the sets. */
struct accuracy *accuracy_read(const struct accuracy_options *o, struct simt_error *e);
void accuracy_free(struct accuracy *a);    /* NULL is allowed */
const char *accuracy_state_name(size_t i); /* NULL after the last one. */
enum { ACCURACY_SIMULATED, ACCURACY_MEASURED };

/* Prints what is to be simulated, a line for each measured case: group/case.csv, workload, case, set, size, let, with tabs between. */
void accuracy_plan(const struct accuracy *a, FILE *out);

/* ---- accuracy.c ---- */
/* Fits the null model and gives each launch its prediction. */
void accuracy_fit_null(struct accuracy *a);
/* c[3] of the model c0 + c1 x1 + c2 x2, none negative, with the least sum of ((model - y) / y)^2. */
void accuracy_least_squares(size_t n, const double *x1, const double *x2, const double *y, double *c);

/* Over the launches that `takes` accepts and that were simulated. */
struct accuracy_errors {
	size_t n, missing;                         /* missing: accepted, but not simulated */
	double mape, median, worst, bias;          /* parts of 1; bias: mean of signed errors; worst: signed */
	double pearson, tau;                       /* of simulated and measured cycles; NAN where they say nothing */
	double tau_within;                         /* only over pairs of the same size class */
	size_t worst_five[5], nworst;              /* launches, worst first */
	double null_mape, null_median, null_worst; /* errors of the null model over the same launches */
	size_t null_n;
	double noise;        /* median */
	size_t within_noise; /* launches whose error is not more than their noise */
};
typedef bool accuracy_takes(const struct accuracy_launch *l, const void *arg);
struct accuracy_errors accuracy_errors(const struct accuracy *a, accuracy_takes *takes, const void *arg);

/* Speed-ups of cases over the case `before`, both of one launch; a pair belongs to training where both do. */
struct accuracy_speedups {
	size_t n;
	double mean, median, worst; /* |simulated / measured - 1| */
	size_t worst_at;
	size_t changes, right; /* measured changes of more than 3 %; those whose direction is right */
	size_t wrong_at[5], nwrong;
};
struct accuracy_speedups accuracy_speedups(const struct accuracy *a, enum accuracy_set set, bool over_20us);

/* Mean over launches of the mean |simulated - measured| share of the four warp states that are largest on the device; parts of 1. */
struct accuracy_states {
	size_t n;
	double four;
	double share[2][ACCURACY_STATES_MAX]; /* means over the launches */
	double off[ACCURACY_STATES_MAX];      /* mean |difference| */
};
double accuracy_four_states(const struct accuracy_launch *l);
struct accuracy_states accuracy_states(const struct accuracy *a, accuracy_takes *takes, const void *arg);
int accuracy_class(const struct accuracy_launch *l);

/* ---- accuracy-report.c ---- */
struct accuracy_show {
	bool markdown;
	bool cases, held_out_cases; /* a line for each launch; held-out ones only with both */
	bool states;                /* each warp state */
	unsigned width;             /* 0: any */
};
void accuracy_report(const struct accuracy *a, const struct accuracy_show *s, FILE *out);
/* A row for each launch; held-out ones only where show says so. */
void accuracy_csv(const struct accuracy *a, const struct accuracy_show *s, FILE *out);

/* ---- accuracy-plot.c ---- */
/* Draws simulated over measured cycles on logarithmic axes to `out`, as .svg or .png by the ending of `path`. False, with *e set, if the
 * ending is another one, or the program was built without cairo. The stream says whether all was written. */
bool accuracy_plot(const struct accuracy *a, const char *path, FILE *out, struct simt_error *e);

#endif
