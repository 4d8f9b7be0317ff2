#include "saved.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inputs.h"
#include "must.h"
#include "paths.h"

uint64_t
fnv1a64(const void *data, size_t bytes)
{
	const unsigned char *p = data;
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	while (bytes--)
		h = (h ^ *p++) * UINT64_C(0x100000001b3);
	return h;
}

/* ---- hashes ---- */
void
saved_hash_header(FILE *out)
{
	fputs("workload,case,buffer,type,elements,chunk,fnv1a64\n", out);
}

void
saved_hash(FILE *out, const char *workload, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	size_t size = element_info[b->type].bytes;

	for (uint64_t first = 0; first < b->count; first += SAVED_CHUNK) {
		uint64_t n = b->count - first < SAVED_CHUNK ? b->count - first : SAVED_CHUNK;

		csvfile_put(out, workload);
		putc(',', out);
		csvfile_put(out, c->name);
		fprintf(out, ",%s,%s,%" PRIu64 ",%" PRIu64 ",%016" PRIx64 "\n", b->name, element_info[b->type].name, b->count,
			first / SAVED_CHUNK, fnv1a64((const unsigned char *)data + first * size, (size_t)n * size));
	}
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
			return simt_fail(e, SIMT_USAGE, "%s is read; contents need another folder", path);
	return true;
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
	if (access(folder, W_OK | X_OK))
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
saved_clear(const char *folder, const struct workload *w, const bool *selected)
{
	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t k = 0; selected[i] && k < w->cases[i].nbuffers; k++) {
			const char *name;
			char *path = file_of(folder, &w->cases[i], &w->cases[i].buffers[k], &name);

			unlink(path);
			free(path);
		}
	}
}

bool
saved_put(const char *folder, const struct workload_case *c, const struct workload_buffer *b, const void *data,
	  struct simt_error *e)
{
	size_t bytes = (size_t)workload_buffer_bytes(b);
	const char *name;
	char *path = file_of(folder, c, b, &name);
	FILE *out = fopen(path, "wb");
	bool fine = out && fwrite(data, 1, bytes, out) == bytes;
	int why = errno;

	if (out && fclose(out) != 0 && fine) {
		fine = false;
		why = errno;
	}
	if (!fine) {
		if (out)
			unlink(path);
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, strerror(why));
	}
	free(path);
	return fine;
}
