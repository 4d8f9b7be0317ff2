/* memory-system.h: all that is behind the SMs' L1: interconnect, L2 with its atomic units, DRAM. It serves what comes through ports
 * (memory-port.h) and knows no SM. Two things are kept apart: here is when an answer comes, not what the data is.
 *
 * A request finds out whether its sectors are in L2 (l2-tags.h), and goes through servers with a rate, first come first served: slices
 * of L2, the paths out of it and to each GPC (interconnect.h), the atomic unit of its slice (atomic-units.h), channels of DRAM (dram.h),
 * and the path to its SM (memory-port.h). Where its line belongs is in address-map.h. L2 keeps what stores bring and writes it to DRAM when the
 * line is replaced.
 *
 * What this module cannot do: limit how many requests wait in L2. */
#ifndef SIMT_MEMORY_SYSTEM_H
#define SIMT_MEMORY_SYSTEM_H

#include "sim/memory/memory-port.h"

struct memory_system;
struct simt_machine;

/* What serving a request came to, besides its answer, which goes through the port. */
struct memory_served {
	uint64_t stored;       /* a store, or an atomic: the cycle in which it came to L2 */
	uint64_t acknowledged; /* and that in which the SM hears of it */
	unsigned dram_sectors; /* read for it; 0 for atomics */
};

/* Told of each request when it has been served, in the order in which they are. */
typedef void memory_told(void *arg, const struct l2_request *r, const struct memory_served *s);

/* With n ports, which are at these places. NULL: no memory. */
struct memory_system *memory_system_new(const struct simt_machine *m, const struct port_place *place, unsigned n);
void memory_system_free(struct memory_system *s);
/* As new: caches are empty, nothing is under way. Ports are reset by those who use them (memory_port_reset). */
void memory_system_reset(struct memory_system *s);
/* Port i, 0 <= i < n; it lasts as long as the system. */
struct memory_port *memory_system_port(struct memory_system *s, unsigned i);
/* Serves all requests that leave before cycle `until`, in the order of cycle, then port, then the order in which they were sent. Cycles
 * must not be before those of requests that have been served. False: nothing had been sent. */
bool memory_system_serve(struct memory_system *s, uint64_t until, memory_told *told, void *arg);

#endif
