/* test-memory-system.c: all that is behind the SMs' ports, without an SM: when answers come, in which order requests are served, what they
 * count. Nothing of sim/ is linked but the memory system. */
#include "tests/helpers/unit.h"

#include <string.h>

#include "sim/core/cycle.h"
#include "sim/machine/machine.h"
#include "sim/memory/address-map.h"
#include "sim/memory/memory-system.h"
#include "sim/memory/tag-store.h"

enum { PORTS = 2, HIT = 50, MISS = 30, MOST = 16 };

/* What has been told of served requests, in order. */
static struct told {
	struct l2_request request;
	uint64_t acknowledged, answered; /* 0: it is not */
} told[MOST];
static unsigned ntold, nheard;
static bool sent[PORTS];      /* which ports had something to be served */
static struct memory_sum sum; /* of all */

static struct told *
told_of(const struct l2_request *r)
{
	if (!ntold || told[ntold - 1].request.line != r->line || told[ntold - 1].answered) {
		assert_in_range(ntold, 0, MOST - 1);
		told[ntold++] = (struct told){.request = *r};
	}
	return told + ntold - 1;
}

static void
served(void *arg, unsigned port, const struct memory_answer *a, size_t n)
{
	assert_ptr_equal(arg, told);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(a[i].r->port, port);
		if (a[i].r->kind != L2_LOAD)
			told_of(a[i].r)->acknowledged = a[i].stored;
		if (a[i].r->target)
			told_of(a[i].r)->answered = a[i].answered;
	}
}

static void
summed(void *arg, unsigned port, const struct memory_sum *s)
{
	(void)port;
	assert_ptr_equal(arg, told);
	sum.dram_sectors += s->dram_sectors;
	sum.stores += s->stores;
	sum.last_stored = s->last_stored > sum.last_stored ? s->last_stored : sum.last_stored;
}

static void
heard(void *arg, unsigned port)
{
	assert_ptr_equal(arg, told);
	/* in order, and only those that had sent */
	while (!sent[nheard])
		nheard++;
	assert_int_equal(port, nheard++);
}

static const struct memory_client client = {served, summed, heard, told};

static bool
serve(struct memory_system *s, uint64_t until)
{
	bool some;

	ntold = nheard = 0;
	for (unsigned i = 0; i < PORTS; i++)
		sent[i] = memory_system_port(s, i)->nrequest;
	sum = (struct memory_sum){.launch = NULL};
	some = memory_system_serve(s, until, NULL, NULL, &client);
	for (; nheard < PORTS; nheard++)
		assert_false(some && sent[nheard]);
	return some;
}

/* Nothing takes long on its way but the path to an SM, which takes a sector a cycle. */
static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.l2.bytes = 8192;
	m.l2.ways = 4;
	m.l2.fetch = 1;
	m.l2.slices = 1;
	m.l2.interleave = 1;
	m.l2.page = 1;
	m.l2.load_latency = HIT;
	m.l2.atomic_latency = HIT + 1;
	m.l2.store_latency = HIT + 2;
	m.l2.copy_latency = HIT;
	m.interconnect.out_rate = m.interconnect.in_rate = 1 << 20;
	m.interconnect.fill_rate = 32;
	m.dram.channels = 1;
	m.dram.interleave = 1;
	m.dram.rate = m.dram.write_rate = 1 << 20;
	m.dram.latency = HIT + MISS;
	return m;
}

/* Port 1 is in partition 1 and on side 1. */
static struct memory_system *
made(const struct simt_machine *m)
{
	static const struct port_place place[PORTS] = {{.partition = 0, .side = 0}, {.partition = 1, .side = 1}};
	struct memory_system *s = memory_system_new(m, place, PORTS);

	assert_non_null(s);
	return s;
}

/* What the memory system does not look into. */
static struct launch_state {
	int unused;
} launch;

static void
send(struct memory_system *s, unsigned port, enum l2_kind kind, uint64_t line, unsigned sectors, uint64_t cycle)
{
	struct memory_port *p = memory_system_port(s, port);

	*memory_port_room(p, 1) = (struct l2_request){
		.cycle = cycle,
		.line = line,
		.launch = &launch,
		.port = (uint16_t)p->number,
		.target = kind == L2_STORE ? 0 : 1,
		.turns = 1,
		.packets = 1,
		.kind = (uint8_t)kind,
		.sectors = (uint8_t)sectors,
		.full = (uint8_t)sectors,
	};
	memory_port_send(p, 1);
}

