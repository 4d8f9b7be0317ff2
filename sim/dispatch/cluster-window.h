/* cluster-window.h: what clusters do between windows; private to sim/.
 * What this module cannot do: change the order in which messages act (cluster-port.h). */
#ifndef SIMT_CLUSTER_WINDOW_H
#define SIMT_CLUSTER_WINDOW_H

struct gpu;

/* A window has ended, at gpu->now: messages go on their way, answers come back, barriers let blocks go on. */
void cluster_window_end(struct gpu *gpu);

#endif
