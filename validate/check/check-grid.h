/* check-grid.h: a table of text cells, for a terminal or as Markdown. Columns without text are left out.
 * What this module cannot do: cells that are longer than GRID_CELL, characters of several bytes. */
#ifndef VALIDATE_CHECK_GRID_H
#define VALIDATE_CHECK_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GRID_CELL = 96, GRID_COLUMNS = 16 };

struct grid_head {
	const char *top, *below; /* two lines; an empty top line belongs to the column to its left */
	bool left;               /* aligned to the left */
};

struct grid {
	size_t columns; /* at most GRID_COLUMNS */
	char (*cell)[GRID_COLUMNS][GRID_CELL];
	size_t n, room;
	unsigned hidden; /* bit per column */
};

void grid_clear(struct grid *g); /* no rows; the columns stay */
void grid_free(struct grid *g);
/* A new, empty row, valid until the next. */
char (*grid_add(struct grid *g))[GRID_CELL];
size_t grid_width(const struct grid *g, const struct grid_head *head);
/* The first column is shortened where the rest does not fit `width`; 0: it never is. */
void grid_put(const struct grid *g, const struct grid_head *head, FILE *out, size_t width);
void grid_markdown(const struct grid *g, const struct grid_head *head, FILE *out);

#endif
