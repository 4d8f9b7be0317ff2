#include "workloads/plot/tornado-bars.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/statistics.h"
#include "base/text.h"

struct plot_summary
plot_summarise(double *v, size_t n)
{
	struct plot_summary s = {.count = n};

	if (n) {
		s.median = statistics_median(v, n);
		s.least = v[0];
		s.most = v[n - 1];
	}
	return s;
}

/* ---- axes ---- */

/* A value of an axis while they are put into order. */
struct place {
	double number;
	size_t first; /* in the order of the table */
};

static int
by_number(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->number < y->number || x->number > y->number)
		return x->number < y->number ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Puts the values of an axis of numbers into order and joins those that are equal, such as 8 and 8.0. of[i]: the new place of value i. */
static void
order(struct plot_axis *a, size_t *of)
{
	struct place *p = zeroed(a->n, sizeof *p);
	const char **text = zeroed(a->n, sizeof *text);
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++) {
		p[i].first = i;
		plot_number(a->text[i], &p[i].number);
	}
	qsort(p, a->n, sizeof *p, by_number);
	a->number = zeroed(a->n, sizeof *a->number);
	for (size_t i = 0; i < a->n; i++) {
		if (i == 0 || p[i].number > a->number[n - 1]) {
			text[n] = a->text[p[i].first];
			a->number[n++] = p[i].number;
		}
		of[p[i].first] = n - 1;
	}
	free(a->text);
	free(p);
	a->text = text;
	a->n = n;
}

/* Finds the values of a column in the rows that are kept. place[row]: which of them the row has. */
static void
axis_make(struct plot_axis *a, const struct plot_table *t, int column, size_t *place)
{
	struct names names = {.n = 0};
	size_t room = 0, *of;
	bool numbers = true;
	double x;

	a->n = 0;
	for (size_t row = 0; row < t->file->nrows; row++) {
		const char *text = column < 0 ? "" : plot_table_text(t, row, column);

		if (!t->kept[row] || names_find(&names, text, place + row))
			continue;
		a->text = grow(a->text, &room, a->n + 1, sizeof *a->text);
		a->text[a->n] = text;
		numbers = numbers && plot_number(text, &x);
		names_set(&names, text, a->n);
		place[row] = a->n++;
	}
	names_free(&names);
	if (column >= 0)
		a->name = csvfile_header(t->file, (size_t)column)->text;
	if (!numbers)
		return;
	of = zeroed(a->n, sizeof *of);
	order(a, of);
	for (size_t row = 0; row < t->file->nrows; row++)
		if (t->kept[row])
			place[row] = of[place[row]];
	free(of);
}

static void
axis_free(struct plot_axis *a)
{
	free(a->text);
	free(a->number);
}

void
plot_points_free(struct plot_points *p)
{
	if (!p)
		return;
	axis_free(&p->x);
	axis_free(&p->by);
	axis_free(&p->facet);
	free(p->at);
	free(p->varies);
	free(p->said_y);
	free(p->said_x);
	free(p);
}

/* ---- columns ---- */

struct columns {
	int x, y, by, facet; /* -1: none */
};

static bool
optional_column(const struct plot_table *t, const char *option, const char *name, int *column, struct simt_error *e)
{
	*column = name ? plot_table_column(t, option, name, e) : -1;
	return !name || *column >= 0;
}

/* Rows in which x or y is empty have no place. */
static size_t
leave_out_empty(struct plot_table *t, int x, int y)
{
	size_t n = 0;

	for (size_t row = 0; row < t->file->nrows; row++) {
		if (!t->kept[row] || (*plot_table_text(t, row, x) && *plot_table_text(t, row, y)))
			continue;
		t->kept[row] = false;
		n++;
	}
	return n;
}

