// Operators on tensor cores that judge the model: products in other shapes, layouts and types than those of products.cu, with what stands
// around them in programs: batches, split sums, activations, attention, convolution, gathered rows, dequantisation, producer warps.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

typedef unsigned u32;
extern __shared__ __align__(16) char room[];

static __device__ __forceinline__ u32
shared_of(const void *p)
{
	return (u32)__cvta_generic_to_shared(p);
}
static __device__ __forceinline__ void
copy16(u32 to, const void *from, bool there)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(to), "l"(from), "r"(there ? 16 : 0) : "memory");
}
static __device__ __forceinline__ void
commit()
{
	asm volatile("cp.async.commit_group;" : : : "memory");
}
template <int left>
static __device__ __forceinline__ void
wait()
{
	asm volatile("cp.async.wait_group %0;" : : "n"(left) : "memory");
}
static __device__ __forceinline__ void
rows4(u32 (&d)[4], u32 at)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(at) : "memory");
}
static __device__ __forceinline__ void
columns4(u32 (&d)[4], u32 at)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(at) : "memory");
}

// c += a b of 16 x 8 x 16 halves, by one instruction or by two
struct k16 {
	static __device__ __forceinline__ void mma(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1)
	{
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
			     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
	}
};
struct k8 {
	static __device__ __forceinline__ void mma(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1)
	{
#pragma unroll
		for (int h = 0; h < 2; h++)
			asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
				     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[h * 2]), "r"(a[h * 2 + 1]), "r"(h ? b1 : b0));
	}
};
struct b16 {
	static __device__ __forceinline__ void mma(float (&d)[4], const u32 (&a)[4], u32 b0, u32 b1)
	{
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
			     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
	}
};

// Where 8 halves of a come from: row m, number k of it; `there` is off where they are zero.
struct plain {
	const half *a;
	int pitch;
	__device__ __forceinline__ const half *at(int m, int k, bool &) const { return a + (size_t)m * pitch + k; }
};
struct gathered {
	const half *a;
	int pitch;
	const int *row;
	__device__ __forceinline__ const half *at(int m, int k, bool &) const { return a + (size_t)(row[m] & 2047) * pitch + k; }
};
// 3 x 3 with a border of zeros on side x side, channels last: row m is a pixel, k goes over the nine places and their channels.
struct around {
	const half *a;
	int side, channels;
	__device__ __forceinline__ const half *at(int m, int k, bool &there) const
	{
		const int place = k / channels, c = k % channels, x = m % side + place % 3 - 1, y = m / side % side + place / 3 - 1, n = m / side / side;

		there = x >= 0 && x < side && y >= 0 && y < side;
		return there ? a + ((size_t)(n * side + y) * side + x) * channels + c : a;
	}
};

// Rows of a times rows of b: both lie row after row. Shared rows are padded by 16 bytes.
template <typename I, typename A, int BM, int BN, int BK, int WM, int WN, int STAGES>
struct by_rows {
	enum { T = BM / WM * (BN / WN) * 32, PA = BK * 2 + 16, PB = BN * 2 + 16, STAGE = BM * PA + BK * PB };
	float sum[WM / 16][WN / 8][4];

