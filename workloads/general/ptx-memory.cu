// What threads do together and with memory, in PTX: votes, loads and stores with hints, atomics, copies, barriers.

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

typedef unsigned u;
typedef unsigned long long ull;

#define SA(p) ((u)__cvta_generic_to_shared(p))
extern "C" __global__ void
warp_ops(const u *in, u *o, int n)
{
	int i = GLOBAL;
	u v = in[i];
	int k = 0;
	u d, e;
#define W(e) o[k++ * n + i] = (u)(e);
	asm volatile("activemask.b32 %0;" : "=r"(d));
	W(d)
	asm volatile("{.reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p;}" : "=r"(d), "=r"(e));
	W(d)
	W(e)
	W(__reduce_add_sync(~0u, v)) W(__reduce_min_sync(~0u, v)) W(__reduce_max_sync(~0u, (int)v)) W(__reduce_and_sync(~0u, v))
		W(__reduce_or_sync(~0u, v)) W(__reduce_xor_sync(~0u, v)) W(__match_any_sync(~0u, v & 3))
	{
		int p;
		W(__match_all_sync(~0u, v & 1, &p)) W(p)
	}
	W(__match_any_sync(~0u, (ull)(v & 1) << 40))
	{
		u m = __ballot_sync(~0u, v & 1);
		if (v & 1) {
			W(__reduce_add_sync(m, v))
			W(__shfl_sync(m, v, 3))
			W(__match_any_sync(m, v & 6)) asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}"
								   : "=r"(d), "=r"(e)
								   : "r"(m));
			W(d) W(e)
		} else {
			W(__reduce_max_sync(~m, v))
			W(__shfl_down_sync(~m, v, 3)) W(__popc(__activemask())) W(__any_sync(~m, v & 2)) W(__all_sync(~m, v & 0))
		}
	}
	asm volatile("{.reg .pred p; shfl.sync.bfly.b32 %0|p, %2, 3, 0x1c1f, 0xffffffff; selp.u32 %1, 1, 0, p;}"
		     : "=r"(d), "=r"(e)
		     : "r"(v));
	W(d)
	W(e)
	asm volatile("{.reg .pred p; shfl.sync.up.b32 %0|p, %2, 5, 0x1000, 0xffffffff; selp.u32 %1, 1, 0, p;}"
		     : "=r"(d), "=r"(e)
		     : "r"(v));
	W(d)
	W(e)
	asm volatile("{.reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, 0x181f, 0xffffffff; selp.u32 %1, 1, 0, p;}"
		     : "=r"(d), "=r"(e)
		     : "r"(v), "r"(v & 31));
	W(d)
	W(e)
	asm volatile("{.reg .pred p; shfl.sync.idx.b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 0, p;}"
		     : "=r"(d), "=r"(e)
		     : "r"(v), "r"(v >> 3 & 31), "r"(v & 0x1f1f));
	W(d) W(e) asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%lanemask_eq;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%nsmid;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(d));
	W(d) asm volatile("mov.u32 %0, %%aggr_smem_size;" : "=r"(d));
	W(d) asm volatile("{.reg .pred p; vote.sync.uni.pred p, 1, 0xffffffff; selp.u32 %0, 1, 0, p;}" : "=r"(d));
	W(d)
}
extern "C" __global__ void
reserved(u *o)
{
	u d;
	int k = 0;
#define Q(r)                                           \
	asm volatile("mov.u32 %0, %" r ";" : "=r"(d)); \
	o[k++] = d;
	Q("%reserved_smem_offset_begin")
	Q("%reserved_smem_offset_end")
	Q("%reserved_smem_offset_cap") Q("%reserved_smem_offset_0") Q("%reserved_smem_offset_1") Q("%total_smem_size")
		Q("%aggr_smem_size") Q("%dynamic_smem_size")
}
extern "C" __global__ void
loads(const int4 *in, const ull *in2, int4 *o, ull *w, int n)
{
	int i = GLOBAL;
	int4 a, b, c;
	int k = 0;
	ull pol, p2, p3;
#define LD(t, v, ...)                                             \
	asm volatile(t " {%0,%1,%2,%3}, [%4]" __VA_ARGS__ ";"     \
		     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) \
		     : "l"(in + i), "l"(pol));                    \
	o[k++ * n + i] = v;
	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(pol));
	asm volatile("createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %0, 1.0;" : "=l"(p2));
	asm volatile("createpolicy.range.L2::evict_last.L2::evict_first.b64 %0, [%1], 0x10000, 0x20000;" : "=l"(p3) : "l"(in));
	LD("ld.global.nc.L1::no_allocate.L2::128B.v4.s32", a)
	LD("ld.global.nc.L2::256B.v4.s32", b)
	LD("ld.global.L1::evict_last.v4.s32", c) LD("ld.global.L2::cache_hint.v4.s32", a, ", %5")
		LD("ld.global.nc.L1::evict_first.L2::cache_hint.L2::64B.v4.s32", b, ", %5") LD("ld.volatile.global.v4.s32", c)
			LD("ld.relaxed.sys.global.v4.s32", a) LD("ld.global.cs.v4.s32", b) LD("ld.global.cg.v4.s32", c)
				LD("ld.global.lu.v4.s32", a) LD("ld.global.ca.v4.s32", b) LD("ld.global.cv.v4.s32", c)
					LD("ldu.global.v4.s32", a) LD("ld.global.L1::evict_unchanged.v4.s32", b)
						LD("ld.acquire.gpu.global.v4.s32", c) LD("ld.weak.v4.s32", a) u x;
	asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(x) : "l"(in + i));
	w[i] = x;
	asm volatile("ld.mmio.relaxed.sys.global.u32 %0, [%1];" : "=r"(x) : "l"(in + i));
	w[n + i] = x;
	asm volatile("ld.global.nc.u8 %0, [%1];" : "=r"(x) : "l"(in + i));
	w[2 * n + i] = x;
	asm volatile("ld.global.s16 %0, [%1];" : "=r"(x) : "l"((char *)(in + i) + 2));
	w[3 * n + i] = x;
	asm volatile("prefetch.global.L1 [%0];" ::"l"(in + i));
	asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i));
	asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(in + i));
	asm volatile("prefetchu.L1 [%0];" ::"l"(in + i));
	asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(w));
	asm volatile("cp.async.bulk.prefetch.L2.global [%0], 256;" ::"l"(in));
}
extern "C" __global__ void
stores(const int4 *in, int4 *o, int n)
{
	int i = GLOBAL;
	int4 v = in[i];
	int k = 0;
	ull pol;
	asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(pol));
