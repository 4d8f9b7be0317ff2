// pipes: how often a sub-core takes an instruction of each kind (rate_*: four chains a thread), how long a result takes (chain_*: each
// instruction needs the one before it), and pairs of kinds that do or do not share a pipe (pair_*: two chains of each). A round is 64
// instructions in a row, a thread runs `rounds` of them. They are PTX in volatile asm, for which ptxas gives one machine instruction each;
// tests/kernels/micro.sh counts them. What a kernel stores keeps its chains alive.

#define MICRO(name) extern "C" __global__ void name
#define SELF (blockIdx.x * blockDim.x + threadIdx.x)
enum { ROUND = 64 };

namespace kind { // some names are also functions of the language
#define STEP(kind, type, constraint, text)                                                                                                 \
	struct kind {                                                                                                                      \
		typedef type value;                                                                                                        \
		static __device__ __forceinline__ void step(type &a, type b, type c)                                                       \
		{                                                                                                                          \
			asm volatile(text : "+" constraint(a) : constraint(b), constraint(c));                                             \
		}                                                                                                                          \
	};
STEP(ffma, float, "f", "fma.rn.f32 %0, %0, %1, %2;")
STEP(fadd, float, "f", "add.rn.f32 %0, %0, %1;")
STEP(fmul, float, "f", "mul.rn.f32 %0, %0, %1;")
STEP(fmnmx, float, "f", "min.f32 %0, %0, %1;")
STEP(ex2, float, "f", "ex2.approx.ftz.f32 %0, %0;")
STEP(rsq, float, "f", "rsqrt.approx.ftz.f32 %0, %0;")
STEP(dfma, double, "d", "fma.rn.f64 %0, %0, %1, %2;")
STEP(dadd, double, "d", "add.rn.f64 %0, %0, %1;")
STEP(hfma2, unsigned, "r", "fma.rn.f16x2 %0, %0, %1, %2;")
STEP(imad, unsigned, "r", "mad.lo.u32 %0, %0, %1, %2;")
STEP(imadhi, unsigned, "r", "mad.hi.u32 %0, %0, %1, %2;")
STEP(add, unsigned, "r", "{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, %2; }") // LOP3 and VIADD
STEP(lop3, unsigned, "r", "lop3.b32 %0, %0, %1, %2, 0x96;")
STEP(shf, unsigned, "r", "shf.l.wrap.b32 %0, %0, %1, %2;")
STEP(prmt, unsigned, "r", "prmt.b32 %0, %0, %1, %2;")
STEP(popc, unsigned, "r", "popc.b32 %0, %0;")
STEP(flo, unsigned, "r", "bfind.u32 %0, %0;")
STEP(i2f, unsigned, "r", "{ .reg .f32 t; cvt.rn.f32.u32 t, %0; mov.b32 %0, t; }")
STEP(f2i, unsigned, "r", "{ .reg .f32 t; mov.b32 t, %0; cvt.rzi.u32.f32 %0, t; }")
STEP(shfl, unsigned, "r", "shfl.sync.up.b32 %0, %0, 1, 0, -1;")
STEP(vote, unsigned, "r", "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1; }")
STEP(redux, unsigned, "r", "redux.sync.max.u32 %0, %0, -1;") // into a uniform register, and a move back
STEP(match, unsigned, "r", "match.any.sync.b32 %0, %0, -1;")
}

template <typename Kind>
static __device__ __forceinline__ void
chain(typename Kind::value *out, int rounds, typename Kind::value b, typename Kind::value c)
{
	typename Kind::value a = b + SELF;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < ROUND; k++)
			Kind::step(a, b, c);
	}
	out[SELF] = a;
}

template <typename Kind, typename Other>
static __device__ __forceinline__ void
rate(typename Kind::value *out, int rounds, typename Kind::value b, typename Kind::value c, typename Other::value b2,
     typename Other::value c2)
{
	typename Kind::value w = b + SELF, x = w + b;
	typename Other::value y = b2 + SELF, z = y + b2;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < ROUND / 4; k++) {
			Kind::step(w, b, c);
			Other::step(y, b2, c2);
			Kind::step(x, b, c);
			Other::step(z, b2, c2);
		}
	}
	out[SELF] = w + x + (typename Kind::value)(y + z);
}

#define KIND(name)                                                                                                                         \
	MICRO(chain_##name)(kind::name::value * out, int rounds, kind::name::value b, kind::name::value c)                                   \
	{                                                                                                                                  \
		chain<kind::name>(out, rounds, b, c);                                                                                      \
	}                                                                                                                                  \
	MICRO(rate_##name)(kind::name::value * out, int rounds, kind::name::value b, kind::name::value c)                                    \
	{                                                                                                                                  \
		rate<kind::name, kind::name>(out, rounds, b, c, b, c);                                                                     \
	}
KIND(ffma)
KIND(fadd)
KIND(fmul)
KIND(fmnmx)
KIND(ex2)
KIND(rsq)
KIND(dfma)
KIND(dadd)
KIND(hfma2)
KIND(imad)
KIND(imadhi)
KIND(add)
KIND(lop3)
KIND(shf)
KIND(prmt)
KIND(popc)
KIND(flo)
KIND(i2f)
KIND(f2i)
KIND(shfl)
KIND(vote)
KIND(redux)
KIND(match)

#define PAIR(one, two)                                                                                                                     \
	MICRO(pair_##one##_##two)(kind::one::value * out, int rounds, kind::one::value b, kind::one::value c, kind::two::value b2,          \
	                          kind::two::value c2)                                                                                     \
	{                                                                                                                                  \
		rate<kind::one, kind::two>(out, rounds, b, c, b2, c2);                                                                                 \
	}
PAIR(ffma, fadd)
PAIR(ffma, fmnmx)
PAIR(ffma, imad)
PAIR(ffma, lop3)
PAIR(ffma, dfma)
PAIR(ffma, hfma2)
PAIR(ffma, ex2)
PAIR(ffma, shfl)
PAIR(imad, lop3)
PAIR(imad, shf)
PAIR(imad, hfma2)
PAIR(imad, dfma)
PAIR(imad, ex2)
PAIR(lop3, shf)
PAIR(lop3, fmnmx)
PAIR(lop3, prmt)
PAIR(lop3, ex2)
PAIR(lop3, shfl)
PAIR(ex2, popc)
PAIR(ex2, i2f)
PAIR(ex2, f2i)
PAIR(ex2, shfl)
PAIR(popc, i2f)
PAIR(dfma, ex2)
PAIR(dfma, hfma2)
PAIR(hfma2, lop3)
