#include "validate/check/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validate/check/check-grid.h"
#include "base/csvfile.h"
#include "validate/check/ranks.h"
#include "base/statistics.h"

/* ---- what was published ---- */
struct paper *
paper_new(const struct workload *w)
{
	struct paper *p = calloc(1, sizeof *p);

	if (!p)
		simt_no_memory();
	p->w = w;
	return p;
}

void
paper_free(struct paper *p)
{
	if (!p)
		return;
	arena_free(&p->arena);
	free(p->time);
	free(p->ours);
	free(p->theirs);
	free(p->row);
	free(p);
}

bool
paper_read(struct paper *p, const char *path, struct simt_error *e)
{
	static const char *const name[] = {"source", "run", "machine", "technique", "case", "metric", "value"};
	enum { SOURCE, RUN, MACHINE, TECHNIQUE, CASE, METRIC, VALUE, COLUMNS };
	struct csvfile *f = csvfile_read(path, e);
	int column[COLUMNS];
	bool ok = f != NULL;

	for (int k = 0; ok && k < COLUMNS; k++) {
		column[k] = csvfile_find(f, name[k]);
		if (column[k] < 0)
			ok = simt_fail(e, SIMT_BAD_INPUT, "%s: not a result file: there is no column %s", path, name[k]);
	}
	for (size_t i = 0; ok && i < f->nrows; i++) {
		const char *text[COLUMNS];
		char *end;
		double v;

		for (int k = 0; k < COLUMNS; k++) {
			const struct csv_cell *cell = csvfile_cell(f, i, (size_t)column[k]);

			text[k] = k < METRIC ? arena_copy(&p->arena, cell->text, cell->bytes) : cell->text;
		}
		if (strcmp(text[METRIC], "simt__event_time"))
			continue;
		v = strtod(text[VALUE], &end);
		if (end == text[VALUE] || *end || !(v > 0)) {
			ok = csvfile_fail(f, csvfile_cell(f, i, (size_t)column[VALUE]), 0, e, "'%.40s' is not a time", text[VALUE]);
			break;
		}
		p->time = grow(p->time, &p->room_time, p->ntime + 1, sizeof *p->time);
		p->time[p->ntime++] = (struct paper_time){text[SOURCE], text[RUN], text[MACHINE], text[TECHNIQUE], text[CASE], v};
	}
	csvfile_free(f);
	return ok;
}

bool
paper_stands_for(struct paper *p, const char *text, struct simt_error *e)
{
	const char *equals = strchr(text, '=');
	bool known = false;

	if (!equals || equals == text || !equals[1])
		return simt_fail(e, SIMT_USAGE, "--as %s: OUR VARIANT=PUBLISHED VARIANT", text);
	p->ours = grow(p->ours, &p->room_ours, p->nvariant + 1, sizeof *p->ours);
	p->theirs = grow(p->theirs, &p->room_theirs, p->nvariant + 1, sizeof *p->theirs);
	p->ours[p->nvariant] = arena_copy(&p->arena, text, (size_t)(equals - text));
	p->theirs[p->nvariant] = arena_copy(&p->arena, equals + 1, strlen(equals + 1));
	for (size_t i = 0; i < p->w->nlaunches; i++)
		known = known || !strcmp(p->w->launch[i].cell[COLUMN_variant], p->ours[p->nvariant]);
	if (!known)
		return simt_fail(e, SIMT_USAGE, "--as %s: the workload has no such variant", text);
	p->nvariant++;
	return true;
}

static const char *
cell_of(const struct paper *p, size_t in_case, enum workload_column column)
{
	return p->w->launch[p->w->cases[in_case].launches[0]].cell[column];
}

/* ---- both together ---- */
/* The time of a case on a GPU in a file, or NULL; the last of several. */
static const struct paper_time *
find_time(const struct paper *p, size_t in_case, const struct paper_time *beside)
{
	const struct paper_time *found = NULL;

	for (size_t i = 0; i < p->ntime; i++) {
		const struct paper_time *t = &p->time[i];

		if (!strcmp(t->of_case, p->w->cases[in_case].name) &&
		    !strcmp(t->technique, cell_of(p, in_case, COLUMN_technique)) && !strcmp(t->source, beside->source) &&
		    !strcmp(t->machine, beside->machine))
			found = t;
	}
	return found;
}

