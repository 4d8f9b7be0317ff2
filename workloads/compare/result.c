#include "workloads/compare/result.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/wholefile.h"

static const char *
text_of(struct result *r, const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	s = s ? s : "";
	return arena_copy(&r->arena, s, strlen(s));
}

static uint64_t
count_of(const json_t *object, const char *key)
{
	const json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 ? (uint64_t)n : 0;
}

/* The innermost place that is not in a header of the toolkit, or else the outermost one. */
static void
take_place(struct result *r, const json_t *j, struct result_instruction *to)
{
	const json_t *calls = json_object_get(j, "inlined"), *at = j;
	const char *file = json_string_value(json_object_get(at, "file"));

	for (size_t i = 0; file && simt_file_is_toolkit(file) && i < json_array_size(calls); i++) {
		at = json_array_get(calls, i);
		file = json_string_value(json_object_get(at, "file"));
	}
	if (!file)
		return;
	to->file = arena_copy(&r->arena, file, strlen(file));
	to->line = (unsigned)count_of(at, "line");
}

static void
take_instruction(struct result *r, const json_t *j, struct result_instruction *to)
{
	const json_t *states = json_object_get(j, "warp_cycles");

	to->pc = (uint32_t)count_of(j, "pc");
	to->sass = text_of(r, j, "sass");
	take_place(r, j, to);
	to->inst = count_of(j, "inst_executed");
	to->thread_inst_true = count_of(j, "thread_inst_executed_true");
	to->memory = (struct simt_pc_memory){count_of(j, "sectors"), count_of(j, "sectors_ideal"), count_of(j, "wavefronts"),
					     count_of(j, "wavefronts_ideal")};
	for (int k = 0; k < SIMT_STALLS; k++)
		to->state[k] = count_of(states, simt_stall_name[k]);
}

static void
take_metrics(struct result *r, json_t *metrics, struct result_launch *to)
{
	const char *name;
	json_t *metric;

	to->metric = arena_alloc(&r->arena, (json_object_size(metrics) + 1) * sizeof *to->metric);
	json_object_foreach(metrics, name, metric) to->metric[to->nmetrics++] =
		(struct result_metric){.name = arena_copy(&r->arena, name, strlen(name)),
				       .unit = text_of(r, metric, "unit"),
				       .value = json_number_value(json_object_get(metric, "value"))};
}

static void
take_launch(struct result *r, const json_t *of_case, const json_t *j, struct result_launch *to)
{
	const json_t *list = json_object_get(j, "instructions");

	to->case_name = text_of(r, of_case, "case");
	to->case_status = text_of(r, of_case, "status");
	to->name = text_of(r, j, "launch");
	to->kernel = text_of(r, j, "kernel");
	to->status = text_of(r, j, "status");
	for (unsigned k = 0; k < 3; k++) {
		to->grid[k] = (uint32_t)json_integer_value(json_array_get(json_object_get(j, "grid"), k));
		to->block[k] = (uint32_t)json_integer_value(json_array_get(json_object_get(j, "block"), k));
	}
	take_metrics(r, json_object_get(j, "metrics"), to);
	to->ninst = json_array_size(list);
	to->inst = to->ninst ? arena_alloc(&r->arena, to->ninst * sizeof *to->inst) : NULL;
	for (size_t i = 0; i < to->ninst; i++)
		take_instruction(r, json_array_get(list, i), to->inst + i);
}

static void
take_all(struct result *r, const json_t *all, const json_t *cases)
{
	const json_t *machine = json_object_get(all, "machine"), *warp_size;
	size_t n = 0;

	r->machine = text_of(r, machine, "name");
	r->mode = text_of(r, all, "mode");
	r->incomplete = json_object_get(all, "incomplete") ? text_of(r, all, "incomplete") : NULL;
	warp_size = json_object_get(json_object_get(machine, "parameters"), "warp_size");
	r->warp_size = (unsigned)count_of(warp_size, "value");
	for (size_t i = 0; i < json_array_size(cases); i++)
		n += json_array_size(json_object_get(json_array_get(cases, i), "launches"));
	r->launch = arena_alloc(&r->arena, (n + 1) * sizeof *r->launch);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i), *launches = json_object_get(of_case, "launches");

		for (size_t k = 0; k < json_array_size(launches); k++)
			take_launch(r, of_case, json_array_get(launches, k), r->launch + r->n++);
	}
}

struct result *
result_parse(const char *data, size_t bytes, const char *name, struct simt_error *e)
{
	json_error_t why;
	json_t *all = json_loadb(data, bytes, 0, &why), *cases = json_object_get(all, "cases");
	struct result *r = NULL;

	if (!all) {
		simt_fail(e, SIMT_BAD_INPUT, "%s:%d:%d: this is no result of simt-sim --json: %s", name, why.line, why.column,
			  why.text);
	} else if (!json_is_array(cases)) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: this is no result of simt-sim --json: there is no list 'cases'", name);
	} else {
		r = zeroed(1, sizeof *r);
		r->name = arena_copy(&r->arena, name, strlen(name));
		take_all(r, all, cases);
	}
	json_decref(all);
	return r;
}

struct result *
result_read(const char *path, struct simt_error *e)
{
	size_t bytes;
	const bool input = !strcmp(path, "-");
	unsigned char *data = wholefile_read(input ? "/dev/stdin" : path, WHOLEFILE_BYTES_MAX, &bytes, e);
	struct result *r = data ? result_parse((const char *)data, bytes, input ? "standard input" : path, e) : NULL;

	free(data);
	return r;
}

void
result_free(struct result *r)
{
	if (!r)
		return;
	arena_free(&r->arena);
	free(r);
}

double
result_value(const struct result_launch *l, const char *metric)
{
	for (size_t i = 0; i < l->nmetrics; i++)
		if (!strcmp(l->metric[i].name, metric))
			return l->metric[i].value;
	return NAN;
}

bool
result_ended(const struct result_launch *l)
{
	return !strcmp(l->status, "ok");
}
