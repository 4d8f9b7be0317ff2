/* heldout-integer.c: what the held-out kernels without floating-point numbers must leave, worked out in another way where there is one. */
#include <stdlib.h>
#include <string.h>

#include "tests/kernels/heldout.h"

static int
compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void
fill_bitonic(struct heldout *x)
{
	uint32_t *out = heldout_want(x, "out");

	memcpy(out, heldout_data(x, "in"), (size_t)x->n * 4096);
	for (int64_t b = 0; b < x->n; b++)
		qsort(out + b * 1024, 1024, sizeof *out, compare);
}

/* Stable: by the lowest bits, then by place. */
static void
fill_radix(struct heldout *x)
{
	const uint32_t *in = heldout_data(x, "in");
	uint32_t *out = heldout_want(x, "out"), mask = x->m < 32 ? (1u << x->m) - 1 : ~0u;

	for (int64_t b = 0; b < x->n * 256; b += 256)
		for (int i = 0; i < 256; i++) {
			int before = 0;

			for (int k = 0; k < 256; k++) {
				uint32_t other = in[b + k] & mask, mine = in[b + i] & mask;

				before += other < mine || (other == mine && k < i);
			}
			out[b + before] = in[b + i];
		}
}

static void
fill_scan(struct heldout *x)
{
	const int32_t *in = heldout_data(x, "in");
	int32_t *out = heldout_want(x, "out"), *totals = heldout_want(x, "totals");

	for (int64_t i = 0; i < x->n; i++)
		totals[i / 1024] = out[i] = in[i] + (i % 1024 ? out[i - 1] : 0);
}

static void
fill_transpose(struct heldout *x)
{
	const uint32_t *in = heldout_data(x, "in");
	uint32_t *out = heldout_want(x, "out");

	for (int64_t r = 0; r < x->n; r++)
		for (int64_t c = 0; c < x->n; c++)
			out[c * x->n + r] = in[r * x->n + c];
}

static void
fill_rle(struct heldout *x)
{
	const uint8_t *in = heldout_data(x, "in");
	uint8_t *value = heldout_want(x, "value");
	int16_t *length = heldout_want(x, "length");
	int32_t *runs = heldout_want(x, "runs");

	for (int64_t i = 0; i < x->n; i++) {
		int64_t b = i / 256, at = b * 256 + runs[b] - 1;

		if (i % 256 == 0 || in[i] != in[i - 1]) {
			value[++at] = in[i];
			runs[b]++;
		}
		length[at]++;
	}
}

static void
fill_bfs(struct heldout *x)
{
	const uint8_t *length = heldout_data(x, "length");
	const int32_t *column = heldout_data(x, "column"), *level = heldout_data(x, "level");
	int32_t *next = heldout_want(x, "next");

	for (int64_t v = 0; v < x->n; v++)
		for (int64_t e = v * x->m; level[v] == 1 && e < v * x->m + length[v]; e++)
			if (level[column[e]] == 0)
				next[column[e]] = 2;
}

static void
fill_floyd(struct heldout *x)
{
	const uint32_t *in = heldout_data(x, "in");
	uint32_t *out = heldout_want(x, "out");

	memcpy(out, in, (size_t)x->n * 4096);
	for (uint32_t *d = out; d < out + x->n * 1024; d += 1024) {
		for (int i = 0; i < 32; i++)
			d[i * 33] = 0;
		for (int k = 0; k < 32; k++)
			for (int i = 0; i < 32; i++)
				for (int j = 0; j < 32; j++)
					if (d[i * 32 + k] + d[k * 32 + j] < d[i * 32 + j])
						d[i * 32 + j] = d[i * 32 + k] + d[k * 32 + j];
	}
}

