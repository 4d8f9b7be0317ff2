// rows: what loads that hit L1 cost by where their lanes lie: rows of neighbouring lanes in one line or in several, near to each other or far
// apart, of the same banks or of others, in one warp or many, alone or with other instructions between.
//
// Lane l is at the sum of a, b, c, d, e over the bits of l, from the lowest: bytes. So 4, 8, 16, 2000, 4000 are rows of 8 lanes, 2,000 bytes
// apart.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ unsigned fold(unsigned v) { return v; }
static __device__ unsigned fold(uint2 v) { return v.x ^ v.y; }
static __device__ unsigned fold(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }

static __device__ __forceinline__ void load(unsigned &v, const char *p) { asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p)); }
static __device__ __forceinline__ void load(uint2 &v, const char *p) { asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(p)); }
static __device__ __forceinline__ void load(uint4 &v, const char *p) { asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p)); }

static __device__ __forceinline__ unsigned
place(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e)
{
	unsigned l = threadIdx.x & 31;

	return (l & 1) * a + (l >> 1 & 1) * b + (l >> 2 & 1) * c + (l >> 3 & 1) * d + (l >> 4 & 1) * e;
}

// 16 loads a round, each STEP bytes on, and FFMAS multiply-adds behind each; warps lie `apart` bytes apart. `zero` keeps them in the loop.
template <typename T, int STEP, int FFMAS>
static __device__ __forceinline__ void
hits(unsigned *out, const char *in, int rounds, unsigned at, int zero)
{
	const char *p = in + at;
	unsigned sum = 0;
	float f[4] = {0, 0, 0, 0};

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			T v;

			load(v, p + k * STEP);
			sum ^= fold(v);
#pragma unroll
			for (int j = 0; j < FFMAS; j++)
				asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[j % 4]));
		}
		p += zero;
	}
	out[SELF] = sum ^ __float_as_uint(f[0] + f[1] + f[2] + f[3]);
}
#define HITS(name, type, step, ffmas)                                      \
	MICRO(name)(unsigned *out, const char *in, int rounds, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned apart, int zero) \
	{                                                                  \
		hits<type, step, ffmas>(out, in, rounds, place(a, b, c, d, e) + threadIdx.x / 32 * apart, zero); \
	}
HITS(lines_32, unsigned, 128, 0)
HITS(lines_64, uint2, 128, 0)
HITS(lines_128, uint4, 128, 0)
HITS(same_32, unsigned, 0, 0)
HITS(same_64, uint2, 0, 0)
HITS(ffma2_32, unsigned, 128, 2)
HITS(ffma4_32, unsigned, 128, 4)
HITS(ffma6_32, unsigned, 128, 6)

// The same, each load after the one before it: all bring zeros.
MICRO(chain_32)(unsigned *out, const char *in, int rounds, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e)
{
	const char *p = in + place(a, b, c, d, e);

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			unsigned v;

			load(v, p);
			p += v;
		}
	}
	out[SELF] = p - in;
}

// Two places in turn: of the second, lanes lie `far` bytes on.
MICRO(turns_32)(unsigned *out, const char *in, int rounds, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned far, int zero)
{
	const char *p = in + place(a, b, c, d, e), *q = in + (threadIdx.x & 31) * 4 + far;
	unsigned sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned v, u;

			load(v, p + k * 128);
			load(u, q + k * 128);
			sum ^= v ^ u;
		}
		p += zero;
		q += zero;
	}
	out[SELF] = sum;
}
