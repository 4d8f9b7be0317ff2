#include "base/csvfile.h"

#include <assert.h>
#include <csv.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/characters.h"
#include "base/wholefile.h"

/* What the callbacks of libcsv work on. libcsv knows no positions, so it gets the file byte by byte and we keep them. */
struct reading {
	struct csvfile *f;
	size_t at;     /* offset of the byte libcsv looks at */
	unsigned line; /* its line */
	size_t start;  /* offset of the first byte of the open cell that is not blank */
	unsigned start_line;
	bool cell_open;   /* `start` is set */
	bool row_open;    /* something of the row has been seen */
	size_t row_start; /* offset and line of the row's first cell */
	unsigned row_line;
	size_t surplus; /* offset and line of the first field that the header does not have */
	unsigned surplus_line;
	size_t fields;         /* of the open row */
	size_t ncells, room;   /* of f->cells */
	size_t used;           /* of f->text */
	bool header;           /* the header is complete */
	const char *complaint; /* set by a callback: a limit was hit */
	size_t wrong;          /* the number of fields of a row that does not fit the header, or 0 */
};

static void
place(const struct csvfile *f, size_t at, unsigned *column)
{
	size_t i = at;

	while (i > 0 && f->raw[i - 1] != '\n')
		i--;
	if (i == 0 && f->raw_bytes >= 3 && !memcmp(f->raw, "\xef\xbb\xbf", 3))
		i = 3;
	for (*column = 1; i < at; i++)
		if ((f->raw[i] & 0xc0) != 0x80)
			(*column)++;
}

static bool __attribute__((format(printf, 5, 6)))
fail_at(const struct csvfile *f, size_t at, unsigned line, struct simt_error *e, const char *format, ...)
{
	char text[768];
	unsigned column;
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	place(f, at, &column);
	return simt_fail(e, SIMT_BAD_INPUT, "%s:%u:%u: %s", f->name, line, column, text);
}

static void
cell_end(void *text, size_t bytes, void *arg)
{
	struct reading *r = arg;
	struct csvfile *f = r->f;
	struct csv_cell *c;

	if (!r->cell_open) {
		r->start = r->at;
		r->start_line = r->line;
	}
	r->cell_open = false;
	if (!r->row_open) {
		r->row_open = true;
		r->row_start = r->start;
		r->row_line = r->start_line;
	}
	if (++r->fields > CSVFILE_COLUMNS_MAX) {
		r->complaint = "more than 1024 fields in a row";
		return;
	}
	if (bytes > CSVFILE_CELL_BYTES_MAX) {
		r->complaint = "a cell of more than 1 MiB";
		return;
	}
	if (r->header && r->fields > f->ncolumns) {
		if (r->fields == f->ncolumns + 1) {
			r->surplus = r->start;
			r->surplus_line = r->start_line;
		}
		return;
	}
	if (r->ncells == r->room) {
		size_t room = r->room ? r->room * 2 : 64;
		struct csv_cell *more = realloc(f->cells, room * sizeof *more);

		if (!more) {
			r->complaint = "not enough memory";
			return;
		}
		f->cells = more;
		r->room = room;
	}
	c = &f->cells[r->ncells++];
	c->text = f->text + r->used;
	c->bytes = (uint32_t)bytes;
	c->line = r->start_line;
	c->start = r->start;
	memcpy(f->text + r->used, text, bytes);
	f->text[r->used + bytes] = '\0';
	r->used += bytes + 1;
}

static void
row_end(int end, void *arg)
{
	struct reading *r = arg;

	(void)end;
	if (!r->header) {
		r->header = true;
		r->f->ncolumns = r->fields;
	} else {
		if (r->fields != r->f->ncolumns)
			r->wrong = r->fields;
		r->f->nrows++;
	}
	if (!r->wrong)
		r->fields = 0;
	r->row_open = false;
}

