/* gmma-inputs.h: matrices and descriptors that matrix instructions of a group of warps get, the same on a device (tests/golden/make-gmma.c) and here. All
 * are made of a number by a hash.
 * What this module cannot do: be changed: tests/golden/h200-gmma.bin has what an H200 made of them. */
#ifndef SIMT_TESTS_GMMA_INPUTS_H
#define SIMT_TESTS_GMMA_INPUTS_H

#include <stdint.h>
#include <string.h>

enum numbers {
	NUMBERS_FP16,
	NUMBERS_BF16,
	NUMBERS_TF32,
	NUMBERS_E4M3,
	NUMBERS_E5M2,
	NUMBERS_S8,
	NUMBERS_U8,
	NUMBERS_BITS,
	NUMBERS_FP32,
	NUMBERS_S32
};

/* What is tried: places of numbers in shared memory, for 64 or 16 columns, or for 256; sums of numbers, of 8 columns or so, or of 256. */
enum tried { LAYOUT, LAYOUT_WIDE, SUMS, WIDE };

/* Classes of numbers, and how many times each is tried. */
enum {
	NEAR,
	FAR,
	ANY,
	SPECIAL,
	FEW,
	POWERS,
	CLASSES,
	TIMES = 4,
	LAYOUTS = 64,
	WIDES = 8,
	IMAGE = 0x21000,
	BEHIND_B = 0x8000,
	IDENTITY = 0x20000
};

struct gmma_kernel {
	const char *name;
	enum tried tried;
	enum numbers sums, a, b;
	uint64_t lo, hi;
};

static const struct gmma_kernel gmma_kernels[] = {
#define GMMA_CASE(name, tried, sums, a, b, lo, hi) {#name, tried, sums, a, b, lo, hi},
#include "tests/isa/gmma-cases.def"
#undef GMMA_CASE
};
enum { GMMA_KERNELS = sizeof gmma_kernels / sizeof *gmma_kernels };

/* What one launch of 128 threads gets: shared memory from its byte 1024 on, a, c, what .SP needs, whether c counts, both descriptors less the address of that
 * byte. */
struct gmma_launch {
	uint32_t image[IMAGE / 4], a[4 * 128], c[128 * 128], meta[128];
	uint32_t with_c;
	uint64_t of_a, of_b;
};

static inline uint64_t
gmma_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

static const uint8_t gmma_exponent_bits[] = {5, 8, 8, 4, 5, 0, 0, 0, 8, 0},
		     gmma_fraction_bits[] = {10, 7, 10, 3, 2, 0, 0, 0, 23, 0}, gmma_size[] = {16, 16, 32, 8, 8, 8, 8, 32, 32, 32};

static inline uint32_t
gmma_whole(enum numbers t, unsigned class, uint64_t h)
{
	static const uint32_t some[] = {0, 0x80808080, 0x7f7f7f7f, 0xffffffff, 0x01010101, 0x80000000, 0x7fffffff, 0x7ffffff0};
	const uint32_t v = class == SPECIAL || class == POWERS ? some[h >> 32 & 7] : (uint32_t)h;

	if (gmma_size[t] == 8)
		return v & 0xff;
	return t == NUMBERS_S32 && class == NEAR ? (uint32_t)((int32_t)v >> 12) : v;
}

/* An exponent out of `span`, or any that is finite; r is random. */
static inline int
gmma_exponent(uint32_t r, int span, int all)
{
	return span ? all / 2 - span / 2 + (int)(r % (uint32_t)span) : (int)(r % (uint32_t)all);
}

/* An exponent of a class, as encoded; *m is the fraction, which it may change. */
static inline int
gmma_exponent_of(enum numbers t, unsigned class, uint64_t h, uint32_t *m)
{
	const bool large = gmma_exponent_bits[t] == 8;
	const int all = (1 << gmma_exponent_bits[t]) - 1, bias = all / 2;
	const uint32_t r = (uint32_t)(h >> 33) & 0xffff, k = r & 31;

	switch (class) {
	case NEAR:
		return bias - 3 + (int)(r % 7);
	case FAR:
		return gmma_exponent(r, t == NUMBERS_FP32 ? 60 : large ? 40 : 0, all);
	case ANY:
		return (int)r & all;
	case SPECIAL:
		if (k == 0 || (k == 1 && (r >> 5) % 3 == 0)) {
			*m = k ? *m : 0;
			return all;
		}
		*m = k < 8 ? 0 : *m;
		return k >= 16 ? bias - 2 + (int)((r >> 5) % 5) : k < 12 ? 0 : k < 14 ? all - 1 : 1;
	case FEW: {
		const bool none = t == NUMBERS_FP32 ? !(r & 1) : (r & 3) != 0;

		*m = none ? 0 : *m;
		return none ? 0 : gmma_exponent(r >> 2, large ? 30 : 0, all);
	}
	default:
		*m = h >> 50 & 1 ? *m : h >> 51 & 1 ? 0 : (1u << gmma_fraction_bits[t]) - 1;
		return gmma_exponent(r, large ? 34 : 0, all);
	}
}

/* The bits of a number; TF32 has 13 more, which mean nothing. */
static inline uint32_t
gmma_number(enum numbers t, unsigned class, uint64_t h)
{
	uint32_t m, v;

	if (!gmma_exponent_bits[t])
		return gmma_whole(t, class, h);
	m = (uint32_t)h & ((1u << gmma_fraction_bits[t]) - 1);
	v = (uint32_t)gmma_exponent_of(t, class, h, &m) << gmma_fraction_bits[t];
	v |= m | (uint32_t)(h >> 32 & 1) << (gmma_exponent_bits[t] + gmma_fraction_bits[t]);
	return t == NUMBERS_TF32 ? v << 13 | (uint32_t)(h >> 51) : v;
}

