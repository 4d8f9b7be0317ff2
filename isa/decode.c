/* decode.c: the table of opcodes, and isa_decode(), which reads a word by the row's syntax string. See isa.h and opcodes.def. */
#include "base/host-cache.h"
#include "isa/exec.h"
#include "isa/gmma.h"
#include "isa/syntax.h"

_Static_assert(sizeof(struct inst) % HOST_LINE == 0 && (int)ISA_FIELDS <= (int)ISA_FIELDS_ROOM, "whole lines of a host's cache");

#define FIXED    false
#define VARIABLE true
#define LANES    false, false
#define UNIFORM  true, true
#define BALLOT   true, false
/* unit is two initialisers and must be expanded before ROW separates its arguments. */
#define OP(id, name, code, sm_min, sm_max, pipe, flow, latency, unit, traits, syntax, exec, doc) \
	ROW(name, code, sm_min, sm_max, PIPE_##pipe, FLOW_##flow, latency, unit, traits, syntax, exec, doc)
#define ROW(...) {__VA_ARGS__},
static const struct opcode opcodes[] = {
#include "isa/opcodes.def"
};
#undef ROW
#undef OP
#undef FIXED
#undef VARIABLE
#undef LANES
#undef UNIFORM
#undef BALLOT

const struct opcode *
isa_opcodes(size_t *n)
{
	*n = ISA_OPS;
	return opcodes;
}

static const struct {
	uint16_t code;
	const char *name;
} others[] = {
#define OTHER(code, name) {code, name},
#include "isa/others.def"
#undef OTHER
};

bool
isa_prints_only(const struct opcode *op)
{
	return op->exec == isa_exec_unmodelled || strstr(op->syntax, " CX") || strstr(op->syntax, " RX");
}

const char *
isa_refused(size_t i)
{
	return i < sizeof others / sizeof *others ? others[i].name : NULL;
}

const char *
isa_name(uint64_t lo, uint64_t hi)
{
	const unsigned code = (unsigned)(lo & 0xfff) | (unsigned)(hi >> 27 & 1) << 12;

	for (size_t i = 0; i < ISA_OPS; i++)
		if (opcodes[i].code == code)
			return opcodes[i].name;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].code == code)
			return others[i].name;
	return NULL;
}

const char *
isa_pipe_name(enum isa_pipe pipe)
{
	static const char *const names[ISA_PIPES] = {
#define PIPE(name, doc) #name,
#include "isa/pipes.def"
#undef PIPE
	};

	return (unsigned)pipe < ISA_PIPES ? names[pipe] : "?";
}

/* A word being read: its bits, and those that some part of the syntax accounts for. */
struct word {
	uint64_t half[2], used[2];
};

/* The `width` bits at `bit`, 1..56 of them; they count as accounted for. */
static uint64_t
take(struct word *w, int bit, int width)
{
	uint64_t v = 0;

	for (int i = 0; i < width; i++) {
		const int at = bit + i;

		v |= (w->half[at / 64] >> (at % 64) & 1) << i;
		w->used[at / 64] |= UINT64_C(1) << (at % 64);
	}
	return v;
}

static bool
flag(struct word *w, int bit)
{
	return bit >= 0 && take(w, bit, 1);
}

static int64_t
take_signed(struct word *w, int bit, int width)
{
	const uint64_t v = take(w, bit, width), sign = UINT64_C(1) << (width - 1);

	return (int64_t)(v ^ sign) - (int64_t)sign;
}

/* Control field, bits 105..124. Which reuse flags may be set is seen later. */
static void
take_control(struct word *w, struct inst *in)
{
	in->guard = (uint8_t)take(w, 12, 4);
	in->stall = (uint8_t)take(w, 105, 4);
	in->yield = !take(w, 109, 1);
	in->wbar = (uint8_t)take(w, 110, 3);
	in->rbar = (uint8_t)take(w, 113, 3);
	in->wait = (uint8_t)take(w, 116, 6);
	in->reuse = (uint8_t)take(w, 122, 3);
}

