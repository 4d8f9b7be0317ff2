/* operand-ports.h: the read ports of the register banks; private to sim/. Times are cycles. See operand-ports.c.
 * What this module cannot do: choose who goes first. */
#ifndef SIMT_OPERAND_PORTS_H
#define SIMT_OPERAND_PORTS_H

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

/* No port is in use at `now`, nor does an instruction wait for one: any can read its registers. */
static inline bool
operand_ports_idle(const struct bank *b, uint64_t now)
{
	return b->port[0] <= now && b->port[1] <= now && b->further <= now && b->pipe[PIPE_READ].free <= now;
}
/* The bank issues from this cycle on, as far as what has been chosen for it goes. */
static inline uint64_t
operand_ports_open(const struct bank *b)
{
	return b->pipe[PIPE_READ].free > b->behind ? b->pipe[PIPE_READ].free : b->behind;
}
/* Whether tm's pipe is free, where its warp has not waited for that; else the bank is held up until it is. */
static inline bool
operand_ports_gate_open(const struct sm *sm, struct bank *b, const struct timing *tm)
{
	if (tm->gate == PIPE_NONE && b->pipe[tm->unit].free > sm->now) {
		b->behind = b->pipe[tm->unit].free;
		return false;
	}
	return true;
}
/* The cycle from which slot i's next instruction tm finds its registers' ports free in time; from then on the bank issues. */
uint64_t operand_ports_ready(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm);
/* An instruction reads n registers through port p. */
static inline __attribute__((always_inline)) void
operand_ports_read(struct bank *b, unsigned p, unsigned n, uint64_t now)
{
	if (n)
		b->port[p] = (b->port[p] > now ? b->port[p] : now) + n;
}

/* The same of all banks but the first two, n[p] each. */
void operand_ports_read_further(struct bank *b, const uint8_t *n, uint64_t now);

/* operand_ports_take() where something is kept, or will be. */
void operand_ports_take_and_keep(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm);
/* Slot i's next instruction issues: tm is its. */
static inline __attribute__((always_inline)) void
operand_ports_take(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	if (tm->keeps || b->kept_until > b->read) {
		operand_ports_take_and_keep(sm, b, i, tm);
		return;
	}
	operand_ports_read(b, 0, tm->reads_of[0], sm->now);
	operand_ports_read(b, 1, tm->reads_of[1], sm->now);
	if (tm->further)
		operand_ports_read_further(b, tm->reads_of, sm->now);
	b->read++;
}

#endif
