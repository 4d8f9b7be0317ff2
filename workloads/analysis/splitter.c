#include "workloads/analysis/splitter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* A run with this change. */
struct again {
	struct splitter *s;
	const struct contents *left; /* by `before` */
	int way;                     /* SPLIT_WAYS: the one that takes signatures */
	const struct run *run;
};

/* What a buffer held at the end. */
struct left {
	const unsigned char *data; /* or NULL */
	size_t size;               /* of an element */
};

/* Notes what stops the current case. The comparison reports expects that do not hold. */
static void
on_failure(void *arg, const struct simt_error *e)
{
	struct again *a = arg;
	size_t i = 0, at = a->run->at;

	while (!a->run->selected[i] || at-- > 0)
		i++;
	if (e->status != SIMT_OK && e->status != SIMT_MISMATCH && !*a->s->cases[a->way][i].failed)
		snprintf(a->s->cases[a->way][i].failed, OBSTACLE_TEXT, "%.390s", e->text);
}

/* A generator_take: whether a piece of the first contents of a buffer is equal to the contents at the end. */
static bool
unchanged(void *arg, uint64_t first, const void *data, uint64_t n, struct simt_error *e)
{
	const struct left *l = arg;

	return (l->data && !memcmp(l->data + first * l->size, data, (size_t)n * l->size)) ||
	       simt_fail(e, SIMT_MISMATCH, "another piece");
}

static void
compare(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct again *a = arg;
	const struct workload *w = a->s->before->w;
	struct split_case *x = a->s->cases[a->way] + (c - w->cases);
	size_t n = (size_t)(b - c->buffers), i = 0;
	struct left left = {contents_of(a->left, (size_t)(c - w->cases), n), element_info[b->type].bytes};
	simt_stop stop = a->s->before->o.stop;
	const struct generated first = {&b->init, b->type, b->count, w->folder, 1};
	struct simt_error e = {.status = SIMT_OK};

	if (!x->written)
		x->written = zeroed(c->nbuffers, sizeof *x->written);
	x->written[n] = b->copy_of >= 0 || !generator_pieces(&first, stop, unchanged, &left, &e);
	if (!*x->differs && !contents_equal(a->left, c, b, data, stop, &i))
		snprintf(x->differs, sizeof x->differs, "buffer '%.80s' differs at element %zu", b->name, i);
}

/* ---- plan ---- */

static bool
fits(const struct simt_function *f, const struct split_wish *wish, struct simt_error *e)
{
	struct simt_function_info info;

	simt_function_info(f, &info);
	for (size_t i = 0; i < wish->npc; i++) {
		if (wish->pc[i] >= info.ninst)
			return simt_fail(e, SIMT_USAGE, "--split 0x%04x: kernel '%.80s' ends at 0x%04x", 16 * wish->pc[i],
					 info.name, 16 * info.ninst);
		if (!split_has_sides(f, wish->pc[i])) {
			char sass[100];

			simt_function_sass(f, wish->pc[i], sass, sizeof sass);
			return simt_fail(e, SIMT_USAGE,
					 "--split 0x%04x: in kernel '%.80s' that is %.80s, where all threads do the same",
					 16 * wish->pc[i], info.name, sass);
		}
	}
	return true;
}

bool
split_wish_fits(const struct run *r, const struct split_wish *wish, struct simt_error *e)
{
	for (size_t i = 0; i < r->w->nlaunches; i++) {
		const struct workload_launch *l = r->w->launch + i;

		if (r->cases[l->in_case].selected && l->repeat == 1 && !fits(r->function[i], wish, e))
			return false;
	}
	return true;
}

/* By which instructions a launch is split; none: l->why says why not. */
static void
pick(struct split_launch *l, const struct run_launch *x, const struct simt_function *f, const struct split_wish *wish)
{
	memcpy(l->pc, wish->pc, wish->npc * sizeof *l->pc);
	l->npc = wish->npc ? wish->npc : split_pick(x->roots, f, run_launch_stats(x).v[SIMT_STAT_warps_launched], l->pc);
	if (!l->npc)
		snprintf(l->why, sizeof l->why, "%s", x->roots->n ? "no root of divergence loses enough" : "nothing diverges");
}

