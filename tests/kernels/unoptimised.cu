// ptxas: -O0
// What ptxas makes without optimisation: a stack that is checked against SR_LMEMHIOFF, copies of everything, indices out of memory.

// Each thread sorts its own numbers; how many are not in order or have got lost.
extern "C" __global__ void
sorts(const int *in, int *wrong, int n)
{
	const int *mine = in + threadIdx.x * n;
	int a[24], sum = 0;

	for (int i = 0; i < n; i++) {
		int j = i;

		for (; j > 0 && a[j - 1] > mine[i]; j--)
			a[j] = a[j - 1];
		a[j] = mine[i];
		sum += mine[i];
	}
	wrong[threadIdx.x] = 0;
	for (int i = 0; i < n; i++) {
		sum -= a[i];
		wrong[threadIdx.x] += i && a[i - 1] > a[i];
	}
	wrong[threadIdx.x] += sum != 0;
}
