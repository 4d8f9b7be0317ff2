/* simt-sampling.h: part of simt.h, which includes it: launches of which only parts are simulated in detail.
 * What this module cannot do: anything; sampling.c does it. */
#ifndef SIMT_SIMT_SAMPLING_H
#define SIMT_SIMT_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the rest of the library is hidden */

/* What of a launch, or of all launches since simt_reset, was passed over. Cycles of a launch are those of its detailed parts and an estimate
 * of the others; what simt_stat_info calls timed is counted in the same way. All other counts are exact. */
struct simt_sampled {
	uint64_t passed; /* estimated cycles of what was not simulated in detail; 0: all was */
	uint64_t low,
		high; /* all cycles are between these two, by an estimate that is to hold for 90 of 100 launches; 0 where all are exact */
};

/* NONE: all is simulated in detail, as at first. WITHIN: where a launch runs alone, parts of it in which its rate is steady are run as in
 * functional mode; outputs are those of functional mode. LAUNCHES: so are they, and of launches of one function with the same grid, block and
 * shared memory some represent others, which are not run at all: they have no outputs, and all of their counts are estimates. */
enum simt_sampling { SIMT_SAMPLE_NONE, SIMT_SAMPLE_WITHIN, SIMT_SAMPLE_LAUNCHES };

struct simt;
/* For the launches that run from then on. Not during simt_synchronize. */
void simt_set_sampling(struct simt *s, enum simt_sampling sampling);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
