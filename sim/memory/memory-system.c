#include "sim/memory/memory-system.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/machine/machine.h"
#include "sim/memory/address-map.h"
#include "sim/memory/atomic-units.h"
#include "sim/memory/cycle-order.h"
#include "sim/memory/dram.h"
#include "sim/memory/interconnect.h"
#include "sim/memory/l2-tags.h"

struct memory_system {
	const struct simt_machine *m;
	struct address_map map;
	struct l2_tags *tags;
	struct interconnect *interconnect;
	struct dram *dram;
	struct atomic_units *atomics;
	struct port_place *place; /* of each port */
	struct memory_port *port;
	unsigned nports;
	/* in parts of a cycle: what so many sectors take into an SM, and a packet with results of atomics */
	uint64_t fill[LINE_SECTORS + 1], packet;
	/* what is being served, and room for it */
	struct cycle_order order;
	struct l2_request *all;
	size_t nall;
};

struct memory_system *
memory_system_new(const struct simt_machine *m, const struct port_place *place, unsigned n)
{
	struct memory_system *s = calloc(1, sizeof *s);
	unsigned gpcs = 0;

	if (!s)
		return NULL;
	for (unsigned i = 0; i < n; i++)
		gpcs = place[i].gpc >= gpcs ? place[i].gpc + 1u : gpcs;
	s->m = m;
	for (unsigned sectors = 0; sectors <= LINE_SECTORS; sectors++)
		s->fill[sectors] = sectors * (uint64_t)SECTOR_BYTES * CYCLE_PARTS / m->interconnect.fill_rate;
	s->packet = m->atomics.answer * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	address_map_init(&s->map, m);
	s->tags = l2_tags_new(m);
	s->atomics = atomic_units_new(m);
	s->interconnect = interconnect_new(m, gpcs);
	s->dram = dram_new(m);
	s->place = calloc(n, sizeof *s->place);
	s->port = calloc(n, sizeof *s->port);
	if (!s->tags || !s->atomics || !s->interconnect || !s->dram || !s->place || !s->port) {
		memory_system_free(s);
		return NULL;
	}
	s->nports = n;
	for (unsigned i = 0; i < n; i++) {
		s->place[i] = place[i];
		s->port[i].number = i;
	}
	return s;
}

void
memory_system_free(struct memory_system *s)
{
	if (!s)
		return;
	l2_tags_free(s->tags);
	atomic_units_free(s->atomics);
	interconnect_free(s->interconnect);
	dram_free(s->dram);
	for (unsigned i = 0; i < s->nports; i++)
		memory_port_free(s->port + i);
	free(s->port);
	free(s->place);
	cycle_order_free(&s->order);
	free(s->all);
	free(s);
}

void
memory_system_reset(struct memory_system *s)
{
	l2_tags_clear(s->tags);
	interconnect_reset(s->interconnect);
	atomic_units_reset(s->atomics);
	dram_reset(s->dram);
}

struct memory_port *
memory_system_port(struct memory_system *s, unsigned i)
{
	return s->port + i;
}

/* ---- one request ---- */

/* Sectors that a request waits for, in its SM's partition: when they are there. */
static void
sectors_come(struct l2_line *line, uint8_t sectors, uint64_t now, uint64_t cycle)
{
	if (line->ready > now) {
		line->late |= sectors;
		line->ready = line->ready > cycle ? line->ready : cycle;
	} else {
		line->late = sectors;
		line->ready = cycle;
	}
}

/* Brings what the request did not find: from DRAM to the line's home, from there to the partition of its SM. */
static void
bring_sectors(struct memory_system *s, const struct l2_request *r, const struct l2_found *f, unsigned channel, uint64_t start)
{
	const struct simt_machine *m = s->m;
	const uint64_t now = start / CYCLE_PARTS;

	if (f->fetched)
		sectors_come(f->home, f->fetched, now, dram_read(s->dram, r->line, channel, f->fetched, start));
	if (f->copied) {
		uint64_t there = now + m->l2.copy_latency;

		if (f->home->late & f->copied && f->home->ready > there)
			there = f->home->ready;
		sectors_come(f->line, f->copied, now, there + m->l2.remote);
	}
}

/* What serving a request will look at is brought into the host's caches. */
static void
prefetch(struct memory_system *s, const struct l2_request *r)
{
	const struct port_place *at = s->place + r->port;

	l2_tags_prefetch(s->tags, at, r, address_map_partition(&s->map, r->line));
	if (r->kind == L2_LOAD)
		interconnect_prefetch(s->interconnect, r, at);
}

