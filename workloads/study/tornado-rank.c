/* tornado-rank.c: what the changes have done. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/study/tornado.h"

enum { PER_CENT = 100 };

/* Points of a table by their changes, and the one without. */
struct changed {
	const struct measured *m;
	struct names point;
	size_t base; /* SIZE_MAX: none */
};

static struct changed
find_points(const struct measured *m)
{
	struct changed p = {.m = m, .base = SIZE_MAX};

	for (size_t i = 0; i < m->npoints; i++) {
		const char *change = measured_text(m, i, "change");

		if (*change)
			names_set(&p.point, change, i);
		else
			p.base = i;
	}
	return p;
}

/* ---- one side ---- */

/* The mean of the logarithm of what a case has at a point over what it has without a change; left: cases that have none at the point. False: no
 * case has one. *why: of one that has none. */
static bool
log_ratio(const struct changed *p, size_t point, int c, double *ratio, size_t *left, const char **why)
{
	const size_t first = c == MEASURED_ALL ? 0 : (size_t)c, end = c == MEASURED_ALL ? p->m->ncases : first + 1;
	double sum = 0;
	size_t n = 0;

	*left = 0;
	for (size_t i = first; i < end; i++) {
		const double base = measured_at(p->m, p->base, i)->value, value = measured_at(p->m, point, i)->value;

		if (base > 0 && value > 0) {
			/* where nothing differs the sum stays exactly 0 */
			sum += value > base || value < base ? log(value / base) : 0;
			n++;
		} else if (base > 0) {
			(*left)++;
			*why = measured_at(p->m, point, i)->error;
		}
	}
	*ratio = n ? sum / (double)n : 0;
	return n;
}

/* "; low: text", the first without what stands before it */
static void
add_remark(struct text *t, const struct tornado_item *item, int side, const char *text)
{
	text_put(t, t->n ? "; " : "");
	text_put(t, item->word ? "" : side == TORNADO_LOW ? "low: " : "high: ");
	text_put(t, text);
}

/* What is said of the machine of a point and not of the one that is varied. */
static void
remark_machine(const struct changed *p, size_t point, const struct tornado_item *item, int side, struct text *t)
{
	const char *remark = measured_text(p->m, point, "remark"), *base = measured_text(p->m, p->base, "remark");

	if (*remark && strcmp(remark, base) != 0)
		add_remark(t, item, side, remark);
}

/* Where results are wrong the kernel may have done something else. */
static void
remark_mismatch(const struct changed *p, size_t point, int c, const struct tornado_item *item, int side, struct text *t)
{
	for (size_t i = 0; i < p->m->ncases; i++)
		if ((c == MEASURED_ALL || (size_t)c == i) && measured_at(p->m, point, i)->mismatch &&
		    !measured_at(p->m, p->base, i)->mismatch) {
			add_remark(t, item, side, "an expect of case ");
			text_put(t, p->m->of[i].name);
			text_put(t, " does not hold");
			return;
		}
}

static void
rank_side(const struct changed *p, int c, struct tornado_row *row, int side, struct text *remark)
{
	const struct tornado_side *s = &row->item->side[side];
	const char *why = "";
	size_t point, left;
	double ratio;

	if (!s->value) {
		if (*s->why)
			add_remark(remark, row->item, side, s->why);
		return;
	}
	if (!names_find(&p->point, s->change, &point)) {
		add_remark(remark, row->item, side, "a constraint does not allow it");
		return;
	}
	row->ran[side] = log_ratio(p, point, c, &ratio, &left, &why);
	row->refused = row->refused || !row->ran[side];
	if (!row->ran[side]) {
		add_remark(remark, row->item, side, *why ? why : "it has not run");
		return;
	}
	row->change[side] = PER_CENT * expm1(ratio);
	row->measured[side] = c == MEASURED_ALL ? 0 : measured_value(p->m, point, c);
	row->effect = fmax(row->effect, fabs(row->change[side]));
	remark_machine(p, point, row->item, side, remark);
	remark_mismatch(p, point, c, row->item, side, remark);
	if (left) {
		add_remark(remark, row->item, side, "");
		text_count(remark, left);
		text_put(remark, left == 1 ? " case has not run: " : " cases have not run: ");
		text_put(remark, why);
	}
}

/* ---- all ---- */

static int
larger_first(const void *a, const void *b)
{
	const struct tornado_row *x = a, *y = b;

	if (x->effect < y->effect || x->effect > y->effect)
		return x->effect > y->effect ? -1 : 1;
	return x->item < y->item ? -1 : x->item > y->item;
}

bool
tornado_rank(const struct tornado *t, const struct measured *m, int c, struct tornado_row **rows, struct simt_error *e)
{
	struct changed p = find_points(m);
	const char *why = "", *name = c == MEASURED_ALL ? "" : m->of[c].name;
	size_t left = 0;
	double ratio;

	*rows = NULL;
	if (p.base == SIZE_MAX)
		simt_fail(e, SIMT_BAD_INPUT, "--tornado: there is no point without a change; a --constraint does not allow it");
	else if (!log_ratio(&p, p.base, c, &ratio, &left, &why))
		simt_fail(e, SIMT_BAD_INPUT, "--tornado: %s%s has not run on the machine as it is%s%s",
			  c == MEASURED_ALL ? "no case" : "case ", name, c == MEASURED_ALL ? "" : ": ",
			  c == MEASURED_ALL ? "" : measured_at(m, p.base, (size_t)c)->error);
	else
		*rows = zeroed(t->n, sizeof **rows);
	for (size_t i = 0; *rows && i < t->n; i++) {
		struct tornado_row *row = *rows + i;
		struct text remark = {.n = 0};

		row->item = t->item + i;
		row->effect = -1;
		for (int side = 0; side < TORNADO_SIDES; side++)
			rank_side(&p, c, row, side, &remark);
		if (row->effect >= 0 && row->effect <= 0) {
			text_put(&remark, remark.n ? "; " : "");
			text_put(&remark, "no effect on this workload");
		}
		text_bytes(&remark, "", 1);
		row->remark = remark.s;
	}
	if (*rows)
		qsort(*rows, t->n, sizeof **rows, larger_first);
	names_free(&p.point);
	return *rows;
}

void
tornado_rows_free(const struct tornado *t, struct tornado_row *rows)
{
	for (size_t i = 0; rows && i < t->n; i++)
		free(rows[i].remark);
	free(rows);
}
