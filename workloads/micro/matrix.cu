// matrix: how long matrix instructions take by the operand that waits for them (chain_*), how often a sub-core takes one as ptxas places it
// (rate_*: so many sums that do not wait for each other), chains through what brings matrices into registers (walk_*). A round is 64 matrix
// instructions, or as many as WALK says. They are PTX in volatile asm. Each warp stores the clock before and behind its rounds after what its
// threads store; that keeps the sums alive. What is placed by hand is in mma.txt.

#define MICRO(name) extern "C" __global__ void __launch_bounds__(512) name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)
#define LANE (threadIdx.x & 31)
enum { ROUND = 64 };

extern __shared__ uint4 memory[];

static __device__ __forceinline__ unsigned clock_now() { unsigned t; asm volatile("mov.u32 %0, %%clock;" : "=r"(t) : : "memory"); return t; }

static __device__ __forceinline__ void
finish(unsigned *out, unsigned sum, unsigned begin, unsigned end)
{
	out[SELF] = sum;
	if (!LANE) {
		out[gridDim.x * blockDim.x + SELF / 32 * 2] = begin;
		out[gridDim.x * blockDim.x + SELF / 32 * 2 + 1] = end;
	}
}

static __device__ __forceinline__ unsigned
bits(unsigned x)
{
	return x;
}

static __device__ __forceinline__ unsigned
bits(double x)
{
	return (unsigned)__double_as_longlong(x);
}

// Lists of operands of asm.
#define LIST1(constraint, x)  constraint(x[0])
#define LIST2(constraint, x)  constraint(x[0]), constraint(x[1])
#define LIST4(constraint, x)  LIST2(constraint, x), constraint(x[2]), constraint(x[3])
#define LIST8(constraint, x)  LIST4(constraint, x), constraint(x[4]), constraint(x[5]), constraint(x[6]), constraint(x[7])
#define TEXT_D2_A1_B1 "{%0,%1}, {%2}, {%3}, {%4,%5};"
#define TEXT_D2_A2_B1 "{%0,%1}, {%2,%3}, {%4}, {%5,%6};"
#define TEXT_D2_A4_B2 "{%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
#define TEXT_D4_A2_B1 "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
#define TEXT_D4_A4_B2 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
#define TEXT_D4_A8_B4 "{%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"

