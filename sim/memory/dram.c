#include "sim/memory/dram.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/hash.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

struct channel {
	struct server bus;
	struct server held; /* what has waited for a refresh, when it is over */
	uint32_t written;   /* sectors since it has turned */
	bool read;          /* since then, too */
};

struct dram {
	const struct simt_machine *m;
	struct channel *channel;
	/* how long n sectors of `all` that go at a time hold their channel, in parts of a cycle: [all][n] */
	uint64_t reads[LINE_SECTORS + 1][LINE_SECTORS + 1], writes[LINE_SECTORS + 1][LINE_SECTORS + 1];
	unsigned each; /* sectors that come together */
};

/* How long n sectors of a line, of `all` that go at a time, hold their channel. What goes at a time shares what it takes at the least. */
static uint64_t
takes(const struct simt_machine *m, unsigned n, unsigned all, uint32_t rate)
{
	const unsigned bytes = all * SECTOR_BYTES, least = m->dram.least;

	return (bytes > least ? bytes : least) * (uint64_t)n * CYCLE_PARTS / all * m->dram.channels / rate;
}

struct dram *
dram_new(const struct simt_machine *m)
{
	struct dram *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->m = m;
	d->each = m->l2.fetch > 2 ? LINE_SECTORS : m->l2.fetch;
	for (unsigned all = 1; all <= LINE_SECTORS; all++)
		for (unsigned n = 1; n <= all; n++) {
			d->reads[all][n] = takes(m, n, all, m->dram.rate);
			d->writes[all][n] = takes(m, n, all, m->dram.write_rate);
		}
	d->channel = calloc(m->dram.channels, sizeof *d->channel);
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
	memset(d->channel, 0, d->m->dram.channels * sizeof *d->channel);
}

/* What comes from DRAM waits while its channel refreshes. Channels take turns at that. */
static uint64_t
refreshed(const struct simt_machine *m, unsigned channel, uint64_t cycle)
{
	const uint64_t period = m->dram.refresh_period, lasts = m->dram.refresh;
	uint64_t at;

	if (!period)
		return cycle;
	at = (cycle + channel * period / m->dram.channels) % period;
	return at < lasts ? cycle + lasts - at : cycle;
}

uint64_t
dram_read(struct dram *d, uint64_t line, unsigned channel, unsigned sectors, uint64_t start)
{
	const struct simt_machine *m = d->m;
	const unsigned all = sectors_count(sectors), each = d->each;
	struct channel *c = d->channel + channel;
	uint64_t last = 0;

	c->read = true;
	for (unsigned first = 0; first < LINE_SECTORS; first += each) {
		const unsigned n = sectors_count(sectors >> first & ((1u << each) - 1));
		uint64_t parts, at, from;

		if (!n)
			continue;
		parts = d->reads[all][n];
		at = (server_pass(&c->bus, start, parts) + CYCLE_PARTS - 1) / CYCLE_PARTS;
		from = refreshed(m, channel, at);
		if (from > at)
			from = (server_pass(&c->held, from * CYCLE_PARTS, parts) + CYCLE_PARTS - 1) / CYCLE_PARTS;
		from += m->dram.latency - m->dram.spread +
			hash_choose(hash_mix(line * LINE_SECTORS + first), (uint32_t)(2 * m->dram.spread + 1));
		last = from > last ? from : last;
	}
	return last;
}

uint64_t
dram_write(struct dram *d, unsigned channel, unsigned n, uint64_t start)
{
	const struct simt_machine *m = d->m;
	struct channel *c = d->channel + channel;
	uint64_t parts = d->writes[n][n];

	c->written += n;
	if (c->written >= m->dram.batch) {
		parts += c->read ? m->dram.turn * CYCLE_PARTS : 0;
		c->written = 0;
		c->read = false;
	}
	return server_pass(&c->bus, start, parts);
}

uint64_t
dram_complete(struct dram *d, unsigned channel, unsigned n, uint64_t start)
{
	struct channel *c = d->channel + channel;

	c->read = true;
	start = server_pass(&c->bus, start, d->reads[n][n]);
	dram_write(d, channel, n, start);
	return start;
}
