/* split-write.c: lists of threads, and a workload.csv that uses them. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/result-file.h"
#include "base/wholefile.h"
#include "workloads/analysis/splitter.h"

static const char *const way_word[SPLIT_WAYS] = {"blocks", "launches"};
static const char *const way_variant[SPLIT_WAYS] = {"regrouped within blocks", "divided into launches"};

/* ---- lists ---- */

/* File of a list: "case-launch-blocks.bin", "case-launch-launches-1.bin". Characters of a name other than letters and digits become '_'. */
static void
list_name(const struct workload *w, size_t launch, int way, size_t k, char *name, size_t size)
{
	const struct workload_launch *l = w->launch + launch;
	char number[32] = "";

	if (way == SPLIT_LAUNCHES)
		snprintf(number, sizeof number, "-%zu", k + 1);
	snprintf(name, size, "%.80s-%.80s-%s%s.bin", w->cases[l->in_case].name, l->name, way_word[way], number);
	for (char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("-._", *c))
			*c = '_';
}

static const char workload_name[] = "workload.csv";

char *
split_workload(const char *folder)
{
	return path_join(folder, workload_name);
}

static bool
write_file(const char *folder, const char *name, const void *data, size_t bytes, struct simt_error *e)
{
	char *path = path_join(folder, name);
	struct result_file *file = result_open_new(path, e);

	free(path);
	if (!file)
		return false;
	fwrite(data, 1, bytes, result_stream(file));
	return result_close(file, e);
}

static bool
write_lists(const struct splitter *s, size_t launch, int way, const char *folder, struct simt_error *e)
{
	const struct run_change *c = s->change[way] + launch;

	for (size_t k = 0; k < c->nparts; k++) {
		uint32_t *list = c->indexed ? split_index(s->before->w, launch, c->part + k, e) : c->part[k].thread;
		char name[256];
		bool ok;

		list_name(s->before->w, launch, way, k, name, sizeof name);
		ok = list && write_file(folder, name, list, c->part[k].n * sizeof *list, e);
		if (c->indexed)
			free(list);
		if (!ok)
			return false;
	}
	return true;
}

/* ---- rows ---- */

static void
put_text(FILE *out, const char *text)
{
	size_t n = strlen(text), used = 0;
	char *escaped = malloc(2 * n + 1);

	if (!escaped)
		simt_no_memory();
	for (; *text; text++) {
		if (*text == '{')
			escaped[used++] = '{';
		escaped[used++] = *text;
	}
	escaped[used] = '\0';
	csvfile_put(out, escaped);
	putc(',', out);
	free(escaped);
}

/* A word of the args, in which names of the launch's shape become numbers: a part of it has another shape. */
static void
add_word(FILE *out, const struct workload_launch *l, const char *word, size_t n)
{
	const struct {
		const char *name;
		uint64_t value;
	} shape[] = {{"threads", (uint64_t)l->grid.x * l->grid.y * l->grid.z * l->block.x * l->block.y * l->block.z},
		     {"grid", (uint64_t)l->grid.x * l->grid.y * l->grid.z},
		     {"grid.x", l->grid.x},
		     {"grid.y", l->grid.y},
		     {"grid.z", l->grid.z}};

	for (size_t i = 0, k; i < n; i = k) {
		size_t found = 0;

		k = i;
		while (k < n && (isalnum((unsigned char)word[k]) || strchr("_.", word[k])))
			k++;
		while (found < 5 && (strlen(shape[found].name) != k - i || strncmp(shape[found].name, word + i, k - i)))
			found++;
		if (found < 5 && i && !(k < n && strchr(":(", word[k])))
			fprintf(out, "%" PRIu64, shape[found].value);
		else
			fwrite(word + i, 1, k - i, out);
		if (k < n && k == i)
			putc(word[k++], out);
	}
}

/* A structure with addresses, of buffers that are there. */
static void
add_structure(FILE *out, const struct workload_case *c, const struct workload_arg *a)
{
	fprintf(out, "bytes[%zu]=hex(", a->bytes);
	for (size_t at = 0; at < a->bytes;) {
		const struct workload_pointer *p = a->pointers;

		while (p < a->pointers + a->npointers && p->at != at)
			p++;
		if (p == a->pointers + a->npointers) {
			fprintf(out, "%02x", a->value[at++]);
			continue;
		}
		fprintf(out, "%s&%s", at ? " " : "", c->buffers[p->buffer].name);
		if (p->offset)
			fprintf(out, "+%" PRIu64, p->offset);
		at += 8;
		if (at < a->bytes)
			putc(' ', out);
	}
	putc(')', out);
}

