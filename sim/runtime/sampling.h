/* sampling.h: launches of which only parts are simulated in detail; private to sim/. Times are cycles.
 *
 * The rate of a launch, in warp instructions a cycle, is measured in parts that follow each other. Part of the launch is passed over (passing.h)
 * in one of two ways:
 *
 * - While there are waves of blocks to start: where the rates of two parts, half a wave each, agree, blocks are passed over, up to 16 times
 *   as many as there were before. Blocks and warps on the SMs stay as they are. What was passed over took as long as its instructions take at
 *   the mean of the rates before and after. The last wave is simulated in detail.
 * - Later: where the rate has stayed the same for long, the warps on the SMs go on, for at most half as long, each SM at the rate that it had.
 *   That ends where the mix of instructions or of misses changes (mixes.h), and where the first block ends that no other one follows. After a
 *   while in which the pipelines fill, the rate is measured again.
 *
 * All that does not depend on time is counted exactly, and so are sectors of L2 and DRAM; what else depends on it is estimated as cycles are.
 * Cycles are given with an interval (uncertainty.h), from how far the rates before and after differed; where there are few of these, it is wide.
 *
 * A launch that never is steady is simulated as a whole, and so is one that runs beside others, whose blocks wait for each other, or that is
 * watched. Where some launches represent others, alike.h says which.
 *
 * What this module cannot do: see that blocks wait for each other by words in memory, before one does; sample launches that run at the same
 * time; use more than one thread of the host for what is passed over; count what is passed over against a limit of cycles. */
#ifndef SIMT_SAMPLING_H
#define SIMT_SAMPLING_H

#include "sim/runtime/simt.h"

struct gpu;

/* Launches of the GPU are sampled from now on; NONE: they are not. */
void sampling_set(struct gpu *gpu, enum simt_sampling wish);

#endif
