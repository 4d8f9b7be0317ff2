/* machine.c: what a machine is made of, and what its parameters have to do with each other. */
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
machine_copy(const struct simt_machine *m)
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
power_of_two(int32_t n)
{
	return !(n & (n - 1));
}

bool
machine_check(const struct simt_machine *m, struct simt_error *e)
{
	const int32_t *v = m->v;

	if (!power_of_two(v[M_warp_size]))
		return simt_fail(e, SIMT_USAGE, "machine parameter warp_size must be a power of two, not %" PRId32, v[M_warp_size]);
	if (v[M_threads_per_sm] % (v[M_warp_size] * v[M_subcores]))
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter threads_per_sm, %" PRId32
				 ", is not a multiple of warp_size times subcores, %" PRId32,
				 v[M_threads_per_sm], v[M_warp_size] * v[M_subcores]);
	if (v[M_l2_page_slices] > v[M_l2_slices] / (v[M_l2_half_mask] ? 2 : 1))
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter l2_page_slices, %" PRId32
				 ", is more than the slices of L2, or of one of its halves, %" PRId32,
				 v[M_l2_page_slices], v[M_l2_slices] / (v[M_l2_half_mask] ? 2 : 1));
	/* every set has an SM at least */
	if (v[M_spatial_sets] > v[M_sms])
		return simt_fail(e, SIMT_USAGE, "machine parameter spatial_sets, %" PRId32 ", is more than the %" PRId32 " SMs",
				 v[M_spatial_sets], v[M_sms]);
	if (v[M_spatial_first] && v[M_sms] - v[M_spatial_first] < (v[M_spatial_sets] > 1 ? v[M_spatial_sets] - 1 : 1))
		return simt_fail(e, SIMT_USAGE,
				 "machine parameter spatial_first, %" PRId32 ", leaves none of the %" PRId32 " SMs to some set",
				 v[M_spatial_first], v[M_sms]);
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
