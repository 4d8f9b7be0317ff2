#include "validate/accuracy/accuracy.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "validate/check/ranks.h"
#include "base/statistics.h"

const double accuracy_class_ns[ACCURACY_CLASSES] = {0, 20e3, 100e3, 1000e3};
static const double judged_ns = 20e3;    /* errors count for launches of more than this */
static const double change_least = 0.03; /* a speed-up by less is none */

int
accuracy_class(const struct accuracy_launch *l)
{
	int k = ACCURACY_CLASSES - 1;

	while (k > 0 && l->ns <= accuracy_class_ns[k])
		k--;
	return k;
}

/* ---- the null model ---- */
/* By hand, since simt-check has to do without GSL, which is optional, and under the GPL. */
enum { TERMS = 3 };

/* Gauss-Jordan elimination over the terms in `with`; false if they are linearly dependent. The others get 0. */
static bool
solve(double m[TERMS][TERMS + 1], unsigned with, double *c)
{
	for (int at = 0; at < TERMS; at++) {
		double pivot = m[at][at];

		c[at] = 0;
		if (!(with >> at & 1))
			continue;
		if (!(pivot > 1e-12))
			return false;
		for (int k = 0; k <= TERMS; k++)
			m[at][k] /= pivot;
		for (int i = 0; i < TERMS; i++) {
			double factor = m[i][at];

			for (int k = 0; i != at && k <= TERMS; k++)
				m[i][k] -= factor * m[at][k];
		}
	}
	for (int k = 0; k < TERMS; k++)
		c[k] = with >> k & 1 ? m[k][TERMS] : 0;
	return true;
}

void
accuracy_least_squares(size_t n, const double *x1, const double *x2, const double *y, double *c)
{
	double m[TERMS][TERMS + 1] = {{0}}, scale[TERMS], best = -1;

	/* divided by y, the model is to be 1 everywhere: normal equations of the columns 1/y, x1/y, x2/y, scaled to length 1 */
	for (size_t i = 0; i < n; i++) {
		double x[TERMS + 1] = {1 / y[i], x1[i] / y[i], x2[i] / y[i], 1};

		for (int a = 0; a < TERMS; a++)
			for (int b = 0; b <= TERMS; b++)
				m[a][b] += x[a] * x[b];
	}
	for (int a = 0; a < TERMS; a++)
		scale[a] = m[a][a] > 0 ? sqrt(m[a][a]) : 1;
	for (int a = 0; a < TERMS; a++) {
		for (int b = 0; b < TERMS; b++)
			m[a][b] /= scale[a] * scale[b];
		m[a][TERMS] /= scale[a];
		c[a] = 0;
	}
	/* the best of all choices of terms whose solution has no negative one: what the solution explains, its product with the right side,
	 * is what it takes from the sum of squares */
	for (unsigned with = 1; with < 1U << TERMS; with++) {
		double copy[TERMS][TERMS + 1], x[TERMS], explained = 0;
		bool fits;

		memcpy(copy, m, sizeof copy);
		fits = solve(copy, with, x);
		for (int a = 0; a < TERMS; a++) {
			fits = fits && x[a] >= 0;
			explained += x[a] * m[a][TERMS];
		}
		if (!fits || explained <= best + 1e-12)
			continue;
		best = explained;
		for (int a = 0; a < TERMS; a++)
			c[a] = x[a] / scale[a];
	}
}

void
accuracy_fit_null(struct accuracy *a)
{
	double *v = must(calloc(a->nlaunch + 1, 3 * sizeof *v)), *inst = v, *byte = v + a->nlaunch, *cycles = byte + a->nlaunch,
	       c[TERMS];
	size_t n = 0;

	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i];

		if (l->set != ACCURACY_TRAINING || l->ns <= judged_ns || isnan(l->inst) || isnan(l->bytes))
			continue;
		inst[n] = l->inst;
		byte[n] = l->bytes;
		cycles[n++] = l->measured;
	}
	accuracy_least_squares(n, inst, byte, cycles, c);
	a->null = (struct accuracy_null){n, c[0], c[1], c[2]};
	for (size_t i = 0; n && i < a->nlaunch; i++)
		a->launch[i].null = c[0] + c[1] * a->launch[i].inst + c[2] * a->launch[i].bytes;
	free(v);
}

/* ---- errors ---- */
static double
error_of(const struct accuracy_launch *l)
{
	return l->simulated / l->measured - 1;
}

/* Keeps the five launches with the largest errors, worst first. */
static void
keep_worst(const struct accuracy *a, struct accuracy_errors *r, size_t launch)
{
	size_t at = r->nworst;

	while (at > 0 && fabs(error_of(&a->launch[launch])) > fabs(error_of(&a->launch[r->worst_five[at - 1]])))
		at--;
	if (at == 5)
		return;
	r->nworst += r->nworst < 5;
	for (size_t k = r->nworst - 1; k > at; k--)
		r->worst_five[k] = r->worst_five[k - 1];
	r->worst_five[at] = launch;
}

struct columns {
	double *error, *null, *noise, *simulated, *measured;
	int *class;
};

