/* The kernels of pairs-before.cu and pairs-after.cu: of each pair one is here, PICK says which. In the first part one line costs more
 * in the second one, in the second part nothing does. */

#define NAME matmul_double
#define TAKE_B PICK((tile_b[k][threadIdx.x]), (1.0 * tile_b[k][threadIdx.x]))
#include "matmul.cuh"

#define NAME matmul_take_b
#define TAKE_B PICK((tile_b[k][threadIdx.x]), (tile_b[threadIdx.x][k]))
#include "matmul.cuh"

#define NAME stencil_double
#define MIX PICK(0.2f * (centre + west + east + north + south), 0.2 * (centre + west + east + north + south))
#include "stencil.cuh"

#define NAME stencil_north
#define NORTH PICK((in[at - w]), (in[x * h + y - 1]))
#include "stencil.cuh"

#define NAME reduction_modulo
#define WORKS PICK((t < s), (t % ((int)blockDim.x / s) == 0))
#include "reduction.cuh"

#define NAME reduction_strided
#define TAKE PICK((in[i]), (in[i * 33 % n]))
#include "reduction.cuh"

#define NAME histogram_columns
#define VALUE PICK((in[i] & 255), (in[i % 512 * (n / 512) + i / 512] & 255))
#include "histogram.cuh"

#define NAME histogram_in_memory
#define COUNT PICK(atomicAdd(&bins[v], 1), atomicAdd(&out[v], 1))
#include "histogram.cuh"

#define NAME spmv_row
#define MY_ROW PICK((blockIdx.x * blockDim.x + threadIdx.x), (threadIdx.x * gridDim.x + blockIdx.x))
#include "spmv.cuh"

#define NAME spmv_product
#define PRODUCT PICK((value[j] * x[column[j]]), (value[j] * x[column[(j * 9) % (8 * n)]]))
#include "spmv.cuh"

#define NAME bfs_exchange
#define FRESH PICK((level[NODE] < 0), (atomicCAS(&level[NODE], -1, 1) < 0))
#include "bfs.cuh"

#define NAME bfs_one_counter
#define PLACE PICK((atomicAdd(&pushed, 1)), (atomicAdd(length, 1)))
#include "bfs.cuh"

#define NAME transpose_column
#define TO PICK(out[(bx + threadIdx.y + j) * n + by + threadIdx.x], out[(bx + threadIdx.x) * n + by + threadIdx.y + j])
#include "transpose.cuh"

#define NAME transpose_fence
#define SYNC PICK(__syncthreads(), __threadfence_system(); __syncthreads())
#include "transpose.cuh"

#define NAME scan_steps
#define NEXT PICK(d *= 2, d += (d + 2) / 3)
#include "scan.cuh"

#define NAME scan_conflicts
#define ADDEND PICK((s[t - d]), (s[(t - d) * 16 & 255]))
#include "scan.cuh"

#define NAME nbody_root
#define INVERSE PICK((rsqrtf(square)), (1.0f / sqrtf(square)))
#include "nbody.cuh"

#define NAME nbody_double
#define SQUARE PICK((dx * dx + dy * dy + dz * dz + 1e-6f), (dx * dx + dy * dy + dz * dz + 1e-6))
#include "nbody.cuh"

#define NAME conv_lanes
#define COEFFICIENT PICK((coefficient[k]), (coefficient[(k + threadIdx.x) % 33]))
#include "conv.cuh"

#define NAME softmax_power
#define POWER PICK((__expf(in[row * n + j] - most)), (exp((double)in[row * n + j] - most)))
#include "softmax.cuh"

/* ---- nothing that costs time ---- */

#define NAME matmul_names
#define ROW PICK(row, y)
#define SUM PICK(sum, total)
#include "matmul.cuh"

#define NAME matmul_more_names
#define ROW PICK(row, line)
#define SUM PICK(sum, acc)
#include "matmul.cuh"

#define NAME stencil_order
#define FIRST PICK(float west = in[at - 1];, float east = in[at + 1];)
#define SECOND PICK(float east = in[at + 1];, float west = in[at - 1];)
#include "stencil.cuh"

#define NAME stencil_commuted
#define MIX PICK(0.2f * (centre + west + east + north + south), (centre + west + east + north + south) * 0.2f)
#include "stencil.cuh"

#define NAME reduction_names
#define STEP PICK(stride, step)
#define SUM PICK(sum, s0)
#include "reduction.cuh"

#define NAME reduction_same
#define WORKS PICK(t < s, s > t)
#include "reduction.cuh"

#define NAME histogram_order
#define FIRST PICK(int first = blockIdx.x * blockDim.x + threadIdx.x;, int stride = gridDim.x * blockDim.x;)
#define SECOND PICK(int stride = gridDim.x * blockDim.x;, int first = blockIdx.x * blockDim.x + threadIdx.x;)
#include "histogram.cuh"

#define NAME histogram_modulo
#define VALUE PICK(in[i] & 255, 255 & in[i])
#include "histogram.cuh"

#define NAME spmv_names
#define ROW PICK(row, r)
#define SUM PICK(sum, dot)
#include "spmv.cuh"

#define NAME spmv_commuted
#define PRODUCT PICK(value[j] * x[column[j]], x[column[j]] * value[j])
#include "spmv.cuh"

#define NAME bfs_names
#define NODE PICK(node, to)
#define AT PICK(at, slot)
#include "bfs.cuh"

#define NAME bfs_same
#define FRESH PICK(level[NODE] < 0, level[NODE] <= -1)
#include "bfs.cuh"

#define NAME transpose_order
#define FIRST PICK(int bx = blockIdx.x * 32;, int by = blockIdx.y * 32;)
#define SECOND PICK(int by = blockIdx.y * 32;, int bx = blockIdx.x * 32;)
#include "transpose.cuh"

#define NAME transpose_commuted
#define TAKE PICK(tile[threadIdx.x][threadIdx.y + j], tile[threadIdx.x][j + threadIdx.y])
#include "transpose.cuh"

#define NAME scan_names
#define VALUE PICK(value, running)
#include "scan.cuh"

#define NAME scan_shift
#define NEXT PICK(d *= 2, d <<= 1)
#include "scan.cuh"

#define NAME nbody_order
#define FIRST PICK(float dx = other.x - me.x;, float dy = other.y - me.y;)
#define SECOND PICK(float dy = other.y - me.y;, float dx = other.x - me.x;)
#define FORCE PICK(force, force)
#include "nbody.cuh"

#define NAME nbody_names
#define FIRST PICK(float dx = other.x - me.x;, float dx = other.x - me.x;)
#define SECOND PICK(float dy = other.y - me.y;, float dy = other.y - me.y;)
#define FORCE PICK(force, pull)
#include "nbody.cuh"

#define NAME conv_order
#define FIRST PICK(float scale = 0.5f;, float sum = 0;)
#define SECOND PICK(float sum = 0;, float scale = 0.5f;)
#include "conv.cuh"

#define NAME softmax_names
#define SUM PICK(sum, all)
#include "softmax.cuh"
