#include "base/statistics.h"

#include <math.h>
#include <stdlib.h>

static int
by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void
statistics_sort(double *v, size_t n)
{
	qsort(v, n, sizeof *v, by_value);
}

double
statistics_median(double *v, size_t n)
{
	if (!n)
		return NAN;
	statistics_sort(v, n);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}
