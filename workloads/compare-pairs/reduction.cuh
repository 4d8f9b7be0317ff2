/* Sums n numbers: each block its share, thread 0 writes what it comes to. */
#ifndef WORKS
#define WORKS t < s
#endif
#ifndef TAKE
#define TAKE in[i]
#endif
#ifndef STEP
#define STEP stride
#define SUM sum
#endif
extern "C" __global__ void
NAME(const float *in, float *out, int n)
{
	__shared__ float part[256];
	int t = threadIdx.x;
	int STEP = gridDim.x * blockDim.x;
	float SUM = 0;

	for (int i = blockIdx.x * blockDim.x + t; i < n; i += STEP)
		SUM += TAKE;
	part[t] = SUM;
	__syncthreads();
	for (int s = 128; s > 0; s >>= 1) {
		if (WORKS)
			part[t] += part[(t + s) & 255];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = part[0];
}
#undef NAME
#undef WORKS
#undef TAKE
#undef STEP
#undef SUM
