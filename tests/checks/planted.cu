// planted: kernels with one planted bug each, for the faults and checks of simt-sim. planted.csv runs them, planted.txt has what must be
// found, sanitizer.txt what compute-sanitizer finds in the same code on an H200.

// ---- addresses ----
extern "C" __global__ void
global_past(int *out, int n)
{
	out[blockIdx.x * blockDim.x + threadIdx.x + n] = 1; // block 1's last n threads
}

extern "C" __global__ void
global_misaligned(char *out, int n)
{
	*(int *)(out + 4 * threadIdx.x + (threadIdx.x == 37 ? n : 0)) = 1;
}

extern "C" __global__ void
shared_past(int *out, int n)
{
	extern __shared__ int s[];

	s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x + (threadIdx.x == 40 ? n : 0)];
}

extern "C" __global__ void
shared_misaligned(int *out, int n)
{
	extern __shared__ char c[];

	*(int *)(c + 4 * threadIdx.x) = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = *(int *)(c + 4 * threadIdx.x + (threadIdx.x == 33 ? n : 0));
}

extern "C" __global__ void
local_past(int *out, int n)
{
	volatile int a[64];

#pragma unroll 1
	for (int i = 0; i < 64; i++)
		a[i] = out[i];
	a[(threadIdx.x == 9 ? n : 0) + (threadIdx.x & 31)] = 5;
	out[threadIdx.x] = a[(threadIdx.x * 3) & 63];
}

extern "C" __global__ void
local_misaligned(int *out, int n)
{
	volatile char a[64];

#pragma unroll 1
	for (int i = 0; i < 64; i++)
		a[i] = out[i];
	*(volatile int *)&a[(threadIdx.x == 9 ? n : 0) + 4 * (threadIdx.x & 7)] = 5;
	out[threadIdx.x] = a[(threadIdx.x * 3) & 63];
}

// ---- initial values ----
extern "C" __global__ void
global_not_written(const int *in, int *out)
{
	out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void
global_part_written(int *a, int *out)
{
	if (threadIdx.x < 48)
		a[threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = a[threadIdx.x ^ 1];
}

extern "C" __global__ void
global_bytes(char *a, int *out)
{
	a[4 * threadIdx.x] = 1;
	a[4 * threadIdx.x + 1] = 2;
	a[4 * threadIdx.x + 3] = 3;
	out[threadIdx.x] = *(int *)(a + 4 * threadIdx.x);
}

extern "C" __global__ void
shared_part_written(int *out)
{
	__shared__ int s[64];

	if (threadIdx.x < 48)
		s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x];
}

// ---- races ----
extern "C" __global__ void
race_read_after_write(int *out)
{
	__shared__ int s[64];

	s[threadIdx.x] = threadIdx.x;
	out[threadIdx.x] = s[63 - threadIdx.x]; // no __syncthreads() before
}

extern "C" __global__ void
race_write_after_read(int *out)
{
	__shared__ int s[64];
	int v;

	s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	v = s[threadIdx.x ^ 32];
	s[threadIdx.x] = v + 1; // no __syncthreads() before
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void
race_write_after_write(int *out)
{
	__shared__ int s[33];

	s[threadIdx.x & 31] = threadIdx.x; // both warps
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x & 31];
}

// Lanes of one instruction.
extern "C" __global__ void
race_one_instruction(int *out)
{
	__shared__ int s[33];

	s[threadIdx.x >> 1] = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x >> 1];
}

extern "C" __global__ void
race_in_warp(int *out)
{
	__shared__ int s[64];

	s[threadIdx.x] = threadIdx.x;
	out[threadIdx.x] = s[threadIdx.x ^ 1]; // no __syncwarp() before
}

// That lanes run together again after a branch orders nothing.
extern "C" __global__ void
race_after_branch(int *out)
{
	__shared__ volatile int s[2];

	if ((threadIdx.x & 31) == 0)
		s[threadIdx.x >> 5] = out[threadIdx.x];
	out[threadIdx.x] = s[threadIdx.x >> 5];
}

extern "C" __global__ void
race_atomic(int *out)
{
	__shared__ int n;

	if (threadIdx.x == 0)
		n = 0;
	__syncthreads();
	atomicAdd(&n, 1);
	out[threadIdx.x] = *(volatile int *)&n; // no __syncthreads() before
}

extern "C" __global__ void
race_blocks_write(int *out)
{
	out[threadIdx.x] = blockIdx.x;
}

extern "C" __global__ void
race_blocks_read(int *a, int *out)
{
	if (blockIdx.x == 0)
		a[threadIdx.x] = 1;
	else
		out[threadIdx.x] = a[threadIdx.x];
}

// The last block to come reads what the others wrote, without a fence before the ticket.
extern "C" __global__ void
race_no_fence(int *a, int *ticket, int *out)
{
	__shared__ int last;

	if (threadIdx.x == 0) {
		a[blockIdx.x] = blockIdx.x;
		last = atomicAdd(ticket, 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = ((volatile int *)a)[threadIdx.x];
}

// ---- barriers ----
extern "C" __global__ void
barrier_half_warp(int *out)
{
	int v = out[threadIdx.x];

	if (threadIdx.x & 16)
		__syncthreads();
	else
		v *= 3;
	out[threadIdx.x] = v;
}

extern "C" __global__ void
barrier_two_sides(int *out)
{
	int v = out[threadIdx.x];

	if (threadIdx.x & 1) {
		__syncthreads();
		v++;
	} else {
		__syncthreads();
		v *= 3;
	}
	out[threadIdx.x] = v;
}

extern "C" __global__ void
barrier_after_exit(int *out)
{
	if (threadIdx.x >= 48)
		return;
	__syncthreads();
	out[threadIdx.x] = 1;
}

extern "C" __global__ void
barrier_one_warp(int *out)
{
	if (threadIdx.x < 32)
		__syncthreads();
	out[threadIdx.x] = 1;
}

// Warp 0 waits at barrier 1, the other at barrier 2: neither is ever complete.
extern "C" __global__ void
barrier_deadlock(int *out)
{
	if (threadIdx.x < 32)
		asm volatile("bar.sync 1;" ::: "memory");
	else
		asm volatile("bar.sync 2;" ::: "memory");
	out[threadIdx.x] = 1;
}

// ---- nothing wrong ----
extern "C" __global__ void
clean_shared(const int *in, int *out)
{
	__shared__ int s[64], n;
	__shared__ volatile int flag;
	int t = threadIdx.x, v;

	s[t] = in[t];
	if (t == 0)
		n = 0;
	flag = 1; // all threads write the same
	__syncthreads();
	atomicMax(&n, s[63 - t]);
	__syncthreads();
	s[t] = n + flag;
	__syncwarp();
	v = s[t ^ 1];
	__syncwarp();
	s[t] = v + 1;
	__syncwarp();
	v += s[t ^ 2];
	__syncthreads();
	out[blockIdx.x * blockDim.x + t] = v + s[63 - t];
}

extern "C" __global__ void
clean_last_block(int *a, int *ticket, int *out)
{
	__shared__ int last;

	if (threadIdx.x == 0) {
		a[blockIdx.x] = blockIdx.x;
		__threadfence();
		last = atomicAdd(ticket, 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x < gridDim.x)
		out[threadIdx.x] = ((volatile int *)a)[threadIdx.x];
}

extern "C" __global__ void
clean_bytes(char *a, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	a[i] = 1;
	a[gridDim.x * blockDim.x + i] = 2;
	out[i] = a[i] + a[gridDim.x * blockDim.x + i];
}
