#include "workloads/generators/generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

enum { ALTERNATE_MAX = 4096, ZIPF_MAX = 1 << 20 };

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
		simt_no_memory();
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
			simt_no_memory();
		g->v = more;
	}
	g->v[g->n++] = *v;
	return true;
}

/* A generator's arguments while they are read. */
struct arguments {
	struct generator *g;
	const struct expr_names *names;
	size_t count;
	bool seed; /* there was one */
};

static bool
parse_argument(const char *word, size_t n, struct arguments *a, struct parse_error *pe)
{
	struct generator *g = a->g;
	const struct form *f = &form[g->kind];
	struct number v;
	wide s;

	if (n > 5 && !memcmp(word, "seed=", 5)) {
		if (!f->random || a->seed)
			return parse_fail(pe, word, a->seed ? "a second seed" : "%s takes no seed", f->name);
		if (!expr_integer(word + 5, n - 5, a->names, &s, pe))
			return false;
		if (s < 0)
			return parse_fail(pe, word + 5, "a negative seed");
		g->seed = (uint64_t)s;
		a->seed = true;
		return true;
	}
	if (a->count == f->max)
		return parse_fail(pe, word, "too many arguments: %s%s", f->usage, f->random ? "; a seed is given by its name" : "");
	if (a->seed)
		return parse_fail(pe, word, "seed= comes last: %s", f->usage);
	if (f->files && !(a->count && g->kind == GENERATE_BIN)) {
		*(a->count ? &g->column : &g->file) = copy(word, n);
	} else {
		if (!number_parse(word, n, a->names, &v, pe))
			return false;
		add_number(g, &v);
	}
	a->count++;
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

/* Checks arguments, and brings them to the form generate-fill.c wants. s is for positions. */
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
	struct arguments a = {.g = g, .names = names};
	size_t bytes;

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
		if (!parse_argument(word, bytes, &a, pe))
			return false;
	if (a.count < form[kind].min)
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
