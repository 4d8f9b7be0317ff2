// crowd: tiled products by blocks of 64 and 256 threads, a few or many on an SM, and parts of them: which blocks of an SM get on when others
// wait for the same units, and when each ends.
//
// Each warp notes its SM, its place, the clock when it comes, after each quarter of its phases and at its end.

#define MICRO(name) extern "C" __global__ void name

static __device__ __forceinline__ unsigned clock_now() { unsigned t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t)); return t; }
static __device__ __forceinline__ unsigned sm_number() { unsigned n; asm volatile("mov.u32 %0, %%smid;" : "=r"(n)); return n; }
static __device__ __forceinline__ unsigned warp_place() { unsigned n; asm volatile("mov.u32 %0, %%warpid;" : "=r"(n)); return n; }

enum { LOADS = 1, SHARED = 2, BARRIERS = 4, COLUMNS = 512, QUARTERS = 4, WORDS = 8 };

// Blocks of T x T threads, COLUMNS / T of which lie side by side, round 512 rows. `phases` is a multiple of 4.
template <int T, int WHAT>
static __device__ __forceinline__ void
crowd(unsigned *out, float *c, const float *m, const float *n, int pitch, int phases)
{
	__shared__ float a[T][T], b[T][T];
	int x = threadIdx.x, y = threadIdx.y, thread = y * T + x, warp = (blockIdx.x * T * T + thread) / 32;
	int row = blockIdx.x / (COLUMNS / T) % (512 / T) * T + y, col = blockIdx.x % (COLUMNS / T) * T + x;
	unsigned *o = out + warp * WORDS;
	float sum = 0, u = x, v = y;

	if (thread % 32 == 0) {
		o[0] = sm_number();
		o[1] = warp_place();
		o[2] = clock_now();
	}
	a[y][x] = b[y][x] = 0;
	__syncthreads();
#pragma unroll 1
	for (int q = 0; q < QUARTERS; q++) {
#pragma unroll 1
		for (int p = q * phases / QUARTERS; p < (q + 1) * phases / QUARTERS; p++) {
			if (WHAT & LOADS) {
				u = m[row * pitch + p * T + x];
				v = n[(p * T + y) * pitch + col];
			}
			if (WHAT & SHARED) {
				a[y][x] = u;
				b[y][x] = v;
			}
			if (WHAT & BARRIERS)
				__syncthreads();
			else
				__syncwarp();
			if (WHAT & SHARED) {
#pragma unroll
				for (int k = 0; k < T; k++)
					sum += a[y][k] * b[k][x];
			} else {
				sum += u * v;
			}
			if (WHAT & BARRIERS)
				__syncthreads();
			else
				__syncwarp();
		}
		if (thread % 32 == 0)
			o[3 + q] = clock_now();
	}
	c[row * COLUMNS + col] = sum;
	if (thread % 32 == 0)
		o[7] = clock_now();
}

#define CROWD(name, what)                                                                                            \
	MICRO(crowd_##name##_8)(unsigned *out, float *c, const float *m, const float *n, int pitch, int phases)      \
	{                                                                                                            \
		crowd<8, what>(out, c, m, n, pitch, phases);                                                         \
	}                                                                                                            \
	MICRO(crowd_##name##_16)(unsigned *out, float *c, const float *m, const float *n, int pitch, int phases)     \
	{                                                                                                            \
		crowd<16, what>(out, c, m, n, pitch, phases);                                                        \
	}
CROWD(all, LOADS | SHARED | BARRIERS)
CROWD(free, LOADS | SHARED)
CROWD(shared, SHARED | BARRIERS)
CROWD(shared_free, SHARED)
CROWD(loads, LOADS | BARRIERS)
CROWD(loads_free, LOADS)
