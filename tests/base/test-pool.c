/* test-pool.c: threads that share pieces of work: each piece is done once, in its round, on some thread; long rounds, short ones, and pauses
 * in which threads go to sleep. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/pool.h"

enum { PIECES = 300, ROUNDS = 2000 };

static void
pause_ns(long ns)
{
	nanosleep(&(struct timespec){0, ns}, NULL);
}

static void
round_of(struct pool *p, unsigned n, void (*work)(void *arg, unsigned i), void *arg)
{
	pool_begin(p, n, work, arg);
	assert_in_range(pool_help(p), 0, n);
	pool_wait(p);
}

/* ---- each piece once ---- */

struct counts {
	unsigned round, n;
	unsigned done[PIECES]; /* the last round in which it was done */
};

static void
count(void *arg, unsigned i)
{
	struct counts *c = arg;

	c->done[i] = c->done[i] + 1 == c->round ? c->round : 0;
}

static void
rounds_are_whole(void **state)
{
	static const unsigned sizes[] = {PIECES, 1, 2, 7};

	(void)state;
	for (unsigned threads = 1; threads <= 9; threads += 2)
		for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
			struct pool *p = pool_new(threads);
			struct counts c = {.n = sizes[k]};

			assert_int_equal(pool_threads(p), threads);
			for (c.round = 1; c.round <= ROUNDS / threads; c.round++) {
				round_of(p, c.n, count, &c);
				for (unsigned i = 0; i < c.n; i++)
					assert_int_equal(c.done[i], c.round);
				/* now and then they fall asleep */
				if (c.round % 64 == 0)
					pause_ns(200000);
			}
			pool_free(p);
		}
}

/* A round of nothing ends at once, and so does a pool that had none. */
static void
nothing_to_do(void **state)
{
	struct pool *p = pool_new(4);

	(void)state;
	round_of(p, 0, NULL, NULL);
	round_of(p, 0, NULL, NULL);
	pool_free(p);
	pool_free(pool_new(4));
	pool_free(NULL);
}

/* ---- several threads ---- */

struct meeting {
	atomic_uint come;
	unsigned n;
	pthread_t thread[8];
};

/* Ends only when all pieces have begun, or after some seconds: each is on a thread of its own. */
static void
meet(void *arg, unsigned i)
{
	struct meeting *m = arg;

	m->thread[i] = pthread_self();
	atomic_fetch_add(&m->come, 1);
	for (unsigned k = 0; k < 10000 && atomic_load(&m->come) < m->n; k++)
		pause_ns(500000);
}

static void
pieces_run_at_a_time(void **state)
{
	struct pool *p = pool_new(4);

	(void)state;
	for (unsigned k = 0; k < 50; k++) {
		struct meeting m = {.n = 4};

		round_of(p, m.n, meet, &m);
		assert_int_equal(atomic_load(&m.come), m.n);
		for (unsigned i = 1; i < m.n; i++)
			for (unsigned j = 0; j < i; j++)
				assert_false(pthread_equal(m.thread[i], m.thread[j]));
		if (k % 2)
			pause_ns(300000);
	}
	pool_free(p);
}

/* A piece that takes long: whoever waits for the end of the round sees what it wrote. */
struct slow {
	unsigned result[4];
};

static void
work_slowly(void *arg, unsigned i)
{
	struct slow *s = arg;

	pause_ns(i == 3 ? 3000000 : 100000);
	s->result[i] = i + 1;
}

static void
ends_are_waited_for(void **state)
{
	struct pool *p = pool_new(4);

	(void)state;
	for (unsigned k = 0; k < 20; k++) {
		struct slow s = {{0}};

		round_of(p, 4, work_slowly, &s);
		for (unsigned i = 0; i < 4; i++)
			assert_int_equal(s.result[i], i + 1);
	}
	pool_free(p);
}

/* ---- the host ---- */

/* Threads of the pool take no signals: those are the caller's. */
static void
look_at_signals(void *arg, unsigned i)
{
	struct meeting *m = arg;
	sigset_t set;

	pthread_sigmask(SIG_SETMASK, NULL, &set);
	if (sigismember(&set, SIGINT))
		atomic_fetch_add(&m->come, 1);
	m->thread[i] = pthread_self();
	pause_ns(2000000);
}

static void
signals_are_the_callers(void **state)
{
	struct pool *p = pool_new(4);
	struct meeting m = {.n = 8};
	unsigned others = 0;

	(void)state;
	round_of(p, m.n, look_at_signals, &m);
	for (unsigned i = 0; i < m.n; i++)
		others += !pthread_equal(m.thread[i], pthread_self());
	assert_int_equal(atomic_load(&m.come), others);
	assert_in_range(others, 1, m.n);
	pool_free(p);
}

static void
there_are_cores(void **state)
{
	(void)state;
	assert_in_range(pool_cores(), 1, 1 << 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rounds_are_whole),        cmocka_unit_test(nothing_to_do),
		cmocka_unit_test(pieces_run_at_a_time),    cmocka_unit_test(ends_are_waited_for),
		cmocka_unit_test(signals_are_the_callers), cmocka_unit_test(there_are_cores),
	};

	return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
