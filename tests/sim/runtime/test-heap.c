/* test-heap.c: malloc() and free() of kernels (sim/runtime/heap.c): how much there is, to a byte, and when an SM hears of what others have taken and
 * given back, to a cycle. A machine of three SMs and windows of at most 80 cycles: an epoch has 10. */
#include "sim/core/sm.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/heap.h"

#include <stdlib.h>

#include "sim/memory/backing-store.h"
#include "tests/helpers/unit.h"

enum { SMS = 3, EPOCH = 10, BACK = 8, HEAD = 16, HALF = 4 << 20, FEW = 64 };

/* The largest pieces of all, and of half the heap. */
static const uint64_t all = 2 * (uint64_t)HALF - HEAD, half = HALF - HEAD;

struct device {
	struct simt_machine m;
	struct gpu gpu;
	struct sm sm[SMS];
};

static struct device *
device(void)
{
	struct device *d = calloc(1, sizeof *d);

	assert_non_null(d);
	d->m.chip.sms = SMS;
	d->gpu.m = &d->m;
	d->gpu.longest_window = BACK * EPOCH;
	d->gpu.memory = backing_store_new();
	assert_non_null(d->gpu.memory);
	for (unsigned i = 0; i < SMS; i++) {
		d->sm[i].gpu = &d->gpu;
		d->sm[i].id = i;
	}
	return d;
}

static void
end(struct device *d)
{
	heap_reset(&d->gpu);
	backing_store_free(d->gpu.memory);
	free(d);
}

/* malloc() of a thread of an SM at a cycle. */
static uint64_t
get(struct device *d, unsigned sm, uint64_t cycle, uint64_t bytes)
{
	d->sm[sm].now = cycle;
	return heap_alloc(d->sm + sm, bytes);
}

static bool
give(struct device *d, unsigned sm, uint64_t cycle, uint64_t address)
{
	d->sm[sm].now = cycle;
	return heap_free(d->sm + sm, address);
}

/* Whether there is room for such a piece, which is given back at once. */
static bool
fits(struct device *d, unsigned sm, uint64_t cycle, uint64_t bytes)
{
	const uint64_t p = get(d, sm, cycle, bytes);

	if (p)
		assert_true(give(d, sm, cycle, p));
	return p;
}

/* 8 MiB, of which each piece takes 16 bytes and its own, in sixteens. */
static void
sizes(void **state)
{
	struct device *d = device();

	(void)state;
	assert_false(fits(d, 0, 0, 0));
	assert_true(fits(d, 0, 0, all));
	assert_false(fits(d, 0, 0, all + 1));
	assert_false(fits(d, 0, 0, UINT64_C(1) << 40));
	assert_false(fits(d, 0, 0, UINT64_MAX));
	assert_non_null((void *)get(d, 0, 0, 1)); /* 32 */
	assert_true(fits(d, 0, 0, all - 32));
	assert_false(fits(d, 0, 0, all - 31));
	assert_non_null((void *)get(d, 0, 0, 16)); /* 32 */
	assert_true(fits(d, 0, 0, all - 64));
	assert_non_null((void *)get(d, 0, 0, 17)); /* 48 */
	assert_true(fits(d, 0, 0, all - 112));
	assert_false(fits(d, 0, 0, all - 111));
	assert_non_null((void *)get(d, 0, 0, all - 112 - 32));
	assert_non_null((void *)get(d, 0, 0, 16));
	assert_false(fits(d, 0, 0, 1));
	end(d);
}

