/* test-copy-groups.c: groups of asynchronous copies alone: which of them a DEPBAR waits for, and until when. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include <stdlib.h>

#include "sim/core/copy-groups.h"
#include "sim/core/warp.h"

static const struct opcode group = {.flow = FLOW_GROUP}, other = {.flow = FLOW_BAR};

/* The cycle from which a DEPBAR may issue that lets so many groups be left. */
static uint64_t
waits(const struct warp *w, unsigned left)
{
	struct inst in = {.op = &group};

	in.f[F_store] = 1;
	in.f[F_count] = (uint8_t)left;
	return copy_groups_done(w, &in);
}

static struct warp *
made(void)
{
	struct warp *w = calloc(1, sizeof *w);

	assert_non_null(w);
	return w;
}

/* A group that is known to be done from that cycle on. */
static void
ends(struct warp *w, uint64_t until)
{
	copy_groups_known(w, until);
	copy_groups_end(w, 0);
}

/* A group is done when its last copy is, whichever is told last. */
static void
last_copy(void **state)
{
	struct warp *w = made();
	uint64_t first, second;

	(void)state;
	copy_groups_known(w, 30);
	copy_groups_known(w, 20);
	copy_groups_end(w, 0);
	assert_int_equal(waits(w, 0), 30);
	first = copy_groups_load(w);
	copy_groups_known(w, 60);
	second = copy_groups_load(w);
	copy_groups_end(w, 0);
	assert_true(waits(w, 0) == NEVER);
	copy_groups_arrive(w, second, 90);
	assert_true(waits(w, 0) == NEVER);
	copy_groups_arrive(w, first, 50);
	assert_int_equal(waits(w, 0), 90);
	assert_int_equal(waits(w, 1), 30);
	free(w);
}

/* Those that may be left are the last ones; copies whose group has not ended are none of them. */
static void
left(void **state)
{
	struct warp *w = made();

	(void)state;
	ends(w, 10);
	ends(w, 30);
	ends(w, 20);
	copy_groups_known(w, 500);
	assert_int_equal(waits(w, 0), 30);
	assert_int_equal(waits(w, 1), 30);
	assert_int_equal(waits(w, 2), 10);
	assert_int_equal(waits(w, 3), 0);
	assert_int_equal(waits(w, 4), 0);
	copy_groups_end(w, 0);
	assert_int_equal(waits(w, 0), 500);
	assert_int_equal(waits(w, 1), 30);
	free(w);
}

/* No other instruction waits, nor does what ends a group. */
static void
others(void **state)
{
	struct warp *w = made();
	struct inst in = {.op = &group};

	(void)state;
	ends(w, 10);
	assert_int_equal(copy_groups_done(w, &in), 0);
	in.f[F_store] = 1;
	assert_int_equal(copy_groups_done(w, &in), 10);
	in.op = &other;
	assert_int_equal(copy_groups_done(w, &in), 0);
	free(w);
}

/* With one group more than there is room for the oldest two are one. */
static void
oldest_two(void **state)
{
	struct warp *w = made();

	(void)state;
	ends(w, 100);
	for (unsigned i = 1; i < COPY_GROUPS; i++)
		ends(w, i);
	assert_int_equal(waits(w, COPY_GROUPS - 1), 100);
	assert_int_equal(waits(w, COPY_GROUPS), 0);
	ends(w, COPY_GROUPS);
	assert_int_equal(waits(w, COPY_GROUPS - 1), 100);
	assert_int_equal(waits(w, COPY_GROUPS), 0);
	/* the later of the two counts, whichever it is */
	ends(w, 200);
	assert_int_equal(waits(w, COPY_GROUPS - 1), 100);
	for (unsigned i = 0; i < COPY_GROUPS - 1; i++)
		ends(w, 0);
	assert_int_equal(waits(w, COPY_GROUPS - 1), 200);
	free(w);
}

/* What comes for a copy finds its group, wherever that is by now. */
static void
late_answers(void **state)
{
	struct warp *w = made();
	uint64_t oldest, later, last;

	(void)state;
	oldest = copy_groups_load(w);
	copy_groups_end(w, 0);
	later = copy_groups_load(w);
	copy_groups_end(w, 0);
	for (unsigned i = 2; i < COPY_GROUPS + 2; i++)
		copy_groups_end(w, 0);
	/* the first three are one, and two copies of it are on their way */
	last = copy_groups_load(w);
	copy_groups_end(w, 0);
	assert_true(waits(w, 0) == NEVER);
	copy_groups_arrive(w, last, 70);
	assert_true(waits(w, COPY_GROUPS - 1) == NEVER);
	copy_groups_arrive(w, oldest, 50);
	assert_true(waits(w, COPY_GROUPS - 1) == NEVER);
	copy_groups_arrive(w, later, 40);
	assert_int_equal(waits(w, COPY_GROUPS - 1), 50);
	assert_int_equal(waits(w, 1), 50);
	assert_int_equal(waits(w, 0), 70);
	free(w);
}

/* A group is not done before the cycle that it is closed with, copies or none. */
static void
closed(void **state)
{
	struct warp *w = made();
	uint64_t last;

	(void)state;
	copy_groups_end(w, 50);
	assert_int_equal(waits(w, 0), 50);
	copy_groups_known(w, 60);
	copy_groups_end(w, 59);
	assert_int_equal(waits(w, 0), 60);
	copy_groups_known(w, 60);
	copy_groups_end(w, 61);
	assert_int_equal(waits(w, 0), 61);
	last = copy_groups_load(w);
	copy_groups_end(w, 80);
	copy_groups_arrive(w, last, 70);
	assert_int_equal(waits(w, 0), 80);
	assert_int_equal(waits(w, 1), 61);
	free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(last_copy),  cmocka_unit_test(left),         cmocka_unit_test(others),
		cmocka_unit_test(oldest_two), cmocka_unit_test(late_answers), cmocka_unit_test(closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
