#include "workloads/sweep/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "workloads/sweep/constraint.h"

/* Rows of values for some of the axes, which follow each other in the plan. */
struct part {
	size_t first, naxes, nrows;
	uint32_t *at; /* naxes of each row */
};

struct planning {
	struct plan *p;
	struct axis_world world;
	struct part *part;
	size_t nparts, room_axes, room_points;
	struct constraint *constraint;
};

/* ---- axes ---- */

size_t
plan_axis(const struct plan *p, const char *name, size_t bytes)
{
	for (size_t i = 0; i < p->naxes; i++)
		if (axis_is(p->axis + i, name, bytes))
			return i;
	return SIZE_MAX;
}

/* One more axis; NULL: it cannot be. option: "--axis", for the message. */
static struct axis *
add_axis(struct planning *g, const char *option, const char *name, struct simt_error *e)
{
	struct plan *p = g->p;
	struct simt_error why = {.status = SIMT_OK};
	struct axis a;

	if (!axis_init(&a, &g->world, name, &p->arena, &why)) {
		simt_fail(e, SIMT_USAGE, "%s %s: %s", option, name, why.text);
		return NULL;
	}
	for (size_t i = 0; i < p->wish.nlet && a.kind == AXIS_LET; i++) {
		size_t bytes;
		const char *let = workload_let_name(p->wish.let[i], &bytes);

		if (bytes == strlen(a.name) && !memcmp(let, a.name, bytes)) {
			simt_fail(e, SIMT_USAGE, "%s %s and --let %s: a column has one or the other", option, name, p->wish.let[i]);
			return NULL;
		}
	}
	if (plan_axis(p, a.name, strlen(a.name)) != SIZE_MAX) {
		simt_fail(e, SIMT_USAGE, "%s %s: there is already an axis %s", option, name, a.name);
		return NULL;
	}
	p->axis = grow(p->axis, &g->room_axes, p->naxes + 1, sizeof *p->axis);
	p->axis[p->naxes] = a;
	return p->axis + p->naxes++;
}

static struct part *
add_part(struct planning *g, size_t naxes, size_t nrows)
{
	struct part *t;

	g->part = xrealloc(g->part, (g->nparts + 1) * sizeof *g->part);
	t = g->part + g->nparts++;
	*t = (struct part){
		.first = g->p->naxes - naxes, .naxes = naxes, .nrows = nrows, .at = zeroed(naxes * nrows, sizeof *t->at)};
	return t;
}

/* Divides "name=rest"; NULL: it is of another form. The name goes to the arena. */
static const char *
divide(struct planning *g, const char *option, const char *text, const char *form, const char **rest, struct simt_error *e)
{
	const char *eq = strchr(text, '=');

	if (!eq || eq == text || !eq[1]) {
		simt_fail(e, SIMT_USAGE, "%s %s: write %s", option, text, form);
		return NULL;
	}
	*rest = eq + 1;
	return arena_copy(&g->p->arena, text, (size_t)(eq - text));
}

/* "warp=8,16,32" */
static bool
take_axis(struct planning *g, const char *text, struct simt_error *e)
{
	const char *list, *name = divide(g, "--axis", text, "NAME=VALUE,VALUE,...", &list, e);
	struct axis *a = name ? add_axis(g, "--axis", name, e) : NULL;
	struct simt_error why = {.status = SIMT_OK};
	struct part *t;

	if (!a)
		return false;
	for (const char *s = list;; s++) {
		const size_t n = strcspn(s, ","), before = a->n;
		const char *value = arena_copy(&g->p->arena, s, n);

		if (axis_take(a, &g->world, value, &g->p->arena, &why) == AXIS_NONE)
			return simt_fail(e, SIMT_USAGE, "--axis %s: %s", text, why.text);
		if (a->n == before)
			return simt_fail(e, SIMT_USAGE, "--axis %s: %s is given twice", text, value);
		s += n;
		if (!*s)
			break;
	}
	t = add_part(g, 1, a->n);
	for (size_t i = 0; i < a->n; i++)
		t->at[i] = (uint32_t)i;
	return true;
}

/* ---- points from a file ---- */

