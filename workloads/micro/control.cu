// control: what branches, divergence, barriers and long code cost. The instructions between them are adds in volatile asm, which the
// compiler keeps as they are and does not turn into predication once there are a few. Counted by tests/kernels/micro.sh in the machine code.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ __forceinline__ void
work(unsigned &a, unsigned b, int n)
{
#pragma unroll
	for (int i = 0; i < n; i++)
		asm volatile("{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, %1; }" : "+r"(a) : "r"(b));
}

// A loop of BODY pairs: a taken branch every 2 * BODY + 3 instructions.
template <int BODY>
static __device__ __forceinline__ void
loop(unsigned *out, int rounds, unsigned b)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		work(a, b, BODY);
	out[SELF] = a;
}
MICRO(loop_1)(unsigned *out, int rounds, unsigned b) { loop<1>(out, rounds, b); }
MICRO(loop_4)(unsigned *out, int rounds, unsigned b) { loop<4>(out, rounds, b); }
MICRO(loop_16)(unsigned *out, int rounds, unsigned b) { loop<16>(out, rounds, b); }
MICRO(loop_64)(unsigned *out, int rounds, unsigned b) { loop<64>(out, rounds, b); }

// An if and else of 16 pairs each: lanes whose bit of `mask` is set go one way. All zeros and all ones: no divergence.
MICRO(sides)(unsigned *out, int rounds, unsigned b, unsigned mask)
{
	unsigned a = b + threadIdx.x;
	bool side = mask >> (threadIdx.x & 31) & 1;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		if (side)
			work(a, b, 16);
		else
			work(a, b + 1, 16);
	}
	out[SELF] = a;
}

// As many ways as `ways`, each of 16 pairs, one after the other: a chain of ifs without else.
MICRO(ways)(unsigned *out, int rounds, unsigned b, int ways)
{
	unsigned a = b + threadIdx.x, mine = threadIdx.x % ways;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll 1
		for (int k = 0; k < ways; k++)
			if (k == mine)
				work(a, b, 16);
	}
	out[SELF] = a;
}

// Lanes leave an inner loop after 1 to `spread` turns: a divergent loop exit and a merge in each round.
MICRO(trips)(unsigned *out, int rounds, unsigned b, int spread)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll 1
		for (int k = threadIdx.x % spread; k >= 0; k--)
			work(a, b, 8);
	}
	out[SELF] = a;
}

// A predicate just before the branch it guards.
MICRO(guards)(unsigned *out, int rounds, unsigned b)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			if (a != b + k)
				work(a, b, 4);
	}
	out[SELF] = a;
}

MICRO(warp_barriers)(unsigned *out, int rounds, unsigned b)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			work(a, b, 1);
			__syncwarp();
		}
	}
	out[SELF] = a;
}

MICRO(block_barriers)(unsigned *out, int rounds, unsigned b)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 16; k++) {
			work(a, b, 1);
			__syncthreads();
		}
	}
	out[SELF] = a;
}

// Straight code of PAIRS * 32 bytes in a loop, against the instruction caches.
template <int PAIRS>
static __device__ __forceinline__ void
straight(unsigned *out, int rounds, unsigned b)
{
	unsigned a = b + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		work(a, b, PAIRS);
	out[SELF] = a;
}
MICRO(straight_8k)(unsigned *out, int rounds, unsigned b) { straight<256>(out, rounds, b); }
MICRO(straight_16k)(unsigned *out, int rounds, unsigned b) { straight<512>(out, rounds, b); }
MICRO(straight_32k)(unsigned *out, int rounds, unsigned b) { straight<1024>(out, rounds, b); }
MICRO(straight_64k)(unsigned *out, int rounds, unsigned b) { straight<2048>(out, rounds, b); }
MICRO(straight_128k)(unsigned *out, int rounds, unsigned b) { straight<4096>(out, rounds, b); }
MICRO(straight_256k)(unsigned *out, int rounds, unsigned b) { straight<8192>(out, rounds, b); }

// Jumps of `step` lines of code further, in a ring of 64 blocks of 128 bytes: one taken branch and no straight code to speak of.
MICRO(jumps)(unsigned *out, int rounds, unsigned b, int step)
{
	unsigned a = b + threadIdx.x;
	int at = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		switch (at & 15) {
#define WAY(k)                                                                                                                             \
	case k:                                                                                                                            \
		work(a, b + k, 4);                                                                                                         \
		break;
			WAY(0) WAY(1) WAY(2) WAY(3) WAY(4) WAY(5) WAY(6) WAY(7)
			WAY(8) WAY(9) WAY(10) WAY(11) WAY(12) WAY(13) WAY(14) WAY(15)
		}
		at += step;
	}
	out[SELF] = a;
}

// Nothing, with little and with many registers; and a block that lasts `rounds` turns.
MICRO(empty)() {}
MICRO(one_store)(unsigned *out) { out[SELF] = threadIdx.x; }
MICRO(last)(unsigned *out, int rounds, unsigned b) { loop<16>(out, rounds, b); }
