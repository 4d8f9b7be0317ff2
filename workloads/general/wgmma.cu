// arch: sm_90a
// Products by matrix instructions of a group of four warps: C = A B, tiles of 64 rows a group, with operands in shared memory under each swizzle, from
// registers, transposed, sparse, of all types; and with warps that bring the tiles beside those that multiply, which take their registers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdint.h>

extern __shared__ __align__(1024) unsigned char tiles[];

// Numbers for the matrices.
extern "C" __global__ void
to_half(const float *in, __half *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = __float2half(in[i]);
}

extern "C" __global__ void
to_bf16(const float *in, __nv_bfloat16 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = __float2bfloat16(in[i]);
}

extern "C" __global__ void
to_e4m3(const float2 *in, __nv_fp8x2_storage_t *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = __nv_cvt_float2_to_fp8x2(in[i], __NV_SATFINITE, __NV_E4M3);
}

// Where a matrix is: its address, distances in bytes, and the swizzle: 0 none, 1, 2, 3 of 128, 64, 32 bytes.
__device__ __forceinline__ uint64_t
descriptor(const void *p, unsigned lead, unsigned stride, unsigned swizzle)
{
	return (uint64_t)(__cvta_generic_to_shared(p) >> 4) | (uint64_t)(lead >> 4) << 16 | (uint64_t)(stride >> 4) << 32 | (uint64_t)swizzle << 62;
}

__device__ __forceinline__ void
begin()
{
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

template <int LEFT>
__device__ __forceinline__ void
commit_and_wait()
{
	asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
	asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory");
}

// Rows of `width` bytes, 128, 64 or 32, with their swizzle.
__device__ __forceinline__ void
bring(unsigned char *to, const unsigned char *from, int rows, int width, int pitch, int thread, int threads)
{
	const int lines = width / 16;

	for (int i = thread; i < rows * lines; i += threads) {
		const int at = i / lines * width + i % lines * 16;

		*(uint4 *)(to + (at ^ (at >> 7 & (lines - 1)) << 4)) = *(const uint4 *)(from + i / lines * pitch + i % lines * 16);
	}
}

// The same without a swizzle: cores of eight rows of 16 bytes, those of a row behind each other.
__device__ __forceinline__ void
bring_cores(unsigned char *to, const unsigned char *from, int rows, int width, int pitch)
{
	const int lines = width / 16;

	for (int i = threadIdx.x; i < rows * lines; i += blockDim.x)
		*(uint4 *)(to + i / lines / 8 * (8 * width) + i % lines * 128 + i / lines % 8 * 16) = *(const uint4 *)(from + i / lines * pitch + i % lines * 16);
}

// A lane's sums go to the matrix: four of each eight columns.
template <int N, typename T>
__device__ __forceinline__ void
put(T *c, const T (&d)[N / 2], int columns)
{
	const int lane = threadIdx.x % 32, row = threadIdx.x % 128 / 32 * 16 + lane / 4;

	for (int i = 0; i < N / 2; i++)
		c[(row + i / 2 % 2 * 8) * columns + i / 4 * 8 + lane % 4 * 2 + i % 2] = d[i];
}

// f16_64x64: F16, 64 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
f16_64x64(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	float d[32] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 64;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 64, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, "
			    "%5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, "
			    "%28, %29, %30, %31}, %32, %33, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<64>(c, d, 64);
}

// f16_64x256: F16, 256 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
f16_64x256(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	float d[128] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 256;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 256, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %130, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
			    "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, "
			    "%49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, "
			    "%71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, "
			    "%93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
			    "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, "
			    "p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]),
			      "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]),
			      "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
			      "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]),
			      "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]), "+f"(d[72]),
			      "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]), "+f"(d[80]), "+f"(d[81]),
			      "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), "+f"(d[88]), "+f"(d[89]), "+f"(d[90]),
			      "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]), "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]),
			      "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]), "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]),
			      "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]),
			      "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]), "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]),
			      "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<256>(c, d, 256);
}

