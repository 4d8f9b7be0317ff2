#include "workloads/reader/workload.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file-names.h"
#include "workloads/reader/reader.h"
#include "base/wholefile.h"

struct column_info {
	const char *name;
	bool needed;
};

static const struct column_info column_info[WORKLOAD_COLUMNS] = {
#define COLUMN(name, needed, doc) {#name, needed},
#include "workloads/reader/columns.def"
#undef COLUMN
};

/* Names that a parameter must not have: those of expressions, and the other columns of the results. */
static const char *const taken_name[] = {"grid",
					 "block",
					 "threads",
					 "cdiv",
					 "source",
					 "run",
					 "machine",
					 "id",
					 "metric",
					 "unit",
					 "value",
					 "status",
					 "pc",
					 "sass",
					 "file",
					 "line",
					 "inst_executed",
					 "thread_inst_executed",
					 "thread_inst_executed_true",
					 "inst_partial"};

static const char *
column_name(size_t i, const void *arg)
{
	(void)arg;
	return column_info[i].name;
}

/* What people call columns: words of CUDA and of other tools. */
static const char *const other_names[][2] = {
	{"sharedMemBytes", "shared"}, {"dynamicSharedMemory", "shared"},
	{"gridDim", "grid"},          {"blocks", "grid"},
	{"num_blocks", "grid"},       {"blockDim", "block"},
	{"threads", "block"},         {"smem", "shared"},
	{"shmem", "shared"},          {"shm", "shared"},
	{"dynamic_smem", "shared"},   {"arguments", "args"},
	{"params", "args"},           {"parameters", "args"},
	{"function", "kernel"},       {"name", "kernel"},
	{"cubin", "module"},          {"file", "module"},
	{"clusterDim", "cluster"},    {"expected", "expect"},
	{"check", "expect"},          {"comment", "note"},
	{"iterations", "repeat"},     {"baseline", "before"},
	{"depends", "after"},         {"label", "case"},
};

/* The column that is meant by a name which is none, or NULL: one that is nearly written so, one that is part of it (shared_mem), or
 * another word. */
static const char *
meant_column(const struct csv_cell *c)
{
	const char *near = NULL;

	for (size_t i = 0; !near && i < sizeof other_names / sizeof *other_names; i++)
		if (!strcasecmp(c->text, other_names[i][0]))
			near = other_names[i][1];
	if (!near)
		near = nearest(c->text, c->bytes, column_name, WORKLOAD_COLUMNS, NULL);
	for (int k = 0; !near && k < WORKLOAD_COLUMNS; k++) {
		const size_t n = strlen(column_info[k].name);

		for (const char *at = c->text; !near && *at; at++)
			if (!strncasecmp(at, column_info[k].name, n) && (at == c->text || at[-1] == '_') &&
			    (!at[n] || at[n] == '_' || at[n] == 's'))
				near = column_info[k].name;
	}
	return near;
}

static const char *
param_name(size_t i, const void *arg)
{
	const struct workload *w = arg;

	return w->param[i];
}

bool
reader_is_name(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!((s[i] | 0x20) >= 'a' && (s[i] | 0x20) <= 'z') && s[i] != '_' && (i == 0 || s[i] < '0' || s[i] > '9'))
			return false;
	return n > 0;
}

/* ---- positions ---- */
static const struct csv_cell *
cell_of(const struct workload *w, size_t launch, enum workload_column column)
{
	/* A cell that the file does not have (the column is missing): the row's first. */
	return csvfile_cell(w->file, w->launch[launch].row, w->column[column] < 0 ? 0 : (size_t)w->column[column]);
}

char *
workload_where(const struct workload *w, size_t launch, enum workload_column column, size_t offset, char *buf, size_t size)
{
	const struct csv_cell *c = cell_of(w, launch, column);
	unsigned line, at;

	if (w->column[column] >= 0)
		offset = reader_unexpand(w, c->text, w->launch[launch].value, offset);
	csvfile_place(w->file, c, w->column[column] < 0 ? 0 : offset, &line, &at);
	snprintf(buf, size, "%s:%u:%u", w->file->name, line, at);
	return buf;
}

