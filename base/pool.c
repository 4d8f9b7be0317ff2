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
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/host-cache.h"

/* Helgrind does not know what atomics order: a build for it tells. */
#ifdef SIMT_HELGRIND
#include <valgrind/helgrind.h>
#define ORDERS_BEFORE(what) ANNOTATE_HAPPENS_BEFORE(what)
#define ORDERS_AFTER(what)  ANNOTATE_HAPPENS_AFTER(what)
#define ATOMIC_ALONE(what)  VALGRIND_HG_DISABLE_CHECKING(&(what), sizeof(what))
#else
#define ORDERS_BEFORE(what) ((void)0)
#define ORDERS_AFTER(what)  ((void)0)
#define ATOMIC_ALONE(what)  ((void)0)
#endif

/* A thread spins for no longer than this between rounds, in ns: to sleep and to wake takes about as long where many do so at a time. */
enum { SPIN_MOST = 200000, SPIN_FIRST = 1000 };

/* The pieces of the round that belong to a thread, which are neighbours. */
struct share {
	/* The number of the round, times 2^32, and how many of them nobody has taken. With the number a thread that comes late cannot take
	 * a piece of one round for one of another. */
	_Alignas(HOST_APART) _Atomic uint64_t left;
};

struct worker {
	struct pool *p;
	unsigned number; /* from 1 on: 0 is the caller */
	pthread_t thread;
};

