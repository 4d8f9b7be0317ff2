#define _GNU_SOURCE /* a folder for posix_spawn */
#include "workloads/plot/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"

extern char **environ;

bool
gnuplot_found(struct simt_error *e)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		const size_t n = strcspn(path, ":");
		char *name = NULL;
		bool found;

		if (asprintf(&name, "%.*s/gnuplot", (int)n, path) < 0)
			simt_no_memory();
		found = n && access(name, X_OK) == 0;
		free(name);
		if (found)
			return true;
		path += n + (path[n] == ':');
	}
	return simt_fail(e, SIMT_BAD_INPUT, "there is no gnuplot in PATH to draw the picture; install it (Debian: gnuplot-nox)");
}

/* The environment with a locale that has UTF-8, in which all scripts are. The caller frees the list. */
static char **
environment(void)
{
	size_t n = 0, kept = 0;
	char **list;

	while (environ[n])
		n++;
	list = zeroed(n + 2, sizeof *list);
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "LC_ALL=", 7) != 0)
			list[kept++] = environ[i];
	list[kept] = "LC_ALL=C.UTF-8";
	return list;
}

/* Starts gnuplot with its output and its complaints to these descriptors. Returns an errno. */
static int
start(const char *folder, const char *script, int out, int complaints, pid_t *child)
{
	/* -d: whatever the user has in ~/.gnuplot */
	char *argv[] = {"gnuplot", "-d", "-e", "to_stdout = 1", NULL, NULL};
	posix_spawn_file_actions_t actions;
	char *path = NULL, **variables = environment();
	int error;

	if (asprintf(&path, "./%s", script) < 0 || posix_spawn_file_actions_init(&actions))
		simt_no_memory();
	argv[4] = path;
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0);
	posix_spawn_file_actions_adddup2(&actions, out, 1);
	posix_spawn_file_actions_adddup2(&actions, complaints, 2);
	posix_spawn_file_actions_addchdir_np(&actions, folder);
	error = posix_spawnp(child, "gnuplot", &actions, NULL, argv, variables);
	posix_spawn_file_actions_destroy(&actions);
	free(variables);
	free(path);
	return error;
}

/* All that can be read from a descriptor. */
static void
read_all(int from, struct text *t)
{
	char s[4096];
	ssize_t n;

	while ((n = read(from, s, sizeof s)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			text_bytes(t, s, (size_t)n);
	text_bytes(t, "", 1);
}

/* gnuplot's first words, without the file's name, empty lines, and the line with a caret in front of them. NULL: there are none. */
static char *
first_words(char *said)
{
	char *state, *words = strstr(said, "line ");

	for (char *s = strtok_r(words ? words : said, "\n", &state); s; s = strtok_r(NULL, "\n", &state))
		if (s[strspn(s, " ^")])
			return must(strdup(s));
	return NULL;
}

static const char *
find_bytes(const char *s, size_t n, const char *what)
{
	return memmem(s, n, what, strlen(what));
}

/* cairo writes when the PDF was made; blanks take the place of that. */
static void
put_without_date(char *pdf, size_t n, FILE *out)
{
	char *at = (char *)find_bytes(pdf, n, "/CreationDate (");
	char *end = at ? memchr(at, ')', n - (size_t)(at - pdf)) : NULL;

	if (end)
		memset(at, ' ', (size_t)(end + 1 - at));
	fwrite(pdf, 1, n, out);
}

/* What is in the files that gnuplot has written to. */
static bool
take(int status, FILE *files[2], enum plot_format format, FILE *out, char **remark)
{
	struct text drawn = {.n = 0}, said = {.n = 0};
	bool ok;

	lseek(fileno(files[0]), 0, SEEK_SET);
	lseek(fileno(files[1]), 0, SEEK_SET);
	read_all(fileno(files[0]), &drawn);
	read_all(fileno(files[1]), &said);
	*remark = first_words(said.s);
	ok = status == 0 && drawn.n > 1;
	if (ok && format == PLOT_PDF)
		put_without_date(drawn.s, drawn.n - 1, out);
	else if (ok)
		fwrite(drawn.s, 1, drawn.n - 1, out);
	text_free(&drawn);
	text_free(&said);
	return ok;
}

bool
gnuplot_run(const char *folder, const char *script, enum plot_format format, FILE *out, char **remark, struct simt_error *e)
{
	FILE *files[2] = {tmpfile(), tmpfile()}; /* what it draws, and what it says */
	int status = 0, error = files[0] && files[1] ? 0 : errno;
	pid_t child;

	*remark = NULL;
	if (!error)
		error = start(folder, script, fileno(files[0]), fileno(files[1]), &child);
	if (error) {
		simt_fail(e, SIMT_BAD_INPUT, "gnuplot cannot be run: %s", strerror(error));
	} else {
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		if (!take(status, files, format, out, remark))
			simt_fail(e, SIMT_BAD_INPUT, "%s: gnuplot does not draw it: %s", script,
				  *remark ? *remark : "it says nothing of why");
	}
	for (int i = 0; i < 2; i++)
		if (files[i])
			fclose(files[i]);
	return e->status == SIMT_OK;
}
