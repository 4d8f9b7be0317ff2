/* flow-unit.h: what an SM has to look at the paths of warps: a struct alone, which control-flow.c alone reads and writes; private to sim/.
 * Times are cycles.
 * What this module cannot do: anything with it (control-flow.h). */
#ifndef SIMT_FLOW_UNIT_H
#define SIMT_FLOW_UNIT_H

#include <stdint.h>

struct flow_unit {
	uint64_t parting_free; /* from when on it takes the next instruction that parts or joins the paths of a warp */
	uint64_t choices_free; /* ... and the next choice among them */
};

#endif
