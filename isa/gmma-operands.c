/* gmma-operands.c: see gmma-operands.h.
 *
 * A descriptor of 64 bits says where a matrix is: in bits 0 to 13 its address, in bits 16 to 29 and 32 to 45 two distances, all in units of 16
 * bytes, in bits 49 to 51 a base, in bits 62 and 63 the swizzle. The other bits mean nothing. A matrix is made of lines of 16 bytes, which are
 * behind each other in k (k-major), or, transposed, in the rows of a or the columns of b (mn-major):
 *
 * - Without a swizzle eight lines behind each other are a core of 8 by 16 bytes. Cores are apart by the first distance in k, and by the
 *   second one across k.
 * - With one, a row of the matrix has 128, 64 or 32 bytes behind each other, and eight of them follow each other. The next eight of them are apart
 *   by the second distance. Mn-major, what follows in a row is apart by the first one; k-major an instruction never gets there.
 * - A swizzle of 128, 64 or 32 bytes then changes bits 4 to 6, 5 or 4 of an address: by exclusive or with those from bit 7 on, less the base.
 *
 * An H200 does so, for descriptors of any bits (tests/isa/test-exec-gmma.c).
 *
 * What this module cannot do: addresses beyond the block's shared memory, which are faults. */
#include "isa/gmma-operands.h"
#include "isa/exec-matrix.h"

enum { CORE = 8 }; /* lines of a core */

/* ---- matrices in shared memory ---- */
struct place {
	const struct exec_block *block;
	uint32_t start, lead, stride, base;
	uint32_t width; /* bytes of a row that are behind each other */
	uint32_t mask;  /* lines that the swizzle exchanges, less 1 */
	bool mn_major;
	unsigned bits;
	unsigned first; /* row or column that is number 0 */
};

static struct place
place_of(struct exec *x, unsigned ur, bool mn_major, unsigned bits)
{
	static const uint8_t lines[] = {1, 8, 4, 2}; /* none, 128, 64, 32 bytes */
	enum { FIELD = 0x3fff, BASE = 17, BASE_BITS = 7, SWIZZLE = 30 };
	const uint32_t low = ur < ISA_URZ ? x->u->r[ur] : 0, high = ur + 1 < ISA_URZ ? x->u->r[ur + 1] : 0;
	const unsigned n = lines[high >> SWIZZLE];

	return (struct place){.block = x->block,
			      .start = (low & FIELD) * GMMA_LINE,
			      .lead = (low >> 16 & FIELD) * GMMA_LINE,
			      .stride = (high & FIELD) * GMMA_LINE,
			      .base = high >> BASE & BASE_BITS,
			      .width = n * GMMA_LINE,
			      .mask = n - 1,
			      .mn_major = mn_major,
			      .bits = bits};
}

/* The line in which row or column n has number k. NULL: it is beyond the block's shared memory. */
INLINE const uint8_t *
line_of(const struct place *p, unsigned n, unsigned k)
{
	const unsigned of_width = p->width * 8 / p->bits, of_line = GMMA_LINE * 8 / p->bits;
	const unsigned mn = p->first + n;
	uint32_t at = p->start;

	if (!p->mn_major)
		at += mn / CORE * p->stride + mn % CORE * p->width + (p->mask ? k / of_line * GMMA_LINE : k / of_line * p->lead);
	else if (!p->mask)
		at += mn / of_line * p->stride + k / CORE * p->lead + k % CORE * GMMA_LINE;
	else
		at += mn / of_width * p->lead + mn % of_width / of_line * GMMA_LINE + k / CORE * p->stride + k % CORE * p->width;
	at ^= ((at / (CORE * GMMA_LINE) - p->base) & p->mask) * GMMA_LINE;
	return at + GMMA_LINE <= p->block->shared_bytes ? p->block->shared + at : NULL;
}

typedef uint16_t row __attribute__((vector_size(16)));
typedef uint8_t half_line __attribute__((vector_size(8)));

