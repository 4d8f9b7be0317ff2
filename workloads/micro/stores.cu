// stores: what stores cost by how much of a sector and of a line each writes, and by who writes the rest; loads of lone sectors; streams of
// loads and stores mixed.

#define MICRO(name) extern "C" __global__ void name
#define SELF        (blockIdx.x * blockDim.x + threadIdx.x)

static __device__ __forceinline__ unsigned
sm_number(void)
{
	unsigned v;

	asm("mov.u32 %0, %%smid;" : "=r"(v));
	return v;
}

// Which SMs take part: from `first` up to `end`, the first `width` of each `period`.
static __device__ __forceinline__ bool
left_out(int first, int end, int period, int width)
{
	int sm = sm_number();

	return sm < first || sm >= end || (sm - first) % period >= width;
}

// Elements are stored in pieces of `run`, `apart` from one to the next, by the lanes of a warp at a time. `inner` such stores of a warp, step_in
// apart, follow each other; `group` neighbouring warps are step_group apart, groups step_warp, rounds step_round. All this modulo mask + 1.
template <typename element>
static __device__ __forceinline__ void
put(element *out, element value, int rounds, int first, int end, int period, int width, unsigned run, unsigned apart, int inner,
    unsigned step_in, unsigned group, unsigned step_group, unsigned step_warp, unsigned step_round, unsigned mask)
{
	const unsigned warp = sm_number() * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	unsigned at = lane / run * apart + lane % run + warp / group * step_warp + warp % group * step_group;

	if (left_out(first, end, period, width))
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned here = at;

#pragma unroll 4
		for (int k = 0; k < inner; k++) {
			out[here & mask] = value;
			here += step_in;
		}
		at += step_round;
	}
}

#define PUT(bits, type, ...)                                                                                                  \
	MICRO(put_##bits)                                                                                                     \
	(type * out, int rounds, int first, int end, int period, int width, unsigned run, unsigned apart, int inner,          \
	 unsigned step_in, unsigned group, unsigned step_group, unsigned step_warp, unsigned step_round, unsigned mask)       \
	{                                                                                                                     \
		put<type>(out, __VA_ARGS__, rounds, first, end, period, width, run, apart, inner, step_in, group, step_group, \
			  step_warp, step_round, mask);                                                                       \
	}

PUT(8, unsigned char, 1)
PUT(32, unsigned, 1)
PUT(128, uint4, make_uint4(1, 2, 3, 4))

// The next of a thread's numbers, whose upper bits look like chance.
static __device__ __forceinline__ unsigned
next(unsigned *state)
{
	*state = *state * 747796405u + 2891336453u;
	return (*state >> 15 ^ *state) * 277803737u;
}

// Each lane of `lanes` stores at random among elements 0 to mask.
template <typename element>
static __device__ __forceinline__ void
strew(element *out, int rounds, int first, int end, int period, int width, int lanes, unsigned mask)
{
	unsigned state = (sm_number() * blockDim.x + threadIdx.x) * 2654435761u;

	if (left_out(first, end, period, width) || threadIdx.x % 32 >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++)
#pragma unroll
		for (int k = 0; k < 4; k++)
			out[next(&state) >> 4 & mask] = 1;
}

MICRO(strew_8)(unsigned char *out, int rounds, int first, int end, int period, int width, int lanes, unsigned mask)
{
	strew<unsigned char>(out, rounds, first, end, period, width, lanes, mask);
}

MICRO(strew_32)(unsigned *out, int rounds, int first, int end, int period, int width, int lanes, unsigned mask)
{
	strew<unsigned>(out, rounds, first, end, period, width, lanes, mask);
}

// Each lane of `lanes` loads zeros at random among words 0 to mask, eight at a time, past L1.
MICRO(gather)(unsigned *out, const unsigned *zeros, int rounds, int first, int end, int period, int width, int lanes, unsigned mask)
{
	unsigned state = (sm_number() * blockDim.x + threadIdx.x) * 2654435761u, sum = 0;

	if (left_out(first, end, period, width) || threadIdx.x % 32 >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v[8];

#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[k]) : "l"(zeros + (next(&state) >> 4 & mask)));
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum ^= v[k];
	}
	out[SELF] = sum;
}

// The same, but as usual loads, which L1 keeps.
MICRO(gather_l1)
(unsigned *out, const unsigned *zeros, int rounds, int first, int end, int period, int width, int lanes, unsigned mask)
{
	unsigned state = (sm_number() * blockDim.x + threadIdx.x) * 2654435761u, sum = 0;

	if (left_out(first, end, period, width) || threadIdx.x % 32 >= lanes)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v[8];

#pragma unroll
		for (int k = 0; k < 8; k++)
			asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v[k]) : "l"(zeros + (next(&state) >> 4 & mask)));
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum ^= v[k];
	}
	out[SELF] = sum;
}

// Warps load pieces of 1 << shift lines each, at random among mask + 1 of them: eight lines at a time, past L1.
MICRO(pieces)(unsigned *out, const unsigned *zeros, int rounds, unsigned shift, unsigned mask)
{
	const unsigned warp = SELF / 32, lane = threadIdx.x % 32;
	unsigned sum = 0;

#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		unsigned v[8];

#pragma unroll
		for (int k = 0; k < 8; k++) {
			unsigned line = i * 8 + k, state = warp * 65536 + (line >> shift), piece = next(&state) >> 4 & mask;
			const unsigned *p = zeros + ((size_t)((piece << shift) + (line & ((1 << shift) - 1))) * 32 + lane);

			asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v[k]) : "l"(p));
		}
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum ^= v[k];
	}
	out[SELF] = sum;
}

// `ins` streams of n elements are read and `outs` written.
template <int ins, int outs>
static __device__ __forceinline__ void
mix(uint4 *out, const uint4 *in, unsigned n)
{
#pragma unroll 2
	for (unsigned k = SELF; k < n; k += gridDim.x * blockDim.x) {
		uint4 v = make_uint4(k, 1, 2, 3);

#pragma unroll
		for (int i = 0; i < ins; i++) {
			uint4 w = in[i * n + k];

			v.x ^= w.x;
			v.y ^= w.y;
			v.z ^= w.z;
			v.w ^= w.w;
		}
#pragma unroll
		for (int i = 0; i < outs; i++)
			out[i * n + k] = v;
		if (!outs && v.x == 1 && v.y == 7)
			*out = v;
	}
}

MICRO(mix_1_0)(uint4 *out, const uint4 *in, unsigned n)
{
	mix<1, 0>(out, in, n);
}
MICRO(mix_0_1)(uint4 *out, const uint4 *in, unsigned n)
{
	mix<0, 1>(out, in, n);
}
MICRO(mix_1_1)(uint4 *out, const uint4 *in, unsigned n)
{
	mix<1, 1>(out, in, n);
}
MICRO(mix_2_1)(uint4 *out, const uint4 *in, unsigned n)
{
	mix<2, 1>(out, in, n);
}
MICRO(mix_1_2)(uint4 *out, const uint4 *in, unsigned n)
{
	mix<1, 2>(out, in, n);
}
MICRO(mix_4_1)(uint4 *out, const uint4 *in, unsigned n)
{
	mix<4, 1>(out, in, n);
}
