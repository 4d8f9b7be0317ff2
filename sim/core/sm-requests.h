/* sm-requests.h: requests that SMs send to the memory system; private to sim/.
 * What this module cannot do: take the answers, see sm-memory.h. */
#ifndef SIMT_SM_REQUESTS_H
#define SIMT_SM_REQUESTS_H

#include "sim/memory/memory-port.h"
#include "sim/runtime/simt.h"

struct gpu;
struct sm;

/* Counts n of something that a request has come to, for its launch and for the machine. */
void sm_requests_count(struct gpu *gpu, const struct l2_request *r, enum simt_stat which, unsigned n);
/* Sends a request to the memory system, and counts it for its launch. */
void sm_requests_send(struct sm *sm, const struct l2_request *r);

#endif
