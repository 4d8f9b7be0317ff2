#include "base/result-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file-names.h"

static const char ending[] = ".part";

struct result_file {
	FILE *stream;
	char *name;          /* as it was given */
	char *target, *part; /* NULL: written directly */
	off_t whole;         /* bytes that are marked */
	int why;             /* errno of the first write that failed, or 0 */
};

/* ---- names ---- */
static bool
begins(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/* Whether the file is written directly. A file that does not exist is not. */
static bool
is_direct(const char *name)
{
	struct stat is;

	if (!strcmp(name, "-") || (begins(name, "/dev/") && !begins(name, "/dev/shm/")) || begins(name, "/proc/"))
		return true;
	if (stat(name, &is) == 0)
		return !S_ISREG(is.st_mode);
	return lstat(name, &is) == 0; /* a link that leads nowhere */
}

/* folder/base, or NULL without memory. */
static char *
join(const char *folder, const char *base)
{
	size_t room = strlen(folder) + strlen(base) + 2;
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%s/%s", strcmp(folder, "/") ? folder : "", base);
	return path;
}

char *
result_target(const char *name)
{
	const char *slash = strrchr(name, '/');
	char *folder, *real, *target;

	if (is_direct(name))
		return NULL;
	target = realpath(name, NULL);
	if (target || errno != ENOENT)
		return target;
	folder = slash ? strndup(name, (size_t)(slash - name) + 1) : strdup(".");
	real = folder ? realpath(folder, NULL) : NULL;
	target = real ? join(real, slash ? slash + 1 : name) : NULL;
	free(real);
	free(folder);
	return target;
}

/* As result_target, but a link is not followed. NULL: errno says why; something else than a file or a link is in its place. */
static char *
new_target(const char *name)
{
	char *folder = path_folder(name), *real = realpath(folder, NULL), *target = real ? join(real, path_base(name)) : NULL;
	struct stat is;

	if (target && lstat(target, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISLNK(is.st_mode)) {
		free(target);
		target = NULL;
		errno = EEXIST;
	}
	free(real);
	free(folder);
	return target;
}

/* The target's name with .part appended, cut to the longest name allowed. */
static char *
part_of(const char *target)
{
	size_t n = strlen(target), base = n - (size_t)(strrchr(target, '/') + 1 - target);
	char *part = malloc(n + sizeof ending);

	if (part) {
		size_t cut = base + sizeof ending - 1 > NAME_MAX ? base + sizeof ending - 1 - NAME_MAX : 0;

		memcpy(part, target, n - cut);
		memcpy(part + n - cut, ending, sizeof ending);
	}
	return part;
}

/* ---- files ---- */
/* Opens the file beside the target, empty, and locks it, so that another run that writes it is noticed. That run may end and rename the
 * file between the two steps; then it is opened again. -1: errno has the reason; EWOULDBLOCK: there is such a run. */
static int
open_part(const char *part, const char *target)
{
	struct stat mine, there, old;

	for (;;) {
		int f = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);

		if (f < 0)
			return -1;
		if (flock(f, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
			close(f);
			errno = EWOULDBLOCK;
			return -1;
		}
		if (fstat(f, &mine) == 0 && stat(part, &there) == 0 && mine.st_dev == there.st_dev && mine.st_ino == there.st_ino) {
			if (stat(target, &old) == 0 && fchmod(f, old.st_mode & 07777))
				errno = 0; /* as good with other permissions */
			if (ftruncate(f, 0) == 0)
				return f;
			close(f);
			return -1;
		}
		close(f);
	}
}

static void
free_result(struct result_file *r)
{
	free(r->name);
	free(r->target);
	free(r->part);
	free(r);
}

/* Fills in r->stream; false: errno says why. */
static bool
open_stream(struct result_file *r, bool follow)
{
	int f;

	if (follow && is_direct(r->name)) {
		r->stream = strcmp(r->name, "-") ? fopen(r->name, "we") : stdout;
		return r->stream != NULL;
	}
	r->target = follow ? result_target(r->name) : new_target(r->name);
	r->part = r->target ? part_of(r->target) : NULL;
	if (!r->part)
		return false;
	/* a target that must not be written is not replaced either */
	if (follow && access(r->target, W_OK) && errno != ENOENT)
		return false;
	f = open_part(r->part, r->target);
	r->stream = f < 0 ? NULL : fdopen(f, "w");
	if (f >= 0 && !r->stream)
		close(f);
	return r->stream != NULL;
}

static struct result_file *
open_result(const char *name, bool follow, struct simt_error *e)
{
	struct result_file *r = calloc(1, sizeof *r);

	if (r && (r->name = strdup(name)) && open_stream(r, follow))
		return r;
	if (errno == EWOULDBLOCK)
		simt_fail(e, SIMT_BAD_INPUT, "%s: another run is writing it just now (%s%s is locked)", name, name, ending);
	else if (r && r->part && errno == EACCES && access(r->target, F_OK) == 0)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s; results are written to %s%s, which then takes its place", name,
			  strerror(errno), name, ending);
	else
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, strerror(errno));
	if (r)
		free_result(r);
	return NULL;
}

