// Intrinsics and inline PTX: numbers in a word, bits, caches, scopes, atomics of every type, generic addresses.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda/atomic>

#define I                                                                                                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                                 \
	if (i >= n)                                                                                                                    \
		return;

extern "C" __global__ void
words(const unsigned *a, const unsigned *b, unsigned *o, int n)
{
	I const unsigned x = a[i], y = b[i], z = x * 2654435761u ^ y;
	unsigned *p = o + i * 64;
	int k = 0;

	p[k++] = __vadd2(x, y);
	p[k++] = __vaddss4(x, y);
	p[k++] = __vaddus2(x, y);
	p[k++] = __vaddus4(x, y);
	p[k++] = __vsub4(x, y);
	p[k++] = __vsubss2(x, y);
	p[k++] = __vsubss4(x, y);
	p[k++] = __vsubus2(x, y);
	p[k++] = __vabs4(x);
	p[k++] = __vabsss2(x);
	p[k++] = __vabsss4(x);
	p[k++] = __vabsdiffs2(x, y);
	p[k++] = __vabsdiffs4(x, y);
	p[k++] = __vabsdiffu2(x, y);
	p[k++] = __vavgs2(x, y);
	p[k++] = __vavgs4(x, y);
	p[k++] = __vavgu2(x, y);
	p[k++] = __vhaddu2(x, y);
	p[k++] = __vhaddu4(x, y);
	p[k++] = __vcmpeq2(x, y);
	p[k++] = __vcmpges4(x, y);
	p[k++] = __vcmpgeu2(x, y);
	p[k++] = __vcmpgtu4(x, y);
	p[k++] = __vcmples2(x, y);
	p[k++] = __vcmpleu4(x, y);
	p[k++] = __vcmplts4(x, y);
	p[k++] = __vcmpltu2(x, y);
	p[k++] = __vcmpne4(x, y);
	p[k++] = __vmaxs4(x, y);
	p[k++] = __vmaxu2(x, y);
	p[k++] = __vmaxu4(x, y);
	p[k++] = __vmins2(x, y);
	p[k++] = __vmins4(x, y);
	p[k++] = __vminu2(x, y);
	p[k++] = __vneg2(x);
	p[k++] = __vnegss2(x);
	p[k++] = __vnegss4(x);
	p[k++] = __vsads4(x, y);
	p[k++] = __vsadu2(x, y);
	p[k++] = __vseteq2(x, y) + __vsetges4(x, y);
	p[k++] = __vsetgtu2(x, y) + __vsetne4(x, y);
	p[k++] = __vimax_s16x2_relu(x, y);
	p[k++] = __vimin3_u16x2(x, y, z);
	p[k++] = __vimax3_s32_relu((int)x, (int)y, (int)z);
	p[k++] = __viaddmin_s16x2(x, y, z);
	p[k++] = __viaddmax_u16x2(x, y, z);
	p[k++] = __viaddmin_s32_relu((int)x, (int)y, (int)z);
	p[k++] = __dp4a((int)x, (int)y, (int)z);
	p[k++] = __dp4a(x, y, z);
	p[k++] = __dp2a_lo((int)x, (int)y, (int)z);
	p[k++] = __dp2a_hi(x, y, z);
	p[k++] = __byte_perm(x, y, z);
	p[k++] = __funnelshift_l(x, y, z);
	p[k++] = __funnelshift_rc(x, y, z & 63);
	p[k++] = __funnelshift_r(x, y, z);
	p[k++] = __funnelshift_lc(x, y, z & 63);
	p[k++] = __fns(x, z & 31, (int)(y & 7) - 3);
	p[k++] = __brev(x) + __clz(y) + __ffs(z) + __popc(x);
	p[k++] = __mulhi((int)x, (int)y) + __mul24((int)x, (int)y);
	p[k++] = __umulhi(x, y) + __umul24(x, y);
	p[k++] = __sad((int)x, (int)y, z);
	p[k++] = __usad(x, y, z) + __hadd((int)x, (int)y);
	p[k++] = __rhadd((int)x, (int)y) + __uhadd(x, y) + __urhadd(x, y);
	p[k++] = __nv_bswap32(x);
}

