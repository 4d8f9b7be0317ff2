/* Results under way, in groups of lanes, against one list in which each lane's own come in the order of their issue. */
#include "sim/observe/fixed-results.h"

#include <stdlib.h>
#include <string.h>

#include "tests/helpers/unit.h"

enum { MOST = 4096 };

/* The list: an issue goes through all of it. What only some of its lanes issue past is divided, and goes to the end. */
struct list {
	struct one {
		uint32_t lanes, pc;
		int32_t age;
	} v[MOST];
	size_t n;
};

static void
list_add(struct list *l, struct one x)
{
	assert_true(l->n < MOST);
	l->v[l->n++] = x;
}

static void
list_sweep(struct list *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].lanes)
			l->v[n++] = l->v[i];
	l->n = n;
}

static void
list_go_on(struct list *l, uint32_t lanes, int32_t cycles, int32_t end)
{
	for (size_t i = 0, n = l->n; i < n; i++) {
		struct one *x = l->v + i;

		if (!(x->lanes & lanes))
			continue;
		if (x->lanes & ~lanes) {
			list_add(l, (struct one){x->lanes & lanes, x->pc, x->age + cycles});
			x->lanes &= ~lanes;
			continue;
		}
		x->age += cycles;
		x->lanes = x->age >= end ? 0 : x->lanes;
	}
	list_sweep(l);
}

static void
same(const struct list *l, const struct fixed_group *g)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		const struct one *x = l->v + i;
		const struct fixed_result *y = g->v + n;

		if (!(x->lanes & (uint32_t)g->lanes))
			continue;
		assert_true(n < g->n);
		assert_int_equal(y->pc, x->pc);
		assert_int_equal(fixed_results_age(g, y), x->age);
		assert_true(y->lanes == (x->lanes & (uint32_t)g->lanes));
		n++;
	}
	assert_int_equal(n, g->n);
}

static uint32_t
any(void)
{
	return (uint32_t)(mrand48() & mrand48());
}

/* Lanes part and meet, stand still and exit, at random. */
static void
like_a_list(void **state)
{
	static struct list l;
	struct fixed_results r = {.group = NULL};

	(void)state;
	for (long seed = 0; seed < 50; seed++) {
		uint32_t alive = UINT32_MAX, active = alive;

		srand48(seed);
		l.n = 0;
		for (uint32_t pc = 0; pc < 500 && alive; pc++) {
			const int32_t cycles = (int32_t)(1 + lrand48() % 7), end = 20;
			struct fixed_group *g;
			uint32_t some = any();

			if (lrand48() % 4 == 0)
				active = lrand48() % 3 == 0 ? alive : lrand48() % 2 ? active & some : some & alive;
			active = active & alive ? active & alive : alive;
			g = fixed_results_group(&r, active);
			assert_true(g->lanes == active);
			same(&l, g);
			some = lrand48() % 3 ? active : active & any();
			if (some) {
				fixed_results_add(&r, g, pc, some);
				list_add(&l, (struct one){some, pc, 0});
			}
			fixed_results_go_on(&r, g, cycles, end);
			list_go_on(&l, active, cycles, end);
			if (lrand48() % 50 == 0) {
				some = any() & any();
				alive &= ~some;
				fixed_results_exited(&r, some);
				for (size_t i = 0; i < l.n; i++)
					l.v[i].lanes &= ~some;
				list_sweep(&l);
			}
		}
		fixed_results_exited(&r, UINT32_MAX);
		assert_int_equal(r.n, 0);
	}
	fixed_results_free(&r);
}

/* A result is there at its end, and no cycle before. */
static void
ends(void **state)
{
	struct fixed_results r = {.group = NULL};
	struct fixed_group *g = fixed_results_group(&r, 3);

	(void)state;
	fixed_results_add(&r, g, 7, 1);
	fixed_results_go_on(&r, g, 4, 5);
	assert_int_equal(g->n, 1);
	assert_int_equal(fixed_results_age(g, g->v), 4);
	fixed_results_go_on(&r, g, 1, 5);
	assert_int_equal(g->n, 0);
	fixed_results_free(&r);
}

/* Lanes that wait keep the ages of theirs, whoever goes on. */
static void
waiting(void **state)
{
	struct fixed_results r = {.group = NULL};
	struct fixed_group *g = fixed_results_group(&r, 15);

	(void)state;
	fixed_results_add(&r, g, 1, 15);
	fixed_results_go_on(&r, g, 2, 100);
	g = fixed_results_group(&r, 3);
	fixed_results_go_on(&r, g, 30, 100);
	assert_int_equal(fixed_results_age(g, g->v), 32);
	g = fixed_results_group(&r, 12);
	assert_int_equal(g->n, 1);
	assert_int_equal(fixed_results_age(g, g->v), 2);
	g = fixed_results_group(&r, 15);
	assert_int_equal(g->n, 2);
	fixed_results_free(&r);
}

/* What is added with an age is there as if it had been added then; lanes that leave others have parted from them until they go on. */
static void
aged(void **state)
{
	struct fixed_results r = {.group = NULL};
	struct fixed_group *g = fixed_results_group(&r, 15);

	(void)state;
	fixed_results_add(&r, g, 1, 15);
	fixed_results_go_on(&r, g, 3, 10);
	fixed_results_add_aged(&r, g, &(struct fixed_result){.lanes = 15, .issued = 2, .pc = 2});
	assert_int_equal(g->n, 2);
	assert_int_equal(fixed_results_age(g, g->v), 3);
	assert_int_equal(fixed_results_age(g, g->v + 1), 2);
	assert_true(g->v[1].order > g->v[0].order);
	fixed_results_go_on(&r, g, 7, 10);
	assert_int_equal(g->n, 1);
	assert_int_equal(g->v->pc, 2);
	assert_false(fixed_results_parted(g));
	g = fixed_results_group(&r, 3);
	assert_true(fixed_results_parted(g));
	fixed_results_go_on(&r, g, 0, 10);
	assert_false(fixed_results_parted(g));
	fixed_results_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(like_a_list), cmocka_unit_test(ends), cmocka_unit_test(waiting),
					   cmocka_unit_test(aged)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
