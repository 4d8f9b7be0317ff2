/* test-block-schedulers.c: the block schedulers alone: whose block is next, and which SMs are open to it. Which of these gets it is the test's own
 * rule: the first that has room. Nothing else of sim/ is linked. */
#include "sim/dispatch/placement.h"
#include "sim/runtime/gpu.h"
#include "tests/helpers/unit.h"

#include <string.h>

enum { SMS = 4, LAUNCHES = 3 };

static struct {
	struct simt_machine machine;
	struct gpu gpu;
	struct sm sm[SMS];
	struct launch_state launch[LAUNCHES], *running[LAUNCHES];
	unsigned room[SMS];  /* blocks that each SM still takes */
	unsigned first, end; /* what the scheduler asked for last */
	uint32_t refused;    /* number of a launch for whose blocks there is no room */
} t;

/* In place of sim/dispatch/placement.c. */
struct sm *
placement_next(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	t.first = first;
	t.end = end;
	for (unsigned i = first; i < end && l->number != t.refused; i++)
		if (t.room[i])
			return gpu->sm + i;
	return NULL;
}

/* Launches 1 to n, with so many blocks each, have arrived in this order; each SM has room for `room` blocks. */
static void
arrive(unsigned n, uint64_t blocks, unsigned room)
{
	memset(&t, 0, sizeof t);
	t.machine.chip.sms = SMS;
	t.gpu = (struct gpu){.m = &t.machine, .sm = t.sm, .running = t.running, .nrunning = n};
	for (unsigned i = 0; i < n; i++) {
		t.launch[i] = (struct launch_state){.number = i + 1, .blocks = blocks, .arrived = true};
		t.running[i] = t.launch + i;
	}
	for (unsigned i = 0; i < SMS; i++) {
		t.sm[i].id = i;
		t.room[i] = room;
	}
}

/* Places the next block; returns the number of its launch, and in *sm its SM. 0: none can be placed. */
static unsigned
place(const struct block_policy *p, unsigned *sm)
{
	struct sm *on = NULL;
	struct launch_state *l = p->next(&t.gpu, &on);

	if (!l)
		return 0;
	l->next_block++;
	t.room[on->id]--;
	*sm = on->id;
	return l->number;
}

/* leftover: all blocks of the first launch come before those of the second. */
static void
leftover_in_order(void **state)
{
	unsigned sm;

	(void)state;
	arrive(2, 3, 2);
	for (unsigned i = 0; i < 6; i++) {
		assert_int_equal(place(&blocks_leftover, &sm), i < 3 ? 1 : 2);
		assert_int_equal(sm, i / 2);
		assert_int_equal(t.first, 0);
		assert_int_equal(t.end, SMS);
	}
	assert_int_equal(place(&blocks_leftover, &sm), 0);
}

/* leftover: one whose block finds no room holds up the others; one that has not arrived does not let those behind it arrive. */
static void
leftover_waits(void **state)
{
	unsigned sm;

	(void)state;
	arrive(2, 2, 0);
	assert_int_equal(place(&blocks_leftover, &sm), 0);
	t.room[3] = 1;
	assert_int_equal(place(&blocks_leftover, &sm), 1);
	assert_int_equal(sm, 3);
	t.room[2] = 1;
	t.refused = 1;
	assert_int_equal(place(&blocks_leftover, &sm), 0);
	arrive(2, 2, 1);
	t.launch[0].arrived = false;
	assert_int_equal(place(&blocks_leftover, &sm), 0);
}

/* round-robin: launches take turns, a block each. */
static void
round_robin_turns(void **state)
{
	unsigned sm;

	(void)state;
	arrive(3, 2, 2);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(place(&blocks_round_robin, &sm), i % 3 + 1);
	assert_int_equal(place(&blocks_round_robin, &sm), 0);
	/* the first finds no room, and holds up nobody */
	arrive(3, 2, 2);
	t.refused = 1;
	assert_int_equal(place(&blocks_round_robin, &sm), 2);
	/* the one in the middle is through: it has no turn */
	arrive(3, 2, 2);
	t.launch[1].next_block = 2;
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(place(&blocks_round_robin, &sm), i % 2 ? 3 : 1);
}

/* round-robin: a cooperative launch does not start while another one has yet to place some of its blocks. */
static void
round_robin_cooperative(void **state)
{
	unsigned sm;

	(void)state;
	arrive(2, 2, 2);
	t.launch[0].cooperative = t.launch[1].cooperative = true;
	assert_int_equal(place(&blocks_round_robin, &sm), 1);
	assert_int_equal(place(&blocks_round_robin, &sm), 1);
	assert_int_equal(place(&blocks_round_robin, &sm), 2);
	assert_int_equal(place(&blocks_round_robin, &sm), 2);
}

/* spatial: as many sets of neighbouring SMs as launches have arrived. */
static void
spatial_sets(void **state)
{
	unsigned sm;

	(void)state;
	arrive(2, 4, 1);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(place(&blocks_spatial, &sm), 1);
		assert_int_equal(sm, i);
		assert_int_equal(t.end, 2);
	}
	/* its SMs are full, and it does not get those of the other */
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(place(&blocks_spatial, &sm), 2);
		assert_int_equal(sm, 2 + i);
		assert_int_equal(t.first, 2);
		assert_int_equal(t.end, 4);
	}
	assert_int_equal(place(&blocks_spatial, &sm), 0);
	assert_true(blocks_spatial.alone);
	/* a launch that is alone has them all, whatever spatial_first says */
	arrive(1, 4, 1);
	t.machine.dispatch.spatial_first = 1;
	assert_int_equal(place(&blocks_spatial, &sm), 1);
	assert_int_equal(t.end, SMS);
}

/* spatial_sets 2: a third launch waits for a set until one ends; spatial_first 1: the first set has one SM. */
static void
spatial_fixed_sets(void **state)
{
	unsigned sm;

	(void)state;
	arrive(3, 2, 2);
	t.machine.dispatch.spatial_sets = 2;
	t.machine.dispatch.spatial_first = 1;
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(place(&blocks_spatial, &sm), i / 2 + 1);
		assert_int_equal(sm, i / 2);
	}
	assert_int_equal(t.first, 1);
	assert_int_equal(t.end, SMS);
	assert_int_equal(place(&blocks_spatial, &sm), 0);
	assert_int_equal(t.launch[2].set, 0);
	/* the first one ends */
	t.running[0] = t.launch + 1;
	t.running[1] = t.launch + 2;
	t.gpu.nrunning = 2;
	t.room[0] = 1;
	assert_int_equal(place(&blocks_spatial, &sm), 3);
	assert_int_equal(sm, 0);
	assert_int_equal(t.launch[2].set, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leftover_in_order),       cmocka_unit_test(leftover_waits), cmocka_unit_test(round_robin_turns),
		cmocka_unit_test(round_robin_cooperative), cmocka_unit_test(spatial_sets),   cmocka_unit_test(spatial_fixed_sets),
	};

	cmocka_run_group_tests_name("block schedulers", tests, NULL, NULL);
	return 0;
}
