/* passing.h: instructions of a launch that are executed while time stands still, in cycle mode; private to sim/. Outputs and counts are those of
 * functional mode, and the tags of L1 and L2 are as they would be. Times are cycles.
 *
 * - Blocks that have not started yet run beside the SMs, whose own blocks stay as they are.
 * - The warps that are on the SMs go on, and then come back to time with what they do next.
 *
 * What this module cannot do: say how long that would have taken (sampling.h); launches that run beside others, or in clusters. */
#ifndef SIMT_PASSING_H
#define SIMT_PASSING_H

#include <stdbool.h>
#include <stdint.h>

struct gpu;
struct launch_state;
struct passing;
struct simt_error;

struct passing *passing_new(struct gpu *gpu);
/* NULL is allowed. */
void passing_free(struct passing *p);
/* Executes the next n blocks of l, which has as many; each counts on the SM on which it might have run. *waited: one of them waits for blocks
 * that are on the SMs, which had to go on, too. False: a fault, or the run is to stop. */
bool passing_blocks(struct gpu *gpu, struct passing *p, struct launch_state *l, uint64_t n, bool *waited, struct simt_error *e);
/* Time stands still for all SMs, until it goes on. */
void passing_stand(struct gpu *gpu, struct passing *p);
void passing_go_on(struct gpu *gpu, const struct passing *p);
/* Meanwhile: SM i executes each[i] * cycles instructions, in equal shares of its warps, or as many as it can. Blocks that start do so at once. False:
 * a fault, or the run is to stop. */
bool passing_warps(struct gpu *gpu, const double *each, double cycles, struct simt_error *e);
/* How many warps are on the SMs. */
uint64_t passing_resident(const struct gpu *gpu);

#endif
