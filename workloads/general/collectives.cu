// What kernels do with CUB: collectives of warps and blocks, and device-wide algorithms in one launch.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>

enum { B = 128, PER = 4, TILE = B * PER };

extern "C" __global__ void __launch_bounds__(B)
radix_sort(const unsigned *in, unsigned *out)
{
	using Load = cub::BlockLoad<unsigned, B, PER, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
	using Store = cub::BlockStore<unsigned, B, PER, cub::BLOCK_STORE_WARP_TRANSPOSE>;
	using Sort = cub::BlockRadixSort<unsigned, B, PER>;
	__shared__ union {
		typename Load::TempStorage load;
		typename Store::TempStorage store;
		typename Sort::TempStorage sort;
	} s;
	unsigned keys[PER];

	Load(s.load).Load(in + blockIdx.x * TILE, keys);
	__syncthreads();
	Sort(s.sort).Sort(keys);
	__syncthreads();
	Store(s.store).Store(out + blockIdx.x * TILE, keys);
}

extern "C" __global__ void __launch_bounds__(B)
radix_pairs(const float *in, float *out, int *place)
{
	using Sort = cub::BlockRadixSort<float, B, PER, int>;
	__shared__ typename Sort::TempStorage s;
	float keys[PER];
	int values[PER];
	const int base = blockIdx.x * TILE;

	cub::LoadDirectBlocked(threadIdx.x, in + base, keys);
	for (int i = 0; i < PER; i++)
		values[i] = base + threadIdx.x * PER + i;
	Sort(s).SortDescendingBlockedToStriped(keys, values);
	cub::StoreDirectStriped<B>(threadIdx.x, out + base, keys);
	cub::StoreDirectStriped<B>(threadIdx.x, place + base, values);
}

extern "C" __global__ void __launch_bounds__(B)
radix_wide(const unsigned long long *in, unsigned long long *out)
{
	using Sort = cub::BlockRadixSort<unsigned long long, B, 2, cub::NullType, 6>;
	__shared__ typename Sort::TempStorage s;
	unsigned long long keys[2];

	cub::LoadDirectBlockedVectorized(threadIdx.x, (unsigned long long *)in + blockIdx.x * B * 2, keys);
	Sort(s).Sort(keys, 8, 56);
	cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * B * 2, keys);
}

