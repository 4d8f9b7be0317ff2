/* operand-ports.c: the read ports of the register file, and the reuse cache.
 *
 * What this module cannot do: ports under policy ideal, whose slots hold several instructions; operands of instructions of variable
 * latency, which are read when their unit gets to them; ports of results. */
#include "sim/core/operand-ports.h"

#include <string.h>

#include "sim/core/pipes.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"

void
operand_ports_read_further(struct bank *b, const uint8_t *n, uint64_t now)
{
	for (unsigned p = 2; p < PORT_BANKS; p++) {
		operand_ports_read(b, p, n[p], now);
		b->further = b->port[p] > b->further ? b->port[p] : b->further;
	}
}

static inline bool
is_kept(const struct bank *b, unsigned i, const struct port_source *s)
{
	const struct kept *k = b->kept + s->place;

	return k->slot == i + 1 && k->reg == s->reg && k->until > b->read;
}

/* How many registers of each port slot i's next instruction has to read. */
static inline void
reads_of(const struct bank *b, unsigned i, const struct timing *tm, uint8_t n[PORT_BANKS])
{
	memcpy(n, tm->reads_of, PORT_BANKS);
	if (b->kept_until <= b->read)
		return;
	for (unsigned k = 0; k < tm->nsources; k++)
		n[tm->source[k].place % PORT_BANKS] -= is_kept(b, i, tm->source + k);
}

uint64_t
operand_ports_ready(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	const unsigned most = sm->m->issue.read_cycles;
	uint8_t n[PORT_BANKS];
	uint64_t t = sm->now;

	reads_of(b, i, tm, n);
	for (unsigned p = 0; p < PORT_BANKS; p++)
		if (n[p] && b->port[p] + n[p] > t + most && b->port[p] > t)
			t = n[p] < most ? b->port[p] + n[p] - most : b->port[p];
	if (t > sm->now)
		pipes_hold(b->pipe + PIPE_READ, sm->now - 1, t);
	return t;
}

/* operand_ports_take_and_keep() where each source has a place of its own. */
static inline __attribute__((always_inline)) void
take_and_keep_once(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	const uint64_t read = b->read++, until = read + 1 + sm->m->issue.reuse_cache;
	uint8_t n[PORT_BANKS];

	memcpy(n, tm->reads_of, sizeof n);
	for (unsigned k = 0; k < tm->nsources; k++) {
		const struct port_source *s = tm->source + k;
		struct kept *at = b->kept + s->place;

		n[s->place % PORT_BANKS] -= at->slot == i + 1 && at->reg == s->reg && at->until > read;
		*at = (struct kept){s->keep ? (uint16_t)(i + 1) : 0, s->reg, until};
	}
	operand_ports_read(b, 0, n[0], sm->now);
	operand_ports_read(b, 1, n[1], sm->now);
	if (tm->further)
		operand_ports_read_further(b, n, sm->now);
	if (tm->keeps)
		b->kept_until = until;
}

void
operand_ports_take_and_keep(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	uint8_t n[PORT_BANKS];

	if (tm->apart) {
		take_and_keep_once(sm, b, i, tm);
		return;
	}
	reads_of(b, i, tm, n);
	operand_ports_read(b, 0, n[0], sm->now);
	operand_ports_read(b, 1, n[1], sm->now);
	if (tm->further)
		operand_ports_read_further(b, n, sm->now);
	b->read++;
	for (unsigned k = 0; k < tm->nsources; k++) {
		const struct port_source *s = tm->source + k;

		b->kept[s->place].slot = s->keep ? (uint16_t)(i + 1) : 0;
		b->kept[s->place].reg = s->reg;
		b->kept[s->place].until = b->read + sm->m->issue.reuse_cache;
		if (s->keep)
			b->kept_until = b->kept[s->place].until;
	}
}
