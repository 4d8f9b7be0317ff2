/* exec-pack.c: several numbers in one register of a lane: I2I, I2IP, F2IP, F2FP, IDP, VABSDIFF, VABSDIFF4. See exec.h and float.h. */
#include "isa/float.h"

/* ---- integers of 8 and 16 bits ---- */
/* v in the number of bits of field to (0 .U8, 1 .S8, 2 .U16, 3 .S16): the nearest that there is, with its sign. */
static uint32_t
clamp_small(int64_t v, unsigned to)
{
	const unsigned bits = to >= 2 ? 16 : 8;
	const bool sign = to & 1;
	const int64_t least = sign ? -(INT64_C(1) << (bits - 1)) : 0, most = (INT64_C(1) << (bits - sign)) - 1;

	return (uint32_t)(v < least ? least : v > most ? most : v);
}

/* The half of c that becomes the upper half of the result. */
static uint32_t
half_of(uint32_t c, const struct inst *in)
{
	return in->c.part == ISA_UPPER ? c >> 16 : c;
}

/* a above b, and above both what fits of c. */
static uint32_t
join(uint32_t a, uint32_t b, uint32_t c, unsigned bits)
{
	const uint32_t ones = (1u << bits) - 1;
	const uint32_t both = (a & ones) << bits | (b & ones);

	return bits == 16 ? both : both | c << 16;
}

void
isa_exec_i2i(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = clamp_small((int32_t)a[l], in->f[F_to]);
	put(x, in->d, t);
}

void
isa_exec_i2ip(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);
	const unsigned to = in->f[F_to];

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = join(clamp_small((int32_t)a[l], to), clamp_small((int32_t)b[l], to), half_of(c[l], in), to >= 2 ? 16 : 8);
	put(x, in->d, t);
}

static uint32_t
small_of_float(uint32_t u, const struct inst *in)
{
	const double d = (double)as_float(u), r = in->f[F_rnd] == ROUND_ZERO ? __builtin_trunc(d) : __builtin_rint(d);

	if (d != d)
		return 0;
	return clamp_small(r > 65536 ? 65536 : r < -65536 ? -65536 : (int64_t)r, in->f[F_to]);
}

void
isa_exec_f2ip(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = join(small_of_float(a[l], in), small_of_float(b[l], in), c[l], 8);
	put(x, in->d, t);
}

/* ---- numbers of 8 and 16 bits ---- */
/* FP8 formats as 16-bit formats with fewer bits. The code of infinity there is the first one after the largest number here. */
static const struct format16 e5m2 = {2, 15, 0x7c}, e4m3 = {3, 7, 0x7f};
enum { NAN8 = 0x7f, E5M2_INFINITY = 0x7c };

static uint32_t
relu16(uint32_t h, const struct inst *in)
{
	return in->f[F_relu] && h & 0x8000 ? 0 : h;
}

static uint32_t
to_half(uint32_t u, const struct inst *in)
{
	const struct format16 *f = in->f[F_to] ? &isa_bf16 : &isa_fp16;
	uint32_t h = isa_to16((double)as_float(u), f, in->f[F_rnd], false);

	if (in->f[F_satfinite] && (h & 0x7fff) == f->infinity)
		h--;
	return relu16(h, in);
}

void
isa_exec_f2fp(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);
	const bool merge = in->f[F_merge];

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (merge ? half_of(c[l], in) : to_half(a[l], in)) << 16 | to_half(b[l], in);
	put(x, in->d, t);
}

static uint32_t
to_fp8(double d, const struct inst *in)
{
	const struct format16 *f = in->f[F_fp8] ? &e4m3 : &e5m2;
	uint32_t h;

	if (d != d)
		return NAN8;
	h = isa_to16(d, f, ROUND_NEAREST, false);
	if ((h & 0x7fff) == f->infinity)
		h--;
	h = relu16(h, in);
	return (h & 0x7f) | (h >> 8 & 0x80);
}

