/* exec-matrix.c: matrix multiply-add of a warp (IMMA, DMMA) and MOVM. See exec.h; HMMA is in exec-hmma.c.
 *
 * Lane 4 g + t holds rows g and g + 8 of matrix a (rows by k), column g of b (k by 8 columns), and columns 2 t and 2 t + 1 of the rows g
 * and g + 8 of c and d. A register has 32 bits of k: for FP16 the numbers at 2 t and 2 t + 1, for bytes those at 4 t to 4 t + 3, for
 * TF32 and FP64 the one at t. The next register of a row (of a: after that of row g + 8) is further on in k, by as much as the four
 * lanes have together.
 *
 * DMMA is one fused multiply-add after the other, in order of k. */
#include "isa/exec-matrix.h"
#include "isa/float.h"

#include <math.h>

enum { MOST_STEPS = 2, MOST_DMMA = 16 };

/* ---- IMMA ---- */
/* The bytes of the lanes of a register, each with its sign. */
INLINE void
bytes_of(int32_t (*to)[ISA_LANES], const uint32_t *r, bool is_signed)
{
	for (unsigned n = 0; n < 4; n++)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint32_t top = r[l] << (24 - 8 * n);

			to[n][l] = is_signed ? (int32_t)top >> 24 : (int32_t)(top >> 24);
		}
}

/* The operands: for each step of 16 in k the bytes of a, for rows 0 to 7 and 8 to 15, and those of b, turned. */
struct byte_operands {
	int32_t a[2][MOST_STEPS][4][ISA_LANES], b[MOST_STEPS][4][ISA_LANES];
};

/* The sums of a row; products of bytes are below 2^16, and those of a row fit a word with room. */
INLINE void
sum_bytes(const struct byte_operands *o, unsigned steps, unsigned half, unsigned g, ints *sum)
{
	*sum = (ints){0};
	for (unsigned s = 0; s < steps; s++)
		for (unsigned n = 0; n < 4; n++)
			for (unsigned t = 0; t < 4; t++) {
				ints b;

				memcpy(&b, o->b[s][n] + MATRIX_COLUMNS * t, sizeof b);
				*sum += b * o->a[half][s][n][4 * g + t];
			}
}

/* *sum + *c, without a carry, or no further than words go. */
INLINE void
add_words(ints *sum, const ints *c, bool saturate)
{
	const ints t = (ints)((words)*sum + (words)*c), most = (*c >> 31) ^ INT32_MAX;
	const ints over = ((*sum ^ t) & (*c ^ t)) >> 31;

	*sum = saturate ? (most & over) | (t & ~over) : t;
}

CLONES static void
imma_lanes(const struct inst *in, struct exec *x)
{
	const unsigned shape = in->f[F_matrix], rows = shape ? 2 : 1, steps = shape == 32 ? 2 : 1;
	int32_t d[4][ISA_LANES];
	struct byte_operands o;

	if (!matrix_complete(x))
		return;
	for (unsigned s = 0; s < steps; s++) {
		uint32_t turned[ISA_LANES];

		matrix_turn(turned, matrix_row(&in->b, x, s));
		bytes_of(o.b[s], turned, in->f[F_sgnb]);
		for (unsigned half = 0; half < rows; half++)
			bytes_of(o.a[half][s], matrix_row(&in->a, x, s * rows + half), in->f[F_sgn]);
	}
	for (unsigned half = 0; half < rows; half++)
		for (unsigned g = 0; g < MATRIX_ROWS / 2; g++) {
			ints c, sum;

			matrix_join(&c, matrix_row(&in->c, x, 2 * half) + 4 * g, matrix_row(&in->c, x, 2 * half + 1) + 4 * g);
			sum_bytes(&o, steps, half, g, &sum);
			add_words(&sum, &c, in->f[F_sat]);
			matrix_part(d + 2 * half, 4 * g, &sum);
		}
	for (unsigned i = 0; i < 2 * rows; i++)
		matrix_keep(x, in, i, (const uint32_t *)d[i]);
}

/* ---- DMMA ---- */
static uint64_t
number(const struct isa_source *s, const struct exec *x, unsigned i, unsigned l)
{
	return double_source(matrix_row(s, x, 2 * i)[l] | (uint64_t)matrix_row(s, x, 2 * i + 1)[l] << 32, s);
}

static uint64_t
multiply_add(uint64_t a, uint64_t b, uint64_t c)
{
	const double r = fma(as_double(a), as_double(b), as_double(c));

	return r != r ? isa_nan64(a, b, c) : double_bits(r);
}

/* What lane l gets in result i. */
static uint64_t
element(const struct inst *in, const struct exec *x, unsigned rows, unsigned k, unsigned i, unsigned l)
{
	uint64_t sum = number(&in->c, x, i, l);

	for (unsigned n = 0; n < k; n++)
		sum = multiply_add(number(&in->a, x, n / 4 * rows + i / 2, l / 4 * 4 + n % 4),
				   number(&in->b, x, n / 4, (l % 4 * 2 + i % 2) * 4 + n % 4), sum);
	return sum;
}

INLINE void
doubles_of(double *to, const uint32_t *low, const uint32_t *high, const struct isa_source *s)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		to[l] = as_double(double_source(low[l] | (uint64_t)high[l] << 32, s));
}

/* The operands: pair i of a and c, those of b turned. */
struct double_operands {
	double a[2 * MOST_DMMA / 4][ISA_LANES], b[MOST_DMMA / 4][ISA_LANES], c[4][ISA_LANES];
};

