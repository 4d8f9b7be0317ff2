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

#include <stdbool.h>
#include <stdint.h>

struct l2_request;
struct open_store;
struct simt_machine;

struct write_combining {
	const int32_t *v;
	struct open_store *line; /* a ring of store_join */
	unsigned next;
};

/* False: there is no memory. */
bool write_combining_init(struct write_combining *j, const struct simt_machine *m);
void write_combining_free(struct write_combining *j);
void write_combining_clear(struct write_combining *j);

/* What that store, which would leave at that cycle, joins; NULL: nothing. */
struct open_store *write_combining_find(const struct write_combining *j, const struct l2_request *r, uint64_t cycle);
/* Sectors that it adds to what it joins. */
unsigned write_combining_added(const struct open_store *l, const struct l2_request *r);
/* It leaves and joins that, which is put in it. */
void write_combining_join(struct open_store *l, struct l2_request *r);
/* It leaves and joins nothing: others may join it. */
void write_combining_open(struct write_combining *j, const struct l2_request *r);

#endif
