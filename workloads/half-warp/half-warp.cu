// Half-warp branches, after the idea in listing 1 of Torquato and Clua: Heuristics for Conversion Process of GPU's Kernels for Multiples
// Kernels with Concurrent Optimization Divergence.
//
// Every thread goes through one of up to three paths, each of `n` rounds of arithmetic on the thread's index (n a multiple of 8):
//   whole    all lanes take path a1
//   half     lanes 0-15 take a1, 16-31 take b
//   nested   lanes 0-7 take a1, 8-15 a2, 16-31 b, by a branch in a branch, as in the listing
//   quarter  lanes 0-7 take a1, the others b
//   even     odd lanes take a1, even ones b
// The paths give equal results. So that the compiler keeps them apart each has a mask of its own (0xffff) and an asm statement that
// differs in a comment; a loop whose length is known at run time alone is not predicated, so that the branches stay.

#define PATH(NAME)                                                         \
	static __device__ __forceinline__ int NAME(int x, int mask, int n) \
	{                                                                  \
		_Pragma("unroll 1") do                                     \
		{                                                          \
			_Pragma("unroll") for (int k = 0; k < 8; k++)      \
			{                                                  \
				x = x * x + x;                             \
				asm volatile("and.b32 %0, %0, %1; // "     \
				             #NAME                         \
				             : "+r"(x)                     \
				             : "r"(mask));                 \
			}                                                  \
		}                                                          \
		while ((n -= 8) > 0)                                       \
			;                                                  \
		return x;                                                  \
	}

PATH(path_a1)
PATH(path_a2)
PATH(path_b)

#define KERNEL(NAME, BODY)                                                 \
	extern "C" __global__ void NAME(int *out, int n, int mask_a1,      \
	                                int mask_a2, int mask_b)           \
	{                                                                  \
		int i = blockIdx.x * blockDim.x + threadIdx.x;             \
		int lane = threadIdx.x % 32;                               \
		int x = i;                                                 \
                                                                           \
		BODY;                                                      \
		out[i] = x;                                                \
	}

#define A1 x = path_a1(x, mask_a1, n)
#define A2 x = path_a2(x, mask_a2, n)
#define B  x = path_b(x, mask_b, n)

KERNEL(whole, A1)
KERNEL(half, if (lane < 16) A1; else B)
KERNEL(nested, if (lane < 16) { if (lane < 8) A1; else A2; } else B)
KERNEL(quarter, if (lane < 8) A1; else B)
KERNEL(even, if (lane & 1) A1; else B)
