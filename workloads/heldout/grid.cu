// Regular grids.

// One step of a five-point stencil on an n x n grid, whose border stays; 32 x 8 threads a block.
extern "C" __global__ void
stencil5(const float *in, float *out, int n, float middle, float side)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * n + x;

	if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
		out[i] = in[i];
	else
		out[i] = fmaf(side, in[i - 1] + in[i + 1] + in[i - n] + in[i + n], middle * in[i]);
}

// One step of a seven-point stencil on an n x n x depth grid; a thread goes through all z. 64 x 4 threads a block.
extern "C" __global__ void
stencil7(const float *__restrict__ in, float *__restrict__ out, int n, int depth, float middle, float side)
{
	int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, plane = n * n;
	const float *p = in + y * n + x;
	float *q = out + y * n + x;
	float below, here = p[0], above = p[plane];

	q[0] = here;
	for (int z = 1; z < depth - 1; z++) {
		below = here;
		here = above;
		above = p[(z + 1) * plane];
		if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
			q[z * plane] = here;
		else
			q[z * plane] = fmaf(side, below + above + p[z * plane - 1] + p[z * plane + 1] + p[z * plane - n] + p[z * plane + n],
					    middle * here);
	}
	q[(depth - 1) * plane] = above;
}

// One generation of the game of life on a torus of w x h cells, one byte each; 128 threads a block, one row a block.y.
extern "C" __global__ void
life(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
	int left = x == 0 ? w - 1 : x - 1, right = x == w - 1 ? 0 : x + 1;
	const unsigned char *row = in + y * w;
	const unsigned char *up = in + (y == 0 ? h - 1 : y - 1) * w, *down = in + (y == h - 1 ? 0 : y + 1) * w;
	int n = up[left] + up[x] + up[right] + row[left] + row[right] + down[left] + down[x] + down[right];

	out[y * w + x] = n == 3 || (n == 2 && row[x]);
}

// Enlarges a w x h image of bytes by 2.5 in both directions, bilinearly, in fixed point with 8 bits; 16 x 16 threads a block.
extern "C" __global__ void
resize(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	int wide = w * 5 / 2, high = h * 5 / 2;
	int fx = x * 512 / 5, fy = y * 512 / 5;
	int x0 = fx >> 8, y0 = fy >> 8, x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);

	if (x >= wide || y >= high)
		return;
	fx &= 255;
	fy &= 255;
	int top = in[y0 * w + x0] * (256 - fx) + in[y0 * w + x1] * fx;
	int bottom = in[y1 * w + x0] * (256 - fx) + in[y1 * w + x1] * fx;
	out[y * wide + x] = (top * (256 - fy) + bottom * fy + 32768) >> 16;
}
