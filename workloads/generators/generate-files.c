#include "workloads/generators/generate-files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "base/alloc.h"
#include "base/file-names.h"

struct contents_file {
	const struct generator *g;
	enum element_type type;
	char *path;
	uint64_t count, at;  /* elements: all, and those that have been read */
	struct csvfile *csv; /* csv() */
	size_t column;
	FILE *in; /* bin() */
};

static bool
open_csv(struct contents_file *f, struct simt_error *e)
{
	int column;

	f->csv = csvfile_read(f->path, e);
	if (!f->csv)
		return false;
	column = csvfile_find(f->csv, f->g->column);
	if (column < 0)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: no column '%.80s'", f->path, f->g->column);
	f->column = (size_t)column;
	return f->csv->nrows == f->count ||
	       simt_fail(e, SIMT_BAD_INPUT, "%s: %zu rows, the buffer has %" PRIu64 " elements", f->path, f->csv->nrows, f->count);
}

static bool
next_csv(const struct contents_file *f, unsigned char *to, uint64_t n, struct simt_error *e)
{
	const unsigned bytes = element_info[f->type].bytes;
	struct parse_error pe;

	for (size_t i = 0; i < n; i++) {
		const struct csv_cell *c = csvfile_cell(f->csv, f->at + i, f->column);
		struct number v;
		uint64_t bits;

		if (!number_parse(c->text, c->bytes, NULL, &v, &pe) || !element_bits(f->type, &v, &bits, c->text, &pe))
			return csvfile_fail(f->csv, c, (size_t)(pe.at - c->text), e, "%s", pe.text);
		memcpy(to + i * bytes, &bits, bytes); /* little-endian */
	}
	return true;
}

static int64_t
offset(const struct contents_file *f)
{
	return f->g->n ? (int64_t)f->g->v[0].i : 0;
}

static bool
open_bin(struct contents_file *f, struct simt_error *e)
{
	f->in = fopen(f->path, "rb");
	if (!f->in || fseeko(f->in, offset(f), SEEK_SET))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", f->path, strerror(errno));
	return true;
}

/* Without an offset the buffer has the whole file, with one what begins there. */
static bool
next_bin(const struct contents_file *f, unsigned char *to, uint64_t n, struct simt_error *e)
{
	const size_t bytes = element_info[f->type].bytes, want = (size_t)f->count * bytes;
	const size_t got = (size_t)f->at * bytes + fread(to, 1, (size_t)n * bytes, f->in);

	if (ferror(f->in))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", f->path, strerror(errno));
	if (got < (f->at + n) * bytes && f->g->n)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %zu bytes from %" PRId64 " on, the buffer has %zu", f->path, got,
				 offset(f), want);
	if (got < (f->at + n) * bytes)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %zu bytes, the buffer has %zu", f->path, got, want);
	if (got == want && !f->g->n && getc(f->in) != EOF)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: more than the buffer's %zu bytes", f->path, want);
	return true;
}

struct contents_file *
contents_file_open(const struct generator *g, enum element_type type, const char *folder, uint64_t count, struct simt_error *e)
{
	struct contents_file *f = zeroed(1, sizeof *f);

	f->g = g;
	f->type = type;
	f->count = count;
	f->path = path_join(folder, g->file);
	if (g->kind == GENERATE_CSV ? open_csv(f, e) : open_bin(f, e))
		return f;
	contents_file_close(f);
	return NULL;
}

bool
contents_file_next(struct contents_file *f, void *to, uint64_t n, struct simt_error *e)
{
	if (!(f->csv ? next_csv(f, to, n, e) : next_bin(f, to, n, e)))
		return false;
	f->at += n;
	return true;
}

void
contents_file_close(struct contents_file *f)
{
	if (!f)
		return;
	csvfile_free(f->csv);
	if (f->in)
		fclose(f->in);
	free(f->path);
	free(f);
}
