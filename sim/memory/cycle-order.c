#include "sim/memory/cycle-order.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/cycle.h"

void
cycle_order_free(struct cycle_order *o)
{
	free(o->cycle);
	free(o->order);
	free(o->before);
	*o = (struct cycle_order){.room = 0};
}

void
cycle_order_room(struct cycle_order *o, size_t n)
{
	o->cycle = grow(o->cycle, &o->room, n, sizeof *o->cycle);
}

/* There are fewer cycles to tell apart than things, so that counting is quicker than comparing. */
void
cycle_order_sort(struct cycle_order *o, size_t n)
{
	uint64_t first = NEVER, last = 0;
	uint32_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		first = o->cycle[i] < first ? o->cycle[i] : first;
		last = o->cycle[i] > last ? o->cycle[i] : last;
	}
	o->order = grow(o->order, &o->places, n, sizeof *o->order);
	o->before = grow(o->before, &o->cycles, last - first + 1, sizeof *o->before);
	memset(o->before, 0, (last - first + 1) * sizeof *o->before);
	for (size_t i = 0; i < n; i++)
		o->before[o->cycle[i] - first]++;
	for (uint64_t t = 0; t <= last - first; t++) {
		uint32_t here = o->before[t];

		o->before[t] = sum;
		sum += here;
	}
	for (size_t i = 0; i < n; i++)
		o->order[o->before[o->cycle[i] - first]++] = (uint32_t)i;
}
