/* Kernels of pairs, as they are after a change (README.md). */
__constant__ float coefficient[33];

#define PICK(before, after) after
#include "pairs.cuh"
