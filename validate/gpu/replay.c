#include "validate/gpu/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "validate/gpu/timeline.h"

enum { FUNCTION_MAX_DYNAMIC_SHARED = 8, SHARED_WITHOUT_ASKING = 48 * 1024 };

/* ---- before the device ---- */
struct replay *
replay_new(const struct workload *w, const bool *selected, const struct replay_options *o)
{
	struct replay *r = must(calloc(1, sizeof *r));
	unsigned id = 0;

	r->w = w;
	r->selected = selected;
	r->o = *o;
	r->code_of = must(calloc(w->nlaunches + 1, sizeof *r->code_of));
	r->cases = must(calloc(w->ncases + 1, sizeof *r->cases));
	r->kept = kept_plan(w, selected, &r->unchecked);
	for (size_t i = 0; i < w->ncases; i++) {
		const struct workload_case *c = &w->cases[i];
		struct replay_case *rc = &r->cases[i];
		size_t room = 0;

		if (!selected[i])
			continue;
		rc->ns = must(calloc(o->repeat + 1, sizeof *rc->ns));
		for (size_t k = 0; k < c->nlaunches; k++) {
			for (uint32_t n = 0; n < w->launch[c->order[k]].repeat; n++) {
				rc->launches = grow(rc->launches, &room, rc->nlaunches + 1, sizeof *rc->launches);
				rc->launches[rc->nlaunches++] =
					(struct replay_launch){.launch = c->order[k],
							       .id = id++,
							       .ns = must(calloc(o->repeat + 1, sizeof(double))),
							       .start = must(calloc(o->repeat + 1, sizeof(double)))};
			}
		}
	}
	return r;
}

size_t
replay_launches(const struct replay *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->w->ncases; i++)
		n += r->cases[i].nlaunches;
	return n;
}

void
replay_free(struct replay *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->w->ncases; i++) {
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			free(r->cases[i].launches[k].ns);
			free(r->cases[i].launches[k].start);
		}
		free(r->cases[i].launches);
		free(r->cases[i].ns);
	}
	for (size_t i = 0; i < r->ncode && !r->busy; i++)
		code_free(r->code[i]);
	kept_free(r->kept);
	free(r->code);
	free(r->code_of);
	free(r->cases);
	free(r);
}

/* ---- binding ---- */
static struct code *
find_code(struct replay *r, size_t launch, struct simt_error *e)
{
	const char *path = r->w->launch[launch].path;
	struct simt_error inner = {.status = SIMT_OK};
	struct code *c;

	for (size_t i = 0; i < r->ncode; i++)
		if (!strcmp(r->code[i]->path, path))
			return r->code[i];
	c = code_read(r->device, path, &inner);
	if (c) {
		r->code = grow(r->code, &r->room_code, r->ncode + 1, sizeof(struct code *));
		r->code[r->ncode++] = c;
	}
	if (!c || !code_load(c, &inner)) {
		workload_fail(r->w, launch, COLUMN_module, 0, e, "%s", inner.text);
		return NULL;
	}
	return c;
}

static bool
check_symbol(const struct replay *r, size_t launch, const struct workload_arg *a, cu_pointer *address, struct simt_error *e)
{
	struct simt_error inner = {.status = SIMT_OK};
	uint64_t need = a->count * element_info[a->type].bytes;
	size_t bytes;

	if (!code_variable(r->code_of[launch], a->name, address, &bytes, &inner))
		return workload_fail(r->w, launch, COLUMN_args, a->at, e, "%s", inner.text);
	return need <= bytes || workload_fail(r->w, launch, COLUMN_args, a->at, e, "%" PRIu64 " bytes; variable '%.80s' has %zu",
					      need, a->name, bytes);
}