	__device__ __forceinline__ void copy(u32 to, const A &a, const half *b, int nb, int m, int k)
	{
#pragma unroll
		for (int i = threadIdx.x; i < BM * BK / 8; i += T) {
			bool there = true;
			const half *p = a.at(m + i / (BK / 8), k + i % (BK / 8) * 8, there);

			copy16(to + i / (BK / 8) * PA + i % (BK / 8) * 16, p, there);
		}
#pragma unroll
		for (int i = threadIdx.x; i < BK * BN / 8; i += T)
			copy16(to + BM * PA + i / (BN / 8) * PB + i % (BN / 8) * 16, b + (size_t)(k + i / (BN / 8)) * nb + i % (BN / 8) * 8, true);
		commit();
	}
	__device__ __forceinline__ void multiply(u32 at)
	{
		const int lane = threadIdx.x % 32, w = threadIdx.x / 32, m = w / (BN / WN) * WM, n = w % (BN / WN) * WN;

#pragma unroll
		for (int k = 0; k < BK; k += 16) {
			u32 a[WM / 16][4];

#pragma unroll
			for (int i = 0; i < WM / 16; i++)
				rows4(a[i], at + (m + i * 16 + lane % 16) * PA + k * 2 + lane / 16 * 16);
#pragma unroll
			for (int j = 0; j < WN / 16; j++) {
				u32 b[4];

				columns4(b, at + BM * PA + (k + lane % 16) * PB + (n + j * 16 + lane / 16 * 8) * 2);
#pragma unroll
				for (int i = 0; i < WM / 16; i++) {
					I::mma(sum[i][j * 2], a[i], b[0], b[1]);
					I::mma(sum[i][j * 2 + 1], a[i], b[2], b[3]);
				}
			}
		}
	}
	__device__ __forceinline__ void run(const A &a, const half *b, int nb, int m, int from, int to)
	{
		const u32 base = shared_of(room);
		const int steps = (to - from) / BK;

#pragma unroll
		for (int i = 0; i < WM / 16 * (WN / 8) * 4; i++)
			sum[i / (WN / 8 * 4)][i / 4 % (WN / 8)][i % 4] = 0;
		for (int s = 0; s < STAGES - 1; s++)
			if (s < steps)
				copy(base + s * STAGE, a, b, nb, m, from + s * BK);
			else
				commit();
#pragma unroll 1
		for (int s = 0; s < steps; s++) {
			wait<(STAGES > 1 ? STAGES - 2 : 0)>();
			__syncthreads();
			if (s + STAGES - 1 < steps)
				copy(base + (s + STAGES - 1) % STAGES * STAGE, a, b, nb, m, from + (s + STAGES - 1) * BK);
			else
				commit();
			multiply(base + s % STAGES * STAGE);
		}
	}
	// F: what is done with each pair of sums
	template <typename F>
	__device__ __forceinline__ void each(F f)
	{
		const int lane = threadIdx.x % 32, w = threadIdx.x / 32, m = w / (BN / WN) * WM + lane / 4, n = w % (BN / WN) * WN + lane % 4 * 2;

#pragma unroll
		for (int i = 0; i < WM / 16; i++)
#pragma unroll
			for (int j = 0; j < WN / 8; j++)
#pragma unroll
				for (int h = 0; h < 2; h++)
					f(m + i * 16 + h * 8, n + j * 8, sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
	}
};

// by rows, n columns: one tile a block
#define ROWS(name, I, BM, BN, BK, WM, WN, STAGES)                                                                                         \
	extern "C" __global__ void __launch_bounds__(BM / WM * (BN / WN) * 32) name(float *c, const half *a, const half *b, int n, int k)  \
	{                                                                                                                                 \
		by_rows<I, plain, BM, BN, BK, WM, WN, STAGES> t;                                                                          \
		const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;                                                                     \
		t.run(plain{a, k}, b + n0, n, m0, 0, k);                                                                                  \
		t.each([&](int m, int j, float x, float y) { *(float2 *)(c + (size_t)(m0 + m) * n + n0 + j) = make_float2(x, y); });        \
	}
ROWS(rows_128_128_4, k16, 128, 128, 32, 64, 64, 4)
ROWS(rows_96_64_3, k16, 96, 64, 32, 32, 32, 3)
ROWS(rows_64_256_3, k16, 64, 256, 32, 64, 32, 3)
ROWS(rows_32_64_2, k16, 32, 64, 64, 16, 32, 2)
ROWS(rows_k8_128_64_3, k8, 128, 64, 32, 32, 32, 3)
ROWS(rows_bf16_64_128_4, b16, 64, 128, 32, 32, 32, 4)
ROWS(rows_16_64_4, k16, 16, 64, 64, 16, 16, 4)
ROWS(rows_192_128_3, k16, 192, 128, 32, 48, 64, 3)

// sums of parts of k meet by atomics, or in parts of their own
extern "C" __global__ void __launch_bounds__(128) split_atomic(float *c, const half *a, const half *b, int n, int k)
{
	by_rows<k16, plain, 64, 64, 32, 32, 32, 3> t;
	const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, part = k / gridDim.z;

	t.run(plain{a, k}, b + n0, n, m0, blockIdx.z * part, (blockIdx.z + 1) * part);
	t.each([&](int m, int j, float x, float y) {
		atomicAdd(c + (size_t)(m0 + m) * n + n0 + j, x);
		atomicAdd(c + (size_t)(m0 + m) * n + n0 + j + 1, y);
	});
}
extern "C" __global__ void __launch_bounds__(256) split_parts(float *c, const half *a, const half *b, int n, int k)
{
	by_rows<k16, plain, 128, 64, 64, 32, 32, 2> t;
	const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 64, part = k / gridDim.z;

	c += (size_t)blockIdx.z * gridDim.y * 128 * n;
	t.run(plain{a, k}, b + n0, n, m0, blockIdx.z * part, (blockIdx.z + 1) * part);
	t.each([&](int m, int j, float x, float y) { *(float2 *)(c + (size_t)(m0 + m) * n + n0 + j) = make_float2(x, y); });
}
// with a bias and an activation
extern "C" __global__ void __launch_bounds__(256) layer_gelu(half *c, const half *a, const half *b, const float *bias, int n, int k)
{
	by_rows<k16, plain, 128, 128, 32, 32, 64, 3> t;
	const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;

	t.run(plain{a, k}, b + n0, n, m0, 0, k);
	t.each([&](int m, int j, float x, float y) {
		x += bias[n0 + j], y += bias[n0 + j + 1];
		x = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
		y = 0.5f * y * (1 + tanhf(0.79788456f * (y + 0.044715f * y * y * y)));
		*(half2 *)(c + (size_t)(m0 + m) * n + n0 + j) = __floats2half2_rn(x, y);
	});
}
// rows by a list, as experts take them
extern "C" __global__ void __launch_bounds__(128) experts(float *c, const half *a, const half *b, const int *row, int n, int k)
{
	by_rows<k16, gathered, 64, 128, 32, 32, 64, 3> t;
	const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 128;

	t.run(gathered{a, k, row}, b + (size_t)(blockIdx.y % 4) * k * n + n0, n, m0, 0, k);
	t.each([&](int m, int j, float x, float y) { *(float2 *)(c + (size_t)(m0 + m) * n + n0 + j) = make_float2(x, y); });
}
extern "C" __global__ void __launch_bounds__(256) convolve_3_3(float *c, const half *a, const half *b, int side, int channels, int n)
{
	by_rows<k16, around, 128, 64, 32, 32, 32, 3> t;
	const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 64;

	t.run(around{a, side, channels}, b + n0, n, m0, 0, 9 * channels);
	t.each([&](int m, int j, float x, float y) { *(float2 *)(c + (size_t)(m0 + m) * n + n0 + j) = make_float2(fmaxf(x, 0), fmaxf(y, 0)); });
}
extern "C" __global__ void __launch_bounds__(128) convolve_small(float *c, const half *a, const half *b, int side, int channels, int n)
{
	by_rows<k16, around, 64, 32, 32, 16, 32, 2> t;
	const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 32;

	t.run(around{a, side, channels}, b + n0, n, m0, 0, 9 * channels);
	t.each([&](int m, int j, float x, float y) { *(float2 *)(c + (size_t)(m0 + m) * n + n0 + j) = make_float2(x, y); });
}
// many small products, a block each
extern "C" __global__ void __launch_bounds__(128) batch_64(float *c, const half *a, const half *b)
{
	by_rows<k16, plain, 64, 64, 64, 32, 32, 1> t;

	a += (size_t)blockIdx.x * 4096, b += (size_t)blockIdx.x * 4096, c += (size_t)blockIdx.x * 4096;
	t.copy(shared_of(room), plain{a, 64}, b, 64, 0, 0);
	for (int i = 0; i < 32; i++)
		t.sum[i / 16][i / 4 % 4][i % 4] = 0;
	wait<0>();
	__syncthreads();
	t.multiply(shared_of(room));
	t.each([&](int m, int j, float x, float y) { *(float2 *)(c + m * 64 + j) = make_float2(x, y); });
}

// Rows of a times columns of b that lie one after the other: fragments by single loads of 32 bits. K: bytes of a row for an instruction.
struct s8_k32 {
	enum { K = 32 };
	typedef int sum;
	static __device__ __forceinline__ void mma(int (&d)[4], const u32 (&a)[4], const u32 (&b)[2])
	{
		asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
			     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	}
};
struct s8_k16 {
	enum { K = 32 };
	typedef int sum;
	static __device__ __forceinline__ void mma(int (&d)[4], const u32 (&a)[4], const u32 (&b)[2])
	{
#pragma unroll
		for (int h = 0; h < 2; h++)
			asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
				     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[h * 2]), "r"(a[h * 2 + 1]), "r"(b[h]));
	}
};
struct tf32_k8 {
	enum { K = 32 };
	typedef float sum;
	static __device__ __forceinline__ void mma(float (&d)[4], const u32 (&a)[4], const u32 (&b)[2])
	{
		asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
			     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
	}
};
// three products of a number in two parts
struct tf32_thrice {
	enum { K = 32 };
	typedef float sum;
	static __device__ __forceinline__ void mma(float (&d)[4], const u32 (&a)[4], const u32 (&b)[2])
	{
		u32 high[4], low[4], bh[2], bl[2];

#pragma unroll
		for (int i = 0; i < 4; i++)
			high[i] = a[i] & 0xffffe000, low[i] = __float_as_uint(__uint_as_float(a[i]) - __uint_as_float(high[i]));
#pragma unroll
		for (int i = 0; i < 2; i++)
			bh[i] = b[i] & 0xffffe000, bl[i] = __float_as_uint(__uint_as_float(b[i]) - __uint_as_float(bh[i]));
		tf32_k8::mma(d, low, bh);
		tf32_k8::mma(d, high, bl);
		tf32_k8::mma(d, high, bh);
	}
};

