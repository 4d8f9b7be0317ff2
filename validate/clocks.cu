// clocks.cu: the clock of each SM against the global timer of the GPU, while some SMs run matrix instructions. What it says is kept in
// validate/data/h200/clocks.txt.gz, whose head has the command.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
static __device__ unsigned long long gt() { unsigned long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) : : "memory"); return t; }
static __device__ unsigned long long ck() { unsigned long long t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) : : "memory"); return t; }
template <int gap> static __device__ void burst(float (&d)[4], unsigned (&a)[4], int n)
{
#pragma unroll 1
	for (int i = 0; i < n; i++) {
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));
		if (gap)
			__nanosleep(gap);
	}
}
// SMs whose number modulo `step` is below `some` are busy for `on` samples of 2 us of each `on` + `off`; the others spin. kind 0, 4: HMMA without
// a break, 1: one each 100 ns or so, 2: one each us, 3: FFMA.
__global__ void look(unsigned long long *out, int step, int some, int kind, int samples, int on, int off)
{
	unsigned sm;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	float d[4] = {0}; unsigned a[4] = {sm, sm, sm, sm};
	float x = sm, y = 1.0001f;
	const bool busy = sm % step < some;
	const unsigned long long t0 = gt();
	for (int s = 0; s < samples; s++) {
		const unsigned long long until = t0 + (s + 1) * 2000ull;
		const bool now = busy && s % (on + off) < on;
		while (gt() < until) {
			if (now) {
				if (kind == 0 || kind == 4) burst<0>(d, a, 8);
				else if (kind == 1) burst<60>(d, a, 1);
				else if (kind == 2) burst<900>(d, a, 1);
				else for (int i = 0; i < 32; i++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(y));
			}
		}
		if (!threadIdx.x) { out[((size_t)sm * samples + s) * 2] = gt(); out[((size_t)sm * samples + s) * 2 + 1] = ck(); }
		__syncthreads();
	}
	if (x == 12345.f && d[0] == 7) out[0] = a[0];
}
int main()
{
	unsigned long long *p, *h; const int S = 40;
	cudaMalloc(&p, 132 * S * 16); h = (unsigned long long *)malloc(132 * S * 16);
	struct { int step, some, kind, on, off, threads; const char *name; } c[] = {
		{1, 0, 0, 1, 0, 512, "none"}, {1, 1, 0, 1, 0, 512, "all dense"}, {132, 1, 0, 1, 0, 512, "one SM dense"}, {132, 1, 4, 1, 0, 32, "one SM one warp chain"},
		{132, 1, 1, 1, 0, 32, "one SM one each 100ns"}, {132, 1, 2, 1, 0, 32, "one SM one each us"}, {132, 66, 0, 1, 0, 512, "lower half dense"},
		{16, 2, 0, 1, 0, 512, "2 of 16"}, {1, 1, 3, 1, 0, 1024, "all FFMA"}, {132, 1, 3, 1, 0, 1024, "one SM FFMA"}, {132, 1, 0, 5, 5, 512, "one SM 10us on 10us off"}, {1, 1, 0, 5, 5, 512, "all 10us on 10us off"}, {1, 1, 4, 1, 0, 32, "all one warp chain"}};
	for (auto &k : c) for (int rep = 0; rep < 2; rep++) {
		cudaMemset(p, 0, 132 * S * 16);
		look<<<132, k.threads, 120000>>>(p, k.step, k.some, k.kind, S, k.on, k.off);
		cudaFuncSetAttribute(look, cudaFuncAttributeMaxDynamicSharedMemorySize, 120000);
		cudaError_t e = cudaDeviceSynchronize(); cudaGetLastError();
		cudaMemcpy(h, p, 132 * S * 16, cudaMemcpyDeviceToHost);
		if (!rep) continue;
		printf("== %s (%s)\n", k.name, cudaGetErrorString(e));
		for (int m = 0; m < 132; m++) {
			unsigned long long *q = h + (size_t)m * S * 2;
			printf("%d %.4f", m, (double)(q[2 * S - 1] - q[21]) / (double)(q[2 * S - 2] - q[20]));
			if (k.off || m < 2) for (int s = 1; s < S; s++) printf(" %.3f", (double)(q[2 * s + 1] - q[2 * s - 1]) / (double)(q[2 * s] - q[2 * s - 2]));
			printf("\n");
		}
	}
}
