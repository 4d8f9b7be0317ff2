/* cases.c: cases of a workload.csv: which launches belong together, in which order, with which grids and blocks. */
#include "workloads/reader/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const char *const builtin_name[BUILTIN_NAMES] = {"block",  "block.x", "block.y", "block.z", "grid",
							"grid.x", "grid.y",  "grid.z",  "threads"};

static wide
dim_total(const struct workload_dim *d)
{
	return (wide)d->x * d->y * d->z;
}

struct expr_names
reader_names(struct workload *w, size_t launch, int known, struct expr_name *v)
{
	const struct workload_launch *l = &w->launch[launch];
	const wide block[] = {dim_total(&l->block), l->block.x, l->block.y, l->block.z};
	const wide grid[] = {dim_total(&l->grid), l->grid.x, l->grid.y, l->grid.z};
	size_t n = 0;

	for (size_t i = 0; known >= 1 && i < 4; i++)
		v[n++] = (struct expr_name){.name = builtin_name[i], .value = block[i]};
	for (size_t i = 0; known >= 2 && i < 4; i++)
		v[n++] = (struct expr_name){.name = builtin_name[4 + i], .value = grid[i]};
	if (known >= 2)
		v[n++] = (struct expr_name){.name = builtin_name[8], .value = grid[0] * block[0]};
	for (size_t i = 0; i < w->nparams; i++) {
		struct expr_name x = {.name = w->param[i]};
		struct parse_error pe;

		if (!l->value[i])
			x.why = "has no value in this row";
		else if (!expr_integer(l->value[i], strlen(l->value[i]), NULL, &x.value, &pe))
			x.why = arena_printf(&w->arena, "is '%.80s'%s, not an integer%s", l->value[i], w->let[i] ? " by --let" : "",
					     strpbrk(l->value[i], ",; ") ? "; a list is written 1|2" : "");
		v[n++] = x;
	}
	return (struct expr_names){.v = v, .n = n, .columns = true};
}

/* How the dimensions at s, which are written in another way, are to be written: those of CUDA (dim3(32, 1)), or with blanks or commas,
 * joined by x. False: they are no such thing. */
static bool
respell(const char *s, char *to, size_t size)
{
	size_t n = strlen(s), used = 0;
	int depth = 0, gap = 0, dims = 1;

	if (!strncmp(s, "dim3", 4))
		s += 4, n -= 4;
	if (n > 1 && *s == '(' && s[n - 1] == ')')
		s++, n -= 2;
	for (size_t i = 0; i < n; i++) {
		const bool between = !depth && strchr(", \tX", s[i]);

		depth += (s[i] == '(') - (s[i] == ')');
		gap = gap || (between && used);
		if (between || (strchr(", ", s[i]) && used && to[used - 1] == ' '))
			continue;
		if (depth < 0 || used + 3 > size || !(reader_is_name(s + i, 1) || strchr("0123456789().+-*/% ,", s[i])))
			return false;
		if (gap) {
			to[used++] = 'x';
			dims++;
		}
		gap = 0;
		to[used++] = s[i] == ',' ? ' ' : s[i];
	}
	to[used] = '\0';
	return !depth && dims > 1 && dims <= 3;
}

/* A mistake in dimensions: what people write in place of 32x1x1 is told what to write. */
static bool
dim_fail(struct workload *w, size_t launch, enum workload_column column, const struct parse_error *pe, struct simt_error *e)
{
	const char *text = w->launch[launch].cell[column];
	char spelled[80];

	if (respell(text, spelled, sizeof spelled) && strcmp(spelled, text) != 0)
		return workload_fail(w, launch, column, 0, e, "'%.80s': dimensions are joined by x; write %s", text, spelled);
	return reader_parse_fail(w, launch, column, pe, e);
}

