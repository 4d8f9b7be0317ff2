#include "kept.h"

#include <stdlib.h>

#include "check.h"
#include "contents.h"
#include "must.h"

/* A buffer. */
struct item {
	bool wanted;
	size_t last; /* case after which nobody needs it */
};

struct kept {
	const struct workload *w;
	const bool *selected;
	struct item **item; /* by case and buffer */
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

struct kept *
kept_plan(const struct workload *w, const bool *selected, size_t *unchecked)
{
	struct kept *k = zeroed(1, sizeof *k);

	k->w = w;
	k->selected = selected;
	k->contents = contents_new(w);
	k->item = zeroed(w->ncases, sizeof *k->item);
	*unchecked = 0;
	for (size_t i = 0; i < w->ncases; i++)
		k->item[i] = zeroed(w->cases[i].nbuffers, sizeof *k->item[i]);
	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t n = 0; selected[i] && n < w->cases[i].nexpects; n++) {
			const struct workload_expect *x = &w->cases[i].expects[n];

			if (x->same && !selected[x->other_case]) {
				++*unchecked;
				continue;
			}
			want(&k->item[i][x->buffer], last_case(x, i));
			if (x->same)
				want(&k->item[x->other_case][x->other_buffer], last_case(x, i));
		}
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
	contents_free(k->contents);
	free(k);
}

bool
kept_wants(const struct kept *k, size_t of_case, size_t buffer)
{
	return k->item[of_case][buffer].wanted;
}

void
kept_give(struct kept *k, size_t of_case, size_t buffer, void *data)
{
	contents_give(k->contents, of_case, buffer, data);
}

static void
drop(struct kept *k, size_t done)
{
	for (size_t i = 0; i < k->w->ncases; i++)
		for (size_t b = 0; b < k->w->cases[i].nbuffers; b++)
			if (k->item[i][b].last <= done)
				contents_give(k->contents, i, b, NULL);
}

void
kept_check(struct kept *k, size_t of_case, void (*failed)(void *arg, size_t of_case, const struct simt_error *e), void *arg)
{
	const struct workload *w = k->w;

	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t n = 0; k->selected[i] && n < w->cases[i].nexpects; n++) {
			const struct workload_expect *x = &w->cases[i].expects[n];
			const void *data = contents_of(k->contents, i, x->buffer);
			const void *other = x->same ? contents_of(k->contents, x->other_case, x->other_buffer) : NULL;
			struct simt_error e = {.status = SIMT_OK};

			/* without contents: a case did not come to its end, which has been said */
			if (last_case(x, i) != of_case || !data || (x->same && !other))
				continue;
			if (!check_expect(w, &w->cases[i], x, data, other, &e))
				failed(arg, i, &e);
		}
	}
	drop(k, of_case);
}
