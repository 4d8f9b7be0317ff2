/* Transposes an n x n matrix by tiles of 32 x 32 with a spare column; 32 x 8 threads. */
#ifndef TO
#define TO out[(bx + threadIdx.y + j) * n + by + threadIdx.x]
#endif
#ifndef SYNC
#define SYNC __syncthreads()
#endif
#ifndef TAKE
#define TAKE tile[threadIdx.x][threadIdx.y + j]
#endif
#ifndef FIRST
#define FIRST int bx = blockIdx.x * 32;
#define SECOND int by = blockIdx.y * 32;
#endif
extern "C" __global__ void
NAME(const float *in, float *out, int n)
{
	__shared__ float tile[32][33];
	FIRST
	SECOND

	for (int j = 0; j < 32; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(by + threadIdx.y + j) * n + bx + threadIdx.x];
	SYNC;
	for (int j = 0; j < 32; j += 8) {
		float v = TAKE;
		TO = v;
	}
}
#undef NAME
#undef TO
#undef SYNC
#undef TAKE
#undef FIRST
#undef SECOND