struct pool {
	/* of the round; whoever has taken a piece may read it until that is done */
	unsigned n;
	void (*work)(void *arg, unsigned i);
	void *arg;
	uint64_t spin_most, patience; /* ns; the caller's */
	pthread_mutex_t lock;
	pthread_cond_t begun, ended;
	unsigned threads; /* with the caller */
	struct share *share;
	struct worker *worker;
	_Alignas(HOST_APART) _Atomic uint32_t round; /* all shares are of this one */
	_Atomic bool over;
	_Alignas(HOST_APART) _Atomic unsigned done; /* pieces */
	_Atomic unsigned sleepers;                  /* threads that wait for a round */
	_Atomic bool asleep;                        /* so does the caller, for the end of one */
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

/* There is another round than `seen`, or the end of the pool. */
static bool
has_begun(struct pool *p, uint32_t seen)
{
	return atomic_load(&p->round) != seen || atomic_load(&p->over);
}

static bool
has_ended(struct pool *p, uint32_t round)
{
	(void)round;
	return atomic_load(&p->done) == p->n;
}

/* Spins until `come` says so, for no longer than *patience, which becomes longer where that has paid. */
static bool
spins(struct pool *p, uint64_t *patience, bool (*come)(struct pool *p, uint32_t round), uint32_t round)
{
	const uint64_t until = *patience ? now_ns() + *patience : 0;
	bool yes = come(p, round);

	while (!yes && until && now_ns() < until)
		for (unsigned i = 0; i < 16 && !(yes = come(p, round)); i++)
			relax();
	if (yes)
		*patience = 2 * *patience + SPIN_FIRST < p->spin_most ? 2 * *patience + SPIN_FIRST : p->spin_most;
	else
		*patience /= 2;
	return yes;
}

/* ---- the threads ---- */

/* Where the pieces of a thread begin. */
static unsigned
begins(const struct pool *p, unsigned thread)
{
	return (unsigned)((uint64_t)p->n * thread / p->threads);
}

/* Does pieces of a share as long as there are any. Returns how many. */
static unsigned
do_share(struct pool *p, unsigned thread)
{
	struct share *s = p->share + thread;
	uint64_t left = atomic_load_explicit(&s->left, memory_order_relaxed);
	unsigned did = 0;

	while ((uint32_t)left)
		if (atomic_compare_exchange_weak(&s->left, &left, left - 1)) {
			ORDERS_AFTER(&s->left);
			p->work(p->arg, begins(p, thread + 1) - (uint32_t)left);
			did++;
			left = atomic_load_explicit(&s->left, memory_order_relaxed);
		}
	return did;
}

/* Its own share first, then what others have not come to. Returns how many pieces it did. */
static unsigned
do_pieces(struct pool *p, unsigned thread)
{
	unsigned did = do_share(p, thread);

	for (unsigned i = thread + 1; i < p->threads; i++)
		did += do_share(p, i);
	for (unsigned i = 0; i < thread; i++)
		did += do_share(p, i);
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
	const struct worker *w = arg;
	struct pool *p = w->p;
	uint64_t patience = p->spin_most;
	uint32_t seen = 0;

	while (!atomic_load(&p->over)) {
		unsigned did;

		if (atomic_load(&p->round) != seen) {
			/* the pieces of a later round may be taken here as well */
			seen = atomic_load(&p->round);
			did = do_pieces(p, w->number);
			if (did)
				tell_done(p, did);
		}
		if (spins(p, &patience, has_begun, seen))
			continue;
		pthread_mutex_lock(&p->lock);
		atomic_fetch_add(&p->sleepers, 1);
		while (!has_begun(p, seen))
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

/* Threads beside the caller. */
static void
start_threads(struct pool *p, unsigned most)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (p->threads < most) {
		struct worker *w = p->worker + p->threads;

		*w = (struct worker){.p = p, .number = p->threads};
		if (pthread_create(&w->thread, NULL, thread_main, w))
			break;
		p->threads++;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct pool *
pool_new(unsigned threads)
{
	struct pool *p = must(aligned_alloc(HOST_APART, sizeof *p));

	threads = threads ? threads : 1;
	*p = (struct pool){.threads = 1, .spin_most = threads <= pool_cores() ? SPIN_MOST : 0};
	p->patience = p->spin_most;
	p->share = must(aligned_alloc(HOST_APART, threads * sizeof *p->share));
	for (unsigned i = 0; i < threads; i++) {
		p->share[i] = (struct share){0};
		ATOMIC_ALONE(p->share[i].left);
	}
	p->worker = zeroed(threads, sizeof *p->worker);
	ATOMIC_ALONE(p->round);
	ATOMIC_ALONE(p->over);
	ATOMIC_ALONE(p->done);
	ATOMIC_ALONE(p->sleepers);
	ATOMIC_ALONE(p->asleep);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->begun, NULL);
	pthread_cond_init(&p->ended, NULL);
	start_threads(p, threads);
	return p;
}

void
pool_free(struct pool *p)
{
	if (!p)
		return;
	atomic_store(&p->over, true);
	wake(p, p->threads - 1);
	for (unsigned i = 1; i < p->threads; i++)
		pthread_join(p->worker[i].thread, NULL);
	pthread_cond_destroy(&p->begun);
	pthread_cond_destroy(&p->ended);
	pthread_mutex_destroy(&p->lock);
	free(p->share);
	free(p->worker);
	free(p);
}

unsigned
pool_threads(const struct pool *p)
{
	return p->threads;
}

void
pool_begin(struct pool *p, unsigned n, void (*work)(void *arg, unsigned i), void *arg)
{
	const uint32_t round = atomic_load(&p->round) + 1;

	p->n = n;
	p->work = work;
	p->arg = arg;
	atomic_store_explicit(&p->done, 0, memory_order_relaxed);
	for (unsigned i = 0; i < p->threads; i++) {
		const uint64_t left = begins(p, i + 1) - begins(p, i);

		ORDERS_BEFORE(&p->share[i].left);
		atomic_store_explicit(&p->share[i].left, (uint64_t)round << 32 | left, memory_order_release);
	}
	atomic_store(&p->round, round);
	wake(p, n - (n > 0));
}

unsigned
pool_help(struct pool *p)
{
	const unsigned did = do_pieces(p, 0);

	atomic_fetch_add(&p->done, did);
	return did;
}

void
pool_wait(struct pool *p)
{
	if (spins(p, &p->patience, has_ended, 0)) {
		ORDERS_AFTER(&p->done);
		return;
	}
	pthread_mutex_lock(&p->lock);
	atomic_store(&p->asleep, true);
	while (!has_ended(p, 0))
		pthread_cond_wait(&p->ended, &p->lock);
	atomic_store(&p->asleep, false);
	pthread_mutex_unlock(&p->lock);
	ORDERS_AFTER(&p->done);
}
