#include "workloads/sweep/draw.h"

#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

static void
latin(gsl_rng *r, size_t n, size_t dimensions, double *x)
{
	size_t *part = zeroed(n, sizeof *part);

	for (size_t d = 0; d < dimensions; d++) {
		for (size_t i = 0; i < n; i++)
			part[i] = i;
		gsl_ran_shuffle(r, part, n, sizeof *part);
		for (size_t i = 0; i < n; i++)
			x[i * dimensions + d] = ((double)part[i] + gsl_rng_uniform(r)) / (double)n;
	}
	free(part);
}

static void
sobol(gsl_rng *r, unsigned seed, size_t n, size_t dimensions, double *x)
{
	gsl_qrng *q = must(gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)dimensions));
	double moved[DRAW_DIMENSIONS_MAX];

	for (size_t d = 0; d < dimensions; d++)
		moved[d] = seed ? gsl_rng_uniform(r) : 0;
	for (size_t i = 0; i < n; i++) {
		double *row = x + i * dimensions;

		gsl_qrng_get(q, row);
		for (size_t d = 0; d < dimensions; d++)
			row[d] = fmod(row[d] + moved[d], 1);
	}
	gsl_qrng_free(q);
}

bool
draw(enum draw_kind kind, unsigned seed, size_t n, size_t dimensions, double *x, struct simt_error *e)
{
	gsl_rng *r;

	if (!dimensions || dimensions > DRAW_DIMENSIONS_MAX)
		return simt_fail(e, SIMT_USAGE, "points are drawn within 1 to %d ranges, not %zu", DRAW_DIMENSIONS_MAX, dimensions);
	r = must(gsl_rng_alloc(gsl_rng_mt19937));
	gsl_rng_set(r, seed);
	if (kind == DRAW_LATIN)
		latin(r, n, dimensions, x);
	else
		sobol(r, seed, n, dimensions, x);
	gsl_rng_free(r);
	return true;
}
