/* native: what the kernels of workloads/speed/speed.cu and vecadd do, in plain C on one core, at the sizes of classes.csv. Prints a line for each
 * class: its name, and the median of 5 times in seconds. For bench.sh, which compares the simulator with it. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VECADD = 1048576, FFMA = 264 * 1024, FFMA_ROUNDS = 16, MATMUL = 256, NODES = 262144, DEGREE = 16, ROWS = 65536, MOST = 32 };
enum { VALUES = 1048576, COUNTS = 4096, READS = 32768, CHAIN = 16, PLACES = 1048576, TREES = 132, TREE_ROUNDS = 16, GEMM = 256 };

static float a[ROWS * MOST], b[PLACES], c[PLACES];
static uint32_t at[PLACES], to[NODES * DEGREE];
static uint8_t length[NODES];
static volatile float kept;

/* A number below n. */
static uint32_t
draw(uint32_t n)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((state >> 32) * n >> 32);
}

static void
vecadd(void)
{
	for (int i = 0; i < VECADD; i++)
		c[i] = a[i] + b[i];
}

static void
ffma(void)
{
	for (int i = 0; i < FFMA; i++) {
		float x = (float)i, y = x + 1, z = x + 2, w = x + 3;

		for (int k = 0; k < 8 * FFMA_ROUNDS; k++) {
			x = fmaf(x, b[0], a[0]);
			y = fmaf(y, b[0], a[0]);
			z = fmaf(z, b[0], a[0]);
			w = fmaf(w, b[0], a[0]);
		}
		c[i] = x + y + z + w;
	}
}

static void
multiply(int n)
{
	memset(c, 0, sizeof *c * (size_t)(n * n));
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				c[i * n + j] = fmaf(a[i * n + k], b[k * n + j], c[i * n + j]);
}

static void
matmul(void)
{
	multiply(MATMUL);
}

static void
search(void)
{
	for (int v = 0; v < NODES; v++)
		for (int e = 0; at[v] == 1 && e < length[v] % (DEGREE + 1); e++)
			if (!at[to[v * DEGREE + e]])
				c[to[v * DEGREE + e]] = 2;
}

static void
sparse(void)
{
	for (int r = 0; r < ROWS; r++) {
		float sum = 0;

		for (int e = 0; e < length[r] % (MOST + 1); e++)
			sum = fmaf(a[r * MOST + e], b[to[r * MOST + e] % ROWS], sum);
		c[r] = sum;
	}
}

static void
histogram(void)
{
	static uint32_t count[COUNTS];

	for (int i = 0; i < VALUES; i++)
		count[to[i] % COUNTS]++;
	kept = (float)count[0];
}

static void
reads(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < READS; i++) {
		uint32_t place = i * 2654435761u;

		for (int r = 0; r < CHAIN; r++) {
			sum += at[place >> 7 & (PLACES - 1)];
			place = place * 1664525u + 1013904223u;
		}
	}
	kept = (float)sum;
}

static void
trees(void)
{
	for (int t = 0; t < TREES; t++)
		for (int r = 0; r < TREE_ROUNDS; r++) {
			float s[256];

			for (int i = 0; i < 256; i++)
				s[i] = a[t * 256 + i] + (float)r;
			for (int d = 128; d > 0; d /= 2)
				for (int i = 0; i < d; i++)
					s[i] += s[i + d];
			kept = s[0];
		}
}

static void
gemm(void)
{
	multiply(GEMM);
}

static int
compare(const void *x, const void *y)
{
	const double *p = x, *q = y;

	return (*p > *q) - (*p < *q);
}

static void
measure(const char *name, void (*work)(void))
{
	enum { ROUNDS = 5, REPEATS = 20 };
	double took[ROUNDS];

	work();
	for (int i = 0; i < ROUNDS; i++) {
		struct timespec begin, end;

		clock_gettime(CLOCK_MONOTONIC, &begin);
		for (int k = 0; k < REPEATS; k++) {
			work();
			kept = c[draw(VECADD)];
		}
		clock_gettime(CLOCK_MONOTONIC, &end);
		took[i] = ((double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9) / REPEATS;
	}
	qsort(took, ROUNDS, sizeof *took, compare);
	printf("%s %.9f\n", name, took[ROUNDS / 2]);
}

int
main(void)
{
	for (int i = 0; i < ROWS * MOST; i++)
		a[i] = (float)draw(1000) / 1000;
	for (int i = 0; i < PLACES; i++) {
		b[i] = (float)draw(1000) / 1000;
		at[i] = draw(4) == 0;
	}
	for (int i = 0; i < NODES * DEGREE; i++)
		to[i] = draw(NODES);
	for (int i = 0; i < NODES; i++)
		length[i] = (uint8_t)draw(256);
	measure("vecadd", vecadd);
	measure("ffma", ffma);
	measure("matmul", matmul);
	measure("search", search);
	measure("sparse", sparse);
	measure("histogram", histogram);
	measure("reads", reads);
	measure("trees", trees);
	measure("gemm", gemm);
	return 0;
}
