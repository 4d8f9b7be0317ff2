#include "workloads/runner/run.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/runner/kept.h"
#include "base/alloc.h"
#include "workloads/runner/run-case.h"

/* ---- binding ---- */
static struct simt_module *
load_module(struct run *r, size_t launch, struct simt_error *e)
{
	const char *path = r->w->launch[launch].path;
	struct simt_error inner = {.status = SIMT_OK};
	struct simt_module *m;
	size_t at;

	if (names_find(&r->loaded, path, &at))
		return r->module[at];
	m = simt_module_load(r->s, path, &inner);
	if (!m) {
		workload_fail(r->w, launch, COLUMN_module, 0, e, "%s", inner.text);
		return NULL;
	}
	r->module = grow(r->module, &r->room_modules, r->loaded.n + 1, sizeof *r->module);
	r->module[r->loaded.n] = m;
	names_set(&r->loaded, path, r->loaded.n);
	return m;
}

static bool
check_args(const struct run *r, size_t launch, struct simt_error *e)
{
	const struct workload_launch *l = &r->w->launch[launch];
	struct simt_function_info info;
	size_t n = 0;

	simt_function_info(r->function[launch], &info);
	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];

		if (a->kind == ARG_SYMBOL)
			continue;
		if (n < info.nparams && a->bytes != info.params[n].size)
			return workload_fail(r->w, launch, COLUMN_args, a->at, e,
					     "argument %zu has %zu bytes, parameter %zu of kernel '%.80s' has %" PRIu32, n + 1,
					     a->bytes, n + 1, l->cell[COLUMN_kernel], info.params[n].size);
		n++;
	}
	if (n != info.nparams)
		return workload_fail(r->w, launch, COLUMN_args, 0, e, "%zu argument%s, kernel '%.80s' has %u parameter%s", n,
				     n == 1 ? "" : "s", l->cell[COLUMN_kernel], info.nparams, info.nparams == 1 ? "" : "s");
	return true;
}

static bool
bind(struct run *r, size_t launch, struct simt_error *e)
{
	struct simt_error inner = {.status = SIMT_OK};
	struct simt_module *m = load_module(r, launch, e);

	if (!m)
		return false;
	r->function[launch] = simt_function(m, r->w->launch[launch].cell[COLUMN_kernel], &inner);
	if (!r->function[launch])
		return workload_fail(r->w, launch, COLUMN_kernel, 0, e, "%s", inner.text);
	return check_args(r, launch, e);
}

static bool
bind_symbol(const struct run *r, size_t launch, const struct workload_arg *a, uint64_t *address, struct simt_error *e)
{
	const struct workload *w = r->w;
	struct simt_error inner = {.status = SIMT_OK};
	uint64_t need = a->count * element_info[a->type].bytes;
	size_t bytes, at = 0;
	const bool is_loaded = names_find(&r->loaded, w->launch[launch].path, &at);

	(void)is_loaded;
	assert(is_loaded);
	if (!simt_symbol(r->module[at], a->name, address, &bytes, &inner))
		return workload_fail(w, launch, COLUMN_args, a->at, e, "%s", inner.text);
	if (need > bytes)
		return workload_fail(w, launch, COLUMN_args, a->at, e, "%" PRIu64 " bytes; variable '%.80s' has %zu", need, a->name,
				     bytes);
	return true;
}

/* ---- what happens during a run ---- */
static void
tell(const struct run *r, const struct simt_error *e)
{
	if (r->o.message)
		r->o.message(r->o.arg, e);
}

static void
worse(enum simt_status *status, enum simt_status by)
{
	if (*status == SIMT_OK || *status == SIMT_MISMATCH)
		*status = by == SIMT_OK ? *status : by;
}

