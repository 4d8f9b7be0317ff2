// cluster: what blocks of a cluster do with each other's shared memory, and their barrier. The block of rank r works on that of rank
// (r + far) % size; with `far` 0 on its own, by the same addresses.

typedef unsigned long long u64;
#define CLUSTER(name, n) extern "C" __global__ void __cluster_dims__(n, 1, 1) name

static __device__ __forceinline__ unsigned rank_of() { unsigned r; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); return r; }
static __device__ __forceinline__ unsigned size_of() { unsigned r; asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(r)); return r; }
static __device__ __forceinline__ void arrive() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
static __device__ __forceinline__ void wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
static __device__ __forceinline__ void sync_all()
{
	asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
	wait();
}
static __device__ __forceinline__ unsigned there(const void *p, int far)
{
	unsigned a;

	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"((rank_of() + far) % size_of()));
	return a;
}
static __device__ __forceinline__ unsigned load(unsigned a) { unsigned v; asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }
// loads that are not taken out of a loop
static __device__ __forceinline__ unsigned load1(unsigned a) { unsigned v; asm volatile("ld.relaxed.cluster.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(a) : "memory"); return v; }
static __device__ __forceinline__ unsigned load4(unsigned a)
{
	unsigned v, w, x, y;

	asm volatile("ld.relaxed.cluster.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v), "=r"(w), "=r"(x), "=r"(y) : "r"(a) : "memory");
	return v ^ w ^ x ^ y;
}
static __device__ __forceinline__ void store(unsigned a, unsigned v) { asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(a), "r"(v) : "memory"); }
static __device__ __forceinline__ unsigned add(unsigned a, unsigned v)
{
	unsigned o;

	asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(o) : "r"(a), "r"(v) : "memory");
	return o;
}
static __device__ __forceinline__ void red(unsigned a, unsigned v) { asm volatile("red.shared::cluster.or.b32 [%0], %1;" :: "r"(a), "r"(v) : "memory"); }
static __device__ __forceinline__ void ready(u64 *bar, int n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(bar)), "r"(n) : "memory"); }
static __device__ __forceinline__ void arrive_at(unsigned bar) { asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" :: "r"(bar) : "memory"); }
static __device__ __forceinline__ void expect(u64 *bar, int bytes) { asm volatile("mbarrier.arrive.expect_tx.relaxed.cluster.shared::cta.b64 _, [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(bar)), "r"(bytes) : "memory"); }
static __device__ __forceinline__ void wait_at(u64 *bar, int parity)
{
	asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.test_wait.parity.relaxed.cluster.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN;\n}" :: "r"((unsigned)__cvta_generic_to_shared(bar)), "r"(parity) : "memory");
}
static __device__ __forceinline__ void send(unsigned a, unsigned v, unsigned bar)
{
	asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" :: "r"(a), "r"(v), "r"(bar) : "memory");
}

// A chain of loads, each of which gives the address of the next: 16 a round. `blocks` of each cluster do it.
static __device__ __forceinline__ void
chain(unsigned *out, int rounds, int far, int blocks)
{
	__shared__ unsigned s[1024];
	unsigned base = there(s, far), a;

	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		s[i] = (unsigned)(i * 4 + 128) % 4096;
	sync_all();
	a = base + threadIdx.x % 32 * 4;
	if ((int)rank_of() < blocks)
#pragma unroll 1
		for (int r = 0; r < rounds; r++)
#pragma unroll
			for (int i = 0; i < 16; i++)
				a = base + load(a);
	out[blockIdx.x * blockDim.x + threadIdx.x] = a - base;
	sync_all();
}

// The same of atomics with a result, one lane each.
static __device__ __forceinline__ void
counts(unsigned *out, int rounds, int far, int blocks)
{
	__shared__ unsigned s[1024];
	unsigned base = there(s, far), a = 0;

	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		s[i] = 0;
	sync_all();
	if ((int)rank_of() < blocks && !threadIdx.x)
#pragma unroll 1
		for (int r = 0; r < rounds; r++)
#pragma unroll
			for (int i = 0; i < 16; i++)
				a = add(base + (a & 4), 1);
	out[blockIdx.x * blockDim.x + threadIdx.x] = a;
	sync_all();
}

// Loads that nothing orders: 16 a round of each thread, in which lanes lie `stride` words apart.
template <int WIDE> static __device__ __forceinline__ void
loads(unsigned *out, int rounds, int far, int blocks, int stride)
{
	__shared__ __align__(16) unsigned s[8192];
	unsigned base = there(s, far), a = base + (threadIdx.x * stride * 4 * WIDE & 16383), sum = 0;

	for (int i = threadIdx.x; i < 8192; i += blockDim.x)
		s[i] = i;
	sync_all();
	if ((int)rank_of() < blocks)
#pragma unroll 1
		for (int r = 0; r < rounds; r++)
#pragma unroll
			for (int i = 0; i < 16; i++)
				sum += WIDE == 4 ? load4(a + i * 512) : load1(a + i * 512);
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
	sync_all();
}

// Stores, or atomics without a result, the same way.
template <int RED> static __device__ __forceinline__ void
stores(unsigned *out, int rounds, int far, int blocks, int stride)
{
	__shared__ __align__(16) unsigned s[8192];
	unsigned base = there(s, far), a = base + (threadIdx.x * stride * 4 & 16383);

	for (int i = threadIdx.x; i < 8192; i += blockDim.x)
		s[i] = i;
	sync_all();
	if ((int)rank_of() < blocks)
#pragma unroll 1
		for (int r = 0; r < rounds; r++)
#pragma unroll
			for (int i = 0; i < 16; i++)
				if (RED)
					red(a + i * 512, r);
				else
					store(a + i * 512, r);
	sync_all();
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// Barriers of the cluster, 8 a round: with and without the order of memory accesses.
template <int ORDER> static __device__ __forceinline__ void
barriers(unsigned *out, int rounds)
{
#pragma unroll 1
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int i = 0; i < 8; i++) {
			if (ORDER)
				sync_all();
			else {
				arrive();
				wait();
			}
		}
	out[blockIdx.x * blockDim.x + threadIdx.x] = rounds;
}

// Blocks 0 and 1 take turns: each arrives at the other's barrier and waits at its own; with DATA it sends a word. A round is once there and back.
template <int DATA> static __device__ __forceinline__ void
turns(unsigned *out, int rounds)
{
	__shared__ u64 bar;
	__shared__ unsigned s[4];
	unsigned other = there(&bar, 1), word = there(s, 1), rank = rank_of();

	if (!threadIdx.x) {
		s[0] = 0;
		ready(&bar, 1);
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		if (DATA && !rank)
			expect(&bar, 4);
		if (DATA && rank == 1)
			expect(&bar, 4);
	}
	sync_all();
	if (rank < 2 && !threadIdx.x)
#pragma unroll 1
		for (int r = 0; r < rounds; r++) {
			if (!rank) {
				if (DATA)
					send(word, r, other);
				else
					arrive_at(other);
			}
			wait_at(&bar, r & 1);
			if (DATA && r + 1 < rounds)
				expect(&bar, 4);
			if (rank) {
				if (DATA)
					send(word, s[0] + 1, other);
				else
					arrive_at(other);
			}
		}
	sync_all();
	if (!threadIdx.x)
		out[blockIdx.x] = s[0];
}

#define SIZES(N)                                                                                                                       \
	CLUSTER(chain_##N, N)(unsigned *out, int rounds, int far, int blocks) { chain(out, rounds, far, blocks); } \
	CLUSTER(counts_##N, N)(unsigned *out, int rounds, int far, int blocks) { counts(out, rounds, far, blocks); } \
	CLUSTER(loads_##N, N)(unsigned *out, int rounds, int far, int blocks, int stride) { loads<1>(out, rounds, far, blocks, stride); } \
	CLUSTER(wide_##N, N)(unsigned *out, int rounds, int far, int blocks, int stride) { loads<4>(out, rounds, far, blocks, stride); } \
	CLUSTER(stores_##N, N)(unsigned *out, int rounds, int far, int blocks, int stride) { stores<0>(out, rounds, far, blocks, stride); } \
	CLUSTER(reds_##N, N)(unsigned *out, int rounds, int far, int blocks, int stride) { stores<1>(out, rounds, far, blocks, stride); } \
	CLUSTER(ordered_##N, N)(unsigned *out, int rounds) { barriers<1>(out, rounds); }                                \
	CLUSTER(barriers_##N, N)(unsigned *out, int rounds) { barriers<0>(out, rounds); }
SIZES(1)
SIZES(2)
SIZES(4)
SIZES(8)
CLUSTER(turns_2, 2)(unsigned *out, int rounds) { turns<0>(out, rounds); }
CLUSTER(sends_2, 2)(unsigned *out, int rounds) { turns<1>(out, rounds); }
