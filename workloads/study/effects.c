/* effects.c: the model and its fit. */
#include "workloads/study/effects.h"

#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { PER_CENT = 100, TERMS_MOST = 1000 };
/* Singular values that are smaller than the largest one by more are those of terms that the points do not tell apart. Columns are between -1 and 1. */
#define TOLERANCE 1e-9
/* Less than this is the rounding of a host, and is 0. */
#define NOTHING 1e-9

/* A factor at the points that are used. */
struct factor {
	const char *name;
	const char **level; /* in the order in which points have them */
	size_t nlevels;
	double *coded; /* of numbers, by level; else NULL */
	size_t low, high;
	size_t *at; /* by place of the point: its level */
	size_t ncolumns;
};

struct term {
	const struct factor *factor[2]; /* the second one NULL: a main effect */
	size_t first, ncolumns;         /* in the model */
};

struct model {
	const size_t *point;
	size_t npoints;
	struct factor *factor;
	size_t nfactors;
	struct term *term;
	size_t nterms, ncolumns; /* the mean is column 0 */
	struct arena *arena;
};

/* ---- factors ---- */

static bool
is_number(const char *text, double *x)
{
	char *end;

	*x = strtod(text, &end);
	return *text && !*end && isfinite(*x);
}

/* Codes the levels from -1 to 1 if all are numbers. */
static void
code_numbers(struct factor *f, struct arena *arena)
{
	double *x = arena_alloc(arena, f->nlevels * sizeof *x);
	bool positive = true;

	for (size_t i = 0; i < f->nlevels; i++) {
		if (!is_number(f->level[i], x + i))
			return;
		positive = positive && x[i] > 0;
		f->low = x[i] < x[f->low] ? i : f->low;
		f->high = x[i] > x[f->high] ? i : f->high;
	}
	for (size_t i = 0; i < f->nlevels; i++)
		x[i] = positive ? log(x[i]) : x[i];
	if (x[f->high] > x[f->low]) {
		const double low = x[f->low], range = x[f->high] - low;

		for (size_t i = 0; i < f->nlevels; i++)
			x[i] = 2 * (x[i] - low) / range - 1;
		f->coded = x;
		f->ncolumns = 1;
	}
}

static void
read_factor(struct factor *f, const struct model *g, const struct effects_points *p, size_t number)
{
	struct names known = {.n = 0};

	*f = (struct factor){.name = p->factor[number],
			     .level = arena_alloc(g->arena, g->npoints * sizeof *f->level),
			     .at = arena_alloc(g->arena, g->npoints * sizeof *f->at)};
	for (size_t i = 0; i < g->npoints; i++) {
		const char *value = p->value(p->arg, g->point[i], number);

		value = value && *value ? value : "(none)";
		if (!names_find(&known, value, f->at + i)) {
			f->at[i] = f->nlevels;
			f->level[f->nlevels] = arena_copy(g->arena, value, strlen(value));
			names_set(&known, f->level[f->nlevels], f->nlevels);
			f->nlevels++;
		}
	}
	names_free(&known);
	f->ncolumns = f->nlevels - 1;
	f->high = 1;
	if (f->nlevels > 1) {
		f->high = 0;
		code_numbers(f, g->arena);
		f->high = f->coded ? f->high : 1;
		f->low = f->coded ? f->low : 0;
	}
}

/* One column of a factor at a point. */
static double
coded(const struct factor *f, size_t place, size_t column)
{
	const size_t level = f->at[place];

	if (f->coded)
		return f->coded[level];
	if (f->nlevels == 2)
		return level ? 1 : -1;
	return level == f->nlevels - 1 ? -1 : level == column;
}

/* ---- the model ---- */

static void
add_term(struct model *g, const struct factor *a, const struct factor *b)
{
	struct term *t = g->term + g->nterms++;

	*t = (struct term){{a, b}, g->ncolumns, a->ncolumns * (b ? b->ncolumns : 1)};
	g->ncolumns += t->ncolumns;
}

/* Reads factors and makes terms; what does not vary is left out, and noted. */
static void
make_model(struct model *g, const struct effects_points *p, const char **still, size_t *nstill)
{
	g->factor = arena_alloc(g->arena, (p->nfactors + 1) * sizeof *g->factor);
	g->term = arena_alloc(g->arena, (p->nfactors * (p->nfactors + 1) / 2 + 1) * sizeof *g->term);
	g->ncolumns = 1;
	for (size_t i = 0; i < p->nfactors; i++) {
		struct factor *f = g->factor + g->nfactors;

		read_factor(f, g, p, i);
		if (f->nlevels > 1)
			g->nfactors++;
		else
			still[(*nstill)++] = p->factor[i];
	}
	for (size_t i = 0; i < g->nfactors; i++)
		add_term(g, g->factor + i, NULL);
	for (size_t i = 0; i < g->nfactors && p->order == EFFECTS_PAIRS; i++)
		for (size_t k = i + 1; k < g->nfactors; k++)
			add_term(g, g->factor + i, g->factor + k);
}

