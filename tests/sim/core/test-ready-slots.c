/* test-ready-slots.c: which warp slots are ready, alone: in the cycle for which they were set and not in the one before, however far ahead that
 * was, for any number of slots; and what happens next is never told too late. Nothing else of sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/core/ready-slots.h"

enum { SLOTS_MOST = 256 };

static struct ready_slots r;
static uint64_t ready[SLOTS_MOST];
static unsigned slots;

static void
begin(unsigned n)
{
	slots = n;
	ready_slots_reset(&r, n);
	for (unsigned i = 0; i < n; i++)
		ready[i] = NEVER;
}

static void
set(unsigned i, uint64_t t)
{
	ready[i] = t;
	ready_slots_set(&r, ready_slots_bit(&r, i), t);
}

static void
pass(uint64_t now)
{
	ready_slots_pass(&r, now, ready, slots);
}

static uint64_t
bit(unsigned i)
{
	return UINT64_C(1) << (i >> r.shift);
}

/* Told at N, not at N - 1, of times near and far, and round the end of the lists. */
static void
at_its_cycle(void **state)
{
	static const uint64_t start[] = {0, 1, 62, 63, 64, 1000, UINT64_C(1) << 40};
	static const uint64_t ahead[] = {1, 2, 62, 63, 64, 65, 127, 128, 129, 5000};

	(void)state;
	for (unsigned k = 0; k < sizeof start / sizeof *start; k++)
		for (unsigned i = 0; i < sizeof ahead / sizeof *ahead; i++) {
			const uint64_t t = start[k] + ahead[i];

			begin(64);
			pass(start[k]);
			set(63, t);
			assert_int_equal(r.ready, 0);
			assert_true(ready_slots_next(&r) <= t && ready_slots_next(&r) > start[k]);
			pass(t - 1);
			assert_int_equal(r.ready, 0);
			assert_int_equal(r.fresh, 0);
			assert_int_equal(ready_slots_next(&r), t);
			pass(t);
			assert_int_equal(r.ready, bit(63));
			assert_int_equal(r.fresh, bit(63));
			assert_true(ready_slots_next(&r) == NEVER);
		}
}

/* A slot that is set for a cycle that has passed, or is passing, is ready at once, and fresh again. */
static void
at_once(void **state)
{
	(void)state;
	begin(4);
	pass(10);
	set(1, 10);
	set(2, 3);
	set(3, 11);
	assert_int_equal(r.ready, bit(1) | bit(2));
	assert_int_equal(r.fresh, bit(1) | bit(2));
	r.fresh = 0;
	pass(10);
	assert_int_equal(r.fresh, 0);
	set(1, 9);
	assert_int_equal(r.fresh, bit(1));
	ready_slots_forget(&r, ready_slots_bit(&r, 1));
	assert_int_equal(r.ready, bit(2));
	pass(11);
	assert_int_equal(r.ready, bit(2) | bit(3));
	assert_int_equal(r.fresh, bit(1) | bit(3));
}

/* What is set to later is told where it was, too; what is set to sooner is told in time. A slot that nobody sets is never told. */
static void
set_anew(void **state)
{
	(void)state;
	begin(8);
	set(0, 5);
	set(0, 20);
	set(1, 300);
	set(1, 7);
	set(2, 200);
	set(2, 100);
	set(3, 90);
	set(3, NEVER);
	pass(6);
	assert_int_equal(r.ready, bit(0));
	ready_slots_forget(&r, ready_slots_bit(&r, 0));
	pass(7);
	assert_int_equal(r.ready, bit(1));
	assert_int_equal(ready_slots_next(&r), 20);
	pass(20);
	assert_int_equal(r.ready, bit(0) | bit(1));
	pass(99);
	assert_int_equal(r.ready, bit(0) | bit(1));
	pass(100);
	assert_int_equal(r.ready, bit(0) | bit(1) | bit(2));
	pass(100000);
	assert_int_equal(r.ready, bit(0) | bit(1) | bit(2));
	assert_true(ready_slots_next(&r) == NEVER);
}

/* As many bits as slots up to 64; then a bit is for 2, 4 ... neighbours, and is not forgotten with one of them. */
static void
many_slots(void **state)
{
	static const struct {
		unsigned slots, shift;
	} row[] = {{1, 0}, {63, 0}, {64, 0}, {65, 1}, {128, 1}, {129, 2}, {256, 2}};

	(void)state;
	for (unsigned k = 0; k < sizeof row / sizeof *row; k++) {
		begin(row[k].slots);
		assert_int_equal(r.shift, row[k].shift);
		set(row[k].slots - 1, 1);
		set(0, 1);
		pass(1);
		assert_int_equal(r.ready, bit(0) | bit(row[k].slots - 1));
		ready_slots_forget(&r, ready_slots_bit(&r, 0));
		assert_int_equal(r.ready, row[k].shift ? bit(0) | bit(row[k].slots - 1) : bit(row[k].slots - 1) & ~UINT64_C(1));
	}
}

static uint64_t
draw(uint64_t n)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (state >> 33) % n;
}

/* However slots are set and time goes on: who is ready is told, once it is fresh; nothing is told that was not set for a cycle so far; and
 * the next cycle in which one becomes ready is not before the one that is said to be next. */
static void
at_random(void **state)
{
	static const unsigned numbers[] = {1, 16, 64, 100, 256};
	uint64_t now, told;

	(void)state;
	for (unsigned k = 0; k < sizeof numbers / sizeof *numbers; k++) {
		begin(numbers[k]);
		now = 0;
		for (unsigned step = 0; step < 20000; step++) {
			uint64_t could = r.ready, first = NEVER;

			for (unsigned n = (unsigned)draw(4); n--;) {
				const unsigned i = (unsigned)draw(slots);

				set(i, now + draw(draw(8) ? 70 : 400));
				could |= bit(i);
			}
			told = r.ready;
			assert_int_equal(told & ~could, 0);
			now += draw(8) ? draw(3) : draw(200);
			pass(now);
			for (unsigned i = 0; i < slots; i++) {
				if (ready[i] <= now)
					assert_true(r.ready & bit(i));
				else if (ready[i] < first)
					first = ready[i];
			}
			assert_true(ready_slots_next(&r) <= first);
			assert_true(ready_slots_next(&r) > now);
			assert_int_equal(r.ready & ~told & ~r.fresh, 0);
			r.fresh = 0;
			for (unsigned i = 0; i < slots; i++)
				if (ready[i] > now)
					ready_slots_forget(&r, ready_slots_bit(&r, i));
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(at_its_cycle), cmocka_unit_test(at_once), cmocka_unit_test(set_anew),
					   cmocka_unit_test(many_slots), cmocka_unit_test(at_random)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
