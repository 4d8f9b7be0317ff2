// Cooperative launches: all blocks of a grid wait for each other. tests/sim/dispatch/test-cooperative.c has what must come out in plain C.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// rounds of a ring: each element becomes the sum of its neighbours of the round before
extern "C" __global__ void
ring(unsigned *a, unsigned *b, int n, int rounds)
{
	cg::grid_group g = cg::this_grid();

	for (int r = 0; r < rounds; r++) {
		for (unsigned i = g.thread_rank(); i < n; i += g.num_threads())
			b[i] = a[(i + n - 1) % n] + 3 * a[(i + 1) % n] + r;
		g.sync();
		unsigned *t = a;
		a = b;
		b = t;
	}
}

// running sums: of each block in shared memory, then of the blocks, then both together
extern "C" __global__ void
scan(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
	extern __shared__ unsigned s[];
	cg::grid_group g = cg::this_grid();
	const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		unsigned v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	if (t == blockDim.x - 1)
		sums[blockIdx.x] = s[t];
	g.sync();
	if (blockIdx.x == 0 && t == 0)
		for (int k = 1; k < gridDim.x; k++)
			sums[k] += sums[k - 1];
	g.sync();
	if (i < n)
		out[i] = s[t] + (blockIdx.x ? sums[blockIdx.x - 1] : 0);
}

// breadth-first search; how many rounds there are is known at their end alone
extern "C" __global__ void
levels(const int *next, int *level, int *changed, int n, int degree)
{
	cg::grid_group g = cg::this_grid();

	if (g.thread_rank() == 0)
		level[0] = 0;
	g.sync();
	for (int r = 0;; r++) {
		for (int i = g.thread_rank(); i < n; i += g.num_threads())
			if (level[i] == r)
				for (int k = 0; k < degree; k++) {
					int j = next[i * degree + k];
					if (atomicCAS(&level[j], -1, r + 1) == -1)
						changed[r] = 1;
				}
		g.sync();
		if (!*(volatile int *)&changed[r])
			break;
	}
}

// a barrier in two halves, with work between that is nobody else's
extern "C" __global__ void
halves(const unsigned *in, unsigned *mid, unsigned *out, int rounds)
{
	cg::grid_group g = cg::this_grid();
	const unsigned n = g.num_threads(), i = g.thread_rank();
	unsigned v = in[i], w = i;

	for (int r = 0; r < rounds; r++) {
		mid[r * n + i] = v;
		auto token = g.barrier_arrive();
		for (int k = 0; k <= blockIdx.x % 5; k++)
			w = w * 1664525 + 1013904223;
		g.barrier_wait(std::move(token));
		v = v * 5 + mid[r * n + n - 1 - i];
	}
	out[i] = v ^ w;
}

// what the group says of itself, in three dimensions
extern "C" __global__ void
shape(unsigned *out, int step)
{
	cg::grid_group g = cg::this_grid();
	unsigned *o = out + (size_t)step * g.thread_rank();

	o[0] = g.is_valid();
	o[1] = g.num_threads();
	o[2] = g.num_blocks();
	o[3] = g.block_rank();
	o[4] = g.block_index().x + 100 * g.block_index().y + 10000 * g.block_index().z;
	o[5] = g.group_dim().x + 100 * g.group_dim().y + 10000 * g.group_dim().z;
	if (!o[0])
		return;
	g.sync();
	o[6] = out[(size_t)step * (g.num_threads() - 1 - g.thread_rank()) + 3];
}

// every block adds to a number, and all see the sum of each round
extern "C" __global__ void
votes(unsigned *count, unsigned *out, int rounds)
{
	cg::grid_group g = cg::this_grid();
	unsigned sum = 0;

	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0)
			atomicAdd(&count[r], blockIdx.x * (r + 1) + 1);
		g.sync();
		sum = sum * 7 + count[r];
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}

// blocks that leave before the others are not waited for: those that wait have all arrived before
extern "C" __global__ void
leave(unsigned *a, unsigned *out)
{
	cg::grid_group g = cg::this_grid();

	a[g.thread_rank()] = g.thread_rank() * 3 + 1;
	g.sync();
	if (blockIdx.x % 3 == 1)
		return;
	out[g.thread_rank()] = a[((unsigned)g.thread_rank() * 17 + 5) % (unsigned)g.num_threads()];
}
