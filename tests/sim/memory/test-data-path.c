/* test-data-path.c: the data path of an SM alone: when it takes what, to a cycle. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include <stdlib.h>

#include "sim/core/sm.h"
#include "sim/machine/machine.h"
#include "sim/memory/data-path.h"

enum { SUBCORES = 3, CONFLICT = 3, QUEUE = 2 };

static struct simt_machine m;
static struct sm *sm;

/* An idle SM at cycle `now`. */
static void
at(uint64_t now)
{
	if (!sm) {
		sm = calloc(1, sizeof *sm);
		assert_non_null(sm);
		sm->subcore = calloc(SUBCORES, sizeof *sm->subcore);
		assert_non_null(sm->subcore);
		sm->m = &m;
		m.sm.subcores = SUBCORES;
		m.lsu.wavefront_cycles = CONFLICT;
		m.lsu.data_path = true;
		m.shared.queue = QUEUE;
	}
	m.lsu.data_turn = 0;
	data_path_reset(sm);
	sm->now = now;
}

static int
done(void **state)
{
	(void)state;
	free(sm->subcore);
	free(sm);
	return 0;
}

static uint64_t
take(unsigned subcore, uint64_t from, unsigned wavefronts, bool global)
{
	return data_path_take(sm, sm->subcore + subcore, from, wavefronts, global);
}

/* A path that is off takes all at once. */
static void
off(void **state)
{
	(void)state;
	at(10);
	m.lsu.data_path = false;
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(take(0, 10, 4, i & 1), 10);
		assert_int_equal(data_path_take_unit(sm, sm->subcore + 1, 11, 5), 11);
		data_path_hold(sm, 7);
		assert_int_equal(data_path_ready(&sm->data_path), 0);
	}
	m.lsu.data_path = true;
}

/* The path takes a wavefront a cycle; those of a sub-core are CONFLICT apart. */
static void
wavefronts(void **state)
{
	(void)state;
	for (unsigned late = 0; late < 2; late++) {
		at(10);
		assert_int_equal(take(0, 10, 4, false), 10);
		assert_int_equal(data_path_ready(&sm->data_path), 14);
		sm->now = 13 + late;
		assert_int_equal(take(1, 13 + late, 1, false), 14);
		at(10);
		assert_int_equal(take(0, 10, 4, false), 10);
		sm->now = 10 + 1 + 3 * CONFLICT - 1 + late;
		assert_int_equal(take(0, sm->now, 1, false), 20);
		/* one alone holds its sub-core for a cycle */
		at(10);
		assert_int_equal(take(0, 10, 1, false), 10);
		sm->now = 10 + late;
		assert_int_equal(take(0, sm->now, 1, false), 11);
	}
}

/* What comes later leaves the path to others until then; what came before now is taken from then on. */
static void
gaps(void **state)
{
	(void)state;
	at(10);
	assert_int_equal(take(0, 30, 2, false), 30);
	assert_int_equal(data_path_ready(&sm->data_path), 12);
	assert_int_equal(take(1, 11, 1, false), 12);
	at(10);
	assert_int_equal(take(0, 5, 2, false), 5);
	assert_int_equal(data_path_ready(&sm->data_path), 7);
	/* the path is busy for longer than the sub-core, or the other way round */
	at(10);
	take(0, 10, 9, false);
	assert_int_equal(take(1, 12, 1, false), 19);
	assert_int_equal(take(1, 12, 1, false), 20);
	assert_int_equal(take(0, 12, 1, false), 10 + 1 + 8 * CONFLICT);
}

/* Each turn from one kind to the other costs data_turn where the path is busy, parts of cycles added up. */
static void
turns(void **state)
{
	(void)state;
	at(10);
	m.lsu.data_turn = 150;
	take(0, 10, 4, false);
	sm->now = 11;
	assert_int_equal(take(1, 11, 1, true), 15);
	assert_int_equal(take(2, 11, 1, true), 16);
	assert_int_equal(take(1, 17, 1, false), 19);
	/* it is free at N: nothing is lost there, at N - 1 it is */
	for (unsigned late = 0; late < 2; late++) {
		at(10);
		m.lsu.data_turn = 200;
		take(0, 10, 4, false);
		sm->now = 13 + late;
		assert_int_equal(take(1, sm->now, 1, true), late ? 14 : 16);
		/* and nothing where the kind stays, which is the last one's */
		assert_int_equal(take(2, sm->now, 1, true), late ? 15 : 17);
	}
}

