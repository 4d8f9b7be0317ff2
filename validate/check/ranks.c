#include "validate/check/ranks.h"

#include <math.h>

static int
order(double x, double y)
{
	return (x > y) - (x < y);
}

double
ranks_tau_b(const double *a, const double *b, const int *class, size_t n)
{
	double sum = 0, untied_a = 0, untied_b = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			int da = order(a[i], a[k]), db = order(b[i], b[k]);

			if (class && class[i] != class[k])
				continue;
			sum += da * db;
			untied_a += da != 0;
			untied_b += db != 0;
		}
	return untied_a > 0 && untied_b > 0 ? sum / sqrt(untied_a * untied_b) : NAN;
}

/* Twice the distance of the rank of v[i] from the middle rank: a whole number, also where ranks are shared. */
static double
rank(const double *v, size_t n, size_t i)
{
	double r = 0;

	for (size_t k = 0; k < n; k++)
		r += order(v[i], v[k]);
	return r;
}

double
ranks_spearman(const double *a, const double *b, size_t n)
{
	double ab = 0, aa = 0, bb = 0;

	for (size_t i = 0; i < n; i++) {
		double ra = rank(a, n, i), rb = rank(b, n, i);

		ab += ra * rb;
		aa += ra * ra;
		bb += rb * rb;
	}
	return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}

double
ranks_pearson(const double *a, const double *b, size_t n)
{
	double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;

	for (size_t i = 0; i < n; i++) {
		ma += a[i] / (double)n;
		mb += b[i] / (double)n;
	}
	for (size_t i = 0; i < n; i++) {
		ab += (a[i] - ma) * (b[i] - mb);
		aa += (a[i] - ma) * (a[i] - ma);
		bb += (b[i] - mb) * (b[i] - mb);
	}
	return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}