/* When the one request is answered that is under way. */
static uint64_t
answered(struct memory_system *s, unsigned port, enum l2_kind kind, uint64_t line, unsigned sectors, uint64_t cycle)
{
	send(s, port, kind, line, sectors, cycle);
	assert_true(serve(s, cycle + 1));
	assert_int_equal(ntold, 1);
	assert_int_equal(told->request.port, port);
	assert_int_equal(told->acknowledged != 0, kind == L2_ATOMIC);
	return told->answered;
}

static uint64_t
loaded(struct memory_system *s, unsigned port, uint64_t line, unsigned sectors, uint64_t cycle)
{
	return answered(s, port, L2_LOAD, line, sectors, cycle);
}

/* By cycle, then port, then the order in which they were sent, which the path into L2 shows, on which each store takes a cycle. What leaves at
 * the end of the window is not served yet. */
static void
order(void **state)
{
	static const struct {
		unsigned line;
		uint64_t comes;
	} row[] = {{2, 5}, {5, 6}, {3, 4}, {1, 7}, {4, 8}};
	struct simt_machine m = machine();
	struct memory_system *s;

	(void)state;
	m.interconnect.in_rate = SECTOR_BYTES;
	s = made(&m);
	assert_false(serve(s, 100));
	send(s, 1, L2_STORE, 1, 1, 5);
	send(s, 0, L2_STORE, 2, 1, 5);
	send(s, 1, L2_STORE, 3, 1, 4);
	send(s, 1, L2_STORE, 4, 1, 5);
	send(s, 0, L2_STORE, 5, 1, 5);
	send(s, 0, L2_LOAD, 6, 1, 6);
	assert_int_equal(memory_port_next(memory_system_port(s, 1)), 4);
	assert_true(memory_port_next_load(memory_system_port(s, 1)) == NEVER);
	assert_true(serve(s, 6));
	assert_int_equal(ntold, 5);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(told[i].request.line, row[i].line);
		assert_int_equal(told[i].request.port, i >= 2);
		assert_int_equal(told[i].acknowledged, row[i].comes + HIT + 2);
	}
	assert_int_equal(sum.stores, 5);
	assert_int_equal(sum.last_stored, 8);
	assert_int_equal(memory_port_next(memory_system_port(s, 0)), 6);
	assert_true(memory_port_next(memory_system_port(s, 1)) == NEVER);
	assert_true(serve(s, 7));
	assert_int_equal(ntold, 1);
	memory_system_free(s);
}

/* A miss takes MISS longer than a hit. Who asks for a sector under way waits for it, and no longer. */
static void
hits_and_misses(void **state)
{
	const struct simt_machine m = machine();
	struct memory_system *s = made(&m);

	(void)state;
	assert_int_equal(loaded(s, 0, 7, 1, 100), 100 + HIT + MISS);
	assert_int_equal(sum.dram_sectors, 1);
	assert_int_equal(loaded(s, 1, 7, 1, 100 + MISS - 1), 100 + HIT + MISS);
	assert_int_equal(sum.dram_sectors, 0);
	assert_int_equal(loaded(s, 0, 7, 1, 100 + MISS + 1), 100 + HIT + MISS + 1);
	assert_int_equal(loaded(s, 0, 7, 3, 200), 200 + HIT + MISS); /* the other sector */
	assert_int_equal(sum.dram_sectors, 1);
	assert_int_equal(loaded(s, 1, 7, 1, 205), 205 + HIT); /* what was there waits for nothing */
	memory_system_reset(s);
	assert_int_equal(loaded(s, 0, 7, 1, 300), 300 + HIT + MISS);
	memory_system_free(s);
}

/* Four sectors take the path to their SM for 4 cycles; the path of the other SM is free. Sectors after the first may come later. */
static void
paths(void **state)
{
	struct simt_machine m = machine();
	struct memory_system *s;

	(void)state;
	m.l2.sector = 2;
	s = made(&m);
	loaded(s, 0, 7, 15, 0);
	assert_int_equal(loaded(s, 0, 7, 15, 200), 200 + HIT + 6);
	assert_int_equal(loaded(s, 0, 7, 1, 203), 204 + HIT);
	assert_int_equal(loaded(s, 1, 7, 1, 203), 203 + HIT);
	assert_int_equal(loaded(s, 0, 7, 1, 205), 205 + HIT);
	memory_system_free(s);
}