template <typename I, int BM, int BN, int WM, int WN, int STAGES>
static __device__ __forceinline__ void
by_words(typename I::sum *c, const char *a, const char *b, int n, int pitch)
{
	enum { BK = 64, P = BK + 16, T = BM / WM * (BN / WN) * 32, STAGE = (BM + BN) * P };
	const int lane = threadIdx.x % 32, w = threadIdx.x / 32, m = w / (BN / WN) * WM, j0 = w % (BN / WN) * WN, m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
	typename I::sum sum[WM / 16][WN / 8][4] = {};
	const auto copy = [&](int s) {
		for (int i = threadIdx.x; i < (BM + BN) * (BK / 16); i += T) {
			const int r = i / (BK / 16), p = i % (BK / 16) * 16;
			const char *from = (r < BM ? a + (size_t)(m0 + r) * pitch : b + (size_t)(n0 + r - BM) * pitch) + s * BK + p;

			asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" : : "r"(shared_of(room + s % STAGES * STAGE + r * P + p)), "l"(from) : "memory");
		}
	};

	for (int s = 0; s < STAGES - 1; s++) {
		copy(s);
		commit();
	}
#pragma unroll 1
	for (int s = 0; s < pitch / BK; s++) {
		const char *now = room + s % STAGES * STAGE;

		wait<STAGES - 2>();
		__syncthreads();
		if (s + STAGES - 1 < pitch / BK)
			copy(s + STAGES - 1);
		commit();
#pragma unroll
		for (int k = 0; k < BK; k += I::K) {
			u32 x[WM / 16][4], y[WN / 8][2];

#pragma unroll
			for (int i = 0; i < WM / 16 * 4; i++)
				x[i / 4][i % 4] = *(const u32 *)(now + (m + i / 4 * 16 + i % 2 * 8 + lane / 4) * P + k + i % 4 / 2 * 16 + lane % 4 * 4);
#pragma unroll
			for (int i = 0; i < WN / 8 * 2; i++)
				y[i / 2][i % 2] = *(const u32 *)(now + (BM + j0 + i / 2 * 8 + lane / 4) * P + k + i % 2 * 16 + lane % 4 * 4);
#pragma unroll
			for (int i = 0; i < WM / 16; i++)
#pragma unroll
				for (int j = 0; j < WN / 8; j++)
					I::mma(sum[i][j], x[i], y[j]);
		}
	}
	for (int i = 0; i < WM / 16; i++)
		for (int j = 0; j < WN / 8; j++)
			for (int h = 0; h < 4; h++)
				c[(size_t)(m0 + m + i * 16 + h / 2 * 8 + lane / 4) * n + n0 + j0 + j * 8 + lane % 4 * 2 + h % 2] = sum[i][j][h];
}
#define WORDS(name, I, BM, BN, WM, WN, STAGES)                                                                                            \
	extern "C" __global__ void __launch_bounds__(BM / WM * (BN / WN) * 32) name(I::sum *c, const char *a, const char *b, int n, int pitch) \
	{                                                                                                                                 \
		by_words<I, BM, BN, WM, WN, STAGES>(c, a, b, n, pitch);                                                                   \
	}
