// Loads and stores with hints, generic addresses, and instructions of PTX that the compiler does not make by itself.
#include <cstdint>
#define I                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x; \
	if (i >= n)                                    \
		return;
extern "C" __global__ void
lds(const float *a, float *o, int n)
{
	I float s = __ldg(a + i) + __ldcg(a + (i + 1) % n) + __ldcs(a + (i + 2) % n) + __ldca(a + (i + 3) % n) +
		    __ldlu(a + (i + 4) % n) + __ldcv(a + (i + 5) % n);
	__stcg(o + i, s);
	__stcs(o + n + i, s);
	__stwt(o + 2 * n + i, s);
	__stwb(o + 3 * n + i, s);
	volatile float *v = o + 4 * n;
	v[i] = s;
	v[i] = v[i] + 1;
}
extern "C" __global__ void
pref(const float *a, float *o, int n)
{
	I asm volatile("prefetch.global.L2 [%0];" ::"l"(a + i));
	asm volatile("prefetch.global.L1 [%0];" ::"l"(a + i));
	asm volatile("prefetchu.L1 [%0];" ::"l"(a + i));
	float v;
	asm volatile("ld.global.L2::128B.f32 %0,[%1];" : "=f"(v) : "l"(a + i));
	float w;
	asm volatile("ld.global.L1::no_allocate.f32 %0,[%1];" : "=f"(w) : "l"(a + i));
	float x;
	asm volatile("ld.global.nc.L1::evict_last.f32 %0,[%1];" : "=f"(x) : "l"(a + i));
	unsigned long long pol;
	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0,1.0;" : "=l"(pol));
	float y;
	asm volatile("ld.global.L2::cache_hint.f32 %0,[%1],%2;" : "=f"(y) : "l"(a + i), "l"(pol));
	o[i] = v + w + x + y;
	asm volatile("discard.global.L2 [%0],128;" ::"l"(o + 1024 * 1024));
}
extern "C" __global__ void
vec(const float4 *a, double2 *d, uchar4 *c, float4 *o, int n)
{
	I float4 v = a[i];
	d[i] = make_double2(v.x, v.y);
	c[i] = make_uchar4(v.x, v.y, v.z, v.w);
	o[i] = make_float4(v.w, v.z, v.y, v.x);
}
extern "C" __global__ void
ptx(const int *a, unsigned *o, int n)
{
	I int x = a[i];
	unsigned *p = o + i * 12;
	int k = 0, r;
	unsigned u;
	asm("bfe.s32 %0,%1,3,7;" : "=r"(r) : "r"(x));
	p[k++] = r;
	asm("bfi.b32 %0,%1,%2,5,9;" : "=r"(r) : "r"(x), "r"(~x));
	p[k++] = r;
	asm("lop3.b32 %0,%1,%2,%3,0x96;" : "=r"(r) : "r"(x), "r"(x >> 3), "r"(77));
	p[k++] = r;
	asm("prmt.b32.f4e %0,%1,%2,1;" : "=r"(r) : "r"(x), "r"(~x));
	p[k++] = r;
	asm("bfind.shiftamt.u32 %0,%1;" : "=r"(u) : "r"(x));
	p[k++] = u;
	asm("fns.b32 %0,%1,0,2;" : "=r"(u) : "r"(x));
	p[k++] = u;
	asm("szext.clamp.s32 %0,%1,9;" : "=r"(r) : "r"(x));
	p[k++] = r;
	asm("bmsk.wrap.b32 %0,%1,5;" : "=r"(u) : "r"(x & 31));
	p[k++] = u;
	asm("{.reg .u32 a,b; add.cc.u32 a,%1,%2; addc.u32 %0,%1,%2;}" : "=r"(u) : "r"(x), "r"(0x80000000));
	p[k++] = u;
	asm("mad.hi.sat.s32 %0,%1,%2,%3;" : "=r"(r) : "r"(x), "r"(x), "r"(0x7fffffff));
	p[k++] = r;
	asm("vadd.s32.u32.s32.sat %0,%1.b1,%2.h0;" : "=r"(r) : "r"(x), "r"(x));
	p[k++] = r;
	asm("dp2a.hi.s32.u32 %0,%1,%2,%3;" : "=r"(r) : "r"(x), "r"(x), "r"(4));
	p[k++] = r;
}
extern "C" __global__ void
ptx2(const float *a, float *o, int n)
{
	I float x = a[i], r;
	float *p = o + i * 12;
	int k = 0;
	asm("copysign.f32 %0,%1,%2;" : "=f"(r) : "f"(x), "f"(-1.f));
	p[k++] = r;
	asm("min.NaN.f32 %0,%1,%2;" : "=f"(r) : "f"(x), "f"(0.f));
	p[k++] = r;
	asm("max.xorsign.abs.f32 %0,%1,%2;" : "=f"(r) : "f"(x), "f"(-2.f));
	p[k++] = r;
	asm("tanh.approx.f32 %0,%1;" : "=f"(r) : "f"(x));
	p[k++] = r;
	asm("ex2.approx.ftz.f32 %0,%1;" : "=f"(r) : "f"(x));
	p[k++] = r;
	asm("{.reg .pred p; testp.subnormal.f32 p,%1; selp.f32 %0,1.0,0.0,p;}" : "=f"(r) : "f"(x));
	p[k++] = r;
	asm("cvt.rni.sat.f32.f32 %0,%1;" : "=f"(r) : "f"(x));
	p[k++] = r;
	unsigned h;
	asm("cvt.rn.f16x2.f32 %0,%1,%2;" : "=r"(h) : "f"(x), "f"(x * 2));
	p[k++] = h;
	asm("cvt.rna.tf32.f32 %0,%1;" : "=r"(h) : "f"(x));
	p[k++] = __uint_as_float(h);
	unsigned short q;
	asm("cvt.rn.satfinite.e4m3x2.f32 %0,%1,%2;" : "=h"(q) : "f"(x), "f"(x * 3));
	p[k++] = q;
	asm("slct.f32.s32 %0,%1,%2,%3;" : "=f"(r) : "f"(x), "f"(2.f), "r"((int)x));
	p[k++] = r;
	asm("fma.rn.sat.f32 %0,%1,%1,%2;" : "=f"(r) : "f"(x), "f"(.1f));
	p[k++] = r;
}
extern "C" __global__ void
brxx(const int *a, int *o, int n)
{
	I int x = a[i];
	asm volatile("{.reg .u32 t; and.b32 t,%1,3; ts: .branchtargets L0,L1,L2,L3; brx.idx t,ts; L0: mov.u32 %0,10; bra.uni E; "
		     "L1: mov.u32 %0,11; bra.uni E; L2: mov.u32 %0,12; bra.uni E; L3: mov.u32 %0,13; E: }"
		     : "=r"(x)
		     : "r"(x));
	o[i] = x;
}
