// Sorting, scanning and moving of arrays.

// Sorts each 1024 keys in shared memory (bitonic network); 512 threads a block.
extern "C" __global__ void
bitonic(const unsigned *in, unsigned *out)
{
	__shared__ unsigned key[1024];
	int t = threadIdx.x;
	int first = blockIdx.x * 1024;

	key[t] = in[first + t];
	key[t + 512] = in[first + t + 512];
	for (int size = 2; size <= 1024; size *= 2) {
		for (int stride = size / 2; stride > 0; stride /= 2) {
			int low = 2 * t - (t & (stride - 1));
			int high = low + stride;
			bool up = (low & size) == 0;

			__syncthreads();
			unsigned a = key[low], b = key[high];
			if ((a > b) == up) {
				key[low] = b;
				key[high] = a;
			}
		}
	}
	__syncthreads();
	out[first + t] = key[t];
	out[first + t + 512] = key[t + 512];
}

// Sorts each 256 keys by their lowest `bits` bits, stably, bit by bit: zeros go to the front, ones behind them. 256 threads a block.
extern "C" __global__ void
radix(const unsigned *in, unsigned *out, int bits)
{
	__shared__ unsigned key[256];
	__shared__ int zeros[8];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	unsigned k = in[blockIdx.x * 256 + t];

	for (int bit = 0; bit < bits; bit++) {
		unsigned set = __ballot_sync(~0u, k >> bit & 1);
		int rank = __popc(~set & ((1u << lane) - 1));
		int all = 0, to;

		if (lane == 0)
			zeros[warp] = 32 - __popc(set);
		__syncthreads();
		for (int w = 0; w < 8; w++) {
			if (w == warp)
				rank += all;
			all += zeros[w];
		}
		to = k >> bit & 1 ? all + t - rank : rank;
		key[to] = k;
		__syncthreads();
		k = key[t];
	}
	out[blockIdx.x * 256 + t] = k;
}

// Inclusive sums of each 1024 elements, and the total of each; 256 threads a block, four elements a thread.
extern "C" __global__ void
scan(const int4 *in, int4 *out, int *totals)
{
	__shared__ int of_warp[8];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int4 v = in[blockIdx.x * 256 + t];
	int sum, before = 0;

	v.y += v.x;
	v.z += v.y;
	v.w += v.z;
	sum = v.w;
	for (int d = 1; d < 32; d *= 2) {
		int other = __shfl_up_sync(~0u, sum, d);

		if (lane >= d)
			sum += other;
	}
	if (lane == 31)
		of_warp[warp] = sum;
	__syncthreads();
	for (int w = 0; w < warp; w++)
		before += of_warp[w];
	before += sum - v.w;
	v.x += before;
	v.y += before;
	v.z += before;
	v.w += before;
	out[blockIdx.x * 256 + t] = v;
	if (t == 255)
		totals[blockIdx.x] = v.w;
}

// Transposes an n x n matrix in tiles of 32 x 32; 32 x 8 threads a block.
extern "C" __global__ void
transpose(const float *in, float *out, int n)
{
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x;
	int y = blockIdx.y * 32 + threadIdx.y;

	for (int i = 0; i < 32; i += 8)
		tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int i = 0; i < 32; i += 8)
		out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

// Run-length encoding of each 256 bytes: values and lengths of the runs, and how many there are. 256 threads a block.
extern "C" __global__ void
rle(const unsigned char *in, unsigned char *value, short *length, int *runs)
{
	__shared__ int heads[8];
	__shared__ short start[257];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int first = blockIdx.x * 256;
	unsigned char v = in[first + t];
	bool head = t == 0 || in[first + t - 1] != v;
	unsigned set = __ballot_sync(~0u, head);
	int run = __popc(set & ((1u << lane) - 1)), all = 0;

	if (lane == 0)
		heads[warp] = __popc(set);
	__syncthreads();
	for (int w = 0; w < 8; w++) {
		if (w == warp)
			run += all;
		all += heads[w];
	}
	if (head) {
		start[run] = t;
		value[first + run] = v;
	}
	if (t == 0) {
		start[all] = 256;
		runs[blockIdx.x] = all;
	}
	__syncthreads();
	if (t < all)
		length[first + t] = start[t + 1] - start[t];
}