/* What the file is in place of CSV, and what to do with it; NULL: nothing that is known. */
static const char *
other_format(const struct csvfile *f)
{
	static const struct {
		const char *ending, *start; /* of the name, of the file; "": not looked at */
		size_t bytes;               /* of start */
		const char *text;
	} known[] = {
		{"", "\xff\xfe", 2, "UTF-16; save it as UTF-8"},
		{"", "\xfe\xff", 2, "UTF-16; save it as UTF-8"},
		{"", "PK\3\4", 4, "a spreadsheet or another zip file, not CSV; save it as CSV"},
		{"", "\177ELF", 4, "machine code, not CSV; simt-sim --template makes a workload.csv for a cubin"},
		{".cu", "", 0,
		 "CUDA C, not CSV; nvcc -cubin -arch=sm_90 makes a cubin of it, for which simt-sim --template makes a "
		 "workload.csv"},
		{".ptx", "", 0,
		 "PTX, not CSV; ptxas -arch=sm_90 makes a cubin of it, for which simt-sim --template makes a workload.csv"},
		{"", ".version", 8,
		 "PTX, not CSV; ptxas -arch=sm_90 makes a cubin of it, for which simt-sim --template makes a workload.csv"},
		{"", "#include", 8,
		 "C, not CSV; of CUDA C nvcc -cubin -arch=sm_90 makes a cubin, for which simt-sim --template makes a workload.csv"},
		{".json", "", 0, "JSON, not CSV"}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if ((!*known[i].ending || wholefile_ends(f->name, known[i].ending)) && f->raw_bytes >= known[i].bytes &&
		    !memcmp(f->raw, known[i].start, known[i].bytes))
			return known[i].text;
	if (f->raw_bytes >= 4 && ((!f->raw[1] && !f->raw[3]) || (!f->raw[0] && !f->raw[2])) && f->raw[0] != f->raw[1])
		return known[0].text;
	return NULL;
}

static bool
check_bytes(const struct csvfile *f, struct simt_error *e)
{
	const char *other = other_format(f);
	unsigned line = 1;

	if (other)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: this is %s", f->name, other);
	for (size_t i = 0, n; i < f->raw_bytes; i += n) {
		const char *at = (const char *)f->raw + i;

		n = character_bytes(at, f->raw_bytes - i);
		if (n == 0)
			return fail_at(f, i, line, e, "byte 0x%02x is not UTF-8", f->raw[i]);
		if (f->raw[i] == '\0')
			return fail_at(f, i, line, e, "a NUL byte; is this a CSV file?");
		if (f->raw[i] == '\r' && (i + 1 == f->raw_bytes || f->raw[i + 1] != '\n'))
			return fail_at(f, i, line, e, "a carriage return without a line feed; lines end in LF or CRLF");
		if (character_controls(at) && !strchr("\t\r\n", *at))
			return fail_at(f, i, line, e, "a character that controls a terminal (0x%02x); leave it out",
				       f->raw[i + n - 1]);
		if (f->raw[i] == '\n')
			line++;
	}
	return true;
}

static bool
check_row(const struct reading *r, struct simt_error *e)
{
	const struct csvfile *f = r->f;

	if (r->complaint)
		return fail_at(f, r->start, r->start_line, e, "%s", r->complaint);
	if (r->wrong > f->ncolumns)
		return fail_at(f, r->surplus, r->surplus_line, e,
			       "%zu fields, header has %zu; a comma inside a cell must be quoted", r->wrong, f->ncolumns);
	if (r->wrong)
		return fail_at(f, r->row_start, r->row_line, e, "%zu field%s, header has %zu", r->wrong, r->wrong == 1 ? "" : "s",
			       f->ncolumns);
	return true;
}

static bool
parse_line(struct reading *r, struct csv_parser *p, size_t end, struct simt_error *e)
{
	struct csvfile *f = r->f;

	for (; r->at < end; r->at++) {
		unsigned char c = f->raw[r->at];
		bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';

		if (!r->cell_open && !blank && c != ',') {
			r->cell_open = true;
			r->start = r->at;
			r->start_line = r->line;
			if (!r->row_open) {
				r->row_open = true;
				r->row_start = r->at;
				r->row_line = r->line;
			}
		}
		if (csv_parse(p, &c, 1, cell_end, row_end, r) != 1 || csv_error(p) != CSV_SUCCESS) {
			if (csv_error(p) != CSV_EPARSE)
				return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", f->name, csv_strerror(csv_error(p)));
			return fail_at(f, r->at, r->line, e, "a quote must be doubled, and stand in a quoted cell");
		}
		if (!check_row(r, e))
			return false;
		if (r->cell_open && r->at - r->start > 2 * (size_t)CSVFILE_CELL_BYTES_MAX + 2)
			return fail_at(f, r->start, r->start_line, e, "a cell of more than 1 MiB");
		if (c == '\n')
			r->line++;
	}
	return true;
}

static bool
parse_lines(struct reading *r, struct csv_parser *p, struct simt_error *e)
{
	struct csvfile *f = r->f;

	if (f->raw_bytes >= 3 && !memcmp(f->raw, "\xef\xbb\xbf", 3))
		r->at = 3;
	while (r->at < f->raw_bytes) {
		const unsigned char *lf = memchr(f->raw + r->at, '\n', f->raw_bytes - r->at);
		size_t end = lf ? (size_t)(lf - f->raw) + 1 : f->raw_bytes;

		if (!r->row_open && f->raw[r->at] == '#') {
			r->at = end;
			r->line++;
			continue;
		}
		if (!parse_line(r, p, end, e))
			return false;
	}
	if (csv_fini(p, cell_end, row_end, r) != 0)
		return fail_at(f, r->start, r->start_line, e, "the quoted cell that starts here never ends");
	return check_row(r, e);
}

static bool
check_header(const struct reading *r, struct simt_error *e)
{
	const struct csvfile *f = r->f;

	if (!r->header)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: no header row", f->name);
	for (size_t i = 0; i < f->ncolumns; i++) {
		if (!f->cells[i].bytes)
			return csvfile_fail(f, &f->cells[i], 0, e, "column %zu has no name", i + 1);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(f->cells[i].text, f->cells[k].text))
				return csvfile_fail(f, &f->cells[i], 0, e, "column '%.80s' is given twice", f->cells[i].text);
	}
	return true;
}