/* What is no piece, or is free already, is not freed. Any SM may free what another one has taken. */
static void
pieces(void **state)
{
	const uint64_t beyond = MEMORY_PARTS_ADDRESS + ((uint64_t)SMS << MEMORY_PART_BITS);
	struct device *d = device();
	uint64_t p[3], last;

	(void)state;
	assert_false(give(d, 0, 0, MEMORY_PARTS_ADDRESS));
	for (unsigned i = 0; i < 3; i++)
		p[i] = get(d, 0, 0, 100);
	last = get(d, SMS - 1, 0, 100);
	assert_false(give(d, 0, 0, p[1] + 1));
	assert_false(give(d, 0, 0, p[0] - 1));
	assert_false(give(d, 0, 0, p[2] + 1));
	assert_false(give(d, 0, 0, 4096));
	assert_false(give(d, 0, 0, beyond));
	for (unsigned i = 0; i < 3; i++) {
		assert_true(give(d, i, 0, p[i]));
		assert_false(give(d, 0, 0, p[i]));
	}
	assert_true(give(d, 0, 0, last));
	/* behind the last of so many that there may be no room for one more: a sanitizer sees who looks there */
	for (unsigned i = 0; i < 61; i++)
		last = get(d, 0, 0, 100);
	assert_false(give(d, 0, 0, last + 1));
	end(d);
}

/* SM 0 takes half of the heap in epoch 5. SM 1 knows that from the epoch on whose eighth before begins with it taken: 6 and 8. */
static void
taken(void **state)
{
	(void)state;
	for (unsigned early = 0; early < 2; early++) {
		struct device *d = device();

		assert_non_null((void *)get(d, 0, early ? 5 * EPOCH : 6 * EPOCH - 1, half));
		assert_false(fits(d, 0, 6 * EPOCH - 1, half + 1));
		assert_true(fits(d, 1, 0, all));
		assert_true(fits(d, 1, BACK * EPOCH, all));
		assert_true(fits(d, 1, (6 + BACK) * EPOCH - 1, all));
		assert_false(fits(d, 1, (6 + BACK) * EPOCH, half + 1));
		assert_true(fits(d, 1, (6 + BACK) * EPOCH, half));
		assert_false(fits(d, 2, (6 + BACK) * EPOCH, half + 1));
		assert_true(fits(d, 2, 1000 * EPOCH, half));
		assert_false(fits(d, 2, 1000 * EPOCH, half + 1));
		end(d);
	}
}

/* SM 0 gives it back in another epoch: soon, or so late that what was known of the first epochs is forgotten. */
static void
given_back(void **state)
{
	static const unsigned later[] = {1, 2, HEAP_EPOCHS - 1, HEAP_EPOCHS, HEAP_EPOCHS + 1, 100};

	(void)state;
	for (unsigned first = 5; first < 100; first += HEAP_EPOCHS + 5)
		for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
			struct device *d = device();
			const uint64_t p = get(d, 0, first * EPOCH, half), after = (first + later[i] + 1) * EPOCH;

			assert_true(give(d, 0, after - 1, p));
			assert_true(fits(d, 0, after - 1, all));
			/* another SM may be a window behind, and looks as far back again */
			if (later[i] <= 2) {
				assert_true(fits(d, 1, (first + 1 + BACK) * EPOCH - 1, all));
				assert_false(fits(d, 1, (first + 1 + BACK) * EPOCH, half + 1));
			}
			if (later[i] > 2 * BACK)
				assert_false(fits(d, 1, after - 1 - BACK * EPOCH, half + 1));
			assert_false(fits(d, 1, after + BACK * EPOCH - 1, half + 1));
			assert_true(fits(d, 1, after + BACK * EPOCH, all));
			end(d);
		}
}

/* What SM 1 frees of SM 0's it knows at once, SM 0 later. */
static void
given_back_by_another(void **state)
{
	struct device *d = device();
	const uint64_t p = get(d, 0, 0, all);

	(void)state;
	assert_false(fits(d, 1, 20 * EPOCH, 1));
	assert_true(give(d, 1, 20 * EPOCH, p));
	assert_true(fits(d, 1, 20 * EPOCH, all));
	assert_false(fits(d, 0, (21 + BACK) * EPOCH - 1, 1));
	assert_true(fits(d, 0, (21 + BACK) * EPOCH, all));
	end(d);
}