static bool
parse_dim(struct workload *w, size_t launch, enum workload_column column, int known, struct workload_dim *d, struct simt_error *e)
{
	const char *text = w->launch[launch].cell[column], *at = text, *end = text + strlen(text);
	uint32_t *field[] = {&d->x, &d->y, &d->z};
	struct expr_name *v = malloc((BUILTIN_NAMES + w->nparams) * sizeof *v);
	struct expr_names names;
	struct parse_error pe;
	bool ok = true;

	if (!v)
		simt_no_memory();
	names = reader_names(w, launch, known, v);
	*d = (struct workload_dim){1, 1, 1};
	for (int i = 0; ok; i++) {
		const char *start = at;
		wide value, max = column == COLUMN_cluster ? WORKLOAD_CLUSTER_MAX : column == COLUMN_block || i ? 65535 : INT32_MAX;

		ok = expr_parse(&at, end, &names, false, &value, &pe);
		if (ok && (value < 1 || value > max)) {
			char buf[48];

			ok = parse_fail(&pe, start, "%s %s is %s; it must be 1 .. %d",
					csvfile_header(w->file, (size_t)w->column[column])->text,
					(const char *const[]){"x", "y", "z"}[i], wide_text(value, buf), (int)max);
		}
		if (!ok)
			break;
		*field[i] = (uint32_t)value;
		if (at == end)
			break;
		if (*at != 'x')
			ok = parse_fail(&pe, at, "'%c' does not belong to the expression", *at);
		else if (i == 2)
			ok = parse_fail(&pe, at, "more than three dimensions");
		else
			at++;
	}
	free(v);
	return ok || dim_fail(w, launch, column, &pe, e);
}

/* Columns that hold one number, which is a uint32_t of the launch. */
static const struct count {
	enum workload_column column;
	uint32_t min, max;
	size_t at;
} counts[] = {{COLUMN_shared, 0, 1 << 24, offsetof(struct workload_launch, shared)},
	      {COLUMN_repeat, 1, WORKLOAD_REPEAT_MAX, offsetof(struct workload_launch, repeat)},
	      {COLUMN_cooperative, 0, 1, offsetof(struct workload_launch, cooperative)}};

static bool
parse_count(struct workload *w, size_t launch, const struct count *of, struct simt_error *e)
{
	const char *text = w->launch[launch].cell[of->column];
	struct expr_name *v;
	struct parse_error pe;
	wide got;
	char buf[48];
	bool ok;

	if (!*text)
		return true;
	v = malloc((BUILTIN_NAMES + w->nparams) * sizeof *v);
	if (!v)
		simt_no_memory();
	ok = expr_integer(text, strlen(text), &(struct expr_names){.v = v, .n = reader_names(w, launch, 2, v).n, .columns = true},
			  &got, &pe);
	free(v);
	if (!ok)
		return reader_parse_fail(w, launch, of->column, &pe, e);
	if (got < of->min || got > of->max)
		return workload_fail(w, launch, of->column, 0, e, "%s is %s; it must be %u .. %u",
				     csvfile_header(w->file, (size_t)w->column[of->column])->text, wide_text(got, buf), of->min,
				     of->max);
	*(uint32_t *)((char *)&w->launch[launch] + of->at) = (uint32_t)got;
	return true;
}

bool
reader_dims(struct workload *w, struct simt_error *e)
{
	for (size_t i = 0; i < w->nlaunches; i++) {
		struct workload_launch *l = &w->launch[i];

		l->repeat = 1;
		if (!parse_dim(w, i, COLUMN_block, 0, &l->block, e) || !parse_dim(w, i, COLUMN_grid, 1, &l->grid, e))
			return false;
		for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
			if (!parse_count(w, i, &counts[k], e))
				return false;
		if (*l->cell[COLUMN_cluster] && !parse_dim(w, i, COLUMN_cluster, 2, &l->cluster, e))
			return false;
		if (*l->cell[COLUMN_cluster] && dim_total(&l->cluster) > WORKLOAD_CLUSTER_MAX)
			return workload_fail(w, i, COLUMN_cluster, 0, e, "a cluster of more than %d blocks", WORKLOAD_CLUSTER_MAX);
		if (dim_total(&l->block) > 65536)
			return workload_fail(w, i, COLUMN_block, 0, e, "a block of more than 65536 threads");
	}
	return true;
}

/* ---- cases ---- */
static size_t
add_case(struct workload *w, const char *name)
{
	w->cases = grow(w->cases, &w->room_cases, w->ncases + 1, sizeof *w->cases);
	w->cases[w->ncases] = (struct workload_case){.name = name, .before = -1};
	names_set(&w->case_names, name, w->ncases);
	return w->ncases++;
}

