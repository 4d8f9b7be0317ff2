// Fields of cells: images, grids, tables of dynamic programming. workloads/development/README.md says what they are for.

#define KERNEL(name) extern "C" __global__ void name

__constant__ float weight[25] = {
	0.01f, 0.02f, 0.03f, 0.02f, 0.01f, //
	0.02f, 0.06f, 0.08f, 0.06f, 0.02f, //
	0.03f, 0.08f, 0.12f, 0.08f, 0.03f, //
	0.02f, 0.06f, 0.08f, 0.06f, 0.02f, //
	0.01f, 0.02f, 0.03f, 0.02f, 0.01f,
};

// 5 x 5 convolution of width x height pixels; a block of 32 x 8 threads brings its pixels and the rim around them to shared memory.
KERNEL(convolve)(const float *in, float *out, int width, int height)
{
	__shared__ float tile[12][36];
	int x0 = blockIdx.x * 32 - 2, y0 = blockIdx.y * 8 - 2, x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	float sum = 0;

	for (int i = threadIdx.y * 32 + threadIdx.x; i < 12 * 36; i += 256) {
		int u = x0 + i % 36, v = y0 + i / 36;

		tile[i / 36][i % 36] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
	}
	__syncthreads();
	if (x >= width || y >= height)
		return;
#pragma unroll
	for (int j = 0; j < 5; j++)
#pragma unroll
		for (int i = 0; i < 5; i++)
			sum += weight[j * 5 + i] * tile[threadIdx.y + j][threadIdx.x + i];
	out[y * width + x] = sum;
}

// The same without shared memory.
KERNEL(convolve_direct)(const float *in, float *out, int width, int height)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	float sum = 0;

	if (x >= width || y >= height)
		return;
#pragma unroll
	for (int j = -2; j <= 2; j++)
#pragma unroll
		for (int i = -2; i <= 2; i++) {
			int u = min(max(x + i, 0), width - 1), v = min(max(y + j, 0), height - 1);

			sum += weight[j * 5 + i + 12] * in[v * width + u];
		}
	out[y * width + x] = sum;
}

// A step of the heat equation, each thread going down a column of `rows` cells.
KERNEL(heat)(const float *in, float *out, int width, int height, int rows)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * rows, end = min(y + rows, height);
	float above, here;

	if (x >= width)
		return;
	above = y > 0 ? in[(y - 1) * width + x] : 0;
	here = in[y * width + x];
	for (; y < end; y++) {
		float below = y + 1 < height ? in[(y + 1) * width + x] : 0;
		float left = x > 0 ? in[y * width + x - 1] : 0, right = x + 1 < width ? in[y * width + x + 1] : 0;

		out[y * width + x] = here + 0.2f * (above + below + left + right - 4 * here);
		above = here;
		here = below;
	}
}

// Generations of Conway's life on a torus of 64 x 64 cells for each block of 256 threads, a byte for each cell, in shared memory.
KERNEL(life)(const unsigned char *in, unsigned char *out, int generations)
{
	__shared__ unsigned char cell[2][64 * 64];
	int now = 0;

	for (int i = threadIdx.x; i < 4096; i += 256)
		cell[0][i] = in[blockIdx.x * 4096 + i];
	__syncthreads();
	for (int g = 0; g < generations; g++, now ^= 1) {
		for (int i = threadIdx.x; i < 4096; i += 256) {
			int x = i % 64, y = i / 64, l = (x + 63) % 64, r = (x + 1) % 64, u = (y + 63) % 64 * 64, d = (y + 1) % 64 * 64,
			    m = y * 64;
			const unsigned char *c = cell[now];
			int n = c[u + l] + c[u + x] + c[u + r] + c[m + l] + c[m + r] + c[d + l] + c[d + x] + c[d + r];

			cell[now ^ 1][i] = n == 3 || (n == 2 && c[i]);
		}
		__syncthreads();
	}
	for (int i = threadIdx.x; i < 4096; i += 256)
		out[blockIdx.x * 4096 + i] = cell[now][i];
}

// Local alignment scores of a pair of strings for each block of 128 threads: 128 letters against `length`, one diagonal of the table
// after another.
KERNEL(align)(const unsigned char *a, const unsigned char *b, int *best, int length)
{
	__shared__ short line[3][129];
	__shared__ int most;
	int t = threadIdx.x, top = 0;
	unsigned char mine = a[blockIdx.x * 128 + t] & 3;
	const unsigned char *other = b + blockIdx.x * length;

	line[0][t + 1] = line[1][t + 1] = line[2][t + 1] = 0;
	if (t == 0)
		line[0][0] = line[1][0] = line[2][0] = most = 0;
	__syncthreads();
	for (int d = 0; d < length + 127; d++) {
		short *now = line[d % 3], *last = line[(d + 2) % 3], *before = line[(d + 1) % 3];
		int j = d - t;

		if (j >= 0 && j < length) {
			int score = before[t] + ((other[j] & 3) == mine ? 2 : -1);

			score = max(max(score, 0), max(last[t], last[t + 1]) - 1);
			now[t + 1] = score;
			top = max(top, score);
		} else {
			now[t + 1] = 0;
		}
		__syncthreads();
	}
	atomicMax(&most, top);
	__syncthreads();
	if (t == 0)
		best[blockIdx.x] = most;
}

// Steps from each pixel towards a sphere field until it is near: a march along a ray, whose number of steps differs from lane to lane.
KERNEL(march)(float *depth, int width, int height, int steps)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float u, v, scale, t = 0;

	if (x >= width || y >= height)
		return;
	u = (2.0f * x - width) / height;
	v = 2.0f * y / height - 1;
	scale = rsqrtf(u * u + v * v + 1);
	for (int s = 0; s < steps; s++) {
		float px = u * scale * t, py = v * scale * t, pz = scale * t, d;

		// a sphere in each cell of a lattice
		px -= 2 * rintf(px * 0.5f) + 0.3f;
		py -= 2 * rintf(py * 0.5f) - 0.2f;
		pz -= 4 * rintf(pz * 0.25f) + 1.5f;
		d = sqrtf(px * px + py * py + pz * pz) - 0.4f;
		if (d < 1e-3f)
			break;
		t += 0.8f * fabsf(d);
	}
	depth[y * width + x] = t;
}
