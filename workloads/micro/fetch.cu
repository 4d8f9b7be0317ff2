// fetch: supply of instructions and constants: dense code in the first turn and later ones, jumps over code, warps in different parts of
// the code, constants at addresses in registers.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

// FFMAs in eight chains: a warp can issue one every cycle, so that a line of 128 bytes lasts eight.
template <int N>
static __device__ __forceinline__ void
dense(float (&a)[8], float b)
{
#pragma unroll
	for (int i = 0; i < N; i++)
		asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(a[i % 8]) : "f"(b));
}

static __device__ __forceinline__ void
begin(float (&a)[8], float b)
{
#pragma unroll
	for (int k = 0; k < 8; k++)
		a[k] = b * k;
}

static __device__ __forceinline__ float
sum(const float (&a)[8])
{
	float s = 0;

#pragma unroll
	for (int k = 0; k < 8; k++)
		s += a[k];
	return s;
}

// KB of straight code, in a loop.
template <int KB>
static __device__ __forceinline__ void
straight(float *out, int rounds, float b)
{
	float a[8];

	begin(a, b);
#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		dense<KB * 64>(a, b);
	out[SELF] = sum(a);
}
MICRO(dense_4k)(float *out, int rounds, float b) { straight<4>(out, rounds, b); }
MICRO(dense_16k)(float *out, int rounds, float b) { straight<16>(out, rounds, b); }
MICRO(dense_32k)(float *out, int rounds, float b) { straight<32>(out, rounds, b); }
MICRO(dense_48k)(float *out, int rounds, float b) { straight<48>(out, rounds, b); }
MICRO(dense_64k)(float *out, int rounds, float b) { straight<64>(out, rounds, b); }
MICRO(dense_96k)(float *out, int rounds, float b) { straight<96>(out, rounds, b); }

// HOPS branches, each over LINES lines of code, all taken where b is not 0.
template <int LINES, int HOPS>
static __device__ __forceinline__ void
hop(float *out, int rounds, float b)
{
	float a[8];

	begin(a, b);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < HOPS; k++) {
			if (a[k % 8] == 77.0f)
				dense<LINES * 8 - 2>(a, b);
		}
#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("mov.b32 %0, %0;" : "+f"(a[k]));
	}
	out[SELF] = sum(a);
}
MICRO(hop_1_64)(float *out, int rounds, float b) { hop<1, 64>(out, rounds, b); }
MICRO(hop_2_64)(float *out, int rounds, float b) { hop<2, 64>(out, rounds, b); }
MICRO(hop_4_64)(float *out, int rounds, float b) { hop<4, 64>(out, rounds, b); }
MICRO(hop_8_48)(float *out, int rounds, float b) { hop<8, 48>(out, rounds, b); }
MICRO(hop_16_24)(float *out, int rounds, float b) { hop<16, 24>(out, rounds, b); }
MICRO(hop_16_128)(float *out, int rounds, float b) { hop<16, 128>(out, rounds, b); }
MICRO(hop_4_512)(float *out, int rounds, float b) { hop<4, 512>(out, rounds, b); }

// Warps in `ways` parts of the code, each of 6 KB, 96 KB in all.
MICRO(apart)(float *out, int rounds, float b, int ways)
{
	float a[8];
	int way = threadIdx.x / 32 / 4 % ways;

	begin(a, b);
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		switch (way) {
#define WAY(k)                                                                                                                             \
	case k:                                                                                                                            \
		dense<384>(a, b + k);                                                                                                      \
		break;
			WAY(0) WAY(1) WAY(2) WAY(3) WAY(4) WAY(5) WAY(6) WAY(7)
			WAY(8) WAY(9) WAY(10) WAY(11) WAY(12) WAY(13) WAY(14) WAY(15)
		}
	}
	out[SELF] = sum(a);
}

// Constants, all zeros: each load needs the one before it. The lanes of a warp are on `places` addresses, `apart` bytes apart; the next
// load is `step` bytes further, in `bytes` of them (a power of two).
__constant__ unsigned table[16384];
MICRO(chase_constants)(unsigned *out, int rounds, unsigned places, unsigned apart, unsigned step, unsigned bytes)
{
	unsigned at = (unsigned)__cvta_generic_to_constant(table), mine = threadIdx.x % 32 % places * apart, k = 0, v = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int j = 0; j < 8; j++) {
			unsigned where = at + ((mine + k + v) & (bytes - 1));

			asm volatile("ld.const.u32 %0, [%1];" : "=r"(v) : "r"(where) : "memory");
			k += step;
		}
	}
	out[SELF] = v + k;
}

// The same without waiting for each other.
MICRO(load_constants)(unsigned *out, int rounds, unsigned places, unsigned apart)
{
	unsigned at = (unsigned)__cvta_generic_to_constant(table) + threadIdx.x % 32 % places * apart, sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v[8], where = at + i % 8 * 4;

#pragma unroll
		for (int j = 0; j < 8; j++)
			asm volatile("ld.const.u32 %0, [%1];" : "=r"(v[j]) : "r"(where + 4 * j) : "memory");
#pragma unroll
		for (int j = 0; j < 8; j++)
			sum ^= v[j];
	}
	out[SELF] = sum;
}
