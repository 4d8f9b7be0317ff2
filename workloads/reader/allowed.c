#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/wholefile.h"
#include "workloads/reader/reader.h"

/* Adds the real name of a folder, without links, to w->allowed. One that does not exist allows nothing. */
static void
allow(struct workload *w, const char *folder)
{
	char *real = realpath(folder, NULL);

	if (real) {
		w->allowed = grow(w->allowed, &w->room_allowed, w->nallowed + 1, sizeof *w->allowed);
		w->allowed[w->nallowed++] = real;
	}
}

void
reader_allow(struct workload *w, const struct workload_options *o)
{
	const char *env = getenv("SIMT_ALLOW_PATH");
	char *all = must(strdup(env ? env : "")), *rest = all;

	allow(w, w->folder);
	for (size_t i = 0; o && i < o->nallow; i++)
		allow(w, o->allow[i]);
	for (char *folder; (folder = strsep(&rest, ":"));)
		if (*folder)
			allow(w, folder);
	free(all);
}

/* Whether a real name is that of a folder or file, or below it. */
static bool
is_below(const char *real, const char *folder)
{
	const size_t n = strcmp(folder, "/") ? strlen(folder) : 0;

	return !strncmp(real, folder, n) && (real[n] == '/' || !real[n]);
}

bool
reader_may_read(const struct workload *w, const char *path, bool whole, const char *at, struct parse_error *pe)
{
	char *name = whole ? wholefile_name(path) : must(strdup(path)), *real = name ? realpath(name, NULL) : NULL;
	bool fine = !real; /* opening what is not there says so */
	struct stat is;

	for (size_t i = 0; real && i < w->nallowed && !fine; i++)
		fine = is_below(real, w->allowed[i]);
	if (!fine) {
		char *folder = path_folder(real);

		parse_fail(pe, at, "%.200s is not below the folder of the workload; --allow-path %.200s allows it", path, folder);
		free(folder);
	} else if (real && stat(real, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode)) {
		fine = parse_fail(pe, at, "%.200s is no regular file", path);
	}
	free(real);
	free(name);
	return fine;
}

bool
reader_may_fill(const struct workload *w, const struct generator *g, const char *at, struct parse_error *pe)
{
	char *path;
	bool fine;

	if (!g->file)
		return true;
	path = path_join(w->folder, g->file);
	fine = reader_may_read(w, path, g->kind == GENERATE_CSV, at, pe);
	free(path);
	return fine;
}
