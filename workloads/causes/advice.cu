/* Kernels that ask for a remedy, each with one near it that does not: what a rule of advice.def fires on, and what it must not. Column
 * technique of advice.csv names the remedy. */
#include <stdint.h>

__device__ float work(float x, int rounds)
{
	float y = 1;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		x = x * 1.01f + y;
		y = y * 0.99f + x;
		x = x * 0.97f - y;
		y = y * 0.95f - x;
	}
	return x + y;
}

/* Of each `of` threads `out` have nothing to do, and of each `ways` one works in another way. */
extern "C" __global__ void some_leave(float *to, int rounds, int of, int out, int ways)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t % of < out)
		return;
	to[t] = t % ways ? work(t, rounds) : work(-t, rounds) * 2;
}

/* Rows of unequal length, of which each thread has one: word e of row t is `step` * e + `row` * t. */
extern "C" __global__ void sum_rows(const float *in, float *to, int longest, int step, int row)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	const int n = t * 37 % longest;
	float sum = 0;

#pragma unroll 1
	for (int e = 0; e < n; e++)
		sum += work(in[e * step + t * row], 6);
	to[t] = sum;
}

/* Sums of rows of equal length. */
extern "C" __global__ void sum_equal(const float *in, float *to, int n, int step, int row)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

#pragma unroll 4
	for (int e = 0; e < n; e++)
		sum += in[e * step + t * row];
	to[t] = sum;
}

/* A chain of loads. */
extern "C" __global__ void chase(const int *next, int *to, int steps, int last)
{
	int at = (blockIdx.x * blockDim.x + threadIdx.x) & last;

	for (int i = 0; i < steps; i++)
		at = __ldcg(next + at) & last;
	to[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

/* The same, with 96 values that live all the time. */
extern "C" __global__ void __launch_bounds__(128) chase_wide(const int *next, int *to, int steps, int last)
{
	int v[96];

#pragma unroll
	for (int i = 0; i < 96; i++)
		v[i] = (threadIdx.x + i * blockIdx.x) & last;
#pragma unroll 1
	for (int s = 0; s < steps; s++) {
		const int at = __ldcg(next + (v[0] & last));

#pragma unroll
		for (int i = 0; i < 95; i++)
			v[i] = v[i + 1] ^ at;
		v[95] = at;
	}
	int sum = 0;
#pragma unroll
	for (int i = 0; i < 96; i++)
		sum += v[i];
	to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* A copy: one word of a thread, or four. `off` words lie in front. */
extern "C" __global__ void copy_words(const float *in, float *to, int stride, int off)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;

	to[t] = in[t * stride + off];
}

/* Sums of words that L1 has. The loads stay in the loop. */
__device__ float loaded(const float *at)
{
	float v;

	asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v) : "l"(at));
	return v;
}

__device__ float4 loaded(const float4 *at)
{
	float4 v;

	asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(at));
	return v;
}

extern "C" __global__ void sum_words(const float *in, float *to, int rounds)
{
	float sum = 0;

#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int i = 0; i < 8; i++)
			sum += loaded(in + r * 32 % 1024 + i * 1024 + threadIdx.x);
	to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void sum_vectors(const float4 *in, float *to, int rounds)
{
	float sum = 0;

#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int i = 0; i < 2; i++) {
			const float4 v = loaded(in + r * 8 % 1024 + i * 1024 + threadIdx.x);

			sum += v.x + v.y + v.z + v.w;
		}
	to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Words of shared memory `step` apart. */
extern "C" __global__ void shared_sums(float *to, int rounds, int step)
{
	__shared__ float v[8192];
	float sum = 0;

	for (int i = threadIdx.x; i < 8192; i += blockDim.x)
		v[i] = i;
	__syncthreads();
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int i = 0; i < 8; i++)
			sum += *(volatile float *)(v + ((threadIdx.x * step + i) & 8191));
	to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Each thread adds to one of 64 counters, `rounds` times, or once at the end. */
extern "C" __global__ void count_each(unsigned *count, int rounds)
{
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
		atomicAdd(count + (threadIdx.x * 7 + r) % 64, 1u);
}

extern "C" __global__ void count_warp(unsigned *count, float *to, int rounds)
{
	to[blockIdx.x * blockDim.x + threadIdx.x] = work(threadIdx.x, rounds);
	if (threadIdx.x % 32 == 0)
		atomicAdd(count + threadIdx.x / 32 % 64, 32u);
}

/* Blocks of unequal work: one of `of` does `times` as much. */
extern "C" __global__ void blocks_of_work(float *to, int rounds, int of, int times)
{
	to[blockIdx.x * blockDim.x + threadIdx.x] = work(threadIdx.x, blockIdx.x % of == 0 ? rounds * times : rounds);
}

/* A product of matrices without tiles. */
extern "C" __global__ void product(const float *a, const float *b, float *c, int n)
{
	const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += a[y * n + k] * b[k * n + x];
	c[y * n + x] = sum;
}

/* An array whose index is not known until run time, changed in one round of `local`, and a store in one of `global`. */
extern "C" __global__ void choose(const int *in, float *to, int rounds, int local, int global)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float v[48];
	int at = in[t];

	for (int i = 0; i < 48; i += 16)
		v[i] = i * 0.5f;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		if (i % local == 0)
			v[(unsigned)at % 48] += 1;
		if (i % global == 0)
			to[t * rounds + i] = at;
		at = at * 5 + 3;
	}
	to[t] = v[0] + v[(unsigned)at % 48];
}