/* The unit of a long table, where all rows have the same. */
static const char *
unit_of(const struct plot_table *t, int y)
{
	const int unit = csvfile_find(t->file, "unit");
	const char *found = NULL;

	if (unit < 0 || y != csvfile_find(t->file, "value"))
		return NULL;
	for (size_t row = 0; row < t->file->nrows; row++) {
		const char *text = plot_table_text(t, row, unit);

		if (!t->kept[row])
			continue;
		if (found && strcmp(found, text) != 0)
			return NULL;
		found = text;
	}
	return found && *found ? found : NULL;
}

/* Whether a column of launches is among those of the request. */
static bool
names_launches(const struct plot_table *t, const struct plot_request *r, const struct columns *c)
{
	static const char *const of_launches[] = {"launch", "id"};

	for (size_t i = 0; i < sizeof of_launches / sizeof *of_launches; i++) {
		const int column = csvfile_find(t->file, of_launches[i]);

		if (column >= 0 && (c->x == column || c->by == column || c->facet == column))
			return true;
		if (plot_is_filtered(r, of_launches[i]))
			return true;
	}
	return false;
}

/* Results may have a row for a case and one for each of its launches. Only one of these is drawn: that of launches where the request names
 * their columns. */
static void
keep_level(struct plot_table *t, const struct plot_request *r, const struct columns *c)
{
	const bool launches = names_launches(t, r, c);
	const int name = csvfile_find(t->file, "launch"), id = csvfile_find(t->file, "id");
	size_t rows[2] = {0, 0};

	if (name < 0 || id < 0)
		return;
	for (int keeps = 0; keeps < 2; keeps++)
		for (size_t row = 0; row < t->file->nrows; row++) {
			const bool launch = *plot_table_text(t, row, name) || *plot_table_text(t, row, id);

			if (!keeps)
				rows[launch] += t->kept[row];
			else if (rows[0] && rows[1])
				t->kept[row] = t->kept[row] && launch == launches;
		}
}

static bool
find_columns(struct plot_points *p, struct plot_table *t, const struct plot_request *r, struct columns *c, struct simt_error *e)
{
	if (!r->x || !r->y) {
		char *names = plot_table_columns(t);

		simt_fail(e, SIMT_USAGE, "--x and --y have to name the columns that are drawn; %s has %s", t->file->name, names);
		free(names);
		return false;
	}
	c->x = plot_table_column(t, "--x", r->x, e);
	if (c->x < 0 || !optional_column(t, "--by", r->by, &c->by, e) || !optional_column(t, "--facet", r->facet, &c->facet, e))
		return false;
	if (r->kind == PLOT_HEAT && c->by < 0)
		return simt_fail(e, SIMT_USAGE, "--kind heat needs --by: the column whose values are the rows of the map");
	c->y = plot_table_measured(t, "--y", r->y, &p->y, e);
	if (c->y >= 0)
		keep_level(t, r, c);
	if (c->y < 0 || !plot_table_filter(t, r->where, r->nwhere, e))
		return false;
	p->empty = leave_out_empty(t, c->x, c->y);
	p->unit = unit_of(t, c->y);
	return true;
}

/* ---- what fits ---- */

static bool
at_most(const char *option, const struct plot_axis *a, size_t most, const char *what, struct simt_error *e)
{
	return a->n <= most ||
	       simt_fail(e, SIMT_USAGE, "%s %s has %zu values, and a picture has at most %zu %s; choose some by --where", option,
			 a->name, a->n, most, what);
}

static bool
fits(struct plot_points *p, const struct plot_request *r, struct simt_error *e)
{
	const struct plot_axis *x = &p->x;

	if (r->log_x && !x->number)
		return simt_fail(e, SIMT_USAGE, "--log x: column '%s' is not of numbers; it has '%s'", x->name, x->text[0]);
	if (r->log_x && x->number[0] <= 0)
		return simt_fail(e, SIMT_USAGE, "--log x: column '%s' has %s, which has no place on a logarithmic axis", x->name,
				 x->text[0]);
	if (r->log_x && p->kind != PLOT_LINES)
		return simt_fail(e, SIMT_USAGE, "--log x: only lines have numbers along x");
	if (!at_most("--facet", &p->facet, PLOT_FACETS_MOST, "panels", e))
		return false;
	switch (p->kind) {
	case PLOT_LINES:
		return at_most("--by", &p->by, PLOT_LINES_MOST, "lines that can be told apart", e) &&
		       at_most("--x", x, x->number ? PLOT_X_MOST : PLOT_ROWS_MOST, "places along x", e);
	case PLOT_BARS:
		return at_most("--by", &p->by, PLOT_BARS_MOST, "bars that can be told apart", e) &&
		       at_most("--x", x, PLOT_ROWS_MOST, "groups of bars", e);
	default:
		return at_most("--by", &p->by, PLOT_ROWS_MOST, "rows", e) && at_most("--x", x, PLOT_ROWS_MOST, "columns", e);
	}
}

