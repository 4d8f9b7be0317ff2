/* mixes.h: which instructions a launch executes, and how often they miss caches, in one stretch of time and in another; private to sim/.
 * What this module cannot do: tell warps, or addresses, apart. */
#ifndef SIMT_MIXES_H
#define SIMT_MIXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct launch_state;

/* Of what a launch has executed since mixes_take() was called last, the share of each instruction that is to be compared with; sectors an
 * instruction asked of L2, and of DRAM. */
struct mixes {
	size_t n;
	uint64_t *executed, *now, missed[2];
	double *share, misses[2];
};

/* For launch l; what it had for another one is used again. */
void mixes_begin(struct mixes *m, const struct launch_state *l);
void mixes_free(struct mixes *m);
/* By how large a share the instructions since the last call differ from what is compared with; or, if that is more, 0.4 of the share by which
 * misses do. `keep`: the next are compared with these. All warps have been counted, or wait to be. */
double mixes_take(struct mixes *m, const struct launch_state *l, bool keep);

#endif
