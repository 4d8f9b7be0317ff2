// storage: latency and rate of shared memory, constants, L1, L2 and DRAM. Chases load zeros and add them to the next place, so that each
// load needs the one before it whatever the pattern; the additions between loads are the same in all.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

extern __shared__ uint4 memory[];

static __device__ unsigned fold(unsigned v) { return v; }
static __device__ unsigned fold(uint2 v) { return v.x ^ v.y; }
static __device__ unsigned fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

static __device__ void
clear(unsigned words)
{
	for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
		((unsigned *)memory)[i] = 0;
	__syncthreads();
}

// Lanes `stride` elements apart.
template <typename T>
static __device__ __forceinline__ void
chase_shared(unsigned *out, int rounds, unsigned stride, unsigned words)
{
	T *s = (T *)memory;
	unsigned at = (threadIdx.x & 31) * stride;

	clear(words);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++)
			at += fold(s[at]);
	}
	out[SELF] = at;
}
MICRO(chase_shared_32)(unsigned *out, int rounds, unsigned stride, unsigned words) { chase_shared<unsigned>(out, rounds, stride, words); }
MICRO(chase_shared_64)(unsigned *out, int rounds, unsigned stride, unsigned words) { chase_shared<uint2>(out, rounds, stride, words); }
MICRO(chase_shared_128)(unsigned *out, int rounds, unsigned stride, unsigned words) { chase_shared<uint4>(out, rounds, stride, words); }

// Loads that do not wait for each other.
template <typename T>
static __device__ __forceinline__ void
load_shared(unsigned *out, int rounds, unsigned stride, unsigned words)
{
	volatile unsigned *s = (volatile unsigned *)memory;
	const unsigned per = sizeof(T) / 4;
	unsigned at = (threadIdx.x & 31) * stride * per, sum = 0;

	clear(words);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			unsigned where = (unsigned)__cvta_generic_to_shared((void *)(s + at));
			unsigned x, y = 0, z = 0, w = 0;

			if (per == 1)
				asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(where));
			else if (per == 2)
				asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(where));
			else
				asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(where));
			sum ^= x ^ y ^ z ^ w;
		}
	}
	out[SELF] = sum;
}
MICRO(load_shared_32)(unsigned *out, int rounds, unsigned stride, unsigned words) { load_shared<unsigned>(out, rounds, stride, words); }
MICRO(load_shared_64)(unsigned *out, int rounds, unsigned stride, unsigned words) { load_shared<uint2>(out, rounds, stride, words); }
MICRO(load_shared_128)(unsigned *out, int rounds, unsigned stride, unsigned words) { load_shared<uint4>(out, rounds, stride, words); }

MICRO(store_shared)(unsigned *out, int rounds, unsigned stride, unsigned words)
{
	unsigned where;

	clear(words);
	where = (unsigned)__cvta_generic_to_shared((unsigned *)memory + (threadIdx.x & 31) * stride);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++)
			asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(where), "r"(stride) : "memory");
	}
	__syncthreads();
	out[SELF] = ((unsigned *)memory)[(threadIdx.x & 31) * stride];
}

// Atomics on shared memory: the lanes of a warp on `places` words.
MICRO(add_shared)(unsigned *out, int rounds, unsigned places)
{
	unsigned where, old = 0;

	clear(32);
	where = (unsigned)__cvta_generic_to_shared((unsigned *)memory + (threadIdx.x & 31) % places);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("{ .reg .u32 t; add.u32 t, %0, 3; atom.shared.add.u32 %0, [%1], t; shr.u32 %0, %0, 31; }" : "+r"(old) : "r"(where) : "memory");
	}
	__syncthreads();
	out[SELF] = ((unsigned *)memory)[(threadIdx.x & 31) % places];
}

// Constants: `rounds` walks over `words` of them, `stride` words apart.
__constant__ unsigned table[16384];
MICRO(walk_constants)(unsigned *out, int rounds, unsigned stride, unsigned words)
{
	unsigned at = 0, sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll 1
		for (unsigned k = 0; k < words; k += stride) {
			at = k + (at & 1) + table[k + (at & 1)];
			sum += at;
		}
	out[SELF] = sum;
}

// One lane of each warp follows `steps` loads through n elements (a power of two), `stride` elements apart.
MICRO(chase)(unsigned *out, const unsigned *zeros, unsigned n, int stride, int steps)
{
	unsigned at = SELF / 32 * 32;

	if (threadIdx.x % 32)
		return;
#pragma unroll 1
	for (int i = 0; i < steps; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			at = (at + stride + zeros[at]) & (n - 1);
	}
	out[SELF / 32] = at;
}

// The whole grid reads n elements of 16 bytes `rounds` times.
MICRO(read)(unsigned *out, const uint4 *in, unsigned n, int rounds)
{
	unsigned sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll 4
		for (unsigned k = SELF; k < n; k += gridDim.x * blockDim.x)
			sum ^= fold(in[k]);
	out[SELF] = sum;
}

// Each block reads the same n elements of 4 bytes: from L1 if they fit.
MICRO(reread)(unsigned *out, const unsigned *in, unsigned n, int rounds)
{
	unsigned sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll 4
		for (unsigned k = threadIdx.x; k < n; k += blockDim.x) {
			unsigned v;

			asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(in + k));
			sum ^= v;
		}
	out[SELF] = sum;
}

MICRO(write)(uint4 *out, unsigned n, int rounds)
{
#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll 4
		for (unsigned k = SELF; k < n; k += gridDim.x * blockDim.x)
			out[k] = make_uint4(k, i, 1, 2);
}

MICRO(copy)(uint4 *out, const uint4 *in, unsigned n)
{
#pragma unroll 4
	for (unsigned k = SELF; k < n; k += gridDim.x * blockDim.x)
		out[k] = in[k];
}

// Lanes `stride` words apart, so that an access takes 1 to 32 sectors.
MICRO(read_strided)(unsigned *out, const unsigned *in, unsigned n, int stride, int rounds)
{
	unsigned sum = 0, at = SELF * stride;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			sum ^= in[at & (n - 1)];
			at += gridDim.x * blockDim.x * stride;
		}
	}
	out[SELF] = sum;
}

// Atomics that give nothing back: the grid's threads on `places` words, `apart` words apart.
MICRO(red)(unsigned *sums, int rounds, unsigned places, unsigned apart)
{
#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		asm volatile("red.global.add.u32 [%0], 1;" : : "l"(sums + SELF % places * apart) : "memory");
}

// And such as give back what was there, which the next needs.
MICRO(atom)(unsigned *out, unsigned *sums, int rounds, unsigned places, unsigned apart)
{
	unsigned old = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		asm volatile("{ .reg .u32 t; add.u32 t, %0, 1; atom.global.add.u32 %0, [%1], t; shr.u32 %0, %0, 31; }" : "+r"(old) : "l"(sums + SELF % places * apart) : "memory");
	out[SELF] = old;
}

// Warps that each wait for L2 and then compute, in numbers that dynamic shared memory holds down.
MICRO(overlap)(unsigned *out, const unsigned *zeros, unsigned n, int rounds)
{
	unsigned at = SELF & (n - 1);

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v;

		asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(zeros + at));
		at = (at + 4096 + v) & (n - 1);
#pragma unroll
		for (int k = 0; k < 32; k++)
			asm volatile("{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, 1; }" : "+r"(at) : "r"(v));
		at &= n - 1;
	}
	out[SELF] = at;
}