static void
on_finding(void *arg, const struct simt_launch *l, const struct simt_error *finding)
{
	struct run *r = arg;
	const struct running *x = r->running;
	size_t first = x->result->nlaunches - x->npending, i = 0;
	struct simt_error e = {.status = SIMT_OK};

	while (i + 1 < x->npending && x->pending[i] != l)
		i++;
	simt_fail(&e, SIMT_FAULT, "case '%.80s', launch '%.80s': %s", x->c->name,
		  r->w->launch[x->result->launches[first + i].launch].name, finding->text);
	e.status = finding->status;
	tell(r, &e);
	if (e.status == SIMT_OK)
		return;
	x->result->launches[first + i].status = e.status;
	worse(&r->cases[x->index].status, e.status);
	worse(&r->status, e.status);
}

static void
on_ended(void *arg, const struct simt_launch *l, size_t number)
{
	struct run *r = arg;

	/* the last one may have been refused after simt_launch */
	if (number < r->running->result->nlaunches)
		run_take_stats(r, r->running->result->launches + number, l);
}

/* Launch i, and the variables that it names. */
static bool
bind_all(struct run *r, size_t i, struct simt_error *e)
{
	const struct workload_launch *l = r->w->launch + i;
	uint64_t address;

	if (!bind(r, i, e))
		return false;
	for (size_t k = 0; k < l->nargs; k++)
		if (l->args[k].kind == ARG_SYMBOL && !bind_symbol(r, i, &l->args[k], &address, e))
			return false;
	return true;
}

/* Binds the launches of the selected cases. A case with a launch that is refused is no longer selected, if the options say so. */
static bool
bind_selected(struct run *r, struct simt_error *e)
{
	for (size_t i = 0; i < r->w->nlaunches; i++) {
		struct run_case *c = r->cases + r->w->launch[i].in_case;

		if (!c->selected || bind_all(r, i, e))
			continue;
		if (!r->o.leave_refused)
			return false;
		c->selected = false;
		e->status = SIMT_OK;
	}
	return true;
}

/* The simulator as the options want it, and those that watch it. */
static bool
set_up(struct run *r, struct simt_error *e)
{
	const struct run_options *o = &r->o;

	r->s = simt_create(r->machine, e);
	if (!r->s)
		return false;
	simt_set_max_cycles(r->s, o->max_cycles);
	simt_set_max_instructions(r->s, o->max_instructions);
	simt_set_mode(r->s, o->mode);
	simt_set_jobs(r->s, o->jobs ? o->jobs : 1);
	simt_set_sampling(r->s, o->sampling);
	simt_trap_unsupported(r->s, o->trap_unsupported);
	simt_keep_states(r->s, o->per_pc);
	if (o->roots && !(r->roots = roots_new(r->s, r->machine, e)))
		return false;
	if (o->bound && !(r->bounds = bounds_new(r->s, r->machine, e)))
		return false;
	if (o->change && !(r->signatures = signature_tap_new(r->s, e)))
		return false;
	if (o->spare && !(r->reach = reach_new(r->s, e)))
		return false;
	if (o->show && !(r->lanes = lanes_new(r->s, r->machine, o->show, e)))
		return false;
	if (o->record && !(r->recorder = recorder_new(r->s, r->machine, r->w->file->name, o->record, e)))
		return false;
	simt_set_ended(r->s, on_ended, r);
	simt_set_output(r->s, o->output, o->arg);
	return simt_set_checks(r->s, o->checks, on_finding, r, e);
}

struct run *
run_create(const struct workload *w, const struct simt_machine *m, const bool *selected, const struct run_options *o,
	   struct simt_error *e)
{
	struct run *r = must(calloc(1, sizeof *r));

