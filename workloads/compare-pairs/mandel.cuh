/* How soon points leave the Mandelbrot set. */
#ifndef M1
#define M1 zr * zr + zi * zi < 4.0f
#endif
#ifndef M2
#define M2 2 * zr * zi + ci
#endif
extern "C" __global__ void
NAME(int *out, int w, int most)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float cr = -2.0f + 3.0f * (i % w) / w;
	float ci = -1.0f + 2.0f * (i / w) / w;
	float zr = 0, zi = 0;
	int n = 0;
	while (n < most && M1) {
		float t = zr * zr - zi * zi + cr;
		zi = M2;
		zr = t;
		n++;
	}
	out[i] = n;
}
#undef NAME
#undef M1
#undef M2
