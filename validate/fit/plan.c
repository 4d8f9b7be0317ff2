#include "validate/fit/plan.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "validate/check/check-measured.h"
#include "base/csvfile.h"
#include "sim/machine/machine.h"
#include "sim/machine/parameters.h"
#include "workloads/reader/workload.h"

/* Launches that took less carry mostly what a launch costs (doc/accuracy.md). */
static const double least_ns = 20000;

enum column { STAGE, PARAMETER, WORKLOAD, CASES, MEASURED, COLUMNS };
static const char *const column_name[COLUMNS] = {"stage", "parameter", "workload", "case", "measured"};

enum stage { DEVICE_TELLS, SLOPE, CYCLES, JOINT, STAGES };
static const char *const stage_name[STAGES] = {"device", "slope", "cycles", "joint"};

/* How a value came about. FOLLOWED: it moved with another one. */
enum origin { TAKEN_OVER, KNOWN, DEVICE, FITTED, JOINED, FOLLOWED, ORIGINS };

/* What the measurements say in their heads. */
struct head {
	char name[160], uuid[64], driver[96], date[16];
	long sms, l2_kib, clock;
};

/* A list of launches and the files of its measurements. */
struct source {
	const char *path, *files;
	struct workload *w;
	struct check *measured, *reference; /* NULL: nothing is there */
};

struct plan {
	struct plan_options o;
	struct arena arena;
	struct csvfile *f;
	int column[COLUMNS];
	struct source *source;
	size_t nsource, room_source;
	struct head head;
	struct simt_machine *machine, *base;
	struct fit *fit;
	struct joint *joint;
	bool joined; /* the results of the joint stage were taken */
	enum origin origin[MACHINE_PARAMS];
	long first[MACHINE_PARAMS];
	const char *nothing[MACHINE_PARAMS]; /* of the plan, but nothing of it was measured: its files */
};

/* ---- small things ---- */

static const char *
cell(const struct plan *p, size_t row, enum column c)
{
	return csvfile_cell(p->f, row, (size_t)p->column[c])->text;
}

/* The parameter of a row, without those behind it that move with it. */
static const char *
parameter_of(struct plan *p, size_t row)
{
	const char *names = cell(p, row, PARAMETER);

	return arena_copy(&p->arena, names, strcspn(names, " "));
}

/* The parameter's place in the machine; SIZE_MAX: there is none of that name. */
static size_t
place_of(const char *name)
{
	return (size_t)param_find(name, strlen(name));
}

static bool
put(struct plan *p, const char *name, const char *value, const char *source, enum origin origin, struct simt_error *e)
{
	char text[200];

	snprintf(text, sizeof text, "%.100s=%.80s", name, value);
	if (!simt_machine_set(p->machine, text, e) || !param_source_of(p->machine, name, source))
		return false;
	p->origin[place_of(name)] = origin;
	return true;
}

/* ---- the head of a file of measurements ---- */

static void
between(const char *line, const char *from, const char *until, char *to, size_t size)
{
	const char *at = strstr(line, from);

	if (at && !*to) {
		at += strlen(from);
		snprintf(to, size, "%.*s", (int)strcspn(at, until), at);
	}
}

/* What simt-gpu writes there: device, driver, clocks, date. */
static void
take_head(struct head *h, const char *text)
{
	for (; *text == '#'; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n')) {
		char line[400], number[32];
		long *const to[] = {&h->sms, &h->l2_kib, &h->clock};
		static const char *const in_front[] = {"compute capability", "SMs, L2 ", "(at most "};

		snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
		between(line, "# NVIDIA ", ",\n", h->name, sizeof h->name);
		between(line, ", GPU-", ",\n", h->uuid, sizeof h->uuid);
		between(line, "# driver ", ";\n", h->driver, sizeof h->driver);
		if (!*h->date && line[2] == '2' && strlen(line) > 12 && line[6] == '-' && line[9] == '-')
			snprintf(h->date, sizeof h->date, "%.10s", line + 2);
		for (int i = 0; i < 3; i++) {
			*number = '\0';
			between(line, in_front[i], i ? " )\n" : "S", number, sizeof number);
			if (!*to[i] && *number)
				*to[i] = strtol(i ? number : number + strcspn(number, ",") + (*number ? 1 : 0), NULL, 10);
		}
	}
}

