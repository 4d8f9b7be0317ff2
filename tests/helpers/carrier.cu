// carrier: a kernel whose machine code the tests overwrite with instructions of their own. It is never run as compiled. It only has to
// be long enough, take two pointers and a number, and use enough registers, block barriers and shared memory.
extern "C" __global__ void
carrier(const int *in, int *out, int n)
{
	__shared__ int s[256];
	int x[40];

	s[threadIdx.x] = n;
	__syncthreads();
	for (int k = 0; k < 40; k++)
		x[k] = in[k * n + threadIdx.x];
#pragma unroll
	for (int r = 0; r < 4; r++)
		for (int k = 0; k < 40; k++)
			x[k] = x[k] * x[(k + r + 1) % 40] + s[k];
	for (int k = 0; k < 40; k++)
		out[k * n + threadIdx.x] = x[k];
}
