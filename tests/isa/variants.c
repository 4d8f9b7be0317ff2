/* variants.c: see variants.h. */
#include "tests/isa/variants.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "isa/float.h"
#include "isa/syntax.h"
#include "workloads/generators/generate.h"

/* ---- the list ---- */
struct list {
	struct variant *v;
	size_t n, room;
};

static void
put_bits(uint64_t word[2], int bit, int width, uint64_t value)
{
	for (int i = 0; i < width; i++) {
		const int at = bit + i;

		word[at / 64] &= ~(UINT64_C(1) << at % 64);
		word[at / 64] |= (value >> i & 1) << at % 64;
	}
}

static bool
is_refused(const struct variant *v)
{
	const char *at = v->op->syntax;
	struct syntax_item item;

	while (syntax_next(&at, &item))
		if (item.part == SYNTAX_REFUSE && syntax_holds(&item, v->f))
			return true;
	return false;
}

static void
add(struct list *l, const struct variant *v)
{
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 1024;
		l->v = realloc(l->v, l->room * sizeof *l->v);
		assert(l->v);
	}
	l->v[l->n++] = *v;
}

/* Does an operand begin with this bit, or is it its sign? What it has to be there is put with the operand, and names no variant. */
static bool
is_of_operand(const struct opcode *op, int bit)
{
	struct syntax_item item;

	for (const char *at = op->syntax; syntax_next(&at, &item);)
		if (item.part == SYNTAX_OPERAND && (item.bit == bit || item.negate == bit))
			return true;
	return false;
}

/* Adds v with all values of the fields from `at` on. */
static void
add_all(struct list *l, struct variant v, const char *at)
{
	struct syntax_item item;
	int length;

	while (syntax_next(&at, &item)) {
		if (item.part == SYNTAX_FIXED && !is_of_operand(v.op, item.bit))
			put_bits(v.base, item.bit, item.width, item.value);
		if (item.part == SYNTAX_SET)
			v.f[item.field] = (uint8_t)item.value;
		if (item.part != SYNTAX_FIELD || !syntax_holds(&item, v.f))
			continue;
		for (unsigned i = 0; i < 1u << item.width; i++) {
			struct variant w = v;

			if (!syntax_value(&item, i, &length))
				continue;
			w.f[item.field] = (uint8_t)i;
			put_bits(w.base, item.bit, item.width, i);
			add_all(l, w, at);
		}
		return;
	}
	if (!is_refused(&v))
		add(l, &v);
}

/* What cannot be run in place: no result, or one that depends on more than the inputs. */
static bool
is_left_out(const struct opcode *op)
{
	const char *at = op->syntax;
	struct syntax_item item;

	if (op->flow != FLOW_NONE || !op->exec || op->exec == isa_exec_nop || op->exec == isa_exec_bpt || op->exec == isa_exec_b2r)
		return true;
	/* what all lanes of a warp do together is measured in workloads/general */
	if (op->pipe == PIPE_tensor || op->exec == isa_exec_dmma || op->exec == isa_exec_movm || op->exec == isa_exec_elect)
		return true;
	while (syntax_next(&at, &item)) {
		if (item.part != SYNTAX_OPERAND)
			continue;
		if (item.role == ROLE_MEMORY || item.role == ROLE_BARRIER || item.role == ROLE_TARGET)
			return true;
		if (item.kind == KIND_CX || (item.role == ROLE_BANK && item.kind != KIND_C))
			return true;
	}
	return false;
}

static bool
has_uniform_results(const struct opcode *op)
{
	const char *at = op->syntax;
	struct syntax_item item;

	while (syntax_next(&at, &item))
		if (item.part == SYNTAX_OPERAND && ((item.role == ROLE_D && item.kind == KIND_U) ||
						    ((item.role == ROLE_P0 || item.role == ROLE_P1) && item.kind == KIND_UP)))
			return true;
	return op->ureg_dest;
}

