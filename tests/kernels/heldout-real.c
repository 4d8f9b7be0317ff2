/* heldout-real.c: what the held-out kernels with floating-point numbers must leave: to the bit, with sums in the kernels' order, or in
 * double where approximations of the hardware are used. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kernels/heldout.h"

/* Sums the lanes as a tree whose halves are `distance` 16, 8, 4, 2, 1 apart. */
static float
tree_sum(float *v)
{
	for (int d = 16; d > 0; d /= 2)
		for (int l = 0; l < d; l++)
			v[l] += v[l + d];
	return v[0];
}

static void
fill_spmv_scalar(struct heldout *x)
{
	const uint8_t *length = heldout_data(x, "length");
	const int32_t *column = heldout_data(x, "column");
	const float *value = heldout_data(x, "value"), *v = heldout_data(x, "x");
	float *y = heldout_want(x, "y");

	for (int64_t r = 0; r < x->n; r++)
		for (int64_t e = r * x->m; e < r * x->m + length[r]; e++)
			y[r] = fmaf(value[e], v[column[e]], y[r]);
}

static void
fill_spmv_vector(struct heldout *x)
{
	const uint8_t *length = heldout_data(x, "length");
	const int32_t *column = heldout_data(x, "column");
	const float *value = heldout_data(x, "value"), *v = heldout_data(x, "x");
	float *y = heldout_want(x, "y");

	for (int64_t r = 0; r < x->n; r++) {
		float lane[32] = {0};

		for (int64_t k = 0, e = r * x->m; k < length[r]; k++, e++)
			lane[k % 32] = fmaf(value[e], v[column[e]], lane[k % 32]);
		y[r] = tree_sum(lane);
	}
}

static void
fill_tree(struct heldout *x)
{
	const uint8_t *feature = heldout_data(x, "feature");
	const float *threshold = heldout_data(x, "threshold"), *sample = heldout_data(x, "sample");
	int32_t *leaf = heldout_want(x, "leaf");

	/* place in the level, not in the tree */
	for (int64_t i = 0; i < x->n; i++)
		for (int l = 0; l < x->m; l++) {
			int64_t node = (INT64_C(1) << l) - 1 + leaf[i];

			leaf[i] = 2 * leaf[i] + !(sample[feature[node] * x->n + i] < threshold[node]);
		}
}

static void
fill_stencil5(struct heldout *x)
{
	const float *in = heldout_data(x, "in");
	float *out = heldout_want(x, "out");
	int64_t n = x->n;

	memcpy(out, in, (size_t)(n * n) * sizeof *out);
	for (int64_t r = 1; r < n - 1; r++)
		for (int64_t i = r * n + 1; i < r * n + n - 1; i++)
			out[i] = fmaf(0.125f, in[i - 1] + in[i + 1] + in[i - n] + in[i + n], 0.5f * in[i]);
}

static void
fill_stencil7(struct heldout *x)
{
	const float *in = heldout_data(x, "in");
	float *out = heldout_want(x, "out");
	int64_t n = x->n, plane = n * n;

	memcpy(out, in, (size_t)(plane * x->m) * sizeof *out);
	for (int64_t z = 1; z < x->m - 1; z++)
		for (int64_t r = 1; r < n - 1; r++)
			for (int64_t i = z * plane + r * n + 1; i < z * plane + r * n + n - 1; i++)
				out[i] = fmaf(0.125f, in[i - plane] + in[i + plane] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n],
					      0.25f * in[i]);
}

static void
fill_mandelbrot(struct heldout *x)
{
	int32_t *out = heldout_want(x, "out");

	for (int64_t i = 0; i < x->n * x->m; i++) {
		float cx = fmaf(3.0f / (float)x->n, (float)(i % x->n), -2.25f);
		float cy = fmaf(2.5f / (float)x->m, (float)(i / x->n), -1.25f), a = 0, b = 0;

		while (out[i] < x->n / 4 && a * a + b * b < 4) {
			float old = a;

			a = a * a - b * b + cx;
			b = fmaf(2 * old, b, cy);
			out[i]++;
		}
	}
}

static void
fill_nbody(struct heldout *x)
{
	const float *body = heldout_data(x, "body");
	float *pull = heldout_want(x, "pull");
	double *slack = heldout_slack(x, "pull");

	for (int64_t i = 0; i < x->n; i++) {
		double sum[3] = {0}, sizes = 0;

		for (int64_t k = 0; k < x->n; k++) {
			double d[3], square = (double)0.01f, force;

			for (int c = 0; c < 3; c++) {
				d[c] = (double)body[4 * k + c] - (double)body[4 * i + c];
				square += d[c] * d[c];
			}
			force = (double)body[4 * k + 3] / (square * sqrt(square));
			for (int c = 0; c < 3; c++)
				sum[c] += d[c] * force;
			sizes += sqrt(square) * force;
		}
		for (int c = 0; c < 3; c++) {
			pull[4 * i + c] = (float)sum[c];
			slack[4 * i + c] = 1e-5 * sizes;
		}
	}
}

