#include "workloads/analysis/local-quantiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/statistics.h"

/* Chosen on the table of the H200 by leaving kernels out; doc/accuracy.md says what others give. */
static const double tail = 0.2;
/* A first interval has at least this half-width: launches differ by as much from one measurement to the next. */
static const double least_half = 0.03;
static const double far_level = 0.95;

/* Rows that are worked out together: every host divides two numbers as fast as one. */
enum { TOGETHER = 2 };
typedef double together __attribute__((vector_size(TOGETHER * sizeof(double))));

static size_t
padded(size_t n)
{
	return (n + TOGETHER - 1) / TOGETHER * TOGETHER;
}

size_t
conformal_place(size_t n, double of_level, bool below)
{
	/* a sum such as 100 * 0.8 may come out a little above what it is */
	const double place = below ? floor((double)(n + 1) * (1 - of_level) + 1e-9) : ceil((double)(n + 1) * of_level - 1e-9);

	return place < 1 ? 0 : place > (double)n ? n - 1 : (size_t)place - 1;
}

/* ---- places ---- */

/* Distances from a place to all rows, into d, which has room for padded(n). Each is the sum over the coordinates in their order. */
static void
distances(const struct local *l, const double *x, double *d)
{
	const size_t k = l->rows.k, stride = padded(l->rows.n);

	for (size_t i = 0; i < l->rows.n; i += TOGETHER) {
		together sum = {0};

		for (size_t at = 0; at < k; at++) {
			together y;

			memcpy(&y, l->columns + at * stride + i, sizeof y);
			y = (x[at] - y) / l->scale[at];
			sum += y * y;
		}
		for (size_t j = 0; j < TOGETHER; j++)
			d[i + j] = sqrt(sum[j] / (double)k);
	}
}

static double
weight(const struct local_rows *r, double d)
{
	const double near = 1 + d / r->reach * (d / r->reach), squared = near * near;

	return 1 / (squared * squared) + r->floor_weight;
}

static void
find_scale(struct local *l)
{
	const double n = (double)l->rows.n;

	for (size_t k = 0; k < l->rows.k; k++) {
		double sum = 0, squares = 0;

		for (size_t i = 0; i < l->rows.n; i++)
			sum += l->rows.x[i * l->rows.k + k];
		for (size_t i = 0; i < l->rows.n; i++) {
			const double d = l->rows.x[i * l->rows.k + k] - sum / n;

			squares += d * d;
		}
		l->scale[k] = squares > 0 ? sqrt(squares / n) : 1;
	}
}

/* ---- intervals ---- */

enum { NO_GROUP = -1 };

struct first {
	double middle, half, distance;
};

/* The weighted quantiles of the rows that are not of the group. Rows are in the order of their values. */
static struct first
first_interval(const struct local *l, const double *x, long without, double *w)
{
	const struct local_rows *r = &l->rows;
	double all = 0, nearest = INFINITY, sum = 0, low = NAN, high = NAN;

	distances(l, x, w);
	for (size_t i = 0; i < r->n; i++) {
		const double d = w[i];

		w[i] = (long)r->group[i] == without ? 0 : weight(r, d);
		nearest = w[i] > 0 && d < nearest ? d : nearest;
		all += w[i];
	}
	for (size_t i = 0; i < r->n && isnan(high); i++) {
		sum += w[i];
		if (isnan(low) && sum >= tail * all)
			low = r->value[i];
		if (sum >= (1 - tail) * all)
			high = r->value[i];
	}
	return (struct first){(low + high) / 2, (high - low) / 2 < least_half ? least_half : (high - low) / 2, nearest};
}

/* The conformal factor of the rows that are not of the group. */
static double
factor_without(const struct local *l, long without, double *scores)
{
	size_t n = 0;

	for (size_t i = 0; i < l->rows.n; i++)
		if ((long)l->rows.group[i] != without)
			scores[n++] = l->score[i];
	if (!n)
		return 1;
	statistics_sort(scores, n);
	return scores[conformal_place(n, l->rows.level, false)];
}

static struct local_interval
stretched(const struct first *f, double factor)
{
	return (struct local_interval){f->middle - f->half * factor, f->middle + f->half * factor, f->distance};
}

struct local_interval
local_at(const struct local *l, const double *x)
{
	double *w = zeroed(padded(l->rows.n), sizeof *w);
	const struct first f = first_interval(l, x, NO_GROUP, w);

	free(w);
	return stretched(&f, l->factor);
}

struct local_interval
local_without(const struct local *l, size_t i)
{
	double *w = zeroed(padded(l->rows.n), sizeof *w);
	const long group = (long)l->rows.group[i];
	const struct first f = first_interval(l, l->rows.x + i * l->rows.k, group, w);
	const double factor = factor_without(l, group, w);

	free(w);
	return stretched(&f, factor);
}

/* ---- rows ---- */

struct placed_row {
	double value;
	size_t at; /* in the rows as they were */
};

/* By value; what is equal stays in order. */
static int
by_value(const void *va, const void *vb)
{
	const struct placed_row *a = va, *b = vb;

	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

static void
sort_rows(struct local_rows *r)
{
	struct placed_row *order = zeroed(r->n, sizeof *order);
	double *x = zeroed(r->n * r->k, sizeof *x);
	unsigned *group = zeroed(r->n, sizeof *group);

	for (size_t i = 0; i < r->n; i++)
		order[i] = (struct placed_row){r->value[i], i};
	qsort(order, r->n, sizeof *order, by_value);
	for (size_t i = 0; i < r->n; i++) {
		memcpy(x + i * r->k, r->x + order[i].at * r->k, r->k * sizeof *x);
		group[i] = r->group[order[i].at];
		r->value[i] = order[i].value;
	}
	memcpy(r->x, x, r->n * r->k * sizeof *x);
	memcpy(r->group, group, r->n * sizeof *group);
	free(order);
	free(x);
	free(group);
}

void
local_make(struct local *l, const struct local_rows *rows)
{
	double *w = zeroed(padded(rows->n), sizeof *w), *nearest = zeroed(rows->n, sizeof *nearest);
	size_t n = 0;

	*l = (struct local){.rows = *rows, .score = zeroed(rows->n, sizeof *l->score)};
	sort_rows(&l->rows);
	l->columns = zeroed(padded(rows->n) * rows->k, sizeof *l->columns);
	for (size_t i = 0; i < rows->n; i++)
		for (size_t at = 0; at < rows->k; at++)
			l->columns[at * padded(rows->n) + i] = rows->x[i * rows->k + at];
	find_scale(l);
	for (size_t i = 0; i < rows->n; i++) {
		const struct first f = first_interval(l, rows->x + i * rows->k, (long)rows->group[i], w);

		/* all rows may be of one group */
		l->score[i] = isnan(f.middle) ? 1 : fabs(rows->value[i] - f.middle) / f.half;
		if (isfinite(f.distance))
			nearest[n++] = f.distance;
	}
	l->factor = factor_without(l, NO_GROUP, w);
	statistics_sort(nearest, n);
	l->far = n ? nearest[conformal_place(n, far_level, false)] : 0;
	free(w);
	free(nearest);
}

void
local_free(struct local *l)
{
	free(l->score);
	free(l->columns);
}
