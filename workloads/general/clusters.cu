// Clusters: what blocks read of them, each other's shared memory in every way that PTX and cooperative groups have, their barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
#pragma nv_diag_suppress static_var_with_dynamic_init

#define REGISTER(o, name) do { unsigned x; asm volatile("mov.u32 %0, %%" name ";" : "=r"(x)); o = x; } while (0)

struct words {
	unsigned w[4];
};

// What special registers and the driver's constants say; the latter from byte `first` of bank 0 on (`words` is at 0x218). The cluster is what the launch gives.
extern "C" __global__ void
shape(unsigned *out, const __grid_constant__ struct words words, int first, int n)
{
	cg::cluster_group c = cg::this_cluster();
	unsigned *o = out + ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * 64;

	REGISTER(o[0], "clusterid.x");
	REGISTER(o[1], "clusterid.y");
	REGISTER(o[2], "clusterid.z");
	REGISTER(o[3], "nclusterid.x");
	REGISTER(o[4], "nclusterid.y");
	REGISTER(o[5], "nclusterid.z");
	REGISTER(o[6], "cluster_ctaid.x");
	REGISTER(o[7], "cluster_ctaid.y");
	REGISTER(o[8], "cluster_ctaid.z");
	REGISTER(o[9], "cluster_nctaid.x");
	REGISTER(o[10], "cluster_nctaid.y");
	REGISTER(o[11], "cluster_nctaid.z");
	REGISTER(o[12], "cluster_ctarank");
	REGISTER(o[13], "cluster_nctarank");
	asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}" : "=r"(o[14]));
	o[15] = c.block_rank();
	o[16] = c.num_blocks();
	o[17] = c.num_threads();
	o[18] = c.thread_rank();
	o[19] = c.block_index().x + 100 * c.block_index().y + 10000 * c.block_index().z;
	o[20] = c.dim_blocks().x + 100 * c.dim_blocks().y + 10000 * c.dim_blocks().z;
	o[21] = gridDim.x + 100 * gridDim.y + 10000 * gridDim.z;
	REGISTER(o[22], "total_smem_size");
	REGISTER(o[23], "dynamic_smem_size");
	c.sync();
	for (int i = 0; i < n; i++)
		o[24 + i] = words.w[(first - 0x218) / 4 + i];
}

// A histogram whose bins lie in the shared memory of all blocks of the cluster.
extern "C" __global__ void
bins(const unsigned *in, unsigned *out, int n, int each)
{
	extern __shared__ unsigned s[];
	cg::cluster_group c = cg::this_cluster();

	for (int i = threadIdx.x; i < each; i += blockDim.x)
		s[i] = 0;
	c.sync();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned bin = in[i] % (each * c.num_blocks());

		atomicAdd(c.map_shared_rank(s, bin / each) + bin % each, 1);
	}
	c.sync();
	for (int i = threadIdx.x; i < each; i += blockDim.x)
		atomicAdd(out + c.block_rank() * each + i, s[i]);
}

// The same in device memory.
extern "C" __global__ void
bins_global(const unsigned *in, unsigned *out, int n, int bins)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(out + in[i] % bins, 1);
}

// A sum over the cluster: block 0 reads the sums of the others.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
sums(const int *in, int *out, int n)
{
	__shared__ int s, part[32];
	cg::cluster_group c = cg::this_cluster();
	cg::thread_block_tile<32> w = cg::tiled_partition<32>(cg::this_thread_block());
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = cg::reduce(w, i < n ? in[i] : 0, cg::plus<int>());

	if (!w.thread_rank())
		part[w.meta_group_rank()] = v;
	__syncthreads();
	if (!threadIdx.x) {
		s = 0;
		for (unsigned k = 0; k < blockDim.x / 32; k++)
			s += part[k];
	}
	c.sync();
	if (!c.block_rank() && !threadIdx.x) {
		v = 0;
		for (unsigned k = 0; k < c.num_blocks(); k++)
			v += *c.map_shared_rank(&s, k);
		out[blockIdx.x / c.num_blocks()] = v;
	}
	c.sync();
}

extern "C" __global__ void
sums_plain(const int *in, int *out, int n, int each)
{
	int v = 0;

	for (int i = 0; i < each && threadIdx.x * each + i < n; i++)
		v += in[threadIdx.x * each + i];
	out[threadIdx.x] = v;
}

// Words go round the cluster, block to block.
extern "C" __global__ void
ring(const int *in, int *out, int steps)
{
	__shared__ int s[2][128];
	cg::cluster_group c = cg::this_cluster();
	unsigned n = c.num_blocks(), next = (c.block_rank() + 1) % n;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

	s[0][t] = in[i];
	c.sync();
	for (int k = 0; k < steps; k++) {
		c.map_shared_rank(s[(k + 1) & 1], next)[t] = s[k & 1][t];
		c.sync();
	}
	out[i] = s[steps & 1][t];
}

