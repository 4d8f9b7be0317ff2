/* draw.h: numbers within ranges that cover them evenly, by the GNU Scientific Library.
 * What this module cannot do: distributions other than the uniform one. */
#ifndef WORKLOADS_SWEEP_DRAW_H
#define WORKLOADS_SWEEP_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum draw_kind {
	DRAW_NONE,
	DRAW_LATIN, /* a Latin hypercube: each of n equal parts of each range has one number, at a random place, in random order */
	DRAW_SOBOL /* Sobol's sequence from its first number that is not 0; a seed other than 0 moves it round each range by a random distance */
};

enum { DRAW_DIMENSIONS_MAX = 40 }; /* that GSL's Sobol sequence has */

/* Puts n rows of `dimensions` numbers, from 0 to below 1, into x. The same seed gives the same numbers on every host. False: *e (SIMT_USAGE). */
bool draw(enum draw_kind kind, unsigned seed, size_t n, size_t dimensions, double *x, struct simt_error *e);

#endif
