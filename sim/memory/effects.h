/* effects.h: what the accesses of an SM have yet to do to device memory; private to sim/. Times are cycles.
 *
 * An SM runs a window alone. It sees its own stores of the window at once; others see them from the end of the window on. Global atomics
 * take effect at the end, too, and so do loads of words that an atomic under way may have yet to change. effects_take() carries all of
 * this out, in the order of cycle and SM.
 *
 * What this module cannot do: time; say what L1 and L2 make of an access (l1.h, memory-system.h). Functional mode, in which accesses
 * take effect at once, does not use it. */
#ifndef SIMT_EFFECTS_H
#define SIMT_EFFECTS_H

#include "sim/memory/stores.h"

struct effect_order;
struct gpu;
struct home_row;
struct inst;
struct isa_span;
struct l2_access;
struct mem_request;
struct sm;
struct warp;

/* Of each SM; others use the functions below. */
struct effects {
	struct store_log stores; /* of this window */
	struct store_log recent; /* words that atomics have been sent for which cannot have come to L2 and back */
	struct l2_access *access;
	size_t naccess, room;
};

/* False: no memory. */
bool effects_init(struct effects *e);
void effects_free(struct effects *e);
/* Forgets all. */
void effects_forget(struct effects *e);

/* The SM stores n bytes now; returns where to put them, before anything else is stored. */
uint8_t *effects_store(struct sm *sm, uint64_t address, unsigned n);
/* False: the SM has stored to none of these bytes in this window. */
static inline bool
effects_near(const struct effects *e, uint64_t address, unsigned n)
{
	return stores_near(&e->stores, address, n);
}
/* False: no atomic under way may have yet to change any of these bytes at L2. */
static inline bool
effects_recent_near(const struct effects *e, uint64_t address, unsigned n)
{
	return e->recent.n && stores_near(&e->recent, address, n);
}
/* Overwrites those of the n bytes read at `address` that the SM has stored in this window. */
static inline void
effects_overlay(struct effects *e, uint64_t address, uint8_t *bytes, unsigned n)
{
	stores_overlay(&e->stores, address, bytes, n);
}
/* Whether a load reads a word that an atomic under way may have yet to change at L2. s: the span of its lanes, or NULL. */
bool effects_pending(struct sm *sm, const struct mem_request *r, const struct isa_span *s);
/* The access of a home row takes effect at L2: keeps it until the end of the window. */
void effects_keep(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, const struct mem_request *r);

/* The order of all SMs' effects, and room for it; NULL: no memory. */
struct effect_order *effects_order_new(void);
void effects_order_free(struct effect_order *o);
/* The end of a window, at gpu->now: all take effect. Warps that are still there have the results of their accesses. */
void effects_take(struct gpu *gpu);

/* The same by several threads: lists what there is, and returns how much, 0 where nothing is to be done; each of so many parts of the
 * memory, a power of 2, perhaps at a time; then the results. */
size_t effects_list(struct gpu *gpu);
void effects_take_part(struct gpu *gpu, unsigned part, unsigned parts);
void effects_end(struct gpu *gpu);

#endif
