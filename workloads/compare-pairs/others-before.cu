/* Kernels of other pairs, as they are before a change (README.md). */
#define PICK(before, after) before
#include "others.cuh"
