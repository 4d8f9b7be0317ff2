#include "workloads/plot/roofline.h"

#include <fnmatch.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/wholefile.h"

enum { SECTOR = 32, LINE = 128, BANK_LANES = 16 }; /* bytes, bytes, lanes */

/* ---- ceilings ---- */

/* A parameter of the machine; NaN: the result has none of that name. */
static double
parameter(const json_t *all, const char *name)
{
	const json_t *of =
		json_object_get(json_object_get(json_object_get(json_object_get(all, "machine"), "parameters"), name), "value");

	return json_is_number(of) ? json_number_value(of) : NAN;
}

/* Up to the colon of the parameter's source. */
static char *
source_of(const json_t *all, const char *name)
{
	const json_t *of =
		json_object_get(json_object_get(json_object_get(json_object_get(all, "machine"), "parameters"), name), "source");
	const char *text = json_string_value(of);
	size_t n = text ? strcspn(text, ":") : 0;
	char *word;

	n = n > 24 ? 24 : n;
	if (!n)
		return NULL;
	word = zeroed(n + 1, 1);
	memcpy(word, text, n);
	return word;
}

static void
take(struct roofline *r, const json_t *all, enum roofline_ceiling k, double value, const char *from)
{
	if (!(value > 0) || !isfinite(value))
		return;
	r->ceiling[k] = value;
	r->source[k] = source_of(all, from);
}

static void
take_ceilings(struct roofline *r, const json_t *all)
{
	const double ghz = parameter(all, "clock") / 1000, subcores = parameter(all, "sms") * parameter(all, "subcores");
	const double full = parameter(all, "banks") * BANK_LANES / parameter(all, "warp_size"); /* instructions in a cycle */
	const double fma = parameter(all, "fma_share"), tensor = parameter(all, "tensor_share");

	take(r, all, ROOFLINE_DRAM, parameter(all, "dram_rate") * ghz, "dram_rate");
	take(r, all, ROOFLINE_L2, parameter(all, "l2_rate") * ghz * LINE / (LINE + parameter(all, "l2_header")), "l2_rate");
	take(r, all, ROOFLINE_ISSUE, subcores * ghz, "subcores");
	take(r, all, ROOFLINE_FP32, subcores * ghz * (fma > 0 ? fmin(1, full / fma) : 1), "fma_share");
	take(r, all, ROOFLINE_TENSOR, subcores * ghz * (tensor > 0 ? fmin(1, full / tensor) : 1), "tensor_share");
}

/* ---- points ---- */

static double
metric(const json_t *of_case, const char *name)
{
	const json_t *value = json_object_get(json_object_get(json_object_get(of_case, "metrics"), name), "value");

	return json_is_number(value) ? json_number_value(value) : NAN;
}

/* The file without its folder, .gz and .json; the caller frees it. */
static char *
short_name(const char *path)
{
	static const char *const ending[] = {".gz", ".json"};
	char *name = must(strdup(path_base(path)));

	for (unsigned i = 0; i < 2; i++) {
		const size_t n = strlen(name), end = strlen(ending[i]);

		if (n > end && !strcmp(name + n - end, ending[i]))
			name[n - end] = '\0';
	}
	return name;
}

unsigned
roofline_flop(const char *sass)
{
	static const struct {
		const char *opcode;
		unsigned flop;
	} of[] = {{"FADD", 1},      {"FMUL", 1},       {"FFMA", 2},       {"DADD", 1},         {"DMUL", 1},       {"DFMA", 2},
		  {"HADD2", 2},     {"HMUL2", 2},      {"HFMA2", 4},      {"HMMA.16816", 128}, {"HMMA.1688", 64}, {"HMMA.1684", 32},
		  {"DMMA.884", 16}, {"DMMA.1684", 32}, {"DMMA.1688", 64}, {"DMMA.16816", 128}};
	const char *opcode = sass;

	if (*opcode == '@') {
		opcode += strcspn(opcode, " ");
		opcode += strspn(opcode, " ");
	}
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const size_t n = strlen(of[i].opcode);

		if (!strncmp(opcode, of[i].opcode, n) && strchr(". ", opcode[n]))
			return of[i].flop;
	}
	return 0;
}

/* All of a case; NaN where its launches have no instructions. */
static double
flop_of(const json_t *of_case)
{
	const json_t *launches = json_object_get(of_case, "launches");
	double sum = 0;

	for (size_t i = 0; i < json_array_size(launches); i++) {
		const json_t *list = json_object_get(json_array_get(launches, i), "instructions");

		if (!json_is_array(list))
			return NAN;
		for (size_t k = 0; k < json_array_size(list); k++) {
			const json_t *inst = json_array_get(list, k), *lanes = json_object_get(inst, "thread_inst_executed_true");
			const char *sass = json_string_value(json_object_get(inst, "sass"));

			if (sass && json_is_number(lanes))
				sum += roofline_flop(sass) * json_number_value(lanes);
		}
	}
	return sum;
}

