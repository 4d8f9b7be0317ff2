/* test-loads.c: loads under way alone: their numbers, when the last answer has come, who learns of it. Nothing else of sim/ is linked; the test
 * notes what the warp is told. */
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/copy-groups.h"
#include "sim/core/scoreboard.h"
#include "sim/core/slots.h"
#include "sim/machine/machine.h"
#include "sim/memory/loads.h"

enum { AGE = 70, SLOT = 3, SB = 2, COPY = 5 };

static struct stage {
	struct simt_machine m;
	struct sm sm;
	struct subcore c;
	struct warp w;
	struct block b;
	struct pending pending[3];
	/* what the warp was told */
	unsigned refreshed, sb, group, copies;
	uint64_t until, copy_until;
} * t;

void
slots_refresh(struct sm *sm, struct subcore *c, unsigned i)
{
	assert_ptr_equal(sm, &t->sm);
	assert_ptr_equal(c, &t->c);
	assert_int_equal(i, SLOT);
	t->refreshed++;
}

void
scoreboard_load(struct warp *w, unsigned sb, uint64_t until)
{
	assert_ptr_equal(w, &t->w);
	t->sb = sb;
	t->until = until;
}

void
copy_groups_arrive(struct warp *w, uint64_t number, uint64_t cycle)
{
	assert_ptr_equal(w, &t->w);
	t->copies++;
	t->group = (unsigned)number;
	t->copy_until = cycle;
}

static void
setup(void)
{
	t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->m.lsu.copy_latency = COPY;
	t->sm.m = &t->m;
	t->w.block = &t->b;
	t->w.age = AGE;
	t->w.pending = t->pending;
	t->w.npending = 3;
	t->w.sb[SB].unknown = 1;
}

static void
done(void)
{
	loads_free(&t->sm.loads);
	assert_null(t->sm.loads.load);
	free(t);
}

static uint32_t
starts(uint8_t sb)
{
	return loads_new(&t->sm.loads, &t->w, &t->c, SLOT, sb);
}

/* Numbers begin with 1, and those that are free again come first, the last one that was freed before all. */
static void
numbers(void **state)
{
	uint64_t until;

	(void)state;
	setup();
	for (uint32_t n = 1; n <= 40; n++)
		assert_int_equal(starts(ISA_NO_SB), n);
	assert_false(loads_issued(&t->sm.loads, 7, &until));
	assert_false(loads_issued(&t->sm.loads, 9, &until));
	assert_false(loads_issued(&t->sm.loads, 5, &until));
	assert_int_equal(starts(ISA_NO_SB), 5);
	assert_int_equal(starts(ISA_NO_SB), 9);
	assert_int_equal(starts(ISA_NO_SB), 7);
	assert_int_equal(starts(ISA_NO_SB), 41);
	/* one that an answer has ended is free, too */
	loads_expect(&t->sm.loads, 20);
	assert_true(loads_issued(&t->sm.loads, 20, &until));
	loads_answer(&t->sm, 20, 5);
	assert_int_equal(starts(ISA_NO_SB), 20);
	assert_false(loads_issued(&t->sm.loads, 30, &until));
	loads_forget(&t->sm.loads);
	assert_int_equal(starts(ISA_NO_SB), 1);
	done();
}

/* All is known at once: the latest part counts, and nobody is told. */
static void
known(void **state)
{
	uint64_t until = 0;
	uint32_t n;

	(void)state;
	setup();
	n = starts(SB);
	loads_part(&t->sm.loads, n, 50);
	loads_part(&t->sm.loads, n, 40);
	assert_false(loads_issued(&t->sm.loads, n, &until));
	assert_int_equal(until, 50);
	/* the next one of that number begins anew */
	assert_int_equal(starts(SB), n);
	assert_false(loads_issued(&t->sm.loads, n, &until));
	assert_int_equal(until, 0);
	assert_int_equal(t->refreshed, 0);
	assert_int_equal(t->w.sb[SB].unknown, 1);
	done();
}

