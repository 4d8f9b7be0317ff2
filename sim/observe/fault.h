/* fault.h: what a simulated program did wrong, and where: of each SM the first fault; private to sim/.
 * What this module cannot do: go on after a fault. */
#ifndef SIMT_FAULT_H
#define SIMT_FAULT_H

#include "isa/isa.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"

/* Where in the simulated program something goes wrong. */
struct fault_place {
	struct launch_state *launch;
	uint32_t pc, block[3], thread[3];
};

/* That of a lane of the running path of w, in the home row that executes (sm->row). */
struct fault_place fault_place(const struct sm *sm, const struct warp *w, unsigned lane);
/* A fault of the SM's at a cycle, of which it may have been told later: the earliest is kept, of these the first. Sets sm->error with kernel, PC,
 * source line, block and thread in front. */
void fault_of(struct sm *sm, uint64_t cycle, const struct fault_place *p, const char *what) __attribute__((cold));
/* A fault of the simulated program at the running path of w. `lane` is of the home row that executes (sm->row). Sets sm->error with
 * kernel, PC, source line, block and thread in front; returns false. */
bool fault_at(struct sm *sm, struct warp *w, unsigned lane, const char *format, ...) __attribute__((cold, format(printf, 4, 5)));
/* A lane of the warp as these take it. Control flow executes in no home row. */
static inline unsigned
fault_lane(struct sm *sm, const struct warp *w, unsigned lane)
{
	const unsigned l = lane + w->first_thread % ISA_LANES;

	sm->row = l / ISA_LANES;
	return l % ISA_LANES;
}

#endif