/* The args of part k: its list, and buffers by name where an earlier part has made them. */
static void
add_args(FILE *out, const struct splitter *s, size_t launch, int way, size_t k)
{
	const struct workload *w = s->before->w;
	const struct workload_launch *l = w->launch + launch;
	const struct workload_case *c = w->cases + l->in_case;
	const struct split_list *part = s->change[way][launch].part + k;
	char name[256];

	list_name(w, launch, way, k, name, sizeof name);
	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = l->args + i;
		const char *word = l->cell[COLUMN_args] + a->at;
		size_t n = strcspn(word, " \t"), open = 0;

		/* blanks within parentheses belong to the word */
		for (n = 0; word[n] && (open || !strchr(" \t", word[n])); n++)
			open += (word[n] == '(') - (size_t)(word[n] == ')');
		if (i)
			putc(' ', out);
		if (split_is_index(w, launch, a))
			fprintf(out, "index%zu:u32[%zu]=bin(%s)", k + 1, part->n, name);
		else if (split_is_length(a))
			fprintf(out, "index_n:u32=%zu", part->n);
		else if (k && a->kind == ARG_BUFFER)
			fprintf(out, "%s", c->buffers[a->buffer].name);
		else if (k && a->npointers)
			add_structure(out, c, a);
		else if (!k || a->kind != ARG_SYMBOL)
			add_word(out, l, word, n);
		if (k && a->kind == ARG_BUFFER && a->offset)
			fprintf(out, "+%" PRIu64, a->offset);
	}
}

/* "out=same(case)" for what the case wrote. */
static void
add_expects(FILE *out, const struct splitter *s, size_t i, int way)
{
	const struct workload_case *c = s->before->w->cases + i;
	bool first = true;

	for (size_t b = 0; b < c->nbuffers; b++) {
		if (!s->cases[way][i].written || !s->cases[way][i].written[b] || !strcmp(c->buffers[b].name, "index"))
			continue;
		fprintf(out, "%s%s=same(%s)", first ? "" : " ", c->buffers[b].name, c->name);
		first = false;
	}
}

/* How many other modules launches before this one have, whose file is called the same. */
static size_t
namesakes(const struct workload *w, size_t launch)
{
	const char *path = w->launch[launch].path;
	size_t n = 0, first = 0;

	while (strcmp(w->launch[first].path, path) != 0)
		first++;
	for (size_t i = 0; i < first; i++)
		n += !strcmp(path_base(w->launch[i].path), path_base(path)) &&
		     (!i || strcmp(w->launch[i].path, w->launch[i - 1].path) != 0);
	return n;
}

/* What the copy of a launch's module in the folder is called. */
static char *
module_name(const struct workload *w, size_t launch)
{
	const char *base = path_base(w->launch[launch].path);
	const size_t other = namesakes(w, launch), bytes = strlen(base), room = bytes + sizeof "18446744073709551615-";
	const int n = (int)(bytes > 3 && !strcmp(base + bytes - 3, ".gz") ? bytes - 3 : bytes);
	char *name = must(malloc(room));

	if (other)
		snprintf(name, room, "%zu-%.*s", other, n, base);
	else
		snprintf(name, room, "%.*s", n, base);
	return name;
}

/* Copies the modules, so that the folder has all that its workload.csv names. */
static bool
write_modules(const struct splitter *s, const char *folder, struct simt_error *e)
{
	const struct workload *w = s->before->w;
	bool fine = true;

	for (size_t i = 0; fine && i < w->nlaunches; i++) {
		char *name = i && !strcmp(w->launch[i].path, w->launch[i - 1].path) ? NULL : module_name(w, i);
		size_t bytes = 0;
		unsigned char *data = name ? wholefile_read(w->launch[i].path, WHOLEFILE_BYTES_MAX, &bytes, e) : NULL;

		fine = !name || (data && write_file(folder, name, data, bytes, e));
		free(data);
		free(name);
	}
	return fine;
}

/* Whether all cases that a row's cell names are among those that are written. */
static bool
is_selected(const struct splitter *s, int i)
{
	return i < 0 || s->before->cases[i].selected;
}

static bool
expects_are_selected(const struct splitter *s, size_t launch)
{
	const struct workload_case *c = s->before->w->cases + s->before->w->launch[launch].in_case;
	bool all = true;

	for (size_t i = 0; i < c->nexpects; i++)
		if (c->expects[i].launch == launch && c->expects[i].same)
			all = all && is_selected(s, (int)c->expects[i].other_case);
	return all;
}

