/* check-read.c: what is compared, and the files of measured and simulated results. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "validate/check/check-measured.h"
#include "base/alloc.h"
#include "workloads/runner/saved.h"
#include "base/wholefile.h"

static const char *const claimed[] = {"smsp__inst_executed.sum", "smsp__thread_inst_executed.sum",
				      "smsp__thread_inst_executed_pred_on.sum", "smsp__warps_launched.sum"};

/* ---- what is compared ---- */
static void
add_launch(struct check *c, size_t launch, const char *name, bool whole)
{
	const struct workload_launch *l = &c->w->launch[launch];
	unsigned repeat = whole ? 1 : l->repeat;

	names_set(&c->launches, arena_printf(&c->arena, "%s\037%s", c->w->cases[l->in_case].name, name), c->nlaunch);
	for (unsigned i = 0; i < repeat; i++) {
		c->launch = grow(c->launch, &c->room_launch, c->nlaunch + 1, sizeof *c->launch);
		c->launch[c->nlaunch++] = (struct check_launch){.launch = launch,
								.in_case = l->in_case,
								.whole = whole,
								.ordinal = i,
								.repeat = repeat,
								.name = name,
								.kernel = l->cell[COLUMN_kernel]};
	}
}

static void
add_buffer(struct check *c, size_t in_case, const char *name)
{
	names_set(&c->buffers, arena_printf(&c->arena, "%s\037%s", c->w->cases[in_case].name, name), c->nbuffer);
	c->buffer = grow(c->buffer, &c->room_buffer, c->nbuffer + 1, sizeof *c->buffer);
	c->buffer[c->nbuffer++] = (struct check_buffer){.in_case = in_case, .name = name};
}

struct check *
check_new(const struct workload *w, const char *path, const bool *selected)
{
	struct check *c = calloc(1, sizeof *c);
	char *name = saved_workload(path);

	if (!c)
		simt_no_memory();
	c->w = w;
	c->name = arena_copy(&c->arena, name, strlen(name));
	free(name);
	c->hardware = c->instrumented = true;
	for (size_t i = 0; i < w->ncases; i++) {
		const struct workload_case *wc = &w->cases[i];

		if (selected && !selected[i])
			continue;
		for (size_t k = 0; k < wc->nlaunches; k++)
			add_launch(c, wc->launches[k], w->launch[wc->launches[k]].name, false);
		add_launch(c, wc->launches[0], "", true);
		for (size_t k = 0; k < wc->nbuffers; k++)
			add_buffer(c, i, wc->buffers[k].name);
	}
	return c;
}

void
check_free(struct check *c)
{
	for (size_t i = 0; c && i < c->nlaunch; i++) {
		free(c->launch[i].value);
		free(c->launch[i].pc);
	}
	for (size_t i = 0; c && i < c->nbuffer; i++)
		for (int s = 0; s < CHECK_SIDES; s++)
			free(c->buffer[i].chunk[s]);
	if (!c)
		return;
	free(c->launch);
	free(c->metric);
	free(c->buffer);
	free(c->exempt);
	free(c->row);
	names_free(&c->launches);
	names_free(&c->metrics);
	names_free(&c->buffers);
	free(c->setting);
	names_free(&c->settings);
	arena_free(&c->arena);
	free(c);
}

size_t
check_metric(struct check *c, const char *name, const char *unit)
{
	struct check_metric m = {.instrumented = strstr(name, "__sass_") != NULL};
	size_t i;

	if (names_find(&c->metrics, name, &i))
		return i;
	for (size_t k = 0; k < sizeof claimed / sizeof *claimed; k++)
		m.claimed = m.claimed || !strcmp(claimed[k], name);
	m.name = arena_copy(&c->arena, name, strlen(name));
	m.unit = arena_copy(&c->arena, unit, strlen(unit));
	names_set(&c->metrics, m.name, c->nmetric);
	c->metric = grow(c->metric, &c->room_metric, c->nmetric + 1, sizeof *c->metric);
	c->metric[c->nmetric] = m;
	return c->nmetric++;
}

void
check_add(struct check *c, struct check_launch *l, size_t metric, enum check_side side, unsigned run, double value)
{
	for (size_t i = 0; i < l->nvalue; i++)
		if (l->value[i].metric == metric && l->value[i].side == side && l->value[i].run == run)
			return; /* twice in a run: the first counts */
	if (side == CHECK_SIMULATED)
		c->metric[metric].simulated = true;
	else
		c->metric[metric].measured = true;
	l->value = grow(l->value, &l->room_value, l->nvalue + 1, sizeof *l->value);
	l->value[l->nvalue++] = (struct check_value){metric, side, run, value};
}