typedef __int128 s128;
typedef unsigned __int128 u128;

extern "C" __global__ void
wide(const u128 *a, const u128 *b, u128 *o, int n)
{
	I const u128 x = a[i], y = b[i] >> (i & 127);
	u128 *p = o + i * 12;

	p[0] = x * y;
	p[1] = y ? x / y : 0;
	p[2] = y ? x % y : 0;
	p[3] = (u128)((s128)x / (s128)(y | 1));
	p[4] = (u128)((s128)x % (s128)(y | 1));
	p[5] = (u128)((s128)x >> (i & 127));
	p[6] = x << (i & 127);
	p[7] = x > y ? x - y : y - x;
	p[8] = (s128)x < (s128)y;
	p[9] = (u128)(double)(x >> 70) + (u128)(float)(y & 0xffffffffff);
	p[10] = (u128)(unsigned long long)x * (unsigned long long)y;
	p[11] = (u128)__mul64hi((long long)x, (long long)y) + __umul64hi((unsigned long long)x, (unsigned long long)y);
}

template <class T>
static __device__ T
sum(const T *p, T v)
{
	return *p + v;
}

extern "C" __global__ void
loads(const int4 *in, int *o, int n)
{
	__shared__ int4 s[256];
	I int4 v, w;
	unsigned long long policy;
	int r, g;

	asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.s32 {%0,%1,%2,%3}, [%4];"
		     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(in + i));
	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy));
	asm volatile("ld.global.L2::cache_hint.v2.s32 {%0,%1}, [%2], %3;" : "=r"(w.x), "=r"(w.y) : "l"(in + (n - 1 - i)), "l"(policy));
	asm volatile("createpolicy.range.global.L2::evict_first.L2::evict_unchanged.b64 %0, [%1], 4096, 8192;" : "=l"(policy) : "l"(in));
	asm volatile("ld.global.lu.s32 %0, [%1+8];" : "=r"(w.z) : "l"(in + i));
	asm volatile("ld.volatile.global.s32 %0, [%1+12];" : "=r"(w.w) : "l"(in + i));
	asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(in + i));
	asm volatile("prefetchu.L1 [%0];" ::"l"(in + i));
	asm volatile("prefetch.global.L1 [%0];" ::"l"(in + i));
	asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"((const char *)in));
	s[threadIdx.x] = v;
	asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(r) : "l"(in + i));
	asm volatile("{.reg .pred p,q; isspacep.shared p, %1; isspacep.global q, %2; selp.s32 %0, 1, 0, p; @q add.s32 %0, %0, 2;}"
		     : "=r"(g) : "l"(s + threadIdx.x), "l"(in + i));
	asm volatile("st.global.cs.v4.s32 [%0], {%1,%2,%3,%4};" ::"l"(o + i * 12), "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w) : "memory");
	asm volatile("st.relaxed.sys.global.s32 [%0], %1;" ::"l"(o + i * 12 + 4), "r"(r) : "memory");
	asm volatile("st.global.wt.s32 [%0], %1;" ::"l"(o + i * 12 + 5), "r"(g) : "memory");
	asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(o + i * 12 + 6), "r"(v.w) : "memory");
	asm volatile("fence.acq_rel.gpu; fence.sc.cta; membar.sys; fence.acq_rel.cluster;" ::: "memory");
	const int *generic = i & 1 ? &s[threadIdx.x].y : &in[i].y;
	o[i * 12 + 7] = sum(generic, 1);
	o[i * 12 + 8] = *(volatile int *)&s[threadIdx.x].z;
	o[i * 12 + 9] = (int)__isGlobal(generic) + 2 * (int)__isShared(generic) + 4 * (int)__isLocal(generic) + 8 * (int)__isConstant(generic);
	int local[4] = {r, g, v.x, v.y};
	int *which = i % 3 ? local + (i & 3) : &s[threadIdx.x].x;
	o[i * 12 + 10] = *which;
	o[i * 12 + 11] = (int)__isLocal(which) + 2 * (int)__isShared(which) + 4 * (int)__isGlobal(which);
}