/* QUEUE accesses of shared memory wait at a time. */
static void
shared(void **state)
{
	(void)state;
	at(10);
	assert_int_equal(data_path_shared_ready(sm), 0);
	assert_int_equal(data_path_take_shared(sm, sm->subcore, 10, 5), 10);
	assert_int_equal(data_path_shared_ready(sm), 0);
	assert_int_equal(data_path_take_shared(sm, sm->subcore + 1, 10, 1), 15);
	assert_int_equal(data_path_shared_ready(sm), 10);
	/* others take no place there */
	take(2, 10, 1, true);
	assert_int_equal(data_path_shared_ready(sm), 10);
	assert_int_equal(data_path_take_shared(sm, sm->subcore + 1, 20, 1), 20);
	assert_int_equal(data_path_shared_ready(sm), 15);
	data_path_reset(sm);
	assert_int_equal(data_path_shared_ready(sm), 0);
	/* behind an access of L1 it is a turn */
	m.lsu.data_turn = 100;
	sm->now = 10;
	take(0, 10, 1, true);
	assert_int_equal(data_path_take_shared(sm, sm->subcore + 1, 10, 1), 12);
}

/* A unit takes the path for some cycles, its sub-core for one. */
static void
unit(void **state)
{
	(void)state;
	at(10);
	assert_int_equal(data_path_take_unit(sm, sm->subcore, 10, 5), 10);
	assert_int_equal(data_path_ready(&sm->data_path), 15);
	assert_int_equal(sm->subcore->data_free, 11);
	assert_int_equal(data_path_take_unit(sm, sm->subcore, 10, 1), 15);
	assert_int_equal(data_path_ready(&sm->data_path), 16);
	/* it counts as shared memory */
	m.lsu.data_turn = 100;
	assert_int_equal(take(1, 10, 1, true), 17);
	assert_int_equal(data_path_take_unit(sm, sm->subcore, 10, 1), 19);
}

/* It is held from now on, or from when it is free. */
static void
held(void **state)
{
	(void)state;
	at(10);
	data_path_hold(sm, 3);
	assert_int_equal(data_path_ready(&sm->data_path), 13);
	data_path_hold(sm, 4);
	assert_int_equal(data_path_ready(&sm->data_path), 17);
	sm->now = 17;
	data_path_hold(sm, 0);
	assert_int_equal(data_path_ready(&sm->data_path), 17);
}

/* A copy takes whole cycles at once; parts of them once they are one. */
static void
copies(void **state)
{
	(void)state;
	at(10);
	assert_int_equal(data_path_take_copy(sm, sm->subcore, 10, 460, 0), 10);
	assert_int_equal(data_path_ready(&sm->data_path), 14);
	assert_int_equal(data_path_take_copy(sm, sm->subcore + 1, 10, 139, 0), 14);
	assert_int_equal(data_path_ready(&sm->data_path), 15);
	assert_int_equal(data_path_take_copy(sm, sm->subcore + 2, 10, 101, 0), 15);
	assert_int_equal(data_path_ready(&sm->data_path), 17);
	m.lsu.data_path = false;
	assert_int_equal(data_path_take_copy(sm, sm->subcore, 20, 460, 0), 20);
	m.lsu.data_path = true;
	assert_int_equal(data_path_ready(&sm->data_path), 17);
}

/* What copies write later takes idle cycles, and as many wavefronts as what comes meanwhile. */
static void
written_later(void **state)
{
	(void)state;
	at(10);
	assert_int_equal(data_path_take_copy(sm, sm->subcore, 10, 100, 5), 10);
	assert_int_equal(data_path_ready(&sm->data_path), 11);
	/* two of the five go before two others */
	assert_int_equal(take(1, 10, 2, true), 13);
	assert_int_equal(data_path_ready(&sm->data_path), 15);
	/* two in idle cycles, so that one is left; then none */
	sm->now = 17;
	assert_int_equal(take(2, 17, 2, true), 18);
	sm->now = 40;
	assert_int_equal(take(2, 40, 2, true), 40);
	assert_int_equal(data_path_ready(&sm->data_path), 42);
}

/* Nothing of all that is left after a reset. */
static void
reset(void **state)
{
	(void)state;
	at(10);
	m.lsu.data_turn = 150;
	take(0, 10, 50, true);
	take(2, 10, 50, false);
	at(10);
	m.lsu.data_turn = 150;
	for (unsigned i = 0; i < SUBCORES; i++)
		assert_int_equal(take(i, 10, 1, false), 10 + i);
	/* a cycle and a half: the half is none of before */
	assert_int_equal(take(0, 11, 1, true), 14);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wavefronts), cmocka_unit_test(off),           cmocka_unit_test(gaps), cmocka_unit_test(turns),
		cmocka_unit_test(shared),     cmocka_unit_test(unit),          cmocka_unit_test(held), cmocka_unit_test(reset),
		cmocka_unit_test(copies),     cmocka_unit_test(written_later),
	};

	return cmocka_run_group_tests(tests, NULL, done);
}
