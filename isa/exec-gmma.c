/* exec-gmma.c: HGMMA, QGMMA, IGMMA and BGMMA, multiply-add of matrices of 64 rows by a group of four warps. See exec.h.
 *
 * Each warp has 16 rows of a, c and d, and works its part out alone when it issues the instruction: register 4 n + 2 h + i of lane 4 g + t has
 * row g + 8 h and column 8 n + 2 t + i of c and d; of FP16 both columns are in one register. gmma-operands.c brings a and b.
 *
 * It works as on an H200, bit for bit. Sums of FP16, BF16 and TF32 are those of HMMA, with all products of the instruction and c in one sum; those
 * of FP8 have fewer bits (matrix-sum.h). As in exec-hmma.c, sums of a row are worked out together, in FP32 and 32-bit integers, which is exact:
 * products are below 2^27, in units of the last bit that counts. What may be too large for a word, is infinite or no number, or may leave the
 * normal numbers of FP32, is worked out alone, number by number.
 *
 * What this module cannot do: see other warps of the group, or what they store while the instruction is under way. */
#include "isa/exec-matrix.h"
#include "isa/float.h"
#include "isa/gmma-operands.h"
#include "isa/matrix-sum.h"

typedef float floats __attribute__((vector_size(32)));
typedef int16_t shorts __attribute__((vector_size(32)));

enum { OF_ZERO = -4096, OF_BEYOND = 8192, LEAST = -100, MOST = 120, SHORTS = 16 };

/* Numbers as FP32, and their exponents. */
struct numbers_a {
	float value[GMMA_MOST_K][GMMA_ROWS];
	int16_t exponent[GMMA_MOST_K][GMMA_ROWS];
};
struct numbers_b {
	float value[GMMA_MOST_K][GMMA_COLUMNS];
	int16_t exponent[GMMA_MOST_K][GMMA_COLUMNS];
};

/* How numbers of a format become FP32: bits << shift, of 16 bits with three more bits of exponent, times scale; the exponents of numbers. */
struct reading {
	const struct matrix_format *format;
	unsigned shift;
	uint32_t mask;
	float scale;
	int least, most;
};

static const struct reading readings[] = {{&matrix_fp16, 0, UINT32_MAX, 0x1p112f, -14, 15},
					  {&matrix_bf16, 16, UINT32_MAX, 1, -126, 127},
					  {&matrix_tf32, 0, 0xffffe000, 1, -126, 127},
					  {&matrix_e4m3, 7, UINT32_MAX, 0x1p120f, -6, 8},
					  {&matrix_e5m2, 8, UINT32_MAX, 0x1p112f, -14, 15}};

static const struct reading *
reading_of(const struct inst *in, unsigned e5m2)
{
	return readings + in->f[F_numbers] + (in->f[F_numbers] == GMMA_FP8 ? e5m2 : 0);
}

/* Eight numbers. */
INLINE void
read_eight(const struct reading *f, const uint32_t *from, uint32_t flip, float *value, int16_t *exponent)
{
	enum { E4M3_SHIFT = 7, E4M3_NONE = 0x7f, FP16_INFINITY = 0x7c00 };
	words r;
	floats v;
	ints e, o;

	memcpy(&r, from, sizeof r);
	if (f->least < -100) {
		r = (r << f->shift & f->mask) ^ flip;
		memcpy(&v, &r, sizeof v);
	} else {
		words t = r << f->shift;

		if (f->shift == E4M3_SHIFT) {
			const words none = (words)((r & E4M3_NONE) == E4M3_NONE);

			t = (((t & 0x3f80) & ~none) | (FP16_INFINITY & none)) | (r & 0x80) << 8;
		}
		r = ((t & 0x7fff) << 13 | (t & 0x8000) << 16) ^ flip;
		memcpy(&v, &r, sizeof v);
		v *= f->scale;
	}
	memcpy(&r, &v, sizeof r);
	e = (ints)(r << 1 >> 24) - 127;
	o = e + ((f->least - e) & (e < f->least));
	o += ((ints)(r << 1 == 0) & OF_ZERO) + ((e > f->most) & OF_BEYOND);
	memcpy(value, &v, sizeof v);
	{
		typedef int16_t eight __attribute__((vector_size(16)));
		const eight s = __builtin_convertvector(o, eight);

		memcpy(exponent, &s, sizeof s);
	}
}