struct variant *
variants_list(size_t *n, size_t *left_out)
{
	struct list l = {NULL, 0, 0};
	size_t rows;
	const struct opcode *op = isa_opcodes(&rows);

	*left_out = 0;
	for (size_t i = 0; i < rows; i++) {
		struct variant v = {.op = &op[i], .uniform = has_uniform_results(&op[i])};

		if (op[i].exec == isa_exec_unmodelled)
			continue;
		if (is_left_out(&op[i])) {
			++*left_out;
			continue;
		}
		v.words = v.uniform ? VARIANT_UNIFORM_WORDS : VARIANT_LANE_WORDS;
		put_bits(v.base, 0, 12, op[i].code & 0xfff);
		put_bits(v.base, 91, 1, op[i].code >> 12);
		add_all(&l, v, op[i].syntax);
	}
	*n = l.n;
	return l.v;
}

/* ---- words ---- */
enum { FROM_FP16 = 1, FROM_BF16 = 4 }; /* of field from */

/* Random numbers for the bits of one word, by their place. */
struct draws {
	uint64_t seed, word;
};

static uint64_t
mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Four words for the bits at `bit`; what: tells several draws for one place apart. */
static void
draw(const struct draws *d, int bit, unsigned what, uint32_t r[4])
{
	philox4x32(d->seed, d->word << 16 | (uint64_t)bit << 4 | what, r);
}

static bool
chance(const struct draws *d, int bit, unsigned what, unsigned of)
{
	uint32_t r[4];

	draw(d, bit, what, r);
	return r[0] % of == 0;
}

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const uint32_t integers[] = {0,          1,          2,          7,          8,          15,         16,
				    31,         32,         33,         62,         63,         64,         65,
				    0x7f,       0x80,       0xff,       0x100,      0x7fff,     0x8000,     0xffff,
				    0x10000,    0x7ffeffff, 0x7fff7fff, 0x80008000, 0xffff0001, 0x7fffffff, 0x80000000,
				    0x80000001, 0xffffff80, 0xffffffe0, 0xfffffffe, 0xffffffff};
static const uint32_t floats[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x807fffff, 0x00800000,
				  0x00800001, 0x00ffffff, 0x3effffff, 0x3f000000, 0xbf000000, 0x3f7fffff, 0x3f800000,
				  0x3f800001, 0xbf800000, 0x3fc00000, 0x40200000, 0x33800000, 0x34000000, 0x4b000000,
				  0x4b000001, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x5f800000,
				  0x477fe000, 0x477ff000, 0x387fc000, 0x33000000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
				  0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0xff812345, 0x7fffffff};
static const uint32_t upper_doubles[] = {0,          0x80000000, 0x000fffff, 0x00100000, 0x3fefffff, 0x3ff00000,
					 0xbff00000, 0x7fefffff, 0xffefffff, 0x7ff00000, 0xfff00000, 0x7ff80000,
					 0xfff80001, 0x41dfffff, 0x41e00000, 0xc1e00000, 0x43e00000, 0x43f00000,
					 0x3fe00000, 0x40040000, 0x36a00000, 0x380fffff, 0x47efffff, 0x43300000};
static const uint32_t halves[] = {0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x3555,
				  0x4248, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xfd12, 0x0080, 0x007f, 0x3f80,
				  0x3f81, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x7f81, 0x7fff, 0xbf80, 0x3e00};

/* Of each kind half are edge values. */
static uint32_t
an_integer(const uint32_t r[4])
{
	if (r[0] % 2)
		return integers[r[1] % COUNT(integers)];
	return r[2] % 4 == 0 ? r[3] & 63 : r[3];
}

static uint32_t
a_float(const uint32_t r[4])
{
	static const uint8_t exponents[] = {0, 1, 2, 23, 24, 102, 103, 253, 254, 255};
	uint32_t e = 127 - 30 + r[1] % 61;

	if (r[0] % 8 < 3)
		return floats[r[1] % COUNT(floats)];
	if (r[0] % 8 == 3)
		e = r[1] >> 8 & 255;
	if (r[0] % 8 == 4)
		e = exponents[r[1] % COUNT(exponents)];
	return (r[2] & SIGN32) | e << 23 | (r[2] & 1 ? r[3] & 0x7fffff : (r[3] & 0xff) << 15);
}