struct check_pc *
check_pc_at(struct check *c, struct check_launch *l, uint32_t pc, const char *sass)
{
	/* instructions mostly come in order, on either side */
	size_t guess = pc / 16;

	if (guess < l->npc && l->pc[guess].pc == pc)
		return &l->pc[guess];
	for (size_t i = 0; i < l->npc; i++)
		if (l->pc[i].pc == pc)
			return &l->pc[i];
	l->pc = grow(l->pc, &l->room_pc, l->npc + 1, sizeof *l->pc);
	l->pc[l->npc] = (struct check_pc){.pc = pc, .sass = arena_copy(&c->arena, sass, strlen(sass))};
	return &l->pc[l->npc++];
}

/* The first of the launches of that name. */
static bool
find_first(const struct check *c, const char *of_case, const char *launch, size_t *i)
{
	char key[1024];

	return (size_t)snprintf(key, sizeof key, "%s\037%s", of_case, launch) < sizeof key && names_find(&c->launches, key, i);
}

struct check_launch *
check_find(struct check *c, const char *of_case, const char *launch, unsigned ordinal)
{
	size_t i;

	if (!find_first(c, of_case, launch, &i) || ordinal >= c->launch[i].repeat)
		return NULL;
	return &c->launch[i + ordinal];
}

struct check_buffer *
check_find_buffer(struct check *c, const char *of_case, const char *buffer)
{
	char key[1024];
	size_t i;

	if ((size_t)snprintf(key, sizeof key, "%s\037%s", of_case, buffer) >= sizeof key || !names_find(&c->buffers, key, &i))
		return NULL;
	return &c->buffer[i];
}

void
check_add_chunk(struct check_buffer *b, enum check_side side, uint64_t elements, uint64_t number, uint64_t hash)
{
	if (number != b->nchunk[side])
		return; /* a second run, or a file that starts in the middle: what is missing shows as a different length */
	b->elements[side] = elements;
	b->chunk[side] = grow(b->chunk[side], &b->room_chunk[side], b->nchunk[side] + 1, sizeof *b->chunk[side]);
	b->chunk[side][b->nchunk[side]++] = hash;
}

bool
check_has_pcs(const struct check *c)
{
	for (size_t i = 0; i < c->nlaunch; i++)
		if (c->launch[i].pc_run[CHECK_MEASURED])
			return true;
	return false;
}

/* ---- files ---- */
enum column {
	TECHNIQUE,
	VARIANT,
	CASE,
	LAUNCH,
	ID,
	RUN,
	METRIC,
	UNIT,
	VALUE,
	STATUS,
	MACHINE,
	PC,
	SASS,
	INST,
	THREAD,
	TRUE_,
	WORKLOAD,
	BUFFER,
	ELEMENTS,
	CHUNK,
	FNV
};
static const char *const column_name[] = {"technique",
					  "variant",
					  "case",
					  "launch",
					  "id",
					  "run",
					  "metric",
					  "unit",
					  "value",
					  "status",
					  "machine",
					  "pc",
					  "sass",
					  "inst_executed",
					  "thread_inst_executed",
					  "thread_inst_executed_true",
					  "workload",
					  "buffer",
					  "elements",
					  "chunk",
					  "fnv1a64"};
enum { COLUMNS = sizeof column_name / sizeof *column_name };

static const char *const setting_name[] = {
#define PARAM(section, field, name, type, unit, least, most, meaning) #name,
#define ELEMENT(section, field, name, unit, least, most, meaning)     #name,
#define SWITCH(section, field, name, meaning)                         #name,
#define CHOICE(section, field, name, meaning)                         #name,
#define OLD(name, names)                                              #name,
#include "sim/machine/machine.def"
};
enum { SETTINGS = sizeof setting_name / sizeof *setting_name };

struct reader {
	struct check *c;
	enum check_side side;
	struct csvfile *f;
	int column[COLUMNS];
	int setting[SETTINGS]; /* columns of the machine parameters that the file has, and which they are */
	int parameter[SETTINGS];
	size_t nsettings;
	int *choice;                  /* columns of c->choice */
	int *param;                   /* columns of the workload's parameters, or -1 */
	struct names runs;            /* value of `run` to number */
	unsigned *run, *ordinal, *id; /* by launch: the run and id of its last row, +1, and the ordinal that the id has */
};

static const char *
cell(const struct reader *r, size_t row, enum column k)
{
	return r->column[k] < 0 ? "" : csvfile_cell(r->f, row, (size_t)r->column[k])->text;
}