static void
fill_life(struct heldout *x)
{
	const uint8_t *in = heldout_data(x, "in");
	uint8_t *out = heldout_want(x, "out");

	for (int64_t r = 0; r < x->m; r++)
		for (int64_t c = 0; c < x->n; c++) {
			int all = 0;

			for (int64_t i = -1; i <= 1; i++)
				for (int64_t k = -1; k <= 1; k++)
					all += in[(r + i + x->m) % x->m * x->n + (c + k + x->n) % x->n];
			/* with the cell itself: three, or four and it lives */
			out[r * x->n + c] = all == 3 || (all == 4 && in[r * x->n + c]);
		}
}

static void
fill_resize(struct heldout *x)
{
	const uint8_t *in = heldout_data(x, "in");
	uint8_t *out = heldout_want(x, "out");
	int64_t wide = x->n * 5 / 2, high = x->m * 5 / 2;

	for (int64_t i = 0; i < wide * high; i++) {
		int64_t px = i % wide * 512 / 5, py = i / wide * 512 / 5, sum = 0;

		/* the weight of each of the four around it */
		for (int k = 0; k < 4; k++) {
			int64_t c = px / 256 + k % 2, r = py / 256 + k / 2;
			int64_t weight = (k % 2 ? px % 256 : 256 - px % 256) * (k / 2 ? py % 256 : 256 - py % 256);

			c = c < x->n ? c : x->n - 1;
			r = r < x->m ? r : x->m - 1;
			sum += in[r * x->n + c] * weight;
		}
		out[i] = (uint8_t)((sum + 32768) / 65536);
	}
}

static void
fill_collatz(struct heldout *x)
{
	int32_t *steps = heldout_want(x, "steps");

	for (int64_t i = 0; i < x->n; i++)
		for (uint64_t v = 837000 + (uint64_t)i; v > 1; v = v % 2 ? 3 * v + 1 : v >> 1)
			steps[i]++;
}

static uint32_t
reversed(uint32_t v)
{
	uint32_t r = 0;

	for (int i = 0; i < 32; i++)
		r |= (v >> i & 1) << (31 - i);
	return r;
}

static void
fill_bits(struct heldout *x)
{
	const uint32_t *in = heldout_data(x, "in");
	uint32_t *out = heldout_want(x, "out");

	for (int64_t i = 0; i < x->n; i++) {
		uint32_t v = in[i], sum = 0, s;

		for (int64_t k = 0; k < x->m; k++) {
			sum += (uint32_t)__builtin_popcount(v) + 3 * (v ? (uint32_t)__builtin_clz(v) : 32) +
			       5 * (uint32_t)__builtin_ffs((int)v);
			v = reversed(v ^ v >> 1) + 0x9e3779b9u;
			s = sum & 31;
			sum ^= s ? sum << s | v >> (32 - s) : sum;
		}
		out[i] = sum;
	}
}

static void
fill_lfsr(struct heldout *x)
{
	const uint32_t *seed = heldout_data(x, "seed");
	uint32_t *out = heldout_want(x, "out");

	for (int64_t i = 0; i < x->n; i++) {
		out[i] = seed[i];
		for (int64_t k = 0; k < x->m; k++)
			out[i] = out[i] % 2 ? out[i] / 2 ^ 0xd0000001u : out[i] / 2;
	}
}

/* Bit k is the number 2 k + 1. */
static void
fill_sieve(struct heldout *x)
{
	uint32_t *composite = heldout_want(x, "composite");
	int32_t *primes = heldout_want(x, "primes");
	int64_t end = x->n * 65536;

	for (int64_t d = 3; d * d < end; d += 2)
		for (int64_t v = d * d; v < end; v += 2 * d)
			composite[v / 64] |= 1u << v / 2 % 32;
	for (int64_t k = 0; k < x->n * 32768; k++)
		primes[k / 32768] += !(composite[k / 32] >> k % 32 & 1);
}

static uint32_t
turned(uint32_t v, int by)
{
	return v << by | v >> (32 - by);
}

