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
	uint64_t number;     /* of the line */
	uint32_t written[4]; /* a store: bytes of each sector */
	uint16_t turns;      /* sectors, those of atomics as often as they count */
	uint16_t packets;    /* on the way to L2: the same, but one where all lanes of an atomic are on one sector */
	uint8_t sectors, full;
	uint8_t words;  /* as in struct l2_request */
	bool looked_up; /* the last one of its lookup */
};

/* Of an access whose lines L2 sees as `kind`. */
struct l1_lines {
	unsigned n;
	struct l1_part *part; /* in the order of lookups; in one of the arrays below */
	struct l1_part room[2][L1_LINES_MOST];
};

void l1_lines_of(const struct simt_machine *m, const struct access *a, enum l2_kind kind, struct l1_lines *l);

#endif
