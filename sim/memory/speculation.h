/* speculation.h: device memory for SMs of functional mode that run at the same time on several threads of the host, each as if those before it
 * had ended; private to sim/.
 *
 * Each thread has a set. While a round runs nobody writes device memory: the set keeps what its SMs store, in copies of small pieces of memory,
 * and notes byte by byte what they have stored and loaded. At the end of a round it holds if no set has touched a byte that another one has
 * stored. Then what the sets keep goes to memory, and memory is what it would be had the SMs run one after the other. Else it is dropped.
 *
 * Of an allocation to which nothing has been stored so far it is noted only that it was loaded from. Where another set stores to such a one in
 * the same round, the round does not hold, though it may do so when it is repeated: the allocation is known then.
 *
 * What this module cannot do: atomics, and loads that are to see what other SMs store at the same time: these are refused. */
#ifndef SIMT_SPECULATION_H
#define SIMT_SPECULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/span.h"

struct backing_store;
struct speculation;
struct speculative_set;

/* What has come of a round. */
enum speculation_outcome {
	SPECULATION_HOLDS,
	SPECULATION_LEARNS,   /* it may hold when it is repeated */
	SPECULATION_CONFLICT, /* bytes have been touched by one set and stored by another */
	SPECULATION_REFUSED,  /* there was an access that sets do not carry out */
	SPECULATION_FULL      /* the sets had no room for all that was stored */
};

/* So many sets for that store, which must outlive them. Never NULL. */
struct speculation *speculation_new(struct backing_store *m, unsigned sets);
/* NULL is allowed. */
void speculation_free(struct speculation *s);
unsigned speculation_sets(const struct speculation *s);
struct speculative_set *speculation_set(struct speculation *s, unsigned i);

/* ---- in a round: for the thread of the set alone ---- */

/* Host place of the lowest byte of a load or store of a request, whose span is s and aligned, noted as loaded or stored. NULL: go lane by lane. */
uint8_t *speculation_span(struct speculative_set *set, const struct mem_request *r, const struct isa_span *s);
/* The same of one lane's aligned bytes, at most 16. NULL: they are in no allocation, or there is no room. */
uint8_t *speculation_lane(struct speculative_set *set, uint64_t address, uint32_t bytes, bool store);
/* The same of up to 512 bytes that follow each other. NULL: go lane by lane. */
uint8_t *speculation_row(struct speculative_set *set, uint64_t address, uint32_t bytes, bool store);
/* The SM has to do what sets do not carry out. */
void speculation_refuse(struct speculative_set *set);

/* ---- before it and after it: first speculation_begin(), after the round speculation_check() for each set, then speculation_outcome(), last
 * speculation_end() for each set. Several threads may do what is to be done for each set. ---- */

/* Nothing is known any more of which allocations are stored to, as for another kernel. */
void speculation_forget(struct speculation *s);
void speculation_begin(struct speculation *s);
void speculation_check(struct speculation *s, unsigned i);
enum speculation_outcome speculation_outcome(struct speculation *s);
/* How many pieces of memory the sets keep. */
uint64_t speculation_pieces(const struct speculation *s);
/* The set is empty again; what it keeps goes to memory if `holds`. */
void speculation_end(struct speculation *s, unsigned i, bool holds);

#endif