	r->w = w;
	r->machine = m;
	r->o = *o;
	r->cases = must(calloc(w->ncases + 1, sizeof *r->cases));
	r->selected = must(calloc(w->ncases + 1, sizeof *r->selected));
	r->function = must(calloc(w->nlaunches + 1, sizeof *r->function));
	r->last = must(calloc(w->nlaunches + 1, sizeof(struct simt_launch *)));
	for (size_t i = 0; i < w->ncases; i++)
		r->cases[i].selected = !selected || selected[i];
	if (!workload_guesses_none(w, selected, e) || !set_up(r, e) || !bind_selected(r, e)) {
		run_free(r);
		return NULL;
	}
	for (size_t i = 0; i < w->ncases; i++)
		r->nselected += r->selected[i] = r->cases[i].selected;
	r->kept = kept_plan(w, r->selected, &r->unchecked);
	return r;
}

void
run_free(struct run *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->w->ncases; i++) {
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			free((void *)(uintptr_t)r->cases[i].launches[k].pc);
			free(r->cases[i].launches[k].states);
			free(r->cases[i].launches[k].memory);
			record_free(r->cases[i].launches[k].lanes);
			root_list_free(r->cases[i].launches[k].roots);
			free(r->cases[i].launches[k].bound);
			signatures_free(r->cases[i].launches[k].signatures);
		}
		free(r->cases[i].launches);
	}
	lanes_free(r->lanes);
	roots_free(r->roots);
	bounds_free(r->bounds);
	signature_tap_free(r->signatures);
	recorder_free(r->recorder);
	reach_free(r->reach);
	simt_destroy(r->s);
	kept_free(r->kept);
	compact_free(&r->counts);
	free(r->selected);
	free(r->cases);
	free(r->function);
	free(r->module);
	names_free(&r->loaded);
	free(r->last);
	free(r);
}

/* ---- one case ---- */
static bool
on_progress(void *arg, uint64_t cycles, uint64_t inst_executed)
{
	const struct running *x = arg;
	const struct run *r = x->r;

	return !simt_stopped(r->o.stop) &&
	       (!r->o.progress || r->o.progress(r->o.arg, r->at, r->nselected, x->c, cycles, inst_executed));
}

/* Sets the status of launches that did not come to their end, from the status of the synchronize. */
static void
note_status(struct running *x, size_t first, enum simt_status status)
{
	for (size_t i = 0; i < x->npending; i++) {
		struct run_launch *l = &x->result->launches[first + i];

		if (!l->started)
			run_take_stats(x->r, l, x->pending[i]);
		/* others that ran were interrupted by the one that failed */
		if (!l->ended)
			worse(&l->status, l->failed || !l->started ? status : SIMT_INTERRUPTED);
	}
}

/* The launch, of those since the last synchronize, that a failure is about: the one that it names, else one that did not come to its
 * end. */
static size_t
stopped(const struct running *x, size_t first)
{
	const struct run_launch *l = x->result->launches + first;
	size_t found = 0;

	for (size_t i = 0; i < x->npending; i++) {
		if (l[i].failed)
			return i;
		if (l[i].started && !l[i].ended)
			found = i;
	}
	return found;
}

bool
run_synchronize(struct running *x)
{
	struct simt_error inner = {.status = SIMT_OK};
	size_t first = x->result->nlaunches - x->npending;
	bool ok = true;

	if (!x->npending)
		return true;
	ok = simt_synchronize(x->r->s, &inner);
	note_status(x, first, inner.status);
	if (!ok) {
		const struct run_launch *l = x->result->launches + first + stopped(x, first);

		simt_fail(x->e, inner.status, "case '%.80s', launch '%.80s': %s", x->c->name, x->r->w->launch[l->launch].name,
			  inner.text);
	}
	x->npending = 0;
	return ok;
}

/* What a launch needs in memory when it starts: copies of buffers, contents of variables. The host writes both when all launches before
 * have ended. */