static uint64_t
a_double(const uint32_t r[4])
{
	uint32_t e = 1023 - 60 + r[1] % 121;
	uint64_t m = (uint64_t)r[2] << 20 ^ r[3];

	if (r[0] % 8 < 3)
		return (uint64_t)upper_doubles[r[1] % COUNT(upper_doubles)] << 32 | (r[2] % 4 == 0   ? UINT32_MAX
										     : r[2] % 4 == 1 ? r[3]
												     : 0);
	if (r[0] % 8 == 3)
		e = r[1] & 2047;
	if (r[0] % 8 == 4)
		e = 1023 - 150 + r[1] % 301;
	if (r[0] >> 8 & 1)
		m &= ~UINT64_C(0) << (r[0] >> 9 & 1 ? 29 : 40);
	return (uint64_t)(r[0] & SIGN32) << 32 | (uint64_t)e << 52 | (m & ((UINT64_C(1) << 52) - 1));
}

static uint32_t
a_half(const uint32_t r[4])
{
	return r[0] % 2 ? halves[r[1] % COUNT(halves)] : r[2] & 0xffff;
}

/* Registers: one of two pairs for each source, so that triples that belong together are frequent. 255 or 63 now and then. */
static unsigned
source_register(const struct draws *d, const struct syntax_item *item)
{
	const unsigned zero = item->kind == KIND_U ? ISA_URZ : ISA_RZ, pair = item->role == ROLE_A   ? 0
									      : item->role == ROLE_B ? 1
												     : 2;
	uint32_t r[4];

	draw(d, item->bit, 0, r);
	if (r[0] % 32 == 0)
		return zero;
	return 4 + 2 * (pair + (r[1] % 4 == 0 ? 3 : 0)) + (item->count == '1' && r[2] % 8 == 0 ? 1 : 0);
}

static void
put_immediate(const struct draws *d, const struct syntax_item *item, uint64_t word[2])
{
	uint32_t r[4], s[4], v;

	draw(d, item->bit, 0, r);
	draw(d, item->bit, 1, s);
	v = item->kind == KIND_F   ? a_float(r)
	    : item->kind == KIND_D ? (uint32_t)(a_double(r) >> 32)
	    : item->kind == KIND_H ? a_half(r) | a_half(s) << 16
				   : an_integer(r);
	put_bits(word, item->bit, item->width, v);
}

/* Special registers that are the same each time. */
static uint32_t
special_register(const struct opcode *op, uint32_t r)
{
	static const uint8_t lanes[] = {0x00, 0x21, 0x22, 0x23, 0x25, 0x26, 0x27, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0xff};

	if (op->exec == isa_exec_s2r)
		return lanes[r % COUNT(lanes)];
	return op->exec == isa_exec_s2ur ? 0x25 + r % 3 : 0xff;
}

static void
put_field(const struct variant *v, const struct draws *d, const struct syntax_item *item, uint64_t word[2])
{
	uint32_t r[4];

	draw(d, item->bit, 0, r);
	if (item->field == F_sreg)
		r[1] = special_register(v->op, r[0]);
	else if (item->optional && r[0] % 4)
		r[1] = item->hidden;
	put_bits(word, item->bit, item->width, r[1]);
	if (item->more_width)
		put_bits(word, item->more_bit, item->more_width, r[2]);
}

static void
put_modifiers(const struct variant *v, const struct draws *d, const struct syntax_item *item, uint64_t word[2])
{
	static const uint8_t parts[] = {0, 0, 2, 3};
	uint32_t r[4];

	draw(d, item->bit < 0 ? 32 : item->bit, 2, r);
	/* IADD3, LEA and their uniform forms are illegal where a and b are both negated (bit 72 is a's). */
	if (item->negate >= 0 && !(item->negate_x && item->role == ROLE_B && word[1] >> (72 - 64) & 1))
		put_bits(word, item->negate, 1, r[0]);
	if (item->invert >= 0)
		put_bits(word, item->invert, 1, r[1]);
	if (item->absolute >= 0)
		put_bits(word, item->absolute, 1, r[2] % 4 == 0);
	if (item->half >= 0)
		put_bits(word, item->half, 2, parts[v->f[F_to32] ? 2 | (r[3] & 1) : r[3] & 3]);
	/* HADD2.F32 is legal as a conversion, with -RZ for a. */
	if (v->f[F_to32] && item->role == ROLE_A) {
		put_bits(word, item->bit, item->width, ISA_RZ);
		put_bits(word, item->negate, 1, 1);
		put_bits(word, item->half, 2, 0);
	}
	if (item->upper >= 0 && (!item->upper_of_16 || v->f[F_from] == FROM_FP16 || v->f[F_from] == FROM_BF16))
		put_bits(word, item->upper, 1, r[3]);
	if (item->byte >= 0)
		put_bits(word, item->byte, 2, r[3]);
}

