// Counters, tables and queues that threads share.

// How often each byte occurs: counters of a block in shared memory, then added to those of the grid.
extern "C" __global__ void
hist_shared(const unsigned *in, unsigned *count, int n)
{
	__shared__ unsigned c[256];

	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		c[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = in[i];

		atomicAdd(&c[v & 255], 1);
		atomicAdd(&c[v >> 8 & 255], 1);
		atomicAdd(&c[v >> 16 & 255], 1);
		atomicAdd(&c[v >> 24], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		atomicAdd(&count[k], c[k]);
}

// How often each value below a power of two occurs, with the counters in global memory.
extern "C" __global__ void
hist_global(const unsigned *in, unsigned *count, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(&count[in[i] & mask], 1);
}

// Puts keys (none 0) into a table with linear probing in which a larger key displaces a smaller one: what comes out does not depend on
// the order. mask is the size of the table less 1.
extern "C" __global__ void
hash_build(const unsigned *key, unsigned *table, int n, unsigned mask)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned k, at;

	if (i >= n)
		return;
	k = key[i];
	at = k * 0x9e3779b9u >> 8 & mask;
	for (;;) {
		unsigned seen = atomicCAS(&table[at], 0, k);

		if (seen == 0 || seen == k)
			return;
		if (seen < k) {
			seen = atomicMax(&table[at], k);
			if (seen == k)
				return;
			k = min(k, seen);
		}
		at = (at + 1) & mask;
	}
}

// Warps take 32 items at a time from a common counter; an item asks for a number of rounds of a generator.
extern "C" __global__ void
queue(const int *rounds, unsigned *out, int *next, int n)
{
	int lane = threadIdx.x % 32;

	for (;;) {
		int i = 0;

		if (lane == 0)
			i = atomicAdd(next, 32);
		i = __shfl_sync(~0u, i, 0);
		if (i >= n)
			return;
		i += lane;
		unsigned v = i;
		for (int r = rounds[i]; r > 0; r--)
			v = v * 1664525 + 1013904223;
		out[i] = v;
	}
}
