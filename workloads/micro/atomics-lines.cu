// atomics-lines: how long an atomic takes that one SM makes on one line, and a load after it; which SM and which line are arguments.

#define MICRO(name) extern "C" __global__ void name

static __device__ __forceinline__ unsigned
add(unsigned *p)
{
	unsigned old;

	asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory");
	return old;
}

static __device__ __forceinline__ unsigned
load(unsigned *p)
{
	unsigned v;

	asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
	return v;
}

// One lane of block `block` adds to word `at`, each addition after the one before it.
MICRO(add_line)(unsigned *out, unsigned *table, int rounds, unsigned at, unsigned block)
{
	unsigned *p = table + at;

	if (threadIdx.x || blockIdx.x != block)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++)
			p += add(p) >> 31;
	}
	out[0] = p - table;
}

// The same, each addition followed by `LOADS` loads of the word, one after the other.
template <int LOADS>
static __device__ __forceinline__ void
loads(unsigned *out, unsigned *table, int rounds, unsigned at, unsigned block)
{
	unsigned *p = table + at;

	if (threadIdx.x || blockIdx.x != block)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
		p += add(p) >> 31;
#pragma unroll
		for (int k = 0; k < LOADS; k++)
			p += load(p) >> 31;
	}
	out[0] = p - table;
}
MICRO(add_load_1)(unsigned *out, unsigned *table, int rounds, unsigned at, unsigned block) { loads<1>(out, table, rounds, at, block); }
MICRO(add_load_2)(unsigned *out, unsigned *table, int rounds, unsigned at, unsigned block) { loads<2>(out, table, rounds, at, block); }
MICRO(add_load_4)(unsigned *out, unsigned *table, int rounds, unsigned at, unsigned block) { loads<4>(out, table, rounds, at, block); }

// One lane of block `block` loads the word again and again.
MICRO(load_line)(unsigned *out, unsigned *table, int rounds, unsigned at, unsigned block)
{
	unsigned *p = table + at;

	if (threadIdx.x || blockIdx.x != block)
		return;
#pragma unroll 1
	for (int i = 0; i < rounds; i++) {
#pragma unroll
		for (int k = 0; k < 4; k++)
			p += load(p) >> 31;
	}
	out[0] = p - table;
}
