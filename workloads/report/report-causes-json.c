/* report-causes-json.c: what holds each launch back, as JSON: the verdict, limits, pairs, remedies, roots, source lines and loops. */
#include <math.h>

#include "workloads/analysis/advice.h"
#include "workloads/analysis/trials.h"
#include "workloads/report/json-values.h"
#include "workloads/report/report-causes.h"
#include "workloads/report/report-json-lines.h"
#include "workloads/report/report-text.h"

enum { SENTENCE = 400, CODE_BYTES = 16 /* of an instruction */ };

/* A number with no more digits than it is worth. */
static json_t *
rounded(double x)
{
	return json_real(round(x * 1e4) / 1e4);
}

static json_t *
names(enum cause_limit a, const enum cause_limit *b)
{
	json_t *list = json_must(json_array());

	append(list, text(cause_info[a].name));
	if (b)
		append(list, text(cause_info[*b].name));
	return list;
}

/* ---- causes ---- */

/* Its sentence is the one that people read. */
static json_t *
verdict(const struct causes *c)
{
	const struct cause_pair *pair = causes_first_pair(c);
	const struct cause *first = causes_first(c);
	json_t *one = json_must(json_object());
	char said[SENTENCE];

	if (pair) {
		set(one, "limits", names(pair->a, &pair->b));
		set(one, "gain", rounded(pair->gain));
	} else if (first) {
		set(one, "limits", names(first->limit, NULL));
		set(one, "gain", rounded(first->gain));
	} else {
		set(one, "limits", json_array());
	}
	report_verdict(c, said, sizeof said);
	set(one, "text", text(said));
	return one;
}

static json_t *
limits(const struct causes *c)
{
	json_t *list = json_must(json_array());

	for (size_t i = 0; i < c->n; i++) {
		const struct cause *x = c->cause + i;
		json_t *one = json_must(json_object());

		set(one, "limit", text(cause_info[x->limit].name));
		set(one, "title", text(cause_info[x->limit].title));
		set(one, "share", rounded(x->share));
		if (x->gain > 0)
			set(one, "gain", rounded(x->gain));
		append(list, one);
	}
	return list;
}

static json_t *
pairs(const struct causes *c)
{
	json_t *list = json_must(json_array());

	for (size_t i = 0; i < c->npairs; i++) {
		json_t *one = json_must(json_object());

		set(one, "limits", names(c->pair[i].a, &c->pair[i].b));
		set(one, "gain", rounded(c->pair[i].gain));
		append(list, one);
	}
	return list;
}

/* Ranked as simt-why shows them; those that an experiment refutes come last, and say so. */
static json_t *
remedy(const struct cause_remedy *x, const struct simt_function *f)
{
	json_t *one = json_must(json_object());
	const char *file;
	unsigned line;

	set(one, "remedy", text(cause_remedy_name(x)));
	set(one, "title", text(cause_remedy_title(x)));
	set(one, "limits", names(x->limit, x->with == CAUSES ? NULL : &x->with));
	if (x->reason)
		set(one, "reason", text(x->reason));
	if (x->gain > 0)
		set(one, "gain", rounded(x->gain));
	if (x->all > 0)
		set(one, "gain_all", rounded(x->all));
	set(one, "tried", text(x->trial != TRIALS ? "itself" : x->gain > 0 ? "limits" : "no"));
	set(one, "refuted", json_boolean(x->refuted));
	if (x->pc != ROOT_NONE) {
		set(one, "pc", count((uint64_t)CODE_BYTES * x->pc));
		if (simt_function_own_line(f, x->pc, &file, &line)) {
			set(one, "file", text(file));
			set(one, "line", count(line));
		}
	}
	return one;
}

static json_t *
remedies(const struct causes *c, const struct simt_function *f)
{
	json_t *list = json_must(json_array());

	for (size_t i = 0; i < c->nremedies; i++)
		append(list, remedy(c->remedy + i, f));
	return list;
}

void
report_json_causes(json_t *launch, const struct causes *c, const struct simt_function *f)
{
	set(launch, "verdict", verdict(c));
	set(launch, "limits", limits(c));
	set(launch, "pairs", pairs(c));
	set(launch, "remedies", remedies(c, f));
}

