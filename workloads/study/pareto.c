#include "workloads/study/pareto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { SHOWN = 20 /* points on a terminal */ };

/* ---- the front ---- */

static int
cheaper_first(const void *a, const void *b)
{
	const struct pareto_point *x = a, *y = b;

	if (x->cost < y->cost || x->cost > y->cost)
		return x->cost < y->cost ? -1 : 1;
	if (x->value < y->value || x->value > y->value)
		return x->value < y->value ? -1 : 1;
	return x->point < y->point ? -1 : x->point > y->point;
}

size_t
pareto_front(struct pareto_point *v, size_t n)
{
	size_t on = 0, last = 0; /* last: of those on the front */

	qsort(v, n, sizeof *v, cheaper_first);
	for (size_t i = 0; i < n; i++) {
		const bool same = i && !(v[i].cost > v[last].cost) && !(v[i].value > v[last].value);

		/* all before it cost no more */
		v[i].front = !i || v[i].value < v[last].value || (same && v[last].front);
		last = v[i].front ? i : last;
		on += v[i].front;
	}
	return on;
}

/* The points at which a case has a value, with *on of them on the front. The caller frees them. */
static struct pareto_point *
points_of(const struct pareto *p, int c, size_t *n, size_t *on)
{
	struct pareto_point *v = zeroed(p->m->npoints, sizeof *v);

	*n = 0;
	for (size_t i = 0; i < p->m->npoints; i++) {
		const double value = measured_value(p->m, i, c);

		if (value > 0 && !isnan(p->cost[i]))
			v[(*n)++] = (struct pareto_point){i, p->cost[i], value, false};
	}
	*on = pareto_front(v, *n);
	return v;
}

/* ---- the table ---- */

static void
put_row(const struct pareto *p, int c, const struct pareto_point *v, FILE *out)
{
	csvfile_put(out, c == MEASURED_ALL ? "" : p->m->of[c].name);
	putc(',', out);
	csvfile_put(out, c == MEASURED_ALL ? "" : p->m->of[c].workload);
	fprintf(out, ",%s,", measured_text(p->m, v->point, "point"));
	for (size_t i = 0; i < p->naxes; i++) {
		csvfile_put(out, measured_text(p->m, v->point, p->axis[i]));
		putc(',', out);
	}
	fprintf(out, "%.15g,%.10g,%s\n", v->cost, v->value, v->front ? "yes" : "no");
}

void
pareto_write(const struct pareto *p, FILE *out)
{
	fprintf(out, "# machine: %s\n# version: %s\n# cost name: %s\n", p->machine, p->program, p->cost_name);
	if (*p->cost_means)
		fprintf(out, "# cost means: %s\n", p->cost_means);
	fprintf(out, "# metric: %s\ncase,workload,point,", p->m->metric);
	for (size_t i = 0; i < p->naxes; i++) {
		csvfile_put(out, p->axis[i]);
		putc(',', out);
	}
	fputs("cost,measured,front\n", out);
	for (int c = MEASURED_ALL; c < (int)p->m->ncases; c++) {
		size_t n, on;
		struct pareto_point *v = points_of(p, c, &n, &on);

		for (size_t i = 0; i < n; i++)
			put_row(p, c, v + i, out);
		free(v);
	}
}

/* ---- a terminal ---- */

static void
tell_front(const struct pareto *p, int c, FILE *out)
{
	size_t n, on, shown = 0;
	struct pareto_point *v = points_of(p, c, &n, &on);

	if (c == MEASURED_ALL)
		fprintf(out, "The %zu cases, by their geometric mean: ", p->m->ncases);
	else
		fprintf(out, "%s: ", p->m->of[c].name);
	fprintf(out, "%zu of %zu points are worth their cost: no other one has less %s for no more %s.\n\n%16s %16s  point\n", on,
		n, p->measure, p->cost_name, p->cost_name, p->measure);
	for (size_t i = 0; i < n && shown < SHOWN; i++) {
		if (!v[i].front)
			continue;
		shown++;
		fprintf(out, "%16.12g %16.8g  %s:", v[i].cost, v[i].value, measured_text(p->m, v[i].point, "point"));
		for (size_t k = 0; k < p->naxes; k++)
			fprintf(out, " %s=%s", p->axis[k], measured_text(p->m, v[i].point, p->axis[k]));
		putc('\n', out);
	}
	if (on > shown)
		fprintf(out, "and %zu more, see column front\n", on - shown);
	free(v);
}

void
pareto_tell(const struct pareto *p, FILE *out)
{
	tell_front(p, p->m->ncases > 1 ? MEASURED_ALL : 0, out);
	for (int c = 0; p->m->ncases > 1 && c < (int)p->m->ncases; c++) {
		size_t n, on;
		struct pareto_point *v = points_of(p, c, &n, &on);
		const char *next = " ";

		fprintf(out, "%s%s, %zu of %zu points:", c ? "" : "\n", p->m->of[c].name, on, n);
		for (size_t i = 0; i < n; i++)
			if (v[i].front) {
				fprintf(out, "%s%s", next, measured_text(p->m, v[i].point, "point"));
				next = ", ";
			}
		putc('\n', out);
		free(v);
	}
}
