/* fixed-results.h: results of fixed latency that a warp's lanes have under way, for --check-hazards; private to sim/.
 *
 * Lanes that issue together are a group with a clock of its own, which goes on by the cycles that their instructions ask for. So an issue
 * costs what its own lanes have under way, however much other lanes left behind when they began to wait.
 *
 * What this module cannot do: know registers, and how long a result takes. */
#ifndef SIMT_FIXED_RESULTS_H
#define SIMT_FIXED_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/core/lane-set.h"

/* What instruction pc is writing for these lanes. */
struct fixed_result {
	lanes_t lanes;
	int64_t issued; /* by the clock of the group */
	uint64_t order;
	uint32_t pc;
	bool parted; /* lanes that shared it are in another group now */
};

/* In the order in which each lane has issued them. */
struct fixed_group {
	lanes_t lanes;
	int64_t now;
	struct fixed_result *v;
	size_t n, room;
};

/* Of a warp; all 0: none. No two groups have a lane in common. */
struct fixed_results {
	struct fixed_group *group; /* those from n on are not used, but for the memory that they have */
	size_t n, room, last;
	uint64_t order; /* given so far */
};

/* The group of lanes that issue now, made from those that had them. Valid until the next call. */
struct fixed_group *fixed_results_group(struct fixed_results *r, lanes_t lanes);
/* These lanes of the group issue instruction pc. */
void fixed_results_add(struct fixed_results *r, struct fixed_group *g, uint32_t pc, lanes_t lanes);
/* The same, of what was issued x->issued cycles ago; the next x->order. */
void fixed_results_add_aged(struct fixed_results *r, struct fixed_group *g, const struct fixed_result *x);
/* Whether some of its results have been parted since the group last went on. */
bool fixed_results_parted(const struct fixed_group *g);
/* The group goes on by some cycles. Results are there at the age of `end`. */
void fixed_results_go_on(struct fixed_results *r, struct fixed_group *g, int32_t cycles, int32_t end);
/* The lanes have exited. */
void fixed_results_exited(struct fixed_results *r, lanes_t lanes);
void fixed_results_free(struct fixed_results *r);

static inline int32_t
fixed_results_age(const struct fixed_group *g, const struct fixed_result *x)
{
	return (int32_t)(g->now - x->issued);
}

#endif
