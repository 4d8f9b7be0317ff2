/* Lengths of vectors that an index names. */
#ifndef M1
#define M1 idx[i]
#endif
#ifndef M2
#define M2 rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z)
#endif
extern "C" __global__ void
NAME(const float4 *p, const int *idx, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int k = M1;
	float4 v = p[k];
	float len = M2;
	out[i] = v.w * len;
}
#undef NAME
#undef M1
#undef M2