static bool
prepare(struct running *x, size_t launch)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	uint64_t address;

	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];
		const struct generated f = {&a->init, a->type, a->count, x->r->w->folder, x->r->o.jobs};

		if (a->kind == ARG_BUFFER && x->c->buffers[a->buffer].copy_of >= 0 && x->c->buffers[a->buffer].launch == launch &&
		    (!run_synchronize(x) || !run_copy_buffer(x, a->buffer)))
			return false;
		if (a->kind == ARG_SYMBOL && (!run_synchronize(x) || !bind_symbol(x->r, launch, a, &address, x->e) ||
					      !run_write(x, address, &f, launch, a->at)))
			return false;
	}
	return true;
}

void
run_pack(const struct running *x, size_t launch, const struct simt_function_info *info, unsigned char *block)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	size_t n = 0;

	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];

		if (a->kind != ARG_SYMBOL)
			workload_arg_bytes(a, x->address, block + info->params[n++].offset);
	}
}

struct simt_launch *
run_queue(struct running *x, size_t launch, struct workload_dim grid, const unsigned char *block, size_t bytes, unsigned stream)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	struct simt_error inner = {.status = SIMT_OK};
	struct run_case *c = x->result;
	struct simt_launch *made;

	made = simt_launch(x->r->s, x->r->function[launch], (struct simt_dim){grid.x, grid.y, grid.z},
			   (struct simt_dim){l->block.x, l->block.y, l->block.z}, l->shared, block, bytes, stream, &inner);
	if (!made || (l->cluster.x && !simt_cluster(made, (struct simt_dim){l->cluster.x, l->cluster.y, l->cluster.z}, &inner)) ||
	    (l->cooperative && !simt_cooperate(made, &inner))) {
		char where[512];

		workload_where(x->r->w, launch, COLUMN_kernel, 0, where, sizeof where);
		if (x->c->nlaunches > 1)
			simt_fail(x->e, inner.status, "%s: launch '%.80s': %s", where, l->name, inner.text);
		else
			simt_fail(x->e, inner.status, "%s: %s", where, inner.text);
		return NULL;
	}
	for (size_t i = 0; i < l->nafter; i++)
		if (!simt_launch_after(made, x->last[l->after[i]], &inner)) {
			workload_fail(x->r->w, launch, COLUMN_after, 0, x->e, "%s", inner.text);
			return NULL;
		}
	x->last[launch] = made;
	c->launches = grow(c->launches, &x->room_launches, c->nlaunches + 1, sizeof *c->launches);
	c->launches[c->nlaunches++] = (struct run_launch){.launch = launch};
	x->pending = grow(x->pending, &x->room_pending, x->npending + 1, sizeof *x->pending);
	x->pending[x->npending++] = made;
	return made;
}

static bool
queue(struct running *x, size_t launch, const unsigned char *block, size_t bytes)
{
	const struct run_change *change = x->r->o.change ? x->r->o.change + launch : NULL;
	const struct workload_launch *l = &x->r->w->launch[launch];
	const uint32_t threads = l->block.x * l->block.y * l->block.z;
	struct simt_launch *made;

	if (change && change->nparts)
		return run_queue_parts(x, launch, block, bytes);
	made = run_queue(x, launch, l->grid, block, bytes, l->stream);
	if (made && change && change->npc)
		signature_tap_watch(x->r->signatures, made,
				    &(struct signature_wish){x->r->function[launch],
							     (uint64_t)l->grid.x * l->grid.y * l->grid.z * threads, threads,
							     change->pc, change->npc});
	return made;
}

static bool
queue_launch(struct running *x, size_t launch)
{
	struct simt_function_info info;
	unsigned char *block;
	bool ok;

	simt_function_info(x->r->function[launch], &info);
	block = must(calloc(1, info.param_bytes + 1));
	ok = prepare(x, launch);
	if (ok)
		run_pack(x, launch, &info, block);
	for (uint32_t i = 0; ok && i < x->r->w->launch[launch].repeat; i++)
		ok = simt_goes_on(x->r->o.stop, x->e) && queue(x, launch, block, info.param_bytes);
	free(block);
	return ok;
}

