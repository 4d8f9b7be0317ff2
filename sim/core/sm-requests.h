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
/* Requests have been sent to the memory system for a launch, of so many sectors, for which they count. */
void sm_requests_sent(struct sm *sm, const struct launch_state *l, uint64_t sectors);

#endif
