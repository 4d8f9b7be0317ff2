// Floating point on lists: bodies, prices, clusters. workloads/development/README.md says what they are for.

#define KERNEL(name) extern "C" __global__ void name

// Accelerations of n bodies (x, y, z, mass) by `sources` of them, tiles of blockDim.x in shared memory.
KERNEL(bodies)(const float4 *body, float4 *out, int n, int sources)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[min(i, n - 1)];
	float ax = 0, ay = 0, az = 0;

	for (int p = 0; p < sources; p += blockDim.x) {
		tile[threadIdx.x] = body[p + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < blockDim.x; k++) {
			float4 b = tile[k];
			float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = b.w * r * r * r;

			ax += dx * s;
			ay += dy * s;
			az += dz * s;
		}
		__syncthreads();
	}
	if (i < n)
		out[i] = make_float4(ax, ay, az, 0);
}

static __device__ __forceinline__ float
normal_cdf(float x)
{
	float k = 1 / (1 + 0.2316419f * fabsf(x));
	float tail = 0.39894228f * expf(-0.5f * x * x) * k *
		     (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));

	return x > 0 ? 1 - tail : tail;
}

// Prices of options, call and put.
KERNEL(options)(const float *price, const float *strike, const float *years, float *call, float *put, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
		float d1 = (logf(s / x) + (0.02f + 0.5f * 0.3f * 0.3f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
		float n1 = normal_cdf(d1), n2 = normal_cdf(d2), discount = x * expf(-0.02f * t);

		call[i] = s * n1 - discount * n2;
		put[i] = discount * (1 - n2) - s * (1 - n1);
	}
}

// The nearest of `clusters` centres in eight dimensions, and how many points each has, counted in shared memory.
KERNEL(nearest)(const float *point, const float *centre, int *which, unsigned *count, int n, int clusters)
{
	extern __shared__ float c[]; // centres, then counts
	unsigned *counted = (unsigned *)(c + clusters * 8);
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	float v[8], least = 1e30f;

	for (int k = threadIdx.x; k < clusters * 8; k += blockDim.x)
		c[k] = centre[k];
	for (int k = threadIdx.x; k < clusters; k += blockDim.x)
		counted[k] = 0;
	__syncthreads();
	if (i < n) {
#pragma unroll
		for (int d = 0; d < 8; d++)
			v[d] = point[d * n + i];
		for (int k = 0; k < clusters; k++) {
			float sum = 0;

#pragma unroll
			for (int d = 0; d < 8; d++)
				sum += (v[d] - c[k * 8 + d]) * (v[d] - c[k * 8 + d]);
			if (sum < least) {
				least = sum;
				best = k;
			}
		}
		which[i] = best;
		atomicAdd(&counted[best], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < clusters; k += blockDim.x)
		if (counted[k])
			atomicAdd(&count[k], counted[k]);
}

// Means and deviations of rows of `width` values, then the rows normalised: a warp for each row.
KERNEL(normalise)(const float *in, float *out, int rows, int width)
{
	int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	float sum = 0, squares = 0, mean, scale;

	if (row >= rows)
		return;
	for (int i = lane; i < width; i += 32) {
		float v = in[row * width + i];

		sum += v;
		squares += v * v;
	}
#pragma unroll
	for (int k = 16; k; k /= 2) {
		sum += __shfl_xor_sync(0xffffffffu, sum, k);
		squares += __shfl_xor_sync(0xffffffffu, squares, k);
	}
	mean = sum / width;
	scale = rsqrtf(squares / width - mean * mean + 1e-5f);
	for (int i = lane; i < width; i += 32)
		out[row * width + i] = (in[row * width + i] - mean) * scale;
}

// Spectra of 256 complex values for each block of 64 threads: four steps of radix 4 in shared memory.
KERNEL(fourier)(const float2 *in, float2 *out)
{
	__shared__ float re[256], im[256];
	int t = threadIdx.x;
	float2 v[4];

#pragma unroll
	for (int k = 0; k < 4; k++)
		v[k] = in[blockIdx.x * 256 + t + 64 * k];
	for (int span = 1; span < 256; span *= 4) {
		int low = t % span, at = (t - low) * 4 + low;

#pragma unroll
		for (int k = 1; k < 4; k++) {
			float s, c, x = v[k].x, y = v[k].y;

			__sincosf(-6.28318531f * k * low / (4 * span), &s, &c);
			v[k] = make_float2(x * c - y * s, x * s + y * c);
		}
		float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
		float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);

		v[0] = make_float2(a.x + c.x, a.y + c.y);
		v[1] = make_float2(b.x + d.x, b.y + d.y);
		v[2] = make_float2(a.x - c.x, a.y - c.y);
		v[3] = make_float2(b.x - d.x, b.y - d.y);
#pragma unroll
		for (int k = 0; k < 4; k++) {
			re[at + k * span] = v[k].x;
			im[at + k * span] = v[k].y;
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = make_float2(re[t + 64 * k], im[t + 64 * k]);
		__syncthreads();
	}
#pragma unroll
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * 256 + t + 64 * k] = v[k];
}
