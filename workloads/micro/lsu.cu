// lsu: what the load/store unit of an SM does with loads that hit L1, beside shared memory and shuffles: rate and latency by width and
// by how the lanes lie, instructions of two kinds in turn, and short bursts with time between them.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

extern __shared__ uint4 memory[];

static __device__ unsigned fold(unsigned v) { return v; }
static __device__ unsigned fold(uint2 v) { return v.x ^ v.y; }
static __device__ unsigned fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

static __device__ __forceinline__ void load_global(unsigned &v, const unsigned *p) { asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p)); }
static __device__ __forceinline__ void load_global(uint2 &v, const uint2 *p) { asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(p)); }
static __device__ __forceinline__ void load_global(uint4 &v, const uint4 *p) { asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p)); }
static __device__ __forceinline__ unsigned load_shared(unsigned at) { unsigned v; asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(at)); return v; }
static __device__ __forceinline__ void store_shared(unsigned at, unsigned v) { asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at), "r"(v)); }
static __device__ __forceinline__ unsigned shuffle(unsigned v) { unsigned r; asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;" : "=r"(r) : "r"(v)); return r; }
static __device__ __forceinline__ unsigned shared_place(unsigned word) { return (unsigned)__cvta_generic_to_shared((unsigned *)memory + word); }

static __device__ void
clear(unsigned words)
{
	for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
		((unsigned *)memory)[i] = 0;
	__syncthreads();
}

// Loads by lanes `stride` elements apart, the first at `offset`, 16 a round, each 128 bytes on; warps lie `apart` elements apart. `zero`
// keeps them in the loop.
template <typename T>
static __device__ __forceinline__ void
hit(unsigned *out, const T *in, int rounds, unsigned stride, unsigned offset, unsigned apart, int zero)
{
	const T *p = in + offset + (threadIdx.x & 31) * stride + threadIdx.x / 32 * apart;
	unsigned sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			T v;

			load_global(v, p + k * (128 / sizeof(T)));
			sum ^= fold(v);
		}
		p += zero;
	}
	out[SELF] = sum;
}
MICRO(hit_32)(unsigned *out, const unsigned *in, int rounds, unsigned stride, unsigned offset, unsigned apart, int zero) { hit<unsigned>(out, in, rounds, stride, offset, apart, zero); }
MICRO(hit_64)(unsigned *out, const uint2 *in, int rounds, unsigned stride, unsigned offset, unsigned apart, int zero) { hit<uint2>(out, in, rounds, stride, offset, apart, zero); }
MICRO(hit_128)(unsigned *out, const uint4 *in, int rounds, unsigned stride, unsigned offset, unsigned apart, int zero) { hit<uint4>(out, in, rounds, stride, offset, apart, zero); }

// The same, each load after the one before it: all bring zeros.
template <typename T>
static __device__ __forceinline__ void
chain(unsigned *out, const T *in, int rounds, unsigned stride)
{
	const T *p = in + (threadIdx.x & 31) * stride;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			T v;

			load_global(v, p);
			p += fold(v);
		}
	}
	out[SELF] = p - in;
}
MICRO(chain_32)(unsigned *out, const unsigned *in, int rounds, unsigned stride) { chain<unsigned>(out, in, rounds, stride); }
MICRO(chain_64)(unsigned *out, const uint2 *in, int rounds, unsigned stride) { chain<uint2>(out, in, rounds, stride); }
MICRO(chain_128)(unsigned *out, const uint4 *in, int rounds, unsigned stride) { chain<uint4>(out, in, rounds, stride); }

