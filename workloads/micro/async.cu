// async: copies from global to shared memory beside the program (cp.async). walk_*: copy, end the group, wait for it, over and over. burst_*:
// so many copies before the wait. stream_*: copies of many warps, two groups on their way. product_*: a product of matrices of FP16 in tiles
// of 128 x 128 x 32, whose copies run so many stages ahead of what is computed; with copies alone and with arithmetic alone. Each warp but of
// product_* stores the clock before and behind its rounds.

#define MICRO(name) extern "C" __global__ void __launch_bounds__(1024) name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x & 31)

extern __shared__ uint4 memory[];

static __device__ __forceinline__ unsigned clock_now() { unsigned t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) : : "memory"); return t; }
static __device__ __forceinline__ unsigned shared_place() { return (unsigned)__cvta_generic_to_shared(memory); }
static __device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int groups> static __device__ __forceinline__ void wait() { asm volatile("cp.async.wait_group %0;" : : "n"(groups) : "memory"); }

static __device__ __forceinline__ void
finish(unsigned *out, unsigned begin, unsigned end)
{
	if (!LANE) {
		out[SELF / 32 * 2] = begin;
		out[SELF / 32 * 2 + 1] = end;
	}
}

namespace kind {
#define KIND(name, size_, text)                                                                                                           \
	struct name {                                                                                                                     \
		enum { size = size_ };                                                                                                    \
		static __device__ __forceinline__ void copy(unsigned to, const char *from)                                                \
		{                                                                                                                         \
			asm volatile(text : : "r"(to), "l"(from) : "memory");                                                             \
		}                                                                                                                         \
	};
KIND(ca4, 4, "cp.async.ca.shared.global [%0], [%1], 4;")
KIND(ca8, 8, "cp.async.ca.shared.global [%0], [%1], 8;")
KIND(ca16, 16, "cp.async.ca.shared.global [%0], [%1], 16;")
KIND(cg16, 16, "cp.async.cg.shared.global [%0], [%1], 16;")
// The same by registers.
KIND(load4, 4, "{ .reg .b32 x; ld.global.b32 x, [%1]; st.volatile.shared.b32 [%0], x; }")
KIND(load16, 16, "{ .reg .b32 x<4>; ld.global.v4.b32 {x0,x1,x2,x3}, [%1]; st.volatile.shared.v4.b32 [%0], {x0,x1,x2,x3}; }")
KIND(none, 16, "") // nothing is copied: the cost of a group and its wait
}

// A step is a copy of each lane, of one place, and a wait for it; with a barrier of the block behind it if `barrier`.
template <typename K, bool barrier>
static __device__ __forceinline__ void
walk(unsigned *out, int rounds, const char *in)
{
	const unsigned to = shared_place() + threadIdx.x * K::size;

	in += SELF * K::size;
	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			K::copy(to, in);
			commit();
			wait<0>();
			if (barrier)
				__syncthreads();
		}
	}
	finish(out, begin, clock_now());
}

template <typename K, int copies>
static __device__ __forceinline__ void
burst(unsigned *out, int rounds, const char *in)
{
	const unsigned to = shared_place() + threadIdx.x * K::size;

	in += SELF * K::size;
	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < copies; k++)
			K::copy(to + k % 2 * 16384, in + k * 16384);
		commit();
		wait<0>();
	}
	finish(out, begin, clock_now());
}

// Each block reads `span` bytes of its own, a power of two, in steps of its threads; lanes write `stride` bytes apart.
template <typename K>
static __device__ __forceinline__ void
stream(unsigned *out, int rounds, const char *in, unsigned span, unsigned stride)
{
	const unsigned to = shared_place() + threadIdx.x * stride;
	unsigned at = threadIdx.x * K::size;

	in += blockIdx.x * (size_t)span;
	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			K::copy(to, in + at);
			at = (at + blockDim.x * K::size) & (span - 1);
		}
		commit();
		wait<1>();
	}
	wait<0>();
	finish(out, begin, clock_now());
}

#define WALK(name)                                                                                                                        \
	MICRO(walk_##name)(unsigned *out, int rounds, const char *in) { walk<kind::name, false>(out, rounds, in); }                         \
	MICRO(walk_bar_##name)(unsigned *out, int rounds, const char *in) { walk<kind::name, true>(out, rounds, in); }
#define BURST(name, copies)                                                                                                               \
	MICRO(burst_##name##_##copies)(unsigned *out, int rounds, const char *in) { burst<kind::name, copies>(out, rounds, in); }
#define STREAM(name)                                                                                                                      \
	MICRO(stream_##name)(unsigned *out, int rounds, const char *in, unsigned span, unsigned stride)                                     \
	{                                                                                                                                 \
		stream<kind::name>(out, rounds, in, span, stride);                                                                        \
	}
WALK(ca4)
WALK(ca8)
WALK(ca16)
WALK(cg16)
WALK(none)
BURST(cg16, 2)
BURST(cg16, 4)
BURST(cg16, 8)
BURST(cg16, 16)
BURST(cg16, 32)
BURST(ca4, 4)
BURST(ca4, 16)
BURST(ca16, 4)
BURST(ca16, 16)
STREAM(ca4)
STREAM(ca8)
STREAM(ca16)
STREAM(cg16)
STREAM(load4)
STREAM(load16)

// A step is a copy of each lane, and a wait for a barrier in shared memory at which the copies arrive.
MICRO(walk_barrier)(unsigned *out, int rounds, const char *in)
{
	const unsigned barrier = shared_place(), to = barrier + 16 + threadIdx.x * 16;
	unsigned phase = 0;

	in += SELF * 16;
	if (!threadIdx.x)
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(barrier), "r"(blockDim.x) : "memory");
	__syncthreads();
	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds * 8; i++) {
		kind::cg16::copy(to, in);
		asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" : : "r"(barrier) : "memory");
		asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra again; }" : : "r"(barrier), "r"(phase)
			     : "memory");
		phase ^= 1;
	}
	finish(out, begin, clock_now());
}

