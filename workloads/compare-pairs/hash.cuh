/* Puts keys into a table with linear probing. */
#ifndef M1
#define M1 h & 65535
#endif
#ifndef M2
#define M2 h + 1
#endif
#ifndef M3
#define M3 i
#endif
extern "C" __global__ void
NAME(const unsigned *key, unsigned *table, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i] + 1;
	unsigned h = k * 2654435761u;
	int probes = 0;
	for (;;) {
		unsigned at = M1;
		unsigned old = atomicCAS(&table[at], 0u, k);
		if (old == 0 || old == k || probes > 40)
			break;
		h = M2;
		probes++;
	}
	out[M3] = probes;
}
#undef NAME
#undef M1
#undef M2
#undef M3
