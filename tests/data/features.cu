// features: what the cubin reader has to find. Not a program: test-cubin.c reads the cubin, nothing runs it.
__device__ int zeros[4];
__device__ int initial[3] = {4, 5, 6};
__device__ int *pointer = initial;
__constant__ int table[16] = {1, 2, 3};
extern __shared__ int dynamic[];

struct record {
	char bytes[24];
};

struct large {
	int words[2000];
};

__global__ void __launch_bounds__(128, 1)
hello(int *p, struct record r, double d)
{
	__shared__ int mine[40];

	mine[threadIdx.x % 40] = zeros[0] + initial[1] + table[p[0] & 15] + pointer[1];
	__syncthreads();
	p[1] = mine[3] + r.bytes[p[2] & 7] + (int)d;
	dynamic[threadIdx.x] = p[3];
	__syncthreads();
	p[4] = dynamic[threadIdx.x ^ 1];
}

__global__ void
hello(float *p)
{
	*p += 1.0f;
}

namespace inner
{
__global__ void
lonely(int a)
{
	zeros[0] = a;
}
}

template <int N>
__global__ void
add(int a)
{
	zeros[1] = a + N;
}
template __global__ void add<3>(int);
template __global__ void add<4>(int);

extern "C" __global__ void
nothing(void)
{
}

extern "C" __global__ void __block_size__((64, 2, 1))
fixed(int *p)
{
	*p = blockDim.x;
}

extern "C" __global__ void
wide(struct large l, char c, short s, long long n)
{
	zeros[2] = l.words[blockIdx.x] + c + s + (int)n;
}

extern "C" __global__ void
local(int *p)
{
	int a[100];

	for (int i = 0; i < 100; i++)
		a[i] = p[i];
	for (int i = 0; i < 100; i++)
		p[i] = a[p[i]];
}

extern "C" __global__ void
jumps(int *p, int n)
{
	switch (n) {
	case 0:
		p[4] = 3;
		break;
	case 1:
		p[5] = p[6] * 7;
		break;
	case 2:
		p[1] = 9;
		p[2] = 4;
		break;
	case 3:
		p[9] = atomicAdd(p, 1);
		break;
	case 4:
		p[3] = p[7];
		break;
	case 5:
		p[11] = zeros[1];
		__syncthreads();
		break;
	case 6:
		p[1] += zeros[3];
		break;
	case 7:
		p[30] = atomicMax(p, p[3]);
		break;
	case 8:
		p[4] = atomicAnd(p + 4, 3);
		break;
	}
}