static bool
take_points(struct planning *g, const char *path, struct simt_error *e)
{
	struct csvfile *f = csvfile_read(path, e);
	const size_t first = g->p->naxes;
	struct part *t = NULL;
	bool fine = f;

	for (size_t c = 0; fine && c < f->ncolumns; c++) {
		struct simt_error why = {.status = SIMT_OK};

		if (!add_axis(g, "column", csvfile_header(f, c)->text, &why))
			fine = csvfile_fail(f, csvfile_header(f, c), 0, e, "%s", why.text);
	}
	if (fine && !f->nrows)
		fine = csvfile_fail(f, csvfile_header(f, 0), 0, e, "a file of points has a row for each point; there is none");
	if (fine)
		t = add_part(g, f->ncolumns, f->nrows);
	for (size_t r = 0; fine && r < f->nrows; r++)
		for (size_t c = 0; fine && c < f->ncolumns; c++) {
			const struct csv_cell *cell = csvfile_cell(f, r, c);
			struct simt_error why = {.status = SIMT_OK};
			uint32_t *at = t->at + r * f->ncolumns + c;

			*at = AXIS_NONE;
			if (cell->bytes)
				*at = axis_take(g->p->axis + first + c, &g->world, cell->text, &g->p->arena, &why);
			if (cell->bytes && *at == AXIS_NONE)
				fine = csvfile_fail(f, cell, 0, e, "%s", why.text);
		}
	csvfile_free(f);
	return fine;
}

/* ---- points that are drawn ---- */

struct range {
	long long low, high, step;
};

/* Whether both ends of a range are values of its axis, whatever is drawn. */
static bool
are_values(struct planning *g, const char *text, const char *name, const struct range *r, struct simt_error *e)
{
	struct simt_error why = {.status = SIMT_OK};
	char low[32], high[32];
	struct axis a;

	snprintf(low, sizeof low, "%lld", r->low);
	snprintf(high, sizeof high, "%lld", r->high);
	if (axis_init(&a, &g->world, name, &g->p->arena, &why) && axis_take(&a, &g->world, low, &g->p->arena, &why) != AXIS_NONE)
		axis_take(&a, &g->world, high, &g->p->arena, &why);
	axis_clear(&a);
	return !why.status || simt_fail(e, SIMT_USAGE, "--range %s: %s", text, why.text);
}

static bool
take_range(struct planning *g, const char *text, struct range *r, struct simt_error *e)
{
	const char *rest = NULL, *name = divide(g, "--range", text, "NAME=LOW:HIGH or NAME=LOW:HIGH:STEP", &rest, e);
	char *end;

	if (!name)
		return false;
	*r = (struct range){.step = 1};
	errno = 0;
	r->low = strtoll(rest, &end, 10);
	if (end == rest || *end != ':')
		return simt_fail(e, SIMT_USAGE, "--range %s: write NAME=LOW:HIGH or NAME=LOW:HIGH:STEP, in whole numbers", text);
	rest = end + 1;
	r->high = strtoll(rest, &end, 10);
	if (end != rest && *end == ':') {
		rest = end + 1;
		r->step = strtoll(rest, &end, 10);
	}
	if (end == rest || *end || errno)
		return simt_fail(e, SIMT_USAGE, "--range %s: write NAME=LOW:HIGH or NAME=LOW:HIGH:STEP, in whole numbers", text);
	if (r->high < r->low)
		return simt_fail(e, SIMT_USAGE, "--range %s: the lower number comes first, as in %lld:%lld", text,
				 (long long)r->high, (long long)r->low);
	if (r->step < 1)
		return simt_fail(e, SIMT_USAGE, "--range %s: a step is a number from 1 on", text);
	if (llabs(r->low) > INT32_MAX || llabs(r->high) > INT32_MAX)
		return simt_fail(e, SIMT_USAGE, "--range %s: a number has at most 31 bits, up to %d", text, INT32_MAX);
	return are_values(g, text, name, r, e) && add_axis(g, "--range", name, e);
}

/* The value of an axis that x, from 0 to below 1, stands for. */
static bool
take_drawn(struct planning *g, size_t axis, const struct range *r, double x, uint32_t *at, struct simt_error *e)
{
	const long long steps = (r->high - r->low) / r->step + 1;
	struct simt_error why = {.status = SIMT_OK};
	char text[32];

	snprintf(text, sizeof text, "%lld", r->low + (long long)floor(x * (double)steps) * r->step);
	*at = axis_take(g->p->axis + axis, &g->world, text, &g->p->arena, &why);
	return *at != AXIS_NONE || simt_fail(e, SIMT_USAGE, "--range: %s", why.text);
}

