/* tornado-bars.c: tables that studies of a sweep have made: which of their rows are drawn, and the bars of a tornado. */
#include "workloads/plot/tornado-bars.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool
plot_is_filtered(const struct plot_request *r, const char *column)
{
	for (size_t k = 0; k < r->nwhere; k++)
		if (strcspn(r->where[k], "!<>=") == strlen(column) && !strncmp(r->where[k], column, strlen(column)))
			return true;
	return false;
}

void
plot_keep_level_of_cases(struct plot_table *t, const struct plot_request *r)
{
	const int name = csvfile_find(t->file, "case");
	const bool cases = (r->facet && !strcmp(r->facet, "case")) || (r->by && !strcmp(r->by, "case"));
	bool any = false;

	if (name < 0 || plot_is_filtered(r, "case") || plot_is_filtered(r, "workload"))
		return;
	for (size_t row = 0; row < t->file->nrows; row++)
		any = any || !*plot_table_text(t, row, name);
	for (size_t row = 0; any && row < t->file->nrows; row++)
		t->kept[row] = t->kept[row] && cases == !!*plot_table_text(t, row, name);
}

static const char *const tornado_columns[] = {"parameter", "low", "high"};
enum { PARAMETER, LOW, HIGH, TORNADO_COLUMNS };
/* Pixels above and below all rows, besides those of the caption, which a narrow picture divides into more lines; and at the least of a row. */
enum { TORNADO_AROUND = 90, TORNADO_CAPTION = 28 * 720, TORNADO_ROW = 16 };

struct bar {
	const char *name;
	struct plot_summary low, high;
	double effect; /* what orders them */
	size_t first;  /* in the order of the table */
};

static int
by_effect(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	if (x->effect < y->effect || x->effect > y->effect)
		return x->effect > y->effect ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* An end of a bar; one that was not measured is where the bar begins. */
static bool
read_end(const struct plot_table *t, size_t row, int column, double base, double *end, struct simt_error *e)
{
	*end = base;
	return !*plot_table_text(t, row, column) || plot_table_number(t, row, column, end, e);
}

/* Whether neither side of a parameter was measured. */
static bool
is_untried(const struct plot_table *t, size_t row, const int *column)
{
	return !*plot_table_text(t, row, column[LOW]) && !*plot_table_text(t, row, column[HIGH]);
}

static bool
read_bar(const struct plot_table *t, size_t row, const int *column, double base, struct bar *b, struct simt_error *e)
{
	const int effect = csvfile_find(t->file, "effect");
	double low, high;

	if (!read_end(t, row, column[LOW], base, &low, e) || !read_end(t, row, column[HIGH], base, &high, e))
		return false;
	*b = (struct bar){.name = plot_table_text(t, row, column[PARAMETER]), .effect = fabs(high - low), .first = row};
	b->low = plot_summarise(&low, 1);
	b->high = plot_summarise(&high, 1);
	if (effect >= 0 && !read_end(t, row, effect, 0, &b->effect, e))
		return false;
	b->effect = fabs(b->effect);
	return true;
}

/* The points of a tornado: an x for each parameter, and two series. */
static void
put_bars(struct plot_points *p, const struct bar *b, size_t n)
{
	static const char *const series[] = {"low", "high"};

	p->kind = PLOT_TORNADO;
	p->x = (struct plot_axis){.name = tornado_columns[PARAMETER], .text = zeroed(n, sizeof *p->x.text), .n = n};
	p->by = (struct plot_axis){.text = zeroed(2, sizeof *p->by.text), .n = 2};
	p->facet = (struct plot_axis){.text = zeroed(1, sizeof *p->facet.text), .n = 1};
	p->facet.text[0] = "";
	memcpy(p->by.text, series, sizeof series);
	p->at = zeroed(2 * n, sizeof *p->at);
	p->least = HUGE_VAL;
	p->most = -HUGE_VAL;
	p->most_rows = 1;
	for (size_t i = 0; i < n; i++) {
		p->x.text[i] = b[i].name;
		p->at[i] = b[i].low;
		p->at[n + i] = b[i].high;
		p->least = fmin(p->least, fmin(b[i].low.least, b[i].high.least));
		p->most = fmax(p->most, fmax(b[i].low.most, b[i].high.most));
	}
}

/* Rows that a picture has room for. */
static size_t
tornado_room(const struct plot_request *r)
{
	const unsigned width = r->width < PLOT_WIDTH_LEAST ? PLOT_WIDTH_LEAST : r->width,
		       around = TORNADO_AROUND + TORNADO_CAPTION / width;

	return r->height < around + TORNADO_ROW ? 1 : (r->height - around) / TORNADO_ROW;
}

/* Rows are in the order of their effects, the largest first. Of more than the picture has room for, those with the least are left out. */
bool
plot_make_tornado(struct plot_points *p, struct plot_table *t, const struct plot_request *r, struct simt_error *e)
{
	struct bar *b = zeroed(t->file->nrows, sizeof *b);
	const size_t room = tornado_room(r);
	const double base = r->has_reference ? r->reference : 0;
	int column[TORNADO_COLUMNS];
	bool ok = true;

	if (r->x || r->by || r->facet || r->log_x || r->log_y)
		ok = simt_fail(e, SIMT_USAGE,
			       "a tornado has no --x, --by, --facet or --log: its columns are parameter, low and high");
	for (int i = 0; ok && i < TORNADO_COLUMNS; i++)
		ok = (column[i] = plot_table_column(t, "--kind tornado", tornado_columns[i], e)) >= 0;
	plot_keep_level_of_cases(t, r);
	ok = ok && plot_table_filter(t, r->where, r->nwhere, e);
	for (size_t row = 0; ok && row < t->file->nrows; row++)
		if (t->kept[row] && !is_untried(t, row, column) && (ok = read_bar(t, row, column, base, b + p->rows, e)))
			p->rows++;
	if (ok) {
		qsort(b, p->rows, sizeof *b, by_effect);
		while (p->rows > 1 && b[p->rows - 1].effect <= 0) {
			p->rows--;
			p->without_effect++;
		}
		p->smaller = p->rows > room ? p->rows - room : 0;
		p->rows -= p->smaller;
		put_bars(p, b, p->rows);
		p->said_y = plot_table_said(t, "measured");
		p->y = r->y ? r->y : p->said_y ? p->said_y : "effect";
	}
	free(b);
	return ok;
}