static unsigned
run_of(struct reader *r, size_t row)
{
	const char *name = cell(r, row, RUN);
	size_t n;

	if (!names_find(&r->runs, name, &n)) {
		n = r->c->nruns++;
		names_set(&r->runs, name, n);
	}
	return (unsigned)n;
}

/* Whether a row has the same parameters as the launch, as far as both have values of them. */
static bool
same_values(const struct reader *r, size_t row, const struct workload_launch *l)
{
	for (size_t k = 0; !r->c->any_values && k < r->c->w->nparams; k++) {
		const char *text = r->param[k] < 0 ? "" : csvfile_cell(r->f, row, (size_t)r->param[k])->text;

		if (*text && l->value[k] && strcmp(text, l->value[k]) != 0)
			return false;
	}
	return true;
}

/* The launch of a row, or NULL if the workload has none such. A new id of the same launch and run is its next repetition. */
static struct check_launch *
launch_of(struct reader *r, size_t row, unsigned run)
{
	const char *id = cell(r, row, ID);
	unsigned number = *id ? (unsigned)strtoul(id, NULL, 10) + 1 : 1;
	const struct workload_launch *l;
	size_t i;

	if (!find_first(r->c, cell(r, row, CASE), cell(r, row, LAUNCH), &i))
		return NULL;
	l = &r->c->w->launch[r->c->launch[i].launch];
	if ((r->column[TECHNIQUE] >= 0 && strcmp(l->cell[COLUMN_technique], cell(r, row, TECHNIQUE))) ||
	    (r->column[VARIANT] >= 0 && strcmp(l->cell[COLUMN_variant], cell(r, row, VARIANT))) || !same_values(r, row, l))
		return NULL;
	if (r->run[i] != run + 1)
		r->ordinal[i] = 0;
	else if (r->id[i] != number)
		r->ordinal[i]++;
	r->run[i] = run + 1;
	r->id[i] = number;
	return r->ordinal[i] < r->c->launch[i].repeat ? &r->c->launch[i + r->ordinal[i]] : NULL;
}

static bool
number_of(const struct reader *r, size_t row, enum column k, int base, uint64_t *v, struct simt_error *e)
{
	const char *text = cell(r, row, k);
	char *end;

	errno = 0;
	*v = strtoull(text, &end, base);
	if (end == text || *end || errno || *text == '-')
		return csvfile_fail(r->f, csvfile_cell(r->f, row, (size_t)r->column[k]), 0, e, "'%.40s' is not a whole number",
				    text);
	return true;
}

/* "machine h200, warp_size 16": what the row says of the machine. */
static const char *
settings_of(struct reader *r, size_t row)
{
	const char *machine = cell(r, row, MACHINE);
	struct names *known = &r->c->settings;
	char text[512] = "";
	size_t n = *machine ? (size_t)snprintf(text, sizeof text, "machine %.80s", machine) : 0, at;
	const char *kept;

	for (size_t k = 0; k < r->nsettings && n < sizeof text; k++) {
		const char *v = csvfile_cell(r->f, row, (size_t)r->setting[k])->text;

		if (*v)
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s %.80s", n ? ", " : "", setting_name[r->parameter[k]],
					      v);
	}
	if (names_find(known, text, &at))
		return r->c->setting[at];
	r->c->setting = grow(r->c->setting, &r->c->room_setting, r->c->nsetting + 1, sizeof *r->c->setting);
	kept = arena_copy(&r->c->arena, text, strlen(text));
	names_set(known, kept, r->c->nsetting);
	return r->c->setting[r->c->nsetting++] = kept;
}

/* Whether a row is one of those that are wanted of the launch. *e is set where the launch has values of another machine. */
static bool
is_wanted(struct reader *r, size_t row, struct check_launch *l, struct simt_error *e)
{
	const char *status = cell(r, row, STATUS), *is = settings_of(r, row), **was = &l->settings[r->side];

	for (size_t k = 0; r->side == CHECK_SIMULATED && k < r->c->nchoice; k++)
		if (strcmp(csvfile_cell(r->f, row, (size_t)r->choice[k])->text, r->c->choice[k].text) != 0)
			return false;
	/* a launch that did not come to its end has no counts to compare */
	if (*status && strcmp(status, "ok") != 0 && strcmp(status, "mismatch") != 0)
		return false;
	if (*was && strcmp(*was, is) != 0)
		return csvfile_fail(r->f, csvfile_cell(r->f, row, (size_t)r->column[CASE]), 0, e,
				    "case '%.80s' has results of %s and of %s: %s", cell(r, row, CASE), **was ? *was : "none",
				    *is ? is : "none",
				    r->side == CHECK_SIMULATED ? "choose one by --machine and --set"
							       : "leave only the rows of one device");
	*was = is;
	return true;
}

