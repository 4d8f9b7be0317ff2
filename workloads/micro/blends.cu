// blends: what whole kernels do and single-minded loops do not: shared loads that all lanes share, beside arithmetic on what they bring;
// barriers behind stores, with several blocks an SM; loads and stores whose guard holds for no lane. blends.csv has the launches.

#define BLEND(name) extern "C" __global__ void name

extern __shared__ uint4 memory[];

static __device__ __forceinline__ unsigned
place(unsigned words)
{
	for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
		((unsigned *)memory)[i] = 0;
	__syncthreads();
	return (unsigned)__cvta_generic_to_shared(memory);
}

// Four loads of WORDS words, lanes `stride` loads apart, then FMAS multiply-adds on what they bring. One event is such a round.
template <int WORDS, int FMAS>
static __device__ __forceinline__ void
reads(float *out, int rounds, unsigned stride, unsigned words)
{
	unsigned at = place(words) + (threadIdx.x & 31) * stride * 4 * WORDS;
	float sum[4] = {1, 2, 3, 4};

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		float v[16] = {0};

#pragma unroll
		for (int k = 0; k < 4; k++)
			if (WORDS == 1)
				asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(v[4 * k]) : "r"(at + 16 * k));
			else if (WORDS == 2)
				asm volatile("ld.volatile.shared.v2.f32 {%0, %1}, [%2];" : "=f"(v[4 * k]), "=f"(v[4 * k + 1]) : "r"(at + 16 * k));
			else
				asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v[4 * k]), "=f"(v[4 * k + 1]), "=f"(v[4 * k + 2]), "=f"(v[4 * k + 3]) : "r"(at + 16 * k));
#pragma unroll
		for (int k = 0; k < FMAS; k++)
			asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(sum[k % 4]) : "f"(v[k % 4 * 4 + k / 4 % WORDS]));
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
}

#define READS(w, f)                                                                       \
	BLEND(reads_##w##_##f)(float *out, int rounds, unsigned stride, unsigned words) \
	{                                                                                 \
		reads<w, f>(out, rounds, stride, words);                                  \
	}
READS(1, 32)
READS(2, 32)
READS(4, 32)
READS(4, 16)
READS(4, 64)

// A store, or none, or one whose guard never holds, ADDS dependent adds before it, a barrier behind it, and a load of what the next warp
// has stored. One event is such a round.
enum { NONE, STORE, OFF };
template <int WHAT, bool LOAD, int ADDS>
static __device__ __forceinline__ void
rendezvous(unsigned *out, int rounds, unsigned never, unsigned words)
{
	unsigned at = place(words) + threadIdx.x * 4, next = place(words) + (threadIdx.x + 32) % blockDim.x * 4, sum = threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < ADDS; k++)
			asm volatile("xor.b32 %0, %0, %1;" : "+r"(sum) : "r"(never + k));
		if (WHAT == STORE)
			asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at), "r"(sum) : "memory");
		if (WHAT == OFF)
			asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %2, 0;\n@p st.volatile.shared.u32 [%0], %1;\n}" : : "r"(at), "r"(sum), "r"(never) : "memory");
		__syncthreads();
		if (LOAD) {
			unsigned v;

			asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(v) : "r"(next) : "memory");
			sum += v;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

BLEND(meet)(unsigned *out, int rounds, unsigned never, unsigned words) { rendezvous<NONE, false, 4>(out, rounds, never, words); }
BLEND(meet_store)(unsigned *out, int rounds, unsigned never, unsigned words) { rendezvous<STORE, false, 4>(out, rounds, never, words); }
BLEND(meet_off)(unsigned *out, int rounds, unsigned never, unsigned words) { rendezvous<OFF, false, 4>(out, rounds, never, words); }
BLEND(meet_load)(unsigned *out, int rounds, unsigned never, unsigned words) { rendezvous<NONE, true, 4>(out, rounds, never, words); }
BLEND(meet_both)(unsigned *out, int rounds, unsigned never, unsigned words) { rendezvous<STORE, true, 4>(out, rounds, never, words); }
BLEND(meet_both_40)(unsigned *out, int rounds, unsigned never, unsigned words) { rendezvous<STORE, true, 40>(out, rounds, never, words); }

// Sixteen accesses whose guard never holds: shared loads, shared stores, global stores. One event is one of them.
template <int WHAT>
static __device__ __forceinline__ void
offs(unsigned *out, int rounds, unsigned never, unsigned words)
{
	unsigned at = place(words) + threadIdx.x * 4, v = 0;
	unsigned *global = out + threadIdx.x;

#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll
		for (int k = 0; k < 16; k++)
			if (WHAT == 0)
				asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %2, 0;\n@p ld.volatile.shared.u32 %0, [%1];\n}" : "+r"(v) : "r"(at), "r"(never) : "memory");
			else if (WHAT == 1)
				asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %2, 0;\n@p st.volatile.shared.u32 [%1], %0;\n}" : : "r"(v), "r"(at), "r"(never) : "memory");
			else
				asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %2, 0;\n@p st.volatile.global.u32 [%1], %0;\n}" : : "r"(v), "l"(global), "r"(never) : "memory");
	out[threadIdx.x] = v;
}

BLEND(off_lds)(unsigned *out, int rounds, unsigned never, unsigned words) { offs<0>(out, rounds, never, words); }
BLEND(off_sts)(unsigned *out, int rounds, unsigned never, unsigned words) { offs<1>(out, rounds, never, words); }
BLEND(off_stg)(unsigned *out, int rounds, unsigned never, unsigned words) { offs<2>(out, rounds, never, words); }
