/* test-warp-scheduler.c: the rules by which a sub-core chooses among ready warps, alone. test-scheduler.c has whole schedules. Nothing else of sim/
 * is linked; the test says which warps wait long. */
#include "tests/helpers/unit.h"

#include <stdlib.h>

#include "sim/core/scoreboard.h"
#include "sim/core/warp-scheduler.h"
#include "sim/machine/machine.h"

enum { SLOTS = 8, SET = 3 };

static struct stage {
	struct simt_machine m;
	struct sm sm;
	struct subcore c;
	struct warp warp[SLOTS];
	struct block block[2];
	const struct block *of[SLOTS];
	uint64_t age[SLOTS], ready[SLOTS];
	bool waits[SLOTS];
} * t;

bool
scoreboard_waits_long(const struct warp *w, const struct split *s, uint64_t now)
{
	(void)s;
	assert_int_equal(now, 100);
	return t->waits[w - t->warp];
}

/* Slot i has age i, but for those that are named here. */
static void
setup(enum machine_scheduler which, unsigned last)
{
	t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->m.issue.scheduler = which;
	t->m.issue.active_warps = SET;
	t->sm.m = &t->m;
	t->sm.now = 100;
	t->c.warps = t->warp;
	t->c.age = t->age;
	t->c.block = t->of;
	t->c.ready = t->ready;
	t->c.used = SLOTS;
	t->c.last = last;
	for (unsigned i = 0; i < SLOTS; i++) {
		t->age[i] = i;
		t->of[i] = t->warp[i].block = t->block;
	}
}

/* Which of the slots in the mask issues. */
static unsigned
choice(unsigned slots)
{
	unsigned best = SLOTS;

	for (unsigned i = 0; i < SLOTS; i++)
		if (slots >> i & 1 && (best == SLOTS || warp_scheduler_table[t->m.issue.scheduler](&t->sm, &t->c, i, best)))
			best = i;
	return best;
}

/* The one that issued last, wherever its slot is; else the oldest or the youngest one. */
static void
greedy(void **state)
{
	(void)state;
	for (unsigned last = 0; last < SLOTS; last++) {
		for (unsigned rule = 0; rule < 2; rule++) {
			setup(rule ? SCHEDULER_GTO : SCHEDULER_GTY, last);
			assert_int_equal(choice(0xff), last);
			for (unsigned i = 0; i < SLOTS; i++)
				t->age[i] = SLOTS - i;
			assert_int_equal(choice(0xff), last);
			free(t);
		}
		setup(SCHEDULER_GTO, last);
		t->age[5] = 10;
		t->age[2] = 9;
		assert_int_equal(choice(0xff & ~(1u << last)), last ? 0 : 1);
		assert_int_equal(choice(0x24 & ~(1u << last)), last == 2 ? 5 : 2);
		free(t);
		setup(SCHEDULER_GTY, last);
		t->age[2] = 9;
		assert_int_equal(choice(0xff & ~(1u << last)), last == 2 ? 7 : 2);
		assert_int_equal(choice(0x03 & ~(1u << last)), last == 1 ? 0 : 1);
		free(t);
	}
}

/* The next slot behind the one that issued last, whatever the ages. */
static void
round_robin(void **state)
{
	(void)state;
	for (unsigned last = 0; last < SLOTS; last++) {
		setup(SCHEDULER_LRR, last);
		assert_int_equal(choice(0xff), (last + 1) % SLOTS);
		assert_int_equal(choice(1u << last), last);
		assert_int_equal(choice(0x81), last < 7 ? 7 : 0);
		assert_int_equal(choice(0x11 | 1u << last), last < 4 ? 4 : 0);
		free(t);
	}
}

/* Slots of the set in front, then of those behind it, cyclically; round robin within a set. */
static void
two_level(void **state)
{
	static const unsigned order[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};

	(void)state;
	for (unsigned front = 0; front < 3; front++)
		for (unsigned last = 0; last < SLOTS; last++)
			for (unsigned ready = 1; ready < 1u << SLOTS; ready++) {
				unsigned want = SLOTS;

				setup(SCHEDULER_TWO_LEVEL, last);
				t->c.front = front;
				/* the first set with ready slots; there the first behind `last`, or the first */
				for (unsigned k = 0; k < 3 && want == SLOTS; k++) {
					const unsigned first = order[front][k] * SET,
						       end = first + SET < SLOTS ? first + SET : SLOTS;

					for (unsigned i = first; i < end && want == SLOTS; i++)
						want = ready >> i & 1 && i > last ? i : SLOTS;
					for (unsigned i = first; i < end && want == SLOTS; i++)
						want = ready >> i & 1 ? i : SLOTS;
				}
				assert_int_equal(choice(ready), want);
				free(t);
			}
}

/* The front stays while one of its warps does not wait long, and goes to the next set with such a warp; sets without any are passed over. */
static void
front(void **state)
{
	(void)state;
	for (unsigned from = 0; from < 3; from++)
		for (unsigned soon = 0; soon < SLOTS; soon++) {
			setup(SCHEDULER_TWO_LEVEL, 0);
			t->c.front = from;
			for (unsigned i = 0; i < SLOTS; i++)
				t->waits[i] = i != soon;
			warp_scheduler_choose_front(&t->sm, &t->c);
			assert_int_equal(t->c.front, soon / SET);
			/* two of them: the first set from the front on */
			t->c.front = from;
			t->waits[0] = false;
			warp_scheduler_choose_front(&t->sm, &t->c);
			assert_int_equal(t->c.front, from && soon / SET >= from ? soon / SET : 0);
			/* all wait: it stays */
			t->c.front = from;
			t->waits[0] = t->waits[soon] = true;
			warp_scheduler_choose_front(&t->sm, &t->c);
			assert_int_equal(t->c.front, from);
			/* a slot without a warp is none that does not wait, nor is one that is not in use */
			t->waits[soon] = false;
			t->warp[soon].block = NULL;
			warp_scheduler_choose_front(&t->sm, &t->c);
			assert_int_equal(t->c.front, from);
			t->warp[soon].block = t->block;
			t->c.used = soon;
			t->c.front = 0;
			warp_scheduler_choose_front(&t->sm, &t->c);
			assert_int_equal(t->c.front, 0);
			free(t);
		}
}