static bool
read_value(struct reader *r, size_t row, struct simt_error *e)
{
	const char *text = cell(r, row, VALUE);
	unsigned run = run_of(r, row);
	struct check_launch *l = launch_of(r, row, run);
	char *end;
	double v;

	/* a whole case has only speed-ups; its other values repeat those of the launches */
	/* average active lanes are worked out anew: files have them rounded */
	if (!l || !*text || !strcmp(cell(r, row, METRIC), "smsp__thread_inst_executed_per_inst_executed.ratio") ||
	    (l->whole && strcmp(cell(r, row, METRIC), "speedup") &&
	     !(r->c->times && !strcmp(cell(r, row, METRIC), "simt__event_time.speedup"))))
		return true;
	if (!is_wanted(r, row, l, e))
		return e->status == SIMT_OK;
	v = strtod(text, &end);
	if (*end || !isfinite(v))
		return csvfile_fail(r->f, csvfile_cell(r->f, row, (size_t)r->column[VALUE]), 0, e, "'%.40s' is not a number", text);
	check_add(r->c, l, check_metric(r->c, cell(r, row, METRIC), cell(r, row, UNIT)), r->side, run, v);
	return true;
}

static bool
read_pc(struct reader *r, size_t row, struct simt_error *e)
{
	unsigned run = run_of(r, row);
	struct check_launch *l = launch_of(r, row, run);
	struct check_pc *p;
	uint64_t pc;

	if (!l)
		return true;
	if (!is_wanted(r, row, l, e))
		return e->status == SIMT_OK;
	if (l->pc_run[r->side] && l->pc_run[r->side] != run + 1)
		return true;
	l->pc_run[r->side] = run + 1;
	if (!number_of(r, row, PC, 0, &pc, e))
		return false;
	p = check_pc_at(r->c, l, (uint32_t)pc, cell(r, row, SASS));
	p->has[r->side] = true;
	for (int k = 0; k < CHECK_PC_COUNTS; k++)
		if (r->column[INST + k] >= 0 && !number_of(r, row, (enum column)(INST + k), 10, &p->v[r->side][k], e))
			return false;
	return true;
}

static bool
read_chunk(struct reader *r, size_t row, struct simt_error *e)
{
	struct check_buffer *b;
	uint64_t elements, number, hash;

	if (r->column[WORKLOAD] >= 0 && strcmp(cell(r, row, WORKLOAD), r->c->name))
		return true;
	b = check_find_buffer(r->c, cell(r, row, CASE), cell(r, row, BUFFER));
	if (!b)
		return true;
	if (!number_of(r, row, ELEMENTS, 10, &elements, e) || !number_of(r, row, CHUNK, 10, &number, e) ||
	    !number_of(r, row, FNV, 16, &hash, e))
		return false;
	if (r->side == CHECK_SIMULATED && number < b->nchunk[r->side] && b->chunk[r->side][number] != hash)
		return csvfile_fail(r->f, csvfile_cell(r->f, row, (size_t)r->column[FNV]), 0, e,
				    "case '%.80s', buffer '%.80s': contents are there twice, and differ", cell(r, row, CASE),
				    cell(r, row, BUFFER));
	check_add_chunk(b, r->side, elements, number, hash);
	return true;
}

static bool
has_columns(const struct reader *r, const enum column *k, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (r->column[k[i]] < 0)
			return false;
	return true;
}

typedef bool read_row(struct reader *r, size_t row, struct simt_error *e);

/* What the columns say the rows are. */
static read_row *
kind_of(const struct reader *r)
{
	static const enum column chunk[] = {CASE, BUFFER, ELEMENTS, CHUNK, FNV}, pc[] = {CASE, LAUNCH, PC, INST},
				 value[] = {CASE, LAUNCH, METRIC, VALUE};

	if (has_columns(r, chunk, sizeof chunk / sizeof *chunk))
		return read_chunk;
	if (has_columns(r, pc, sizeof pc / sizeof *pc))
		return read_pc;
	return has_columns(r, value, sizeof value / sizeof *value) ? read_value : NULL;
}

/* Concatenated files repeat the header; *same is cleared if it is one with other columns. */
static bool
is_header(const struct csvfile *f, size_t row, bool *same)
{
	size_t equal = 0;

	for (size_t k = 0; k < f->ncolumns; k++)
		equal += !strcmp(csvfile_cell(f, row, k)->text, csvfile_header(f, k)->text);
	*same = equal == f->ncolumns;
	return equal * 2 > f->ncolumns;
}

