#include "validate/fit/fit-series.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validate/fit/evaluate.h"
#include "sim/machine/machine.h"
#include "sim/machine/parameters.h"
#include "workloads/runner/run.h"

enum { EVALUATIONS_MAX = 60 };

/* Slopes are not held to better than this part of them: passes of an H200 repeat to about so much (doc/h200.md, section 2). */
static const double floor_of_error = 0.005;
/* Values that differ by at least this part count as different. */
static const double finest = 0.01;
/* A search ends where a step brings less than this part of what one standard error is worth. */
static const double enough = 0.1;
/* A value that differs from the one before by at most this many standard errors counts as the same. */
static const double significant = 2;

/* ---- running the simulator ---- */

/* What the processes simulate: the points of series from the first on. */
struct runs {
	const struct fit *f;
	size_t first; /* of its series */
};

/* The task of a process: one point. */
static bool
run_point(const void *arg, size_t i, double *cycles)
{
	const struct runs *r = arg;
	const struct fit_series *s = r->f->series + r->first;
	struct simt_error e = {.status = SIMT_OK};
	simt_stop stop = r->f->stop;
	struct run_options o = {.stop = stop, .arg = &stop, .progress = evaluate_goes_on};
	enum simt_status status = SIMT_OK;
	size_t k = i;
	bool *selected;
	struct run *run;

	while (k >= s->n)
		k -= s++->n;
	selected = calloc(s->w->ncases + 1, sizeof *selected);
	if (!selected)
		simt_no_memory();
	k = r->f->point[s->first + k].in_case;
	selected[k] = true;
	run = run_create(s->w, r->f->machine, selected, &o, &e);
	if (run)
		status = run_all(run);
	if (run && status == SIMT_OK)
		cycles[i] = (double)run->cases[k].cycles;
	run_free(run);
	free(selected);
	return status != SIMT_INTERRUPTED;
}

/* Simulates the points of series [first, end) on f->machine and fills in their slopes. */
static bool
simulate(struct fit *f, size_t first, size_t end, struct simt_error *e)
{
	const struct runs r = {.f = f, .first = first};
	uint64_t key = evaluate_key(f->machine);
	double *cycles;
	size_t n = 0;
	bool fine;

	if (!simt_goes_on(f->stop, e))
		return false;
	for (size_t i = first; i < end; i++) {
		const struct fit_series *s = f->series + i;

		for (size_t k = 0; k < s->n; k++)
			key = evaluate_key_more(key, s->w->cases[f->point[s->first + k].in_case].name);
		n += s->n;
	}
	cycles = calloc(n + 1, sizeof *cycles);
	if (!cycles)
		simt_no_memory();
	fine = evaluate_recall(f->keep, key, cycles, n);
	if (!fine)
		fine = evaluate(&(struct evaluate_work){f->jobs, f->stop, n, run_point, &r}, cycles, n, e) &&
		       evaluate_remember(f->keep, key, cycles, n, e);
	n = 0;
	for (size_t i = first; fine && i < end; i++) {
		struct fit_series *s = f->series + i;

		for (size_t k = 0; k < s->n; k++) {
			struct fit_point *p = f->point + s->first + k;

			p->simulated = cycles[n++];
			if (isnan(p->simulated))
				fine = simt_fail(e, SIMT_FAULT, "the simulation of %s failed", s->w->cases[p->in_case].name);
		}
		s->after = fit_slope(f, s, FIT_SIMULATED).value;
	}
	free(cycles);
	return fine;
}

static bool
set_one(struct fit *f, const char *name, long value, struct simt_error *e)
{
	char text[160];

	snprintf(text, sizeof text, "%.100s=%ld", name, value);
	return simt_machine_set(f->machine, text, e);
}

/* Sets a parameter, and those that move with it. */
static bool
set(struct fit *f, const struct fit_parameter *p, long value, struct simt_error *e)
{
	bool fine = set_one(f, p->name, value, e);

	for (size_t i = 0; fine && i < p->nfollowers; i++)
		fine = set_one(f, p->follower[i].name, value, e);
	return fine && machine_check(f->machine, e);
}

/* Sets what series aim at, once the result of the machine to begin with is known. The difference between the devices is a factor for
 * slopes, and a number of cycles for a case. */
static void
aim(struct fit_series *s)
{
	double there = s->reference.error / s->reference.value, here = s->measured.error / s->measured.value;

	s->before = s->after;
	if (!isnan(s->aim.value))
		return;
	if (s->n == 1) {
		s->aim.value = s->before + s->measured.value - s->reference.value;
		s->aim.error = hypot(s->measured.error, s->reference.error);
		return;
	}
	s->aim.value = s->before * s->measured.value / s->reference.value;
	s->aim.error = fabs(s->aim.value) * hypot(here, there);
}

