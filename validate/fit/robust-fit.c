#include "validate/fit/robust-fit.h"

#include <gsl/gsl_linalg.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_vector.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "validate/fit/robust-list.h"
#include "sim/machine/machine.h"
#include "sim/machine/parameters.h"

/* GSL solves the equations. The search is not gsl_multifit_nlinear, which takes steps of any size: the simulator takes only whole
 * numbers. */
enum { BOOTSTRAPS = 400, HALVINGS = 3 };

/* Residuals above this count less and less: launches for which the model lacks something. A tenth is what the errors of a model of this kind
 * begin at (13 % is the best published for a modern NVIDIA GPU). */
static const double huber = 0.1;
/* A derivative is taken over this part of the value, but at least over a whole number. */
static const double part = 0.1;
/* A round that makes the sum of squares smaller by less than this part is the last. */
static const double enough = 0.002;

struct joint *
joint_new(const struct joint_wish *wish, struct simt_machine *machine, struct simt_machine *base, struct simt_error *e)
{
	const char *const *names = wish->names;
	const size_t n = wish->n;
	struct joint *j = calloc(1, sizeof *j);

	if (!j)
		simt_no_memory();
	j->machine = machine;
	j->base = base;
	j->stop = wish->stop;
	j->jobs = 1;
	if (!n || n > JOINT_PARAMETERS_MAX)
		simt_fail(e, SIMT_USAGE, "a joint fit takes 1 to %d parameters, not %zu", JOINT_PARAMETERS_MAX, n);
	for (size_t i = 0; i < n && !e->status; i++) {
		const char *value = simt_machine_get(machine, names[i]);
		char *end = NULL;
		long v = value ? strtol(value, &end, 10) : 0;

		if (!value)
			simt_fail(e, SIMT_USAGE, "the machine has no parameter '%.80s'", names[i]);
		else if (*end || v <= 0)
			simt_fail(e, SIMT_USAGE, "%.80s=%.80s: a joint fit takes parameters that are numbers over 0", names[i],
				  value);
		j->parameter[j->nparameter++] =
			(struct joint_parameter){.name = names[i], .before = v, .value = v, .error = INFINITY};
	}
	if (!e->status && joint_read(j, wish, e))
		return j;
	joint_free(j);
	return NULL;
}

void
joint_free(struct joint *j)
{
	if (!j)
		return;
	joint_list_free(j);
	simt_machine_free(j->machine);
	simt_machine_free(j->base);
	arena_free(&j->arena);
	free(j->point);
	free(j);
}

/* ---- the system of equations ---- */

/* Around the values at hand. A launch that failed has weight 0. */
struct system {
	const struct joint *j;
	double prior;
	unsigned round;
	double *residual;   /* by point */
	double *derivative; /* by point and parameter: of the residual, to the logarithm of the parameter */
	double *known;      /* by parameter: ln(value / before) */
};

static void
residuals(const struct joint *j, const double *cycles, double *residual)
{
	for (size_t i = 0; i < j->npoint; i++)
		residual[i] = cycles[i] > 0 ? log(cycles[i] / j->point[i].measured) - j->point[i].offset : NAN;
}

static double
weight(double residual)
{
	return isnan(residual) ? 0 : fabs(residual) <= huber ? 1 : huber / fabs(residual);
}

/* The loss to be minimised: Huber's function of the residuals, plus the distance from what was known, in units of the prior. */
static double
loss(const struct joint *j, const double *residual, const long *value, double prior)
{
	double sum = 0;

	for (size_t i = 0; i < j->npoint; i++) {
		double r = fabs(residual[i]);

		sum += isnan(r) ? huber * huber : r <= huber ? r * r : huber * (2 * r - huber);
	}
	for (size_t k = 0; k < j->nparameter; k++) {
		double d = log((double)value[k] / (double)j->parameter[k].before) / prior;

		/* one launch at the bend weighs as much as a parameter one prior away */
		sum += huber * huber * d * d;
	}
	return sum;
}