#define ST(t, ...)                                                                                                            \
	asm volatile(t " [%0], {%1,%2,%3,%4}" __VA_ARGS__ ";" ::"l"(o + k++ * n + i), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), \
		     "l"(pol)                                                                                                 \
		     : "memory");
	ST("st.global.cs.v4.s32")
	ST("st.global.cg.v4.s32")
	ST("st.global.wt.v4.s32") ST("st.global.wb.v4.s32") ST("st.global.L1::no_allocate.v4.s32")
		ST("st.global.L1::evict_last.v4.s32") ST("st.global.L2::cache_hint.v4.s32", ", %5")
			ST("st.release.gpu.global.v4.s32") ST("st.relaxed.cta.global.v4.s32") ST("st.volatile.global.v4.s32")
				ST("st.v4.s32") asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(o + k++ * n + i), "r"(v.x)
							     : "memory");
	asm volatile("st.mmio.relaxed.sys.global.u32 [%0], %1;" ::"l"(o + k++ * n + i), "r"(v.y) : "memory");
	asm volatile("st.global.u16 [%0], %1;" ::"l"(o + k++ * n + i), "h"((short)v.x) : "memory");
	asm volatile("discard.global.L2 [%0], 128;" ::"l"((char *)(o + k * n) + (GLOBAL / 8) * 128) : "memory");
	asm volatile("fence.acq_rel.gpu;" ::: "memory");
	asm volatile("fence.sc.sys;" ::: "memory");
	asm volatile("fence.acq_rel.cluster;" ::: "memory");
	asm volatile("fence.proxy.async;" ::: "memory");
	asm volatile("fence.proxy.async.global;" ::: "memory");
	asm volatile("fence.proxy.alias;" ::: "memory");
	asm volatile("membar.sys;" ::: "memory");
	asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
	asm volatile("nanosleep.u32 100;");
	asm volatile("griddepcontrol.wait;" ::: "memory");
	asm volatile("griddepcontrol.launch_dependents;");
	asm volatile("pmevent 3;");
}
extern "C" __global__ void
atomics(const u *in, u *p, ull *q, float *f, double *g, u *h, int n)
{
	int i = GLOBAL;
	short hz;
	u v = in[i], d;
	ull e;
	ull pol;
	asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(pol));
	asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(d) : "l"(p), "r"(v));
	asm volatile("red.global.max.s32 [%0], %1;" ::"l"(p + 1), "r"(v));
	asm volatile("atom.acquire.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(d) : "l"(p + 2), "r"(77));
	asm volatile("red.release.sys.global.dec.u32 [%0], %1;" ::"l"(p + 3), "r"(99));
	asm volatile("red.global.add.L2::cache_hint.u32 [%0], %1, %2;" ::"l"(p + 4), "r"(v), "l"(pol));
	asm volatile("atom.global.and.b32 %0, [%1], %2;" : "=r"(d) : "l"(p + 5), "r"(v | 0xff));
	asm volatile("red.global.add.u64 [%0], %1;" ::"l"(q), "l"((ull)v << 20));
	asm volatile("atom.global.min.s64 %0, [%1], %2;" : "=l"(e) : "l"(q + 1), "l"((ull)v * 7 - 1000));
	asm volatile("red.global.xor.b64 [%0], %1;" ::"l"(q + 2), "l"((ull)v * v));
	asm volatile("atom.global.max.u64 %0, [%1], %2;" : "=l"(e) : "l"(q + 3), "l"((ull)v * v));
	asm volatile("red.global.add.f32 [%0], %1;" ::"l"(f), "f"((float)(v & 255)));
	asm volatile("red.global.add.f64 [%0], %1;" ::"l"(g), "d"((double)(v & 255)));
	asm volatile("red.global.v4.f32.add [%0], {%1,%2,%3,%4};" ::"l"(f + 4), "f"(1.f), "f"(2.f), "f"((float)(v & 15)), "f"(4.f));
	asm volatile("red.global.v2.f32.add [%0], {%1,%2};" ::"l"(f + 2), "f"(1.f), "f"((float)(v & 15)));
	asm volatile("{.reg .f32 a, b; atom.global.v2.f32.add {a, b}, [%0], {%1,%2};}" ::"l"(f + 8), "f"(1.f),
		     "f"((float)(v & 15)));
	asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(h), "r"(0x3c003c00));
	asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(h + 1), "r"(0x3f803f80));
	asm volatile("atom.global.add.noftz.f16 %0, [%1], %2;" : "=h"(*(short *)&hz) : "l"(h + 2), "h"((short)0x3c00));
	asm volatile("red.global.v2.f16x2.add.noftz [%0], {%1,%2};" ::"l"(h + 4), "r"(0x3c003c00), "r"(0x3c004000));
	asm volatile("red.global.v4.bf16x2.max.noftz [%0], {%1,%2,%3,%4};" ::"l"(h + 8), "r"(v & 0x3fff3fff), "r"(0x3c004000),
		     "r"(5), "r"(v >> 3 & 0x3fff3fff));
	asm volatile("red.global.v4.f16x2.min.noftz [%0], {%1,%2,%3,%4};" ::"l"(h + 12), "r"(v | 0x80000000 & 0x7bff7bff),
		     "r"(0x3c004000), "r"(5), "r"(v >> 3 & 0x3fff3fff));
	__uint128_t x = ((__uint128_t)v << 64) | i, y;

	asm volatile("atom.global.exch.b128 %0, [%1], %2;" : "=q"(y) : "l"(q + 4), "q"(x));

	asm volatile("atom.global.cas.b128 %0, [%1], %2, %3;" : "=q"(y) : "l"(q + 6), "q"((__uint128_t)0), "q"((__uint128_t)5));
	{
		short z;
		asm volatile("atom.global.cas.b16 %0, [%1], %2, %3;" : "=h"(z) : "l"(h + 16), "h"((short)0), "h"((short)9));
	}
	asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(d) : "l"(p + 6), "r"(7));
}
extern "C" __global__ void
shared_atomics(const u *in, u *o, int n)
{
	__shared__ u s[16];
	__shared__ ull t[4];
	__shared__ float f[2];
	__shared__ double g[2];
	if (threadIdx.x < 16)
		s[threadIdx.x] = 0;
	if (threadIdx.x < 4)
		t[threadIdx.x] = 0;
	if (threadIdx.x < 2)
		f[threadIdx.x] = g[threadIdx.x] = 0;
	__syncthreads();
	u v = in[GLOBAL], d;
	ull e;
	asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(d) : "r"(SA(s)), "r"(v));
	asm volatile("red.shared.max.s32 [%0], %1;" ::"r"(SA(s + 1)), "r"(v));
	asm volatile("red.shared.inc.u32 [%0], %1;" ::"r"(SA(s + 2)), "r"(30));
	asm volatile("red.shared.add.u64 [%0], %1;" ::"r"(SA(t)), "l"((ull)v << 20));
	asm volatile("red.shared.min.s64 [%0], %1;" ::"r"(SA(t + 1)), "l"((ull)v - 500));
	asm volatile("atom.shared.or.b64 %0, [%1], %2;" : "=l"(e) : "r"(SA(t + 2)), "l"(1ull << (v & 63)));
	asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(SA(f)), "f"((float)(v & 15)));
	asm volatile("red.shared.add.f64 [%0], %1;" ::"r"(SA(g)), "d"((double)(v & 15)));
	asm volatile("atom.shared::cta.exch.b64 %0, [%1], %2;" : "=l"(e) : "r"(SA(t + 3)), "l"(9ull));
	asm volatile("red.shared.add.noftz.f16x2 [%0], %1;" ::"r"(SA(s + 3)), "r"(0x3c003c00));
	asm volatile("red.shared.xor.b32 [%0], %1;" ::"r"(SA(s + 4)), "r"(v * 77));
	__syncthreads();
	if (threadIdx.x < 5)
		o[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
	if (threadIdx.x < 4) {
		o[blockIdx.x * 32 + 8 + threadIdx.x * 2] = (u)t[threadIdx.x];
		o[blockIdx.x * 32 + 9 + threadIdx.x * 2] = (u)(t[threadIdx.x] >> 32);
	}
	if (!threadIdx.x) {
		o[blockIdx.x * 32 + 16] = __float_as_uint(f[0]);
		o[blockIdx.x * 32 + 17] = (u)g[0];
	}
}
extern "C" __global__ void
cp_async(const int *in, int *o, int n)
{
	__shared__ alignas(16) int s[4][128];
	int i = GLOBAL;
	ull pol;
	asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(pol));
	int t = threadIdx.x;
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SA(&s[0][t])), "l"(in + i));
	asm volatile("cp.async.commit_group;");
	if (t < 32) {
		asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(SA(&s[1][t * 4])),
			     "l"(in + blockIdx.x * 128 + t * 4));
		asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(SA(&s[2][t * 4])),
			     "l"(in + blockIdx.x * 128 + t * 4), "l"(pol));
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(SA(&s[3][t * 4])),
			     "l"(in + blockIdx.x * 128 + t * 4), "r"((t & 3) * 4 + 1));
	}
	asm volatile("cp.async.commit_group;");
	asm volatile("cp.async.wait_group 1;");
	o[i] = s[0][t];
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	o[n + i] = s[1][127 - t];
	o[2 * n + i] = s[2][t ^ 3];
	o[3 * n + i] = s[3][t];
	asm volatile("cp.async.ca.shared.global [%0], [%1], 8, 0;" ::"r"(SA(&s[0][t & 126])), "l"(in));
	asm volatile("{.reg .pred p; setp.lt.s32 p, %2, 10; @p cp.async.ca.shared.global [%0], [%1], 4, p;}" ::"r"(SA(&s[1][t])),
		     "l"(in + i), "r"(t));
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	o[4 * n + i] = s[0][t];
	o[5 * n + i] = s[1][t];
}
extern "C" __global__ void
mbarriers(const int *in, int *o, int n)
{
	__shared__ alignas(8) ull b[2];
	__shared__ alignas(128) int s[256];
	int t = threadIdx.x, i = GLOBAL;
	u d = 0, e;
	ull st;
	if (t == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(SA(b)), "r"(blockDim.x));
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(SA(b + 1)));
		asm volatile("fence.mbarrier_init.release.cluster;");
	}
	__syncthreads();
	s[t] = in[i];
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(st) : "r"(SA(b)) : "memory");
	do
		asm volatile("{.reg .pred p; mbarrier.try_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
			     : "=r"(d)
			     : "r"(SA(b)), "l"(st)
			     : "memory");
	while (!d);
	o[i] = s[127 - t];
	if (t == 0) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(SA(b + 1)) : "memory");
		asm volatile("fence.proxy.async.shared::cta;");
		asm volatile(
			"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(SA(s)),
			"l"(in + blockIdx.x * 128), "r"(SA(b + 1))
			: "memory");
	}
	do
		asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0, 1000; selp.u32 %0, 1, 0, p;}"
			     : "=r"(d)
			     : "r"(SA(b + 1))
			     : "memory");
	while (!d);
	o[n + i] = s[t] * 2;
	asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(e) : "l"(st));
	o[2 * n + i] = (int)e >= 1;
	__syncthreads();
	s[t] = in[i] + t;
	asm volatile("fence.proxy.async.shared::cta;");
	__syncthreads();
	if (t == 0) {
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(o + 3 * n + blockIdx.x * 128),
			     "r"(SA(s))
			     : "memory");
		asm volatile("cp.async.bulk.commit_group;");
		asm volatile("cp.async.bulk.wait_group.read 0;");
		asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
	}
	__syncthreads();
	if (t == 0) {
		asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(SA(b)));
	}
}
__global__ void __cluster_dims__(2, 1, 1) st_async_k(const int *in, int *o)
{
	__shared__ alignas(8) ull b;
	__shared__ alignas(16) int s[128];
	int t = threadIdx.x;
	u rank, d, rs, rb;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	s[t] = 0;
	if (t == 0) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(SA(&b)));
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 768;" ::"r"(SA(&b)) : "memory");
	}
	asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rs) : "r"(SA(&s[t])), "r"(rank ^ 1));
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb) : "r"(SA(&b)), "r"(rank ^ 1));
	if (t < 64)
		asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(rs), "r"(in[GLOBAL]),
			     "r"(rb)
			     : "memory");
	u ra;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(ra) : "r"(SA(&s[64 + (t & 7)])), "r"(rank ^ 1));
	asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(ra),
		     "r"(t), "r"(rb)
		     : "memory");
	do
		asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
			     : "=r"(d)
			     : "r"(SA(&b))
			     : "memory");
	while (!d);
	o[GLOBAL] = s[t];
	asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}
