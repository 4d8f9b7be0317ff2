/* split.h: makes, merges and ends the splits of a warp; private to sim/.
 * What this module cannot do: choose which of them runs (policy.h). */
#ifndef SIMT_SPLIT_H
#define SIMT_SPLIT_H

#include "sim/core/warp.h"

/* Lanes of the warp that have the i-th set of uniform registers of its splits. */
static inline lanes_t
split_set(const struct split *s, unsigned i)
{
	return s->sets ? s->sets[i] : (lanes_t)UINT32_MAX << (ISA_LANES * i);
}

/* The home row of the warp in which they all are; it is no lower than that of the set before. */
static inline unsigned
split_set_row(const struct split *s, unsigned i)
{
	return s->sets ? lanes_first(s->sets[i]) / ISA_LANES : i;
}

/* Splits with fewer sets of uniform registers than that are made of memory that others have had. */
enum { SPLIT_POOLED = 5 };

/* Memory for the splits of the warps of an SM. All 0: none yet. The fields are the module's own. */
struct split_pool {
	struct split *free[SPLIT_POOLED]; /* by the number of sets of uniform registers */
	void **memory;                    /* n pieces, in which they lie */
	size_t n, room;
};

/* No split is left. */
void split_pool_free(struct split_pool *p);
/* The split that w starts with, which has so many sets of uniform registers: at pc 0, with all lanes that are alive. It is of the SM's pool,
 * as all splits; without memory the program ends (alloc.h). */
struct split *split_first(struct warp *w, unsigned rows);
/* A running split of w at pc with these lanes; registers and the rest as in `from`. */
struct split *split_new(struct warp *w, const struct split *from, uint32_t pc, lanes_t mask);
/* s, a split of w that is in no list, ends. */
void split_end(struct warp *w, struct split *s);
/* The lanes of o, which is in no list and ends, become part of s, and with them the uniform registers of home rows in which s has none. */
void split_absorb(struct warp *w, struct split *s, struct split *o);
/* s has these uniform registers where any of the lanes do. */
void split_take_uniform(struct split *s, const struct uniform *u, lanes_t lanes);
void split_push(struct split **head, struct split *s);
/* Takes s out of the list *head, where it must be. */
void split_unlink(struct split **head, struct split *s);
/* All splits of a list end; it is empty then. */
void split_end_all(struct warp *w, struct split **head);

#endif
