/* The data beside a script. */
#include <math.h>
#include <stdlib.h>

#include "workloads/plot/script.h"

enum { NUMBER = 40 };

/* With as few digits as give the same number again. */
static void
put_number(FILE *out, double x)
{
	char s[NUMBER];

	for (int digits = 6; digits <= 17; digits++) {
		snprintf(s, sizeof s, "%.*g", digits, x);
		if (strtod(s, NULL) == x)
			break;
	}
	fputs(s, out);
}

static void
put_point(const struct plot_summary *s, double x, FILE *out)
{
	put_number(out, x);
	if (!s->count) {
		fputs(" NaN NaN NaN 0\n", out);
		return;
	}
	putc(' ', out);
	put_number(out, s->median);
	putc(' ', out);
	put_number(out, s->least);
	putc(' ', out);
	put_number(out, s->most);
	fprintf(out, " %zu\n", s->count);
}

/* A bar of a tornado: the whole height of its row, or where both bars are on one side half of it. */
static void
put_bar(const struct plot_figure *f, size_t by, size_t x, FILE *out)
{
	const double base = f->request->has_reference ? f->request->reference : 0;
	const double value = plot_at(f->points, 0, by, x)->median, other = plot_at(f->points, 0, !by, x)->median;
	const bool one_side = (value - base) * (other - base) > 0;
	const double middle = x ? -(double)x : 0;

	fprintf(out, "%zu ", x);
	put_number(out, fmin(base, value));
	putc(' ', out);
	put_number(out, fmax(base, value));
	fprintf(out, " %g %g\n", middle - (one_side && !by ? 0 : 0.38), middle + (one_side && by ? 0 : 0.38));
}

static void
put_cell(const struct plot_figure *f, const struct plot_summary *s, size_t x, size_t by, FILE *out)
{
	char text[NUMBER];

	fprintf(out, "%zu %zu ", x, by);
	if (!s->count) {
		fputs("NaN 0 \"\"\n", out);
		return;
	}
	plot_short_number(text, sizeof text, s->median, fmax(fabs(f->points->least), fabs(f->points->most)));
	put_number(out, s->median);
	fprintf(out, " %zu \"%s\"\n", s->count, text);
}

static void
put_heading(const struct plot_axis *a, size_t i, FILE *out)
{
	if (!a->name)
		return;
	fputs("# ", out);
	plot_comment(out, a->name);
	fputs(" = ", out);
	plot_comment(out, a->text[i]);
	putc('\n', out);
}

static void
put_names_of_x(const struct plot_axis *x, FILE *out)
{
	fputs("# x:", out);
	for (size_t i = 0; i < x->n; i++) {
		fprintf(out, "%s %zu is ", i ? "," : "", i);
		plot_comment(out, x->text[i]);
	}
	putc('\n', out);
}

void
plot_data_write(const struct plot_figure *f, FILE *out)
{
	static const char *const columns[] = {
		[PLOT_LINES] = "x median least most rows",
		[PLOT_BARS] = "x median least most rows",
		[PLOT_HEAT] = "x row median rows text",
		[PLOT_TORNADO] = "row low-end high-end lower-edge upper-edge",
	};
	const struct plot_points *p = f->points;
	const bool numbers = p->kind == PLOT_LINES && p->x.number;

	fprintf(out, "# %s\n", columns[p->kind]);
	if (!numbers)
		put_names_of_x(&p->x, out);
	for (size_t facet = 0; facet < p->facet.n; facet++)
		for (size_t by = 0; by < p->by.n; by++) {
			const bool begins = p->kind != PLOT_HEAT || by == 0;

			fputs(begins && facet + by ? "\n\n" : "", out);
			if (begins)
				put_heading(&p->facet, facet, out);
			put_heading(&p->by, by, out);
			for (size_t x = 0; x < p->x.n; x++)
				if (p->kind == PLOT_TORNADO)
					put_bar(f, by, x, out);
				else if (p->kind == PLOT_HEAT)
					put_cell(f, plot_at(p, facet, by, x), x, by, out);
				else
					put_point(plot_at(p, facet, by, x), numbers ? p->x.number[x] : (double)x, out);
		}
}
