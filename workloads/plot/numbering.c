#include "workloads/plot/numbering.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

static size_t
place_of(const struct numbering *x, const struct numbering_key *key)
{
	uint64_t hash = FNV1A64_START;
	size_t at;

	/* one step for a word mixes its high bits too little */
	for (size_t i = 0; i < NUMBERING_WORDS; i++)
		hash = fnv1a64_step(hash, key->word[i] ^ key->word[i] >> 32);
	at = (hash ^ hash >> 29) & (x->slots - 1);
	while (x->slot[at] && memcmp(x->key + x->slot[at] - 1, key, sizeof *key))
		at = (at + 1) & (x->slots - 1);
	return at;
}

static void
enlarge(struct numbering *x)
{
	free(x->slot);
	x->slots = x->slots ? 2 * x->slots : 64;
	x->slot = zeroed(x->slots, sizeof *x->slot);
	for (size_t i = 0; i < x->n; i++)
		x->slot[place_of(x, x->key + i)] = (uint32_t)i + 1;
}

uint32_t
numbering_of(struct numbering *x, const struct numbering_key *key)
{
	size_t at;

	if (2 * x->n >= x->slots)
		enlarge(x);
	at = place_of(x, key);
	if (!x->slot[at]) {
		x->key = grow(x->key, &x->room, x->n + 1, sizeof *x->key);
		x->key[x->n++] = *key;
		x->slot[at] = (uint32_t)x->n;
	}
	return x->slot[at] - 1;
}

void
numbering_free(struct numbering *x)
{
	free(x->key);
	free(x->slot);
	*x = (struct numbering){.n = 0};
}