static bool
plan(struct splitter *s, const struct run_launch *x, const struct split_wish *wish, struct simt_error *e)
{
	const struct workload *w = s->before->w;
	const struct workload_launch *wl = w->launch + x->launch;
	struct split_launch *l = s->launch + x->launch;
	const struct simt_function *f = s->before->function[x->launch];
	uint64_t grid = (uint64_t)wl->grid.x * wl->grid.y * wl->grid.z;
	struct simt_function_info info;

	simt_function_info(f, &info);
	if (wl->repeat > 1 || wl->cooperative || wl->cluster.x || info.cluster[0]) {
		snprintf(l->why, sizeof l->why, "%s",
			 wl->cluster.x || info.cluster[0] ? "its blocks form clusters"
			 : wl->cooperative                ? "it is a cooperative launch"
							  : "it is repeated");
		return true;
	}
	pick(l, x, f, wish);
	if (*l->why)
		return true;
	l->threads = grid * wl->block.x * wl->block.y * wl->block.z;
	l->indexed = split_is_indexed(w, x->launch, &l->threads, e);
	if (e->status)
		return false;
	if (grid * wl->block.x * wl->block.y * wl->block.z > UINT32_MAX) {
		snprintf(l->why, sizeof l->why, "it has more than 2^32 threads");
		return true;
	}
	split_obstacles(f, l->refused, &l->shares);
	if (!*l->refused[SPLIT_LAUNCHES] && wl->stream && w->cases[wl->in_case].nlaunches > 1)
		snprintf(l->refused[SPLIT_LAUNCHES], OBSTACLE_TEXT, "it is in a named stream beside other launches");
	l->wanted = true;
	return true;
}

/* ---- runs ---- */

static struct run *
run_again(struct splitter *s, const struct run_change *change, enum simt_mode mode, unsigned checks, struct again *a,
	  struct simt_error *e)
{
	const struct run *before = s->before;
	struct run_options o = before->o;
	bool *selected = zeroed(before->w->ncases, sizeof *selected);
	struct run *r;
	size_t n = 0;

	for (size_t i = 0; i < before->w->nlaunches; i++)
		if ((change[i].npc || change[i].nparts) && !selected[before->w->launch[i].in_case]) {
			selected[before->w->launch[i].in_case] = true;
			n++;
		}
	o.per_pc = o.roots = o.bound = false;
	o.show = NULL;
	o.checks = checks;
	o.change = change;
	o.mode = mode;
	o.contents = a->way < SPLIT_WAYS && !checks ? compare : NULL;
	o.arg = o.contents ? (void *)a : o.arg;
	o.message = o.contents ? on_failure : o.message;
	o.progress = NULL;
	o.ended = NULL;
	o.output = NULL; /* what the kernels print has been shown */
	r = n ? run_create(before->w, before->machine, selected, &o, e) : NULL;
	free(selected);
	a->run = r;
	if (r && run_all(r) == SIMT_INTERRUPTED)
		simt_fail(e, SIMT_INTERRUPTED, "interrupted");
	return r;
}

static bool
take_signatures(struct splitter *s, const struct split_wish *wish, struct simt_error *e)
{
	const struct workload *w = s->before->w;
	struct run_change *change = zeroed(w->nlaunches, sizeof *change);
	struct again a = {.s = s, .way = SPLIT_WAYS};
	struct split_shape shape = {simt_machine_number(s->before->machine, "warp_size"),
				    simt_machine_number(s->before->machine, "subcores")};
	struct run *r;

	if (!wish->dealt)
		shape.subcores = 0;
	for (size_t i = 0; i < w->nlaunches; i++)
		if (s->launch[i].wanted)
			change[i] = (struct run_change){.pc = s->launch[i].pc, .npc = s->launch[i].npc};
	r = run_again(s, change, SIMT_FUNCTIONAL, 0, &a, e);
	for (size_t i = 0; r && i < w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			struct signatures *g = r->cases[i].launches[k].signatures;
			struct split_launch *l = s->launch + r->cases[i].launches[k].launch;

			if (!g)
				continue;
			for (uint64_t t = l->threads; t < g->threads; t++)
				g->work[t] = 0;
			split_lists_make(&l->lists, g, shape, wish->launches, heuristic_info[HEURISTIC_split_share].value);
			signatures_free(g);
			r->cases[i].launches[k].signatures = NULL;
			if (l->lists.classes < 2) {
				snprintf(l->why, sizeof l->why, "all threads branch the same way there");
				l->wanted = false;
			}
		}
	run_free(r);
	free(change);
	return !e->status;
}

