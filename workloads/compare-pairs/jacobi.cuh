/* A step of a stencil in shared memory, with a halo. */
#ifndef M1
#define M1 in[min(max(y - (int)threadIdx.y + dy - 1, 0), h - 1) * w + min(max(x - (int)threadIdx.x + dx - 1, 0), w - 1)]
#endif
#ifndef M2
#define M2 3
#endif
#ifndef M3
#define M3 out[y * w + x]
#endif
extern "C" __global__ void
NAME(const float *in, float *out, int w, int h)
{
	__shared__ float t[10][34];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	for (int dy = threadIdx.y; dy < 10; dy += 8)
		for (int dx = threadIdx.x; dx < 34; dx += 32)
			t[dy][dx] = M1;
	__syncthreads();
	float v = 0;
	for (int k = 0; k < M2; k++) {
		v += t[threadIdx.y + k][threadIdx.x + 1];
		v += t[threadIdx.y + 1][threadIdx.x + k];
	}
	M3 = v * 0.25f;
}
#undef NAME
#undef M1
#undef M2
#undef M3