// f16_128x128: F16, 128 columns, swizzle 1, 2 groups. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(256)
f16_128x128(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 2 * 64 * 128;
	float d[64] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 2 * 64 * k;
	c += (blockIdx.x * 2 + group) * 64 * 128;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 2 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 128, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
			    "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, "
			    "%49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]),
			      "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]),
			      "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
			      "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<128>(c, d, 128);
}

// f16_64x24_64b: F16, 24 columns, swizzle 2, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
f16_64x24_64b(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 64;
	float d[12] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 24;
	for (int at = 0; at < k; at += 64) {
		bring(ta, a + at, 1 * 64, 64, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 24, 64, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 2; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 64 + i * 32, 16, 512, 2), db = descriptor(tb + i * 32, 16, 512, 2);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %14, 0; wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 {%0, %1, %2, %3, %4, "
			    "%5, %6, %7, %8, %9, %10, %11}, %12, %13, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<24>(c, d, 24);
}

// f16_64x40_32b: F16, 40 columns, swizzle 3, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
f16_64x40_32b(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 32;
	float d[20] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 40;
	for (int at = 0; at < k; at += 32) {
		bring(ta, a + at, 1 * 64, 32, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 40, 32, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 1; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 32 + i * 32, 16, 256, 3), db = descriptor(tb + i * 32, 16, 256, 3);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %22, 0; wgmma.mma_async.sync.aligned.m64n40k16.f32.f16.f16 {%0, %1, %2, %3, %4, "
			    "%5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19}, %20, %21, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<40>(c, d, 40);
}

// f16_64x32_plain: F16, 32 columns, swizzle 0, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
f16_64x32_plain(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 64;
	float d[16] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 32;
	for (int at = 0; at < k; at += 64) {
		bring_cores(ta, a + at, 1 * 64, 64, k);
		bring_cores(tb, b + at, 32, 64, k);
		begin();
#pragma unroll
		for (int i = 0; i < 2; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 64 + i * 256, 128, 512, 0), db = descriptor(tb + i * 256, 128, 512, 0);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %18, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {%0, %1, %2, %3, %4, "
			    "%5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<32>(c, d, 32);
}

// bf16_64x96: BF16, 96 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
bf16_64x96(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	float d[48] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 96;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 96, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %50, 0; wgmma.mma_async.sync.aligned.m64n96k16.f32.bf16.bf16 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
			    "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, %48, "
			    "%49, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]),
			      "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]),
			      "+f"(d[46]), "+f"(d[47])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<96>(c, d, 96);
}

// tf32_64x128: TF32, 128 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
tf32_64x128(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	float d[64] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 128;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 128, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
			    "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, "
			    "%49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, p, 1, 1; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]),
			      "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]),
			      "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
			      "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<128>(c, d, 128);
}

// e4m3_64x128: E4M3, 128 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
e4m3_64x128(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	float d[64] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 128;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 128, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
			    "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, "
			    "%49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, p, 1, 1; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]),
			      "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]),
			      "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
			      "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<128>(c, d, 128);
}

// e4m3_e5m2_64x16: E4M3, 16 columns, swizzle 2, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
e4m3_e5m2_64x16(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 64;
	float d[8] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 16;
	for (int at = 0; at < k; at += 64) {
		bring(ta, a + at, 1 * 64, 64, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 16, 64, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 2; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 64 + i * 32, 16, 512, 2), db = descriptor(tb + i * 32, 16, 512, 2);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %10, 0; wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e5m2 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7}, %8, %9, p, -1, 1; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<16>(c, d, 16);
}

// s8_64x128: S8, 128 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
s8_64x128(const unsigned char *a, const unsigned char *b, int *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	int d[64] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 128;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 128, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %66, 0; wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8 {%0, %1, %2, %3, %4, "
			    "%5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, "
			    "%28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
			    "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, p; }"
			    : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]),
			      "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17]), "+r"(d[18]),
			      "+r"(d[19]), "+r"(d[20]), "+r"(d[21]), "+r"(d[22]), "+r"(d[23]), "+r"(d[24]), "+r"(d[25]), "+r"(d[26]), "+r"(d[27]),
			      "+r"(d[28]), "+r"(d[29]), "+r"(d[30]), "+r"(d[31]), "+r"(d[32]), "+r"(d[33]), "+r"(d[34]), "+r"(d[35]), "+r"(d[36]),
			      "+r"(d[37]), "+r"(d[38]), "+r"(d[39]), "+r"(d[40]), "+r"(d[41]), "+r"(d[42]), "+r"(d[43]), "+r"(d[44]), "+r"(d[45]),
			      "+r"(d[46]), "+r"(d[47]), "+r"(d[48]), "+r"(d[49]), "+r"(d[50]), "+r"(d[51]), "+r"(d[52]), "+r"(d[53]), "+r"(d[54]),
			      "+r"(d[55]), "+r"(d[56]), "+r"(d[57]), "+r"(d[58]), "+r"(d[59]), "+r"(d[60]), "+r"(d[61]), "+r"(d[62]), "+r"(d[63])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<128>(c, d, 128);
}

// u8_s8_64x48: U8, 48 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
u8_s8_64x48(const unsigned char *a, const unsigned char *b, int *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	int d[24] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 48;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 48, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %26, 0; wgmma.mma_async.sync.aligned.m64n48k32.s32.u8.s8.satfinite {%0, %1, %2, "
			    "%3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23}, %24, %25, "
			    "p; }"
			    : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]),
			      "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17]), "+r"(d[18]),
			      "+r"(d[19]), "+r"(d[20]), "+r"(d[21]), "+r"(d[22]), "+r"(d[23])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<48>(c, d, 48);
}

// b1_64x32: B1, 32 columns, swizzle 1, 1 group. A row of a, a column of b: k bytes behind each other.
extern "C" __global__ void __launch_bounds__(128)
b1_64x32(const unsigned char *a, const unsigned char *b, int *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 1 * 64 * 128;
	int d[16] = {};
	const int group = threadIdx.x / 128;
	int more = 0;

	a += blockIdx.x * 1 * 64 * k;
	c += (blockIdx.x * 1 + group) * 64 * 32;
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at, 1 * 64, 128, k, threadIdx.x, blockDim.x);
		bring(tb, b + at, 32, 128, k, threadIdx.x, blockDim.x);
		begin();
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const uint64_t da = descriptor(ta + group * 64 * 128 + i * 32, 16, 1024, 1), db = descriptor(tb + i * 32, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %18, 0; wgmma.mma_async.sync.aligned.m64n32k256.s32.b1.b1.and.popc {%0, %1, %2, "
			    "%3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, p; }"
			    : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]),
			      "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15])
			    : "l"(da), "l"(db), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<32>(c, d, 32);
}

// f16_turned: a from registers, b with its columns behind each other: k rows of 64 numbers, 128 bytes.
extern "C" __global__ void __launch_bounds__(128)
f16_turned(const unsigned *a, const unsigned char *b, float *c, int k)
{
	const int lane = threadIdx.x % 32, row = blockIdx.x * 64 + threadIdx.x / 32 * 16 + lane / 4;
	float d[32] = {};
	int more = 0;

	for (int at = 0; at < k; at += 16) {
		unsigned ar[4];

		bring(tiles, b + at * 128, 16, 128, 128, threadIdx.x, 128);
		for (int i = 0; i < 4; i++)
			ar[i] = a[((row + i % 2 * 8) * k + at) / 2 + i / 2 * 4 + lane % 4];
		begin();
		const uint64_t db = descriptor(tiles, 2048, 1024, 1);
		asm volatile("{ .reg .pred p; setp.ne.b32 p, %37, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, "
		    "%5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, "
		    "%28, %29, %30, %31}, {%32, %33, %34, %35}, %36, p, 1, -1, 1; }"
		    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
		      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
		      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
		      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
		    : "r"(ar[0]), "r"(ar[1]), "r"(ar[2]), "r"(ar[3]), "l"(db), "r"(more));
		more = 1;
		commit_and_wait<0>();
		__syncthreads();
	}
	put<64>(c + blockIdx.x * 64 * 64, d, 64);
}

// f16_sparse: two of each four numbers of a row of a, which are behind each other; which these are: 1 and 3, or 0 and 2.
extern "C" __global__ void __launch_bounds__(128)
f16_sparse(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	unsigned char *const ta = tiles, *const tb = tiles + 64 * 64;
	const unsigned meta = threadIdx.x & 8 ? 0xdddddddd : 0x88888888;
	float d[32] = {};
	int more = 0;

	a += blockIdx.x * 64 * (k / 2);
	for (int at = 0; at < k; at += 128) {
		bring(ta, a + at / 2, 64, 64, k / 2, threadIdx.x, 128);
		bring(tb, b + at, 64, 128, k, threadIdx.x, 128);
		begin();
#pragma unroll
		for (int i = 0; i < 2; i++) {
			const uint64_t da = descriptor(ta + i * 32, 16, 512, 2), db = descriptor(tb + i * 64, 16, 1024, 1);

			asm volatile("{ .reg .pred p; setp.ne.b32 p, %35, 0; wgmma.mma_async.sp.sync.aligned.m64n64k32.f32.f16.f16 {%0, %1, %2, %3, "
			    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
			    "%27, %28, %29, %30, %31}, %32, %33, %34, 1, p, 1, 1, 0, 0; }"
			    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
			      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
			      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
			      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
			    : "l"(da), "l"(db), "r"(meta), "r"(more));
			more = 1;
		}
		commit_and_wait<0>();
		__syncthreads();
	}
	put<64>(c + blockIdx.x * 64 * 64, d, 64);
}

__device__ __forceinline__ void
barrier_sync(int n)
{
	asm volatile("bar.sync %0, 384;" ::"r"(n) : "memory");
}

__device__ __forceinline__ void
barrier_arrive(int n)
{
	asm volatile("bar.arrive %0, 384;" ::"r"(n) : "memory");
}

// f16_special: one group of warps brings tiles and gives its registers to two that multiply 64 x 256 each; two stages.
extern "C" __global__ void __launch_bounds__(384, 1)
f16_special(const unsigned char *a, const unsigned char *b, float *c, int k)
{
	enum { STAGE = (128 + 256) * 128 };
	const int group = threadIdx.x / 128;

	a += blockIdx.x * 128 * k;
	if (group == 0) {
		asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
		for (int at = 0, i = 0; at < k; at += 128, i++) {
			unsigned char *const to = tiles + i % 2 * STAGE;

			if (i >= 2)
				barrier_sync(3 + i % 2);
			bring(to, a + at, 128, 128, k, threadIdx.x, 128);
			bring(to + 128 * 128, b + at, 256, 128, k, threadIdx.x, 128);
			asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
			barrier_arrive(1 + i % 2);
		}
	} else {
		asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
		float d[128] = {};
		int more = 0;

		for (int at = 0, i = 0; at < k; at += 128, i++) {
			unsigned char *const from = tiles + i % 2 * STAGE;

			barrier_sync(1 + i % 2);
			asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
			for (int j = 0; j < 4; j++) {
				const uint64_t da = descriptor(from + (group - 1) * 64 * 128 + j * 32, 16, 1024, 1), db = descriptor(from + 128 * 128 + j * 32, 16, 1024, 1);

				asm volatile("{ .reg .pred p; setp.ne.b32 p, %130, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%0, %1, %2, %3, "
				    "%4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, "
				    "%27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, "
				    "%49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, "
				    "%71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, "
				    "%93, %94, %95, %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
				    "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, "
				    "p, 1, 1, 0, 0; }"
				    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
				      "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]),
				      "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
				      "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]),
				      "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]),
				      "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
				      "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]),
				      "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]), "+f"(d[72]),
				      "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]), "+f"(d[80]), "+f"(d[81]),
				      "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), "+f"(d[88]), "+f"(d[89]), "+f"(d[90]),
				      "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]), "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]),
				      "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]), "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]),
				      "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]),
				      "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]), "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]),
				      "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
				    : "l"(da), "l"(db), "r"(more));
				more = 1;
			}
			commit_and_wait<0>();
			if (at + 256 < k)
				barrier_arrive(3 + i % 2);
		}
		put<256>(c + (blockIdx.x * 2 + group - 1) * 64 * 256, d, 256);
	}
}
