// Sparse matrices and graphs. workloads/development/README.md says what they are for. Row r has the elements from 16 r + jitter[r] to
// 16 (r + 1) + jitter[r + 1]; jitters are 0 to 15, so that rows have 1 to 31 elements.

#define KERNEL(name) extern "C" __global__ void name

static __device__ __forceinline__ int
start(const int *jitter, int row)
{
	return row * 16 + jitter[row];
}

// out = matrix * v, a thread for each row.
KERNEL(rows_by_thread)(const int *jitter, const int *column, const float *value, const float *v, float *out, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (row >= rows)
		return;
	for (int k = start(jitter, row), end = start(jitter, row + 1); k < end; k++)
		sum += value[k] * v[column[k]];
	out[row] = sum;
}

// out = matrix * v, a warp for each row.
KERNEL(rows_by_warp)(const int *jitter, const int *column, const float *value, const float *v, float *out, int rows)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float sum = 0;

	if (row >= rows)
		return;
	for (int k = start(jitter, row) + lane, end = start(jitter, row + 1); k < end; k += 32)
		sum += value[k] * v[column[k]];
#pragma unroll
	for (int k = 16; k; k /= 2)
		sum += __shfl_xor_sync(0xffffffffu, sum, k);
	if (lane == 0)
		out[row] = sum;
}

// out = matrix * v, all rows of 16 elements, which lie `rows` apart.
KERNEL(rows_equal)(const int *column, const float *value, const float *v, float *out, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (row >= rows)
		return;
#pragma unroll 4
	for (int k = 0; k < 16; k++)
		sum += value[k * rows + row] * v[column[k * rows + row]];
	out[row] = sum;
}

// A step of a search by breadth: the neighbours of all vertices of `level` that were not seen get the next level in `next`.
KERNEL(expand)(const int *jitter, const int *neighbour, const unsigned char *seen, unsigned char *next, unsigned *edges, int n, int level)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned taken = 0;

	if (i < n && seen[i] == level)
		for (int k = start(jitter, i), end = start(jitter, i + 1); k < end; k++) {
			int to = neighbour[k];

			if (seen[to] > level)
				next[to] = level + 1;
			taken++;
		}
	taken = __reduce_add_sync(0xffffffffu, taken);
	if (threadIdx.x % 32 == 0 && taken)
		atomicAdd(edges, taken);
}

// Ends of chains: each thread follows its links until one leads to itself, or `most` were seen.
KERNEL(chase)(const int *link, int *end, int n, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, at;

	if (i >= n)
		return;
	at = i;
	for (int k = 0; k < most; k++) {
		int to = link[at];

		if (to == at)
			break;
		at = to;
	}
	end[i] = at;
}
