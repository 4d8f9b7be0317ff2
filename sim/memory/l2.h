/* l2.h: L2 and what is behind it, as SMs see it; private to sim/.
 * What this module cannot do: answer within the window in which it was asked. */
#ifndef SIMT_L2_H
#define SIMT_L2_H

#include "sim/memory/port.h"

struct gpu;
struct sm;

bool l2_init(struct gpu *gpu);
void l2_free(struct gpu *gpu);
/* Empties L2; no request is under way. */
void l2_reset(struct gpu *gpu);
/* Puts a message on its way; sm is filled in. */
void sm_request(struct sm *sm, const struct l2_request *r);
/* When the first message leaves that has not been served; NEVER: there is none. */
uint64_t l2_next(const struct sm *sm);
/* All that the SMs have sent before gpu->now: stores and atomics take effect, loads are answered. */
void l2_window_end(struct gpu *gpu);

#endif
