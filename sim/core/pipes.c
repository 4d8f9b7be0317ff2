/* pipes.c: pipes that share their parts, and for how long instructions hold them. */
#include "sim/core/pipes.h"

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

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
pipes_banks(const struct simt_machine *m)
{
	return m->pipes.bank_issue == BANK_INDEPENDENT ? m->pipes.banks : 1;
}
