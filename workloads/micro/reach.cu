// reach: what a single load takes, by SM, line and touch, and what chosen SMs take from L2 at a time. Loads pass by L1 (.cg).

#define MICRO(name) extern "C" __global__ void name

enum { MOST_LINES = 1024, AT_A_TIME = 8 };

static __device__ __forceinline__ unsigned
sm_number(void)
{
	unsigned v;

	asm("mov.u32 %0, %%smid;" : "=r"(v));
	return v;
}

static __device__ __forceinline__ unsigned
load_l2(const unsigned *p)
{
	unsigned v;

	asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
	return v;
}

static __device__ __forceinline__ uint4
load_l2(const uint4 *p)
{
	uint4 v;

	asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
	return v;
}

// The whole grid reads n elements, so that L2 holds nothing else.
MICRO(fill)(unsigned *out, const uint4 *in, unsigned n)
{
	unsigned sum = 0;

#pragma unroll 4
	for (unsigned k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
		sum ^= load_l2(in + k).x;
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// One lane of each block loads `lines` zeros, `stride` words apart and block b's `region` * b further on, each when the one before it has
// come, and that twice. It writes how many cycles each load took, and at the end its SM. in_turn: one block after the other.
MICRO(touch)(unsigned *took, unsigned *turn, const unsigned *zeros, int lines, int stride, unsigned region, int in_turn)
{
	__shared__ unsigned cycles[2 * MOST_LINES], last;
	const unsigned *from = zeros + (size_t)blockIdx.x * region;
	unsigned *mine = took + (size_t)blockIdx.x * (2 * lines + 1);

	if (threadIdx.x)
		return;
	if (in_turn)
#pragma unroll 1
		while (load_l2(turn) != blockIdx.x) {
			unsigned start = clock();

#pragma unroll 1
			while (clock() - start < 2000)
				;
		}
#pragma unroll 1
	for (int pass = 0; pass < 2; pass++) {
		unsigned at = 0;

#pragma unroll 1
		for (int i = 0; i < lines; i++) {
			unsigned start = clock();

			at += stride + load_l2(from + at);
			/* the clock is read when the load has come: what is stored needs it */
			*(volatile unsigned *)&last = at;
			cycles[pass * lines + i] = (unsigned)clock() - start;
		}
	}
#pragma unroll 1
	for (int i = 0; i < 2 * lines; i++)
		mine[i] = cycles[i];
	mine[2 * lines] = sm_number();
	__threadfence();
	if (in_turn)
		*turn = (blockIdx.x + 1) % gridDim.x;
}

// SMs from `first` up to `end`, the first `width` of each `period`, read `rounds` times 128 KB: `own` elements (a power of two), those of SM
// s `region` * s further on, beginning `shift` * s further on among them. Each writes how long it took. A block fills an SM.
MICRO(pull)(unsigned *took, const uint4 *in, int rounds, int first, int end, int period, int width, unsigned region, unsigned shift,
            unsigned own)
{
	extern __shared__ unsigned room[];
	int sm = sm_number();
	const uint4 *from = in + (size_t)sm * region;
	unsigned at = sm * shift + threadIdx.x, sum = 0, start;

	if (sm < first || sm >= end || (sm - first) % period >= width)
		return;
	start = clock();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		uint4 v[AT_A_TIME];

#pragma unroll
		for (int k = 0; k < AT_A_TIME; k++)
			v[k] = load_l2(from + ((at + k * 1024) & (own - 1)));
#pragma unroll
		for (int k = 0; k < AT_A_TIME; k++)
			sum ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
		at += AT_A_TIME * 1024;
	}
	if (sum)
		room[threadIdx.x] = sum;
	__syncthreads();
	if (!threadIdx.x)
		took[sm] = (unsigned)clock() - start;
}