static gsl_matrix *
make_matrix(const struct model *g)
{
	gsl_matrix *x = must(gsl_matrix_alloc(g->npoints, g->ncolumns));

	for (size_t i = 0; i < g->npoints; i++) {
		gsl_matrix_set(x, i, 0, 1);
		for (size_t k = 0; k < g->nterms; k++) {
			const struct term *t = g->term + k;
			const size_t nb = t->factor[1] ? t->factor[1]->ncolumns : 1;

			for (size_t c = 0; c < t->ncolumns; c++)
				gsl_matrix_set(x, i, t->first + c,
					       coded(t->factor[0], i, c / nb) *
						       (t->factor[1] ? coded(t->factor[1], i, c % nb) : 1));
		}
	}
	return x;
}

/* What least squares give. */
struct solution {
	gsl_vector *y, *beta;
	gsl_matrix *cov;
	double squares; /* sum of the squares of residuals of log cycles */
};

static bool
enough(const struct model *g, struct simt_error *e)
{
	size_t columns = 0;

	for (size_t i = 0; i < g->nfactors; i++)
		columns += g->factor[i].ncolumns;
	if (!g->nfactors)
		return simt_fail(e, SIMT_USAGE, "--effects: no axis has two values at the points that have a result");
	if (g->ncolumns > TERMS_MOST)
		return simt_fail(e, SIMT_USAGE, "--effects: the axes have %zu terms, more than %d", g->ncolumns, TERMS_MOST);
	return g->npoints >= g->ncolumns ||
	       simt_fail(
		       e, SIMT_USAGE,
		       "--effects: %zu points are too few for %zu terms (a mean, %zu main effects, %zu interactions); take more%s",
		       g->npoints, g->ncolumns, columns, g->ncolumns - columns - 1,
		       g->ncolumns > columns + 1 ? ", or --effects=main" : "");
}

/* Solves for s->y. */
static bool
solve(const struct model *g, struct solution *s, struct simt_error *e)
{
	gsl_multifit_linear_workspace *w;
	gsl_matrix *x;
	size_t rank;

	if (!enough(g, e))
		return false;
	x = make_matrix(g);
	w = must(gsl_multifit_linear_alloc(g->npoints, g->ncolumns));
	s->beta = must(gsl_vector_alloc(g->ncolumns));
	s->cov = must(gsl_matrix_alloc(g->ncolumns, g->ncolumns));
	gsl_multifit_linear_tsvd(x, s->y, TOLERANCE, s->beta, s->cov, &s->squares, &rank, w);
	gsl_multifit_linear_free(w);
	gsl_matrix_free(x);
	return rank == g->ncolumns || simt_fail(e, SIMT_USAGE,
						"--effects: the points tell only %zu of %zu terms apart, since some axes change "
						"together; take other points%s",
						rank, g->ncolumns, g->nterms > g->nfactors ? ", or --effects=main" : "");
}

static void
solution_clear(struct solution *s)
{
	gsl_vector_free(s->y);
	gsl_vector_free(s->beta);
	gsl_matrix_free(s->cov);
}

/* ---- rows ---- */

/* How many lines a factor has: of more than two words, each; and by which weights of its columns. */
static size_t
contrasts(const struct factor *f)
{
	return f->ncolumns == 1 ? 1 : f->nlevels;
}

static double
weight(const struct factor *f, size_t contrast, size_t column)
{
	if (f->ncolumns == 1)
		return 1;
	return contrast == f->nlevels - 1 ? -1 : contrast == column;
}

/* "warp", or "reconvergence=stack" */
static const char *
contrast_name(const struct factor *f, size_t contrast, struct arena *arena)
{
	if (f->coded)
		return f->name;
	return arena_printf(arena, "%s=%s", f->name, f->level[f->ncolumns == 1 ? 1 : contrast]);
}

/* The sum over the columns of a term, with the weights of a contrast of each factor; with `cov` its variance. */
static double
combine(const struct term *t, size_t a, size_t b, const gsl_vector *beta, const gsl_matrix *cov)
{
	const size_t nb = t->factor[1] ? t->factor[1]->ncolumns : 1;
	double sum = 0;

	for (size_t i = 0; i < t->ncolumns; i++) {
		const double wi = weight(t->factor[0], a, i / nb) * (t->factor[1] ? weight(t->factor[1], b, i % nb) : 1);

		if (!cov)
			sum += wi * gsl_vector_get(beta, t->first + i);
		for (size_t k = 0; cov && k < t->ncolumns; k++)
			sum += wi * weight(t->factor[0], a, k / nb) * (t->factor[1] ? weight(t->factor[1], b, k % nb) : 1) *
			       gsl_matrix_get(cov, t->first + i, t->first + k);
	}
	return sum;
}

static double
clean(double x)
{
	return fabs(x) < NOTHING ? 0 : x;
}

