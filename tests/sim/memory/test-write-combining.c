/* test-write-combining.c: write combining alone: which stores are combined, until when, and what they add. Nothing else of sim/ is
 * linked. */
#include "tests/helpers/unit.h"

#include "sim/machine/machine.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/write-combining.h"

enum { LINES = 3, CYCLES = 20 };

static struct write_combining
made(int32_t lines)
{
	static struct simt_machine m;
	struct write_combining w = {.next = 0};

	m.stores.join = lines;
	m.stores.join_cycles = CYCLES;
	assert_true(write_combining_init(&w, &m));
	return w;
}

/* A store of some bytes of one sector, which leaves in a cycle. */
static struct l2_request
store(uint64_t line, unsigned sector, uint32_t bytes, uint64_t cycle)
{
	struct l2_request r = {.cycle = cycle, .line = line, .kind = L2_STORE, .sectors = (uint8_t)(1u << sector)};

	r.full = bytes == UINT32_MAX ? r.sectors : 0;
	r.written[sector] = bytes;
	return r;
}

/* One more store would find an open one. */
static bool
is_open(const struct write_combining *w, uint64_t line, uint64_t cycle)
{
	const struct l2_request r = store(line, 1, 1, cycle);

	return write_combining_find(w, &r, cycle) != NULL;
}

/* Up to store_join_cycles after it left a store is open, to stores of its line and launch. */
static void
until(void **state)
{
	struct write_combining w = made(LINES);
	struct l2_request r = store(7, 0, 15, 100), other = store(7, 1, 15, 101), load = other;
	char launch;

	(void)state;
	assert_false(is_open(&w, 7, 100));
	write_combining_open(&w, &r);
	assert_true(is_open(&w, 7, 100 + CYCLES - 1));
	assert_false(is_open(&w, 7, 100 + CYCLES));
	assert_false(is_open(&w, 6, 101));
	other.launch = (struct launch_state *)(void *)&launch;
	assert_null(write_combining_find(&w, &other, 101));
	load.kind = L2_LOAD;
	assert_null(write_combining_find(&w, &load, 101));
	write_combining_clear(&w);
	assert_false(is_open(&w, 7, 101));
	write_combining_free(&w);
}

/* The last store_join lines are open, and the one before them is not. */
static void
lines(void **state)
{
	struct write_combining w;

	(void)state;
	for (int32_t n = 0; n <= LINES; n++) {
		w = made(n);
		for (unsigned line = 0; line < 10; line++) {
			const struct l2_request r = store(line, 0, 15, 100);

			write_combining_open(&w, &r);
			for (unsigned k = 0; k <= line; k++)
				assert_int_equal(is_open(&w, k, 101), line - k < (unsigned)n);
		}
		write_combining_free(&w);
	}
}

/* A whole line goes by itself, and is open to nobody; three sectors of it do not. */
static void
whole_lines(void **state)
{
	struct write_combining w = made(LINES);

	(void)state;
	for (unsigned full = 7; full <= 15; full += 8) {
		struct l2_request r = store(full, 0, UINT32_MAX, 100);

		r.sectors = r.full = (uint8_t)full;
		write_combining_open(&w, &r);
		assert_int_equal(is_open(&w, full, 101), full == 7);
		r.line = 7;
		assert_int_equal(write_combining_find(&w, &r, 101) != NULL, full == 7);
	}
	write_combining_free(&w);
}

/* What each adds: new sectors, and those that become whole. */
static void
added(void **state)
{
	struct write_combining w = made(LINES);
	struct l2_request first = store(7, 0, 0x0000ffff, 100), same = store(7, 0, 0x7fff0000, 101),
			  last = store(7, 0, 0x80000000, 102), next = store(7, 2, UINT32_MAX, 103);
	struct open_store *o;

	(void)state;
	write_combining_open(&w, &first);
	assert_false(first.combined);
	o = write_combining_find(&w, &same, 101);
	assert_non_null(o);
	assert_int_equal(write_combining_added(o, &same), 0);
	write_combining_join(o, &same);
	assert_true(same.combined);
	assert_int_equal(same.before, 1);
	assert_int_equal(same.before_partial, 1);
	assert_int_equal(same.with, 1);
	assert_int_equal(same.with_partial, 1); /* 31 bytes of 32 */
	write_combining_join(write_combining_find(&w, &last, 102), &last);
	assert_int_equal(last.before_partial, 1);
	assert_int_equal(last.with_partial, 0);
	assert_int_equal(write_combining_added(o, &next), 1);
	write_combining_join(o, &next);
	assert_int_equal(next.before, 1);
	assert_int_equal(next.before_partial, 0);
	assert_int_equal(next.with, 5);
	assert_int_equal(next.with_partial, 0);
	/* those that are combined do not keep it open for longer */
	assert_true(is_open(&w, 7, 100 + CYCLES - 1));
	assert_false(is_open(&w, 7, 100 + CYCLES));
	write_combining_free(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(until),
		cmocka_unit_test(lines),
		cmocka_unit_test(whole_lines),
		cmocka_unit_test(added),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
