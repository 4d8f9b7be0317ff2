/* exec-hmma.c: HMMA, multiply-add of matrices of 16-bit numbers and TF32. See exec.h; exec-matrix.c has the other matrix instructions, and
 * says where lanes hold the elements.
 *
 * It works as on an H200, bit for bit (workloads/general). Products are exact. The exponent of a product is the sum of its factors'.
 * Of the products and c, bits below 2^-25 of the largest exponent among them are lost. The sum of the rest is cut off to FP32, or
 * rounded to FP16. If that makes it 0 it loses its sign.
 *
 * Sums of a row are worked out together, in FP32 and 32-bit integers. This is exact:
 * - A product has at most 22 bits, and c 24, so FP32 holds them. Times 2^(25 - largest exponent), and without what is behind the point,
 *   they are what remains of them. A product is less than 4 times two to its exponent, so that is below 2^27; for c it is below 2^26.
 * - Eight products and c are below 2^31, in an integer. Two such sums are added in FP64, which holds 53 bits.
 * Where c or a factor is infinite or NaN, or the result may leave the normal numbers of FP32, an element is worked out alone, number by number.
 *
 * What this module cannot do: more than 16 products in a sum. */
#include "isa/exec-matrix.h"
#include "isa/float.h"
#include "isa/matrix-sum.h"

enum { MOST_K = 16, KEPT_BITS = MATRIX_KEPT_BITS, TF32 = 2 };

static const struct matrix_format *const of_numbers[] = {&matrix_fp16, &matrix_bf16, &matrix_tf32};

/* ---- rows of 8 sums ---- */
typedef float floats __attribute__((vector_size(32)));

/* What the exponents of 0, and of what is no finite number, are off: no sum of two exponents of numbers is off that much. The other two are the
 * exponents between which a sum is a normal number of FP32, or 0. */
enum { OF_ZERO = -4096, OF_BEYOND = 16384, LEAST = -100, MOST = 120 };

/* What a register of each lane has, or a half of it. */
struct plane {
	float value[ISA_LANES];
	int32_t exponent[ISA_LANES];
};

/* The operands. Plane i of a and b has four of k. Of a, lane 4 n + t has number 4 i + t of row n; a[1] has rows 8 to 15. Of b, lane 8 t + j
 * has number 4 i + t of column j of the order in which lanes have their sums: 0, 2, 4, 6, 1, 3, 5, 7. c[i] is for result i, with its lanes. */
struct operands {
	struct plane a[2][MOST_K / 4], b[MOST_K / 4], c[4];
};

/* Sums: their two parts, and the largest exponents. */
struct sums_of_rows {
	int32_t first[4][ISA_LANES], second[4][ISA_LANES], largest[4][ISA_LANES];
};

/* Whether the sum is worked out alone. One with all that it adds 0 is not. */
INLINE bool
is_hard(int32_t largest)
{
	return largest > MOST || (largest < LEAST && largest > OF_ZERO / 2);
}

/* The exponent of the last bit that counts; of hard sums, and of 0, any that numbers can have. */
INLINE int32_t
unit_of(int32_t largest)
{
	const int32_t e = largest > LEAST ? largest : LEAST;

	return (e < MOST ? e : MOST) - KEPT_BITS;
}

/* A plane to be made: of the lower halves of a register, or the upper ones, or of whole words. */
struct plane_source {
	const uint32_t *row;
	struct plane *to;
	unsigned upper;
};

/* Eight lanes of a plane, from lane `at` on. All that makes planes goes by eight lanes, in registers: hosts are slow to read what lies across two
 * places that have just been written. */
INLINE void
eight_of(struct plane *p, unsigned at, const floats *v, int least, int most)
{
	words word;
	ints e, exponent;

	memcpy(&word, v, sizeof word);
	e = (ints)(word << 1 >> 24) - 127;
	exponent = e + ((least - e) & (e < least));
	exponent += ((ints)(word << 1 == 0) & OF_ZERO) + ((e > most) & OF_BEYOND);
	memcpy(p->value + at, v, sizeof *v);
	memcpy(p->exponent + at, &exponent, sizeof exponent);
}

/* Numbers of 16 bits. A subnormal FP16 number has the exponent of the least normal one. */
INLINE void
planes_of_fp16(const struct plane_source *s, unsigned n)
{
	for (const struct plane_source *end = s + n; s != end; s++)
		for (unsigned l = 0; l < ISA_LANES; l += MATRIX_COLUMNS) {
			words r;
			floats v;

			memcpy(&r, s->row + l, sizeof r);
			/* the fields of FP32, but for the bias of the exponent */
			r = (words)((ints)(r << (s->upper ? 0 : 16)) >> 3) & 0x8fffe000;
			memcpy(&v, &r, sizeof v);
			v *= 0x1p112f;
			eight_of(s->to, l, &v, -14, 15);
		}
}