WORDS(words_s8_k32, s8_k32, 128, 64, 32, 32, 3)
WORDS(words_s8_k16, s8_k16, 64, 64, 32, 32, 4)
WORDS(words_tf32, tf32_k8, 64, 128, 32, 32, 3)
WORDS(words_tf32_thrice, tf32_thrice, 64, 64, 32, 32, 2)

// FP64: fragments by single loads
template <int BM, int BN, int WM, int WN, bool large>
static __device__ __forceinline__ void
by_doubles(double *c, const double *a, const double *b, int n, int k)
{
	enum { BK = 16, P = BK + 4, T = BM / WM * (BN / WN) * 32 };
	double *s = (double *)room;
	const int lane = threadIdx.x % 32, w = threadIdx.x / 32, m = w / (BN / WN) * WM, j0 = w % (BN / WN) * WN, m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
	const int g = lane / 4, t = lane % 4;
	double sum[WM / 8][WN / 8][2] = {};
	const auto copy = [&](int at) {
		for (int i = threadIdx.x; i < (BM + BN) * BK / 2; i += T) {
			const int r = i / (BK / 2), p = i % (BK / 2) * 2;

			copy16(shared_of(s + at / BK % 2 * (BM + BN) * P + r * P + p), (r < BM ? a + (size_t)(m0 + r) * k : b + (size_t)(n0 + r - BM) * k) + at + p, true);
		}
		commit();
	};

	copy(0);
#pragma unroll 1
	for (int at = 0; at < k; at += BK) {
		const double *x = s + at / BK % 2 * (BM + BN) * P, *y = x + BM * P;

		wait<0>();
		__syncthreads();
		if (at + BK < k)
			copy(at + BK);
#pragma unroll
		for (int h = 0; h < BK; h += large ? 16 : 4)
#pragma unroll
			for (int i = 0; i < WM / 8; i += large ? 2 : 1)
#pragma unroll
				for (int j = 0; j < WN / 8; j++) {
					const double *u = x + (m + i * 8 + g) * P + h + t, *v = y + (j0 + j * 8 + g) * P + h + t;
					double (&d)[2] = sum[i][j], (&e)[2] = sum[large ? i + 1 : i][j];

					if (large)
						asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
							     : "+d"(d[0]), "+d"(d[1]), "+d"(e[0]), "+d"(e[1])
							     : "d"(u[0]), "d"(u[8 * P]), "d"(u[4]), "d"(u[8 * P + 4]), "d"(u[8]), "d"(u[8 * P + 8]), "d"(u[12]), "d"(u[8 * P + 12]),
							       "d"(v[0]), "d"(v[4]), "d"(v[8]), "d"(v[12]));
					else
						asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
							     : "+d"(d[0]), "+d"(d[1]) : "d"(u[0]), "d"(v[0]));
				}
	}
	for (int i = 0; i < WM / 8; i++)
		for (int j = 0; j < WN / 8; j++)
			*(double2 *)(c + (size_t)(m0 + m + i * 8 + g) * n + n0 + j0 + j * 8 + t * 2) = make_double2(sum[i][j][0], sum[i][j][1]);
}
extern "C" __global__ void __launch_bounds__(128) doubles_4(double *c, const double *a, const double *b, int n, int k)
{
	by_doubles<64, 64, 32, 32, false>(c, a, b, n, k);
}
extern "C" __global__ void __launch_bounds__(256) doubles_16(double *c, const double *a, const double *b, int n, int k)
{
	by_doubles<64, 128, 32, 32, true>(c, a, b, n, k);
}

