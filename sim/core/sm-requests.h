/* sm-requests.h: requests that SMs send to the memory system; private to sim/.
 * What this module cannot do: take the answers, see sm-memory.h. */
#ifndef SIMT_SM_REQUESTS_H
#define SIMT_SM_REQUESTS_H

#include "sim/memory/memory-port.h"
#include "sim/runtime/simt.h"

struct gpu;
struct launch_state;
struct sm;

/* Counts n of something that requests of a launch have come to, for it and for the machine. SMs may do so at the same time. */
void sm_requests_count(struct gpu *gpu, const struct launch_state *l, enum simt_stat which, uint64_t n);
/* Sends a request to the memory system, and counts it for its launch. */
void sm_requests_send(struct sm *sm, const struct l2_request *r);

#endif
