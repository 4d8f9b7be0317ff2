// scheduler: which warp issues, and what ways to change the path of a warp cost. What control.cu does not hold still: the order in which the
// warps of a sub-core issue (order_*: the clock of every turn, by warp), warps that reach a block barrier at their own times, and calls.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ __forceinline__ void
work(unsigned &a, unsigned b, int n)
{
#pragma unroll
	for (int i = 0; i < n; i++)
		asm volatile("{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, %1; }" : "+r"(a) : "r"(b));
}

static __device__ __forceinline__ unsigned
now()
{
	unsigned t;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(t));
	return t;
}

enum { STAMPS = 32 };

static __device__ __forceinline__ void
give_out(unsigned *out, const unsigned *t, unsigned a)
{
	if (threadIdx.x % 32 == 0) {
#pragma unroll
		for (int k = 0; k < STAMPS; k++)
			out[threadIdx.x / 32 * STAMPS + k] = t[k];
	}
	if (a == 0x12345678)
		out[0] = a;
}

// All warps leave a barrier together; each notes the clock before every two pairs of dependent adds.
MICRO(order_chain)(unsigned *out, unsigned b)
{
	unsigned a = b + threadIdx.x, t[STAMPS];

	work(a, b, 2);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < STAMPS; k++) {
		t[k] = now();
		work(a, b, 2);
	}
	give_out(out, t, a);
}

// The same, before every eight independent multiplications.
MICRO(order_free)(unsigned *out, float b)
{
	float a[8];
	unsigned t[STAMPS], n = 0;

#pragma unroll
	for (int i = 0; i < 8; i++)
		a[i] = b + threadIdx.x + i;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < STAMPS; k++) {
		t[k] = now();
#pragma unroll
		for (int i = 0; i < 8; i++)
			asm volatile("mul.f32 %0, %0, %1;" : "+f"(a[i]) : "f"(b));
	}
#pragma unroll
	for (int i = 0; i < 8; i++)
		n ^= __float_as_uint(a[i]);
	give_out(out, t, n);
}

// The same in a loop of four pairs, through shared memory.
MICRO(order_loop)(unsigned *out, unsigned b)
{
	__shared__ unsigned at[STAMPS][32];
	unsigned a = b + threadIdx.x, w = threadIdx.x / 32;

	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < STAMPS; k++) {
		at[k][w] = now();
		work(a, b, 4);
	}
	if (threadIdx.x % 32 == 0)
		for (int k = 0; k < STAMPS; k++)
			out[w * STAMPS + k] = at[k][w];
	if (a == 0x12345678)
		out[0] = a;
}

static __device__ __noinline__ unsigned
called(unsigned a, unsigned b)
{
	work(a, b, 4);
	return a;
}

// A call and its return.
MICRO(calls)(unsigned *out, int rounds, unsigned b)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		a = called(a, b);
	out[SELF] = a;
}

// An if whose other way is empty: the lanes of `mask` do four pairs.
MICRO(one_side)(unsigned *out, int rounds, unsigned b, unsigned mask)
{
	unsigned a = b + threadIdx.x;
	bool side = mask >> (threadIdx.x & 31) & 1;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		if (side)
			work(a, b, 16);
		work(a, b, 2);
	}
	out[SELF] = a;
}

// A block barrier, with `turns` of four pairs before it in warp 0 alone: what the last warp to come waits.
MICRO(late)(unsigned *out, int rounds, unsigned b, int turns)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		if (threadIdx.x < 32)
#pragma unroll 1
			for (int k = 0; k < turns; k++)
				work(a, b, 4);
		__syncthreads();
	}
	out[SELF] = a;
}