/* Writes to DRAM what the request displaces, and completes what L2 cannot keep in part. Returns when there is room for it. */
static uint64_t
make_room(struct memory_system *s, const struct l2_found *f, unsigned channel, uint64_t start)
{
	uint64_t room = 0;

	/* the channel is that of the line that comes, which makes no difference to the whole */
	if (f->written_back)
		room = dram_write(s->dram, channel, sectors_count(f->written_back), start);
	for (unsigned i = 0; i < f->ncompleted; i++) {
		const unsigned n = sectors_count(f->completed[i].sectors);
		const uint64_t gone = dram_complete(s->dram, address_map_channel(&s->map, f->completed[i].line), n, start);

		interconnect_fill(s->interconnect, start, n);
		room = gone > room ? gone : room;
	}
	return room;
}

/* Sends the answer, which would leave L2 at `done`, through the port. */
static void
answer(struct memory_system *s, const struct l2_request *r, uint64_t done)
{
	struct memory_port *p = s->port + r->port;
	const unsigned sectors = sectors_count(r->sectors);

	if (r->kind == L2_ATOMIC) {
		/* its packets follow each other */
		done = server_pass(&p->results, done, r->packets * s->packet) + (r->packets - 1u) * s->packet;
		memory_port_answer(p, r->target, (done + CYCLE_PARTS - 1) / CYCLE_PARTS, true);
		return;
	}
	done = server_pass(&p->fill, done, s->fill[sectors]);
	memory_port_answer(p, r->target, (done + CYCLE_PARTS - 1) / CYCLE_PARTS + (sectors - 1) * s->m->l2.sector, false);
}

/* What passes until the answer is there, the way to a near slice and back included. */
static uint64_t
answer_latency(const struct simt_machine *m, enum l2_kind kind)
{
	return kind == L2_LOAD ? m->l2.load_latency : kind == L2_ATOMIC ? m->l2.atomic_latency : m->l2.store_latency;
}

static void
serve(struct memory_system *s, const struct l2_request *r, memory_told *told, void *arg)
{
	const struct simt_machine *m = s->m;
	const struct port_place *at = s->place + r->port;
	const struct address_place line = address_map(&s->map, r->line);
	const uint64_t far = line.side == at->side ? 0 : m->l2.far;
	const bool remote = m->l2.partitions && line.partition != at->partition;
	struct memory_served served = {0};
	struct l2_found f;
	uint64_t start = r->cycle * CYCLE_PARTS, in = 0, room, done;

	l2_tags_look_up(s->tags, at, r, line.partition, &f);
	room = make_room(s, &f, line.channel, start);
	/* a store waits for what makes room for it; what a load brings comes behind that on its channel */
	if (r->kind == L2_STORE) {
		in = interconnect_store(s->interconnect, start, r);
		in = room > in ? room : in;
	} else if (f.fetched) {
		in = interconnect_fill(s->interconnect, start, sectors_count(f.fetched));
	}
	if (r->kind == L2_LOAD)
		start = interconnect_answer(s->interconnect, start, r, at,
					    remote ? address_map_copy_slice(&s->map, line.slice) : line.slice);
	else if (r->target)
		start = interconnect_results(s->interconnect, start, r->packets);
	start = in > start ? in : start;
	bring_sectors(s, r, &f, line.channel, start);
	if (r->kind == L2_ATOMIC)
		start = atomic_units_perform(s->atomics, r, line.slice, sectors_count(f.fetched & r->sectors), start);
	else
		served.dram_sectors = sectors_count(f.fetched);
	done = start + (answer_latency(m, r->kind) + far) * CYCLE_PARTS;
	if (r->kind == L2_ATOMIC && remote)
		done += m->atomics.far * CYCLE_PARTS;
	served.stored = start / CYCLE_PARTS;
	served.acknowledged = (done + CYCLE_PARTS - 1) / CYCLE_PARTS;
	told(arg, r, &served);
	if (!r->target)
		return;
	/* what another request has fetched may still be on its way */
	if (f.line->late & r->sectors && (f.line->ready + far) * CYCLE_PARTS > done)
		done = (f.line->ready + far) * CYCLE_PARTS;
	answer(s, r, done);
}

/* ---- all of them ---- */

/* So many requests before one is served its turn is prepared. */
enum { AHEAD = 6 };

bool
memory_system_serve(struct memory_system *s, uint64_t until, memory_told *told, void *arg)
{
	size_t n = 0;

	for (unsigned i = 0; i < s->nports; i++)
		n += s->port[i].nrequest;
	if (!n)
		return false;
	cycle_order_room(&s->order, n);
	s->all = grow(s->all, &s->nall, n, sizeof *s->all);
	n = 0;
	for (unsigned i = 0; i < s->nports; i++)
		n += memory_port_take(s->port + i, until, s->all + n, s->order.cycle + n);
	if (n)
		cycle_order_sort(&s->order, n);
	for (size_t i = 0; i < n; i++) {
		if (i + 2 * AHEAD < n)
			__builtin_prefetch(s->all + s->order.order[i + 2 * AHEAD]);
		if (i + AHEAD < n)
			prefetch(s, s->all + s->order.order[i + AHEAD]);
		serve(s, s->all + s->order.order[i], told, arg);
	}
	return true;
}
