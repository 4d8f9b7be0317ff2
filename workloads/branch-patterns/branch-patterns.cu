// Patterns of branches whose lanes part: a single if (A), if and else (B), both sides the same work on other data (C), a loop with a
// trip count of its own for each lane (D), and a switch. All after a text on the pattern "GPU branch divergence"; ours in code.
//
// A to C. A thread goes through ROUNDS values of its own; side one is taken where a value is below `percent` (values are 0 to 99). Blocks
// are of THREADS threads and keep their values in shared memory. LEN is the length of a side: 1 is the text's ++x; 8 are 8 rounds of
// arithmetic.
//   plain  as the compiler likes it
//   kept   with a branch in the machine code: a pmevent in each side, one instruction, which ptxas does not put under a predicate
//   free   the remedy, without a branch: A works always and keeps or drops the result, B and C select the data and work once
// kept takes the values through an empty asm, so that the front end does not make a select of what should be two sides.

enum { THREADS = 1024, ROUNDS = 32 };

#define INLINE static __device__ __forceinline__

// The marks of the two sides: PMTRIG 0x2 and PMTRIG 0x4.
#define SIDE_ONE asm volatile("pmevent 1;")
#define SIDE_TWO asm volatile("pmevent 2;")

enum variant { PLAIN, KEPT, FREE };

template <int LEN>
INLINE int
up(int x, int mask)
{
	if constexpr (LEN == 1) {
		return x + 1;
	} else {
#pragma unroll
		for (int k = 0; k < LEN; k++)
			x = (x * x + x) & mask;
		return x;
	}
}

template <int LEN>
INLINE int
down(int x, int mask)
{
	if constexpr (LEN == 1) {
		return x - 1;
	} else {
#pragma unroll
		for (int k = 0; k < LEN; k++)
			x = (x * x - x) & mask;
		return x;
	}
}

// up where sign is 1, down where it is -1.
template <int LEN>
INLINE int
either(int x, int sign, int mask)
{
	if constexpr (LEN == 1) {
		return x + sign;
	} else {
#pragma unroll
		for (int k = 0; k < LEN; k++)
			x = (x * x + sign * x) & mask;
		return x;
	}
}

template <int LEN>
INLINE void
line(int &x, int &y, int a, int b)
{
#pragma unroll
	for (int k = 0; k < LEN; k++) {
		x = x * a + b;
		y = y * a + b;
	}
}

struct pair {
	int x, y;
};

struct data {
	int percent, mask, a1, b1, a2, b2;
};

template <variant V, int LEN>
struct single {
	INLINE void
	round(pair &v, bool one, const data &d)
	{
		if constexpr (V == FREE && LEN == 1) {
			v.x += one;
		} else if constexpr (V == FREE) {
			int x = up<LEN>(v.x, d.mask);

			v.x = one ? x : v.x;
		} else if (one) {
			if (V == KEPT)
				SIDE_ONE;
			v.x = up<LEN>(v.x, d.mask);
		}
	}
};

template <variant V, int LEN>
struct both {
	INLINE void
	round(pair &v, bool one, const data &d)
	{
		if constexpr (V == FREE) {
			v.x = either<LEN>(v.x, one ? 1 : -1, d.mask);
		} else if (one) {
			if (V == KEPT)
				SIDE_ONE;
			v.x = up<LEN>(v.x, d.mask);
		} else {
			if (V == KEPT)
				SIDE_TWO;
			v.x = down<LEN>(v.x, d.mask);
		}
	}
};

template <variant V, int LEN>
struct same {
	INLINE void
	round(pair &v, bool one, const data &d)
	{
		if constexpr (V == FREE) {
			line<LEN>(v.x, v.y, one ? d.a1 : d.a2, one ? d.b1 : d.b2);
		} else if (one) {
			if (V == KEPT)
				SIDE_ONE;
			line<LEN>(v.x, v.y, d.a1, d.b1);
		} else {
			if (V == KEPT)
				SIDE_TWO;
			line<LEN>(v.x, v.y, d.a2, d.b2);
		}
	}
};

template <class PATTERN>
INLINE void
rounds(const signed char *in, int2 *out, const data &d)
{
	__shared__ int staged[ROUNDS * THREADS / 4];
	const signed char *values = (const signed char *)staged;
	int t = threadIdx.x;
	int i = blockIdx.x * THREADS + t;
	pair v = {i, ~i};

#pragma unroll
	for (int k = 0; k < ROUNDS / 4; k++)
		staged[k * THREADS + t] = ((const int *)in)[(blockIdx.x * ROUNDS / 4 + k) * THREADS + t];
	__syncthreads();
#pragma unroll 1
	for (int r = 0; r < ROUNDS; r++)
		PATTERN::round(v, values[r * THREADS + t] < d.percent, d);
	out[i] = make_int2(v.x, v.y);
}

#define ROUND_KERNEL(NAME, PATTERN, V, LEN)                                \
	extern "C" __global__ void NAME##_##LEN(                           \
	        const signed char *in, int2 *out, int percent, int mask,   \
	        int a1, int b1, int a2, int b2)                            \
	{                                                                  \
		data d = {percent, mask, a1, b1, a2, b2};                  \
                                                                           \
		rounds<PATTERN<V, LEN>>(in, out, d);                       \
	}