/* Name of the launch within its case, whose names are in `taken`. */
static bool
name_launch(struct workload *w, size_t i, struct names *taken, struct simt_error *e)
{
	struct workload_launch *l = &w->launch[i];
	const char *given = l->cell[COLUMN_launch];
	const char *wish = *given ? given : l->cell[COLUMN_kernel];
	char *key;
	size_t other, k = 1;

	if (strpbrk(given, " \t\n"))
		return workload_fail(w, i, COLUMN_launch, 0, e, "a launch's name must not contain blanks");
	/* One table has the names of all cases: its key is the case's number and the name. For the name alone, after a blank, it has the
	 * next free number. */
	for (names_find(taken, arena_printf(&w->arena, "%zu %s", l->in_case, wish), &k);; k++) {
		const char *name = k == 1 ? wish : arena_printf(&w->arena, "%s.%zu", wish, k);

		key = arena_printf(&w->arena, "%zu/%s", l->in_case, name);
		if (!names_find(taken, key, &other)) {
			l->name = name;
			names_set(taken, key, i);
			if (!*given)
				names_set(taken, arena_printf(&w->arena, "%zu %s", l->in_case, wish), k + 1);
			return true;
		}
		if (*given)
			return workload_fail(w, i, COLUMN_launch, 0, e, "case '%.80s' already has a launch '%.80s' (line %u)",
					     w->cases[l->in_case].name, given,
					     csvfile_cell(w->file, w->launch[other].row, 0)->line);
	}
}

/* Name of the case of a launch whose row gives none: the launch's, or the kernel's with .2, .3, ... where it is taken. */
static const char *
default_case(struct workload *w, size_t i, struct names *given, struct names *next)
{
	const struct workload_launch *l = &w->launch[i];
	const char *wish = *l->cell[COLUMN_launch] ? l->cell[COLUMN_launch] : l->cell[COLUMN_kernel], *name = wish;
	size_t k = 1, unused;

	for (names_find(next, wish, &k);; k++) {
		name = k == 1 ? wish : arena_printf(&w->arena, "%s.%zu", wish, k);
		if (!names_find(given, name, &unused))
			break;
	}
	names_set(next, wish, k + 1);
	names_set(given, name, i);
	return name;
}

bool
reader_cases(struct workload *w, struct simt_error *e)
{
	struct names launches = {0}, given = {0}, next = {0};
	bool ok = true;
	size_t k;

	for (size_t i = 0; i < w->nlaunches; i++) /* names that rows without a case must not take */
		if (*w->launch[i].cell[COLUMN_case] && !names_find(&given, w->launch[i].cell[COLUMN_case], &k))
			names_set(&given, w->launch[i].cell[COLUMN_case], i);
	for (size_t i = 0; ok && i < w->nlaunches; i++) {
		struct workload_launch *l = &w->launch[i];
		const char *name = l->cell[COLUMN_case];
		struct workload_case *c;

		if (!*name)
			name = default_case(w, i, &given, &next);
		if (!names_find(&w->case_names, name, &k))
			k = add_case(w, name);
		l->in_case = k;
		c = &w->cases[k];
		c->launches = grow(c->launches, &c->room_launches, c->nlaunches + 1, sizeof *c->launches);
		c->launches[c->nlaunches++] = i;
		ok = name_launch(w, i, &launches, e);
	}
	names_free(&launches);
	names_free(&given);
	names_free(&next);
	return ok;
}

/* ---- before ---- */
static const char *
case_name(size_t i, const void *arg)
{
	const struct workload *w = arg;

	return w->cases[i].name;
}

static bool
resolve_before(struct workload *w, struct simt_error *e)
{
	bool ok = true;

	for (size_t i = 0; ok && i < w->nlaunches; i++) {
		const char *name = w->launch[i].cell[COLUMN_before];
		struct workload_case *c = &w->cases[w->launch[i].in_case];
		size_t k;

		if (!*name)
			continue;
		if (!names_find(&w->case_names, name, &k)) {
			const char *near = nearest(name, strlen(name), case_name, w->ncases, w);

			ok = workload_fail(w, i, COLUMN_before, 0, e, "no case '%.80s'%s%s%s", name, near ? "; did you mean '" : "",
					   near ? near : "", near ? "'?" : "");
		} else if (c->before >= 0 && c->before != (int)k) {
			ok = workload_fail(w, i, COLUMN_before, 0, e, "case '%.80s' is compared with '%.80s' already", c->name,
					   w->cases[c->before].name);
		} else {
			c->before = (int)k;
		}
	}
	return ok;
}

