/* Sorts 512 numbers in a block. */
#ifndef M1
#define M1 2 * t - (t & (j - 1))
#endif
#ifndef M2
#define M2 (a > b) == up
#endif
extern "C" __global__ void
NAME(float *data)
{
	__shared__ float s[512];
	int t = threadIdx.x;
	s[t] = data[blockIdx.x * 512 + t];
	s[t + 256] = data[blockIdx.x * 512 + t + 256];
	for (int k = 2; k <= 512; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int low = M1;
			int high = low + j;
			bool up = (low & k) == 0;
			float a = s[low], b = s[high];
			if (M2) {
				s[low] = b;
				s[high] = a;
			}
		}
	__syncthreads();
	data[blockIdx.x * 512 + t] = s[t];
	data[blockIdx.x * 512 + t + 256] = s[t + 256];
}
#undef NAME
#undef M1
#undef M2