/* Reads a file of measurements, and into *h, unless NULL, what its head says. */
static bool
read_file(const char *path, struct check *c, struct head *h, struct simt_error *e)
{
	struct csvfile *f;

	if (!check_read(c, path, CHECK_MEASURED, e))
		return false;
	if (h && !*h->uuid) {
		f = csvfile_read(path, e);
		if (f)
			take_head(h, (const char *)f->raw);
		csvfile_free(f);
	}
	return !e->status;
}

static bool
read_files(struct plan *p, const char *folder, struct source *s, struct check **c, struct head *h, struct simt_error *e)
{
	bool there = false;
	char file[256];

	*c = check_new(s->w, s->path, NULL);
	for (int n; sscanf(s->files, " %255s%n", file, &n) == 1; s->files += n) {
		const char *path = check_data_path(&p->arena, folder, file);

		there = there || path;
		if (!simt_goes_on(p->o.stop, e) || (path && !read_file(path, *c, h, e)))
			return false;
	}
	if (!there) {
		check_free(*c);
		*c = NULL;
	}
	return true;
}

/* The list of a row and its measurements, which are read where they are new. */
static struct source *
source_of(struct plan *p, size_t row, struct simt_error *e)
{
	const char *path = cell(p, row, WORKLOAD), *files = cell(p, row, MEASURED);
	struct workload_options o = {.isa = NULL};
	struct source *s;
	bool fine;

	for (size_t i = 0; i < p->nsource; i++)
		if (!strcmp(p->source[i].path, path) && !strcmp(p->source[i].files, files))
			return p->source + i;
	p->source = grow(p->source, &p->room_source, p->nsource + 1, sizeof *p->source);
	s = p->source + p->nsource++;
	*s = (struct source){.path = path, .files = files, .w = workload_read(path, &o, e)};
	if (!s->w)
		return NULL;
	fine = read_files(p, p->o.data, s, &s->measured, &p->head, e);
	s->files = files;
	fine = fine && (!p->o.reference || !s->measured || read_files(p, p->o.reference, s, &s->reference, NULL, e));
	s->files = files;
	return fine ? s : NULL;
}

/* ---- stages ---- */

/* Rows parameter,value,unit,source of FOLDER/known.csv. */
static bool
take_known(struct plan *p, struct simt_error *e)
{
	static const char *const names[] = {"parameter", "value", "source"};
	const char *path = check_data_path(&p->arena, p->o.data, "known.csv");
	struct csvfile *f = path ? csvfile_read(path, e) : NULL;
	int column[3];

	for (int i = 0; f && i < 3; i++) {
		column[i] = csvfile_find(f, names[i]);
		if (column[i] < 0)
			csvfile_fail(f, csvfile_header(f, 0), 0, e, "no column '%s'", names[i]);
	}
	for (size_t row = 0; f && !e->status && row < f->nrows; row++)
		put(p, csvfile_cell(f, row, (size_t)column[0])->text, csvfile_cell(f, row, (size_t)column[1])->text,
		    csvfile_cell(f, row, (size_t)column[2])->text, KNOWN, e);
	csvfile_free(f);
	return !e->status;
}

/* Takes a value that the driver gave simt-gpu. */
static bool
take_device(struct plan *p, const char *name, struct simt_error *e)
{
	const struct {
		const char *name;
		long value;
	} told[] = {{"sms", p->head.sms}, {"l2_bytes", p->head.l2_kib * 1024}, {"clock", p->head.clock}};
	size_t place = place_of(name);
	char value[32], source[300];

	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		if (strcmp(told[i].name, name) != 0)
			continue;
		if (!told[i].value || p->origin[place] != TAKEN_OVER)
			return true;
		snprintf(value, sizeof value, "%ld", told[i].value);
		snprintf(source, sizeof source, "measured: by the driver of GPU-%s, driver %s, %s", p->head.uuid, p->head.driver,
			 p->head.date);
		return put(p, name, value, source, DEVICE, e);
	}
	return simt_fail(e, SIMT_BAD_INPUT, "%s: the comment lines before the measurements do not say %s", p->o.plan, name);
}