// ---- products: c = a b, a of rows of k, b of columns of k, one tile of c a block of 256 threads, 64 x 32 of it a warp ----
enum { TILE = 128, DEPTH = 32, PART = TILE * DEPTH * 2, STAGE = 2 * PART };

// The place of 16 bytes of a row of a tile: rows two apart lie in other banks.
static __device__ __forceinline__ unsigned
place(unsigned row, unsigned piece)
{
	return row * 64 + (piece ^ row / 2 % 4) * 16;
}

static __device__ __forceinline__ void
fetch(unsigned to, const char *a, const char *b, int k)
{
#pragma unroll
	for (int i = 0; i < 2; i++) {
		const unsigned row = threadIdx.x / 4 + i * 64, piece = threadIdx.x % 4;

		kind::cg16::copy(to + place(row, piece), a + (size_t)row * k * 2 + piece * 16);
		kind::cg16::copy(to + PART + place(row, piece), b + (size_t)row * k * 2 + piece * 16);
	}
}

static __device__ __forceinline__ void
load_matrices(unsigned (&d)[4], unsigned at)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(at) : "memory");
}

static __device__ __forceinline__ void
multiply(float (&sum)[4][4][4], unsigned from, unsigned warp)
{
	const unsigned row = warp / 4 * 64 + LANE % 16, column = warp % 4 * 32 + LANE / 16 * 8 + LANE % 8;

#pragma unroll
	for (int k = 0; k < 2; k++) {
		unsigned a[4][4], b[2][4];

#pragma unroll
		for (int i = 0; i < 2; i++)
			load_matrices(b[i], from + PART + place(column + i * 16, k * 2 + LANE / 8 % 2));
#pragma unroll
		for (int i = 0; i < 4; i++)
			load_matrices(a[i], from + place(row + i * 16, k * 2 + LANE / 16));
#pragma unroll
		for (int i = 0; i < 4; i++)
#pragma unroll
			for (int j = 0; j < 4; j++)
				asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
					     : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
					     : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j / 2][j % 2 * 2]), "r"(b[j / 2][j % 2 * 2 + 1]));
	}
}

template <int stages, bool copies, bool arithmetic>
static __device__ __forceinline__ void
product(float *c, const char *a, const char *b, int k)
{
	const unsigned warp = threadIdx.x / 32, to = shared_place();
	const int steps = k / DEPTH, columns = gridDim.x * TILE;
	float sum[4][4][4] = {};

	a += (size_t)blockIdx.y * TILE * k * 2;
	b += (size_t)blockIdx.x * TILE * k * 2;
	if (!copies) {
		for (unsigned i = threadIdx.x; i < stages * STAGE / 16; i += 256)
			memory[i] = make_uint4(0, 0, 0, 0);
		__syncthreads();
	}
#pragma unroll
	for (int s = 0; s < stages - 1; s++) {
		if (copies && s < steps)
			fetch(to + s * STAGE, a + s * DEPTH * 2, b + s * DEPTH * 2, k);
		commit();
	}
	int now = 0, next = stages - 1;
#pragma unroll 1
	for (int s = 0; s < steps; s++) {
		if (stages > 1) {
			wait<(stages > 1 ? stages - 2 : 0)>();
			__syncthreads();
		}
		if (copies && s + stages - 1 < steps)
			fetch(to + next * STAGE, a + (s + stages - 1) * DEPTH * 2, b + (s + stages - 1) * DEPTH * 2, k);
		commit();
		if (stages == 1) {
			wait<0>();
			__syncthreads();
		}
		if (arithmetic)
			multiply(sum, to + now * STAGE, warp);
		if (stages == 1)
			__syncthreads();
		now = now == stages - 1 ? 0 : now + 1;
		next = next == stages - 1 ? 0 : next + 1;
	}
	c += (size_t)(blockIdx.y * TILE + warp / 4 * 64 + LANE / 4) * columns + blockIdx.x * TILE + warp % 4 * 32 + LANE % 4 * 2;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			for (int h = 0; h < 2; h++)
				*(float2 *)(c + (size_t)(i * 16 + h * 8) * columns + j * 8) = make_float2(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
}

#define PRODUCT(stages)                                                                                                                   \
	extern "C" __global__ void __launch_bounds__(256) product_##stages(float *c, const char *a, const char *b, int k)                  \
	{                                                                                                                                 \
		product<stages, true, true>(c, a, b, k);                                                                                  \
	}                                                                                                                                 \
	extern "C" __global__ void __launch_bounds__(256) product_copies_##stages(float *c, const char *a, const char *b, int k)            \
	{                                                                                                                                 \
		product<stages, true, false>(c, a, b, k);                                                                                 \
	}                                                                                                                                 \
	extern "C" __global__ void __launch_bounds__(256) product_arithmetic_##stages(float *c, const char *a, const char *b, int k)        \
	{                                                                                                                                 \
		product<stages, false, true>(c, a, b, k);                                                                                 \
	}
PRODUCT(1)
PRODUCT(2)
PRODUCT(3)
PRODUCT(4)
PRODUCT(5)
