// Strings, automata and tables.

// Is the pattern of m bytes at each place of a text of n + m bytes? Compares byte by byte and stops at the first that differs.
extern "C" __global__ void
search(const char *text, const char *pattern, unsigned char *found, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;

	if (i >= n)
		return;
	while (k < m && text[i + k] == pattern[k])
		k++;
	found[i] = k == m;
}

// Runs an automaton of 64 states over `each` symbols of each thread (0 to 15, a byte each): the last state, and how often it was below 8.
extern "C" __global__ void
automaton(const unsigned char *table, const unsigned char *symbol, unsigned char *last, short *low, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, state = 0, n = 0;
	const unsigned *from = (const unsigned *)(symbol + i * each);

	for (int k = 0; k < each / 4; k++) {
		unsigned four = from[k];

		for (int j = 0; j < 4; j++) {
			state = table[state * 16 + (four >> 8 * j & 15)];
			n += state < 8;
		}
	}
	last[i] = state;
	low[i] = n;
}

// Edit distance of two strings of a block's number of bytes, at most 512, by anti-diagonals; a thread has a column.
extern "C" __global__ void
edit(const char *a, const char *b, int *distance)
{
	__shared__ char text[512];
	__shared__ short cell[3][513];
	int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
	char mine = a[first + t];
	int old = 0, now = 1, next = 2, d = 0;

	text[t] = b[first + t];
	// Cell j of diagonal s is row s - j of column j; column 0 is the edge.
	if (t == 0) {
		cell[0][0] = 0;
		cell[1][0] = cell[1][1] = 1;
	}
	for (int s = 2; s <= 2 * n; s++) {
		int row = s - 1 - t;

		__syncthreads();
		if (t == 0)
			cell[next][0] = s;
		if (row == 0)
			cell[next][t + 1] = s;
		if (row >= 1 && row <= n) {
			d = cell[old][t] + (mine != text[row - 1]);
			d = min(d, min(cell[now][t], cell[now][t + 1]) + 1);
			cell[next][t + 1] = d;
		}
		int unused = old;
		old = now;
		now = next;
		next = unused;
	}
	if (t == n - 1)
		distance[blockIdx.x] = d;
}

// Ten rounds of a block cipher on n blocks of 16 bytes: four tables of 256 words in shared memory, a key of four words a round.
extern "C" __global__ void
cipher(const unsigned *table, const uint4 *key, const uint4 *in, uint4 *out, int n)
{
	__shared__ unsigned box[4][256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		box[k / 256][k % 256] = table[k];
	__syncthreads();
	if (i >= n)
		return;
	uint4 s = in[i];
	for (int r = 0; r < 10; r++) {
		uint4 k = key[r], v;

		v.x = box[0][s.x & 255] ^ box[1][s.y >> 8 & 255] ^ box[2][s.z >> 16 & 255] ^ box[3][s.w >> 24] ^ k.x;
		v.y = box[0][s.y & 255] ^ box[1][s.z >> 8 & 255] ^ box[2][s.w >> 16 & 255] ^ box[3][s.x >> 24] ^ k.y;
		v.z = box[0][s.z & 255] ^ box[1][s.w >> 8 & 255] ^ box[2][s.x >> 16 & 255] ^ box[3][s.y >> 24] ^ k.z;
		v.w = box[0][s.w & 255] ^ box[1][s.x >> 8 & 255] ^ box[2][s.y >> 16 & 255] ^ box[3][s.z >> 24] ^ k.w;
		s = v;
	}
	out[i] = s;
}
