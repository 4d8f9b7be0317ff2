// arch: sm_80
// Machine code for another GPU than the one that is simulated.
extern "C" __global__ void
kernel(int *out)
{
	out[threadIdx.x] = 1;
}
