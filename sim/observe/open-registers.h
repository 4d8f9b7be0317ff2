/* open-registers.h: registers of a warp's lanes that are being written or read until the lanes have waited for a scoreboard, for --check-hazards;
 * private to sim/. Which rules about the order of results it goes by: check-hazards.c.
 *
 * What this module cannot do: results of fixed latency (fixed-results.h); know what instructions access. */
#ifndef SIMT_OPEN_REGISTERS_H
#define SIMT_OPEN_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/core/code.h"
#include "sim/core/lane-set.h"

enum open_kind {
	OPEN_RESULT,    /* registers that are being written */
	OPEN_PREDICATE, /* ... predicates, by an access to memory */
	OPEN_SOURCE     /* registers that are being read */
};

/* Results that return in the order of issue: the scoreboard of a later one covers the earlier ones. */
enum in_order { ORDER_NONE, ORDER_LDS, ORDER_SHFL, ORDER_S2UR, ORDER_XU, ORDERS };

/* Registers that are being written, or read, for these lanes, until they have waited for a scoreboard. */
struct open {
	struct regset regs;
	lanes_t lanes;
	lanes_t issued; /* lanes that have issued it, whatever its guard, and have not waited for its scoreboards */
	uint32_t pc;
	uint8_t sb[2]; /* scoreboards of which one has to be waited for; ISA_NO_SB: none. [0] tells of results as well */
	uint8_t kind;  /* enum open_kind */
	bool lsu;      /* it is of the load and store unit */
	uint8_t order; /* enum in_order */
};

struct opens {
	struct open *v;
	size_t n, cap;
	struct regset regs; /* no fewer than those of all */
};                          /* in the order in which each lane has issued them */

/* These lanes wait for the scoreboards of a mask. */
void open_registers_waited(struct opens *o, unsigned mask, lanes_t lanes);
void open_registers_exited(struct opens *o, lanes_t lanes);
/* Adds an entry that a scoreboard covers. It replaces the entry of an earlier issue of the same instruction by these lanes. */
void open_registers_add(struct opens *o, const struct open *x);

#endif
