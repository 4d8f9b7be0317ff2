#include "workloads/runner/saved.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workloads/reader/inputs.h"
#include "base/alloc.h"
#include "base/file-names.h"
#include "base/hash.h"
#include "workloads/generators/pieces.h"
#include "base/result-file.h"

/* ---- hashes ---- */
void
saved_hash_header(FILE *out)
{
	fputs("workload,case,buffer,type,elements,chunk,fnv1a64\n", out);
}

bool
saved_chunks(const struct workload_buffer *b, const void *data, simt_stop stop,
	     void (*take)(void *arg, uint64_t chunk, uint64_t hash), void *arg)
{
	const size_t all = (size_t)workload_buffer_bytes(b), chunk = (size_t)SAVED_CHUNK * element_info[b->type].bytes;
	size_t zeros = 0; /* bytes of which `of_zeros` is the hash */
	uint64_t of_zeros = 0;
	struct pages pages;
	bool on = true;

	pages_begin(&pages);
	for (size_t i = 0; i < all && (on = i % PIECE || !simt_stopped(stop)); i += chunk) {
		const unsigned char *p = (const unsigned char *)data + i;
		size_t n = all - i < chunk ? all - i : chunk;
		bool empty = pages_untouched(&pages, p, n) || all_zeros(p, n);

		if (empty && zeros != n) {
			of_zeros = fnv1a64(pages_zeros(&pages), n);
			zeros = n;
		}
		take(arg, i / chunk, empty ? of_zeros : fnv1a64(p, n));
	}
	pages_end(&pages);
	return on;
}

/* A row for each chunk, which begin alike. */
struct rows {
	FILE *out;
	char *begin;
};

static void
put_row(void *arg, uint64_t chunk, uint64_t hash)
{
	const struct rows *r = arg;

	fprintf(r->out, "%s%" PRIu64 ",%016" PRIx64 "\n", r->begin, chunk, hash);
}

bool
saved_hash(FILE *out, const char *workload, const struct workload_case *c, const struct workload_buffer *b, const void *data,
	   simt_stop stop)
{
	struct rows r = {.out = out};
	size_t bytes;
	FILE *begin = must(open_memstream(&r.begin, &bytes));
	bool on;

	csvfile_put(begin, workload);
	putc(',', begin);
	csvfile_put(begin, c->name);
	fprintf(begin, ",%s,%s,%" PRIu64 ",", b->name, element_info[b->type].name, b->count);
	if (fclose(begin) != 0)
		simt_no_memory();
	on = saved_chunks(b, data, stop, put_row, &r);
	free(r.begin);
	return on;
}

char *
saved_workload(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');

	return must(dot ? strndup(base, (size_t)(dot - base)) : strdup(base));
}

/* ---- bytes ---- */
/* FOLDER/CASE.BUFFER.bin; *name is where its last part begins. */
static char *
file_of(const char *folder, const struct workload_case *c, const struct workload_buffer *b, const char **name)
{
	size_t room = strlen(folder) + strlen(c->name) + strlen(b->name) + sizeof "/..bin";
	char *path = must(malloc(room));
	size_t at = (size_t)snprintf(path, room, "%s/", folder);

	snprintf(path + at, room - at, "%s.%s.bin", c->name, b->name);
	for (char *p = path + at; *p; p++)
		*p = *p == '/' ? '_' : *p;
	*name = path + at;
	return path;
}

/* Whether a file of that name can be written beside the others: `used` has the names so far, in memory of `a`. */
static bool
name_fits(const char *path, const char *name, const struct inputs *read, struct names *used, struct arena *a, struct simt_error *e)
{
	struct stat is;
	size_t at;

	if (strlen(name) > NAME_MAX)
		return simt_fail(e, SIMT_BAD_INPUT, "%.200s...: %s", path, strerror(ENAMETOOLONG));
	if (names_find(used, name, &at))
		return simt_fail(e, SIMT_USAGE, "%s: two buffers would be saved there; other names of cases tell them apart", path);
	names_set(used, arena_copy(a, name, strlen(name)), 0);
	if (stat(path, &is))
		return true;
	if (!S_ISREG(is.st_mode))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: not a regular file", path);
	for (size_t i = 0; i < read->n; i++)
		if (is.st_dev == read->file[i].device && is.st_ino == read->file[i].number)
			return simt_fail(e, SIMT_USAGE, "%s is an input; contents need another folder", path);
	return true;
}

/* Whether files can be made there; else errno says why not. */
static bool
takes_files(const char *folder)
{
	char *path = path_join(folder, ".simt-XXXXXX");
	int f = mkstemp(path);

	if (f >= 0) {
		unlink(path);
		close(f);
	}
	free(path);
	return f >= 0;
}

bool
saved_fits(const char *folder, const struct workload *w, const bool *selected, struct simt_error *e)
{
	struct inputs *read;
	struct names used = {.n = 0};
	struct arena a = {NULL};
	bool fits;

	if (!path_make_folder(folder, e))
		return false;
	if (!takes_files(folder))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", folder, strerror(errno));
	read = inputs_of(w);
	fits = true;
	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t k = 0; fits && selected[i] && k < w->cases[i].nbuffers; k++) {
			const char *name;
			char *path = file_of(folder, &w->cases[i], &w->cases[i].buffers[k], &name);

			fits = name_fits(path, name, read, &used, &a, e);
			free(path);
		}
	}
	inputs_free(read);
	names_free(&used);
	arena_free(&a);
	return fits;
}

void
saved_clear(const char *folder, const struct workload_case *c)
{
	for (size_t k = 0; k < c->nbuffers; k++) {
		const char *name;
		char *path = file_of(folder, c, &c->buffers[k], &name);

		unlink(path);
		free(path);
	}
}

/* Writes the bytes, and leaves out those that are zero, which a file has where nothing has been written. False: errno, or *e says why. */
static bool
put_bytes(FILE *out, const unsigned char *data, size_t bytes, simt_stop stop, struct simt_error *e)
{
	struct pages pages;
	bool fine = true, gap = false;

	pages_begin(&pages);
	for (size_t i = 0; i < bytes && fine; i += PIECE) {
		size_t n = bytes - i < PIECE ? bytes - i : PIECE;

		gap = pages_untouched(&pages, data + i, n) || all_zeros(data + i, n);
		fine = simt_goes_on(stop, e) && (gap ? !fseeko(out, (off_t)n, SEEK_CUR) : fwrite(data + i, 1, n, out) == n);
	}
	pages_end(&pages);
	/* what ends with zeros has its size by this */
	return fine && (!gap || (!fflush(out) && !ftruncate(fileno(out), (off_t)bytes)));
}

bool
saved_put(const char *folder, const struct workload_case *c, const struct workload_buffer *b, const void *data, simt_stop stop,
	  struct simt_error *e)
{
	const char *name;
	char *path = file_of(folder, c, b, &name);
	struct result_file *to = result_open_new(path, e);
	bool fine = false;

	if (to && put_bytes(result_stream(to), data, (size_t)workload_buffer_bytes(b), stop, e)) {
		fine = result_close(to, e);
	} else if (to) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, strerror(errno)); /* unless it was stopped */
		result_discard(to);
	}
	free(path);
	return fine;
}
