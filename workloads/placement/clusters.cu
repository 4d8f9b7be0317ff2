// clusters: the same for blocks in clusters, which the hardware puts into one GPC: SMs that ever share a cluster are of one GPC. The
// simulator places clusters so too, but not always in the same order of GPCs.

#include "placement.cu"

extern "C" __global__ void __cluster_dims__(2, 1, 1) record_2(u64 *placement, int cycles, int step) { note(placement, cycles, step); }
extern "C" __global__ void __cluster_dims__(4, 1, 1) record_4(u64 *placement, int cycles, int step) { note(placement, cycles, step); }
extern "C" __global__ void __cluster_dims__(8, 1, 1) record_8(u64 *placement, int cycles, int step) { note(placement, cycles, step); }