static void
put_source(const struct variant *v, const struct draws *d, const struct syntax_item *item, uint64_t word[2])
{
	uint32_t r[4];

	if (item->kind == KIND_R || item->kind == KIND_U) {
		put_bits(word, item->bit, item->width, source_register(d, item));
	} else if (item->kind == KIND_C) {
		draw(d, 40, 0, r);
		put_bits(word, 40, 14, VARIANT_CONSTANT_AT / 4 + 2 * (r[0] % (VARIANT_CONSTANTS / 2)));
		put_bits(word, 54, 5, 0);
	} else {
		put_immediate(d, item, word);
	}
	put_modifiers(v, d, item, word);
}

/* A predicate read: P2 to P4 by role, now and then PT; either may be negated. */
static void
put_predicate_source(const struct draws *d, const struct syntax_item *item, uint64_t word[2])
{
	uint32_t r[4];

	draw(d, item->bit, 0, r);
	put_bits(word, item->bit, 4, (r[0] % 8 == 0 ? ISA_PT : 2u + (unsigned)(item->role - ROLE_S0)) | (r[1] & 1) << 3);
}

static void
put_operand(const struct variant *v, const struct draws *d, const struct syntax_item *item, uint64_t word[2])
{
	uint32_t r[4];

	switch (item->role) {
	case ROLE_D:
		put_bits(word, item->bit, item->width, 16);
		break;
	case ROLE_A:
	case ROLE_B:
	case ROLE_C:
		put_source(v, d, item, word);
		break;
	case ROLE_P0:
	case ROLE_P1:
		put_bits(word, item->bit, 3, chance(d, item->bit, 0, 8) && !item->always ? ISA_PT : item->role - ROLE_P0);
		break;
	case ROLE_S0:
	case ROLE_S1:
	case ROLE_S2:
		put_predicate_source(d, item, word);
		break;
	case ROLE_BANK:
		draw(d, 38, 0, r);
		put_bits(word, 38, 16, VARIANT_CONSTANT_AT + 8 * (r[0] % (VARIANT_CONSTANTS / 2)));
		break;
	default:
		put_field(v, d, item, word);
		break;
	}
}

/* Stall of 15 cycles, scoreboard 0 where the latency is not fixed. */
static void
put_control(const struct variant *v, const struct draws *d, uint64_t word[2])
{
	uint32_t r[4];

	draw(d, 12, 0, r);
	put_bits(word, 12, 4, r[0] % 4 ? ISA_PT : 5 | (r[1] & 1) << 3);
	put_bits(word, 105, 4, 15);
	put_bits(word, 110, 3, v->op->variable ? 0 : ISA_NO_SB);
	put_bits(word, 113, 3, ISA_NO_SB);
}

bool
variant_word(const struct variant *v, unsigned i, struct inst *in)
{
	const struct draws d = {mix(v->base[0] ^ mix(v->base[1])), i};
	uint64_t word[2] = {v->base[0], v->base[1]};
	const char *at = v->op->syntax;
	struct syntax_item item;

	put_control(v, &d, word);
	while (syntax_next(&at, &item)) {
		if (item.part != SYNTAX_OPERAND)
			continue;
		if (syntax_holds(&item, v->f))
			put_operand(v, &d, &item, word);
		else
			put_bits(word, item.bit, item.width + (item.role >= ROLE_S0 && item.role <= ROLE_S2), item.value);
	}
	return isa_decode(word[0], word[1], 0, 90, in);
}