/* Takes raw (malloc'ed, of bytes bytes) over. */
static struct csvfile *
parse(unsigned char *raw, size_t bytes, const char *name, struct simt_error *e)
{
	struct csvfile *f = calloc(1, sizeof *f);
	struct reading r = {.f = f, .line = 1};
	struct csv_parser p;
	bool ok;

	if (!f) {
		free(raw);
		simt_fail(e, SIMT_BAD_INPUT, "%s: not enough memory", name);
		return NULL;
	}
	f->raw = raw;
	f->raw_bytes = bytes;
	f->name = strdup(name);
	f->text = malloc(bytes + 2); /* a cell's separator makes room for its NUL */
	if (!f->name || !f->text || csv_init(&p, CSV_STRICT | CSV_STRICT_FINI) != 0) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: not enough memory", name);
		csvfile_free(f);
		return NULL;
	}
	ok = check_bytes(f, e) && parse_lines(&r, &p, e) && check_header(&r, e);
	csv_free(&p);
	if (ok)
		return f;
	csvfile_free(f);
	return NULL;
}

struct csvfile *
csvfile_parse(const void *data, size_t bytes, const char *name, struct simt_error *e)
{
	unsigned char *raw;

	if (bytes > CSVFILE_BYTES_MAX) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: more than 1 GiB", name);
		return NULL;
	}
	raw = malloc(bytes + 1);
	if (!raw) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: not enough memory", name);
		return NULL;
	}
	if (bytes)
		memcpy(raw, data, bytes);
	return parse(raw, bytes, name, e);
}

struct csvfile *
csvfile_read(const char *path, struct simt_error *e)
{
	size_t bytes;
	unsigned char *raw = wholefile_read(path, CSVFILE_BYTES_MAX, &bytes, e);

	return raw ? parse(raw, bytes, path, e) : NULL;
}

void
csvfile_free(struct csvfile *f)
{
	if (!f)
		return;
	free(f->name);
	free(f->cells);
	free(f->text);
	free(f->raw);
	free(f);
}

const struct csv_cell *
csvfile_header(const struct csvfile *f, size_t column)
{
	assert(column < f->ncolumns);
	return &f->cells[column];
}

const struct csv_cell *
csvfile_cell(const struct csvfile *f, size_t row, size_t column)
{
	assert(row < f->nrows && column < f->ncolumns);
	return &f->cells[(row + 1) * f->ncolumns + column];
}

int
csvfile_find(const struct csvfile *f, const char *column)
{
	for (size_t i = 0; i < f->ncolumns; i++)
		if (!strcmp(f->cells[i].text, column))
			return (int)i;
	return -1;
}

void
csvfile_place(const struct csvfile *f, const struct csv_cell *c, size_t offset, unsigned *line, unsigned *column)
{
	size_t at = c->start;
	bool quoted = at < f->raw_bytes && f->raw[at] == '"';

	*line = c->line;
	if (quoted)
		at++;
	for (size_t i = 0; i < offset && i < c->bytes; i++) {
		if (f->raw[at] == '\n')
			(*line)++;
		at += quoted && f->raw[at] == '"' ? 2 : 1;
	}
	place(f, at, column);
}

bool
csvfile_fail(const struct csvfile *f, const struct csv_cell *c, size_t offset, struct simt_error *e, const char *format, ...)
{
	char text[768];
	unsigned line, column;
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	csvfile_place(f, c, offset, &line, &column);
	return simt_fail(e, SIMT_BAD_INPUT, "%s:%u:%u: %s", f->name, line, column, text);
}

static bool
needs_quotes(const char *text, size_t n)
{
	return n && (strpbrk(text, ",\"\r\n") || strchr("# \t", text[0]) || strchr(" \t", text[n - 1]));
}

void
csvfile_put(FILE *out, const char *text)
{
	const size_t n = strlen(text);

	if (needs_quotes(text, n))
		csv_fwrite(out, text, n);
	else
		fputs(text, out);
}

void
csvfile_text(struct text *to, const char *text)
{
	const size_t n = strlen(text);

	if (needs_quotes(text, n)) {
		const size_t bytes = csv_write(NULL, 0, text, n);

		to->s = grow(to->s, &to->room, to->n + bytes, 1);
		to->n += csv_write(to->s + to->n, bytes, text, n);
	} else {
		text_bytes(to, text, n);
	}
}
