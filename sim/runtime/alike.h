/* alike.h: launches of one function with the same grid, block, cluster and shared memory, of which some represent the others; private to sim/.
 *
 * A launch is simulated if it is one of the first two of its class; if the last two that were simulated differ by more cycles than a share; or
 * if since the last one as many have been represented as there were launches of the class before it. So of n launches about log2(n) are
 * simulated, and a slow change of their cycles is seen. Any other launch has the counts of the last one that was simulated.
 *
 * What this module cannot do: see that launches whose arguments differ do different work, other than by simulating some of them. */
#ifndef SIMT_ALIKE_H
#define SIMT_ALIKE_H

#include <stdbool.h>

struct alike;
struct launch_state;
struct simt_launch_stats;
struct simt_pc_stats;

struct alike *alike_new(void);
/* NULL is allowed. */
void alike_free(struct alike *a);
/* There have been no launches. */
void alike_forget(struct alike *a);
/* A launch starts: whether another one represents it. */
bool alike_represents(struct alike *a, const struct launch_state *l);
/* What that one counted, by instruction too; *differs: by how large a share the cycles of the last two that were simulated differ. */
const struct simt_launch_stats *alike_counts(const struct alike *a, const struct launch_state *l, const struct simt_pc_stats **pc,
					     double *differs);
/* A launch that is not represented has ended, with these counts. */
void alike_simulated(struct alike *a, const struct launch_state *l, const struct simt_launch_stats *t);

#endif
