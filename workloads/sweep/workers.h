/* workers.h: pieces of work, each in a process of its own, several at the same time.
 *
 * A process that ends before its time takes nothing but its own piece along, and the piece is begun again: a few times, since what ended the
 * process may have been the lack of memory, or somebody. Processes end with the one that made them.
 *
 * What this module cannot do: hand results back; work() leaves them in a file. */
#ifndef WORKLOADS_SWEEP_WORKERS_H
#define WORKLOADS_SWEEP_WORKERS_H

#include <stddef.h>

#include "base/error.h"

enum { WORKERS_TRIES = 3 };

/* How a piece has ended. */
struct worker_end {
	bool died;           /* WORKERS_TRIES processes ended before work() came to its end */
	int signal;          /* that ended the last of these; 0: it left by itself, as for want of memory */
	double seconds;      /* of a processor that it took */
	struct simt_error e; /* as work() has left it */
};

struct workers {
	unsigned jobs; /* processes at the same time; at least 1 */
	simt_stop stop;
	void *arg; /* of the functions below */
	/* The next piece; SIZE_MAX: none is left. */
	size_t (*next)(void *arg);
	/* Does a piece, in its own process, whose parent is the one that called workers_run. */
	void (*work)(void *arg, size_t piece, struct simt_error *e);
	/* A piece has ended. False: no further one is begun, and *e says why. */
	bool (*ended)(void *arg, size_t piece, const struct worker_end *end, struct simt_error *e);
	/* Whether what a piece leaves is there as a whole: then a process that was ended so late has done it, and it is not begun again. NULL:
	 * such a piece is. */
	bool (*whole)(void *arg, size_t piece);
	/* Called several times a second, or NULL. */
	void (*look)(void *arg);
};

/* Does all pieces. False: not all of them, because of *e: SIMT_INTERRUPTED where `stop` was set, what ended() said, or why the system makes no
 * process. No process is left when it returns. */
bool workers_run(const struct workers *w, struct simt_error *e);

#endif
