#include "sim/memory/l2-bins.h"

#include <stdlib.h>
#include <string.h>

struct l2_bins *
l2_bins_new(void)
{
	struct l2_bins *b = must(aligned_alloc(HOST_APART, sizeof *b));

	memset(b, 0, sizeof *b);
	return b;
}

void
l2_bins_free(struct l2_bins *b)
{
	for (unsigned i = 0; b && i < L2_PARTS_MOST; i++) {
		for (unsigned k = 0; k < L2_PARTS_MOST; k++) {
			free(b->range[i].sets[k].turn);
			free(b->range[i].gpcs[k].turn);
		}
		free(b->shares[i].is);
		free(b->channels[i].turn);
		free(b->slices[i].turn);
	}
	free(b);
}

void
l2_bins_begin(struct l2_bins *b, unsigned parts, unsigned gpc_parts)
{
	b->ranges = parts;
	b->mask = parts - 1;
	b->gpc_mask = gpc_parts - 1;
	for (unsigned i = 0; i < parts; i++) {
		for (unsigned k = 0; k < parts; k++)
			b->range[i].sets[k].n = b->range[i].gpcs[k].n = 0;
		b->range[i].partial = 0;
		b->shares[i].n = b->channels[i].n = b->slices[i].n = 0;
	}
}
