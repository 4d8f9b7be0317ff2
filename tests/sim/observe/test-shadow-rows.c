/* Rows of words, against cells looked at one after the other. */
#include "sim/observe/shadow-rows.h"

#include <stdlib.h>
#include <string.h>

#include "tests/helpers/unit.h"

enum { WIDTH = 32, TIMES = 20000 };

/* Whether lane l of the row is known to be ordered after this access. */
static bool
is_known(const struct shadow_row *r, unsigned l, const struct stamp *s)
{
	if (!s->by)
		return true;
	if (r->same_who)
		return s->who == r->who[l];
	return s->epoch < r->epoch || (s->by & STAMP_THREAD) == (r->by[l] & STAMP_THREAD);
}

/* What a load by lane l leaves of its cell. False: it cannot be said here. */
static bool
lane_reads(const struct shadow_row *r, unsigned l, const struct cell *c)
{
	const struct stamp own = {r->who[l], r->epoch, r->pc, r->by[l]}, w = cell_stamp(c, SHADOW_WRITE),
			   read = cell_stamp(c, SHADOW_READ);
	const uint32_t thread = read.by & STAMP_THREAD;

	if (!is_known(r, l, &w))
		return false;
	if (is_known(r, l, &read))
		cell_set(c, SHADOW_READ, &own);
	else if (!r->same_who && thread >= r->warp && thread < r->warp + r->width)
		return false;
	else
		cell_set(c, SHADOW_READ + 1, &own);
	return true;
}

static bool
lane_writes(const struct shadow_row *r, unsigned l, const struct cell *c, uint32_t value)
{
	const struct stamp own = {r->who[l], r->epoch, r->pc, r->by[l]}, w = cell_stamp(c, SHADOW_WRITE);

	if (!is_known(r, l, &w) && (*cell_value(c) != value || w.by & STAMP_ATOMIC))
		return false;
	for (unsigned k = SHADOW_READ; k < SHADOW_ACCESSES; k++) {
		const struct stamp s = cell_stamp(c, k);

		if (!is_known(r, l, &s))
			return false;
		cell_forget(c, k);
	}
	cell_set(c, SHADOW_WRITE, &own);
	*cell_value(c) = value;
	return true;
}

static unsigned
below(unsigned n)
{
	return (unsigned)rand() % n;
}

/* Few values, so that they meet; mostly what is ordered, since one cell that is not decides for the row. */
static void
fill(struct shadow_page *p, const struct shadow_row *r, unsigned strange)
{
	for (unsigned i = 0; i < SHADOW_WORDS; i++) {
		for (unsigned k = 0; k < SHADOW_ACCESSES; k++) {
			const bool odd = strange && !below(strange);
			const struct stamp s = {odd           ? below(3)
						: r->same_who ? r->who[0]
							      : below(3),
						odd ? below(3) : 0, below(9),
						below(4) ? below(3 * WIDTH) | STAMP_SET | (below(20) ? 0 : STAMP_ATOMIC) : 0};

			cell_set(&(struct cell){p, NULL, i}, k, &s);
		}
		p->value[i] = below(2);
	}
}

static void
as_one_by_one(void **state)
{
	static struct shadow_page page, other, was;
	unsigned did[2][2] = {{0}};

	(void)state;
	srand(1);
	for (unsigned time = 0; time < TIMES; time++) {
		struct shadow_row r = {.epoch = 1, .pc = 100, .warp = WIDTH, .width = WIDTH, .same_who = time & 1};
		const unsigned at = below(SHADOW_WORDS - SHADOW_ROW + 1);
		const bool store = time & 2;
		uint32_t value[SHADOW_ROW];
		bool fine = true, said;

		for (unsigned l = 0; l < SHADOW_ROW; l++) {
			r.who[l] = r.same_who ? 1 : 1 + below(2);
			r.by[l] = (WIDTH + l) | STAMP_SET;
			value[l] = below(2);
		}
		fill(&page, &r, below(3) ? 200 : 0);
		was = other = page;
		for (unsigned l = 0; fine && l < SHADOW_ROW; l++) {
			const struct cell c = {&other, NULL, at + l};

			fine = store ? lane_writes(&r, l, &c, value[l]) : lane_reads(&r, l, &c);
		}
		said = store ? shadow_rows_write(&page, at, &r, value) : shadow_rows_read(&page, at, &r);
		assert_int_equal(said, fine);
		assert_memory_equal(&page, fine ? &other : &was, sizeof page);
		did[store][fine]++;
	}
	for (unsigned k = 0; k < 4; k++)
		assert_true(did[k / 2][k % 2] > 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_one_by_one)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
