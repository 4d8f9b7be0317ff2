#include "kept.h"

#include <stdlib.h>

#include "check.h"

/* A buffer. */
struct item {
	void *data;
	bool wanted;
	size_t last; /* case after which nobody needs it */
};

struct kept {
	const struct workload *w;
	const bool *selected;
	struct item **item; /* by case and buffer */
};

static void *
must(void *p)
{
	if (!p)
		abort();
	return p;
}

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
	struct kept *k = must(calloc(1, sizeof *k));

	k->w = w;
	k->selected = selected;
	k->item = must(calloc(w->ncases + 1, sizeof *k->item));
	*unchecked = 0;
	for (size_t i = 0; i < w->ncases; i++)
		k->item[i] = must(calloc(w->cases[i].nbuffers + 1, sizeof *k->item[i]));
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
	for (size_t i = 0; i < k->w->ncases; i++) {
		for (size_t b = 0; b < k->w->cases[i].nbuffers; b++)
			free(k->item[i][b].data);
		free(k->item[i]);
	}
	free(k->item);
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
	free(k->item[of_case][buffer].data);
	k->item[of_case][buffer].data = data;
}

static void
drop(struct kept *k, size_t done)
{
	for (size_t i = 0; i < k->w->ncases; i++) {
		for (size_t b = 0; b < k->w->cases[i].nbuffers; b++) {
			struct item *it = &k->item[i][b];

			if (it->data && it->last <= done) {
				free(it->data);
				it->data = NULL;
			}
		}
	}
}

void
kept_check(struct kept *k, size_t of_case, void (*failed)(void *arg, size_t of_case, const struct simt_error *e), void *arg)
{
	const struct workload *w = k->w;

	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t n = 0; k->selected[i] && n < w->cases[i].nexpects; n++) {
			const struct workload_expect *x = &w->cases[i].expects[n];
			const void *data = k->item[i][x->buffer].data;
			const void *other = x->same ? k->item[x->other_case][x->other_buffer].data : NULL;
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
