// record: a whole program, for tests/workloads/record.sh: variables of the device, a constant, dynamic shared memory, a structure by value, two launches.
#include <cstdio>
#include <vector>

struct line {
	const float *x;
	float *y;
	int n;
};

__device__ int total;
__constant__ float factor;

__global__ void scale(line l)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < l.n) {
		l.y[i] = factor * l.x[i] + l.y[i];
		atomicAdd(&total, 1);
	}
}

__global__ void turn(float *y, int n)
{
	extern __shared__ float part[];

	part[threadIdx.x] = y[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = part[n - 1 - threadIdx.x];
}

int main()
{
	const int n = 1000;
	std::vector<float> h(n);
	float three = 3, *x, *y;
	int t;

	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, n * sizeof *x);
	cudaMalloc(&y, n * sizeof *y);
	cudaMemcpy(x, h.data(), n * sizeof *x, cudaMemcpyHostToDevice);
	cudaMemset(y, 0, n * sizeof *y);
	cudaMemcpyToSymbol(factor, &three, sizeof three);
	scale<<<(n + 255) / 256, 256>>>(line{x, y, n});
	turn<<<1, n, n * sizeof *y>>>(y, n);
	cudaMemcpy(h.data(), y, n * sizeof *y, cudaMemcpyDeviceToHost);
	cudaMemcpyFromSymbol(&t, total, sizeof t);
	printf("%g %g %d %s\n", h[0], h[n - 1], t, cudaGetErrorString(cudaDeviceSynchronize()));
}
