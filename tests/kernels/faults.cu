// faults: kernels that do one thing wrong each, for the messages of simt-sim. tests/bad/ runs them.
extern "C" __global__ void
read_past(const int *in, int *out, int n)
{
	out[threadIdx.x] = in[n + threadIdx.x];
}

extern "C" __global__ void
write_past(int *out, int n)
{
	if (threadIdx.x == 5)
		out[n] = 1;
}

extern "C" __global__ void
misaligned(const char *in, int *out)
{
	out[threadIdx.x] = *(const int *)(in + threadIdx.x);
}

extern "C" __global__ void
shared_past(int *out, int n)
{
	extern __shared__ int s[];

	s[threadIdx.x + n] = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = s[n];
}

// Warp 0 waits at barrier 1, the others at barrier 2: neither is ever complete.
extern "C" __global__ void
two_barriers(int *out)
{
	if (threadIdx.x < 32)
		asm volatile("bar.sync 1;" ::: "memory");
	else
		asm volatile("bar.sync 2;" ::: "memory");
	out[threadIdx.x] = 1;
}

extern "C" __global__ void
for_ever(const volatile int *in, int *out)
{
	while (in[0] == 0)
		;
	out[threadIdx.x] = 1;
}

// An instruction that is not simulated: there are no matrices of bits.
extern "C" __global__ void
matrix(float *out)
{
	int d0 = 0, d1 = 0, d2 = 0, d3 = 0;

	asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
		     : "+r"(d0), "+r"(d1), "+r"(d2), "+r"(d3)
		     : "r"(threadIdx.x));
	out[threadIdx.x] = d0 + d1 + d2 + d3;
}

// One that is reached only where n is 0, behind a branch.
extern "C" __global__ void
matrix_if(float *out, int n)
{
	int d0 = 0, d1 = 0, d2 = 0, d3 = 0;

#pragma unroll 1
	for (int i = n; i < 1; i++)
		asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
			     : "+r"(d0), "+r"(d1), "+r"(d2), "+r"(d3)
			     : "r"(threadIdx.x));
	out[threadIdx.x] = d0 + d1 + d2 + d3 + threadIdx.x;
}

// The second block of each cluster of two ends at once. The first one waits, and then, in cluster `far`, it accesses the shared memory of the
// other block, else what is at no address.
extern "C" __global__ void
gone(int *out, int far, int wait_far, int wait_near)
{
	__shared__ int s[32];
	const bool is_far = blockIdx.x / 2 == far;
	const int wait = is_far ? wait_far : wait_near;
	unsigned there;

	if (blockIdx.x % 2)
		return;
	s[threadIdx.x] = 0;
	for (int t = clock(); clock() - t < wait;)
		;
	if (threadIdx.x < 7)
		return;
	if (is_far) {
		asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(s)));
		asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(threadIdx.x) : "memory");
	} else {
		*(volatile int *)16 = s[threadIdx.x];
	}
	out[0] = 1;
}

// Thread 0 of the first block of a cluster copies 64 bytes of device memory to another block.
extern "C" __global__ void
bulk_past(unsigned long long from, int *out, int to)
{
	__shared__ alignas(16) int buffer[16];
	__shared__ alignas(8) unsigned long long barrier;
	unsigned rank, d, b;

	buffer[threadIdx.x % 16] = 0;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
	if (threadIdx.x == 0 && rank == 0) {
		asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(d) : "r"((unsigned)__cvta_generic_to_shared(buffer)), "r"(to));
		asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(b) : "r"((unsigned)__cvta_generic_to_shared(&barrier)), "r"(to));
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%2];" ::"r"(d), "l"(from),
			     "r"(b)
			     : "memory");
	}
	asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
	out[blockIdx.x] = buffer[threadIdx.x % 16];
}
