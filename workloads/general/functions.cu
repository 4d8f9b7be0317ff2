// The rest of CUDA's library of functions, in FP32 and FP64, and its intrinsics with a rounding mode.
#define I                                                                                                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                                 \
	if (i >= n)                                                                                                                    \
		return;

extern "C" __global__ void
floats(const float *a, const float *b, float *o, int *q, int n)
{
	I float x = a[i], y = b[i], s, c;
	float *p = o + i * 48;
	int k = 0, e;

	p[k++] = acosf(x * 0.1f);
	p[k++] = acoshf(fabsf(x) + 1);
	p[k++] = atanf(y);
	p[k++] = atanhf(x * 0.1f);
	p[k++] = copysignf(x, y);
	p[k++] = coshf(x);
	p[k++] = cospif(x);
	p[k++] = cyl_bessel_i0f(x);
	p[k++] = cyl_bessel_i1f(x);
	p[k++] = erfcinvf(fabsf(x) * 0.2f);
	p[k++] = erfcxf(x);
	p[k++] = expm1f(x);
	p[k++] = fmaxf(x, y);
	p[k++] = fminf(x, y);
	p[k++] = frexpf(x, &e);
	q[i * 4] = e;
	q[i * 4 + 1] = ilogbf(y);
	p[k++] = j1f(x);
	p[k++] = jnf(3, x);
	p[k++] = logbf(x);
	q[i * 4 + 2] = (int)llrintf(x);
	p[k++] = modff(x, &s);
	p[k++] = s;
	p[k++] = nearbyintf(y);
	p[k++] = norm3df(x, y, 1);
	p[k++] = norm4df(x, y, 1, 2);
	p[k++] = normcdfinvf(fabsf(x) * 0.1f);
	p[k++] = rcbrtf(x);
	p[k++] = remquof(x, y, &e);
	q[i * 4 + 3] = e & 7;
	p[k++] = rhypotf(x, y);
	p[k++] = rnorm3df(x, y, 1);
	p[k++] = rnorm4df(x, y, 1, 2);
	p[k++] = scalblnf(x, -3);
	p[k++] = scalbnf(y, 130);
	sincosf(x * 50000, &s, &c);
	p[k++] = s;
	p[k++] = c;
	sincospif(y, &s, &c);
	p[k++] = s;
	p[k++] = c;
	p[k++] = sinpif(x);
	p[k++] = y0f(fabsf(x));
	p[k++] = ynf(2, fabsf(y));
	p[k++] = __fdividef(x, y);
	p[k++] = __powf(fabsf(x), y);
	p[k++] = __sinf(x);
	p[k++] = __cosf(y);
	p[k++] = __tanf(x);
	p[k++] = __expf(y);
	p[k++] = __log2f(fabsf(x));
	p[k++] = __logf(fabsf(y)) + __log10f(fabsf(y)) + __exp10f(x) + __saturatef(y);
}

