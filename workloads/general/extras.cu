// Wide atomics, waits with a time, policies for bulk copies, dependent launches, copies of groups, addresses, tables of functions.
#include <cuda/barrier>
#include <cuda/atomic>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>
#include <cuda/std/chrono>
namespace cg = cooperative_groups;
typedef unsigned long long u64;
static __device__ unsigned sh(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void
vecred(float4 *f, float2 *g, uint4 *h, uint2 *h2, float4 *out)
{
	float4 v = make_float4(1, 2, 3, threadIdx.x);
	atomicAdd(f, v);
	atomicAdd(g, make_float2(1, threadIdx.x));
	asm volatile("red.global.v4.f32.add [%0], {%1,%2,%3,%4};" ::"l"(f + 1), "f"(1.f), "f"(2.f), "f"(3.f), "f"(v.w) : "memory");
	asm volatile("red.global.v4.f16x2.add.noftz [%0], {%1,%1,%1,%1};" ::"l"(h), "r"(0x3c003c00) : "memory");
	asm volatile("red.global.v2.bf16x2.add.noftz [%0], {%1,%1};" ::"l"(h2), "r"(0x3f803f80) : "memory");
	float4 r;
	asm volatile("atom.global.v4.f32.add {%0,%1,%2,%3}, [%4], {%5,%5,%5,%5};" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(f + 2 + threadIdx.x), "f"(2.f) : "memory");
	out[threadIdx.x] = r;
}
extern "C" __global__ void
shared128(ulonglong2 *o)
{
	__shared__ alignas(16) unsigned __int128 s;
	if (!threadIdx.x) s = 5;
	__syncthreads();
	unsigned __int128 old = s, seen;
	while ((seen = atomicCAS(&s, old, old + ((unsigned __int128)1 << 70) + 1)) != old) old = seen;
	__syncthreads();
	((unsigned __int128 *)o)[threadIdx.x] = threadIdx.x ? 0 : atomicExch(&s, (unsigned __int128)7);
}
extern "C" __global__ void
timed(int *o)
{
	using B = cuda::barrier<cuda::thread_scope_block>;
	__shared__ B b;
	if (!threadIdx.x) init(&b, blockDim.x);
	__syncthreads();
	auto t = b.arrive();
	int n = 0;
	while (!b.try_wait_for(std::move(t), cuda::std::chrono::nanoseconds(1000))) n++;
	o[threadIdx.x] = n >= 0;
	asm volatile("{.reg .pred p; .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; L: mbarrier.try_wait.shared.b64 p, [%0], t, 0x1234; @!p bra L;}" ::"r"(sh(&b)) : "memory");
	o[threadIdx.x] += 2;
}
extern "C" __global__ void
hinted(const int *in, int *out)
{
	__shared__ alignas(128) int s[128];
	__shared__ u64 b;
	u64 policy;
	if (!threadIdx.x) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(sh(&b)) : "memory");
		asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
		asm volatile("cp.async.bulk.prefetch.L2.global [%0], 512;" ::"l"(in));
		asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 512;" ::"r"(sh(&b)) : "memory");
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], 512, [%2], %3;" ::"r"(sh(s)), "l"(in), "r"(sh(&b)), "l"(policy) : "memory");
	}
	__syncthreads();
	asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra L;}" ::"r"(sh(&b)) : "memory");
	s[threadIdx.x] += threadIdx.x;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (!threadIdx.x) {
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(sh(s)) : "memory");
		asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
	}
}
extern "C" __global__ void
dependent(const int *in, int *out)
{
	asm volatile("griddepcontrol.launch_dependents;");
	cudaGridDependencySynchronize();
	out[threadIdx.x] = in[threadIdx.x] + 1;
}
extern "C" __global__ void
cgcopy(const int4 *in, int4 *out)
{
	__shared__ int4 s[64];
	auto b = cg::this_thread_block();
	auto t = cg::tiled_partition<32>(b);
	cg::memcpy_async(b, s, in, sizeof s);
	cg::wait(b);
	int4 v = s[63 - threadIdx.x];
	b.sync();
	cg::memcpy_async(t, s + t.meta_group_rank() * 32, in + 64 + t.meta_group_rank() * 32, sizeof(int4) * 32);
	cg::wait_prior<0>(t);
	t.sync();
	v.x += s[threadIdx.x ^ 1].x;
	out[threadIdx.x] = v;
}
extern "C" __global__ void
qspc(int *o, int *g)
{
	__shared__ int s[2];
	unsigned r;
	void *p = threadIdx.x & 1 ? (void *)s : (void *)g;
	asm volatile("{.reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0,1,0,p;}" : "=r"(r) : "l"(p));
	o[threadIdx.x] = r;
	if (r) { unsigned a; asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(a) : "r"(sh(s))); unsigned k; asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(k) : "r"(a)); o[threadIdx.x] += 10 * k; }
}
struct F { virtual __device__ int f(int) const = 0; };
template <int N> struct G : F { __device__ int f(int x) const override { return x % (N + 2) + N; } };
extern "C" __global__ void
tables(int *o, int n)
{
	__shared__ char room[8][16];
	if (!threadIdx.x) { new (room[0]) G<0>; new (room[1]) G<1>; new (room[2]) G<2>; new (room[3]) G<3>; }
	__syncthreads();
	int v = threadIdx.x;
	for (int i = 0; i < n; i++) v += ((F *)room[(v + i) & 3])->f(v * 7);
	o[threadIdx.x] = v;
}
