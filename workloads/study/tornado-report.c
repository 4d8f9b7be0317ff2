/* tornado-report.c: the table of a tornado, and what a terminal shows of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/study/tornado.h"

enum {
	SHOWN = 15,      /* parameters in the table of a terminal */
	SHOWN_FIRST = 3, /* and in a sentence */
	NAMED = 4        /* of what could not run */
};
/* What "matters" means in the sentence: a change of cycles that is seen in a picture of all. */
#define MATTERS 1.0

/* ---- the table ---- */

/* A change as the table has it; nothing where the side has not run. */
static void
put_change(const struct tornado_row *row, int side, FILE *out)
{
	if (row->ran[side])
		fprintf(out, "%.6g", row->change[side]);
	putc(',', out);
}

static void
put_measured(double value, FILE *out)
{
	if (value > 0)
		fprintf(out, "%.15g", value);
	putc(',', out);
}

static void
put_row(const struct measured *m, int c, double base, const struct tornado_row *row, FILE *out)
{
	const char *low = row->item->side[TORNADO_LOW].value, *high = row->item->side[TORNADO_HIGH].value;

	csvfile_put(out, row->item->name);
	putc(',', out);
	put_change(row, TORNADO_LOW, out);
	put_change(row, TORNADO_HIGH, out);
	if (row->effect >= 0)
		fprintf(out, "%.6g", row->effect);
	fprintf(out, ",%s,%s,%s,", row->item->now, low ? low : "", high ? high : "");
	csvfile_put(out, c == MEASURED_ALL ? "" : m->of[c].name);
	putc(',', out);
	csvfile_put(out, c == MEASURED_ALL ? "" : m->of[c].workload);
	putc(',', out);
	put_measured(base, out);
	put_measured(row->measured[TORNADO_LOW], out);
	put_measured(row->measured[TORNADO_HIGH], out);
	csvfile_put(out, row->remark);
	putc('\n', out);
}

/* What a case has without a change; 0 for all. */
static double
base_of(const struct measured *m, int c)
{
	for (size_t i = 0; c != MEASURED_ALL && i < m->npoints; i++)
		if (!*measured_text(m, i, "change"))
			return measured_value(m, i, c);
	return 0;
}

void
tornado_write(const struct tornado *t, const struct measured *m, const struct tornado_words *words, FILE *out)
{
	fprintf(out, "# machine: %s\n# version: %s\n# factor: %g\n# measured: change of cycles (%%)\n", words->machine,
		words->program, t->factor);
	fputs("parameter,low,high,effect,now,low_value,high_value,case,workload,cycles,low_cycles,high_cycles,remark\n", out);
	for (int c = MEASURED_ALL; c < (int)m->ncases; c++) {
		struct tornado_row *rows;
		double base;

		if (!tornado_rank(t, m, c, &rows, NULL))
			continue;
		base = base_of(m, c);
		for (size_t i = 0; i < t->n; i++)
			put_row(m, c, base, rows + i, out);
		tornado_rows_free(t, rows);
	}
}

/* ---- a terminal ---- */

/* How many rows, from the first, have at least that effect, or with 0 more than none. */
static size_t
with_effect(const struct tornado *t, const struct tornado_row *rows, double least)
{
	size_t n = 0;

	while (n < t->n && rows[n].effect > 0 && rows[n].effect >= least)
		n++;
	return n;
}

/* "l1_latency (-10.2 to +20.1 %)" */
static void
tell_effect(const struct tornado_row *row, FILE *out)
{
	fputs(row->item->name, out);
	if (row->ran[TORNADO_LOW] && row->ran[TORNADO_HIGH])
		fprintf(out, " (%+.1f %% at %s, %+.1f %% at %s)", row->change[TORNADO_LOW], row->item->side[TORNADO_LOW].value,
			row->change[TORNADO_HIGH], row->item->side[TORNADO_HIGH].value);
	else if (row->item->word)
		fprintf(out, " (%+.1f %%)", row->change[TORNADO_HIGH]);
	else
		fprintf(out, " (%+.1f %% at %s)", row->change[row->ran[TORNADO_HIGH]],
			row->item->side[row->ran[TORNADO_HIGH]].value);
}