static void
make_changes(struct splitter *s, enum split_way way)
{
	const struct workload *w = s->before->w;

	s->change[way] = zeroed(w->nlaunches, sizeof *s->change[way]);
	for (size_t i = 0; i < w->nlaunches; i++) {
		const struct split_launch *l = s->launch + i;

		if (!l->wanted || *l->refused[way] || !l->lists.blocks.n)
			continue;
		s->change[way][i] = (struct run_change){.part = way == SPLIT_BLOCKS ? &l->lists.blocks : l->lists.launch,
							.nparts = way == SPLIT_BLOCKS ? 1 : l->lists.nlaunches,
							.indexed = l->indexed};
	}
}

static void
finding(void *arg, const struct simt_error *e)
{
	struct simt_error *first = arg;

	if (!first->status && e->status)
		*first = *e;
}

/* Threads that share memory may be regrouped if barriers order their accesses, and all threads of a block reach these barriers. */
static bool
check_shared(struct splitter *s, struct simt_error *e)
{
	const struct workload *w = s->before->w;

	for (size_t i = 0; i < w->nlaunches; i++) {
		struct run_change *change;
		struct simt_error first = {.status = SIMT_OK};
		struct again a = {.s = s, .way = SPLIT_BLOCKS};
		struct splitter before = *s;
		struct run r = *s->before;
		struct run *checked;

		if (!s->launch[i].shares || !s->change[SPLIT_BLOCKS][i].nparts)
			continue;
		change = zeroed(w->nlaunches, sizeof *change);
		change[i] = s->change[SPLIT_BLOCKS][i];
		r.o.message = finding;
		r.o.arg = &first;
		before.before = &r;
		checked = run_again(&before, change, SIMT_FUNCTIONAL, SIMT_CHECK_RACES | SIMT_CHECK_BARRIERS, &a, e);
		run_free(checked);
		free(change);
		if (!checked || e->status)
			return false;
		if (first.status) {
			snprintf(s->launch[i].refused[SPLIT_BLOCKS], OBSTACLE_TEXT, "regrouped, %.380s", first.text);
			s->change[SPLIT_BLOCKS][i] = (struct run_change){.part = NULL};
		}
	}
	return true;
}

static bool
run_ways(struct splitter *s, const struct contents *left, struct simt_error *e)
{
	for (int way = 0; way < SPLIT_WAYS; way++) {
		struct again a = {.s = s, .left = left, .way = way};

		make_changes(s, (enum split_way)way);
		if (way == SPLIT_BLOCKS && !check_shared(s, e))
			return false;
		s->run[way] = run_again(s, s->change[way], s->before->o.mode, 0, &a, e);
		if (e->status)
			return false;
		for (size_t i = 0; s->run[way] && i < s->before->w->ncases; i++) {
			enum simt_status status = s->run[way]->cases[i].status;

			if (!s->run[way]->cases[i].selected)
				continue;
			status = status == SIMT_OK && *s->cases[way][i].differs ? SIMT_MISMATCH : status;
			if (s->status == SIMT_OK || s->status == SIMT_MISMATCH)
				s->status = status == SIMT_OK ? s->status : status;
		}
	}
	return true;
}

struct splitter *
split_run(const struct run *before, const struct split_wish *wish, const struct contents *left, struct simt_error *e)
{
	struct splitter *s = zeroed(1, sizeof *s);
	bool ok = true;

	s->before = before;
	s->launch = zeroed(before->w->nlaunches, sizeof *s->launch);
	for (int way = 0; way < SPLIT_WAYS; way++)
		s->cases[way] = zeroed(before->w->ncases, sizeof *s->cases[way]);
	for (size_t i = 0; ok && i < before->w->ncases; i++)
		for (size_t k = 0; ok && before->cases[i].status == SIMT_OK && k < before->cases[i].nlaunches; k++)
			if (before->cases[i].launches[k].roots)
				ok = plan(s, before->cases[i].launches + k, wish, e);
	if (ok && take_signatures(s, wish, e) && run_ways(s, left, e) && simt_goes_on(before->o.stop, e))
		return s;
	split_free(s);
	return NULL;
}

void
split_free(struct splitter *s)
{
	if (!s)
		return;
	for (int way = 0; way < SPLIT_WAYS; way++) {
		for (size_t i = 0; i < s->before->w->ncases; i++)
			free(s->cases[way][i].written);
		run_free(s->run[way]);
		free(s->cases[way]);
		free(s->change[way]);
	}
	for (size_t i = 0; i < s->before->w->nlaunches; i++)
		split_lists_free(&s->launch[i].lists);
	free(s->launch);
	free(s);
}
