#include "generate.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate-files.h"
#include "nearest.h"

__extension__ typedef unsigned __int128 uwide;

enum { GEOMETRIC_STEPS = 65535, ALTERNATE_MAX = 4096, ZIPF_MAX = 1 << 20, NORMAL_STEPS = 384, NORMAL_LOW = 39 };

static const int32_t normal_table[NORMAL_STEPS + 1] = {
#include "normal.def"
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

/* X of the definitions in generate.h. */
static uint64_t
random64(uint64_t seed, uint64_t i)
{
	uint32_t w[4];

	philox4x32(seed, i, w);
	return w[0] | (uint64_t)w[1] << 32;
}

/* ---- parsing ---- */
struct form {
	const char *name;
	uint16_t min, max; /* arguments, without seed= */
	bool random, files;
	double defaults[2];
	const char *usage;
};

static const struct form form[GENERATORS] = {
	[GENERATE_ZEROS] = {"zeros", 0, 0, false, false, {0, 0}, "zeros"},
	[GENERATE_FILL] = {"fill", 1, 1, false, false, {0, 0}, "fill(v)"},
	[GENERATE_IOTA] = {"iota", 0, 2, false, false, {0, 1}, "iota(start step)"},
	[GENERATE_ALTERNATE] = {"alternate", 1, ALTERNATE_MAX, false, false, {0, 0}, "alternate(a b ...)"},
	[GENERATE_UNIFORM] = {"uniform", 2, 2, true, false, {0, 0}, "uniform(lo hi seed=1)"},
	[GENERATE_BERNOULLI] = {"bernoulli", 1, 1, true, false, {0, 0}, "bernoulli(p seed=1)"},
	[GENERATE_NORMAL] = {"normal", 0, 2, true, false, {0, 1}, "normal(mean sd seed=1)"},
	[GENERATE_GEOMETRIC] = {"geometric", 1, 1, true, false, {0, 0}, "geometric(p seed=1)"},
	[GENERATE_ZIPF] = {"zipf", 1, 2, true, false, {0, 1}, "zipf(n s seed=1)"},
	[GENERATE_CSV] = {"csv", 2, 2, false, true, {0, 0}, "csv(file column)"},
	[GENERATE_BIN] = {"bin", 1, 2, false, true, {0, 0}, "bin(file offset)"},
};

static size_t
name_bytes(const char *s, size_t n)
{
	const char *open = memchr(s, '(', n);

	return open ? (size_t)(open - s) : n;
}

static const char *
form_name(size_t i, const void *arg)
{
	(void)arg;
	return form[i].name;
}

static int
find_form(const char *s, size_t n)
{
	n = name_bytes(s, n);
	for (int i = 0; i < GENERATORS; i++)
		if (strlen(form[i].name) == n && !memcmp(form[i].name, s, n))
			return i;
	return -1;
}

bool
generator_known(const char *s, size_t n)
{
	return find_form(s, n) >= 0;
}

static char *
copy(const char *s, size_t n)
{
	char *t = malloc(n + 1);

	if (!t)
		abort();
	memcpy(t, s, n);
	t[n] = '\0';
	return t;
}

static bool
add_number(struct generator *g, const struct number *v)
{
	/* Powers of two from 4 on: the array is full exactly then. */
	if (g->n == 0 || (g->n >= 4 && !(g->n & (g->n - 1)))) {
		struct number *more = realloc(g->v, (g->n ? g->n * 2 : 4) * sizeof *more);

		if (!more)
			abort();
		g->v = more;
	}
	g->v[g->n++] = *v;
	return true;
}

static bool
parse_argument(const char *word, size_t n, const struct expr_names *names, struct generator *g, size_t *count, bool *seed,
	       struct parse_error *pe)
{
	const struct form *f = &form[g->kind];
	struct number v;
	wide s;

	if (n > 5 && !memcmp(word, "seed=", 5)) {
		if (!f->random || *seed)
			return parse_fail(pe, word, *seed ? "a second seed" : "%s takes no seed", f->name);
		if (!expr_integer(word + 5, n - 5, names, &s, pe))
			return false;
		if (s < 0)
			return parse_fail(pe, word + 5, "a negative seed");
		g->seed = (uint64_t)s;
		*seed = true;
		return true;
	}
	if (*count == f->max)
		return parse_fail(pe, word, "too many arguments: %s", f->usage);
	if (*seed)
		return parse_fail(pe, word, "seed= comes last: %s", f->usage);
	if (f->files && !(*count && g->kind == GENERATE_BIN)) {
		*(*count ? &g->column : &g->file) = copy(word, n);
	} else {
		if (!number_parse(word, n, names, &v, pe))
			return false;
		add_number(g, &v);
	}
	++*count;
	return true;
}

static bool
finite_number(const struct number *v)
{
	return isfinite(v->d);
}

static bool
check_uniform(struct generator *g, enum element_type type, const char *s, struct parse_error *pe)
{
	uint64_t bits;

	if (!element_bits(type, &g->v[0], &bits, s, pe) || !element_bits(type, &g->v[1], &bits, s, pe))
		return false;
	if (!element_info[type].real)
		return g->v[0].i <= g->v[1].i || parse_fail(pe, s, "uniform: lo is above hi");
	for (int i = 0; i < 2; i++)
		if (type == ELEMENT_F32)
			g->v[i].d = (double)(float)g->v[i].d;
	if (!finite_number(&g->v[0]) || !finite_number(&g->v[1]) || !isfinite(g->v[1].d - g->v[0].d))
		return parse_fail(pe, s, "uniform: bounds must be finite, and their difference too");
	return g->v[0].d < g->v[1].d || parse_fail(pe, s, "uniform: lo must be below hi");
}

/* Checks arguments, and brings them to the form generator_fill wants. s is for positions. */
static bool
check_arguments(struct generator *g, enum element_type type, const char *s, struct parse_error *pe)
{
	uint64_t bits;
	double p = g->n ? g->v[0].d : 0;

	switch (g->kind) {
	case GENERATE_UNIFORM:
		return check_uniform(g, type, s, pe);
	case GENERATE_BERNOULLI:
		return (p >= 0 && p <= 1) || parse_fail(pe, s, "bernoulli: p must be in 0 .. 1");
	case GENERATE_GEOMETRIC:
		return (p >= 0.0001 && p <= 1) || parse_fail(pe, s, "geometric: p must be in 0.0001 .. 1");
	case GENERATE_NORMAL:
		return (finite_number(&g->v[0]) && finite_number(&g->v[1]) && g->v[1].d >= 0) ||
		       parse_fail(pe, s, "normal: mean and sd must be finite, and sd not negative");
	case GENERATE_ZIPF:
		if (g->v[0].real || g->v[0].i < 1 || g->v[0].i > ZIPF_MAX)
			return parse_fail(pe, s, "zipf: n must be an integer in 1 .. %d", ZIPF_MAX);
		if (!(g->v[1].d >= 0 && g->v[1].d <= 4) || g->v[1].d * 4 != (double)(int)(g->v[1].d * 4))
			return parse_fail(pe, s, "zipf: s must be a multiple of 0.25 in 0 .. 4");
		return element_bits(type, &g->v[0], &bits, s, pe);
	case GENERATE_IOTA:
		if (!element_info[type].real && (g->v[0].real || g->v[1].real))
			return parse_fail(pe, s, "a real number for type %s", element_info[type].name);
		return element_bits(type, &g->v[0], &bits, s, pe);
	case GENERATE_BIN:
		return !g->n || (!g->v[0].real && g->v[0].i >= 0 && g->v[0].i <= INT64_MAX) ||
		       parse_fail(pe, s, "bin: the offset must be a number of bytes, 0 or more");
	default:
		for (size_t i = 0; i < g->n; i++)
			if (!element_bits(type, &g->v[i], &bits, s, pe))
				return false;
		return true;
	}
}

static bool
unknown_generator(const char *s, size_t n, struct parse_error *pe)
{
	char all[160] = "";

	for (size_t i = 0; i < GENERATORS; i++)
		snprintf(all + strlen(all), sizeof all - strlen(all), " %s", form_name(i, NULL));
	return parse_fail(pe, s, "unknown generator '%.*s'; there are%s", (int)(n < 80 ? n : 80), s, all);
}

bool
generator_parse(const char *s, size_t n, enum element_type type, const struct expr_names *names, struct generator *g,
		struct parse_error *pe)
{
	const char *at = s + name_bytes(s, n), *end = s + n, *word;
	int kind = find_form(s, n);
	size_t bytes, count = 0;
	bool seed = false;

	memset(g, 0, sizeof *g);
	if (kind < 0) {
		const char *near = nearest(s, name_bytes(s, n), form_name, GENERATORS, NULL);
		size_t shown = name_bytes(s, n);

		if (near)
			return parse_fail(pe, s, "unknown generator '%.*s'; did you mean '%s'?", (int)(shown < 80 ? shown : 80), s,
					  near);
		return unknown_generator(s, shown, pe);
	}
	g->kind = (enum generator_kind)kind;
	g->seed = 1;
	if (at < end) {
		if (end[-1] != ')')
			return parse_fail(pe, end - 1, "%s ends with ')'", form[kind].usage);
		at++;
		end--;
	}
	while (word_next(&at, end, &word, &bytes))
		if (!parse_argument(word, bytes, names, g, &count, &seed, pe))
			return false;
	if (count < form[kind].min)
		return parse_fail(pe, s, "too few arguments: %s", form[kind].usage);
	while (!form[kind].files && form[kind].max <= 2 && g->n < form[kind].max) {
		struct number v = {.i = (wide)form[kind].defaults[g->n], .d = form[kind].defaults[g->n]};

		add_number(g, &v);
	}
	return check_arguments(g, type, s, pe);
}

void
generator_free(struct generator *g)
{
	free(g->v);
	free(g->file);
	free(g->column);
	memset(g, 0, sizeof *g);
}

/* ---- contents ---- */
struct output {
	unsigned char *to;
	enum element_type type;
	unsigned bytes;
};

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

static void
fill_uniform(const struct generator *g, const struct output *o, uint64_t count)
{
	bool real = element_info[o->type].real, single = o->type == ELEMENT_F32;
	uwide range = real ? 0 : (uwide)(g->v[1].i - g->v[0].i) + 1;
	double lo = g->v[0].d, hi = g->v[1].d;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t x = random64(g->seed, i);
		double v;

		if (!real) {
			/* range may be 2^64, and x * 2^64 does not overflow 128 bits */
			put_wide(o, i, g->v[0].i + (wide)(x * range >> 64));
			continue;
		}
		v = scale(lo, hi - lo, single ? (double)(x >> 40) * 0x1p-24 : (double)(x >> 11) * 0x1p-53);
		if (single)
			v = (double)(float)v;
		put(o, i, v < hi ? element_real_bits(o->type, v) : below(o->type, hi));
	}
}