// where element i of a ring has come from
extern "C" __global__ void
ring_plain(const int *in, int *out, int steps, int n)
{
	int first = blockIdx.x / n * n, rank = blockIdx.x % n;

	out[blockIdx.x * blockDim.x + threadIdx.x] = in[(first + ((rank - steps) % n + n) % n) * blockDim.x + threadIdx.x];
}

// Every width of load and store, lanes that point into different blocks, and own and device memory among them.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
widths(const unsigned *in, unsigned *out, unsigned *own)
{
	__shared__ __align__(16) unsigned s[256];
	cg::cluster_group c = cg::this_cluster();
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	unsigned r = c.block_rank(), h = 0;

	s[t] = in[i];
	s[t + 128] = 0;
	c.sync();
	const unsigned *p = c.map_shared_rank(s, (t + r) % 4);
	h = p[t];
	h = h * 31 + ((const unsigned char *)p)[t + 1];
	h = h * 31 + ((const signed char *)p)[t + 3];
	h = h * 31 + ((const unsigned short *)p)[t + 1];
	h = h * 31 + ((const short *)p)[t + 5];
	uint2 two = ((const uint2 *)p)[t % 64];
	uint4 four = ((const uint4 *)p)[t % 32];
	h = h * 31 + two.x + 3 * two.y;
	h = h * 31 + four.x + 3 * four.y + 5 * four.z + 7 * four.w;
	const unsigned *any = t % 3 == 0 ? p : t % 3 == 1 ? own : s;
	h = h * 31 + any[t];
	c.sync();
	unsigned *q = c.map_shared_rank(s, (r + 1 + t % 2) % 4) + 128;
	switch (t % 4) {
	case 0:
		q[t] = h;
		break;
	case 1:
		((unsigned short *)q)[2 * t] = (unsigned short)h;
		break;
	case 2:
		((unsigned char *)q)[4 * t + 1] = (unsigned char)h;
		break;
	default:
		((unsigned char *)q)[4 * t + 3] = (unsigned char)h;
	}
	c.sync();
	out[i] = h ^ s[128 + t] * 17;
}

// Atomics on words of all blocks, with and without a result. (Of 64 bits sums and exchanges alone are atomic there.)
extern "C" __global__ void __cluster_dims__(4, 1, 1)
atomics(unsigned *out, unsigned long long *wide, float *floats, unsigned *ranks)
{
	__shared__ unsigned s[16];
	__shared__ unsigned long long d[8];
	__shared__ float f[4];
	cg::cluster_group c = cg::this_cluster();
	int t = threadIdx.x;
	unsigned r = c.block_rank();

	if (t < 16)
		s[t] = t == 1 || t == 5 ? ~0u : 0;
	if (t < 8)
		d[t] = t == 2 ? ~0ull : 0;
	if (t < 4)
		f[t] = 0;
	c.sync();
	unsigned *p = c.map_shared_rank(s, t % 4);
	unsigned long long *q = c.map_shared_rank(d, (t + 1) % 4);
	float *g = c.map_shared_rank(f, (t + r) % 4);
	atomicAdd(p, t + r);
	atomicMin(p + 1, 1000 * r + t);
	atomicMax(p + 2, 1000 * r + t);
	atomicMin((int *)p + 3, (int)(t - 50 * r));
	atomicMax((int *)p + 4, (int)(t + 50 * r));
	atomicAnd(p + 5, ~(1u << (t + r) % 32));
	atomicOr(p + 6, 1u << (t * 3 + r) % 32);
	atomicXor(p + 7, 1u << (t * 5 + r) % 32);
	atomicInc(p + 8, 77);
	atomicDec(p + 9, 55);
	unsigned place = atomicAdd(p + 10, 1); /* each number once */
	atomicAdd(c.map_shared_rank(s, 3) + 11, place);
	for (unsigned old = *(volatile unsigned *)(p + 12), was;; old = was)
		if ((was = atomicCAS(p + 12, old, old + 3)) == old)
			break;
	atomicAdd(q, 1ull << 32 | t);
	for (unsigned long long old = *(volatile unsigned long long *)(q + 5), was;; old = was)
		if ((was = atomicCAS(q + 5, old, old + (5ull << 20))) == old)
			break;
	atomicAdd(g, 1.0f);
	atomicAdd(g + 1, 0.5f * (t % 4));
	c.sync();
	if (t < 16)
		out[blockIdx.x * 16 + t] = s[t];
	if (t < 8)
		wide[blockIdx.x * 8 + t] = d[t];
	if (t < 4)
		floats[blockIdx.x * 4 + t] = f[t];
	if (!t)
		ranks[blockIdx.x] = atomicExch(c.map_shared_rank(s, r ^ 1) + 13, r);
	c.sync();
}

