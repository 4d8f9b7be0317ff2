/* Tiled matrix multiplication: c = a * b of n x n, tiles of 16 x 16. */
#ifndef LOAD_B
#define LOAD_B b[row_b * n + column]
#endif
#ifndef TAKE_B
#define TAKE_B tile_b[k][threadIdx.x]
#endif
#ifndef ROW
#define ROW row
#define SUM sum
#endif
extern "C" __global__ void
NAME(const float *a, const float *b, float *c, int n)
{
	__shared__ float tile_a[16][16], tile_b[16][16];
	int ROW = blockIdx.y * 16 + threadIdx.y;
	int column = blockIdx.x * 16 + threadIdx.x;
	float SUM = 0;

	for (int t = 0; t < n; t += 16) {
		int row_b = t + threadIdx.y;

		tile_a[threadIdx.y][threadIdx.x] = a[ROW * n + t + threadIdx.x];
		tile_b[threadIdx.y][threadIdx.x] = LOAD_B;
		__syncthreads();
		for (int k = 0; k < 16; k++)
			SUM += tile_a[threadIdx.y][k] * TAKE_B;
		__syncthreads();
	}
	c[ROW * n + column] = SUM;
}
#undef NAME
#undef LOAD_B
#undef TAKE_B
#undef ROW
#undef SUM