/* The step to the least of the linear problem in which point i counts `times[i]` times (NULL: once), and the inverse of its matrix. */
static void
solve(const struct system *s, const unsigned *times, double *step, gsl_matrix *inverse)
{
	const size_t n = s->j->nparameter;
	gsl_matrix *a = gsl_matrix_calloc(n, n);
	gsl_vector *b = gsl_vector_calloc(n), *x = gsl_vector_alloc(n);

	for (size_t i = 0; i < s->j->npoint; i++) {
		double w = weight(s->residual[i]) * (times ? times[i] : 1);
		const double *d = s->derivative + i * n;

		for (size_t k = 0; w > 0 && k < n; k++) {
			*gsl_vector_ptr(b, k) -= w * d[k] * s->residual[i];
			for (size_t m = 0; m < n; m++)
				*gsl_matrix_ptr(a, k, m) += w * d[k] * d[m];
		}
	}
	for (size_t k = 0; k < n; k++) {
		double w = huber * huber / (s->prior * s->prior);

		*gsl_matrix_ptr(a, k, k) += w;
		*gsl_vector_ptr(b, k) -= w * s->known[k];
	}
	/* the prior makes it positive definite */
	gsl_linalg_cholesky_decomp1(a);
	gsl_linalg_cholesky_solve(a, b, x);
	for (size_t k = 0; k < n; k++)
		step[k] = gsl_vector_get(x, k);
	if (inverse) {
		gsl_linalg_cholesky_invert(a);
		gsl_matrix_memcpy(inverse, a);
	}
	gsl_matrix_free(a);
	gsl_vector_free(b);
	gsl_vector_free(x);
}

static bool
derivatives(struct joint *j, const long *value, const double *residual, double *derivative, unsigned round, struct simt_error *e)
{
	double *cycles = calloc(j->npoint, sizeof *cycles), *other = calloc(j->npoint, sizeof *other);
	bool fine = cycles && other;

	for (size_t k = 0; fine && k < j->nparameter; k++) {
		struct simt_error refused = {.status = SIMT_OK};
		long at[JOINT_PARAMETERS_MAX], by = lround(part * (double)value[k]);
		char what[160];
		double d;

		memcpy(at, value, j->nparameter * sizeof *at);
		at[k] += by > 1 ? by : 1;
		snprintf(what, sizeof what, "round %u, derivative %zu of %zu: %.60s = %ld", round, k + 1, j->nparameter,
			 j->parameter[k].name, at[k]);
		fine = joint_evaluate(j, at, what, cycles, &refused);
		if (!fine && refused.status != SIMT_INTERRUPTED && value[k] > (by > 1 ? by : 1)) {
			/* beyond its range, or too much for a rule of the machine */
			at[k] = value[k] - (by > 1 ? by : 1);
			fine = joint_evaluate(j, at, what, cycles, e);
		} else if (!fine) {
			*e = refused;
		}
		residuals(j, cycles, other);
		d = log((double)at[k] / (double)value[k]);
		for (size_t i = 0; fine && i < j->npoint; i++)
			derivative[i * j->nparameter + k] =
				isnan(other[i]) || isnan(residual[i]) ? 0 : (other[i] - residual[i]) / d;
	}
	free(cycles);
	free(other);
	return fine;
}

/* ---- what the end says ---- */

static struct joint_errors
errors_of(const struct joint *j, bool after)
{
	double *v = calloc(j->npoint, sizeof *v), sum = 0;
	struct joint_errors r = {NAN, NAN};
	size_t n = 0;

	if (!v)
		simt_no_memory();
	for (size_t i = 0; i < j->npoint; i++) {
		double at = after ? j->point[i].after : j->point[i].before;

		if (isnan(at))
			continue;
		v[n] = fabs(at / (j->point[i].measured * exp(j->point[i].offset)) - 1);
		sum += v[n++];
	}
	if (n)
		r = (struct joint_errors){sum / (double)n, statistics_median(v, n)};
	free(v);
	return r;
}

/* The number of the first point of the same kernel. */
static size_t
kernel_of(const struct joint *j, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(j->point[k].kernel, j->point[i].kernel))
			return k;
	return i;
}