static void
add_error(const struct accuracy *a, struct accuracy_errors *r, const struct columns *c, size_t i)
{
	const struct accuracy_launch *l = &a->launch[i];
	double error = error_of(l);

	c->error[r->n] = fabs(error);
	c->noise[r->n] = l->noise;
	c->simulated[r->n] = l->simulated;
	c->measured[r->n] = l->measured;
	c->class[r->n++] = accuracy_class(l);
	r->mape += fabs(error);
	r->bias += error;
	r->within_noise += fabs(error) <= l->noise;
	if (!isnan(l->null)) {
		c->null[r->null_n] = fabs(l->null / l->measured - 1);
		r->null_mape += c->null[r->null_n];
		r->null_worst = fmax(r->null_worst, c->null[r->null_n]);
		r->null_n++;
	}
	keep_worst(a, r, i);
}

struct accuracy_errors
accuracy_errors(const struct accuracy *a, accuracy_takes *takes, const void *arg)
{
	struct accuracy_errors r = {.n = 0};
	size_t room = a->nlaunch + 1;
	double *v = must(calloc(room, 5 * sizeof *v));
	struct columns c = {v, v + room, v + 2 * room, v + 3 * room, v + 4 * room, must(calloc(room, sizeof *c.class))};

	for (size_t i = 0; i < a->nlaunch; i++) {
		if (!a->launch[i].wanted || !takes(&a->launch[i], arg))
			continue;
		if (isnan(a->launch[i].simulated))
			r.missing++;
		else
			add_error(a, &r, &c, i);
	}
	r.mape = r.n ? r.mape / (double)r.n : NAN;
	r.bias = r.n ? r.bias / (double)r.n : NAN;
	r.worst = r.n ? error_of(&a->launch[r.worst_five[0]]) : NAN;
	r.pearson = ranks_pearson(c.simulated, c.measured, r.n);
	r.tau = ranks_tau_b(c.simulated, c.measured, NULL, r.n);
	r.tau_within = ranks_tau_b(c.simulated, c.measured, c.class, r.n);
	r.median = statistics_median(c.error, r.n);
	r.noise = statistics_median(c.noise, r.n);
	r.null_mape = r.null_n ? r.null_mape / (double)r.null_n : NAN;
	r.null_worst = r.null_n ? r.null_worst : NAN;
	r.null_median = statistics_median(c.null, r.null_n);
	free(v);
	free(c.class);
	return r;
}

/* ---- speed-ups ---- */
struct accuracy_speedups
accuracy_speedups(const struct accuracy *a, enum accuracy_set set, bool over_20us)
{
	struct accuracy_speedups r = {.worst = -1};
	double *error = must(calloc(a->nlaunch + 1, sizeof *error));

	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i], *b = l->before != SIZE_MAX ? &a->launch[l->before] : NULL;
		double measured, simulated;
		enum accuracy_set of;

		if (!b || !l->wanted || !b->wanted || isnan(l->simulated) || isnan(b->simulated))
			continue;
		of = l->set == b->set ? l->set : ACCURACY_HELD_OUT;
		if (of != set || (over_20us && l->ns <= judged_ns && b->ns <= judged_ns))
			continue;
		measured = b->measured / l->measured;
		simulated = b->simulated / l->simulated;
		error[r.n] = fabs(simulated / measured - 1);
		r.mean += error[r.n];
		if (error[r.n] > r.worst) {
			r.worst = error[r.n];
			r.worst_at = i;
		}
		r.n++;
		if (fabs(measured - 1) <= change_least)
			continue;
		r.changes++;
		if ((measured > 1 && simulated > 1) || (measured < 1 && simulated < 1))
			r.right++;
		else if (r.nwrong < 5)
			r.wrong_at[r.nwrong++] = i;
	}
	r.mean = r.n ? r.mean / (double)r.n : NAN;
	r.worst = r.n ? r.worst : NAN;
	r.median = statistics_median(error, r.n);
	free(error);
	return r;
}

/* ---- warp states ---- */
double
accuracy_four_states(const struct accuracy_launch *l)
{
	const double *s = l->state[ACCURACY_SIMULATED], *m = l->state[ACCURACY_MEASURED];
	bool taken[ACCURACY_STATES_MAX] = {false};
	double sum = 0;

	for (int k = 0; k < 4; k++) {
		size_t at = SIZE_MAX;

		for (size_t i = 0; accuracy_state_name(i); i++)
			if (!taken[i] && (at == SIZE_MAX || m[i] > m[at]))
				at = i;
		taken[at] = true;
		sum += fabs(s[at] - m[at]);
	}
	return sum / 4;
}

struct accuracy_states
accuracy_states(const struct accuracy *a, accuracy_takes *takes, const void *arg)
{
	struct accuracy_states r = {.n = 0};

	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i];

		if (!l->wanted || !l->has_states || isnan(l->simulated) || !takes(l, arg))
			continue;
		r.n++;
		r.four += accuracy_four_states(l);
		for (size_t k = 0; accuracy_state_name(k); k++) {
			r.share[ACCURACY_SIMULATED][k] += l->state[ACCURACY_SIMULATED][k];
			r.share[ACCURACY_MEASURED][k] += l->state[ACCURACY_MEASURED][k];
			r.off[k] += fabs(l->state[ACCURACY_SIMULATED][k] - l->state[ACCURACY_MEASURED][k]);
		}
	}
	r.four = r.n ? r.four / (double)r.n : NAN;
	for (size_t k = 0; r.n && accuracy_state_name(k); k++) {
		r.share[ACCURACY_SIMULATED][k] /= (double)r.n;
		r.share[ACCURACY_MEASURED][k] /= (double)r.n;
		r.off[k] /= (double)r.n;
	}
	return r;
}
