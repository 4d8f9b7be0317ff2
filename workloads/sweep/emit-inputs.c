#include "workloads/sweep/emit-inputs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "base/file-names.h"
#include "base/result-file.h"
#include "base/wholefile.h"
#include "sim/machine/machine.h"
#include "workloads/sweep/sweep-parts.h"

enum input_kind {
	INPUT_FILE,
	INPUT_MACHINE,  /* a machine file */
	INPUT_INSTALLED /* the name of a machine */
};

/* ---- files ---- */

/* Makes the folders on the way to a file. */
static bool
make_folders(char *path, struct simt_error *e)
{
	bool fine = true;

	for (char *slash = strchr(path + 1, '/'); fine && slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		fine = path_make_folder(path, e);
		*slash = '/';
	}
	return fine;
}

static bool
copy_bytes(FILE *in, const char *from, FILE *out, struct simt_error *e)
{
	char bytes[1 << 16];
	size_t n;

	while ((n = fread(bytes, 1, sizeof bytes, in)))
		fwrite(bytes, 1, n, out);
	return !ferror(in) || simt_fail(e, SIMT_BAD_INPUT, "%s: %s", from, strerror(errno));
}

/* Copies a file to DIR/folder/name, or to DIR/name. */
static bool
copy(const struct emit_inputs *m, const char *from, const char *folder, const char *name, struct simt_error *e)
{
	char *to = folder ? store_file(&m->s->store, folder) : must(strdup(m->s->wish.folder)), *path = path_join(to, name);
	FILE *in = fopen(from, "re");
	struct result_file *f = NULL;
	bool fine = false;

	if (!in)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", from, strerror(errno));
	else if (make_folders(path, e) && (f = result_open(path, e)) && copy_bytes(in, from, result_stream(f), e))
		fine = result_close(f, e);
	else
		result_discard(f);
	if (in)
		fclose(in);
	free(path);
	free(to);
	return fine;
}

/* ---- names of files ---- */

typedef bool input_taker(struct emit_inputs *m, const char *name, enum input_kind kind, struct simt_error *e);

/* Calls f for each part of "h200+wide.csv". */
static bool
each_machine(struct emit_inputs *m, const char *names, input_taker *f, struct simt_error *e)
{
	bool fine = true;

	while (fine && *names) {
		/* a file may have a name with '+' */
		const size_t n = access(names, F_OK) ? strcspn(names, "+") : strlen(names);
		char *name = must(strndup(names, n));

		fine = f(m, name, strchr(name, '/') || wholefile_ends(name, ".csv") ? INPUT_MACHINE : INPUT_INSTALLED, e);
		free(name);
		names += n + (names[n] == '+');
	}
	return fine;
}

/* Calls f for all that the sweep reads: workloads and what they name, and machines. */
static bool
each_input(struct emit_inputs *m, input_taker *f, struct simt_error *e)
{
	const struct plan *p = m->s->plan;
	bool fine = each_machine(m, p->wish.machine, f, e);

	for (size_t i = 0; fine && i < p->nmachines; i++)
		fine = each_machine(m, p->axis[p->machine_axis].value[i], f, e);
	for (size_t i = 0; fine && i < m->s->files.known.room; i++)
		if (m->s->files.known.key[i])
			fine = f(m, m->s->files.known.key[i], INPUT_FILE, e);
	return fine;
}

/* How many folders a relative name climbs above where it begins. */
static size_t
climbs(const char *name)
{
	long at = 0, highest = 0;

	while (*name) {
		const size_t n = strcspn(name, "/");

		if (n == 2 && !strncmp(name, "..", n))
			at--;
		else if (n > 1 || (n && *name != '.'))
			at++;
		highest = at < highest ? at : highest;
		name += n + (name[n] == '/');
	}
	return (size_t)-highest;
}

