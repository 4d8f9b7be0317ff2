/* write-combining.h: stores of parts of lines that go to L2 together; private to sim/.
 *
 * Of the last store_join lines to parts of which an SM has stored each is open to others until its first store has come to L2. One that
 * joins it adds to that store: what it adds leaves for L2 as a message without a header, which takes no place among those under way. What is
 * joined depends on what the SM itself has sent alone, not on what L2 has served.
 *
 * What this module cannot do: say what makes room on an H200, where fewer stores join the longer it is till the next one to their line, and
 * hardly any from one round of a warp to its next. */
#ifndef SIMT_WRITE_COMBINING_H
#define SIMT_WRITE_COMBINING_H

#include "sim/core/core.h"

struct joins {
	const int32_t *v;
	struct joinable *line; /* a ring of store_join */
	unsigned next;
};

/* False: there is no memory. */
bool joins_init(struct joins *j, const struct simt_machine *m);
void joins_free(struct joins *j);
void joins_forget(struct joins *j);

/* What that store, which would leave at that cycle, joins; NULL: nothing. */
struct joinable *joins_find(const struct joins *j, const struct l2_request *r, uint64_t cycle);
/* Sectors that it adds to what it joins. */
unsigned joins_more(const struct joinable *l, const struct l2_request *r);
/* It leaves and joins that, which is put in it. */
void joins_add(struct joinable *l, struct l2_request *r);
/* It leaves and joins nothing: others may join it. */
void joins_open(struct joins *j, const struct l2_request *r);

#endif