void
isa_exec_f2fp8(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);
	const bool halves = in->f[F_from];

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const double high = halves ? isa_from16(b[l] >> 16, &isa_fp16) : (double)as_float(a[l]);
		const double low = halves ? isa_from16(b[l] & 0xffff, &isa_fp16) : (double)as_float(b[l]);

		t[l] = join(to_fp8(high, in), to_fp8(low, in), half_of(c[l], in), 8);
	}
	put(x, in->d, t);
}

/* The FP8 number in FP16, which holds all of them. */
static uint32_t
from_fp8(uint32_t v, const struct inst *in)
{
	const uint32_t magnitude = v & 0x7f, sign = (v & 0x80) << 8;
	uint32_t h;

	if (in->f[F_fp8])
		h = magnitude == NAN8 ? NAN16 : sign | isa_to16(isa_from16(magnitude, &e4m3), &isa_fp16, ROUND_NEAREST, false);
	else
		h = magnitude > E5M2_INFINITY ? NAN16 : sign | magnitude << 8;
	return relu16(h, in);
}

void
isa_exec_f2fp_unpack(const struct inst *in, struct exec *x)
{
	uint32_t tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *b = bits_of(&in->b, x, tb);

	const unsigned at = in->f[F_from] == 12 ? 16 : 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = from_fp8(b[l] >> (at + 8) & 0xff, in) << 16 | from_fp8(b[l] >> at & 0xff, in);
	put(x, in->d, t);
}

void
isa_exec_f2fp_tf32(const struct inst *in, struct exec *x)
{
	enum { DROPPED = 13 };
	const uint32_t half = (1u << (DROPPED - 1)) - 1;
	uint32_t tb[ISA_LANES], t[ISA_LANES];
	const uint32_t *b = bits_of(&in->b, x, tb);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		uint32_t u = b[l];

		if ((u & ~SIGN32) > INF32) {
			t[l] = NAN32 & UINT32_MAX << DROPPED;
			continue;
		}
		if (in->f[F_rnd] == ROUND_NEAREST && (u & INF32) != INF32)
			u += half + (u >> DROPPED & 1);
		u &= UINT32_MAX << DROPPED;
		t[l] = in->f[F_relu] && u & SIGN32 ? 0 : u;
	}
	put(x, in->d, t);
}

/* ---- sums of products and of differences ---- */
static uint32_t
part_of(uint32_t v, unsigned i, unsigned bits, bool sign)
{
	const uint32_t p = v >> (bits * i) & ((1u << bits) - 1);

	return sign && p >> (bits - 1) ? p | UINT32_MAX << bits : p;
}

void
isa_exec_idp(const struct inst *in, struct exec *x)
{
	enum { DP_4A = 0, DP_2A_LOW = 1 };
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = int_of(&in->c, x, tc);
	const unsigned parts = in->f[F_mode] == DP_4A ? 4 : 2, first = in->f[F_mode] <= DP_2A_LOW ? 0 : 2;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		t[l] = c[l];
		for (unsigned i = 0; i < parts; i++)
			t[l] += part_of(a[l], i, 32 / parts, in->f[F_sgn]) * part_of(b[l], first + i, 8, in->f[F_sgnb]);
	}
	put(x, in->d, t);
}

static uint32_t
distance(uint32_t a, uint32_t b, bool sign)
{
	const uint32_t flip = sign ? SIGN32 : 0;

	return (a ^ flip) > (b ^ flip) ? a - b : b - a;
}

void
isa_exec_vabsdiff(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = distance(a[l], b[l], in->f[F_sgn]) + c[l];
	put(x, in->d, t);
}

void
isa_exec_vabsdiff4(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES];
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);
	const bool sign = in->f[F_sgn];

	for (unsigned l = 0; l < ISA_LANES; l++) {
		t[l] = in->f[F_acc] ? c[l] : 0;
		for (unsigned i = 0; i < 4; i++) {
			const uint32_t d = distance(part_of(a[l], i, 8, sign), part_of(b[l], i, 8, sign), sign);

			t[l] += in->f[F_acc] ? d : d << (8 * i);
		}
	}
	put(x, in->d, t);
}