struct Larger {
	__device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

extern "C" __global__ void __launch_bounds__(B)
scans(const int *in, int *out, int n)
{
	using Load = cub::BlockLoad<int, B, PER, cub::BLOCK_LOAD_TRANSPOSE>;
	using ScanA = cub::BlockScan<int, B, cub::BLOCK_SCAN_RAKING>;
	using ScanB = cub::BlockScan<int, B, cub::BLOCK_SCAN_WARP_SCANS>;
	using ScanC = cub::BlockScan<int, B, cub::BLOCK_SCAN_RAKING_MEMOIZE>;
	__shared__ union {
		typename Load::TempStorage load;
		typename ScanA::TempStorage a;
		typename ScanB::TempStorage b;
		typename ScanC::TempStorage c;
	} s;
	int v[PER], a[PER], b[PER], c[PER], sum;
	const int base = blockIdx.x * TILE, left = n - base;
	int *o = out + base * 3 + threadIdx.x * PER * 3;

	Load(s.load).Load(in + base, v, left, -1);
	__syncthreads();
	ScanA(s.a).ExclusiveSum(v, a, sum);
	__syncthreads();
	ScanB(s.b).InclusiveSum(v, b);
	__syncthreads();
	ScanC(s.c).InclusiveScan(v, c, Larger());
	for (int i = 0; i < PER; i++) {
		o[i * 3] = a[i] + sum;
		o[i * 3 + 1] = b[i];
		o[i * 3 + 2] = c[i];
	}
}

extern "C" __global__ void __launch_bounds__(96)
reduces(const float *in, const double *din, float *out, double *dout, int n)
{
	using A = cub::BlockReduce<float, 96, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
	using R = cub::BlockReduce<float, 96, cub::BLOCK_REDUCE_RAKING>;
	using C = cub::BlockReduce<double, 96, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>;
	__shared__ union {
		typename A::TempStorage a;
		typename R::TempStorage r;
		typename C::TempStorage c;
	} s;
	const int i = blockIdx.x * 96 + threadIdx.x;
	const float v = i < n ? in[i] : 0;
	const float a = A(s.a).Sum(v);
	__syncthreads();
	const float r = R(s.r).Reduce(v, cuda::maximum<float>{}, 77);
	__syncthreads();
	const double c = C(s.c).Sum(i < n ? din[i] : 0);

	if (!threadIdx.x) {
		out[blockIdx.x * 2] = a;
		out[blockIdx.x * 2 + 1] = r;
		dout[blockIdx.x] = c;
	}
}

extern "C" __global__ void __launch_bounds__(B)
argmin(const float *in, int *place, float *value)
{
	using Pair = cub::KeyValuePair<int, float>;
	using Reduce = cub::BlockReduce<Pair, B>;
	__shared__ typename Reduce::TempStorage s;
	const int i = blockIdx.x * B + threadIdx.x;
	const Pair p = Reduce(s).Reduce(Pair{i, in[i]}, cub::ArgMin());

	if (!threadIdx.x) {
		place[blockIdx.x] = p.key;
		value[blockIdx.x] = p.value;
	}
}

extern "C" __global__ void __launch_bounds__(B)
histograms(const unsigned char *in, unsigned *out)
{
	using Atomic = cub::BlockHistogram<unsigned char, B, PER, 256, cub::BLOCK_HISTO_ATOMIC>;
	using Sorted = cub::BlockHistogram<unsigned char, B, PER, 256, cub::BLOCK_HISTO_SORT>;
	__shared__ union {
		typename Atomic::TempStorage a;
		typename Sorted::TempStorage s;
	} s;
	__shared__ unsigned ha[256], hs[256];
	unsigned char v[PER], w[PER];

	cub::LoadDirectStriped<B>(threadIdx.x, in + blockIdx.x * TILE, v);
	for (int i = 0; i < PER; i++)
		w[i] = v[i];
	Atomic(s.a).Histogram(v, ha);
	__syncthreads();
	Sorted(s.s).Histogram(w, hs);
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += B) {
		out[blockIdx.x * 512 + i] = ha[i];
		out[blockIdx.x * 512 + 256 + i] = hs[i];
	}
}

struct Less {
	__device__ bool operator()(const int2 &a, const int2 &b) const { return a.x < b.x; }
};
struct LessInt {
	__device__ bool operator()(int a, int b) const { return a < b; }
};

extern "C" __global__ void __launch_bounds__(B)
merge_sorts(const int *in, int *out, int2 *pairs)
{
	using Warp = cub::WarpMergeSort<int, 4, 16>;
	using Block = cub::BlockMergeSort<int2, B, 2>;
	__shared__ union {
		typename Warp::TempStorage w[B / 16];
		typename Block::TempStorage b;
	} s;
	int v[4];
	int2 p[2];

	cub::LoadDirectBlocked(threadIdx.x, in + blockIdx.x * TILE, v);
	Warp(s.w[threadIdx.x / 16]).Sort(v, LessInt());
	cub::StoreDirectBlocked(threadIdx.x, out + blockIdx.x * TILE, v);
	__syncthreads();
	for (int i = 0; i < 2; i++)
		p[i] = make_int2(in[blockIdx.x * TILE + threadIdx.x * 2 + i] % 17, threadIdx.x * 2 + i);
	Block(s.b).StableSort(p, Less());
	for (int i = 0; i < 2; i++)
		pairs[blockIdx.x * B * 2 + threadIdx.x * 2 + i] = p[i];
}

extern "C" __global__ void __launch_bounds__(B)
heads(const int *in, int *flags, int *diff, int *shuffled)
{
	using Disc = cub::BlockDiscontinuity<int, B>;
	using Adj = cub::BlockAdjacentDifference<int, B>;
	using Shuffle = cub::BlockShuffle<int, B>;
	__shared__ union {
		typename Disc::TempStorage d;
		typename Adj::TempStorage a;
		typename Shuffle::TempStorage s;
	} s;
	int v[PER], h[PER], t[PER], d[PER], up[PER];
	const int base = blockIdx.x * TILE + threadIdx.x * PER;

	cub::LoadDirectBlockedVectorized(threadIdx.x, (int *)in + blockIdx.x * TILE, v);
	Disc(s.d).FlagHeadsAndTails(h, t, v, cuda::std::not_equal_to<int>());
	__syncthreads();
	Adj(s.a).SubtractLeft(v, d, cuda::std::minus<int>());
	__syncthreads();
	Shuffle(s.s).Up(v, up);
	for (int i = 0; i < PER; i++) {
		flags[base + i] = h[i] | t[i] << 1;
		diff[base + i] = d[i];
		shuffled[base + i] = threadIdx.x || i ? up[i] : 0;
	}
}

