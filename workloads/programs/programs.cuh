// What the programs of this folder share: each thread has number TID; kernels have C names.
#ifndef PROGRAMS_CUH
#define PROGRAMS_CUH

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cooperative_groups.h>
#define DYN(T, n) extern __shared__ __align__(16) T n[]

namespace cg = cooperative_groups;
#define TID (blockIdx.x * blockDim.x + threadIdx.x)

#endif
