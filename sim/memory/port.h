/* port.h: messages between an SM and L2; private to sim/.
 * What this module cannot do: data, which are in stores.h and lsu.h. */
#ifndef SIMT_PORT_H
#define SIMT_PORT_H

#include <stdbool.h>
#include <stdint.h>

struct launch_state;

/* Something that serves one after the other, in parts of a cycle (l2.c): when it is free, and since when it has been busy. */
struct server {
	uint64_t free, since;
};

enum l2_kind {
	L2_LOAD,
	L2_STORE,
	L2_ATOMIC /* takes effect at L2: atomics, and loads that must see one */
};

/* A message from an SM to L2, about one line. */
struct l2_request {
	uint64_t cycle;              /* when it leaves the SM */
	uint64_t line;               /* number of the line: address / LINE_BYTES */
	struct launch_state *launch; /* that it is counted for */
	uint32_t sm;
	uint32_t target;  /* what waits for the answer: an MSHR (L2_LOAD), a load (L2_ATOMIC), or 0 */
	uint32_t place;   /* stores and atomics: in the window of those under way */
	uint16_t turns;   /* sectors; those of atomics as often as one of their words is used */
	uint16_t packets; /* that these take on the way, and the answer of an atomic on its way back */
	uint8_t kind;     /* enum l2_kind */
	uint8_t sectors;  /* mask */
	uint8_t full;     /* of these, those that a store writes entirely */
	/* a store: bytes of each sector that it writes; whether it is combined with one that has just left (store_join), and then all sectors of those that
	 * have joined, and those that they do not write entirely, before it came and with it */
	uint32_t written[4];
	bool combined;
	uint8_t before, before_partial, with, with_partial;
	/* of an atomic: lanes, its operation (enum atomic_op), bytes of a lane */
	uint8_t words, atomic, bytes;
};

/* L2's answer to a message, which the SM learns of at the end of the window. */
struct l2_answer {
	uint64_t cycle;
	uint32_t target; /* an MSHR, or a load */
	bool load;
};

#endif
