/* pipes.c: pipes that share their parts, and for how long instructions hold them. */
#include "sim/core/pipes.h"

#include "sim/core/sm.h"
#include "sim/core/subcore.h"

/* FP32 takes either half of the FP32 pipe, at half its speed, FP16 both, integer multiply-add the one of the two that can do that. The
 * logical pipes are free when what they need is. */
static void
take_halves(struct pipe *pipes, unsigned which, uint64_t now, unsigned held)
{
	struct pipe *heavy = pipes + PIPE_fmaheavy, *light = pipes + PIPE_HALF;

	if (which == PIPE_fma)
		pipes_hold(light->free <= now ? light : heavy, now, now + held);
	if (which != PIPE_fma)
		pipes_hold(heavy, now, now + held);
	if (which == PIPE_fp16)
		pipes_hold(light, now, now + held);
	pipes_hold(pipes + PIPE_fma, now, heavy->free < light->free ? heavy->free : light->free);
	pipes_hold(pipes + PIPE_fp16, now, heavy->free > light->free ? heavy->free : light->free);
}

void
pipes_take(const struct sm *sm, struct pipe *pipes, unsigned which, uint64_t now, unsigned held)
{
	if (sm->halves && (which == PIPE_fma || which == PIPE_fmaheavy || which == PIPE_fp16))
		take_halves(pipes, which, now, held);
	else
		pipes_hold(pipes + which, now, now + held);
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
pipes_banks(const struct simt_machine *m)
{
	return m->pipes.bank_issue == BANK_INDEPENDENT ? m->pipes.banks : 1;
}
