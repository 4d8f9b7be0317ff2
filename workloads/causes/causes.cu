/* Kernels that are slow because of one limit each (README.md). simt-why has to find it. */
#include <cuda_fp16.h>
#include <mma.h>
#include <stdint.h>

/* Unrolls a body without the compiler seeing through it. */
#define KEEP(x) asm volatile("" : "+r"(x))
#define KEEPF(x) asm volatile("" : "+f"(x))

/* ---- lanes that do nothing ---- */

/* Even and odd threads take ways of equal length. */
extern "C" __global__ void branch(float *out, int rounds)
{
	float x = threadIdx.x, y = 1;

	if (threadIdx.x % 2)
		for (int i = 0; i < rounds; i++) {
			x = x * 1.01f + y;
			y = y * 0.99f + x;
			x = x * 0.97f - y;
			y = y * 0.95f - x;
		}
	else
		for (int i = 0; i < rounds; i++) {
			x = x * 1.02f + y;
			y = y * 0.98f + x;
			x = x * 0.96f - y;
			y = y * 0.94f - x;
		}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

/* One thread of eight has work, the others return at once. */
extern "C" __global__ void leave(float *out, int rounds)
{
	float x = threadIdx.x, y = 1;

	if (threadIdx.x % 8)
		return;
	for (int i = 0; i < rounds; i++) {
		x = x * 1.01f + y;
		y = y * 0.99f + x;
		x = x * 0.97f - y;
		y = y * 0.95f - x;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

/* Trip counts from 1 to 32 times `rounds`, all in each warp. */
extern "C" __global__ void trips(float *out, int rounds)
{
	float x = threadIdx.x, y = 1;

	for (int i = 0; i < rounds * (int)(threadIdx.x % 32 + 1); i++) {
		x = x * 1.01f + y;
		y = y * 0.99f + x;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

/* ---- pipes and issue slots ---- */

extern "C" __global__ void multiply(int *out, int rounds, int m)
{
	int a = threadIdx.x, b = 1, c = 2, d = 3;

	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			a = a * m + 1;
			b = b * m + 2;
			c = c * m + 3;
			d = d * m + 4;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

extern "C" __global__ void logic(unsigned *out, int rounds, unsigned m)
{
	unsigned a = threadIdx.x, b = 1, c = 2, d = 3;

	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			a = __funnelshift_l(a, b, 5) ^ m;
			b = __funnelshift_l(b, c, 7) ^ m;
			c = __funnelshift_l(c, d, 9) ^ m;
			d = __funnelshift_l(d, a, 3) ^ m;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

extern "C" __global__ void doubles(double *out, int rounds, double m)
{
	double a = threadIdx.x, b = 1, c = 2, d = 3;

	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			a = a * m + 1;
			b = b * m + 2;
			c = c * m + 3;
			d = d * m + 4;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

extern "C" __global__ void halves(__half2 *out, int rounds, float m)
{
	__half2 k = __float2half2_rn(m), a = __float2half2_rn(threadIdx.x), b = k, c = a, d = b;

	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int j = 0; j < 4; j++) {
			a = __hfma2(a, k, a);
			b = __hfma2(b, k, b);
			c = __hfma2(c, k, c);
			d = __hfma2(d, k, d);
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = __hadd2(__hadd2(a, b), __hadd2(c, d));
}

extern "C" __global__ void matrices(float *out, int rounds)
{
	using namespace nvcuda;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2];

	wmma::fill_fragment(a, __float2half(0.5f));
	wmma::fill_fragment(b, __float2half(0.25f));
	wmma::fill_fragment(c[0], 0);
	wmma::fill_fragment(c[1], 1);
	for (int i = 0; i < rounds; i++) {
		wmma::mma_sync(c[0], a, b, c[0]);
		wmma::mma_sync(c[1], a, b, c[1]);
	}
	for (int i = 0; i < c[0].num_elements; i++)
		c[0].x[i] += c[1].x[i];
	wmma::store_matrix_sync(out + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 256, c[0], 16, wmma::mem_row_major);
}

extern "C" __global__ void sines(float *out, int rounds)
{
	float a = threadIdx.x, b = 1, c = 2, d = 3;

	for (int i = 0; i < rounds; i++) {
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(a));
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(b));
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(c));
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(d));
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

/* FP32 multiply-adds that do not depend on each other, in all warp slots. */
extern "C" __global__ void multiply_adds(float *out, int rounds, float m)
{
	float a[8];

	for (int k = 0; k < 8; k++)
		a[k] = threadIdx.x + k;
	for (int i = 0; i < rounds; i++)
#pragma unroll
		for (int k = 0; k < 8; k++)
			a[k] = a[k] * m + 1.5f;
	for (int k = 1; k < 8; k++)
		a[0] += a[k];
	out[blockIdx.x * blockDim.x + threadIdx.x] = a[0];
}

/* ---- a warp alone ---- */

/* One chain of multiply-adds in few warps. */
extern "C" __global__ void chain(float *out, int rounds, float m)
{
	float a = threadIdx.x;

	for (int i = 0; i < rounds; i++)
#pragma unroll
		for (int k = 0; k < 32; k++)
			a = a * m + 1.5f;
	out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

/* Straight code that runs once, in few warps. */
extern "C" __global__ void straight(float *out, float m)
{
	float a = threadIdx.x, b = 1, c = 2, d = 3;

#pragma unroll
	for (int k = 0; k < 1500; k++) {
		a = a * m + 1.5f;
		b = b * m + 2.5f;
		c = c * m + 3.5f;
		d = d * m + 4.5f;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

/* A function that is called, and does next to nothing. */
__device__ __noinline__ int called(int a)
{
	KEEP(a);
	return a;
}

extern "C" __global__ void hops(int *out, int rounds)
{
	int a = threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		a = called(called(a));
	out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

/* ---- shared memory ---- */

/* Lanes that load words 32 apart: all from one bank. */
extern "C" __global__ void one_bank(int *out, int rounds)
{
	__shared__ int s[32 * 32];
	int sum = 0;

	for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x)
		s[i] = i;
	__syncthreads();
	for (int i = 0; i < rounds; i++) {
		sum += *(volatile int *)(s + threadIdx.x % 32 * 32 + i % 8);
		sum ^= *(volatile int *)(s + threadIdx.x % 32 * 32 + i % 8 + 9);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Four words of shared memory for each addition, without conflicts, in all warp slots. */
extern "C" __global__ void many_words(int *out, int rounds)
{
	__shared__ int4 s[1024];
	int4 sum = make_int4(0, 0, 0, 0);

	s[threadIdx.x] = make_int4(threadIdx.x, 1, 2, 3);
	__syncthreads();
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			int4 v;
			unsigned at = (unsigned)__cvta_generic_to_shared(s + ((threadIdx.x + 32 * i) % 1024 ^ (32 * k)));

			asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
				     : "r"(at));
			sum.x += v.x ^ v.y ^ v.z ^ v.w;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum.x;
}

/* A list in shared memory, followed by few warps. */
extern "C" __global__ void follow_shared(int *out, int rounds)
{
	__shared__ int next[1024];
	int at = threadIdx.x;

	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		next[i] = (i + 32) % 1024;
	__syncthreads();
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			at = next[at];
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

/* Block barriers with next to nothing between. */
extern "C" __global__ void meet(int *out, int rounds)
{
	int a = threadIdx.x;

	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			__syncthreads();
			KEEP(a);
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

/* ---- memory ---- */

/* Each lane adds to a word of its own sector, and so do all blocks. */
extern "C" __global__ void add(unsigned *count, int rounds)
{
	for (int i = 0; i < rounds; i++)
		atomicAdd(count + (threadIdx.x % 32) * 8, 1u);
}

/* Lanes that load words of 32 lines, all of which L1 has. */
extern "C" __global__ void scattered(const int *in, int *out, int rounds)
{
	int sum = 0;

	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			int v;

			asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(v) : "l"(in + threadIdx.x % 32 * 32 + k));
			sum += v;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Each block reads its own piece again and again, eight loads at a time. */
extern "C" __global__ void again(const float4 *in, float *out, int rounds, int piece)
{
	float sum = 0;

	in += (size_t)blockIdx.x * piece;
	for (int i = 0; i < rounds; i++)
		for (int k = threadIdx.x; k < piece; k += 8 * blockDim.x) {
			float4 v[8];

#pragma unroll
			for (int j = 0; j < 8; j++)
				asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
					     : "=f"(v[j].x), "=f"(v[j].y), "=f"(v[j].z), "=f"(v[j].w)
					     : "l"(in + k + j * blockDim.x));
#pragma unroll
			for (int j = 0; j < 8; j++)
				sum += v[j].x + v[j].y + v[j].z + v[j].w;
		}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Reads an array once, with all warp slots. */
extern "C" __global__ void stream(const float4 *in, float *out, int each)
{
	const int threads = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

#pragma unroll 4
	for (int k = 0; k < each; k++) {
		const float4 v = __ldcg(in + (size_t)k * threads + t);

		sum += v.x + v.y + v.z + v.w;
	}
	out[t] = sum;
}

/* A list in global memory, followed by one warp of a block. */
extern "C" __global__ void follow(const int *next, int *out, int rounds)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;

	for (int i = 0; i < rounds; i++)
		at = __ldcg(next + at);
	out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

/* ---- occupancy: a chain that more warps would hide ---- */

/* Shared memory (dynamic) lets one block fit an SM. */
extern "C" __global__ void large(float *out, int rounds, float m)
{
	extern __shared__ float s[];
	float a = threadIdx.x;

	s[threadIdx.x] = a;
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("ex2.approx.ftz.f32 %0, %0;\n\tfma.rn.f32 %0, %0, %1, %1;" : "+f"(a) : "f"(m));
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = a + s[threadIdx.x];
}

/* 200 values of each thread, which live all the time. */
extern "C" __global__ void __launch_bounds__(128) wide(float *out, int rounds, float m)
{
	float a[200];

#pragma unroll
	for (int k = 0; k < 200; k++)
		a[k] = threadIdx.x * m + k;
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 200; k++)
			KEEPF(a[k]);
#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("ex2.approx.ftz.f32 %0, %0;\n\tfma.rn.f32 %0, %0, %1, %1;" : "+f"(a[0]) : "f"(m));
	}
#pragma unroll
	for (int k = 1; k < 200; k++)
		a[0] += a[k];
	out[blockIdx.x * blockDim.x + threadIdx.x] = a[0];
}

/* Blocks of a warp, of which 32 fit an SM: half of its warp slots. The next load waits for the one before. */
extern "C" __global__ void small(const uint2 *next, unsigned *out, int rounds, unsigned last)
{
	unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) & last, sum = 0;

	for (int i = 0; i < rounds; i++) {
		uint2 v;

		asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(next + at));
		at = v.x / 2 & last;
		sum += v.y;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* ---- the machine as a whole ---- */

/* The last block has 40 times as much to do as the others. */
extern "C" __global__ void uneven(float *out, int rounds, float m)
{
	float a[4] = {(float)threadIdx.x, 1, 2, 3};
	const int n = blockIdx.x == gridDim.x - 1 ? 40 * rounds : rounds;

	for (int i = 0; i < n; i++)
#pragma unroll
		for (int k = 0; k < 4; k++)
			a[k] = a[k] * m + 1.5f;
	out[blockIdx.x * blockDim.x + threadIdx.x] = a[0] + a[1] + a[2] + a[3];
}

extern "C" __global__ void nothing(int *out)
{
	if (threadIdx.x == 0)
		out[blockIdx.x] = 1;
}