static bool
nsight_page(const char *path, struct simt_error *e)
{
	return simt_fail(e, SIMT_BAD_INPUT,
			 "%s: a page of Nsight Compute; simt-gpu --counters measures, or write its numbers in the columns "
			 "case,launch,metric,value, without commas in numbers, as simt-check(1) shows",
			 path);
}

/* A table of results. The lines that Nsight Compute prints in front of a page of its own begin with "==". */
static struct csvfile *
read_table(const char *path, struct simt_error *e)
{
	size_t bytes;
	unsigned char *data = wholefile_read(path, CSVFILE_BYTES_MAX, &bytes, e);
	struct csvfile *f = NULL;

	if (data && bytes > 1 && data[0] == '=' && data[1] == '=')
		nsight_page(path, e);
	else if (data)
		f = csvfile_parse(data, bytes, path, e);
	free(data);
	return f;
}

/* The columns of c->choice. */
static bool
find_choice(struct reader *r, struct simt_error *e)
{
	const struct check *c = r->c;

	r->choice = must(calloc(c->nchoice + 1, sizeof *r->choice));
	for (size_t k = 0; k < c->nchoice; k++) {
		r->choice[k] = csvfile_find(r->f, c->choice[k].column);
		if (r->choice[k] < 0)
			return simt_fail(e, SIMT_BAD_INPUT, "%s: no column %s, by which results of %s could be chosen", r->f->name,
					 c->choice[k].column, c->choice[k].text);
	}
	return true;
}

bool
check_chosen(const struct check *c, struct simt_error *e)
{
	char text[600] = "";
	size_t n = 0;

	for (size_t i = 0; i < c->nlaunch; i++)
		if (c->launch[i].settings[CHECK_SIMULATED])
			return true;
	for (size_t k = 0; k < c->nchoice && n < sizeof text; k++)
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s %.80s", k ? ", " : "", c->choice[k].column,
				      c->choice[k].text);
	return !c->nchoice || simt_fail(e, SIMT_BAD_INPUT, "no simulated results of this workload with %s", text);
}

bool
check_read(struct check *c, const char *path, enum check_side side, struct simt_error *e)
{
	struct reader r = {.c = c, .side = side};
	read_row *read;
	bool ok = true;

	r.f = read_table(path, e);
	if (!r.f)
		return false;
	for (int k = 0; k < COLUMNS; k++)
		r.column[k] = csvfile_find(r.f, column_name[k]);
	r.run = calloc(3 * (c->nlaunch + 1), sizeof *r.run);
	if (!r.run)
		simt_no_memory();
	r.param = must(calloc(c->w->nparams + 1, sizeof *r.param));
	for (size_t k = 0; k < c->w->nparams; k++)
		r.param[k] = csvfile_find(r.f, c->w->param[k]);
	r.ordinal = r.run + c->nlaunch + 1;
	r.id = r.ordinal + c->nlaunch + 1;
	for (int k = 0; k < SETTINGS; k++) {
		r.setting[r.nsettings] = csvfile_find(r.f, setting_name[k]);
		r.parameter[r.nsettings] = k;
		r.nsettings += r.setting[r.nsettings] >= 0;
	}
	for (size_t i = 0; side == CHECK_MEASURED && i < c->nlaunch; i++)
		c->launch[i].settings[side] = NULL;
	read = kind_of(&r);
	if (!read && csvfile_find(r.f, "Kernel Name") >= 0)
		ok = nsight_page(path, e);
	else if (!read)
		ok = simt_fail(
			e, SIMT_BAD_INPUT,
			"%s: not a result file; it needs the columns case, launch and metric, value (launch counters) or pc, "
			"inst_executed (instructions), or case, buffer, elements, chunk, fnv1a64 (contents)",
			path);
	ok = ok && (side == CHECK_MEASURED || read == read_chunk || find_choice(&r, e));
	for (size_t row = 0; ok && row < r.f->nrows; row++) {
		bool same;

		if (!is_header(r.f, row, &same))
			ok = read(&r, row, e);
		else if (!same)
			ok = csvfile_fail(r.f, csvfile_cell(r.f, row, 0), 0, e,
					  "a second header, with other columns: the results behind it need a file of their own");
	}
	names_free(&r.runs);
	free(r.run);
	free(r.param);
	free(r.choice);
	csvfile_free(r.f);
	return ok;
}
