/* rates.h: what a launch counts in each cycle of a part of it, for sampling.c: how rates differ, and whether they stay the same; private to sim/.
 * What this module cannot do: say what is done about it. */
#ifndef SIMT_RATES_H
#define SIMT_RATES_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/runtime/simt.h"

/* Counts, then warp states. */
enum { COUNTS = SIMT_STATS + SIMT_STALLS };

/* What was counted by some cycle. */
struct reading {
	uint64_t cycle, v[COUNTS];
};

/* What is counted in each cycle of a part; `cycles` long, 0: there is none. */
struct rates {
	double cycles, v[COUNTS];
};

/* Of the part between two readings. */
struct rates rates_since(const struct reading *from, const struct reading *to);
/* Those of two parts together. */
struct rates rates_joined(const struct rates *a, const struct rates *b);
/* Instructions. */
static inline double
rates_executed(const struct rates *r)
{
	return r->v[SIMT_STAT_inst_executed];
}
/* By how much two rates of instructions differ, as a share of their mean: positive where a is larger. */
double rates_difference(const struct rates *a, const struct rates *b);

/* Rates may swing about a mean, as those of a warp do whose accesses take now longer, now shorter. Of so many parts in a row none is off their mean
 * by more than a share, and the means of their two halves differ by no more than another. */
enum { RATES_RECENT = 8 };
#define RATES_SWING  0.2
#define RATES_HALVES 0.05

/* Those parts, a ring; n: how many there have been. All 0: none. */
struct rates_recent {
	struct rates r[RATES_RECENT];
	uint64_t n;
};

/* Whether two rates are as near to each other as those of parts that swing are. */
bool rates_are_near(const struct rates *a, const struct rates *b);
/* One more part, r. Whether it and those before it swing about a mean that stays the same; then *before has that of all but r. */
bool rates_swing(struct rates_recent *recent, const struct rates *r, struct rates *before);

#endif