/* ---- the search ---- */
struct tried {
	long value;
	double distance;
};

struct search {
	struct fit *f;
	struct fit_parameter *p;
	unsigned sweep;
	struct tried tried[EVALUATIONS_MAX];
	size_t n;
	struct simt_error *e;
};

/* Sum over the series of ((simulated - aim) / error)^2. */
static double
sum_of(const struct fit *f, const struct fit_parameter *p)
{
	double sum = 0;

	for (size_t i = p->first; i < p->end; i++) {
		const struct fit_series *x = f->series + i;
		double error = fmax(x->aim.error, floor_of_error * fabs(x->aim.value));
		double r = (x->after - x->aim.value) / error;

		sum += r * r;
	}
	return sum;
}

/* The distance at a value; INFINITY if the machine does not accept it. */
static double
distance(struct search *s, long value)
{
	struct simt_error refused = {.status = SIMT_OK};

	for (size_t i = 0; i < s->n; i++)
		if (s->tried[i].value == value)
			return s->tried[i].distance;
	if (s->n == EVALUATIONS_MAX || s->e->status || !set(s->f, s->p, value, &refused))
		return INFINITY;
	if (s->f->progress && !s->f->progress(s->f->arg, s->p, s->sweep, value)) {
		simt_fail(s->e, SIMT_INTERRUPTED, "interrupted");
		return INFINITY;
	}
	s->p->evaluations++;
	if (!simulate(s->f, s->p->first, s->p->end, s->e))
		return INFINITY;
	s->tried[s->n++] = (struct tried){value, sum_of(s->f, s->p)};
	return s->tried[s->n - 1].distance;
}

/* Tries a value, which becomes the best one if it is better. */
static void
try(struct search *s, long value, double *best)
{
	double d = distance(s, value);

	if (d < *best) {
		*best = d;
		s->p->value = value;
	}
}

/* Where the parabola through three values has its least; the middle one where it has none, and no further than four steps away. */
static long
vertex(long at, long step, double below, double middle, double above)
{
	double bend = below - 2 * middle + above, by = (below - above) / (2 * bend);

	return isfinite(bend) && bend > 0 ? at + lround((double)step * fmax(-4, fmin(4, by))) : at;
}

static long
at_least_one(double v)
{
	return v > 1 ? lround(v) : 1;
}

/* What a sum of squares is measured by: series that disagree are worth as much less. */
static double
scale(const struct fit_parameter *p, double best)
{
	return fmax(1, best / fmax(1, (double)(p->end - p->first) - 1));
}

/* Descends among whole numbers, with steps that become shorter when they do not help, and to the minimum of a parabola. It ends when the
 * rest would move the value by less than a third of its standard error. */
static long
descend(struct search *s, double *best)
{
	struct fit_parameter *p = s->p;
	long step = at_least_one((double)p->value / 8), least, bottom;

	for (bool last = false; !last && !s->e->status;) {
		const double before = *best;
		const long at = p->value;

		least = at_least_one(finest * (double)at);
		step = step > least ? step : least;
		try(s, at - step, best);
		try(s, at + step, best);
		bottom = vertex(at, step, distance(s, at - step), distance(s, at), distance(s, at + step));
		try(s, bottom, best);
		last = p->value == at ? step == least || labs(bottom - at) < least : before - *best < enough * scale(p, *best);
		if (!last && labs(p->value - at) < step)
			step = step / 4;
	}
	return step;
}

static bool
find_value(struct search *s)
{
	struct fit_parameter *p = s->p;
	double best = distance(s, p->value), below, above, curvature, sum = 0;
	long step;

	/* what other parameters have become since changes nothing here */
	if (best == p->distance)
		return !s->e->status;
	step = descend(s, &best);
	below = distance(s, p->value - step);
	above = distance(s, p->value + step);
	curvature = (isfinite(below) && isfinite(above) ? below + above - 2 * best : 2 * (fmin(below, above) - best)) / 2;
	/* a value is known as well as the series allow, and less well where they disagree */
	p->error = isfinite(curvature) && curvature > 0 ? (double)step * sqrt(scale(p, best) / curvature) : INFINITY;
	p->kept = s->f->keep_within && p->value != p->before && fabs((double)(p->value - p->before)) <= significant * p->error;
	if (p->kept)
		p->value = p->before;
	s->n = 0; /* the slopes are to be those of the value found */
	p->distance = distance(s, p->value);
	if (s->e->status)
		return false;
	for (size_t i = p->first; i < p->end; i++) {
		const struct fit_series *x = s->f->series + i;
		double r = x->after / x->aim.value - 1;

		sum += r * r;
	}
	p->residual = sqrt(sum / (double)(p->end - p->first));
	return set(s->f, p, p->value, s->e);
}

