/* exec-quick-forms.h: which instructions the functions of exec-quick.c can execute; a part of that file.
 * What this module cannot do: say which function it is. */
#ifndef SIMT_EXEC_QUICK_FORMS_H
#define SIMT_EXEC_QUICK_FORMS_H

#include "isa/float.h"

/* Whether a source is what a letter stands for, see exec-quick.c. */
static bool
fits(char letter, const struct isa_source *s)
{
	const bool is_row = s->kind == SRC_REG && s->index != ISA_RZ;

	if (letter == '_')
		return true;
	if (s->inv || s->part || (s->abs && letter != 'A'))
		return false;
	switch (letter) {
	case 'R':
		return is_row && !s->neg;
	case 'S':
		return !s->neg && (s->kind == SRC_IMM || s->kind == SRC_UREG || (s->kind == SRC_REG && !is_row));
	default: /* N, M and A */
		return is_row;
	}
}

/* Tables of LOP3 that have a loop of their own, besides those of two: what compilers emit most. */
#define TABLES(T) T(0x30) T(0xf8) T(0xf4) T(0x80) T(0xfe) T(0x96) T(0xe2) T(0xb8) T(0x0c) T(0xea) T(0xe8) T(0x78) T(0x48)
#define HAS_TABLE(table) \
	case table:      \
		return true;

static bool
is_nearest(const struct inst *in)
{
	return in->f[F_rnd] == ROUND_NEAREST && !in->f[F_ftz] && !in->f[F_fmz] && !in->f[F_sat];
}

static bool
is_product(const struct inst *in)
{
	enum { MUL_PLAIN = 4 };

	return is_nearest(in) && in->f[F_mul] == MUL_PLAIN;
}

/* From a word to FP32. */
static bool
is_from_signed(const struct inst *in)
{
	enum { TO_FP32 = 2 };

	return (!in->f[F_to] || in->f[F_to] == TO_FP32) && !in->f[F_bytes] && in->f[F_rnd] == ROUND_NEAREST && in->f[F_sgn];
}

static bool
is_from_unsigned(const struct inst *in)
{
	struct inst other = *in;

	other.f[F_sgn] = !in->f[F_sgn];
	return is_from_signed(&other);
}

enum { CODE_MASK = 0x1ff, CODE_IMAD_WIDE = 0x025, CODE_IMAD_HI = 0x027 };

static bool
is_narrow(const struct inst *in)
{
	const unsigned code = in->op->code & CODE_MASK;

	return code != CODE_IMAD_WIDE && code != CODE_IMAD_HI && !in->f[F_x];
}

static bool
is_wide_signed(const struct inst *in)
{
	return (in->op->code & CODE_MASK) == CODE_IMAD_WIDE && !in->f[F_x] && in->pd[0] == ISA_PT && in->c.kind != SRC_IMM &&
	       in->f[F_sgn];
}

static bool
is_wide_unsigned(const struct inst *in)
{
	struct inst other = *in;

	other.f[F_sgn] = !in->f[F_sgn];
	return is_wide_signed(&other);
}

/* Times a power of two, which is neither 1 nor a negative number. */
static bool
is_by_power(const struct inst *in)
{
	const uint32_t b = in->b.value;

	return in->b.kind == SRC_IMM && b > 1 && b < UINT32_C(1) << 31 && !(b & (b - 1));
}

static bool
is_signed_power(const struct inst *in)
{
	return is_wide_signed(in) && is_by_power(in);
}

static bool
is_unsigned_power(const struct inst *in)
{
	return is_wide_unsigned(in) && is_by_power(in);
}

/* By the field of its size. */
static bool
is_of_a_word(const struct inst *in)
{
	enum { WORD = 4 };

	return in->f[F_size] == WORD;
}

static bool
is_of_a_pair(const struct inst *in)
{
	enum { PAIR = 5 };

	return in->f[F_size] == PAIR;
}

static bool
has_no_carry(const struct inst *in)
{
	return !in->f[F_x] && (in->pd[0] & in->pd[1]) == ISA_PT;
}

static bool
is_low_lea(const struct inst *in)
{
	return !in->f[F_x] && !in->f[F_hi] && in->pd[0] == ISA_PT;
}

static bool
is_of_all_lanes(const struct inst *in)
{
	return in->f[F_bits] == 15;
}

static bool
is_left(const struct inst *in)
{
	return !in->f[F_dir] && !in->f[F_hi] && !in->f[F_wrap];
}

/* The upper word of a shift to the right. Odd types are unsigned. */
static bool
is_right(const struct inst *in)
{
	return in->f[F_dir] && in->f[F_hi] && !in->f[F_wrap] && in->f[F_type] % 2;
}

static bool
is_right_signed(const struct inst *in)
{
	return in->f[F_dir] && in->f[F_hi] && !in->f[F_wrap] && in->f[F_type] % 2 == 0;
}

static bool
has_table(const struct inst *in)
{
	switch (in->f[F_lut]) {
		TABLES(HAS_TABLE)
	default:
		return false;
	}
}

static bool
is_and(const struct inst *in)
{
	return in->pd[0] == ISA_PT && in->f[F_lut] == 0xc0;
}

static bool
is_or(const struct inst *in)
{
	return in->pd[0] == ISA_PT && in->f[F_lut] == 0xfc;
}

static bool
is_xor(const struct inst *in)
{
	return in->pd[0] == ISA_PT && in->f[F_lut] == 0x3c;
}

static bool
is_logic(const struct inst *in)
{
	return in->pd[0] == ISA_PT && has_table(in);
}

static bool
compares_once(const struct inst *in)
{
	return !in->f[F_ex];
}

/* Less or greater is not so common. */
static bool
compares_numbers(const struct inst *in)
{
	return !in->f[F_ftz] && in->f[F_cmp] != 5 && in->f[F_cmp] != 10;
}

static bool
is_of_words(const struct inst *in)
{
	return !in->f[F_fmt];
}

static bool
keeps_subnormals(const struct inst *in)
{
	return !in->f[F_ftz];
}

static bool
is_any(const struct inst *in)
{
	(void)in;
	return true;
}

#endif
