/* test-memory-system.c: all that is behind the SMs' ports, without an SM: when answers come, in which order requests are served, what they
 * count. Nothing of sim/ is linked but the memory system. */
#include "tests/helpers/unit.h"

#include "sim/core/cycle.h"
#include "sim/machine/machine.h"
#include "sim/memory/address-map.h"
#include "sim/memory/memory-system.h"

enum { PORTS = 2, HIT = 50, MISS = 30, MOST = 16 };

/* What has been told of served requests, in order. */
static struct {
	struct l2_request request;
	struct memory_served served;
} told[MOST];
static unsigned ntold;

static void
hear(void *arg, const struct l2_request *r, const struct memory_served *s)
{
	assert_ptr_equal(arg, told);
	assert_in_range(ntold, 0, MOST - 1);
	told[ntold].request = *r;
	told[ntold++].served = *s;
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
	ntold = 0;
	return s;
}

static void
send(struct memory_system *s, unsigned port, enum l2_kind kind, uint64_t line, unsigned sectors, uint64_t cycle)
{
	memory_port_send(memory_system_port(s, port), &(struct l2_request){
							      .cycle = cycle,
							      .line = line,
							      .target = kind == L2_STORE ? 0 : 1,
							      .turns = 1,
							      .packets = 1,
							      .kind = (uint8_t)kind,
							      .sectors = (uint8_t)sectors,
							      .full = (uint8_t)sectors,
						      });
}

/* When the one request is answered that is under way. */
static uint64_t
answered(struct memory_system *s, unsigned port, enum l2_kind kind, uint64_t line, unsigned sectors, uint64_t cycle)
{
	struct memory_port *p = memory_system_port(s, port);

	ntold = 0;
	send(s, port, kind, line, sectors, cycle);
	assert_true(memory_system_serve(s, cycle + 1, hear, told));
	assert_int_equal(ntold, 1);
	assert_int_equal(p->nanswer, 1);
	p->nanswer = 0;
	assert_int_equal(p->answer->target, 1);
	assert_int_equal(p->answer->load, kind == L2_ATOMIC);
	return p->answer->cycle;
}

static uint64_t
loaded(struct memory_system *s, unsigned port, uint64_t line, unsigned sectors, uint64_t cycle)
{
	return answered(s, port, L2_LOAD, line, sectors, cycle);
}

/* By cycle, then port, then the order in which they were sent; what leaves at the end of the window is not served yet. */
static void
order(void **state)
{
	static const unsigned line[] = {3, 2, 5, 1, 4};
	const struct simt_machine m = machine();
	struct memory_system *s = made(&m);

	(void)state;
	assert_false(memory_system_serve(s, 100, hear, told));
	send(s, 1, L2_LOAD, 1, 1, 5);
	send(s, 0, L2_STORE, 2, 1, 5);
	send(s, 1, L2_STORE, 3, 1, 4);
	send(s, 1, L2_STORE, 4, 1, 5);
	send(s, 0, L2_STORE, 5, 1, 5);
	send(s, 0, L2_LOAD, 6, 1, 6);
	assert_int_equal(memory_port_next(memory_system_port(s, 1)), 4);
	assert_int_equal(memory_port_next_load(memory_system_port(s, 1)), 5);
	assert_true(memory_system_serve(s, 6, hear, told));
	assert_int_equal(ntold, 5);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(told[i].request.line, line[i]);
		assert_int_equal(told[i].request.port, line[i] != 2 && line[i] != 5);
	}
	assert_int_equal(memory_port_next(memory_system_port(s, 0)), 6);
	assert_int_equal(memory_port_next(memory_system_port(s, 1)), NEVER);
	assert_true(memory_system_serve(s, 7, hear, told));
	assert_int_equal(ntold, 6);
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
	assert_int_equal(told->served.dram_sectors, 1);
	assert_int_equal(loaded(s, 1, 7, 1, 100 + MISS - 1), 100 + HIT + MISS);
	assert_int_equal(told->served.dram_sectors, 0);
	assert_int_equal(loaded(s, 0, 7, 1, 100 + MISS + 1), 100 + HIT + MISS + 1);
	assert_int_equal(loaded(s, 0, 7, 3, 200), 200 + HIT + MISS); /* the other sector */
	assert_int_equal(told->served.dram_sectors, 1);
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
	assert_true(memory_system_serve(s, 101, hear, told));
	assert_int_equal(told->served.stored, 100);
	assert_int_equal(told->served.acknowledged, 100 + HIT + 2);
	assert_int_equal(told->served.dram_sectors, 0);
	assert_int_equal(memory_system_port(s, 0)->nanswer, 0);
	assert_int_equal(loaded(s, 0, 7, 1, 101), 101 + HIT);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 200), 200 + HIT + 1);
	assert_int_equal(told->served.stored, 200);
	assert_int_equal(told->served.acknowledged, 200 + HIT + 1);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 202), 203 + HIT + 1); /* an answer takes 3 cycles */
	assert_int_equal(answered(s, 0, L2_ATOMIC, 7, 1, 206), 206 + HIT + 1);
	assert_int_equal(answered(s, 0, L2_ATOMIC, 8, 1, 300), 300 + HIT + MISS);
	assert_int_equal(told->served.dram_sectors, 0);
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
	assert_int_equal(told->served.dram_sectors, 0);
	assert_int_equal(loaded(s, 0, 7, 1, 300), 300 + HIT);
	send(s, 1, L2_STORE, 7, 1, 310);
	memory_system_serve(s, 311, hear, told);
	assert_int_equal(loaded(s, 0, 7, 1, 400), 400 + HIT + 5);
	send(s, 0, L2_STORE, 7, 1, 410); /* its own copy stays */
	memory_system_serve(s, 411, hear, told);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order),      cmocka_unit_test(hits_and_misses),
		cmocka_unit_test(paths),      cmocka_unit_test(stores_and_atomics),
		cmocka_unit_test(partitions), cmocka_unit_test(sides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
