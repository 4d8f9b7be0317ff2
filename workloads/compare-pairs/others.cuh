/* The kernels of others-before.cu and others-after.cu: pairs that were made when the rules of simt-diff were there. */

#define NAME dot_1
#define M1 PICK(a[i] * b[i], a[i] * b[i * 7 % n])
#include "dot.cuh"

#define NAME dot_2
#define M1 PICK(a[i] * b[i], __fdiv_rn(a[i], b[i]))
#include "dot.cuh"

#define NAME dot_3
#define M2 PICK(__shfl_xor_sync(~0u, sum, d), atomicAdd(&out[threadIdx.x & 7], sum))
#include "dot.cuh"

#define NAME dot_4
#define M3 PICK(&out[blockIdx.x], &out[0])
#include "dot.cuh"

#define NAME gather_1
#define M1 PICK(idx[i], idx[(i * 97) % n])
#include "gather.cuh"

#define NAME gather_2
#define M2 PICK(rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z), 1.0f / (float)sqrt((double)v.x * v.x + v.y * v.y + v.z * v.z))
#include "gather.cuh"

#define NAME jacobi_1
#define M1 PICK(in[min(max(y - (int)threadIdx.y + dy - 1, 0), h - 1) * w + min(max(x - (int)threadIdx.x + dx - 1, 0), w - 1)], __ldcv(&in[min(max(y - (int)threadIdx.y + dy - 1, 0), h - 1) * w + min(max(x - (int)threadIdx.x + dx - 1, 0), w - 1)]))
#include "jacobi.cuh"

#define NAME jacobi_2
#define M2 PICK(3, w / 200)
#include "jacobi.cuh"

#define NAME jacobi_3
#define M3 PICK(out[y * w + x], out[x * h + y])
#include "jacobi.cuh"

#define NAME mandel_1
#define M1 PICK(zr * zr + zi * zi < 4.0f, hypotf(zr, zi) < 2.0f)
#include "mandel.cuh"

#define NAME mandel_2
#define M2 PICK(2 * zr * zi + ci, 2.0 * zr * zi + ci)
#include "mandel.cuh"

#define NAME layernorm_1
#define M1 PICK(v * v, powf(v, 2.5f))
#include "layernorm.cuh"

#define NAME layernorm_2
#define M2 PICK((int)blockDim.x / 32, min(32, (int)blockDim.x))
#include "layernorm.cuh"

#define NAME layernorm_3
#define M3 PICK(row[j] * all, expf(row[j] * all) / (1.0f + all * row[j]))
#include "layernorm.cuh"

#define NAME bucket_1
#define key_of key_of_1
#define M1 PICK(v >> shift & 15, (v / (shift + 1)) % 13)
#include "bucket.cuh"

#define NAME bucket_2
#define key_of key_of_2
#define M3 PICK(i, (i * 33) % n)
#include "bucket.cuh"

#define NAME gemv_1
#define M1 PICK(m[row * n + j], m[j * n + row])
#include "gemv.cuh"

#define NAME gemv_2
#define M2 PICK(x[j], __ldcv(&x[j]))
#include "gemv.cuh"

#define NAME gemv_3
#define M2 PICK(x[j], sinf(x[j]))
#include "gemv.cuh"

#define NAME gray_1
#define M1 PICK(y * w + x, x * h + y)
#include "gray.cuh"

#define NAME gray_2
#define M2 PICK(0.3f * p.x + 0.59f * p.y + 0.11f * p.z, 0.3 * p.x + 0.59 * p.y + 0.11 * p.z)
#include "gray.cuh"

#define NAME gray_3
#define M3 PICK(sqrtf(lum), powf(lum, 0.45f))
#include "gray.cuh"

#define NAME bitonic_1
#define M1 PICK(2 * t - (t & (j - 1)), t / j * j * 2 + t % j)
#include "bitonic.cuh"

#define NAME bitonic_2
#define M2 PICK((a > b) == up, (expf(a) > expf(b)) == up)
#include "bitonic.cuh"

#define NAME hash_1
#define M1 PICK(h & 65535, h % 65521u)
#include "hash.cuh"

#define NAME hash_2
#define M2 PICK(h + 1, h * 5 + 3)
#include "hash.cuh"

#define NAME hash_3
#define M3 PICK(i, (i * 61) % n)
#include "hash.cuh"

#define NAME lerp_1
#define M1 PICK(at[i], at[(i * 31) % n])
#include "lerp.cuh"

#define NAME lerp_2
#define M2 PICK((int)x, (int)floor((double)x))
#include "lerp.cuh"

#define NAME lerp_3
#define M3 PICK(lo + f * (hi - lo), fmaf(f, hi, lo) / (1.0f + f))
#include "lerp.cuh"
