#include "base/sources.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/characters.h"
#include "base/file-names.h"
#include "base/wholefile.h"

enum { SOURCE_BYTES_MAX = 64 << 20 };

struct source {
	const char *name; /* as the cubin has it */
	char **line;      /* without the white space at their ends; NULL: the file was not found */
	size_t n;
	struct source *next;
};

struct sources {
	char **folder;
	size_t n;
	struct arena arena;
	struct source *first;
};

struct sources *
sources_new(const char *const *folder, size_t n)
{
	struct sources *s = zeroed(1, sizeof *s);

	s->n = n;
	s->folder = arena_alloc(&s->arena, n * sizeof *s->folder);
	for (size_t i = 0; i < n; i++)
		s->folder[i] = arena_copy(&s->arena, folder[i], strlen(folder[i]));
	return s;
}

void
sources_free(struct sources *s)
{
	if (!s)
		return;
	for (struct source *x = s->first; x; x = x->next)
		free(x->line);
	arena_free(&s->arena);
	free(s);
}

/* What a source file may be called. A cubin says where its sources are, and may name any file of the host. */
static bool
names_source(const char *path)
{
	static const char *const ending[] = {".cu",  ".cuh", ".c",   ".cc",  ".cpp", ".cxx", ".h",    ".hh", ".hpp",
					     ".hxx", ".inl", ".inc", ".ptx", ".py",  ".jl",  ".mojo", ".cl"};
	struct stat is;
	bool fine = false;

	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		fine = fine || wholefile_ends(path, ending[i]);
	return fine && stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

static unsigned char *
read_text(const char *path, size_t *bytes)
{
	struct simt_error unread = {.status = SIMT_OK};

	return names_source(path) ? wholefile_read(path, SOURCE_BYTES_MAX, bytes, &unread) : NULL;
}

/* The file of that name below the folder: the whole path, then without its first folder, and so on. NULL: there is none. */
static unsigned char *
read_from(const char *folder, const char *name, size_t *bytes)
{
	unsigned char *data = NULL;

	for (const char *rest = name; rest && !data; rest = strchr(rest, '/')) {
		char *path;

		rest += strspn(rest, "/");
		path = path_join(folder, rest);
		data = read_text(path, bytes);
		free(path);
	}
	return data;
}

/* What a terminal would obey, but for tabs, and what is no text becomes "?". */
static void
tame(char *s)
{
	while (*s) {
		const size_t n = character_bytes(s, SIZE_MAX), bytes = n ? n : 1;

		if (!n || (character_controls(s) && *s != '\t'))
			memset(s, '?', bytes);
		s += bytes;
	}
}

static struct source *
read_source(struct sources *s, const char *name)
{
	struct source *x = arena_alloc(&s->arena, sizeof *x);
	size_t bytes = 0, room = 0;
	unsigned char *data = NULL;

	for (size_t i = 0; i < s->n && !data; i++)
		data = read_from(s->folder[i], name, &bytes);
	data = data ? data : read_text(name, &bytes);
	x->name = arena_copy(&s->arena, name, strlen(name));
	for (size_t at = 0; data && at < bytes;) {
		const char *text = (const char *)data + at;
		size_t n = strcspn(text, "\n");

		at += n + 1;
		while (n && isspace((unsigned char)text[n - 1]))
			n--;
		x->line = grow(x->line, &room, x->n + 1, sizeof *x->line);
		x->line[x->n] = arena_copy(&s->arena, text, n);
		tame(x->line[x->n++]);
	}
	free(data);
	x->next = s->first;
	s->first = x;
	return x;
}

const char *
sources_line(struct sources *s, const char *file, unsigned line)
{
	const char *text = sources_line_indented(s, file, line);

	while (text && isspace((unsigned char)*text))
		text++;
	return text;
}

const char *
sources_line_indented(struct sources *s, const char *file, unsigned line)
{
	struct source *x = s->first;

	if (!file || !s->n)
		return NULL;
	while (x && strcmp(x->name, file) != 0)
		x = x->next;
	x = x ? x : read_source(s, file);
	return line > 0 && line <= x->n ? x->line[line - 1] : NULL;
}