// One thread at a time: what 64-bit atomics give back, when nobody else is there.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
alone(unsigned long long *out)
{
	__shared__ unsigned long long d[4];
	cg::cluster_group c = cg::this_cluster();

	if (threadIdx.x < 4)
		d[threadIdx.x] = 100 + threadIdx.x;
	c.sync();
	if (!threadIdx.x) {
		unsigned long long *q = c.map_shared_rank(d, c.block_rank() ^ 1), *o = out + blockIdx.x * 12;

		o[0] = atomicAdd(q, 1ull << 40);
		o[1] = atomicMax(q + 1, 7ull << 40);
		o[2] = atomicExch(q + 2, 9ull << 40);
		o[3] = atomicCAS(q + 3, 103ull, 5ull << 40);
		o[4] = atomicCAS(q + 3, 103ull, 6ull << 40);
	}
	c.sync();
	if (threadIdx.x < 4)
		out[blockIdx.x * 12 + 8 + threadIdx.x] = d[threadIdx.x];
}

// Addresses: what they are, whose they are.
extern "C" __global__ void
addresses(unsigned *out, unsigned other)
{
	__shared__ unsigned s[32];
	unsigned local[2] = {other, threadIdx.x};
	cg::cluster_group c = cg::this_cluster();
	unsigned *far = c.map_shared_rank(s + 5, other), *o = out + blockIdx.x * 32, here = (unsigned)__cvta_generic_to_shared(s), v;
	const void *any[] = {s, far, out, local, c.map_shared_rank(s, c.block_rank())};

	for (int i = 0; i < 5; i++) {
		o[4 * i] = __isShared(any[i]);
		o[4 * i + 1] = __isClusterShared(any[i]);
		o[4 * i + 2] = __isGlobal(any[i]);
		o[4 * i + 3] = __isLocal(any[i]);
	}
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(v) : "r"(here + 20), "r"(other));
	o[20] = v;
	o[21] = (unsigned)(size_t)far;
	o[22] = c.query_shared_rank(far);
	asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(v) : "r"(v));
	o[23] = v;
	o[24] = here;
	if (!threadIdx.x)
		o[25] = local[other & 1];
	c.sync();
}

// Barriers in shared memory of other blocks: every block tells every other one that its words are there.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
arrivals(const int *in, int *out, int rounds)
{
	__shared__ cuda::std::uint64_t bar;
	__shared__ int s[4][64];
	cg::cluster_group c = cg::this_cluster();
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, v = in[i];
	unsigned r = c.block_rank();

	if (!t) {
		ptx::mbarrier_init(&bar, 4 * 64);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	c.sync();
	for (int k = 0; k < rounds; k++) {
		for (unsigned to = 0; to < 4; to++) {
			c.map_shared_rank(s[r], to)[t] = v;
			ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, c.map_shared_rank(&bar, to));
		}
		while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, k & 1))
			;
		v = v * 3 + s[(r + 1) % 4][t] + 5 * s[(r + 2) % 4][63 - t] + 7 * s[(r + 3) % 4][t];
		c.sync();
	}
	out[i] = v;
}

// The same with cuda::barrier, whose words are those of another block.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
sends(const int *in, int *out)
{
	__shared__ cuda::std::uint64_t bar;
	__shared__ __align__(16) int s[256], wide[256];
	__shared__ __align__(16) long long d[64];
	cg::cluster_group c = cg::this_cluster();
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	cuda::std::uint64_t *far = c.map_shared_rank(&bar, c.block_rank() ^ 1);

	if (!t) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, 64 * 4 + 64 * 16 + 64 * 8);
	}
	c.sync();
	int v = in[i];
	ptx::st_async(c.map_shared_rank(s, c.block_rank() ^ 1) + t, v, far);
	const int four[4] = {v, v + 1, v * 2, ~v};
	ptx::st_async(c.map_shared_rank(wide, c.block_rank() ^ 1) + 4 * t, four, far);
	ptx::st_async((cuda::std::int64_t *)c.map_shared_rank(d, c.block_rank() ^ 1) + t, (cuda::std::int64_t)v << 20, far);
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0))
		;
	out[i] = s[t] + 3 * wide[4 * t] + 5 * wide[4 * t + 1] + 7 * wide[4 * t + 2] + 11 * wide[4 * t + 3] + (int)(d[t] >> 17);
	c.sync();
}

