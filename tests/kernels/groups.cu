/* Groups of lanes that the code itself makes, where lanes have parted: coalesced groups, partitions, tiles of tiles, tiles of several warps, votes
 * with masks, warps with tasks of their own. Each thread counts in `wrong` what is not as CUDA promises; `seed` chooses who goes which way. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ unsigned
hash(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352d;
	x = (x ^ x >> 15) * 0x846ca68b;
	return x ^ x >> 16;
}

/* What holds in every group, whoever is in it; x is the lane's own. */
template <class G>
static __device__ __noinline__ int
check(const G &g, unsigned x)
{
	const unsigned n = g.size(), rank = g.thread_rank(), all = n == 32 ? ~0u : (1u << n) - 1;
	const unsigned odd = g.ballot(x & 1), alike = g.match_any(x & 1), two = g.ballot(x & 2), before = g.shfl_up(rank, 1);
	int same, bad = cg::reduce(g, 1u, cg::plus<unsigned>()) != n;

	bad += cg::reduce(g, 1u << rank, cg::bit_or<unsigned>()) != all;
	bad += g.ballot(1) != all;
	bad += alike != (x & 1 ? odd : all & ~odd);
	bad += g.shfl(x, rank) != x;
	bad += rank && before != rank - 1;
	bad += cg::inclusive_scan(g, 1u) != rank + 1;
	bad += cg::reduce(g, x, cg::greater<unsigned>()) < x;
	g.match_all(x & 3, same);
	bad += !!same != ((!odd || odd == all) && (!two || two == all));
	g.sync();
	return bad;
}

/* Who is together is not promised; that those agree who are is. */
extern "C" __global__ void
coalesced(int *wrong, unsigned seed)
{
	const unsigned x = hash(THREAD + 977 * seed);
	int bad = 0;

	if (x & 1) {
		bad += check(cg::coalesced_threads(), x >> 4);
		if (x & 2) {
			for (unsigned i = 0; i < (x >> 8 & 3); i++)
				bad += check(cg::coalesced_threads(), x >> 6);
		} else {
			switch (x >> 3 & 3) {
			case 0:
				bad += check(cg::coalesced_threads(), x >> 7);
				/* falls through */
			case 1:
				bad += check(cg::coalesced_threads(), x >> 8);
				break;
			default:
				bad += check(cg::coalesced_threads(), x);
			}
		}
	} else {
		for (unsigned i = 0; i < (x >> 4 & 7); i++) {
			if (x >> i & 1)
				continue;
			bad += check(cg::coalesced_threads(), x >> 9);
			if (!(x >> (i + 5) & 7))
				break;
		}
	}
	wrong[THREAD] = bad + check(cg::coalesced_threads(), x);
}

extern "C" __global__ void
partitions(int *wrong, unsigned seed)
{
	const unsigned x = hash(THREAD + 97 * seed);
	const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	const auto thirds = cg::labeled_partition(warp, x % 3);
	const auto halves = cg::binary_partition(warp, (x >> 5 & 1) != 0);
	const auto quarters = cg::binary_partition(halves, (x >> 6 & 1) != 0);
	int bad = check(thirds, x >> 3) + check(halves, x >> 4) + check(quarters, x >> 5);

	bad += cg::reduce(thirds, x % 3, cg::greater<unsigned>()) != x % 3;
	bad += cg::reduce(quarters, x >> 5 & 3, cg::bit_and<unsigned>()) != (x >> 5 & 3);
	if (x & 64) {
		const auto here = cg::coalesced_threads();

		bad += check(cg::labeled_partition(here, x & 7), x >> 7);
		bad += check(cg::tiled_partition(here, 4), x >> 8);
	}
	wrong[THREAD] = bad;
}

/* Each tile goes its own way. */
template <int N>
static __device__ __noinline__ int
tile(unsigned seed)
{
	const auto t = cg::tiled_partition<N>(cg::this_thread_block());
	const unsigned way = hash(THREAD / N * 31 + seed), rank = t.thread_rank(), first = THREAD - rank, x = hash(THREAD);
	int bad = 0;

	if (way & 1) {
		for (unsigned i = 0; i < (way >> 3 & 7); i++) {
			bad += t.shfl(x + i, i % N) != hash(first + i % N) + i;
			if ((way >> 6 & 7) == i)
				break;
			bad += cg::reduce(t, x >> i & 1, cg::plus<unsigned>()) != __popc(t.ballot(x >> i & 1));
		}
	} else {
		switch (way >> 1 & 3) {
		case 0:
			bad += check(t, x);
			break;
		case 1:
			bad += cg::exclusive_scan(t, (unsigned long long)(rank + 1) << 33) !=
			       (unsigned long long)(rank * (rank + 1) / 2) << 33;
			break;
		case 2:
			bad += cg::reduce(t, (float)(rank + 1), cg::plus<float>()) != N * (N + 1) / 2;
			break;
		default:
			bad += check(cg::tiled_partition<(N > 2 ? N / 2 : 1)>(t), x >> 3);
			bad += t.shfl_xor(x, N / 2) != hash(first + (rank ^ (N / 2)));
		}
	}
	t.sync();
	return bad + check(t, x >> 7);
}

