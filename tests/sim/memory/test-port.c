/* test-port.c: ports of SMs alone, and the order by cycle in which what they sent is served. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/core/cycle.h"
#include "sim/memory/cycle-order.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/request-order.h"

enum { NUMBER = 7, MOST = 8 };

static void
sends(struct memory_port *p, uint64_t cycle, enum l2_kind kind, uint32_t target)
{
	*memory_port_room(p, 1) =
		(struct l2_request){.cycle = cycle, .kind = (uint8_t)kind, .target = target, .port = (uint16_t)p->number};
	memory_port_send(p, 1);
}

/* The first request and the first load, in whatever order they were sent. */
static void
next(void **state)
{
	struct memory_port p;

	(void)state;
	memory_port_init(&p, NUMBER);
	assert_true(memory_port_next(&p) == NEVER);
	assert_true(memory_port_next_load(&p) == NEVER);
	sends(&p, 30, L2_STORE, 0);
	assert_int_equal(memory_port_next(&p), 30);
	assert_true(memory_port_next_load(&p) == NEVER);
	sends(&p, 50, L2_LOAD, 0);
	sends(&p, 40, L2_LOAD, 0);
	sends(&p, 45, L2_LOAD, 0);
	sends(&p, 35, L2_ATOMIC, 0);
	assert_int_equal(memory_port_next(&p), 30);
	assert_int_equal(memory_port_next_load(&p), 40);
	memory_port_forget(&p);
	assert_true(memory_port_next(&p) == NEVER);
	memory_port_free(&p);
	assert_int_equal(p.number, NUMBER);
}

/* Those that leave before a cycle are listed and served; the others stay. */
static void
listed(void **state)
{
	struct memory_port p, *at = &p;
	struct request_order o = {.n = 0};

	(void)state;
	memory_port_init(&p, NUMBER);
	sends(&p, 10, L2_STORE, 3);
	sends(&p, 20, L2_LOAD, 1);
	sends(&p, 9, L2_LOAD, 4);
	sends(&p, 11, L2_LOAD, 2);
	request_order_list(&o, &at, 1, 9);
	assert_int_equal(o.n, 0);
	memory_port_served(&p, 9);
	assert_int_equal(p.nrequest, 4);
	request_order_list(&o, &at, 1, 11);
	assert_int_equal(o.n, 2);
	assert_int_equal(o.request[0]->target, 4);
	assert_int_equal(o.request[0]->port, NUMBER);
	assert_int_equal(o.request[1]->target, 3);
	memory_port_served(&p, 11);
	assert_int_equal(memory_port_next(&p), 11);
	request_order_list(&o, &at, 1, NEVER);
	assert_int_equal(o.n, 2);
	assert_int_equal(o.request[0]->target, 2);
	assert_int_equal(o.request[1]->target, 1);
	memory_port_served(&p, NEVER);
	request_order_list(&o, &at, 1, NEVER);
	assert_int_equal(o.n, 0);
	request_order_free(&o);
	assert_null(o.request);
	memory_port_free(&p);
}

/* By cycle, then port, then as they were sent; a cycle of a later time, and fewer requests, find the room of an earlier one. */
static void
of_several(void **state)
{
	enum { PORTS = 3 };
	static const struct {
		unsigned port, cycle;
		unsigned comes; /* from 1 on; 0: it stays */
	} row[] = {{2, 12, 6}, {0, 12, 4}, {2, 10, 2}, {0, 12, 5}, {1, 17, 0}, {2, 10, 3}, {0, 13, 7}, {0, 9, 1}};
	enum { ROWS = sizeof row / sizeof *row };
	struct request_order o = {.n = 0};

	(void)state;
	for (unsigned turn = 0; turn < 3; turn++) {
		struct memory_port p[PORTS], *at[PORTS];
		const uint64_t from = turn == 1 ? 1000000 : 0;

		for (unsigned i = 0; i < PORTS; i++) {
			memory_port_init(p + i, i);
			at[i] = p + i;
		}
		for (unsigned i = turn < 2 ? 0 : 4; i < ROWS; i++)
			sends(p + row[i].port, from + row[i].cycle, L2_LOAD, i);
		request_order_list(&o, at, PORTS, from + 17);
		assert_int_equal(o.n, turn < 2 ? ROWS - 1 : 3);
		for (unsigned i = 0; i < ROWS && turn < 2; i++)
			if (row[i].comes)
				assert_int_equal(o.request[row[i].comes - 1]->target, i);
		for (unsigned i = 0; i < PORTS; i++) {
			memory_port_served(p + i, from + 17);
			assert_int_equal(p[i].nrequest, i == 1);
			assert_true(memory_port_next(p + i) == (i == 1 ? from + 17 : NEVER));
			memory_port_free(p + i);
		}
	}
	/* memory for the cycles between, not for those before */
	assert_in_range(o.cycles, 13 - 9 + 1, 1000);
	request_order_free(&o);
}

