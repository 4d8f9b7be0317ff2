#include "programs/sweep-studies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/result-file.h"
#include "workloads/study/pareto.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

#define DEFAULT_FACTOR 2.0

/* Costs that have names. */
static const struct {
	const char *name, *expression;
} costs[] = {
#define COST(name, expression, meaning) {name, expression},
#include "workloads/study/cost.def"
#undef COST
};
enum { COSTS = sizeof costs / sizeof *costs };

/* ---- before: --tornado ---- */

static bool
take_factor(const char *text, double *factor, struct simt_error *e)
{
	char *end;

	*factor = text ? strtod(text, &end) : DEFAULT_FACTOR;
	if (text && (end == text || *end || !(*factor > 1 && *factor <= TORNADO_FACTOR_MOST)))
		return simt_fail(e, SIMT_USAGE, "--factor %s: it has to be a number above 1, up to %g", text, TORNADO_FACTOR_MOST);
	return true;
}

/* Whether nothing else makes points. */
static bool
tornado_fits(const struct study_options *o, const struct plan_wish *w, struct simt_error *e)
{
	const char *other = w->naxes                ? "--axis"
			    : w->points             ? "--points"
			    : w->draw == DRAW_LATIN ? "--latin"
			    : w->draw == DRAW_SOBOL ? "--sobol"
						    : NULL;

	if (other)
		return simt_fail(e, SIMT_USAGE,
				 "--tornado varies one parameter at a time around one machine, and %s makes other points: run them "
				 "one after the other; a folder can keep both",
				 other);
	if (o->effects || o->pareto)
		return simt_fail(e, SIMT_USAGE, "--tornado and %s are for different points: run one after the other",
				 o->effects ? "--effects" : "--pareto");
	return true;
}

static bool
prepare_tornado(struct studies *s, struct sweep_wish *wish, struct simt_error *e)
{
	const char *globs = strcmp(s->o->tornado, "-") != 0 ? s->o->tornado : NULL;
	struct simt_machine *m;
	double factor;
	bool fine;

	if (!tornado_fits(s->o, &wish->plan, e) || !take_factor(s->o->factor, &factor, e))
		return false;
	m = simt_machine_load(wish->plan.machine, e);
	fine = m;
	for (size_t i = 0; fine && i < wish->plan.nset; i++)
		fine = simt_machine_set(m, wish->plan.set[i], e);
	fine = fine && tornado_new(&s->tornado, m, globs, factor, e);
	simt_machine_free(m);
	wish->plan.change = s->tornado.change;
	wish->plan.nchanges = s->tornado.nchanges;
	return fine;
}

/* ---- before: the others ---- */

static bool
take_order(const char *text, enum effects_order *order, struct simt_error *e)
{
	*order = !strcmp(text, "main") ? EFFECTS_MAIN : EFFECTS_PAIRS;
	return *order == EFFECTS_MAIN || !strcmp(text, "-") || !strcmp(text, "pairs") ||
	       simt_fail(e, SIMT_USAGE, "--effects=%s: it can be main, or pairs, which is what it is without", text);
}

/* The first metric of that short name, or the name itself. */
static const char *
metric_called(const struct sweep_wish *wish, const char *name)
{
	for (size_t i = 0; i < wish->nwords; i++)
		if (!strcmp(wish->word[i].name, name))
			return wish->word[i].metric;
	return name;
}

/* "time:lanes" */
static bool
take_pareto(struct studies *s, const struct sweep_wish *wish, struct simt_error *e)
{
	const char *text = s->o->pareto, *colon = strchr(text, ':');

	if (!colon || colon == text || !colon[1])
		return simt_fail(e, SIMT_USAGE, "--pareto %s: write METRIC:COST, such as time:lanes", text);
	s->measured_name = arena_copy(&s->arena, text, (size_t)(colon - text));
	s->measured = metric_called(wish, s->measured_name);
	s->cost_name = arena_copy(&s->arena, colon + 1, strlen(colon + 1));
	s->cost_what = arena_printf(&s->arena, "--pareto %s", text);
	s->cost_text = s->cost_name;
	for (size_t i = 0; i < COSTS; i++)
		if (!strcmp(costs[i].name, s->cost_name))
			s->cost_text = costs[i].expression;
	s->metric[s->nmetrics++] = s->measured;
	return true;
}