/* ---- what lanes do ---- */

static json_t *
lane_slots(const struct simt_launch_stats *s)
{
	const uint64_t active = s->v[SIMT_STAT_thread_inst_executed], on = s->v[SIMT_STAT_thread_inst_executed_true];
	json_t *one = json_must(json_object());

	set(one, "active", count(on));
	set(one, "guarded", count(active - on));
	set(one, "waiting", count(s->v[SIMT_STAT_lanes_waiting]));
	set(one, "exited", count(s->v[SIMT_STAT_lanes_exited]));
	set(one, "never_launched", count(s->v[SIMT_STAT_lanes_never]));
	set(one, "unfilled", count(s->v[SIMT_STAT_lanes_unfilled]));
	return one;
}

static json_t *
root(const struct root_list *l, size_t i, const struct simt_function *f)
{
	const struct root *r = l->root + i;
	json_t *one = json_must(json_object()), *list = json_must(json_array());
	struct advice advice[REMEDIES];
	struct root_facts facts;
	const char *file;
	unsigned line;

	set(one, "kind", text(root_kind_name[r->kind]));
	set(one, "pc", count((uint64_t)CODE_BYTES * r->pc));
	if (simt_function_own_line(f, r->pc, &file, &line)) {
		set(one, "file", text(file));
		set(one, "line", count(line));
	}
	set(one, "lane_slots", count(r->lost));
	for (size_t k = 0, n = root_facts(l, i, f, &facts) ? advise(&facts, advice) : 0; k < n; k++)
		append(list, text(remedy_info[advice[k].remedy].title));
	set(one, "remedies", list);
	return one;
}

static json_t *
roots(const struct root_list *l, const struct simt_function *f)
{
	json_t *list = json_must(json_array());

	for (size_t i = 0; i < l->n; i++)
		append(list, root(l, i, f));
	return list;
}

/* ---- launches ---- */

static json_t *
dimension(const struct workload_dim *d)
{
	return json_pack("[iii]", (int)d->x, (int)d->y, (int)d->z);
}

static json_t *
launch(const struct run *run, const struct causes_told *told, size_t i, size_t k)
{
	const struct run_launch *l = run->cases[i].launches + k;
	const struct workload_launch *x = run->w->launch + l->launch;
	const struct simt_function *f = run->function[l->launch];
	const struct causes *c = told->causes ? causes_of(told->causes, i, k) : NULL;
	const struct simt_launch_stats s = run_launch_stats(l);
	json_t *one = json_must(json_object());

	set(one, "case", text(run->w->cases[i].name));
	set(one, "launch", text(x->name));
	set(one, "id", count(l->id));
	set(one, "kernel", text(x->cell[COLUMN_kernel]));
	set(one, "grid", dimension(&x->grid));
	set(one, "block", dimension(&x->block));
	set(one, "status", text(report_status(l->status, l->started)));
	if (s.timed)
		set(one, "cycles", count(s.v[SIMT_STAT_cycles]));
	if (l->started)
		set(one, "lane_slots", lane_slots(&s));
	if (c)
		report_json_causes(one, c, f);
	if (l->roots)
		set(one, "roots", roots(l->roots, f));
	if (l->pc)
		report_json_lines(one, l, f, (unsigned)simt_machine_number(run->machine, "warp_size"));
	return one;
}

void
report_causes_json(const struct run *run, const struct causes_told *told, FILE *out)
{
	json_t *all = json_must(json_object()), *machine = json_must(json_object()), *list = json_must(json_array());
	json_t *changed = json_must(json_array());

	set(all, "source", text("simt-why"));
	set(all, "workload", text(run->w->file->name));
	set(all, "mode", text(run->o.mode == SIMT_CYCLE ? "cycle" : "functional"));
	set(machine, "name", text(told->machine));
	for (size_t i = 0; i < told->nset; i++)
		append(changed, text(told->set[i]));
	set(machine, "set", changed);
	set(all, "machine", machine);
	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++)
			append(list, launch(run, told, i, k));
	set(all, "launches", list);
	if (json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) == 0)
		putc('\n', out);
	json_decref(all);
}
