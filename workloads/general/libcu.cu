// libcu++ and cooperative groups: atomics of every scope, barriers, pipelines, semaphores, groups, and what of the standard library runs on a GPU.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/latch>
#include <cuda/std/complex>
#include <cuda/std/tuple>
#include <cuda/std/span>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/utility>
#include <cuda/std/optional>
#include <cuda/std/variant>
#include <cuda/std/chrono>
#include <cuda/std/numeric>
#include <cuda/std/mdspan>
#include <cuda/functional>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

namespace cg = cooperative_groups;
template <cuda::thread_scope S>
__device__ void
refs(int *p, unsigned long long *q, float *f, int v)
{
	cuda::atomic_ref<int, S> a(p[0]), b(p[1]), c(p[2]), d(p[3]);
	a.fetch_add(v, cuda::memory_order_relaxed);
	b.fetch_max(v, cuda::memory_order_acquire);
	c.fetch_min(v, cuda::memory_order_release);
	d.fetch_xor(v, cuda::memory_order_acq_rel);
	cuda::atomic_ref<unsigned long long, S> e(q[0]), g(q[1]);
	e.fetch_add(v, cuda::memory_order_seq_cst);
	g.fetch_or(1ull << (v & 63), cuda::memory_order_seq_cst);
	cuda::atomic_ref<float, S> h(f[0]);
	h.fetch_add((float)(v & 7), cuda::memory_order_relaxed);
	cuda::atomic_ref<int, S> x(p[4]);
	int old = x.load(cuda::memory_order_acquire);
	while (!x.compare_exchange_weak(old, old + 2, cuda::memory_order_acq_rel, cuda::memory_order_relaxed))
		;
}
extern "C" __global__ void
atomics_system(int *p, unsigned long long *q, float *f)
{
	refs<cuda::thread_scope_system>(p, q, f, GLOBAL);
}
extern "C" __global__ void
atomics_device(int *p, unsigned long long *q, float *f)
{
	refs<cuda::thread_scope_device>(p, q, f, GLOBAL);
}
extern "C" __global__ void
atomics_block(int *p, unsigned long long *q, float *f, int *out)
{
	__shared__ int s[5];
	__shared__ unsigned long long t[2];
	__shared__ float u[1];
	if (threadIdx.x < 5)
		s[threadIdx.x] = 0;
	if (threadIdx.x < 2)
		t[threadIdx.x] = 0;
	if (!threadIdx.x)
		u[0] = 0;
	__syncthreads();
	refs<cuda::thread_scope_block>(s, t, u, GLOBAL);
	__syncthreads();
	if (threadIdx.x < 5)
		out[blockIdx.x * 16 + threadIdx.x] = s[threadIdx.x];
	if (threadIdx.x < 2)
		q[blockIdx.x * 2 + threadIdx.x] = t[threadIdx.x];
	if (!threadIdx.x)
		f[blockIdx.x] = u[0];
}
extern "C" __global__ void
narrow_atomics(unsigned char *b, unsigned short *h)
{
	cuda::atomic_ref<unsigned char, cuda::thread_scope_device> x(b[GLOBAL & 7]);
	x.fetch_add(1);
	cuda::atomic_ref<unsigned short, cuda::thread_scope_device> y(h[GLOBAL & 3]);
	y.fetch_add(3);
}
extern "C" __global__ void
flags(int *data, int *flag, int *out)
{ // blocks hand on by flags: message passing
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (threadIdx.x == 0) {
		while (f.load(cuda::memory_order_acquire) != (int)blockIdx.x)
			;
		data[0] = data[0] * 3 + blockIdx.x;
		out[blockIdx.x] = data[0];
		f.store(blockIdx.x + 1, cuda::memory_order_release);
	}
}
extern "C" __global__ void
wait_notify(int *flag, int *out)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
	if (threadIdx.x == 0) {
		if (blockIdx.x)
			f.wait(0);
		else {
			f.store(7);
			f.notify_all();
		}
		out[blockIdx.x] = f.load();
	}
}
extern "C" __global__ void
barriers(const int *in, int *out, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[256];
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	int v = in[GLOBAL];
	for (int k = 0; k < n; k++) {
		s[threadIdx.x] = v;
		auto t = bar.arrive();
		int w = v * 2;
		bar.wait(std::move(t));
		v = s[(threadIdx.x + 1) % blockDim.x] + w;
		bar.arrive_and_wait();
	}
	out[GLOBAL] = v;
}
extern "C" __global__ void
barrier_drop(int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int c[8];
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	if (threadIdx.x < 8)
		c[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < 8; k++) {
		if (k == threadIdx.x % 8 && threadIdx.x >= 32) {
			bar.arrive_and_drop();
			break;
		}
		atomicAdd(&c[k], 1);
		bar.arrive_and_wait();
	}
	__syncthreads();
	if (threadIdx.x < 8)
		out[blockIdx.x * 8 + threadIdx.x] = c[threadIdx.x];
}
extern "C" __global__ void
barrier_copy(const int *in, int *out)
{ // memcpy_async by a barrier: LDGSTS or a bulk copy
	__shared__ alignas(128) int s[1024];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	auto b = cg::this_thread_block();
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	b.sync();
	cuda::memcpy_async(b, s, in + blockIdx.x * 1024, cuda::aligned_size_t<16>(4096), bar);
	bar.arrive_and_wait();
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		out[blockIdx.x * 1024 + i] = s[1023 - i] + 1;
}
extern "C" __global__ void
barrier_copy_thread(const int *in, int *out)
{
	__shared__ int s[256];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	cuda::memcpy_async(&s[threadIdx.x], &in[GLOBAL], sizeof(int), bar);
	bar.arrive_and_wait();
	out[GLOBAL] = s[threadIdx.x ^ 5];
}
extern "C" __global__ void
barrier_tx(const int *in, int *out)
{ // explicit bulk copy and try_wait
	__shared__ alignas(128) int s[512];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	if (threadIdx.x == 0) {
		init(&bar, blockDim.x);
		cuda::device::experimental::fence_proxy_async_shared_cta;
	}
	__syncthreads();
	cuda::barrier<cuda::thread_scope_block>::arrival_token t;
	if (threadIdx.x == 0) {
		cuda::memcpy_async(s, in + blockIdx.x * 512, cuda::aligned_size_t<16>(2048), bar);
		t = cuda::device::barrier_arrive_tx(bar, 1, 0);
	} else
		t = bar.arrive();
	bar.wait(std::move(t));
	for (int i = threadIdx.x; i < 512; i += blockDim.x)
		out[blockIdx.x * 512 + i] = s[i] * 3;
}
extern "C" __global__ void
pipe_two(const float *in, float *out, int n)
{ // pipeline of the block, two stages
	constexpr int ST = 2;
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, ST> ss;
	__shared__ float s[ST][128];
	auto b = cg::this_thread_block();
	auto p = cuda::make_pipeline(b, &ss);
	float acc = 0;
	int f = 0;
	for (int k = 0; k < n; k++) {
		for (; f < n && f < k + ST; f++) {
			p.producer_acquire();
			cuda::memcpy_async(b, s[f % ST], in + (blockIdx.x * n + f) * 128, sizeof(float) * 128, p);
			p.producer_commit();
		}
		p.consumer_wait();
		acc += s[k % ST][(threadIdx.x * 7 + k) % 128];
		p.consumer_release();
	}
	out[GLOBAL] = acc;
}
extern "C" __global__ void
pipe_roles(const int *in, int *out, int n)
{ // half of the warps produce
	constexpr int ST = 3;
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, ST> ss;
	__shared__ int s[ST][64];
	auto b = cg::this_thread_block();
	auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
	auto p = cuda::make_pipeline(b, &ss, role);
	int acc = 0;
	for (int k = 0; k < n; k++)
		if (role == cuda::pipeline_role::producer) {
			p.producer_acquire();
			cuda::memcpy_async(&s[k % ST][threadIdx.x], in + (blockIdx.x * n + k) * 64 + threadIdx.x,
					   cuda::aligned_size_t<4>(4), p);
			p.producer_commit();
		} else {
			p.consumer_wait();
			acc = acc * 5 + s[k % ST][(threadIdx.x - 64 + k) % 64];
			p.consumer_release();
		}
	if (threadIdx.x >= 64)
		out[blockIdx.x * 64 + threadIdx.x - 64] = acc;
}
extern "C" __global__ void
pipe_thread(const int4 *in, int4 *out)
{
	extern __shared__ int4 dyn[];
	auto p = cuda::make_pipeline();
	for (int k = 0; k < 4; k++) {
		p.producer_acquire();
		cuda::memcpy_async(&dyn[k * blockDim.x + threadIdx.x], &in[k * gridDim.x * blockDim.x + GLOBAL],
				   cuda::aligned_size_t<16>(16), p);
		p.producer_commit();
	}
	int4 r{0, 0, 0, 0};
	for (int k = 0; k < 4; k++) {
		if (k == 0)
			cuda::pipeline_consumer_wait_prior<3>(p);
		else if (k == 1)
			cuda::pipeline_consumer_wait_prior<2>(p);
		else
			cuda::pipeline_consumer_wait_prior<0>(p);
		int4 v = dyn[k * blockDim.x + threadIdx.x];
		r.x += v.x;
		r.y ^= v.y;
		r.z = max(r.z, v.z);
		r.w = r.w * 3 + v.w;
		p.consumer_release();
	}
	out[GLOBAL] = r;
}
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 4> sem(3);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> bsem(1);
extern "C" __global__ void
semaphores(int *inside, int *out)
{
	if (threadIdx.x)
		return;
	sem.acquire();
	int n = atomicAdd(inside, 1);
	if (n >= 3)
		out[1] = 1;
	atomicSub(inside, 1);
	sem.release();
	bsem.acquire();
	out[0] += blockIdx.x + 1;
	__threadfence();
	bsem.release();
}
extern "C" __global__ void
latches(int *out)
{
	__shared__ alignas(16) char lm[64];
	__shared__ int s[128];
	auto &l = *(cuda::latch<cuda::thread_scope_block> *)lm;
	if (!threadIdx.x)
		new (&l) cuda::latch<cuda::thread_scope_block>(blockDim.x);
	__syncthreads();
	s[threadIdx.x] = threadIdx.x * 3;
	l.arrive_and_wait();
	out[GLOBAL] = s[127 - threadIdx.x];
}
extern "C" __global__ void
complexes(const float2 *in, float2 *out, double2 *dout, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	cuda::std::complex<float> a(in[i].x, in[i].y), b(in[(i + 1) % n].x, in[(i + 1) % n].y);
	auto c = a * b + cuda::std::conj(a) / b;
	auto e = cuda::std::exp(c * 0.01f);
	auto s = cuda::std::sqrt(c);
	auto l = cuda::std::log(c);
	auto p = cuda::std::pow(a, b * 0.1f);
	out[i * 5] = {c.real(), c.imag()};
	out[i * 5 + 1] = {e.real(), e.imag()};
	out[i * 5 + 2] = {s.real(), s.imag()};
	out[i * 5 + 3] = {l.real(), l.imag()};
	out[i * 5 + 4] = {p.real(), p.imag()};
	cuda::std::complex<double> x(in[i].x, in[i].y);
	auto y = cuda::std::sin(x) * cuda::std::polar(1.0, (double)in[i].x) / (x + 2.0);
	dout[i] = {y.real(), y.imag()};
}
extern "C" __global__ void
stds(const int *in, int *out, int n)
{
	int i = GLOBAL;
	if (i >= n)
		return;
	cuda::std::span<const int> s(in, n);
	auto t = cuda::std::make_tuple(s[i], (short)(s[i] >> 3), 2.5f);
	auto [a, b, c] = t;
	cuda::std::array<int, 8> ar;
	for (int k = 0; k < 8; k++)
		ar[k] = in[(i + k * 37) % n];
	for (int k = 1; k < 8; k++)
		for (int j = k; j && ar[j] < ar[j - 1]; j--)
			cuda::std::swap(ar[j], ar[j - 1]);
	auto it = ar.begin();
	while (it != ar.end() && *it < a)
		++it;
	cuda::std::optional<int> o = a & 1 ? cuda::std::optional<int>(a) : cuda::std::nullopt;
	cuda::std::variant<int, float> v = a & 2 ? cuda::std::variant<int, float>(a) : cuda::std::variant<int, float>(c);
	int r = (int)(it - ar.begin()) + o.value_or(-1) + cuda::std::popcount((unsigned)a) +
		cuda::std::countl_zero((unsigned)a | 1) * 100 + (int)cuda::std::bit_ceil((unsigned)(a & 255) + 1) +
		cuda::std::visit([](auto x) { return (int)(x * 2); }, v) + cuda::std::rotl((unsigned)b, 5) % 1000 +
		cuda::std::gcd(a | 1, 360) + cuda::std::accumulate(ar.begin(), ar.end(), 0) % 77;
	out[i] = r;
}
extern "C" __global__ void
labeled(const int *in, int *out)
{
	auto w = cg::tiled_partition<32>(cg::this_thread_block());
	int v = in[GLOBAL];
	auto g = cg::labeled_partition(w, v & 3);
	out[GLOBAL * 4] = g.thread_rank() * 100 + g.size();
	auto h = cg::binary_partition(w, v > 50);
	out[GLOBAL * 4 + 1] = h.shfl(v, 0);
	out[GLOBAL * 4 + 2] = cg::reduce(g, v, cg::plus<int>());
	out[GLOBAL * 4 + 3] = cg::reduce(h, v, cg::greater<int>());
}
extern "C" __global__ void
coalesced(const int *in, int *out, int *count)
{
	int v = in[GLOBAL];
	out[GLOBAL] = -1;
	if (v % 3) {
		auto g = cg::coalesced_threads();
		int base = 0;
		if (g.thread_rank() == 0)
			base = atomicAdd(count + blockIdx.x * 4 + threadIdx.x / 32, g.size());
		base = g.shfl(base, 0);
		out[GLOBAL] = base + g.thread_rank() * 1000 + cg::reduce(g, v, cg::less<int>()) * 100000;
		if (v & 1) {
			auto k = cg::coalesced_threads();
			out[GLOBAL] += cg::inclusive_scan(k, 1) + k.any(v == 7) * 10000000;
		}
	}
}
extern "C" __global__ void
cgscan(const int *in, int *out, float *fout)
{
	auto b = cg::this_thread_block();
	auto t = cg::tiled_partition<16>(b);
	auto q = cg::tiled_partition<4>(t);
	int v = in[GLOBAL];
	out[GLOBAL * 6] = cg::inclusive_scan(t, v);
	out[GLOBAL * 6 + 1] = cg::exclusive_scan(t, v, cg::bit_xor<int>());
	out[GLOBAL * 6 + 2] = cg::reduce(q, v, cg::bit_and<int>());
	out[GLOBAL * 6 + 3] = t.match_any(v & 7);
	int p;
	out[GLOBAL * 6 + 4] = t.match_all(v & 0x40000000, p) + p;
	out[GLOBAL * 6 + 5] = t.meta_group_rank() * 100 + t.ballot(v & 1) % 97;
	fout[GLOBAL] = cg::reduce(t, (float)v, cg::plus<float>()) + cg::inclusive_scan(q, (float)v * 0.5f);
}
extern "C" __global__ void
big_tile(const int *in, int *out)
{
	__shared__ cg::block_tile_memory<128> m;
	auto b = cg::this_thread_block(m);
	auto t = cg::tiled_partition<64>(b);
	int v = in[GLOBAL];
	int s = cg::reduce(t, v, cg::plus<int>());
	out[GLOBAL] = s + t.shfl(v, 5) * 3 + cg::inclusive_scan(t, 1);
}
extern "C" __global__ void
cg_copy(const int *in, int *out, int n)
{
	__shared__ int s[512];
	auto b = cg::this_thread_block();
	int acc = 0;
	for (int k = 0; k < n; k++) {
		cg::memcpy_async(b, s, in + (blockIdx.x * n + k) * 512, sizeof(int) * 512);
		cg::wait(b);
		acc = acc * 3 + s[(threadIdx.x * 5) % 512];
		b.sync();
	}
	out[GLOBAL] = acc;
}
extern "C" __global__ void
invoke_one_(int *out)
{
	auto g = cg::coalesced_threads();
	cg::invoke_one(g, [&] { atomicAdd(out, 1); });
	auto t = cg::tiled_partition<8>(cg::this_thread_block());
	int x = cg::invoke_one_broadcast(t, [&] { return atomicAdd(out + 1, 0) + (int)t.meta_group_rank(); });
	out[2 + GLOBAL] = x;
}
