#include "workloads/study/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"

/* Columns of the table. */
struct columns {
	size_t point, workload, name, id, status, error, metric;
};

/* ---- reading ---- */

static bool
find(const struct measured *m, const char *name, size_t *column, struct simt_error *e)
{
	const int c = csvfile_find(m->f, name);

	*column = (size_t)c;
	return c >= 0 || csvfile_fail(m->f, csvfile_header(m->f, 0), 0, e, "the table has no column %s", name);
}

static const char *
text(const struct measured *m, size_t row, size_t column)
{
	return csvfile_cell(m->f, row, column)->text;
}

/* The place of a case; m->ncases: it is not there yet. */
static size_t
place_of(const struct measured *m, const char *workload, const char *name)
{
	size_t i = 0;

	while (i < m->ncases && (strcmp(m->of[i].name, name) != 0 || strcmp(m->of[i].workload, workload) != 0))
		i++;
	return i;
}

/* Finds points and cases. place[row]: the point of a row. */
static void
find_all(struct measured *m, const struct columns *c, size_t *place)
{
	struct names points = {.n = 0};
	size_t room_points = 0, room_cases = 0;

	for (size_t r = 0; r < m->f->nrows; r++) {
		const char *workload = text(m, r, c->workload), *name = text(m, r, c->name);

		if (!names_find(&points, text(m, r, c->point), place + r)) {
			place[r] = m->npoints;
			names_set(&points, text(m, r, c->point), m->npoints);
			m->row = grow(m->row, &room_points, m->npoints + 1, sizeof *m->row);
			m->row[m->npoints++] = r;
		}
		if (*name && !*text(m, r, c->id) && place_of(m, workload, name) == m->ncases) {
			m->of = grow(m->of, &room_cases, m->ncases + 1, sizeof *m->of);
			m->of[m->ncases++] = (struct measured_case){workload, name};
		}
	}
	names_free(&points);
}

/* Takes the value of a row; one without a case says of all cases of its workload why they have none. */
static bool
take_row(struct measured *m, const struct columns *c, size_t r, size_t point)
{
	const char *workload = text(m, r, c->workload), *name = text(m, r, c->name);
	const char *status = text(m, r, c->status);
	const bool mismatch = !strcmp(status, "mismatch"), ended = *name && (mismatch || !strcmp(status, "ok"));
	const double value = ended ? strtod(text(m, r, c->metric), NULL) : 0;
	bool any = false;

	for (size_t i = 0; i < m->ncases; i++) {
		struct measured_value *v = m->at + point * m->ncases + i;

		if (strcmp(m->of[i].workload, workload) != 0 || (*name && strcmp(m->of[i].name, name) != 0))
			continue;
		v->error = text(m, r, c->error);
		v->value = value > 0 ? value : 0;
		v->mismatch = mismatch;
		any = any || v->value > 0;
	}
	return any;
}

static bool
read_rows(struct measured *m, struct simt_error *e)
{
	struct columns c;
	size_t *place = zeroed(m->f->nrows, sizeof *place);
	bool any = false, fine = find(m, "point", &c.point, e) && find(m, "workload", &c.workload, e) &&
				 find(m, "case", &c.name, e) && find(m, "id", &c.id, e) && find(m, "status", &c.status, e) &&
				 find(m, "error", &c.error, e) && find(m, m->metric, &c.metric, e);

	if (fine) {
		find_all(m, &c, place);
		m->at = zeroed(m->npoints * m->ncases, sizeof *m->at);
		for (size_t i = 0; i < m->npoints * m->ncases; i++)
			m->at[i].error = "";
		for (size_t r = 0; r < m->f->nrows; r++)
			if (!*text(m, r, c.id) && take_row(m, &c, r, place[r]))
				any = true;
	}
	free(place);
	return fine &&
	       (any || simt_fail(e, SIMT_BAD_INPUT, "%s: no row has a value of %s; column error says why", m->f->name, m->metric));
}

bool
measured_read(struct measured *m, const char *folder, const char *metric, struct simt_error *e)
{
	char *name = path_join(folder, "results.csv");

	*m = (struct measured){.f = csvfile_read(name, e), .metric = metric};
	free(name);
	return m->f && read_rows(m, e);
}

bool
measured_parse(struct measured *m, const char *csv, const char *metric, struct simt_error *e)
{
	*m = (struct measured){.f = csvfile_parse(csv, strlen(csv), "results.csv", e), .metric = metric};
	return m->f && read_rows(m, e);
}

void
measured_clear(struct measured *m)
{
	csvfile_free(m->f);
	free(m->row);
	free(m->of);
	free(m->at);
}

/* ---- asking ---- */

const char *
measured_text(const struct measured *m, size_t point, const char *column)
{
	const int c = csvfile_find(m->f, column);

	return c < 0 ? "" : text(m, m->row[point], (size_t)c);
}

bool
measured_log(const struct measured *m, size_t point, int c, double *log_value)
{
	const size_t first = c == MEASURED_ALL ? 0 : (size_t)c, end = c == MEASURED_ALL ? m->ncases : first + 1;
	double sum = 0;

	for (size_t i = first; i < end; i++) {
		if (!(measured_at(m, point, i)->value > 0))
			return false;
		sum += log(measured_at(m, point, i)->value);
	}
	*log_value = sum / (double)(end - first);
	return end > first;
}

double
measured_value(const struct measured *m, size_t point, int c)
{
	double log_value;

	if (c != MEASURED_ALL && m->ncases)
		return measured_at(m, point, (size_t)c)->value;
	return measured_log(m, point, c, &log_value) ? exp(log_value) : 0;
}
