#include "workloads/analysis/columns.h"

static uint64_t
overlap(uint64_t a, uint64_t b, uint64_t from, uint64_t to)
{
	const uint64_t first = a > from ? a : from, end = b < to ? b : to;

	return end > first ? end - first : 0;
}

size_t
column_choose(const struct column_piece *x, size_t n, struct column_place *place, uint64_t from, uint64_t to)
{
	const uint64_t middle = from + (to - from) / 2;
	size_t shown = n, parted = n;
	uint64_t longest = 0;

	while (place->at < n && x[place->at].end <= from)
		place->at++;
	for (size_t i = place->at; i < n && x[i].from < to; i++) {
		const uint64_t time = overlap(x[i].from, x[i].end, from, to);

		if (shown == n || (x[i].from <= middle && middle < x[i].end))
			shown = i;
		if (x[i].parted && time > longest) {
			longest = time;
			parted = i;
		}
	}
	if (shown < n && !x[shown].parted && parted < n && !place->quiet)
		shown = parted;
	if (shown < n && x[shown].parted)
		place->quiet = COLUMN_NEAR;
	else
		place->quiet -= place->quiet > 0;
	return shown;
}

bool
column_waits(const struct column_piece *x, uint64_t from, uint64_t to)
{
	return overlap(x->from, x->begin, from, to) > overlap(x->begin, x->end, from, to);
}

bool
column_begin(const struct column_piece *x, size_t n, uint64_t end, unsigned lead, uint64_t *begin)
{
	uint64_t before;
	size_t i = 0;

	while (i < n && !x[i].parted)
		i++;
	if (i == n || x[i].from >= end)
		return false;
	/* the rest is lead - 1 times as long */
	before = (end - x[i].from) / (lead - 1);
	*begin = x[i].from - x[0].from > before ? x[i].from - before : x[0].from;
	return true;
}
