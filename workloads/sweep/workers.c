#define _GNU_SOURCE
#include "workloads/sweep/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/alloc.h"

#if defined __GLIBC__ && defined MADV_HUGEPAGE
#define USES_LARGE_PAGES
enum { HEAP_BYTES = 1 << 25, LARGE_PAGE = 1 << 21 };
#endif

enum { LOOK_MS = 200 };

struct worker {
	pid_t pid; /* 0: none */
	int from;  /* the end of a pipe by which it says what work() has left */
	size_t piece;
	unsigned tries;
};

struct pool_of_processes {
	const struct workers *w;
	struct worker *worker;
	struct pollfd *polled;
	unsigned running;
	long largest; /* of all that have ended, in KiB */
	bool done;    /* no piece is left */
};

/* ---- in the process of a piece ---- */

/* Most of a short piece goes into pages of memory that are touched for the first time: 25 MB in 6400 pages for a machine of 132 SMs. So the heap
 * of the process gets some large ones at once. */
static void
use_large_pages(void)
{
#ifdef USES_LARGE_PAGES
	const uintptr_t old = (uintptr_t)sbrk(0);
	void *volatile grows; /* or the compiler would do without */
	uintptr_t first, last;

	mallopt(M_TOP_PAD, HEAP_BYTES);
	mallopt(M_MMAP_THRESHOLD, HEAP_BYTES);
	mallopt(M_TRIM_THRESHOLD, 2 * HEAP_BYTES);
	grows = malloc(HEAP_BYTES / 2);
	free(grows);
	first = (old + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
	last = (uintptr_t)sbrk(0) / LARGE_PAGE * LARGE_PAGE;
	if (last > first)
		madvise((void *)first, last - first, MADV_HUGEPAGE);
#endif
}

static _Noreturn void
be_worker(const struct workers *w, size_t piece, int to, pid_t parent)
{
	struct simt_error e = {.status = SIMT_OK};

#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(1);
	use_large_pages();
	w->work(w->arg, piece, &e);
	_exit(write(to, &e, sizeof e) == (ssize_t)sizeof e ? 0 : 1);
}

/* ---- processes ---- */

/* Begins the piece of a worker. */
static bool
begin(struct pool_of_processes *p, struct worker *k, struct simt_error *e)
{
	const pid_t parent = getpid();
	int end[2];

	if (pipe(end))
		return simt_fail(e, SIMT_BAD_INPUT, "no pipe to another process: %s", strerror(errno));
	k->pid = fork();
	if (!k->pid) {
		close(end[0]);
		be_worker(p->w, k->piece, end[1], parent);
	}
	close(end[1]);
	k->from = end[0];
	k->tries++;
	if (k->pid > 0) {
		p->running++;
		return true;
	}
	close(end[0]);
	k->pid = 0;
	return simt_fail(e, SIMT_BAD_INPUT, "no process for a point: %s", strerror(errno));
}

/* What the system has left for processes, in KiB; -1 where it does not say. */
static long
memory_left(void)
{
	FILE *f = fopen("/proc/meminfo", "re");
	char line[128];
	long left = -1;

	while (f && left < 0 && fgets(line, sizeof line, f))
		if (sscanf(line, "MemAvailable: %ld", &left) != 1)
			left = -1;
	if (f)
		fclose(f);
	return left;
}

/* Whether another process, as large as the largest so far, has room beside those that run. */
static bool
has_room(const struct pool_of_processes *p)
{
	const long left = p->running && p->largest ? memory_left() : -1;

	return left < 0 || left > p->largest;
}

/* Begins pieces as long as there are some and workers without one. */
static bool
begin_all(struct pool_of_processes *p, struct simt_error *e)
{
	for (unsigned i = 0; i < p->w->jobs && !p->done; i++) {
		struct worker *k = p->worker + i;

		if (k->pid)
			continue;
		if (!has_room(p))
			return true;
		k->piece = p->w->next(p->w->arg);
		k->tries = 0;
		p->done = k->piece == SIZE_MAX;
		if (!p->done && !begin(p, k, e))
			return false;
	}
	return true;
}

/* The worker's process has ended, or is about to. */
static bool
take_end(struct pool_of_processes *p, struct worker *k, struct simt_error *e)
{
	struct worker_end end = {.died = false};
	const ssize_t got = read(k->from, &end.e, sizeof end.e);
	struct rusage used;
	int status;

	close(k->from);
	while (wait4(k->pid, &status, 0, &used) < 0 && errno == EINTR)
		;
	k->pid = 0;
	p->running--;
	end.seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		      1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
	p->largest = used.ru_maxrss > p->largest ? used.ru_maxrss : p->largest;
	if (got != (ssize_t)sizeof end.e) {
		end.e = (struct simt_error){.status = SIMT_OK};
		end.died = !p->w->whole || !p->w->whole(p->w->arg, k->piece);
		end.signal = end.died && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
		if (end.died && simt_stopped(p->w->stop))
			return simt_goes_on(p->w->stop, e);
		if (end.died && k->tries < WORKERS_TRIES)
			return begin(p, k, e);
	}
	return p->w->ended(p->w->arg, k->piece, &end, e);
}

/* Waits for the end of some piece, or for a moment. */
static bool
wait_for_some(struct pool_of_processes *p, struct simt_error *e)
{
	bool fine = true;

	for (unsigned i = 0; i < p->w->jobs; i++)
		p->polled[i] = (struct pollfd){.fd = p->worker[i].pid ? p->worker[i].from : -1, .events = POLLIN};
	if (poll(p->polled, p->w->jobs, LOOK_MS) <= 0)
		return true;
	for (unsigned i = 0; fine && i < p->w->jobs; i++)
		if (p->worker[i].pid && p->polled[i].fd >= 0 && p->polled[i].revents)
			fine = take_end(p, p->worker + i, e);
	return fine;
}

/* Ends what still runs. Points that have just ended have their files; the rest is not lost, since nobody has seen it. */
static void
end_all(struct pool_of_processes *p)
{
	for (unsigned i = 0; i < p->w->jobs; i++) {
		struct worker *k = p->worker + i;

		if (!k->pid)
			continue;
		kill(k->pid, SIGKILL);
		while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
			;
		close(k->from);
	}
}

bool
workers_run(const struct workers *w, struct simt_error *e)
{
	struct pool_of_processes p = {.w = w};
	bool fine = true;

	p.worker = zeroed(w->jobs, sizeof *p.worker);
	p.polled = zeroed(w->jobs, sizeof *p.polled);
	while (fine && (p.running || !p.done)) {
		fine = simt_goes_on(w->stop, e) && begin_all(&p, e) && (!p.running || wait_for_some(&p, e));
		if (w->look)
			w->look(w->arg);
	}
	end_all(&p);
	free(p.polled);
	free(p.worker);
	return fine;
}
