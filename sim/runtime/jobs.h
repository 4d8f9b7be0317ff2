/* jobs.h: the SMs of a window on several threads of the host; private to sim/.
 *
 * In a window an SM writes what is its own and nothing else (policy.h has the list), and nobody writes device memory: stores and atomics
 * wait for its end (effects.h), where all of them take effect in the order of cycle and SM. So the bytes of a result depend neither on the
 * number of threads nor on who runs which SM when, however the simulated program races. Where this does not hold the SMs run one after the
 * other, as with one thread: while a client of the event tap listens to all SMs, while a launch with clusters runs, and while one runs whose module
 * calls malloc() or free().
 *
 * Threads take the SMs of a window only where that is likely to pay: by the time that SMs have taken of late, and not for some windows after
 * one in which it has not paid, as on a host whose cores are busy. They begin only when there have been windows of enough work.
 *
 * The same threads serve L2 at the end of a window where it has many requests (l2-steps.h says how these are divided).
 *
 * What this module cannot do: functional mode, whose SMs go to the same threads by side-by-side.h; what else happens between windows. */
#ifndef SIMT_JOBS_H
#define SIMT_JOBS_H

#include <stdbool.h>
#include <stdint.h>

struct gpu;
struct jobs;
struct memory_helpers;

/* For so many SMs and threads, at least 2. The threads begin when there is work for them. `eager`: they take the SMs of all windows that they
 * may, whether that pays or not. */
struct jobs *jobs_new(unsigned sms, unsigned threads, bool eager);
/* NULL is allowed. */
void jobs_free(struct jobs *j);
/* Runs the SMs of the GPU up to cycle `until`, on the threads of gpu->jobs, or on the caller's alone where that is NULL. */
void jobs_run(struct gpu *gpu, uint64_t until);
/* Those who share other work of the window that has been run, into *h. False: nobody does, as where j is NULL. */
bool jobs_helpers(struct jobs *j, struct memory_helpers *h);

/* Threads for a round of pieces, see pool_begin(): how many there are at most; whether they take whatever they may; they carry it out. Not for NULL, nor
 * in a window. */
unsigned jobs_threads(const struct jobs *j);
bool jobs_are_eager(const struct jobs *j);
void jobs_share(struct jobs *j, unsigned n, void (*work)(void *arg, unsigned i), void *arg);
/* Whether the threads have begun. */
bool jobs_have_begun(const struct jobs *j);
/* Time of the host in ns. */
uint64_t jobs_host_ns(void);

#endif