static void
add_row(struct effects *x, const struct model *g, const struct term *t, size_t a, size_t b, const struct solution *s)
{
	const struct factor *f = t->factor[0], *other = t->factor[1];
	/* between the ends of a factor that is coded -1 and 1 there are two units */
	const double units = f->ncolumns == 1 || (other && other->ncolumns == 1) ? 2 : 1;
	struct effects_row row = {.from = "", .to = "", .interaction = other, .error = NAN, .change_error = NAN};

	row.term = contrast_name(f, a, &x->arena);
	if (other) {
		row.term = arena_printf(&x->arena, "%s x %s", row.term, contrast_name(other, b, &x->arena));
	} else {
		row.from = f->ncolumns == 1 ? f->level[f->low] : "mean";
		row.to = f->ncolumns == 1 ? f->level[f->high] : f->level[a];
	}
	row.estimate = clean(combine(t, a, b, s->beta, NULL));
	row.change = PER_CENT * expm1(units * row.estimate);
	if (g->npoints > g->ncolumns) {
		row.error = clean(sqrt(fmax(combine(t, a, b, NULL, s->cov), 0)));
		row.change_error = PER_CENT * units * row.error;
	}
	x->row = grow(x->row, &x->room, x->nrows + 1, sizeof *x->row);
	x->row[x->nrows++] = row;
}

static void
make_rows(struct effects *x, const struct model *g, const struct solution *s)
{
	for (size_t k = 0; k < g->nterms; k++) {
		const struct term *t = g->term + k;

		for (size_t a = 0; a < contrasts(t->factor[0]); a++)
			for (size_t b = 0; b < (t->factor[1] ? contrasts(t->factor[1]) : 1); b++)
				add_row(x, g, t, a, b, s);
	}
}

/* ---- residuals ---- */

struct sized {
	double size;
	size_t place;
};

static int
larger_first(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;

	if (x->size < y->size || x->size > y->size)
		return x->size > y->size ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void
make_residuals(struct effects *x, const struct model *g, const struct solution *s)
{
	struct sized *sized = zeroed(g->npoints, sizeof *sized);
	gsl_matrix *matrix = make_matrix(g);
	double mean = 0, all = 0;

	for (size_t i = 0; i < g->npoints; i++)
		mean += gsl_vector_get(s->y, i) / (double)g->npoints;
	for (size_t i = 0; i < g->npoints; i++) {
		const double y = gsl_vector_get(s->y, i);
		double fit = 0;

		for (size_t c = 0; c < g->ncolumns; c++)
			fit += gsl_matrix_get(matrix, i, c) * gsl_vector_get(s->beta, c);
		all += (y - mean) * (y - mean);
		x->fitted[i] = exp(fit);
		x->residual[i] = PER_CENT * expm1(clean(y - fit));
		/* equal but for the rounding of a host */
		sized[i] = (struct sized){round(fabs(x->residual[i]) / NOTHING), i};
	}
	x->r2 = all > NOTHING * NOTHING ? 1 - s->squares / all : 1;
	qsort(sized, g->npoints, sizeof *sized, larger_first);
	for (size_t i = 0; i < g->npoints; i++)
		x->by_size[i] = sized[i].place;
	gsl_matrix_free(matrix);
	free(sized);
}

/* ---- all ---- */

bool
effects_possible(const struct effects_points *p, struct simt_error *e)
{
	struct arena arena = {NULL};
	size_t *point = zeroed(p->npoints, sizeof *point), nstill = 0;
	struct model g = {.point = point, .npoints = p->npoints, .arena = &arena};
	struct solution s = {.y = must(gsl_vector_calloc(p->npoints))};
	bool fine;

	for (size_t i = 0; i < p->npoints; i++)
		point[i] = i;
	make_model(&g, p, arena_alloc(&arena, (p->nfactors + 1) * sizeof(char *)), &nstill);
	fine = solve(&g, &s, e);
	solution_clear(&s);
	free(point);
	arena_free(&arena);
	return fine;
}

bool
effects_fit(struct effects *x, const struct effects_points *p, const struct measured *m, int c, struct simt_error *e)
{
	struct model g = {.arena = &x->arena};
	struct solution s = {.squares = 0};
	double *y = zeroed(m->npoints, sizeof *y);
	bool fine;

	*x = (struct effects){.point = zeroed(m->npoints, sizeof *x->point),
			      .fitted = zeroed(m->npoints, sizeof *x->fitted),
			      .residual = zeroed(m->npoints, sizeof *x->residual),
			      .by_size = zeroed(m->npoints, sizeof *x->by_size),
			      .still = zeroed(p->nfactors, sizeof *x->still)};
	for (size_t i = 0; i < m->npoints; i++)
		if (measured_log(m, i, c, y + x->points))
			x->point[x->points++] = i;
	g.point = x->point;
	g.npoints = x->points;
	make_model(&g, p, x->still, &x->nstill);
	s.y = must(gsl_vector_alloc(x->points ? x->points : 1));
	for (size_t i = 0; i < x->points; i++)
		gsl_vector_set(s.y, i, y[i]);
	x->terms = g.ncolumns;
	fine = solve(&g, &s, e);
	if (fine) {
		make_rows(x, &g, &s);
		make_residuals(x, &g, &s);
	}
	solution_clear(&s);
	free(y);
	return fine;
}

void
effects_clear(struct effects *x)
{
	free(x->row);
	free(x->point);
	free(x->fitted);
	free(x->residual);
	free(x->by_size);
	free(x->still);
	arena_free(&x->arena);
}
