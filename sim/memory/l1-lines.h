/* l1-lines.h: the lines of an access, in the order in which L1 looks them up; private to sim/.
 *
 * L1 looks up l1_tags lines at a time, no two of one bank of tags; a line whose bank is taken lets those behind it go first.
 *
 * What this module cannot do: look up (l1.c). */
#ifndef SIMT_L1_LINES_H
#define SIMT_L1_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"
#include "sim/memory/memory-port.h"

struct access;
struct simt_machine;

/* As many lines as an access can have. */
enum { L1_LINES_MOST = ISA_LANES * 16 };

/* A line of an access. */
struct l1_part {
	uint64_t number; /* of the line */
	/* as in struct l2_request; none but `sectors` of loads that L1 may answer */
	uint16_t turns, packets; /* one packet where all lanes of an atomic are on one sector */
	uint8_t sectors, full, words;
	bool looked_up; /* the last one of its lookup */
};

/* Of a store: the bytes of each sector of a line that it writes. */
struct l1_bytes {
	uint32_t of[4];
};

/* Of an access whose lines L2 sees as `kind`. */
struct l1_lines {
	unsigned n;
	struct l1_part *part;   /* in the order of lookups; in one of the arrays below */
	struct l1_bytes *bytes; /* of a store, of each part */
	struct l1_part room[2][L1_LINES_MOST];
	uint32_t low[L1_LINES_MOST]; /* the lower halves of the numbers in the first one */
	struct l1_bytes bytes_room[2][L1_LINES_MOST];
};

void l1_lines_of(const struct simt_machine *m, const struct access *a, enum l2_kind kind, struct l1_lines *l);

#endif