/* ---- inputs ---- */
enum kind { INTEGER, FLOAT, DOUBLE, HALF, FLOAT_SUM, DOUBLE_SUM, MIXED, FEW, KINDS };

static uint64_t
a_pair(enum kind kind, const uint32_t r[4], const uint32_t s[4])
{
	switch (kind) {
	case FLOAT:
	case FLOAT_SUM:
		return a_float(r) | (uint64_t)a_float(s) << 32;
	case DOUBLE:
	case DOUBLE_SUM:
		return a_double(r);
	case HALF:
		return a_half(r) | a_half(s) << 16 | (uint64_t)a_float(s) << 32;
	case FEW:
		return r[0] % 8 ? UINT64_C(0x1234567812345678) : UINT64_C(0x3ff0000000000000) + r[1] % 3;
	default:
		return an_integer(r) | (uint64_t)an_integer(s) << 32;
	}
}

/* Makes the third of a triple what cancels the product of the others, or the second what cancels the first, but for the last bits. */
static void
cancel(enum kind kind, uint64_t p[3], const uint32_t r[4])
{
	const uint64_t noise = r[0] % 4;

	if (kind == FLOAT_SUM && r[1] % 2)
		p[2] = (p[2] & ~(uint64_t)UINT32_MAX) |
		       (float_bits(-(as_float((uint32_t)p[0]) * as_float((uint32_t)p[1]))) ^ noise);
	else if (kind == FLOAT_SUM)
		p[1] = (p[1] & ~(uint64_t)UINT32_MAX) | ((uint32_t)(p[0] ^ SIGN32 ^ noise) + (r[2] % 3 - 1) * (1u << 23));
	else if (r[1] % 2)
		p[2] = double_bits(-(as_double(p[0]) * as_double(p[1]))) ^ noise;
	else
		p[1] = (p[0] ^ SIGN64 ^ noise) + (uint64_t)(r[2] % 3 - 1) * (UINT64_C(1) << 52);
	/* Hosts differ in the NaN they make. */
	for (unsigned i = 1; i < 3; i++) {
		if (kind == FLOAT_SUM && ((uint32_t)p[i] & ~SIGN32) > INF32)
			p[i] = (p[i] & ~(uint64_t)UINT32_MAX) | 0x7fc00000;
		if (kind == DOUBLE_SUM && (p[i] & ~SIGN64) > INF64)
			p[i] = UINT64_C(0x7ff8) << 48;
	}
}

/* VARIANT_SOURCES words of kind (which + set) % KINDS. */
static void
make_sources(unsigned set, unsigned which, uint32_t *source)
{
	const enum kind kind = (enum kind)((which + 3 * set) % KINDS);
	uint64_t p[VARIANT_SOURCES / 2];
	uint32_t r[4], s[4];

	for (unsigned i = 0; i < VARIANT_SOURCES / 2; i++) {
		philox4x32(set + 1, (uint64_t)which << 8 | 2 * i, r);
		philox4x32(set + 1, (uint64_t)which << 8 | (2 * i + 1), s);
		p[i] = a_pair(kind == MIXED ? (enum kind)(r[3] >> 8 & 3) : kind, r, s);
	}
	if (kind == FLOAT_SUM || kind == DOUBLE_SUM)
		for (unsigned i = 0; i < 2; i++) {
			philox4x32(set + 1, (uint64_t)which << 8 | (32 + i), r);
			cancel(kind, p + 3 * (size_t)i, r);
		}
	for (unsigned i = 0; i < VARIANT_SOURCES; i++)
		source[i] = (uint32_t)(p[i / 2] >> 32 * (i % 2));
}

