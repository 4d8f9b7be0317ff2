/* print.c: isa_print(), the text of cuobjdump -sass, written by the row's syntax string. See isa.h and opcodes.def. */
#include "isa/isa.h"
#include "isa/syntax.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text {
	char *buf;
	size_t size, length; /* length it has or would have */
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->length < t->size ? t->buf + t->length : NULL, t->length < t->size ? t->size - t->length : 0, format, args);
	va_end(args);
	t->length += n > 0 ? (size_t)n : 0;
}

static const char *
special_register(unsigned n)
{
	switch (n) {
#define SREG(number, name) \
	case number:       \
		return name;
#include "isa/sregs.def"
#undef SREG
	default:
		return NULL;
	}
}

static void
add_register(struct text *t, const char *letters, unsigned n, unsigned zero)
{
	if (n == zero)
		add(t, "%sZ", letters);
	else
		add(t, "%s%u", letters, n);
}

static void
add_predicate(struct text *t, const char *letters, unsigned p)
{
	add(t, "%s%s", p & 8 ? "!" : "", letters);
	if ((p & 7) == ISA_PT)
		add(t, "T");
	else
		add(t, "%u", p & 7);
}

static void
add_signed(struct text *t, int64_t v)
{
	add(t, "%s0x%" PRIx64, v < 0 ? "-" : "", v < 0 ? (uint64_t)-v : (uint64_t)v);
}

/* The decimal form of a floating-point immediate; from 1e9 on it has an exponent. sign: that of NaN and 0 too. */
static void
add_number(struct text *t, double v, bool sign)
{
	if (isnan(v))
		add(t, "%cQNAN", sign ? '-' : '+');
	else if (isinf(v))
		add(t, "%cINF", sign ? '-' : '+');
	else if (v == 0)
		add(t, "%s", sign ? "-0.0" : "0");
	else
		add(t, fabs(v) < 1e9 ? "%.20g" : "%.20e", v);
}

static void
add_float(struct text *t, uint32_t bits)
{
	float v;

	memcpy(&v, &bits, sizeof v);
	add_number(t, v, bits >> 31);
}

/* The upper word of an FP64 number whose lower one is 0. */
static void
add_double(struct text *t, uint32_t high)
{
	const uint64_t bits = (uint64_t)high << 32;
	double v;

	memcpy(&v, &bits, sizeof v);
	/* only here a signalling NaN is distinguished */
	if (isnan(v) && !(high & 1u << 19))
		add(t, "%cSNAN", high >> 31 ? '-' : '+');
	else
		add_number(t, v, high >> 31);
}

static void
add_half(struct text *t, unsigned bits, bool bf16)
{
	const int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 0x3ff);
	double v;

	if (bf16) {
		add_float(t, (uint32_t)bits << 16);
		return;
	}
	if (exponent == 31)
		v = fraction ? (double)NAN : (double)INFINITY;
	else if (exponent == 0)
		v = ldexp(fraction, -24);
	else
		v = ldexp(fraction + 1024, exponent - 25);
	add_number(t, bits >> 15 ? -v : v, bits >> 15);
}

/* ---- sources ---- */
static void
add_immediate(struct text *t, const struct syntax_item *item, const struct inst *in, uint32_t v)
{
	switch (item->kind) {
	case KIND_S:
		add_signed(t, (int32_t)v);
		break;
	case KIND_F:
		add_float(t, v);
		break;
	case KIND_I:
		if (in->f[F_sgn])
			add_signed(t, (int32_t)v);
		else
			add(t, "0x%x", v);
		break;
	case KIND_D:
		add_double(t, v);
		break;
	case KIND_H:
		add_half(t, v >> 16, in->f[F_fmt]);
		add(t, ", ");
		add_half(t, v & 0xffff, in->f[F_fmt]);
		break;
	default:
		add(t, "0x%x", v);
		break;
	}
}

static void
add_source(struct text *t, const struct syntax_item *item, const struct inst *in, const struct isa_source *s)
{
	static const char *const parts[] = {"", ".H0_H0", ".H1_H1", ".B1", ".B2", ".B3", ".SIGN", ".H1", ".H0_NH1"};
	const bool reuse = item->reuse >= 0 && in->reuse >> item->reuse & 1;

	add(t, "%s%s", s->inv ? "~" : s->neg ? "-" : "", s->abs ? "|" : "");
	switch (s->kind) {
	case SRC_REG:
		add_register(t, "R", s->index, ISA_RZ);
		/* only here the bars end before the suffix, except .H1 */
		if (s->part == ISA_UPPER && s->abs)
			add(t, "%s|", parts[s->part]);
		else
			add(t, "%s%s%s", s->abs ? "|" : "", reuse ? ".reuse" : "", parts[s->part]);
		return;
	case SRC_UREG:
		add_register(t, "UR", s->index, ISA_URZ);
		break;
	case SRC_CONST:
		add(t, "c[0x%x][", s->index);
		add_signed(t, (int32_t)s->value);
		add(t, "]");
		break;
	case SRC_BINDLESS:
		add(t, "cx[");
		add_register(t, "UR", s->index, ISA_URZ);
		add(t, "][0x%x]", s->value);
		break;
	default:
		add_immediate(t, item, in, s->value);
		break;
	}
	add(t, "%s%s", parts[s->part], s->abs ? "|" : "");
}

