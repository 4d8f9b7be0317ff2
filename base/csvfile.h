/* csvfile.h: reads a CSV file into a table of cells with positions. It is the one wrapper around libcsv: all CSV files are read with it.
 *
 * RFC 4180 with a header row, in UTF-8. A byte order mark is skipped. Lines end in LF or CRLF; the last line need not have an end.
 * Outside quoted cells, blank lines and lines whose first character is '#' are skipped, and blanks around a cell are removed. A row has
 * as many fields as the header. Names in the header are not empty and not used twice.
 *
 * What this module cannot do: other separators, cells with NUL bytes, files above 1 GiB, streaming (the whole file is in memory). */
#ifndef SIMT_CSVFILE_H
#define SIMT_CSVFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum {
	CSVFILE_BYTES_MAX = 1 << 30,      /* of a file, decompressed */
	CSVFILE_CELL_BYTES_MAX = 1 << 20, /* of a cell */
	CSVFILE_COLUMNS_MAX = 1024
};

struct csv_cell {
	const char *text; /* NUL-terminated, quotes taken off; "" where the cell is empty */
	uint32_t bytes;   /* of text, without the NUL */
	uint32_t line;    /* 1-based line in which the cell starts */
	size_t start;     /* offset in the file at which the cell (or its opening quote) starts */
};

struct csvfile {
	char *name;             /* as in messages */
	size_t ncolumns, nrows; /* nrows: without the header */
	struct csv_cell *cells; /* (nrows + 1) * ncolumns, the header first */
	char *text;             /* what the cells point into */
	unsigned char *raw;     /* the file as it was, for positions */
	size_t raw_bytes;
};

/* Reads a file, which may be compressed by gzip as path.gz (wholefile.h). Returns NULL and sets *e (SIMT_BAD_INPUT, "name:line:column:
 * ...") on failure; free with csvfile_free. */
struct csvfile *csvfile_read(const char *path, struct simt_error *e);
/* Reads CSV from memory; the data are copied. */
struct csvfile *csvfile_parse(const void *data, size_t bytes, const char *name, struct simt_error *e);
void csvfile_free(struct csvfile *f); /* NULL is allowed */

const struct csv_cell *csvfile_header(const struct csvfile *f, size_t column);
const struct csv_cell *csvfile_cell(const struct csvfile *f, size_t row, size_t column); /* row 0: the first after the header */
/* Index of the column of that name, or -1. */
int csvfile_find(const struct csvfile *f, const char *column);

/* Line and column (both from 1, columns in characters) of byte `offset` of a cell's text. */
void csvfile_place(const struct csvfile *f, const struct csv_cell *c, size_t offset, unsigned *line, unsigned *column);
/* simt_fail with SIMT_BAD_INPUT and the position in front. */
bool csvfile_fail(const struct csvfile *f, const struct csv_cell *c, size_t offset, struct simt_error *e, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Writes one cell, in quotes where it needs them. Separators and line ends are the caller's. */
void csvfile_put(FILE *out, const char *text);
/* The same, at the end of a text. */
void csvfile_text(struct text *to, const char *text);

#endif