extern "C" __global__ void
tiles(int *wrong, unsigned seed)
{
	wrong[THREAD] = tile<2>(seed) + tile<8>(seed) + tile<32>(seed);
}

/* Tiles of two and four warps. */
extern "C" __global__ void
large(int *wrong, unsigned seed)
{
	__shared__ cg::block_tile_memory<256> memory;
	const auto block = cg::this_thread_block(memory);
	const auto two = cg::tiled_partition<64>(block);
	const auto four = cg::tiled_partition<128>(block);
	const unsigned x = hash(THREAD + seed), way = hash(THREAD / 64);
	int bad = 0;

	for (unsigned i = 0; i < (way & 3); i++) {
		bad += two.shfl(x, (way + i) % 64) != hash(THREAD / 64 * 64 + (way + i) % 64 + seed);
		bad += cg::reduce(two, 1u, cg::plus<unsigned>()) != 64;
		bad += !two.any(two.thread_rank() == 63) + !!two.all(two.thread_rank() < 63);
	}
	bad += cg::reduce(four, four.thread_rank(), cg::plus<unsigned>()) != 127 * 64;
	bad += cg::inclusive_scan(four, 1u) != four.thread_rank() + 1;
	wrong[THREAD] = bad;
}

/* Halves of a warp pass values through shared memory in loops of different lengths; then every third lane by itself. */
extern "C" __global__ void
masks(int *wrong, unsigned seed)
{
	__shared__ unsigned place[256];
	const unsigned lane = threadIdx.x % 32, warp = threadIdx.x - lane, half = lane < 16 ? 0xffffu : 0xffff0000u,
		       way = hash(THREAD / 16 + seed);
	const unsigned thirds = 0x49249249u << lane % 3;
	int bad = 0, same;

	for (unsigned i = 0; i < (lane < 16 ? (way & 3) + 1 : (way & 7) + 1); i++) {
		const unsigned other = warp + (lane & 16) + (lane + i + 1) % 16;

		place[threadIdx.x] = hash(THREAD + i);
		__syncwarp(half);
		bad += place[other] != hash(THREAD - threadIdx.x + other + i);
		bad += __reduce_max_sync(half, lane) != (lane < 16 ? 15 : 31);
		__syncwarp(half);
	}
	switch (lane % 3) {
	case 0:
		bad += __reduce_add_sync(thirds, lane) != 165;
		bad += __shfl_sync(thirds, lane, 30) != 30;
		break;
	case 1:
		bad += __reduce_add_sync(thirds, lane) != 176;
		bad += __shfl_up_sync(thirds, lane, 3) != (lane < 3 ? lane : lane - 3);
		break;
	default:
		bad += __reduce_add_sync(thirds, lane) != 155;
		bad += __shfl_down_sync(thirds, lane, 6) != (lane + 6 > 31 ? lane : lane + 6);
		bad += __match_any_sync(thirds, lane / 6) != (thirds & 63u << lane / 6 * 6);
	}
	bad += __match_all_sync(~0u, (unsigned long long)lane << 33, &same) || same;
	wrong[THREAD] = bad;
}

/* Two warps fill what two others read, by named barriers; all meet at a barrier that counts. */
extern "C" __global__ void
tasks(int *wrong, unsigned seed)
{
	__shared__ unsigned place[2][64];
	const unsigned t = threadIdx.x % 64;
	int bad = 0, n;

	if (threadIdx.x < 64) {
		for (unsigned i = 0; i < 9; i++) {
			if (i >= 2)
				asm volatile("bar.sync %0, 128;" ::"r"(3 + i % 2) : "memory");
			place[i % 2][t] = hash(i * 64 + t + seed);
			__threadfence_block();
			asm volatile("bar.arrive %0, 128;" ::"r"(1 + i % 2) : "memory");
		}
	} else {
		for (unsigned i = 0; i < 9; i++) {
			const unsigned other = (t * 7 + i) % 64;

			asm volatile("bar.sync %0, 128;" ::"r"(1 + i % 2) : "memory");
			bad += place[i % 2][other] != hash(i * 64 + other + seed);
			if (i + 2 < 9)
				asm volatile("bar.arrive %0, 128;" ::"r"(3 + i % 2) : "memory");
		}
	}
	asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 6, 128, p; }"
		     : "=r"(n)
		     : "r"((unsigned)(threadIdx.x % 3 == 0)));
	bad += n != 43;
	wrong[THREAD] = bad;
}
