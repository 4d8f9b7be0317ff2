/* Kernels of pairs, as they are before a change (README.md). */
__constant__ float coefficient[33];

#define PICK(before, after) before
#include "pairs.cuh"
