/* interconnect.h: what goes into L2 and out of it, in bytes a cycle: what stores and DRAM bring, what slices and L2 as a whole give, the ways to
 * GPCs; private to sim/. Times are in parts of a cycle (server.h). */
#ifndef SIMT_INTERCONNECT_H
#define SIMT_INTERCONNECT_H

#include "sim/memory/l2-tags.h"

struct ways;

/* NULL: no memory. */
struct ways *ways_new(const struct simt_machine *m);
void ways_free(struct ways *w);
void ways_reset(struct ways *w);

/* Each returns when what comes at `start` goes through. */
/* Sectors from DRAM into L2. */
uint64_t ways_in(struct ways *w, uint64_t start, unsigned sectors);
/* What a store brings. */
uint64_t ways_store(struct ways *w, uint64_t start, const struct l2_request *r);
/* The answer to a load by that slice, on its way to the SM's GPC. */
uint64_t ways_answer(struct ways *w, uint64_t start, const struct l2_request *r, const struct place *at, unsigned slice);
/* Brings what that will look at into the host's caches. */
void ways_expect(const struct ways *w, const struct l2_request *r, const struct place *at);
/* Results of atomics. */
uint64_t ways_results(struct ways *w, uint64_t start, unsigned packets);

#endif