#define ROUND_KERNELS(NAME, PATTERN)                                       \
	ROUND_KERNEL(NAME##_plain, PATTERN, PLAIN, 1)                      \
	ROUND_KERNEL(NAME##_kept, PATTERN, KEPT, 1)                        \
	ROUND_KERNEL(NAME##_free, PATTERN, FREE, 1)                        \
	ROUND_KERNEL(NAME##_plain, PATTERN, PLAIN, 8)                      \
	ROUND_KERNEL(NAME##_kept, PATTERN, KEPT, 8)                        \
	ROUND_KERNEL(NAME##_free, PATTERN, FREE, 8)

ROUND_KERNELS(if, single)
ROUND_KERNELS(else, both)
ROUND_KERNELS(data, same)

// D. A loop whose trip count is the lane's own: a warp takes as long as its longest lane.
//   loop    one thread, one item
//   binned  the remedy: a block sorts its items by trip count first, so that the lanes of a warp have nearly the same

template <int LEN>
INLINE int
work(int x, int n)
{
#pragma unroll 1
	for (int i = 0; i < n; i++) {
#pragma unroll
		for (int k = 0; k < LEN; k++)
			x = (x * x + x) & 0xffff;
	}
	return x;
}

// The t-th smallest of the block's values, by a bitonic network; each thread brings one.
INLINE int
sorted(int mine)
{
	__shared__ int value[2][THREADS];
	int t = threadIdx.x, turn = 0;

#pragma unroll 1
	for (int size = 2; size <= THREADS; size *= 2) {
#pragma unroll 1
		for (int step = size / 2; step; step /= 2) {
			value[turn][t] = mine;
			__syncthreads();
			int other = value[turn][t ^ step];

			mine = !(t & size) == !(t & step) ? min(mine, other) : max(mine, other);
			turn ^= 1;
		}
	}
	return mine;
}

#define LOOP_KERNELS(LEN)                                                  \
	extern "C" __global__ void loop_##LEN(const int *trips, int *out)  \
	{                                                                  \
		int i = blockIdx.x * THREADS + threadIdx.x;                \
                                                                           \
		out[i] = work<LEN>(i, trips[i]);                           \
	}                                                                  \
	extern "C" __global__ void binned_##LEN(const int *trips, int *out) \
	{                                                                  \
		int first = blockIdx.x * THREADS, t = threadIdx.x;         \
		int key = sorted(trips[first + t] * THREADS + t);          \
		int i = first + key % THREADS;                             \
                                                                           \
		out[i] = work<LEN>(i, key / THREADS);                      \
	}

LOOP_KERNELS(1)
LOOP_KERNELS(8)
LOOP_KERNELS(32)

// A switch of WAYS ways, `rounds` times. A way is 8 rounds of arithmetic with its number in it, 0x100 for way 0.
//   jump   a switch statement; the empty asm hides that no other way can come, or the compiler would make a tree of branches of it,
//          without an indirect one
//   chain  an if for each way; the empty asm keeps the front end from making a switch of them
// ways[] has WAYS_KEPT entries, 0 to 31.

enum { WAYS_KEPT = 4096 };

#define WAY(K)                                                             \
	_Pragma("unroll") for (int k = 0; k < 8; k++)                      \
	{                                                                  \
		x = x * x + x;                                             \
		asm volatile("xor.b32 %0, %0, 256 + " #K ";" : "+r"(x));   \
	}
#define CASE(K)                                                            \
	case K:                                                            \
		WAY(K)                                                     \
		break;
#define LINK(K)                                                            \
	asm volatile("" : "+r"(way));                                      \
	if (way == K) {                                                    \
		WAY(K)                                                     \
	} else
#define WAYS2(M)  M(0) M(1)
#define WAYS4(M)  WAYS2(M) M(2) M(3)
#define WAYS8(M)  WAYS4(M) M(4) M(5) M(6) M(7)
#define WAYS16(M) WAYS8(M) M(8) M(9) M(10) M(11) M(12) M(13) M(14) M(15)
#define WAYS32(M)                                                          \
	WAYS16(M) M(16) M(17) M(18) M(19) M(20) M(21) M(22) M(23) M(24)    \
	        M(25) M(26) M(27) M(28) M(29) M(30) M(31)

#define SWITCH_KERNEL(NAME, N, BODY)                                    \
	extern "C" __global__ void NAME##_##N(const unsigned *ways, int *out, \
	                                         int rounds)               \
	{                                                                  \
		int i = blockIdx.x * blockDim.x + threadIdx.x;             \
		unsigned way = ways[i % WAYS_KEPT] % N;                         \
		int x = i;                                                 \
                                                                           \
		asm volatile("" : "+r"(way));                              \
		_Pragma("unroll 1") for (int r = 0; r < rounds; r++)       \
		{                                                          \
			BODY                                               \
		}                                                          \
		out[i] = x;                                                \
	}
#define SWITCH_KERNELS(N)                                               \
	SWITCH_KERNEL(jump, N, switch (way) { WAYS##N(CASE) })       \
	SWITCH_KERNEL(chain, N, WAYS##N(LINK) {})

SWITCH_KERNELS(2)
SWITCH_KERNELS(4)
SWITCH_KERNELS(8)
SWITCH_KERNELS(16)
SWITCH_KERNELS(32)
