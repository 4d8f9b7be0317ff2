// Barriers in shared memory: cuda::barrier, cuda::pipeline, copies that they count, and the PTX that is written by hand.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

// arrive and wait
extern "C" __global__ void
rounds(const int *in, int *out, int n)
{
	__shared__ barrier bar;
	__shared__ int s[256];
	const int t = threadIdx.x;

	if (!t)
		init(&bar, blockDim.x);
	__syncthreads();
	int v = in[blockIdx.x * blockDim.x + t];
	for (int i = 0; i < n; i++) {
		s[t] = v;
		bar.arrive_and_wait();
		v = v * 3 + s[(t + 1) % blockDim.x];
		barrier::arrival_token token = bar.arrive();
		v ^= i;
		bar.wait(std::move(token));
	}
	out[blockIdx.x * blockDim.x + t] = v;
}

// a warp produces, the others consume; two buffers with a pair of barriers each
extern "C" __global__ void
producer(const int *in, int *out, int n)
{
	__shared__ barrier full[2], empty[2];
	__shared__ int s[2][96];
	const int t = threadIdx.x;

	if (t < 2) {
		init(full + t, 32 + 96);
		init(empty + t, 32 + 96);
	}
	__syncthreads();
	if (t < 32) {
		for (int i = 0; i < n; i++) {
			empty[i % 2].arrive_and_wait();
			for (int k = t; k < 96; k += 32)
				s[i % 2][k] = in[i * 96 + k];
			(void)full[i % 2].arrive();
		}
	} else {
		int sum = 0;

		(void)empty[0].arrive();
		(void)empty[1].arrive();
		for (int i = 0; i < n; i++) {
			full[i % 2].arrive_and_wait();
			sum = sum * 5 + s[i % 2][127 - t];
			if (i + 2 < n)
				(void)empty[i % 2].arrive();
		}
		out[t - 32] = sum;
	}
}

extern "C" __global__ void
dropped(int *out, int n)
{
	__shared__ barrier bar;
	const int t = threadIdx.x;
	int rounds = 0;

	if (!t)
		init(&bar, blockDim.x);
	__syncthreads();
	for (; rounds < t % n; rounds++)
		bar.arrive_and_wait();
	bar.arrive_and_drop();
	out[t] = rounds;
}

struct Done {
	int *count;
	__device__ void operator()() const { ++*count; }
};

extern "C" __global__ void
completion(int *out, int n)
{
	using Counted = cuda::barrier<cuda::thread_scope_block, Done>;
	__shared__ int count;
	__shared__ __align__(16) unsigned char room[sizeof(Counted)];
	Counted *bar = reinterpret_cast<Counted *>(room);

	if (!threadIdx.x) {
		count = 0;
		new (bar) Counted(blockDim.x, Done{&count});
	}
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < n; i++) {
		bar->arrive_and_wait();
		sum = sum * 2 + count;
		bar->arrive_and_wait();
	}
	out[threadIdx.x] = sum;
}

// asynchronous copies that a barrier counts
extern "C" __global__ void
copies(const int4 *in, int4 *out)
{
	__shared__ barrier bar;
	__shared__ int4 s[128];
	const auto block = cg::this_thread_block();

	if (!threadIdx.x)
		init(&bar, blockDim.x);
	block.sync();
	cuda::memcpy_async(s + threadIdx.x, in + blockIdx.x * 128 + threadIdx.x, sizeof(int4), bar);
	bar.arrive_and_wait();
	int4 v = s[127 - threadIdx.x];
	cuda::memcpy_async(block, s, in + blockIdx.x * 128, sizeof s, bar);
	v.x += 1;
	bar.arrive_and_wait();
	v.y += s[threadIdx.x ^ 5].y;
	out[blockIdx.x * 128 + threadIdx.x] = v;
}

// cuda::pipeline of a block, with stages
extern "C" __global__ void
stages(const float *in, float *out, int n)
{
	enum { STAGES = 3, WIDTH = 64 };
	__shared__ float s[STAGES][WIDTH];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
	const auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	float sum = 0;

	for (int done = 0, asked = 0; done < n; done++) {
		for (; asked < n && asked < done + STAGES; asked++) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, s[asked % STAGES], in + asked * WIDTH, cuda::aligned_size_t<16>(sizeof s[0]), pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		sum = sum * 0.5f + s[done % STAGES][WIDTH - 1 - threadIdx.x];
		pipe.consumer_release();
	}
	out[threadIdx.x] = sum;
}

