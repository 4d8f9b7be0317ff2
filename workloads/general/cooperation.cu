// Votes, shuffles, named barriers, cooperative groups, asynchronous copies, barriers in shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
extern "C" __global__ void
votes(const int *in, unsigned *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = in[i];
	unsigned *p = o + i * 16;
	int k = 0;
	p[k++] = __ballot_sync(~0u, v & 1);
	p[k++] = __any_sync(~0u, v > 90);
	p[k++] = __all_sync(~0u, v < 101);
	p[k++] = __match_any_sync(~0u, v & 7);
	int pr;
	p[k++] = __match_all_sync(~0u, v, &pr);
	p[k++] = pr;
	p[k++] = __reduce_add_sync(~0u, v);
	p[k++] = __reduce_min_sync(~0u, (unsigned)v);
	p[k++] = __reduce_max_sync(~0u, v);
	p[k++] = __reduce_xor_sync(~0u, v);
	p[k++] = __activemask();
	p[k++] = __shfl_xor_sync(~0u, v, 5);
	p[k++] = __shfl_up_sync(~0u, v, 3, 16);
	p[k++] = __shfl_sync(~0u, v, v & 31);
	p[k++] = __match_any_sync(~0u, (long long)v * 3000000000ll);
	if (v & 1) {
		p[k++] = __ballot_sync(__activemask(), v & 2);
	} else {
		__syncwarp(__activemask());
		p[k++] = 0;
	}
}
extern "C" __global__ void
syncs(const int *in, int *o)
{
	int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t];
	int a = __syncthreads_count(v & 1), b = __syncthreads_and(v < 101), c = __syncthreads_or(v == 100);
	o[(blockIdx.x * blockDim.x + t) * 3] = a;
	o[(blockIdx.x * blockDim.x + t) * 3 + 1] = b;
	o[(blockIdx.x * blockDim.x + t) * 3 + 2] = c;
}
extern "C" __global__ void
named(int *o)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t < 64) {
		s[t] = t;
		asm volatile("bar.sync 1,64;");
		o[t] = s[63 - t];
		asm volatile("bar.arrive 2,128;");
	} else {
		asm volatile("bar.sync 2,128;");
		o[t] = s[t - 64] + 1;
		int r;
		asm volatile("{.reg .pred p,q; setp.gt.s32 p,%1,70; barrier.red.or.pred q,3,64,p; selp.s32 %0,1,0,q;}"
			     : "=r"(r)
			     : "r"(t));
		o[t] += r;
	}
}
extern "C" __global__ void
cgtile(const int *in, int *o, int n)
{
	auto b = cg::this_thread_block();
	auto t = cg::tiled_partition<8>(b);
	int i = b.group_index().x * b.size() + b.thread_rank();
	int v = in[i];
	int s = cg::reduce(t, v, cg::plus<int>());
	int m = cg::reduce(t, v, cg::greater<int>());
	int x = cg::exclusive_scan(t, v);
	o[i * 4] = s;
	o[i * 4 + 1] = m;
	o[i * 4 + 2] = x;
	o[i * 4 + 3] = t.shfl_xor(v, 3) + t.meta_group_rank() + t.ballot(v & 1);
}
extern "C" __global__ void
coal(const int *in, int *o, int *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = in[i];
	if (v & 1) {
		auto g = cg::coalesced_threads();
		int base;
		if (g.thread_rank() == 0)
			base = atomicAdd(c, g.size());
		base = g.shfl(base, 0);
		o[i] = base >= 0 ? g.thread_rank() + g.size() * 100 : 0;
	} else {
		auto g = cg::coalesced_threads();
		auto l = cg::labeled_partition(g, v % 3);
		o[i] = l.size() * 1000 + l.thread_rank() + cg::reduce(l, v, cg::plus<int>());
		auto bp = cg::binary_partition(g, v > 50);
		o[i] += bp.size() * 100000;
	}
}
extern "C" __global__ void
tile64(const float *in, float *o)
{
	auto b = cg::this_thread_block();
	auto t = cg::tiled_partition<32>(b);
	float v = in[b.thread_rank()];
	v = cg::reduce(t, v, cg::plus<float>());
	cg::sync(b);
	o[b.thread_rank()] = v;
	auto u = cg::tiled_partition<16>(t);
	u.sync();
	o[b.thread_rank()] += u.any(v > 3) + u.match_any((int)v);
}
extern "C" __global__ void
cpasync(const float4 *in, float4 *o, int n)
{
	__shared__ float4 s[2][128];
	int t = threadIdx.x;
	int nb = n / 128;
	__pipeline_memcpy_async(&s[0][t], in + blockIdx.x * 0 + t, 16);
	__pipeline_commit();
	for (int k = 0; k < nb; k++) {
		if (k + 1 < nb) {
			__pipeline_memcpy_async(&s[(k + 1) & 1][t], in + (k + 1) * 128 + t, 16);
		}
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		float4 v = s[k & 1][127 - t];
		o[k * 128 + t] = make_float4(v.x + 1, v.y, v.z, v.w);
		__syncthreads();
	}
}
extern "C" __global__ void
cpas4(const int *in, int *o, int n)
{
	__shared__ int s[256];
	int i = blockIdx.x * 256 + threadIdx.x;
	unsigned d = __cvta_generic_to_shared(&s[threadIdx.x]);
	int sz = i < n ? 4 : 0;
	asm volatile("cp.async.ca.shared.global [%0],[%1],4,%2;" ::"r"(d), "l"(in + (i < n ? i : 0)), "r"(sz));
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	if (i < n)
		o[i] = s[threadIdx.x ^ 1];
}
extern "C" __global__ void
cgmemcpy(const int *in, int *o)
{
	__shared__ int s[256];
	auto b = cg::this_thread_block();
	cg::memcpy_async(b, s, in + blockIdx.x * 256, sizeof(int) * 256);
	cg::wait(b);
	o[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
