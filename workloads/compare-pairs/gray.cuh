/* Brightness of pixels. */
#ifndef M1
#define M1 y * w + x
#endif
#ifndef M2
#define M2 0.3f * p.x + 0.59f * p.y + 0.11f * p.z
#endif
#ifndef M3
#define M3 sqrtf(lum)
#endif
extern "C" __global__ void
NAME(const uchar4 *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	uchar4 p = in[M1];
	float lum = M2;
	float gamma = M3;
	out[y * w + x] = gamma;
}
#undef NAME
#undef M1
#undef M2
#undef M3
