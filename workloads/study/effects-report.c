/* effects-report.c: tables of effects and residuals, and what a terminal shows of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/study/effects.h"

enum { SHOWN = 12 /* terms of a case on a terminal */, SHOWN_RESIDUALS = 3 };
/* Changes, in per cent, that a terminal would show as 0.0. */
#define SMALL 0.05

static void
put_case(const struct measured *m, int c, FILE *out)
{
	csvfile_put(out, c == MEASURED_ALL ? "" : m->of[c].name);
	putc(',', out);
	csvfile_put(out, c == MEASURED_ALL ? "" : m->of[c].workload);
	putc(',', out);
}

static void
put_number(double x, FILE *out)
{
	if (!isnan(x))
		fprintf(out, "%.6g", x);
	putc(',', out);
}

static void
put_row(const struct effects *x, const struct effects_row *row, FILE *out)
{
	csvfile_put(out, row->term);
	fprintf(out, ",%s,", row->interaction ? "interaction" : "main");
	csvfile_put(out, row->from);
	putc(',', out);
	csvfile_put(out, row->to);
	putc(',', out);
	put_number(row->change, out);
	put_number(row->change_error, out);
	put_number(row->estimate, out);
	put_number(row->error, out);
	put_number(row->error > 0 ? row->estimate / row->error : NAN, out);
	fprintf(out, "%.6f,%zu,%zu\n", x->r2, x->points, x->terms);
}

void
effects_write(const struct effects_points *p, const struct measured *m, FILE *out)
{
	fputs("case,workload,term,kind,from,to,change,change_error,estimate,standard_error,t,r2,points,terms\n", out);
	for (int c = MEASURED_ALL; c < (int)m->ncases; c++) {
		struct effects x;

		if (effects_fit(&x, p, m, c, NULL))
			for (size_t i = 0; i < x.nrows; i++) {
				put_case(m, c, out);
				put_row(&x, x.row + i, out);
			}
		effects_clear(&x);
	}
}

void
effects_write_residuals(const struct effects_points *p, const struct measured *m, FILE *out)
{
	fputs("case,workload,point", out);
	for (size_t i = 0; i < p->nfactors; i++) {
		putc(',', out);
		csvfile_put(out, p->factor[i]);
	}
	fputs(",measured,fitted,residual\n", out);
	for (int c = MEASURED_ALL; c < (int)m->ncases; c++) {
		struct effects x;
		const bool fine = effects_fit(&x, p, m, c, NULL);

		for (size_t i = 0; fine && i < x.points; i++) {
			put_case(m, c, out);
			fputs(measured_text(m, x.point[i], "point"), out);
			for (size_t k = 0; k < p->nfactors; k++) {
				putc(',', out);
				csvfile_put(out, p->value(p->arg, x.point[i], k));
			}
			fprintf(out, ",%.8g,%.8g,%.6g\n", measured_value(m, x.point[i], c), x.fitted[i], x.residual[i]);
		}
		effects_clear(&x);
	}
}

/* ---- a terminal ---- */

static int
larger_first(const void *a, const void *b)
{
	const struct effects_row *x = *(const struct effects_row *const *)a, *y = *(const struct effects_row *const *)b;
	const double dx = fabs(x->change), dy = fabs(y->change);

	if (dx < dy || dx > dy)
		return dx > dy ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void
tell_rows(const struct effects *x, FILE *out)
{
	const struct effects_row **row = zeroed(x->nrows, sizeof *row);
	size_t none = 0, shown = 0;

	for (size_t i = 0; i < x->nrows; i++) {
		row[i] = x->row + i;
		none += fabs(x->row[i].change) < SMALL;
	}
	qsort(row, x->nrows, sizeof *row, larger_first);
	fprintf(out, "  %9s %9s  %s\n", "change", "+/-", "term");
	for (; shown < x->nrows - none && shown < SHOWN; shown++) {
		const struct effects_row *r = row[shown];

		fprintf(out, "  %+8.1f%% ", r->change);
		if (isnan(r->change_error))
			fprintf(out, "%9s", "-");
		else
			fprintf(out, "%8.1f%%", r->change_error);
		fprintf(out, "  %s", r->term);
		if (!r->interaction)
			fprintf(out, ", %s to %s", r->from, r->to);
		putc('\n', out);
	}
	if (x->nrows - none > shown)
		fprintf(out, "  %zu more have changes up to %.2g %%\n", x->nrows - none - shown, fabs(row[shown]->change));
	if (none)
		fprintf(out, "  %zu have less than %g %%\n", none, SMALL);
	free(row);
}

static void
tell_residuals(const struct effects *x, const struct effects_points *p, const struct measured *m, FILE *out)
{
	fputs("  largest residuals:", out);
	for (size_t i = 0; i < SHOWN_RESIDUALS && i < x->points; i++) {
		const size_t at = x->by_size[i], point = x->point[at];

		fprintf(out, "%s %+.1f %% at point %s (", i ? "," : "", x->residual[at], measured_text(m, point, "point"));
		for (size_t k = 0; k < p->nfactors; k++)
			fprintf(out, "%s%s=%s", k ? " " : "", p->factor[k], p->value(p->arg, point, k));
		putc(')', out);
	}
	putc('\n', out);
}

/* "all 3 cases" or the name of one */
static void
tell_case(const struct effects_points *p, const struct measured *m, int c, FILE *out)
{
	struct simt_error why = {.status = SIMT_OK};
	struct effects x;
	const bool fine = effects_fit(&x, p, m, c, &why);

	if (c == MEASURED_ALL)
		fprintf(out, "\nThe %zu cases, by their geometric mean: ", m->ncases);
	else
		fprintf(out, "\n%s: ", m->of[c].name);
	if (fine) {
		fprintf(out, "%zu points, %zu terms, R^2 %.4f", x.points, x.terms, x.r2);
		if (x.points < m->npoints)
			fprintf(out, "; %zu points have no result", m->npoints - x.points);
		for (size_t i = 0; i < x.nstill; i++)
			fprintf(out, "%s%s", i ? ", " : "; one value only: ", x.still[i]);
		putc('\n', out);
		tell_rows(&x, out);
		if (x.points > x.terms)
			tell_residuals(&x, p, m, out);
		else
			fputs("  as many terms as points: the model is exact, and there are no residuals and no errors\n", out);
	} else {
		fprintf(out, "%s\n", why.text);
	}
	effects_clear(&x);
}

bool
effects_tell(const struct effects_points *p, const struct measured *m, FILE *out, struct simt_error *e)
{
	struct simt_error own = {.status = SIMT_OK};
	bool any = false;

	for (int c = MEASURED_ALL; !any && c < (int)m->ncases; c++) {
		struct effects x;

		any = effects_fit(&x, p, m, c, &own);
		effects_clear(&x);
	}
	if (!any)
		return simt_fail(e, own.status, "%s", own.text);
	if (!out)
		return true;
	fputs("Change: what cycles change by when an axis goes from one value to the other, all others in the middle. Of an\n"
	      "interaction: how much more one axis changes them where the other is at its greatest value, not in the middle.\n",
	      out);
	for (int c = m->ncases > 1 ? MEASURED_ALL : 0; c < (int)m->ncases; c++)
		tell_case(p, m, c, out);
	return true;
}
