// vecadd: the smallest workload. One thread adds one pair of elements; threads past the end do nothing.
extern "C" __global__ void
vecadd(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}