/* The last answer tells the warp: its scoreboard, what is pending for this load, when all parts are there. */
static void
answers(void **state)
{
	uint64_t until;
	uint32_t n;

	(void)state;
	setup();
	starts(ISA_NO_SB);
	n = starts(SB);
	t->pending[0] = (struct pending){.load = n, .ready = NEVER, .guard_ready = NEVER};
	t->pending[1] = (struct pending){.load = 1, .ready = NEVER, .guard_ready = NEVER};
	t->pending[2] = (struct pending){.load = n, .ready = NEVER, .guard_ready = NEVER};
	loads_expect(&t->sm.loads, n);
	loads_expect(&t->sm.loads, n);
	assert_true(loads_issued(&t->sm.loads, n, &until));
	loads_answer(&t->sm, n, 90);
	assert_int_equal(t->refreshed, 0);
	assert_int_equal(t->pending[0].load, n);
	loads_answer(&t->sm, n, 80);
	assert_int_equal(t->refreshed, 1);
	assert_int_equal(t->sb, SB);
	assert_int_equal(t->until, 90);
	assert_int_equal(t->w.sb[SB].unknown, 0);
	for (unsigned i = 0; i < 3; i += 2) {
		assert_int_equal(t->pending[i].load, 0);
		assert_int_equal(t->pending[i].ready, 90);
		assert_int_equal(t->pending[i].guard_ready, 90);
	}
	assert_int_equal(t->pending[1].load, 1);
	assert_true(t->pending[1].ready == NEVER);
	assert_int_equal(t->copies, 0);
	done();
}

/* A load without a scoreboard; splits that have scoreboards of their own; an asynchronous copy. */
static void
who_is_told(void **state)
{
	static struct warp before; /* it is large */
	uint64_t until;
	uint32_t n;

	(void)state;
	for (unsigned own = 0; own < 2; own++)
		for (unsigned none = 0; none < 2; none++)
			for (unsigned copy = 0; copy < 2; copy++) {
				setup();
				t->w.own = own;
				n = starts(none ? ISA_NO_SB : SB);
				loads_expect(&t->sm.loads, n);
				if (copy)
					loads_of_group(&t->sm.loads, n, 17);
				assert_true(loads_issued(&t->sm.loads, n, &until));
				before = t->w;
				loads_answer(&t->sm, n, 30);
				if (none)
					assert_memory_equal(&before, &t->w, sizeof before);
				assert_int_equal(t->w.sb[SB].unknown, own || none);
				assert_int_equal(t->sb, none ? ISA_NO_SB : SB);
				assert_int_equal(t->copies, copy);
				assert_int_equal(t->group, copy ? 17 : 0);
				assert_int_equal(t->copy_until, copy ? 30 + COPY : 0);
				/* the next load of that number is no copy */
				n = starts(SB);
				loads_expect(&t->sm.loads, n);
				assert_true(loads_issued(&t->sm.loads, n, &until));
				loads_answer(&t->sm, n, 40);
				assert_int_equal(t->copies, copy);
				done();
			}
}

/* A warp that has ended is told nothing, nor is another one in its slot; the number is free all the same. */
static void
ended(void **state)
{
	uint64_t until;
	uint32_t n;

	(void)state;
	for (unsigned other = 0; other < 2; other++) {
		setup();
		n = starts(SB);
		loads_expect(&t->sm.loads, n);
		assert_true(loads_issued(&t->sm.loads, n, &until));
		if (other)
			t->w.age = AGE + 1;
		else
			t->w.block = NULL;
		loads_answer(&t->sm, n, 30);
		assert_int_equal(t->refreshed, 0);
		assert_int_equal(t->w.sb[SB].unknown, 1);
		assert_int_equal(starts(SB), n);
		done();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),     cmocka_unit_test(known), cmocka_unit_test(answers),
		cmocka_unit_test(who_is_told), cmocka_unit_test(ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
