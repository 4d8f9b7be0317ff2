/* timeline-data.h: a recording as the JSON that report-timeline.js draws.
 *
 * An object: what the machine has, `states` (names), `kernels` ([name, files...]), and `cases`. Lists of many numbers are flat. A case has
 *  - launches: [name, kernel, blocks, threads of a block, start, end, cycles of a block on average], those that something is shown of
 *  - code: [kernel, instruction, file (-1: none), line, text], the instructions that something begins or ends with
 *  - masks: lanes in hex, lane 0 as the lowest bit
 *  - parts: [name, colour], of which colours go from dark to light
 *  - kinds: code, last code, mask of active lanes, of lanes that are alive, of those switched off, state of the wait (-1: none), flags
 *           + 16 x number of the part (0: another one)
 *  - warps: SM, sub-core, slot, launch, block, number in it, first thread, 1 where it is whole, lane-slots that wait, lane-slots of lanes that are
 *           alive, first cycle, number of spans
 *  - spans: cycles since the one before it in its warp, of the wait, of the rest, kind, instructions
 *  - stays: SM, 2 x launch + 1 where it stands for others, too, and differences to the one before: block and start; cycles
 *
 * What this module cannot do: say how many bytes it will need; whoever has a limit tries again with less room. */
#ifndef WORKLOADS_PLOT_TIMELINE_DATA_H
#define WORKLOADS_PLOT_TIMELINE_DATA_H

#include "base/text.h"
#include "workloads/plot/thin.h"

/* Flags of a kind. */
enum {
	TIMELINE_PARTED = 1,  /* lanes wait for others of their warp */
	TIMELINE_SEVERAL = 2, /* of several parts of the code */
	TIMELINE_JOINED = 4,  /* of several spans of the recording */
	TIMELINE_GUARDED = 8, /* lanes that a guard switched off were so more often than not */
	TIMELINE_PART = 16    /* times number of the part + 1 */
};

/* How much is shown of all cases together. */
struct timeline_room {
	size_t spans, stays, cases;
};

/* As much as `most` bytes may have room for. */
struct timeline_room timeline_room_for(const struct recording *r, size_t most);
/* Appends the JSON. */
void timeline_data(const struct recording *r, const struct timeline_room *room, struct text *t);

#endif