void
variant_inputs(unsigned set, struct variant_inputs *in)
{
	uint32_t r[4];

	memset(in, 0, sizeof *in);
	in->set = set;
	for (unsigned t = 0; t < VARIANT_THREADS; t++) {
		struct variant_thread *th = &in->thread[t];
		const unsigned warp = t / ISA_LANES;

		make_sources(set, t, th->source);
		make_sources(set, 4096 + warp + set, th->uniform);
		philox4x32(set + 1, (uint64_t)t << 8 | 64, r);
		memcpy(th->old, r, sizeof th->old);
		th->predicates = r[2] & 127;
		/* Some warps agree on a predicate. */
		if (warp % 4 == 1)
			th->predicates = warp % 8 == 1 ? th->predicates | 0x14 : th->predicates & ~0x14u;
		philox4x32(set + 1, (uint64_t)(4096 + warp) << 8 | 64, r);
		th->uniform_predicates = r[0] & 127;
	}
	for (unsigned i = 0; i < VARIANT_CONSTANTS / VARIANT_SOURCES; i++)
		make_sources(0, 8192 + i, in->constant + VARIANT_SOURCES * (size_t)i);
}

/* ---- running ---- */
static void
run_warp(const struct variant *v, const struct inst *in, const struct variant_thread *threads, struct exec *x,
	 uint32_t (*results)[VARIANT_RESULTS])
{
	struct home_row *row = x->row;
	struct uniform *u = x->u;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		for (unsigned i = 0; i < VARIANT_SOURCES; i++)
			row->r[4 + i][l] = threads[l].source[i];
		row->r[16][l] = threads[l].old[0];
		row->r[17][l] = threads[l].old[1];
		for (unsigned i = 0; i < ISA_PT; i++)
			row->p[i] |= (threads[l].predicates >> i & 1) << l;
	}
	memcpy(u->r + 4, threads->uniform, sizeof threads->uniform);
	u->r[16] = u->r[17] = VARIANT_OLD_UNIFORM;
	u->p = (uint8_t)(0x80 | (threads->uniform_predicates & 0x3f));
	x->mask = isa_guard(in, x);
	in->op->exec(in, x);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		uint32_t p = 0;

		for (unsigned i = 0; i < ISA_PT; i++)
			p |= (row->p[i] >> l & 1) << i;
		results[l][0] = v->uniform ? u->r[16] : row->r[16][l];
		results[l][1] = v->uniform ? u->r[17] : row->r[17][l];
		results[l][2] = v->uniform ? u->p & 1u : p;
		results[l][3] = v->uniform ? p | (u->p & 2u) << 7 : 0;
	}
}

bool
variant_run(const struct variant *v, const struct inst *in, const struct variant_inputs *inputs,
	    uint32_t results[VARIANT_THREADS][VARIANT_RESULTS])
{
	static uint32_t r[20][ISA_LANES];
	static uint8_t bank[VARIANT_CONSTANT_AT + 4 * VARIANT_CONSTANTS];
	const struct exec_block block = {
		.bank = {bank}, .bank_bytes = {sizeof bank}, .ctaid = {inputs->set, 0, 0}, .ntid = {VARIANT_THREADS, 1, 1}};
	bool ok = true;

	memcpy(bank + VARIANT_CONSTANT_AT, inputs->constant, sizeof inputs->constant);
	for (unsigned w = 0; w < VARIANT_WARPS; w++) {
		struct home_row row = {.r = r};
		struct uniform u = {.p = 0x80};
		struct exec x = {.row = &row, .u = &u, .block = &block, .active = UINT32_MAX, .width = ISA_LANES, .warp_id = w};

		row.p[ISA_PT] = UINT32_MAX;
		for (unsigned l = 0; l < ISA_LANES; l++)
			row.tid[0][l] = (uint16_t)(w * ISA_LANES + l);
		run_warp(v, in, inputs->thread + (size_t)w * ISA_LANES, &x, results + (size_t)w * ISA_LANES);
		ok &= !x.fault;
	}
	return ok;
}

uint64_t
variant_hash(unsigned i, uint32_t results[VARIANT_THREADS][VARIANT_RESULTS])
{
	uint64_t sum = 0;

	for (unsigned t = 0; t < VARIANT_THREADS; t++)
		for (unsigned k = 0; k < VARIANT_RESULTS; k++)
			sum += mix((uint64_t)(i * VARIANT_THREADS * VARIANT_RESULTS + t * VARIANT_RESULTS + k) << 32 |
				   results[t][k]);
	return sum;
}