static inline uint32_t
gmma_word(enum numbers t, unsigned class, uint64_t key)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < 32u / gmma_size[t]; i++)
		v |= gmma_number(t, class, gmma_mix(key * 4 + i)) << gmma_size[t] % 32 * i;
	return v;
}

/* Which numbers of a sparse matrix there are: all that are allowed. */
static inline uint32_t
gmma_meta(enum numbers a, uint64_t h)
{
	static const uint8_t two_of_four[] = {4, 8, 9, 12, 13, 14};
	uint32_t v = 0;

	for (unsigned i = 0; i < 8; i++, h /= 6)
		v |= (a == NUMBERS_TF32 ? (h & 1 ? 14u : 4u) : two_of_four[h % 6]) << 4 * i;
	return v;
}

static inline uint64_t
gmma_descriptor(uint64_t start, uint64_t lead, uint64_t stride, uint64_t base, uint64_t swizzle)
{
	return start >> 4 | lead >> 4 << 16 | stride >> 4 << 32 | base << 49 | swizzle << 62;
}

/* Any descriptor whose matrix is within the image; in one of eight, bits that mean nothing are set. */
static inline uint64_t
gmma_any_descriptor(uint64_t key, bool wide)
{
	const uint64_t h = gmma_mix(key), g = gmma_mix(h), f = gmma_mix(g), most = wide ? 2032 : 4080;
	const uint64_t start = h & 1 ? h >> 8 & 0x7c00 : h >> 8 & 0x7ff0;
	const uint64_t lead = g & 3 ? g >> 8 & most & ~UINT64_C(15) : UINT64_C(16) << (g >> 8 & 7);
	const uint64_t stride = g & 12 ? g >> 32 & most & ~UINT64_C(15) : UINT64_C(16) << (g >> 32 & 7);
	const uint64_t d = gmma_descriptor(start, lead, stride, f & 3 ? 0 : f >> 8 & 7, f >> 16 & 3);

	return f >> 20 & 7 ? d : d | (f & 0x3ff1c000c000c000 & ~(UINT64_C(3) << 62) & ~(UINT64_C(7) << 49));
}

/* A finite FP16 number that says where it is. */
static inline uint16_t
gmma_place(uint32_t i)
{
	enum { NUMBERS = 63486, POSITIVE = 31743 };
	const uint32_t v = i % NUMBERS;

	return (uint16_t)(v < POSITIVE ? v + 1 : (v - POSITIVE + 1) | 0x8000);
}

/* One matrix is the identity, so that the other one comes out as it is. */
static inline void
gmma_make_layout(unsigned kernel, unsigned i, bool in_registers, struct gmma_launch *l)
{
	const bool wide = gmma_kernels[kernel].tried == LAYOUT_WIDE;
	uint16_t *const image = (uint16_t *)l->image;

	for (uint32_t j = 0; j < IDENTITY / 2; j++)
		image[j] = gmma_place(j);
	for (unsigned j = 0; j < 16; j++)
		image[(IDENTITY + j / 8 * 384 + j % 8 * 18) / 2] = 0x3c00;
	for (unsigned t = 0; t < 128; t++) {
		const uint32_t g = t % 32 / 4, q = t % 4, v = (2 * q == g ? 0x3c00u : 0) | (2 * q + 1 == g ? 0x3c000000u : 0);

		l->a[4 * t] = l->a[4 * t + 3] = v;
	}
	l->of_a = gmma_any_descriptor((uint64_t)kernel * 1000 + i, wide);
	l->of_b = in_registers ? l->of_a : gmma_descriptor(IDENTITY, 128, 256, 0, 0);
}

static inline unsigned
gmma_launches(const struct gmma_kernel *k)
{
	return k->tried == LAYOUT_WIDE ? WIDES : k->tried == LAYOUT ? LAYOUTS : k->tried == WIDE ? 2 : CLASSES * TIMES;
}

/* Launch i of a kernel whose threads have `registers` of c. in_registers: a is. */
static inline void
gmma_make(unsigned kernel, unsigned i, unsigned registers, bool in_registers, struct gmma_launch *l)
{
	const struct gmma_kernel *k = gmma_kernels + kernel;
	const unsigned class = k->tried == WIDE ? NEAR : i / TIMES;
	const uint64_t seed = ((uint64_t)kernel << 8 | i) << 32;

	memset(l, 0, sizeof *l);
	l->with_c = 1;
	if (k->tried <= LAYOUT_WIDE) {
		gmma_make_layout(kernel, i, in_registers, l);
		return;
	}
	for (uint32_t j = 0; j < 2 * BEHIND_B / 4; j++)
		l->image[j] = gmma_word(j < BEHIND_B / 4 ? k->b : k->a, class, seed + j);
	for (uint32_t j = 0; j < 512; j++)
		l->a[j] = gmma_word(k->a, class, seed + 0x1000000 + j);
	for (uint32_t j = 0; j < 128 * registers; j++)
		l->c[j] = gmma_word(k->sums, class, seed + 0x2000000 + j);
	for (uint32_t j = 0; j < 128; j++)
		l->meta[j] = gmma_meta(k->a, gmma_mix(seed + 0x3000000 + j));
	l->with_c = i % TIMES != TIMES - 1;
	l->of_a = gmma_descriptor(BEHIND_B, 128, 1024, 0, 0);
	l->of_b = gmma_descriptor(0, 128, 1024, 0, 0);
}

#endif