/* The case whose published time counts for case i: the case itself, or the one of the variant that is shown for it. */
static size_t
published_case(const struct paper *p, size_t i)
{
	for (size_t k = 0; k < p->nvariant; k++)
		for (size_t j = 0; !strcmp(cell_of(p, i, COLUMN_variant), p->ours[k]) && j < p->w->ncases; j++)
			if (p->w->cases[j].before == p->w->cases[i].before && !strcmp(cell_of(p, j, COLUMN_variant), p->theirs[k]))
				return j;
	return i;
}

/* Time k is of the case, in the table of the row. */
static bool
belongs(const struct paper *p, size_t k, size_t in_case, const struct paper_row *row)
{
	const struct paper_time *t = &p->time[k];

	return !strcmp(t->of_case, p->w->cases[in_case].name) && !strcmp(t->technique, cell_of(p, in_case, COLUMN_technique)) &&
	       !strcmp(t->source, row->source) && !strcmp(t->table, row->table);
}

/* The rows of case i: one for each source and table. */
static void
join_case(struct paper *p, size_t i)
{
	size_t after = published_case(p, i), before = (size_t)p->w->cases[i].before;
	double *ratio = calloc(p->ntime + 1, sizeof *ratio);

	if (!ratio)
		simt_no_memory();
	for (size_t k = 0; k < p->ntime; k++) {
		struct paper_row row = {.in_case = i, .source = p->time[k].source, .table = p->time[k].table};
		bool first = belongs(p, k, after, &row);

		for (size_t m = 0; m < k && first; m++)
			first = !belongs(p, m, after, &row);
		for (size_t m = k; m < p->ntime && first; m++) {
			const struct paper_time *b = belongs(p, m, after, &row) ? find_time(p, before, &p->time[m]) : NULL;

			if (b)
				ratio[row.machines++] = b->time / p->time[m].time;
		}
		if (!row.machines)
			continue;
		row.published = statistics_median(ratio, row.machines);
		row.low = ratio[0];
		row.high = ratio[row.machines - 1];
		for (int s = 0; s < PAPER_SIDES; s++)
			row.v[s] = NAN;
		p->row = grow(p->row, &p->room_row, p->nrow + 1, sizeof *p->row);
		p->row[p->nrow++] = row;
	}
	free(ratio);
}

static bool
stands_for_another(const struct paper *p, const char *variant)
{
	for (size_t k = 0; k < p->nvariant; k++)
		if (!strcmp(p->ours[k], variant))
			return true;
	return false;
}

/* Whether two rows are in one group. A table is a group; rows that show other variants are a group for each variant. */
static bool
same_group(const struct paper *p, const struct paper_row *a, const struct paper_row *b)
{
	const char *va = cell_of(p, a->in_case, COLUMN_variant), *vb = cell_of(p, b->in_case, COLUMN_variant);

	if (strcmp(a->source, b->source) || strcmp(a->table, b->table))
		return false;
	return !strcmp(va, vb) || (!stands_for_another(p, va) && !stands_for_another(p, vb));
}

/* Sorts the rows by group, and otherwise keeps their order. */
static void
group_rows(struct paper *p)
{
	for (size_t i = 1; i < p->nrow; i++) {
		struct paper_row row = p->row[i];
		size_t to = i;

		while (to > 0 && !same_group(p, &p->row[to - 1], &row))
			to--;
		if (!to)
			continue;
		memmove(&p->row[to + 1], &p->row[to], (i - to) * sizeof row);
		p->row[to] = row;
	}
}

void
paper_join(struct paper *p, bool *selected)
{
	bool *used = calloc(p->w->ncases + 1, sizeof *used);

	if (!used)
		simt_no_memory();
	for (size_t i = 0; i < p->w->ncases; i++)
		if (selected[i] && p->w->cases[i].before >= 0)
			join_case(p, i);
	group_rows(p);
	for (size_t i = 0; i < p->nrow; i++)
		used[p->row[i].in_case] = used[p->w->cases[p->row[i].in_case].before] = true;
	memcpy(selected, used, p->w->ncases * sizeof *used);
	free(used);
}

/* Median of what a side has for a metric of a whole case. */
static double
value_of(struct check *c, const char *of_case, const char *metric, enum check_side side)
{
	struct check_launch *l = check_find(c, of_case, "", 0);
	double *v, mid;
	size_t n = 0;

	if (!l || !l->nvalue)
		return NAN;
	v = calloc(l->nvalue, sizeof *v);
	if (!v)
		simt_no_memory();
	for (size_t i = 0; i < l->nvalue; i++)
		if (l->value[i].side == side && !strcmp(c->metric[l->value[i].metric].name, metric))
			v[n++] = l->value[i].value;
	mid = statistics_median(v, n);
	free(v);
	return mid;
}

