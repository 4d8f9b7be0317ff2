#include "fit.h"

#include <assert.h>
#include <fnmatch.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csvfile.h"
#include "run.h"

enum { EVALUATIONS_MAX = 40 };

/* Slopes are not held to better than this part of them: passes of an H200 repeat to about so much (doc/h200.md, section 2). */
static const double floor_of_error = 0.005;

/* ---- series ---- */
static int
param_column(const struct workload *w, const char *name)
{
	for (size_t i = 0; i < w->nparams; i++)
		if (!strcmp(w->param[i], name))
			return (int)i;
	return -1;
}

/* Place of a parameter of the machine, or SIZE_MAX. Words are none. */
static size_t
machine_place(const struct simt_machine *m, const char *name)
{
	const char *of, *unit, *source;

	for (size_t i = 0; simt_machine_parameter(m, i, &of, &unit, &source); i++)
		if (!strcmp(of, name))
			return *unit ? i : SIZE_MAX;
	return SIZE_MAX;
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
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && at[k - 1] > at[k]; k--) {
			double swap = at[k];

			at[k] = at[k - 1];
			at[k - 1] = swap;
		}
	if (n)
		*v = n % 2 ? at[n / 2] : (at[n / 2 - 1] + at[n / 2]) / 2;
	return n > 0;
}

