#include "sim/memory/dram.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

struct channel {
	struct server way;
	struct server held; /* what has waited for a refresh, when it is over */
	uint32_t written;   /* sectors since it has turned */
	bool read;          /* since then, too */
};

struct dram {
	const int32_t *v;
	struct channel *channel;
};

struct dram *
dram_new(const struct simt_machine *m)
{
	struct dram *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->v = m->v;
	d->channel = calloc((size_t)m->v[M_dram_channels], sizeof *d->channel);
	if (d->channel)
		return d;
	free(d);
	return NULL;
}

void
dram_free(struct dram *d)
{
	if (d)
		free(d->channel);
	free(d);
}

void
dram_reset(struct dram *d)
{
	memset(d->channel, 0, (size_t)d->v[M_dram_channels] * sizeof *d->channel);
}

/* How long n sectors of a line, of `all` that go at a time, hold their channel. What goes at a time shares what it takes at the least. */
static uint64_t
takes(const int32_t *v, unsigned n, unsigned all, int32_t rate)
{
	const unsigned bytes = all * SECTOR_BYTES, least = (unsigned)v[M_dram_least];

	return (bytes > least ? bytes : least) * (uint64_t)n * CYCLE_PARTS / all * (uint32_t)v[M_dram_channels] / (uint32_t)rate;
}

/* What comes from DRAM waits while its channel refreshes. Channels take turns at that. */
static uint64_t
refreshed(const int32_t *v, unsigned channel, uint64_t cycle)
{
	const uint64_t period = (uint64_t)v[M_dram_refresh_period], lasts = (uint64_t)v[M_dram_refresh];
	uint64_t at;

	if (!period)
		return cycle;
	at = (cycle + channel * period / (uint64_t)v[M_dram_channels]) % period;
	return at < lasts ? cycle + lasts - at : cycle;
}

uint64_t
dram_read(struct dram *d, uint64_t line, unsigned channel, unsigned sectors, uint64_t start)
{
	const int32_t *v = d->v;
	const unsigned all = sectors_count(sectors), each = (unsigned)v[M_l2_fetch] > 2 ? LINE_SECTORS : (unsigned)v[M_l2_fetch];
	struct channel *c = d->channel + channel;
	uint64_t last = 0;

	c->read = true;
	for (unsigned first = 0; first < LINE_SECTORS; first += each) {
		const unsigned n = sectors_count(sectors >> first & ((1u << each) - 1));
		uint64_t parts, at, from;

		if (!n)
			continue;
		parts = takes(v, n, all, v[M_dram_rate]);
		at = (server_pass(&c->way, start, parts) + CYCLE_PARTS - 1) / CYCLE_PARTS;
		from = refreshed(v, channel, at);
		if (from > at)
			from = (server_pass(&c->held, from * CYCLE_PARTS, parts) + CYCLE_PARTS - 1) / CYCLE_PARTS;
		from += (uint64_t)v[M_dram_latency] - (uint64_t)v[M_dram_spread] +
			hash_choose(hash_mix(line * LINE_SECTORS + first), 2 * v[M_dram_spread] + 1);
		last = from > last ? from : last;
	}
	return last;
}

uint64_t
dram_write(struct dram *d, unsigned channel, unsigned n, uint64_t start)
{
	const int32_t *v = d->v;
	struct channel *c = d->channel + channel;
	uint64_t parts = takes(v, n, n, v[M_dram_write_rate]);

	c->written += n;
	if (c->written >= (uint32_t)v[M_dram_batch]) {
		parts += c->read ? (uint64_t)v[M_dram_turn] * CYCLE_PARTS : 0;
		c->written = 0;
		c->read = false;
	}
	return server_pass(&c->way, start, parts);
}

uint64_t
dram_complete(struct dram *d, unsigned channel, unsigned n, uint64_t start)
{
	struct channel *c = d->channel + channel;

	c->read = true;
	start = server_pass(&c->way, start, takes(d->v, n, n, d->v[M_dram_rate]));
	dram_write(d, channel, n, start);
	return start;
}
