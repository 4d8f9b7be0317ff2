/* interconnect.h: what goes into L2 and out of it, in bytes a cycle: what stores and DRAM bring, what slices and L2 as a whole give, the ways to
 * GPCs; private to sim/. Times are in parts of a cycle (server.h). */
#ifndef SIMT_INTERCONNECT_H
#define SIMT_INTERCONNECT_H

#include "sim/memory/l2-tags.h"

struct interconnect;

/* NULL: no memory. */
struct interconnect *interconnect_new(const struct simt_machine *m);
void interconnect_free(struct interconnect *w);
void interconnect_reset(struct interconnect *w);

/* Each returns when what comes at `start` goes through. */
/* Sectors from DRAM into L2. */
uint64_t interconnect_fill(struct interconnect *w, uint64_t start, unsigned sectors);
/* What a store brings. */
uint64_t interconnect_store(struct interconnect *w, uint64_t start, const struct l2_request *r);
/* The answer to a load by that slice, on its way to the SM's GPC. */
uint64_t interconnect_answer(struct interconnect *w, uint64_t start, const struct l2_request *r, const struct port_place *at,
			     unsigned slice);
/* Brings what that will look at into the host's caches. */
void interconnect_prefetch(const struct interconnect *w, const struct l2_request *r, const struct port_place *at);
/* Results of atomics. */
uint64_t interconnect_results(struct interconnect *w, uint64_t start, unsigned packets);

#endif