extern "C" __global__ void
atomics(const int *in, int *o, unsigned long long *w, float *f, __half2 *h, __nv_bfloat162 *b, int n)
{
	__shared__ int s[8];
	__shared__ float sf[2];
	__shared__ unsigned long long sw[2];
	if (threadIdx.x < 8)
		s[threadIdx.x] = 0;
	if (threadIdx.x < 2)
		sf[threadIdx.x] = 0, sw[threadIdx.x] = 0;
	__syncthreads();
	I const int v = in[i];
	cuda::atomic_ref<int, cuda::thread_scope_device> r(o[0]);
	cuda::atomic_ref<int, cuda::thread_scope_block> rb(s[0]);
	cuda::atomic_ref<float, cuda::thread_scope_device> rf(f[0]);
	cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> rw(w[0]);
	cuda::std::atomic_ref<int> rs(o[1]);

	r.fetch_add(v, cuda::memory_order_relaxed);
	rb.fetch_max(v);
	rf.fetch_add((float)(v & 15));
	rw.fetch_xor((unsigned long long)v * 0x9e3779b97f4a7c15, cuda::memory_order_acq_rel);
	rs.fetch_or(1 << (v & 31));
	int old = o[2];
	while (!cuda::atomic_ref<int>(o[2]).compare_exchange_weak(old, old + v))
		;
	asm volatile("red.relaxed.gpu.global.add.noftz.f16x2 [%0], %1;" ::"l"(h), "r"(0x3c003c00) : "memory");
	asm volatile("red.relaxed.gpu.global.add.noftz.bf16x2 [%0], %1;" ::"l"(b), "r"(0x3f803f80) : "memory");
	asm volatile("red.global.gpu.inc.u32 [%0], 1000;" ::"l"(o + 3) : "memory");
	asm volatile("red.global.cta.max.s64 [%0], %1;" ::"l"(w + 1 + blockIdx.x), "l"((long long)v - 50) : "memory");
	atomicAdd_block(&s[1], v);
	atomicSub(&s[2], v);
	atomicMin(&s[3], v - 100);
	atomicInc((unsigned *)&s[4], 37);
	atomicDec((unsigned *)&s[5], 37);
	atomicXor(&s[6], v * 77);
	atomicAdd(&sf[0], (float)(v & 7));
	atomicAdd(&sw[0], 1ull << 33 | (unsigned)v);
	atomicMax((long long *)&sw[1], (long long)v << 32);
	__syncthreads();
	if (threadIdx.x < 8)
		o[8 + blockIdx.x * 8 + threadIdx.x] = s[threadIdx.x];
	if (threadIdx.x < 2) {
		f[1 + blockIdx.x * 2 + threadIdx.x] = sf[threadIdx.x];
		w[16 + blockIdx.x * 2 + threadIdx.x] = sw[threadIdx.x];
	}
}

extern "C" __global__ void
atomic128(ulonglong2 *o)
{
	unsigned __int128 *p = (unsigned __int128 *)o;
	unsigned __int128 old = *p, next;

	do {
		next = old + ((unsigned __int128)(threadIdx.x + 1) << 60);
		const unsigned __int128 seen = atomicCAS(p, old, next);
		if (seen == old)
			break;
		old = seen;
	} while (true);
	__syncthreads();
	if (!threadIdx.x)
		((unsigned __int128 *)o)[1] = atomicExch(p + 2, *p);
}

