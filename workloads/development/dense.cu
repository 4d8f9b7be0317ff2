// Dense matrices: products in tiles, transposes, small factorisations, gates of a recurrent network. workloads/development/README.md says
// what they are for. All matrices lie row by row.

#define KERNEL(name) extern "C" __global__ void name

// out = m * n, width x width, a block for TX x (TY * ROWS) elements of out. Widths need not be multiples of the tile.
template <int TX, int TY, int ROWS>
static __device__ __forceinline__ void
product(const float *m, const float *n, float *out, int width)
{
	__shared__ float a[TY * ROWS][TX], b[TX][TX];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TX + x, row = blockIdx.y * TY * ROWS + y;
	float sum[ROWS] = {0};

	for (int p = 0; p < width; p += TX) {
#pragma unroll
		for (int r = 0; r < ROWS; r++) {
			int i = row + r * TY;

			a[y + r * TY][x] = i < width && p + x < width ? m[i * width + p + x] : 0;
		}
#pragma unroll
		for (int r = 0; r < TX; r += TY)
			b[y + r][x] = p + y + r < width && col < width ? n[(p + y + r) * width + col] : 0;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < TX; k++)
#pragma unroll
			for (int r = 0; r < ROWS; r++)
				sum[r] += a[y + r * TY][k] * b[k][x];
		__syncthreads();
	}
#pragma unroll
	for (int r = 0; r < ROWS; r++)
		if (row + r * TY < width && col < width)
			out[(row + r * TY) * width + col] = sum[r];
}

KERNEL(product_8x8)(const float *m, const float *n, float *out, int width) { product<8, 8, 1>(m, n, out, width); }
KERNEL(product_16x16)(const float *m, const float *n, float *out, int width) { product<16, 16, 1>(m, n, out, width); }
KERNEL(product_32x8)(const float *m, const float *n, float *out, int width) { product<32, 8, 4>(m, n, out, width); }

// The same with 4 x 4 elements for each of 256 threads; width is a multiple of 64.
KERNEL(product_registers)(const float *m, const float *n, float *out, int width)
{
	__shared__ float a[16][64], b[16][64];
	int t = threadIdx.x, x = t % 16, y = t / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
	float sum[4][4] = {{0}};

	for (int p = 0; p < width; p += 16) {
		float4 v = *(const float4 *)(m + (row + t / 4) * width + p + t % 4 * 4);

		a[t % 4 * 4][t / 4] = v.x;
		a[t % 4 * 4 + 1][t / 4] = v.y;
		a[t % 4 * 4 + 2][t / 4] = v.z;
		a[t % 4 * 4 + 3][t / 4] = v.w;
		*(float4 *)&b[y][x * 4] = *(const float4 *)(n + (p + y) * width + col + x * 4);
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; k++) {
			float4 u = *(float4 *)&a[k][y * 4], w = *(float4 *)&b[k][x * 4];
			float uu[4] = {u.x, u.y, u.z, u.w}, ww[4] = {w.x, w.y, w.z, w.w};

#pragma unroll
			for (int i = 0; i < 4; i++)
#pragma unroll
				for (int j = 0; j < 4; j++)
					sum[i][j] += uu[i] * ww[j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
		*(float4 *)(out + (row + y * 4 + i) * width + col + x * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// out = transposed in, through tiles of 32 x 32 by 32 x 8 threads. Without padding the columns of a tile share a bank.
template <int PAD>
static __device__ __forceinline__ void
transpose(const float *in, float *out, int width)
{
	__shared__ float tile[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

#pragma unroll
	for (int r = 0; r < 32; r += 8)
		if (x < width && y + r < width)
			tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * width + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
	for (int r = 0; r < 32; r += 8)
		if (x < width && y + r < width)
			out[(y + r) * width + x] = tile[threadIdx.x][threadIdx.y + r];
}

KERNEL(transpose_plain)(const float *in, float *out, int width) { transpose<0>(in, out, width); }
KERNEL(transpose_padded)(const float *in, float *out, int width) { transpose<1>(in, out, width); }

// LU without pivots of many matrices of 16 x 16 whose diagonals are large: a half-warp for each, a row for each lane, rows by shuffles.
KERNEL(lu_rows)(float *a)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, which = t / 16, lane = t % 16;
	float row[16];

#pragma unroll
	for (int k = 0; k < 16; k++)
		row[k] = a[(which * 16 + k) * 16 + lane]; // by columns, so that lanes lie together
#pragma unroll
	for (int k = 0; k < 16; k++)
		if (lane == k)
			row[k] += 32;
#pragma unroll
	for (int p = 0; p < 15; p++) {
		float factor = 0;

#pragma unroll
		for (int k = p; k < 16; k++) {
			float pivot = __shfl_sync(0xffffffffu, row[k], p, 16);

			if (k == p)
				factor = lane > p ? row[p] / pivot : 0;
			else
				row[k] -= factor * pivot;
		}
		if (lane > p)
			row[p] = factor;
	}
#pragma unroll
	for (int k = 0; k < 16; k++)
		a[(which * 16 + k) * 16 + lane] = row[k];
}

// LU in FP64 of a matrix of 32 x 32 for each block of 256 threads, in shared memory.
KERNEL(lu_block)(const double *in, double *out)
{
	__shared__ double a[32][33];
	int x = threadIdx.x % 32, y = threadIdx.x / 32;

	for (int r = y; r < 32; r += 8)
		a[r][x] = in[(blockIdx.x * 32 + r) * 32 + x] + (r == x ? 64 : 0);
	__syncthreads();
	for (int p = 0; p < 31; p++) {
		if (y == 0 && x > p)
			a[x][p] /= a[p][p];
		__syncthreads();
		for (int r = p + 1 + y; r < 32; r += 8)
			if (x > p)
				a[r][x] -= a[r][p] * a[p][x];
		__syncthreads();
	}
	for (int r = y; r < 32; r += 8)
		out[(blockIdx.x * 32 + r) * 32 + x] = a[r][x];
}

static __device__ __forceinline__ float
sigmoid(float x)
{
	return 1 / (1 + expf(-x));
}

// Gates of an LSTM cell: z has four values for each of n cells, cells n apart.
KERNEL(lstm_gates)(const float *z, float *c, float *h, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float in = sigmoid(z[i]), forget = sigmoid(z[n + i]), cell = tanhf(z[2 * n + i]), out = sigmoid(z[3 * n + i]);
		float state = forget * c[i] + in * cell;

		c[i] = state;
		h[i] = out * tanhf(state);
	}
}

// out = m * v, a block for each row, four values a thread at a time, then a tree in shared memory.
KERNEL(matvec)(const float4 *m, const float4 *v, float *out, int quads)
{
	__shared__ float part[128];
	float sum = 0;

	for (int i = threadIdx.x; i < quads; i += 128) {
		float4 a = m[blockIdx.x * quads + i], b = v[i];

		sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
	}
	part[threadIdx.x] = sum;
	for (int k = 64; k; k /= 2) {
		__syncthreads();
		if (threadIdx.x < k)
			part[threadIdx.x] += part[threadIdx.x + k];
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}