static bool
check_args(const struct replay *r, size_t launch, cu_function f, struct simt_error *e)
{
	const struct workload_launch *l = &r->w->launch[launch];
	const char *kernel = l->cell[COLUMN_kernel];
	cu_pointer address;
	size_t n = 0, bytes;
	bool known = true;

	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];

		if (a->kind == ARG_SYMBOL) {
			if (!check_symbol(r, launch, a, &address, e))
				return false;
			continue;
		}
		if (!code_param(r->code_of[launch], kernel, f, n, &bytes, &known) && known)
			return workload_fail(r->w, launch, COLUMN_args, a->at, e, "kernel '%.80s' has %zu parameters only", kernel,
					     n);
		n++;
		if (known && a->bytes != bytes)
			return workload_fail(r->w, launch, COLUMN_args, a->at, e,
					     "argument %zu has %zu bytes, parameter %zu of kernel '%.80s' has %zu", n, a->bytes, n,
					     kernel, bytes);
	}
	if (known && code_param(r->code_of[launch], kernel, f, n, &bytes, &known))
		return workload_fail(r->w, launch, COLUMN_args, 0, e, "%zu arguments; kernel '%.80s' has more parameters", n,
				     kernel);
	return true;
}

static bool
find_function(const struct replay *r, size_t launch, cu_function *f, struct simt_error *e)
{
	const struct workload_launch *l = &r->w->launch[launch];
	struct simt_error inner = {.status = SIMT_OK};

	if (!code_function(r->code_of[launch], l->cell[COLUMN_kernel], f, &inner))
		return workload_fail(r->w, launch, COLUMN_kernel, 0, e, "%s", inner.text);
	if (l->shared > SHARED_WITHOUT_ASKING &&
	    !device_ok(r->device, r->device->d.function_set(*f, FUNCTION_MAX_DYNAMIC_SHARED, (int)l->shared), &inner,
		       "asking for the dynamic shared memory"))
		return workload_fail(r->w, launch, COLUMN_shared, 0, e, "%s", inner.text);
	return true;
}

bool
replay_bind(struct replay *r, struct device *d, struct simt_error *e)
{
	cu_function f;

	r->device = d;
	for (size_t i = 0; i < r->w->nlaunches; i++) {
		if (!r->selected[r->w->launch[i].in_case])
			continue;
		if (!simt_goes_on(r->o.stop, e))
			return false;
		r->code_of[i] = find_code(r, i, e);
		if (!r->code_of[i] || !find_function(r, i, &f, e) || !check_args(r, i, f, e))
			return false;
	}
	return true;
}

/* ---- one case ---- */
struct running {
	struct replay *r;
	const struct driver *d;
	size_t index; /* of the case */
	const struct workload_case *c;
	struct replay_case *result;
	void **start;        /* contents of its buffers at the start, NULL where they are a copy */
	cu_pointer *address; /* of its buffers */
	size_t *of;          /* the launch of each of its executions */
	struct timeline *timeline;
	size_t queued; /* executions */
	struct simt_error *e;
};

static bool
ok(struct running *x, cu_result r, const char *what)
{
	char text[256];

	snprintf(text, sizeof text, "case '%.80s': %s", x->c->name, what);
	return device_ok(x->r->device, r, x->e, text);
}

/* Bytes from the host to the device, or back where `write` is false; in pieces, between which it can be stopped. */
static bool
copy(struct running *x, bool write, cu_pointer there, void *here, size_t bytes, const char *what)
{
	const size_t piece = (size_t)1 << 26;

	for (size_t at = 0; at < bytes; at += piece) {
		size_t n = bytes - at < piece ? bytes - at : piece;
		char *p = (char *)here + at;

		if (!simt_goes_on(x->r->o.stop, x->e) ||
		    !ok(x, write ? x->d->memory_write(there + at, p, n) : x->d->memory_read(p, there + at, n), what))
			return false;
	}
	return true;
}

static bool
make_buffers(struct running *x)
{
	struct simt_error inner = {.status = SIMT_OK};

	for (size_t i = 0; i < x->c->nbuffers; i++) {
		const struct workload_buffer *b = &x->c->buffers[i];
		size_t bytes = (size_t)workload_buffer_bytes(b);
		cu_result r;

		if (!simt_goes_on(x->r->o.stop, x->e))
			return false;
		r = x->d->memory_alloc(&x->address[i], bytes ? bytes : 1);
		if (!device_ok(x->r->device, r, &inner, "allocating it"))
			return workload_fail(x->r->w, b->launch, COLUMN_args, 0, x->e, "buffer '%.80s': %s", b->name, inner.text);
		if (b->copy_of >= 0)
			continue;
		x->start[i] = malloc(bytes ? bytes : 1);
		if (!x->start[i])
			return workload_fail(x->r->w, b->launch, COLUMN_args, 0, x->e, "not enough memory");
		if (!generator_fill(&b->init, b->type, x->r->w->folder, x->start[i], b->count, &inner))
			return workload_fail(x->r->w, b->launch, COLUMN_args, 0, x->e, "%s", inner.text);
	}
	return true;
}

