// shared-pipe: warps of an older and of a younger block of one SM at one busy pipe, and who of them gets it. Blocks from number `cut` on are
// the younger ones where the grid is of several blocks for each SM; a launch of young ones alone goes beside one of old ones.
//
// A warp is one of work, if its block's number of probes is 0: STAMPS times `rounds` rounds of 32 instructions in four chains, with the clock
// before each and at the end. Otherwise it notes the clock before an instruction and after its result, `probes` times, `pause` cycles between.
// Of a block only the first `old_warps` or `young_warps` warps do anything.
//
// What a warp writes: SM, %warpid, the clocks.

enum { STAMPS = 30, RECORD = STAMPS + 2 };

struct roles {
	int cut, old_warps, old_rounds, old_probes, young_warps, young_rounds, young_probes, pause;
};

static __device__ __forceinline__ unsigned
now()
{
	unsigned t;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(t));
	return t;
}

struct ex2 {
	typedef float type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *)
	{
		return (type)b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned)
	{
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(a));
	}
};

struct dfma {
	typedef double type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *)
	{
		return (type)b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned)
	{
		asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(a));
	}
};

struct lop {
	typedef unsigned type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *)
	{
		return (type)b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned b)
	{
		asm volatile("lop3.b32 %0, %0, %1, %0, 0x1e;" : "+r"(a) : "r"(b));
	}
};

struct imad {
	typedef unsigned type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *)
	{
		return (type)b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned b)
	{
		asm volatile("mad.lo.u32 %0, %0, %0, %1;" : "+r"(a) : "r"(b));
	}
};

struct lds {
	typedef unsigned type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *place)
	{
		return *place + b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned)
	{
		asm volatile("ld.volatile.shared.u32 %0, [%0];" : "+r"(a));
	}
};

struct shfl {
	typedef unsigned type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *)
	{
		return threadIdx.x % 32 + b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned)
	{
		asm volatile("shfl.sync.idx.b32 %0, %0, %0, 31, -1;" : "+r"(a));
	}
};

// Conversions to double go through the pipe of EX2.
struct cvt {
	typedef unsigned type;
	static __device__ __forceinline__ type start(unsigned b, const unsigned *)
	{
		return (type)b;
	}
	static __device__ __forceinline__ void step(type &a, unsigned)
	{
		asm volatile("{ .reg .f64 t; .reg .b32 u; cvt.rn.f64.u32 t, %0; mov.b64 {u, %0}, t; }" : "+r"(a));
	}
};

template <typename T>
static __device__ __forceinline__ unsigned
bits(T a)
{
	unsigned u;

	memcpy(&u, &a, sizeof u);
	return u;
}

// `WORK` is what keeps the pipe busy, `PROBE` what is timed alone.
template <typename WORK, typename PROBE>
static __device__ __forceinline__ void
warps(unsigned *out, const roles &o, unsigned b)
{
	__shared__ unsigned place[32];
	const bool old = (int)blockIdx.x < o.cut, first = threadIdx.x % 32 == 0;
	const int warp = threadIdx.x / 32, rounds = old ? o.old_rounds : o.young_rounds,
		  probes = old ? o.old_probes : o.young_probes;
	unsigned *record = out + (blockIdx.x * blockDim.x / 32 + warp) * RECORD, t, sum = 0;

	// each place has its own address
	place[threadIdx.x % 32] = (unsigned)__cvta_generic_to_shared(place + threadIdx.x % 32) + b;
	if (warp >= (old ? o.old_warps : o.young_warps))
		return;
	if (first) {
		asm volatile("mov.u32 %0, %%smid;" : "=r"(t));
		record[0] = t;
		asm volatile("mov.u32 %0, %%warpid;" : "=r"(t));
		record[1] = t;
	}
	record += 2;
	if (probes) {
		typename PROBE::type a = PROBE::start(b, place + threadIdx.x % 32);

#pragma unroll 1
		for (int i = 0; i < probes; i++) {
			unsigned from = now(), to;

			PROBE::step(a, b);
			// a branch that nothing takes: the clock is read when the result is there
			if (bits(a) & b)
				break;
			to = now();
			if (first) {
				record[2 * i] = from;
				record[2 * i + 1] = to;
			}
			while (now() - to < (unsigned)o.pause)
				;
		}
		sum = bits(a);
	} else {
		typename WORK::type a[4];

		for (int k = 0; k < 4; k++)
			a[k] = WORK::start(b, place + threadIdx.x % 32);
#pragma unroll 1
		for (int s = 0; s < STAMPS - 1; s++) {
			if (first)
				record[s] = now();
#pragma unroll 1
			for (int i = 0; i < rounds; i++) {
#pragma unroll
				for (int n = 0; n < 8; n++)
#pragma unroll
					for (int k = 0; k < 4; k++)
						WORK::step(a[k], b);
			}
		}
		for (int k = 0; k < 4; k++)
			sum += bits(a[k]);
		if (first)
			record[STAMPS - 1] = now();
	}
	if (sum == 0x12345678)
		out[0] = sum;
}

// b is 0 at run time, which the compiler does not know.
#define KERNEL(name, WORK, PROBE)                                                                                              \
	extern "C" __global__ void __launch_bounds__(1024, 2)                                                                  \
		name(unsigned *out, int cut, int old_warps, int old_rounds, int old_probes, int young_warps, int young_rounds, \
		     int young_probes, int pause, unsigned b)                                                                  \
	{                                                                                                                      \
		roles o = {cut, old_warps, old_rounds, old_probes, young_warps, young_rounds, young_probes, pause};            \
                                                                                                                               \
		warps<WORK, PROBE>(out, o, b);                                                                                 \
	}

KERNEL(at_ex2, ex2, ex2)
KERNEL(at_ex2_cvt, ex2, cvt)
KERNEL(at_dfma, dfma, dfma)
KERNEL(at_lop, lop, lop)
KERNEL(at_imad, imad, imad)
KERNEL(at_lds, lds, lds)
KERNEL(at_shfl, shfl, shfl)