/* A store is there at once and acknowledged later, and needs nothing of DRAM; an atomic is answered, and does not count what it fetches. */
static void
stores_and_atomics(void **state)
{
	struct simt_machine m = machine();
	struct memory_system *s;

	(void)state;
	m.atomics.answer = 300;
	s = made(&m);
	send(s, 0, L2_STORE, 7, 1, 100);
	assert_true(serve(s, 101));
	assert_int_equal(sum.last_stored, 100);
	assert_int_equal(told->acknowledged, 100 + HIT + 2);
	assert_int_equal(sum.dram_sectors, 0);
	assert_int_equal(told->answered, 0);
	assert_int_equal(loaded(s, 0, 7, 1, 101), 101 + HIT);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 200), 200 + HIT + 1);
	assert_int_equal(sum.last_stored, 200);
	assert_int_equal(told->acknowledged, 200 + HIT + 1);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 202), 203 + HIT + 1); /* an answer takes 3 cycles */
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 206), 206 + HIT + 1);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 8, 1, 300), 300 + HIT + MISS);
	assert_int_equal(sum.dram_sectors, 0);
	memory_system_free(s);
}

/* In the other partition of L2 a line is a copy, which comes copy_latency and remote later than it was asked; then it is there. Stores take copies
 * away. */
static void
partitions(void **state)
{
	struct simt_machine m = machine();
	struct memory_system *s;

	(void)state;
	m.l2.partitions = true;
	m.l2.partition_mask = 1;
	m.l2.remote = 5;
	m.atomics.far = 9;
	s = made(&m);
	loaded(s, 1, 7, 1, 0); /* line 7 is at home in partition 1 */
	assert_int_equal(loaded(s, 1, 7, 1, 200), 200 + HIT);
	assert_int_equal(loaded(s, 0, 7, 1, 200), 200 + HIT + 5);
	assert_int_equal(sum.dram_sectors, 0);
	assert_int_equal(loaded(s, 0, 7, 1, 300), 300 + HIT);
	send(s, 1, L2_STORE, 7, 1, 310);
	serve(s, 311);
	assert_int_equal(loaded(s, 0, 7, 1, 400), 400 + HIT + 5);
	send(s, 0, L2_STORE, 7, 1, 410); /* its own copy stays */
	serve(s, 411);
	assert_int_equal(loaded(s, 0, 7, 1, 500), 500 + HIT);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 600), 600 + HIT + 1 + 9);
	assert_int_equal(answered(s, 1, L2_ATOMIC, 7, 1, 700), 700 + HIT + 1);
	memory_system_free(s);
}

/* Lines of the other side come l2_far later; half of them are there. */
static void
sides(void **state)
{
	enum { LINES = 32, FAR = 7 };
	struct simt_machine m = machine();
	struct memory_system *s;
	struct address_map map;
	unsigned n = 0;

	(void)state;
	m.l2.far = FAR;
	s = made(&m);
	address_map_init(&map, &m);
	for (unsigned line = 0; line < LINES; line++) {
		uint64_t t[PORTS];

		loaded(s, 0, line, 1, 200 * line);
		for (unsigned port = 0; port < PORTS; port++)
			t[port] = loaded(s, port, line, 1, 200 * line + 100) - (200 * line + 100 + HIT);
		for (unsigned port = 0; port < PORTS; port++)
			assert_int_equal(t[port], address_map(&map, line).side == port ? 0 : FAR);
		n += t[0] != 0;
	}
	assert_in_range(n, LINES / 4, LINES * 3 / 4);
	memory_system_free(s);
}

/* ---- served in parts ---- */

/* Does the pieces in some other order than theirs. */
static void
shuffled(void *arg, unsigned n, void (*work)(void *work_arg, unsigned i), void *work_arg)
{
	unsigned *step = arg;

	/* a step that has no factor with n */
	while (n % ++*step == 0 || (n % 2 == 0 && *step % 2 == 0) || (n % 3 == 0 && *step % 3 == 0) ||
	       (n % 11 == 0 && *step % 11 == 0))
		;
	for (unsigned i = 0; i < n; i++)
		work(work_arg, (unsigned)((i + 1) * (uint64_t)*step % n));
}

enum { CROWD = 132, WINDOWS = 40, EACH = 30 };

/* A hash of all that each port was told. */
static uint64_t heard_of[CROWD];

static void
note(unsigned port, uint64_t n)
{
	heard_of[port] = (heard_of[port] ^ n) * UINT64_C(0x100000001b3);
}

static void
note_served(void *arg, unsigned port, const struct memory_answer *a, size_t n)
{
	(void)arg;
	for (size_t i = 0; i < n; i++) {
		if (a[i].r->kind != L2_LOAD)
			note(port, a[i].stored * 2 + 1);
		if (a[i].r->target)
			note(port, a[i].answered * 4096 + a[i].r->target);
	}
}

/* Ports may come in any order. */
static void
note_sum(void *arg, unsigned port, const struct memory_sum *s)
{
	uint64_t *all = arg;

	(void)port;
	all[0] += s->dram_sectors;
	all[1] += s->stores;
	all[2] = s->last_stored > all[2] ? s->last_stored : all[2];
}

