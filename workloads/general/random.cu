// Random numbers of curand's generators on the device.
#include <curand_kernel.h>

template <typename State>
static __device__ void
draw(State *s, unsigned *u, float *f, double *d)
{
	for (int i = 0; i < 4; i++)
		u[i] = curand(s);
	f[0] = curand_uniform(s);
	f[1] = curand_normal(s);
	f[2] = curand_log_normal(s, 0.5f, 0.25f);
	const float2 p = curand_normal2(s);
	f[3] = p.x;
	f[4] = p.y;
	d[0] = curand_uniform_double(s);
	d[1] = curand_normal_double(s);
}

extern "C" __global__ void
philox(unsigned *u, float *f, double *d, unsigned long long seed)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandStatePhilox4_32_10_t s;

	curand_init(seed, i, 5, &s);
	draw(&s, u + i * 6, f + i * 9, d + i * 2);
	u[i * 6 + 4] = curand_poisson(&s, 3.5);
	u[i * 6 + 5] = curand_poisson(&s, 100);
	const float4 v = curand_normal4(&s);
	f[i * 9 + 5] = v.x;
	f[i * 9 + 6] = v.y;
	f[i * 9 + 7] = v.z;
	f[i * 9 + 8] = curand_uniform4(&s).w;
}

extern "C" __global__ void
xorwow(unsigned *u, float *f, double *d, unsigned long long seed)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandState s;

	curand_init(seed, i, 0, &s);
	draw(&s, u + i * 6, f + i * 9, d + i * 2);
	skipahead(1000003ull, &s);
	f[i * 9 + 5] = curand_uniform(&s);
}

// The usual pair of kernels: one fills an array of states, the other draws from it.
extern "C" __global__ void
setup(curandState *s, unsigned long long seed)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	curand_init(seed, i, 0, s + i);
}

extern "C" __global__ void
pi_count(curandState *states, unsigned *inside, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandState s = states[i];
	unsigned hits = 0;

	for (int k = 0; k < n; k++) {
		const float x = curand_uniform(&s), y = curand_uniform(&s);
		hits += x * x + y * y < 1;
	}
	states[i] = s;
	inside[i] = hits;
}