extern "C" __global__ void
warp(const int *in, unsigned *o, int n)
{
	I const int v = in[i];
	unsigned *p = o + i * 16;
	unsigned r, q;
	int k = 0;

	asm volatile("{.reg .pred p; shfl.sync.up.b32 %0|p, %2, 5, 0x0, -1; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(q) : "r"(v));
	p[k++] = r, p[k++] = q;
	asm volatile("{.reg .pred p; shfl.sync.bfly.b32 %0|p, %2, 3, 0x1c03, -1; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(q) : "r"(v));
	p[k++] = r, p[k++] = q;
	asm volatile("{.reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, 0x101f, -1; selp.u32 %1, 1, 0, p;}"
		     : "=r"(r), "=r"(q) : "r"(v), "r"(v & 7));
	p[k++] = r, p[k++] = q;
	asm volatile("match.any.sync.b64 %0, %1, -1;" : "=r"(r) : "l"((long long)(v & 3) << 40));
	p[k++] = r;
	asm volatile("{.reg .pred p; match.all.sync.b32 %0|p, %2, -1; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(q) : "r"(v >> 10));
	p[k++] = r, p[k++] = q;
	asm volatile("redux.sync.or.b32 %0, %1, -1;" : "=r"(r) : "r"(v & 0x55));
	p[k++] = r;
	asm volatile("redux.sync.min.s32 %0, %1, -1;" : "=r"(r) : "r"(v - 40));
	p[k++] = r;
	asm volatile("{.reg .pred p, q; setp.gt.s32 p, %1, 50; vote.sync.uni.pred q, p, -1; selp.u32 %0, 1, 0, q;}" : "=r"(r) : "r"(v));
	p[k++] = r;
	asm volatile("activemask.b32 %0;" : "=r"(r));
	p[k++] = r;
	asm volatile("{.reg .pred p; elect.sync _|p, -1; selp.u32 %0, 1, 0, p;}" : "=r"(r));
	p[k++] = r;
	if (v & 1) {
		asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(q) : "r"(__activemask()));
		p[k++] = r, p[k++] = q;
	} else {
		asm volatile("nanosleep.u32 20;");
		p[k++] = 0, p[k++] = 2;
	}
}

extern "C" __global__ void
narrow(const float *a, unsigned *o, float *f, int n)
{
	I const float x = a[i], y = a[n - 1 - i];
	unsigned *p = o + i * 16;
	float *g = f + i * 12;
	int k = 0;
	const __half2 h = __floats2half2_rn(x, y), h2 = __half2half2(__float2half_rz(y));
	const __nv_bfloat162 b = __floats2bfloat162_rn(x, y), b2 = __bfloat162bfloat162(__float2bfloat16_ru(y));
	auto u = [](auto v) { return *reinterpret_cast<const unsigned *>(&v); };

	p[k++] = u(__hfma2_relu(h, h2, h));
	p[k++] = u(__h2div(h, h2));
	p[k++] = u(h2sqrt(__habs2(h)));
	p[k++] = u(h2exp(h2));
	p[k++] = u(__hmul2_sat(h, h2));
	p[k++] = u(__hmax2_nan(h, h2));
	p[k++] = u(h2tanh(h));
	p[k++] = u(__hcmadd(h, h2, h));
	p[k++] = u(__hfma2(b, b2, b));
	p[k++] = u(__h2div(b, b2));
	p[k++] = u(h2log(__habs2(b)));
	p[k++] = u(__hmin2(b, b2));
	p[k++] = __hgtu2_mask(h, h2) ^ __heq2_mask(b, b2);
	p[k++] = __nv_cvt_float2_to_fp8x2(make_float2(x, y), __NV_SATFINITE, __NV_E5M2) | (unsigned)__nv_cvt_halfraw2_to_fp8x2(h, __NV_NOSAT, __NV_E4M3) << 16;
	p[k++] = (unsigned)__half2int_rd(__low2half(h)) ^ (unsigned)__bfloat162uint_ru(__high2bfloat16(__habs2(b)));
	p[k++] = __nv_fp8_e4m3(x).__x | (unsigned)__nv_fp8_e5m2(y).__x << 8;
	k = 0;
	g[k++] = __half2float(hsin(__low2half(h)));
	g[k++] = __half2float(hrcp(__high2half(h)));
	g[k++] = (float)__nv_fp8x2_e4m3(make_float2(x, y)).__x;
	const float2 e = static_cast<float2>(__nv_fp8x2_e5m2(make_float2(x, y)));
	g[k++] = e.x;
	g[k++] = e.y;
	const float4 q = static_cast<float4>(__nv_fp8x4_e4m3(make_float4(x, y, -x, 2 * y)));
	g[k++] = q.x;
	g[k++] = q.y;
	g[k++] = q.z;
	g[k++] = q.w;
	g[k++] = __bfloat162float(hcos(__low2bfloat16(b)));
	g[k++] = __half2float(__hfma(__low2half(h), __high2half(h), __ushort2half_rn((unsigned short)i)));
	g[k++] = __half2float(__ll2half_rn((long long)(x * 100))) + __half2float(__short_as_half((short)(i & 0x3fff)));
}
