#include "sim/machine/knobs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BANK_LANES = 16, SECTOR_BYTES = 32, GPCS = sizeof((struct simt_machine *)NULL)->chip.gpc_tpcs / sizeof(uint32_t) };

static const struct {
	const char *name, *unit, *meaning;
	int32_t least, most;
} knob[KNOBS] = {
#define KNOB(name, unit, least, most, meaning) {#name, unit, meaning, least, most},
#include "sim/machine/knobs.def"
#undef KNOB
};

const char *
knobs_name(int k)
{
	return knob[k].name;
}

int
knobs_find(const char *name, size_t bytes)
{
	for (int i = 0; i < KNOBS; i++)
		if (strlen(knob[i].name) == bytes && !memcmp(knob[i].name, name, bytes))
			return i;
	return -1;
}

/* 3 counts as 4. */
static uint32_t
sectors_together(uint32_t fetch)
{
	return fetch == 3 ? 4 : fetch;
}

uint32_t
knobs_value(const struct simt_machine *m, int k)
{
	switch (k) {
	case KNOB_gpu_sms:
		return m->chip.sms;
	case KNOB_l1_data_bytes:
		return m->l1.bytes > m->shared.carveout[0] ? (uint32_t)(m->l1.bytes - m->shared.carveout[0]) : 0;
	case KNOB_sector_bytes:
		return SECTOR_BYTES * sectors_together(m->l1.fetch);
	default:
		return BANK_LANES * m->pipes.banks * m->sm.subcores;
	}
}

void
knobs_describe(int k, struct simt_parameter *to)
{
	*to = (struct simt_parameter){.section = "knob",
				      .name = knob[k].name,
				      .unit = knob[k].unit,
				      .meaning = knob[k].meaning,
				      .source = "its parameters have sources of their own",
				      .least = knob[k].least,
				      .most = knob[k].most};
}

/* TPCs in proportion: the first i GPCs together have their part of the SMs, rounded down. */
static size_t
set_sms(const struct simt_machine *m, uint64_t sms, struct knob_setting *to)
{
	uint64_t all = 0, taken = 0;
	size_t n = 0;

	for (int i = 0; i < GPCS; i++) {
		uint64_t now;

		all += m->chip.gpc_tpcs[i];
		now = all * sms / m->chip.sms - taken;
		taken += now;
		if (m->chip.gpc_tpcs[i])
			to[n++] = (struct knob_setting){(enum machine_param)(M_gpc_1 + i), now};
	}
	to[n++] = (struct knob_setting){M_sms, sms};
	return n;
}

/* L2 brings no less from DRAM than L1 asks for. */
static size_t
set_sectors(const struct simt_machine *m, uint64_t bytes, struct knob_setting *to, struct simt_error *e)
{
	const uint64_t sectors = bytes / SECTOR_BYTES;

	if (bytes != SECTOR_BYTES && bytes != 2 * SECTOR_BYTES && bytes != 4 * SECTOR_BYTES) {
		simt_fail(e, SIMT_USAGE,
			  "knob sector_bytes must be 32, 64 or 128, a quarter, a half or all of a line, not %" PRIu64, bytes);
		return 0;
	}
	to[0] = (struct knob_setting){M_l1_fetch, sectors};
	to[1] = (struct knob_setting){M_l2_fetch, sectors > m->l2.fetch ? sectors : m->l2.fetch};
	return 2;
}

size_t
knobs_settings(const struct simt_machine *m, int k, const char *value, struct knob_setting *to, struct simt_error *e)
{
	const uint64_t width = (uint64_t)BANK_LANES * m->sm.subcores;
	char *end;
	long n;

	errno = 0;
	n = strtol(value, &end, 10);
	if (end == value || *end || errno || n < knob[k].least || n > knob[k].most) {
		simt_fail(e, SIMT_USAGE, "knob %s must be a whole number from %" PRId32 " to %" PRId32 " (%s), not '%s'",
			  knob[k].name, knob[k].least, knob[k].most, knob[k].unit, value);
		return 0;
	}
	switch (k) {
	case KNOB_gpu_sms:
		return set_sms(m, (uint64_t)n, to);
	case KNOB_l1_data_bytes:
		*to = (struct knob_setting){M_l1_bytes, (uint64_t)n + m->shared.carveout[0]};
		return 1;
	case KNOB_sector_bytes:
		return set_sectors(m, (uint64_t)n, to, e);
	default:
		*to = (struct knob_setting){M_banks, (uint64_t)n / width};
		if ((uint64_t)n % width == 0)
			return 1;
		simt_fail(e, SIMT_USAGE, "knob sm_lanes must be a multiple of 16 times subcores, %" PRIu64 ", not %ld", width, n);
		return 0;
	}
}
