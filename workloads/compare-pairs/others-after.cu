/* Kernels of other pairs, as they are after a change (README.md). */
#define PICK(before, after) after
#include "others.cuh"
