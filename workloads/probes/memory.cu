// Memory of every kind and width, and atomics: one instruction or a few in each kernel. Every thread has addresses of its own, or what
// it does commutes, so that results do not depend on the order of threads.
typedef unsigned int u32;
typedef unsigned long long u64;
#define THREADS 256
#define INDEX   (blockIdx.x * THREADS + threadIdx.x)

// old value of m[i] with operand b[i], in global and in shared memory, and at an address that may be either
#define ATOMIC(name, type, e)                                                                              \
	extern "C" __global__ void g_##name(type *m, const type *b, type *out)                             \
	{                                                                                                  \
		const u32 i = INDEX;                                                                       \
		type *p = m + i;                                                                           \
		const type v = b[i];                                                                       \
		out[i] = e;                                                                                \
	}                                                                                                  \
	extern "C" __global__ void s_##name(type *m, const type *b, type *out)                             \
	{                                                                                                  \
		__shared__ type s[THREADS];                                                                \
		const u32 i = INDEX;                                                                       \
		type *p = s + threadIdx.x;                                                                 \
		const type v = b[i];                                                                       \
		*p = m[i];                                                                                 \
		out[i] = e;                                                                                \
		m[i] = *p;                                                                                 \
	}                                                                                                  \
	extern "C" __global__ void any_##name(type *m, const type *b, type *out, const u32 *which)         \
	{                                                                                                  \
		__shared__ type s[THREADS];                                                                \
		const u32 i = INDEX;                                                                       \
		type *p = which[i] & 1 ? s + threadIdx.x : m + i;                                          \
		const type v = b[i];                                                                       \
		s[threadIdx.x] = m[i];                                                                     \
		out[i] = e;                                                                                \
		out[i] += *p;                                                                              \
	}
ATOMIC(add, u32, atomicAdd(p, v))
ATOMIC(add64, u64, atomicAdd(p, v))
ATOMIC(addf, float, atomicAdd(p, v))
ATOMIC(addd, double, atomicAdd(p, v))
ATOMIC(min, u32, atomicMin(p, v))
ATOMIC(mins, int, atomicMin(p, v))
ATOMIC(max, u32, atomicMax(p, v))
ATOMIC(maxs, int, atomicMax(p, v))
ATOMIC(min64, u64, atomicMin(p, v))
ATOMIC(max64s, long long, atomicMax(p, v))
ATOMIC(inc, u32, atomicInc(p, v))
ATOMIC(dec, u32, atomicDec(p, v))
ATOMIC(and, u32, atomicAnd(p, v))
ATOMIC(or64, u64, atomicOr(p, v))
ATOMIC(xor, u32, atomicXor(p, v))
ATOMIC(exch, u32, atomicExch(p, v))
ATOMIC(exch64, u64, atomicExch(p, v))
ATOMIC(cas, u32, atomicCAS(p, v, v * 3))
ATOMIC(cas64, u64, atomicCAS(p, v, v * 3))

// many threads at one address, nothing returned; what s begins with comes from b, which no block changes
#define REDUCE(name, type, e)                                                                              \
	extern "C" __global__ void r_##name(type *m, const type *b, const u32 *which)                      \
	{                                                                                                  \
		__shared__ type s[8];                                                                      \
		const u32 i = INDEX;                                                                       \
		const type v = b[i];                                                                       \
		type *p = s + (which[i] & 7);                                                              \
		if (threadIdx.x < 8)                                                                       \
			s[threadIdx.x] = b[i + 100];                                                       \
		__syncthreads();                                                                           \
		e;                                                                                         \
		__syncthreads();                                                                           \
		p = m + (which[i] >> 3 & 31);                                                              \
		e;                                                                                         \
		if (threadIdx.x < 8)                                                                       \
			m[32 + blockIdx.x * 8 + threadIdx.x] = s[threadIdx.x];                             \
	}
REDUCE(add, u32, atomicAdd(p, v))
REDUCE(one, u32, atomicAdd(p, 1))
REDUCE(add64, u64, atomicAdd(p, v))
REDUCE(min, int, atomicMin(p, v))
REDUCE(max, u32, atomicMax(p, v))
REDUCE(max64, u64, atomicMax(p, v))
REDUCE(and, u32, atomicAnd(p, v | 0xffff0000))
REDUCE(or, u32, atomicOr(p, v & 0x00010101))
REDUCE(xor, u32, atomicXor(p, v))
REDUCE(xor64, u64, atomicXor(p, v))

