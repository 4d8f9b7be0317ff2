// FP16, BF16 and FP8.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#define I                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x; \
	if (i >= n)                                    \
		return;
extern "C" __global__ void
halfs(const float *a, const float *b, __half *o, int n)
{
	I __half x = __float2half(a[i]), y = __float2half(b[i]);
	__half *p = o + i * 24;
	int k = 0;
	p[k++] = x + y;
	p[k++] = x * y;
	p[k++] = x - y;
	p[k++] = x / y;
	p[k++] = hexp(x);
	p[k++] = hlog(__habs(x));
	p[k++] = hsqrt(__habs(x));
	p[k++] = hrsqrt(__habs(x));
	p[k++] = hsin(x);
	p[k++] = hcos(x);
	p[k++] = __hfma(x, y, x);
	p[k++] = __hmax(x, y);
	p[k++] = __hmin(x, y);
	p[k++] = hfloor(x);
	p[k++] = hrint(x);
	p[k++] = htanh(x);
	p[k++] = __hgt(x, y) ? x : y;
	p[k++] = __int2half_rn((int)a[i] * 37);
	p[k++] = __double2half(a[i] * 1.1);
	p[k++] = __hfma_relu(x, y, x);
	p[k++] = __hadd_sat(x, y);
	p[k++] = hrcp(x);
	p[k++] = __ushort2half_rn((unsigned short)b[i]);
	p[k++] = hexp2(x);
}
extern "C" __global__ void
half2s(const __half2 *a, const __half2 *b, __half2 *o, int n)
{
	I __half2 x = a[i], y = b[i];
	__half2 *p = o + i * 12;
	int k = 0;
	p[k++] = x + y;
	p[k++] = __hfma2(x, y, x);
	p[k++] = __hmax2(x, y);
	p[k++] = h2exp(x);
	p[k++] = __h2div(x, y);
	p[k++] = __hmul2_sat(x, y);
	p[k++] = __lowhigh2highlow(x);
	p[k++] = __hge2(x, y);
	p[k++] = h2sqrt(__habs2(x));
	p[k++] = __hfma2(y, y, x);
	p[k++] = h2tanh(x);
	p[k++] = __floats2half2_rn(__low2float(x), __high2float(y));
}
extern "C" __global__ void
bf(const float *a, const float *b, __nv_bfloat16 *o, int n)
{
	I __nv_bfloat16 x = __float2bfloat16(a[i]), y = __float2bfloat16(b[i]);
	__nv_bfloat16 *p = o + i * 16;
	int k = 0;
	p[k++] = x + y;
	p[k++] = x * y;
	p[k++] = x / y;
	p[k++] = hexp(x);
	p[k++] = hlog(__habs(x));
	p[k++] = hsqrt(__habs(x));
	p[k++] = __hfma(x, y, x);
	p[k++] = __hmax(x, y);
	p[k++] = hfloor(x);
	p[k++] = htanh(x);
	p[k++] = __int2bfloat16_rn((int)a[i]);
	p[k++] = __double2bfloat16(a[i]);
	__nv_bfloat162 z = __halves2bfloat162(x, y);
	z = __hfma2(z, z, z);
	p[k++] = z.x;
	p[k++] = z.y;
	p[k++] = __float2bfloat16_rz(b[i]);
	p[k++] = hcos(x);
}
extern "C" __global__ void
fp8(const float *a, unsigned char *o, float *f, int n)
{
	I __nv_fp8_e4m3 x(a[i]);
	__nv_fp8_e5m2 y(a[i]);
	o[i * 2] = x.__x;
	o[i * 2 + 1] = y.__x;
	f[i * 2] = float(x);
	f[i * 2 + 1] = float(y);
	__nv_fp8x4_e4m3 v(make_float4(a[i], -a[i], a[i] * 2, a[i] / 3));
	float4 w = float4(v);
	f[2 * n + i] = w.x + w.y + w.z * w.w;
}
extern "C" __global__ void
halfgemv(const __half *A, const __half *x, float *y, int m, int n)
{
	int r = blockIdx.x * blockDim.y + threadIdx.y;
	float s = 0;
	if (r < m)
		for (int c = threadIdx.x * 2; c < n; c += 64) {
			float2 p = __half22float2(*(const __half2 *)(A + r * n + c)), q = __half22float2(*(const __half2 *)(x + c));
			s += p.x * q.x + p.y * q.y;
		}
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (r < m && threadIdx.x == 0)
		y[r] = s;
}