/* Lengthens m->here, the end of the name of this folder, so far that a file is not outside of DIR/inputs. */
static bool
make_room(struct emit_inputs *m, const char *name, enum input_kind kind, struct simt_error *e)
{
	char now[PATH_MAX], *start;
	size_t up = kind == INPUT_INSTALLED || *name == '/' ? 0 : climbs(name);

	if (!up)
		return true;
	if (!getcwd(now, sizeof now))
		return simt_fail(e, SIMT_BAD_INPUT, "this folder has no name: %s", strerror(errno));
	for (start = now + strlen(now); up && start > now; up--)
		do
			start--;
		while (start > now && *start != '/');
	if (strlen(start) > strlen(m->here) - strlen("inputs")) {
		free(m->here);
		m->here = must(malloc(strlen(start) + sizeof "inputs"));
		sprintf(m->here, "inputs%s", start);
	}
	return true;
}

/* ---- copies ---- */

static input_taker take_input;

/* The machine that a machine file is based on. */
static bool
take_base(struct emit_inputs *m, const char *path, struct simt_error *e)
{
	struct csvfile *f = csvfile_read(path, e);
	const int parameter = f ? csvfile_find(f, "parameter") : -1, value = f ? csvfile_find(f, "value") : -1;
	bool fine = f;

	for (size_t r = 0; fine && parameter >= 0 && value >= 0 && r < f->nrows; r++)
		if (!strcmp(csvfile_cell(f, r, (size_t)parameter)->text, "base"))
			fine = take_input(m, csvfile_cell(f, r, (size_t)value)->text, INPUT_INSTALLED, e);
	csvfile_free(f);
	return fine;
}

static bool
take_installed(struct emit_inputs *m, const char *name, struct simt_error *e)
{
	struct simt_error no = {.status = SIMT_OK};
	struct simt_machine *own = simt_machine_load(name, &no);
	/* one that only goes over others lies where they do */
	struct simt_machine *any = own ? own : simt_machine_load("h200", e);
	char *folder = any ? path_folder(any->path) : NULL, *path;
	const size_t room = strlen(name) + sizeof ".csv";
	char *file = must(malloc(room));
	bool fine = false;

	snprintf(file, room, "%s.csv", name);
	if (folder) {
		path = path_join(folder, file);
		fine = copy(m, path, "data/machines", file, e) && take_base(m, path, e);
		free(path);
	}
	free(file);
	free(folder);
	simt_machine_free(any);
	return fine;
}

/* Copies a file where its name is relative, or an installed machine, with what it is based on. */
static bool
take_input(struct emit_inputs *m, const char *name, enum input_kind kind, struct simt_error *e)
{
	char *from;
	bool fine;

	if (kind == INPUT_INSTALLED)
		return take_installed(m, name, e);
	if (*name == '/') {
		m->absolute++;
		snprintf(m->an_absolute, sizeof m->an_absolute, "%.*s", (int)sizeof m->an_absolute - 1, name);
	}
	from = wholefile_name(name);
	if (!from)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, strerror(errno));
	fine = *name == '/' || copy(m, from, m->here, from, e);
	free(from);
	return fine && (kind == INPUT_FILE || take_base(m, name, e));
}

static bool
copy_program(const struct emit_inputs *m, struct simt_error *e)
{
	static const char self[] = "/proc/self/exe";
	char *to;
	bool fine;

	if (access(self, R_OK))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s; name a program by --program", self, strerror(errno));
	to = store_file(&m->s->store, "simt-sweep");
	fine = copy(m, self, NULL, "simt-sweep", e) &&
	       (chmod(to, 0755) == 0 || simt_fail(e, SIMT_BAD_INPUT, "%s: %s", to, strerror(errno)));
	free(to);
	return fine;
}

bool
emit_find_here(struct emit_inputs *m, struct simt_error *e)
{
	m->here = must(strdup("inputs"));
	return each_input(m, make_room, e);
}

bool
emit_copy(struct emit_inputs *m, bool program, struct simt_error *e)
{
	char *here = store_file(&m->s->store, m->here), *inside = path_join(here, "file");
	/* the folder has to be there, whatever lies in it */
	const bool fine = make_folders(inside, e) && each_input(m, take_input, e) && (!program || copy_program(m, e));

	free(inside);
	free(here);
	return fine;
}

void
emit_inputs_free(struct emit_inputs *m)
{
	free(m->here);
}
