// ordered: pairs of kernels that differ in what orders their accesses, for --check-races. ordered.txt has what is found.

// ---- blocks: a flag ----
template <bool fenced>
static __device__ void
hand_over(int *data, volatile int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		if (fenced)
			__threadfence();
		*flag = 1;
	} else {
		while (!*flag)
			;
		if (fenced)
			__threadfence();
		*out = *data;
	}
}

extern "C" __global__ void
clean_flag(int *data, int *flag, int *out)
{
	hand_over<true>(data, flag, out);
}

extern "C" __global__ void
race_flag(int *data, int *flag, int *out)
{
	hand_over<false>(data, flag, out);
}

// ---- blocks: a lock ----
template <bool fenced>
static __device__ void
count(int *lock, int *n)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(lock, 0, 1))
		;
	if (fenced)
		__threadfence();
	*n = *n + 1;
	if (fenced)
		__threadfence();
	atomicExch(lock, 0);
}

extern "C" __global__ void
clean_lock(int *lock, int *n)
{
	count<true>(lock, n);
}

extern "C" __global__ void
race_lock(int *lock, int *n)
{
	count<false>(lock, n);
}

// ---- blocks: a barrier of all of them ----
extern "C" __global__ void
clean_grid_barrier(int *a, int *arrived, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;

	a[i] = i;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(arrived, 1);
		while (*(volatile int *)arrived < (int)gridDim.x)
			;
		__threadfence();
	}
	__syncthreads();
	out[i] = a[n - 1 - i];
}

// Block 0 does not take part.
extern "C" __global__ void
race_grid_barrier(int *a, int *arrived, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;

	a[i] = i;
	__syncthreads();
	if (threadIdx.x == 0 && blockIdx.x) {
		__threadfence();
		atomicAdd(arrived, 1);
		while (*(volatile int *)arrived < (int)gridDim.x - 1)
			;
		__threadfence();
	}
	__syncthreads();
	out[i] = a[n - 1 - i];
}

// ---- blocks: no race though nothing orders ----
extern "C" __global__ void
clean_unordered(int *histogram, volatile int *hint, int *done)
{
	atomicAdd(histogram + (threadIdx.x & 7), 1);
	*hint = *hint + 1; // both volatile
	*done = 7;         // the same value
}

// ---- bytes ----
extern "C" __global__ void
clean_neighbours(char *a)
{
	a[gridDim.x * threadIdx.x + blockIdx.x] = 1 + blockIdx.x;
}

extern "C" __global__ void
race_overlap(char *a)
{
	if (blockIdx.x == 0)
		a[4 * threadIdx.x + 1] = 1;
	else
		*(short *)(a + 4 * threadIdx.x) = 0x505;
}

// ---- lanes: __syncwarp of some ----
extern "C" __global__ void
clean_mask(int *out)
{
	__shared__ volatile int s[32];
	int t = threadIdx.x, v = 0;

	if (t < 16) {
		s[t] = t;
		__syncwarp(0xffff);
		v = s[t ^ 1];
	}
	out[t] = v;
}

extern "C" __global__ void
race_mask(int *out)
{
	__shared__ volatile int s[32];
	int t = threadIdx.x;

	if (t < 16) {
		s[t] = t;
		__syncwarp(0xffff);
	}
	out[t] = s[t & 15];
}

// ---- threads: a barrier too few in a loop ----
extern "C" __global__ void
clean_loop(int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x, v = 0;

	for (int i = 0; i < n; i++) {
		s[t] = v + i;
		__syncthreads();
		v += s[63 - t];
		__syncthreads();
	}
	out[t] = v;
}

extern "C" __global__ void
race_loop(int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x, v = 0;

	for (int i = 0; i < n; i++) {
		s[t] = v + i;
		__syncthreads();
		v += s[63 - t];
	}
	out[t] = v;
}

// ---- threads: an atomic of shared memory that is a loop in machine code ----
extern "C" __global__ void
clean_loop_atomic(unsigned long long *out)
{
	__shared__ unsigned long long s[2];
	int t = threadIdx.x;

	if (t < 2)
		s[t] = 0;
	__syncthreads();
	atomicAdd(&s[t & 1], t);
	atomicMax(&s[t & 1], t);
	__syncthreads();
	if (t < 2)
		out[t] = s[t];
}

extern "C" __global__ void
race_loop_atomic(unsigned long long *out)
{
	__shared__ unsigned long long s[2];
	int t = threadIdx.x;

	if (t < 2)
		s[t] = 0;
	__syncthreads();
	atomicAdd(&s[t & 1], t);
	out[t] = s[t & 1];
}
