// Functions of CUDA's library and their fast variants, one a kernel.
#define KERNEL1(name, type, e)                                              \
	extern "C" __global__ void name(const type *a, type *out, int n)    \
	{                                                                   \
		const int i = blockIdx.x * blockDim.x + threadIdx.x;        \
		if (i < n) {                                                \
			const type x = a[i];                                \
			out[i] = e;                                         \
		}                                                           \
	}
#define KERNEL2(name, type, e)                                                            \
	extern "C" __global__ void name(const type *a, const type *b, type *out, int n)   \
	{                                                                                 \
		const int i = blockIdx.x * blockDim.x + threadIdx.x;                      \
		if (i < n) {                                                              \
			const type x = a[i], y = b[i];                                    \
			out[i] = e;                                                       \
		}                                                                         \
	}

__device__ static float approx(float x, int which)
{
	float r = 0;
	switch (which) {
	case 0:
		asm("rcp.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	case 1:
		asm("sqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	case 2:
		asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	case 3:
		asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	case 4:
		asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	case 5:
		asm("sin.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	case 6:
		asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
		break;
	}
	return r;
}

KERNEL1(m_expf, float, expf(x))
KERNEL1(m_exp2f, float, exp2f(x))
KERNEL1(m_expm1f, float, expm1f(x))
KERNEL1(m_logf, float, logf(x))
KERNEL1(m_log2f, float, log2f(x))
KERNEL1(m_log1pf, float, log1pf(x))
KERNEL1(m_sinf, float, sinf(x))
KERNEL1(m_cosf, float, cosf(x))
KERNEL1(m_tanf, float, tanf(x))
KERNEL1(m_atanf, float, atanf(x))
KERNEL1(m_tanhf, float, tanhf(x))
KERNEL1(m_erff, float, erff(x))
KERNEL1(m_sqrtf, float, sqrtf(x))
KERNEL1(m_rsqrtf, float, rsqrtf(x))
KERNEL1(m_cbrtf, float, cbrtf(x))
KERNEL1(m_rcpf, float, 1 / x)
KERNEL2(m_divf, float, x / y)
KERNEL2(m_powf, float, powf(x, y))
KERNEL2(m_hypotf, float, hypotf(x, y))
KERNEL1(m_rcp, double, 1 / x)
KERNEL1(m_sqrt, double, sqrt(x))
KERNEL1(m_rsqrt, double, rsqrt(x))
KERNEL1(m_exp, double, exp(x))
KERNEL1(m_log, double, log(x))
KERNEL1(m_sin, double, sin(x))
KERNEL2(m_div, double, x / y)
KERNEL2(m_pow, double, pow(x, y))

KERNEL1(m_fast_exp, float, __expf(x))
KERNEL1(m_fast_log, float, __logf(x))
KERNEL1(m_fast_sin, float, __sinf(x))
KERNEL1(m_fast_cos, float, __cosf(x))
KERNEL2(m_fast_pow, float, __powf(x, y))
KERNEL2(m_fast_div, float, __fdividef(x, y))
KERNEL1(m_approx_rcp, float, approx(x, 0))
KERNEL1(m_approx_sqrt, float, approx(x, 1))
KERNEL1(m_approx_tanh, float, approx(x, 2))
KERNEL1(m_ftz_ex2, float, approx(x, 3))
KERNEL1(m_ftz_rsqrt, float, approx(x, 4))
KERNEL1(m_ftz_sin, float, approx(x, 5))
KERNEL1(m_ftz_lg2, float, approx(x, 6))
