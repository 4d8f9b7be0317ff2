/* A step of a five-point stencil on a w x h grid; edges are left out. */
#ifndef MIX
#define MIX 0.2f * (centre + west + east + north + south)
#endif
#ifndef NORTH
#define NORTH in[at - w]
#endif
#ifndef FIRST
#define FIRST float west = in[at - 1];
#define SECOND float east = in[at + 1];
#endif
extern "C" __global__ void
NAME(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	int at = y * w + x;
	FIRST
	SECOND
	float north = NORTH;
	float south = in[at + w];
	float centre = in[at];

	out[at] = MIX;
}
#undef NAME
#undef MIX
#undef NORTH
#undef FIRST
#undef SECOND
