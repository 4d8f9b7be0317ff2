/* Matrix times vector, a warp for each row. */
#ifndef M1
#define M1 m[row * n + j]
#endif
#ifndef M2
#define M2 x[j]
#endif
#ifndef M3
#define M3 sum
#endif
extern "C" __global__ void
NAME(const float *m, const float *x, float *y, int n)
{
	int row = blockIdx.x * 8 + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	float sum = 0;
	for (int j = lane; j < n; j += 32) {
		float e = M1;
		float f = M2;
		sum += e * f;
	}
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0)
		y[row] = M3;
}
#undef NAME
#undef M1
#undef M2
#undef M3