/* Eight rows of eight numbers, turned. Three times, rows i and i + 4 are shuffled into each other, as cards are. */
INLINE void
turn(row *m)
{
	for (unsigned n = 0; n < 3; n++) {
		row t[CORE];

		for (unsigned i = 0; i < CORE / 2; i++) {
			t[2 * i] = __builtin_shufflevector(m[i], m[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
			t[2 * i + 1] = __builtin_shufflevector(m[i], m[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
		}
		memcpy(m, t, sizeof t);
	}
}

/* Where column n of eight is. */
INLINE unsigned
place_of_column(unsigned n, bool sums)
{
	return sums ? n / 2 + n % 2 * 4 : n;
}

INLINE void
keep_row(uint32_t *to, const row *r)
{
	const words w = __builtin_convertvector(*r, words);

	memcpy(to, &w, sizeof w);
}

/* Numbers of 16 bits, or 8, from k on of eight columns from n on. False: beyond. */
INLINE bool
fetch_core(const struct place *p, unsigned n, unsigned k, bool sums, uint32_t *to, unsigned step)
{
	row m[CORE], upper[CORE];

	for (unsigned i = 0; i < CORE; i++) {
		const uint8_t *const at = line_of(p, n + i, k);
		const unsigned j = place_of_column(i, sums);

		if (!at)
			return false;
		if (p->bits == 16) {
			memcpy(m + j, at, sizeof *m);
		} else {
			half_line h[2];

			memcpy(h, at, sizeof h);
			m[j] = __builtin_convertvector(h[0], row);
			upper[j] = __builtin_convertvector(h[1], row);
		}
	}
	turn(m);
	for (unsigned i = 0; i < CORE; i++)
		keep_row(to + i * step, m + i);
	if (p->bits == 8) {
		turn(upper);
		for (unsigned i = 0; i < CORE; i++)
			keep_row(to + (CORE + i) * step, upper + i);
	}
	return true;
}

/* Words, one behind the other in k. */
INLINE bool
fetch_words(const struct place *p, unsigned n, unsigned k, bool sums, uint32_t *to, unsigned step)
{
	for (unsigned i = 0; i < CORE; i++) {
		const uint8_t *const at = line_of(p, n + i, k);
		uint32_t v[GMMA_LINE / 4];

		if (!at)
			return false;
		memcpy(v, at, sizeof v);
		for (unsigned j = 0; j < GMMA_LINE / 4; j++)
			to[j * step + place_of_column(i, sums)] = v[j];
	}
	return true;
}

/* Numbers of 16 bits of which eight columns are behind each other. */
INLINE bool
fetch_turned(const struct place *p, unsigned n, unsigned k, bool sums, uint32_t *to, unsigned step)
{
	for (unsigned i = 0; i < CORE; i++) {
		const uint8_t *const at = line_of(p, n, k + i);
		row r;

		if (!at)
			return false;
		memcpy(&r, at, sizeof r);
		if (sums)
			r = __builtin_shufflevector(r, r, 0, 2, 4, 6, 1, 3, 5, 7);
		keep_row(to + i * step, &r);
	}
	return true;
}

/* k numbers of each of so many columns, from number k on. sums: they are in the order of sums. */
CLONES static bool
fetch(const struct place *p, unsigned columns, unsigned k, bool sums, uint32_t *to, unsigned step)
{
	const unsigned each = p->mn_major ? CORE : GMMA_LINE * 8 / p->bits;

	for (unsigned i = 0; i < k; i += each)
		for (unsigned n = 0; n < columns; n += CORE) {
			uint32_t *const at = to + i * step + n;

			if (!(p->mn_major     ? fetch_turned(p, n, i, sums, at, step)
			      : p->bits == 32 ? fetch_words(p, n, i, sums, at, step)
					      : fetch_core(p, n, i, sums, at, step)))
				return false;
		}
	return true;
}

/* ---- a ---- */
/* Lane 4 g + t has words t of rows g and g + 8 in the first two registers, and words t + 4 in the other two. */
static void
from_registers(const struct inst *in, const struct exec *x, const struct gmma_shape *s, struct gmma_a *a)
{
	const unsigned each = 32 / s->bits;
	const uint32_t mask = UINT32_MAX >> (32 - s->bits);

	for (unsigned i = 0; i < in->na; i++) {
		const uint32_t *r = matrix_row(&in->a, x, i);

		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned n = 0; n < each; n++)
				a->of[(i / 2 * 4 + l % 4) * each + n][l / 4 + i % 2 * 8] = r[l] >> n * s->bits & mask;
	}
}

/* Moves what a has to its places in k. Four bits say for two numbers of four, or one of two if they have 32 bits, which. Of a quarter or half of k,
 * rows g and g + 8 have them in the halves of one word: lane 4 g + t has it for number t, where k has halves in the first two or the last two lanes
 * of four. Of bytes, each row has words of its own, those of halves of k two lanes apart. */
static void
spread_out(const struct inst *in, const struct exec *x, const struct gmma_shape *s, struct gmma_a *a)
{
	enum { BITS = 4, OF_HALF = 4, OF_WORD = 8 };
	const uint32_t *meta = in->f[F_meta] == ISA_RZ ? isa_zero_row : x->row->r[in->f[F_meta]];
	const unsigned group = s->bits == 32 ? 2 : 4, first = 2 * in->f[F_select];
	const struct gmma_a had = *a;

	memset(a, 0, sizeof *a);
	for (unsigned r = 0; r < GMMA_ROWS; r++)
		for (unsigned i = 0; i < s->k / group; i++) {
			const bool bytes = s->bits == 8;
			const unsigned half = r / CORE, quad = r % CORE * 4;
			const unsigned lane = bytes ? half + i / OF_WORD * 2 : first + i / OF_HALF;
			const unsigned at = bytes ? i % OF_WORD : half * OF_HALF + i % OF_HALF;
			const unsigned which = meta[quad + lane] >> at * BITS & 15;

			for (unsigned j = 0; j < group / 2; j++) {
				const unsigned k = i * group + (group == 2 ? which / 8 : which >> 2 * j & 3);

				a->of[k][r] = had.of[i * group / 2 + j][r];
				a->there[r] |= UINT64_C(1) << k;
			}
		}
}

bool
gmma_fetch(const struct inst *in, struct exec *x, const struct gmma_shape *s, struct gmma_a *a, struct gmma_b *b)
{
	const bool registers = in->a.kind == SRC_REG;
	const struct place of_b = place_of(x, in->b.index + 2u, in->f[F_trans], s->bits);
	bool ok = true;

	for (unsigned r = 0; r < GMMA_ROWS; r++)
		a->there[r] = UINT64_MAX;
	if (registers) {
		from_registers(in, x, s, a);
	} else {
		/* the warp's own rows */
		struct place of_a = place_of(x, in->b.index, in->f[F_tnspa], s->bits);

		of_a.first = x->warp_id % GMMA_WARPS * GMMA_ROWS;
		ok = fetch(&of_a, GMMA_ROWS, s->stored, false, a->of[0], GMMA_ROWS);
	}
	if (ok && in->f[F_sparse])
		spread_out(in, x, s, a);
	ok = ok && fetch(&of_b, s->columns, s->k, true, b->of[0], GMMA_COLUMNS);
	if (!ok)
		x->fault = "a matrix reaches beyond the block's shared memory";
	return ok;
}
