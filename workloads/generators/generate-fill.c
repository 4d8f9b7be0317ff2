/* generate-fill.c: the elements of a generator, as generate.h defines them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/generators/filling.h"
#include "base/alloc.h"
#include "isa/clones.h"

__extension__ typedef unsigned __int128 uwide;

enum { GEOMETRIC_STEPS = 65535, NORMAL_STEPS = 384, NORMAL_LOW = 39 };

static const int32_t normal_table[NORMAL_STEPS + 1] = {
#include "workloads/generators/normal.def"
};

void
philox4x32(uint64_t seed, uint64_t i, uint32_t out[4])
{
	uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
	uint32_t c0 = (uint32_t)i, c1 = (uint32_t)(i >> 32), c2 = 0, c3 = 0;

	for (int round = 0; round < 10; round++) {
		uint64_t a = (uint64_t)0xD2511F53u * c0, b = (uint64_t)0xCD9E8D57u * c2;

		c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
		c1 = (uint32_t)b;
		c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
		c3 = (uint32_t)a;
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	out[0] = c0;
	out[1] = c1;
	out[2] = c2;
	out[3] = c3;
}

/* X of the definitions in generate.h from number `first` on, all lanes at once. */
CLONES static void
random64_lanes(uint64_t seed, uint64_t first, uint64_t x[ISA_LANES])
{
	uint32_t c0[ISA_LANES], c1[ISA_LANES], c2[ISA_LANES] = {0}, c3[ISA_LANES] = {0};
	uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);

	EACH_LANE
	{
		c0[l] = (uint32_t)(first + l);
		c1[l] = (uint32_t)((first + l) >> 32);
	}
	for (int round = 0; round < 10; round++) {
		EACH_LANE
		{
			const uint64_t a = (uint64_t)0xD2511F53u * c0[l], b = (uint64_t)0xCD9E8D57u * c2[l];

			c0[l] = (uint32_t)(b >> 32) ^ c1[l] ^ k0;
			c1[l] = (uint32_t)b;
			c2[l] = (uint32_t)(a >> 32) ^ c3[l] ^ k1;
			c3[l] = (uint32_t)a;
		}
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	EACH_LANE
	x[l] = c0[l] | (uint64_t)c1[l] << 32;
}

/* X of elements one after the other. */
struct randoms {
	uint64_t seed, next, x[ISA_LANES];
	unsigned used; /* of x[] */
};

static struct randoms
randoms_from(uint64_t seed, uint64_t first)
{
	return (struct randoms){.seed = seed, .next = first, .used = ISA_LANES};
}

static inline uint64_t
random_next(struct randoms *r)
{
	if (r->used == ISA_LANES) {
		random64_lanes(r->seed, r->next, r->x);
		r->next += ISA_LANES;
		r->used = 0;
	}
	return r->x[r->used++];
}

/* ---- contents ---- */

static void
put(const struct output *o, uint64_t i, uint64_t bits)
{
	/* little-endian; most elements have 4 bytes, and a known number needs no call */
	if (o->bytes == 4)
		memcpy(o->to + i * 4, &bits, 4);
	else
		memcpy(o->to + i * o->bytes, &bits, o->bytes);
}

/* An integer, limited to the type's range. */
static void
put_wide(const struct output *o, uint64_t i, wide v)
{
	if (element_info[o->type].real)
		put(o, i, element_real_bits(o->type, (double)v));
	else
		put(o, i,
		    (uint64_t)(v < element_min(o->type)   ? element_min(o->type)
			       : v > element_max(o->type) ? element_max(o->type)
							  : v));
}

/* "v -> type" of generate.h. */
static void
put_real(const struct output *o, uint64_t i, double v)
{
	double sum;
	wide t;

	if (element_info[o->type].real) {
		put(o, i, element_real_bits(o->type, v));
		return;
	}
	sum = v + 0.5;
	if (sum > 0x1p65 || sum < -0x1p65) {
		put_wide(o, i, sum > 0 ? (wide)1 << 65 : -((wide)1 << 65));
		return;
	}
	t = (wide)sum; /* towards zero */
	if ((double)t > sum)
		t--;
	put_wide(o, i, t);
}

/* a + b * c, the product rounded before the sum whatever the compiler likes to fuse. */
static double
scale(double a, double b, double c)
{
	volatile double product = b * c;

	return a + product;
}

/* The largest value of the type below hi, as bits. */
static uint64_t
below(enum element_type type, double hi)
{
	uint64_t bits = element_real_bits(type, hi), sign = type == ELEMENT_F32 ? 1u << 31 : (uint64_t)1 << 63;

	if (!(bits & ~sign))
		return sign | 1;
	return bits & sign ? bits + 1 : bits - 1;
}