bool
studies_prepare(struct studies *s, const struct study_options *o, struct sweep_wish *wish, struct simt_error *e)
{
	bool fine = true;

	*s = (struct studies){.o = o};
	if (!o->tornado && (o->around || o->factor))
		return simt_fail(e, SIMT_USAGE, "%s has no effect without --tornado", o->around ? "--around" : "--factor");
	if ((o->tornado || o->effects) && wish->plan.mode != SIMT_CYCLE)
		return simt_fail(e, SIMT_USAGE, "%s compares cycles, and --mode functional has none",
				 o->tornado ? "--tornado" : "--effects");
	if (o->tornado || o->effects)
		s->metric[s->nmetrics++] = simt_stat_info[SIMT_STAT_cycles].metric;
	if (o->effects)
		fine = take_order(o->effects, &s->order, e);
	if (fine && o->tornado)
		fine = prepare_tornado(s, wish, e);
	else if (fine && o->pareto)
		fine = take_pareto(s, wish, e);
	wish->needs = s->metric;
	wish->nneeds = s->nmetrics;
	return fine;
}

/* ---- before: the points ---- */

static const char *
planned_value(const void *arg, size_t point, size_t factor)
{
	return plan_value(arg, point, factor);
}

static bool
effects_fits(const struct studies *s, const struct plan *p, struct simt_error *e)
{
	const struct effects_points points = {p->npoints, s->naxes, s->axis, planned_value, p, s->order};

	return effects_possible(&points, e);
}

/* What each point costs. */
static bool
find_costs(struct studies *s, const struct plan *p, struct simt_error *e)
{
	bool fine = true;

	s->point_cost = zeroed(p->npoints, sizeof *s->point_cost);
	for (size_t i = 0; fine && i < p->npoints; i++) {
		struct simt_error no = {.status = SIMT_OK};
		struct simt_machine *m = plan_machine(p, i, &no);
		wide value = 0;

		s->point_cost[i] = NAN;
		if (!no.status && (fine = quantity_value(&s->cost, p->axis, p->at + i * p->naxes, m, &value, e)))
			s->point_cost[i] = (double)value;
		simt_machine_free(m);
	}
	return fine;
}

static bool
take_cost(struct studies *s, const struct plan *p, struct simt_error *e)
{
	const struct axis_world world = {p->base.set, p->wish.alias, p->wish.naliases, NULL, 0};
	const struct quantity_scope scope = {p->axis, p->naxes, &world, &s->arena};
	struct simt_error own = {.status = SIMT_OK};

	if (!quantity_read(&s->cost, s->cost_what, s->cost_text, s->cost_text + strlen(s->cost_text), &scope, &own))
		return simt_fail(e, SIMT_USAGE,
				 "%s; a cost is lanes, register-bytes, l1-bytes, l2-bytes, sram-bytes, or an expression", own.text);
	return find_costs(s, p, e);
}

bool
studies_fit(struct studies *s, const struct sweep *sweep, struct simt_error *e)
{
	const struct plan *p = sweep_plan(sweep);

	if (s->o->tornado && plan_value(p, 0, 0))
		return simt_fail(e, SIMT_USAGE, "--tornado: a --constraint does not allow the machine that is varied");
	s->axis = zeroed(p->naxes, sizeof *s->axis);
	for (s->naxes = 0; s->naxes < p->naxes; s->naxes++)
		s->axis[s->naxes] = p->axis[s->naxes].name;
	return (!s->o->effects || effects_fits(s, p, e)) && (!s->o->pareto || take_cost(s, p, e));
}