void
paper_take(struct paper *p, struct check *c)
{
	for (size_t i = 0; i < p->nrow; i++) {
		struct paper_row *r = &p->row[i];
		const char *name = p->w->cases[r->in_case].name;

		r->v[PAPER_SIMULATED] = value_of(c, name, "speedup", CHECK_SIMULATED);
		r->v[PAPER_CYCLES] = value_of(c, name, "speedup", CHECK_MEASURED);
		r->v[PAPER_TIME] = value_of(c, name, "simt__event_time.speedup", CHECK_MEASURED);
	}
}

/* ---- how well they agree ---- */
struct agreement {
	size_t n, same_side; /* cases with both values; cases of these in which both are above 1, both below 1, or both 1 */
	double tau_b, spearman;
};

/* Of the rows from `first` to before `end`. */
static struct agreement
agreement(const struct paper *p, size_t first, size_t end, enum paper_side s)
{
	struct agreement a = {0};
	double *v = calloc(2 * (end - first), sizeof *v), *published = v + (end - first);

	if (!v)
		simt_no_memory();
	for (size_t i = first; i < end; i++) {
		const struct paper_row *r = &p->row[i];

		if (isnan(r->v[s]))
			continue;
		v[a.n] = r->v[s];
		published[a.n++] = r->published;
		a.same_side += (r->v[s] > 1) == (r->published > 1) && (r->v[s] < 1) == (r->published < 1);
	}
	a.tau_b = ranks_tau_b(published, v, NULL, a.n);
	a.spearman = ranks_spearman(published, v, a.n);
	free(v);
	return a;
}

static size_t
end_of_group(const struct paper *p, size_t first)
{
	size_t end = first + 1;

	while (end < p->nrow && same_group(p, &p->row[first], &p->row[end]))
		end++;
	return end;
}

/* The variant of a group's rows, "" where they have several. */
static const char *
variant_of(const struct paper *p, size_t first, size_t end)
{
	const char *variant = cell_of(p, p->row[first].in_case, COLUMN_variant);

	for (size_t i = first; i < end; i++)
		if (strcmp(variant, cell_of(p, p->row[i].in_case, COLUMN_variant)))
			return "";
	return variant;
}

/* ---- tables ---- */
enum { TABLE, CASE, BEFORE, PUBLISHED, RANGE, GPUS, SIDE, ROW_COLUMNS = SIDE + PAPER_SIDES };
static const struct grid_head row_head[ROW_COLUMNS] = {
	{"table", "", true},     {"case", "", true},  {"before", "", true},     {"published", "", false},
	{"from, to", "", false}, {"GPUs", "", false}, {"simulated", "", false}, {"measured", "cycles", false},
	{"", "time", false},
};

/* Two decimals, or a dash. */
static void
put_number(char *to, double v)
{
	if (isnan(v))
		snprintf(to, GRID_CELL, "-");
	else
		snprintf(to, GRID_CELL, "%.2f", v);
}

static void
fill_rows(const struct paper *p, struct grid *g)
{
	bool there[PAPER_SIDES] = {false}; /* a column without a number is left out */

	for (size_t i = 0; i < p->nrow; i++)
		for (int s = 0; s < PAPER_SIDES; s++)
			there[s] = there[s] || !isnan(p->row[i].v[s]);
	for (size_t i = 0; i < p->nrow; i++) {
		const struct paper_row *r = &p->row[i];
		char(*cell)[GRID_CELL] = grid_add(g);

		snprintf(cell[TABLE], GRID_CELL, "%s, %s", r->source, r->table);
		snprintf(cell[CASE], GRID_CELL, "%s", p->w->cases[r->in_case].name);
		snprintf(cell[BEFORE], GRID_CELL, "%s", p->w->cases[p->w->cases[r->in_case].before].name);
		put_number(cell[PUBLISHED], r->published);
		if (r->machines > 1) {
			snprintf(cell[RANGE], GRID_CELL, "%.2f, %.2f", r->low, r->high);
			snprintf(cell[GPUS], GRID_CELL, "%u", r->machines);
		}
		for (int s = 0; s < PAPER_SIDES; s++)
			if (there[s])
				put_number(cell[SIDE + s], r->v[s]);
	}
}

