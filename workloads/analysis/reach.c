#include "workloads/analysis/reach.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/runtime/simt.h"
#include "workloads/runner/run.h"

enum { CASES_TOLD = 10 }; /* that faulted: of more nobody wants to know how large their buffers need to be */
enum {
	INSTRUCTIONS = 4000000, /* of a launch, by warps: a second */
	LAUNCHES = 200          /* of a case; of more nobody waits for the answer */
};
#define SPARE     ((uint64_t)1 << 30) /* bytes behind a buffer */
#define SPARE_ALL ((uint64_t)1 << 38) /* behind all of them: addresses of the host, which take memory where they are written */

struct reach {
	struct simt *s;
	size_t n;
	uint64_t *address, *end; /* by buffer: bytes from its address to the end of the furthest access, or 0 */
};

/* The last buffer that begins at or below `address`, or n. */
static size_t
buffer_at(const struct reach *r, uint64_t address)
{
	size_t low = 0, high = r->n;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (r->address[mid] <= address)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? low - 1 : r->n;
}

static void
on_memory(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *x)
{
	const struct reach *r = arg;

	(void)at;
	for (uint32_t m = x->space == SIMT_TAP_GLOBAL ? x->mask : 0; m; m &= m - 1) {
		const uint64_t address = x->address[__builtin_ctz(m)];
		const size_t i = buffer_at(r, address);

		if (i < r->n && address + x->bytes - r->address[i] > r->end[i])
			r->end[i] = address + x->bytes - r->address[i];
	}
}

struct reach *
reach_new(struct simt *s, struct simt_error *e)
{
	struct reach *r = zeroed(1, sizeof *r);

	r->s = s;
	if (simt_add_tap(s, &(struct simt_tap){.arg = r, .memory = on_memory}, e))
		return r;
	free(r);
	return NULL;
}

void
reach_buffers(struct reach *r, const uint64_t *address, size_t n)
{
	free(r->address);
	free(r->end);
	r->n = n;
	r->address = zeroed(n, sizeof *r->address);
	r->end = zeroed(n, sizeof *r->end);
	if (n)
		memcpy(r->address, address, n * sizeof *address);
}

void
reach_free(struct reach *r)
{
	if (!r)
		return;
	simt_remove_tap(r->s, r);
	free(r->address);
	free(r->end);
	free(r);
}

/* Where in its row a buffer is defined. */
static size_t
place_of(const struct workload_launch *l, size_t buffer)
{
	for (size_t i = 0; i < l->nargs; i++)
		if (l->args[i].kind == ARG_BUFFER && l->args[i].buffer == buffer)
			return l->args[i].at;
	return 0;
}

static void
tell(const struct workload *w, size_t of_case, const struct reach *x, void (*say)(void *arg, const struct simt_error *e), void *arg)
{
	const struct workload_case *c = w->cases + of_case;

	for (size_t i = 0; i < c->nbuffers && i < x->n; i++) {
		const struct workload_buffer *b = c->buffers + i;
		const uint64_t bytes = element_info[b->type].bytes, needs = (x->end[i] + bytes - 1) / bytes;
		struct simt_error e = {.status = SIMT_OK};

		if (needs <= b->count)
			continue;
		workload_fail(w, b->launch, COLUMN_args, place_of(w->launch + b->launch, i), &e,
			      "'%.80s' has %" PRIu64 " element%s and needs at least %" PRIu64
			      ": the highest index used was %" PRIu64,
			      b->name, b->count, b->count == 1 ? "" : "s", needs, needs - 1);
		say(arg, &e);
	}
}

/* Whether a launch of the case failed, of itself. */
static bool
has_failed(const struct run_case *c)
{
	for (size_t i = 0; i < c->nlaunches; i++)
		if (c->launches[i].failed && c->launches[i].status == SIMT_FAULT)
			return true;
	return false;
}

void
reach_tell(const struct run *r, size_t of_case, void (*say)(void *arg, const struct simt_error *e), void *arg)
{
	const struct workload_case *c = r->w->cases + of_case;
	const uint64_t share = SPARE_ALL / (c->nbuffers ? c->nbuffers : 1);
	const struct run_options o = {.mode = SIMT_FUNCTIONAL,
				      .trap_unsupported = r->o.trap_unsupported,
				      .leave_refused = true,
				      .spare = share < SPARE ? share : SPARE,
				      .max_instructions = INSTRUCTIONS,
				      .stop = r->o.stop};
	struct simt_error e = {.status = SIMT_OK};
	bool *selected;
	struct run *again;

	if (!c->nbuffers || r->cases[of_case].nlaunches > LAUNCHES || !has_failed(r->cases + of_case) ||
	    simt_machine_packs(r->machine))
		return;
	selected = zeroed(r->w->ncases, sizeof *selected);
	selected[of_case] = true;
	again = run_create(r->w, r->machine, selected, &o, &e);
	if (again) {
		run_all(again);
		tell(r->w, of_case, again->reach, say, arg);
	}
	run_free(again);
	free(selected);
}

void
reach_tell_all(const struct run *r, void (*say)(void *arg, const struct simt_error *e), void *arg)
{
	for (size_t i = 0, told = 0; i < r->w->ncases && told < CASES_TOLD && !simt_stopped(r->o.stop); i++)
		if (r->selected[i] && r->cases[i].status == SIMT_FAULT) {
			reach_tell(r, i, say, arg);
			told++;
		}
}
