#include "validate/check/check-grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

void
grid_clear(struct grid *g)
{
	g->n = 0;
}

void
grid_free(struct grid *g)
{
	free(g->cell);
	*g = (struct grid){.columns = g->columns};
}

char (*grid_add(struct grid *g))[GRID_CELL]
{
	g->cell = grow(g->cell, &g->room, g->n + 1, sizeof *g->cell);
	memset(g->cell[g->n], 0, sizeof *g->cell);
	return g->cell[g->n++];
}

/* 0 where the column has no text. */
static size_t
column_width(const struct grid *g, const struct grid_head *head, size_t k)
{
	size_t w = 0, h;

	for (size_t i = 0; i < g->n && !(g->hidden >> k & 1); i++)
		if (strlen(g->cell[i][k]) > w)
			w = strlen(g->cell[i][k]);
	if (!w)
		return 0;
	h = strlen(head[k].below);
	/* a heading of several columns may reach over those to its right */
	if (!*head[k].below && strlen(head[k].top) > h)
		h = strlen(head[k].top);
	return h > w ? h : w;
}

size_t
grid_width(const struct grid *g, const struct grid_head *head)
{
	size_t total = 0;

	for (size_t k = 0; k < g->columns; k++) {
		size_t w = column_width(g, head, k);

		total += w ? w + (total ? 2 : 0) : 0;
	}
	return total;
}

static void
put_text(FILE *out, const char *text, size_t width, bool left, bool last)
{
	size_t n = strlen(text);

	if (n > width)
		fprintf(out, "%.*s~", (int)(width - 1), text);
	else if (left)
		fprintf(out, "%s%*s", text, last ? 0 : (int)(width - n), "");
	else
		fprintf(out, "%*s", (int)width, text);
}

static void
put_row(const struct grid *g, const struct grid_head *head, FILE *out, const size_t *width, const char *const *text)
{
	size_t last = 0;

	for (size_t k = 0; k < g->columns; k++)
		if (width[k] && *text[k])
			last = k;
	for (size_t k = 0; k <= last; k++) {
		if (!width[k])
			continue;
		if (k)
			fputs("  ", out);
		put_text(out, text[k], width[k], head[k].left, k == last);
	}
	putc('\n', out);
}

/* Writes the upper line of the head. A heading that is wider than its column extends over columns to its right that have none. */
static void
put_top(const struct grid *g, const struct grid_head *head, FILE *out, const size_t *width)
{
	const char *top = ""; /* heading that is still to be written, where its own column is left out over the next */
	size_t at = 0, written = 0;

	for (size_t k = 0; k < g->columns; k++) {
		size_t n, start;

		if (*head[k].top)
			top = head[k].top;
		if (!width[k])
			continue;
		n = strlen(top);
		at += k ? 2 : 0;
		start = at + (head[k].left || n > width[k] ? 0 : width[k] - n);
		if (n && start >= written) {
			fprintf(out, "%*s%s", (int)(start - written), "", top);
			written = start + n;
		}
		at += width[k];
		top = "";
	}
	putc('\n', out);
}

void
grid_put(const struct grid *g, const struct grid_head *head, FILE *out, size_t limit)
{
	size_t width[GRID_COLUMNS], total = grid_width(g, head);
	const char *text[GRID_COLUMNS];
	bool below = false;

	for (size_t k = 0; k < g->columns; k++) {
		width[k] = column_width(g, head, k);
		text[k] = head[k].below;
		below = below || (width[k] && *head[k].below);
	}
	if (limit && total > limit && width[0] > 12)
		width[0] -= total - limit < width[0] - 12 ? total - limit : width[0] - 12;
	put_top(g, head, out, width);
	if (below)
		put_row(g, head, out, width, text);
	for (size_t i = 0; i < g->n; i++) {
		for (size_t k = 0; k < g->columns; k++)
			text[k] = g->cell[i][k];
		put_row(g, head, out, width, text);
	}
}

void
grid_markdown(const struct grid *g, const struct grid_head *head, FILE *out)
{
	const char *top = "";

	for (size_t k = 0; k < g->columns; k++) {
		if (*head[k].top)
			top = head[k].top;
		if (column_width(g, head, k))
			fprintf(out, "%s %s%s%s", k ? " |" : "|", top, *head[k].below ? ", " : "", head[k].below);
	}
	fputs(" |\n", out);
	for (size_t k = 0; k < g->columns; k++)
		if (column_width(g, head, k))
			fputs(head[k].left ? "|---" : "|---:", out);
	fputs("|\n", out);
	for (size_t i = 0; i < g->n; i++) {
		for (size_t k = 0; k < g->columns; k++)
			if (column_width(g, head, k))
				fprintf(out, "| %s ", g->cell[i][k]);
		fputs("|\n", out);
	}
}