static bool
make_timeline(struct running *x)
{
	x->of = must(calloc(x->result->nlaunches + 1, sizeof *x->of));
	for (size_t k = 0; k < x->result->nlaunches; k++)
		x->of[k] = x->result->launches[k].launch;
	x->timeline =
		timeline_new(x->r->device, &(struct timeline_plan){x->r->w, x->c, x->of, x->result->nlaunches}, x->r->o.stop, x->e);
	return x->timeline != NULL;
}

/* Sets buffers and variables to their contents at the start of a case. All of it is copied from the host: the driver's own kernels and
 * memory sets would upset a profiler's numbering of launches. */
static bool
restore(struct running *x)
{
	for (size_t i = 0; i < x->c->nbuffers; i++) {
		size_t bytes = (size_t)workload_buffer_bytes(&x->c->buffers[i]);

		if (x->start[i] && !copy(x, true, x->address[i], x->start[i], bytes, "writing a buffer"))
			return false;
	}
	for (size_t i = 0; i < x->r->ncode; i++)
		if (!code_restore(x->r->code[i], x->e))
			return false;
	return true;
}

static bool
copy_buffer(struct running *x, size_t buffer)
{
	const struct workload_buffer *b = &x->c->buffers[buffer];
	size_t bytes = (size_t)workload_buffer_bytes(b);
	void *data = must(malloc(bytes ? bytes : 1));
	bool fine = copy(x, false, x->address[b->copy_of], data, bytes, "copying a buffer") &&
		    copy(x, true, x->address[buffer], data, bytes, "copying a buffer");

	free(data);
	return fine;
}

static bool
set_variable(struct running *x, size_t launch, const struct workload_arg *a)
{
	struct simt_error inner = {.status = SIMT_OK};
	size_t bytes = (size_t)a->count * element_info[a->type].bytes;
	cu_pointer address;
	void *data;
	bool fine;

	if (!check_symbol(x->r, launch, a, &address, x->e))
		return false;
	data = must(malloc(bytes ? bytes : 1));
	fine = generator_fill(&a->init, a->type, x->r->w->folder, data, a->count, &inner) ||
	       workload_fail(x->r->w, launch, COLUMN_args, a->at, x->e, "%s", inner.text);
	fine = fine && copy(x, true, address, data, bytes, "writing a variable");
	free(data);
	return fine;
}

/* What a launch needs in memory when it starts. Both wait for the launches before it. */
static bool
prepare(struct running *x, size_t launch)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	bool waited = false;

	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];
		bool copy =
			a->kind == ARG_BUFFER && x->c->buffers[a->buffer].copy_of >= 0 && x->c->buffers[a->buffer].launch == launch;

		if (!copy && a->kind != ARG_SYMBOL)
			continue;
		if (!waited && !timeline_wait(x->timeline, x->e))
			return false;
		waited = true;
		if (copy ? !copy_buffer(x, a->buffer) : !set_variable(x, launch, a))
			return false;
	}
	return !waited || timeline_hold(x->timeline, x->e);
}

