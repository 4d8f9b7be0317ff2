/* jobs.c: see jobs.h. */
#include "sim/runtime/jobs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "sim/core/sm.h"
#include "sim/memory/memory-system.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

/* Times of the host in ns. A window with less work than WORTH is not given to threads, with less than WORTH_WAKING not to threads that have gone to
 * sleep by now, after AWAKE. The threads begin when windows that are worth it have come to BEGIN: that a host needs to make 16 of them
 * would be a good part of a list of short launches. After a window in which threads have not paid, 2 windows are not given to them, and
 * twice as many after each further one, but no more than 2^PAUSES; they have paid where it took no more than PAID eighths of what
 * one thread would have taken. How long that is, is what SMs take while nothing else runs: with threads they take longer, since these share
 * memory. So in one of AGAIN windows an SM runs before all others. */
enum {
	WORTH = 150000,
	WORTH_WAKING = 250000,
	AWAKE = 200000,
	BEGIN = 2000000,
	PAUSES = 8,
	PAID = 7,
	AGAIN = 16,
	WEIGHT = 4 /* of the mean so far, against one window */
};

/* So many requests to L2, at least, are served by several threads: that takes seven rounds of a few microseconds each. */
enum { WORTH_REQUESTS = 512 };

struct jobs {
	unsigned threads;
	bool eager;
	struct pool *pool; /* NULL: nothing was worth it yet */
	unsigned pooled;   /* threads that were asked of it */
	uint64_t worth;    /* the work of windows that would have been worth it, while there were no threads */
	uint64_t last;     /* when the last window ended that they had */
	uint64_t each;     /* an SM's part of a window takes about so long on one thread */
	unsigned shared;   /* windows that threads had */
	unsigned failed;   /* windows in a row in which threads have not paid */
	unsigned pause;    /* windows that will not be given to threads */
	/* of this window */
	uint64_t until;
	unsigned n, first; /* of the SMs below; how many of them have run before all others */
	struct sm *sm[];   /* those that have something to do */
};

struct jobs *
jobs_new(unsigned sms, unsigned threads, bool eager)
{
	struct jobs *j = zeroed(1, sizeof *j + sms * sizeof(struct sm *));

	j->threads = threads;
	j->eager = eager;
	return j;
}

void
jobs_free(struct jobs *j)
{
	if (j)
		pool_free(j->pool);
	free(j);
}

/* Whether an SM writes what is its own and nothing else. */
static bool
sms_are_apart(const struct gpu *gpu)
{
	bool apart = !tap_hears_all(gpu) && !gpu->clusters;

	for (unsigned i = 0; i < gpu->nrunning; i++)
		apart = apart && !gpu->running[i]->f->module->allocates;
	return apart;
}

uint64_t
jobs_host_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* So many SMs have taken so long. */
static void
note_time(struct jobs *j, unsigned n, uint64_t took)
{
	if (n)
		j->each = j->each ? (WEIGHT * j->each + took / n) / (WEIGHT + 1) : took / n;
}

static void
run_one(void *arg, unsigned i)
{
	const struct jobs *j = arg;

	sm_run(j->sm[j->first + i], j->until);
}

static void
run_alone(struct jobs *j)
{
	for (unsigned i = j->first; i < j->n; i++)
		run_one(j, i - j->first);
}

/* A pool for so many pieces of work: threads that find none would cost more than they bring where a launch has few blocks. */
static void
make_pool(struct jobs *j, unsigned pieces)
{
	const unsigned want = pieces < j->threads ? pieces : j->threads;

	if (want <= j->pooled)
		return;
	pool_free(j->pool);
	j->pool = pool_new(want);
	j->pooled = want;
}

/* One of the SMs that this thread has mostly run before tells how long one takes. */
static void
run_first(struct jobs *j)
{
	const unsigned mine = j->n / j->threads, k = mine ? j->shared / AGAIN % mine : 0;
	struct sm *first = j->sm[k];
	const uint64_t start = jobs_host_ns();

	j->sm[k] = j->sm[0];
	j->sm[0] = first;
	run_one(j, 0);
	j->first = 1;
	note_time(j, 1, jobs_host_ns() - start);
}

/* Whether threads are likely to pay for a window that begins now. */
static bool
is_worth_it(struct jobs *j, uint64_t now)
{
	const uint64_t work = j->n * j->each;

	if (j->eager)
		return true;
	if (j->pause || work < (j->pool && now - j->last > AWAKE ? WORTH_WAKING : WORTH))
		return false;
	j->worth += j->pool ? 0 : work;
	return j->pool || j->worth >= BEGIN;
}

static void
run_together(struct jobs *j)
{
	const unsigned n = j->n - j->first;
	uint64_t start, took;

	make_pool(j, j->n);
	j->shared++;
	start = jobs_host_ns();
	pool_begin(j->pool, n, run_one, j);
	pool_help(j->pool);
	pool_wait(j->pool);
	j->last = jobs_host_ns();
	took = j->last - start;
	if (took * 8 <= n * j->each * PAID) {
		j->failed = 0;
		return;
	}
	j->failed += j->failed < PAUSES;
	j->pause = 1u << j->failed;
}

void
jobs_run(struct gpu *gpu, uint64_t until)
{
	struct jobs *j = gpu->jobs;
	uint64_t start;

	for (unsigned i = 0; !j && i < gpu->nawake; i++)
		if (sm_next(gpu->awake[i]) < until)
			sm_run(gpu->awake[i], until);
	if (!j)
		return;
	j->until = until;
	j->n = j->first = 0;
	for (unsigned i = 0; i < gpu->nawake; i++)
		if (sm_next(gpu->awake[i]) < until)
			j->sm[j->n++] = gpu->awake[i];
	if (j->n < 2 || !sms_are_apart(gpu)) {
		run_alone(j);
		return;
	}
	if (!j->eager && (!j->each || (!j->pause && j->shared % AGAIN == AGAIN - 1)))
		run_first(j);
	start = jobs_host_ns();
	if (j->n - j->first > 1 && is_worth_it(j, start)) {
		run_together(j);
		return;
	}
	run_alone(j);
	note_time(j, j->n - j->first, jobs_host_ns() - start);
	j->pause -= j->pause > 0;
}

/* ---- other work ---- */

unsigned
jobs_threads(const struct jobs *j)
{
	return j->threads;
}

bool
jobs_are_eager(const struct jobs *j)
{
	return j->eager;
}

bool
jobs_have_begun(const struct jobs *j)
{
	return j->pool;
}

void
jobs_share(struct jobs *j, unsigned n, void (*work)(void *arg, unsigned i), void *arg)
{
	make_pool(j, n);
	pool_begin(j->pool, n, work, arg);
	pool_help(j->pool);
	pool_wait(j->pool);
}

static void
share(void *arg, unsigned n, void (*work)(void *work_arg, unsigned i), void *work_arg)
{
	struct jobs *j = arg;

	pool_begin(j->pool, n, work, work_arg);
	pool_help(j->pool);
	pool_wait(j->pool);
}

bool
jobs_helpers(struct jobs *j, struct memory_helpers *h)
{
	if (!j || (!j->eager && (!j->pool || j->pause)))
		return false;
	make_pool(j, j->pooled ? j->pooled : j->threads);
	*h = (struct memory_helpers){share, j, pool_threads(j->pool), j->eager ? 1 : WORTH_REQUESTS};
	return true;
}
