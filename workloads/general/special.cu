// Numbers at the edges of their formats, as operands of the matrix instructions of tensor.cu. A number has `exponent` and `mantissa` bits; the
// bits of `classes` say what kinds of numbers there may be. What kind each is, its sign and its other bits are a hash of its place and `seed`.
typedef unsigned long long u64;

static __device__ __forceinline__ u64
hash(u64 x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

enum {
	ZERO,
	DENORMAL,	// of any bits
	SMALLEST,	// the smallest of all
	DENORMAL_MOST,	// the largest that is not normal
	NORMAL_LEAST,	// the smallest that is normal
	NEAR_ONE,	// 1 to 2
	POWER,		// a power of two within 2^-24 to 2^23, as far as the format goes: sums that cancel, and bits far below others
	LARGE,		// of the highest exponent
	LARGEST,
	INFINITE,
	NAN_ANY,	// no number, of any bits
	CLASSES
};

static __device__ __forceinline__ u64
number(u64 h, int exponent, int mantissa, unsigned classes)
{
	const u64 bits = h >> 8 & ((1ull << mantissa) - 1), top = (1ull << exponent) - 1, bias = top >> 1;
	unsigned kind = 0, nth = (unsigned)(h & 0x7f) % __popc(classes);
	u64 e = 0, m = 0;

#pragma unroll 1
	for (; kind < CLASSES; kind++)
		if (classes >> kind & 1 && !nth--)
			break;
	switch (kind) {
	case DENORMAL: m = bits; break;
	case SMALLEST: m = 1; break;
	case DENORMAL_MOST: m = (1ull << mantissa) - 1; break;
	case NORMAL_LEAST: e = 1; break;
	case NEAR_ONE: e = bias; m = bits; break;
	case POWER:
		e = bias + (unsigned)(h >> 40) % 48 - 24;
		e = (long long)e < 1 ? 1 : e >= top ? top - 1 : e;
		break;
	case LARGE: e = top - 1; m = bits; break;
	case LARGEST: e = top - 1; m = (1ull << mantissa) - 1; break;
	case INFINITE: e = top; break;
	case NAN_ANY: e = top; m = bits | 1; break;
	}
	return (h >> 7 & 1) << (exponent + mantissa) | e << mantissa | m;
}

// `below` bits of any value behind each number, of which an instruction may take no notice.
#define SPECIAL(type, bits)                                                                                                               \
	extern "C" __global__ void special_##bits(type *out, int n, unsigned seed, int exponent, int mantissa, int below, unsigned classes) \
	{                                                                                                                                 \
		const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                      \
                                                                                                                                          \
		if (i < n) {                                                                                                              \
			const u64 h = hash((u64)seed << 32 | i);                                                                          \
			out[i] = (type)(number(h, exponent, mantissa, classes) << below | (hash(h) & ((1ull << below) - 1)));             \
		}                                                                                                                         \
	}
SPECIAL(unsigned short, 16)
SPECIAL(unsigned, 32)
SPECIAL(u64, 64)
