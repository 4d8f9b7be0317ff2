/* effects.h: main effects and two-factor interactions of the axes of a sweep on the logarithm of a metric, by least squares (GSL).
 *
 * The model is linear in coded factors. A number is one column from -1, its least value, to 1, its greatest: by its logarithm where all values are
 * above 0. Two words are -1 and 1. Of L words each but the last has a column, and their effects and that of the last add up to 0. An interaction
 * has the products of its factors' columns. In log cycles effects multiply: a term that adds 0.1 makes cycles 1.105 times as many.
 *
 * Simulated cycles have no noise. Standard errors are of what the model leaves unexplained.
 *
 * What this module cannot do: curves; an axis whose effect turns round has large residuals. */
#ifndef WORKLOADS_STUDY_EFFECTS_H
#define WORKLOADS_STUDY_EFFECTS_H

#include <stdio.h>

#include "workloads/study/measured.h"

enum effects_order { EFFECTS_PAIRS, EFFECTS_MAIN }; /* with interactions of two factors, or without any */

/* Points, and the values that they have of factors. */
struct effects_points {
	size_t npoints, nfactors;
	const char *const *factor; /* names */
	/* NULL or "": none, which counts as a word of its own. Valid as long as what `arg` points to. */
	const char *(*value)(const void *arg, size_t point, size_t factor);
	const void *arg;
	enum effects_order order;
};

struct effects_row {
	const char *term;      /* "warp", "reconvergence=stack", "warp x reconvergence=stack" */
	const char *from, *to; /* the values that `change` goes between; "mean" is that of all words. "" for interactions */
	double estimate,
		error; /* of log cycles for one unit of the coded factors, and its standard error; NAN: too few points for one */
	double change,
		change_error; /* in per cent of cycles: from `from` to `to`, all other factors in the middle. Of an interaction: how much more
				      * one factor changes where the other one is at its end than where it is in the middle */
	bool interaction;
};

struct effects {
	struct effects_row *row; /* main effects, then interactions, in the order of factors */
	size_t nrows, room;
	size_t points, terms; /* terms: columns of the model, the mean among them */
	double r2;            /* share of the variance of log cycles; 1 where nothing varies */
	size_t *point;        /* of each that was used: its number */
	double *fitted;       /* the metric that the model gives there */
	double *residual;     /* what was measured over that, in per cent */
	size_t *by_size;      /* places in these arrays, the largest residual first */
	const char **still;   /* factors that have one value at all of these points */
	size_t nstill;
	struct arena arena;
};

/* Whether the points are enough for the model, before they run. False: *e (SIMT_USAGE). */
bool effects_possible(const struct effects_points *p, struct simt_error *e);
/* Fits the model to a case or MEASURED_ALL, at the points where that has a value. Points are those of m. False: *e says that there are too few points, or
 * that they do not tell terms apart. effects_clear frees it in any case. */
bool effects_fit(struct effects *x, const struct effects_points *p, const struct measured *m, int c, struct simt_error *e);
void effects_clear(struct effects *x);

/* Tables of all cases that can be fitted: first MEASURED_ALL, whose `case` is empty. */
void effects_write(const struct effects_points *p, const struct measured *m, FILE *out);
void effects_write_residuals(const struct effects_points *p, const struct measured *m, FILE *out);
/* What a person wants to know. out NULL: nothing is printed. False: no case can be fitted, and *e says why. */
bool effects_tell(const struct effects_points *p, const struct measured *m, FILE *out, struct simt_error *e);

#endif
