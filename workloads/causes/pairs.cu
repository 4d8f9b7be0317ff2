/* Pairs of kernels that compute the same: the second one lifts the limit that holds the first one back (README.md). */
#include <stdint.h>

enum { TILE = 32, BINS = 64 };

/* ---- transposition of n x n, blocks of 32 x 8 ---- */

extern "C" __global__ void transpose_plain(const float *in, float *out, int n)
{
	const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

	for (int i = 0; i < TILE; i += 8)
		out[(size_t)x * n + y + i] = in[(size_t)(y + i) * n + x];
}

template <int pad>
__device__ void transpose_tile(const float *in, float *out, int n)
{
	__shared__ float tile[TILE][TILE + pad];
	const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

	for (int i = 0; i < TILE; i += 8)
		tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * n + x];
	__syncthreads();
	for (int i = 0; i < TILE; i += 8)
		out[(size_t)(blockIdx.x * TILE + threadIdx.y + i) * n + blockIdx.y * TILE + threadIdx.x] =
			tile[threadIdx.x][threadIdx.y + i];
}

extern "C" __global__ void transpose_tiled(const float *in, float *out, int n)
{
	transpose_tile<0>(in, out, n);
}

extern "C" __global__ void transpose_padded(const float *in, float *out, int n)
{
	transpose_tile<1>(in, out, n);
}

/* Sums of the columns of 32 x 32 tiles in shared memory, many times: the columns of a row of 32 words lie in one bank. */
template <int pad>
__device__ void columns(const float *in, float *out, int rounds)
{
	__shared__ float tile[8][TILE][TILE + pad];
	const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
	float sum = 0;

	for (int i = 0; i < TILE; i++)
		tile[w % 8][i][lane] = in[(blockIdx.x * TILE + i) * TILE + lane];
	__syncthreads();
	for (int r = 0; r < rounds; r++)
#pragma unroll 8
		for (int i = 0; i < TILE; i++)
			sum += tile[w % 8][lane][(i + r) % TILE];
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void columns_plain(const float *in, float *out, int rounds)
{
	columns<0>(in, out, rounds);
}

extern "C" __global__ void columns_padded(const float *in, float *out, int rounds)
{
	columns<1>(in, out, rounds);
}

/* ---- atomics ---- */

extern "C" __global__ void bins_global(const int *in, unsigned *count, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(count + in[i], 1u);
}

extern "C" __global__ void bins_private(const int *in, unsigned *count, int n)
{
	__shared__ unsigned own[BINS];

	for (int i = threadIdx.x; i < BINS; i += blockDim.x)
		own[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(own + in[i], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < BINS; i += blockDim.x)
		atomicAdd(count + i, own[i]);
}

extern "C" __global__ void total_each(const int *in, int *sum, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(sum + in[i] % 2, in[i]);
}

extern "C" __global__ void total_warp(const int *in, int *sum, int n)
{
	int even = 0, odd = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		const int x = in[i];

		even += x % 2 ? 0 : x;
		odd += x % 2 ? x : 0;
	}
	for (int d = 16; d > 0; d /= 2) {
		even += __shfl_xor_sync(0xffffffff, even, d);
		odd += __shfl_xor_sync(0xffffffff, odd, d);
	}
	if (threadIdx.x % 32 == 0) {
		atomicAdd(sum, even);
		atomicAdd(sum + 1, odd);
	}
}

/* ---- layout and width of accesses ---- */

struct particle {
	float x, y, z, vx, vy, vz, mass, charge;
};

extern "C" __global__ void move_structs(struct particle *p, int n, float dt)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		p[i].x += p[i].vx * dt;
		p[i].y += p[i].vy * dt;
	}
}

extern "C" __global__ void move_arrays(float *p, int n, float dt)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		p[i] += p[i + 3 * n] * dt;
		p[i + n] += p[i + 4 * n] * dt;
	}
}

/* Each thread sums 64 words: a row of its own, or every n-th word. */
extern "C" __global__ void rows_of_thread(const float *in, float *out, int n)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	for (int i = 0; i < 64; i++)
		sum += in[(size_t)t * 64 + i];
	out[t] = sum;
}

extern "C" __global__ void columns_of_thread(const float *in, float *out, int n)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	for (int i = 0; i < 64; i++)
		sum += in[(size_t)i * n + t];
	out[t] = sum;
}

/* ---- lanes ---- */

/* Rows of a sparse matrix, of lengths that differ: a thread for each, or a warp. */
extern "C" __global__ void rows_by_thread(const int *start, const float *value, const float *x, float *y, int rows)
{
	const int r = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (r >= rows)
		return;
	for (int e = start[r]; e < start[r] + r % 97; e++)
		sum += value[e] * x[(e * 7919) & 4095];
	y[r] = sum;
}

extern "C" __global__ void rows_by_warp(const int *start, const float *value, const float *x, float *y, int rows)
{
	const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float sum = 0;

	if (r >= rows)
		return;
	for (int e = start[r] + lane; e < start[r] + r % 97; e += 32)
		sum += value[e] * x[(e * 7919) & 4095];
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, d);
	if (lane == 0)
		y[r] = sum;
}

__device__ float work(float x, int rounds)
{
	float y = 1;

	for (int i = 0; i < rounds; i++) {
		x = x * 1.01f + y;
		y = y * 0.99f + x;
		x = x * 0.97f - y;
		y = y * 0.95f - x;
	}
	return x + y;
}

/* One item of eight has something to do: each thread looks at its own, or takes one off a list. */
extern "C" __global__ void items_all(const int *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (in[t] % 8 == 0)
		out[t] = work(t, rounds);
}