/* Fills 32-bit integers of which the type has all that are wanted. */
static void
fill_uniform_words(const struct generator *g, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);
	const uint64_t range = (uint64_t)(g->v[1].i - g->v[0].i) + 1;
	const uint32_t from = (uint32_t)g->v[0].i;

	for (uint64_t i = 0; i < count; i++) {
		const uint32_t v = from + (uint32_t)((uwide)random_next(&r) * range >> 64);

		memcpy(o->to + i * sizeof v, &v, sizeof v);
	}
}

static void
fill_uniform_real(const struct generator *g, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);
	const bool single = o->type == ELEMENT_F32, fused = __FLT_EVAL_METHOD__ != 0;
	const double lo = g->v[0].d, hi = g->v[1].d, by = hi - lo;

	for (uint64_t i = 0; i < count; i++) {
		const uint64_t x = random_next(&r);
		const double part = single ? (double)(int64_t)(x >> 40) * 0x1p-24 : (double)(int64_t)(x >> 11) * 0x1p-53;
		double v = fused ? scale(lo, by, part) : lo + by * part;
		float f;

		if (single)
			v = (double)(float)v;
		if (!(v < hi)) {
			put(o, i, below(o->type, hi));
		} else if (single) {
			f = (float)v;
			memcpy(o->to + i * sizeof f, &f, sizeof f);
		} else {
			put(o, i, element_real_bits(o->type, v));
		}
	}
}

static void
fill_uniform(const struct generator *g, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);
	uwide range;

	if (element_info[o->type].real) {
		fill_uniform_real(g, o, count);
		return;
	}
	if (o->bytes == 4 && g->v[0].i >= element_min(o->type) && g->v[1].i <= element_max(o->type)) {
		fill_uniform_words(g, o, count);
		return;
	}
	/* range may be 2^64, and x * 2^64 does not overflow 128 bits */
	range = (uwide)(g->v[1].i - g->v[0].i) + 1;
	for (uint64_t i = 0; i < count; i++)
		put_wide(o, i, g->v[0].i + (wide)(random_next(&r) * range >> 64));
}

static void
fill_bernoulli(const struct generator *g, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);
	double p = g->v[0].d;
	uint64_t limit = p < 1 ? (uint64_t)(p * 0x1p64) : 0;

	for (uint64_t i = 0; i < count; i++)
		put_wide(o, i, p >= 1 || random_next(&r) < limit);
}

static int32_t
normal_quantile(uint64_t x)
{
	uint64_t tail = x & ~((uint64_t)1 << 63), f;
	int high, k;

	if (tail >> NORMAL_LOW == 0)
		return normal_table[0];
	high = 63 - __builtin_clzll(tail);
	k = 16 * (high - NORMAL_LOW) + (int)(tail >> (high - 4) & 15);
	f = tail >> (high - 36) & 0xffffffffu;
	return normal_table[k] - (int32_t)((uint64_t)(normal_table[k] - normal_table[k + 1]) * f >> 32);
}

static void
fill_normal(const struct generator *g, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);

	for (uint64_t i = 0; i < count; i++) {
		uint64_t x = random_next(&r);
		double z = normal_quantile(x) * 0x1p-24;

		put_real(o, i, scale(g->v[0].d, g->v[1].d, x >> 63 ? -z : z));
	}
}

/* The number of leading entries of the falling table t of n entries that are above x. */
static size_t
count_above(const uint64_t *t, size_t n, uint64_t x)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (x < t[mid])
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* S of the definitions in generate.h; NULL without memory. */
static uint64_t *
geometric_table(const struct generator *g, size_t *n)
{
	uint64_t *s = malloc(GEOMETRIC_STEPS * sizeof *s), q = (uint64_t)((1 - g->v[0].d) * 0x1p64);

	*n = 0;
	for (uint64_t v = q; s && v && *n < GEOMETRIC_STEPS; v = (uint64_t)((uwide)v * q >> 64))
		s[(*n)++] = v;
	return s;
}

static void
fill_geometric(const struct generator *g, const uint64_t *s, size_t n, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);

	for (uint64_t i = 0; i < count; i++)
		put_wide(o, i, 1 + (wide)count_above(s, n, random_next(&r)));
}

static uwide
square_root(uwide x)
{
	uwide r = 0;

	for (int bit = 63; bit >= 0; bit--) {
		uwide t = r | (uwide)1 << bit;

		if (t * t <= x)
			r = t;
	}
	return r;
}