void
studies_clear(struct studies *s)
{
	tornado_clear(&s->tornado);
	quantity_clear(&s->cost);
	free(s->axis);
	free(s->point_cost);
	arena_free(&s->arena);
}

/* ---- after ---- */

/* Begins the file of a study in the folder of the sweep. */
static struct result_file *
begin(const struct sweep_wish *wish, const char *name, struct simt_error *e)
{
	char *path = path_join(wish->folder, name);
	struct result_file *f = result_open(path, e);

	free(path);
	return f;
}

static bool
tell_tornado(const struct studies *s, const struct measured *m, const struct sweep_wish *wish, bool quiet, struct simt_error *e)
{
	const struct tornado_words words = {measured_text(m, 0, "machine"), "simt-sweep " PACKAGE_VERSION};
	struct result_file *f = NULL;

	if (!tornado_tell(&s->tornado, m, words.machine, NULL, e) || !(f = begin(wish, "tornado.csv", e)))
		return false;
	tornado_write(&s->tornado, m, &words, result_stream(f));
	return result_close(f, e) && (quiet || tornado_tell(&s->tornado, m, words.machine, stdout, e));
}

struct measured_axes {
	const struct measured *m;
	const char *const *axis;
};

static const char *
measured_level(const void *arg, size_t point, size_t factor)
{
	const struct measured_axes *a = arg;

	return measured_text(a->m, point, a->axis[factor]);
}

static bool
tell_effects(const struct studies *s, const struct measured *m, const struct sweep_wish *wish, bool quiet, struct simt_error *e)
{
	const struct measured_axes axes = {m, s->axis};
	const struct effects_points points = {m->npoints, s->naxes, s->axis, measured_level, &axes, s->order};
	struct result_file *f = NULL;

	if (!effects_tell(&points, m, NULL, e) || !(f = begin(wish, "effects.csv", e)))
		return false;
	effects_write(&points, m, result_stream(f));
	if (!result_close(f, e) || !(f = begin(wish, "residuals.csv", e)))
		return false;
	effects_write_residuals(&points, m, result_stream(f));
	return result_close(f, e) && (quiet || effects_tell(&points, m, stdout, e));
}

static bool
tell_pareto(const struct studies *s, const struct sweep_wish *wish, bool quiet, struct simt_error *e)
{
	const bool named = s->cost_text != s->cost_name;
	struct measured m;
	struct result_file *f = NULL;
	double *cost = NULL;

	if (measured_read(&m, wish->folder, s->measured, e)) {
		cost = zeroed(m.npoints, sizeof *cost);
		for (size_t i = 0; i < m.npoints; i++)
			cost[i] = s->point_cost[strtoul(measured_text(&m, i, "point"), NULL, 10) - 1];
		f = begin(wish, "pareto.csv", e);
	}
	if (f) {
		const struct pareto pareto = {&m,
					      cost,
					      s->axis,
					      s->naxes,
					      s->measured_name,
					      s->cost_name,
					      named ? s->cost_text : "",
					      measured_text(&m, 0, "machine"),
					      "simt-sweep " PACKAGE_VERSION};

		pareto_write(&pareto, result_stream(f));
		if (result_close(f, e) && !quiet)
			pareto_tell(&pareto, stdout);
	}
	free(cost);
	measured_clear(&m);
	return !e->status;
}

bool
studies_tell(const struct studies *s, const struct sweep_wish *wish, bool quiet, struct simt_error *e)
{
	bool fine = true;

	if (s->o->tornado || s->o->effects) {
		struct measured m;

		fine = measured_read(&m, wish->folder, simt_stat_info[SIMT_STAT_cycles].metric, e) &&
		       (!s->o->tornado || tell_tornado(s, &m, wish, quiet, e)) &&
		       (!s->o->effects || tell_effects(s, &m, wish, quiet, e));
		measured_clear(&m);
	}
	if (fine && s->o->effects && s->o->pareto && !quiet)
		putchar('\n');
	return fine && (!s->o->pareto || tell_pareto(s, wish, quiet, e));
}
