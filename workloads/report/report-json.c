/* report-json.c: the results as JSON. What it looks like: simt-results(5). */
#include <stdlib.h>
#include <string.h>

#include "workloads/report/json-values.h"
#include "workloads/report/report-json-lines.h"
#include "workloads/report/report-json-origin.h"
#include "workloads/report/report.h"
#include "workloads/report/values.h"

static json_t *
number(const struct value *v)
{
	return v->whole ? json_integer((json_int_t)v->n) : json_real(v->x);
}

static json_t *
metrics(const struct value *v, size_t n)
{
	json_t *all = json_must(json_object());

	for (size_t i = 0; i < n; i++) {
		json_t *one = json_must(json_object());

		set(one, "value", number(v + i));
		set(one, "unit", text(v[i].unit));
		set(all, v[i].metric, one);
	}
	return all;
}

/* The functions that were inlined at instruction i, the innermost first, each with the place of its call; NULL: none. */
static json_t *
inlined(const struct simt_function *f, size_t i)
{
	const char *name, *file;
	json_t *list = NULL;
	unsigned line;

	for (unsigned depth = 0; simt_function_inlined(f, i, depth, &name, &file, &line); depth++) {
		json_t *one = json_must(json_object());

		set(one, "function", text(name));
		set(one, "file", text(file));
		set(one, "line", json_integer(line));
		list = list ? list : json_must(json_array());
		append(list, one);
	}
	return list;
}

static json_t *
instruction(const struct run_launch *l, const struct simt_function *f, size_t i)
{
	const struct simt_pc_stats *pc = &l->pc[i];
	json_t *one = json_must(json_object()), *calls;
	const char *file;
	char sass[512];
	unsigned line;

	simt_function_sass(f, i, sass, sizeof sass);
	set(one, "pc", json_integer((json_int_t)(16 * i)));
	set(one, "sass", text(sass));
	if (simt_function_line(f, i, &file, &line)) {
		set(one, "file", text(file));
		set(one, "line", json_integer(line));
	}
	if ((calls = inlined(f, i)))
		set(one, "inlined", calls);
	set(one, "inst_executed", json_integer((json_int_t)pc->inst_executed));
	set(one, "thread_inst_executed", json_integer((json_int_t)pc->thread_inst_executed));
	set(one, "thread_inst_executed_true", json_integer((json_int_t)pc->thread_inst_executed_true));
	set(one, "inst_partial", json_integer((json_int_t)pc->inst_partial));
	if (l->memory && (l->memory[i].sectors || l->memory[i].wavefronts))
		report_json_memory(one, l->memory + i);
	if (l->states)
		set(one, "warp_cycles", report_json_states(l->states[i]));
	return one;
}

static json_t *
root(const struct root_list *l, const struct simt_function *f, const struct root *r)
{
	json_t *one = json_must(json_object());
	const char *file;
	char sass[512];
	unsigned line;

	simt_function_sass(f, r->pc, sass, sizeof sass);
	set(one, "kind", text(root_kind_name[r->kind]));
	set(one, "pc", json_integer(16 * (json_int_t)r->pc));
	set(one, "sass", text(sass));
	if (simt_function_line(f, r->pc, &file, &line)) {
		set(one, "file", text(file));
		set(one, "line", json_integer(line));
	}
	if (r->merge != ROOT_NONE)
		set(one, "merge", json_integer(16 * (json_int_t)r->merge));
	if (r->parent != ROOT_NONE)
		set(one, "parent", json_integer(16 * (json_int_t)l->root[r->parent].pc));
	set(one, "inst_executed", json_integer((json_int_t)r->executions));
	set(one, "diverged", json_integer((json_int_t)r->divergences));
	set(one, "warps", json_integer((json_int_t)r->warps));
	set(one, "taken", json_integer((json_int_t)r->taken));
	set(one, "others", json_integer((json_int_t)r->others));
	set(one, "compared", json_integer((json_int_t)r->compared));
	set(one, "alike", json_integer((json_int_t)r->alike));
	set(one, "repeated", json_integer((json_int_t)r->repeated));
	set(one, "issue_slots", json_integer((json_int_t)r->slots));
	set(one, "lane_slots", json_integer((json_int_t)r->lost));
	set(one, "lane_slots_nested", json_integer((json_int_t)r->nested));
	return one;
}

static json_t *
roots(const struct root_list *l, const struct simt_function *f)
{
	json_t *one = json_must(json_object()), *list = json_must(json_array());

	set(one, "lane_slots", json_integer((json_int_t)root_list_all(l)));
	set(one, "active", json_integer((json_int_t)(l->active - l->lost[ROOT_PREDICATE])));
	set(one, "never_launched", json_integer((json_int_t)l->never));
	set(one, "unfilled", json_integer((json_int_t)l->unfilled));
	for (size_t i = 0; i < l->n; i++)
		append(list, root(l, f, l->root + i));
	set(one, "list", list);
	return one;
}

static json_t *
bound(const struct bound *b)
{
	json_t *one = json_must(json_object()), *limits = json_must(json_object());

	set(one, "cycles", json_integer((json_int_t)bound_cycles(b)));
	set(one, "binds", text(bound_limit_info[b->binds].name));
	set(one, "pipe", text(b->pipe));
	for (unsigned k = 0; k < LIMITS; k++)
		set(limits, bound_limit_info[k].name, json_integer((json_int_t)b->limit[k]));
	set(one, "limits", limits);
	return one;
}