extern "C" __global__ void
doubles(const double *a, const double *b, double *o, int *q, int n)
{
	I double x = a[i], y = b[i], s, c;
	double *p = o + i * 48;
	int k = 0, e;

	p[k++] = acos(x * 0.1);
	p[k++] = acosh(fabs(x) + 1);
	p[k++] = asinh(x);
	p[k++] = atan(y);
	p[k++] = atanh(x * 0.1);
	p[k++] = ceil(x) + trunc(y);
	p[k++] = copysign(x, y);
	p[k++] = cosh(x);
	p[k++] = cospi(x);
	p[k++] = cyl_bessel_i0(x);
	p[k++] = cyl_bessel_i1(x);
	p[k++] = erfcinv(fabs(x) * 0.2);
	p[k++] = erfcx(x);
	p[k++] = erfinv(x * 0.1);
	p[k++] = exp10(x);
	p[k++] = expm1(x);
	p[k++] = fdim(x, y);
	p[k++] = fmax(x, y) - fmin(x, y);
	p[k++] = frexp(x, &e);
	q[i * 4] = e;
	q[i * 4 + 1] = ilogb(y);
	p[k++] = j0(x);
	p[k++] = j1(y);
	p[k++] = jn(2, x);
	p[k++] = ldexp(x, e);
	q[i * 4 + 2] = (int)llrint(x) + (int)lround(y);
	p[k++] = log1p(fabs(x));
	p[k++] = log2(fabs(y));
	p[k++] = logb(x);
	p[k++] = modf(x, &s);
	p[k++] = s;
	p[k++] = nearbyint(y);
	p[k++] = nextafter(x, y);
	p[k++] = norm3d(x, y, 1.0);
	p[k++] = normcdf(x);
	p[k++] = normcdfinv(fabs(x) * 0.1);
	p[k++] = rcbrt(x);
	p[k++] = remquo(x, y, &e);
	q[i * 4 + 3] = e & 7;
	p[k++] = rhypot(x, y);
	p[k++] = rnorm4d(x, y, 1.0, 2.0);
	p[k++] = scalbn(y, -1070);
	sincos(x * 50000, &s, &c);
	p[k++] = s;
	p[k++] = c;
	sincospi(y, &s, &c);
	p[k++] = s;
	p[k++] = c;
	p[k++] = sinpi(x);
	p[k++] = y0(fabs(x));
	p[k++] = y1(fabs(y));
	p[k++] = yn(2, fabs(y));
}

extern "C" __global__ void
rounded(const float *a, const float *b, const double *c, float *o, double *d, int n)
{
	I float x = a[i], y = b[i];
	double z = c[i], w = y;
	float *p = o + i * 24;
	double *r = d + i * 16;
	int k = 0;

	p[k++] = __fadd_rn(x, y);
	p[k++] = __fadd_rz(x, y);
	p[k++] = __fsub_ru(x, y);
	p[k++] = __fmul_rd(x, y);
	p[k++] = __fmaf_ru(x, y, x);
	p[k++] = __fmaf_rz(x, y, y);
	p[k++] = __fmaf_ieee_rn(x, y, y);
	p[k++] = __fdiv_rn(x, y);
	p[k++] = __fdiv_rz(x, y);
	p[k++] = __fdiv_ru(x, y);
	p[k++] = __fdiv_rd(x, y);
	p[k++] = __frcp_rn(x);
	p[k++] = __frcp_rz(x);
	p[k++] = __frcp_ru(y);
	p[k++] = __frcp_rd(y);
	p[k++] = __fsqrt_rn(fabsf(x));
	p[k++] = __fsqrt_rz(fabsf(x));
	p[k++] = __fsqrt_ru(fabsf(y));
	p[k++] = __fsqrt_rd(fabsf(y));
	p[k++] = __frsqrt_rn(fabsf(x));
	p[k++] = __double2float_ru(z);
	p[k++] = __ll2float_rd((long long)(z * 1e12));
	p[k++] = __ull2float_rz((unsigned long long)fabs(z * 1e15));
	p[k++] = __int_as_float(__float_as_int(x) ^ __float2int_ru(y));
	k = 0;
	r[k++] = __dadd_rd(z, w);
	r[k++] = __dsub_rz(z, w);
	r[k++] = __dmul_ru(z, w);
	r[k++] = __fma_rd(z, w, z);
	r[k++] = __ddiv_rn(z, w);
	r[k++] = __ddiv_ru(z, w);
	r[k++] = __ddiv_rd(w, z);
	r[k++] = __drcp_rn(z);
	r[k++] = __drcp_rz(w);
	r[k++] = __drcp_ru(z);
	r[k++] = __dsqrt_rn(fabs(z));
	r[k++] = __dsqrt_ru(fabs(w));
	r[k++] = __dsqrt_rz(fabs(z));
	r[k++] = __ll2double_ru((long long)(z * 1e17));
	r[k++] = (double)__double2ll_rd(z * 1e10) + (double)__double2ull_ru(fabs(w));
	r[k++] = __hiloint2double(__double2hiint(z), __double2loint(w));
}