/* Slope of the series' cycles, measured or simulated, over its events. */
static struct fit_slope
slope(const struct fit *f, const struct fit_series *s, bool simulated)
{
	double x[64], y[64], weight[64], c0, c1, cov00, cov01, cov11, chisq;
	struct fit_slope result;

	assert(s->n >= 2 && s->n <= 64);
	for (size_t i = 0; i < s->n; i++) {
		const struct fit_point *p = f->point + s->first + i;

		x[i] = p->rounds;
		y[i] = simulated ? p->simulated : p->cycles;
		weight[i] = 1 / (p->sigma * p->sigma);
	}
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

/* The point of a case, where it was measured. */
static bool
take_point(struct fit *f, const struct check *c, size_t in_case, int rounds)
{
	const struct workload_launch *l = f->w->launch + f->w->cases[in_case].launches[0];
	double cycles, spread = 0;

	for (size_t i = 0; i < c->nlaunch; i++) {
		if (c->launch[i].in_case != in_case || c->launch[i].whole ||
		    !measured_value(c, c->launch + i, "sm__cycles_elapsed.max", &cycles))
			continue;
		measured_value(c, c->launch + i, "simt__cycles_elapsed.spread", &spread);
		f->point = grow(f->point, &f->room_point, f->npoint + 1, sizeof *f->point);
		f->point[f->npoint++] = (struct fit_point){.in_case = in_case,
							   .rounds = strtod(l->value[rounds], NULL),
							   .cycles = cycles,
							   .sigma = fmax(spread * cycles / 2, 1)};
		return true;
	}
	return false;
}

static int
by_place(const void *a, const void *b)
{
	const struct fit_series *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Cases follow each other in a series, as the file has them. */
static void
make_series(struct fit *f, const struct check *c, int rounds, int events)
{
	const struct workload *w = f->w;

	for (size_t i = 0, next; i < w->ncases; i = next) {
		const struct workload_launch *l = w->launch + w->cases[i].launches[0];
		struct fit_series s = {.parameter = l->cell[COLUMN_technique],
				       .variant = l->cell[COLUMN_variant],
				       .place = machine_place(f->machine, l->cell[COLUMN_technique]),
				       .first = f->npoint,
				       .events = strtod(l->value[events], NULL),
				       .before = NAN,
				       .after = NAN};

		for (next = i; next < w->ncases && same_series(l, w->launch + w->cases[next].launches[0]); next++)
			s.n += take_point(f, c, next, rounds);
		if (s.n < 2 || s.n > 64 || !(s.events > 0)) {
			f->passed_over += next - i;
			f->npoint = s.first;
			continue;
		}
		s.measured = slope(f, &s, false);
		f->series = grow(f->series, &f->room_series, f->nseries + 1, sizeof *f->series);
		f->series[f->nseries++] = s;
	}
	if (f->nseries)
		qsort(f->series, f->nseries, sizeof *f->series, by_place);
	while (f->nfitted < f->nseries && f->series[f->nfitted].place != SIZE_MAX)
		f->nfitted++;
}

static void
make_parameters(struct fit *f)
{
	const char *name, *unit, *source;

	f->parameter = calloc(f->nfitted + 1, sizeof *f->parameter);
	if (!f->parameter)
		abort();
	for (size_t i = 0; i < f->nfitted; i++) {
		struct fit_parameter *p;

		if (i && f->series[i].place == f->series[i - 1].place)
			continue;
		p = f->parameter + f->nparameter++;
		p->name = f->series[i].parameter;
		p->before = p->value = strtol(simt_machine_get(f->machine, p->name), NULL, 10);
		simt_machine_parameter(f->machine, f->series[i].place, &name, &unit, &source);
		p->source = arena_copy(&f->arena, source, strlen(source));
		p->error = INFINITY;
		p->residual = NAN;
	}
}

struct fit *
fit_new(const struct workload *w, const struct check *measured, struct simt_machine *machine, struct simt_error *e)
{
	struct fit *f = calloc(1, sizeof *f);
	int rounds = param_column(w, "rounds"), events = param_column(w, "events");

	if (!f)
		abort();
	f->w = w;
	f->machine = machine;
	if (rounds < 0 || events < 0) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: a fit needs the columns $rounds and $events", measured->name);
	} else {
		make_series(f, measured, rounds, events);
		make_parameters(f);
		if (f->nseries)
			return f;
		simt_fail(e, SIMT_BAD_INPUT, "%s: no cycles were measured at two numbers of rounds", measured->name);
	}
	fit_free(f);
	return NULL;
}

void
fit_free(struct fit *f)
{
	if (!f)
		return;
	simt_machine_free(f->machine);
	arena_free(&f->arena);
	free(f->series);
	free(f->point);
	free(f->parameter);
	free(f);
}

/* ---- running the simulator ---- */
/* Simulates the points of series [first, end) and fills in their slopes. */
static bool
simulate(struct fit *f, size_t first, size_t end, struct simt_error *e)
{
	bool *selected = calloc(f->w->ncases + 1, sizeof *selected), fine = false;
	struct run_options o = {.per_pc = false};
	struct run *run;

	if (!selected)
		abort();
	for (size_t i = first; i < end; i++)
		for (size_t k = 0; k < f->series[i].n; k++)
			selected[f->point[f->series[i].first + k].in_case] = true;
	run = run_create(f->w, f->machine, selected, &o, e);
	if (run) {
		enum simt_status status = run_all(run);

		fine = status == SIMT_OK || simt_fail(e, status, "the simulation of %s failed", f->series[first].variant);
		for (size_t i = first; i < end; i++) {
			struct fit_series *s = f->series + i;

			for (size_t k = 0; k < s->n; k++) {
				struct fit_point *p = f->point + s->first + k;

				p->simulated = (double)run->cases[p->in_case].cycles;
			}
			s->after = slope(f, s, true).value;
		}
	}
	run_free(run);
	free(selected);
	return fine;
}

static bool
set(struct fit *f, const char *name, long value, struct simt_error *e)
{
	char text[160];

	snprintf(text, sizeof text, "%.100s=%ld", name, value);
	return simt_machine_set(f->machine, text, e);
}

/* ---- the search ---- */
struct tried {
	long value;
	double distance;
};

struct search {
	struct fit *f;
	struct fit_parameter *p;
	size_t first, end; /* its series */
	unsigned sweep;
	struct tried tried[EVALUATIONS_MAX];
	size_t n;
	struct simt_error *e;
};

/* Sum over the series of ((simulated - measured) / error)^2 at a value; INFINITY where the machine does not take it. */
static double
distance(struct search *s, long value)
{
	struct simt_error refused = {.status = SIMT_OK};
	double sum = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->tried[i].value == value)
			return s->tried[i].distance;
	if (s->n == EVALUATIONS_MAX || s->e->status || !set(s->f, s->p->name, value, &refused))
		return INFINITY;
	if (s->f->progress && !s->f->progress(s->f->arg, s->p, s->sweep, value)) {
		simt_fail(s->e, SIMT_INTERRUPTED, "interrupted");
		return INFINITY;
	}
	s->p->evaluations++;
	if (!simulate(s->f, s->first, s->end, s->e))
		return INFINITY;
	for (size_t i = s->first; i < s->end; i++) {
		const struct fit_series *x = s->f->series + i;
		double error = fmax(x->measured.error, floor_of_error * fabs(x->measured.value));
		double r = (x->after - x->measured.value) / error;

		sum += r * r;
	}
	s->tried[s->n++] = (struct tried){value, sum};
	return sum;
}

