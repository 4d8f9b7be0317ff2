/* Shuffles whose lanes come from several places: which lanes an H200 gathers at a WARPSYNC.COLLECTIVE. Blocks of 32; each half of a warp
 * has a length of its own. */
extern "C" __global__ void
rows(float *out, const float *in, const int *length, int n)
{
	const int lane = threadIdx.x % 16, half = threadIdx.x / 16 + 2 * blockIdx.x;
	float sum = 0, last;

	for (int i = lane; i < (length[half] + 15) / 16 * 16; i += 16) {
		last = __shfl_sync(0xffffffff, sum, 15, 16);
		sum = i < length[half] ? in[i] : 0;
		for (int j = 1; j < n; j *= 2) {
			float v = __shfl_up_sync(0xffffffff, sum, j, 16);
			if (lane >= j)
				sum += v;
		}
		sum += last;
	}
	last = __shfl_sync(0xffffffff, sum, 15, 16);
	out[threadIdx.x + 32 * blockIdx.x] = last;
}
/* The same without the inner loop, and with what lanes of the other half have: who is there when a shuffle is done. */
extern "C" __global__ void
others(int *out, const int *in, const int *length)
{
	const int half = threadIdx.x / 16 + 2 * blockIdx.x;
	int sum = threadIdx.x, n = 0;

	for (int i = 0; i < length[half]; i++) {
		int v = __shfl_sync(0xffffffff, sum, threadIdx.x ^ 16);
		sum = sum * 3 + v + in[i];
		n++;
	}
	int w = __shfl_sync(0xffffffff, sum, threadIdx.x ^ 16);
	out[threadIdx.x + 32 * blockIdx.x] = w * 16 + n;
}
/* Votes at two places. */
extern "C" __global__ void
votes(unsigned *out, const int *in, const int *length)
{
	const int half = threadIdx.x / 16 + 2 * blockIdx.x;
	unsigned r = 0;

	for (int i = 0; i < length[half]; i++)
		r = r * 5 + __ballot_sync(0xffffffff, in[threadIdx.x + i] & 1);
	r = r * 7 + __ballot_sync(0xffffffff, in[threadIdx.x] & 2);
	out[threadIdx.x + 32 * blockIdx.x] = r;
}
