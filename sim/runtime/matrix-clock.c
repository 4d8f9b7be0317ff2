/* matrix-clock.c: the clocks of GPCs, which are lower while matrix instructions run.
 *
 * A GPC an SM of which has HMMA or IMMA to do has a lower clock (parameter matrix_clock), as soon as that begins and until it ends; memory and the
 * other GPCs keep theirs. A simulated cycle is one of the slowest GPC. So memory comes to have more cycles than SMs while such blocks are
 * there, and so do GPCs that have none of them: the cycles of a launch are those of the GPC with the most.
 *
 * What this module cannot do: let SMs of other GPCs run faster than those with matrix instructions. Tell matrix instructions from other code of a
 * kernel that has some, or its blocks from those of other launches at the same time. The time between two matrix instructions after which
 * the clock rises (more than 100 ns, less than 10 us), and what a change costs. */
#include "sim/runtime/matrix-clock.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/sm-memory.h"
#include "sim/core/sm.h"
#include "sim/memory/l1.h"
#include "sim/memory/memory-system.h"
#include "sim/runtime/gpu.h"

bool
matrix_clock_init(struct gpu *gpu)
{
	const unsigned n = gpu_sms(gpu);
	struct port_place *place;

	if (!gpu->m->chip.matrix_clock)
		return true;
	place = calloc(n, sizeof *place);
	gpu->clock.gpc = calloc(n, 1);
	if (!place || !gpu->clock.gpc) {
		free(place);
		return false;
	}
	sm_memory_places(gpu->m, place);
	for (unsigned i = 0; i < n; i++)
		gpu->clock.gpc[i] = place[i].gpc;
	free(place);
	return true;
}

void
matrix_clock_free(struct gpu *gpu)
{
	free(gpu->clock.gpc);
}

/* Where memory may be faster, its answers come sooner. */
static void
set_windows(struct gpu *gpu)
{
	const uint32_t percent = gpu->clock.running ? gpu->m->chip.matrix_clock : 0;

	const uint32_t window = l1_window(gpu->m, percent);

	gpu->window = window < gpu->longest_window ? window : gpu->longest_window;
	for (unsigned i = 0; i < gpu->nused; i++)
		l1_faster(gpu->used[i]->l1, percent);
}

void
matrix_clock_equips(const struct gpu *gpu, struct sm *sm)
{
	l1_faster(sm->l1, gpu->clock.running ? gpu->m->chip.matrix_clock : 0);
}

void
matrix_clock_reset(struct gpu *gpu)
{
	if (gpu->clock.running) {
		gpu->clock.running = 0;
		set_windows(gpu);
	}
	gpu->clock = (struct matrix_clock){.gpc = gpu->clock.gpc};
}

void
matrix_clock_starts(struct gpu *gpu, const struct simt_function *f)
{
	if (gpu->clock.gpc && f->matrix && !gpu->clock.running++)
		set_windows(gpu);
}

void
matrix_clock_ends(struct gpu *gpu, const struct simt_function *f)
{
	if (gpu->clock.gpc && f->matrix && !--gpu->clock.running)
		set_windows(gpu);
}

/* Cycles have passed with the clocks as they were. */
static void
pass_cycles(struct gpu *gpu)
{
	struct matrix_clock *c = &gpu->clock;
	const uint64_t passed = gpu->now > c->at ? gpu->now - c->at : 0;

	c->passed = c->passed || (c->slow && passed);
	for (unsigned g = 0; c->slow && g <= GPCS_MOST; g++)
		c->more[g] += c->busy >> g & 1 ? 0 : passed * gpu->m->chip.matrix_clock;
	c->at = gpu->now;
}

void
matrix_clock_window(struct gpu *gpu)
{
	struct matrix_clock *c = &gpu->clock;
	uint32_t busy = 0;

	if (!c->gpc || (!c->running && !c->slow))
		return;
	pass_cycles(gpu);
	for (unsigned i = 0; c->running && i < gpu->nawake; i++)
		busy |= gpu->awake[i]->resident ? UINT32_C(1) << c->gpc[gpu->awake[i]->id] : 0;
	c->busy = busy;
	if (c->slow == (busy != 0))
		return;
	c->slow = busy != 0;
	memory_system_faster(gpu->memory_system, gpu->now, c->slow ? gpu->m->chip.matrix_clock : 0);
}

void
matrix_clock_stretch(struct gpu *gpu)
{
	if (gpu->clock.passed)
		memset(gpu->clock.more, 0, sizeof gpu->clock.more);
	gpu->clock.passed = false;
	gpu->clock.at = gpu->now;
}

uint64_t
matrix_clock_more(const struct gpu *gpu, uint64_t cycle)
{
	enum { PERCENT = 100 };
	const struct matrix_clock *c = &gpu->clock;
	const uint64_t passed = c->slow && cycle > c->at ? cycle - c->at : 0;
	uint64_t most = 0;

	if (!c->passed && !passed)
		return 0;
	for (unsigned i = 0; c->gpc && i < gpu_sms(gpu); i++) {
		const unsigned g = c->gpc[i];
		const uint64_t more = c->more[g] + (c->busy >> g & 1 ? 0 : passed * gpu->m->chip.matrix_clock);

		most = more > most ? more : most;
	}
	return most / PERCENT;
}