/* ---- points ---- */

/* Fills in p->at from the numbers of the rows; place[row]: its index there. */
static void
sum_up(struct plot_points *p, const struct plot_table *t, const double *y, const size_t *place)
{
	const size_t n = p->facet.n * p->by.n * p->x.n;
	size_t *start = zeroed(n + 1, sizeof *start), *at = zeroed(n, sizeof *at);
	double *v = zeroed(p->rows, sizeof *v);

	for (size_t row = 0; row < t->file->nrows; row++)
		if (t->kept[row])
			start[place[row] + 1]++;
	for (size_t i = 0; i < n; i++) {
		start[i + 1] += start[i];
		at[i] = start[i];
	}
	for (size_t row = 0; row < t->file->nrows; row++)
		if (t->kept[row])
			v[at[place[row]]++] = y[row];
	p->at = zeroed(n, sizeof *p->at);
	p->least = HUGE_VAL;
	p->most = -HUGE_VAL;
	for (size_t i = 0; i < n; i++) {
		struct plot_summary *s = p->at + i;

		*s = plot_summarise(v + start[i], start[i + 1] - start[i]);
		if (!s->count)
			continue;
		/* a cell of a heat map has one colour: that of the median */
		p->least = fmin(p->least, p->kind == PLOT_HEAT ? s->median : s->least);
		p->most = fmax(p->most, p->kind == PLOT_HEAT ? s->median : s->most);
		p->most_rows = s->count > p->most_rows ? s->count : p->most_rows;
		p->spread = p->spread || s->most > s->least;
	}
	free(v);
	free(at);
	free(start);
}

/* Whether a column may be what a point varies in. */
static bool
is_setting(const struct plot_table *t, int column, const struct columns *c)
{
	static const char *const others[] = {"point", "kernel", "id", "remark", "value", "status", "error"};
	const char *name = csvfile_header(t->file, (size_t)column)->text;

	if (column == c->x || column == c->y || column == c->by || column == c->facet || strstr(name, "__") ||
	    strstr(name, "speedup"))
		return false;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (!strcmp(name, others[i]))
			return false;
	return true;
}

/* Finds out what p->varies is; place[row]: the row's index in p->at. */
static void
find_varying(struct plot_points *p, const struct plot_table *t, const struct columns *c, const size_t *place)
{
	const size_t n = p->facet.n * p->by.n * p->x.n;
	const char **first = zeroed(n, sizeof *first);
	struct text names = {.n = 0};

	for (int column = 0; column < (int)t->file->ncolumns; column++) {
		bool varies = false;

		if (!is_setting(t, column, c))
			continue;
		memset(first, 0, n * sizeof *first);
		for (size_t row = 0; !varies && row < t->file->nrows; row++) {
			const char *text = plot_table_text(t, row, column);

			if (!t->kept[row])
				continue;
			varies = first[place[row]] && strcmp(first[place[row]], text) != 0;
			first[place[row]] = text;
		}
		if (varies && names.n)
			text_put(&names, ", ");
		if (varies)
			text_put(&names, csvfile_header(t->file, (size_t)column)->text);
	}
	if (names.n) {
		text_bytes(&names, "", 1);
		p->varies = names.s;
	}
	free(first);
}