/* Numbers whose fields are those of FP32, in the bits that the mask has. */
INLINE void
planes_of_bits(const struct plane_source *s, unsigned n, unsigned shift, uint32_t mask)
{
	for (const struct plane_source *end = s + n; s != end; s++)
		for (unsigned l = 0; l < ISA_LANES; l += MATRIX_COLUMNS) {
			words r;
			floats v;

			memcpy(&r, s->row + l, sizeof r);
			r = r << (s->upper ? 0 : shift) & mask;
			memcpy(&v, &r, sizeof v);
			eight_of(s->to, l, &v, -126, 127);
		}
}

CLONES static void
take_operands(const struct inst *in, struct exec *x, struct operands *o)
{
	const unsigned numbers = in->f[F_numbers], halves = numbers == TF32 ? 1 : 2, k = in->f[F_matrix];
	uint32_t turned[MOST_K / 4][ISA_LANES];
	struct plane_source factor[3 * MOST_K / 4], addend[4];
	unsigned n = 0;

	for (unsigned i = 0; i < k / 4; i++) {
		const unsigned r = i / halves, upper = i % halves;

		factor[n++] = (struct plane_source){matrix_row(&in->a, x, 2 * r), &o->a[0][i], upper};
		factor[n++] = (struct plane_source){matrix_row(&in->a, x, 2 * r + 1), &o->a[1][i], upper};
		if (!upper)
			matrix_turn(turned[r], matrix_row(&in->b, x, r));
		factor[n++] = (struct plane_source){turned[r], &o->b[i], upper};
	}
	for (unsigned i = 0; i < 4; i++)
		addend[i] = (struct plane_source){matrix_row(&in->c, x, in->f[F_f32] ? i : i / 2), o->c + i, i % 2};
	if (numbers == 0)
		planes_of_fp16(factor, n);
	else if (numbers == TF32)
		planes_of_bits(factor, n, 0, 0xffffe000);
	else
		planes_of_bits(factor, n, 16, 0xffff0000);
	if (in->f[F_f32])
		planes_of_bits(addend, 4, 0, UINT32_MAX);
	else
		planes_of_fp16(addend, 4);
}

INLINE void
raise_to(ints *a, const ints *b)
{
	const ints more = *b > *a;

	*a = (*b & more) | (*a & ~more);
}

/* The sums of row g (half 0), or g + 8 (half 1). */
INLINE void
sum_row(const struct operands *o, unsigned k, unsigned half, unsigned g, struct sums_of_rows *s)
{
	const unsigned lane = 4 * g;
	const struct plane *a = o->a[half], *c = o->c + 2 * half;
	const ints least = (ints){0} + LEAST, low = (ints){0} - MOST;
	ints largest, scaled, first, second = {0};
	words bits;
	floats sum, scale;

	matrix_join(&largest, c[0].exponent + lane, c[1].exponent + lane);
	matrix_join(&sum, c[0].value + lane, c[1].value + lane);
	for (unsigned i = 0; i < k / 4; i++)
		for (unsigned t = 0; t < 4; t++) {
			ints e;

			memcpy(&e, o->b[i].exponent + MATRIX_COLUMNS * t, sizeof e);
			e += a[i].exponent[lane + t];
			raise_to(&largest, &e);
		}
	/* within the bounds, to be a number of FP32 */
	scaled = largest;
	raise_to(&scaled, &least);
	scaled = -scaled;
	raise_to(&scaled, &low);
	bits = (words)(127 + KEPT_BITS + scaled) << 23;
	memcpy(&scale, &bits, sizeof scale);
	first = __builtin_convertvector(sum * scale, ints);
	for (unsigned i = 0; i < k / 4; i++) {
		ints *part = i < 2 ? &first : &second;

		for (unsigned t = 0; t < 4; t++) {
			floats v;

			memcpy(&v, o->b[i].value + MATRIX_COLUMNS * t, sizeof v);
			v *= a[i].value[lane + t];
			*part = (ints)((words)*part + (words) __builtin_convertvector(v * scale, ints));
		}
	}
	matrix_part(s->first + 2 * half, lane, &first);
	matrix_part(s->second + 2 * half, lane, &second);
	matrix_part(s->largest + 2 * half, lane, &largest);
}

CLONES static void
sum_rows(const struct operands *o, unsigned k, struct sums_of_rows *s)
{
	/* one with its loops for each k */
	for (unsigned half = 0; half < 2; half++)
		for (unsigned g = 0; g < MATRIX_ROWS / 2; g++)
			if (k == 16)
				sum_row(o, 16, half, g, s);
			else if (k == 8)
				sum_row(o, 8, half, g, s);
			else
				sum_row(o, 4, half, g, s);
}