/* C of the definitions in generate.h; NULL without memory. */
static uint64_t *
zipf_table(const struct generator *g, size_t *n)
{
	uint64_t *sum = malloc((size_t)g->v[0].i * sizeof *sum);
	int quarters = (int)(g->v[1].d * 4);

	*n = (size_t)g->v[0].i;
	for (size_t k = 0; sum && k < *n; k++) {
		uwide root = square_root(square_root((uwide)(k + 1) << 96)), w = (uwide)1 << 43;

		for (int q = 0; q < quarters; q++)
			w = (w << 24) / root;
		sum[k] = (k ? sum[k - 1] : 0) + (w ? (uint64_t)w : 1);
	}
	return sum;
}

static void
fill_zipf(const struct generator *g, const uint64_t *sum, size_t n, const struct output *o, uint64_t count)
{
	struct randoms r = randoms_from(g->seed, o->first);
	size_t low, high;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t t = (uint64_t)((uwide)random_next(&r) * sum[n - 1] >> 64);

		for (low = 0, high = n - 1; low < high;) {
			size_t mid = low + (high - low) / 2;

			if (t < sum[mid])
				high = mid;
			else
				low = mid + 1;
		}
		put_wide(o, i, (wide)low + 1);
	}
}

/* The bits of the values that follow each other; NULL without memory. */
static uint64_t *
values_table(const struct generator *g, enum element_type type, size_t *n)
{
	uint64_t *bits = malloc((g->n + 1) * sizeof *bits);
	struct parse_error pe;

	*n = g->n;
	for (size_t k = 0; bits && k < g->n; k++) {
		bool fits = element_bits(type, &g->v[k], &bits[k], "", &pe);

		assert(fits);
		(void)fits;
	}
	return bits;
}

/* Fills iota of real numbers. The compiler does not fuse operations (configure.ac). If it keeps more digits than a type has, the product
 * is rounded as scale() does it. */
static void
fill_real_iota(const struct generator *g, const struct output *o, uint64_t count)
{
	const double from = g->v[0].d, step = g->v[1].d;

	if (o->type != ELEMENT_F32 || __FLT_EVAL_METHOD__) {
		for (uint64_t i = 0; i < count; i++)
			put_real(o, i, scale(from, (double)(o->first + i), step));
		return;
	}
	for (uint64_t i = 0; i < count; i++) {
		float v = (float)(from + (double)(int64_t)(o->first + i) * step);

		memcpy(o->to + i * sizeof v, &v, sizeof v);
	}
}

static void
fill_iota(const struct generator *g, const struct output *o, uint64_t count)
{
	if (element_info[o->type].real) {
		fill_real_iota(g, o, count);
		return;
	}
	for (uint64_t i = 0; i < count; i++)
		put(o, i, (uint64_t)g->v[0].i + (o->first + i) * (uint64_t)g->v[1].i);
}

/* ---- pieces ---- */

bool
filling_begin(struct filling *f, const struct generator *g, enum element_type type, const char *folder, uint64_t count,
	      struct simt_error *e)
{
	*f = (struct filling){.g = g, .o = {.type = type, .bytes = element_info[type].bytes}};
	switch (g->kind) {
	case GENERATE_FILL:
	case GENERATE_ALTERNATE:
		f->table = values_table(g, type, &f->n);
		break;
	case GENERATE_GEOMETRIC:
		f->table = geometric_table(g, &f->n);
		break;
	case GENERATE_ZIPF:
		f->table = zipf_table(g, &f->n);
		break;
	case GENERATE_CSV:
	case GENERATE_BIN:
		f->file = contents_file_open(g, type, folder, count, e);
		return f->file != NULL;
	default:
		return true;
	}
	return f->table || simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
}

void
filling_end(struct filling *f)
{
	free(f->table);
	contents_file_close(f->file);
}

bool
filling_next(struct filling *f, void *to, uint64_t count, struct simt_error *e)
{
	struct output *o = &f->o;

	o->to = to;
	switch (f->g->kind) {
	case GENERATE_UNIFORM:
		fill_uniform(f->g, o, count);
		break;
	case GENERATE_BERNOULLI:
		fill_bernoulli(f->g, o, count);
		break;
	case GENERATE_NORMAL:
		fill_normal(f->g, o, count);
		break;
	case GENERATE_GEOMETRIC:
		fill_geometric(f->g, f->table, f->n, o, count);
		break;
	case GENERATE_ZIPF:
		fill_zipf(f->g, f->table, f->n, o, count);
		break;
	case GENERATE_IOTA:
		fill_iota(f->g, o, count);
		break;
	case GENERATE_ZEROS:
		memset(to, 0, count * o->bytes);
		break;
	case GENERATE_CSV:
	case GENERATE_BIN:
		if (!contents_file_next(f->file, to, count, e))
			return false;
		break;
	default:
		for (uint64_t i = 0; i < count; i++)
			put(o, i, f->table[(o->first + i) % f->n]);
	}
	o->first += count;
	return true;
}