static void
sum_up(struct run_case *c, const struct simt *s, unsigned *id)
{
	const struct simt_launch_stats *total = simt_total_stats(s);

	for (size_t i = 0; i < c->nlaunches; i++)
		c->launches[i].id = (*id)++;
	memcpy(c->v, total->v, sizeof c->v);
	memcpy(c->stall, total->stall, sizeof c->stall);
	c->sampled = total->sampled;
	c->cycles = c->v[SIMT_STAT_cycles];
}

static bool
run_case(struct run *r, size_t index, unsigned *id, struct simt_error *e)
{
	struct running x = {.r = r, .index = index, .c = &r->w->cases[index], .result = &r->cases[index], .e = e};
	bool ok;

	x.result->started = true;
	x.address = must(calloc(x.c->nbuffers + 1, sizeof *x.address));
	x.last = r->last; /* what other cases have left there is of their launches alone */
	simt_reset(r->s);
	simt_set_progress(r->s, on_progress, &x);
	r->running = &x;
	ok = run_make_buffers(&x);
	for (size_t i = 0; ok && i < x.c->nlaunches; i++)
		ok = simt_goes_on(r->o.stop, e) && queue_launch(&x, x.c->order[i]);
	/* after a launch that could not be queued those before it still run */
	if (e->status == SIMT_OK || x.npending)
		ok = run_synchronize(&x) && ok;
	/* where some launches have not run, buffers do not hold what they should */
	ok = ok && (r->o.sampling == SIMT_SAMPLE_LAUNCHES || run_keep_buffers(&x));
	x.result->ended = ok;
	sum_up(x.result, r->s, id);
	/* its zeros would look like counts */
	x.result->started = ok || e->status != SIMT_BAD_INPUT || simt_total_stats(r->s)->started;
	simt_set_progress(r->s, NULL, NULL);
	if (r->recorder)
		recorder_end_case(r->recorder, index, x.c->name);
	r->running = NULL;
	free(x.address);
	free(x.pending);
	return ok;
}

/* ---- all ---- */
static void
expect_failed(void *arg, size_t of_case, const struct simt_error *e)
{
	struct run *r = arg;

	tell(r, e);
	worse(&r->cases[of_case].status, e->status);
	worse(&r->status, e->status);
}

size_t
run_final(const struct run *r, size_t i)
{
	const struct workload_case *c = &r->w->cases[i];
	size_t last = i;

	if (c->before >= 0 && r->selected[c->before] && (size_t)c->before > last)
		last = (size_t)c->before;
	for (size_t k = 0; k < c->nexpects; k++)
		if (c->expects[k].same && r->selected[c->expects[k].other_case] && c->expects[k].other_case > last)
			last = c->expects[k].other_case;
	return last;
}

enum simt_status
run_all(struct run *r)
{
	unsigned id = 0;

	r->status = SIMT_OK;
	simt_set_stop(r->s, r->o.stop);
	for (size_t i = 0; i < r->w->ncases; i++) {
		struct simt_error e = {.status = SIMT_OK};

		if (!r->cases[i].selected)
			continue;
		if (simt_stopped(r->o.stop)) {
			worse(&r->status, SIMT_INTERRUPTED);
			return SIMT_INTERRUPTED;
		}
		if (!run_case(r, i, &id, &e)) {
			r->cases[i].status = e.status;
			worse(&r->status, e.status);
			if (e.status == SIMT_INTERRUPTED)
				return SIMT_INTERRUPTED;
			tell(r, &e);
		}
		if (!kept_check(r->kept, i, r->o.stop, expect_failed, r)) {
			worse(&r->cases[i].status, SIMT_INTERRUPTED);
			worse(&r->status, SIMT_INTERRUPTED);
			return SIMT_INTERRUPTED;
		}
		r->at++;
		if (r->o.ended)
			r->o.ended(r->o.arg, i);
	}
	return r->status;
}
