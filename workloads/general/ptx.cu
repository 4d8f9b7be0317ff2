// Instructions of PTX that compilers do not write by themselves, and intrinsics of Hopper: video, bits, wide integers, DPX, FP64 matrices.
#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

typedef unsigned u;
typedef unsigned long long ull;

#define V(op)                                                                           \
	{                                                                               \
		u d;                                                                    \
		asm volatile(op " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
		o[k++ * n + i] = d;                                                     \
	}

extern "C" __global__ void
video(const u *pa, const u *pb, const u *pc, u *o, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	u a = pa[i], b = pb[i], c = pc[i];
	int k = 0;
	V("vadd.s32.u32.s32.sat.add") V("vadd.u32.u32.u32.min") V("vsub.s32.s32.u32.max") V("vadd.u32.s32.s32")
	{
		u d;
		asm volatile("vadd.s32.u32.s32 %0, %1.b0, %2.h1;" : "=r"(d) : "r"(a), "r"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("vsub.u32.s32.s32.sat %0, %1.h0, %2.b3;" : "=r"(d) : "r"(a), "r"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("vadd.s32.s32.s32 %0.b2, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	V("vabsdiff.s32.s32.s32.add")
	V("vabsdiff.u32.u32.u32.max")
	V("vmin.s32.s32.s32.add") V("vmax.u32.s32.u32.min") V("vmin.u32.u32.u32.max") V("vshl.u32.u32.u32.clamp.add")
		V("vshr.s32.s32.u32.wrap.add") V("vshr.u32.u32.u32.clamp.min")
	{
		u d;
		asm volatile("vmad.s32.s32.s32.shr7 %0, %1.h0, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("vmad.s32.u32.s32.sat %0, %1.b1, %2.h0, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("vmad.u32.u32.u32.shr15 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("vset.s32.u32.lt %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("vset.u32.u32.ge %0.h1, %1.b0, %2.b2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	V("vadd2.s32.s32.s32.add")
	V("vadd2.u32.u32.u32.sat")
	V("vavrg2.s32.s32.s32") V("vavrg4.u32.u32.u32.add") V("vsub2.s32.s32.s32.sat") V("vmin2.s32.s32.s32")
		V("vmax2.u32.u32.u32.add") V("vabsdiff2.s32.s32.s32.add") V("vabsdiff2.u32.u32.u32") V("vset2.s32.s32.lt")
			V("vset2.u32.u32.ne.add") V("vadd4.u32.u32.u32.sat") V("vadd4.s32.s32.s32.add") V("vsub4.u32.s32.s32.sat")
				V("vmin4.s32.s32.s32") V("vmax4.u32.u32.u32.add") V("vabsdiff4.u32.u32.u32.add")
					V("vabsdiff4.s32.s32.s32.sat") V("vset4.s32.s32.gt") V("vset4.u32.u32.le.add")
}

extern "C" __global__ void
integer(const u *pa, const u *pb, const u *pc, u *o, ull *w, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	u a = pa[i], b = pb[i], c = pc[i];
	int k = 0;
	V("prmt.b32")
	V("prmt.b32.f4e")
	V("prmt.b32.b4e") V("prmt.b32.rc8") V("prmt.b32.ecl") V("prmt.b32.ecr") V("prmt.b32.rc16") V("shf.l.wrap.b32")
		V("shf.r.clamp.b32") V("shf.l.clamp.b32") V("shf.r.wrap.b32") V("sad.s32") V("sad.u32") V("mad24.lo.s32")
			V("mad24.hi.u32") V("mad.hi.s32") V("mad.hi.u32") V("mad.lo.s32") V("mad.hi.sat.s32") V("bfe.s32")
				V("bfe.u32") V("dp4a.s32.s32") V("dp4a.u32.u32") V("dp4a.s32.u32") V("dp2a.lo.s32.s32")
					V("dp2a.hi.u32.s32") V("dp2a.lo.u32.u32")
	{
		u d;
		asm volatile("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("{.reg .pred p,q; setp.lt.s32 q, %1, 0; lop3.or.b32 %0|p, %1, %2, %3, 0x96, q; @p add.u32 %0, %0, 7;}"
			     : "=r"(d)
			     : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfi.b32 %0, %1, %2, %3, 9;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 63));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfind.s32 %0, %1;" : "=r"(d) : "r"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfind.u32 %0, %1;" : "=r"(d) : "r"(a));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfind.shiftamt.u32 %0, %1;" : "=r"(d) : "r"(b & 0xffff));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfind.shiftamt.s32 %0, %1;" : "=r"(d) : "r"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfind.u64 %0, %1;" : "=r"(d) : "l"((ull)a << 20));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bfind.s64 %0, %1;" : "=r"(d) : "l"((long long)(int)a * 77));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("fns.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b & 31), "r"((int)(c % 9) - 4));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bmsk.clamp.b32 %0, %1, %2;" : "=r"(d) : "r"(a & 63), "r"(b & 63));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("bmsk.wrap.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("szext.clamp.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b & 63));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("szext.wrap.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("slct.s32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "f"(__uint_as_float(c)));
		o[k++ * n + i] = d;
	}
	{
		u d;
		asm volatile("cnot.b32 %0, %1;" : "=r"(d) : "r"(a & 1));
		o[k++ * n + i] = d;
	}
	{
		u d, e;
		asm volatile("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, %4;" : "=r"(d), "=r"(e) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
		o[k++ * n + i] = e;
	}
	{
		u d, e;
		asm volatile("sub.cc.u32 %0, %2, %3; subc.u32 %1, %2, %4;" : "=r"(d), "=r"(e) : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
		o[k++ * n + i] = e;
	}
	{
		u d, e;
		asm volatile("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %4;"
			     : "=r"(d), "=r"(e)
			     : "r"(a), "r"(b), "r"(c));
		o[k++ * n + i] = d;
		o[k++ * n + i] = e;
	}
	ull x = (ull)a << 32 | b, y = (ull)c << 32 | a;
	int m = 0;
#define L(e)                        \
	{                           \
		ull d;              \
		e;                  \
		w[m++ * n + i] = d; \
	}
	L(asm volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(y)))
	L(asm volatile("mad.wide.s32 %0, %1, %2, %3;"
		       : "=l"(d)
		       : "r"(a), "r"(b), "l"(y)))
	L(asm volatile("mul.hi.u64 %0, %1, %2;"
		       : "=l"(d)
		       : "l"(x), "l"(y))) L(asm volatile("mul.hi.s64 %0, %1, %2;"
							 : "=l"(d)
							 : "l"(x), "l"(y))) L(asm volatile("mad.lo.u64 %0, %1, %2, %1;"
											   : "=l"(d)
											   : "l"(x), "l"(y)))
		L(asm volatile("bfe.s64 %0, %1, %2, %3;"
			       : "=l"(d)
			       : "l"(x), "r"(c & 63), "r"(b & 63))) L(asm volatile("bfe.u64 %0, %1, %2, %3;"
										   : "=l"(d)
										   : "l"(x), "r"(c & 63), "r"(b & 63)))
			L(asm volatile("bfi.b64 %0, %1, %2, %3, %4;"
				       : "=l"(d)
				       : "l"(x), "l"(y), "r"(c & 63), "r"(b & 31))) L(asm volatile("brev.b64 %0, %1;"
												   : "=l"(d)
												   : "l"(x)))
				L(asm volatile("{.reg .u32 t; popc.b64 t, %1; cvt.u64.u32 %0, t;}"
					       : "=l"(d)
					       : "l"(x))) L(asm volatile("{.reg .u32 t; clz.b64 t, %1; cvt.u64.u32 %0, t;}"
									 : "=l"(d)
									 : "l"(x >> 9))) L(asm volatile("sad.s64 %0, %1, %2, %1;"
													: "=l"(d)
													: "l"(x), "l"(y)))
					L(asm volatile("abs.s64 %0, %1;"
						       : "=l"(d)
						       : "l"(x))) L(asm volatile("min.s64 %0, %1, %2;"
										 : "=l"(d)
										 : "l"(x), "l"(y)))
						L(asm volatile("max.u64 %0, %1, %2;"
							       : "=l"(d)
							       : "l"(x), "l"(y))) L(asm volatile("shr.s64 %0, %1, %2;"
												 : "=l"(d)
												 : "l"(x), "r"(c & 127)))
							L(asm volatile("rem.s64 %0, %1, %2;"
								       : "=l"(d)
								       : "l"(x), "l"(y | 1)))
								L(asm volatile("div.u64 %0, %1, %2;"
									       : "=l"(d)
									       : "l"(x), "l"((ull)b | 1)))
}

extern "C" __global__ void
widths(const unsigned char *pa, const unsigned *pw, float *o, double *g, u *q, int n)
{
	int i = GLOBAL;
	u v = pw[i] * 5 + pa[i];
	for (int k = 0; k < 4; k++) {
		o[k * n + i] = (float)(unsigned char)(v >> 8 * k);
		o[(4 + k) * n + i] = (float)(signed char)(v >> 8 * k);
		g[k * n + i] = (double)(unsigned char)(v >> 8 * k);
		g[(4 + k) * n + i] = (double)(signed char)(v >> 8 * k);
	}
	short2 s = *(short2 *)&v;
	q[i] = s.x * s.y;
	q[n + i] = (unsigned short)s.x * (unsigned short)s.y;
	q[2 * n + i] = max(s.x, s.y);
	q[3 * n + i] = s.y / (s.x | 1);
	q[4 * n + i] = __vadd2(v, v * 7);
	q[5 * n + i] = __vmaxs2(v, v * 7);
	q[6 * n + i] = __vimax3_s16x2_relu(v, v * 7, v * 11);
	q[7 * n + i] = __viaddmax_s16x2(v, v * 7, v * 11);
	bool h, l;
	q[8 * n + i] = __vibmax_u16x2(v, v * 7, &h, &l);
	q[12 * n + i] = h * 2 + l;
	q[13 * n + i] = __vibmin_s16x2(v, v * 7, &h, &l);
	q[14 * n + i] = h * 2 + l;
	q[15 * n + i] = __vibmax_s32(v, v * 7, &h);
	q[16 * n + i] = h;
	q[17 * n + i] = __vibmin_u32(v, v * 7, &h);
	q[18 * n + i] = h;
	q[9 * n + i] = __viaddmin_s32_relu(v, v * 7, v * 11);
	q[10 * n + i] = __vimin3_u32(v, v * 7, v * 11);
	q[11 * n + i] = __vimax_s32_relu(v, 5);
}

extern "C" __global__ void
dmma(const double *a, const double *b, double *c, int n)
{
	int l = threadIdx.x;
	double x = -a[l], y = b[l], r0 = c[2 * l], r1 = c[2 * l + 1];
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
		     : "+d"(r0), "+d"(r1)
		     : "d"(x), "d"(y));
	y = -y;
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
		     : "+d"(r0), "+d"(r1)
		     : "d"(a[l]), "d"(y));
	r0 = -r0;
	r1 = -r1;
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
		     : "+d"(r0), "+d"(r1)
		     : "d"(a[l]), "d"(b[l]));
	c[2 * l] = r0;
	c[2 * l + 1] = r1;
}