/* Mean error of each kernel's launches by the values that the others give. */
static double
leave_out(const struct system *s)
{
	const struct joint *j = s->j;
	unsigned *times = calloc(j->npoint, sizeof *times);
	double step[JOINT_PARAMETERS_MAX], sum = 0;
	size_t n = 0;

	if (!times)
		simt_no_memory();
	for (size_t first = 0; first < j->npoint && !simt_stopped(j->stop); first++) {
		if (kernel_of(j, first) != first)
			continue;
		for (size_t i = 0; i < j->npoint; i++)
			times[i] = kernel_of(j, i) != first;
		solve(s, times, step, NULL);
		for (size_t i = first; i < j->npoint; i++) {
			double r = s->residual[i];

			if (times[i] || isnan(r))
				continue;
			for (size_t k = 0; k < j->nparameter; k++)
				r += s->derivative[i * j->nparameter + k] * step[k];
			sum += fabs(exp(r) - 1);
			n++;
		}
	}
	free(times);
	return n ? sum / (double)n : NAN;
}

/* Kernels drawn with replacement: between which values each parameter comes out. */
static void
bootstrap(const struct system *s, struct joint_parameter *p)
{
	const struct joint *j = s->j;
	size_t *kernel = calloc(j->npoint, sizeof *kernel), nkernel = 0;
	unsigned *times = calloc(j->npoint, sizeof *times);
	double(*v)[BOOTSTRAPS] = calloc(j->nparameter, sizeof *v), step[JOINT_PARAMETERS_MAX];
	/* always the same numbers: seed 0 is GSL's default */
	gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);

	if (!kernel || !times || !v || !random)
		simt_no_memory();
	for (size_t i = 0; i < j->npoint; i++)
		if (kernel_of(j, i) == i)
			kernel[nkernel++] = i;
	for (size_t b = 0; b < BOOTSTRAPS && !simt_stopped(j->stop); b++) {
		memset(times, 0, j->npoint * sizeof *times);
		for (size_t i = 0; i < nkernel; i++)
			times[kernel[gsl_rng_uniform_int(random, nkernel)]]++;
		for (size_t i = 0; i < j->npoint; i++)
			times[i] = times[kernel_of(j, i)];
		solve(s, times, step, NULL);
		for (size_t k = 0; k < j->nparameter; k++)
			v[k][b] = (double)p[k].value * exp(step[k]);
	}
	for (size_t k = 0; k < j->nparameter; k++) {
		statistics_sort(v[k], BOOTSTRAPS);
		p[k].low = v[k][BOOTSTRAPS / 40];
		p[k].high = v[k][BOOTSTRAPS - 1 - BOOTSTRAPS / 40];
	}
	gsl_rng_free(random);
	free(kernel);
	free(times);
	free(v);
}

static void
conclude(struct joint *j, const struct system *s)
{
	const size_t n = j->nparameter;
	gsl_matrix *c = gsl_matrix_alloc(n, n);
	double step[JOINT_PARAMETERS_MAX], sum = 0, variance;
	size_t points = 0;

	for (size_t i = 0; i < j->npoint; i++)
		if (!isnan(s->residual[i])) {
			sum += weight(s->residual[i]) * s->residual[i] * s->residual[i];
			points++;
		}
	variance = sum / (double)(points > n ? points - n : 1);
	solve(s, NULL, step, c);
	for (size_t k = 0; k < n; k++) {
		double sigma = sqrt(gsl_matrix_get(c, k, k));

		j->parameter[k].error = (double)j->parameter[k].value * sigma * sqrt(variance);
		/* determined if at least half of what is known comes from the launches */
		j->parameter[k].told = sigma * huber < s->prior / sqrt(2);
		for (size_t m = 0; m < n; m++)
			j->correlation[k][m] = gsl_matrix_get(c, k, m) / sqrt(gsl_matrix_get(c, k, k) * gsl_matrix_get(c, m, m));
	}
	gsl_matrix_free(c);
	j->left_out = leave_out(s);
	bootstrap(s, j->parameter);
}