bool
workload_fail(const struct workload *w, size_t launch, enum workload_column column, size_t offset, struct simt_error *e,
	      const char *format, ...)
{
	char text[768], where[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", workload_where(w, launch, column, offset, where, sizeof where), text);
}

bool
reader_parse_fail(const struct workload *w, size_t launch, enum workload_column column, const struct parse_error *pe,
		  struct simt_error *e)
{
	return workload_fail(w, launch, column, (size_t)(pe->at - w->launch[launch].cell[column]), e, "%s", pe->text);
}

/* ---- header ---- */
static bool
check_param(struct workload *w, const struct csv_cell *c, struct simt_error *e)
{
	const char *name = c->text + 1;

	if (!reader_is_name(name, strlen(name)))
		return csvfile_fail(w->file, c, 0, e, "'%.80s': a parameter's name is $, a letter or _, then letters, digits or _",
				    c->text);
	for (size_t i = 0; i < sizeof taken_name / sizeof *taken_name + WORKLOAD_COLUMNS; i++)
		if (!strcmp(name, i < WORKLOAD_COLUMNS ? column_info[i].name : taken_name[i - WORKLOAD_COLUMNS]))
			return csvfile_fail(w->file, c, 0, e, "a parameter must not be called '%s'; the name has a meaning already",
					    name);
	return true;
}

static bool
read_header(struct workload *w, struct simt_error *e)
{
	const struct csvfile *f = w->file;

	w->param = arena_alloc(&w->arena, f->ncolumns * sizeof *w->param);
	w->param_column = arena_alloc(&w->arena, f->ncolumns * sizeof *w->param_column);
	w->let = arena_alloc(&w->arena, f->ncolumns * sizeof *w->let);
	for (int i = 0; i < WORKLOAD_COLUMNS; i++)
		w->column[i] = csvfile_find(f, column_info[i].name);
	for (size_t i = 0; i < f->ncolumns; i++) {
		const struct csv_cell *c = csvfile_header(f, i);
		const char *near;
		bool known = false;

		for (int k = 0; k < WORKLOAD_COLUMNS; k++)
			known = known || w->column[k] == (int)i;
		if (known)
			continue;
		if (c->text[0] == '$') {
			if (!check_param(w, c, e))
				return false;
			w->param_column[w->nparams] = i;
			w->param[w->nparams++] = c->text + 1;
			continue;
		}
		near = meant_column(c);
		return csvfile_fail(f, c, 0, e, "unknown column '%.80s'%s%s%s", c->text, near ? "; did you mean '" : "",
				    near ? near : "",
				    near                       ? "'?"
				    : strpbrk(c->text, ";\t|") ? "; cells are separated by commas"
							       : "; a parameter has a name with $ in front");
	}
	for (int i = 0; i < WORKLOAD_COLUMNS; i++)
		if (column_info[i].needed && w->column[i] < 0)
			return csvfile_fail(f, csvfile_header(f, 0), 0, e,
					    "no column '%s'; every workload has module, kernel, grid and block",
					    column_info[i].name);
	return true;
}

int
workload_find_param(const struct workload *w, const char *s, size_t n)
{
	for (size_t i = 0; i < w->nparams; i++)
		if (strlen(w->param[i]) == n && !memcmp(w->param[i], s, n))
			return (int)i;
	return -1;
}

const char *
workload_let_name(const char *let, size_t *n)
{
	let += *let == '$';
	*n = strcspn(let, "=");
	return let;
}

static bool
read_lets(struct workload *w, const struct workload_options *o, struct simt_error *e)
{
	for (size_t i = 0; o && i < o->nlet; i++) {
		size_t n;
		const char *let = workload_let_name(o->let[i], &n), *value = let + n + (let[n] == '=');
		const int k = workload_find_param(w, let, n);

		if (!n || !*value)
			return simt_fail(e, SIMT_USAGE, "--let %.80s: write name=value", o->let[i]);
		if (k < 0) {
			const char *near = nearest(let, n, param_name, w->nparams, w);

			return simt_fail(e, SIMT_USAGE, "--let %.80s: %s has no column $%.*s%s%s%s", let, w->file->name,
					 (int)(n < 80 ? n : 80), let, near ? "; did you mean $" : "", near ? near : "",
					 near ? "?" : "");
		}
		if (w->let[k] && strcmp(w->let[k], value) != 0)
			return simt_fail(e, SIMT_USAGE,
					 "--let %s=%.80s and --let %.80s: it can be given once; a list is written %s=%.80s|%.80s",
					 w->param[k], w->let[k], let, w->param[k], w->let[k], value);
		w->let[k] = arena_copy(&w->arena, value, strlen(value));
	}
	return true;
}

/* ---- rows ---- */
static bool
resolve_module(struct workload *w, size_t i, struct simt_error *e)
{
	struct workload_launch *l = &w->launch[i];
	const char *name = l->cell[COLUMN_module], *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
	const char *ending = "";
	struct parse_error pe;
	char *path;

	for (int k = 0; k < WORKLOAD_COLUMNS; k++)
		if (column_info[k].needed && !*l->cell[k])
			return workload_fail(w, i, (enum workload_column)k, 0, e, "the %s is missing", column_info[k].name);
	if (!dot)
		ending = !strcmp(w->isa, "ptx") ? ".ptx" : ".cubin";
	else if (!wholefile_ends(name, ".cubin") && !wholefile_ends(name, ".ptx"))
		return workload_fail(w, i, COLUMN_module, (size_t)(dot - name), e,
				     "a module ends in .cubin or .ptx, or has no ending and --isa chooses");
	path = path_join(w->folder, name);
	l->path = arena_printf(&w->arena, "%s%s", path, ending);
	free(path);
	if (i && !strcmp(l->path, l[-1].path))
		return true;
	return reader_may_read(w, l->path, true, name, &pe) || reader_parse_fail(w, i, COLUMN_module, &pe, e);
}

static bool
read_rows(struct workload *w, struct simt_error *e)
{
	if (!reader_expand(w, e))
		return false;
	for (size_t i = 0; i < w->nlaunches; i++)
		if (!resolve_module(w, i, e))
			return false;
	if (!reader_dims(w, e) || !reader_cases(w, e) || !reader_order(w, e))
		return false;
	for (size_t i = 0; i < w->nlaunches; i++)
		if (!reader_args(w, i, e))
			return false;
	for (size_t i = 0; i < w->nlaunches; i++)
		if (!reader_expects(w, i, e))
			return false;
	return true;
}

/* Takes the file over. */
static struct workload *
read_file(struct csvfile *f, const struct workload_options *o, struct simt_error *e)
{
	struct workload *w;

	if (!f)
		return NULL;
	w = calloc(1, sizeof *w);
	if (!w)
		simt_no_memory();
	w->file = f;
	w->folder = path_folder(f->name);
	w->isa = o && o->isa ? o->isa : "sass";
	reader_allow(w, o);
	if (read_header(w, e) && read_lets(w, o, e) && read_rows(w, e) &&
	    (w->nlaunches || simt_fail(e, SIMT_BAD_INPUT, "%s: no launch: there is no row below the header", f->name)))
		return w;
	workload_free(w);
	return NULL;
}

/* What standard input holds; its name in messages is no file's. */
static struct csvfile *
read_input(struct simt_error *e)
{
	size_t bytes;
	unsigned char *data = wholefile_read("/dev/stdin", CSVFILE_BYTES_MAX, &bytes, e);
	struct csvfile *f = data ? csvfile_parse(data, bytes, "standard input", e) : NULL;

	free(data);
	return f;
}

struct workload *
workload_read(const char *path, const struct workload_options *o, struct simt_error *e)
{
	return read_file(strcmp(path, "-") ? csvfile_read(path, e) : read_input(e), o, e);
}

struct workload *
workload_parse(const void *data, size_t bytes, const char *path, const struct workload_options *o, struct simt_error *e)
{
	return read_file(csvfile_parse(data, bytes, path, e), o, e);
}

void
workload_free(struct workload *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->nlaunches; i++) {
		for (size_t k = 0; k < w->launch[i].nargs; k++)
			generator_free(&w->launch[i].args[k].init);
		free(w->launch[i].args);
		free(w->launch[i].after);
	}
	for (size_t i = 0; i < w->ncases; i++) {
		struct workload_case *c = &w->cases[i];

		for (size_t k = 0; k < c->nbuffers; k++)
			generator_free(&c->buffers[k].init);
		for (size_t k = 0; k < c->nexpects; k++)
			generator_free(&c->expects[k].init);
		free(c->launches);
		free(c->buffers);
		free(c->expects);
		names_free(&c->buffer_names);
	}
	free(w->launch);
	free(w->cases);
	names_free(&w->case_names);
	for (size_t i = 0; i < w->nallowed; i++)
		free(w->allowed[i]);
	free(w->allowed);
	free(w->folder);
	csvfile_free(w->file);
	arena_free(&w->arena);
	free(w);
}

static int
find(const struct names *t, const char *s, size_t n)
{
	size_t i;

	return names_find_n(t, s, n, &i) ? (int)i : -1;
}

int
workload_find_case_n(const struct workload *w, const char *s, size_t n)
{
	return find(&w->case_names, s, n);
}

int
workload_find_case(const struct workload *w, const char *name)
{
	return workload_find_case_n(w, name, strlen(name));
}

int
workload_find_buffer(const struct workload_case *c, const char *name, size_t n)
{
	return find(&c->buffer_names, name, n);
}

uint64_t
workload_buffer_bytes(const struct workload_buffer *b)
{
	return b->count * element_info[b->type].bytes;
}
