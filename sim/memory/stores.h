/* stores.h: the stores of one SM in one window; private to sim/. See stores.c.
 * What this module cannot do: atomics. */
#ifndef SIMT_STORES_H
#define SIMT_STORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mem_request;

/* Bytes that one lane has stored, or lanes that follow each other. */
struct store {
	uint64_t address, cycle;
	size_t at; /* the bytes are in the log's data, from here on */
	unsigned n;
};

/* A 4-byte word as an SM's own loads see it: what the stores of the window have made of it. */
struct store_word {
	uint64_t address, cycle; /* cycle of the last store */
	uint32_t value;
	uint32_t slot;
	uint8_t bytes; /* which of them have been stored */
};

/* Stores of one window, in order; and, for the SM's own loads, by address. Or marks: stores without data. */
struct store_log {
	struct store *store;
	size_t n, cap;
	uint8_t *data; /* NULL: these are marks */
	size_t ndata, data_cap;
	uint64_t low, high; /* all lie in low .. high - 1 */
	size_t indexed;     /* the words of so many of them are known */
	struct store_word *word;
	size_t nwords, words_cap;
	uint32_t *slot; /* hash by address: index of the word + 1 */
	size_t nslots;  /* a power of two */
};

bool stores_init(struct store_log *s);
void stores_free(struct store_log *s);
/* A store of n bytes; returns where to put them, before anything else is stored. */
uint8_t *stores_add(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n);
/* False: no store, or mark, is on any of these bytes. */
static inline bool
stores_near(const struct store_log *s, uint64_t address, unsigned n)
{
	return address < s->high && address + n > s->low;
}
/* Overwrites those of the n bytes read at `address` that a store of this window has written. */
void stores_overlay(struct store_log *s, uint64_t address, uint8_t *bytes, unsigned n);
/* Marks the words of n bytes at `address`, in a log of marks alone: an access of this cycle takes effect on them at L2. */
void stores_mark(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n);
/* The same for all lanes of the request. */
void stores_mark_lanes(struct store_log *s, uint64_t cycle, const struct mem_request *r);
/* Whether any word of these bytes has been marked since that cycle. */
bool stores_marked(struct store_log *s, uint64_t since, uint64_t address, unsigned n);
/* What is older may be forgotten. */
void stores_forget(struct store_log *s, uint64_t before);
void stores_clear(struct store_log *s);
/* The lanes of a store that write, in order: of those that store to one place the lowest; but of 8 bytes each half of the warp, and of 16
 * each quarter, is written after the one before. Places are multiples of their size, so two are the same or apart. */
uint32_t stores_staying(const struct mem_request *r);

#endif