static bool
take_draws(struct planning *g, struct simt_error *e)
{
	const struct plan_wish *w = &g->p->wish;
	const size_t first = g->p->naxes, n = w->drawn, nd = w->nranges;
	struct range *r = zeroed(nd, sizeof *r);
	double *x = zeroed(n * nd, sizeof *x);
	struct part *t;
	bool fine = true;

	if (!nd)
		fine = simt_fail(e, SIMT_USAGE, "points are drawn within ranges: give --range NAME=LOW:HIGH");
	for (size_t d = 0; fine && d < nd; d++)
		fine = take_range(g, w->range[d], r + d, e);
	fine = fine && draw(w->draw, w->seed, n, nd, x, e);
	if (fine) {
		t = add_part(g, nd, n);
		for (size_t i = 0; fine && i < n * nd; i++)
			fine = take_drawn(g, first + i % nd, r + i % nd, x[i], t->at + i, e);
	}
	free(x);
	free(r);
	return fine;
}

/* ---- changes ---- */

/* A point without a change, and one for each of them. */
static bool
take_changes(struct planning *g, struct simt_error *e)
{
	const struct plan_wish *w = &g->p->wish;
	const size_t at = g->p->naxes;
	struct part *t;

	if (!add_axis(g, "axis", "change", e))
		return false;
	t = add_part(g, 1, w->nchanges + 1);
	t->at[0] = AXIS_NONE;
	for (size_t i = 0; i < w->nchanges; i++) {
		t->at[i + 1] = axis_take(g->p->axis + at, &g->world, w->change[i], &g->p->arena, e);
		if (t->at[i + 1] == AXIS_NONE)
			return false;
	}
	return true;
}

/* ---- points ---- */

/* Whether the machine of a point is made of equal silicon. */
static bool
is_equal_silicon(const struct plan *p, const uint32_t *at)
{
	for (size_t a = 0; a < p->naxes; a++)
		if (p->axis[a].kind == AXIS_EQUAL && at[a] != AXIS_NONE)
			return !strcmp(p->axis[a].value[at[a]], "on");
	return p->wish.equal_silicon;
}

/* Sets the parameters that are axes, or the knobs. A change comes first. */
static void
set_axes(const struct plan *p, const uint32_t *at, bool knobs, struct simt_machine *m, struct simt_error *e)
{
	for (size_t a = 0; a < p->naxes && !knobs; a++)
		if (p->axis[a].kind == AXIS_CHANGE && at[a] != AXIS_NONE)
			simt_machine_set(m, p->axis[a].value[at[a]], e);
	for (size_t a = 0; a < p->naxes; a++)
		if (p->axis[a].kind == AXIS_PARAMETER && p->axis[a].is_knob == knobs && at[a] != AXIS_NONE) {
			char set[256];

			snprintf(set, sizeof set, "%s=%s", p->axis[a].name, p->axis[a].value[at[a]]);
			simt_machine_set(m, set, e); /* of a parameter axis_take has tried it */
		}
}

/* Whether a machine has "parameter=value". */
static bool
change_holds(const struct simt_machine *m, const char *change)
{
	const char *eq = strchr(change, '=');
	char name[256];

	snprintf(name, sizeof name, "%.*s", (int)(eq - change), change);
	return !strcmp(simt_machine_get(m, name), eq + 1);
}

/* Whether the machine has all that the axes say: a knob and one of its parameters may contradict each other. */
static bool
axes_hold(const struct plan *p, const uint32_t *at, const struct simt_machine *m, struct simt_error *e)
{
	for (size_t a = 0; a < p->naxes; a++) {
		const struct axis *x = p->axis + a;
		const char *value = at[a] == AXIS_NONE ? NULL : x->value[at[a]];

		if (value && x->kind == AXIS_PARAMETER && strcmp(simt_machine_get(m, x->name), value) != 0)
			return simt_fail(e, SIMT_USAGE, "%s=%s does not hold beside other values of the point", x->name, value);
		if (value && x->kind == AXIS_CHANGE && !change_holds(m, value))
			return simt_fail(e, SIMT_USAGE, "%s does not hold beside other values of the point", value);
	}
	return true;
}

