// Graphs, sparse matrices and trees. Row r of a matrix, or the edges of node r, are elements r * width ... of `column`, as many as
// length[r].

// A step of a breadth-first search: nodes at level `depth` give the next level to their neighbours that no earlier step has reached.
extern "C" __global__ void
bfs(const unsigned char *length, const int *column, const int *level, int *next, int nodes, int width, int depth)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	if (v >= nodes || level[v] != depth)
		return;
	for (int e = v * width; e < v * width + length[v]; e++) {
		int to = column[e];

		if (level[to] == 0)
			atomicMax(&next[to], depth + 1);
	}
}

// y = A x, a thread for each row.
extern "C" __global__ void
spmv_scalar(const unsigned char *length, const int *column, const float *value, const float *x, float *y, int rows, int width)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (r >= rows)
		return;
	for (int e = r * width; e < r * width + length[r]; e++)
		sum = fmaf(value[e], x[column[e]], sum);
	y[r] = sum;
}

// y = A x, a warp for each row.
extern "C" __global__ void
spmv_vector(const unsigned char *length, const int *column, const float *value, const float *x, float *y, int rows, int width)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float sum = 0;

	if (r >= rows)
		return;
	for (int e = r * width + lane; e < r * width + length[r]; e += 32)
		sum = fmaf(value[e], x[column[e]], sum);
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0)
		y[r] = sum;
}

// Shortest paths within each of many graphs of 32 nodes (Floyd-Warshall in shared memory); 32 x 32 threads a block.
extern "C" __global__ void
floyd(const unsigned *in, unsigned *out)
{
	__shared__ unsigned d[32][32];
	int i = threadIdx.y, j = threadIdx.x, at = blockIdx.x * 1024 + i * 32 + j;

	d[i][j] = i == j ? 0 : in[at];
	for (int k = 0; k < 32; k++) {
		__syncthreads();
		unsigned over = d[i][k] + d[k][j];
		if (over < d[i][j])
			d[i][j] = over;
	}
	out[at] = d[i][j];
}

// The leaf of a decision tree, with 2^levels - 1 nodes level by level, that each of n samples of eight features comes to.
extern "C" __global__ void
tree(const unsigned char *feature, const float *threshold, const float *sample, int *leaf, int n, int levels)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, node = 0;

	if (i >= n)
		return;
	for (int l = 0; l < levels; l++)
		node = 2 * node + (sample[feature[node] * n + i] < threshold[node] ? 1 : 2);
	leaf[i] = node - ((1 << levels) - 1);
}
