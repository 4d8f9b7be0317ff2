/* local-quantiles.h: conformal intervals of numbers that are known at some places, by the numbers at places nearby; intervals.h has the
 * method.
 * What this module cannot do: places of more than LOCAL_FEATURES coordinates, numbers that are not finite. */
#ifndef WORKLOADS_LOCAL_QUANTILES_H
#define WORKLOADS_LOCAL_QUANTILES_H

#include <stdbool.h>
#include <stddef.h>

enum { LOCAL_FEATURES = 24 };

/* Rows in any order. */
struct local_rows {
	double reach;        /* distance at which a row counts a sixteenth of one at the place itself; more than 0 */
	double floor_weight; /* that a row has at any distance, more than 0; at distance 0 it has 1 more */
	double level;        /* intervals hold this share of the rows, from 0 to 1 */
	size_t n, k;         /* rows; coordinates of each */
	double *x;           /* n * k */
	double *value;       /* n */
	unsigned *group;     /* n: rows of a group are left out together */
};

struct local {
	struct local_rows rows;       /* by value, the smallest first; the arrays belong to the caller */
	double scale[LOCAL_FEATURES]; /* standard deviations; 1 where all are the same */
	double *columns;              /* the coordinates once more: the first ones of all rows, then the second ones */
	double *score; /* by row: how far its first interval, made without its group, has to be stretched to hold it */
	double factor; /* conformal, of all rows; 1 where there are too few */
	double far;    /* of distances between a row and the nearest one of another group, the conformal quantile FAR */
};

/* Sorts the rows, which have to live as long as *l, and works out what belongs to all of them. Free with local_free. There is a row. */
void local_make(struct local *l, const struct local_rows *rows);
void local_free(struct local *l); /* not its rows */

struct local_interval {
	double low, high;
	double distance; /* to the nearest row */
};
/* At a place. */
struct local_interval local_at(const struct local *l, const double *x);
/* At row i, made without the rows of its group. */
struct local_interval local_without(const struct local *l, size_t i);

/* The place, from 0, of the conformal quantile of n numbers in order: ceil((n + 1) level) - 1, at most n - 1. n is not 0, level from 0 to
 * 1. With `below`, that of the lower end: floor((n + 1) (1 - level)) - 1, at least 0. */
size_t conformal_place(size_t n, double level, bool below);

#endif
