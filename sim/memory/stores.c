/* stores.c: the stores of one SM in one window. Its own loads see them at once, others at the end of the window.
 *
 * Most loads are far from all stored addresses: words are looked up by address only once a load has come near. */
#include "sim/memory/stores.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/isa.h"

enum { SLOTS_AT_FIRST = 1024 };

bool
stores_init(struct store_log *s)
{
	*s = (struct store_log){.low = UINT64_MAX, .nslots = SLOTS_AT_FIRST};
	s->slot = calloc(s->nslots, sizeof *s->slot);
	return s->slot;
}

void
stores_free(struct store_log *s)
{
	free(s->store);
	free(s->data);
	free(s->word);
	free(s->slot);
	*s = (struct store_log){.low = UINT64_MAX};
}

/* ---- words by address ---- */

/* The slot of a word address: where it is, or the free one where it would go. */
static size_t
find_slot(const struct store_log *s, uint64_t address)
{
	size_t i = (size_t)(address / 4 * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (s->nslots - 1);

	while (s->slot[i] && s->word[s->slot[i] - 1].address != address)
		i = (i + 1) & (s->nslots - 1);
	return i;
}

/* Room for more words; of the slots at least half stay free. */
static void
more_words(struct store_log *s)
{
	s->words_cap = s->words_cap ? 2 * s->words_cap : SLOTS_AT_FIRST / 2;
	s->word = xrealloc(s->word, s->words_cap * sizeof *s->word);
	if (2 * s->words_cap <= s->nslots)
		return;
	free(s->slot);
	s->nslots = 2 * s->words_cap;
	s->slot = calloc(s->nslots, sizeof *s->slot);
	if (!s->slot)
		simt_no_memory();
	for (size_t i = 0; i < s->nwords; i++) {
		size_t k = find_slot(s, s->word[i].address);

		s->slot[k] = (uint32_t)i + 1;
		s->word[i].slot = (uint32_t)k;
	}
}

/* The word at that address, which becomes one of the log where it is none yet. */
static struct store_word *
word_at(struct store_log *s, uint64_t address)
{
	size_t k = find_slot(s, address);

	if (!s->slot[k]) {
		if (s->nwords == s->words_cap) {
			more_words(s);
			k = find_slot(s, address);
		}
		s->word[s->nwords] = (struct store_word){.address = address, .slot = (uint32_t)k};
		s->slot[k] = (uint32_t)++s->nwords;
	}
	return s->word + s->slot[k] - 1;
}

/* Makes the words of all stores so far known. */
static void
index_all(struct store_log *s)
{
	for (; s->indexed < s->n; s->indexed++) {
		const struct store *o = s->store + s->indexed;

		for (unsigned i = 0; i < o->n;) {
			unsigned at = (o->address + i) % 4, part = 4 - at < o->n - i ? 4 - at : o->n - i;
			struct store_word *w = word_at(s, o->address + i - at);

			w->cycle = o->cycle;
			if (s->data) {
				memcpy((uint8_t *)&w->value + at, s->data + o->at + i, part);
				w->bytes |= (uint8_t)(((1u << part) - 1) << at);
			}
			i += part;
		}
	}
}

static void
forget_words(struct store_log *s)
{
	for (size_t i = 0; i < s->nwords; i++)
		s->slot[s->word[i].slot] = 0;
	s->nwords = s->indexed = 0;
}

/* ---- the log ---- */

static void
append(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n)
{
	s->store = grow(s->store, &s->cap, s->n + 1, sizeof *s->store);
	s->store[s->n++] = (struct store){address, cycle, s->ndata, n};
	s->low = address < s->low ? address : s->low;
	s->high = address + n > s->high ? address + n : s->high;
}

uint8_t *
stores_add(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n)
{
	s->data = grow(s->data, &s->data_cap, s->ndata + n, 1);
	append(s, cycle, address, n);
	s->ndata += n;
	return s->data + s->ndata - n;
}

void
stores_mark(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n)
{
	append(s, cycle, address, n);
}

void
stores_mark_lanes(struct store_log *s, uint64_t cycle, const struct mem_request *r)
{
	uint64_t low = s->low, high = s->high;
	struct store *mark;

	s->store = grow(s->store, &s->cap, s->n + ISA_LANES, sizeof *s->store);
	mark = s->store + s->n;
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const uint64_t address = r->address[__builtin_ctz(m)];

		*mark++ = (struct store){address, cycle, s->ndata, r->bytes};
		low = address < low ? address : low;
		high = address + r->bytes > high ? address + r->bytes : high;
	}
	s->n = (size_t)(mark - s->store);
	s->low = low;
	s->high = high;
}

bool
stores_marked(struct store_log *s, uint64_t since, uint64_t address, unsigned n)
{
	index_all(s);
	for (uint64_t w = address / 4; w <= (address + n - 1) / 4; w++) {
		size_t k = find_slot(s, 4 * w);

		if (s->slot[k] && s->word[s->slot[k] - 1].cycle >= since)
			return true;
	}
	return false;
}

void
stores_overlay(struct store_log *s, uint64_t address, uint8_t *bytes, unsigned n)
{
	index_all(s);
	for (unsigned i = 0; i < n;) {
		unsigned at = (address + i) % 4, part = 4 - at < n - i ? 4 - at : n - i;
		size_t k = find_slot(s, address + i - at);

		if (s->slot[k]) {
			const struct store_word *w = s->word + s->slot[k] - 1;

			for (unsigned b = 0; b < part; b++)
				if (w->bytes >> (at + b) & 1)
					memcpy(bytes + i + b, (const uint8_t *)&w->value + at + b, 1);
		}
		i += part;
	}
}

void
stores_clear(struct store_log *s)
{
	forget_words(s);
	s->n = s->ndata = 0;
	s->low = UINT64_MAX;
	s->high = 0;
}

void
stores_forget(struct store_log *s, uint64_t before)
{
	size_t old = 0;

	while (old < s->n && s->store[old].cycle < before)
		old++;
	/* not before it pays */
	if (2 * old < s->n || !old)
		return;
	forget_words(s);
	s->n -= old;
	memmove(s->store, s->store + old, s->n * sizeof *s->store);
	if (!s->n)
		stores_clear(s);
}

uint32_t
stores_staying(const struct mem_request *r)
{
	const unsigned together = r->bytes > 4 ? 4 * ISA_LANES / r->bytes : ISA_LANES;
	uint32_t stay = 0;
	uint64_t seen = 0; /* a bit for several places each */

	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		const uint64_t address = r->address[l];
		const uint64_t bit = UINT64_C(1) << (address / r->bytes * UINT64_C(0x9e3779b97f4a7c15) >> 58);
		uint32_t same = seen & bit ? stay >> l / together * together << l / together * together : 0;

		while (same && r->address[__builtin_ctz(same)] != address)
			same &= same - 1;
		seen |= bit;
		if (!same)
			stay |= m & -m;
	}
	return stay;
}
