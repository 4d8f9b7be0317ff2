#include "workloads/sweep/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file-names.h"
#include "base/result-file.h"
#include "base/wholefile.h"

enum {
	KEY_DIGITS = 16,
	LOCK_TRIES = 40, /* the workers of a sweep that was killed end within this time */
	LOCK_PAUSE_MS = 50
};

static const char costs_head[] = "point,seconds\n";

/* ---- names ---- */

char *
store_file(const struct store *s, const char *name)
{
	return path_join(s->folder, name);
}

static char *
name_of(const struct store *s, uint64_t key, const char *ending)
{
	char name[64];

	snprintf(name, sizeof name, "points/%0*" PRIx64 "%s", KEY_DIGITS, key, ending);
	return path_join(s->folder, name);
}

char *
store_point(const struct store *s, uint64_t key)
{
	return name_of(s, key, ".csv");
}

/* The key that the name of a file begins with, and what comes behind it; NULL: none. */
static const char *
take_key(const char *name, uint64_t *key)
{
	*key = 0;
	for (int i = 0; i < KEY_DIGITS; i++) {
		const char c = name[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
			return NULL;
		*key = *key << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return name + KEY_DIGITS;
}

/* ---- looking ---- */

static void
add_point(struct store *s, uint64_t key)
{
	if (map_get(&s->ended, key))
		return;
	map_put(&s->ended, key, s);
	s->nended++;
}

static bool
look_at_points(struct store *s, struct simt_error *e)
{
	char *folder = store_file(s, "points");
	DIR *d = opendir(folder);
	const int why = errno;

	for (const struct dirent *f; d && (f = readdir(d));) {
		uint64_t key;
		const char *rest = take_key(f->d_name, &key);

		if (rest && !strcmp(rest, ".csv"))
			add_point(s, key);
	}
	if (d)
		closedir(d);
	else if (why != ENOENT)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", folder, strerror(why));
	free(folder);
	return d || why == ENOENT;
}

/* Costs are estimates: lines that are not whole, and a file that cannot be read, are passed over. */
static void
look_at_costs(struct store *s)
{
	char *name = store_file(s, "costs.csv");
	struct simt_error no = {.status = SIMT_OK};
	size_t bytes = 0;
	char *text = (char *)wholefile_read(name, WHOLEFILE_BYTES_MAX, &bytes, &no);

	for (char *line = text; line && *line;) {
		char *next = strchr(line, '\n'), *end;
		uint64_t key;
		const char *rest = take_key(line, &key);
		const double seconds = rest && *rest == ',' ? strtod(rest + 1, &end) : -1;
		double *kept = next && seconds >= 0 ? map_get(&s->cost, key) : NULL;

		if (next && seconds >= 0 && !kept) {
			kept = zeroed(1, sizeof *kept);
			map_put(&s->cost, key, kept);
		}
		if (kept)
			*kept = seconds;
		line = next ? next + 1 : NULL;
	}
	free(text);
	free(name);
}

bool
store_look(struct store *s, const char *folder, struct simt_error *e)
{
	struct stat is;

	*s = (struct store){.folder = must(strdup(folder)), .lock = -1, .costs = -1};
	if (stat(folder, &is) == 0 && !S_ISDIR(is.st_mode))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: it is no folder; results of a sweep are written into a folder", folder);
	if (!look_at_points(s, e))
		return false;
	look_at_costs(s);
	return true;
}

/* ---- writing ---- */

static bool
take_lock(struct store *s, const char *lock, struct simt_error *e)
{
	char *name = store_file(s, lock);
	bool fine = false;

	s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (s->lock < 0) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, strerror(errno));
		free(name);
		return false;
	}
	for (int i = 0; !fine && i < LOCK_TRIES; i++) {
		/* a file system may have no locks: then there is none to wait for */
		fine = flock(s->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
		if (!fine)
			nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_MS * 1000000L}, NULL);
	}
	if (!fine)
		simt_fail(e, SIMT_BAD_INPUT, "%s: another sweep is writing it just now (%s is locked)", s->folder, name);
	free(name);
	return fine;
}

/* Opens the list of costs, whose last line may be cut off. Without it there are no estimates, which is no reason to stop. */
static void
open_costs(struct store *s)
{
	char *name = store_file(s, "costs.csv"), last = '\n';
	struct stat is;

	s->costs = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (s->costs >= 0 && fstat(s->costs, &is) == 0) {
		if (!is.st_size)
			(void)!write(s->costs, costs_head, sizeof costs_head - 1);
		else if (pread(s->costs, &last, 1, is.st_size - 1) == 1 && last != '\n')
			(void)!write(s->costs, "\n", 1);
	}
	free(name);
}

bool
store_open(struct store *s, const char *lock, struct simt_error *e)
{
	char *points = store_file(s, "points");
	const bool fine = path_make_folder(s->folder, e) && path_make_folder(points, e) && take_lock(s, lock, e);

	free(points);
	if (fine)
		open_costs(s);
	/* what ended while this sweep waited for the lock */
	return fine && look_at_points(s, e);
}

static void
nothing(void *value)
{
	(void)value;
}

void
store_close(struct store *s)
{
	if (s->lock >= 0)
		close(s->lock);
	if (s->costs >= 0)
		close(s->costs);
	map_clear(&s->ended, nothing);
	map_clear(&s->cost, free);
	free(s->folder);
	*s = (struct store){.lock = -1, .costs = -1};
}

/* ---- points ---- */

bool
store_has(const struct store *s, uint64_t key)
{
	return map_get(&s->ended, key);
}

double
store_cost(const struct store *s, uint64_t key)
{
	const double *seconds = map_get(&s->cost, key);

	return seconds ? *seconds : 0;
}

/* Writes a file; `name` is freed. */
static bool
put(char *name, const char *text, size_t bytes, struct simt_error *e)
{
	struct result_file *f = result_open(name, e);

	free(name);
	if (!f)
		return false;
	fwrite(text, 1, bytes, result_stream(f));
	return result_close(f, e);
}

bool
store_put(const struct store *s, uint64_t key, const struct text *csv, struct simt_error *e)
{
	return put(store_point(s, key), csv->s, csv->n, e);
}

bool
store_put_failure(const struct store *s, uint64_t key, const char *why, struct simt_error *e)
{
	return put(name_of(s, key, ".failed"), why, strlen(why), e);
}

char *
store_failure(const struct store *s, uint64_t key)
{
	char *name = name_of(s, key, ".failed");
	struct simt_error no = {.status = SIMT_OK};
	size_t bytes;
	char *why = (char *)wholefile_read(name, WHOLEFILE_BYTES_MAX, &bytes, &no);

	free(name);
	return why;
}

void
store_note(struct store *s, uint64_t key, double seconds)
{
	char line[64];
	const int n = snprintf(line, sizeof line, "%0*" PRIx64 ",%.4f\n", KEY_DIGITS, key, seconds);

	add_point(s, key);
	if (s->costs >= 0)
		(void)!write(s->costs, line, (size_t)n);
}