// loads and stores of a type: global, shared, local, and at an address that may be global or shared
#define WIDTH(name, type)                                                                                  \
	extern "C" __global__ void w_##name(const type *a, type *out, const u32 *which, u32 n)             \
	{                                                                                                  \
		__shared__ type s[THREADS];                                                                \
		type l[8];                                                                                 \
		const u32 i = INDEX;                                                                       \
		s[threadIdx.x] = a[i];                                                                     \
		__syncthreads();                                                                           \
		out[i] = s[which[i] % THREADS];                                                            \
		for (u32 k = 0; k < 8; k++)                                                                \
			l[k ^ (which[i] & 7)] = a[(i + 37 * k) % n];                                       \
		out[n + i] = l[which[i] >> 3 & 7];                                                         \
		const type *p = which[i] & 64 ? s + threadIdx.x : a + i;                                   \
		out[2 * n + i] = *p;                                                                       \
	}                                                                                                  \
	extern "C" __global__ void wa_##name(type *m, const type *a, const u32 *which, type *out)          \
	{                                                                                                  \
		__shared__ type s[THREADS];                                                                \
		const u32 i = INDEX;                                                                       \
		s[threadIdx.x] = a[i];                                                                     \
		type *p = which[i] & 1 ? s + threadIdx.x : m + i;                                          \
		*p = a[i ^ 1];                                                                             \
		out[i] = s[threadIdx.x];                                                                   \
	}
WIDTH(u32, u32)
WIDTH(u64, u64)
WIDTH(v2, uint2)
WIDTH(v4, uint4)

// narrow ones, continued by their sign or by zeros
#define NARROW(name, type)                                                                                 \
	extern "C" __global__ void n_##name(const type *a, int *out, type *narrow, const u32 *which, u32 n) \
	{                                                                                                  \
		__shared__ type s[THREADS];                                                                \
		type l[8];                                                                                 \
		const u32 i = INDEX;                                                                       \
		s[threadIdx.x] = a[i];                                                                     \
		__syncthreads();                                                                           \
		out[i] = s[which[i] % THREADS];                                                            \
		out[n + i] = a[i ^ 5];                                                                     \
		for (u32 k = 0; k < 8; k++)                                                                \
			l[k ^ (which[i] & 7)] = a[(i + 37 * k) % n];                                       \
		out[2 * n + i] = l[which[i] >> 3 & 7];                                                     \
		narrow[i] = out[n + i] * 3;                                                                \
	}
NARROW(s8, signed char)
NARROW(u8, unsigned char)
NARROW(s16, short)
NARROW(u16, unsigned short)

// values of other lanes
extern "C" __global__ void lanes(const u32 *a, u32 *out, u32 n)
{
	const u32 i = INDEX, v = a[i], k = a[(i + 1) % n];
	out[i] = __shfl_sync(~0u, v, k & 31);
	out[n + i] = __shfl_up_sync(~0u, v, k & 7, 16);
	out[2 * n + i] = __shfl_down_sync(~0u, v, 5, 8);
	out[3 * n + i] = __shfl_xor_sync(~0u, v, 9);
	out[4 * n + i] = __ballot_sync(~0u, v & 4) ^ __any_sync(~0u, v & 64) ^ __all_sync(~0u, v != 3);
	out[5 * n + i] = __match_any_sync(~0u, v & 3);
	int all;
	out[6 * n + i] = __match_all_sync(~0u, v >> 31 & blockIdx.x, &all) + all;
	out[7 * n + i] = __reduce_add_sync(~0u, v) ^ __reduce_max_sync(~0u, (int)v) ^ __reduce_min_sync(~0u, v) ^ __reduce_xor_sync(~0u, k) ^
			 __reduce_or_sync(~0u, v & k & k << 1) ^ __reduce_and_sync(~0u, v | k);
	if (v & 1)
		out[i] ^= __shfl_sync(__activemask(), k, __ffs(__activemask()) - 1);
}