/* Evaluates the series of a parameter on the machine as it is, or on that of the reference. */
static bool
begin(struct fit *f, const struct fit_parameter *p, struct simt_error *e)
{
	struct simt_machine *machine = f->machine;
	bool fine;

	f->machine = f->base ? f->base : machine;
	fine = simulate(f, p->first, p->end, e);
	f->machine = machine;
	for (size_t k = p->first; fine && k < p->end; k++)
		aim(f->series + k);
	return fine;
}

bool
fit_run(struct fit *f, const char *only, unsigned sweeps, struct simt_error *e)
{
	bool any = false;

	fit_make_parameters(f);
	for (size_t i = 0; i < f->nparameter; i++)
		any = any || !only || fnmatch(only, f->parameter[i].name, 0) == 0;
	if (!any && only)
		return simt_fail(e, SIMT_USAGE, "--only %s: no parameter has such a name; those with measurements begin with %s",
				 only, f->nparameter ? f->parameter[0].name : "none");
	/* sweep 0 runs the machine as it was, the last one the machine that was found */
	for (unsigned sweep = 0; sweep < sweeps + 2; sweep++) {
		for (size_t i = 0; i < f->nparameter; i++) {
			struct fit_parameter *p = f->parameter + i;
			struct search s = {.f = f, .p = p, .sweep = sweep, .e = e};

			if (only && fnmatch(only, p->name, 0) != 0)
				continue;
			if (sweep == 0 && f->progress && !f->progress(f->arg, p, 0, p->value))
				return simt_fail(e, SIMT_INTERRUPTED, "interrupted");
			if (!(sweep == 0            ? begin(f, p, e)
			      : sweep == sweeps + 1 ? simulate(f, p->first, p->end, e)
						    : find_value(&s)))
				return false;
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
	fprintf(out, "%-23s %9s %9s %10s %9s %7s\n", "parameter", "before", "fitted", "error", "residual", "tried");
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct fit_parameter *p = f->parameter + i;
		char error[32], residual[32];

		if (!p->evaluations)
			continue;
		snprintf(error, sizeof error, "not known");
		if (isfinite(p->error))
			snprintf(error, sizeof error, "%.2g", p->error);
		snprintf(residual, sizeof residual, "%.1f %%", 100 * p->residual);
		fprintf(out, "%-23s %9ld %9ld %10s %9s %7u%s", p->name, p->before, p->value, error, residual, p->evaluations,
			p->kept ? "  another value is better by less than two standard errors" : "");
		for (size_t k = 0; k < p->nfollowers; k++)
			fprintf(out, "%s %s", k ? "," : "  with it", p->follower[k].name);
		fputc('\n', out);
	}
}

void
fit_series_table(const struct fit *f, FILE *out)
{
	fprintf(out, "%-23s %-34s %12s %10s", "parameter", "series", "measured", "error");
	if (f->relative)
		fprintf(out, " %12s %12s", "reference", "aim");
	fprintf(out, " %12s %12s\n", "before", "fitted");
	for (size_t i = 0; i < f->nseries; i++) {
		const struct fit_series *s = f->series + i;

		fprintf(out, "%-23s %-34s %12.4f %10.4f", s->parameter, s->variant, s->measured.value, s->measured.error);
		if (f->relative)
			fprintf(out, " %12.4f %12.4f", s->reference.value, s->aim.value);
		if (isnan(s->before))
			fprintf(out, " %12s %12s\n", "", "");
		else
			fprintf(out, " %12.4f %12.4f\n", s->before, s->after);
	}
}

static bool
is_known(const struct fit_parameter *p)
{
	return p->evaluations && isfinite(p->error);
}

void
fit_sources(struct fit *f, const char *data, bool files)
{
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct fit_parameter *p = f->parameter + i;
		char text[600];

		snprintf(text, sizeof text, "fit: %.200s%s%.200s, standard error %.2g, residual %.1f %%", files ? p->files : "",
			 files ? " of " : "", data, p->error, 100 * p->residual);
		/* what was not fitted, or not known, keeps its source */
		param_source_of(f->machine, p->name, is_known(p) ? text : p->source);
		snprintf(text, sizeof text, "guess: as %.100s; nothing measured tells it apart", p->name);
		for (size_t k = 0; k < p->nfollowers; k++)
			param_source_of(f->machine, p->follower[k].name, is_known(p) ? text : p->follower[k].source);
	}
}
