// Lanes of a warp that store to one place in one instruction: whose value stays. The warp stores n times, lane l at place at[i * 32 + l];
// with 32 or more a lane does not store. All 32 places are read after each time.

template <typename T> __device__ T value(unsigned v)
{
	return (T)(v + 1);
}

template <> __device__ uint2 value(unsigned v)
{
	return make_uint2(v + 1, v + 1001);
}

template <> __device__ uint4 value(unsigned v)
{
	return make_uint4(v + 1, v + 1001, v + 2001, v + 3001);
}

template <typename T> __device__ __forceinline__ void collide(T *place, const unsigned char *at, T *out, int n)
{
	const unsigned lane = threadIdx.x;

	place[lane] = value<T>(100);
	__syncwarp();
	for (int i = 0; i < n; i++) {
		const unsigned where = at[i * 32 + lane];

		if (where < 32)
			place[where] = value<T>(lane);
		__syncwarp();
		out[i * 32 + lane] = place[lane];
		__syncwarp();
	}
}

#define KERNELS(name, T) \
	extern "C" __global__ void shared_##name(const unsigned char *at, T *out, int n) \
	{ \
		__shared__ T place[32]; \
\
		collide(place, at, out, n); \
	} \
	extern "C" __global__ void global_##name(const unsigned char *at, T *out, int n, T *place) \
	{ \
		collide(place, at, out, n); \
	}

KERNELS(8, unsigned char)
KERNELS(16, unsigned short)
KERNELS(32, unsigned)
KERNELS(64, uint2)
KERNELS(128, uint4)
