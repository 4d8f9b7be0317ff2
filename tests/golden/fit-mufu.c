/* fit-mufu.c: the coefficients of isa/mufu.def from what MUFU gives, as make-mufu.py --dump has it. By hand:
 *
 *   cc -O2 -o fit-mufu tests/golden/fit-mufu.c -lm
 *   ./fit-mufu FOLDER       reads FOLDER/rcp.bin and so on, prints lines of mufu.def
 *
 * Within a segment every result demands low <= c0 + bias + c1 * x + c2 * q(x) < high, with q the truncated square of exec-mufu.c. c2
 * and c1 are sought on their grids around the differences of the results; the conditions leave one of each. They leave an interval for
 * c0 + bias, which over all segments of a function leaves few values for the bias; the bias taken is the one in exec-mufu.c. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X_BITS = 17, POINTS = 1 << X_BITS, MANTISSA = 23, TABLE = 1 << MANTISSA, AROUND = 40 };

/* A file of 2^23 results. Values have `digits` fraction bits, TANH's as many as a result shows; s0 to bias as in exec-mufu.c. */
enum { TANH = 99, TANH_POINT = 39 };

static const struct table {
	const char *name;
	int segments, digits, s0, s1, s2, point;
	int64_t bias;
	bool skip; /* the first result is made in another way */
} tables[] = {
	{"rcp", 128, 24, 14, 0, 1, 16, 4046, false},      {"rsq-even", 64, 24, 14, 0, 2, 16, 16383, true},
	{"rsq-odd", 64, 24, 14, 0, 2, 16, 16383, false},  {"sqrt-even", 64, 23, 15, 0, 1, 17, 32767, false},
	{"sqrt-odd", 64, 23, 15, 0, 1, 17, 32767, false}, {"ex2", 64, 23, 13, 0, 0, 15, 6114, false},
	{"lg2", 64, 36, 12, 0, 1, 2, 837, true},          {"sin", 64, 37, 12, 0, 0, 0, 0, false},
	{"tanh-119", 1, TANH, 15, 0, 1, 0, 0, false},     {"tanh-120", 1, TANH, 15, 0, 1, 0, 0, false},
	{"tanh-121", 1, TANH, 15, 0, 1, 0, 0, false},     {"tanh-122", 2, TANH, 15, 0, 1, 0, 0, false},
	{"tanh-123", 2, TANH, 15, 0, 1, 0, 0, false},     {"tanh-124", 4, TANH, 15, 0, 1, 0, 0, false},
	{"tanh-125", 4, TANH, 15, 0, 1, 0, 0, false},     {"tanh-126", 4, TANH, 15, 0, 1, 0, 0, false},
	{"tanh-127", 8, TANH, 15, 0, 1, 0, 0, false},     {"tanh-128", 16, TANH, 15, 0, 1, 0, 0, false},
	{"tanh-129", 8, TANH, 15, 0, 1, 0, 0, false},
};

/* One segment: bounds of the value at each x, in the unit of c0. */
static int64_t low[POINTS], high[POINTS], q[POINTS];
static unsigned used; /* points, every `step` of them */
static unsigned step;

static int64_t
square(uint32_t x)
{
	int64_t sum = 0;

	for (int i = 0; i < X_BITS; i++)
		for (int j = i; j < X_BITS; j++)
			if (x >> i & 1 && x >> j & 1 && i + j + (j > i) >= 19)
				sum += INT64_C(1) << (i + j + (j > i));
	return sum >> 19;
}

/* The bounds that a result gives. */
static void
set_bounds(const struct table *t, uint32_t result, int64_t *l, int64_t *h)
{
	const int unit = (t->digits == TANH ? TANH_POINT : t->digits) + t->point; /* fraction bits of low and high */
	double width;
	float f;

	memcpy(&f, &result, sizeof f);
	width = result & 0x7f800000 ? ldexp(1, (int)(result >> MANTISSA & 255) - 127 - MANTISSA) : 0;
	if (t->digits != TANH && width < ldexp(1, -t->digits))
		width = ldexp(1, -t->digits);
	*l = (int64_t)ldexp((double)f, unit);
	*h = (int64_t)ldexp((double)f + width, unit);
}

static bool
fits(int64_t c2, int64_t c1, unsigned from, int64_t *least, int64_t *most)
{
	int64_t a = INT64_MIN, b = INT64_MAX;

	for (unsigned x = from; x < POINTS; x += step) {
		const int64_t rest = c1 * (int64_t)x + c2 * q[x];

		if (low[x] - rest > a)
			a = low[x] - rest;
		if (high[x] - 1 - rest < b)
			b = high[x] - 1 - rest;
		if (a > b)
			return false;
	}
	*least = a;
	*most = b;
	return true;
}

/* Prints the only coefficients that fit; says so where there is none or more than one. */
static bool
fit(const struct table *t, int segment, unsigned skip)
{
	const unsigned first = skip ? step : 0, middle = POINTS / 2, last = POINTS - step;
	const double bend =
		(double)(low[last] - low[first]) / (last - first) - (double)(low[middle] - low[first]) / (middle - first);
	const double bend_q = (double)(q[last] - q[first]) / (last - first) - (double)(q[middle] - q[first]) / (middle - first);
	const int64_t c2 = llround(bend / bend_q / (1 << t->s2));
	int64_t found[3] = {0}, least, most;
	unsigned n = 0;

	for (int64_t i = c2 - AROUND; i <= c2 + AROUND; i++) {
		const double slope = (double)(low[last] - low[first] - i * (1 << t->s2) * (q[last] - q[first])) / (last - first);
		const int64_t c1 = llround(slope / (1 << t->s1));

		for (int64_t k = c1 - 2; k <= c1 + 2; k++)
			if (fits(i * (1 << t->s2), k * (1 << t->s1), first, &least, &most)) {
				const int64_t c0 = (most - t->bias) >> t->s0;

				n++;
				found[0] = c0;
				found[1] = k;
				found[2] = i;
				if (c0 * (INT64_C(1) << t->s0) + t->bias < least)
					n += 2;
			}
	}
	if (n != 1) {
		fprintf(stderr, "%s, segment %d: %u fits\n", t->name, segment, n);
		return false;
	}
	printf("SEGMENT(%lld, %lld, %lld)\n", (long long)found[0], (long long)found[1], (long long)found[2]);
	return true;
}

static bool
fit_table(const struct table *t, const char *folder)
{
	static uint32_t result[TABLE];
	const int size = TABLE / t->segments;
	char path[1024];
	bool ok = true;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s.bin", folder, t->name);
	f = fopen(path, "rb");
	if (!f || fread(result, sizeof *result, TABLE, f) != TABLE) {
		perror(path);
		exit(1);
	}
	fclose(f);
	/* More than 17 bits are cut, fewer leave x even. */
	step = size < POINTS ? (unsigned)(POINTS / size) : 1;
	used = POINTS / step;
	for (int s = 0; s < t->segments; s++) {
		for (unsigned i = 0; i < used; i++)
			set_bounds(t, result[(size_t)s * (size_t)size + (size_t)i * (size_t)size / used], &low[i * step],
				   &high[i * step]);
		ok &= fit(t, s, s == 0 && t->skip);
	}
	return ok;
}

int
main(int argc, char **argv)
{
	bool ok = true;

	if (argc != 2)
		return 2;
	for (uint32_t x = 0; x < POINTS; x++)
		q[x] = square(x);
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		ok &= fit_table(&tables[i], argv[1]);
	return !ok;
}