static void
tell_verdict(const struct tornado *t, const struct tornado_row *rows, const char *machine, FILE *out)
{
	const size_t n = with_effect(t, rows, 0), matter = with_effect(t, rows, MATTERS);

	if (!n) {
		fprintf(out, "Nothing that was varied around %s changes the cycles.\n", machine);
		return;
	}
	fprintf(out, "Around %s, cycles depend most on ", machine);
	for (size_t i = 0; i < n && i < SHOWN_FIRST; i++) {
		const bool last = i + 1 == n || i + 1 == SHOWN_FIRST;

		fputs(i == 0 ? "" : last ? " and " : ", ", out);
		tell_effect(rows + i, out);
	}
	fprintf(out, "; %zu of %zu parameters and words change them by %g %% or more.\n", matter, t->n, MATTERS);
}

static void
put_cell(const char *text, FILE *out)
{
	fprintf(out, " %12s", text ? text : "-");
}

static void
tell_table(const struct tornado *t, const struct tornado_row *rows, FILE *out)
{
	const size_t n = with_effect(t, rows, 0), shown = n < SHOWN ? n : SHOWN;

	fprintf(out, "\n%-28s %12s %12s %12s %9s %9s\n", "parameter", "low", "now", "high", "at low", "at high");
	for (size_t i = 0; i < shown; i++) {
		const struct tornado_row *row = rows + i;

		fprintf(out, "%-28s", row->item->name);
		put_cell(row->item->side[TORNADO_LOW].value, out);
		put_cell(row->item->now, out);
		put_cell(row->item->side[TORNADO_HIGH].value, out);
		for (int side = 0; side < TORNADO_SIDES; side++)
			if (row->ran[side])
				fprintf(out, " %+8.1f%%", row->change[side]);
			else
				fprintf(out, " %9s", row->item->side[side].value ? "refused" : "-");
		putc('\n', out);
	}
	if (n > shown)
		fprintf(out, "%zu more change cycles by up to %.2g %%.\n", n - shown, rows[shown].effect);
}

/* What has no effect, what could not run, and what nothing was tried of. */
static void
tell_rest(const struct tornado *t, const struct tornado_row *rows, FILE *out)
{
	size_t none = 0, untried = 0, refused = 0, named = 0;

	for (size_t i = 0; i < t->n; i++) {
		none += rows[i].effect >= 0 && rows[i].effect <= 0;
		refused += rows[i].refused;
		untried += rows[i].effect < 0 && !rows[i].refused;
	}
	fprintf(out, "%zu parameter%s no effect on this workload", none, none == 1 ? " has" : "s have");
	if (untried)
		fprintf(out, "; %zu could not be varied, most of them because they are 0", untried);
	fputs(".\n", out);
	if (!refused)
		return;
	fprintf(out, "Values of %zu cannot run: ", refused);
	for (size_t i = 0; i < t->n && named < NAMED; i++)
		if (rows[i].refused)
			fprintf(out, "%s%s", named++ ? ", " : "", rows[i].item->name);
	fprintf(out, "%s; column remark has the reasons.\n", refused > named ? ", ..." : "");
}

static void
tell_case(const struct tornado *t, const struct measured *m, int c, FILE *out)
{
	struct tornado_row *rows;
	size_t n;

	if (!tornado_rank(t, m, c, &rows, NULL)) {
		fprintf(out, "%s: has not run on the machine as it is\n", m->of[c].name);
		return;
	}
	n = with_effect(t, rows, 0);
	fprintf(out, "%s, %.15g cycles: ", m->of[c].name, base_of(m, c));
	for (size_t i = 0; i < n && i < SHOWN_FIRST; i++) {
		fputs(i ? ", " : "", out);
		tell_effect(rows + i, out);
	}
	fputs(n ? "\n" : "nothing has an effect\n", out);
	tornado_rows_free(t, rows);
}

bool
tornado_tell(const struct tornado *t, const struct measured *m, const char *machine, FILE *out, struct simt_error *e)
{
	struct tornado_row *rows;

	if (!tornado_rank(t, m, MEASURED_ALL, &rows, e))
		return false;
	if (out) {
		tell_verdict(t, rows, machine, out);
		tell_table(t, rows, out);
		tell_rest(t, rows, out);
	}
	if (out && m->ncases > 1)
		fputs("\nEach case by itself:\n", out);
	for (int c = 0; out && m->ncases > 1 && c < (int)m->ncases; c++)
		tell_case(t, m, c, out);
	tornado_rows_free(t, rows);
	return true;
}