// the same with threads that produce and threads that consume
extern "C" __global__ void
roles(const float *in, float *out, int n)
{
	enum { STAGES = 2, WIDTH = 64 };
	__shared__ float s[STAGES][WIDTH];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
	const auto block = cg::this_thread_block();
	const bool produce = threadIdx.x < 32;
	auto pipe = cuda::make_pipeline(block, &state, produce ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
	float sum = 0;

	if (produce)
		for (int i = 0; i < n; i++) {
			pipe.producer_acquire();
			for (int k = threadIdx.x; k < WIDTH; k += 32)
				cuda::memcpy_async(s[i % STAGES] + k, in + i * WIDTH + k, sizeof(float), pipe);
			pipe.producer_commit();
		}
	else
		for (int i = 0; i < n; i++) {
			pipe.consumer_wait();
			sum = sum * 0.5f + s[i % STAGES][95 - threadIdx.x];
			pipe.consumer_release();
		}
	if (!produce)
		out[threadIdx.x - 32] = sum;
}

// a pipeline of each thread
extern "C" __global__ void
own(const float4 *in, float4 *out, int n)
{
	__shared__ float4 s[2][64];
	auto pipe = cuda::make_pipeline();
	float4 sum = {};

	pipe.producer_acquire();
	cuda::memcpy_async(&s[0][threadIdx.x], in + threadIdx.x, sizeof(float4), pipe);
	pipe.producer_commit();
	for (int i = 0; i < n; i++) {
		if (i + 1 < n) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[(i + 1) % 2][threadIdx.x], in + (i + 1) * 64 + threadIdx.x, sizeof(float4), pipe);
			pipe.producer_commit();
			cuda::pipeline_consumer_wait_prior<1>(pipe);
		} else {
			cuda::pipeline_consumer_wait_prior<0>(pipe);
		}
		const float4 v = s[i % 2][threadIdx.x];
		sum.x += v.x, sum.y += v.y, sum.z -= v.z, sum.w *= v.w;
		pipe.consumer_release();
	}
	out[threadIdx.x] = sum;
}

// bulk copies in and out, with a barrier that counts bytes
extern "C" __global__ void
bulk(const int *in, int *out)
{
	__shared__ alignas(128) int s[256];
	__shared__ barrier bar;
	const int t = threadIdx.x;

	if (!t) {
		init(&bar, blockDim.x);
		cuda::device::experimental::fence_proxy_async_shared_cta();
	}
	__syncthreads();
	barrier::arrival_token token;
	if (!t) {
		cuda::device::experimental::cp_async_bulk_global_to_shared(s, in + blockIdx.x * 256, sizeof s, bar);
		token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
	} else {
		token = bar.arrive();
	}
	bar.wait(std::move(token));
	s[t] = s[t] * 2 + t;
	cuda::device::experimental::fence_proxy_async_shared_cta();
	__syncthreads();
	if (!t) {
		cuda::device::experimental::cp_async_bulk_shared_to_global(out + blockIdx.x * 256, s, sizeof s);
		cuda::device::experimental::cp_async_bulk_commit_group();
		cuda::device::experimental::cp_async_bulk_wait_group_read<0>();
	}
}

// the same in PTX, as libraries of matrix products write it: parities, several stages, expect_tx
static __device__ unsigned
address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ void
wait_parity(unsigned bar, unsigned parity)
{
	asm volatile("{\n\t.reg .pred p;\nAGAIN:\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t@p bra DONE;\n\tbra AGAIN;\n"
		     "DONE:\n\t}" ::"r"(bar), "r"(parity) : "memory");
}

extern "C" __global__ void
parities(const int *in, int *out, int n)
{
	enum { STAGES = 2, WIDTH = 128 };
	__shared__ alignas(128) int s[STAGES][WIDTH];
	__shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
	const int t = threadIdx.x;
	int sum = 0;

	if (!t) {
		for (int i = 0; i < STAGES; i++) {
			asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(full + i)), "r"(1) : "memory");
			asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(empty + i)), "r"(4) : "memory");
		}
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		asm volatile("fence.proxy.async;" ::: "memory");
	}
	__syncthreads();
	if (t < 128) {
		for (int i = 0; i < n; i++) {
			wait_parity(address(full + i % STAGES), i / STAGES & 1);
			sum = sum * 7 + s[i % STAGES][t];
			__syncwarp();
			if (t % 32 == 0)
				asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(empty + i % STAGES)) : "memory");
		}
		out[blockIdx.x * 128 + t] = sum;
	} else if (t == 128) {
		for (int i = 0; i < n; i++) {
			wait_parity(address(empty + i % STAGES), (i / STAGES & 1) ^ 1);
			asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(full + i % STAGES)),
				     "r"(WIDTH * 4)
				     : "memory");
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
					     address(s[i % STAGES])),
				     "l"(in + (blockIdx.x * n + i) * WIDTH), "r"(WIDTH * 4), "r"(address(full + i % STAGES))
				     : "memory");
		}
	}
}