static uint32_t
mixed(uint32_t h)
{
	h = (h ^ h / 65536) * 0x85ebca6bu;
	h = (h ^ h / 8192) * 0xc2b2ae35u;
	return h ^ h / 65536;
}

static void
fill_murmur(struct heldout *x)
{
	const uint32_t *key = heldout_data(x, "key");
	uint32_t *hash = heldout_want(x, "hash");

	for (int64_t i = 0; i < x->n; i++) {
		for (int k = 0; k < 16; k++)
			hash[i] = turned(hash[i] ^ turned(key[16 * i + k] * 0xcc9e2d51u, 15) * 0x1b873593u, 13) * 5 + 0xe6546b64u;
		hash[i] = mixed(hash[i] ^ 64);
	}
}

/* Ways to go on from `row` queens at the columns `at`. */
static int32_t
ways_from(int *at, int row, int n)
{
	int32_t ways = 0;

	if (row == n)
		return 1;
	for (int c = 0; c < n; c++) {
		bool fine = true;

		for (int k = 0; k < row; k++)
			fine = fine && at[k] != c && abs(at[k] - c) != row - k;
		at[row] = c;
		ways += fine ? ways_from(at, row + 1, n) : 0;
	}
	return ways;
}

static void
fill_queens(struct heldout *x)
{
	int32_t *ways = heldout_want(x, "ways");
	int n = (int)x->n, at[16];

	for (int i = 0; i < n * n * n; i++) {
		int a = i % n, b = i / n % n, c = i / n / n;

		at[0] = a;
		at[1] = b;
		at[2] = c;
		if (a != b && b != c && a != c && abs(a - b) != 1 && abs(b - c) != 1 && abs(a - c) != 2)
			ways[i] = ways_from(at, 3, n);
	}
}

static void
fill_reject(struct heldout *x)
{
	uint32_t *out = heldout_want(x, "out");

	for (uint32_t i = 0; i < x->n; i++)
		for (uint32_t k = 1, counter = 0; k <= x->m; k++) {
			uint64_t a, b;

			do {
				const uint32_t v = mixed(i * 0x9e3779b9u + counter++);

				a = v % 16384;
				b = v / 262144;
				/* the float is exact up to 24 bits of the sum of squares; beyond, it is rounded to nearest even */
				a = a * a;
				b = b * b;
				b = (uint64_t)(float)((double)a + (double)(float)b);
			} while (b < UINT64_C(1) << 27 || b > UINT64_C(3) << 26);
			out[i] += counter * k;
		}
}

static void
fill_search(struct heldout *x)
{
	const char *text = heldout_data(x, "text"), *pattern = heldout_data(x, "pattern");
	uint8_t *found = heldout_want(x, "found");

	for (int64_t i = 0; i < x->n; i++)
		found[i] = !memcmp(text + i, pattern, (size_t)x->m);
}

static void
fill_automaton(struct heldout *x)
{
	const uint8_t *table = heldout_data(x, "table"), *symbol = heldout_data(x, "symbol");
	uint8_t *last = heldout_want(x, "last");
	int16_t *low = heldout_want(x, "low");

	for (int64_t i = 0; i < x->n; i++)
		for (int64_t k = 0; k < x->m; k++) {
			last[i] = table[16 * last[i] + symbol[i * x->m + k] % 16];
			low[i] = (int16_t)(low[i] + (last[i] < 8));
		}
}

/* Row by row. */
static void
fill_edit(struct heldout *x)
{
	const char *a = heldout_data(x, "a"), *b = heldout_data(x, "b");
	int32_t *distance = heldout_want(x, "distance"), row[513];
	int m = (int)x->m;

	for (int64_t k = 0; k < x->n; k++, a += m, b += m) {
		for (int j = 0; j <= m; j++)
			row[j] = j;
		for (int i = 1; i <= m; i++) {
			int32_t corner = row[0]++;

			for (int j = 1; j <= m; j++) {
				int32_t d = corner + (b[i - 1] != a[j - 1]);

				corner = row[j];
				d = row[j] + 1 < d ? row[j] + 1 : d;
				row[j] = row[j - 1] + 1 < d ? row[j - 1] + 1 : d;
			}
		}
		distance[k] = row[m];
	}
}

