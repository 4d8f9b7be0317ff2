/* text.h: text that is put together in memory, for results of many rows: some tens of instructions of the host for each piece, where
 * fprintf() takes a thousand.
 *
 * What this module cannot do: fail; where there is no memory the program ends (alloc.h). */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

/* All 0: empty. The characters need not end in a NUL. */
struct text {
	char *s;
	size_t n, room;
};

static inline void
text_bytes(struct text *t, const char *s, size_t n)
{
	if (!n)
		return;
	t->s = grow(t->s, &t->room, t->n + n, 1);
	memcpy(t->s + t->n, s, n);
	t->n += n;
}

static inline void
text_put(struct text *t, const char *s)
{
	text_bytes(t, s, strlen(s));
}

/* As "%" PRIu64. */
void text_count(struct text *t, uint64_t n);
/* As "%.*f", so many decimals of x. */
void text_decimals(struct text *t, double x, int decimals);
void text_free(struct text *t);

#endif
