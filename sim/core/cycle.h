/* cycle.h: times are cycles of the SMs' clock, since the machine was made or reset.
 * What this module cannot do: fractions of a cycle. Who needs them counts in a unit of its own, and says so. */
#ifndef SIMT_CYCLE_H
#define SIMT_CYCLE_H

#include <stdint.h>

/* A cycle that does not come, or is not known yet. */
#define NEVER UINT64_MAX

#endif