CLONES static void
take_doubles(const struct inst *in, struct exec *x, unsigned rows, unsigned k, struct double_operands *o)
{
	for (unsigned i = 0; i < k / 4 * rows; i++)
		doubles_of(o->a[i], matrix_row(&in->a, x, 2 * i), matrix_row(&in->a, x, 2 * i + 1), &in->a);
	for (unsigned i = 0; i < k / 4; i++) {
		uint32_t low[ISA_LANES], high[ISA_LANES];

		matrix_turn(low, matrix_row(&in->b, x, 2 * i));
		matrix_turn(high, matrix_row(&in->b, x, 2 * i + 1));
		doubles_of(o->b[i], low, high, &in->b);
	}
	for (unsigned i = 0; i < 2 * rows; i++)
		doubles_of(o->c[i], matrix_row(&in->c, x, 2 * i), matrix_row(&in->c, x, 2 * i + 1), &in->c);
}

/* The sums take the place of c. */
CLONES_WITH_FMA static void
sum_doubles(struct double_operands *o, unsigned rows, unsigned k)
{
	for (unsigned i = 0; i < 2 * rows; i++)
		for (unsigned g = 0; g < MATRIX_ROWS / 2; g++) {
			double sum[4];

			memcpy(sum, o->c[i] + 4 * g, sizeof sum);
			for (unsigned q = 0; q < k / 4; q++) {
				const double *a = o->a[q * rows + i / 2] + 4 * g, *b = o->b[q] + 4 * (i % 2);

				for (unsigned t = 0; t < 4; t++)
					for (unsigned j = 0; j < 4; j++)
						sum[j] = __builtin_fma(a[t], b[MATRIX_COLUMNS * t + j], sum[j]);
			}
			memcpy(o->c[i] + 4 * g, sum, sizeof sum);
		}
}

void
isa_exec_dmma(const struct inst *in, struct exec *x)
{
	const unsigned rows = in->f[F_matrix] ? 2 : 1, k = rows == 1 ? 4 : in->f[F_matrix];
	struct double_operands o;
	uint32_t d[8][ISA_LANES];

	if (!matrix_complete(x))
		return;
	take_doubles(in, x, rows, k, &o);
	sum_doubles(&o, rows, k);
	for (unsigned i = 0; i < 2 * rows; i++)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const double sum = o.c[i][l];
			/* which NaN it is depends on the first that came up */
			const uint64_t v = sum == sum ? double_bits(sum) : element(in, x, rows, k, i, l);

			d[2 * i][l] = (uint32_t)v;
			d[2 * i + 1][l] = (uint32_t)(v >> 32);
		}
	for (unsigned i = 0; i < 4 * rows; i++)
		matrix_keep(x, in, i, d[i]);
}

/* ---- matrices of 8 by 8 16-bit numbers: lane 4 g + t holds those in row g and columns 2 t and 2 t + 1 ---- */
typedef uint16_t row __attribute__((vector_size(16)));

#define LOW_HALVES  0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_HALVES 4, 12, 5, 13, 6, 14, 7, 15

/* Three times, rows i and i + 4 are shuffled into each other, as cards are. Then each number has come to its place. */
INLINE void
transpose(row *m)
{
	for (unsigned n = 0; n < 3; n++) {
		row t[8];

		for (unsigned i = 0; i < 4; i++) {
			t[2 * i] = __builtin_shufflevector(m[i], m[i + 4], LOW_HALVES);
			t[2 * i + 1] = __builtin_shufflevector(m[i], m[i + 4], HIGH_HALVES);
		}
		memcpy(m, t, sizeof t);
	}
}

CLONES static void
movm_lanes(const struct inst *in, struct exec *x)
{
	row m[8];

	if (!matrix_complete(x))
		return;
	memcpy(m, matrix_row(&in->a, x, 0), sizeof m);
	transpose(m);
	matrix_keep(x, in, 0, (const uint32_t *)m);
}

/* Which lanes give the addresses of rows of 16 bytes, eight for each matrix. */
static uint32_t
lanes_with_rows(const struct inst *in)
{
	return in->f[F_matrix] == 2 ? UINT32_MAX : in->f[F_matrix] ? 0xffff : 0xff;
}

void
isa_exec_ldsm(const struct inst *in, struct exec *x)
{
	if (!matrix_complete(x))
		return;
	isa_shared_request(in, x, MEM_LOAD);
	x->mem->mask = lanes_with_rows(in);
}

/* What the lanes of an LDSM get of the rows that were loaded. */
void
isa_spread_rows(const struct inst *in, struct exec *x)
{
	uint32_t d[ISA_LANES];

	for (unsigned m = 0; m < 1u << in->f[F_matrix]; m++) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			if (in->f[F_trans]) {
				const uint32_t *column = x->mem->data[l / 8] + 8 * m + l % 4 * 2;
				const unsigned shift = l / 4 % 2 * 16;

				d[l] = (column[0] >> shift & 0xffff) | (column[1] >> shift & 0xffff) << 16;
			} else {
				d[l] = x->mem->data[l % 4][8 * m + l / 4];
			}
		matrix_keep(x, in, m, d);
	}
}

void
isa_exec_stsm(const struct inst *in, struct exec *x)
{
	if (!matrix_complete(x))
		return;
	isa_shared_request(in, x, MEM_STORE);
	x->mem->mask = lanes_with_rows(in);
	for (unsigned m = 0; m < 1u << in->f[F_matrix]; m++) {
		const uint32_t *b = matrix_row(&in->b, x, m);

		for (unsigned r = 0; r < 8; r++)
			for (unsigned w = 0; w < 4; w++) {
				const unsigned from = w * 8 + r / 2, shift = r % 2 * 16;

				x->mem->data[w][8 * m + r] =
					in->f[F_trans] ? (b[from] >> shift & 0xffff) | (b[from + 4] >> shift & 0xffff) << 16
						       : b[4 * r + w];
			}
	}
}

EXPORT(imma)
EXPORT(movm)
