// atomics: on global memory by operation, width and pattern of addresses, with and without a result; compare-and-swap after a load, as
// hash tables do, and in loops; on shared memory by operation and conflict.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x & 31)

typedef unsigned long long u64;

// Operations: `v` is what is added, compared with or stored. What an atomic brings goes into `sum`.
#define RED(name, T, ptx, constraint) \
	struct name { \
		typedef T type; \
		static __device__ __forceinline__ void at(T *p, T v, T &) { asm volatile(ptx " [%0], %1;" : : "l"(p), constraint(v) : "memory"); } \
	};
#define ATOM(name, T, ptx, constraint) \
	struct name { \
		typedef T type; \
		static __device__ __forceinline__ void at(T *p, T v, T &sum) { T old; asm volatile(ptx " %0, [%1], %2;" : "=" constraint(old) : "l"(p), constraint(v) : "memory"); sum += old; } \
	};
#define CAS(name, T, ptx, constraint) \
	struct name { \
		typedef T type; \
		static __device__ __forceinline__ void at(T *p, T v, T &sum) { T old; asm volatile(ptx " %0, [%1], %2, %3;" : "=" constraint(old) : "l"(p), constraint(v), constraint(v) : "memory"); sum += old; } \
	};
RED(red_add, unsigned, "red.global.add.u32", "r")
RED(red_max, unsigned, "red.global.max.u32", "r")
RED(red_xor, unsigned, "red.global.xor.b32", "r")
RED(red_add64, u64, "red.global.add.u64", "l")
RED(red_fadd, float, "red.global.add.f32", "f")
ATOM(atom_add, unsigned, "atom.global.add.u32", "r")
ATOM(atom_min, unsigned, "atom.global.min.u32", "r")
ATOM(atom_and, unsigned, "atom.global.and.b32", "r")
ATOM(atom_exch, unsigned, "atom.global.exch.b32", "r")
ATOM(atom_add64, u64, "atom.global.add.u64", "l")
ATOM(atom_fadd, float, "atom.global.add.f32", "f")
CAS(cas, unsigned, "atom.global.cas.b32", "r")
CAS(cas64, u64, "atom.global.cas.b64", "l")

// Lanes under `lanes`, eight times a round on one place each: `places` in a warp, `apart` elements apart, those of the next warp
// `warp_apart` further on. The table holds zeros: a CAS with v = 0 succeeds, any other fails.
template <typename O>
static __device__ __forceinline__ void
fixed(unsigned *out, typename O::type *table, int rounds, int v, unsigned places, unsigned apart, unsigned warp_apart, unsigned lanes)
{
	typename O::type *p = table + LANE % places * apart + SELF / 32 * warp_apart, sum = 0;

	if (LANE >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			O::at(p, (typename O::type)v, sum);
	}
	out[SELF] = (unsigned)sum;
}

// Places that nothing orders: element x of 2^(32 - shift).
static __device__ __forceinline__ unsigned
first(void)
{
	unsigned x = (SELF + 1) * 0x9e3779b1u;

	return (x ^ x >> 16) * 0x85ebca6bu;
}

static __device__ __forceinline__ unsigned
next(unsigned &x, unsigned shift)
{
	x = x * 1664525u + 1013904223u;
	return (x ^ x >> 15) * 0x2c1b3c6du >> shift;
}

// The same on such places, another one each time.
template <typename O>
static __device__ __forceinline__ void
anywhere(unsigned *out, typename O::type *table, int rounds, int v, unsigned shift, unsigned lanes)
{
	unsigned x = first();
	typename O::type sum = 0;

	if (LANE >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			O::at(table + next(x, shift), (typename O::type)v, sum);
	}
	out[SELF] = (unsigned)sum;
}

// The grid walks over n elements (a power of two), `apart` elements apart, again and again.
template <typename O>
static __device__ __forceinline__ void
walk(unsigned *out, typename O::type *table, int rounds, int v, unsigned apart, unsigned n)
{
	const unsigned step = gridDim.x * blockDim.x * apart;
	unsigned at = SELF * apart;
	typename O::type sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			O::at(table + (at & (n - 1)), (typename O::type)v, sum);
			at += step;
		}
	}
	out[SELF] = (unsigned)sum;
}

