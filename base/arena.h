/* arena.h: memory that is freed all at once, and a table from names to numbers.
 * What this module cannot do: continue without memory (see alloc.h), remove names. */
#ifndef SIMT_ARENA_H
#define SIMT_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"

struct arena_chunk;
struct arena {
	struct arena_chunk *last;
};

/* Zeroed, aligned for any type. */
void *arena_alloc(struct arena *a, size_t bytes);
/* The n bytes at s and a NUL. */
char *arena_copy(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3), nonnull));
void arena_free(struct arena *a);

/* All zero: empty. Keys are not copied. */
struct names {
	const char **key;
	size_t *value;
	size_t n, room;
};
/* Where `name` is in the table its value is put into *value. */
bool names_find(const struct names *t, const char *name, size_t *value);
/* Finds the name that is the n bytes at s. */
bool names_find_n(const struct names *t, const char *s, size_t n, size_t *value);
/* Adds a name, or gives it another value. */
void names_set(struct names *t, const char *name, size_t value);
void names_free(struct names *t);

#endif
