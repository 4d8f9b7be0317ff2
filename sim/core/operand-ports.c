/* operand-ports.c: what stands between the choice of an instruction and its execution: pipes that share their parts, the read ports of the
 * register file, and the reuse cache.
 *
 * What this module cannot do: ports under policy ideal, whose slots hold several instructions; operands of instructions of variable
 * latency, which are read when their unit gets to them; ports of results. */
#include "sim/core/operand-ports.h"

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

/* ---- pipes ---- */

/* The pipe takes nothing before `free`. What it took before this cycle has been counted. */
static inline void
hold_pipe(struct pipe *p, uint64_t now, uint64_t free)
{
	uint64_t from = p->free > now + 1 ? p->free : now + 1;

	if (free > from)
		p->busy += free - from;
	if (free > p->free)
		p->free = free;
}

/* FP32 takes either half of the FP32 pipe, at half its speed, FP16 both, integer multiply-add the one of the two that can do that. The
 * logical pipes are free when what they need is. */
static void
take_halves(struct pipe *pipes, unsigned which, uint64_t now, unsigned held)
{
	struct pipe *heavy = pipes + PIPE_fmaheavy, *light = pipes + PIPE_HALF;

	if (which == PIPE_fma)
		hold_pipe(light->free <= now ? light : heavy, now, now + held);
	if (which != PIPE_fma)
		hold_pipe(heavy, now, now + held);
	if (which == PIPE_fp16)
		hold_pipe(light, now, now + held);
	hold_pipe(pipes + PIPE_fma, now, heavy->free < light->free ? heavy->free : light->free);
	hold_pipe(pipes + PIPE_fp16, now, heavy->free > light->free ? heavy->free : light->free);
}

void
pipe_take(const struct sm *sm, struct pipe *pipes, unsigned which, uint64_t now, unsigned held)
{
	if (sm->halves && (which == PIPE_fma || which == PIPE_fmaheavy || which == PIPE_fp16))
		take_halves(pipes, which, now, held);
	else
		hold_pipe(pipes + which, now, now + held);
}

/* A warp of less than 16 lanes is one group of its size. */
void
pipes_held(struct sm *sm)
{
	unsigned width = sm->m->sm.warp_size, lanes = width < BANK_LANES ? width : BANK_LANES;

	/* a bank has its part of the pipe, and so to each group there belong as many lanes as there are banks */
	if (sm->m->pipes.bank_issue == BANK_INDEPENDENT && !sm->packs)
		lanes *= sm->m->pipes.banks;
	for (unsigned r = 0; r < MACHINE_RATES; r++)
		for (unsigned g = 0; g <= BANK_GROUPS; g++)
			sm->held[r][g] = (uint16_t)machine_pipe_cycles(sm->m, r, g ? g * lanes : width);
	/* half of a pipe takes as long for half the lanes */
	for (unsigned g = 0; sm->halves && g <= BANK_GROUPS; g++)
		sm->held[PIPE_fma][g] = (uint16_t)machine_pipe_cycles(sm->m, PIPE_fma, 2 * (g ? g * lanes : width));
}

unsigned
banks_of(const struct simt_machine *m)
{
	return m->pipes.bank_issue == BANK_INDEPENDENT ? m->pipes.banks : 1;
}

/* ---- registers ---- */

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
ports_ready(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	const unsigned most = sm->m->issue.read_cycles;
	unsigned n[PORT_BANKS];
	uint64_t t = sm->now;

	reads_of(b, i, tm, n);
	for (unsigned p = 0; p < PORT_BANKS; p++)
		if (n[p] && b->port[p] + n[p] > t + most && b->port[p] > t)
			t = n[p] < most ? b->port[p] + n[p] - most : b->port[p];
	if (t > sm->now)
		hold_pipe(b->pipe + PIPE_READ, sm->now - 1, t);
	return t;
}

/* An instruction reads n registers through port p. */
static inline void
read_ports(struct bank *b, unsigned p, unsigned n, uint64_t now)
{
	if (n)
		b->port[p] = (b->port[p] > now ? b->port[p] : now) + n;
}

/* The same where something is kept, or will be. */
static __attribute__((noinline)) void
take_and_keep(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	unsigned n[PORT_BANKS];

	reads_of(b, i, tm, n);
	for (unsigned p = 0; p < PORT_BANKS; p++)
		read_ports(b, p, n[p], sm->now);
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

void
ports_take(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm)
{
	if (tm->keeps || b->kept_until > b->read) {
		take_and_keep(sm, b, i, tm);
		return;
	}
	for (unsigned p = 0; p < PORT_BANKS; p++)
		read_ports(b, p, tm->reads_of[p], sm->now);
	b->read++;
}
