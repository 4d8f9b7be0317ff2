// What C++ has: structures by value, globals, constants, pointers to functions, virtual functions, recursion, alloca(), arrays of a
// thread, switches, templates, assert() and printf().
#include <cstdint>
#include <cstdio>
#include <cassert>
struct Params {
	float scale;
	int n;
	double bias;
	const float *x;
	float *y;
	int tab[300];
};
extern "C" __global__ void
byval(Params p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < p.n)
		p.y[i] = p.x[i] * p.scale + (float)p.bias + p.tab[i % 300];
}
__constant__ float coef[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
__constant__ int cidx[64];
__device__ int counter = 5;
__device__ float table[128];
extern "C" __global__ void
consts(const int *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = coef[in[i] & 15] + cidx[i & 63];
}
extern "C" __global__ void
globals(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		out[i] = atomicAdd(&counter, 1) >= 5;
		table[i & 127] = i & 127;
	}
}
extern "C" __global__ void
shmem(const float *in, float *out, int n)
{
	extern __shared__ float dyn[];
	__shared__ float st[256];
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;
	st[t] = i < n ? in[i] : 0;
	dyn[t] = st[t] * 2;
	__syncthreads();
	if (i < n)
		out[i] = dyn[(t + 1) % blockDim.x] + st[(t + 2) % blockDim.x];
}
typedef float (*fn)(float);
__device__ float
f_sq(float x)
{
	return x * x;
}
__device__ float
f_neg(float x)
{
	return -x;
}
__device__ float
f_half(float x)
{
	return x / 2;
}
__device__ fn fns[3] = {f_sq, f_neg, f_half};
extern "C" __global__ void
fptr(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = fns[i % 3](in[i]);
}
struct Shape {
	__device__ virtual float area() const = 0;
};
struct Sq : Shape {
	float a;
	__device__ Sq(float a) : a(a)
	{
	}
	__device__ float area() const override
	{
		return a * a;
	}
};
struct Ci : Shape {
	float r;
	__device__ Ci(float r) : r(r)
	{
	}
	__device__ float area() const override
	{
		return 3.0f * r * r;
	}
};
extern "C" __global__ void
virt(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	alignas(8) char buf[32];
	Shape *s;
	if (i & 1)
		s = new (buf) Sq(in[i]);
	else
		s = new (buf) Ci(in[i]);
	out[i] = s->area();
}
__device__ __noinline__ int
fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
extern "C" __global__ void
recur(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = fib(in[i] % 12);
}
extern "C" __global__ void
vla(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int m = in[i] % 20 + 1;
	int *a = (int *)alloca(m * 4);
	for (int k = 0; k < m; k++)
		a[k] = k * i;
	int s = 0;
	for (int k = 0; k < m; k++)
		s += a[(k * 7) % m];
	out[i] = s;
}
extern "C" __global__ void
larr(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a[64];
	for (int k = 0; k < 64; k++)
		a[k] = k ^ i;
	for (int k = 0; k < 64; k++) {
		int j = (in[(i + k) % n]) & 63;
		int t = a[j];
		a[j] = a[k];
		a[k] = t;
	}
	out[i] = a[in[i] & 63];
}
extern "C" __global__ void
sw(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = in[i], r;
	switch (x & 15) {
	case 0:
		r = x * 3;
		break;
	case 1:
		r = x / 7;
		break;
	case 2:
		r = x % 13;
		break;
	case 3:
		r = __popc(x);
		break;
	case 4:
		r = x << 3;
		break;
	case 5:
		r = x >> 2;
		break;
	case 6:
		r = ~x;
		break;
	case 7:
		r = x * x;
		break;
	case 8:
		r = -x;
		break;
	case 9:
		r = x ^ 0x55;
		break;
	case 10:
		r = __clz(x);
		break;
	case 11:
		r = __brev(x);
		break;
	default:
		r = x;
	}
	out[i] = r;
}
template <int N, typename T>
__device__ T
tsum(const T *p)
{
	T s = 0;
#pragma unroll
	for (int k = 0; k < N; k++)
		s += p[k];
	return s;
}
template <typename T, int N>
__global__ void
tk(const T *in, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = tsum<N>(in + (size_t)i * N);
}
template __global__ void tk<double, 4>(const double *, double *, int);
template __global__ void tk<short, 3>(const short *, short *, int);
extern "C" __global__ void
gstride(const float *__restrict__ a, float *__restrict__ b, long long n)
{
	for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
		b[i] = a[i] * 2 + 1;
}
extern "C" __global__ void
grid3(int *out, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < nx && y < ny && z < nz)
		out[(z * ny + y) * nx + x] = x + 100 * y + 10000 * z;
}
extern "C" __global__ void
empty()
{
}
extern "C" __global__ void __launch_bounds__(1024, 2) big(int *o)
{
	__shared__ int s[1024];
	s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	o[blockIdx.x * 1024 + threadIdx.x] = s[1023 - threadIdx.x];
}
extern "C" __global__ void
printfk(int n)
{
	if (threadIdx.x < n)
		printf("hello %d %f\n", threadIdx.x, 1.5);
}
extern "C" __global__ void
assertk(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		assert(in[i] >= 0);
		out[i] = in[i] + 1;
	}
}
extern "C" __global__ void
trapk(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		if (in[i] < 0)
			__trap();
		out[i] = in[i];
	}
}
extern "C" __global__ void
brk(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		if (in[i] < 0)
			__brkpt();
		out[i] = in[i];
	}
}
extern "C" __global__ void
clocks(long long *out)
{
	long long a = clock64();
	unsigned s, w, l;
	asm volatile("mov.u32 %0,%smid;" : "=r"(s));
	asm volatile("mov.u32 %0,%warpid;" : "=r"(w));
	asm volatile("mov.u32 %0,%laneid;" : "=r"(l));
	unsigned long long g;
	asm volatile("mov.u64 %0,%globaltimer;" : "=l"(g));
	__nanosleep(100);
	long long b = clock64();
	out[threadIdx.x] = (b - a) > 0 && g > 0 && l == threadIdx.x % 32;
}
