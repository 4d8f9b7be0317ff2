/* machine.c: machines, and checks of their parameters against each other. */
#include "sim/machine/machine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void
simt_machine_free(struct simt_machine *m)
{
	if (!m)
		return;
	for (int p = 0; p < MACHINE_PARAMS; p++)
		free(m->source[p]);
	for (size_t i = 0; i < m->nremarks; i++)
		free(m->remark[i]);
	free(m->remark);
	free(m->name);
	free(m->path);
	free(m);
}

struct simt_machine *
simt_machine_copy(const struct simt_machine *m)
{
	struct simt_machine *c = malloc(sizeof *c);
	bool ok;

	if (!c)
		return NULL;
	*c = *m;
	c->remark = NULL;
	c->nremarks = 0;
	c->name = strdup(m->name);
	c->path = strdup(m->path);
	ok = c->name && c->path;
	for (int p = 0; p < MACHINE_PARAMS; p++) {
		c->source[p] = strdup(m->source[p]);
		ok = ok && c->source[p];
	}
	if (ok)
		return c;
	simt_machine_free(c);
	return NULL;
}

static bool
power_of_two(uint32_t n)
{
	return !(n & (n - 1));
}

bool
machine_check(const struct simt_machine *m, struct simt_error *e)
{
	const uint32_t sms = m->chip.sms, sets = m->dispatch.spatial_sets, first = m->dispatch.spatial_first,
		       group = m->sm.warp_size * m->sm.subcores, slices = m->l2.slices / (m->l2.partition_mask ? 2 : 1);

	if (!power_of_two(m->sm.warp_size))
		return simt_fail(e, SIMT_USAGE, "machine parameter warp_size must be a power of two, not %" PRIu32,
				 m->sm.warp_size);
	if (m->sm.threads % group)
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter threads_per_sm, %" PRIu32
				 ", is not a multiple of warp_size times subcores, %" PRIu32,
				 m->sm.threads, group);
	if (m->l2.page_slices > slices)
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter l2_page_slices, %" PRIu32
				 ", is more than the slices of L2, or of one of its partitions, %" PRIu32,
				 m->l2.page_slices, slices);
	/* every set has an SM at least */
	if (sets > sms)
		return simt_fail(e, SIMT_USAGE, "machine parameter spatial_sets, %" PRIu32 ", is more than the %" PRIu32 " SMs",
				 sets, sms);
	if (first && first + (sets > 1 ? sets - 1 : 1) > sms)
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter spatial_first, %" PRIu32 ", leaves none of the %" PRIu32 " SMs to some set",
				 first, sms);
	return true;
}

unsigned
machine_pipe_cycles(const struct simt_machine *m, unsigned rate, unsigned lanes)
{
	const unsigned width = 16 * m->pipes.banks, n = (lanes * m->pipes.share[rate] + width - 1) / width;

	return n ? n : 1;
}

unsigned
machine_pipe_latency(const struct simt_machine *m, enum isa_pipe p)
{
	return (unsigned)m->pipes.latency[p];
}