/* Downhill among whole numbers, with steps that become longer while they help and shorter when they do not. */
static bool
find_value(struct search *s)
{
	struct fit_parameter *p = s->p;
	double best = distance(s, p->value), below, above, curvature, sum = 0;
	long step = p->value / 8 > 1 ? p->value / 8 : 1;

	while (step && !s->e->status) {
		long at = p->value;

		for (int sign = -1; sign <= 1; sign += 2) {
			double d = distance(s, at + sign * step);

			if (d < best) {
				best = d;
				p->value = at + sign * step;
			}
		}
		step = p->value != at ? step : step / 2;
	}
	below = distance(s, p->value - 1);
	above = distance(s, p->value + 1);
	s->n = 0; /* the slopes are to be those of the value found */
	best = distance(s, p->value);
	if (s->e->status)
		return false;
	curvature = (isfinite(below) && isfinite(above) ? below + above - 2 * best : 2 * (fmin(below, above) - best)) / 2;
	/* a value is told as well as the series allow: where they disagree, by as much worse */
	p->error = isfinite(curvature) && curvature > 0 ? sqrt(fmax(1, best / fmax(1, (double)(s->end - s->first) - 1)) / curvature)
							: INFINITY;
	for (size_t i = s->first; i < s->end; i++) {
		const struct fit_series *x = s->f->series + i;
		double r = x->after / x->measured.value - 1;

		sum += r * r;
	}
	p->residual = sqrt(sum / (double)(s->end - s->first));
	return set(s->f, p->name, p->value, s->e);
}

/* The series of parameter p. */
static void
series_of(const struct fit *f, const struct fit_parameter *p, size_t *first, size_t *end)
{
	for (*first = 0; strcmp(f->series[*first].parameter, p->name) != 0;)
		++*first;
	for (*end = *first; *end < f->nfitted && !strcmp(f->series[*end].parameter, p->name);)
		++*end;
}

bool
fit_run(struct fit *f, const char *only, unsigned sweeps, struct simt_error *e)
{
	bool any = false;

	for (size_t i = 0; i < f->nparameter; i++)
		any = any || !only || fnmatch(only, f->parameter[i].name, 0) == 0;
	if (!any && only)
		return simt_fail(e, SIMT_USAGE, "--only %s: no parameter has such a name; those with measurements begin with %s",
				 only, f->nparameter ? f->parameter[0].name : "none");
	/* sweep 0 runs the machine as it is, the last one the machine that was found */
	for (unsigned sweep = 0; sweep < sweeps + 2; sweep++) {
		for (size_t i = 0; i < f->nparameter; i++) {
			struct search s = {.f = f, .p = f->parameter + i, .sweep = sweep, .e = e};

			if (only && fnmatch(only, s.p->name, 0) != 0)
				continue;
			series_of(f, s.p, &s.first, &s.end);
			if (!(sweep == 0 || sweep == sweeps + 1 ? simulate(f, s.first, s.end, e) : find_value(&s)))
				return false;
			for (size_t k = s.first; sweep == 0 && k < s.end; k++)
				f->series[k].before = f->series[k].after;
		}
		if (!sweeps)
			break;
	}
	return true;
}

/* ---- results ---- */
void
fit_table(const struct fit *f, FILE *out)
{
	fprintf(out, "%-18s %9s %9s %10s %9s %7s\n", "parameter", "before", "fitted", "error", "residual", "tried");
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct fit_parameter *p = f->parameter + i;
		char error[32], residual[32];

		if (!p->evaluations)
			continue;
		snprintf(error, sizeof error, "not told");
		if (isfinite(p->error))
			snprintf(error, sizeof error, "%.2g", p->error);
		snprintf(residual, sizeof residual, "%.1f %%", 100 * p->residual);
		fprintf(out, "%-18s %9ld %9ld %10s %9s %7u\n", p->name, p->before, p->value, error, residual, p->evaluations);
	}
}

void
fit_series_table(const struct fit *f, FILE *out)
{
	fprintf(out, "%-18s %-34s %12s %10s %12s %12s\n", "parameter", "series", "measured", "error", "before", "fitted");
	for (size_t i = 0; i < f->nseries; i++) {
		const struct fit_series *s = f->series + i;

		fprintf(out, "%-18s %-34s %12.4f %10.4f", s->parameter, s->variant, s->measured.value, s->measured.error);
		if (isnan(s->before))
			fprintf(out, " %12s %12s\n", "", "");
		else
			fprintf(out, " %12.4f %12.4f\n", s->before, s->after);
	}
}

static const struct fit_parameter *
found(const struct fit *f, const char *name)
{
	for (size_t i = 0; i < f->nparameter; i++)
		if (!strcmp(f->parameter[i].name, name))
			return f->parameter + i;
	return NULL;
}

void
fit_write_machine(const struct fit *f, const char *data, FILE *out)
{
	const char *name, *unit, *source;
	char text[300];

	fputs("parameter,value,unit,source\n", out);
	for (size_t i = 0; simt_machine_parameter(f->machine, i, &name, &unit, &source); i++) {
		const struct fit_parameter *p = found(f, name);

		fprintf(out, "%s,%s,%s,", name, simt_machine_get(f->machine, name), unit);
		if (p && isfinite(p->error))
			snprintf(text, sizeof text, "fit: %.200s, standard error %.2g, residual %.1f %%", data, p->error,
				 100 * p->residual);
		csvfile_put(out, !p ? source : isfinite(p->error) ? text : p->source);
		fputc('\n', out);
	}
}
