/* record-row.c: a launch as a row of workload.csv(5), and the contents of what it reads as files beside it. See record.c.
 *
 * What this module cannot do: contents that have device addresses in them; such a launch is passed over, where that is seen. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
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

/* A row that is being written. */
struct row {
	const struct place *place;
	FILE *out;
	uint64_t bytes; /* of contents in files */
	uint64_t *seen; /* allocations that arguments have named: number i is bi */
	unsigned nseen;
	bool ok; /* all of it could be written down */
};

static void *
memory(size_t n)
{
	void *p = calloc(n, 1);

	if (!p)
		record_stop(99, "not enough memory");
	return p;
}

/* Device memory as a word of `args`: a name with what is before it, and what it holds. */
static void
contents(struct row *r, uint64_t address, size_t n, const char *before, const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	unsigned char *t = memory(n + 8);
	uint64_t hash;
	size_t unit = n % 4 ? 1 : 4, i;
	char path[4096];
	struct stat s;

	if (!simt_read(r->place->machine, address, t, n, &e)) {
		r->ok = false;
		free(t);
		return;
	}
	fprintf(r->out, "%s%s:%s[%zu]=", before, name, unit == 4 ? "u32" : "u8", n / unit);
	for (i = unit; i < n && t[i] == t[i - unit];)
		i++;
	if (i >= n && unit == 4) {
		uint32_t v;

		memcpy(&v, t, 4);
		fprintf(r->out, v ? "fill(%" PRIu32 ") " : "zeros ", v);
	} else if (i >= n) {
		fprintf(r->out, "fill(%u) ", t[0]);
	} else {
		hash = fnv1a64(t, n);
		fprintf(r->out, "bin(%016" PRIx64 ".bin) ", hash);
		snprintf(path, sizeof path, "%s/%016" PRIx64 ".bin", r->place->folder, hash);
		r->bytes += n;
		/* a run that was cut off may have left a part */
		if (r->bytes <= r->place->largest && (stat(path, &s) || (size_t)s.st_size != n))
			record_keep(path, t, n);
	}
	free(t);
}

/* A variable of the device that holds something else than after loading. */
static void
changed(struct row *r, const struct variable *x)
{
	struct simt_error e = {.status = SIMT_OK};
	unsigned char *t = memory(x->bytes);

	if (simt_read(r->place->machine, x->address, t, x->bytes, &e) && memcmp(t, x->first, x->bytes))
		contents(r, x->address, x->bytes, "@", x->name);
	free(t);
}

/* 8 bytes: an address in an allocation, or a number. */
static void
wide(struct row *r, uint64_t v)
{
	const struct buffer *b = record_buffer(v);
	char name[32];
	unsigned j = 0;

	if (!b) {
		fprintf(r->out, v ? "u64=%" PRIu64 " " : "null ", v);
		return;
	}
	while (j < r->nseen && r->seen[j] != b->address)
		j++;
	snprintf(name, sizeof name, "b%u", j);
	if (j < r->nseen) {
		fprintf(r->out, "%s+%" PRIu64 " ", name, v - b->address);
	} else if (v != b->address) {
		r->ok = false; /* inside what no other argument has named */
	} else {
		r->seen[r->nseen++] = b->address;
		contents(r, b->address, b->bytes, "", name);
	}
}

/* Any other size but 1, 2 and 4: a structure, in which addresses are looked for. */
static void
structure(struct row *r, unsigned i, const unsigned char *at, unsigned n)
{
	fprintf(r->out, "p%u:bytes[%u]=hex(", i, n);
	for (unsigned j = 0; j < n; j++) {
		uint64_t v;

		if (j % 8 == 0 && j + 8 <= n) {
			memcpy(&v, at + j, 8);
			r->ok = r->ok && !record_buffer(v);
		}
		fprintf(r->out, "%02x", at[j]);
	}
	fprintf(r->out, ") ");
}

static void
argument(struct row *r, unsigned i, const unsigned char *at, unsigned n)
{
	uint64_t v = 0;

	if (n <= 8)
		memcpy(&v, at, n);
	if (n == 8)
		wide(r, v);
	else if (n == 4 || n <= 2)
		fprintf(r->out, "u%u=%" PRIu64 " ", 8 * n, v);
	else
		structure(r, i, at, n);
}

void
record_seen(void)
{
	static bool noted;
	const char *path = getenv("RECORD_SEEN");
	FILE *f = path && !noted ? fopen(path, "w") : NULL;

	if (f)
		fclose(f);
	noted = true;
}

FILE *
record_rows(const char *folder)
{
	char path[4096];
	FILE *out;

	snprintf(path, sizeof path, "%s/launches.csv", folder);
	out = fopen(path, "w");
	if (!out)
		record_stop(98, "%s: %s", path, strerror(errno));
	fprintf(out, "case,module,kernel,grid,block,shared,cooperative,args,$instructions\n");
	return out;
}

char *
record_row(const struct place *place, const struct kernel *k, const struct configuration *c, const unsigned char *params)
{
	char *text = NULL;
	size_t size;
	struct row r = {.place = place,
			.out = open_memstream(&text, &size),
			.seen = memory((k->info.nparams + 1) * sizeof *r.seen),
			.ok = true};

	if (!r.out)
		record_stop(99, "not enough memory");
	fprintf(r.out, "%s-%u,module-%d.cubin,%s,%ux%ux%u,%ux%ux%u,%zu,%s,", k->name, k->launches, place->module, k->name,
		c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z, c->shared, c->cooperative ? "1" : "");
	for (size_t v = 0; v < place->nvariables; v++) {
		const struct variable *x = &place->variables[v];

		if (x->module == k->module && x->bytes && x->bytes <= LARGEST_VARIABLE)
			changed(&r, x);
	}
	for (unsigned i = 0; i < k->info.nparams; i++)
		argument(&r, i, params + k->info.params[i].offset, k->info.params[i].size);
	fclose(r.out);
	free(r.seen);
	while (size && text[size - 1] == ' ')
		text[--size] = 0;
	if (!r.ok || r.bytes > place->largest) {
		fprintf(stderr, "record: not written, %s: %.100s\n", r.ok ? "too large" : "addresses in its contents", text);
		free(text);
		return NULL;
	}
	return text;
}
