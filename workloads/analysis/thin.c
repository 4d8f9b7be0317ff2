#include "workloads/analysis/thin.h"

static uint64_t
overlap(uint64_t a, uint64_t b, uint64_t from, uint64_t to)
{
	const uint64_t first = a > from ? a : from, end = b < to ? b : to;

	return end > first ? end - first : 0;
}

size_t
thin_choose(const struct thin_piece *x, size_t n, size_t *at, uint64_t from, uint64_t to)
{
	const uint64_t middle = from + (to - from) / 2;
	size_t shown = n, parted = n;
	uint64_t longest = 0;

	while (*at < n && x[*at].end <= from)
		++*at;
	for (size_t i = *at; i < n && x[i].from < to; i++) {
		const uint64_t time = overlap(x[i].from, x[i].end, from, to);

		if (shown == n || (x[i].from <= middle && middle < x[i].end))
			shown = i;
		if (x[i].parted && time > longest) {
			longest = time;
			parted = i;
		}
	}
	return shown < n && !x[shown].parted && parted < n ? parted : shown;
}

bool
thin_waits(const struct thin_piece *x, uint64_t from, uint64_t to)
{
	return overlap(x->from, x->begin, from, to) > overlap(x->begin, x->end, from, to);
}

uint64_t
thin_begin(const struct thin_piece *x, size_t n, uint64_t end, unsigned lead)
{
	const uint64_t first = n ? x[0].from : 0;
	uint64_t before;
	size_t i = 0;

	while (i < n && !x[i].parted)
		i++;
	if (i == n || x[i].from >= end)
		return first;
	before = (end - x[i].from) / lead;
	return x[i].from > before && x[i].from - before > first ? x[i].from - before : first;
}
