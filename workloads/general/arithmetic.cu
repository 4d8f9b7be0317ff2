// Integers up to 128 bits, bits, SIMD in a word, and the library of floating-point functions.
#include <cstdint>
#include <cmath>
#define I                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x; \
	if (i >= n)                                    \
		return;
extern "C" __global__ void
i64(const long long *a, const long long *b, long long *o, int n)
{
	I long long x = a[i], y = b[i] | 1;
	o[i * 8] = x / y;
	o[i * 8 + 1] = x % y;
	o[i * 8 + 2] = x * y;
	o[i * 8 + 3] = __mul64hi(x, y);
	o[i * 8 + 4] = (unsigned long long)x / (unsigned long long)y;
	o[i * 8 + 5] = x >> (y & 63);
	o[i * 8 + 6] = x << (y & 63);
	o[i * 8 + 7] = (unsigned long long)x % 1000003ull;
}
extern "C" __global__ void
i128(const unsigned long long *a, const unsigned long long *b, unsigned long long *o, int n)
{
	I unsigned __int128 x = ((unsigned __int128)a[i] << 64) | b[i], y = ((unsigned __int128)(b[i] >> 20) << 30) | 7;
	unsigned __int128 q = x / y, r = x % y, m = x * y;
	o[i * 6] = q;
	o[i * 6 + 1] = q >> 64;
	o[i * 6 + 2] = r;
	o[i * 6 + 3] = r >> 64;
	o[i * 6 + 4] = m;
	o[i * 6 + 5] = m >> 64;
}
extern "C" __global__ void
i32(const int *a, const int *b, int *o, int n)
{
	I int x = a[i], y = b[i] | 1;
	int *p = o + i * 24;
	p[0] = x / y;
	p[1] = x % y;
	p[2] = (unsigned)x / (unsigned)y;
	p[3] = (unsigned)x % (unsigned)y;
	p[4] = __mulhi(x, y);
	p[5] = __umulhi(x, y);
	p[6] = __sad(x, y, 3);
	p[7] = __popc(x);
	p[8] = __ffs(x);
	p[9] = __clz(x);
	p[10] = __brev(x);
	p[11] = __byte_perm(x, y, 0x2615);
	p[12] = __funnelshift_l(x, y, b[i]);
	p[13] = __funnelshift_r(x, y, b[i]);
	p[14] = __funnelshift_lc(x, y, b[i]);
	p[15] = __funnelshift_rc(x, y, b[i]);
	p[16] = __dp4a(x, y, 5);
	p[17] = __dp4a((unsigned)x, (unsigned)y, 5u);
	p[18] = __dp2a_lo(x, y, 1);
	p[19] = __rhadd(x, y);
	p[20] = __hadd(x, y);
	p[21] = __mul24(x, y);
	p[22] = max(min(x, y), 17);
	p[23] = abs(x);
}
extern "C" __global__ void
simd(const unsigned *a, const unsigned *b, unsigned *o, int n)
{
	I unsigned x = a[i], y = b[i];
	unsigned *p = o + i * 20;
	p[0] = __vadd4(x, y);
	p[1] = __vsub2(x, y);
	p[2] = __vabsdiffu4(x, y);
	p[3] = __vsadu4(x, y);
	p[4] = __vmaxs2(x, y);
	p[5] = __vminu4(x, y);
	p[6] = __vcmpeq4(x, y);
	p[7] = __vavgu4(x, y);
	p[8] = __vaddss2(x, y);
	p[9] = __vsubus4(x, y);
	p[10] = __vabs2(x);
	p[11] = __vneg4(x);
	p[12] = __vsads2(x, y);
	p[13] = __vcmpgts2(x, y);
	p[14] = __viaddmax_s32(x, y, 3);
	p[15] = __vimax3_s16x2(x, y, 0x00030004);
	p[16] = __vimin_s32_relu(x, y);
	p[17] = __vibmax_u32(x, y, (bool *)&p[18]);
	p[18] = 0;
	p[19] = __vsetltu4(x, y);
}
extern "C" __global__ void
bits64(const unsigned long long *a, unsigned long long *o, int n)
{
	I unsigned long long x = a[i];
	o[i * 6] = __popcll(x);
	o[i * 6 + 1] = __clzll(x);
	o[i * 6 + 2] = __ffsll(x);
	o[i * 6 + 3] = __brevll(x);
	o[i * 6 + 4] = (x << (x & 63)) | (x >> ((64 - x) & 63));
	o[i * 6 + 5] = __umul64hi(x, x);
}
extern "C" __global__ void
f32(const float *a, const float *b, float *o, int n)
{
	I float x = a[i], y = b[i];
	float *p = o + i * 40;
	int k = 0;
	p[k++] = x / y;
	p[k++] = sqrtf(fabsf(x));
	p[k++] = rsqrtf(fabsf(x) + 1e-3f);
	p[k++] = sinf(x * 100);
	p[k++] = cosf(x * 1e6f);
	p[k++] = tanf(x);
	p[k++] = expf(x);
	p[k++] = exp2f(x);
	p[k++] = exp10f(x);
	p[k++] = logf(fabsf(x) + 1e-9f);
	p[k++] = log2f(fabsf(y) + 1e-9f);
	p[k++] = log10f(fabsf(y) + 1e-9f);
	p[k++] = powf(fabsf(x), y);
	p[k++] = fmodf(x, y);
	p[k++] = remainderf(x, y);
	p[k++] = erff(x);
	p[k++] = erfcf(x);
	p[k++] = erfinvf(x * 0.1f);
	p[k++] = lgammaf(x);
	p[k++] = tgammaf(x);
	p[k++] = atan2f(x, y);
	p[k++] = asinf(x * 0.1f);
	p[k++] = sinhf(x);
	p[k++] = tanhf(x);
	p[k++] = asinhf(x);
	p[k++] = cbrtf(x);
	p[k++] = hypotf(x, y);
	p[k++] = j0f(x);
	p[k++] = y1f(fabsf(x) + .1f);
	p[k++] = normcdff(x);
	p[k++] = floorf(x);
	p[k++] = ceilf(x);
	p[k++] = rintf(x);
	p[k++] = truncf(y);
	p[k++] = roundf(x);
	p[k++] = ldexpf(x, 3);
	p[k++] = fmaf(x, y, 1);
	p[k++] = nextafterf(x, y);
	p[k++] = log1pf(fabsf(x));
	p[k++] = fdimf(x, y);
}
extern "C" __global__ void
f64(const double *a, const double *b, double *o, int n)
{
	I double x = a[i], y = b[i];
	double *p = o + i * 30;
	int k = 0;
	p[k++] = x / y;
	p[k++] = sqrt(fabs(x));
	p[k++] = rsqrt(fabs(x) + 1e-3);
	p[k++] = sin(x * 100);
	p[k++] = cos(x * 1e6);
	p[k++] = tan(x);
	p[k++] = exp(x);
	p[k++] = exp2(x);
	p[k++] = log(fabs(x) + 1e-9);
	p[k++] = log10(fabs(y) + 1e-9);
	p[k++] = pow(fabs(x), y);
	p[k++] = fmod(x, y);
	p[k++] = remainder(x, y);
	p[k++] = erf(x);
	p[k++] = erfc(x);
	p[k++] = lgamma(x);
	p[k++] = tgamma(x);
	p[k++] = atan2(x, y);
	p[k++] = asin(x * 0.1);
	p[k++] = sinh(x);
	p[k++] = tanh(x);
	p[k++] = cbrt(x);
	p[k++] = hypot(x, y);
	p[k++] = floor(x);
	p[k++] = rint(x);
	p[k++] = round(x);
	p[k++] = fma(x, y, 1.0);
	p[k++] = __dadd_ru(x, y);
	p[k++] = __ddiv_rz(x, y);
	p[k++] = __dsqrt_rd(fabs(x));
}
extern "C" __global__ void
rnd(const float *a, const float *b, float *o, int n)
{
	I float x = a[i], y = b[i];
	float *p = o + i * 20;
	int k = 0;
	p[k++] = __fadd_rz(x, y);
	p[k++] = __fmul_ru(x, y);
	p[k++] = __fmaf_rd(x, y, x);
	p[k++] = __fdiv_rz(x, y);
	p[k++] = __frcp_ru(x);
	p[k++] = __fsqrt_rd(fabsf(x));
	p[k++] = __frsqrt_rn(fabsf(x));
	p[k++] = __float2int_rz(x);
	p[k++] = __float2int_ru(x);
	p[k++] = __float2uint_rd(fabsf(x));
	p[k++] = __int2float_rz(__float_as_int(x));
	p[k++] = __ll2float_rn((long long)__float_as_int(x) * 1000003);
	p[k++] = __double2float_rd((double)x * y);
	p[k++] = (float)__float2ll_rn(x * 1e9f);
	p[k++] = __sinf(x);
	p[k++] = __expf(x);
	p[k++] = __powf(fabsf(x), y);
	p[k++] = __fdividef(x, y);
	p[k++] = __saturatef(x);
	p[k++] = __uint2float_ru(__float_as_uint(y));
}
extern "C" __global__ void
conv(const double *a, float *o, int n)
{
	I double x = a[i];
	float *p = o + i * 12;
	int k = 0;
	p[k++] = (float)x;
	p[k++] = (float)(int)x;
	p[k++] = (float)(unsigned)fabs(x);
	p[k++] = (float)(long long)x;
	p[k++] = (float)(unsigned long long)fabs(x);
	p[k++] = (float)(short)(int)x;
	p[k++] = (float)(signed char)(int)x;
	p[k++] = (float)(unsigned char)(int)fabs(x);
	p[k++] = (float)(double)(int)x;
	p[k++] = (float)(double)(long long)(x * 1e10);
	p[k++] = __double2hiint(x);
	p[k++] = __double2loint(x);
}
extern "C" __global__ void
small(const short *a, const signed char *b, const unsigned char *c, float *f, short *o, signed char *q, int n)
{
	I f[i] = (float)a[i] + (float)b[i] * (float)c[i];
	f[n + i] = (float)(unsigned short)a[i];
	f[2 * n + i] = (float)(double)a[i];
	o[i] = a[i] * b[i] + c[i];
	q[i] = (signed char)(f[i] * 0.1f);
	double d = a[i];
	f[3 * n + i] = (float)(d / (b[i] | 1));
}