extern "C" __global__ void
bars(const int *in, int *o, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x, i = GLOBAL;
	u d;
	s[t] = in[i];
	asm volatile("barrier.sync 3, 128;" ::: "memory");
	o[i] = s[t ^ 33];
	asm volatile("{.reg .pred p; setp.gt.s32 p, %1, 0; barrier.red.popc.u32 %0, 1, p;}" : "=r"(d) : "r"(in[i]));
	o[n + i] = d;
	asm volatile("{.reg .pred p, q; setp.gt.s32 p, %1, 98; barrier.red.or.pred q, 2, 128, p; selp.u32 %0, 1, 0, q;}"
		     : "=r"(d)
		     : "r"(in[i]));
	o[2 * n + i] = d;
	if (t < 64) {
		asm volatile("bar.arrive 4, 128;" ::: "memory");
		o[3 * n + i] = 1;
	} else {
		asm volatile("bar.sync 4, 128;" ::: "memory");
		o[3 * n + i] = 2;
	}
	o[4 * n + i] = __syncthreads_count(in[i] & 1) * 1000 + __syncthreads_and(in[i] > -99) * 10 + __syncthreads_or(in[i] == 5);
}
extern "C" __global__ void
redux_uniform(const int *in, int *o, int n)
{
	int i = GLOBAL;
	int v = in[i];
	int w = __shfl_sync(~0u, v, 0);
	int r = 0;
	for (int k = 0; k < (w & 7) + 1; k++) {
		r += __reduce_add_sync(~0u, v >> k) * k;
		if (__any_sync(~0u, (v >> k & 31) == 3))
			r ^= 0x55;
		if (__all_sync(~0u, r & 1))
			break;
	}
	o[i] = r + __popc(__ballot_sync(~0u, v > w));
}
extern "C" __global__ void
alloca_(const int *in, int *o, int n)
{
	int i = GLOBAL;
	int m = in[i] & 15;
	int *p = (int *)alloca(m * 4 + 4);
	for (int k = 0; k <= m; k++)
		p[k] = k * in[i];
	int s = 0;
	for (int k = 0; k <= m; k++)
		s += p[m - k] ^ k;
	o[i] = s;
}
