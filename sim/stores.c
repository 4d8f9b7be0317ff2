/* stores.c: the stores of one SM in one window. Its own loads see them at once, the others at the end of the window. */
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { SLOTS_AT_FIRST = 1024 };

bool
stores_init(struct store_log *s)
{
	*s = (struct store_log){.nslots = SLOTS_AT_FIRST};
	s->slot = calloc(s->nslots, sizeof *s->slot);
	return s->slot;
}

void
stores_free(struct store_log *s)
{
	free(s->word);
	free(s->cycle);
	free(s->warp);
	free(s->slot);
	free(s->used);
	*s = (struct store_log){0};
}

/* The slot of a word address: where it is, or the free one where it would go. */
static size_t
find(const struct store_log *s, uint64_t address)
{
	size_t i = (size_t)(address / 4 * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (s->nslots - 1);

	while (s->slot[i] && s->word[s->slot[i] - 1].address != address)
		i = (i + 1) & (s->nslots - 1);
	return i;
}

/* Makes word i the newest at its address. */
static void
index_word(struct store_log *s, size_t i)
{
	size_t k = find(s, s->word[i].address);

	if (!s->slot[k])
		s->used[s->nused++] = (uint32_t)k;
	s->slot[k] = (uint32_t)i + 1;
}

static void
grow(struct store_log *s)
{
	size_t cap = s->cap ? 2 * s->cap : SLOTS_AT_FIRST / 2;

	s->word = realloc(s->word, cap * sizeof *s->word);
	s->cycle = realloc(s->cycle, cap * sizeof *s->cycle);
	s->warp = realloc(s->warp, cap * sizeof *s->warp);
	s->used = realloc(s->used, cap * sizeof *s->used);
	if (2 * cap > s->nslots) {
		free(s->slot);
		s->nslots = 2 * cap;
		s->slot = calloc(s->nslots, sizeof *s->slot);
		s->nused = 0;
	}
	if (!s->word || !s->cycle || !s->warp || !s->slot || !s->used)
		abort();
	s->cap = cap;
	if (!s->nused)
		for (size_t i = 0; i < s->n; i++)
			index_word(s, i);
}

/* Appends a word. Later loads look at the newest entry alone: it carries what earlier ones wrote. */
static void
add_word(struct store_log *s, uint64_t cycle, uint32_t warp, struct store_word w)
{
	size_t i;

	w.bytes = w.own;
	if (s->n == s->cap)
		grow(s);
	i = find(s, w.address);
	if (s->slot[i]) {
		const struct store_word *o = s->word + s->slot[i] - 1;

		for (unsigned b = 0; b < 4; b++)
			if ((o->bytes & ~w.bytes) >> b & 1)
				memcpy((uint8_t *)&w.value + b, (const uint8_t *)&o->value + b, 1);
		w.bytes |= o->bytes;
	}
	s->word[s->n] = w;
	s->cycle[s->n] = cycle;
	s->warp[s->n] = warp;
	index_word(s, s->n++);
}

void
stores_add(struct store_log *s, uint64_t cycle, uint32_t warp, uint64_t address, const uint8_t *bytes, unsigned n)
{
	while (n) {
		unsigned at = address % 4, part = 4 - at < n ? 4 - at : n;
		struct store_word w = {.address = address - at, .own = (uint8_t)(((1u << part) - 1) << at)};

		memcpy((uint8_t *)&w.value + at, bytes, part);
		add_word(s, cycle, warp, w);
		address += part;
		bytes += part;
		n -= part;
	}
}

void
stores_mark(struct store_log *s, uint64_t cycle, uint32_t warp, uint64_t address, unsigned n)
{
	for (uint64_t w = address / 4; w <= (address + n - 1) / 4; w++)
		add_word(s, cycle, warp, (struct store_word){.address = 4 * w});
}

bool
stores_marked(const struct store_log *s, uint64_t since, uint64_t address, unsigned n)
{
	for (uint64_t w = address / 4; w <= (address + n - 1) / 4; w++) {
		size_t k = find(s, 4 * w);

		if (s->slot[k] && s->cycle[s->slot[k] - 1] >= since)
			return true;
	}
	return false;
}

void
stores_overlay(const struct store_log *s, uint64_t address, uint8_t *bytes, unsigned n)
{
	for (unsigned i = 0; i < n;) {
		unsigned at = (address + i) % 4, part = 4 - at < n - i ? 4 - at : n - i;
		size_t k = find(s, address + i - at);

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
	for (size_t i = 0; i < s->nused; i++)
		s->slot[s->used[i]] = 0;
	s->nused = s->n = 0;
}

void
stores_forget(struct store_log *s, uint64_t before)
{
	size_t old = 0, n = s->n;

	while (old < n && s->cycle[old] < before)
		old++;
	/* not before it pays */
	if (2 * old < n || !old)
		return;
	stores_clear(s);
	memmove(s->word, s->word + old, (n - old) * sizeof *s->word);
	memmove(s->cycle, s->cycle + old, (n - old) * sizeof *s->cycle);
	memmove(s->warp, s->warp + old, (n - old) * sizeof *s->warp);
	for (s->n = 0; s->n < n - old; s->n++)
		index_word(s, s->n);
}
