/* record-row.c: a launch as a row of workload.csv(5), and the contents of what it reads as files beside it. See record.c.
 *
 * What this module cannot do: contents that have device addresses in them; such a launch is passed over, where that is seen. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "record.h"

enum { LARGEST_VARIABLE = 1 << 20 };

void
record_keep(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "wb");
	const bool all = f && fwrite(data, 1, n, f) == n;

	if ((f && fclose(f)) || !all)
		record_stop(98, "%s: %s", path, strerror(errno));
}

/* Contents of device memory as a word of `args`; false where they could not be read. */
static bool
contents(const struct place *at, uint64_t address, size_t n, FILE *out, bool symbol, const char *name, uint64_t *bytes)
{
	struct simt_error e = {.status = SIMT_OK};
	unsigned char *t = malloc(n + 8);
	uint64_t hash = 14695981039346656037ull;
	size_t unit = n % 4 ? 1 : 4, i;
	char path[4096];
	struct stat s;

	if (!t)
		record_stop(99, "not enough memory");
	if (!simt_read(at->machine, address, t, n, &e)) {
		free(t);
		return false;
	}
	fprintf(out, "%s%s:%s[%zu]=", symbol ? "@" : "", name, unit == 4 ? "u32" : "u8", n / unit);
	for (i = unit; i < n && t[i] == t[i - unit];)
		i++;
	if (i >= n && unit == 4) {
		uint32_t v;

		memcpy(&v, t, 4);
		fprintf(out, v ? "fill(%" PRIu32 ")" : "zeros", v);
	} else if (i >= n) {
		fprintf(out, "fill(%u)", t[0]);
	} else {
		for (i = 0; i < n; i++)
			hash = (hash ^ t[i]) * 1099511628211ull;
		fprintf(out, "bin(%016" PRIx64 ".bin)", hash);
		snprintf(path, sizeof path, "%s/%016" PRIx64 ".bin", at->folder, hash);
		*bytes += n;
		/* a run that was cut off may have left a part */
		if (*bytes <= at->largest && (stat(path, &s) || (size_t)s.st_size != n))
			record_keep(path, t, n);
	}
	free(t);
	return true;
}

char *
record_row(const struct place *place, const struct kernel *k, dim3 grid, dim3 block, size_t shared, const unsigned char *params,
	   bool cooperative)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	uint64_t bytes = 0, *seen = calloc(k->info.nparams + 1, sizeof *seen);
	unsigned nseen = 0;
	bool ok = true;

	if (!out || !seen)
		record_stop(99, "not enough memory");
	fprintf(out, "%s-%u,module-%d.cubin,%s,%ux%ux%u,%ux%ux%u,%zu,%s,", k->name, k->launches, place->module, k->name, grid.x,
		grid.y, grid.z, block.x, block.y, block.z, shared, cooperative ? "yes" : "");
	for (size_t v = 0; v < place->nvariables; v++) {
		const struct variable *x = &place->variables[v];
		unsigned char *t;
		struct simt_error e = {.status = SIMT_OK};

		if (x->module != k->module || !x->bytes || x->bytes > LARGEST_VARIABLE)
			continue;
		t = malloc(x->bytes);
		if (!t)
			record_stop(99, "not enough memory");
		if (simt_read(place->machine, x->address, t, x->bytes, &e) && memcmp(t, x->first, x->bytes)) {
			ok = contents(place, x->address, x->bytes, out, true, x->name, &bytes) && ok;
			fputc(' ', out);
		}
		free(t);
	}
	for (unsigned i = 0; i < k->info.nparams; i++) {
		const struct simt_param *p = &k->info.params[i];
		const unsigned char *at = params + p->offset;
		uint64_t v = 0;
		const struct buffer *b;

		if (p->size == 8) {
			memcpy(&v, at, 8);
			if ((b = record_buffer(v))) {
				char name[32];
				unsigned j;

				for (j = 0; j < nseen && seen[j] != b->address; j++)
					;
				snprintf(name, sizeof name, "b%u", j);
				if (j < nseen || v != b->address) {
					if (j == nseen) { /* an address inside what no other argument has named */
						ok = false;
						fprintf(out, "INSIDE ");
						continue;
					}
					fprintf(out, "%s+%" PRIu64 " ", name, v - b->address);
					continue;
				}
				seen[nseen++] = b->address;
				ok = contents(place, b->address, b->bytes, out, false, name, &bytes) && ok;
				fputc(' ', out);
				continue;
			}
			fprintf(out, v ? "u64=%" PRIu64 " " : "null ", v);
			continue;
		}
		if (p->size == 4) {
			memcpy(&v, at, 4);
			fprintf(out, "u32=%" PRIu64 " ", v);
		} else if (p->size <= 2) {
			memcpy(&v, at, p->size);
			fprintf(out, "u%u=%" PRIu64 " ", 8 * p->size, v);
		} else {
			fprintf(out, "p%u:bytes[%u]=hex(", i, p->size);
			for (unsigned j = 0; j < p->size; j++) {
				if (j % 8 == 0 && j + 8 <= p->size) {
					memcpy(&v, at + j, 8);
					if (record_buffer(v))
						ok = false;
				}
				fprintf(out, "%02x", at[j]);
			}
			fprintf(out, ") ");
		}
	}
	fclose(out);
	free(seen);
	while (size && text[size - 1] == ' ')
		text[--size] = 0;
	if (!ok || bytes > place->largest) {
		fprintf(stderr, "record: not written, %s: %.100s\n", ok ? "too large" : "addresses in its contents", text);
		free(text);
		return NULL;
	}
	return text;
}
