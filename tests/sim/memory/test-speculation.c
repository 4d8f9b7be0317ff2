/* test-speculation.c: what sets store comes to memory where no other set has touched these bytes, and nothing does else; a set sees its own stores
 * and nobody else's. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "sim/memory/backing-store.h"
#include "sim/memory/speculation.h"

enum { SETS = 3, BYTES = 4096 + 20, PIECE = 1024 };

struct memory {
	struct backing_store *store;
	struct speculation *s;
	uint64_t a, b; /* two allocations */
};

static void
begin(struct memory *m)
{
	struct simt_error e = {.status = SIMT_OK};

	m->store = backing_store_new();
	assert_true(backing_store_alloc(m->store, BYTES, &m->a, &e) && backing_store_alloc(m->store, BYTES, &m->b, &e));
	for (unsigned i = 0; i < BYTES; i++)
		backing_store_at(m->store, m->a, BYTES, NULL)[i] = (uint8_t)(i * 7);
	m->s = speculation_new(m->store, SETS);
	speculation_begin(m->s);
}

static void
end(struct memory *m)
{
	speculation_free(m->s);
	backing_store_free(m->store);
}

static enum speculation_outcome
end_round(struct memory *m)
{
	enum speculation_outcome o;

	for (unsigned i = 0; i < SETS; i++)
		speculation_check(m->s, i);
	o = speculation_outcome(m->s);
	for (unsigned i = 0; i < SETS; i++)
		speculation_end(m->s, i, o == SPECULATION_HOLDS);
	speculation_begin(m->s);
	return o;
}

static void
put(struct memory *m, unsigned set, uint64_t address, unsigned bytes, uint8_t value)
{
	uint8_t *p = speculation_lane(speculation_set(m->s, set), address, bytes, true);

	assert_non_null(p);
	memset(p, value, bytes);
}

static uint8_t
got(struct memory *m, unsigned set, uint64_t address, unsigned bytes)
{
	const uint8_t *p = speculation_lane(speculation_set(m->s, set), address, bytes, false);

	assert_non_null(p);
	return *p;
}

static uint8_t
now(const struct memory *m, uint64_t address)
{
	return *backing_store_at(m->store, address, 1, NULL);
}

/* 32 lanes of 4 bytes, `stride` apart. */
static uint8_t *
span(struct memory *m, unsigned set, uint64_t address, unsigned stride, unsigned kind)
{
	struct mem_request r = {.kind = (uint8_t)kind, .bytes = 4, .mask = UINT32_MAX};
	struct isa_span s;

	for (unsigned l = 0; l < ISA_LANES; l++)
		r.address[l] = address + l * stride;
	assert_true(isa_span(&r, &s));
	return speculation_span(speculation_set(m->s, set), &r, &s);
}

static void
own_stores_are_seen(void **state)
{
	struct memory m;

	(void)state;
	begin(&m);
	put(&m, 0, m.a + 8, 4, 1);
	assert_int_equal(got(&m, 0, m.a + 8, 4), 1);
	assert_int_equal(got(&m, 0, m.a + 12, 4), 12 * 7);
	assert_int_equal(now(&m, m.a + 8), 8 * 7);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	assert_int_equal(now(&m, m.a + 8), 1);
	assert_int_equal(now(&m, m.a + 11), 1);
	assert_int_equal(now(&m, m.a + 12), 12 * 7);
	end(&m);
}

static void
bytes_beside_each_other_hold(void **state)
{
	struct memory m;

	(void)state;
	begin(&m);
	/* known from now on */
	put(&m, 0, m.a, 1, 9);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	for (unsigned set = 0; set < SETS; set++)
		for (unsigned i = set; i < 200; i += SETS)
			put(&m, set, m.a + i, 1, (uint8_t)(set + 1));
	got(&m, 0, m.a + 200, 4);
	put(&m, 1, m.a + 204, 4, 5);
	put(&m, 2, m.a + BYTES - 1, 1, 6);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	for (unsigned i = 0; i < 200; i++)
		assert_int_equal(now(&m, m.a + i), i % SETS + 1);
	assert_int_equal(now(&m, m.a + 204), 5);
	assert_int_equal(now(&m, m.a + BYTES - 1), 6);
	end(&m);
}

static void
conflicts_are_found(void **state)
{
	static const struct {
		unsigned first, second, at, bytes;
		bool loads;
	} tries[] = {{0, 1, 0, 4, false}, {1, 0, 3, 1, false}, {2, 0, 2, 2, true}, {0, 2, 0, 16, true}};
	struct memory m;

	(void)state;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		begin(&m);
		put(&m, 0, m.a, 1, 9);
		assert_int_equal(end_round(&m), SPECULATION_HOLDS);
		put(&m, tries[i].first, m.a, 4, 1);
		put(&m, tries[i].first, m.b, 4, 1);
		if (tries[i].loads)
			got(&m, tries[i].second, m.a + tries[i].at, tries[i].bytes);
		else
			put(&m, tries[i].second, m.a + tries[i].at, tries[i].bytes, 2);
		assert_int_equal(end_round(&m), SPECULATION_CONFLICT);
		/* nothing of it has come */
		assert_int_equal(now(&m, m.a), 9);
		assert_int_equal(now(&m, m.a + 3), 3 * 7);
		assert_int_equal(now(&m, m.b), 0);
		/* and nothing is left of it */
		assert_int_equal(speculation_pieces(m.s), 0);
		assert_int_equal(end_round(&m), SPECULATION_HOLDS);
		end(&m);
	}
}