// d = a * b + c. `type` is that of a register or a pair of them, of which d, a and b have so many.
#define MATRIX(name, type_, constraint, d_, a_, b_, text)                                                                                 \
	struct name {                                                                                                                     \
		typedef type_ type;                                                                                                       \
		enum { D = d_, A = a_, B = b_ };                                                                                          \
		static __device__ __forceinline__ void step(type *d, const type *a, const type *b, const type *c)                         \
		{                                                                                                                         \
			asm volatile("mma.sync.aligned." text " " TEXT_D##d_##_A##a_##_B##b_                                              \
				     : LIST##d_("=" constraint, d)                                                                        \
				     : LIST##a_(constraint, a), LIST##b_(constraint, b), LIST##d_(constraint, c));                        \
		}                                                                                                                         \
	};
namespace kind {
MATRIX(f16_k8_f16, unsigned, "r", 2, 2, 1, "m16n8k8.row.col.f16.f16.f16.f16")
MATRIX(f16_k16_f16, unsigned, "r", 2, 4, 2, "m16n8k16.row.col.f16.f16.f16.f16")
MATRIX(f16_k8_f32, unsigned, "r", 4, 2, 1, "m16n8k8.row.col.f32.f16.f16.f32")
MATRIX(f16_k16_f32, unsigned, "r", 4, 4, 2, "m16n8k16.row.col.f32.f16.f16.f32")
MATRIX(bf16_k8, unsigned, "r", 4, 2, 1, "m16n8k8.row.col.f32.bf16.bf16.f32")
MATRIX(bf16_k16, unsigned, "r", 4, 4, 2, "m16n8k16.row.col.f32.bf16.bf16.f32")
MATRIX(tf32_k4, unsigned, "r", 4, 2, 1, "m16n8k4.row.col.f32.tf32.tf32.f32")
MATRIX(tf32_k8, unsigned, "r", 4, 4, 2, "m16n8k8.row.col.f32.tf32.tf32.f32")
MATRIX(s8_m8_k16, unsigned, "r", 2, 1, 1, "m8n8k16.row.col.s32.s8.s8.s32")
MATRIX(s8_k16, unsigned, "r", 4, 2, 1, "m16n8k16.row.col.s32.s8.s8.s32")
MATRIX(s8_k32, unsigned, "r", 4, 4, 2, "m16n8k32.row.col.s32.s8.s8.s32")
MATRIX(f64_m8_k4, double, "d", 2, 1, 1, "m8n8k4.row.col.f64.f64.f64.f64")
MATRIX(f64_k4, double, "d", 4, 2, 1, "m16n8k4.row.col.f64.f64.f64.f64")
MATRIX(f64_k8, double, "d", 4, 4, 2, "m16n8k8.row.col.f64.f64.f64.f64")
MATRIX(f64_k16, double, "d", 4, 8, 4, "m16n8k16.row.col.f64.f64.f64.f64")
}

template <typename K> struct fragments {
	typename K::type a[K::A], b[K::B], zero[K::D];

	// Zeros that the compiler does not know.
	__device__ __forceinline__ fragments(unsigned x)
	{
		for (int i = 0; i < K::A; i++)
			a[i] = x * (i + 1);
		for (int i = 0; i < K::B; i++)
			b[i] = x * (i + 17);
		for (int i = 0; i < K::D; i++)
			zero[i] = 0;
	}
};

// `sums` chains, each through the sum. With one, an instruction waits for the one before it.
template <typename K, int sums>
static __device__ __forceinline__ void
rate(unsigned *out, int rounds, unsigned x)
{
	fragments<K> f(x);
	typename K::type d[sums][K::D];
	unsigned sum = 0;

	for (int i = 0; i < sums; i++)
		for (int k = 0; k < K::D; k++)
			d[i][k] = x * (i + k);
	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < ROUND; k++)
			K::step(d[k % sums], f.a, f.b, d[k % sums]);
	}
	const unsigned end = clock_now();
	for (int i = 0; i < sums; i++)
		for (int k = 0; k < K::D; k++)
			sum ^= bits(d[i][k]);
	finish(out, sum, begin, end);
}

// A chain through a, or through b: the first registers of the result are those of the operand.
template <typename K, bool through_a>
static __device__ __forceinline__ void
chain(unsigned *out, int rounds, unsigned x)
{
	fragments<K> f(x);
	typename K::type d[K::D];

	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < ROUND; k++) {
			K::step(d, f.a, f.b, f.zero);
			for (int r = 0; r < (through_a ? K::A : K::B); r++)
				(through_a ? f.a : f.b)[r] = d[r];
		}
	}
	const unsigned end = clock_now();
	finish(out, bits(through_a ? f.a[0] : f.b[0]), begin, end);
}