extern "C" __global__ void items_listed(const int *in, float *out, int rounds)
{
	__shared__ int list[1024], n;
	const int base = blockIdx.x * blockDim.x;

	if (threadIdx.x == 0)
		n = 0;
	__syncthreads();
	if (in[base + threadIdx.x] % 8 == 0)
		list[atomicAdd(&n, 1)] = threadIdx.x;
	__syncthreads();
	if (threadIdx.x < n)
		out[base + list[threadIdx.x]] = work(base + list[threadIdx.x], rounds);
}

/* Even and odd items take different ways: neighbours, or halves of a block. */
extern "C" __global__ void ways_mixed(float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;

	out[t] = t % 2 ? work(t, rounds) : work(-t, rounds) * 2;
}

extern "C" __global__ void ways_sorted(float *out, int rounds)
{
	const int half = blockDim.x / 2, l = threadIdx.x;
	const int t = blockIdx.x * blockDim.x + (l < half ? 2 * l : 2 * (l - half) + 1);

	out[t] = l >= half ? work(t, rounds) : work(-t, rounds) * 2;
}

/* ---- arithmetic ---- */

extern "C" __global__ void sum_chain(const float *in, float *out, int rounds)
{
	float a = in[threadIdx.x], sum = 0;

	for (int i = 0; i < rounds; i++)
#pragma unroll
		for (int k = 0; k < 16; k++)
			sum = sum * a + 0.5f;
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void sum_four(const float *in, float *out, int rounds)
{
	float a = in[threadIdx.x], sum[4] = {0, 0, 0, 0};

	for (int i = 0; i < rounds; i++)
#pragma unroll
		for (int k = 0; k < 4; k++)
#pragma unroll
			for (int j = 0; j < 4; j++)
				sum[j] = sum[j] * a + 0.5f;
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
}

/* A constant without its f makes the arithmetic double. */
extern "C" __global__ void scale_double(const float *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[t];

	for (int i = 0; i < rounds; i++)
		x = x * 0.999 + 0.25;
	out[t] = x;
}

extern "C" __global__ void scale_float(const float *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[t];

	for (int i = 0; i < rounds; i++)
		x = x * 0.999f + 0.25f;
	out[t] = x;
}

extern "C" __global__ void sines_exact(const float *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[t];

	for (int i = 0; i < rounds; i++)
		x = sinf(x) + 0.5f;
	out[t] = x;
}

extern "C" __global__ void sines_fast(const float *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[t];

	for (int i = 0; i < rounds; i++)
		x = __sinf(x) + 0.5f;
	out[t] = x;
}

extern "C" __global__ void rest_divided(const int *in, int *out, int rounds, int m)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = in[t];

	for (int i = 0; i < rounds; i++)
		x = x % m + i * 977;
	out[t] = x;
}

extern "C" __global__ void rest_masked(const int *in, int *out, int rounds, int m)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = in[t];

	for (int i = 0; i < rounds; i++)
		x = (x & (m - 1)) + i * 977;
	out[t] = x;
}

/* ---- matrices, occupancy, and the machine ---- */

extern "C" __global__ void product_plain(const float *a, const float *b, float *c, int n)
{
	const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += a[y * n + k] * b[k * n + x];
	c[y * n + x] = sum;
}

/* By tiles of 16 x 16 in shared memory. */
extern "C" __global__ void product_tiled(const float *a, const float *b, float *c, int n)
{
	__shared__ float ta[16][16], tb[16][16];
	const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	float sum = 0;

	for (int k = 0; k < n; k += 16) {
		ta[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
		tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++)
			sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
		__syncthreads();
	}
	c[y * n + x] = sum;
}

/* Each load says where the next one is. Blocks of 32 threads let 32 warps of 64 run. */
extern "C" __global__ void walk(const int *next, int *out, int steps, int last)
{
	int at = (blockIdx.x * blockDim.x + threadIdx.x) & last;

	for (int i = 0; i < steps; i++)
		at = __ldcg(next + at) & last;
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

/* Items of unequal length: a block of its own for each 256, or blocks that go on with the next. */
extern "C" __global__ void uneven_blocks(float *out, int rounds)
{
	const int n = blockIdx.x % 16 == 0 ? 16 * rounds : rounds;

	out[blockIdx.x * blockDim.x + threadIdx.x] = work(threadIdx.x, n);
}

extern "C" __global__ void even_blocks(float *out, int rounds)
{
	const int items = 2 * rounds - rounds / 16;

	out[blockIdx.x * blockDim.x + threadIdx.x] = work(threadIdx.x, items);
}

/* An array with an index that is not known lies in local memory. */
extern "C" __global__ void choice_local(const int *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float v[8];
	int at = in[t];

	for (int i = 0; i < 8; i++)
		v[i] = i * 0.5f;
	for (int i = 0; i < rounds; i++) {
		v[at & 7] += 1;
		at = at * 5 + 3;
	}
	for (int i = 1; i < 8; i++)
		v[0] += v[i];
	out[t] = v[0];
}

extern "C" __global__ void choice_selected(const int *in, float *out, int rounds)
{
	const int t = blockIdx.x * blockDim.x + threadIdx.x;
	float v[8];
	int at = in[t];

	for (int i = 0; i < 8; i++)
		v[i] = i * 0.5f;
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			v[k] += (at & 7) == k ? 1.0f : 0.0f;
		at = at * 5 + 3;
	}
	for (int i = 1; i < 8; i++)
		v[0] += v[i];
	out[t] = v[0];
}
