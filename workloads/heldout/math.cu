// Floating-point arithmetic. Where a sum of products could be contracted in two ways, it says which is meant, so that a reference on
// a CPU can be exact.

// Rounds until a point of the plane leaves the circle of radius 2, at most `most`; 16 x 16 threads a block.
extern "C" __global__ void
mandelbrot(int *out, int w, int h, int most)
{
	int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y, n = 0;
	float cx = fmaf(3.0f / w, i, -2.25f), cy = fmaf(2.5f / h, j, -1.25f);
	float x = 0, y = 0, x2 = 0, y2 = 0;

	while (n < most && x2 + y2 < 4.0f) {
		y = fmaf(x + x, y, cy);
		x = x2 - y2 + cx;
		x2 = __fmul_rn(x, x);
		y2 = __fmul_rn(y, y);
		n++;
	}
	out[j * w + i] = n;
}

// Accelerations of n bodies (x, y, z, mass) that attract each other, in tiles of a block's threads.
extern "C" __global__ void
nbody(const float4 *body, float4 *pull, int n, float soft)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[i];
	float ax = 0, ay = 0, az = 0;

	for (int first = 0; first < n; first += blockDim.x) {
		tile[threadIdx.x] = body[first + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < blockDim.x; k++) {
			float4 b = tile[k];
			float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
			float inverse = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, soft))));
			float s = b.w * inverse * inverse * inverse;

			ax = fmaf(dx, s, ax);
			ay = fmaf(dy, s, ay);
			az = fmaf(dz, s, az);
		}
		__syncthreads();
	}
	pull[i] = make_float4(ax, ay, az, 0);
}

// A polynomial of degree 32 in double precision, applied `rounds` times.
__constant__ double coefficient[33] = {
	0.015, 0.029, 0.035, 0.053, 0.029, 0.051, -0.057, -0.004, 0.053, 0.018, 0.048,
	-0.046, -0.004, -0.030, 0.005, 0.009, -0.058, -0.034, -0.026, 0.050, 0.032, -0.041,
	0.036, -0.043, 0.014, -0.045, -0.060, 0.045, -0.035, -0.034, 0.058, 0.045, -0.025,
};

extern "C" __global__ void
horner(const double *in, double *out, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double x = in[i];

	for (int r = 0; r < rounds; r++) {
		double p = coefficient[32];

		for (int k = 31; k >= 0; k--)
			p = fma(p, x, coefficient[k]);
		x = p;
	}
	out[i] = x;
}

// LU decomposition of a 4 x 4 matrix by each of n threads; element (r, c) of matrix i is a[(4 r + c) n + i].
extern "C" __global__ void
lu(const float *a, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float m[4][4];

	if (i >= n)
		return;
	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++)
			m[r][c] = a[(4 * r + c) * n + i];
	for (int k = 0; k < 3; k++)
		for (int r = k + 1; r < 4; r++) {
			m[r][k] /= m[k][k];
			for (int c = k + 1; c < 4; c++)
				m[r][c] = fmaf(-m[r][k], m[k][c], m[r][c]);
		}
	for (int r = 0; r < 4; r++)
		for (int c = 0; c < 4; c++)
			out[(4 * r + c) * n + i] = m[r][c];
}

// A part of a dot product for each block of 256 threads.
extern "C" __global__ void
dot(const float *a, const float *b, float *part, int n)
{
	__shared__ float of_warp[8];
	float sum = 0;

	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
		sum = fmaf(a[i], b[i], sum);
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		of_warp[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < 8; w++)
			sum += of_warp[w];
		part[blockIdx.x] = sum;
	}
}

// y = A x for a matrix of n columns; a warp for each row, four elements a load.
extern "C" __global__ void
matvec(const float4 *__restrict__ a, const float4 *__restrict__ x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float sum = 0;

	for (int c = lane; c < n / 4; c += 32) {
		float4 u = a[r * (n / 4) + c], v = x[c];

		sum = fmaf(u.x, v.x, fmaf(u.y, v.y, fmaf(u.z, v.z, fmaf(u.w, v.w, sum))));
	}
	for (int d = 16; d > 0; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (lane == 0)
		y[r] = sum;
}

// The nearest of 32 centres for each of n points in four dimensions.
extern "C" __global__ void
kmeans(const float4 *point, const float4 *centre, int *nearest, int n)
{
	__shared__ float4 c[32];
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	float least = 3e38f;

	if (threadIdx.x < 32)
		c[threadIdx.x] = centre[threadIdx.x];
	__syncthreads();
	if (i >= n)
		return;
	float4 p = point[i];
	for (int k = 0; k < 32; k++) {
		float dx = p.x - c[k].x, dy = p.y - c[k].y, dz = p.z - c[k].z, dw = p.w - c[k].w;
		float d = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, __fmul_rn(dw, dw))));

		if (d < least) {
			least = d;
			best = k;
		}
	}
	nearest[i] = best;
}

// A neuron of each thread that is fed with its own output: exponentials and reciprocals.
extern "C" __global__ void
sigmoid(const float *in, float *out, int rounds, float weight)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = in[i];

	for (int r = 0; r < rounds; r++)
		x = __fdividef(1.0f, 1.0f + __expf(-weight * x)) - 0.5f;
	out[i] = x;
}