CLONES static void
read_all(const struct inst *in, const struct gmma_shape *s, const struct gmma_a *a, const struct gmma_b *b, struct numbers_a *na,
	 struct numbers_b *nb)
{
	const struct reading *const fa = reading_of(in, in->f[F_from]), *const fb = reading_of(in, in->f[F_to]);
	const uint32_t sign_a = in->a.neg || in->f[F_nega] ? UINT32_C(1) << 31 : 0;
	const uint32_t sign_b = in->f[F_negb] ? UINT32_C(1) << 31 : 0;

	for (unsigned k = 0; k < s->k; k++) {
		for (unsigned r = 0; r < GMMA_ROWS; r += MATRIX_COLUMNS)
			read_eight(fa, a->of[k] + r, sign_a, na->value[k] + r, na->exponent[k] + r);
		for (unsigned n = 0; n < s->columns; n += MATRIX_COLUMNS)
			read_eight(fb, b->of[k] + n, sign_b, nb->value[k] + n, nb->exponent[k] + n);
		/* exponents go by sixteen */
		for (unsigned n = s->columns; n % SHORTS; n++)
			nb->exponent[k][n] = OF_ZERO;
	}
}

/* The instruction, and what it multiplies. */
struct operands {
	struct gmma_shape shape;
	struct gmma_a a;
	struct gmma_b b;
};
struct job {
	const struct inst *in;
	struct exec *x;
	const struct operands *o;
	const struct numbers_a *a;
	const struct numbers_b *b;
	int kept;  /* bits, as in matrix-sum.h */
	bool zero; /* c does not count */
};

/* ---- sums of a row ---- */
/* The largest exponents of products, column by column. */
INLINE void
largest_of_products(const struct numbers_a *a, const struct numbers_b *b, const struct gmma_shape *s, unsigned row,
		    int16_t *largest)
{
	for (unsigned n = 0; n < s->columns; n += SHORTS) {
		shorts most = (shorts){0} + 2 * OF_ZERO;

		for (unsigned k = 0; k < s->k; k++) {
			shorts e, more;

			memcpy(&e, b->exponent[k] + n, sizeof e);
			e += a->exponent[k][row];
			more = e > most;
			most = (e & more) | (most & ~more);
		}
		memcpy(largest + n, &most, sizeof most);
	}
}

/* Eight sums, in units of the last bit that counts. */
struct eight_sums {
	ints sum, largest;
	ints hard; /* -1: it has to be worked out alone */
};

/* c as eight numbers of FP32. */
INLINE void
addends(const struct inst *in, const struct exec *x, unsigned row, unsigned block, bool zero, floats *c)
{
	const unsigned half = row / MATRIX_COLUMNS, lane = row % MATRIX_COLUMNS * 4;

	if (zero) {
		*c = (floats){0};
	} else if (in->f[F_f32]) {
		matrix_join(c, matrix_row(&in->c, x, 4 * block + 2 * half) + lane,
			    matrix_row(&in->c, x, 4 * block + 2 * half + 1) + lane);
	} else {
		const uint32_t *const r = matrix_row(&in->c, x, 2 * block + half) + lane;
		words w;

		matrix_join(&w, r, r);
		w = w << (words){16, 16, 16, 16, 0, 0, 0, 0};
		w = (words)((ints)w >> 3) & 0x8fffe000;
		memcpy(c, &w, sizeof *c);
		*c *= 0x1p112f;
	}
}

INLINE void
exponents_of_addends(const floats *c, bool f32, ints *e)
{
	const int least = f32 ? -126 : -14, most = f32 ? 127 : 15;
	words r;
	ints t;

	memcpy(&r, c, sizeof r);
	t = (ints)(r << 1 >> 24) - 127;
	*e = t + ((least - t) & (t < least));
	*e += ((ints)(r << 1 == 0) & OF_ZERO) + ((t > most) & OF_BEYOND);
}