static enum stage
stage_of(const struct plan *p, size_t row)
{
	for (int i = 0; i < STAGES; i++)
		if (!strcmp(cell(p, row, STAGE), stage_name[i]))
			return (enum stage)i;
	return STAGES;
}

static bool
are_parameters(const struct plan *p, size_t row, struct simt_error *e)
{
	const char *names = cell(p, row, PARAMETER), *name;
	char why[256];

	do
		name = names + strspn(names, " ");
	while (param_next(&names) >= 0);
	return (!*name && name > cell(p, row, PARAMETER)) ||
	       csvfile_fail(p->f, csvfile_cell(p->f, row, (size_t)p->column[PARAMETER]), 0, e, "%s",
			    param_unknown(name, strcspn(name, " "), why, sizeof why));
}

/* All files of measurements, and what the heads say. */
static bool
read_sources(struct plan *p, struct simt_error *e)
{
	for (size_t row = 0; row < p->f->nrows; row++) {
		enum stage stage = stage_of(p, row);

		if (stage == STAGES)
			return csvfile_fail(p->f, csvfile_cell(p->f, row, (size_t)p->column[STAGE]), 0, e,
					    "a stage is device, slope, cycles or joint, not '%s'", cell(p, row, STAGE));
		if (!are_parameters(p, row, e))
			return false;
		if ((stage == SLOPE || stage == CYCLES) && !source_of(p, row, e))
			return false;
	}
	for (size_t row = 0; row < p->f->nrows; row++)
		if (stage_of(p, row) == DEVICE_TELLS && !take_device(p, parameter_of(p, row), e))
			return false;
	return true;
}

/* The parameter of a row, and those behind it whose value nothing else has said. */
static const char *
moving_together(struct plan *p, size_t row)
{
	const char *names = cell(p, row, PARAMETER), *moving = param_name(param_next(&names));

	for (int follower; (follower = param_next(&names)) >= 0;)
		if (p->origin[follower] == TAKEN_OVER)
			moving = arena_printf(&p->arena, "%s %s", moving, param_name(follower));
	return moving;
}

/* The series of a row; where there are none the parameter is one of those that nothing was measured of. */
static bool
add_row(struct plan *p, size_t row, enum stage stage, struct simt_error *e)
{
	const size_t place = place_of(parameter_of(p, row)), before = p->fit->nseries;
	const struct source *s = source_of(p, row, e);
	const struct fit_rule rule = {moving_together(p, row), cell(p, row, CASES), stage == SLOPE ? FIT_SLOPE : FIT_CYCLES,
				      s->files};

	if (p->origin[place] != TAKEN_OVER && p->origin[place] != FITTED)
		return true;
	if (s->measured && (!p->o.reference || s->reference) && !fit_add(p->fit, s->w, s->measured, s->reference, &rule, e))
		return false;
	if (p->fit->nseries > before)
		p->origin[place] = FITTED;
	else if (p->origin[place] == TAKEN_OVER)
		p->nothing[place] = s->files;
	return true;
}

static bool
on_fit_progress(void *arg, const struct fit_parameter *parameter, unsigned sweep, long value)
{
	const struct plan *p = arg;
	char what[200];

	snprintf(what, sizeof what, "sweep %u of %u, %.80s = %ld", sweep, p->o.sweeps, parameter->name, value);
	return !p->o.progress || p->o.progress(p->o.arg, what);
}

static const char *
device_text(const struct plan *p)
{
	return arena_printf((struct arena *)(uintptr_t)&p->arena, "%s%s, driver %s, %s", *p->head.uuid ? "GPU-" : p->o.data,
			    p->head.uuid, *p->head.driver ? p->head.driver : "not told", *p->head.date ? p->head.date : "no date");
}

