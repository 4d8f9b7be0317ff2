/* shadow.h: who accessed each place of a memory last, for --check-races; private to sim/.
 *
 * A cell stands for a word of 4 bytes or, once the word has been accessed in part, for one of its bytes.
 *
 * What this module cannot do: more than two readers of a place. Its pages are 14 times as large as what they describe, and are freed all
 * at once. */
#ifndef SIMT_SHADOW_H
#define SIMT_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash-map.h"

/* An access. What `who` and `epoch` count is the client's business. */
struct stamp {
	uint32_t who, epoch, pc;
	uint32_t by; /* number of the thread in the block, and STAMP_*; 0: no access */
};
enum { STAMP_SET = 1 << 16, STAMP_ATOMIC = 2 << 16, STAMP_STRONG = 4 << 16, STAMP_THREAD = 0xffff };

/* What is kept of a cell. Accesses: the last write, and two reads. */
enum { SHADOW_WRITE, SHADOW_READ, SHADOW_ACCESSES = 3, SHADOW_WORDS = 256, SHADOW_BYTES = 4 };

/* The words of so many bytes of memory, each part of all cells together: rows of words are looked at as such (shadow-rows.h). */
struct shadow_page {
	struct {
		uint32_t who[SHADOW_WORDS], epoch[SHADOW_WORDS], pc[SHADOW_WORDS], by[SHADOW_WORDS];
	} access[SHADOW_ACCESSES];
	uint32_t value[SHADOW_WORDS]; /* that the last write left; of a byte the lowest 8 bits */
	uint32_t split[SHADOW_WORDS]; /* 0, or the number of the cells of its bytes */
	bool any_split;
};

/* The cells of a word's bytes. */
struct shadow_bytes {
	struct stamp access[SHADOW_BYTES][SHADOW_ACCESSES];
	uint32_t value[SHADOW_BYTES];
};

struct shadow {
	struct map pages;
	struct shadow_page *last;
	uint64_t last_page;
	struct shadow_bytes *bytes; /* [0] is not used */
	uint32_t nbytes;
	size_t bytes_cap;
};

/* A cell: of word i of a page; or, that being NULL, of byte i of `bytes`. */
struct cell {
	struct shadow_page *page;
	struct shadow_bytes *bytes;
	unsigned i;
};

/* The page of an address, whose word is address / 4 % SHADOW_WORDS there. */
struct shadow_page *shadow_page(struct shadow *s, uint64_t address);
/* The first of the cells of the bytes address .. address + bytes - 1, which are in one word and follow each other; returns their number,
 * 1 or up to 4. Valid until the next call. */
unsigned shadow_cells(struct shadow *s, uint64_t address, unsigned bytes, struct cell *first);
void shadow_clear(struct shadow *s);

static inline uint32_t
cell_by(const struct cell *c, unsigned access)
{
	return c->page ? c->page->access[access].by[c->i] : c->bytes->access[c->i][access].by;
}

static inline struct stamp
cell_stamp(const struct cell *c, unsigned access)
{
	const struct shadow_page *p = c->page;
	const unsigned i = c->i;

	return !p ? c->bytes->access[i][access]
		  : (struct stamp){p->access[access].who[i], p->access[access].epoch[i], p->access[access].pc[i],
				   p->access[access].by[i]};
}

static inline void
cell_set(const struct cell *c, unsigned access, const struct stamp *s)
{
	struct shadow_page *p = c->page;

	if (p) {
		p->access[access].who[c->i] = s->who;
		p->access[access].epoch[c->i] = s->epoch;
		p->access[access].pc[c->i] = s->pc;
		p->access[access].by[c->i] = s->by;
	} else {
		c->bytes->access[c->i][access] = *s;
	}
}

/* As if nobody had accessed it so. */
static inline void
cell_forget(const struct cell *c, unsigned access)
{
	*(c->page ? &c->page->access[access].by[c->i] : &c->bytes->access[c->i][access].by) = 0;
}

static inline uint32_t *
cell_value(const struct cell *c)
{
	return c->page ? c->page->value + c->i : c->bytes->value + c->i;
}

#endif