// Attention of one head a block row: softmax(q k^T) v, by tiles of 64 keys; sums and maxima of rows go along. D: size of a head.
template <int D, bool causal>
static __device__ __forceinline__ void
attention(half *o, const half *q, const half *k, const half *v, int length)
{
	enum { P = D * 2 + 16, TILE = 64 * P };
	const int lane = threadIdx.x % 32, w = threadIdx.x / 32, first = blockIdx.x * 64;
	const u32 base = shared_of(room);
	const size_t head = (size_t)blockIdx.y * length * D;
	u32 x[D / 16][4];
	float out[D / 8][4] = {}, most[2] = {-1e30f, -1e30f}, all[2] = {};
	const int tiles = causal ? blockIdx.x + 1 : length / 64;
	const auto copy = [&](u32 to, const half *from) {
		for (int i = threadIdx.x; i < 64 * D / 8; i += 128)
			copy16(to + i / (D / 8) * P + i % (D / 8) * 16, from + (size_t)(i / (D / 8)) * D + i % (D / 8) * 8, true);
		commit();
	};

	copy(base, q + head + (size_t)first * D);
	copy(base + TILE, k + head);
	wait<1>();
	__syncthreads();
#pragma unroll
	for (int i = 0; i < D / 16; i++)
		rows4(x[i], base + (w * 16 + lane % 16) * P + i * 32 + lane / 16 * 16);
#pragma unroll 1
	for (int t = 0; t < tiles; t++) {
		float s[8][4] = {}, scale[2];
		u32 p[4][4];

		copy(base + 2 * TILE, v + head + (size_t)t * 64 * D);
		wait<1>();
		__syncthreads();
#pragma unroll
		for (int i = 0; i < D / 16; i++)
#pragma unroll
			for (int j = 0; j < 4; j++) {
				u32 y[4];

				rows4(y, base + TILE + (j * 16 + lane / 16 * 8 + lane % 8) * P + i * 32 + lane / 8 % 2 * 16);
				k16::mma(s[j * 2], x[i], y[0], y[1]);
				k16::mma(s[j * 2 + 1], x[i], y[2], y[3]);
			}
		__syncthreads();
		if (t + 1 < tiles)
			copy(base + TILE, k + head + (size_t)(t + 1) * 64 * D);
		else
			commit();
#pragma unroll
		for (int h = 0; h < 2; h++) {
			float top = most[h];

#pragma unroll
			for (int j = 0; j < 8; j++)
				for (int e = 0; e < 2; e++) {
					if (causal && t * 64 + j * 8 + lane % 4 * 2 + e > first + w * 16 + h * 8 + lane / 4)
						s[j][h * 2 + e] = -1e30f;
					top = fmaxf(top, s[j][h * 2 + e]);
				}
			top = fmaxf(top, __shfl_xor_sync(~0u, top, 1));
			top = fmaxf(top, __shfl_xor_sync(~0u, top, 2));
			scale[h] = exp2f((most[h] - top) * 0.18033688f);
			most[h] = top;
			all[h] *= scale[h];
#pragma unroll
			for (int j = 0; j < 8; j++)
				for (int e = 0; e < 2; e++) {
					s[j][h * 2 + e] = exp2f((s[j][h * 2 + e] - top) * 0.18033688f);
					all[h] += s[j][h * 2 + e];
				}
		}
#pragma unroll
		for (int i = 0; i < D / 8; i++)
			out[i][0] *= scale[0], out[i][1] *= scale[0], out[i][2] *= scale[1], out[i][3] *= scale[1];
#pragma unroll
		for (int i = 0; i < 16; i++) {
			const half2 both = __floats2half2_rn(s[i / 4 * 2 + i % 4 / 2][i % 2 * 2], s[i / 4 * 2 + i % 4 / 2][i % 2 * 2 + 1]);

			p[i / 4][i % 4] = *(const u32 *)&both;
		}
		wait<1>();
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 4; i++)
#pragma unroll
			for (int j = 0; j < D / 16; j++) {
				u32 y[4];

				columns4(y, base + 2 * TILE + (i * 16 + lane % 16) * P + j * 32 + lane / 16 * 16);
				k16::mma(out[j * 2], p[i], y[0], y[1]);
				k16::mma(out[j * 2 + 1], p[i], y[2], y[3]);
			}
		__syncthreads();
	}
	for (int h = 0; h < 2; h++) {
		all[h] += __shfl_xor_sync(~0u, all[h], 1);
		all[h] += __shfl_xor_sync(~0u, all[h], 2);
	}
	for (int i = 0; i < D / 8; i++)
		for (int h = 0; h < 2; h++)
			*(half2 *)(o + head + (size_t)(first + w * 16 + h * 8 + lane / 4) * D + i * 8 + lane % 4 * 2) =
				__floats2half2_rn(out[i][h * 2] / all[h], out[i][h * 2 + 1] / all[h]);
}
#define ATTENTION(name, D, causal)                                                                                                        \
	extern "C" __global__ void __launch_bounds__(128) name(half *o, const half *q, const half *k, const half *v, int length)           \
	{                                                                                                                                 \
		attention<D, causal>(o, q, k, v, length);                                                                                 \
	}
