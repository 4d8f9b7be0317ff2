// Kernels of one kind each, by which the speed of the simulator itself is measured (README.md). They say nothing of a GPU's speed.
#include <cuda_fp16.h>
#include <mma.h>

// Four independent chains of FP32 multiply-adds.
extern "C" __global__ void
multiply_adds(float *out, int rounds, float b, float c)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i, y = i + 1, z = i + 2, w = i + 3;

#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int k = 0; k < 8; k++) {
			x = fmaf(x, b, c);
			y = fmaf(y, b, c);
			z = fmaf(z, b, c);
			w = fmaf(w, b, c);
		}
	out[i] = x + y + z + w;
}

// c = a b of n x n, n a multiple of 32, in tiles of shared memory.
extern "C" __global__ void
matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[32][32], t[32][32];
	const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
	float sum = 0;

	for (int k = 0; k < n; k += 32) {
		s[y][x] = a[row * n + k + x];
		t[y][x] = b[(k + y) * n + column];
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 32; i++)
			sum = fmaf(s[y][i], t[i][x], sum);
		__syncthreads();
	}
	c[row * n + column] = sum;
}

// A step of a breadth-first search: the edges of node v are `degree` elements of `to` at most, as many as edges[v].
extern "C" __global__ void
search(const unsigned char *edges, const int *to, const int *level, int *next, int nodes, int degree, int depth)
{
	const int v = blockIdx.x * blockDim.x + threadIdx.x;

	if (v >= nodes || level[v] != depth)
		return;
	for (int e = 0; e < edges[v]; e++) {
		const int u = to[v * degree + e];

		if (!level[u])
			next[u] = depth + 1;
	}
}

// y = A x of a sparse matrix, a thread a row: its elements are `most` at most, as many as length[r].
extern "C" __global__ void
sparse(const unsigned char *length, const int *column, const float *value, const float *x, float *y, int rows, int most)
{
	const int r = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (r >= rows)
		return;
	for (int e = 0; e < length[r]; e++)
		sum = fmaf(value[r * most + e], x[column[r * most + e]], sum);
	y[r] = sum;
}

// How often each value is there.
extern "C" __global__ void
histogram(const int *in, unsigned *count, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&count[in[i]], 1u);
}

// Each thread follows a chain of places that a random generator gives.
extern "C" __global__ void
reads(const unsigned *in, unsigned *out, unsigned mask, int rounds)
{
	const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned at = i * 2654435761u, sum = 0;

	for (int r = 0; r < rounds; r++) {
		sum += in[at >> 7 & mask];
		at = at * 1664525u + 1013904223u;
	}
	out[i] = sum;
}

// Sums in trees of 256, again and again: shared memory and barriers.
extern "C" __global__ void
trees(const float *in, float *out, int rounds)
{
	__shared__ float s[256];
	const int t = threadIdx.x, i = blockIdx.x * 256 + t;
	float sum = 0;

	for (int r = 0; r < rounds; r++) {
		s[t] = in[i] + r;
		__syncthreads();
		for (int d = 128; d > 0; d /= 2) {
			if (t < d)
				s[t] += s[t + d];
			__syncthreads();
		}
		sum += s[0];
		__syncthreads();
	}
	out[i] = sum;
}

// c = a b of n x n halves, summed as floats, n a multiple of 64, on tensor cores: a warp for 16 x 16 elements.
extern "C" __global__ void
gemm(const half *a, const half *b, float *c, int n)
{
	using namespace nvcuda::wmma;
	const int warp = threadIdx.x / 32, row = blockIdx.y * 16, column = (blockIdx.x * 4 + warp) * 16;
	fragment<accumulator, 16, 16, 16, float> sum;

	fill_fragment(sum, 0.0f);
	for (int k = 0; k < n; k += 16) {
		fragment<matrix_a, 16, 16, 16, half, row_major> x;
		fragment<matrix_b, 16, 16, 16, half, row_major> y;

		load_matrix_sync(x, a + row * n + k, n);
		load_matrix_sync(y, b + k * n + column, n);
		mma_sync(sum, x, y, sum);
	}
	store_matrix_sync(c + row * n + column, sum, n, mem_row_major);
}

extern "C" __global__ void
tiny(unsigned *out)
{
	out[threadIdx.x] = threadIdx.x;
}
