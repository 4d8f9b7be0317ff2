#include "workloads/reader/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/wholefile.h"

/* `whole`: the file may be there compressed (wholefile.h). */
static void
add(struct inputs *k, struct names *known, char *path, bool whole)
{
	char *name = whole ? wholefile_name(path) : must(strdup(path));
	struct stat is;
	size_t at;
	bool there = name && stat(name, &is) == 0;

	free(name);
	if (names_find(known, path, &at) || !there) {
		free(path);
		return;
	}
	names_set(known, path, k->n);
	k->file = grow(k->file, &k->room, k->n + 1, sizeof *k->file);
	k->file[k->n++] = (struct input){path, is.st_dev, is.st_ino};
}

static void
add_contents(struct inputs *k, struct names *known, const struct workload *w, const struct generator *g)
{
	if (g->kind == GENERATE_CSV || g->kind == GENERATE_BIN)
		add(k, known, path_join(w->folder, g->file), g->kind == GENERATE_CSV);
}

struct inputs *
inputs_of(const struct workload *w)
{
	struct inputs *k = zeroed(1, sizeof *k);
	struct names known = {.n = 0};

	add(k, &known, must(strdup(w->file->name)), true);
	for (size_t i = 0; i < w->nlaunches; i++) {
		const struct workload_launch *l = &w->launch[i];

		if (i == 0 || strcmp(l->path, l[-1].path) != 0)
			add(k, &known, must(strdup(l->path)), true);
		for (size_t a = 0; a < l->nargs; a++)
			if (l->args[a].kind == ARG_SYMBOL)
				add_contents(k, &known, w, &l->args[a].init);
	}
	for (size_t i = 0; i < w->ncases; i++) {
		const struct workload_case *c = &w->cases[i];

		for (size_t b = 0; b < c->nbuffers; b++)
			if (c->buffers[b].copy_of < 0)
				add_contents(k, &known, w, &c->buffers[b].init);
		for (size_t x = 0; x < c->nexpects; x++)
			if (c->expects[x].kind == EXPECT_EQUAL && !c->expects[x].same)
				add_contents(k, &known, w, &c->expects[x].init);
	}
	names_free(&known);
	return k;
}

void
inputs_free(struct inputs *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->n; i++)
		free(k->file[i].path);
	free(k->file);
	free(k);
}
