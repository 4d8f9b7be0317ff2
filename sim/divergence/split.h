/* split.h: makes, merges and frees the splits of a warp; private to sim/.
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

/* The split that a warp of `rows` home rows starts with, at pc 0. Freed with free(), as all splits. spare: one that has ended, which is used or
 * freed; or NULL. */
struct split *split_first(struct split *spare, unsigned rows, lanes_t mask);
/* s, which is in no list, has ended: its slot keeps it for its next warp, or it is freed. */
void split_end(struct warp *w, struct split *s);
/* A running split at pc with these lanes; registers and the rest as in `from`. */
struct split *split_new(const struct split *from, uint32_t pc, lanes_t mask);
/* The lanes of o, which is in no list and ends, become part of s, and with them the uniform registers of home rows in which s has none. */
void split_absorb(struct split *s, struct split *o);
/* s has these uniform registers where any of the lanes do. */
void split_take_uniform(struct split *s, const struct uniform *u, lanes_t lanes);
void split_push(struct split **head, struct split *s);
/* Takes s out of the list *head, where it must be. */
void split_unlink(struct split **head, struct split *s);
/* Frees all splits of a list and empties it. */
void split_free_all(struct split **head);

#endif
