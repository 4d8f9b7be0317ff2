/* operand-ports.c: the read ports of the register file, and the reuse cache.
 *
 * What this module cannot do: ports under policy ideal, whose slots hold several instructions; operands of instructions of variable
 * latency, which are read when their unit gets to them; ports of results. */
#include "sim/core/operand-ports.h"

#include "sim/core/pipes.h"
#include "sim/core/sm.h"
#include "sim/core/subcore.h"

static inline bool
is_kept(const struct bank *b, unsigned i, const struct port_source *s)
{
	const struct kept *k = b->kept + s->place;

	return k->slot == i + 1 && k->reg == s->reg && k->until > b->read;
}

/* How many registers of each port slot i's next instruction has to read. */
static inline void
reads_of(const struct bank *b, unsigned i, const struct timing *tm, unsigned n[PORT_BANKS])
{
	n[0] = tm->reads_of[0];
	n[1] = tm->reads_of[1];
	if (b->kept_until <= b->read)
		return;
	for (unsigned k = 0; k < tm->nsources; k++)
		n[tm->source[k].reg % PORT_BANKS] -= is_kept(b, i, tm->source + k);
}

uint64_t
operand_ports_ready(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	const unsigned most = sm->m->issue.read_cycles;
	unsigned n[PORT_BANKS];
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
	unsigned n[PORT_BANKS] = {tm->reads_of[0], tm->reads_of[1]};

	for (unsigned k = 0; k < tm->nsources; k++) {
		const struct port_source *s = tm->source + k;
		struct kept *at = b->kept + s->place;

		n[s->reg % PORT_BANKS] -= at->slot == i + 1 && at->reg == s->reg && at->until > read;
		*at = (struct kept){s->keep ? (uint16_t)(i + 1) : 0, s->reg, until};
	}
	for (unsigned p = 0; p < PORT_BANKS; p++)
		operand_ports_read(b, p, n[p], sm->now);
	if (tm->keeps)
		b->kept_until = until;
}

void
operand_ports_take_and_keep(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	unsigned n[PORT_BANKS];

	if (tm->apart) {
		take_and_keep_once(sm, b, i, tm);
		return;
	}
	reads_of(b, i, tm, n);
	for (unsigned p = 0; p < PORT_BANKS; p++)
		operand_ports_read(b, p, n[p], sm->now);
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
