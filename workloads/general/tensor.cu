// Matrix instructions: a warp reads its fragments register by register, multiplies, and writes the fragment of the result.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// Numbers for the matrices: of 16 bits, and of 32 bits with those of TF32.
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
mma_f16_k16_f32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_f16_k8_f32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_f16_k16_f16(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[2];

	for (int k = 0; k < 2; k++)
		r[k] = c[i * 2 + k];
	asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
	    : "+r"(r[0]), "+r"(r[1])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 2; k++)
		d[i * 2 + k] = r[k];
}

extern "C" __global__ void
mma_f16_k8_f16(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[2];

	for (int k = 0; k < 2; k++)
		r[k] = c[i * 2 + k];
	asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
	    : "+r"(r[0]), "+r"(r[1])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 2; k++)
		d[i * 2 + k] = r[k];
}

extern "C" __global__ void
mma_bf16_k16(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_bf16_k8(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_tf32_k8(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_tf32_k4(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_e4m3_k32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_e5m2_k32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_s8_k16(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_s8_k32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_u8_s8_k32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_s8_u8_k16(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_u8_8816(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[2];

	for (int k = 0; k < 2; k++)
		r[k] = c[i * 2 + k];
	asm("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
	    : "+r"(r[0]), "+r"(r[1])
	    : "r"(a[i * 1 + 0]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 2; k++)
		d[i * 2 + k] = r[k];
}

extern "C" __global__ void
mma_s4_k32(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 2 + 0]), "r"(a[i * 2 + 1]), "r"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_u4_k64(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3])
	    : "r"(a[i * 4 + 0]), "r"(a[i * 4 + 1]), "r"(a[i * 4 + 2]), "r"(a[i * 4 + 3]), "r"(b[i * 2 + 0]), "r"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_f64_884(const double *a, const double *b, const double *c, double *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double r[2];

	for (int k = 0; k < 2; k++)
		r[k] = c[i * 2 + k];
	asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
	    : "+d"(r[0]), "+d"(r[1])
	    : "d"(a[i * 1 + 0]), "d"(b[i * 1 + 0]));
	for (int k = 0; k < 2; k++)
		d[i * 2 + k] = r[k];
}

extern "C" __global__ void
mma_f64_k4(const double *a, const double *b, const double *c, double *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
	    : "+d"(r[0]), "+d"(r[1]), "+d"(r[2]), "+d"(r[3])
	    : "d"(a[i * 2 + 0]), "d"(a[i * 2 + 1]), "d"(b[i * 1 + 0]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_f64_k8(const double *a, const double *b, const double *c, double *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
	    : "+d"(r[0]), "+d"(r[1]), "+d"(r[2]), "+d"(r[3])
	    : "d"(a[i * 4 + 0]), "d"(a[i * 4 + 1]), "d"(a[i * 4 + 2]), "d"(a[i * 4 + 3]), "d"(b[i * 2 + 0]), "d"(b[i * 2 + 1]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

extern "C" __global__ void
mma_f64_k16(const double *a, const double *b, const double *c, double *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double r[4];

	for (int k = 0; k < 4; k++)
		r[k] = c[i * 4 + k];
	asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, "
	    "{%0,%1,%2,%3};"
	    : "+d"(r[0]), "+d"(r[1]), "+d"(r[2]), "+d"(r[3])
	    : "d"(a[i * 8 + 0]), "d"(a[i * 8 + 1]), "d"(a[i * 8 + 2]), "d"(a[i * 8 + 3]), "d"(a[i * 8 + 4]), "d"(a[i * 8 + 5]),
	      "d"(a[i * 8 + 6]), "d"(a[i * 8 + 7]), "d"(b[i * 4 + 0]), "d"(b[i * 4 + 1]), "d"(b[i * 4 + 2]), "d"(b[i * 4 + 3]));
	for (int k = 0; k < 4; k++)
		d[i * 4 + k] = r[k];
}

// ldmatrix in all its sizes, stmatrix, movmatrix: a thread's address is that of its row, rows are 16 bytes.
extern "C" __global__ void
move_matrices(const uint4 *in, unsigned *out)
{
	__shared__ uint4 rows[64];
	unsigned t = threadIdx.x, r[14], p, *o = out + blockIdx.x * 32 * 27 + t;
	const uint4 *mine = in + blockIdx.x * 64;

	rows[t] = mine[t];
	rows[t + 32] = mine[t + 32];
	__syncwarp();
	p = (unsigned)__cvta_generic_to_shared(rows + (t * 5 + 3) % 64);
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(p));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r[1]), "=r"(r[2]) : "r"(p));
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
		     : "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6])
		     : "r"(p));
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(r[7]) : "r"(p));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r[8]), "=r"(r[9]) : "r"(p));
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
		     : "=r"(r[10]), "=r"(r[11]), "=r"(r[12]), "=r"(r[13])
		     : "r"(p));
	for (int k = 0; k < 14; k++)
		o[32 * k] = r[k];
	__syncwarp();
	p = (unsigned)__cvta_generic_to_shared(rows + t);
	asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(p), "r"(r[3]), "r"(r[4]), "r"(r[5]),
		     "r"(r[6])
		     : "memory");
	__syncwarp();
	for (int k = 0; k < 4; k++)
		o[32 * (14 + k)] = ((unsigned *)rows)[t + 32 * k];
	__syncwarp();
	asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(p), "r"(r[3]), "r"(r[4]) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(p + 256), "r"(r[11]) : "memory");
	__syncwarp();
	for (int k = 0; k < 8; k++)
		o[32 * (18 + k)] = ((unsigned *)rows)[t + 32 * k];
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[0]) : "r"(r[3]));
	o[32 * 26] = r[0];
}

// C = A * B, a tile of 16 by 16 a warp, with the fragments of the C++ API.
template <typename T, typename L>
__device__ void
tiles(const T *a, const T *b, float *c, int m, int n, int k)
{
	int w = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, row = w / (n / 16) * 16, column = w % (n / 16) * 16;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, T, L> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;

	if (row >= m)
		return;
	wmma::fill_fragment(fc, 0.0f);
	for (int i = 0; i < k; i += 16) {
		wmma::load_matrix_sync(fa, a + row * k + i, k);
		if (std::is_same<L, wmma::col_major>::value)
			wmma::load_matrix_sync(fb, b + column * k + i, k);
		else
			wmma::load_matrix_sync(fb, b + i * n + column, n);
		wmma::mma_sync(fc, fa, fb, fc);
	}
	wmma::store_matrix_sync(c + row * n + column, fc, n, wmma::mem_row_major);
}

extern "C" __global__ void
wmma_f16(const __half *a, const __half *b, float *c, int m, int n, int k)
{
	tiles<__half, wmma::col_major>(a, b, c, m, n, k);
}

extern "C" __global__ void
wmma_bf16(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int m, int n, int k)
{
	tiles<__nv_bfloat16, wmma::row_major>(a, b, c, m, n, k);
}

extern "C" __global__ void
wmma_tf32(const float *a, const float *b, float *c)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;

	wmma::load_matrix_sync(fa, a, 8);
	wmma::load_matrix_sync(fb, b, 16);
	wmma::load_matrix_sync(fc, c, 16, wmma::mem_row_major);
	for (int i = 0; i < fa.num_elements; i++)
		fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
	for (int i = 0; i < fb.num_elements; i++)
		fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
	wmma::mma_sync(fc, fa, fb, fc);
	wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
