/* bench.h: launches on machine `tiny` whose schedule can be worked out by hand. A block here is warps that do nothing but last so many
 * cycles; the SMs have four sub-cores with a warp slot each, so that blocks do not hold each other up. A block that takes the place of
 * another starts BLOCK cycles after that one's end. For tests. */
#ifndef TESTS_BENCH_H
#define TESTS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/runtime/simt.h"
#include "tests/helpers/unit.h"

enum { BLOCK = 50, MOST = 64, SUBCORES = 4 };

/* What the event tap told of the blocks, in the order of their starts: as they come, SM by SM. */
struct seen {
	const struct simt_launch *launch;
	uint64_t block, start, end;
	uint32_t sm;
};

struct bench {
	struct simt *s;
	struct simt_launch *l[MOST];
	unsigned n, sms, nseen;
	struct seen seen[MOST * 8];
};

/* So many SMs, with further settings up to NULL, or none: NULL. Freed with done(). */
struct bench *bench(unsigned sms, const char *const *more);
void done(struct bench *b);
/* Queues a launch of blocks that last `cycles`. Returns its number. */
unsigned queue(struct bench *b, unsigned stream, unsigned blocks, unsigned threads, unsigned cycles, unsigned shared);
/* Launch l waits for the other one. */
void after(struct bench *b, unsigned l, unsigned other);
/* Runs, and holds the conservation laws against what every launch and the machine counted. */
void run(struct bench *b);
/* Launch l ran from `start` to `end`. */
void times(const struct bench *b, unsigned l, uint64_t start, uint64_t end);
/* Block k of launch l was on that SM, from `start` to `end`. */
void block(const struct bench *b, unsigned l, unsigned k, unsigned sm, uint64_t start, uint64_t end);

#endif
