// Atomics of all types, in global and in shared memory, and what is made of them.
#include <cuda/atomic>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define I                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x; \
	if (i >= n)                                    \
		return;
extern "C" __global__ void
at32(const int *in, int *o, int n)
{
	I int v = in[i];
	atomicAdd(o, v);
	atomicSub(o + 1, v);
	atomicMin(o + 2, v);
	atomicMax(o + 3, v);
	atomicAnd(o + 4, v);
	atomicOr(o + 5, v);
	atomicXor(o + 6, v);
	atomicInc((unsigned *)o + 7, 100);
	atomicDec((unsigned *)o + 8, 50);
	atomicMin((unsigned *)o + 9, (unsigned)v);
	atomicMax((unsigned *)o + 10, (unsigned)v);
	int old = o[11], a;
	do {
		a = old;
		old = atomicCAS(o + 11, a, a + v);
	} while (a != old);
	if (atomicExch(o + 12, 7) == 7)
		atomicAdd(o + 13, 1);
}
extern "C" __global__ void
at64(const long long *in, long long *o, int n)
{
	I long long v = in[i];
	atomicAdd((unsigned long long *)o, (unsigned long long)v);
	atomicMin(o + 1, v);
	atomicMax(o + 2, v);
	atomicAnd((unsigned long long *)o + 3, v);
	atomicOr((unsigned long long *)o + 4, v);
	atomicXor((unsigned long long *)o + 5, v);
	atomicMin((unsigned long long *)o + 6, v);
	atomicMax((unsigned long long *)o + 7, v);
	unsigned long long old = o[8], a;
	do {
		a = old;
		old = atomicCAS((unsigned long long *)o + 8, a, a + v);
	} while (a != old);
	atomicExch((unsigned long long *)o + 9, 9ull);
}
extern "C" __global__ void
atf(const float *in, float *o, double *d, __half2 *h, __nv_bfloat162 *b, __half *h1, __nv_bfloat16 *b1, int n)
{
	I atomicAdd(o, 1.0f);
	atomicAdd(o + 1, floorf(in[i]));
	atomicAdd(d, (double)floorf(in[i]));
	atomicAdd(h, __floats2half2_rn(1, 2));
	atomicAdd(b, __floats2bfloat162_rn(1, 0.5f));
	atomicAdd(h1, __float2half(1));
	atomicAdd(b1, __float2bfloat16(1));
	float r = atomicAdd(o + 2, 1.0f);
	if (r < 0)
		o[3] = r;
	atomicExch(o + 4, 2.0f);
}
extern "C" __global__ void
atsh(const int *in, int *o, unsigned long long *o64, float *of, double *od, int n)
{
	__shared__ int s[16];
	__shared__ unsigned long long l[6];
	__shared__ float f[3];
	__shared__ double d;
	__shared__ __half2 h;
	int t = threadIdx.x;
	if (t < 16)
		s[t] = t == 2 ? 1 << 30 : t == 4 ? -1 : 0;
	if (t < 6)
		l[t] = t == 1 ? ~0ull : 0;
	if (t < 3)
		f[t] = 0;
	if (t == 0) {
		d = 0;
		h = __floats2half2_rn(0, 0);
	}
	__syncthreads();
	int i = blockIdx.x * blockDim.x + t;
	if (i < n) {
		int v = in[i];
		atomicAdd(s, v);
		atomicSub(s + 1, 1);
		atomicMin(s + 2, v);
		atomicMax(s + 3, v);
		atomicAnd(s + 4, v);
		atomicOr(s + 5, v);
		atomicXor(s + 6, v);
		atomicInc((unsigned *)s + 7, 100);
		atomicDec((unsigned *)s + 8, 50);
		atomicMax((unsigned *)s + 9, (unsigned)v);
		atomicCAS(s + 10, 0, 1);
		atomicExch(s + 11, 3);
		s[12 + (atomicAdd(s + 15, 1) & 1)] = 1;
		atomicAdd(l, (unsigned long long)v);
		atomicMin(l + 1, (unsigned long long)v);
		atomicMax(l + 2, (unsigned long long)v);
		atomicXor(l + 3, (unsigned long long)v);
		atomicCAS(l + 4, 0ull, 5ull);
		atomicExch(l + 5, 8ull);
		atomicAdd(f, 1.f);
		atomicAdd(&d, 2.0);
		atomicAdd(&h, __floats2half2_rn(1, 1));
	}
	__syncthreads();
	if (t < 14)
		o[blockIdx.x * 16 + t] = s[t];
	if (t < 6)
		o64[blockIdx.x * 6 + t] = l[t];
	if (t == 0) {
		of[blockIdx.x] = f[0] + __low2float(h);
		od[blockIdx.x] = d;
	}
}
extern "C" __global__ void
atscope(int *o, int n)
{
	I atomicAdd_block(o, 1);
	atomicAdd_system(o + 1, 1);
	atomicMax_block(o + 2, i);
	atomicCAS_system(o + 3, 0, 1);
	__threadfence();
	__threadfence_block();
	__threadfence_system();
}
__device__ int lockv;
extern "C" __global__ void
spin(int *o)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> l(lockv);
	if (threadIdx.x == 0) {
		while (l.exchange(1, cuda::memory_order_acquire))
			__nanosleep(20);
		o[0] = o[0] + 1;
		l.store(0, cuda::memory_order_release);
	}
}
extern "C" __global__ void
lastblock(const int *in, int *part, int *out, unsigned *cnt, int n)
{
	__shared__ int s;
	__shared__ bool last;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&s, in[i]);
	__syncthreads();
	if (threadIdx.x == 0) {
		part[blockIdx.x] = s;
		__threadfence();
		last = atomicInc(cnt, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		int t = 0;
		for (int k = 0; k < gridDim.x; k++)
			t += ((volatile int *)part)[k];
		*out = t;
	}
}