extern "C" __global__ void __launch_bounds__(B)
exchanges(const short *in, short *out, const double *din, double *dout)
{
	using X = cub::BlockExchange<short, B, PER>;
	using W = cub::WarpExchange<double, 4, 32>;
	__shared__ union {
		typename X::TempStorage x;
		typename W::TempStorage w[B / 32];
	} s;
	short v[PER];
	double d[4];

	cub::LoadDirectStriped<B>(threadIdx.x, in + blockIdx.x * TILE, v);
	X(s.x).StripedToBlocked(v);
	for (int i = 0; i < PER; i++)
		v[i] = (short)(v[i] * 3 + i);
	__syncthreads();
	X(s.x).BlockedToWarpStriped(v);
	cub::StoreDirectWarpStriped(threadIdx.x, out + blockIdx.x * TILE, v);
	__syncthreads();
	cub::LoadDirectBlocked(threadIdx.x, din + blockIdx.x * TILE, d);
	W(s.w[threadIdx.x / 32]).BlockedToStriped(d, d);
	cub::StoreDirectWarpStriped(threadIdx.x, dout + blockIdx.x * TILE, d);
}

extern "C" __global__ void __launch_bounds__(64)
run_lengths(const unsigned *lengths, int *out, int *where, unsigned *total)
{
	using Decode = cub::BlockRunLengthDecode<int, 64, 2, 4>;
	__shared__ typename Decode::TempStorage s;
	int v[2];
	unsigned len[2], n = 0;

	for (int i = 0; i < 2; i++) {
		v[i] = blockIdx.x * 1000 + threadIdx.x * 2 + i;
		len[i] = lengths[blockIdx.x * 128 + threadIdx.x * 2 + i];
	}
	Decode decode(s, v, len, n);
	if (!threadIdx.x)
		total[blockIdx.x] = n;
	for (unsigned at = 0; at < n; at += 256) {
		int d[4];
		unsigned offset[4];

		decode.RunLengthDecode(d, offset, at);
		for (unsigned i = 0; i < 4; i++)
			if (at + threadIdx.x * 4 + i < n) {
				out[blockIdx.x * 1024 + at + threadIdx.x * 4 + i] = d[i];
				where[blockIdx.x * 1024 + at + threadIdx.x * 4 + i] = (int)offset[i];
			}
		__syncthreads();
	}
}

extern "C" __global__ void __launch_bounds__(B)
warps(const int *in, const float *fin, int *out, float *fout)
{
	using Scan = cub::WarpScan<int>;
	using Scan8 = cub::WarpScan<float, 8>;
	using Reduce = cub::WarpReduce<int>;
	using Reduce12 = cub::WarpReduce<float, 12>;
	__shared__ union {
		typename Scan::TempStorage s[B / 32];
		typename Scan8::TempStorage s8[B / 8];
		typename Reduce::TempStorage r[B / 32];
		typename Reduce12::TempStorage r12[B / 16];
	} s;
	const int i = blockIdx.x * B + threadIdx.x, w = threadIdx.x / 32;
	int a, b, all;
	float f;

	Scan(s.s[w]).Scan(in[i], a, b, Larger());
	__syncwarp();
	Scan(s.s[w]).ExclusiveSum(in[i], b, all);
	__syncwarp();
	Scan8(s.s8[threadIdx.x / 8]).InclusiveSum(fin[i], f);
	__syncwarp();
	const int head = Reduce(s.r[w]).HeadSegmentedSum(in[i], (in[i] & 7) == 0);
	__syncwarp();
	const int tail = Reduce(s.r[w]).TailSegmentedReduce(in[i], (in[i] & 7) == 0, Larger());
	out[i * 4] = a;
	out[i * 4 + 1] = b + all;
	out[i * 4 + 2] = threadIdx.x % 32 == 0 || (in[i] & 7) == 0 ? head : 0;
	out[i * 4 + 3] = threadIdx.x % 32 == 0 || (in[i - 1] & 7) == 0 ? tail : 0;
	fout[i * 2] = f;
	__syncthreads();
	const int lane = threadIdx.x % 32;
	if (lane < 24) {
		const float sum = Reduce12(s.r12[w * 2 + lane / 12]).Sum(fin[i]);
		fout[i * 2 + 1] = lane % 12 ? 0 : sum;
	}
}

