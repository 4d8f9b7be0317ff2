/* fault.c: faults of the simulated program. See fault.h. */
#include "sim/observe/fault.h"

#include <stdarg.h>
#include <stdio.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/observe/checks.h"
#include "sim/observe/explain.h"
#include "sim/runtime/context.h"

struct fault_place
fault_place(const struct sm *sm, const struct warp *w, unsigned lane)
{
	const struct block *b = w->block;
	const uint32_t t = (w->first_thread / ISA_LANES + sm->row) * ISA_LANES + lane, x = b->x.ntid[0], y = b->x.ntid[1];

	return (struct fault_place){.launch = b->launch,
				    .pc = w->runs->pc,
				    .block = {b->x.ctaid[0], b->x.ctaid[1], b->x.ctaid[2]},
				    .thread = {t % x, t / x % y, t / (x * y)}};
}

void
fault_of(struct sm *sm, uint64_t cycle, const struct fault_place *p, const char *what)
{
	const struct simt_function *f = p->launch->f;
	char where[PLACE_BYTES];

	if (sm->error.status != SIMT_OK && sm->faulted <= cycle)
		return;
	sm->error.status = SIMT_OK;
	sm->faulty = p->launch;
	sm->faulted = cycle;
	simt_fail(&sm->error, SIMT_FAULT, "kernel %.200s, %s, block (%u,%u,%u), thread (%u,%u,%u): %s", f->kernel->name,
		  explain_place(f, p->pc, where), p->block[0], p->block[1], p->block[2], p->thread[0], p->thread[1], p->thread[2],
		  what);
}

bool
fault_at(struct sm *sm, struct warp *w, unsigned lane, const char *format, ...)
{
	const struct fault_place p = fault_place(sm, w, lane);
	char what[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(what, sizeof what, format, ap);
	va_end(ap);
	fault_of(sm, sm->now, &p, what);
	return false;
}