bool
roofline_to_flop(struct roofline *r, struct simt_error *e)
{
	enum { FUSED = 2, PRODUCT = 4096 }; /* of a lane; of HMMA.16816 */

	for (size_t i = 0; i < r->n; i++) {
		struct roofline_point *x = r->point + i;

		if (!(x->flop > 0))
			return simt_fail(e, SIMT_BAD_INPUT, "case '%.200s' of %.200s: %s", x->name, x->file,
					 isnan(x->flop) ? "its instructions are not there; simt-sim --json --per-pc writes them"
							: "it has no floating-point operations");
		x->rate *= x->flop;
		x->lanes = 1; /* those that are off have not been counted */
		for (unsigned m = 0; m < ROOFLINE_MEMORIES; m++)
			x->bytes[m] /= x->flop;
	}
	r->ceiling[ROOFLINE_ISSUE] = 0;
	r->ceiling[ROOFLINE_FP32] *= FUSED * r->warp_size;
	r->ceiling[ROOFLINE_TENSOR] *= PRODUCT;
	r->in_flop = true;
	return true;
}

/* A case that came to its end and has a time. */
static void
take_case(struct roofline *r, const json_t *of_case, const char *path, double warp_size)
{
	const double inst = metric(of_case, "smsp__inst_executed.sum"), time = metric(of_case, "gpu__time_duration.sum");
	const char *name = json_string_value(json_object_get(of_case, "case"));
	struct roofline_point *p;

	if (!(inst > 0) || !(time > 0))
		return;
	r->point = grow(r->point, &r->room, r->n + 1, sizeof *r->point);
	p = r->point + r->n++;
	*p = (struct roofline_point){.name = must(strdup(name ? name : "")),
				     .file = short_name(path),
				     .rate = inst / time,
				     .lanes = metric(of_case, "smsp__thread_inst_executed.sum") / inst / warp_size,
				     .bytes = {metric(of_case, "lts__t_sectors_srcunit_tex_lookup_miss.sum") * SECTOR / inst,
					       metric(of_case, "lts__t_sectors_srcunit_tex.sum") * SECTOR / inst}};
	p->flop = flop_of(of_case) / inst;
	p->lanes = p->lanes >= 0 && p->lanes <= 1 ? p->lanes : 1;
	for (unsigned k = 0; k < ROOFLINE_MEMORIES; k++)
		p->bytes[k] = p->bytes[k] >= 0 ? p->bytes[k] : 0;
}

static bool
take_cases(struct roofline *r, const json_t *all, const char *path, const char *of_case, struct simt_error *e)
{
	const json_t *cases = json_object_get(all, "cases");
	const size_t before = r->n;
	bool named = false;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const char *name = json_string_value(json_object_get(json_array_get(cases, i), "case"));

		if (of_case && (!name || fnmatch(of_case, name, 0)))
			continue;
		named = true;
		take_case(r, json_array_get(cases, i), path, parameter(all, "warp_size"));
	}
	if (r->n > before)
		return true;
	if (!named && of_case)
		return simt_fail(e, SIMT_USAGE, "--case %.200s: no case of %s has that name", of_case, path);
	return simt_fail(e, SIMT_BAD_INPUT, "%s: no case has instructions and a time, which --mode cycle gives", path);
}

static bool
take_all(struct roofline *r, const json_t *all, const char *path, const char *of_case, struct simt_error *e)
{
	const char *machine = json_string_value(json_object_get(json_object_get(all, "machine"), "name"));

	if (!machine || !json_is_array(json_object_get(all, "cases")))
		return simt_fail(e, SIMT_BAD_INPUT,
				 "%s: this is no result of simt-sim --json: there is no machine, or no list 'cases'", path);
	if (r->machine && strcmp(r->machine, machine))
		return simt_fail(e, SIMT_BAD_INPUT,
				 "%s: it is of machine %.100s, and the result before of %.100s; ceilings are those of one machine",
				 path, machine, r->machine);
	if (!r->machine) {
		r->machine = must(strdup(machine));
		r->warp_size = parameter(all, "warp_size");
		take_ceilings(r, all);
	}
	return take_cases(r, all, path, of_case, e);
}

bool
roofline_add(struct roofline *r, const char *path, const char *of_case, struct simt_error *e)
{
	size_t bytes;
	unsigned char *data = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, e);
	json_error_t why;
	json_t *all = data ? json_loadb((const char *)data, bytes, 0, &why) : NULL;
	bool ok = false;

	if (all)
		ok = take_all(r, all, path, of_case, e);
	else if (data)
		simt_fail(e, SIMT_BAD_INPUT, "%s:%d:%d: this is no result of simt-sim --json: %s", path, why.line, why.column,
			  why.text);
	r->files++;
	json_decref(all);
	free(data);
	return ok;
}

void
roofline_clear(struct roofline *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->point[i].name);
		free(r->point[i].file);
	}
	for (unsigned k = 0; k < ROOFLINE_CEILINGS; k++)
		free(r->source[k]);
	free(r->point);
	free(r->machine);
	*r = (struct roofline){.n = 0};
}