INLINE void
raise_to(ints *a, const ints *b)
{
	const ints more = *b > *a;

	*a = (*b & more) | (*a & ~more);
}

INLINE void
sum_eight(const struct job *j, unsigned k, unsigned row, unsigned n, const floats *c, struct eight_sums *s)
{
	const ints least = (ints){0} + LEAST, low = (ints){0} - MOST;
	ints scaled = s->largest, first, second = {0};
	words bits;
	floats scale;

	raise_to(&scaled, &least);
	scaled = -scaled;
	raise_to(&scaled, &low);
	bits = (words)(127 + j->kept + scaled) << 23;
	memcpy(&scale, &bits, sizeof scale);
	first = __builtin_convertvector(*c * scale, ints);
	for (unsigned i = 0; i < k / 2; i++) {
		floats v, u;

		memcpy(&v, j->b->value[i] + n, sizeof v);
		memcpy(&u, j->b->value[k / 2 + i] + n, sizeof u);
		v *= j->a->value[i][row];
		u *= j->a->value[k / 2 + i][row];
		first = (ints)((words)first + (words) __builtin_convertvector(v * scale, ints));
		second = (ints)((words)second + (words) __builtin_convertvector(u * scale, ints));
	}
	s->sum = (ints)((words)first + (words)second);
	/* more than a word, or beyond the normal numbers; all 0 is not hard */
	s->hard = ((first ^ s->sum) & (second ^ s->sum)) >> 31;
	s->hard |= (s->largest > MOST) | ((s->largest < LEAST) & (s->largest > OF_ZERO / 2));
}

/* What a sum is worth: 2^unit. */
INLINE void
units(const ints *largest, int kept, floats *unit)
{
	const ints least = (ints){0} + LEAST, high = (ints){0} - MOST;
	ints e = *largest;
	words bits;

	raise_to(&e, &least);
	e = -e;
	raise_to(&e, &high);
	bits = (words)(127 - kept - e) << 23;
	memcpy(unit, &bits, sizeof *unit);
}

/* Sums cut off to FP32. */
INLINE void
pack_fp32(struct eight_sums *s, int kept, unsigned cut, words *d)
{
	enum { NEXT_IS_TOO_LARGE = 0x7fffff7f };
	const ints sign = s->sum >> 31, magnitude = (ints)((words)(s->sum ^ sign) - (words)sign);
	floats v = __builtin_convertvector(magnitude, floats), unit;
	words w;
	const ints back = __builtin_convertvector(v, ints);

	s->hard |= (magnitude > NEXT_IS_TOO_LARGE) | (magnitude < 0);
	memcpy(&w, &v, sizeof w);
	w += (words)(back > magnitude);
	memcpy(&v, &w, sizeof v);
	units(&s->largest, kept, &unit);
	v *= unit;
	memcpy(&w, &v, sizeof w);
	*d = (w & (UINT32_MAX << cut)) | ((words)sign & UINT32_C(1) << 31);
}

/* Sums rounded to FP16, as exec-hmma.c does: by adding and taking away 2^52 times the last bit. */
INLINE void
pack_fp16(const struct eight_sums *s, int kept, words *d)
{
	const int32_t least = (int32_t)float_bits(0x1p-14f);
	floats unit;

	units(&s->largest, kept, &unit);
	for (unsigned l = 0; l < MATRIX_COLUMNS; l++) {
		const double sum = (double)s->sum[l] * unit[l];
		const uint32_t near = float_bits((float)sum);
		const int32_t e = (int32_t)(near & INF32);
		const double last = (double)as_float((uint32_t)(e > least ? e : least)) * 0x1p42;
		const float rounded = (float)((__builtin_fabs(sum) + last) - last);
		const int32_t v = (int32_t)(float_bits(rounded * 0x1p-112f) >> 13);

		(*d)[l] = (uint32_t)(v < 0x7c00 ? v : 0x7c00) | (near >> 16 & 0x8000 & -(uint32_t)(v != 0));
	}
}

