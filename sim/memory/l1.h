/* l1.h: the L1 data cache of an SM as its load and store unit sees it: a queue of accesses, tags, misses under way, and the link for
 * what leaves to L2.
 *
 * - An access is a list of lines. L1 looks up l1_tags of them a cycle, in the order of issue. A line with missing sectors, or of an
 *   atomic, takes a cycle of its own. Wavefronts use the data path, as those of shared memory do.
 * - A load of sectors that are present is answered after l1_latency, one of sectors under way when they arrive. Otherwise it takes an
 *   MSHR (mshr.h), which sends a request to L2 and is free again when the answer has come. If none is free, L1 stops, the queue fills,
 *   and no more accesses issue (lg_throttle).
 * - Stores and atomics leave to L2 at store_rate bytes a cycle. At most store_window of them are unacknowledged. Stores to parts of one
 *   line are combined (write-combining.h).
 * - Strong loads always go to L2, and leave nothing in L1.
 * - A store leaves what it writes in L1, as measured on an H200: sectors that are present stay, and sectors that it writes entirely
 *   become present.
 *
 * Answers come at the end of a window, so within a window it may not be known when L1 continues: such times are NEVER.
 *
 * What this module cannot do: hold data; replace by anything but least recent use; keep tags in banks. */
#ifndef SIMT_L1_H
#define SIMT_L1_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct access;
struct l1;
struct launch_state;
struct memory_answer;
struct simt_machine;
struct sm;
struct subcore;

/* NULL when there is no memory. */
struct l1 *l1_new(const struct simt_machine *m);
void l1_free(struct l1 *l);
/* Memory behind L1 is faster by `percent` %, so that its answers may come sooner. */
void l1_faster(struct l1 *l, uint32_t percent);
/* The longest window that this allows, in cycles. */
uint32_t l1_window(const struct simt_machine *m, uint32_t percent);
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
/* Where time stands still: these sectors of a line are there now, and with those that were not their neighbours, by groups of `each`. Returns all
 * that were not there, nor under way. */
uint8_t l1_touch(struct l1 *l, uint64_t line, uint8_t sectors, uint32_t each);
/* n requests have been served: answers for MSHRs and loads, and acknowledgements of stores and atomics. */
void l1_served(struct sm *sm, const struct memory_answer *a, size_t n);
/* Lines go in order, but one that waits for wavefronts, or comes late out of its sub-core's queue, lets those after it go before it: by
 * no more than so many cycles. Windows are shorter than the way to L2 by as much. Else a line behind one for which L1 stands still could
 * be due within the window that has ended, and its request would come to L2 after others that left later. */
uint32_t l1_lead(const struct simt_machine *m);
/* Whether it holds no access that it has not taken. */
bool l1_is_idle(const struct l1 *l);
/* Goes on with what stood still, after a window's answers. */
void l1_resume(struct sm *sm);

#endif
