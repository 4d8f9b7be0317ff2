// prints: what kernels say with printf(), for tests/kernels/general.sh.
#include <stdio.h>

// Every form of conversion, and what printf() returns for each.
extern "C" __global__ void
formats(const char *text, int *out)
{
	int n = 0;

	out[n++] = printf("nothing\n");
	out[n++] = printf("[%hd %hhd %hu %hhx]\n", -65537, 384, 65538, 0x1234);
	out[n++] = printf("[%d %i %u %o %x %X %ld %llu]\n", -5, 6, 4000000000u, 8, 255, 255, -5000000000l, 18000000000000000000ull);
	out[n++] = printf("[%*d|%-6d|%+d|% d|%06d|%#x|%.3d]\n", 5, 1, 2, 3, 4, 5, 6, 7);
	out[n++] = printf("[%*d|%.*f|%*.*f]\n", -5, 1, 2, 3.14159, 8, 1, 2.5);
	out[n++] = printf("[%.*f]\n", -1, 0.5);
	out[n++] = printf("[%f %e %g %a %F %G %.0f]\n", 1.5, 2500.0, 1e-7, 1.0, 0.25, 1e20, 2.5);
	out[n++] = printf("[%c%c%3c|%-3c]\n", 'a', 'b', 'c', 'd');
	out[n++] = printf("[%s|%8s|%-8s|%.2s|%*s]\n", text, "right", "left", "cut", -4, "x");
	out[n++] = printf("100%% %p\n", (void *)0x1234);
	out[n++] = printf("<%c>\n", 0);
}

// A string in shared memory, and one of the thread's own.
extern "C" __global__ void
places(int n)
{
	__shared__ char shared[16];
	char own[8];

	for (int i = threadIdx.x; i < 15; i += blockDim.x)
		shared[i] = 'a' + (i + n) % 26;
	shared[15] = 0;
	__syncthreads();
	for (int i = 0; i < 7; i++)
		own[i] = '0' + (i * n + threadIdx.x) % 10;
	own[7] = 0;
	if (threadIdx.x < 2)
		printf("%s %s\n", shared, own);
}

// Blocks take turns to speak: each waits as long as its number says, again and again, until the clock of its SM is there.
extern "C" __global__ void
turns(int each, int times)
{
	for (int k = 0; k < times; k++) {
		int x = blockIdx.x;

		for (int i = 0; i < each * (1 + (blockIdx.x * 7 + k * 3) % 11); i++)
			x = x * 1664525 + 1013904223;
		if (!threadIdx.x)
			printf("%d %d %lld %d\n", blockIdx.x, k, clock64(), x & 1);
	}
}

// Threads of all blocks ask for more memory than there is, each at times of its own, and give some of it back: who got how much, and where.
extern "C" __global__ void
scarce(int *got, unsigned long long *where, int rounds)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	int *own[4] = {};
	unsigned long long sum = 0;
	int n = 0;

	for (int k = 0; k < rounds; k++) {
		unsigned x = i;

		for (int j = 0; j < (blockIdx.x * 7 + threadIdx.x / 16 * 5 + k * 3) % 13; j++)
			x = x * 1664525 + 1013904223;
		free(own[k % 4]);
		own[k % 4] = (int *)malloc(4096 + x % 5 * 64);
		if (own[k % 4]) {
			n++;
			*own[k % 4] = i;
		}
		sum = sum * 31 + (unsigned long long)own[k % 4];
	}
	for (int k = 0; k < 4; k++) {
		n += own[k] && *own[k] != i ? 1000000 : 0;
		free(own[k]);
	}
	got[i] = n;
	where[i] = sum;
}