/* Writes one row. way SPLIT_WAYS: the launch as it is; else part k of the regrouped or divided launch. */
static void
put_row(FILE *out, const struct splitter *s, size_t launch, int way, size_t k)
{
	const struct workload *w = s->before->w;
	const struct workload_launch *l = w->launch + launch;
	const struct run_change *change = way < SPLIT_WAYS ? s->change[way] + launch : NULL;
	const struct workload_case *c = w->cases + l->in_case;
	const char *name = c->name;
	char *module = module_name(w, launch), *text = NULL, cell[300];
	bool part = change && change->nparts;
	size_t size = 0;
	FILE *m;

	put_text(out, l->cell[COLUMN_technique]);
	put_text(out, way < SPLIT_WAYS ? way_variant[way] : l->cell[COLUMN_variant]);
	snprintf(cell, sizeof cell, "%.250s%s%s", name, way < SPLIT_WAYS ? "-" : "", way < SPLIT_WAYS ? way_word[way] : "");
	put_text(out, cell);
	put_text(out, way < SPLIT_WAYS ? name : is_selected(s, c->before) ? l->cell[COLUMN_before] : "");
	snprintf(cell, sizeof cell, part && change->nparts > 1 ? "%.250s-%zu" : "%.250s", l->name, k + 1);
	put_text(out, cell);
	snprintf(cell, sizeof cell, "part%zu", k + 1);
	put_text(out, part && change->nparts > 1 ? cell : l->cell[COLUMN_stream]);
	put_text(out, l->cell[COLUMN_after]);
	put_text(out, l->cell[COLUMN_repeat]);
	for (size_t i = 0; i < w->nparams; i++)
		put_text(out, l->value[i] ? l->value[i] : "");
	put_text(out, module);
	put_text(out, l->cell[COLUMN_kernel]);
	snprintf(cell, sizeof cell, "%zu", part ? (change->part[k].n + l->block.x - 1) / l->block.x : 0);
	put_text(out, part ? cell : l->cell[COLUMN_grid]);
	put_text(out, l->cell[COLUMN_block]);
	if (w->column[COLUMN_cluster] >= 0)
		put_text(out, l->cell[COLUMN_cluster]);
	put_text(out, l->cell[COLUMN_shared]);
	if (w->column[COLUMN_cooperative] >= 0)
		put_text(out, l->cell[COLUMN_cooperative]);
	m = open_memstream(&text, &size);
	if (!m)
		simt_no_memory();
	if (part)
		add_args(m, s, launch, way, k);
	else
		fputs(l->cell[COLUMN_args], m);
	fclose(m);
	put_text(out, text);
	free(text);
	m = open_memstream(&text, &size);
	if (!m)
		simt_no_memory();
	if (way == SPLIT_WAYS && expects_are_selected(s, launch))
		fputs(l->cell[COLUMN_expect], m);
	else if (way < SPLIT_WAYS && launch == c->launches[c->nlaunches - 1] && k + 1 >= change->nparts)
		add_expects(m, s, l->in_case, way);
	fclose(m);
	csvfile_put(out, text);
	putc('\n', out);
	free(text);
	free(module);
}

/* Whether a case can be written as it was run again: all launches that were split read lists. */
static bool
can_be_written(const struct splitter *s, size_t i, int way)
{
	const struct workload_case *c = s->before->w->cases + i;
	bool any = false;

	if (!s->run[way] || !s->run[way]->cases[i].selected || s->run[way]->cases[i].status)
		return false;
	for (size_t k = 0; k < c->nlaunches; k++) {
		const struct run_change *x = s->change[way] + c->launches[k];

		if (x->nparts && !x->indexed)
			return false;
		any = any || x->nparts;
	}
	return any;
}

static void
put_case(FILE *out, const struct splitter *s, size_t i, int way)
{
	const struct workload_case *c = s->before->w->cases + i;

	for (size_t n = 0; n < c->nlaunches; n++) {
		size_t launch = c->launches[n], parts = way < SPLIT_WAYS ? s->change[way][launch].nparts : 1;

		for (size_t k = 0; k < (parts ? parts : 1); k++)
			put_row(out, s, launch, way, k);
	}
}

static void
put_workload(FILE *out, const struct splitter *s)
{
	const struct workload *w = s->before->w;

	fputs("technique,variant,case,before,launch,stream,after,repeat", out);
	for (size_t i = 0; i < w->nparams; i++)
		fprintf(out, ",$%s", w->param[i]);
	fprintf(out, ",module,kernel,grid,block%s,shared%s,args,expect\n", w->column[COLUMN_cluster] < 0 ? "" : ",cluster",
		w->column[COLUMN_cooperative] < 0 ? "" : ",cooperative");
	for (size_t i = 0; i < w->ncases; i++) {
		if (!s->before->cases[i].selected)
			continue;
		put_case(out, s, i, SPLIT_WAYS);
		for (int way = 0; way < SPLIT_WAYS; way++)
			if (can_be_written(s, i, way))
				put_case(out, s, i, way);
	}
}

bool
split_folder(const char *folder, struct simt_error *e)
{
	return path_make_folder(folder, e);
}

bool
split_write(const struct splitter *s, const char *folder, struct simt_error *e)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out;
	bool ok;

	if (!path_make_folder(folder, e))
		return false;
	for (int way = 0; way < SPLIT_WAYS; way++)
		for (size_t i = 0; i < s->before->w->nlaunches; i++)
			if (!simt_goes_on(s->before->o.stop, e) || !write_lists(s, i, way, folder, e))
				return false;
	out = open_memstream(&text, &size);
	if (!out)
		simt_no_memory();
	put_workload(out, s);
	fclose(out);
	ok = write_modules(s, folder, e) && write_file(folder, workload_name, text, size, e);
	free(text);
	return ok;
}
