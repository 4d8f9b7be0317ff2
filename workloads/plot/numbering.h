/* numbering.h: different things get numbers in the order in which they are first seen, so that a page names each once.
 * What this module cannot do: take a thing out again. */
#ifndef WORKLOADS_PLOT_NUMBERING_H
#define WORKLOADS_PLOT_NUMBERING_H

#include <stddef.h>
#include <stdint.h>

enum { NUMBERING_WORDS = 7 };

struct numbering_key {
	uint64_t word[NUMBERING_WORDS];
};

/* All 0: empty. Free it with numbering_free. */
struct numbering {
	struct numbering_key *key; /* n, by number */
	size_t n, room;
	uint32_t *slot; /* numbers + 1, by hash; 0: free */
	size_t slots;   /* 0 or a power of two */
};

/* The number of the key; a new one if it is new. There are fewer than 2^32. */
uint32_t numbering_of(struct numbering *x, const struct numbering_key *key);
void numbering_free(struct numbering *x);

#endif