extern "C" __global__ void
by_hand(const int *in, unsigned *out)
{
	__shared__ alignas(8) unsigned long long bar;
	__shared__ int s[64];
	const int t = threadIdx.x;
	unsigned done, polls = 0;
	unsigned long long token;

	if (!t)
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(&bar)), "r"(64) : "memory");
	__syncthreads();
	s[t] = in[t];
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(address(&bar)) : "memory");
	do {
		asm volatile("{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
			     : "=r"(done) : "r"(address(&bar)), "l"(token) : "memory");
		polls++;
	} while (!done);
	out[t * 4] = s[63 - t];
	out[t * 4 + 1] = polls > 0;
	unsigned pending;
	asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(token));
	out[t * 4 + 2] = t == 0 ? 0 : pending <= 64;
	if (t >= 32)
		asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(token) : "r"(address(&bar)) : "memory");
	__syncthreads();
	if (t < 16)
		asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 2;" : "=l"(token) : "r"(address(&bar)) : "memory");
	__syncthreads();
	asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 1; selp.u32 %0, 1, 0, p;}"
		     : "=r"(done) : "r"(address(&bar)) : "memory");
	out[t * 4 + 3] = done;
	__syncthreads();
	if (!t)
		asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address(&bar)) : "memory");
}

extern "C" __global__ void
cp_async_arrive(const int *in, int *out)
{
	__shared__ alignas(8) unsigned long long bar;
	__shared__ int s[64];
	const int t = threadIdx.x;

	if (!t)
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(&bar)), "r"(128) : "memory");
	__syncthreads();
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(s + t)), "l"(in + blockIdx.x * 64 + t) : "memory");
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address(&bar)) : "memory");
	asm volatile("{.reg .b64 token; mbarrier.arrive.shared.b64 token, [%0];}" ::"r"(address(&bar)) : "memory");
	wait_parity(address(&bar), 0);
	out[blockIdx.x * 64 + t] = s[63 - t];
}

// A latch: some threads count down, others wait.
extern "C" __global__ void
latches(const int *in, int *out)
{
	using Latch = cuda::latch<cuda::thread_scope_block>;
	__shared__ alignas(Latch) unsigned char room[sizeof(Latch)];
	__shared__ int s[128];
	Latch &latch = *reinterpret_cast<Latch *>(room);
	const int t = threadIdx.x;

	if (!t)
		new (room) Latch(96);
	__syncthreads();
	if (t < 96) {
		s[t] = in[t];
		latch.count_down();
	} else {
		latch.wait();
		out[t - 96] = s[t - 96] + s[t - 64] + s[t - 32];
	}
}

// The upper halves of tokens: phase and pending arrivals, and the upper bits of the bytes on their way.
extern "C" __global__ void
tokens(unsigned *o)
{
	__shared__ alignas(8) unsigned long long bar[2];
	const unsigned b = address(bar), b1 = address(bar + 1);
	unsigned long long token;
	unsigned done;
	int k = 0;

	if (threadIdx.x)
		return;
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(5) : "memory");
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b1), "r"(1) : "memory");
#define TOKEN(what, bar)                                                           \
	asm volatile(what : "=l"(token) : "r"(bar) : "memory");                        \
	o[k++] = (unsigned)(token >> 32);
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1];", b)
	asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(done) : "l"(token));
	o[k++] = done;
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1], 3;", b)
	asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], 0x12348;" ::"r"(b) : "memory");
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1];", b)
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared.b64 [%0], 0x2348;" ::"r"(b) : "memory");
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared.b64 [%0], 0x10000;" ::"r"(b) : "memory");
	TOKEN("mbarrier.arrive.expect_tx.shared.b64 %0, [%1], 0xf0000;", b)
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1];", b)
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared.b64 [%0], 0xf0000;" ::"r"(b) : "memory");
	TOKEN("mbarrier.arrive_drop.shared.b64 %0, [%1];", b)
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1], 2;", b)
	TOKEN("mbarrier.arrive_drop.expect_tx.shared.b64 %0, [%1], 16;", b)
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1];", b)
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared.b64 [%0], 16;" ::"r"(b) : "memory");
	TOKEN("mbarrier.arrive.shared.b64 %0, [%1], 2;", b)
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared.b64 [%0], 8192;" ::"r"(b) : "memory");
	TOKEN("mbarrier.arrive.expect_tx.shared.b64 %0, [%1], 8192;", b)
	for (int i = 0; i < 3; i++) {
		TOKEN("mbarrier.arrive.shared.b64 %0, [%1];", b1)
		for (unsigned parity = 0; parity < 2; parity++) {
			asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
				     : "=r"(done) : "r"(b1), "r"(parity) : "memory");
			o[k++] = done;
		}
	}
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(b1) : "memory");
	o[k] = k + 1;
}

// Which token several threads of a warp get.
extern "C" __global__ void
together(unsigned *o)
{
	__shared__ alignas(8) unsigned long long bar[2];
	unsigned long long token;
	const int t = threadIdx.x;

	if (t < 2)
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(bar + t)), "r"(100) : "memory");
	__syncthreads();
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(address(bar + t % 3 / 2)) : "memory");
	o[t] = (unsigned)(token >> 32);
	__syncthreads();
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(token) : "r"(address(bar)), "r"(1 + t % 2) : "memory");
	o[32 + t] = (unsigned)(token >> 32);
}
