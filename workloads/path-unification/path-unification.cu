// Branch path unification (Kato, Suda, Tamada: Optimization Techniques for Reducing Branch Divergence on GPUs).
//
// An item takes path A where bit 2 of its kind is set, else path B. Both do the same `len` rounds of arithmetic on the item's index.
// naive: one thread, one item; a warp that has both kinds runs both paths, one after the other.
// unified: a thread owns per_thread neighbouring items and looks, turn by turn, for its next A and then for its next B, so that
// lanes run the same path together.
//
// UNROLLED rounds are unrolled, and `len` is a multiple of that (>= 1). The bound is known at run time alone, or a path of few rounds
// would be predicated and leave no branch to measure. A compiler that knew the two paths to be equal would merge them. So each takes
// its mask from a parameter of its own (0xffff both), and the asm statements, which differ in a comment, keep the front end from
// joining them under a select.

#define ROUNDS(PATH)                                                       \
	int left = len;                                                    \
	_Pragma("unroll 1") do                                             \
	{                                                                  \
		_Pragma("unroll") for (int k = 0; k < UNROLLED; k++)       \
		{                                                          \
			x = x * x + x;                                     \
			asm volatile("and.b32 %0, %0, %1; // " PATH        \
			             : "+r"(x)                             \
			             : "r"(mask));                         \
		}                                                          \
	}                                                                  \
	while ((left -= UNROLLED) > 0)                                     \
		;                                                          \
	return x;

template <int UNROLLED>
__device__ __forceinline__ int
path_a(int x, int mask, int len)
{
	ROUNDS("A")
}

template <int UNROLLED>
__device__ __forceinline__ int
path_b(int x, int mask, int len)
{
	ROUNDS("B")
}

template <int UNROLLED>
__device__ __forceinline__ void
naive(const int *kind, int *out, int mask_a, int mask_b, int len)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (kind[i] & 4)
		out[i] = path_a<UNROLLED>(i, mask_a, len);
	else
		out[i] = path_b<UNROLLED>(i, mask_b, len);
}

// Moves i to the next item of the wanted kind. The empty asm hides from the compiler why the search ended: without it the exits of
// the search are threaded into the path, each lane would enter it when its own search ends, and the lanes would not meet.
__device__ __forceinline__ int
find(const int *kind, int i, int end, int want)
{
#pragma unroll 1
	while (i < end && (kind[i] & 4) != want)
		i++;
	asm volatile("" : "+r"(i));
	return i;
}

template <int UNROLLED>
__device__ __forceinline__ void
unified(const int *kind, int *out, int mask_a, int mask_b, int len, int per_thread)
{
	int a = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
	int end = a + per_thread;
	int b = a;

#pragma unroll 1
	do {
		a = find(kind, a, end, 4);
		if (a < end) {
			out[a] = path_a<UNROLLED>(a, mask_a, len);
			a++;
		}
		b = find(kind, b, end, 0);
		if (b < end) {
			out[b] = path_b<UNROLLED>(b, mask_b, len);
			b++;
		}
	} while (a < end || b < end);
}

#define PAIR(UNROLLED)                                                     \
	extern "C" __global__ void naive_##UNROLLED(                       \
	        const int *kind, int *out, int mask_a, int mask_b, int len) \
	{                                                                  \
		naive<UNROLLED>(kind, out, mask_a, mask_b, len);           \
	}                                                                  \
	extern "C" __global__ void unified_##UNROLLED(                     \
	        const int *kind, int *out, int mask_a, int mask_b,         \
	        int len, int per_thread)                                   \
	{                                                                  \
		unified<UNROLLED>(kind, out, mask_a, mask_b, len,          \
		                  per_thread);                             \
	}

PAIR(1)
PAIR(10)
PAIR(100)