/* By powers, not by Horner's rule, would round otherwise: this one is the same, with the coefficients from the last to the first. */
static const double coefficient[] = {
	-0.025, 0.045, 0.058, -0.034, -0.035, 0.045,  -0.060, -0.045, 0.014,  -0.043, 0.036,
	-0.041, 0.032, 0.050, -0.026, -0.034, -0.058, 0.009,  0.005,  -0.030, -0.004, -0.046,
	0.048,  0.018, 0.053, -0.004, -0.057, 0.051,  0.029,  0.053,  0.035,  0.029,  0.015,
};

static void
fill_horner(struct heldout *x)
{
	const double *in = heldout_data(x, "in");
	double *out = heldout_want(x, "out");

	for (int64_t i = 0; i < x->n; i++) {
		out[i] = in[i];
		for (int64_t r = 0; r < x->m; r++) {
			double p = 0;

			for (size_t k = 0; k < sizeof coefficient / sizeof *coefficient; k++)
				p = fma(p, out[i], coefficient[k]);
			out[i] = p;
		}
	}
}

/* Doolittle's order, an element at a time; each element has the same operations as in the kernel. */
static void
fill_lu(struct heldout *x)
{
	const float *a = heldout_data(x, "a");
	float *out = heldout_want(x, "out");
	int64_t n = x->n;

	for (int64_t i = 0; i < n; i++)
		for (int e = 0; e < 16; e++) {
			int r = e / 4, c = e % 4;
			float v = a[e * n + i];

			for (int k = 0; k < r && k < c; k++)
				v = fmaf(-out[(4 * r + k) * n + i], out[(4 * k + c) * n + i], v);
			out[e * n + i] = c < r ? v / out[5 * c * n + i] : v;
		}
}

static void
fill_dot(struct heldout *x)
{
	const float *a = heldout_data(x, "a"), *b = heldout_data(x, "b");
	float *part = heldout_want(x, "part");

	for (int64_t block = 0; block < x->m; block++) {
		float thread[256] = {0};

		for (int64_t i = block * 256; i < x->n; i += x->m * 256)
			for (int64_t t = 0; t < 256 && i + t < x->n; t++)
				thread[t] = fmaf(a[i + t], b[i + t], thread[t]);
		part[block] = tree_sum(thread);
		for (int w = 1; w < 8; w++)
			part[block] += tree_sum(thread + 32 * w);
	}
}

static void
fill_matvec(struct heldout *x)
{
	const float *a = heldout_data(x, "a"), *v = heldout_data(x, "x");
	float *y = heldout_want(x, "y");

	for (int64_t r = 0; r < x->m; r++, a += x->n) {
		float lane[32] = {0};

		/* four columns at a time, the last first */
		for (int64_t c = 0; c < x->n; c += 4)
			for (int k = 3; k >= 0; k--)
				lane[c / 4 % 32] = fmaf(a[c + k], v[c + k], lane[c / 4 % 32]);
		y[r] = tree_sum(lane);
	}
}

static void
fill_kmeans(struct heldout *x)
{
	const float *point = heldout_data(x, "point"), *centre = heldout_data(x, "centre");
	int32_t *nearest = heldout_want(x, "nearest");

	for (int64_t i = 0; i < x->n; i++) {
		float least = INFINITY;

		for (int k = 0; k < 32; k++) {
			float d = 0;

			for (int c = 3; c >= 0; c--) {
				const float apart = point[4 * i + c] - centre[4 * k + c];

				d = fmaf(apart, apart, d);
			}
			nearest[i] = d < least ? k : nearest[i];
			least = fminf(d, least);
		}
	}
}

/* The slope is at most 3/4, so that errors of rounds add up to four times one of them. */
static void
fill_sigmoid(struct heldout *x)
{
	const float *in = heldout_data(x, "in");
	float *out = heldout_want(x, "out");
	double *slack = heldout_slack(x, "out");

	for (int64_t i = 0; i < x->n; i++) {
		double v = (double)in[i];

		for (int64_t k = 0; k < x->m; k++)
			v = 1 / (1 + exp(-3 * v)) - 0.5;
		out[i] = (float)v;
		slack[i] = 2e-6;
	}
}

const struct heldout_reference heldout_real[] = {
	{"spmv_scalar", fill_spmv_scalar},
	{"spmv_vector", fill_spmv_vector},
	{"tree", fill_tree},
	{"stencil5", fill_stencil5},
	{"stencil7", fill_stencil7},
	{"mandelbrot", fill_mandelbrot},
	{"nbody", fill_nbody},
	{"horner", fill_horner},
	{"lu", fill_lu},
	{"dot", fill_dot},
	{"matvec", fill_matvec},
	{"kmeans", fill_kmeans},
	{"sigmoid", fill_sigmoid},
	{NULL, NULL},
};
