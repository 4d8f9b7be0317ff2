/* cycle.h: times are cycles of the SMs' clock, since the machine was made or reset. */
#ifndef SIMT_CYCLE_H
#define SIMT_CYCLE_H

#include <stdint.h>

/* A cycle that does not come, or is not known yet. */
#define NEVER UINT64_MAX

#endif