static struct simt_machine *
machine_at(const struct plan *p, const uint32_t *at, struct simt_error *e)
{
	const bool is_base = p->machine_axis == SIZE_MAX || at[p->machine_axis] == AXIS_NONE;
	const struct plan_machine *from = is_base ? &p->base : p->machine + at[p->machine_axis];
	struct simt_machine *m = must(simt_machine_copy(from->set));
	struct simt_error own = {.status = SIMT_OK};

	set_axes(p, at, false, m, &own);
	set_axes(p, at, true, m, &own);
	if (!own.status && axes_hold(p, at, m, &own) && is_equal_silicon(p, at))
		simt_machine_equal_silicon(m, from->loaded, &own);
	if (own.status)
		simt_fail(e, own.status, "%s", own.text);
	return m;
}

/* Whether all constraints hold; *e is set where one cannot be evaluated. */
static bool
is_allowed(const struct planning *g, const uint32_t *at, struct simt_error *e)
{
	const struct plan *p = g->p;
	struct simt_machine *m = NULL;
	bool holds = true;

	for (size_t i = 0; holds && i < p->wish.nconstraints; i++) {
		if (g->constraint[i].needs_machine && !m)
			m = machine_at(p, at, NULL); /* that it cannot be made its row will say */
		holds = constraint_holds(g->constraint + i, p->axis, at, m, e);
	}
	simt_machine_free(m);
	return holds;
}

/* The row of each part at a point of the product. */
static void
fill(const struct planning *g, size_t number, uint32_t *at)
{
	for (size_t i = g->nparts; i-- > 0;) {
		const struct part *t = g->part + i;

		memcpy(at + t->first, t->at + number % t->nrows * t->naxes, t->naxes * sizeof *at);
		number /= t->nrows;
	}
}

static bool
make_points(struct planning *g, struct simt_error *e)
{
	struct plan *p = g->p;
	uint32_t *at = zeroed(p->naxes, sizeof *at);
	size_t all = 1;

	for (size_t i = 0; i < g->nparts && all <= PLAN_TRIED_MAX; i++)
		all *= g->part[i].nrows;
	if (all > PLAN_TRIED_MAX)
		simt_fail(e, SIMT_USAGE, "the axes make more than %d points; draw some of them by --latin or --sobol",
			  PLAN_TRIED_MAX);
	for (size_t i = 0; i < all && !e->status; i++) {
		fill(g, i, at);
		if (!is_allowed(g, at, e))
			continue;
		if (p->npoints == PLAN_POINTS_MAX)
			simt_fail(e, SIMT_USAGE, "the axes make more than %d points; draw some of them by --latin or --sobol",
				  PLAN_POINTS_MAX);
		p->at = grow(p->at, &g->room_points, (p->npoints + 1) * p->naxes, sizeof *p->at);
		memcpy(p->at + p->npoints++ * p->naxes, at, p->naxes * sizeof *at);
	}
	free(at);
	if (!e->status && !p->npoints)
		simt_fail(e, SIMT_USAGE, "no point meets every --constraint");
	return !e->status;
}

/* ---- the plan ---- */

static bool
load(const struct plan_wish *w, const char *name, struct plan_machine *to, struct simt_error *e)
{
	to->loaded = simt_machine_load(name, e);
	to->set = to->loaded ? must(simt_machine_copy(to->loaded)) : NULL;
	for (size_t i = 0; to->set && i < w->nset; i++)
		if (!simt_machine_set(to->set, w->set[i], e))
			return false;
	return to->set;
}

static void
unload(struct plan_machine *m)
{
	simt_machine_free(m->loaded);
	simt_machine_free(m->set);
}

/* A machine for each value of that axis. */
static bool
load_machines(struct plan *p, struct simt_error *e)
{
	const struct axis *a;

	p->machine_axis = plan_axis(p, "machine", strlen("machine"));
	if (p->machine_axis == SIZE_MAX)
		return true;
	a = p->axis + p->machine_axis;
	p->machine = zeroed(a->n, sizeof *p->machine);
	p->nmachines = a->n;
	for (size_t i = 0; i < a->n; i++)
		if (!load(&p->wish, a->value[i], p->machine + i, e))
			return false;
	return true;
}

