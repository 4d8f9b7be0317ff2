// Conversions of every kind, of upper halves too; arithmetic of pairs of FP16 and BF16 numbers and of FP32 with its modifiers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

typedef unsigned u;
typedef unsigned long long ull;

#define L(e)                        \
	{                           \
		ull d;              \
		e;                  \
		w[m++ * n + i] = d; \
	}

#define C1(op, in, ci, out, co)                                   \
	{                                                         \
		out d;                                            \
		asm volatile(op " %0, %1;" : "=" co(d) : ci(in)); \
		o[k++ * n + i] = (u)d;                            \
	}

#define C2(op, a, b)                                                        \
	{                                                                   \
		u d;                                                        \
		asm volatile(op " %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b)); \
		o[k++ * n + i] = d;                                         \
	}

#define CH(op, a, b)                                                        \
	{                                                                   \
		unsigned short d;                                           \
		asm volatile(op " %0, %1, %2;" : "=h"(d) : "f"(a), "f"(b)); \
		o[k++ * n + i] = d;                                         \
	}

#define F2(op)                                                              \
	{                                                                   \
		float d;                                                    \
		asm volatile(op " %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b)); \
		o[k++ * n + i] = __float_as_uint(d);                        \
	}

#define F1(op)                                                  \
	{                                                       \
		float d;                                        \
		asm volatile(op " %0, %1;" : "=f"(d) : "f"(a)); \
		o[k++ * n + i] = __float_as_uint(d);            \
	}

#define HI(op, cd, T)                                                                                      \
	{                                                                                                  \
		T d;                                                                                       \
		asm volatile("{.reg .b16 l, h; mov.b32 {l, h}, %1;\n" op " %0, h;}" : "=" cd(d) : "r"(v)); \
		*(T *)(o + (k += 2) * n + 2 * i) = d;                                                      \
	}

#define HS(op)                                                                                           \
	{                                                                                                \
		unsigned short d;                                                                        \
		asm volatile("{.reg .b16 l, h; mov.b32 {l, h}, %1;\n" op " %0, h;}" : "=h"(d) : "r"(v)); \
		o[(k += 2) * n + 2 * i] = d;                                                             \
	}

extern "C" __global__ void
conversions(const float *pa, const float *pb, u *o, ull *w, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	float a = pa[i], b = pb[i];
	u ia = __float_as_uint(a), ib = __float_as_uint(b);
	int k = 0;
	C2("cvt.rn.relu.f16x2.f32", a, b)
	C2("cvt.rz.f16x2.f32", a, b)
	C2("cvt.rn.relu.bf16x2.f32", a, b) C2("cvt.rz.relu.bf16x2.f32", a, b) C2("cvt.rn.bf16x2.f32", a, b)
		CH("cvt.rn.satfinite.e4m3x2.f32", a, b) CH("cvt.rn.satfinite.e5m2x2.f32", a, b)
			CH("cvt.rn.satfinite.relu.e4m3x2.f32", a, b) CH("cvt.rn.satfinite.relu.e5m2x2.f32", a, b)
	{
		unsigned short d;
		asm volatile("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		unsigned short d;
		asm volatile("cvt.rn.satfinite.relu.e5m2x2.f16x2 %0, %1;" : "=h"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(d) : "h"((unsigned short)ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.rn.relu.f16x2.e5m2x2 %0, %1;" : "=r"(d) : "h"((unsigned short)ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.rn.tf32.f32 %0, %1;" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.rz.relu.tf32.f32 %0, %1;" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
	C1("cvt.rni.s32.f32", a, "f", u, "r")
	C1("cvt.rzi.u32.f32", a, "f", u, "r")
	C1("cvt.rmi.s32.f32", a, "f", u, "r") C1("cvt.rpi.u32.f32", a, "f", u, "r") C1("cvt.rzi.ftz.s32.f32", a, "f", u, "r")
		C1("cvt.rni.u16.f32", a, "f", unsigned short, "h") C1("cvt.rzi.s16.f32", a, "f", unsigned short, "h")
	{
		u d;
		asm volatile("{.reg .s8 t; cvt.rni.sat.s8.f32 t, %1; cvt.s32.s8 %0, t;}" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("{.reg .u8 t; cvt.rzi.sat.u8.f32 t, %1; cvt.u32.u8 %0, t;}" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.s8.s32 %0, %1;" : "=r"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.u8.s32 %0, %1;" : "=r"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.u16.s32 %0, %1;" : "=r"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.s16.u32 %0, %1;" : "=r"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.s32.u32 %0, %1;" : "=r"(d) : "r"(ia));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.u32.s64 %0, %1;" : "=r"(d) : "l"((long long)(int)ia * 5));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.sat.s8.s64 %0, %1;" : "=r"(d) : "l"((long long)(int)ia >> 20));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(d) : "r"(ia >> 12), "r"(ib));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(ia >> 20), "r"(ib), "r"(ib * 7));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"((int)ia >> 25), "r"(ib), "r"(ib * 7));
		o[k++ * n + i] = d;
	}
	{
		float d;
		asm volatile("cvt.rn.f32.u8 %0, %1;" : "=f"(d) : "r"(ia));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rn.f32.s8 %0, %1;" : "=f"(d) : "r"(ia));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rz.f32.s32 %0, %1;" : "=f"(d) : "r"(ia));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rp.f32.u64 %0, %1;" : "=f"(d) : "l"((ull)ia * ib));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rmi.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rni.sat.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rn.f32.s16 %0, %1;" : "=f"(d) : "h"((short)(ia >> 16)));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("cvt.rn.f32.u16 %0, %1;" : "=f"(d) : "h"((short)(ia >> 16)));
		o[k++ * n + i] = __float_as_uint(d);
	}
	int m = 0;
	double da = a, db = __longlong_as_double((ull)ia << 32 | ib);
	L(asm volatile("cvt.rni.s64.f32 %0, %1;" : "=l"(d) : "f"(a)))
	L(asm volatile("cvt.rzi.u64.f64 %0, %1;"
		       : "=l"(d)
		       : "d"(da)))
	L(asm volatile("cvt.rpi.s64.f64 %0, %1;"
		       : "=l"(d)
		       : "d"(db))) L({
		double q;
		asm volatile("cvt.rmi.f64.f64 %0, %1;" : "=d"(q) : "d"(da));
		d = __double_as_longlong(q);
	}) L({
		double q;
		asm volatile("cvt.rm.f64.s64 %0, %1;" : "=d"(q) : "l"((ull)ia * ib));
		d = __double_as_longlong(q);
	}) L({
		double q;
		asm volatile("cvt.rn.f64.u32 %0, %1;" : "=d"(q) : "r"(ia));
		d = __double_as_longlong(q);
	}) L({
		float q;
		asm volatile("cvt.rz.f32.f64 %0, %1;" : "=f"(q) : "d"(db));
		d = __float_as_uint(q);
	}) L({
		float q;
		asm volatile("cvt.rp.ftz.f32.f64 %0, %1;" : "=f"(q) : "d"(db));
		d = __float_as_uint(q);
	}) L({
		unsigned short q;
		asm volatile("cvt.rn.f16.f64 %0, %1;" : "=h"(q) : "d"(da));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rn.bf16.f32 %0, %1;" : "=h"(q) : "f"(a));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rn.f16.s64 %0, %1;" : "=h"(q) : "l"((ull)ia));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rni.f16.f16 %0, %1;" : "=h"(q) : "h"((unsigned short)ia));
		d = q;
	}) L({
		double q;
		asm volatile("cvt.f64.f16 %0, %1;" : "=d"(q) : "h"((unsigned short)ia));
		d = __double_as_longlong(q);
	}) L({
		ull q;
		asm volatile("cvt.rzi.s64.f16 %0, %1;" : "=l"(q) : "h"((unsigned short)ia));
		d = q;
	}) L({
		u q;
		asm volatile("cvt.rni.u32.f16 %0, %1;" : "=r"(q) : "h"((unsigned short)ia));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rz.f16.u16 %0, %1;" : "=h"(q) : "h"((unsigned short)(ia >> 16)));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rn.bf16.s32 %0, %1;" : "=h"(q) : "r"(ia));
		d = q;
	}) L({
		u q;
		asm volatile("cvt.rzi.s32.bf16 %0, %1;" : "=r"(q) : "h"((unsigned short)(ia >> 16)));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rn.bf16.f16 %0, %1;" : "=h"(q) : "h"((unsigned short)ia));
		d = q;
	}) L({
		unsigned short q;
		asm volatile("cvt.rpi.bf16.bf16 %0, %1;" : "=h"(q) : "h"((unsigned short)(ia >> 16)));
		d = q;
	})
}

extern "C" __global__ void
upper(const u *pa, u *o, ull *w, double *g, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	u v = pa[i];
	int k = 0;
	__half2 a = *(__half2 *)&v;
	__nv_bfloat162 x = *(__nv_bfloat162 *)&v;
	ushort2 us = *(ushort2 *)&v;
	short2 ss = *(short2 *)&v;
#define U(e) o[k++ * n + i] = (u)(e);
	U(__half2int_rd(a.y))
	U(__half2uint_rz(a.y))
	U(__half2ushort_rn(a.y)) U(__half2short_ru(a.y)) U(__half2char_rz(a.y)) U(__half2uchar_rz(a.y)) U(__bfloat162int_rz(x.y))
		U(__bfloat162ushort_rd(x.y)) U(__half_as_ushort(hfloor(a.y))) U(__half_as_ushort(htrunc(a.y)))
			U(__bfloat16_as_ushort(hceil(x.y))) U(__bfloat16_as_ushort(hrint(x.y)))
				U(__half_as_ushort(__ushort2half_rn(us.y))) U(__half_as_ushort(__short2half_rz(ss.y)))
					U(__bfloat16_as_ushort(__ushort2bfloat16_rn(us.y)))
						U(__bfloat16_as_ushort(__short2bfloat16_ru(ss.y))) U(__float_as_uint((float)us.y))
							U(__float_as_uint((float)ss.y)) U(__float_as_uint(__half2float(a.y)))
								U(__float_as_uint(__bfloat162float(x.y))) w[i] = __half2ll_rn(a.y);
	w[n + i] = __bfloat162ull_rd(x.y);
	w[2 * n + i] = __half2ull_ru(a.y);
	g[i] = (double)us.y;
	g[n + i] = (double)ss.y;
	g[2 * n + i] = (double)(float)a.y;
}

extern "C" __global__ void
half_round(const u *pa, const u *pb, u *o, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	u ua = pa[i];
	int k = 0;
	__half2 a = *(__half2 *)&ua;
	__nv_bfloat162 x = *(__nv_bfloat162 *)&ua;
	{
		auto q = h2floor(a);
		U(*(u *)&q)
	}
	{
		auto q = h2ceil(a);
		U(*(u *)&q)
	}
	{
		auto q = h2rint(a);
		U(*(u *)&q)
	}
	{
		auto q = h2trunc(a);
		U(*(u *)&q)
	}
	{
		auto q = h2floor(x);
		U(*(u *)&q)
	}
	{
		auto q = h2rint(x);
		U(*(u *)&q)
	}
}

extern "C" __global__ void
small_floats(const float *pa, u *o, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	float a = pa[i], b = pa[(i + 1) % n];
	int k = 0;
#define S(e) o[k++ * n + i] = (u)(e);
	S(__nv_cvt_float_to_fp8(a, __NV_SATFINITE, __NV_E4M3))
	S(__nv_cvt_float_to_fp8(a, __NV_NOSAT, __NV_E5M2))
	S(__nv_cvt_float2_to_fp8x2({a, b}, __NV_NOSAT, __NV_E4M3)) S(__nv_cvt_double_to_fp8((double)a, __NV_SATFINITE, __NV_E5M2))
		S(__nv_cvt_float_to_fp6(a, __NV_E3M2, cudaRoundNearest)) S(__nv_cvt_float_to_fp6(a, __NV_E2M3, cudaRoundNearest))
			S(__nv_cvt_float_to_fp4(a, __NV_E2M1, cudaRoundNearest)) S(
				__nv_cvt_float_to_e8m0(a, __NV_SATFINITE, cudaRoundPosInf)) S(__nv_cvt_e8m0_to_bf16raw(i & 255).x)
				S(__nv_cvt_fp6_to_halfraw(i & 63, __NV_E3M2).x) S(__nv_cvt_fp4_to_halfraw(i & 15, __NV_E2M1).x)
					S(__nv_cvt_bfloat16raw_to_fp8(__float2bfloat16(a), __NV_SATFINITE, __NV_E4M3))
						S(__nv_cvt_halfraw_to_fp8(__float2half(a), __NV_SATFINITE, __NV_E5M2))
							S(__nv_cvt_fp8_to_halfraw(i & 255, __NV_E4M3).x)
	{
		__nv_fp8x4_e4m3 q(float4{a, b, a * 3, b * 5});
		float4 f = (float4)q;
		S(q.__x) S(__float_as_uint(f.x + f.y + f.z + f.w))
	}
}

extern "C" __global__ void
halves(const u *pa, const u *pb, const u *pc, u *o, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	u ua = pa[i], ub = pb[i], uc = pc[i];
	int k = 0;
	__half2 a = *(__half2 *)&ua, b = *(__half2 *)&ub, c = *(__half2 *)&uc;
	__nv_bfloat162 x = *(__nv_bfloat162 *)&ua, y = *(__nv_bfloat162 *)&ub, z = *(__nv_bfloat162 *)&uc;
#define H(e)                              \
	{                                 \
		auto r = (e);             \
		u q = 0;                  \
		memcpy(&q, &r, sizeof r); \
		o[k++ * n + i] = q;       \
	}
	H(__hadd2(a, b))
	H(__hmul2_sat(a, b))
	H(__hfma2_relu(a, b, c)) H(__hfma2_sat(a, b, c)) H(__hmax2_nan(a, b)) H(__hmin2(a, b)) H(__habs2(a)) H(__hneg2(b)) H(
		__h2div(a, b)) H(h2rcp(a)) H(h2sqrt(a)) H(h2rsqrt(a)) H(h2exp(a)) H(h2exp2(a)) H(h2exp10(a)) H(h2log(a))
		H(h2log2(a)) H(h2log10(a)) H(h2sin(a)) H(h2cos(a)) H(h2tanh(a)) H(h2tanh_approx(a)) H(__heq2(a, b)) H(__hltu2(
			a, b)) H(__hgt2_mask(a, b)) H(__hneu2_mask(a, b)) H(__hisnan2(a)) H(__hcmadd(a, b, c)) H(__hadd2_rn(a, b))
			H(__lowhigh2highlow(a)) H(__int2half_rn((int)ua)) H(__ull2half_ru((ull)ub)) H(hexp(__low2half(a))) H(
				__hbgt2(a, b)) H(__hbleu2(a, b)) H(__hmul2_rn(a, c)) H(__hsub2_sat(a, b)) H(__hadd2(x, y))
				H(__hmul2_sat(x, y)) H(__hfma2_relu(x, y, z)) H(__hfma2_sat(x, y, z)) H(
					__hmax2_nan(x, y)) H(__hmin2(x, y)) H(__habs2(x)) H(__h2div(x, y)) H(h2rcp(x)) H(h2sqrt(x))
					H(h2rsqrt(x)) H(h2exp(x)) H(h2exp2(x)) H(h2log(x)) H(
						h2log2(x)) H(h2sin(x)) H(h2cos(x)) H(h2tanh(x)) H(h2tanh_approx(x)) H(__heq2(x, y))
						H(__hltu2(x, y)) H(__hgt2_mask(x, y)) H(__hcmadd(x, y, z)) H(__bfloat162int_rz(x.x))
							H(__int2bfloat16_rz((int)ua)) H(__ull2bfloat16_rn((ull)ub << 13))
								H(__bfloat162ll_rd(x.x)) H(__hbgt2(x, y)) H(__hsub2_sat(x, y)) H(
									__hdiv(x.x, y.x)) H(hrcp(x.y)) H(hcos(x.y))
									H(__hfma(a.x, b.x, c.x)) H(__hdiv(a.y, b.y)) H(hsin(a.y)) H(
										__hlt(a.x, b.x)) H(__hmax(a.x, b.x))
										H(fma(1.f, __half2float(a.x), __half2float(b.y)))
}

extern "C" __global__ void
fp32(const float *pa, const float *pb, u *o, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	float a = pa[i], b = pb[i], c = pa[(i + 7) % n];
	int k = 0;
	F2("add.rm.f32")
	F2("add.rp.ftz.sat.f32")
	F2("mul.rz.f32") F2("mul.rn.sat.f32") F2("div.full.f32") F2("div.approx.ftz.f32") F2("div.rn.f32") F2("div.rp.f32")
		F2("min.NaN.f32") F2("max.NaN.xorsign.abs.f32") F2("min.ftz.f32") F2("copysign.f32") F1("tanh.approx.f32")
			F1("ex2.approx.ftz.f32") F1("lg2.approx.f32") F1("sin.approx.f32") F1("cos.approx.ftz.f32")
				F1("rsqrt.approx.f32") F1("rcp.rn.f32") F1("rcp.rp.f32") F1("sqrt.rm.f32") F1("sqrt.approx.f32")
					F1("rcp.approx.ftz.f32")
	{
		float d;
		asm volatile("fma.rz.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		float d;
		asm volatile("fma.rp.sat.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		u d;
		asm volatile("set.gtu.u32.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
		o[k++ * n + i] = d;
	}
	{
		float d;
		asm volatile("set.nan.f32.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
		o[k++ * n + i] = __float_as_uint(d);
	}
	{
		u d;
		asm volatile("{.reg .pred p, q; setp.num.and.f32 p|q, %1, %2, 1; selp.u32 %0, 3, 5, p; @q add.u32 %0, %0, 8;}"
			     : "=r"(d)
			     : "f"(a), "f"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("{.reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("{.reg .pred p; testp.finite.f32 p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(d) : "f"(a));
		o[k++ * n + i] = d;
	}
}

extern "C" __global__ void
upper_halves(const u *pa, u *o, int n)
{
	int i = GLOBAL;
	u v = pa[i] * 3 + 0x10000;
	int k = -2;
	HI("cvt.rni.s32.f16", "r", u)
	HI("cvt.rzi.u32.f16", "r", u)
	HI("cvt.rmi.s64.f16", "l", ull) HI("cvt.rpi.u64.bf16", "l", ull) HI("cvt.rzi.s32.bf16", "r", u) HS("cvt.rni.u16.f16")
		HS("cvt.rzi.s16.bf16") HS("cvt.rmi.f16.f16") HS("cvt.rpi.bf16.bf16") HS("cvt.rn.f16.u16") HS("cvt.rz.f16.s16")
			HS("cvt.rn.bf16.u16") HS("cvt.rp.bf16.s16") HI("cvt.rn.f32.u16", "f", float)
				HI("cvt.rn.f32.s16", "f", float) HI("cvt.rn.f64.u16", "d", double) HI("cvt.rn.f64.s16", "d", double)
					HI("cvt.f32.f16", "f", float) HI("cvt.f32.bf16", "f", float) HI("cvt.f64.f16", "d", double)
						HS("cvt.rn.bf16.f16") HS("cvt.rn.f16.bf16") HS("ex2.approx.f16")
							HS("tanh.approx.f16") HS("ex2.approx.ftz.bf16") HS("tanh.approx.bf16")
								HS("abs.f16") HS("neg.bf16") HI("cvt.u32.u16", "r", u)
									HI("cvt.s32.s16", "r", u) HI("cvt.sat.u32.s16", "r", u)
										HS("cvt.sat.s8.s16") HS("cvt.sat.u8.u16")
}