static bool
run_fit(struct plan *p, struct simt_error *e)
{
	p->fit = fit_new(simt_machine_copy(p->machine), simt_machine_copy(p->base));
	p->fit->jobs = p->o.jobs;
	p->fit->keep = p->o.keep;
	p->fit->keep_within = true;
	p->fit->stop = p->o.stop;
	p->fit->arg = p;
	p->fit->progress = on_fit_progress;
	for (size_t row = 0; row < p->f->nrows; row++) {
		enum stage stage = stage_of(p, row);

		if ((stage == SLOPE || stage == CYCLES) && !add_row(p, row, stage, e))
			return false;
	}
	if (!p->fit->nseries)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: nothing that %s names was measured there", p->o.data, p->o.plan);
	if (!fit_run(p->fit, p->o.only, p->o.sweeps, e))
		return false;
	fit_sources(p->fit, device_text(p), true);
	for (size_t i = 0; i < p->fit->nparameter; i++) {
		const struct fit_parameter *x = p->fit->parameter + i;
		size_t place = place_of(x->name);
		const char *name, *unit, *source;
		char value[32];

		if (!x->evaluations || !isfinite(x->error)) {
			p->origin[place] = TAKEN_OVER;
			continue;
		}
		simt_machine_parameter(p->fit->machine, place, &name, &unit, &source);
		snprintf(value, sizeof value, "%ld", x->value);
		if (!put(p, name, value, source, FITTED, e))
			return false;
		for (size_t k = 0; k < x->nfollowers; k++) {
			place = place_of(x->follower[k].name);
			simt_machine_parameter(p->fit->machine, place, &name, &unit, &source);
			if (!put(p, name, value, source, FOLLOWED, e))
				return false;
		}
	}
	return true;
}

/* Runs the joint stage. Its results are taken if they make kernels better that it has not seen. */
static bool
run_joint(struct plan *p, struct simt_error *e)
{
	const char *name[JOINT_PARAMETERS_MAX + 1], *list = NULL;
	size_t n = 0;

	for (size_t row = 0; row < p->f->nrows; row++) {
		if (stage_of(p, row) != JOINT || n > JOINT_PARAMETERS_MAX ||
		    (p->o.only && fnmatch(p->o.only, parameter_of(p, row), 0) != 0))
			continue;
		name[n++] = parameter_of(p, row);
		list = cell(p, row, WORKLOAD);
	}
	if (!n || !p->o.rounds)
		return true;
	p->joint = joint_new(&(struct joint_wish){list, "quick", p->o.data, p->o.reference, least_ns, name, n, p->o.stop},
			     simt_machine_copy(p->machine), p->o.reference ? simt_machine_copy(p->base) : NULL, e);
	if (!p->joint)
		return false;
	p->joint->jobs = p->o.jobs;
	p->joint->keep = p->o.keep;
	p->joint->arg = p->o.arg;
	p->joint->progress = p->o.progress;
	if (!joint_run(p->joint, p->o.rounds, p->o.prior, e))
		return false;
	joint_sources(p->joint, arena_printf(&p->arena, "%s of %s", list, device_text(p)));
	p->joined = p->joint->left_out < p->joint->before.mean;
	for (size_t k = 0; p->joined && k < p->joint->nparameter; k++) {
		const struct joint_parameter *x = p->joint->parameter + k;
		const char *of, *unit, *source;
		char value[32];

		if (!x->told)
			continue;
		snprintf(value, sizeof value, "%ld", x->value);
		simt_machine_parameter(p->joint->machine, place_of(x->name), &of, &unit, &source);
		if (!put(p, x->name, value, source, JOINED, e))
			return false;
	}
	return true;
}

/* Sets the source of parameters that nothing determined. */
static bool
take_over(struct plan *p, const char *base)
{
	const char *name, *unit, *source;

	for (size_t i = 0; simt_machine_parameter(p->machine, i, &name, &unit, &source); i++) {
		/* what the user gave stays the user's */
		if (p->origin[i] != TAKEN_OVER || !strcmp(source, "given on the command line"))
			continue;
		if (!param_source_of(p->machine, name, arena_printf(&p->arena, "taken over from %s; %s", base, source)))
			return false;
	}
	return true;
}

