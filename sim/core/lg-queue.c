/* lg-queue.c: a sub-core's part of the queue of L1: when it has room, and for how long it had none. */
#include "sim/core/lg-queue.h"

#include <string.h>

#include "sim/machine/machine.h"

void
lg_queue_reset(const struct simt_machine *m, struct lg_queue *q)
{
	unsigned n = m->sm.subcores, all = m->lsu.lg_queue;

	memset(q, 0, sizeof *q);
	q->room = all > n ? all / n : 1;
}
