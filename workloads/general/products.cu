// Products of matrices on tensor cores, by type, tile, stages of copies that run ahead, and the way into shared memory: c = a b, rows of a and
// columns of b of `k` numbers, one tile of c a block. All but wmma_* and direct_* have mma.sync and ldmatrix.
#include <cuda_fp16.h>
#include <mma.h>

#define LANE (threadIdx.x & 31)

extern __shared__ uint4 memory[];

namespace type {
#define TYPE(name, bytes_, sum_, text)                                                                                                    \
	struct name {                                                                                                                     \
		enum { bytes = bytes_ };                                                                                                  \
		typedef sum_ sum;                                                                                                         \
		static __device__ __forceinline__ void multiply(unsigned (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)       \
		{                                                                                                                         \
			asm volatile("mma.sync.aligned." text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                    \
				     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                                     \
				     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));                                     \
		}                                                                                                                         \
	};
TYPE(f16, 2, float, "m16n8k16.row.col.f32.f16.f16.f32")
TYPE(bf16, 2, float, "m16n8k16.row.col.f32.bf16.bf16.f32")
TYPE(tf32, 4, float, "m16n8k8.row.col.f32.tf32.tf32.f32")
TYPE(s8, 1, int, "m16n8k32.row.col.s32.s8.s8.s32")
// Sums of 16 bits; the second half of d stays zero.
struct half_sum {
	enum { bytes = 2 };
	static __device__ __forceinline__ void multiply(unsigned (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
	{
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
			     : "+r"(d[0]), "+r"(d[1])
			     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
	}
};
}

// Where the 16 bytes `piece` of a row of a tile lie, so that eight rows lie in different banks or not.
enum layout { SWIZZLED, PADDED, PLAIN };
template <layout how, int bytes>
static __device__ __forceinline__ unsigned
place(unsigned row, unsigned piece)
{
	if (how == PADDED)
		return row * (bytes + 16) + piece * 16;
	if (how == PLAIN)
		return row * bytes + piece * 16;
	return row * bytes + (piece ^ (bytes == 64 ? row / 2 % 4 : row % 8)) * 16;
}

// copies by cp.async; by registers, loaded a slice ahead
enum way { ASYNC, REGISTERS };

template <typename T, int M, int N, int SLICE, int WM, int WN, int STAGES, layout how, way by>
struct product {
	enum {
		THREADS = M / WM * (N / WN) * 32,
		PIECES = SLICE / 16,
		PITCH = SLICE + (how == PADDED ? 16 : 0),
		STAGE = (M + N) * PITCH,
		MINE = (M + N) * PIECES / THREADS,
	};

	// What this thread copies of a slice: pieces of a, then of b.
	static __device__ __forceinline__ unsigned place_of(int i)
	{
		const unsigned at = threadIdx.x + i * THREADS, row = at / PIECES;

		return row < M ? place<how, SLICE>(row, at % PIECES) : M * PITCH + place<how, SLICE>(row - M, at % PIECES);
	}

	static __device__ __forceinline__ const char *source_of(int i, const char *a, const char *b, size_t pitch)
	{
		const unsigned at = threadIdx.x + i * THREADS, row = at / PIECES;

		return (row < M ? a + row * pitch : b + (row - M) * pitch) + at % PIECES * 16;
	}

	static __device__ __forceinline__ void copy(unsigned to, const char *a, const char *b, size_t pitch)
	{
#pragma unroll
		for (int i = 0; i < MINE; i++)
			asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to + place_of(i)), "l"(source_of(i, a, b, pitch)) : "memory");
	}