static void
note_heard(void *arg, unsigned port)
{
	(void)arg;
	note(port, UINT64_MAX);
}

/* A hash of what all ports hear of requests at random. helpers: as for memory_system_serve(). */
static uint64_t
crowd(const struct simt_machine *m, const struct memory_helpers *helpers)
{
	uint64_t sums[3] = {0, 0, 0}, random = 5;
	const struct memory_client c = {note_served, note_sum, note_heard, sums};
	struct port_place place[CROWD];
	struct memory_system *s;

	for (unsigned i = 0; i < CROWD; i++)
		place[i] = (struct port_place){(uint16_t)(i / 16), (uint8_t)(i % 8), i % 2, i / 2 % 2};
	s = memory_system_new(m, place, CROWD);
	assert_non_null(s);
	memset(heard_of, 0, sizeof heard_of);
	for (unsigned w = 0; w < WINDOWS; w++) {
		for (unsigned i = 0; i < CROWD * EACH; i++) {
			struct memory_port *p = memory_system_port(s, i % CROWD);
			struct l2_request *r = memory_port_room(p, 1);
			const unsigned chance =
				(unsigned)((random = random * UINT64_C(6364136223846793005) + 1442695040888963407) >> 40);
			const uint8_t sectors = (uint8_t)(chance >> 6 & 15 ? chance >> 6 & 15 : 1);

			*r = (struct l2_request){
				.cycle = w * 200 + chance % 250,
				.line = (random >> 20) % (i % 4 ? 200 : 4000),
				.launch = &launch,
				.port = (uint16_t)p->number,
				.target = chance % 8 == 1 ? 0 : 1 + i % 1000,
				.turns = (uint16_t)__builtin_popcount(sectors),
				.packets = (uint16_t)__builtin_popcount(sectors),
				.words = 5,
				.kind = chance % 8 == 0   ? L2_STORE
					: chance % 8 <= 2 ? L2_ATOMIC
							  : L2_LOAD,
				.sectors = sectors,
				.written = {chance, chance, 7, UINT32_MAX},
			};
			r->target = r->kind == L2_STORE ? 0 : r->kind == L2_LOAD && !r->target ? 1 : r->target;
			memory_port_send(p, 1);
		}
		memory_system_serve(s, (w + 1) * 200, helpers, NULL, &c);
	}
	memory_system_free(s);
	for (unsigned i = 0; i < CROWD; i++)
		random = (random ^ heard_of[i]) * UINT64_C(0x100000001b3);
	return random ^ sums[0] ^ sums[1] << 20 ^ sums[2] << 40;
}

/* Whatever the number of threads, and whichever does which piece when, all hear the same: also where sectors that are written in part are
 * completed, where they are not, and where there are none. */
static void
in_parts(void **state)
{
	for (unsigned i = 0; i < 4; i++) {
		struct simt_machine m = machine();
		uint64_t alone;

		(void)state;
		m.l2.bytes = 256 * 1024;
		m.l2.ways = 8;
		m.l2.partitions = i != 3;
		m.l2.partition_mask = i != 3 ? 0x35 : 0;
		m.l2.fetch = 2;
		m.l2.slices = 16;
		m.l2.page = 16;
		m.l2.page_slices = 4;
		m.l2.far = 7;
		m.l2.remote = 11;
		m.l2.partial_bytes = i == 0 ? 0 : i == 1 ? 4096 : 1 << 30;
		m.interconnect.out_rate = m.interconnect.in_rate = 600;
		m.interconnect.gpc_rate = 200;
		m.interconnect.gpc_join = 30;
		m.interconnect.gpc_join_tpcs = 3;
		m.interconnect.gpc_join_part = 20;
		m.interconnect.slice_cycles = 150;
		m.atomics.cycles = 146;
		m.atomics.again = 350;
		m.atomics.answer = 109;
		m.atomics.message = 2;
		m.atomics.far = 13;
		m.dram.channels = 24;
		m.dram.interleave = 2;
		m.dram.rate = m.dram.write_rate = 700;
		m.dram.spread = 5;
		m.dram.batch = 8;
		m.dram.turn = 9;
		alone = crowd(&m, NULL);
		for (unsigned threads = 2; threads <= 16; threads *= 2) {
			unsigned step = 0;
			const struct memory_helpers h = {shuffled, &step, threads, 1};

			assert_true(crowd(&m, &h) == alone);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order),      cmocka_unit_test(hits_and_misses),
		cmocka_unit_test(paths),      cmocka_unit_test(stores_and_atomics),
		cmocka_unit_test(partitions), cmocka_unit_test(sides),
		cmocka_unit_test(in_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