static bool
read_numbers(struct plot_points *p, const struct plot_table *t, int column, double *y, struct simt_error *e)
{
	for (size_t row = 0; row < t->file->nrows; row++) {
		if (!t->kept[row])
			continue;
		if (!plot_table_number(t, row, column, y + row, e))
			return false;
		p->rows++;
	}
	return p->rows || simt_fail(e, SIMT_BAD_INPUT, "%s: no row is left: in %zu rows x or y is empty", t->file->name, p->empty);
}

static bool
make(struct plot_points *p, struct plot_table *t, const struct plot_request *r, struct simt_error *e)
{
	const size_t rows = t->file->nrows;
	double *y = zeroed(rows, sizeof *y);
	size_t *x = zeroed(rows, sizeof *x), *by = zeroed(rows, sizeof *by), *facet = zeroed(rows, sizeof *facet);
	struct columns c = {-1, -1, -1, -1};
	bool ok = find_columns(p, t, r, &c, e) && read_numbers(p, t, c.y, y, e);

	if (ok) {
		axis_make(&p->x, t, c.x, x);
		axis_make(&p->by, t, c.by, by);
		axis_make(&p->facet, t, c.facet, facet);
		p->kind = r->kind ? r->kind : p->x.number ? PLOT_LINES : PLOT_BARS;
		ok = fits(p, r, e);
	}
	for (size_t row = 0; ok && row < rows; row++)
		if (t->kept[row])
			x[row] += (facet[row] * p->by.n + by[row]) * p->x.n;
	if (ok) {
		sum_up(p, t, y, x);
		find_varying(p, t, &c, x);
	}
	if (ok && r->log_y && p->least <= 0)
		ok = simt_fail(e, SIMT_USAGE, "--log y: '%s' has %g, which has no place on a logarithmic axis", p->y, p->least);
	free(facet);
	free(by);
	free(x);
	free(y);
	return ok;
}

/* ---- Pareto fronts ---- */

static bool
has_columns(const struct plot_table *t, const char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (csvfile_find(t->file, name[i]) < 0)
			return false;
	return true;
}

/* Lines over the cost, of which only that of the front is drawn. */
static bool
make_pareto(struct plot_points *p, struct plot_table *t, const struct plot_request *r, struct simt_error *e)
{
	struct plot_request of = *r;

	of.kind = PLOT_LINES;
	of.x = r->x ? r->x : "cost";
	of.y = r->y ? r->y : "measured";
	of.by = r->by ? r->by : "front";
	plot_keep_level_of_cases(t, r);
	if (!make(p, t, &of, e))
		return false;
	for (size_t i = 0; i < p->by.n; i++)
		if (!strcmp(p->by.text[i], "yes") || !strcmp(p->by.text[i], "no")) {
			p->front = *p->by.text[i] == 'y' ? i + 1 : p->front;
			p->by.text[i] = *p->by.text[i] == 'y' ? "on the front" : "not on it";
		}
	p->said_x = plot_table_said(t, "cost name");
	p->said_y = plot_table_said(t, "metric");
	p->x.name = p->said_x && !r->x ? p->said_x : p->x.name;
	p->y = p->said_y && !r->y ? p->said_y : p->y;
	return true;
}

struct plot_points *
plot_points_make(struct plot_table *t, const struct plot_request *r, struct simt_error *e)
{
	struct plot_points *p = zeroed(1, sizeof *p);
	static const char *const of_tornado[] = {"parameter", "low", "high"}, *const of_pareto[] = {"cost", "measured", "front"};
	const bool may_be = r->kind == PLOT_AUTO && !r->x;
	bool fine;

	if (r->kind == PLOT_TORNADO || (may_be && has_columns(t, of_tornado, 3)))
		fine = plot_make_tornado(p, t, r, e);
	else if (r->kind == PLOT_PARETO || (may_be && has_columns(t, of_pareto, 3)))
		fine = make_pareto(p, t, r, e);
	else
		fine = make(p, t, r, e);
	if (fine)
		return p;
	plot_points_free(p);
	return NULL;
}
