// Sums of blocks, after the description in Torquato and Clua: Heuristics for Conversion Process of GPU's Kernels for Multiples Kernels with
// Concurrent Optimization Divergence, section 4.2.
//
// A block adds up as many elements as it has threads (a power of two, at most 1024), in shared memory, in rounds with a barrier before each,
// and leaves one partial sum.
//   neighbouring   round by round the stride doubles; threads whose index is a multiple of twice the stride add
//   masked         the same, the multiple found by a mask: without the division
//   halved         the stride halves; the threads below it add
//   masked_branch, halved_branch   the same, with a branch around the addition; the compiler predicates that of the others
//   lower, upper   each half of the elements by a kernel of its own; the threads of the other half only keep the barriers
//   part           a half, without those threads: blocks of half as many, elements from `offset` in each stretch of twice as many
// The halves add to the partial sum atomically. A loop whose length (`once`, 1) is known at run time alone keeps a branch. Every thread reaches every barrier, and one thread alone writes a sum.

enum { THREADS_MAX = 1024 };

extern "C" __global__ void
neighbouring(const int *a, int *sum)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x;

	partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
		__syncthreads();
		if (t % (2 * stride) == 0)
			partial[t] += partial[t + stride];
	}
	if (t == 0)
		sum[blockIdx.x] = partial[0];
}

extern "C" __global__ void
masked(const int *a, int *sum)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x;

	partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
		__syncthreads();
		if ((t & (2 * stride - 1)) == 0)
			partial[t] += partial[t + stride];
	}
	if (t == 0)
		sum[blockIdx.x] = partial[0];
}

extern "C" __global__ void
halved(const int *a, int *sum)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x;

	partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
		__syncthreads();
		if (t < stride)
			partial[t] += partial[t + stride];
	}
	if (t == 0)
		sum[blockIdx.x] = partial[0];
}

extern "C" __global__ void
masked_branch(const int *a, int *sum, int once)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x;

	partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
		__syncthreads();
		if ((t & (2 * stride - 1)) == 0) {
			int left = once;

#pragma unroll 1
			do
				partial[t] += partial[t + stride];
			while (--left);
		}
	}
	if (t == 0)
		sum[blockIdx.x] = partial[0];
}

extern "C" __global__ void
halved_branch(const int *a, int *sum, int once)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x;

	partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
		__syncthreads();
		if (t < stride) {
			int left = once;

#pragma unroll 1
			do
				partial[t] += partial[t + stride];
			while (--left);
		}
	}
	if (t == 0)
		sum[blockIdx.x] = partial[0];
}

extern "C" __global__ void
lower(const int *a, int *sum)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x, half = blockDim.x / 2;

	if (t < half)
		partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = half / 2; stride > 0; stride /= 2) {
		__syncthreads();
		if (t < stride)
			partial[t] += partial[t + stride];
	}
	if (t == 0)
		atomicAdd(&sum[blockIdx.x], partial[0]);
}

extern "C" __global__ void
upper(const int *a, int *sum)
{
	__shared__ int partial[THREADS_MAX];
	unsigned t = threadIdx.x, half = blockDim.x / 2;

	if (t >= half)
		partial[t] = a[blockIdx.x * blockDim.x + t];
#pragma unroll 1
	for (unsigned stride = half / 2; stride > 0; stride /= 2) {
		__syncthreads();
		if (t >= half && t < half + stride)
			partial[t] += partial[t + stride];
	}
	if (t == half)
		atomicAdd(&sum[blockIdx.x], partial[half]);
}

extern "C" __global__ void
part(const int *a, int *sum, int offset)
{
	__shared__ int partial[THREADS_MAX / 2];
	unsigned t = threadIdx.x;

	partial[t] = a[2 * blockIdx.x * blockDim.x + offset + t];
#pragma unroll 1
	for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
		__syncthreads();
		if (t < stride)
			partial[t] += partial[t + stride];
	}
	if (t == 0)
		atomicAdd(&sum[blockIdx.x], partial[0]);
}