// red.async: every operation.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
reds(unsigned *out, unsigned long long *wide)
{
	__shared__ cuda::std::uint64_t bar;
	__shared__ unsigned long long d;
	__shared__ unsigned s[10];
	cg::cluster_group c = cg::this_cluster();
	unsigned t = threadIdx.x, to = c.block_rank() ^ 1, *p = c.map_shared_rank(s, to);
	cuda::std::uint64_t *far = c.map_shared_rank(&bar, to);

	if (t < 10)
		s[t] = t == 3 || t == 1 ? ~0u : 0;
	if (!t) {
		d = 0;
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, 64 * (10 * 4 + 8));
	}
	c.sync();
	ptx::red_async(ptx::op_add, p, t + 1, far);
	ptx::red_async(ptx::op_min, p + 1, t * 3 + 7, far);
	ptx::red_async(ptx::op_max, p + 2, t * 3 + 7, far);
	ptx::red_async(ptx::op_and_op, p + 3, ~(1u << t % 32 & 0x0f0ff0f0), far);
	ptx::red_async(ptx::op_or_op, p + 4, 1u << t % 19, far);
	ptx::red_async(ptx::op_xor_op, p + 5, 1u << t % 23, far);
	ptx::red_async(ptx::op_inc, p + 6, 40u, far);
	ptx::red_async(ptx::op_dec, p + 7, 30u, far);
	ptx::red_async(ptx::op_min, (int *)p + 8, (int)t - 40, far);
	ptx::red_async(ptx::op_max, (int *)p + 9, (int)t - 70, far);
	ptx::red_async(ptx::op_add, (cuda::std::uint64_t *)c.map_shared_rank(&d, to), (cuda::std::uint64_t)t << 31, far);
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0))
		;
	if (t < 10)
		out[blockIdx.x * 10 + t] = s[t];
	if (!t)
		wide[blockIdx.x] = d;
	c.sync();
}

// Bulk copies to another block, from there and from device memory to several.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
bulk(const int *in, int *out)
{
	__shared__ cuda::std::uint64_t bar;
	__shared__ __align__(16) int s[128], got[128], all[256];
	cg::cluster_group c = cg::this_cluster();
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	unsigned r = c.block_rank(), to = (r + 1) % 4;

	s[t] = in[i];
	all[t] = all[t + 128] = 0;
	if (!t) {
		ptx::mbarrier_init(&bar, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, 512 + 512);
	}
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	c.sync();
	if (!t) {
		asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(
				     (unsigned)__cvta_generic_to_shared(c.map_shared_rank(got, to))),
			     "r"((unsigned)__cvta_generic_to_shared(s)), "r"((unsigned)__cvta_generic_to_shared(c.map_shared_rank(&bar, to)))
			     : "memory");
		if (r < 2)
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 512, [%2], %3;" ::
					     "r"((unsigned)__cvta_generic_to_shared(all + 128 * (r & 1))), "l"(in + blockIdx.x * 128),
				     "r"((unsigned)__cvta_generic_to_shared(&bar)), "h"((short)(5 << r))
				     : "memory");
	}
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0))
		;
	out[i] = got[t] + 3 * all[t] + 5 * all[t + 128];
	c.sync();
}

// Arrive and wait apart, work between them; some threads have gone before, and those of a warp come by two ways.
extern "C" __global__ void __cluster_dims__(8, 1, 1)
apart(int *out, int rounds)
{
	__shared__ int s[8];
	cg::cluster_group c = cg::this_cluster();
	int t = threadIdx.x, sum = 0;
	unsigned r = c.block_rank();

	if (t >= 96 && r % 2)
		return;
	for (int k = 0; k < rounds; k++) {
		if (!t)
			*c.map_shared_rank(s + r, (r + k) % 8) = k * 100 + r;
		c.barrier_arrive();
		for (int i = 0; i < (int)r * 3; i++)
			sum = sum * 3 + i;
		c.barrier_wait();
		for (int i = 0; i < 8; i++)
			sum = sum * 5 + ((i + k) % 8 == (int)r ? s[i] : 0);
		c.sync();
	}
	if (t & 1) {
		asm volatile("barrier.cluster.arrive;" ::: "memory");
		sum += 1;
		asm volatile("barrier.cluster.wait;" ::: "memory");
	} else {
		sum += 2;
		asm volatile("barrier.cluster.arrive;" ::: "memory");
		asm volatile("barrier.cluster.wait;" ::: "memory");
	}
	out[blockIdx.x * blockDim.x + t] = sum;
}
