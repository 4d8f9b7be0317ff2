/* write-combining.h: stores to parts of one line that an SM sends to L2 together; private to sim/.
 *
 * The last store_join lines that an SM has stored to in part are open. A further store to one of them is combined with the first, for
 * store_join_cycles after that was sent, if it is of the same launch. It is sent all the same, as a request without a header, and does
 * not count among the stores under way; it adds only sectors that are not there yet. What is combined depends on what the SM itself has
 * sent, not on what L2 has served. A whole line is never combined.
 *
 * What this module cannot do: model what closes a line on an H200. There fewer stores are combined the longer it takes until the next
 * one to their line, and hardly any from one round of a warp to its next. */
#ifndef SIMT_WRITE_COMBINING_H
#define SIMT_WRITE_COMBINING_H

#include <stdbool.h>
#include <stdint.h>

struct l2_request;
struct open_store;
struct simt_machine;

struct write_combining {
	const struct simt_machine *m;
	struct open_store *line; /* a ring of store_join */
	unsigned next;
};

/* False: there is no memory. */
bool write_combining_init(struct write_combining *j, const struct simt_machine *m);
void write_combining_free(struct write_combining *j);
void write_combining_clear(struct write_combining *j);

/* The open store with which that one is combined if it leaves at `cycle`; NULL: none. */
struct open_store *write_combining_find(const struct write_combining *j, const struct l2_request *r, uint64_t cycle);
/* How many sectors it adds to that. */
unsigned write_combining_added(const struct open_store *l, const struct l2_request *r);
/* It leaves and is combined with that: fills in r->combined, before, before_partial, with and with_partial. */
void write_combining_join(struct open_store *l, struct l2_request *r);
/* It leaves by itself, at r->cycle, and is open to others if it may be. */
void write_combining_open(struct write_combining *j, const struct l2_request *r);

#endif
