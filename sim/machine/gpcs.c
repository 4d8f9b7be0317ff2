/* gpcs.c: which GPC each TPC of a machine belongs to. */
#include "sim/machine/gpcs.h"

#include "sim/machine/machine.h"

unsigned
gpcs_of(const struct simt_machine *m, uint8_t *group)
{
	const unsigned sms = m->chip.sms, tpc = m->chip.tpc_sms;
	unsigned left[GPCS_MOST], g = 0, all = 0, n = 0;

	for (unsigned i = 0; i < GPCS_MOST; i++)
		if ((left[n] = m->chip.gpc_tpcs[i]) != 0)
			all += left[n++];
	for (unsigned t = 0; t * tpc < sms; t++) {
		group[t] = GPCS_MOST;
		while (all && !left[g])
			g = (g + 1) % n;
		if (!all)
			continue;
		group[t] = (uint8_t)g;
		left[g]--;
		all--;
		g = (g + 1) % n;
	}
	return n;
}