// Each needs the one before it.
template <typename O>
static __device__ __forceinline__ void
chain(unsigned *out, typename O::type *table, int rounds, int v, unsigned places, unsigned apart, unsigned lanes)
{
	typename O::type *p = table + LANE % places * apart, sum = 0;

	if (LANE >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			O::at(p, (typename O::type)v, sum);
			p += (unsigned)sum >> 31;
		}
	}
	out[SELF] = (unsigned)sum;
}

#define FIXED(o) MICRO(fixed_##o)(unsigned *out, o::type *table, int rounds, int v, unsigned places, unsigned apart, unsigned warp_apart, unsigned lanes) { fixed<o>(out, table, rounds, v, places, apart, warp_apart, lanes); }
#define ANYWHERE(o) MICRO(random_##o)(unsigned *out, o::type *table, int rounds, int v, unsigned shift, unsigned lanes) { anywhere<o>(out, table, rounds, v, shift, lanes); }
#define WALK(o) MICRO(walk_##o)(unsigned *out, o::type *table, int rounds, int v, unsigned apart, unsigned n) { walk<o>(out, table, rounds, v, apart, n); }
#define CHAIN(o) MICRO(chain_##o)(unsigned *out, o::type *table, int rounds, int v, unsigned places, unsigned apart, unsigned lanes) { chain<o>(out, table, rounds, v, places, apart, lanes); }
#define ALL(o) FIXED(o) ANYWHERE(o)
ALL(red_add) ALL(red_max) ALL(red_xor) ALL(red_add64) ALL(red_fadd)
ALL(atom_add) ALL(atom_min) ALL(atom_and) ALL(atom_exch) ALL(atom_add64) ALL(atom_fadd) ALL(cas) ALL(cas64)
WALK(red_add) WALK(atom_add) WALK(cas)
CHAIN(atom_add) CHAIN(atom_add64) CHAIN(atom_fadd) CHAIN(atom_exch) CHAIN(cas) CHAIN(cas64)

// A load of a word anywhere, then a CAS on it that needs what came.
#define PROBE(name, ptx) \
	MICRO(probe_##name)(unsigned *out, unsigned *table, int rounds, unsigned shift, unsigned lanes) \
	{ \
		unsigned x = first(), sum = 0; \
\
		if (LANE >= lanes) \
			return; \
		_Pragma("unroll 1") \
		for (int i = 0; i < rounds; i++) { \
			_Pragma("unroll") \
			for (int k = 0; k < 4; k++) { \
				unsigned *p = table + next(x, shift), old, got; \
\
				asm volatile(ptx " %0, [%1];" : "=r"(old) : "l"(p) : "memory"); \
				asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(got) : "l"(p), "r"(old), "r"(old + 1) : "memory"); \
				sum += got; \
			} \
		} \
		out[SELF] = sum; \
	}
PROBE(plain, "ld.global.u32")
PROBE(volatile, "ld.volatile.global.u32")
PROBE(relaxed, "ld.relaxed.gpu.global.u32")

// The load alone.
MICRO(probe_load)(unsigned *out, unsigned *table, int rounds, unsigned shift, unsigned lanes)
{
	unsigned x = first(), sum = 0;

	if (LANE >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			unsigned old;

			asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(old) : "l"(table + next(x, shift)) : "memory");
			x += old >> 31;
			sum += old;
		}
	}
	out[SELF] = sum;
}

// Counts by compare-and-swap until it succeeds, on a place anywhere; shift 32: all on one.
MICRO(loop_cas)(unsigned *out, unsigned *table, int rounds, unsigned shift, unsigned lanes)
{
	unsigned x = first(), sum = 0;

	if (LANE >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned *p = table + (shift < 32 ? next(x, shift) : 0), old, seen = *(volatile unsigned *)p;

		do {
			old = seen;
			seen = atomicCAS(p, old, old + 1);
			sum++;
		} while (seen != old);
	}
	out[SELF] = sum;
}