/* Those that stay keep their order, however many they are, as others come behind them and go. */
static void
backlog(void **state)
{
	enum { TURNS = 300, A_TURN = 40, ALL = TURNS * A_TURN };
	static uint64_t leaves[ALL]; /* by target */
	static bool gone[ALL];
	struct request_order o = {.n = 0};
	struct memory_port p, *at = &p;
	uint64_t random = 1;
	size_t stay = 0, most = 0;
	uint32_t sent = 0;

	(void)state;
	memory_port_init(&p, NUMBER);
	for (uint64_t until = 10; until <= 10 * TURNS; until += 10) {
		uint64_t next = NEVER;

		for (unsigned i = random >> 40 & 1 ? A_TURN : 5; i--; sent++) {
			random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
			leaves[sent] = until - 10 + (random >> 33) % (random >> 50 & 1 ? 10 : 300);
			sends(&p, leaves[sent], L2_LOAD, sent);
		}
		request_order_list(&o, &at, 1, until);
		for (size_t i = 0; i < o.n; i++) {
			const struct l2_request *r = o.request[i], *before = i ? o.request[i - 1] : NULL;

			assert_true(r->cycle < until && r->cycle == leaves[r->target] && !gone[r->target]);
			assert_true(!i || before->cycle < r->cycle || (before->cycle == r->cycle && before->target < r->target));
			gone[r->target] = true;
		}
		memory_port_served(&p, until);
		stay = 0;
		for (uint32_t i = 0; i < sent; i++) {
			if (gone[i])
				continue;
			assert_true(leaves[i] >= until);
			next = leaves[i] < next ? leaves[i] : next;
			stay++;
		}
		assert_int_equal(p.nrequest, stay);
		assert_true(memory_port_next(&p) == next && memory_port_next_load(&p) == next);
		most = stay > most ? stay : most;
	}
	assert_in_range(most, 50, ALL);
	assert_in_range(p.room, most, 8 * most);
	request_order_free(&o);
	memory_port_free(&p);
}

/* What is forgotten is not served; the paths stay as busy as they are. */
static void
forgotten(void **state)
{
	struct memory_port p;

	(void)state;
	memory_port_init(&p, NUMBER);
	p.fill = (struct server){5, 4};
	sends(&p, 10, L2_LOAD, 1);
	memory_port_forget(&p);
	assert_int_equal(p.nrequest, 0);
	assert_int_equal(p.fill.free, 5);
	memory_port_free(&p);
}

/* By cycle, and what is of one cycle as it came. */
static void
order(void **state)
{
	static const uint64_t cycle[MOST] = {12, 10, 12, 17, 10, 12, 11, 10};
	static const uint32_t sorted[MOST] = {1, 4, 7, 6, 0, 2, 5, 3};
	struct cycle_order o = {.room = 0};

	(void)state;
	/* also where the room of an earlier time is there, of more cycles and more things */
	for (unsigned turn = 0; turn < 3; turn++) {
		const uint64_t from = turn == 1 ? 1000000 : 0;
		const size_t n = turn == 2 ? 4 : MOST;

		cycle_order_room(&o, n);
		for (size_t i = 0; i < n; i++)
			o.cycle[i] = from + (turn == 2 && i == 3 ? 10 : cycle[i]);
		cycle_order_sort(&o, n);
		for (size_t i = 0; i < n && turn < 2; i++)
			assert_int_equal(o.order[i], sorted[i]);
	}
	/* memory for the cycles between, not for those before */
	assert_in_range(o.cycles, 17 - 10 + 1, 1000);
	assert_int_equal(o.order[0], 1);
	assert_int_equal(o.order[1], 3);
	assert_int_equal(o.order[2], 0);
	assert_int_equal(o.order[3], 2);
	cycle_order_free(&o);
	assert_null(o.order);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(next),    cmocka_unit_test(listed),    cmocka_unit_test(of_several),
		cmocka_unit_test(backlog), cmocka_unit_test(forgotten), cmocka_unit_test(order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