/* ---- addresses ---- */
/* "+offset" after `parts` other parts: not printed where it is 0 and something else is. */
static void
add_offset(struct text *t, int32_t offset, bool first)
{
	if (first || offset) {
		add(t, first ? "" : "+");
		add_signed(t, offset);
	}
}

/* What follows the register of an address. */
static const char *
address_suffix(const struct syntax_item *item, const struct inst *in)
{
	static const char *const scales[] = {"", ".X4", ".X8", ".X16"};

	if (item->kind == KIND_DESC || item->kind == KIND_ASYNC || item->kind == KIND_U64 || item->kind == KIND_PAIR)
		return ".64";
	return item->kind == KIND_U32 ? ".U32" : scales[in->f[F_scale] & 3];
}

static void
add_address(struct text *t, const struct syntax_item *item, const struct inst *in)
{
	const bool uniform = in->c.kind == SRC_UREG, zero = in->a.index == ISA_RZ;
	const char *const suffix =
		zero && (item->kind == KIND_SHARED || item->kind == KIND_ROWS || item->kind == KIND_SHAREDU) && !uniform
			? ""
			: address_suffix(item, in);
	const bool hidden = zero && !*suffix && (uniform || in->displacement);

	if (item->kind == KIND_DESC || item->kind == KIND_ASYNC) {
		add(t, "desc[");
		add_register(t, "UR", in->desc, ISA_URZ);
		add(t, "]");
	}
	add(t, "[");
	if (!hidden) {
		add_register(t, "R", in->a.index, ISA_RZ);
		add(t, "%s", suffix);
	}
	if (uniform) {
		add(t, hidden ? "" : "+");
		add_register(t, "UR", in->c.index, ISA_URZ);
	}
	/* an offset of 32 bits that is alone has no sign */
	if (item->kind == KIND_LONG && hidden)
		add(t, "0x%x", (uint32_t)in->displacement);
	else
		add_offset(t, in->displacement, hidden && !uniform);
	add(t, "]");
}

/* An address, or what describes matrices, in uniform registers. */
static void
add_at(struct text *t, const struct syntax_item *item, const struct isa_source *s)
{
	add(t, item->kind == KIND_GDESC ? "gdesc[" : "[");
	add_register(t, "UR", s->index, ISA_URZ);
	add(t, "]");
}

static void
add_bank(struct text *t, const struct inst *in)
{
	const bool bindless = in->b.kind == SRC_BINDLESS, zero = in->a.kind == SRC_REG && in->a.index == ISA_RZ;
	const bool hidden = in->a.kind == SRC_NONE || (zero && (bindless || in->displacement));

	if (bindless) {
		add(t, "cx[");
		add_register(t, "UR", in->b.index, ISA_URZ);
		add(t, "][");
	} else {
		add(t, "c[0x%x][", in->bank);
	}
	if (!hidden && in->a.kind == SRC_UREG)
		add_register(t, "UR", in->a.index, ISA_URZ);
	else if (!hidden)
		add_register(t, "R", in->a.index, ISA_RZ);
	add_offset(t, in->displacement, hidden);
	add(t, "]");
}

/* ---- operands ---- */
/* Is it an operand that does not print because of its value? */
static bool
is_hidden(const struct syntax_item *item, const struct inst *in)
{
	const struct isa_source *s = item->role == ROLE_B ? &in->b : &in->a;

	if (item->role == ROLE_TARGET && item->relative)
		return in->target == in->offset + ISA_INST_BYTES;
	if (!item->optional)
		return false;
	switch (item->role) {
	case ROLE_D:
		return in->d == item->hidden;
	case ROLE_P0:
	case ROLE_P1:
		return in->pd[item->role - ROLE_P0] == item->hidden;
	case ROLE_S0:
	case ROLE_S1:
	case ROLE_S2:
		return in->ps[item->role - ROLE_S0] == item->hidden;
	case ROLE_FIELD:
		return in->f[item->field] == item->hidden;
	default:
		return (s->kind == SRC_IMM ? s->value : s->index) == item->hidden;
	}
}

/* {5,3}: bits 5 and 3. */
static void
add_bits(struct text *t, unsigned bits)
{
	const char *before = "{";

	for (unsigned i = 8; i-- > 0;)
		if (bits >> i & 1) {
			add(t, "%s%u", before, i);
			before = ",";
		}
	add(t, *before == '{' ? "{}" : "}");
}

static void
add_field(struct text *t, const struct syntax_item *item, const struct inst *in)
{
	const unsigned v = in->f[item->field];
	const char *name = item->field == F_sreg ? special_register(v) : NULL;

	if (name)
		add(t, "%s", name);
	else if (item->field == F_sreg)
		add(t, "SR%u", v);
	else if (item->field == F_policy)
		add(t, v == ISA_URZ ? "desc[URZ]" : "desc[UR%u]", v);
	else if (item->field == F_scoreboards)
		add_bits(t, v);
	else if (item->field == F_sb)
		add(t, "SB%u", v);
	else if (item->field == F_gsb)
		add(t, "gsb%u", v);
	else if (item->field == F_meta)
		add_register(t, "R", v, ISA_RZ);
	else
		add(t, "0x%x", v);
}