ATTENTION(attention_64, 64, false)
ATTENTION(attention_128, 128, false)
ATTENTION(attention_causal, 64, true)

// Halves times bytes, which become halves on the way to the tensor cores; rows of a, columns of b.
extern "C" __global__ void __launch_bounds__(128) dequantise(float *c, const half *a, const signed char *b, float scale, int n, int k)
{
	enum { BM = 64, BN = 64, BK = 64, PA = BK * 2 + 16, PB = BK + 16, STAGE = BM * PA + BN * PB };
	const int lane = threadIdx.x % 32, w = threadIdx.x / 32, m = w / 2 * 32, j0 = w % 2 * 32, m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
	float sum[2][4][4] = {};
	const auto copy = [&](int at) {
		char *to = room + at / BK % 2 * STAGE;

		for (int i = threadIdx.x; i < BM * BK / 8; i += 128)
			copy16(shared_of(to + i / 8 * PA + i % 8 * 16), a + (size_t)(m0 + i / 8) * k + at + i % 8 * 8, true);
		for (int i = threadIdx.x; i < BN * BK / 16; i += 128)
			copy16(shared_of(to + BM * PA + i / 4 * PB + i % 4 * 16), b + (size_t)(n0 + i / 4) * k + at + i % 4 * 16, true);
		commit();
	};

	copy(0);
#pragma unroll 1
	for (int at = 0; at < k; at += BK) {
		const char *now = room + at / BK % 2 * STAGE;

		wait<0>();
		__syncthreads();
		if (at + BK < k)
			copy(at + BK);
#pragma unroll
		for (int h = 0; h < BK; h += 16) {
			u32 x[2][4];

			for (int i = 0; i < 2; i++)
				rows4(x[i], shared_of(now) + (m + i * 16 + lane % 16) * PA + h * 2 + lane / 16 * 16);
			for (int j = 0; j < 4; j++) {
				const signed char *p = (const signed char *)now + BM * PA + (j0 + j * 8 + lane / 4) * PB + h + lane % 4 * 2;
				const char2 u = *(const char2 *)p, v = *(const char2 *)(p + 8);
				const half2 y = __halves2half2(__short2half_rn(u.x), __short2half_rn(u.y)), z = __halves2half2(__short2half_rn(v.x), __short2half_rn(v.y));

				for (int i = 0; i < 2; i++)
					k16::mma(sum[i][j], x[i], *(const u32 *)&y, *(const u32 *)&z);
			}
		}
	}
	for (int i = 0; i < 32; i++)
		c[(size_t)(m0 + m + i / 16 * 16 + i % 4 / 2 * 8 + lane / 4) * n + n0 + j0 + i / 4 % 4 * 8 + lane % 4 * 2 + i % 2] = scale * sum[i / 16][i / 4 % 4][i % 4];
}