static void
fill_cipher(struct heldout *x)
{
	const uint32_t *table = heldout_data(x, "table"), *key = heldout_data(x, "key"), *in = heldout_data(x, "in");
	uint32_t *out = heldout_want(x, "out");

	for (int64_t i = 0; i < x->n; i++) {
		uint32_t s[4], v[4];

		memcpy(s, in + 4 * i, sizeof s);
		for (int r = 0; r < 10; r++) {
			for (int w = 0; w < 4; w++) {
				v[w] = key[4 * r + w];
				for (int t = 0; t < 4; t++)
					v[w] ^= table[256 * t + (s[(w + t) % 4] >> 8 * t) % 256];
			}
			memcpy(s, v, sizeof s);
		}
		memcpy(out + 4 * i, s, sizeof s);
	}
}

static void
fill_hist_shared(struct heldout *x)
{
	const uint8_t *in = heldout_data(x, "in");
	uint32_t *count = heldout_want(x, "count");

	for (int64_t i = 0; i < 4 * x->n; i++)
		count[in[i]]++;
}

static void
fill_hist_global(struct heldout *x)
{
	const uint32_t *in = heldout_data(x, "in");
	uint32_t *count = heldout_want(x, "count");

	for (int64_t i = 0; i < x->n; i++)
		count[in[i] % (uint32_t)(x->m + 1)]++;
}

/* The largest first: then nothing is ever displaced. */
static void
fill_hash_build(struct heldout *x)
{
	uint32_t *table = heldout_want(x, "table"), size = (uint32_t)x->m + 1;
	uint32_t *key = malloc((size_t)x->n * sizeof *key);

	memcpy(key, heldout_data(x, "key"), (size_t)x->n * sizeof *key);
	qsort(key, (size_t)x->n, sizeof *key, compare);
	for (int64_t i = x->n - 1; i >= 0; i--) {
		uint32_t at = key[i] * 0x9e3779b9u / 256 % size;

		while (table[at] && table[at] != key[i])
			at = (at + 1) % size;
		table[at] = key[i];
	}
	free(key);
}

static void
fill_queue(struct heldout *x)
{
	const int32_t *rounds = heldout_data(x, "rounds");
	uint32_t *out = heldout_want(x, "out");
	int32_t *next = heldout_want(x, "next");

	for (int64_t i = 0; i < x->n; i++) {
		out[i] = (uint32_t)i;
		for (int32_t k = 0; k < rounds[i]; k++)
			out[i] = 1664525 * out[i] + 1013904223;
	}
	/* each warp asks once more than it gets: four warps a block */
	*next = (int32_t)(x->n + 32 * 4 * (int64_t)x->blocks);
}

const struct heldout_reference heldout_integer[] = {
	{"bitonic", fill_bitonic},
	{"radix", fill_radix},
	{"scan", fill_scan},
	{"transpose", fill_transpose},
	{"rle", fill_rle},
	{"bfs", fill_bfs},
	{"floyd", fill_floyd},
	{"life", fill_life},
	{"resize", fill_resize},
	{"collatz", fill_collatz},
	{"bits", fill_bits},
	{"lfsr", fill_lfsr},
	{"sieve", fill_sieve},
	{"murmur", fill_murmur},
	{"queens", fill_queens},
	{"reject", fill_reject},
	{"search", fill_search},
	{"automaton", fill_automaton},
	{"edit", fill_edit},
	{"cipher", fill_cipher},
	{"hist_shared", fill_hist_shared},
	{"hist_global", fill_hist_global},
	{"hash_build", fill_hash_build},
	{"queue", fill_queue},
	{NULL, NULL},
};
