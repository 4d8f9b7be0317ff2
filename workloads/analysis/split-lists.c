#include "workloads/analysis/split-lists.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct class
{
	uint32_t first; /* in the order of threads */
	uint32_t n;
	uint64_t work;
	size_t launch;
};

static int
compare(const struct signatures *g, uint32_t a, uint32_t b)
{
	int c = signatures_compare(g, a, b);

	return c ? c : a < b ? -1 : a > b;
}

/* Merge sort, since qsort's functions get no argument. */
static void
sort(const struct signatures *g, uint32_t *v, uint32_t *room, size_t n)
{
	size_t half = n / 2, a = 0, b = half;

	if (n < 2)
		return;
	sort(g, v, room, half);
	sort(g, v + half, room, n - half);
	if (compare(g, v[half - 1], v[half]) < 0)
		return;
	for (size_t i = 0; i < n; i++)
		room[i] = b == n || (a < half && compare(g, v[a], v[b]) < 0) ? v[a++] : v[b++];
	memcpy(v, room, n * sizeof *v);
}

/* Threads in order, in list->thread. */
static void
make_order(struct split_list *list, const struct signatures *g)
{
	uint32_t *room = zeroed(g->threads, sizeof *room);

	list->thread = zeroed(g->threads, sizeof *list->thread);
	for (uint32_t t = 0; t < g->threads; t++)
		if (g->work[t])
			list->thread[list->n++] = t;
	sort(g, list->thread, room, list->n);
	free(room);
}

static struct class *
find_classes(const struct split_list *order, const struct signatures *g, size_t *n)
{
	struct class *c = zeroed(order->n, sizeof *c);

	*n = 0;
	for (uint32_t i = 0; i < order->n; i++) {
		if (!i || signatures_compare(g, order->thread[i - 1], order->thread[i]))
			c[(*n)++].first = i;
		c[*n - 1].n++;
		c[*n - 1].work += g->work[order->thread[i]];
	}
	return c;
}

static int
by_size(const void *a, const void *b)
{
	const struct class *x = *(struct class *const *)a, *y = *(struct class *const *)b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Numbers the launches from 0; the last one has all remaining classes. Returns how many launches there are. */
static size_t
choose_launches(struct class *c, size_t n, size_t threads, size_t most, unsigned least)
{
	struct class **order = zeroed(n, sizeof *order);
	size_t own = 0;

	for (size_t i = 0; i < n; i++)
		order[i] = c + i;
	qsort(order, n, sizeof *order, by_size);
	while (own < n && own < most && 100 * (uint64_t)order[own]->n >= (uint64_t)least * threads)
		own++;
	if (own < n && own == most)
		own--;
	for (size_t i = 0; i < n; i++)
		order[i]->launch = i < own ? i : own;
	free(order);
	return own + (own < n);
}

static int
by_work(const void *a, const void *b)
{
	const struct split_list *x = a, *y = b;
	double p = (double)x->work / (double)x->n, q = (double)y->work / (double)y->n;

	if (p > q || p < q)
		return p > q ? -1 : 1;
	return x->thread[0] < y->thread[0] ? -1 : 1;
}

static void
make_launches(struct split_lists *s, const struct split_list *order, const struct class *c)
{
	s->launch = zeroed(s->nlaunches, sizeof *s->launch);
	for (size_t i = 0; i < s->classes; i++)
		s->launch[c[i].launch].n += c[i].n;
	for (size_t k = 0; k < s->nlaunches; k++) {
		s->launch[k].thread = zeroed(s->launch[k].n, sizeof *s->launch[k].thread);
		s->launch[k].n = 0;
	}
	for (size_t i = 0; i < s->classes; i++) {
		struct split_list *l = s->launch + c[i].launch;

		memcpy(l->thread + l->n, order->thread + c[i].first, c[i].n * sizeof *l->thread);
		l->n += c[i].n;
		l->work += c[i].work;
		l->classes++;
	}
	if (s->nlaunches)
		qsort(s->launch, s->nlaunches, sizeof *s->launch, by_work);
}

/* Of a block's threads in order, whole warps change places: of each group of as many warps as there are sub-cores, every other one is
 * turned round, and all begin at the same sub-core. */
static void
deal(uint32_t *thread, size_t n, struct split_shape shape, uint64_t block)
{
	uint32_t turn = (uint32_t)(block * 2654435761u) / 65536 % shape.subcores, group = shape.warp_size * shape.subcores;
	uint32_t *was = zeroed(group, sizeof *was);

	for (size_t g = 0; (g + 1) * group <= n; g++) {
		memcpy(was, thread + g * group, group * sizeof *was);
		for (uint32_t i = 0; i < shape.subcores; i++) {
			uint32_t to = (i + turn) % shape.subcores, from = g % 2 ? shape.subcores - 1 - i : i;

			memcpy(thread + g * group + to * shape.warp_size, was + from * shape.warp_size,
			       shape.warp_size * sizeof *was);
		}
	}
	free(was);
}

/* The threads in order are dealt out to their blocks. */
static void
make_blocks(struct split_lists *s, const struct split_list *order, const struct signatures *g, struct split_shape shape)
{
	uint64_t blocks = (g->threads + g->block - 1) / g->block;
	size_t *next = zeroed(blocks + 1, sizeof *next);

	for (size_t i = 0; i < order->n; i++)
		next[order->thread[i] / g->block + 1]++;
	for (uint64_t b = 0; b < blocks; b++)
		next[b + 1] += next[b];
	s->blocks.thread = zeroed(order->n, sizeof *s->blocks.thread);
	for (size_t i = 0; i < order->n; i++)
		s->blocks.thread[next[order->thread[i] / g->block]++] = order->thread[i];
	for (uint64_t b = 0; shape.subcores && b < blocks; b++)
		deal(s->blocks.thread + (b ? next[b - 1] : 0), next[b] - (b ? next[b - 1] : 0), shape, b);
	s->blocks.n = order->n;
	s->blocks.classes = s->classes;
	free(next);
}

void
split_lists_make(struct split_lists *s, const struct signatures *g, struct split_shape shape, size_t most, unsigned least)
{
	struct split_list order = {.n = 0};
	struct class *c;

	*s = (struct split_lists){.classes = 0};
	make_order(&order, g);
	c = find_classes(&order, g, &s->classes);
	s->nlaunches = choose_launches(c, s->classes, order.n, most, least);
	make_launches(s, &order, c);
	make_blocks(s, &order, g, shape);
	for (size_t k = 0; k < s->nlaunches; k++)
		s->blocks.work += s->launch[k].work;
	free(c);
	free(order.thread);
}

void
split_lists_free(struct split_lists *s)
{
	for (size_t k = 0; k < s->nlaunches; k++)
		free(s->launch[k].thread);
	free(s->launch);
	free(s->blocks.thread);
}
