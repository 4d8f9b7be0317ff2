/* Running sums within each block of 256. */
#ifndef NEXT
#define NEXT d *= 2
#endif
#ifndef ADDEND
#define ADDEND s[t - d]
#endif
#ifndef VALUE
#define VALUE value
#endif
extern "C" __global__ void
NAME(const float *in, float *out)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	float VALUE = in[blockIdx.x * 256 + t];

	s[t] = VALUE;
	__syncthreads();
	for (int d = 1; d < (int)blockDim.x; NEXT) {
		float more = 0;

		if (t >= d)
			more = ADDEND;
		__syncthreads();
		VALUE += more;
		s[t] = VALUE;
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = VALUE;
}
#undef NAME
#undef NEXT
#undef ADDEND
#undef VALUE