/* ---- the rounds ---- */

/* Tries the step, and parts of it. True: *value is better. False, with e->status set: stopped. */
static bool
go(struct joint *j, const struct system *s, const double *step, long *value, double *cycles, struct simt_error *e)
{
	double least = loss(j, s->residual, value, s->prior), *c = calloc(j->npoint, sizeof *c), *r = calloc(j->npoint, sizeof *r);
	bool better = false;

	if (!c || !r)
		simt_no_memory();
	for (unsigned half = 0; half < HALVINGS && !better && !e->status; half++) {
		struct simt_error refused = {.status = SIMT_OK};
		long at[JOINT_PARAMETERS_MAX];
		char what[160];
		double d;

		for (size_t k = 0; k < j->nparameter; k++) {
			at[k] = lround((double)value[k] * exp(step[k] / (1u << half)));
			at[k] = at[k] < 1 ? 1 : at[k];
		}
		if (!memcmp(at, value, j->nparameter * sizeof *at))
			break;
		snprintf(what, sizeof what, "round %u, step %u", s->round, half + 1);
		if (!joint_evaluate(j, at, what, c, &refused)) {
			if (refused.status == SIMT_INTERRUPTED)
				*e = refused;
			continue;
		}
		residuals(j, c, r);
		d = loss(j, r, at, s->prior);
		if (d < least) {
			better = d < least * (1 - enough);
			memcpy(value, at, j->nparameter * sizeof *at);
			memcpy(cycles, c, j->npoint * sizeof *c);
			break;
		}
	}
	free(c);
	free(r);
	return better;
}

/* What the machine of the reference makes of its launches. */
static bool
find_offsets(struct joint *j, double *cycles, struct simt_error *e)
{
	struct simt_machine *machine = j->machine;
	long value[JOINT_PARAMETERS_MAX];
	bool fine;

	if (!j->base)
		return true;
	for (size_t k = 0; k < j->nparameter; k++)
		value[k] = strtol(simt_machine_get(j->base, j->parameter[k].name), NULL, 10);
	j->machine = j->base;
	fine = joint_evaluate(j, value, "the machine of the reference", cycles, e);
	j->machine = machine;
	for (size_t i = 0; fine && i < j->npoint; i++)
		j->point[i].offset = cycles[i] > 0 ? log(cycles[i] / j->point[i].reference) : 0;
	return fine;
}

bool
joint_run(struct joint *j, unsigned rounds, double prior, struct simt_error *e)
{
	double *cycles = calloc(j->npoint, sizeof *cycles), step[JOINT_PARAMETERS_MAX], known[JOINT_PARAMETERS_MAX];
	struct system s = {.j = j,
			   .prior = prior,
			   .residual = calloc(j->npoint, sizeof(double)),
			   .derivative = calloc(j->npoint * j->nparameter, sizeof(double)),
			   .known = known};
	long value[JOINT_PARAMETERS_MAX];
	bool fine;

	if (!cycles || !s.residual || !s.derivative)
		simt_no_memory();
	for (size_t k = 0; k < j->nparameter; k++)
		value[k] = j->parameter[k].value;
	fine = find_offsets(j, cycles, e) && joint_evaluate(j, value, "the machine as it is", cycles, e);
	for (size_t i = 0; i < j->npoint; i++)
		j->point[i].before = cycles[i];
	for (s.round = 1; fine; s.round++) {
		residuals(j, cycles, s.residual);
		for (size_t k = 0; k < j->nparameter; k++)
			known[k] = log((double)value[k] / (double)j->parameter[k].before);
		fine = derivatives(j, value, s.residual, s.derivative, s.round, e);
		if (!fine || s.round > rounds)
			break;
		solve(&s, NULL, step, NULL);
		/* the derivatives hold only nearby */
		for (size_t k = 0; k < j->nparameter; k++)
			step[k] = fmax(-2 * prior, fmin(2 * prior, step[k]));
		if (!go(j, &s, step, value, cycles, e))
			break;
	}
	fine = fine && !e->status;
	for (size_t k = 0; fine && k < j->nparameter; k++) {
		char text[160];

		j->parameter[k].value = value[k];
		snprintf(text, sizeof text, "%.100s=%ld", j->parameter[k].name, value[k]);
		fine = simt_machine_set(j->machine, text, e);
	}
	for (size_t i = 0; i < j->npoint; i++)
		j->point[i].after = cycles[i];
	if (fine) {
		residuals(j, cycles, s.residual);
		j->before = errors_of(j, false);
		j->after = errors_of(j, true);
		conclude(j, &s);
		/* what stopped there is not whole */
		fine = simt_goes_on(j->stop, e);
	}
	free(cycles);
	free(s.residual);
	free(s.derivative);
	return fine;
}

