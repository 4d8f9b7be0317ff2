/* pool.h: threads of the host that share pieces of work, the one that asks among them.
 *
 * The pieces of a round are 0 .. n - 1. Each thread has a share of them, which are neighbours, so that its caches have what piece i touches
 * when another round of as many pieces comes. Then it takes what others have not come to: which thread does which piece is not known.
 * Pieces that run at the same time must not write what another one of them touches. All that was written before a round is seen by its
 * pieces, and all that they wrote by what comes after it.
 *
 * Between rounds a thread first spins for a short time, and then sleeps. It spins for a longer time where this has paid before, and not at all
 * if the pool has more threads than the host has cores.
 *
 * What this module cannot do: rounds within pieces, rounds that two threads ask for, pieces that fail. */
#ifndef SIMT_POOL_H
#define SIMT_POOL_H

struct pool;

/* The processors that this process may run on; at least 1. */
unsigned pool_cores(void);
/* A pool of so many threads, the caller among them. Where the system does not give as many there are fewer. Signals go to other threads than
 * those of the pool. */
struct pool *pool_new(unsigned threads);
/* Ends its threads. NULL is allowed. */
void pool_free(struct pool *p);
/* How many threads it has, with the caller. */
unsigned pool_threads(const struct pool *p);

/* A round of n pieces, work(arg, i) each, in three steps: it begins; the caller takes pieces until all are taken, and gets how many it did;
 * the caller waits until all are done. */
void pool_begin(struct pool *p, unsigned n, void (*work)(void *arg, unsigned i), void *arg);
unsigned pool_help(struct pool *p);
void pool_wait(struct pool *p);

#endif