// One warp copies, four multiply; barriers in shared memory tell of full and of empty stages.
extern "C" __global__ void __launch_bounds__(160) producer(float *c, const half *a, const half *b, int n, int k)
{
	typedef by_rows<k16, plain, 64, 64, 32, 32, 32, 4> tile;
	__shared__ unsigned long long full[4], empty[4];
	const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
	tile t;
	const auto until = [](unsigned long long *barrier, int parity) {
		asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra again; }" : : "r"(shared_of(barrier)), "r"(parity) : "memory");
	};

	if (threadIdx.x < 4) {
		asm volatile("mbarrier.init.shared.b64 [%0], 32;" : : "r"(shared_of(full + threadIdx.x)) : "memory");
		asm volatile("mbarrier.init.shared.b64 [%0], 128;" : : "r"(shared_of(empty + threadIdx.x)) : "memory");
	}
	for (int i = 0; i < 32; i++)
		t.sum[i / 16][i / 4 % 4][i % 4] = 0;
	__syncthreads();
	if (threadIdx.x >= 128) {
		const int lane = threadIdx.x % 32;

#pragma unroll 1
		for (int s = 0; s < k / 32; s++) {
			const u32 to = shared_of(room) + s % 4 * tile::STAGE;

			if (s >= 4)
				until(empty + s % 4, s / 4 + 1 & 1);
#pragma unroll
			for (int i = lane; i < 256; i += 32) {
				copy16(to + i / 4 * tile::PA + i % 4 * 16, a + (size_t)(m0 + i / 4) * k + s * 32 + i % 4 * 8, true);
				copy16(to + 64 * tile::PA + i / 8 * tile::PB + i % 8 * 16, b + (size_t)(s * 32 + i / 8) * n + n0 + i % 8 * 8, true);
			}
			asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" : : "r"(shared_of(full + s % 4)) : "memory");
		}
		return;
	}
#pragma unroll 1
	for (int s = 0; s < k / 32; s++) {
		until(full + s % 4, s / 4 & 1);
		t.multiply(shared_of(room) + s % 4 * tile::STAGE);
		asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" : : "r"(shared_of(empty + s % 4)) : "memory");
	}
	t.each([&](int m, int j, float x, float y) { *(float2 *)(c + (size_t)(m0 + m) * n + n0 + j) = make_float2(x, y); });
}