/* ---- pipe_queue ---- */

/* What a held pipe has kept waiting comes first, in the order in which it was ready; a greedy scheduler's last one before it. */
static void
held(void **state)
{
	(void)state;
	setup(SCHEDULER_GTO, 4);
	t->m.issue.pipe_queue = PIPE_QUEUE_ON;
	t->ready[1] = 60;
	t->ready[2] = 50;
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){2, true}, (struct candidate){1, true}, false));
	assert_false(is_ahead(&t->sm, &t->c, (struct candidate){1, true}, (struct candidate){2, true}, false));
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){2, true}, (struct candidate){1, false}, false));
	assert_false(is_ahead(&t->sm, &t->c, (struct candidate){1, false}, (struct candidate){2, true}, false));
	/* of whatever blocks */
	t->of[2] = t->block + 1;
	t->age[2] = 0;
	t->ready[2] = 70;
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){1, true}, (struct candidate){2, true}, false));
	t->of[2] = t->block;
	t->age[2] = 2;
	t->ready[2] = 50;
	/* at once ready: the older one */
	t->ready[1] = 50;
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){1, true}, (struct candidate){2, true}, false));
	assert_false(is_ahead(&t->sm, &t->c, (struct candidate){2, true}, (struct candidate){1, true}, false));
	/* not held: by age, whatever it was ready */
	t->ready[1] = 90;
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){1, false}, (struct candidate){2, false}, false));
	t->m.issue.scheduler = SCHEDULER_GTY;
	assert_false(is_ahead(&t->sm, &t->c, (struct candidate){1, false}, (struct candidate){2, false}, false));
	t->m.issue.scheduler = SCHEDULER_LRR;
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){5, false}, (struct candidate){2, false}, false));
	/* greedy */
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){4, false}, (struct candidate){2, true}, true));
	assert_false(is_ahead(&t->sm, &t->c, (struct candidate){2, true}, (struct candidate){4, false}, true));
	assert_false(is_ahead(&t->sm, &t->c, (struct candidate){4, false}, (struct candidate){2, true}, false));
	free(t);
}

/* Of two blocks the older one's warps come first, unless the other's have become impatient. */
static void
held_of_blocks(void **state)
{
	const struct candidate a = {1, true}, b = {2, true};

	(void)state;
	setup(SCHEDULER_GTO, 4);
	t->m.issue.pipe_queue = PIPE_QUEUE_BLOCKS;
	t->of[2] = t->block + 1;
	t->ready[1] = 60;
	t->ready[2] = 50;
	assert_true(is_ahead(&t->sm, &t->c, a, b, false));
	assert_false(is_ahead(&t->sm, &t->c, b, a, false));
	/* the same block: by when they were ready */
	t->of[2] = t->block;
	assert_false(is_ahead(&t->sm, &t->c, a, b, false));
	t->of[2] = t->block + 1;
	/* ready before that cycle: impatient */
	t->sm.impatient = 50;
	assert_true(is_ahead(&t->sm, &t->c, a, b, false));
	t->sm.impatient = 51;
	assert_false(is_ahead(&t->sm, &t->c, a, b, false));
	assert_true(is_ahead(&t->sm, &t->c, b, a, false));
	t->sm.impatient = 60;
	assert_false(is_ahead(&t->sm, &t->c, a, b, false));
	t->sm.impatient = 61;
	assert_true(is_ahead(&t->sm, &t->c, a, b, false));
	/* not held: the scheduler's rule */
	t->sm.impatient = 51;
	assert_true(is_ahead(&t->sm, &t->c, (struct candidate){1, false}, (struct candidate){2, false}, false));
	free(t);
}

/* Whether the warp that issued last still comes first: only with a greedy scheduler; in the next cycle, always, or unless it yields. */
static void
kept(void **state)
{
	static const enum machine_scheduler rule[] = {SCHEDULER_GTO, SCHEDULER_GTY, SCHEDULER_LRR, SCHEDULER_TWO_LEVEL};
	static const enum machine_greedy how[] = {GREEDY_NEXT, GREEDY_STAY, GREEDY_YIELD};

	(void)state;
	for (unsigned r = 0; r < 4; r++)
		for (unsigned h = 0; h < 3; h++)
			for (unsigned bits = 0; bits < 8; bits++) {
				const bool next = bits & 1, yields = bits & 2, concurrent = bits & 4;

				setup(rule[r], 4);
				t->m.issue.greedy = how[h];
				t->c.last_at = next ? 99 : 98;
				t->c.yields = yields;
				t->sm.concurrent = concurrent;
				assert_int_equal(keeps_on(&t->sm, &t->c),
						 r < 2 && (how[h] == GREEDY_NEXT   ? next
							   : how[h] == GREEDY_STAY ? true
										   : !yields || (concurrent && next)));
				free(t);
			}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(greedy), cmocka_unit_test(round_robin),    cmocka_unit_test(two_level), cmocka_unit_test(front),
		cmocka_unit_test(held),   cmocka_unit_test(held_of_blocks), cmocka_unit_test(kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
