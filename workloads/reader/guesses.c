/* guesses.c: the guesses that simt-sim --template has left in a workload.csv. */
#include "workloads/reader/reader.h"

#include <stdio.h>
#include <string.h>

/* What is found, in words. */
struct guesses {
	size_t n;
	char first[600]; /* "file:line:column" */
	char others[300];
	size_t used; /* of others */
};

static void
found(struct guesses *g, const struct csvfile *f, const struct csv_cell *c, size_t at)
{
	unsigned line, column;
	char place[40];
	int bytes;

	csvfile_place(f, c, at, &line, &column);
	if (!g->n++) {
		snprintf(g->first, sizeof g->first, "%.500s:%u:%u", f->name, line, column);
		return;
	}
	bytes = snprintf(place, sizeof place, "%s%u:%u", g->used ? ", " : "; others are at ", line, column);
	if (g->used + (size_t)bytes + sizeof ", ..." > sizeof g->others) {
		if (!g->used || strcmp(g->others + g->used - 3, "...") != 0)
			g->used += (size_t)sprintf(g->others + g->used, ", ...");
		return;
	}
	memcpy(g->others + g->used, place, (size_t)bytes + 1);
	g->used += (size_t)bytes;
}

/* Those of a cell; names of files are no guesses. */
static void
search(struct guesses *g, const struct csvfile *f, size_t row, int column)
{
	const struct csv_cell *c = column < 0 ? NULL : csvfile_cell(f, row, (size_t)column);
	const char *file = NULL;

	for (const char *s = c ? c->text : ""; *s; s++) {
		if (!strncmp(s, "csv(", 4) || !strncmp(s, "bin(", 4))
			file = s;
		else if (*s == ')')
			file = NULL;
		else if (*s == EXPR_GUESS && !file)
			found(g, f, c, (size_t)(s - c->text));
	}
}

bool
workload_guesses_none(const struct workload *w, const bool *selected, struct simt_error *e)
{
	static const enum workload_column columns[] = {COLUMN_grid, COLUMN_block, COLUMN_cluster, COLUMN_shared, COLUMN_args};
	struct guesses g = {.n = 0};

	for (size_t i = 0; i < w->nlaunches; i++) {
		const size_t row = w->launch[i].row;

		if ((selected && !selected[w->launch[i].in_case]) || (i && w->launch[i - 1].row == row))
			continue;
		for (size_t k = 0; k < w->nparams; k++)
			if (!w->let[k])
				search(&g, w->file, row, (int)w->param_column[k]);
		for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
			search(&g, w->file, row, w->column[columns[k]]);
	}
	if (!g.n)
		return true;
	return simt_fail(e, SIMT_BAD_INPUT,
			 "%s: a guess of --template, marked by ?: write what the kernel is to be given, or take the ? away where "
			 "the guess is right%s",
			 g.first, g.others);
}
