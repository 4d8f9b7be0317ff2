// A step of a simulation of particles of four kinds, for the course 'my kernel diverges' (doc/course). Each kind has its own force.
// `step` is what one writes first. The others bring threads of one kind into the same warps: `step_of_kind` after a launch of `list_by_kind`,
// or `list_by_block`, which make a list of each kind's particles, and `step_regrouped` within each block. All leave the same places.
enum { KINDS = 4, THREADS = 256 };

__device__ float
moved(unsigned kind, float x)
{
	float v = 0;

	switch (kind) {
	case 0: // drag
		v = -0.1f * x * fabsf(x);
		break;
	case 1: // a chain of springs
		for (int i = 1; i <= 16; i++)
			v += sqrtf(x * x + i) - x;
		break;
	case 2: // a wave
		for (int i = 1; i <= 8; i++)
			v += __sinf(x * i) / i;
		break;
	default: // a cloud of masses
		for (int i = 1; i <= 12; i++)
			v += 1 / ((x - i) * (x - i) + 0.5f);
	}
	return x + 0.01f * v;
}

extern "C" __global__ void
step(const float *x, const unsigned *kind, float *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = moved(kind[i], x[i]);
}

// list[kind * n ...]: the particles of each kind, next[kind] of them.
extern "C" __global__ void
list_by_kind(const unsigned *kind, unsigned *list, unsigned *next, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		list[kind[i] * n + atomicAdd(&next[kind[i]], 1)] = i;
}

// The same with one atomic for each kind and block.
extern "C" __global__ void
list_by_block(const unsigned *kind, unsigned *list, unsigned *next, int n)
{
	__shared__ unsigned count[KINDS], from[KINDS];
	int i = blockIdx.x * THREADS + threadIdx.x;
	unsigned mine = kind[i], place;

	if (threadIdx.x < KINDS)
		count[threadIdx.x] = 0;
	__syncthreads();
	place = atomicAdd(&count[mine], 1);
	__syncthreads();
	if (threadIdx.x < KINDS)
		from[threadIdx.x] = atomicAdd(&next[threadIdx.x], count[threadIdx.x]);
	__syncthreads();
	list[mine * n + from[mine] + place] = i;
}

// A row of blocks for each kind.
extern "C" __global__ void
step_of_kind(const float *x, const unsigned *list, const unsigned *next, float *to, int n)
{
	unsigned kind = blockIdx.y;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < next[kind]) {
		unsigned p = list[kind * n + i];

		to[p] = moved(kind, x[p]);
	}
}

extern "C" __global__ void
step_regrouped(const float *x, const unsigned *kind, float *to, int n)
{
	__shared__ unsigned count[KINDS], order[THREADS];
	int base = blockIdx.x * THREADS;
	unsigned mine, place, k;

	if (threadIdx.x < KINDS)
		count[threadIdx.x] = 0;
	__syncthreads();
	mine = kind[base + threadIdx.x];
	place = atomicAdd(&count[mine], 1);
	__syncthreads();
	for (unsigned i = 0; i < mine; i++)
		place += count[i];
	order[place] = threadIdx.x | mine << 16;
	__syncthreads();
	k = order[threadIdx.x];
	to[base + (k & 0xffff)] = moved(k >> 16, x[base + (k & 0xffff)]);
}
