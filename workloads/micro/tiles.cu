// tiles: who comes first where many warps wait for one unit, and what loads of rows of a tile cost in L1, beside shared memory.
//
// order_*: each warp notes the clock at the end of every part of its work: which SM and which place it has, when it came, how far it was
// when; `zero` keeps loads in the loop. All warps have the same work, and more of them than the unit serves at a time.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x / 32)

extern __shared__ uint4 memory[];

static __device__ __forceinline__ unsigned load_global(const unsigned *p) { unsigned v; asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p)); return v; }
static __device__ __forceinline__ unsigned load_shared(unsigned at) { unsigned v; asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(at)); return v; }
static __device__ __forceinline__ unsigned shared_place(unsigned word) { return (unsigned)__cvta_generic_to_shared((unsigned *)memory + word); }
static __device__ __forceinline__ unsigned clock_now() { unsigned t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t)); return t; }
static __device__ __forceinline__ unsigned sm_number() { unsigned n; asm volatile("mov.u32 %0, %%smid;" : "=r"(n)); return n; }
static __device__ __forceinline__ unsigned warp_place() { unsigned n; asm volatile("mov.u32 %0, %%warpid;" : "=r"(n)); return n; }

static __device__ void
clear(unsigned words)
{
	for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
		((unsigned *)memory)[i] = 0;
	__syncthreads();
}

enum { PARTS = 13 };

// Of each warp: SM, place, PARTS + 1 clocks.
#define ORDER(name, work, after)                                           \
	MICRO(order_##name)(unsigned *out, const unsigned *in, int rounds, int zero) \
	{                                                                  \
		unsigned t[PARTS + 1], at = shared_place(LANE), v[8];      \
		float f[8];                                                \
		unsigned sum = 0;                                          \
		clear(256);                                                \
		for (int k = 0; k < 8; k++) {                              \
			v[k] = k;                                          \
			f[k] = LANE + k;                                   \
		}                                                          \
		t[0] = clock_now();                                        \
		_Pragma("unroll") for (int s = 1; s <= PARTS; s++) {       \
			_Pragma("unroll 1") for (int i = 0; i < rounds; i++) { \
				_Pragma("unroll") for (int k = 0; k < 8; k++) { work; } \
				_Pragma("unroll") for (int k = 0; k < 8; k++) sum ^= v[k]; \
				after;                                     \
				in += zero;                                \
			}                                                  \
			t[s] = clock_now();                                \
		}                                                          \
		for (int k = 0; k < 8; k++)                                \
			sum ^= __float_as_uint(f[k]);                      \
		if (LANE == 0) {                                           \
			unsigned *o = out + SELF / 32 * 16;                \
			o[0] = sm_number();                                \
			o[1] = warp_place();                               \
			_Pragma("unroll") for (int s = 0; s <= PARTS; s++) \
				o[2 + s] = t[s];                           \
		}                                                          \
		if (sum == 0x12345678)                                     \
			out[0] = sum;                                      \
	}
#define NONE do { } while (0)
ORDER(lds, v[k] = load_shared(at + 128 * k % 1024), NONE)
ORDER(lds_bar, v[k] = load_shared(at + 128 * k % 1024), __syncthreads())
ORDER(hit, v[k] = load_global(in + LANE + 32 * k), NONE)
ORDER(hit_bar, v[k] = load_global(in + LANE + 32 * k), __syncthreads())
ORDER(sts, asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at + 128 * k), "r"(k) : "memory"), NONE)
ORDER(mufu, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(f[k])), NONE)
ORDER(imad, asm volatile("mad.lo.u32 %0, %0, %1, %0;" : "+r"(v[k]) : "r"(at)), NONE)
ORDER(ffma, asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[k])), NONE)

// One in eight is what the others wait for: a shared load each of whose results is needed at once.
ORDER(lds_one, (v[k] = load_shared(at + 128 * k % 1024), at += v[k]), NONE)

// A tiled product as in tiled-matmul: a block of 16 x 16 threads makes a tile of `out` from tiles of m and n, rows of `pitch` words.
struct tiles {
	float m[16][16], n[16][16];
};

#define INDEX                                                              \
	int x = threadIdx.x, y = threadIdx.y;                              \
	int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x

// LOADS 0: from shared memory alone; 1: all phases from the first tiles, which L1 has; 2: all of it. BARRIERS 0: tiles of a warp's own are
// not waited for, and nothing comes of it but the time.
template <int LOADS, int BARRIERS>
static __device__ __forceinline__ float
product(tiles &s, const float *m, const float *n, int pitch, int phases, unsigned *t)
{
	float sum = 0;
	INDEX;

#pragma unroll 1
	for (int p = 0; p < phases; p++) {
		int q = LOADS == 2 ? p : 0;

		if (t && x + y % 2 == 0)
			t[p] = clock_now();
		if (LOADS) {
			s.m[y][x] = m[row * pitch + q * 16 + x];
			s.n[y][x] = n[(q * 16 + y) * pitch + col];
		}
		if (BARRIERS)
			__syncthreads();
		else
			__syncwarp();
#pragma unroll
		for (int k = 0; k < 16; k++)
			sum = fmaf(s.m[threadIdx.y][k], s.n[k][threadIdx.x], sum);
		if (BARRIERS)
			__syncthreads();
		else
			__syncwarp();
	}
	return sum;
}