/* Launches with clusters, whose size the launch gives, which may be cooperative ones too. More than 8 blocks of one are not portable: a kernel has to allow it. */
static cu_result
start_clusters(const struct driver *d, const struct workload_launch *l, cu_function f, cu_stream s, void **params)
{
	enum { COOPERATIVE = 2, CLUSTER_DIMENSION = 4, NON_PORTABLE_ALLOWED = 14, NOT_FOUND = 500, PORTABLE = 8 };
	const struct workload_dim *g = &l->grid, *b = &l->block, *c = &l->cluster;
	struct launch_attribute attribute[] = {{.id = CLUSTER_DIMENSION, .value = {c->x, c->y, c->z}},
					       {.id = COOPERATIVE, .value = {1}}};
	struct launch_config config = {{g->x, g->y, g->z}, {b->x, b->y, b->z}, l->shared, s, attribute, l->cooperative ? 2 : 1};
	cu_result r = c->x * c->y * c->z > PORTABLE ? d->function_set(f, NON_PORTABLE_ALLOWED, 1) : 0;

	if (!d->launch_extended)
		return NOT_FOUND;
	return r ? r : d->launch_extended(&config, f, params, NULL);
}

static cu_result
start(const struct driver *d, const struct workload_launch *l, cu_function f, cu_stream s, void **params)
{
	const struct workload_dim *g = &l->grid, *b = &l->block;

	if (l->cluster.x)
		return start_clusters(d, l, f, s, params);
	if (l->cooperative)
		return d->launch_cooperative(f, g->x, g->y, g->z, b->x, b->y, b->z, l->shared, s, params);
	return d->launch(f, g->x, g->y, g->z, b->x, b->y, b->z, l->shared, s, params, NULL);
}

static bool
queue(struct running *x, size_t launch, cu_function f, void **params)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	cu_stream s = timeline_stream(x->timeline, launch);
	char what[128];

	snprintf(what, sizeof what, "launch '%.80s'", l->name);
	return timeline_before(x->timeline, x->queued, x->e) && ok(x, start(x->d, l, f, s, params), what) &&
	       timeline_after(x->timeline, x->queued++, x->e);
}

static bool
queue_launch(struct running *x, size_t launch)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	void **params = must(calloc(l->nargs + 1, sizeof *params));
	unsigned char *bytes;
	cu_function f;
	size_t n = 0, room = 0;
	bool fine = prepare(x, launch) && find_function(x->r, launch, &f, x->e);

	for (size_t i = 0; i < l->nargs; i++)
		room += (l->args[i].bytes + 15) / 16 * 16;
	bytes = must(calloc(room + 1, 1));
	room = 0;
	for (size_t i = 0; i < l->nargs; i++) {
		const struct workload_arg *a = &l->args[i];

		if (a->kind == ARG_SYMBOL)
			continue;
		workload_arg_bytes(a, x->address, bytes + room);
		params[n++] = bytes + room;
		room += (a->bytes + 15) / 16 * 16;
	}
	for (uint32_t i = 0; fine && i < l->repeat; i++)
		fine = simt_goes_on(x->r->o.stop, x->e) && queue(x, launch, f, params);
	free(params);
	free(bytes);
	return fine;
}

/* Once through the case. */
static bool
run_once(struct running *x, enum timeline_timing timing)
{
	bool fine;

	x->queued = 0;
	timeline_restart(x->timeline, timing);
	fine = restore(x) && timeline_wait(x->timeline, x->e) && timeline_hold(x->timeline, x->e);
	for (size_t i = 0; fine && i < x->c->nlaunches; i++)
		fine = queue_launch(x, x->c->order[i]);
	return timeline_wait(x->timeline, x->e) && fine;
}

/* Repetition n, with the times of its launches and of the whole. */
static bool
run_timed(struct running *x, unsigned n)
{
	size_t count = x->result->nlaunches;
	double *ns = must(calloc(2 * count + 1, sizeof *ns));
	bool fine = run_once(x, TIMELINE_LAUNCHES) && timeline_times(x->timeline, &x->result->ns[n], ns, ns + count, x->e);

	for (size_t k = 0; fine && k < count; k++) {
		x->result->launches[k].ns[n] = ns[k];
		x->result->launches[k].start[n] = ns[count + k];
	}
	if (fine && timeline_has_whole(x->timeline))
		fine = run_once(x, TIMELINE_WHOLE) && timeline_times(x->timeline, &x->result->ns[n], NULL, NULL, x->e);
	free(ns);
	return fine;
}