static bool
take_all(struct planning *g, struct simt_error *e)
{
	const struct plan_wish *w = &g->p->wish;
	struct quantity_scope scope;

	if (w->draw == DRAW_NONE && w->nranges)
		return simt_fail(e, SIMT_USAGE, "--range has no effect without --latin or --sobol");
	if (w->points && !take_points(g, w->points, e))
		return false;
	if (w->draw != DRAW_NONE && !take_draws(g, e))
		return false;
	if (w->nchanges && !take_changes(g, e))
		return false;
	for (size_t i = 0; i < w->naxes; i++)
		if (!take_axis(g, w->axis[i], e))
			return false;
	if (!g->nparts)
		return simt_fail(e, SIMT_USAGE,
				 "nothing varies: give --axis NAME=VALUE,VALUE,..., --points FILE.csv, --latin N or --sobol N");
	if (!load_machines(g->p, e))
		return false;
	scope = (struct quantity_scope){g->p->axis, g->p->naxes, &g->world, &g->p->arena};
	g->constraint = zeroed(w->nconstraints, sizeof *g->constraint);
	for (size_t i = 0; i < w->nconstraints; i++)
		if (!constraint_read(g->constraint + i, w->constraint[i], &scope, e))
			return false;
	return make_points(g, e);
}

struct plan *
plan_new(const struct plan_wish *wish, struct simt_error *e)
{
	struct planning g = {.p = zeroed(1, sizeof *g.p)};
	struct plan *p = g.p;
	struct simt_error own = {.status = SIMT_OK};

	p->wish = *wish;
	p->machine_axis = SIZE_MAX;
	load(wish, wish->machine, &p->base, &own);
	g.world = (struct axis_world){p->base.set, wish->alias, wish->naliases, wish->workload, wish->nworkloads};
	if (!own.status)
		take_all(&g, &own);
	for (size_t i = 0; i < g.nparts; i++)
		free(g.part[i].at);
	for (size_t i = 0; g.constraint && i < wish->nconstraints; i++)
		constraint_clear(g.constraint + i);
	free(g.constraint);
	free(g.part);
	if (!own.status)
		return p;
	plan_free(p);
	simt_fail(e, own.status, "%s", own.text);
	return NULL;
}

void
plan_free(struct plan *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->naxes; i++)
		axis_clear(p->axis + i);
	for (size_t i = 0; i < p->nmachines; i++)
		unload(p->machine + i);
	free(p->machine);
	unload(&p->base);
	free(p->axis);
	free(p->at);
	arena_free(&p->arena);
	free(p);
}

/* ---- a point ---- */

const char *
plan_value(const struct plan *p, size_t point, size_t axis)
{
	const uint32_t i = p->at[point * p->naxes + axis];

	return i == AXIS_NONE ? NULL : p->axis[axis].value[i];
}

struct simt_machine *
plan_machine(const struct plan *p, size_t point, struct simt_error *e)
{
	return machine_at(p, p->at + point * p->naxes, e);
}

/* The value of the axis of that kind at a point, or NULL. */
static const char *
value_of_kind(const struct plan *p, size_t point, enum axis_kind kind)
{
	for (size_t a = 0; a < p->naxes; a++)
		if (p->axis[a].kind == kind)
			return plan_value(p, point, a);
	return NULL;
}

enum simt_mode
plan_mode(const struct plan *p, size_t point)
{
	const char *value = value_of_kind(p, point, AXIS_MODE);

	if (!value)
		return p->wish.mode;
	return strcmp(value, "functional") ? SIMT_CYCLE : SIMT_FUNCTIONAL;
}

enum simt_sampling
plan_sampling(const struct plan *p, size_t point)
{
	const char *value = value_of_kind(p, point, AXIS_SAMPLE);

	if (!value)
		return p->wish.sampling;
	if (!strcmp(value, "off"))
		return SIMT_SAMPLE_NONE;
	return strcmp(value, "launches") ? SIMT_SAMPLE_WITHIN : SIMT_SAMPLE_LAUNCHES;
}

size_t
plan_lets(const struct plan *p, size_t point, const struct workload *w, struct arena *arena, const char **let)
{
	size_t n = 0;

	for (size_t i = 0; i < p->wish.nlet; i++) {
		size_t bytes;
		const char *name = workload_let_name(p->wish.let[i], &bytes);

		if (workload_find_param(w, name, bytes) >= 0)
			let[n++] = p->wish.let[i];
	}
	for (size_t a = 0; a < p->naxes; a++)
		if (p->axis[a].kind == AXIS_LET && plan_value(p, point, a) &&
		    workload_find_param(w, p->axis[a].name, strlen(p->axis[a].name)) >= 0)
			let[n++] = arena_printf(arena, "%s=%s", p->axis[a].name, plan_value(p, point, a));
	return n;
}