#define TILE(name, loads, barriers)                                        \
	MICRO(tile_##name)(float *out, const float *m, const float *n, int pitch, int phases) \
	{                                                                  \
		__shared__ tiles s;                                        \
		INDEX;                                                     \
		s.m[y][x] = s.n[y][x] = 0;                                 \
		__syncthreads();                                           \
		out[row * pitch + col] = product<loads, barriers>(s, m, n, pitch, phases, 0); \
	}
TILE(shared, 0, 1)
TILE(shared_free, 0, 0)
TILE(hits, 1, 1)
TILE(hits_free, 1, 0)
TILE(all, 2, 1)
TILE(all_free, 2, 0)

// The same, each warp noting when its phases begin: SM, place, the clock at its start and at the end, then 32 phases.
#define ORDER_TILE(name, loads, barriers)                                  \
	MICRO(order_tile_##name)(unsigned *out, float *c, const float *m, const float *n, int pitch) \
	{                                                                  \
		__shared__ tiles s;                                        \
		__shared__ unsigned t[8][32];                              \
		unsigned start = clock_now();                              \
		INDEX;                                                     \
		c[row * pitch + col] = product<loads, barriers>(s, m, n, pitch, 32, t[y / 2]); \
		if (x + y % 2 == 0) {                                      \
			unsigned *o = out + ((blockIdx.y * gridDim.x + blockIdx.x) * 8 + y / 2) * 36; \
			o[0] = sm_number();                                \
			o[1] = warp_place();                               \
			o[2] = start;                                      \
			o[3] = clock_now();                                \
			for (int k = 0; k < 32; k++)                       \
				o[4 + k] = t[y / 2][k];                    \
		}                                                          \
	}
ORDER_TILE(hits, 1, 1)
ORDER_TILE(all, 2, 1)
ORDER_TILE(all_free, 2, 0)

// Loads of rows: lane l has word l % per of row l / per, rows of `pitch` words; a step of `step` words from load to load, round the `words`
// of `in` (a power of two); warps lie `apart` words apart. 16 a round, four of which are under way at a time at the least.
MICRO(rows)(unsigned *out, const unsigned *in, int rounds, unsigned per, unsigned pitch, unsigned step, unsigned apart, unsigned words)
{
	unsigned at = LANE / per * pitch + LANE % per + WARP * apart, sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v[16];

#pragma unroll
		for (int k = 0; k < 16; k++) {
			v[k] = load_global(in + (at & (words - 1)));
			at += step;
		}
#pragma unroll
		for (int k = 0; k < 16; k++)
			sum ^= v[k];
	}
	out[SELF] = sum;
}

// Warps ask for the same line: `share` neighbouring warps load the same 128 bytes, or each its own sectors of them (`sectors` of 32 bytes a
// warp), one after the other; a barrier each round, so that they ask at a time. All `words` of `in` are in L2 before, of which L1 has the last.
MICRO(same)(unsigned *out, const unsigned *in, int rounds, unsigned share, unsigned sectors, unsigned words)
{
	unsigned lane = LANE % (8 * sectors) + (sectors < 4 ? WARP % share * 8 * sectors % 32 : 0);
	unsigned at = WARP / share * 32 + lane, sum = 0, step = (blockDim.x / 32 + share - 1) / share * 32;

	for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
		sum ^= load_global(in + i);
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		sum ^= load_global(in + at);
		at += step;
		__syncthreads();
	}
	out[SELF] = sum;
}

// One load of 128 bytes that misses L1 (or hits it, with words below its size) and LDS shared loads.
template <int LDS>
static __device__ __forceinline__ void
beside(unsigned *out, const unsigned *in, int rounds, unsigned words)
{
	unsigned at = WARP * 32 + LANE, sum = 0, s = shared_place(LANE);
	unsigned v[4], w[LDS ? LDS : 1];

	clear(1024);
#pragma unroll
	for (int k = 0; k < 4; k++)
		v[k] = 0;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++) {
			sum ^= v[k];
			v[k] = load_global(in + (at & (words - 1)));
			at += blockDim.x;
#pragma unroll
			for (int j = 0; j < LDS; j++)
				w[j] = load_shared(s + 128 * (j % 8));
#pragma unroll
			for (int j = 0; j < LDS; j++)
				sum ^= w[j];
		}
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		sum ^= v[k];
	out[SELF] = sum;
}
#define BESIDE(n) MICRO(beside_##n)(unsigned *out, const unsigned *in, int rounds, unsigned words) { beside<n>(out, in, rounds, words); }
BESIDE(0)
BESIDE(1)
BESIDE(2)
BESIDE(4)
BESIDE(8)
BESIDE(16)

// Wide loads of shared memory: `group` neighbouring lanes have the same place.
MICRO(wide_128)(unsigned *out, int rounds, unsigned group)
{
	unsigned at, sum = 0;

	clear(1024);
	at = shared_place(LANE / group * 4);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned a, b, c, d;

			asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at + 512 * k));
			sum ^= a ^ b ^ c ^ d;
		}
	}
	out[SELF] = sum;
}
MICRO(wide_64)(unsigned *out, int rounds, unsigned group)
{
	unsigned at, sum = 0;

	clear(1024);
	at = shared_place(LANE / group * 2);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned a, b;

			asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at + 256 * k));
			sum ^= a ^ b;
		}
	}
	out[SELF] = sum;
}

// As in a tile: four loads of 32 bits and one of 128, of which half-warps have one place each.
MICRO(wide_mixed)(unsigned *out, int rounds, unsigned group)
{
	unsigned at, from, sum = 0;

	clear(1024);
	at = shared_place(LANE / group * 4);
	from = shared_place(LANE % 16);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 2; k++) {
			unsigned a, b, c, d, v[4];

			asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at + 512 * k));
#pragma unroll
			for (int j = 0; j < 4; j++)
				v[j] = load_shared(from + 64 * j + 256 * k);
			sum ^= a ^ b ^ c ^ d ^ v[0] ^ v[1] ^ v[2] ^ v[3];
		}
	}
	out[SELF] = sum;
}
