#include "generate-files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csvfile.h"
#include "paths.h"

bool
fill_from_csv(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count, struct simt_error *e)
{
	const unsigned bytes = element_info[type].bytes;
	char *path = path_join(folder, g->file);
	struct csvfile *f = csvfile_read(path, e);
	struct parse_error pe;
	bool ok = f != NULL;
	int column = f ? csvfile_find(f, g->column) : -1;

	if (ok && column < 0)
		ok = simt_fail(e, SIMT_BAD_INPUT, "%s: no column '%.80s'", path, g->column);
	if (ok && f->nrows != count)
		ok = simt_fail(e, SIMT_BAD_INPUT, "%s: %zu rows, the buffer has %" PRIu64 " elements", path, f->nrows, count);
	for (size_t i = 0; ok && i < f->nrows; i++) {
		const struct csv_cell *c = csvfile_cell(f, i, (size_t)column);
		struct number v;
		uint64_t bits;

		if (!number_parse(c->text, c->bytes, NULL, &v, &pe) || !element_bits(type, &v, &bits, c->text, &pe))
			ok = csvfile_fail(f, c, (size_t)(pe.at - c->text), e, "%s", pe.text);
		else
			memcpy((unsigned char *)to + i * bytes, &bits, bytes); /* little-endian */
	}
	csvfile_free(f);
	free(path);
	return ok;
}

/* Without an offset the buffer has the whole file, with one what begins there. */
bool
fill_from_bin(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count, struct simt_error *e)
{
	const size_t want = (size_t)count * element_info[type].bytes;
	const int64_t from = g->n ? (int64_t)g->v[0].i : 0;
	char *path = path_join(folder, g->file);
	FILE *in = fopen(path, "rb");
	bool ok = true;

	if (!in || fseeko(in, from, SEEK_SET)) {
		ok = simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, strerror(errno));
	} else {
		size_t got = fread(to, 1, want, in);

		if (ferror(in))
			ok = simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, strerror(errno));
		else if (got < want && g->n)
			ok = simt_fail(e, SIMT_BAD_INPUT, "%s: %zu bytes from %" PRId64 " on, the buffer has %zu", path, got, from,
				       want);
		else if (got < want)
			ok = simt_fail(e, SIMT_BAD_INPUT, "%s: %zu bytes, the buffer has %zu", path, got, want);
		else if (!g->n && getc(in) != EOF)
			ok = simt_fail(e, SIMT_BAD_INPUT, "%s: more than the buffer's %zu bytes", path, want);
	}
	if (in)
		fclose(in);
	free(path);
	return ok;
}
