// Kernels whose machine code has forms that others seldom have. Each proves its own result: what it leaves follows from the input.

// A local array whose index is partly the same for all lanes: LDL [R+UR]. LU decomposition with a search for the pivot; how often the product
// of both parts is not the matrix.
extern "C" __global__ void
decompose(const float *in, int *wrong, int n)
{
	const float *g = in + (blockIdx.x * blockDim.x + threadIdx.x) * n * n;
	float a[8][8];
	int row[8], bad = 0;

	for (int i = 0; i < n; i++) {
		row[i] = i;
		for (int j = 0; j < n; j++)
			a[i][j] = g[i * n + j];
	}
	for (int k = 0; k < n; k++) {
		int p = k;

		for (int i = k + 1; i < n; i++)
			if (fabsf(a[i][k]) > fabsf(a[p][k]))
				p = i;
		if (p != k) {
			for (int j = 0; j < n; j++) {
				const float t = a[k][j];
				a[k][j] = a[p][j];
				a[p][j] = t;
			}
			const int t = row[k];
			row[k] = row[p];
			row[p] = t;
		}
		for (int i = k + 1; i < n; i++) {
			a[i][k] /= a[k][k];
			for (int j = k + 1; j < n; j++)
				a[i][j] -= a[i][k] * a[k][j];
		}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			float sum = i <= j ? a[i][j] : 0;

			for (int k = 0; k < (i < j + 1 ? i : j + 1); k++)
				sum += a[i][k] * a[k][j];
			bad += !(fabsf(sum - g[row[i] * n + j]) < 1e-3f);
		}
	wrong[blockIdx.x * blockDim.x + threadIdx.x] = bad;
}

// Division of 128 bits: IMAD.HI with a sum whose upper half has just been made. How often another quotient comes out than bit by bit.
extern "C" __global__ void
divide(const unsigned long long *in, int *wrong)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned __int128 a = (unsigned __int128)in[i] << 64 | in[i] * 0x9e3779b97f4a7c15ull, b = a >> (2 * i + 3);
	int bad = 0;

	for (int k = 0; k < 64; k += 16) {
		const unsigned __int128 d = b >> k | 1;
		unsigned __int128 q = 0, r = 0;

#pragma unroll 1
		for (int n = 127; n >= 0; n--) {
			const bool carry = r >> 127;

			r = r << 1 | (a >> n & 1);
			q <<= 1;
			if (carry || r >= d) {
				r -= d;
				q |= 1;
			}
		}
		bad += (a / d != q) + (a % d != r);
	}
	wrong[i] = bad;
}

__device__ __noinline__ int
down(int n, const int *above)
{
	int own[16];

	own[n & 15] = n;
	return n ? down(n - 1, own + (n & 15)) + own[n & 15] : *above - 1;
}

// Recursion n deep, each with an array: the sum of 1 to n, more than CUDA's default stack from n of about 10 on.
extern "C" __global__ void
deep(int *out, int n)
{
	const int one = 1;

	out[threadIdx.x] = down(n, &one) + threadIdx.x;
}
