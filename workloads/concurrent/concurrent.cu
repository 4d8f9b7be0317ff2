// concurrent: kernels that keep one part of a GPU busy each, to be run beside each other in streams. The numbers they work on do not matter.
//   xu      four chains of EX2 a thread, 32 a round: two warps fill a sub-core's transcendental pipe
//   chain   one chain of double FMA a thread, 16 a round: it waits for itself
//   fma     four chains of FFMA a thread, 64 a round
//   chase   a load a round, whose address is worked out from the one before; a warp reads a line at a time
//   stream  16 bytes a thread and turn from one end of `a` to the other, `passes` times: memory bandwidth
// Shared memory that a launch asks for is not used: it takes room.

#define SELF (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void
xu(float *out, int rounds)
{
	float a[4];

	for (int k = 0; k < 4; k++)
		a[k] = threadIdx.x * .001f + k;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int n = 0; n < 8; n++)
#pragma unroll
			for (int k = 0; k < 4; k++)
				asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(a[k]));
	}
	out[SELF] = a[0] + a[1] + a[2] + a[3];
}

extern "C" __global__ void
chain(double *out, int rounds, double b)
{
	double a = threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int n = 0; n < 16; n++)
			asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(a) : "d"(b));
	}
	out[SELF] = a;
}

extern "C" __global__ void
fma4(float *out, int rounds, float b)
{
	float a[4];

	for (int k = 0; k < 4; k++)
		a[k] = threadIdx.x + k;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int n = 0; n < 16; n++)
#pragma unroll
			for (int k = 0; k < 4; k++)
				asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(a[k]) : "f"(b));
	}
	out[SELF] = a[0] + a[1] + a[2] + a[3];
}

// The buffer is of zeros and has a power of two of lines. Bypasses L1.
extern "C" __global__ void
chase(const unsigned *a, unsigned *out, int rounds, unsigned lines)
{
	unsigned at = SELF / 32 * 2654435761u, lane = threadIdx.x % 32;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
		at = at * 1664525u + 1013904223u + __ldcg(a + ((at >> 8) & (lines - 1)) * 32 + lane);
	out[SELF] = at;
}

extern "C" __global__ void
stream(const float4 *a, float *out, int n, int passes)
{
	float sum = 0;

#pragma unroll 1
	for (int k = 0; k < passes; k++) {
#pragma unroll 4
		for (int i = SELF; i < n; i += gridDim.x * blockDim.x) {
			float4 x = __ldcg(a + i);

			sum += x.x + x.y + x.z + x.w;
		}
	}
	out[SELF] = sum;
}
