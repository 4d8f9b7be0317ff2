// patterns: one access of one warp in many patterns, for counters of wavefronts, sectors and bank conflicts. A buffer says which element
// each lane takes, -1 for a lane that takes none; patterns.csv has the launches. What is stored depends on the element alone, so that
// lanes that store to one place store the same.

#define PROBE(name) extern "C" __global__ void name
#define ELEMENT int i = index[threadIdx.x]

extern __shared__ uint4 memory[];

static __device__ unsigned fold(unsigned char v) { return v; }
static __device__ unsigned fold(unsigned short v) { return v; }
static __device__ unsigned fold(unsigned v) { return v; }
static __device__ unsigned fold(uint2 v) { return v.x ^ v.y; }
static __device__ unsigned fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }
template <typename T> static __device__ T make(unsigned i) { return i; }
template <> __device__ uint2 make<uint2>(unsigned i) { return make_uint2(i, i + 1); }
template <> __device__ uint4 make<uint4>(unsigned i) { return make_uint4(i, i + 1, i + 2, i + 4); }

// A store and a load of shared memory.
template <typename T>
static __device__ void
shared(const int *index, unsigned *out)
{
	ELEMENT;
	T *s = (T *)memory;

	if (i >= 0)
		s[i] = make<T>(i);
	__syncwarp();
	if (i >= 0)
		out[threadIdx.x] = fold(s[i]);
}

PROBE(shared_8)(const int *index, unsigned *out) { shared<unsigned char>(index, out); }
PROBE(shared_16)(const int *index, unsigned *out) { shared<unsigned short>(index, out); }
PROBE(shared_32)(const int *index, unsigned *out) { shared<unsigned>(index, out); }
PROBE(shared_64)(const int *index, unsigned *out) { shared<uint2>(index, out); }
PROBE(shared_128)(const int *index, unsigned *out) { shared<uint4>(index, out); }

// Atomics on shared memory: of a value, of the constant 1, compare and swap.
PROBE(shared_add)(const int *index, unsigned *out)
{
	ELEMENT;
	unsigned *s = (unsigned *)memory;

	if (i >= 0)
		s[i] = 0;
	__syncwarp();
	if (i >= 0)
		atomicAdd(s + i, i + 1);
	__syncwarp();
	if (i >= 0)
		out[threadIdx.x] = s[i];
}

PROBE(shared_inc)(const int *index, unsigned *out)
{
	ELEMENT;
	unsigned *s = (unsigned *)memory;

	if (i >= 0)
		s[i] = 0;
	__syncwarp();
	if (i >= 0)
		atomicAdd(s + i, 1u);
	__syncwarp();
	if (i >= 0)
		out[threadIdx.x] = s[i];
}

PROBE(shared_cas)(const int *index, unsigned *out)
{
	ELEMENT;
	unsigned *s = (unsigned *)memory;

	if (i >= 0)
		s[i] = 0;
	__syncwarp();
	if (i >= 0)
		atomicCAS(s + i, 0u, i + 1u);
	__syncwarp();
	if (i >= 0)
		out[threadIdx.x] = s[i];
}

// A load and a store of global memory.
template <typename T>
static __device__ void
global(const int *index, const T *in, T *out)
{
	ELEMENT;

	if (i >= 0)
		out[i] = in[i];
}

PROBE(global_8)(const int *index, const unsigned char *in, unsigned char *out) { global(index, in, out); }
PROBE(global_16)(const int *index, const unsigned short *in, unsigned short *out) { global(index, in, out); }
PROBE(global_32)(const int *index, const unsigned *in, unsigned *out) { global(index, in, out); }
PROBE(global_64)(const int *index, const uint2 *in, uint2 *out) { global(index, in, out); }
PROBE(global_128)(const int *index, const uint4 *in, uint4 *out) { global(index, in, out); }

// Atomics on global memory whose old value nobody wants, and one whose old value is used.
PROBE(global_red)(const int *index, unsigned *out)
{
	ELEMENT;

	if (i >= 0)
		atomicAdd(out + i, i + 1);
}

PROBE(global_atom)(const int *index, unsigned *out, unsigned *old)
{
	ELEMENT;

	if (i >= 0)
		old[threadIdx.x] = atomicExch(out + i, i + 1u) | i;
}

PROBE(global_red_64)(const int *index, unsigned long long *out)
{
	ELEMENT;

	if (i >= 0)
		atomicAdd(out + i, (unsigned long long)i + 1);
}

// An array of the thread's own: all elements are stored one by one, one is loaded.
template <typename T, int N>
static __device__ void
local(const int *index, unsigned *out)
{
	ELEMENT;
	T a[N];

#pragma unroll 1
	for (int k = 0; k < N; k++)
		a[(k + i) % N] = make<T>(k);
	out[threadIdx.x] = fold(a[i]);
}

PROBE(local_8)(const int *index, unsigned *out) { local<unsigned char, 32>(index, out); }
PROBE(local_32)(const int *index, unsigned *out) { local<unsigned, 32>(index, out); }
PROBE(local_64)(const int *index, unsigned *out) { local<uint2, 32>(index, out); }
PROBE(local_128)(const int *index, unsigned *out) { local<uint4, 32>(index, out); }

// A pointer that may point anywhere: elements below 32 are shared, those below 64 global, the others the thread's own.
PROBE(generic)(const int *index, unsigned *g, unsigned *out)
{
	ELEMENT;
	unsigned *s = (unsigned *)memory, a[32], *p;

	s[threadIdx.x] = threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < 32; k++)
		a[(k + i) & 31] = k;
	__syncwarp();
	p = i < 32 ? s : i < 64 ? g : a;
	p += i & 31;
	out[threadIdx.x] = *p;
	*p = i + 1;
	if (i >= 64)
		out[threadIdx.x] += a[(i + 7) & 31];
}
