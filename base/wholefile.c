#include "base/wholefile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { START = 65536 };

static bool
ends_in_gz(const char *path)
{
	size_t n = strlen(path);

	return n > 3 && !strcmp(path + n - 3, ".gz");
}

bool
wholefile_ends(const char *path, const char *ending)
{
	size_t n = strlen(path) - (ends_in_gz(path) ? 3 : 0), of = strlen(ending);

	return n >= of && !strncmp(path + n - of, ending, of);
}

char *
wholefile_name(const char *path)
{
	size_t n = strlen(path);
	struct stat st;
	char *name;

	if (stat(path, &st) && (errno != ENOENT || ends_in_gz(path)))
		return NULL;
	name = malloc(n + 4);
	if (!name)
		return NULL;
	memcpy(name, path, n + 1);
	if (stat(path, &st) == 0)
		return name;
	memcpy(name + n, ".gz", 4);
	if (stat(name, &st) == 0)
		return name;
	free(name);
	errno = ENOENT;
	return NULL;
}

/* "1 GiB", or a number of bytes. */
static bool
fail_size(const char *name, size_t most, struct simt_error *e)
{
	const size_t gib = (size_t)1 << 30;

	return simt_fail(e, SIMT_BAD_INPUT, "%s: more than %zu %s", name, most % gib ? most : most / gib,
			 most % gib ? "bytes" : "GiB");
}

/* The whole of an open file. Room grows up to one byte more than are allowed, and the NUL. */
static unsigned char *
slurp(gzFile in, const char *name, size_t most, size_t *bytes, struct simt_error *e)
{
	unsigned char *data = NULL;
	size_t room = 0, n = 0;
	int got, status = Z_OK;

	do {
		if (n == room) {
			unsigned char *more;

			room = room ? 2 * room : START;
			room = room <= most ? room : most + 1;
			more = n <= most ? realloc(data, room + 1) : NULL;
			if (!more) {
				n > most ? fail_size(name, most, e) : simt_fail(e, SIMT_BAD_INPUT, "%s: not enough memory", name);
				free(data);
				return NULL;
			}
			data = more;
		}
		errno = 0;
		got = gzread(in, data + n, (unsigned)(room - n));
		n += got > 0 ? (size_t)got : 0;
	} while (got > 0);
	gzerror(in, &status);
	if (got == 0 && status != Z_BUF_ERROR) {
		data[n] = 0;
		*bytes = n;
		return data;
	}
	simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name,
		  status == Z_ERRNO ? strerror(errno) : "the compressed data are damaged or incomplete");
	free(data);
	return NULL;
}

unsigned char *
wholefile_read(const char *path, size_t most, size_t *bytes, struct simt_error *e)
{
	char *name = wholefile_name(path);
	unsigned char *data = NULL;
	struct stat st;
	gzFile in;

	if (name && stat(name, &st) == 0 && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		in = NULL;
	} else {
		in = name ? gzopen(name, "rb") : NULL;
	}
	if (!in)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", path, strerror(errno ? errno : ENOMEM));
	else if (ends_in_gz(name) && gzdirect(in))
		simt_fail(e, SIMT_BAD_INPUT, "%s: the compressed data are damaged or incomplete", name);
	else
		data = slurp(in, name, most, bytes, e);
	if (in)
		gzclose(in);
	free(name);
	return data;
}
