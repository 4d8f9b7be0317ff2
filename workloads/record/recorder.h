/* recorder.h: makes a recording of the cases that a context runs; recording.h says what that is. It is a client of the event tap.
 *
 * It keeps what is rare. An SM has room for `spans` spans. In the first half of it they are all kept. In the second half only rare ones are: those whose part of the
 * code has run with the same lanes no more than RECORDER_RARE times before on this SM. What is not rare, and follows in the same warp without a
 * rare span between, becomes one span, which has the sums of all and is marked as mixed. When there is no room left, or `instructions` have
 * been seen, the SM is not watched any more, and runs as fast as without a recording. Of blocks and samples every second one is
 * dropped each time there are too many; what a sample counts goes to the next one, and blocks that were on their SM for twice the mean stay longest.
 *
 * SMs may run on several threads meanwhile. What is recorded does not depend on how many.
 *
 * Functions of launches have to stay loaded until recorder_write_case() has been called for their cases.
 *
 * Where several splits of a warp run at the same time, each is recorded by itself, without the states of its warp.
 *
 * What this module cannot do: functional mode, which has no time. */
#ifndef WORKLOADS_RECORDER_H
#define WORKLOADS_RECORDER_H

#include <stdio.h>

#include "sim/runtime/simt.h"

/* What is recorded. */
struct recorder_wish {
	const char *machine;   /* its name, for the recording */
	uint32_t sms;          /* the warps of so many SMs, of those to which blocks come first each time that the GPU was idle */
	uint64_t from, to;     /* only spans that have begun by cycle `to`, and issue from `from` on; cycles of the case */
	uint64_t instructions; /* so many of an SM in a case */
	uint32_t spans;        /* room for spans of an SM, 2 at the least */
};

enum {
	RECORDER_RARE = 64,
	RECORDER_SPANS = 1 << 17,
	RECORDER_INSTRUCTIONS = 1 << 21,
	RECORDER_STAYS = 1 << 16,    /* of blocks, in a case */
	RECORDER_SAMPLES = 1 << 10,  /* in a case */
	RECORDER_LAUNCHES = 1 << 16, /* in a case */
	RECORDER_BYTES = 1 << 28,    /* of the file before it is compressed; cases that begin after that are not in it */
};

struct recorder;

/* Listens to s, which has machine m, until recorder_free. `workload`: its name, for the recording. NULL: *e says why. */
struct recorder *recorder_new(struct simt *s, const struct simt_machine *m, const char *workload, const struct recorder_wish *wish,
			      struct simt_error *e);
void recorder_free(struct recorder *r); /* NULL is allowed */
/* A launch that has been told of by the context, or could not start: its name, its number in the case. */
void recorder_name(struct recorder *r, const struct simt_launch *l, const char *name, uint32_t number);
/* The case of that number has ended, well or not: what has been recorded since the last one is of it. No launch runs. */
void recorder_end_case(struct recorder *r, size_t number, const char *name);

/* The file, in three parts: what comes before the cases; a case, which may come in any order, and of which nothing is written where it has
 * not ended; the end, which says whether the run was complete. Errors stay in `out`. */
void recorder_write_head(struct recorder *r, FILE *out);
void recorder_write_case(struct recorder *r, FILE *out, size_t number);
void recorder_write_tail(struct recorder *r, FILE *out, bool complete);

#endif