static bool
read_plan(struct plan *p, struct simt_error *e)
{
	p->f = csvfile_read(p->o.plan, e);
	for (int i = 0; p->f && i < COLUMNS; i++) {
		p->column[i] = csvfile_find(p->f, column_name[i]);
		if (p->column[i] < 0)
			return csvfile_fail(p->f, csvfile_header(p->f, 0), 0, e, "no column '%s'", column_name[i]);
	}
	return p->f;
}

struct plan *
plan_run(const struct plan_options *o, struct simt_machine *base, struct simt_error *e)
{
	struct plan *p = calloc(1, sizeof *p);

	if (!p)
		simt_no_memory();
	p->o = *o;
	p->machine = base;
	p->base = simt_machine_copy(base);
	for (size_t i = 0; i < MACHINE_PARAMS; i++)
		p->first[i] = param_value(base, (enum machine_param)i);
	if (access(o->data, R_OK | X_OK) != 0)
		simt_fail(e, SIMT_BAD_INPUT, "%s: no such folder", o->data);
	if (!e->status && read_plan(p, e) && take_known(p, e) && read_sources(p, e) && run_fit(p, e) && run_joint(p, e) &&
	    take_over(p, simt_machine_get(base, "name")))
		return p;
	plan_free(p);
	return NULL;
}

void
plan_free(struct plan *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->nsource; i++) {
		check_free(p->source[i].measured);
		check_free(p->source[i].reference);
		workload_free(p->source[i].w);
	}
	free(p->source);
	fit_free(p->fit);
	joint_free(p->joint);
	simt_machine_free(p->machine);
	simt_machine_free(p->base);
	csvfile_free(p->f);
	arena_free(&p->arena);
	free(p);
}

const struct simt_machine *
plan_machine(const struct plan *p)
{
	return p->machine;
}

/* ---- what came out ---- */

static void
given_table(const struct plan *p, FILE *out)
{
	const char *name, *unit, *source;
	bool any = false;

	for (size_t i = 0; simt_machine_parameter(p->machine, i, &name, &unit, &source); i++) {
		if (p->origin[i] != KNOWN && p->origin[i] != DEVICE)
			continue;
		if (!any)
			fprintf(out, "%-23s %9s %9s   %s\n", "parameter", "before", "given", "by");
		any = true;
		fprintf(out, "%-23s %9ld %9s   %s\n", name, p->first[i], simt_machine_get(p->machine, name),
			p->origin[i] == DEVICE ? "the driver" : "known.csv");
	}
	if (any)
		fputc('\n', out);
}

void
plan_table(const struct plan *p, bool series, FILE *out)
{
	const char *name, *unit, *source;
	size_t count[ORIGINS] = {0}, changed = 0;

	fprintf(out, "NVIDIA %s, %s\nBegun with %s, %s%s\n\n", *p->head.name ? p->head.name : "device not told", device_text(p),
		simt_machine_get(p->machine, "name"), p->o.reference ? "reference " : "no reference",
		p->o.reference ? p->o.reference : "");
	given_table(p, out);
	fit_table(p->fit, out);
	if (series) {
		fputc('\n', out);
		fit_series_table(p->fit, out);
	}
	if (p->joint) {
		fputc('\n', out);
		joint_table(p->joint, out);
		fprintf(out, "%s\n",
			p->joined ? "Taken: kernels that were left out come out better, too."
				  : "Not taken: kernels that were left out do not come out better.");
		if (series) {
			fputc('\n', out);
			joint_points_table(p->joint, out);
		}
	}
	for (size_t i = 0; simt_machine_parameter(p->machine, i, &name, &unit, &source); i++) {
		count[p->origin[i]]++;
		changed += param_value(p->machine, (enum machine_param)i) != p->first[i];
		if (p->nothing[i] && p->origin[i] == TAKEN_OVER)
			fprintf(out, "\n%s: no measurement determines it (%s).", name, p->nothing[i]);
	}
	fprintf(out,
		"\n%zu parameters differ from %s. Of all, %zu are known, %zu are the driver's, %zu read off microbenchmarks, %zu "
		"fitted jointly, %zu moved with another one, %zu taken over.\n",
		changed, simt_machine_get(p->machine, "name"), count[KNOWN], count[DEVICE], count[FITTED], count[JOINED],
		count[FOLLOWED], count[TAKEN_OVER]);
}
