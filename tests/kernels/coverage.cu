// Kernels for tests/kernels/test-coverage.c: instructions that no shipped workload has, against what C computes. Threads of one block; each
// writes its own words of out.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Asynchronous copies in two groups, of 4, 8 and 16 bytes, some of them shorter, some not at all.
extern "C" __global__ void copies(const unsigned *in, unsigned *out)
{
	__shared__ __align__(16) unsigned buffer[4][128];
	unsigned t = threadIdx.x, at = (unsigned)__cvta_generic_to_shared(&buffer[0][4 * (t % 32)]);

	for (int i = 0; i < 4; i++)
		buffer[i][t] = 0xaaaaaaaa;
	__syncthreads();
	if (t < 32) {
		asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + 4 * t));
		asm volatile("cp.async.ca.shared.global [%0+4], [%1], 8, %2;" ::"r"(at + 4 * (t & 1 ? 1 : 1)), "l"(in + 4 * t), "r"(t % 9));
		asm volatile("cp.async.commit_group;");
		asm volatile("cp.async.cg.shared.global [%0+512], [%1], 16;" ::"r"(at), "l"(in + 4 * t));
		asm volatile("cp.async.cg.shared.global [%0+1024], [%1], 16, %2;" ::"r"(at), "l"(in + 4 * t), "r"(t % 17));
		asm volatile("{ .reg .pred p; setp.gt.u32 p, %2, 15; cp.async.cg.shared.global [%0+1536], [%1], 16, p; }" ::"r"(at), "l"(in + 4 * t), "r"(t));
		asm volatile("cp.async.commit_group;");
		asm volatile("cp.async.wait_group 1;");
		out[t] = buffer[0][4 * t];
		asm volatile("cp.async.wait_group 0;");
	}
	__syncthreads();
	for (int i = 0; i < 4; i++)
		out[128 * (i + 1) + t] = buffer[i][t];
}

// Producers and consumers: barriers for some of the block's threads, and one that is only reported.
extern "C" __global__ void barriers(const unsigned *in, unsigned *out)
{
	__shared__ unsigned cell[128];
	unsigned t = threadIdx.x;

	if (t < 64) {
		cell[t] = in[t] * 3;
		asm volatile("barrier.arrive 1, 128;");
	} else {
		asm volatile("barrier.sync 1, 128;");
		out[t] = cell[t - 64] + 1;
	}
	if (t >= 64)
		asm volatile("barrier.sync %0, 64;" ::"r"(in[0] % 1 + 2));
	out[128 + t] = __syncthreads_count(in[t] & 1);
}

// Divergent lanes that meet in shuffles and votes.
extern "C" __global__ void collectives(const unsigned *in, unsigned *out)
{
	unsigned v = in[threadIdx.x];

	for (unsigned i = 0; i < 8; i++) {
		if (v >> i & 1) {
			unsigned m = __activemask();

			v += __shfl_sync(m, v, __ffs(m) - 1) + i;
			v += __popc(__ballot_sync(m, v & 4));
		} else {
			v = v * 5 + 3;
		}
		v += __shfl_xor_sync(~0u, v, 1);
		if (__any_sync(~0u, v == in[i]))
			v++;
	}
	out[threadIdx.x] = v;
}

// Sums of bytes.
extern "C" __global__ void bytes(const unsigned *in, unsigned *out)
{
	unsigned t = threadIdx.x, a = in[t], b = in[t + 1], c = in[t + 2];

	out[t] = __dp4a(a, b, c);
	out[128 + t] = (unsigned)__dp4a((int)a, (int)b, (int)c);
	out[256 + t] = __dp2a_lo(a, b, c);
	out[384 + t] = (unsigned)__dp2a_hi((int)a, (int)b, (int)c);
	out[512 + t] = __vsadu4(a, b);
	out[640 + t] = __vabsdiffu4(a, b);
	out[768 + t] = __usad(a, b, c);
	out[896 + t] = __sad((int)a, (int)b, c);
	out[1024 + t] = (unsigned)max(max((int)a, (int)b), (int)c);
	unsigned d;
	asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a >> 20), "r"(b >> 23), "r"(c));
	out[1152 + t] = d;
	asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"((int)b >> 12));
	out[1280 + t] = d;
}

// Two FP16 or BF16 numbers: comparisons, minimum and maximum, sums, conversions. in: finite numbers of FP16.
extern "C" __global__ void halves(const unsigned *in, unsigned *out)
{
	unsigned t = threadIdx.x, x = in[t], y = in[t + 1];
	__half2 a = *(__half2 *)&x, b = *(__half2 *)&y, r[5];

	r[0] = __hmax2(a, b);
	r[1] = __hmin2(a, b);
	r[2] = __hlt2(a, b);
	r[3] = __hadd2(a, b);
	r[4] = __hfma2(a, b, a);
	for (int i = 0; i < 5; i++)
		out[128 * i + t] = *(unsigned *)&r[i];
	out[640 + t] = __hblt2(a, b) | __heq(__low2half(a), __low2half(b)) << 1;
	out[768 + t] = (unsigned)__half2int_rz(__low2half(a));
	out[896 + t] = __half_as_ushort(__int2half_rn((int)x >> 15));
	__nv_bfloat162 p = __floats2bfloat162_rn(__low2float(a), __high2float(a));
	out[1024 + t] = *(unsigned *)&p;
	p = __hadd2(p, p);
	out[1152 + t] = *(unsigned *)&p;
}

// Atomics at addresses that may be in shared memory, of halves, and of double width.
extern "C" __global__ void atomics(const unsigned *in, unsigned *out)
{
	__shared__ unsigned long long wide;
	__shared__ unsigned word;
	unsigned t = threadIdx.x;

	if (!t) {
		wide = 0;
		word = 0;
	}
	__syncthreads();
	// which memory it is depends on the data
	unsigned long long *w = in[t] & 1 ? &wide : (unsigned long long *)(out + 2);
	unsigned *v = in[t] & 2 ? &word : out + 1;
	atomicAdd(w, 0x100000000ull + t);
	atomicMax(v, in[t]);
	atomicAdd((__half2 *)(out + 4), __floats2half2_rn(1.0f, 2.0f));
	out[128 + t] = __isShared(w) | __isGlobal(v) << 1;
	__syncthreads();
	if (!t) {
		out[5] = word;
		out[6] = (unsigned)wide;
		out[7] = (unsigned)(wide >> 32);
	}
}