/* The sums, cut off to FP32: none of those that are not hard is a subnormal number, or too large. Returns whether one is hard. */
CLONES static bool
pack_fp32(const struct sums_of_rows *s, uint32_t (*d)[ISA_LANES])
{
	uint32_t hard = 0;

	for (unsigned i = 0; i < 4; i++)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const double sum = (double)s->first[i][l] + (double)s->second[i][l];
			const float cut = (float)as_double(double_bits(sum) & ~UINT64_C(0x1fffffff));

			d[i][l] = float_bits(cut * as_float((uint32_t)(unit_of(s->largest[i][l]) + 127) << 23));
			hard |= is_hard(s->largest[i][l]);
		}
	return hard;
}

/* The sums, rounded to FP16. The last bit of a number is 2^-10 of its exponent, which is that of the least normal number or more. Adding and
 * taking away 2^52 times that rounds to it. The exponent may be that of the number rounded to FP32: where that is a larger one, the number is
 * so near to it that it becomes it in any case. Numbers are compared as integers: compilers make branches of what may trap. */
CLONES static bool
pack_fp16(const struct sums_of_rows *s, uint32_t (*d)[ISA_LANES])
{
	const int32_t least = (int32_t)float_bits(0x1p-14f);
	uint32_t hard = 0;

	for (unsigned i = 0; i < 4; i++)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const double unit = as_float((uint32_t)(unit_of(s->largest[i][l]) + 127) << 23);
			const double sum = ((double)s->first[i][l] + (double)s->second[i][l]) * unit;
			const uint32_t near = float_bits((float)sum);
			const int32_t e = (int32_t)(near & INF32);
			const double last = (double)as_float((uint32_t)(e > least ? e : least)) * 0x1p42;
			const float rounded = (float)((__builtin_fabs(sum) + last) - last);
			/* FP32 has more exponents: a subnormal number of both, by a product that is exact; beyond the largest one is infinity */
			const int32_t v = (int32_t)(float_bits(rounded * 0x1p-112f) >> 13);

			/* what becomes 0 loses its sign */
			d[i][l] = (uint32_t)(v < 0x7c00 ? v : 0x7c00) | (near >> 16 & 0x8000 & -(uint32_t)(v != 0));
			hard |= is_hard(s->largest[i][l]);
		}
	return hard;
}

/* ---- HMMA ---- */
/* Number i of k of row or column n, of which r is the register. */
static struct matrix_number
factor(const uint32_t *r, unsigned numbers, unsigned n, unsigned i)
{
	const uint32_t v = r[4 * n + i % 4];

	return matrix_unpack(numbers == TF32 ? v >> 13 : v >> 16 * (i / 4 % 2) & 0xffff, of_numbers[numbers]);
}

/* What lane l gets in result i, worked out alone. */
static uint32_t
element(const struct inst *in, const struct exec *x, unsigned i, unsigned l)
{
	const unsigned numbers = in->f[F_numbers], k = in->f[F_matrix], of_register = numbers == TF32 ? 4 : 8;
	struct matrix_number a[MOST_K], b[MOST_K];
	uint32_t c;

	for (unsigned n = 0; n < k; n++) {
		a[n] = factor(matrix_row(&in->a, x, 2 * (n / of_register) + i / 2), numbers, l / 4, n);
		b[n] = factor(matrix_row(&in->b, x, n / of_register), numbers, l % 4 * 2 + i % 2, n);
	}
	c = in->f[F_f32] ? matrix_row(&in->c, x, i)[l] : matrix_row(&in->c, x, i / 2)[l] >> 16 * (i % 2) & 0xffff;
	return matrix_sum(&(struct matrix_row){.a = a,
					       .b = b,
					       .k = k,
					       .bits = 2 * (unsigned)of_numbers[numbers]->bits,
					       .kept = KEPT_BITS,
					       .f32 = in->f[F_f32]},
			  c);
}

void
isa_exec_hmma(const struct inst *in, struct exec *x)
{
	const bool single = in->f[F_f32];
	uint32_t d[4][ISA_LANES];
	struct operands o;
	struct sums_of_rows s;

	if (!matrix_complete(x))
		return;
	take_operands(in, x, &o);
	sum_rows(&o, in->f[F_matrix], &s);
	if (single ? pack_fp32(&s, d) : pack_fp16(&s, d))
		for (unsigned i = 0; i < 4; i++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				if (is_hard(s.largest[i][l]))
					d[i][l] = element(in, x, i, l);
	if (!single)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			d[0][l] |= d[1][l] << 16;
			d[1][l] = d[2][l] | d[3][l] << 16;
		}
	for (unsigned i = 0; i < (single ? 4 : 2); i++)
		matrix_keep(x, in, i, d[i]);
}
