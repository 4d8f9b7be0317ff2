// names: kernels of C++, as people write them: templates, namespaces, overloads, vectors, structures, enumerators. test-cxx-name.c,
// tests/programs/names.sh and tests/programs/template.sh name them.
#include <cstdint>

enum class mode { fast, exact };

struct pair {
	float a;
	int b;
};

template <typename T, int N>
__global__ void
tk(T *to, const T *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = from[i] * N;
}
template __global__ void tk<short, 3>(short *, const short *, int);
template __global__ void tk<short, 4>(short *, const short *, int);
template __global__ void tk<float, 3>(float *, const float *, int);

namespace outer
{
namespace inner
{
template <mode M, unsigned N, typename T>
__global__ void
moded(double *p, T x)
{
	p[threadIdx.x] += N * (M == mode::fast ? x.a : x.b);
}
template __global__ void moded<mode::exact, 7, pair>(double *, pair);
}

__global__ void
scale(float4 *v, float factor, uint8_t shift, int64_t n)
{
	extern __shared__ float scratch[];
	int64_t i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	scratch[threadIdx.x] = v[i].x;
	__syncthreads();
	v[i].y = scratch[blockDim.x - 1 - threadIdx.x] * factor + shift;
}

__global__ void
scale(pair *v, int2 factor)
{
	v[threadIdx.x].a *= factor.x;
	v[threadIdx.x].b *= factor.y;
}
}

extern "C" __global__ void
plain(const float *a, float *b, int n)
{
	if (threadIdx.x < n)
		b[threadIdx.x] = a[threadIdx.x];
}