/* An eighth of the longest window is rounded up. */
static void
epochs(void **state)
{
	struct device *d = device();

	(void)state;
	d->gpu.longest_window++; /* 11 cycles */
	assert_non_null((void *)get(d, 0, 0, half));
	assert_true(fits(d, 1, (1 + BACK) * (EPOCH + 1) - 1, all));
	assert_false(fits(d, 1, (1 + BACK) * (EPOCH + 1), half + 1));
	end(d);
}

/* The next launch begins at cycle 0, and finds what the ones before have left. */
static void
next_launch(void **state)
{
	struct device *d = device();
	uint64_t p;

	(void)state;
	heap_settle(&d->gpu); /* nobody has asked yet */
	p = get(d, 0, 50 * EPOCH, half);
	heap_settle(&d->gpu);
	assert_false(fits(d, 1, 0, half + 1));
	assert_true(fits(d, 1, 0, half));
	assert_true(give(d, 0, 0, p));
	assert_false(fits(d, 1, (1 + BACK) * EPOCH - 1, half + 1));
	assert_true(fits(d, 1, (1 + BACK) * EPOCH, all));
	end(d);
}

static bool
is_there(const struct device *d, uint64_t address)
{
	return backing_store_at(d->gpu.memory, address, 1, NULL) != NULL;
}

/* What is freed goes at the end of the window, and what is not freed stays. */
static void
tidied(void **state)
{
	struct device *d = device();
	const uint64_t kept = get(d, 2, 0, 100), freed = get(d, 2, 0, 100), last = get(d, 2, 0, 100);

	(void)state;
	assert_true(give(d, 0, 0, freed));
	assert_true(is_there(d, freed));
	heap_tidy(&d->gpu);
	assert_true(is_there(d, kept) && !is_there(d, freed) && is_there(d, last));
	assert_false(give(d, 0, 0, freed));
	assert_true(give(d, 0, 0, last));
	assert_true(give(d, 0, 0, kept));
	heap_tidy(&d->gpu);
	assert_false(is_there(d, kept) || is_there(d, last));
	assert_false(give(d, 0, 0, last) || give(d, 0, 0, kept));
	end(d);
}

/* Functional mode has no time: each SM knows of all at once. What is freed goes when more than FEW pieces wait for that, and more than half. */
static void
functional(void **state)
{
	enum { MANY = 2 * FEW + 4 };
	struct device *d = device();
	uint64_t p[MANY], big;

	(void)state;
	for (unsigned i = 0; i < SMS; i++)
		d->sm[i].untimed = true;
	big = get(d, 0, 5 * EPOCH, half);
	assert_false(fits(d, 1, 0, half + 1));
	assert_true(give(d, 2, 0, big));
	assert_true(fits(d, 1, 0, all));
	heap_tidy(&d->gpu);
	/* half of the pieces, which is more than FEW, and one more */
	for (unsigned i = 0; i < MANY; i++)
		p[i] = get(d, 1, 0, 100);
	for (unsigned i = 0; i < MANY / 2; i++)
		assert_true(give(d, 0, 0, p[i]));
	assert_true(is_there(d, p[0]));
	assert_true(give(d, 0, 0, p[MANY / 2]));
	assert_false(is_there(d, p[0]) || is_there(d, p[MANY / 2]));
	assert_true(is_there(d, p[MANY / 2 + 1]));
	heap_reset(&d->gpu);
	/* all pieces, but no more than FEW, and one more */
	for (unsigned i = 0; i < FEW + 1; i++)
		p[i] = get(d, 1, 0, 100);
	for (unsigned i = 0; i < FEW; i++)
		assert_true(give(d, 0, 0, p[i]));
	assert_true(is_there(d, p[0]));
	assert_true(give(d, 0, 0, p[FEW]));
	assert_false(is_there(d, p[0]) || is_there(d, p[FEW]));
	end(d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes),
		cmocka_unit_test(pieces),
		cmocka_unit_test(taken),
		cmocka_unit_test(given_back),
		cmocka_unit_test(given_back_by_another),
		cmocka_unit_test(epochs),
		cmocka_unit_test(next_launch),
		cmocka_unit_test(tidied),
		cmocka_unit_test(functional),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