/* ---- elements alone ---- */
/* Element of a row and a column, which is in its place in the order of sums. */
static uint32_t
element(const struct inst *in, const struct operands *o, unsigned row, unsigned column, uint32_t c)
{
	const struct reading *const fa = reading_of(in, in->f[F_from]), *const fb = reading_of(in, in->f[F_to]);
	const bool fp8 = in->f[F_numbers] == GMMA_FP8;
	const unsigned unused = in->f[F_numbers] == GMMA_TF32 ? 13 : 0;
	struct matrix_number a[GMMA_MOST_K], b[GMMA_MOST_K];
	unsigned n = 0;

	for (unsigned k = 0; k < o->shape.k; k++) {
		if (!(o->a.there[row] >> k & 1))
			continue;
		a[n] = matrix_unpack(o->a.of[k][row] >> unused, fa->format);
		b[n] = matrix_unpack(o->b.of[k][column] >> unused, fb->format);
		a[n].minus ^= in->a.neg || in->f[F_nega];
		b[n].minus ^= in->f[F_negb];
		n++;
	}
	return matrix_sum(&(struct matrix_row){.a = a,
					       .b = b,
					       .k = n,
					       .bits = (unsigned)(fa->format->bits + fb->format->bits),
					       .kept = fp8 ? MATRIX_KEPT_BITS_FP8 : MATRIX_KEPT_BITS,
					       .cut = fp8 && in->f[F_f32] ? MATRIX_CUT_FP8 : 0,
					       .f32 = in->f[F_f32]},
			  c);
}

/* Bits of the addend at a place, in the format of sums. */
static uint32_t
addend(const struct inst *in, const struct exec *x, unsigned row, unsigned column, bool zero)
{
	const unsigned half = row / MATRIX_COLUMNS, block = column / MATRIX_COLUMNS, odd = column % MATRIX_COLUMNS / 4;
	const unsigned lane = row % MATRIX_COLUMNS * 4 + column % 4;

	if (zero)
		return 0;
	return in->f[F_f32] ? matrix_row(&in->c, x, 4 * block + 2 * half + odd)[lane]
			    : matrix_row(&in->c, x, 2 * block + half)[lane] >> 16 * odd & 0xffff;
}

static __attribute__((noinline)) void
alone(const struct job *j, unsigned row, unsigned n, const ints *hard, words *d)
{
	for (unsigned l = 0; l < MATRIX_COLUMNS; l++)
		if ((*hard)[l])
			(*d)[l] = element(j->in, j->o, row, n + l, addend(j->in, j->x, row, n + l, j->zero));
}

/* Eight results go to the lanes that have them. */
INLINE void
keep_eight(const struct inst *in, struct exec *x, unsigned row, unsigned block, const words *d)
{
	const unsigned half = row / MATRIX_COLUMNS, lane = row % MATRIX_COLUMNS * 4;

	if (in->d == ISA_RZ)
		return;
	if (in->f[F_f32]) {
		uint32_t(*const r)[ISA_LANES] = x->row->r + in->d + 4 * block + 2 * half;

		memcpy(r[0] + lane, d, sizeof *d / 2);
		memcpy(r[1] + lane, (const char *)d + sizeof *d / 2, sizeof *d / 2);
	} else {
		uint32_t *const r = x->row->r[in->d + 2 * block + half] + lane;

		for (unsigned t = 0; t < 4; t++)
			r[t] = (*d)[t] | (*d)[4 + t] << 16;
	}
}