static bool
read_contents(struct running *x)
{
	struct replay *r = x->r;

	for (size_t i = 0; i < x->c->nbuffers; i++) {
		const struct workload_buffer *b = &x->c->buffers[i];
		size_t bytes = (size_t)workload_buffer_bytes(b);
		bool wanted = kept_wants(r->kept, x->index, i), fine;
		void *data;

		if (!wanted && !r->o.contents)
			continue;
		data = must(malloc(bytes ? bytes : 1));
		fine = copy(x, false, x->address[i], data, bytes, "reading a buffer");
		fine = fine && (!r->o.contents || r->o.contents(r->o.arg, x->c, b, data, x->e));
		if (fine && wanted)
			kept_give(r->kept, x->index, i, data);
		else
			free(data);
		if (!fine)
			return false;
	}
	return true;
}

static void
give_back(struct running *x)
{
	/* whatever is freed on the device waits for its kernels; and the device may still look at the timeline */
	if (timeline_busy(x->timeline))
		x->r->busy = x->timeline;
	else
		timeline_free(x->timeline);
	for (size_t i = 0; i < x->c->nbuffers; i++) {
		if (x->address[i] && !x->r->busy)
			x->d->memory_free(x->address[i]);
		free(x->start[i]);
	}
	free(x->of);
	free(x->address);
	free(x->start);
}

static bool
run_case(struct replay *r, size_t index, struct simt_error *e)
{
	struct running x = {
		.r = r, .d = &r->device->d, .index = index, .c = &r->w->cases[index], .result = &r->cases[index], .e = e};
	bool fine;

	x.result->started = true;
	x.address = must(calloc(x.c->nbuffers + 1, sizeof *x.address));
	x.start = must(calloc(x.c->nbuffers + 1, sizeof *x.start));
	fine = make_buffers(&x) && make_timeline(&x);
	/* Not held: where a kernel needs more local memory than there is, the driver waits for the device before it launches it. */
	for (unsigned i = 0; fine && !r->o.bare && i < r->o.warmup; i++)
		fine = simt_goes_on(r->o.stop, e) && run_once(&x, TIMELINE_NOTHING);
	for (unsigned i = 0; fine && i < r->o.repeat; i++)
		fine = simt_goes_on(r->o.stop, e) && (r->o.bare ? run_once(&x, TIMELINE_NOTHING) : run_timed(&x, i));
	fine = fine && (r->o.bare || read_contents(&x));
	x.result->ended = fine;
	for (size_t k = 0; !fine && k < x.result->nlaunches; k++)
		x.result->launches[k].status = e->status;
	give_back(&x);
	return fine;
}

/* ---- all ---- */
static void
worse(enum simt_status *status, enum simt_status by)
{
	if (*status == SIMT_OK || *status == SIMT_MISMATCH)
		*status = by == SIMT_OK ? *status : by;
}

static void
failed(void *arg, size_t of_case, const struct simt_error *e)
{
	struct replay *r = arg;

	if (r->o.message)
		r->o.message(r->o.arg, e);
	worse(&r->cases[of_case].status, e->status);
}

enum simt_status
replay_all(struct replay *r)
{
	enum simt_status status = SIMT_OK;

	for (size_t i = 0; i < r->w->ncases; i++) {
		struct simt_error e = {.status = SIMT_OK};

		if (!r->selected[i])
			continue;
		if (simt_stopped(r->o.stop))
			return SIMT_INTERRUPTED;
		if (!run_case(r, i, &e)) {
			if (e.status == SIMT_INTERRUPTED) {
				r->cases[i].status = e.status;
				return e.status;
			}
			failed(r, i, &e);
			/* the driver gives no context any more to a process whose kernel failed */
			if (e.status == SIMT_FAULT)
				return SIMT_FAULT;
		}
		kept_check(r->kept, i, NULL, failed, r);
	}
	for (size_t i = 0; i < r->w->ncases; i++)
		worse(&status, r->cases[i].status);
	return status;
}

size_t
replay_ended(const struct replay *r, size_t *of)
{
	size_t n = 0;

	*of = 0;
	for (size_t i = 0; i < r->w->ncases; i++) {
		*of += r->selected[i];
		n += r->selected[i] && r->cases[i].started && r->cases[i].status != SIMT_INTERRUPTED;
	}
	return n;
}