/* Marks the cases that `before` leads back to. */
static void
find_circles(const struct workload *w, bool *in_circle)
{
	size_t *walk = zeroed(w->ncases, sizeof *walk), at, from; /* in which each was visited, from 1 on */

	for (size_t i = 0; i < w->ncases; i++) {
		for (at = i; !walk[at] && w->cases[at].before >= 0; at = (size_t)w->cases[at].before)
			walk[at] = i + 1;
		if (walk[at] != i + 1 || w->cases[at].before < 0)
			continue;
		from = at;
		do
			in_circle[at] = true;
		while ((at = (size_t)w->cases[at].before) != from);
	}
	free(walk);
}

static bool
check_before(const struct workload *w, struct simt_error *e)
{
	bool *in_circle = zeroed(w->ncases, sizeof *in_circle), ok = true;

	find_circles(w, in_circle);
	for (size_t i = 0; ok && i < w->ncases; i++)
		for (size_t k = 0; ok && in_circle[i] && k < w->cases[i].nlaunches; k++)
			if (*w->launch[w->cases[i].launches[k]].cell[COLUMN_before])
				ok = workload_fail(w, w->cases[i].launches[k], COLUMN_before, 0, e,
						   w->cases[i].before == (int)i
							   ? "case '%.80s' is compared with itself"
							   : "case '%.80s' is compared with itself, by way of others",
						   w->cases[i].name);
	free(in_circle);
	return ok;
}

/* ---- streams and after ---- */
static const char *
launch_name(size_t i, const void *arg)
{
	const struct workload_case *const *c = arg;
	const struct workload *w = ((const void *const *)arg)[1];

	return w->launch[(*c)->launches[i]].name;
}