static void
fill_bernoulli(const struct generator *g, const struct output *o, uint64_t count)
{
	double p = g->v[0].d;
	uint64_t limit = p < 1 ? (uint64_t)(p * 0x1p64) : 0;

	for (uint64_t i = 0; i < count; i++)
		put_wide(o, i, p >= 1 || random64(g->seed, i) < limit);
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
	for (uint64_t i = 0; i < count; i++) {
		uint64_t x = random64(g->seed, i);
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

static bool
fill_geometric(const struct generator *g, const struct output *o, uint64_t count)
{
	uint64_t *s = malloc(GEOMETRIC_STEPS * sizeof *s), q = (uint64_t)((1 - g->v[0].d) * 0x1p64);
	size_t n = 0;

	if (!s)
		return false;
	for (uint64_t v = q; v && n < GEOMETRIC_STEPS; v = (uint64_t)((uwide)v * q >> 64))
		s[n++] = v;
	for (uint64_t i = 0; i < count; i++)
		put_wide(o, i, 1 + (wide)count_above(s, n, random64(g->seed, i)));
	free(s);
	return true;
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

static bool
fill_zipf(const struct generator *g, const struct output *o, uint64_t count)
{
	size_t n = (size_t)g->v[0].i, low, high;
	uint64_t *sum = malloc(n * sizeof *sum);
	int quarters = (int)(g->v[1].d * 4);

	if (!sum)
		return false;
	for (size_t k = 0; k < n; k++) {
		uwide root = square_root(square_root((uwide)(k + 1) << 96)), w = (uwide)1 << 43;

		for (int q = 0; q < quarters; q++)
			w = (w << 24) / root;
		sum[k] = (k ? sum[k - 1] : 0) + (w ? (uint64_t)w : 1);
	}
	for (uint64_t i = 0; i < count; i++) {
		uint64_t t = (uint64_t)((uwide)random64(g->seed, i) * sum[n - 1] >> 64);

		for (low = 0, high = n - 1; low < high;) {
			size_t mid = low + (high - low) / 2;

			if (t < sum[mid])
				high = mid;
			else
				low = mid + 1;
		}
		put_wide(o, i, (wide)low + 1);
	}
	free(sum);
	return true;
}

/* iota of real numbers. The compiler has been told to fuse nothing (configure.ac); where it keeps more digits than a type has, the product
 * is rounded as scale() does it. */
static void
fill_real_iota(const struct generator *g, const struct output *o, uint64_t count)
{
	const double from = g->v[0].d, step = g->v[1].d;

	if (o->type != ELEMENT_F32 || __FLT_EVAL_METHOD__) {
		for (uint64_t i = 0; i < count; i++)
			put_real(o, i, scale(from, (double)i, step));
		return;
	}
	for (uint64_t i = 0; i < count; i++) {
		float v = (float)(from + (double)(int64_t)i * step);

		memcpy(o->to + i * sizeof v, &v, sizeof v);
	}
}

static void
fill_plain(const struct generator *g, const struct output *o, uint64_t count)
{
	struct parse_error pe;
	uint64_t bits[ALTERNATE_MAX];

	if (g->kind == GENERATE_ZEROS) {
		memset(o->to, 0, count * o->bytes);
	} else if (g->kind == GENERATE_IOTA && element_info[o->type].real) {
		fill_real_iota(g, o, count);
	} else if (g->kind == GENERATE_IOTA) {
		for (uint64_t i = 0; i < count; i++)
			put(o, i, (uint64_t)g->v[0].i + i * (uint64_t)g->v[1].i);
	} else {
		for (size_t k = 0; k < g->n; k++) {
			bool fits = element_bits(o->type, &g->v[k], &bits[k], "", &pe);

			assert(fits);
			(void)fits;
		}
		for (uint64_t i = 0; i < count; i++)
			put(o, i, bits[i % g->n]);
	}
}

bool
generator_fill(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count,
	       struct simt_error *e)
{
	struct output o = {.to = to, .type = type, .bytes = element_info[type].bytes};

	switch (g->kind) {
	case GENERATE_UNIFORM:
		fill_uniform(g, &o, count);
		return true;
	case GENERATE_BERNOULLI:
		fill_bernoulli(g, &o, count);
		return true;
	case GENERATE_NORMAL:
		fill_normal(g, &o, count);
		return true;
	case GENERATE_GEOMETRIC:
		return fill_geometric(g, &o, count) || simt_fail(e, SIMT_BAD_INPUT, "out of memory");
	case GENERATE_ZIPF:
		return fill_zipf(g, &o, count) || simt_fail(e, SIMT_BAD_INPUT, "out of memory");
	case GENERATE_CSV:
		return fill_from_csv(g, type, folder, to, count, e);
	case GENERATE_BIN:
		return fill_from_bin(g, type, folder, to, count, e);
	default:
		fill_plain(g, &o, count);
		return true;
	}
}
