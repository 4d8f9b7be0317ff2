/* Operations of a warp whose lanes come from several places: compilers put WARPSYNC.COLLECTIVE in front of each, and all of them have to
 * meet, wherever they stand. Each half of a warp has a length of its own. */

/* Sums of the first numbers, by shuffles in a loop and one behind it. */
extern "C" __global__ void
rows(float *sums, const float *in, const int *length)
{
	const int lane = threadIdx.x % 16, half = threadIdx.x / 16 + 2 * blockIdx.x;
	float sum = 0, last;

	for (int i = lane; i < (length[half] + 15) / 16 * 16; i += 16) {
		last = __shfl_sync(0xffffffff, sum, 15, 16);
		sum = i < length[half] ? in[i] : 0;
		for (int j = 1; j < 16; j *= 2) {
			float v = __shfl_up_sync(0xffffffff, sum, j, 16);

			if (lane >= j)
				sum += v;
		}
		sum += last;
	}
	last = __shfl_sync(0xffffffff, sum, 15, 16);
	if (lane == 0)
		sums[half] = last;
}

/* How many lanes there were at the votes of each half, of which one is in a loop and one behind it. */
extern "C" __global__ void
votes(int *present, const int *length)
{
	const int lane = threadIdx.x % 16, half = threadIdx.x / 16 + 2 * blockIdx.x;
	int n = 0;

	for (int i = 0; i < length[half]; i++)
		n += __popc(__ballot_sync(0xffffffff, n >= 0));
	n = 100 * n + __popc(__ballot_sync(0xffffffff, n >= 0));
	if (lane == 0)
		present[half] = n;
}

/* Tiles of lanes, each with a mask of its own in a register, whose groups of `group` lanes vote in three loops of different lengths and
 * behind them: wrong counts the votes in which other lanes took part than those of the tile that have votes left. */
extern "C" __global__ void
tiles(int *wrong, const int *length, int tile, int group)
{
	const int lane = threadIdx.x % 32, first = lane & -tile, at = (blockIdx.x * blockDim.x + threadIdx.x) / group * 3;
	const unsigned mask = (tile < 32 ? (1u << tile) - 1 : ~0u) << first;
	int voted = 0, bad = 0;
	auto vote = [&](bool yes) {
		const unsigned seen = __ballot_sync(mask, yes);
		unsigned want = 0;

		voted++;
		for (int l = first; l < first + tile; l++) {
			const int *of = length + (blockIdx.x * blockDim.x + threadIdx.x - lane + l) / group * 3;

			want |= (of[0] + of[1] + of[2] + 1 >= voted ? 1u : 0u) << l;
		}
		bad += seen != want;
	};

#pragma unroll 1
	for (int i = 0; i < length[at]; i++)
		vote(i >= 0);
#pragma unroll 1
	for (int i = 0; i < length[at + 1]; i++)
		vote(bad < 100);
#pragma unroll 1
	for (int i = 0; i < length[at + 2]; i++)
		vote(i < 1000);
	vote(voted >= 0);
	wrong[blockIdx.x * blockDim.x + threadIdx.x] = bad;
}

/* Some lanes of each warp vote among themselves, after loops of different lengths and without one, and all vote behind that: wrong counts the votes in which
 * other lanes took part. */
extern "C" __global__ void
nested(int *wrong, const unsigned *inner, const int *length)
{
	const int thread = blockIdx.x * blockDim.x + threadIdx.x, lane = thread % 32;
	const unsigned mask = inner[thread / 32];
	volatile int turns = 0;
	int bad = 0;

	if (mask >> lane & 1) {
		if (length[thread] & 1) {
#pragma unroll 1
			for (int i = 0; i < length[thread]; i++)
				turns = turns + i;
			bad += __ballot_sync(mask, bad == 0) != mask;
		} else {
			turns = 5;
			bad += __ballot_sync(mask, turns == 5) != mask;
		}
		bad += __ballot_sync(mask, turns >= 0) != mask;
	}
	bad += __ballot_sync(0xffffffff, thread >= 0) != 0xffffffff;
	wrong[thread] = bad;
}

static __device__ __noinline__ unsigned
vote(unsigned mask, bool yes)
{
	return __ballot_sync(mask, yes);
}

/* The same with votes in a function: lanes with several masks come to one place, a WARPSYNC.EXCLUSIVE, at different times. */
extern "C" __global__ void
called(int *wrong, const unsigned *inner, const int *length)
{
	const int thread = blockIdx.x * blockDim.x + threadIdx.x, lane = thread % 32;
	const unsigned mask = inner[thread / 32];
	volatile int turns = 0;
	int bad = 0;

	if (mask >> lane & 1) {
		if (length[thread] & 1) {
#pragma unroll 1
			for (int i = 0; i < length[thread]; i++)
				turns = turns + i;
			bad += vote(mask, bad == 0) != mask;
		} else {
			turns = 5;
			bad += vote(mask, turns == 5) != mask;
		}
		bad += vote(mask, turns >= 0) != mask;
	}
	bad += vote(0xffffffff, thread >= 0) != 0xffffffff;
	wrong[thread] = bad;
}