/* Decodes modifier fields and checks fixed bits. False if the word does not belong to this row, or a value has no meaning. */
static bool
take_fields(struct word *w, struct inst *in)
{
	struct syntax_item item;
	const char *at = in->op->syntax;
	int length;

	while (syntax_next(&at, &item))
		switch (item.part) {
		case SYNTAX_FIXED:
			if (take(w, item.bit, item.width) != item.value)
				return false;
			break;
		case SYNTAX_SET:
			in->f[item.field] = (uint8_t)item.value;
			break;
		case SYNTAX_FIELD: {
			const unsigned v = (unsigned)take(w, item.bit, item.width);

			if (!syntax_holds(&item, in->f) ? v != 0 : !syntax_value(&item, v, &length))
				return false;
			in->f[item.field] = (uint8_t)v;
			break;
		}
		case SYNTAX_OPERAND:
			if (item.role == ROLE_FIELD) {
				in->f[item.field] = (uint8_t)take(w, item.bit, item.width);
				if (item.more_width)
					in->f[item.field] |= (uint8_t)(take(w, item.more_bit, item.more_width) << item.width);
			}
			break;
		default:
			break;
		}
	return true;
}

enum { FROM_FP16 = 1, FROM_BF16 = 4 }; /* of field from */

/* Decodes sign, |x| and FP16 selection of a source. False: a selection that has no meaning here. */
static bool
take_modifiers(struct word *w, const struct syntax_item *item, const struct inst *in, struct isa_source *s)
{
	static const uint8_t parts[] = {0, 0xff, 1, 2}; /* both, FP32, H0_H0, H1_H1 */

	s->neg = flag(w, item->negate);
	s->inv = flag(w, item->invert);
	s->abs = flag(w, item->absolute);
	if (s->neg && item->negate_x && in->f[F_x]) {
		s->neg = false;
		s->inv = true;
	}
	if (item->half >= 0)
		s->part = parts[take(w, item->half, 2)];
	if (item->byte >= 0) {
		const unsigned byte = (unsigned)take(w, item->byte, 2);

		s->part = (uint8_t)(byte ? ISA_BYTE0 + byte : 0);
	}
	if (item->sign)
		s->part = ISA_SIGN;
	if (item->upper >= 0 && (!item->upper_of_16 || in->f[F_from] == FROM_FP16 || in->f[F_from] == FROM_BF16) &&
	    take(w, item->upper, 1))
		s->part = ISA_UPPER;
	if (item->turned >= 0 && take(w, item->turned, 1))
		s->part = s->part ? 0xff : ISA_TURNED;
	return s->part != 0xff;
}

static bool
take_source(struct word *w, const struct syntax_item *item, const struct inst *in, struct isa_source *s)
{
	switch (item->kind) {
	case KIND_R:
		s->kind = SRC_REG;
		s->index = (uint8_t)take(w, item->bit, 8);
		break;
	case KIND_U:
	case KIND_AT:
	case KIND_GDESC:
		s->kind = SRC_UREG;
		s->index = (uint8_t)take(w, item->bit, 6);
		break;
	case KIND_C:
		s->kind = SRC_CONST;
		s->index = (uint8_t)take(w, 54, 5);
		s->value = (uint32_t)(take_signed(w, 40, 14) * 4);
		break;
	case KIND_CX:
		s->kind = SRC_BINDLESS;
		s->index = (uint8_t)take(w, 32, 6);
		s->value = (uint32_t)take(w, 40, 14) * 4;
		break;
	default:
		s->kind = SRC_IMM;
		s->value = (uint32_t)take(w, item->bit, item->width);
		break;
	}
	return take_modifiers(w, item, in, s);
}

static void
take_uniform(struct word *w, int bit, struct isa_source *s)
{
	s->kind = SRC_UREG;
	s->index = (uint8_t)take(w, bit, 6);
}