	static __device__ __forceinline__ void load(unsigned (&d)[4], unsigned at)
	{
		asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(at) : "memory");
	}

	static __device__ __forceinline__ void multiply(unsigned (&sum)[WM / 16][WN / 8][4], unsigned from)
	{
		const unsigned warp = threadIdx.x / 32, row = warp / (N / WN) * WM + LANE % 16;
		const unsigned column = warp % (N / WN) * WN + LANE / 16 * 8 + LANE % 8;

#pragma unroll
		for (int k = 0; k < SLICE / 32; k++) {
			unsigned a[WM / 16][4], b[WN / 16][4];

#pragma unroll
			for (int j = 0; j < WN / 16; j++)
				load(b[j], from + M * PITCH + place<how, SLICE>(column + j * 16, k * 2 + LANE / 8 % 2));
#pragma unroll
			for (int i = 0; i < WM / 16; i++)
				load(a[i], from + place<how, SLICE>(row + i * 16, k * 2 + LANE / 16));
#pragma unroll
			for (int i = 0; i < WM / 16; i++)
#pragma unroll
				for (int j = 0; j < WN / 8; j++)
					T::multiply(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
		}
	}

	static __device__ __forceinline__ void ahead(unsigned (&sum)[WM / 16][WN / 8][4], const char *a, const char *b, size_t pitch, int steps)
	{
		const unsigned to = (unsigned)__cvta_generic_to_shared(memory);
		int now = 0, next = STAGES - 1;

#pragma unroll
		for (int s = 0; s < STAGES - 1; s++) {
			copy(to + s * STAGE, a + s * SLICE, b + s * SLICE, pitch);
			asm volatile("cp.async.commit_group;" : : : "memory");
		}
#pragma unroll 1
		for (int s = 0; s < steps; s++) {
			asm volatile("cp.async.wait_group %0;" : : "n"(STAGES - 2) : "memory");
			__syncthreads();
			if (s + STAGES - 1 < steps)
				copy(to + next * STAGE, a + (s + STAGES - 1) * SLICE, b + (s + STAGES - 1) * SLICE, pitch);
			asm volatile("cp.async.commit_group;" : : : "memory");
			multiply(sum, to + now * STAGE);
			now = now == STAGES - 1 ? 0 : now + 1;
			next = next == STAGES - 1 ? 0 : next + 1;
		}
	}

	static __device__ __forceinline__ void by_registers(unsigned (&sum)[WM / 16][WN / 8][4], const char *a, const char *b, size_t pitch, int steps)
	{
		const unsigned to = (unsigned)__cvta_generic_to_shared(memory);
		uint4 v[MINE];

#pragma unroll
		for (int i = 0; i < MINE; i++)
			v[i] = *(const uint4 *)source_of(i, a, b, pitch);
#pragma unroll 1
		for (int s = 0; s < steps; s++) {
			const int part = STAGES > 1 ? s % 2 * STAGE : 0;

			if (STAGES == 1)
				__syncthreads();
#pragma unroll
			for (int i = 0; i < MINE; i++)
				memory[(part + place_of(i)) / 16] = v[i];
			__syncthreads();
			if (s + 1 < steps)
#pragma unroll
				for (int i = 0; i < MINE; i++)
					v[i] = *(const uint4 *)(source_of(i, a, b, pitch) + (s + 1) * SLICE);
			multiply(sum, to + part);
		}
	}

	static __device__ __forceinline__ void run(unsigned *c, const char *a, const char *b, int k)
	{
		const size_t pitch = (size_t)k * T::bytes;
		const int columns = gridDim.x * N, steps = (int)pitch / SLICE;
		const unsigned warp = threadIdx.x / 32;
		unsigned sum[WM / 16][WN / 8][4] = {};

		a += blockIdx.y * M * pitch;
		b += blockIdx.x * N * pitch;
		if (by == ASYNC)
			ahead(sum, a, b, pitch, steps);
		else
			by_registers(sum, a, b, pitch, steps);
		c += (size_t)(blockIdx.y * M + warp / (N / WN) * WM + LANE / 4) * columns + blockIdx.x * N + warp % (N / WN) * WN + LANE % 4 * 2;
		for (int i = 0; i < WM / 16; i++)
			for (int j = 0; j < WN / 8; j++)
				for (int h = 0; h < 2; h++)
					*(uint2 *)(c + (size_t)(i * 16 + h * 8) * columns + j * 8) = make_uint2(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
	}
};

// Slices are in bytes of a row.
#define PRODUCT(name, T, M, N, SLICE, WM, WN, STAGES, how, by)                                                                            \
	extern "C" __global__ void __launch_bounds__(M / WM * (N / WN) * 32) name(unsigned *c, const char *a, const char *b, int k)         \
	{                                                                                                                                 \
		product<type::T, M, N, SLICE, WM, WN, STAGES, how, by>::run(c, a, b, k);                                                  \
	}
PRODUCT(f16_128_128_64_2, f16, 128, 128, 64, 64, 32, 2, SWIZZLED, ASYNC)
PRODUCT(f16_128_128_64_3, f16, 128, 128, 64, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(f16_128_128_64_4, f16, 128, 128, 64, 64, 32, 4, SWIZZLED, ASYNC)
PRODUCT(f16_128_128_128_3, f16, 128, 128, 128, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(f16_128_64_64_3, f16, 128, 64, 64, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(f16_64_128_64_5, f16, 64, 128, 64, 32, 64, 5, SWIZZLED, ASYNC)
PRODUCT(f16_64_64_64_2, f16, 64, 64, 64, 32, 32, 2, SWIZZLED, ASYNC)
PRODUCT(f16_64_64_128_4, f16, 64, 64, 128, 32, 32, 4, SWIZZLED, ASYNC)
PRODUCT(f16_128_256_64_3, f16, 128, 256, 64, 64, 64, 3, SWIZZLED, ASYNC)
PRODUCT(f16_256_128_64_3, f16, 256, 128, 64, 64, 64, 3, SWIZZLED, ASYNC)
PRODUCT(f16_128_128_64_3_wide, f16, 128, 128, 64, 64, 64, 3, SWIZZLED, ASYNC)
PRODUCT(f16_128_128_64_3_narrow, f16, 128, 128, 64, 32, 32, 3, SWIZZLED, ASYNC)
PRODUCT(half_128_128_64_3, half_sum, 128, 128, 64, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(half_64_64_64_2, half_sum, 64, 64, 64, 32, 32, 2, SWIZZLED, ASYNC)
PRODUCT(bf16_128_128_64_3, bf16, 128, 128, 64, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(bf16_64_64_64_2, bf16, 64, 64, 64, 32, 32, 2, SWIZZLED, ASYNC)
PRODUCT(tf32_128_128_64_3, tf32, 128, 128, 64, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(tf32_64_64_64_2, tf32, 64, 64, 64, 32, 32, 2, SWIZZLED, ASYNC)
PRODUCT(s8_128_128_64_3, s8, 128, 128, 64, 64, 32, 3, SWIZZLED, ASYNC)
PRODUCT(s8_64_64_64_2, s8, 64, 64, 64, 32, 32, 2, SWIZZLED, ASYNC)
PRODUCT(f16_padded_3, f16, 128, 128, 64, 64, 32, 3, PADDED, ASYNC)
PRODUCT(f16_plain_3, f16, 128, 128, 64, 64, 32, 3, PLAIN, ASYNC)
PRODUCT(f16_registers_1, f16, 128, 128, 64, 64, 32, 1, SWIZZLED, REGISTERS)
PRODUCT(f16_registers_2, f16, 128, 128, 64, 64, 32, 2, SWIZZLED, REGISTERS)
PRODUCT(s8_registers_2, s8, 128, 128, 64, 64, 32, 2, SWIZZLED, REGISTERS)

// Fragments straight from global memory, 32 x 32 of c a warp, four warps.
extern "C" __global__ void __launch_bounds__(128)
wmma_direct(float *c, const half *a, const half *b, int k)
{
	using namespace nvcuda::wmma;
	const int warp = threadIdx.x / 32, row = blockIdx.y * 64 + warp / 2 * 32, column = blockIdx.x * 64 + warp % 2 * 32, columns = gridDim.x * 64;
	fragment<accumulator, 16, 16, 16, float> sum[2][2];

	for (int i = 0; i < 4; i++)
		fill_fragment(sum[i / 2][i % 2], 0.0f);
	for (int at = 0; at < k; at += 16) {
		fragment<matrix_a, 16, 16, 16, half, row_major> x[2];
		fragment<matrix_b, 16, 16, 16, half, col_major> y[2];

		for (int i = 0; i < 2; i++) {
			load_matrix_sync(x[i], a + (size_t)(row + i * 16) * k + at, k);
			load_matrix_sync(y[i], b + (size_t)(column + i * 16) * k + at, k);
		}
		for (int i = 0; i < 4; i++)
			mma_sync(sum[i / 2][i % 2], x[i / 2], y[i % 2], sum[i / 2][i % 2]);
	}
	for (int i = 0; i < 4; i++)
		store_matrix_sync(c + (size_t)(row + i / 2 * 16) * columns + column + i % 2 * 16, sum[i / 2][i % 2], columns, mem_row_major);
}

// The same by way of shared memory, copied by cp.async a slice ahead, rows padded by 16 bytes.
extern "C" __global__ void __launch_bounds__(128)
wmma_shared(float *c, const half *a, const half *b, int k)
{
	using namespace nvcuda::wmma;
	enum { SLICE = 32, PITCH = SLICE + 8, PART = 64 * PITCH };
	__shared__ alignas(16) half s[2][2 * PART];
	const int warp = threadIdx.x / 32, columns = gridDim.x * 64;
	fragment<accumulator, 16, 16, 16, float> sum[2][2];
	const auto copy = [&](int stage, int at) {
		for (int i = 0; i < 4; i++) {
			const int piece = threadIdx.x + i * 128, r = piece / 4 % 64, which = piece / 256;
			const half *from = (which ? b + (size_t)(blockIdx.x * 64 + r) * k : a + (size_t)(blockIdx.y * 64 + r) * k) + at + piece % 4 * 8;

			asm volatile("cp.async.ca.shared.global [%0], [%1], 16;"
				     :
				     : "r"((unsigned)__cvta_generic_to_shared(s[stage] + which * PART + r * PITCH + piece % 4 * 8)), "l"(from)
				     : "memory");
		}
		asm volatile("cp.async.commit_group;" : : : "memory");
	};

	for (int i = 0; i < 4; i++)
		fill_fragment(sum[i / 2][i % 2], 0.0f);
	copy(0, 0);
	for (int at = 0; at < k; at += SLICE) {
		const half *now = s[at / SLICE % 2];

		if (at + SLICE < k)
			copy((at / SLICE + 1) % 2, at + SLICE);
		else
			asm volatile("cp.async.commit_group;" : : : "memory");
		asm volatile("cp.async.wait_group 1;" : : : "memory");
		__syncthreads();
		for (int h = 0; h < SLICE; h += 16) {
			fragment<matrix_a, 16, 16, 16, half, row_major> x[2];
			fragment<matrix_b, 16, 16, 16, half, col_major> y[2];

			for (int i = 0; i < 2; i++) {
				load_matrix_sync(x[i], now + (warp / 2 * 32 + i * 16) * PITCH + h, PITCH);
				load_matrix_sync(y[i], now + PART + (warp % 2 * 32 + i * 16) * PITCH + h, PITCH);
			}
			for (int i = 0; i < 4; i++)
				mma_sync(sum[i / 2][i % 2], x[i / 2], y[i % 2], sum[i / 2][i % 2]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		store_matrix_sync(c + (size_t)(blockIdx.y * 64 + warp / 2 * 32 + i / 2 * 16) * columns + blockIdx.x * 64 + warp % 2 * 32 + i % 2 * 16,
				  sum[i / 2][i % 2], columns, mem_row_major);
}
