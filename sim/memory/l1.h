/* l1.h: the L1 data cache of an SM as its load and store unit sees it: a queue of accesses, tags, misses under way, the path for what
 * goes on to L2.
 *
 * - An access is a list of lines. L1 looks up l1_tags of them a cycle, in the order of issue. A line with missing sectors, or of an
 *   atomic, takes a cycle for itself. Wavefronts go over the data path, as those of shared memory do.
 * - A load of sectors that are there is answered l1_latency later, one of sectors under way when they come. Else it takes an MSHR
 *   (mshr.h), which sends a request to L2 and is free again when the answer has come. Without a free one L1 stands still, the queue
 *   fills, and no more accesses are issued (lg_throttle).
 * - Stores and atomics go on to L2 at store_rate bytes a cycle. No more than store_window of them are unacknowledged at a time. Stores
 *   of parts of one line are combined (write-combining.h).
 * - Strong loads always go to L2, and leave nothing in L1.
 * - A store leaves what it writes in L1: sectors that are there stay, those that it writes entirely are there from then on, as measured
 *   on an H200.
 *
 * Answers come at the end of a window, so that within one it may not be known when L1 goes on: such times are NEVER.
 *
 * What this module cannot do: hold data; replace by anything but least recent use; keep tags in banks. */
#ifndef SIMT_L1_H
#define SIMT_L1_H

#include <stdbool.h>
#include <stdint.h>

struct access;
struct l1;
struct l2_request;
struct launch_state;
struct simt_machine;
struct sm;
struct subcore;

/* NULL when there is no memory. */
struct l1 *l1_new(const struct simt_machine *m);
void l1_free(struct l1 *l);
/* Forgets everything; the clock starts anew. */
void l1_reset(struct l1 *l);
/* Empties the cache, not what is under way. */
void l1_invalidate(struct l1 *l);
/* Forgets what is under way, as loads and requests are forgotten with their launch. */
void l1_abandon(struct l1 *l);
/* Sets the size; a change empties the cache. No block is resident. */
void l1_resize(struct l1 *l, uint64_t bytes);

/* The access, of a warp of that launch, issues at sm->now. `load` (0: none) waits for it; where it is known when its data is there, that
 * is in load->until. Returns the cycle from which what it stores has reached L2, as far as that is known now; 0 for loads. */
uint64_t l1_access(struct sm *sm, struct subcore *c, struct launch_state *launch, const struct access *a, uint32_t load);
/* The answer for an MSHR comes at `cycle`. */
void l1_answer(struct sm *sm, uint32_t mshr, uint64_t cycle);
/* L2 has served that store or atomic; its acknowledgement comes at `cycle`. */
void l1_stored(struct sm *sm, const struct l2_request *r, uint64_t cycle);
/* Lines go in order, but one that waits for wavefronts, or comes late out of its sub-core's queue, lets those after it go before it: by
 * no more than so many cycles. Windows are shorter than the way to L2 by as much. Else a line behind one for which L1 stands still could
 * be due within the window that has ended, and its request would come to L2 after others that left later. */
uint32_t l1_lead(const struct simt_machine *m);
/* Whether it holds no access that it has not taken. */
bool l1_is_idle(const struct l1 *l);
/* Goes on with what stood still, after a window's answers. */
void l1_resume(struct sm *sm);

#endif