/* [R+U+offset], desc[U][R.64+offset]. False: a register pair that there is not. */
static bool
take_address(struct word *w, const struct syntax_item *item, struct inst *in)
{
	in->a.kind = SRC_REG;
	if (item->kind == KIND_SHAREDU) {
		in->a.index = ISA_RZ;
		take_uniform(w, item->bit, &in->c);
		in->displacement = (int32_t)take_signed(w, 40, 24);
		return true;
	}
	in->a.index = (uint8_t)take(w, 24, 8);
	if (item->kind == KIND_DESC || item->kind == KIND_ASYNC)
		in->desc = (uint8_t)take(w, item->bit, 6);
	else if (item->bit >= 0 && item->kind != KIND_R && item->kind != KIND_LONG && item->kind != KIND_PAIR)
		take_uniform(w, item->bit, &in->c);
	if (item->kind == KIND_SHARED)
		in->f[F_scale] = (uint8_t)take(w, 78, 2);
	if (item->kind == KIND_LONG || item->kind == KIND_ASYNC) {
		in->displacement = (int32_t)take_signed(w, 32, item->kind == KIND_LONG ? 32 : 12);
		return true;
	}
	/* an offset that is alone in the brackets has no sign */
	if (in->a.index == ISA_RZ && in->c.kind == SRC_NONE && item->kind != KIND_DESC && item->kind != KIND_ROWS)
		in->displacement = (int32_t)take(w, 40, 24);
	else
		in->displacement = (int32_t)take_signed(w, 40, 24);
	return (item->kind != KIND_U64 && item->kind != KIND_PAIR) || in->a.index != ISA_RZ;
}

/* c[bank][R+offset], cx[U][R+offset] */
static void
take_bank(struct word *w, const struct syntax_item *item, struct inst *in)
{
	if (item->kind == KIND_CX || item->kind == KIND_RX) {
		in->b.kind = SRC_BINDLESS;
		in->b.index = (uint8_t)take(w, 24, 6);
	} else {
		in->bank = (uint8_t)take(w, 54, 5);
	}
	if (item->kind == KIND_U)
		take_uniform(w, 24, &in->a);
	if (item->kind == KIND_R || item->kind == KIND_RX) {
		in->a.kind = SRC_REG;
		in->a.index = (uint8_t)take(w, item->kind == KIND_R ? 24 : 64, 8);
	}
	/* the offset of a bindless constant has no sign if it is alone */
	if (in->b.kind == SRC_BINDLESS && (in->a.kind == SRC_NONE || in->a.index == ISA_RZ))
		in->displacement = (int32_t)take(w, 38, 16);
	else
		in->displacement = (int32_t)take_signed(w, 38, 16);
}

/* Targets count from the next instruction. One that is no instruction of any function is refused. */
static bool
take_target(struct word *w, const struct syntax_item *item, struct inst *in)
{
	int64_t target = (int64_t)in->offset + ISA_INST_BYTES;

	if (item->width == 32)
		target += take_signed(w, item->bit, 32);
	else
		target += (int64_t)((uint64_t)take_signed(w, 34, 48) << 8 | take(w, 16, 8)) * 4;
	in->target = (uint32_t)target;
	return target >= 0 && target <= UINT32_MAX && target % ISA_INST_BYTES == 0;
}

static uint8_t
registers(const struct syntax_item *item, const struct inst *in)
{
	static const uint8_t of_vtype[] = {1, 2, 4, 1, 2, 4, 0, 0, 0, 1, 2, 4, 1, 2, 4, 2};

	switch (item->count) {
	case '2':
		return 2;
	case '4':
		return 4;
	case '8':
		return 8;
	case 'G':
		return 16;
	case 'a':
		return (uint8_t)(gmma_columns(in) / (in->f[F_f32] ? 2 : 4));
	case 'm':
		return (uint8_t)(1u << in->f[F_matrix]);
	case 's':
		return in->f[F_size] == 6 ? 4 : in->f[F_size] == 5 ? 2 : 1;
	case 't':
		return in->f[F_type] == 4 ? 4 : in->f[F_type] == 2 || in->f[F_type] == 3 ? 2 : 1;
	case 'v':
		return of_vtype[in->f[F_vtype] & 15];
	case 'w':
		return in->f[F_wide] ? 2 : 1;
	default:
		return 1;
	}
}

