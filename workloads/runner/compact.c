/* compact.c: see compact.h. A row is a list of numbers with 7 bits in each byte. The first one says how far back the row is that it is
 * compared with; 0: a row of zeros. The second one says how many numbers differ. For each of these follow the number of equal ones
 * before it, and the difference. */
#include "workloads/runner/compact.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/alloc.h"

enum { NUMBER_BYTES = 10 };

static void
put(struct compact *c, uint64_t v)
{
	c->data = grow(c->data, &c->room, c->bytes + NUMBER_BYTES, 1);
	for (; v >= 128; v >>= 7)
		c->data[c->bytes++] = (unsigned char)(v | 128);
	c->data[c->bytes++] = (unsigned char)v;
}

static uint64_t
get(const struct compact *c, size_t *at)
{
	uint64_t v = 0;
	unsigned shift = 0;

	for (; c->data[*at] & 128; shift += 7)
		v |= (uint64_t)(c->data[(*at)++] & 127) << shift;
	return v | (uint64_t)c->data[(*at)++] << shift;
}

/* Small differences become small numbers, whatever their sign. */
static uint64_t
folded(uint64_t difference)
{
	return difference >> 63 ? ~(difference << 1) : difference << 1;
}

static uint64_t
unfolded(uint64_t v)
{
	return v & 1 ? ~(v >> 1) : v >> 1;
}

static size_t
different(const uint64_t *row, const uint64_t *base, size_t n)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += row[i] != (base ? base[i] : 0);
	return found;
}

size_t
compact_put(struct compact *c, const uint64_t *row, size_t n)
{
	const size_t place = c->bytes, zeros = different(row, NULL, n);
	size_t differ = c->base ? different(row, c->base, n) : zeros, before = 0;
	const uint64_t *base = c->base;

	/* a row that is unlike the base becomes the base of later rows */
	if (!base || 2 * differ > zeros) {
		base = NULL;
		differ = zeros;
		c->based = place;
		if (!c->base)
			c->base = zeroed(n, sizeof *c->base);
		memcpy(c->base, row, n * sizeof *row);
	}
	put(c, place - c->based);
	put(c, differ);
	for (size_t i = 0; i < n; i++) {
		if (row[i] == (base ? base[i] : 0)) {
			before++;
			continue;
		}
		put(c, before);
		put(c, folded(row[i] - (base ? base[i] : 0)));
		before = 0;
	}
	return place;
}

void
compact_get(const struct compact *c, size_t place, uint64_t *row, size_t n)
{
	size_t at = place, back = (size_t)get(c, &at), differ = (size_t)get(c, &at), i = 0;

	if (back)
		compact_get(c, place - back, row, n);
	else
		memset(row, 0, n * sizeof *row);
	for (; differ; differ--) {
		i += (size_t)get(c, &at);
		row[i++] += unfolded(get(c, &at));
	}
}

void
compact_free(struct compact *c)
{
	free(c->data);
	free(c->base);
	*c = (struct compact){.data = NULL};
}
