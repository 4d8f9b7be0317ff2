/* recorder-warps.h: the spans of the warps of one SM, as bytes of a recording; private to workloads/record/.
 * What this module cannot do: ask for events; recorder.c does. */
#ifndef WORKLOADS_RECORDER_WARPS_H
#define WORKLOADS_RECORDER_WARPS_H

#include "base/text.h"
#include "sim/runtime/tap.h"
#include "workloads/record/recorder.h"

/* A launch as events know it. */
struct recorder_launch {
	const struct simt_launch *launch;
	uint32_t index;       /* in the case; RECORD_NONE: there is no room for it */
	const uint32_t *part; /* of each instruction of its function */
};

struct recorder_sm;

/* So many splits of a warp can issue in a cycle: each lane alone. */
enum { RECORDER_WAYS_MOST = 2 * 64 };

/* slots: of all sub-cores together; per_subcore: of one. ways: banks of a warp on which splits run at the same time, of bank_lanes
 * neighbouring lanes, up to RECORDER_WAYS_MOST; else 1. Then each span is on one of so many ways, which are recorded as if each were a warp. */
struct recorder_sm *recorder_sm_new(const struct recorder_wish *wish, uint32_t slots, uint32_t per_subcore, uint32_t ways,
				    uint32_t bank_lanes);
void recorder_sm_free(struct recorder_sm *s); /* NULL is allowed */

/* Events of the SM. launch: that of at->launch. */
void recorder_sm_state(struct recorder_sm *s, const struct recorder_launch *launch, const struct simt_tap_warp *at,
		       const struct simt_tap_state *x);
void recorder_sm_issue(struct recorder_sm *s, const struct recorder_launch *launch, const struct simt_tap_warp *at,
		       const struct simt_tap_issue *x);
void recorder_sm_reissue(struct recorder_sm *s, const struct simt_tap_warp *at, const struct simt_tap_reissue *x);
/* A block has ended, with its warps. */
void recorder_sm_block_end(struct recorder_sm *s, const struct simt_tap_block *x);
/* Whether nothing more is recorded of the SM in this case. If so, the recording of warps that are there ends here. */
bool recorder_sm_is_full(struct recorder_sm *s);
/* Whether there is something to take. */
bool recorder_sm_has(const struct recorder_sm *s);
/* Appends what was recorded to t, as a case has it, and begins anew. Warps that are still there end here. */
void recorder_sm_take(struct recorder_sm *s, uint32_t sm, struct text *t);

#endif
