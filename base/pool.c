/* pool.c: see pool.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity() */
#endif
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"

/* Helgrind does not know what atomics order: a build for it tells. */
#ifdef SIMT_HELGRIND
#include <valgrind/helgrind.h>
#define ORDERS_BEFORE(what) ANNOTATE_HAPPENS_BEFORE(what)
#define ORDERS_AFTER(what)  ANNOTATE_HAPPENS_AFTER(what)
#define ATOMIC_ALONE(p)     VALGRIND_HG_DISABLE_CHECKING(&(p)->left, offsetof(struct pool, spin_most) - offsetof(struct pool, left))
#else
#define ORDERS_BEFORE(what) ((void)0)
#define ORDERS_AFTER(what)  ((void)0)
#define ATOMIC_ALONE(p)     ((void)0)
#endif

/* A thread spins for no longer than this between rounds, in ns: to sleep and to wake takes about as long. */
enum { SPIN_MOST = 50000, SPIN_FIRST = 1000 };

struct pool {
	/* The number of the round, times 2^32, and how many of its pieces nobody has taken. With the number a thread that comes late cannot
	 * take a piece of one round for one of another. */
	_Atomic uint64_t left;
	_Atomic unsigned done;     /* pieces */
	_Atomic unsigned sleepers; /* threads that wait for a round */
	_Atomic bool asleep;       /* so does the caller, for the end of one */
	_Atomic bool over;
	/* of the round; whoever has taken a piece may read it until that is done */
	unsigned n;
	void (*work)(void *arg, unsigned i);
	void *arg;
	uint64_t spin_most, patience; /* ns; the caller's */
	pthread_mutex_t lock;
	pthread_cond_t begun, ended;
	unsigned nthread;
	pthread_t thread[];
};

unsigned
pool_cores(void)
{
#ifdef __linux__
	/* more than 1,024 processors do not fit a cpu_set_t */
	for (int most = 1024; most <= 1 << 20; most *= 4) {
		cpu_set_t *set = CPU_ALLOC((size_t)most);
		const size_t size = CPU_ALLOC_SIZE((size_t)most);
		int n = 0;

		if (set && !sched_getaffinity(0, size, set))
			n = CPU_COUNT_S(size, set);
		CPU_FREE(set);
		if (n > 0)
			return (unsigned)n;
	}
#endif
	return sysconf(_SC_NPROCESSORS_ONLN) > 1 ? (unsigned)sysconf(_SC_NPROCESSORS_ONLN) : 1;
}

/* ---- spinning ---- */

static uint64_t
now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void
relax(void)
{
#if defined __x86_64__ || defined __i386__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("yield");
#endif
}

/* Spins until `come` says so, for no longer than *patience, which becomes longer where that has paid. */
static bool
spins(struct pool *p, uint64_t *patience, bool (*come)(struct pool *p))
{
	const uint64_t until = *patience ? now_ns() + *patience : 0;
	bool yes = come(p);

	while (!yes && until && now_ns() < until)
		for (unsigned i = 0; i < 16 && !(yes = come(p)); i++)
			relax();
	if (yes)
		*patience = 2 * *patience + SPIN_FIRST < p->spin_most ? 2 * *patience + SPIN_FIRST : p->spin_most;
	else
		*patience /= 2;
	return yes;
}

/* ---- the threads ---- */

static bool
has_begun(struct pool *p)
{
	return (uint32_t)atomic_load(&p->left) || atomic_load(&p->over);
}

static bool
has_ended(struct pool *p)
{
	return atomic_load(&p->done) == p->n;
}

/* Does pieces of the round as long as there are any. Returns how many. */
static unsigned
do_pieces(struct pool *p)
{
	uint64_t left = atomic_load(&p->left);
	unsigned did = 0;

	while ((uint32_t)left)
		if (atomic_compare_exchange_weak(&p->left, &left, left - 1)) {
			ORDERS_AFTER(&p->left);
			p->work(p->arg, p->n - (uint32_t)left);
			did++;
			left = atomic_load(&p->left);
		}
	return did;
}

/* Says that so many pieces are done. Nothing of the round may be read after that. */
static void
tell_done(struct pool *p, unsigned did)
{
	const unsigned n = p->n;

	ORDERS_BEFORE(&p->done);
	if (atomic_fetch_add(&p->done, did) + did != n || !atomic_load(&p->asleep))
		return;
	pthread_mutex_lock(&p->lock);
	pthread_cond_signal(&p->ended);
	pthread_mutex_unlock(&p->lock);
}

static void *
thread_main(void *arg)
{
	struct pool *p = arg;
	uint64_t patience = p->spin_most;

	while (!atomic_load(&p->over)) {
		unsigned did = do_pieces(p);

		if (did)
			tell_done(p, did);
		if (spins(p, &patience, has_begun))
			continue;
		pthread_mutex_lock(&p->lock);
		atomic_fetch_add(&p->sleepers, 1);
		while (!has_begun(p))
			pthread_cond_wait(&p->begun, &p->lock);
		atomic_fetch_sub(&p->sleepers, 1);
		pthread_mutex_unlock(&p->lock);
	}
	return NULL;
}

/* ---- the caller ---- */

/* Those that sleep wake up: no more of them than there are pieces for. */
static void
wake(struct pool *p, unsigned most)
{
	unsigned n = atomic_load(&p->sleepers);

	if (!n)
		return;
	pthread_mutex_lock(&p->lock);
	if (n <= most)
		pthread_cond_broadcast(&p->begun);
	for (; n > most && most; most--)
		pthread_cond_signal(&p->begun);
	pthread_mutex_unlock(&p->lock);
}

struct pool *
pool_new(unsigned threads)
{
	struct pool *p = zeroed(1, sizeof *p + threads * sizeof *p->thread);
	sigset_t all, before;

	p->spin_most = p->patience = threads <= pool_cores() ? SPIN_MOST : 0;
	ATOMIC_ALONE(p);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->begun, NULL);
	pthread_cond_init(&p->ended, NULL);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (p->nthread + 1 < threads && !pthread_create(p->thread + p->nthread, NULL, thread_main, p))
		p->nthread++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return p;
}

void
pool_free(struct pool *p)
{
	if (!p)
		return;
	atomic_store(&p->over, true);
	wake(p, p->nthread);
	for (unsigned i = 0; i < p->nthread; i++)
		pthread_join(p->thread[i], NULL);
	pthread_cond_destroy(&p->begun);
	pthread_cond_destroy(&p->ended);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

unsigned
pool_threads(const struct pool *p)
{
	return p->nthread + 1;
}

void
pool_begin(struct pool *p, unsigned n, void (*work)(void *arg, unsigned i), void *arg)
{
	const uint64_t round = (atomic_load(&p->left) >> 32) + 1;

	p->n = n;
	p->work = work;
	p->arg = arg;
	atomic_store(&p->done, 0);
	ORDERS_BEFORE(&p->left);
	atomic_store(&p->left, round << 32 | n);
	wake(p, n - (n > 0));
}

unsigned
pool_help(struct pool *p)
{
	const unsigned did = do_pieces(p);

	atomic_fetch_add(&p->done, did);
	return did;
}

void
pool_wait(struct pool *p)
{
	if (spins(p, &p->patience, has_ended)) {
		ORDERS_AFTER(&p->done);
		return;
	}
	pthread_mutex_lock(&p->lock);
	atomic_store(&p->asleep, true);
	while (!has_ended(p))
		pthread_cond_wait(&p->ended, &p->lock);
	atomic_store(&p->asleep, false);
	pthread_mutex_unlock(&p->lock);
	ORDERS_AFTER(&p->done);
}
