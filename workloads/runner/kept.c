#include "workloads/runner/kept.h"

#include <stdlib.h>

#include "workloads/runner/check.h"
#include "workloads/runner/contents.h"
#include "base/alloc.h"

/* A buffer. */
struct item {
	bool wanted;
	size_t last;      /* case after which nobody needs it */
	const void *lent; /* its contents, where nobody needs them after its own case; or NULL */
};

/* An expect. */
struct due {
	size_t in_case;
	const struct workload_expect *expect;
};

struct kept {
	const struct workload *w;
	struct item **item; /* by case and buffer */
	struct due *due;    /* expects, in the order of the cases after which they can be checked, then of the file */
	size_t *first_due;  /* by such a case, and one more: the first of its expects */
	struct contents *contents;
};

/* The case after which an expect of case i can be checked. */
static size_t
last_case(const struct workload_expect *x, size_t i)
{
	return x->same && x->other_case > i ? x->other_case : i;
}

static void
want(struct item *i, size_t last)
{
	i->wanted = true;
	i->last = i->last > last ? i->last : last;
}

static bool
can_be_checked(const struct workload_expect *x, const bool *selected)
{
	return !x->same || selected[x->other_case];
}

/* The expects of selected cases in order of when they are due: counted first, then put into their places. */
static void
plan_due(struct kept *k, const bool *selected)
{
	const struct workload *w = k->w;
	size_t *next;

	k->first_due = zeroed(w->ncases + 1, sizeof *k->first_due);
	for (size_t i = 0; i < w->ncases; i++)
		for (size_t n = 0; selected[i] && n < w->cases[i].nexpects; n++)
			if (can_be_checked(&w->cases[i].expects[n], selected))
				k->first_due[last_case(&w->cases[i].expects[n], i) + 1]++;
	for (size_t i = 0; i < w->ncases; i++)
		k->first_due[i + 1] += k->first_due[i];
	k->due = zeroed(k->first_due[w->ncases], sizeof *k->due);
	next = zeroed(w->ncases, sizeof *next);
	for (size_t i = 0; i < w->ncases; i++)
		for (size_t n = 0; selected[i] && n < w->cases[i].nexpects; n++) {
			const struct workload_expect *x = &w->cases[i].expects[n];
			size_t last = last_case(x, i);

			if (can_be_checked(x, selected))
				k->due[k->first_due[last] + next[last]++] = (struct due){i, x};
		}
	free(next);
}

struct kept *
kept_plan(const struct workload *w, const bool *selected, size_t *unchecked)
{
	struct kept *k = zeroed(1, sizeof *k);

	k->w = w;
	k->contents = contents_new(w);
	k->item = zeroed(w->ncases, sizeof *k->item);
	*unchecked = 0;
	for (size_t i = 0; i < w->ncases; i++) {
		k->item[i] = zeroed(w->cases[i].nbuffers, sizeof *k->item[i]);
		*unchecked += selected[i] ? w->cases[i].nexpects : 0;
	}
	plan_due(k, selected);
	*unchecked -= k->first_due[w->ncases];
	for (size_t i = 0; i < k->first_due[w->ncases]; i++) {
		const struct workload_expect *x = k->due[i].expect;
		size_t last = last_case(x, k->due[i].in_case);

		want(&k->item[k->due[i].in_case][x->buffer], last);
		if (x->same)
			want(&k->item[x->other_case][x->other_buffer], last);
	}
	return k;
}

void
kept_free(struct kept *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->w->ncases; i++)
		free(k->item[i]);
	free(k->item);
	free(k->due);
	free(k->first_due);
	contents_free(k->contents);
	free(k);
}

bool
kept_wants(const struct kept *k, size_t of_case, size_t buffer)
{
	return k->item[of_case][buffer].wanted;
}

bool
kept_take(struct kept *k, size_t of_case, size_t buffer, const void *data, simt_stop stop, struct simt_error *e)
{
	const struct workload_case *c = &k->w->cases[of_case];

	if (k->item[of_case][buffer].last > of_case)
		return contents_copy(k->contents, c, &c->buffers[buffer], data, stop, e);
	k->item[of_case][buffer].lent = data;
	return true;
}

void
kept_give(struct kept *k, size_t of_case, size_t buffer, void *data)
{
	contents_give(k->contents, of_case, buffer, data);
}

static const void *
held(const struct kept *k, size_t of_case, size_t buffer)
{
	const struct item *i = &k->item[of_case][buffer];

	return i->lent ? i->lent : contents_of(k->contents, of_case, buffer);
}

static void
drop(struct kept *k, size_t of_case, size_t buffer, size_t done)
{
	struct item *i = &k->item[of_case][buffer];

	if (i->last > done)
		return;
	i->lent = NULL;
	contents_give(k->contents, of_case, buffer, NULL);
}

bool
kept_check(struct kept *k, size_t of_case, simt_stop stop, void (*failed)(void *arg, size_t of_case, const struct simt_error *e),
	   void *arg)
{
	const struct workload *w = k->w;
	const struct due *end = k->due + k->first_due[of_case + 1];

	for (const struct due *d = k->due + k->first_due[of_case]; d < end; d++) {
		const struct workload_expect *x = d->expect;
		const void *data = held(k, d->in_case, x->buffer);
		const void *other = x->same ? held(k, x->other_case, x->other_buffer) : NULL;
		const struct expect_check check = {w, &w->cases[d->in_case], x, data, other, stop};
		struct simt_error e = {.status = SIMT_OK};

		/* without contents, a case did not come to its end, which has been reported */
		if (!data || (x->same && !other) || check_expect(&check, &e))
			continue;
		if (e.status == SIMT_INTERRUPTED)
			return false;
		failed(arg, d->in_case, &e);
	}
	/* all that is no longer needed was needed by one of these */
	for (const struct due *d = k->due + k->first_due[of_case]; d < end; d++) {
		drop(k, d->in_case, d->expect->buffer, of_case);
		if (d->expect->same)
			drop(k, d->expect->other_case, d->expect->other_buffer, of_case);
	}
	return true;
}