/* ---- results ---- */

void
joint_table(const struct joint *j, FILE *out)
{
	size_t kernels = 0, most = 0;

	for (size_t i = 0; i < j->npoint; i++)
		kernels += kernel_of(j, i) == i;
	fprintf(out,
		"%zu launches of %zu kernels%s: mean error %.1f %% before, %.1f %% after (median %.1f %%, %.1f %%); of kernels "
		"left "
		"out "
		"%.1f %%\n\n",
		j->npoint, kernels, j->base ? ", beside what is off on the reference" : "", 100 * j->before.mean,
		100 * j->after.mean, 100 * j->before.median, 100 * j->after.median, 100 * j->left_out);
	if (j->missing)
		fprintf(out, "Rows of the list for which the folder has no file: %zu.\n\n", j->missing);
	fprintf(out, "%-22s %9s %9s %9s   %-21s\n", "parameter", "before", "fitted", "error", "bootstrap 95 %");
	for (size_t k = 0; k < j->nparameter; k++) {
		const struct joint_parameter *p = j->parameter + k;
		char range[48];

		snprintf(range, sizeof range, "%.1f to %.1f", p->low, p->high);
		fprintf(out, "%-22s %9ld %9ld %9.2g   %-21s%s\n", p->name, p->before, p->value, p->error, range,
			p->told ? "" : " not determined by these launches");
		most = strlen(p->name) > most ? strlen(p->name) : most;
	}
	fprintf(out, "\nCorrelations; from 0.9 on two parameters cannot be told apart.\n");
	for (size_t k = 0; k < j->nparameter; k++) {
		fprintf(out, "%-*s", (int)most, j->parameter[k].name);
		for (size_t m = 0; m <= k; m++)
			fprintf(out, " %5.2f", j->correlation[k][m]);
		fputc('\n', out);
	}
	for (size_t k = 0; k < j->nparameter; k++)
		for (size_t m = 0; m < k; m++)
			if (fabs(j->correlation[k][m]) >= 0.9)
				fprintf(out, "%s and %s cannot be told apart.\n", j->parameter[m].name, j->parameter[k].name);
}

void
joint_points_table(const struct joint *j, FILE *out)
{
	fprintf(out, "%-26s %-22s %11s %11s %7s %11s %7s\n", "case", "kernel", "measured", "before", "", "fitted", "");
	for (size_t i = 0; i < j->npoint; i++) {
		const struct joint_point *p = j->point + i;

		fprintf(out, "%-26s %-22s %11.0f %11.0f %+6.1f%% %11.0f %+6.1f%%\n", p->of_case, p->kernel, p->measured, p->before,
			100 * (p->before / p->measured - 1), p->after, 100 * (p->after / p->measured - 1));
	}
}

bool
joint_sources(struct joint *j, const char *data)
{
	bool fine = true;

	for (size_t k = 0; k < j->nparameter; k++) {
		const struct joint_parameter *p = j->parameter + k;
		char text[400];

		snprintf(text, sizeof text, "joint fit: %.300s, standard error %.2g, %.4g to %.4g", data, p->error, p->low,
			 p->high);
		fine = param_source_of(j->machine, p->name, text) && fine;
	}
	return fine;
}
