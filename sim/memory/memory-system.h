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

/* What the requests of one port for one launch came to, those that followed each other. */
struct memory_sum {
	struct launch_state *launch;
	uint64_t dram_sectors; /* read for loads */
	uint64_t stores;       /* and atomics: so many */
	uint64_t last_stored;  /* the cycle in which the last of them came to L2 */
};

/* What has been served of a port. */
struct memory_answer {
	const struct l2_request *r;
	uint64_t stored;   /* of a store or an atomic: the cycle in which the SM hears of it */
	uint64_t answered; /* of one with a target: the cycle in which the last of the data comes to the SM */
};

/* Who is told of what has been served. All is told of one port, then of another; of two ports perhaps at the same time, by two threads. */
struct memory_client {
	/* n requests of a port, the next ones in the order in which they are served. */
	void (*served)(void *arg, unsigned port, const struct memory_answer *a, size_t n);
	void (*summed)(void *arg, unsigned port, const struct memory_sum *sum);
	/* That was all; of every port that had sent something, served or not. It may send more. */
	void (*heard)(void *arg, unsigned port);
	void *arg;
};

/* Who does pieces of work, 0 .. n - 1, several at a time, and returns when all are done. */
struct memory_helpers {
	void (*share)(void *arg, unsigned n, void (*work)(void *work_arg, unsigned i), void *work_arg);
	void *arg;
	unsigned threads; /* so many at a time */
	size_t least;     /* fewer requests than that are not worth it */
};

/* Work that has nothing to do with requests: n pieces, for helpers that have nothing else to do, or all of it by the caller's thread; then by
 * that what comes after them, before a client is told of anything. */
struct memory_beside {
	unsigned n;
	void (*work)(void *arg, unsigned i);
	void (*alone)(void *arg);
	void (*end)(void *arg);
	void *arg;
};

/* With n ports, which are at these places. NULL: no memory. */
struct memory_system *memory_system_new(const struct simt_machine *m, const struct port_place *place, unsigned n);
void memory_system_free(struct memory_system *s);
/* As new: caches are empty, nothing is under way. Ports are reset by those who use them (memory_port_reset). */
void memory_system_reset(struct memory_system *s);
/* From cycle `from` of the SMs on, this memory has `percent` % more cycles than they. Ports keep the time of SMs. */
void memory_system_faster(struct memory_system *s, uint64_t from, uint32_t percent);
/* Port i, 0 <= i < n; it lasts as long as the system. */
struct memory_port *memory_system_port(struct memory_system *s, unsigned i);
/* Serves all requests that leave before cycle `until`, in the order of cycle, then port, then the order in which they were sent. Cycles
 * must not be before those of requests that have been served. helpers: NULL, or who shares the work; times are the same. beside: NULL, or what
 * is done as well, in any case. False: nothing had been sent. */
bool memory_system_serve(struct memory_system *s, uint64_t until, const struct memory_helpers *helpers,
			 const struct memory_beside *beside, const struct memory_client *client);
/* Does to the tags of L2 what a request does, without time. Returns how many sectors L2 did not have; 0 for stores and atomics. */
unsigned memory_system_touch(struct memory_system *s, const struct l2_request *r);

#endif
