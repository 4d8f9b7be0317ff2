// Functions that are called: as they are compiled as a rule (this file), in sections of their own (apart-unoptimised.cu, apart-linked.cu).
#include <cstdio>

__device__ __noinline__ int
own_memory(int a, int b)
{
	int s[8];

	for (int i = 0; i < 8; i++)
		s[i] = a * i + b;
	return s[b & 7] + s[a & 3];
}

__device__ __noinline__ int
switched(int a)
{
	switch (a % 9) {
	case 0: return a * 3;
	case 1: return a + 17;
	case 2: return a ^ 5;
	case 3: return a << 2;
	case 4: return a - 9;
	case 5: return a * a;
	case 6: return ~a;
	case 7: return a | 1;
	default: return 0;
	}
}

__device__ __noinline__ int
shares(int a)
{
	__shared__ int s[64];

	s[threadIdx.x] = a;
	__syncthreads();
	a = s[63 - threadIdx.x];
	__syncthreads();
	return a;
}

__device__ __noinline__ int
recursive(int n)
{
	return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
}

__device__ int plus(int a) { return a + 1; }
__device__ int minus(int a) { return a - 1; }
__device__ int nested(int a) { return switched(a) + own_memory(a, 3); }
typedef int (*function)(int);
__device__ function chosen[4] = {plus, minus, nested, switched};
__constant__ int weights[4] = {1, 20, 300, 4000};
__device__ int steps;

extern "C" __global__ void
direct(const int *in, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = switched(in[i]) + own_memory(in[i], i) + shares(in[i]) + recursive(i % 8) + weights[i & 3];
}

extern "C" __global__ void
pointers(const int *in, int *out, int which)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	function f = chosen[(i + which) & 3];

	out[i] = f(in[i]) * weights[which & 3];
	if (!i)
		atomicAdd(&steps, which);
}

struct Shape {
	__device__ virtual int area() const = 0;
};
struct Square : Shape {
	int a;
	__device__ int area() const override { return a * a; }
};
struct Strip : Shape {
	int a, b;
	__device__ int area() const override { return own_memory(a, b); }
};

extern "C" __global__ void
shapes(const int *in, int *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	Square square;
	Strip strip;
	Shape *s = &square;

	square.a = in[i];
	strip.a = in[i];
	strip.b = i;
	if (i % 3)
		s = &strip;
	out[i] = s->area();
}

extern "C" __global__ void
library(const float *in, float *out, double *wide)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = sinf(in[i]) / (in[i] + 2) + powf(in[i], 1.5f);
	wide[i] = exp((double)in[i] / 50) / (1 + i) + fmod((double)in[i], 7.0);
	if (out[i] > 1e30f)
		printf("never %d %f\n", i, out[i]);
}
