/* What n bodies do to each other by gravity, in tiles of 128. */
#ifndef INVERSE
#define INVERSE rsqrtf(square)
#endif
#ifndef SQUARE
#define SQUARE dx * dx + dy * dy + dz * dz + 1e-6f
#endif
#ifndef FIRST
#define FIRST float dx = other.x - me.x;
#define SECOND float dy = other.y - me.y;
#define FORCE force
#endif
extern "C" __global__ void
NAME(const float4 *body, float4 *out, int n)
{
	__shared__ float4 tile[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	float4 me = body[i];
	float4 FORCE = make_float4(0, 0, 0, 0);

	for (int from = 0; from < n; from += 128) {
		tile[threadIdx.x] = body[from + threadIdx.x];
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < 128; k++) {
			float4 other = tile[k];
			FIRST
			SECOND
			float dz = other.z - me.z;
			float square = SQUARE;
			float inverse = INVERSE;
			float weight = other.w * inverse * inverse * inverse;

			FORCE.x += weight * dx;
			FORCE.y += weight * dy;
			FORCE.z += weight * dz;
		}
		__syncthreads();
	}
	out[i] = FORCE;
}
#undef NAME
#undef INVERSE
#undef SQUARE
#undef FIRST
#undef SECOND
#undef FORCE
