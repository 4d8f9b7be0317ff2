// The alternating loop, after the description in Torquato and Clua: Heuristics for Conversion Process of GPU's Kernels for Multiples
// Kernels with Concurrent Optimization Divergence, section 4.1.
//
// Element i of `a` is a number of rounds, small where i is even and large where i is odd. A round takes `step` (1) off the number and adds
// what is left to the thread's sum, so that n rounds give n (n - 1) / 2.
//   naive         a thread for each element: both sides in each warp
//   published_a   a thread for each element, with the test that the paper puts in: it goes on while the number is even, and so ends after
//                 one round, or none
//   published_b   the same while the number is odd
//   even, odd     a thread for each element of one side: thread t has element 2t or 2t + 1
//   even_idle, odd_idle   a thread for each element; those of the other side do nothing
//   regrouped     a thread for each element; the first half of a block's threads has the block's even elements, the second its odd ones
// The step is known at run time alone, so that no compiler can put a formula in place of the loop.

static __device__ __forceinline__ int
rounds(int left, int step)
{
	int sum = 0;

#pragma unroll 1
	while (left > 0) {
		left -= step;
		sum += left;
	}
	return sum;
}

extern "C" __global__ void
naive(const int *a, int *out, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = rounds(a[i], step);
}

extern "C" __global__ void
published_a(const int *a, int *out, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int left = a[i], sum = 0;

#pragma unroll 1
	while (left % 2 == 0 && left > 0) {
		left -= step;
		sum += left;
	}
	out[i] = sum;
}

extern "C" __global__ void
published_b(const int *a, int *out, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int left = a[i], sum = 0;

#pragma unroll 1
	while (left % 2 != 0 && left > 0) {
		left -= step;
		sum += left;
	}
	out[i] = sum;
}

extern "C" __global__ void
even(const int *a, int *out, int step)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);

	out[i] = rounds(a[i], step);
}

extern "C" __global__ void
odd(const int *a, int *out, int step)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;

	out[i] = rounds(a[i], step);
}

extern "C" __global__ void
even_idle(const int *a, int *out, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i % 2 == 0)
		out[i] = rounds(a[i], step);
}

extern "C" __global__ void
odd_idle(const int *a, int *out, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i % 2 != 0)
		out[i] = rounds(a[i], step);
}

extern "C" __global__ void
regrouped(const int *a, int *out, int step)
{
	int t = threadIdx.x, half = blockDim.x / 2;
	int i = blockIdx.x * blockDim.x + (t < half ? 2 * t : 2 * (t - half) + 1);

	out[i] = rounds(a[i], step);
}