static void
add_operand(struct text *t, const struct syntax_item *item, const struct inst *in)
{
	const char *const predicate = item->kind == KIND_UP ? "UP" : "P";

	switch (item->role) {
	case ROLE_D:
		add_register(t, item->kind == KIND_U ? "UR" : "R", in->d, item->kind == KIND_U ? ISA_URZ : ISA_RZ);
		break;
	case ROLE_A:
		if (item->kind == KIND_AT) {
			add_at(t, item, &in->a);
			break;
		}
		add_source(t, item, in, &in->a);
		break;
	case ROLE_B:
		if (item->kind == KIND_AT || item->kind == KIND_GDESC) {
			add_at(t, item, &in->b);
			break;
		}
		add_source(t, item, in, &in->b);
		break;
	case ROLE_C:
		add_source(t, item, in, &in->c);
		break;
	case ROLE_P0:
	case ROLE_P1:
		add_predicate(t, predicate, in->pd[item->role - ROLE_P0]);
		break;
	case ROLE_S0:
	case ROLE_S1:
	case ROLE_S2:
		add_predicate(t, predicate, in->ps[item->role - ROLE_S0]);
		break;
	case ROLE_MEMORY:
		add_address(t, item, in);
		break;
	case ROLE_TO:
		add(t, "[");
		if (in->b.index != ISA_RZ || !in->b.value)
			add_register(t, "R", in->b.index, ISA_RZ);
		add_offset(t, (int32_t)in->b.value, in->b.index == ISA_RZ && in->b.value);
		add(t, "]");
		break;
	case ROLE_BANK:
		add_bank(t, in);
		break;
	case ROLE_BARRIER:
		add(t, "B%u", in->barrier);
		break;
	case ROLE_TARGET:
		add_signed(t, (int64_t)in->target - (item->relative ? (int64_t)in->offset + ISA_INST_BYTES : 0));
		break;
	case ROLE_FIELD:
		add_field(t, item, in);
		break;
	}
}

/* IMAD prints as a simpler operation if a factor is 0, 1 or a power of two. */
static const char *
alias(const struct inst *in)
{
	const struct isa_source *a = &in->a, *b = &in->b, *c = &in->c;
	const bool a_zero = a->index == ISA_RZ;
	const bool b_zero = (b->kind == SRC_REG && b->index == ISA_RZ) || (b->kind == SRC_IMM && b->value == 0);
	const bool c_zero = c->kind == SRC_REG && c->index == ISA_RZ;

	if (in->f[F_x])
		return "";
	if (a_zero || b_zero)
		return ".MOV";
	if (b->kind != SRC_IMM)
		return "";
	if (b->value == 1)
		return c_zero ? ".MOV" : ".IADD";
	/* this one, which converts from BF16, and the sign bit are not shown so */
	if (b->value == UINT32_C(1) << 16 || b->value == UINT32_C(1) << 31)
		return "";
	return c_zero && (b->value & (b->value - 1)) == 0 ? ".SHL" : "";
}

static void
add_guard(struct text *t, const struct inst *in)
{
	if (in->guard == ISA_PT)
		return;
	add(t, "@");
	add_predicate(t, in->op->ureg_guard ? "UP" : "P", in->guard);
	add(t, " ");
}

size_t
isa_print(const struct inst *in, char *buf, size_t size)
{
	struct text t = {.buf = buf, .size = size, .length = 0};
	const char *at = in->op->syntax, *separator = " ", *value;
	struct syntax_item item;
	int length;

	if (size)
		*buf = '\0';
	add_guard(&t, in);
	while (syntax_next(&at, &item)) {
		if (!syntax_holds(&item, in->f))
			continue;
		switch (item.part) {
		case SYNTAX_TEXT:
			/* Blanks and commas of the string separate operands, which may be missing. */
			if (*item.text != ' ' && *item.text != ',')
				add(&t, "%.*s", item.length, item.text);
			break;
		case SYNTAX_FIELD:
			value = syntax_value(&item, in->f[item.field], &length);
			add(&t, "%.*s", value ? length : 0, value ? value : "");
			break;
		case SYNTAX_SAY:
			add(&t, "%.*s", item.length, item.text);
			break;
		case SYNTAX_ALIAS:
			add(&t, "%s", alias(in));
			break;
		case SYNTAX_OPERAND:
			if (is_hidden(&item, in))
				break;
			add(&t, "%s", item.blank ? " " : separator);
			add_operand(&t, &item, in);
			separator = ", ";
			break;
		case SYNTAX_WORD:
			add(&t, "%s%.*s", separator, item.length, item.text);
			separator = ", ";
			break;
		default:
			break;
		}
	}
	return t.length;
}