/* Registers read from a source. */
static uint8_t
reads(const struct isa_source *s, const struct syntax_item *item, const struct inst *in)
{
	return s->kind == SRC_REG || s->kind == SRC_UREG ? registers(item, in) : 0;
}

static bool
take_operand(struct word *w, const struct syntax_item *item, struct inst *in)
{
	bool ok = true;

	switch (item->role) {
	case ROLE_D:
		in->d = (uint8_t)take(w, item->bit, item->width);
		in->nd = registers(item, in);
		break;
	case ROLE_A:
		ok = take_source(w, item, in, &in->a);
		in->na = reads(&in->a, item, in);
		break;
	case ROLE_B:
		ok = take_source(w, item, in, &in->b);
		in->nb = reads(&in->b, item, in);
		break;
	case ROLE_C:
		ok = take_source(w, item, in, &in->c);
		in->nc = reads(&in->c, item, in);
		break;
	case ROLE_P0:
	case ROLE_P1:
		in->pd[item->role - ROLE_P0] = (uint8_t)take(w, item->bit, 3);
		ok = !item->always || in->pd[item->role - ROLE_P0] != ISA_PT;
		break;
	case ROLE_S0:
	case ROLE_S1:
	case ROLE_S2:
		in->ps[item->role - ROLE_S0] = (uint8_t)(take(w, item->bit, 4) ^ (item->complement ? ISA_PT : 0));
		break;
	case ROLE_MEMORY:
		ok = take_address(w, item, in);
		in->na = in->f[F_e] && item->kind != KIND_U32 ? 2 : 1;
		in->nc = in->c.kind == SRC_NONE                                                               ? 0
			 : item->kind == KIND_SHARED || item->kind == KIND_SHAREDU || item->kind == KIND_ROWS ? 1
													      : 2;
		break;
	case ROLE_TO:
		in->async = true;
		in->b.kind = SRC_REG;
		in->b.index = (uint8_t)take(w, item->bit, 8);
		in->b.value = (uint32_t)take_signed(w, 44, 20);
		in->nb = 1;
		break;
	case ROLE_BANK:
		take_bank(w, item, in);
		in->na = in->a.kind != SRC_NONE;
		break;
	case ROLE_BARRIER:
		in->barrier = (uint8_t)take(w, item->bit, 4);
		break;
	case ROLE_TARGET:
		ok = take_target(w, item, in);
		break;
	case ROLE_FIELD:
		break;
	}
	return ok;
}

/* Checks that the bits of a missing operand are what the row says. */
static bool
take_absent(struct word *w, const struct syntax_item *item)
{
	const bool negated = item->role == ROLE_S0 || item->role == ROLE_S1 || item->role == ROLE_S2;

	if (item->role == ROLE_TARGET)
		return take(w, 34, 48) == 0 && take(w, 16, 8) == 0;
	return take(w, item->bit, item->width + negated) == item->value;
}

/* How many of the bits of {one ...} are set. They belong to operands. */
static unsigned
bits_set(const struct word *w, const struct syntax_item *item)
{
	unsigned n = 0;

	for (int i = 0; i < SYNTAX_BITS; i++)
		if (item->one[i] >= 0)
			n += w->half[item->one[i] / 64] >> (item->one[i] % 64) & 1;
	return n;
}