enum { G_TABLE, G_VARIANT, G_WITH, G_N, G_SIDE, G_TAU, G_RHO, GROUP_COLUMNS };
static const struct grid_head group_head[GROUP_COLUMNS] = {
	{"table", "", true},           {"variant", "", true}, {"published with", "", true}, {"cases", "", false},
	{"same side of 1", "", false}, {"tau-b", "", false},  {"Spearman", "", false},
};
static const char *const side_name[PAPER_SIDES] = {"simulated", "measured cycles", "measured time"};

static void
fill_groups(const struct paper *p, struct grid *g)
{
	for (size_t i = 0, end; i < p->nrow; i = end) {
		end = end_of_group(p, i);
		for (enum paper_side s = 0; s < PAPER_SIDES; s++) {
			struct agreement a = agreement(p, i, end, s);
			char(*cell)[GRID_CELL];

			if (!a.n)
				continue;
			cell = grid_add(g);
			snprintf(cell[G_TABLE], GRID_CELL, "%s, %s", p->row[i].source, p->row[i].table);
			snprintf(cell[G_VARIANT], GRID_CELL, "%s", variant_of(p, i, end));
			snprintf(cell[G_WITH], GRID_CELL, "%s", side_name[s]);
			snprintf(cell[G_N], GRID_CELL, "%zu", a.n);
			snprintf(cell[G_SIDE], GRID_CELL, "%zu", a.same_side);
			put_number(cell[G_TAU], a.tau_b);
			put_number(cell[G_RHO], a.spearman);
		}
	}
}

static void
put_tables(const struct paper *p, FILE *out, unsigned width, bool markdown)
{
	struct grid rows = {.columns = ROW_COLUMNS}, groups = {.columns = GROUP_COLUMNS};

	fill_rows(p, &rows);
	fill_groups(p, &groups);
	if (markdown)
		grid_markdown(&rows, row_head, out);
	else
		grid_put(&rows, row_head, out, width);
	if (groups.n)
		putc('\n', out);
	if (groups.n && markdown)
		grid_markdown(&groups, group_head, out);
	else if (groups.n)
		grid_put(&groups, group_head, out, width);
	grid_free(&rows);
	grid_free(&groups);
}

void
paper_table(const struct paper *p, FILE *out, unsigned width)
{
	put_tables(p, out, width, false);
}

void
paper_markdown(const struct paper *p, FILE *out)
{
	put_tables(p, out, 0, true);
}

/* ---- CSV ---- */
static void
put_value(FILE *out, double v)
{
	putc(',', out);
	if (!isnan(v))
		fprintf(out, "%.6g", v);
}

static void
put_keys(const struct paper *p, FILE *out, size_t first, size_t end, const char *what)
{
	const struct paper_row *r = &p->row[first];
	const struct workload_case *c = &p->w->cases[r->in_case];
	bool whole = strcmp(what, "speedup") != 0;
	const char *const text[] = {r->source,
				    r->table,
				    cell_of(p, r->in_case, COLUMN_technique),
				    variant_of(p, first, end),
				    whole ? "" : c->name,
				    whole ? "" : p->w->cases[c->before].name,
				    what};

	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		csvfile_put(out, text[i]);
		putc(',', out);
	}
	fprintf(out, "%zu,", end - first);
}

void
paper_csv(const struct paper *p, FILE *out)
{
	static const char *const what[] = {"same_side", "tau_b", "spearman"};

	fputs("source,table,technique,variant,case,before,what,n,machines,published,low,high,simulated,measured_cycles,measured_"
	      "time\n",
	      out);
	for (size_t i = 0; i < p->nrow; i++) {
		const struct paper_row *r = &p->row[i];

		put_keys(p, out, i, i + 1, "speedup");
		fprintf(out, "%u", r->machines);
		put_value(out, r->published);
		put_value(out, r->low);
		put_value(out, r->high);
		for (int s = 0; s < PAPER_SIDES; s++)
			put_value(out, r->v[s]);
		putc('\n', out);
	}
	for (size_t i = 0, end; i < p->nrow; i = end) {
		end = end_of_group(p, i);
		for (size_t k = 0; k < sizeof what / sizeof *what; k++) {
			put_keys(p, out, i, end, what[k]);
			fputs(",,,", out);
			for (enum paper_side s = 0; s < PAPER_SIDES; s++) {
				struct agreement a = agreement(p, i, end, s);

				put_value(out, !a.n ? NAN : k == 0 ? (double)a.same_side : k == 1 ? a.tau_b : a.spearman);
			}
			putc('\n', out);
		}
	}
}
