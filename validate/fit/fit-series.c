#include "validate/fit/fit-series.h"

#include <assert.h>
#include <fnmatch.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "sim/machine/parameters.h"

static int
param_column(const struct workload *w, const char *name)
{
	for (size_t i = 0; i < w->nparams; i++)
		if (!strcmp(w->param[i], name))
			return (int)i;
	return -1;
}

/* The number in a column of a launch, where there is one; NAN: the cell is empty. */
static double
number(const struct workload_launch *l, int column)
{
	const char *text = column >= 0 ? l->value[column] : NULL;

	return text ? strtod(text, NULL) : NAN;
}

/* Place of a parameter of the machine, or SIZE_MAX. Words are none. */
static size_t
place_of(const char *name)
{
	const int p = param_find(name, strlen(name));

	return p >= 0 && *param_unit(p) ? (size_t)p : SIZE_MAX;
}

/* The measured value of a metric, the median of its runs. */
static bool
measured_value(const struct check *c, const struct check_launch *l, const char *metric, double *v)
{
	double at[64];
	size_t n = 0;

	for (size_t i = 0; i < l->nvalue && n < 64; i++)
		if (l->value[i].side == CHECK_MEASURED && !strcmp(c->metric[l->value[i].metric].name, metric))
			at[n++] = l->value[i].value;
	if (n)
		*v = statistics_median(at, n);
	return n > 0;
}

struct fit_slope
fit_slope(const struct fit *f, const struct fit_series *s, enum fit_side side)
{
	double x[64], y[64], weight[64], c0, c1, cov00, cov01, cov11, chisq;
	struct fit_slope result;

	assert(s->n >= 1 && s->n <= 64);
	for (size_t i = 0; i < s->n; i++) {
		const struct fit_point *p = f->point + s->first + i;
		double sigma = side == FIT_REFERENCE ? p->reference_sigma : p->sigma;

		x[i] = p->rounds;
		y[i] = side == FIT_SIMULATED ? p->simulated : side == FIT_REFERENCE ? p->reference : p->cycles;
		weight[i] = 1 / (sigma * sigma);
		result = (struct fit_slope){y[i], sigma};
	}
	if (s->n == 1)
		return result;
	gsl_fit_wlinear(x, 1, weight, 1, y, 1, s->n, &c0, &c1, &cov00, &cov01, &cov11, &chisq);
	result.value = c1 / s->events;
	result.error = sqrt(cov11) / s->events;
	if (s->n > 2 && chisq > (double)(s->n - 2))
		result.error *= sqrt(chisq / (double)(s->n - 2));
	return result;
}

static bool
same_series(const struct workload_launch *a, const struct workload_launch *b)
{
	return !strcmp(a->cell[COLUMN_technique], b->cell[COLUMN_technique]) &&
	       !strcmp(a->cell[COLUMN_variant], b->cell[COLUMN_variant]);
}

/* Median and half the range of a case's cycles. */
static bool
cycles_of(const struct check *c, size_t in_case, double *cycles, double *sigma)
{
	double spread = 0;

	for (size_t i = 0; i < c->nlaunch; i++) {
		if (c->launch[i].in_case != in_case || c->launch[i].whole ||
		    !measured_value(c, c->launch + i, "sm__cycles_elapsed.max", cycles))
			continue;
		measured_value(c, c->launch + i, "simt__cycles_elapsed.spread", &spread);
		*sigma = fmax(spread * *cycles / 2, 1);
		return true;
	}
	return false;
}

/* The point of a case, where it was measured. */
static bool
take_point(struct fit *f, const struct workload *w, const struct check *measured, const struct check *reference, size_t in_case,
	   int rounds)
{
	const struct workload_launch *l = w->launch + w->cases[in_case].launches[0];
	struct fit_point p = {.in_case = in_case, .rounds = rounds >= 0 ? number(l, rounds) : 0};

	if (isnan(p.rounds) || !cycles_of(measured, in_case, &p.cycles, &p.sigma) ||
	    (reference && !cycles_of(reference, in_case, &p.reference, &p.reference_sigma)))
		return false;
	f->point = grow(f->point, &f->room_point, f->npoint + 1, sizeof *f->point);
	f->point[f->npoint++] = p;
	return true;
}

/* One of the globs, with blanks between, matches. */
static bool
wanted(const char *globs, const char *name)
{
	char glob[256];

	for (int n; globs && sscanf(globs, " %255s%n", glob, &n) == 1; globs += n)
		if (!fnmatch(glob, name, 0))
			return true;
	return !globs;
}