// Two kinds in turn, 8 of each a round; none waits for another.
#define MIX(name, one, two) \
	MICRO(mix_##name)(unsigned *out, const unsigned *in, int rounds, int zero) \
	{ \
		unsigned sum = 0, at, v = 0; \
		const unsigned *p = in + (threadIdx.x & 31) + v; \
		clear(1024); \
		at = shared_place(threadIdx.x); \
		_Pragma("unroll 1") for (int i = 0; i < rounds; i++) { \
			_Pragma("unroll") for (int k = 0; k < 8; k++) { \
				one; \
				two; \
			} \
			p += zero; \
		} \
		out[SELF] = sum; \
	}
#define LDS (sum ^= load_shared(at))
#define STS store_shared(at, i)
#define SHFL (sum ^= shuffle(at + k))
#define LDG (load_global(v, p + 32 * k), sum ^= v)
MIX(lds_ldg, LDS, LDG)
MIX(lds_shfl, LDS, SHFL)
MIX(lds_sts, LDS, STS)
MIX(ldg_shfl, LDG, SHFL)
MIX(ldg_sts, LDG, STS)
#undef LDS
#undef STS
#undef SHFL
#undef LDG

// A loop, so that nothing is moved into it.
static __device__ __forceinline__ float
ffmas(float f, int eights)
{
#pragma unroll 1
	for (int j = 0; j < eights; j++)
#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f));
	return f;
}

// A burst of N loads that only the next burst waits for, then a chain of FFMA, longer than they take: what N adds is what issuing them
// costs. Warps whose number is below `warps` modulo 4 run: as many sub-cores.
template <int N, bool GLOBAL>
static __device__ __forceinline__ void
burst(float *out, const unsigned *in, int rounds, unsigned warps, int eights)
{
	unsigned v[N], off = 0;
	float f = 0;

	clear(1024);
	if (threadIdx.x / 32 % 4 >= warps)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned at = shared_place(threadIdx.x & 31) + off;
		const unsigned *p = in + (threadIdx.x & 31) + off;

#pragma unroll
		for (int k = 0; k < N; k++)
			if (GLOBAL)
				load_global(v[k], p + 32 * k);
			else
				v[k] = load_shared(at);
		f = ffmas(f, eights);
		off = __float_as_uint(f);
#pragma unroll
		for (int k = 0; k < N; k++)
			asm volatile("or.b32 %0, %0, %1;" : "+r"(off) : "r"(v[k]));
	}
	out[SELF] = __uint_as_float(off);
}
#define BURST(n) \
	MICRO(burst_lds_##n)(float *out, const unsigned *in, int rounds, unsigned warps, int eights) { burst<n, false>(out, in, rounds, warps, eights); } \
	MICRO(burst_ldg_##n)(float *out, const unsigned *in, int rounds, unsigned warps, int eights) { burst<n, true>(out, in, rounds, warps, eights); }
BURST(1)
BURST(2)
BURST(4)
BURST(8)
BURST(12)
BURST(16)
BURST(20)

// A burst of N stores to shared memory, which nothing waits for, and the same chain.
template <int N>
static __device__ __forceinline__ void
burst_store(float *out, int rounds, unsigned warps, int eights)
{
	float f = 0;

	clear(1024);
	if (threadIdx.x / 32 % 4 >= warps)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned at = shared_place(threadIdx.x & 31) + __float_as_uint(f);

#pragma unroll
		for (int k = 0; k < N; k++)
			store_shared(at, warps);
		f = ffmas(f, eights);
	}
	out[SELF] = f;
}
#define BURST_STORE(n) MICRO(burst_sts_##n)(float *out, int rounds, unsigned warps, int eights) { burst_store<n>(out, rounds, warps, eights); }
BURST_STORE(1)
BURST_STORE(2)
BURST_STORE(4)
BURST_STORE(8)
BURST_STORE(12)
BURST_STORE(16)
BURST_STORE(20)

// Stores of wide elements.
MICRO(store_64)(unsigned *out, int rounds, unsigned stride)
{
	unsigned where = shared_place((threadIdx.x & 31) * stride * 2);

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++)
			asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %1};" : : "r"(where), "r"(stride) : "memory");
	}
	__syncthreads();
	out[SELF] = ((unsigned *)memory)[(threadIdx.x & 31) * stride * 2];
}
MICRO(store_128)(unsigned *out, int rounds, unsigned stride)
{
	unsigned where = shared_place((threadIdx.x & 31) * stride * 4);

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++)
			asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(where), "r"(stride) : "memory");
	}
	__syncthreads();
	out[SELF] = ((unsigned *)memory)[(threadIdx.x & 31) * stride * 4];
}

// Atomics on shared memory whose old value nobody wants; places as in add_shared.
MICRO(red_shared)(unsigned *out, int rounds, unsigned places)
{
	unsigned where;

	clear(32);
	where = shared_place((threadIdx.x & 31) % places);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("red.shared.add.u32 [%0], %1;" : : "r"(where), "r"(places + 2) : "memory");
	}
	__syncthreads();
	out[SELF] = ((unsigned *)memory)[(threadIdx.x & 31) % places];
}