// A scan of the whole array in one launch: each block looks back at what its predecessors have published.
extern "C" __global__ void __launch_bounds__(B)
look_back(const int *in, int *out, unsigned long long *state, unsigned *ticket, int n)
{
	using Load = cub::BlockLoad<int, B, PER, cub::BLOCK_LOAD_VECTORIZE>;
	using Scan = cub::BlockScan<int, B>;
	__shared__ union {
		typename Load::TempStorage load;
		typename Scan::TempStorage scan;
	} s;
	__shared__ unsigned tile;
	__shared__ int before;
	int v[PER], sum;

	if (!threadIdx.x)
		tile = atomicAdd(ticket, 1);
	__syncthreads();
	const int base = (int)tile * TILE;
	Load(s.load).Load(in + base, v, n - base, 0);
	__syncthreads();
	Scan(s.scan).ExclusiveSum(v, v, sum);
	if (threadIdx.x < 32) {
		int prefix = 0;

		if (!threadIdx.x)
			__stcg(state + tile, (unsigned long long)(tile ? 1 : 2) << 32 | (unsigned)sum);
		for (int last = (int)tile - 1; last >= 0; last -= 32) {
			const int from = last - (int)threadIdx.x;
			unsigned long long seen = 2ull << 32;

			if (from >= 0)
				do {
					asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(seen) : "l"(state + from) : "memory");
				} while (!(seen >> 32));
			const unsigned done = __ballot_sync(~0u, seen >> 32 == 2);
			const int upto = done ? __ffs(done) - 1 : 31;
			prefix += __reduce_add_sync(~0u, (int)threadIdx.x <= upto ? (int)seen : 0);
			if (done)
				break;
		}
		if (!threadIdx.x) {
			before = prefix;
			__threadfence();
			atomicExch(state + tile, 2ull << 32 | (unsigned)(prefix + sum));
		}
	}
	__syncthreads();
	for (int i = 0; i < PER; i++)
		if (base + (int)threadIdx.x * PER + i < n)
			out[base + threadIdx.x * PER + i] = before + v[i];
}

// One pass of a radix sort over 8 bits with ranks within the block, as onesweep does it, for the digits counted before.
extern "C" __global__ void __launch_bounds__(256)
sweep(const unsigned *in, unsigned *out, volatile int *counts, volatile unsigned *ticket, int shift)
{
	using Rank = cub::BlockRadixRankMatchEarlyCounts<256, 8, false, cub::BLOCK_SCAN_WARP_SCANS, cub::WARP_MATCH_ANY>;
	__shared__ typename Rank::TempStorage s;
	__shared__ int start[256];
	__shared__ unsigned tile;
	unsigned keys[4];
	int ranks[4], prefix[1];

	if (!threadIdx.x)
		tile = atomicAdd((unsigned *)ticket, 1);
	__syncthreads();
	const int base = (int)tile * 1024;
	cub::LoadDirectWarpStriped(threadIdx.x, in + base, keys);
	Rank(s).RankKeys(keys, ranks, cub::BFEDigitExtractor<unsigned>(shift, 8), prefix);
	__syncthreads();
	// blocks take turns
	int next;
	__shared__ int ends[256];
	ends[threadIdx.x] = prefix[0];
	__syncthreads();
	const int mine = (threadIdx.x < 255 ? ends[threadIdx.x + 1] : 1024) - prefix[0];
	if (!threadIdx.x)
		while (ticket[1] != tile)
			__nanosleep(40);
	__syncthreads();
	next = counts[threadIdx.x];
	counts[threadIdx.x] = next + mine;
	start[threadIdx.x] = next - prefix[0];
	__threadfence();
	__syncthreads();
	if (!threadIdx.x)
		ticket[1] = tile + 1;
	for (int i = 0; i < 4; i++)
		out[start[keys[i] >> shift & 255] + ranks[i]] = keys[i];
}