/* A row of numbers: d takes the place of c, which may have the same registers. */
INLINE void
row_of_numbers(const struct job *j, unsigned row, unsigned k)
{
	const bool single = j->in->f[F_f32];
	const unsigned cut = j->kept == MATRIX_KEPT_BITS_FP8 ? MATRIX_CUT_FP8 : 0;
	int16_t largest[GMMA_COLUMNS];

	largest_of_products(j->a, j->b, &j->o->shape, row, largest);
	for (unsigned n = 0; n < j->o->shape.columns; n += MATRIX_COLUMNS) {
		typedef int16_t eight __attribute__((vector_size(16)));
		struct eight_sums s;
		eight of_products;
		floats c;
		ints e;
		words d;

		memcpy(&of_products, largest + n, sizeof of_products);
		s.largest = __builtin_convertvector(of_products, ints);
		addends(j->in, j->x, row, n / MATRIX_COLUMNS, j->zero, &c);
		exponents_of_addends(&c, single, &e);
		raise_to(&s.largest, &e);
		sum_eight(j, k, row, n, &c, &s);
		if (single)
			pack_fp32(&s, j->kept, cut, &d);
		else
			pack_fp16(&s, j->kept, &d);
		for (unsigned l = 0; l < MATRIX_COLUMNS; l++)
			if (s.hard[l]) {
				alone(j, row, n, &s.hard, &d);
				break;
			}
		keep_eight(j->in, j->x, row, n / MATRIX_COLUMNS, &d);
	}
}

CLONES static void
multiply_numbers(const struct job *j)
{
	for (unsigned row = 0; row < GMMA_ROWS; row++)
		/* one with its loops for each k */
		if (j->o->shape.k == 16)
			row_of_numbers(j, row, 16);
		else
			row_of_numbers(j, row, j->o->shape.k);
}

/* ---- bytes and bits ---- */
/* The numbers that bytes are. */
INLINE void
signed_bytes(uint32_t *v, unsigned n, bool is_signed)
{
	for (unsigned i = 0; i < n && is_signed; i++)
		v[i] = (uint32_t)((int32_t)(v[i] << 24) >> 24);
}

/* How many bits of each word are 1. */
INLINE void
count_bits(words *v)
{
	*v -= *v >> 1 & 0x55555555;
	*v = (*v & 0x33333333) + (*v >> 2 & 0x33333333);
	*v = (*v + (*v >> 4)) & 0x0f0f0f0f;
	*v = *v * 0x01010101 >> 24;
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
multiply_words(const struct inst *in, struct exec *x, struct operands *o, bool zero)
{
	const bool bits = in->f[F_numbers] == GMMA_BITS;

	for (unsigned k = 0; k < o->shape.k && !bits; k++) {
		signed_bytes(o->a.of[k], GMMA_ROWS, in->f[F_sgn]);
		signed_bytes(o->b.of[k], o->shape.columns, in->f[F_sgnb]);
	}
	for (unsigned row = 0; row < GMMA_ROWS; row++)
		for (unsigned n = 0; n < o->shape.columns; n += MATRIX_COLUMNS) {
			words sum = {0}, d;
			floats c;
			ints old, total;

			for (unsigned k = 0; k < o->shape.k; k++) {
				words v;

				memcpy(&v, o->b.of[k] + n, sizeof v);
				if (bits) {
					v &= o->a.of[k][row];
					count_bits(&v);
				} else {
					v *= o->a.of[k][row];
				}
				sum += v;
			}
			addends(in, x, row, n / MATRIX_COLUMNS, zero, &c);
			memcpy(&old, &c, sizeof old);
			total = (ints)sum;
			add_words(&total, &old, in->f[F_sat]);
			d = (words)total;
			keep_eight(in, x, row, n / MATRIX_COLUMNS, &d);
		}
}

void
isa_exec_gmma(const struct inst *in, struct exec *x)
{
	struct operands o;
	struct numbers_a a;
	struct numbers_b b;
	bool zero;

	if (!matrix_complete(x))
		return;
	zero = !uniform_predicate(x, in->ps[2]);
	o.shape = gmma_shape_of(in);
	if (!gmma_fetch(in, x, &o.shape, &o.a, &o.b))
		return;
	if (in->f[F_numbers] >= GMMA_BYTES) {
		multiply_words(in, x, &o, zero);
		return;
	}
	read_all(in, &o.shape, &o.a, &o.b, &a, &b);
	multiply_numbers(&(struct job){
		.in = in,
		.x = x,
		.o = &o,
		.a = &a,
		.b = &b,
		.kept = in->f[F_numbers] == GMMA_FP8 ? MATRIX_KEPT_BITS_FP8 : MATRIX_KEPT_BITS,
		.zero = zero,
	});
}