static bool
resolve_after(struct workload *w, const struct workload_case *c, const struct names *names, size_t i, struct simt_error *e)
{
	struct workload_launch *l = &w->launch[i];
	const char *text = l->cell[COLUMN_after], *at = text, *end = text + strlen(text), *word;
	const void *both[] = {c, w};
	size_t n, room = 0;

	while (word_next(&at, end, &word, &n)) {
		size_t k;

		if (!names_find_n(names, word, n, &k)) {
			const char *near = nearest(word, n, launch_name, c->nlaunches, both);

			return workload_fail(w, i, COLUMN_after, (size_t)(word - text), e,
					     "case '%.80s' has no launch '%.*s'%s%s%s", c->name, (int)(n < 80 ? n : 80), word,
					     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
		}
		l->after = grow(l->after, &room, l->nafter + 1, sizeof *l->after);
		l->after[l->nafter++] = k;
	}
	return true;
}

static bool
resolve_afters(struct workload *w, const struct workload_case *c, bool *plain, struct simt_error *e)
{
	struct names names = {0};
	bool ok = true;

	*plain = true;
	for (size_t k = 0; k < c->nlaunches; k++)
		*plain = *plain && !*w->launch[c->launches[k]].cell[COLUMN_after];
	for (size_t k = 0; !*plain && k < c->nlaunches; k++)
		names_set(&names, w->launch[c->launches[k]].name, c->launches[k]);
	for (size_t k = 0; ok && !*plain && k < c->nlaunches; k++)
		ok = resolve_after(w, c, &names, c->launches[k], e);
	names_free(&names);
	return ok;
}

static void
number_streams(struct workload *w, const struct workload_case *c)
{
	struct names streams = {0};

	for (size_t k = 0; k < c->nlaunches; k++) {
		struct workload_launch *l = &w->launch[c->launches[k]];
		size_t s;

		if (!*l->cell[COLUMN_stream])
			continue;
		if (!names_find(&streams, l->cell[COLUMN_stream], &s))
			names_set(&streams, l->cell[COLUMN_stream], s = streams.n + 1);
		l->stream = (unsigned)s;
	}
	names_free(&streams);
}

/* Launches of a case that others of it wait for; by launch of the workload where nothing else is said. */
struct order {
	size_t *waits; /* how many each waits for */
	size_t *first; /* the first of its edges, counted from 1; 0: none */
	struct edge {
		size_t to, next;
	} * edge;
	size_t n, room;
	size_t *ready, nready; /* a heap: those that may come next, the first of the file on top */
	size_t *last;          /* by stream: the last launch, counted from 1 */
};

static void
put_ready(struct order *o, size_t launch)
{
	size_t i = o->nready++;

	for (; i && o->ready[(i - 1) / 2] > launch; i = (i - 1) / 2)
		o->ready[i] = o->ready[(i - 1) / 2];
	o->ready[i] = launch;
}

static size_t
take_ready(struct order *o)
{
	size_t top = o->ready[0], launch = o->ready[--o->nready], i = 0, below;

	while ((below = 2 * i + 1) < o->nready) {
		below += below + 1 < o->nready && o->ready[below + 1] < o->ready[below];
		if (o->ready[below] >= launch)
			break;
		o->ready[i] = o->ready[below];
		i = below;
	}
	o->ready[i] = launch;
	return top;
}

static void
add_edge(struct order *o, size_t from, size_t to)
{
	o->edge = grow(o->edge, &o->room, o->n + 1, sizeof *o->edge);
	o->edge[o->n++] = (struct edge){to, o->first[from]};
	o->first[from] = o->n;
	o->waits[to]++;
}

static void
add_edges(const struct workload *w, const struct workload_case *c, struct order *o)
{
	o->n = 0;
	memset(o->last, 0, (c->nlaunches + 1) * sizeof *o->last);
	for (size_t k = 0; k < c->nlaunches; k++) {
		const size_t launch = c->launches[k];
		const struct workload_launch *l = &w->launch[launch];

		if (o->last[l->stream])
			add_edge(o, o->last[l->stream] - 1, launch);
		o->last[l->stream] = launch + 1;
		for (size_t j = 0; j < l->nafter; j++)
			add_edge(o, l->after[j], launch);
	}
}

/* Orders the launches of a case so that each comes after those before it in its stream and those in its `after`. Of several that may
 * come next, the first one of the file does. */
static bool
order_case(struct workload *w, struct workload_case *c, struct order *o, struct simt_error *e)
{
	size_t n = 0, stuck = 0;

	add_edges(w, c, o);
	c->order = arena_alloc(&w->arena, c->nlaunches * sizeof *c->order);
	o->nready = 0;
	for (size_t k = 0; k < c->nlaunches; k++)
		if (!o->waits[c->launches[k]])
			put_ready(o, c->launches[k]);
	while (o->nready) {
		const size_t launch = take_ready(o);

		c->order[n++] = launch;
		for (size_t i = o->first[launch]; i; i = o->edge[i - 1].next)
			if (!--o->waits[o->edge[i - 1].to])
				put_ready(o, o->edge[i - 1].to);
	}
	if (n == c->nlaunches)
		return true;
	while (!o->waits[c->launches[stuck]] || !w->launch[c->launches[stuck]].nafter)
		stuck++;
	return workload_fail(w, c->launches[stuck], COLUMN_after, 0, e,
			     "launch '%.80s' waits for itself: by `after`, or by a launch before it in its stream",
			     w->launch[c->launches[stuck]].name);
}

static bool
order_cases(struct workload *w, struct order *o, struct simt_error *e)
{
	for (size_t i = 0; i < w->ncases; i++) {
		struct workload_case *c = &w->cases[i];
		bool plain;

		number_streams(w, c);
		if (!resolve_afters(w, c, &plain, e))
			return false;
		if (plain)
			c->order = c->launches;
		else if (!order_case(w, c, o, e))
			return false;
	}
	return true;
}

bool
reader_order(struct workload *w, struct simt_error *e)
{
	size_t n = w->nlaunches + 1;
	struct order o = {.waits = zeroed(n, sizeof *o.waits),
			  .first = zeroed(n, sizeof *o.first),
			  .ready = zeroed(n, sizeof *o.ready),
			  .last = zeroed(n, sizeof *o.last)};
	bool ok = resolve_before(w, e) && check_before(w, e) && order_cases(w, &o, e);

	free(o.waits);
	free(o.first);
	free(o.ready);
	free(o.last);
	free(o.edge);
	return ok;
}