static json_t *
dimension(const struct workload_dim *d)
{
	return json_pack("[iii]", (int)d->x, (int)d->y, (int)d->z);
}

static unsigned
warp_size(const struct simt_machine *m)
{
	return (unsigned)simt_machine_number(m, "warp_size");
}

static json_t *
launch(const struct report *r, size_t i, const struct run_launch *l, const struct causes *causes)
{
	const struct run *run = r->run;
	const struct workload_launch *x = &run->w->launch[l->launch];
	json_t *one = json_must(json_object()), *list;
	struct value v[VALUES_MAX];

	set(one, "launch", text(x->name));
	set(one, "id", json_integer(l->id));
	set(one, "kernel", text(x->cell[COLUMN_kernel]));
	set(one, "grid", dimension(&x->grid));
	set(one, "block", dimension(&x->block));
	set(one, "status", text(report_status(l->status, l->started)));
	set(one, "metrics", metrics(v, report_values(r, i, l, v)));
	if (causes)
		report_json_causes(one, causes, run->function[l->launch]);
	if (l->roots)
		set(one, "roots", roots(l->roots, run->function[l->launch]));
	if (l->bound)
		set(one, "bound", bound(l->bound));
	if (!l->pc)
		return one;
	list = json_must(json_array());
	for (size_t k = 0; k < l->npc; k++)
		append(list, instruction(l, run->function[l->launch], k));
	set(one, "instructions", list);
	report_json_lines(one, l, run->function[l->launch], warp_size(run->machine));
	return one;
}

static json_t *
of_case(const struct report *r, size_t i)
{
	const struct run *run = r->run;
	const struct workload_case *c = &run->w->cases[i];
	const struct run_case *rc = &run->cases[i];
	const struct workload_launch *x = &run->w->launch[c->launches[0]];
	json_t *one = json_must(json_object()), *parameters = json_must(json_object()), *launches = json_must(json_array());
	struct causes_found *causes = r->command ? causes_of_case(run, i) : NULL;
	struct value v[VALUES_MAX];

	set(one, "case", text(c->name));
	set(one, "technique", text(x->cell[COLUMN_technique]));
	set(one, "variant", text(x->cell[COLUMN_variant]));
	if (c->before >= 0)
		set(one, "before", text(run->w->cases[c->before].name));
	for (size_t k = 0; k < run->w->nparams; k++)
		set(parameters, run->w->param[k], text(x->value[k]));
	set(one, "parameters", parameters);
	set(one, "status", text(report_status(rc->status, rc->started)));
	set(one, "metrics", metrics(v, report_values(r, i, NULL, v)));
	for (size_t k = 0; k < rc->nlaunches; k++)
		append(launches, launch(r, i, &rc->launches[k], causes ? causes_of(causes, i, k) : NULL));
	causes_free(causes);
	set(one, "launches", launches);
	return one;
}

static json_t *
machine(const struct report *r)
{
	json_t *one = json_must(json_object()), *parameters = json_must(json_object());
	const struct simt_machine *m = r->run->machine;
	const char *name, *unit, *source;

	set(one, "name", text(r->machine));
	for (size_t k = 0; simt_machine_parameter(m, k, &name, &unit, &source); k++) {
		json_t *parameter = json_must(json_object());
		const char *value = simt_machine_get(m, name);
		char *end;
		long n = strtol(value, &end, 10);

		set(parameter, "value", *end ? text(value) : json_integer(n));
		set(parameter, "unit", text(unit));
		set(parameter, "source", text(source));
		set(parameters, name, parameter);
	}
	set(one, "parameters", parameters);
	if (r->command)
		report_json_shipped(one, m, r->machine);
	return one;
}

/* ---- the text, as jansson would write the whole, without having the whole in memory ---- */
enum { FLAGS = JSON_INDENT(1) | JSON_REAL_PRECISION(15) };

/* Writes a value. Its lines, except the first one, are indented by `depth` more; its last `end` bytes are left out. */
static void
put(FILE *out, json_t *j, unsigned depth, size_t end)
{
	char *all = json_dumps(j, FLAGS);

	if (!all)
		simt_no_memory();
	all[strlen(all) - end] = '\0';
	for (const char *line = all, *next; line; line = next) {
		next = strchr(line, '\n');
		fwrite(line, 1, next ? (size_t)(++next - line) : strlen(line), out);
		fprintf(out, "%*s", next ? (int)depth : 0, "");
	}
	free(all);
	json_decref(j);
}

static void
json_head(const struct report *r, FILE *out)
{
	json_t *all = json_must(json_object());

	set(all, "source", text(r->source));
	set(all, "run", text(r->run_name));
	set(all, "mode", text(r->run->o.mode == SIMT_CYCLE ? "cycle" : "functional"));
	set(all, "machine", machine(r));
	if (r->command)
		report_json_origin(all, r);
	put(out, all, 0, strlen("\n}"));
	fputs(",\n \"cases\": [", out);
}

static void
json_case(const struct report *r, FILE *out, size_t i, bool first)
{
	fputs(first ? "\n  " : ",\n  ", out);
	put(out, of_case(r, i), 2, 0);
}

static void
json_tail(const struct report *r, FILE *out, bool none)
{
	fputs(none ? "]" : "\n ]", out);
	if (r->incomplete) {
		json_t *why = json_must(text(r->incomplete));

		fputs(",\n \"incomplete\": ", out);
		json_dumpf(why, out, JSON_ENCODE_ANY);
		json_decref(why);
	}
	fputs("\n}\n", out);
}

const struct report_form report_json = {json_head, json_case, json_tail};