struct result_file *
result_open(const char *name, struct simt_error *e)
{
	return open_result(name, true, e);
}

struct result_file *
result_open_new(const char *name, struct simt_error *e)
{
	return open_result(name, false, e);
}

FILE *
result_stream(const struct result_file *r)
{
	return r->stream;
}

/* Notes the first failure. */
static bool
flushed(struct result_file *r)
{
	errno = 0;
	if (fflush(r->stream) == 0 && !ferror(r->stream) && !r->why)
		return true;
	/* A write that failed before has taken its reason along: what is behind the last mark goes anyway, and one byte more tells it again. */
	if (!errno && !r->why && r->part)
		(void)!write(fileno(r->stream), "", 1);
	if (!r->why)
		r->why = errno ? errno : EIO;
	return false;
}

bool
result_mark(struct result_file *r)
{
	if (!flushed(r))
		return false;
	if (r->part)
		r->whole = ftello(r->stream);
	return true;
}

void
result_cut(struct result_file *r)
{
	if (r->part && flushed(r) && (ftruncate(fileno(r->stream), r->whole) || fseeko(r->stream, r->whole, SEEK_SET)))
		r->why = errno;
}

/* Keeps what was marked beside the target, or removes the file if nothing was. */
static void
keep_whole(struct result_file *r)
{
	if (r->whole <= 0 || truncate(r->part, r->whole))
		unlink(r->part);
}

/* Closes the stream, which may be where a full disk shows, and gives the file its name while it is still locked. */
static bool
finish(struct result_file *r)
{
	bool fine = flushed(r);
	int lock = r->part ? dup(fileno(r->stream)) : -1;

	errno = 0;
	if (r->stream != stdout && fclose(r->stream) != 0)
		fine = false;
	if (fine && r->part && rename(r->part, r->target))
		fine = false;
	if (!fine && !r->why)
		r->why = errno ? errno : EIO;
	if (!fine && r->part)
		keep_whole(r);
	if (lock >= 0)
		close(lock);
	return fine;
}

bool
result_close(struct result_file *r, struct simt_error *e)
{
	bool fine;

	if (!r)
		return true;
	fine = finish(r);
	if (!fine && r->part && r->whole > 0)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s; it stays as it was, and what is whole of the new one is in %s", r->name,
			  strerror(r->why), r->part);
	else if (!fine)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", r->stream == stdout ? "standard output" : r->name, strerror(r->why));
	free_result(r);
	return fine;
}

void
result_discard(struct result_file *r)
{
	if (!r)
		return;
	if (r->part)
		unlink(r->part);
	if (r->stream != stdout)
		fclose(r->stream);
	free_result(r);
}