// A load of the grid's next word of `in` (n words, a power of two), then an atomic on a place anywhere.
template <typename O>
static __device__ __forceinline__ void
stream(unsigned *out, const unsigned *in, typename O::type *table, int rounds, int v, unsigned n, unsigned shift)
{
	const unsigned threads = gridDim.x * blockDim.x;
	unsigned x = first(), at = SELF;
	typename O::type sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			x += in[at & (n - 1)];
			O::at(table + next(x, shift), (typename O::type)v, sum);
			at += threads;
		}
	}
	out[SELF] = (unsigned)sum;
}
MICRO(stream_red_add)(unsigned *out, const unsigned *in, unsigned *table, int rounds, int v, unsigned n, unsigned shift) { stream<red_add>(out, in, table, rounds, v, n, shift); }
MICRO(stream_atom_add)(unsigned *out, const unsigned *in, unsigned *table, int rounds, int v, unsigned n, unsigned shift) { stream<atom_add>(out, in, table, rounds, v, n, shift); }

// ---- shared memory ----

extern __shared__ unsigned memory[];

static __device__ __forceinline__ unsigned
place(unsigned word)
{
	return (unsigned)__cvta_generic_to_shared(memory + word);
}

static __device__ void
clear(unsigned words)
{
	for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
		memory[i] = 0;
	__syncthreads();
}

#define SHARED_RED(name, ptx) \
	struct name { \
		static __device__ __forceinline__ void at(unsigned p, unsigned v, unsigned &) { asm volatile(ptx " [%0], %1;" : : "r"(p), "r"(v) : "memory"); } \
	};
#define SHARED_ATOM(name, ptx) \
	struct name { \
		static __device__ __forceinline__ void at(unsigned p, unsigned v, unsigned &sum) { unsigned old; asm volatile(ptx " %0, [%1], %2;" : "=r"(old) : "r"(p), "r"(v) : "memory"); sum += old; } \
	};
SHARED_RED(s_add, "red.shared.add.u32")
SHARED_RED(s_max, "red.shared.max.u32")
SHARED_ATOM(s_add_old, "atom.shared.add.u32")
SHARED_ATOM(s_exch, "atom.shared.exch.b32")
struct s_inc {
	static __device__ __forceinline__ void at(unsigned p, unsigned, unsigned &) { asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(p) : "memory"); }
};
struct s_cas {
	static __device__ __forceinline__ void at(unsigned p, unsigned v, unsigned &sum) { unsigned old; asm volatile("atom.shared.cas.b32 %0, [%1], %2, %2;" : "=r"(old) : "r"(p), "r"(v) : "memory"); sum += old; }
};
// The compiler's own loop.
struct s_fadd {
	static __device__ __forceinline__ void at(unsigned p, unsigned v, unsigned &) { atomicAdd((float *)__cvta_shared_to_generic(p), (float)v); }
};

// As above.
template <typename O>
static __device__ __forceinline__ void
shared_fixed(unsigned *out, int rounds, int v, unsigned places, unsigned apart, unsigned words)
{
	unsigned p, sum = 0;

	clear(words);
	p = place(LANE % places * apart);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			O::at(p, v, sum);
	}
	__syncthreads();
	out[SELF] = sum + memory[LANE % places * apart];
}

template <typename O>
static __device__ __forceinline__ void
shared_random(unsigned *out, int rounds, int v, unsigned shift, unsigned words)
{
	unsigned x = first(), sum = 0;

	clear(words);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			O::at(place(next(x, shift)), v, sum);
	}
	__syncthreads();
	out[SELF] = sum + memory[LANE];
}

#define SHARED(o) \
	MICRO(shared_fixed_##o)(unsigned *out, int rounds, int v, unsigned places, unsigned apart, unsigned words) { shared_fixed<o>(out, rounds, v, places, apart, words); } \
	MICRO(shared_random_##o)(unsigned *out, int rounds, int v, unsigned shift, unsigned words) { shared_random<o>(out, rounds, v, shift, words); }
SHARED(s_add) SHARED(s_max) SHARED(s_add_old) SHARED(s_exch) SHARED(s_inc) SHARED(s_cas) SHARED(s_fadd)