static bool
take_operands(struct word *w, struct inst *in)
{
	struct syntax_item item;
	const char *at = in->op->syntax;
	unsigned reuse = 0;

	while (syntax_next(&at, &item)) {
		const bool holds = syntax_holds(&item, in->f);

		if (holds && (item.part == SYNTAX_REFUSE || (item.part == SYNTAX_ONE && bits_set(w, &item) > 1)))
			return false;
		if (item.part != SYNTAX_OPERAND)
			continue;
		if (!(holds ? take_operand(w, &item, in) : take_absent(w, &item)))
			return false;
		if (!holds || item.reuse < 0)
			continue;
		reuse |= 1u << item.reuse;
		if (item.role >= ROLE_A && item.role <= ROLE_C)
			in->slot[item.role - ROLE_A] = (uint8_t)item.reuse;
	}
	/* Only sources in registers are kept, and with the yield hint the three bits are something else. */
	return !(in->reuse & ~(in->yield ? 0 : reuse));
}

/* Whether it is LDGDEPBAR or LDGSTS, whose scoreboards count groups and copies, or an operation on a barrier, which says when it is
 * done. */
static bool
is_asynchronous(const struct inst *in)
{
	return (in->op->traits & TRAIT_MBARRIER) || (in->op->flow == FLOW_GROUP && !in->f[F_store]) || in->async;
}

/* Whether the control field makes sense for this opcode. Without the hint to yield, the stall count is 1 to 11 cycles. Scoreboards are
 * only raised if a register is written or read late, or by asynchronous copies. */
static bool
is_control_sound(const struct inst *in)
{
	const struct opcode *op = in->op;
	const bool writes = !op->variable || in->nd || in->pd[0] != ISA_PT || is_asynchronous(in);

	if (!in->yield && (in->stall == 0 || in->stall > 11))
		return false;
	if (in->wbar == ISA_SCOREBOARDS || in->rbar == ISA_SCOREBOARDS)
		return false;
	if (op->pipe == PIPE_cbu && op->variable && !(op->flow == FLOW_BMOV && in->na) && in->rbar != ISA_NO_SB)
		return false;
	if (op->flow == FLOW_GMMA_WAIT && in->wait)
		return false;
	/* of matrix instructions of a group of warps only their own barrier tells */
	if ((op->traits & TRAIT_GMMA) && (in->wbar != ISA_NO_SB || in->rbar != ISA_NO_SB))
		return false;
	return writes || in->wbar == ISA_NO_SB;
}

static bool
decode_row(const struct opcode *op, uint64_t lo, uint64_t hi, uint32_t offset, struct inst *in)
{
	struct word w = {.half = {lo, hi}, .used = {0, 0}};

	*in = (struct inst){.op = op,
			    .lo = lo,
			    .hi = hi,
			    .offset = offset,
			    .pd = {ISA_PT, ISA_PT},
			    .ps = {ISA_PT, ISA_PT, ISA_PT},
			    .desc = ISA_URZ};
	in->d = op->ureg_dest ? ISA_URZ : ISA_RZ;
	take(&w, 0, 12);
	take(&w, 91, 1);
	take_control(&w, in);
	if (!take_fields(&w, in) || !take_operands(&w, in) || !is_control_sound(in))
		return false;
	in->wait |= in->f[F_scoreboards];
	if (op->flow == FLOW_BAR)
		in->barrier = (uint8_t)(in->a.kind == SRC_IMM ? in->a.value : 0);
	return !(lo & ~w.used[0]) && !(hi & ~w.used[1]);
}

bool
isa_decode(uint64_t lo, uint64_t hi, uint32_t offset, unsigned sm, struct inst *in)
{
	const unsigned code = (unsigned)(lo & 0xfff) | (unsigned)(hi >> 27 & 1) << 12;

	for (size_t i = 0; i < ISA_OPS; i++)
		if (opcodes[i].code == code && opcodes[i].sm_min <= sm && sm <= opcodes[i].sm_max &&
		    decode_row(&opcodes[i], lo, hi, offset, in))
			return true;
	return false;
}