// The WMMA interface. Shared: both tiles by plain loads and stores, one slice at a time; else straight from global memory.
template <typename E, typename S, int M, int N, int K, typename L>
static __device__ __forceinline__ void
by_wmma(S *c, const L *a, const L *b, int n, int k)
{
	using namespace nvcuda::wmma;
	const int w = threadIdx.x / 32, row = (blockIdx.y * 2 + w / 2) * 2 * M, column = (blockIdx.x * 2 + w % 2) * 2 * N;
	fragment<accumulator, M, N, K, S> sum[2][2];

	for (int i = 0; i < 4; i++)
		fill_fragment(sum[i / 2][i % 2], (S)0);
#pragma unroll 2
	for (int at = 0; at < k; at += K) {
		fragment<matrix_a, M, N, K, E, row_major> x[2];
		fragment<matrix_b, M, N, K, E, row_major> y[2];

		for (int i = 0; i < 2; i++) {
			load_matrix_sync(x[i], a + (size_t)(row + i * M) * k + at, k);
			load_matrix_sync(y[i], b + (size_t)at * n + column + i * N, n);
		}
		for (int i = 0; i < 4; i++)
			mma_sync(sum[i / 2][i % 2], x[i / 2], y[i % 2], sum[i / 2][i % 2]);
	}
	for (int i = 0; i < 4; i++)
		store_matrix_sync(c + (size_t)(row + i / 2 * M) * n + column + i % 2 * N, sum[i / 2][i % 2], n, mem_row_major);
}
#define WMMA(name, E, S, M, N, K, L)                                                                                                      \
	extern "C" __global__ void __launch_bounds__(128) name(S *c, const L *a, const L *b, int n, int k)                                 \
	{                                                                                                                                 \
		by_wmma<E, S, M, N, K, L>(c, a, b, n, k);                                                                                 \
	}
WMMA(wmma_bf16, __nv_bfloat16, float, 16, 16, 16, __nv_bfloat16)
WMMA(wmma_half, half, half, 32, 8, 16, half)
WMMA(wmma_s8, signed char, int, 16, 16, 16, signed char)
WMMA(wmma_tf32, nvcuda::wmma::precision::tf32, float, 16, 16, 8, float)
WMMA(wmma_f64, double, double, 8, 8, 4, double)

extern "C" __global__ void __launch_bounds__(256) wmma_staged(float *c, const half *a, const half *b, int n, int k)
{
	using namespace nvcuda::wmma;
	__shared__ __align__(16) half x[64][40], y[32][136];
	const int w = threadIdx.x / 32, m0 = blockIdx.y * 64, n0 = blockIdx.x * 128;
	fragment<accumulator, 16, 16, 16, float> sum[2][2];

	for (int i = 0; i < 4; i++)
		fill_fragment(sum[i / 2][i % 2], 0.0f);
#pragma unroll 1
	for (int at = 0; at < k; at += 32) {
		const int i = threadIdx.x;

		*(uint4 *)&x[i / 4][i % 4 * 8] = *(const uint4 *)(a + (size_t)(m0 + i / 4) * k + at + i % 4 * 8);
		for (int h = 0; h < 2; h++)
			*(uint4 *)&y[h * 16 + i / 16][i % 16 * 8] = *(const uint4 *)(b + (size_t)(at + h * 16 + i / 16) * n + n0 + i % 16 * 8);
		__syncthreads();
		for (int h = 0; h < 32; h += 16) {
			fragment<matrix_a, 16, 16, 16, half, row_major> u[2];
			fragment<matrix_b, 16, 16, 16, half, row_major> v[2];

			for (int e = 0; e < 2; e++) {
				load_matrix_sync(u[e], &x[w / 4 * 32 + e * 16][h], 40);
				load_matrix_sync(v[e], &y[h][w % 4 * 32 + e * 16], 136);
			}
			for (int e = 0; e < 4; e++)
				mma_sync(sum[e / 2][e % 2], u[e / 2], v[e % 2], sum[e / 2][e % 2]);
		}
		__syncthreads();
	}
	for (int e = 0; e < 4; e++)
		store_matrix_sync(c + (size_t)(m0 + w / 4 * 32 + e / 2 * 16) * n + n0 + w % 4 * 32 + e % 2 * 16, sum[e / 2][e % 2], n, mem_row_major);
}
