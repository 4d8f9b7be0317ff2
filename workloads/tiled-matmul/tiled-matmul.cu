// Tiled matrix multiplication with boundary checks, after the description in the GPU Teaching Kit (NVIDIA, University of Illinois),
// module 5.2: Performance Impact of Control Divergence.
//
// out = m * n, square matrices of `width`, row by row. A block of T x T threads makes a tile of `out`: in each phase every thread
// brings one element of m and one of n to shared memory, then adds T products. Each sum is width fused multiply-adds, in order.
//   checked  tests each load; what lies outside is 0. The compiler makes a guarded load of `if`, without a branch.
//   branch   the same, but both sides of the tests are branched to. The event (a profiler's, it does nothing else) is an instruction
//            that the compiler does not put under a guard.
//   special  tests only where something can be outside: in the last phase, and all along in blocks of the last row or column.
//   plain    tests nothing, for widths that T divides. pad and crop take matrices to such a width and back.

template <int T>
struct tiles {
	float m[T][T], n[T][T];
};

enum load { PLAIN, CHECKED, BRANCH };

#define INDEX                                                              \
	int x = threadIdx.x, y = threadIdx.y;                              \
	int row = blockIdx.y * T + y, col = blockIdx.x * T + x

template <int T>
static __device__ __forceinline__ void
load_plain(tiles<T> *s, const float *m, const float *n, int width, int p)
{
	INDEX;

	s->m[y][x] = m[row * width + p * T + x];
	s->n[y][x] = n[(p * T + y) * width + col];
}

template <int T>
static __device__ __forceinline__ void
load_checked(tiles<T> *s, const float *m, const float *n, int width, int p)
{
	INDEX;

	if (row < width && p * T + x < width)
		s->m[y][x] = m[row * width + p * T + x]; // m, checked
	else
		s->m[y][x] = 0;
	if (p * T + y < width && col < width)
		s->n[y][x] = n[(p * T + y) * width + col]; // n, checked
	else
		s->n[y][x] = 0;
}

// The tests are joined by &, so that a phase has one branch for m and one for n.
template <int T>
static __device__ __forceinline__ void
load_branch(tiles<T> *s, const float *m, const float *n, int width, int p)
{
	INDEX;

	if ((row < width) & (p * T + x < width)) {
		s->m[y][x] = m[row * width + p * T + x]; // m, branch
	} else {
		s->m[y][x] = 0;
		asm volatile("pmevent 0;" ::: "memory"); // m, outside
	}
	if ((p * T + y < width) & (col < width)) {
		s->n[y][x] = n[(p * T + y) * width + col]; // n, branch
	} else {
		s->n[y][x] = 0;
		asm volatile("pmevent 1;" ::: "memory"); // n, outside
	}
}

template <int T, enum load LOAD>
static __device__ __forceinline__ float
phase(tiles<T> *s, const float *m, const float *n, int width, int p, float sum)
{
	if (LOAD == PLAIN)
		load_plain<T>(s, m, n, width, p);
	else if (LOAD == CHECKED)
		load_checked<T>(s, m, n, width, p);
	else
		load_branch<T>(s, m, n, width, p);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < T; k++)
		sum = fmaf(s->m[threadIdx.y][k], s->n[k][threadIdx.x], sum);
	__syncthreads();
	return sum;
}

template <int T, enum load LOAD>
static __device__ __forceinline__ void
multiply(const float *m, const float *n, float *out, int width)
{
	__shared__ tiles<T> s;
	int phases = (width + T - 1) / T;
	float sum = 0;
	INDEX;

#pragma unroll 1
	for (int p = 0; p < phases; p++)
		sum = phase<T, LOAD>(&s, m, n, width, p, sum);
	if (LOAD == PLAIN || (row < width && col < width))
		out[row * width + col] = sum;
}

template <int T>
static __device__ __forceinline__ void
multiply_special(const float *m, const float *n, float *out, int width)
{
	__shared__ tiles<T> s;
	int last = (width - 1) / T, p = 0;
	bool border = blockIdx.x == last || blockIdx.y == last;
	float sum = 0;
	INDEX;

	if (!border)
#pragma unroll 1
		for (; p < last; p++)
			sum = phase<T, PLAIN>(&s, m, n, width, p, sum);
#pragma unroll 1
	for (; p <= last; p++)
		sum = phase<T, CHECKED>(&s, m, n, width, p, sum);
	if (!border || (row < width && col < width))
		out[row * width + col] = sum;
}

#define KERNEL(NAME, CALL)                                                 \
	extern "C" __global__ void NAME(const float *m, const float *n,    \
	                                float *out, int width)             \
	{                                                                  \
		CALL(m, n, out, width);                                    \
	}

#define KERNELS(T)                                                         \
	KERNEL(checked_##T, (multiply<T, CHECKED>))                        \
	KERNEL(branch_##T, (multiply<T, BRANCH>))                          \
	KERNEL(special_##T, multiply_special<T>)                           \
	KERNEL(plain_##T, (multiply<T, PLAIN>))

KERNELS(8)
KERNELS(16)
KERNELS(32)

extern "C" __global__ void
pad(const float *in, float *out, int width, int padded)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int x = i % padded, y = i / padded;

	if (y < padded)
		out[i] = x < width && y < width ? in[y * width + x] : 0;
}

extern "C" __global__ void
crop(const float *in, float *out, int width, int padded)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int x = i % width, y = i / width;

	if (y < width)
		out[i] = in[y * padded + x];
}
