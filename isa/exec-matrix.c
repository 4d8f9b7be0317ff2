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

/* ---- IMMA ---- */
static int64_t
byte_of(uint32_t word, unsigned i, bool is_signed)
{
	const uint32_t v = word >> 8 * i & 0xff;

	return is_signed ? (int8_t)v : (int64_t)v;
}

void
isa_exec_imma(const struct inst *in, struct exec *x)
{
	const unsigned shape = in->f[F_matrix], rows = shape ? 2 : 1, steps = shape == 32 ? 2 : 1;
	uint32_t d[4][ISA_LANES];

	if (!matrix_complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned i = 0; i < 2 * rows; i++) {
			const unsigned row = l / 4, column = l % 4 * 2 + i % 2;
			int64_t sum = (int32_t)matrix_row(&in->c, x, i)[l];

			for (unsigned s = 0; s < steps; s++)
				for (unsigned t = 0; t < 4; t++) {
					const uint32_t va = matrix_row(&in->a, x, s * rows + i / 2)[row * 4 + t];
					const uint32_t vb = matrix_row(&in->b, x, s)[column * 4 + t];

					for (unsigned n = 0; n < 4; n++)
						sum += byte_of(va, n, in->f[F_sgn]) * byte_of(vb, n, in->f[F_sgnb]);
				}
			if (in->f[F_sat])
				sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
			d[i][l] = (uint32_t)sum;
		}
	for (unsigned i = 0; i < 2 * rows; i++)
		matrix_keep(x, in, i, d[i]);
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

void
isa_exec_dmma(const struct inst *in, struct exec *x)
{
	const unsigned rows = in->f[F_matrix] ? 2 : 1, k = rows == 1 ? 4 : in->f[F_matrix];
	uint32_t d[8][ISA_LANES];

	if (!matrix_complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned i = 0; i < 2 * rows; i++) {
			uint64_t sum = number(&in->c, x, i, l);

			for (unsigned n = 0; n < k; n++)
				sum = multiply_add(number(&in->a, x, n / 4 * rows + i / 2, l / 4 * 4 + n % 4),
						   number(&in->b, x, n / 4, (l % 4 * 2 + i % 2) * 4 + n % 4), sum);
			d[2 * i][l] = (uint32_t)sum;
			d[2 * i + 1][l] = (uint32_t)(sum >> 32);
		}
	for (unsigned i = 0; i < 4 * rows; i++)
		matrix_keep(x, in, i, d[i]);
}

/* ---- matrices of 8 by 8 16-bit numbers: lane 4 g + t holds those in row g and columns 2 t and 2 t + 1 ---- */
void
isa_exec_movm(const struct inst *in, struct exec *x)
{
	const uint32_t *a = matrix_row(&in->a, x, 0);
	uint32_t d[ISA_LANES];

	if (!matrix_complete(x))
		return;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		const unsigned from = l % 4 * 8 + l / 8, shift = l / 4 % 2 * 16;

		d[l] = (a[from] >> shift & 0xffff) | (a[from + 4] >> shift & 0xffff) << 16;
	}
	matrix_keep(x, in, 0, d);
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
