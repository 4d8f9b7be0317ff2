// Integer arithmetic and search.

static __device__ __forceinline__ unsigned
mix(unsigned h)
{
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	return h ^ h >> 16;
}

// Steps of the Collatz sequence that starts at `first` plus the thread's index.
extern "C" __global__ void
collatz(int *steps, int n, unsigned first)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	unsigned long long v = first + i;

	if (i >= n)
		return;
	while (v != 1) {
		v = v & 1 ? 3 * v + 1 : v / 2;
		s++;
	}
	steps[i] = s;
}

// Counts, reversals and places of bits, mixed, `rounds` times over.
extern "C" __global__ void
bits(const unsigned *in, unsigned *out, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v = in[i], sum = 0;

	for (int r = 0; r < rounds; r++) {
		sum += __popc(v) + 3 * __clz(v) + 5 * __ffs(v);
		v = __brev(v ^ v >> 1) + 0x9e3779b9u;
		sum ^= __funnelshift_l(v, sum, sum & 31);
	}
	out[i] = sum;
}

// `rounds` steps of a linear feedback shift register for each thread.
extern "C" __global__ void
lfsr(const unsigned *seed, unsigned *out, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v = seed[i];

	for (int r = 0; r < rounds; r++)
		v = v >> 1 ^ (-(v & 1) & 0xd0000001u);
	out[i] = v;
}

// Odd composites among the 32768 odd numbers of a block, one bit each, and how many primes are left. Warps take divisors in turn.
extern "C" __global__ void
sieve(unsigned *composite, int *primes, int most)
{
	__shared__ unsigned word[1024];
	__shared__ int left;
	int t = threadIdx.x, first = blockIdx.x * 65536 + 1;

	for (int w = t; w < 1024; w += blockDim.x)
		word[w] = 0;
	if (t == 0)
		left = 0;
	__syncthreads();
	for (int d = 3 + 2 * (t / 32); d <= most; d += blockDim.x / 16) {
		int from = max(d * d, (first + d - 1) / d * d);

		from += from % 2 ? 0 : d;
		for (int at = (from - first) / 2 + d * (t % 32); at < 32768; at += 32 * d)
			atomicOr(&word[at / 32], 1u << at % 32);
	}
	__syncthreads();
	for (int w = t; w < 1024; w += blockDim.x) {
		composite[blockIdx.x * 1024 + w] = word[w];
		atomicAdd(&left, 32 - __popc(word[w]));
	}
	__syncthreads();
	if (t == 0)
		primes[blockIdx.x] = left;
}

// Hashes n keys of 64 bytes.
extern "C" __global__ void
murmur(const uint4 *key, unsigned *hash, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned h = 0;

	if (i >= n)
		return;
	for (int k = 0; k < 4; k++) {
		uint4 v = key[4 * i + k];
		unsigned word[4] = {v.x, v.y, v.z, v.w};

		for (int j = 0; j < 4; j++) {
			unsigned x = word[j] * 0xcc9e2d51u;

			x = (x << 15 | x >> 17) * 0x1b873593u;
			h ^= x;
			h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
		}
	}
	hash[i] = mix(h ^ 64);
}

// Ways to put n queens on the board when the first three rows are given by the thread's index; 0 where those attack each other.
extern "C" __global__ void
queens(int *ways, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, found = 0, row = 0;
	unsigned all = (1u << n) - 1, columns = 0, left = 0, right = 0;
	unsigned free_at[16], c[16], l[16], r[16];

	if (i >= n * n * n)
		return;
	for (int k = 0, rest = i; k < 3; k++, rest /= n) {
		unsigned q = 1u << rest % n;

		if ((columns | left | right) & q) {
			ways[i] = 0;
			return;
		}
		columns |= q;
		left = (left | q) << 1;
		right = (right | q) >> 1;
	}
	free_at[0] = all & ~(columns | left | right);
	c[0] = columns;
	l[0] = left;
	r[0] = right;
	while (row >= 0) {
		unsigned q = free_at[row] & -free_at[row];

		if (!q) {
			row--;
			continue;
		}
		free_at[row] ^= q;
		if (row == n - 4) {
			found++;
			continue;
		}
		c[row + 1] = c[row] | q;
		l[row + 1] = (l[row] | q) << 1;
		r[row + 1] = (r[row] | q) >> 1;
		row++;
		free_at[row] = all & ~(c[row] | l[row] | r[row]);
	}
	ways[i] = found;
}

// Points of a thin ring, by rejection of random ones, `each` for a thread; what comes out is the sum of their numbers in the sequence.
extern "C" __global__ void
reject(unsigned *out, int each)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, counter = 0, sum = 0;

	for (int k = 0; k < each; k++) {
		float x, y, r;

		do {
			unsigned v = mix(i * 0x9e3779b9u + counter++);

			x = (v & 0x3fff) * (1.0f / 16384);
			y = (v >> 18) * (1.0f / 16384);
			r = fmaf(x, x, __fmul_rn(y, y));
		} while (r < 0.5f || r > 0.75f);
		sum += counter * (k + 1);
	}
	out[i] = sum;
}
