// local: memory of the threads' own (arrays with indices, spills, a stack for recursion), and pointers of which the compiler does not
// know where they point. Each kernel has a partner that computes the same without.

#define LENGTH 24

static __device__ unsigned
step(unsigned x)
{
	return x * 1664525u + 1013904223u;
}

// An array in memory: elements are exchanged at places that depend on the data.
extern "C" __global__ void
array(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t], a[LENGTH], sum = 0;

	for (int i = 0; i < LENGTH; i++)
		a[i] = i * i;
#pragma unroll 1
	for (int k = 0; k < 40; k++) {
		unsigned i = (x >> 8) % LENGTH, j = (x >> 16) % LENGTH, v = a[i];

		a[i] = a[j] + k;
		a[j] = v;
		x = step(x);
	}
	for (int i = 0; i < LENGTH; i++)
		sum = sum * 31 + a[i];
	out[t] = sum;
}

// The same with the array in registers: each element is looked at in turn.
extern "C" __global__ void
array_registers(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t], a[LENGTH], sum = 0;

#pragma unroll
	for (int i = 0; i < LENGTH; i++)
		a[i] = i * i;
#pragma unroll 1
	for (int k = 0; k < 40; k++) {
		unsigned i = (x >> 8) % LENGTH, j = (x >> 16) % LENGTH, v = 0, w = 0;

#pragma unroll
		for (int n = 0; n < LENGTH; n++) {
			v = n == i ? a[n] : v;
			w = n == j ? a[n] : w;
		}
#pragma unroll
		for (int n = 0; n < LENGTH; n++) {
			a[n] = n == i ? w + k : a[n];
			a[n] = n == j ? v : a[n];
		}
		x = step(x);
	}
#pragma unroll
	for (int i = 0; i < LENGTH; i++)
		sum = sum * 31 + a[i];
	out[t] = sum;
}

// More values than registers.
template <int N>
static __device__ unsigned
many(unsigned x)
{
	unsigned v[N], sum = 0;

#pragma unroll
	for (int i = 0; i < N; i++)
		v[i] = x = step(x);
#pragma unroll 1
	for (int k = 0; k < 3; k++)
#pragma unroll
		for (int i = 0; i < N; i++)
			v[i] = v[i] * 3 + v[(i + 7) % N];
#pragma unroll
	for (int i = 0; i < N; i++)
		sum ^= v[i] + i;
	return sum;
}

extern "C" __global__ void __maxnreg__(32)
spills(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	out[t] = many<48>(in[t]);
}

extern "C" __global__ void
spills_none(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	out[t] = many<48>(in[t]);
}

// A function that calls itself: Hofstadter's G.
static __device__ __noinline__ unsigned
recursive(unsigned n)
{
	return n ? n - recursive(recursive(n - 1)) : 0;
}

extern "C" __global__ void
recursion(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	out[t] = recursive(in[t] % 16);
}

// G(n) is the integer part of (n + 1) / golden ratio.
extern "C" __global__ void
recursion_formula(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;

	out[t] = (in[t] % 16 + 1) * 6180340ull / 10000000;
}

// A pointer to shared memory, global memory or the thread's own, by thread.
extern "C" __global__ void
generic(const unsigned *in, unsigned *scratch, unsigned *out)
{
	__shared__ unsigned s[256];
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t], a[4] = {x, x + 1, x + 2, x + 3}, *p;

	s[threadIdx.x] = x;
	scratch[t] = x;
	p = x % 3 == 0 ? s + threadIdx.x : x % 3 == 1 ? scratch + t : a;
	*p += 5;
	if (x % 3 < 2)
		atomicAdd(p, x);
	else
		*p += x;
	out[t] = *p + a[x % 4] - (x % 3 == 2 && x % 4 == 0 ? 5 + x : 0);
}

extern "C" __global__ void
generic_none(const unsigned *in, unsigned *out)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t];

	out[t] = x + 5 + x + x + x % 4;
}

// A message from block to block: data, a fence, then a flag.
extern "C" __global__ void
fence(volatile unsigned *data, volatile unsigned *flag, unsigned *out)
{
	if (threadIdx.x == 0) {
		if (blockIdx.x == 0) {
			for (int k = 0; k < 8; k++)
				data[k] = k + 1;
			__threadfence();
			flag[0] = 1;
		} else {
			unsigned sum = 0;

			while (!flag[0])
				;
			__threadfence();
			for (int k = 0; k < 8; k++)
				sum += data[k];
			out[blockIdx.x] = sum;
		}
	}
}