static int
by_place(const void *a, const void *b)
{
	const struct fit_series *x = a, *y = b;

	if ((x->place == SIZE_MAX) != (y->place == SIZE_MAX))
		return x->place == SIZE_MAX ? 1 : -1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* All rules of a parameter count as the first of them. Where techniques name the parameters, these come as the machine file has them. */
static size_t
order_of(const struct fit *f, const struct fit_rule *rule, size_t place)
{
	for (size_t i = 0; rule->parameter && i < f->nseries; i++)
		if (f->series[i].place == place)
			return f->series[i].order;
	return rule->parameter ? f->nrules : 0;
}

static void
add_series(struct fit *f, struct fit_series *s, const struct check *reference)
{
	s->measured = s->aim = fit_slope(f, s, FIT_MEASURED);
	if (reference) {
		s->reference = fit_slope(f, s, FIT_REFERENCE);
		s->aim = (struct fit_slope){NAN, NAN};
		f->relative = true;
	}
	f->series = grow(f->series, &f->room_series, f->nseries + 1, sizeof *f->series);
	f->series[f->nseries++] = *s;
}

/* The parameter that a launch's series tells, and those that move with it. */
static const char *
names_of(const struct fit_rule *rule, const struct workload_launch *l)
{
	const char *technique = l->cell[COLUMN_technique], *names;

	if (rule->parameter)
		return rule->parameter;
	names = param_new_names(technique, strlen(technique));
	return names ? names : technique;
}

bool
fit_add(struct fit *f, const struct workload *w, const struct check *measured, const struct check *reference,
	const struct fit_rule *rule, struct simt_error *e)
{
	int rounds = param_column(w, "rounds"), events = param_column(w, "events");

	if (rule->by == FIT_SLOPE && (rounds < 0 || events < 0))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: a fit needs the columns $rounds and $events", measured->name);
	/* cases follow each other in a series, as the file has them */
	for (size_t i = 0, next; i < w->ncases; i = next) {
		const struct workload_launch *l = w->launch + w->cases[i].launches[0];
		const char *names = names_of(rule, l);
		const size_t n = strcspn(names, " ");
		struct fit_series s = {.parameter = arena_copy(&f->arena, names, n),
				       .followers = names + n,
				       .variant = rule->by == FIT_SLOPE ? l->cell[COLUMN_variant] : w->cases[i].name,
				       .w = w,
				       .first = f->npoint,
				       .events = rule->by == FIT_SLOPE ? number(l, events) : 1,
				       .before = NAN,
				       .after = NAN,
				       .files = rule->files};
		const size_t least = rule->by == FIT_SLOPE ? 2 : 1;

		s.place = place_of(s.parameter);
		s.order = order_of(f, rule, s.place);
		for (next = i; next < w->ncases && (next == i || rule->by == FIT_SLOPE) &&
			       same_series(l, w->launch + w->cases[next].launches[0]);
		     next++)
			s.n += wanted(rule->cases, w->cases[next].name) && take_point(f, w, measured, reference, next, rounds);
		if (s.n < least || s.n > 64 || !(s.events > 0)) {
			f->passed_over += next - i;
			f->npoint = s.first;
			continue;
		}
		add_series(f, &s, reference);
	}
	f->nrules++;
	return true;
}

/* Which of the followers move with p: those that have its value, unless the user gave it. */
static void
take_followers(struct fit *f, struct fit_parameter *p, const char *names)
{
	const char *name, *unit, *source;

	for (int follower; p->nfollowers < FIT_FOLLOWERS_MAX && (follower = param_next(&names)) >= 0;) {
		simt_machine_parameter(f->machine, (size_t)follower, &name, &unit, &source);
		if (*unit && strtol(simt_machine_get(f->machine, name), NULL, 10) == p->before &&
		    strcmp(source, "given on the command line") != 0)
			p->follower[p->nfollowers++] = (struct fit_follower){name, arena_copy(&f->arena, source, strlen(source))};
	}
}

void
fit_make_parameters(struct fit *f)
{
	const char *name, *unit, *source;

	if (f->nseries)
		qsort(f->series, f->nseries, sizeof *f->series, by_place);
	while (f->nfitted < f->nseries && f->series[f->nfitted].place != SIZE_MAX)
		f->nfitted++;
	f->parameter = calloc(f->nfitted + 1, sizeof *f->parameter);
	if (!f->parameter)
		simt_no_memory();
	for (size_t i = 0; i < f->nfitted; i++) {
		struct fit_parameter *p = f->parameter + f->nparameter;

		if (i && f->series[i].place == f->series[i - 1].place) {
			p[-1].end = i + 1;
			continue;
		}
		f->nparameter++;
		p->first = i;
		p->end = i + 1;
		p->name = f->series[i].parameter;
		p->files = f->series[i].files;
		p->before = p->value = strtol(simt_machine_get(f->machine, p->name), NULL, 10);
		simt_machine_parameter(f->machine, f->series[i].place, &name, &unit, &source);
		p->source = arena_copy(&f->arena, source, strlen(source));
		take_followers(f, p, f->series[i].followers);
		p->error = INFINITY;
		p->residual = p->distance = NAN;
	}
}

struct fit *
fit_new(struct simt_machine *machine, struct simt_machine *base)
{
	struct fit *f = calloc(1, sizeof *f);

	if (!f)
		simt_no_memory();
	f->machine = machine;
	f->base = base;
	f->jobs = 1;
	return f;
}

void
fit_free(struct fit *f)
{
	if (!f)
		return;
	simt_machine_free(f->machine);
	simt_machine_free(f->base);
	arena_free(&f->arena);
	free(f->series);
	free(f->point);
	free(f->parameter);
	free(f);
}