static void
first_stores_are_learned(void **state)
{
	struct memory m;

	(void)state;
	begin(&m);
	for (unsigned again = 0; again < 2; again++) {
		got(&m, 0, m.a, 4);
		put(&m, 1, m.a + 2048, 4, 1);
		/* where only one set is, nothing is to be learned */
		got(&m, 2, m.b, 4);
		put(&m, 2, m.b, 4, 1);
		assert_int_equal(end_round(&m), again ? SPECULATION_HOLDS : SPECULATION_LEARNS);
		assert_int_equal(now(&m, m.b), again);
	}
	speculation_forget(m.s);
	speculation_begin(m.s);
	got(&m, 0, m.a, 4);
	put(&m, 1, m.a + 2048, 4, 1);
	assert_int_equal(end_round(&m), SPECULATION_LEARNS);
	end(&m);
}

static void
spans_are_noted_lane_by_lane(void **state)
{
	struct memory m;
	uint8_t *p;

	(void)state;
	begin(&m);
	p = span(&m, 0, m.a, 8, MEM_STORE);
	assert_non_null(p);
	for (unsigned l = 0; l < ISA_LANES; l++)
		memset(p + 8 * l, 1, 4);
	p = span(&m, 1, m.a + 4, 8, MEM_STORE);
	assert_non_null(p);
	for (unsigned l = 0; l < ISA_LANES; l++)
		memset(p + 8 * l, 2, 4);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	for (unsigned i = 0; i < 8 * ISA_LANES; i++)
		assert_int_equal(now(&m, m.a + i), i / 4 % 2 + 1);
	/* a row against one word at each of its ends, and behind */
	for (unsigned i = 0; i < 3; i++) {
		assert_non_null(span(&m, 0, m.a + 256, 4, MEM_LOAD));
		put(&m, 1, m.a + 256 + (i == 0 ? 0 : i == 1 ? 124 : 128), 4, 3);
		assert_int_equal(end_round(&m), i < 2 ? SPECULATION_CONFLICT : SPECULATION_HOLDS);
	}
	end(&m);
}

static void
spans_over_pieces(void **state)
{
	struct memory m;

	(void)state;
	begin(&m);
	put(&m, 0, m.a, 4, 1);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	/* up to the end of a piece, and over it */
	assert_non_null(span(&m, 0, m.a + PIECE - 128, 4, MEM_STORE));
	assert_null(span(&m, 0, m.a + PIECE - 124, 4, MEM_STORE));
	assert_null(span(&m, 0, m.a, 64, MEM_LOAD));
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	/* of what the set has not stored to, and each lane counts */
	assert_ptr_equal(span(&m, 0, m.a, 64, MEM_LOAD), backing_store_at(m.store, m.a, 1, NULL));
	put(&m, 1, m.a + 31 * 64, 4, 1);
	assert_int_equal(end_round(&m), SPECULATION_CONFLICT);
	assert_non_null(span(&m, 0, m.a, 64, MEM_LOAD));
	put(&m, 1, m.a + 31 * 64 + 4, 4, 1);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	end(&m);
}

static void
nothing_outside(void **state)
{
	struct memory m;
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	begin(&m);
	assert_null(speculation_lane(speculation_set(m.s, 0), m.a + BYTES, 1, false));
	assert_null(speculation_lane(speculation_set(m.s, 0), m.a + BYTES - 1, 2, true));
	assert_null(speculation_lane(speculation_set(m.s, 0), m.a - 1, 1, true));
	assert_null(span(&m, 0, m.a + BYTES - 124, 4, MEM_LOAD));
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	speculation_refuse(speculation_set(m.s, 2));
	assert_int_equal(end_round(&m), SPECULATION_REFUSED);
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	/* allocations that have gone are not found */
	got(&m, 0, m.a, 1);
	assert_true(backing_store_release(m.store, m.a, &e));
	assert_int_equal(end_round(&m), SPECULATION_HOLDS);
	assert_null(speculation_lane(speculation_set(m.s, 0), m.a, 1, false));
	end(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_stores_are_seen),
		cmocka_unit_test(bytes_beside_each_other_hold),
		cmocka_unit_test(conflicts_are_found),
		cmocka_unit_test(first_stores_are_learned),
		cmocka_unit_test(spans_are_noted_lane_by_lane),
		cmocka_unit_test(spans_over_pieces),
		cmocka_unit_test(nothing_outside),
	};

	return cmocka_run_group_tests_name("speculation", tests, NULL, NULL);
}
