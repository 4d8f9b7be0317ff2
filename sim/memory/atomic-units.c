#include "sim/memory/atomic-units.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"

struct atomic_units *
atomic_units_new(const struct simt_machine *m)
{
	struct atomic_units *u = calloc(1, sizeof *u);

	if (!u)
		return NULL;
	u->m = m;
	u->message = m->atomics.message * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	u->last = m->atomics.cycles * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	for (unsigned floats = 0; floats < 2; floats++) {
		const struct l2_request r = {.turns = 1, .words = 1, .sectors = 1, .atomic = floats ? ATOM_FADD : ATOM_ADD};

		for (unsigned among = 0; among <= ATOMIC_SECTORS_MOST; among++)
			for (unsigned again = 0; again < 2; again++)
				u->lone[floats][again][among] = atomic_units_hold(m, &r, 0, among, again);
	}
	u->unit = calloc(m->l2.slices, sizeof *u->unit);
	if (u->unit)
		return u;
	free(u);
	return NULL;
}

void
atomic_units_free(struct atomic_units *u)
{
	if (!u)
		return;
	free(u->unit);
	free(u);
}

void
atomic_units_reset(struct atomic_units *u)
{
	memset(u->unit, 0, u->m->l2.slices * sizeof *u->unit);
	u->in = (struct server){0};
}
