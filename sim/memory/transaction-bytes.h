/* transaction-bytes.h: bytes that barriers in shared memory count (transactions); private to sim/.
 * What this module cannot do: the copies themselves. */
#ifndef SIMT_TRANSACTION_BYTES_H
#define SIMT_TRANSACTION_BYTES_H

#include <stdint.h>

struct block;
struct sm;

/* n bytes come at cycle `until` to the barrier at that address of the block's shared memory. */
void transaction_bytes_expect(struct block *b, uint64_t until, uint32_t barrier, uint32_t n);
/* What has come of the block's bulk copies by now arrives at their barriers. */
void transaction_bytes_arrive(struct sm *sm, struct block *b);
/* The barrier at an address of the cluster counts n bytes. */
void transaction_bytes_count(struct block *b, uint32_t barrier, uint32_t n);

#endif