#define RATE(name, sums)                                                                                                                  \
	MICRO(rate_##name##_##sums)(unsigned *out, int rounds, unsigned x) { rate<kind::name, sums>(out, rounds, x); }
#define KIND(name)                                                                                                                        \
	RATE(name, 1)                                                                                                                     \
	RATE(name, 2)                                                                                                                     \
	RATE(name, 4)                                                                                                                     \
	MICRO(chain_b_##name)(unsigned *out, int rounds, unsigned x) { chain<kind::name, false>(out, rounds, x); }
#define KIND_8(name)                                                                                                                      \
	KIND(name)                                                                                                                        \
	RATE(name, 8)
#define KIND_A(name)                                                                                                                      \
	KIND_8(name)                                                                                                                      \
	MICRO(chain_a_##name)(unsigned *out, int rounds, unsigned x) { chain<kind::name, true>(out, rounds, x); }
KIND_A(f16_k8_f16)
KIND_8(f16_k16_f16)
KIND_A(f16_k8_f32)
KIND_A(f16_k16_f32)
KIND_A(bf16_k8)
KIND_A(bf16_k16)
KIND_A(tf32_k4)
KIND_A(tf32_k8)
KIND_A(s8_m8_k16)
KIND_A(s8_k16)
KIND_A(s8_k32)
KIND_A(f64_m8_k4)
KIND_A(f64_k4)
KIND_A(f64_k8)
KIND(f64_k16)
RATE(f16_k16_f32, 3)
RATE(f16_k16_f32, 6)
RATE(f16_k16_f32, 16)

// ---- chains through other instructions: what was loaded is zero and is added to the next address ----
#define LOAD(d, count, text) asm volatile(text : LIST##count("=r", d) : "r"(at))
template <int steps, typename F>
static __device__ __forceinline__ void
walk(unsigned *out, int rounds, unsigned stride, F step)
{
	unsigned at = (unsigned)__cvta_generic_to_shared(memory) + LANE * stride;

	for (unsigned i = threadIdx.x; i < 512; i += blockDim.x)
		memory[i] = make_uint4(0, 0, 0, 0);
	__syncthreads();
	const unsigned begin = clock_now();
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < steps; k++)
			step(at);
	}
	const unsigned end = clock_now();
	finish(out, at, begin, end);
}

#define WALK(name, steps, ...)                                                                                                            \
	MICRO(walk_##name)(unsigned *out, int rounds, unsigned x, unsigned stride)                                                          \
	{                                                                                                                                 \
		fragments<kind::f16_k16_f32> f(x);                                                                                        \
		unsigned d[4] = {f.zero[0]};                                                                                              \
		(void)d;                                                                                                                  \
		walk<steps>(out, rounds, stride, [&](unsigned &at) __VA_ARGS__);                                                          \
	}
#define LDSM "ldmatrix.sync.aligned.m8n8"
WALK(ldsm1, 32, { LOAD(d, 1, LDSM ".x1.shared.b16 {%0}, [%1];"); at += d[0]; })
WALK(ldsm2, 32, { LOAD(d, 2, LDSM ".x2.shared.b16 {%0,%1}, [%2];"); at += d[1]; })
WALK(ldsm4, 32, { LOAD(d, 4, LDSM ".x4.shared.b16 {%0,%1,%2,%3}, [%4];"); at += d[3]; })
WALK(ldsm4t, 32, { LOAD(d, 4, LDSM ".x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"); at += d[3]; })
WALK(lds, 32, { LOAD(d, 1, "ld.volatile.shared.u32 %0, [%1];"); at += d[0]; })
WALK(lds4, 32, { LOAD(d, 4, "ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];"); at += d[3]; })
WALK(movm, 32, { asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(at)); })
WALK(stsm_ldsm, 16, {
	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" : : "r"(at), "r"(at * x) : "memory");
	LOAD(d, 1, LDSM ".x1.shared.b16 {%0}, [%1];");
	at += d[0];
})
WALK(ldsm_mma, 16, {
	LOAD(f.a, 4, LDSM ".x4.shared.b16 {%0,%1,%2,%3}, [%4];");
	kind::f16_k16_f32::step(d, f.a, f.b, f.zero);
	at += d[0];
})
WALK(ldsm_mma_b, 16, {
	LOAD(f.b, 2, LDSM ".x2.shared.b16 {%0,%1}, [%2];");
	kind::f16_k16_f32::step(d, f.a, f.b, f.zero);
	at += d[0];
})
WALK(mma_add, 16, { kind::f16_k16_f32::step(d, f.a, f.b, d); d[0] += x; at ^= d[0]; })
WALK(mma_add_a, 16, { kind::f16_k16_f32::step(d, f.a, f.b, f.zero); f.a[0] = d[0] + x; at ^= d[0]; })
WALK(mma_add_last, 16, { kind::f16_k16_f32::step(d, f.a, f.b, d); d[3] += x; at ^= d[3]; })
