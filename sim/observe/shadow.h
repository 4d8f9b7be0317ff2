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
	uint16_t thread; /* number in the block */
	uint8_t is;      /* STAMP_*; 0: no access */
};
enum { STAMP_SET = 1, STAMP_ATOMIC = 2, STAMP_STRONG = 4 };

struct cell {
	struct stamp write, read[2];
	uint32_t value; /* that `write` left; of a byte the lowest 8 bits */
	uint32_t split; /* 0, or the number of the cells of its bytes */
};

enum { SHADOW_WORDS = 256 };

/* The words of so many bytes of memory. */
struct shadow_page {
	struct cell cell[SHADOW_WORDS];
};

struct shadow {
	struct map pages;
	struct shadow_page *last;
	uint64_t last_page;
	struct cell (*split)[4]; /* [0] is not used */
	uint32_t nsplit;
	size_t split_cap;
};

/* Cells of the bytes address .. address + bytes - 1, which are in one word; returns their number, 1 or up to 4. Valid until the next
 * call. */
unsigned shadow_find(struct shadow *s, uint64_t address, unsigned bytes, struct cell **cell);
static inline unsigned
shadow_cells(struct shadow *s, uint64_t address, unsigned bytes, struct cell **cell)
{
	/* mostly a whole word in the page that was looked at before */
	if (bytes == 4 && s->last && s->last_page == address / 4 / SHADOW_WORDS) {
		*cell = s->last->cell + address / 4 % SHADOW_WORDS;
		if (!(*cell)->split)
			return 1;
	}
	return shadow_find(s, address, bytes, cell);
}
void shadow_clear(struct shadow *s);

#endif
