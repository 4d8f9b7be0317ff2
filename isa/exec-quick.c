/* exec-quick.c: the commonest forms of the commonest instructions once more, each as a function of its own, which need not ask what its
 * operands are. See exec.h.
 *
 * A form has a letter for each of the sources a, b and c. Rows of registers are read, and written, in place:
 *   R  a register other than RZ, as it is
 *   N  the same, or its negative as an integer
 *   M  the same, or its negative as an FP32 number
 *   A  the same, its magnitude, or the negative of one of these, as an FP32 number
 *   S  an immediate, a uniform register, or RZ, as it is: the same for all lanes
 * A source of 64 bits is two rows, or words, one after the other.
 *   _  not read
 *
 * What this module cannot do: anything that the functions behind opcode.exec do otherwise: they say what an instruction does. */
#include "isa/exec-quick-forms.h"
#include "isa/float.h"

/* ---- sources ---- */
INLINE uint32_t
word_of(const struct isa_source *s, const struct exec *x)
{
	return s->kind == SRC_IMM ? s->value : s->kind == SRC_UREG ? x->u->r[s->index] : 0;
}

#define TAKE_R(s) const uint32_t *const s = x->row->r[in->s.index];
#define TAKE_N(s) TAKE_R(s) const uint32_t flip_##s = in->s.neg ? UINT32_MAX : 0;
#define TAKE_M(s) TAKE_R(s) const uint32_t flip_##s = in->s.neg ? SIGN32 : 0;
#define TAKE_A(s) \
	TAKE_M(s) \
	const uint32_t keep_##s = in->s.abs ? ~SIGN32 : UINT32_MAX;
#define TAKE_S(s) const uint32_t s = word_of(&in->s, x);

#define LANE_R(s) s[l]
#define LANE_N(s) ((s[l] ^ flip_##s) - flip_##s)
#define LANE_M(s) (s[l] ^ flip_##s)
#define LANE_A(s) ((s[l] & keep_##s) ^ flip_##s)
#define LANE_S(s) s

/* ---- what they do ---- */
INLINE uint32_t
do_ffma(uint32_t a, uint32_t b, uint32_t c)
{
	return result_bits(__builtin_fmaf(as_float(a), as_float(b), as_float(c)));
}

INLINE uint32_t
do_fmul(uint32_t a, uint32_t b)
{
	return result_bits(as_float(a) * as_float(b));
}

INLINE uint32_t
do_fadd(uint32_t a, uint32_t b)
{
	return result_bits(as_float(a) + as_float(b));
}

INLINE uint32_t
do_from_signed(uint32_t a)
{
	return float_bits((float)(int32_t)a);
}

INLINE uint32_t
do_from_unsigned(uint32_t a)
{
	return float_bits((float)a);
}

INLINE uint32_t
do_imad(uint32_t a, uint32_t b, uint32_t c)
{
	return a * b + c;
}

INLINE uint32_t
do_viadd(uint32_t a, uint32_t b)
{
	return a + b;
}

INLINE uint32_t
do_iadd3(uint32_t a, uint32_t b, uint32_t c)
{
	return a + b + c;
}

/* Bit (a << 2 | b << 1 | c) of the table, for all 32 bits: the table is a constant, and little of this is left. */
INLINE uint32_t
do_lop3(unsigned table, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		if (table >> i & 1)
			v |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
	return v;
}

INLINE uint32_t
do_and(uint32_t a, uint32_t b)
{
	return a & b;
}

INLINE uint32_t
do_or(uint32_t a, uint32_t b)
{
	return a | b;
}

INLINE uint32_t
do_xor(uint32_t a, uint32_t b)
{
	return a ^ b;
}

/* Shifts by a number of bits below 32, or by all. */
INLINE uint32_t
do_left(uint32_t v, uint32_t n)
{
	return n < 32 ? v << (n & 31) : 0;
}

INLINE uint32_t
do_right(uint32_t v, uint32_t n)
{
	return n < 32 ? v >> (n & 31) : 0;
}

INLINE uint32_t
do_right_signed(uint32_t v, uint32_t n)
{
	return (uint32_t)((int32_t)v >> (n < 32 ? n : 31));
}

/* ---- executors: an operation and its form ---- */
#define QUICK1(op, A)                                                      \
	CLONES static void op##_##A(const struct inst *in, struct exec *x) \
	{                                                                  \
		TAKE_##A(a) KEEP(x, in->d, do_##op(LANE_##A(a)));          \
	}
#define QUICK2(op, one, A, two, B)                                                                 \
	CLONES static void op##_##A##B(const struct inst *in, struct exec *x)                      \
	{                                                                                          \
		TAKE_##A(one) TAKE_##B(two) KEEP(x, in->d, do_##op(LANE_##A(one), LANE_##B(two))); \
	}
#define QUICK3(clones, op, A, B, C)                                                                                 \
	clones static void op##_##A##B##C(const struct inst *in, struct exec *x)                                    \
	{                                                                                                           \
		TAKE_##A(a) TAKE_##B(b) TAKE_##C(c) KEEP(x, in->d, do_##op(LANE_##A(a), LANE_##B(b), LANE_##C(c))); \
	}

QUICK3(CLONES_WITH_FMA, ffma, R, R, R)
QUICK3(CLONES_WITH_FMA, ffma, R, S, R)
QUICK3(CLONES_WITH_FMA, ffma, R, R, S)
QUICK3(CLONES_WITH_FMA, ffma, R, S, S)
QUICK3(CLONES_WITH_FMA, ffma, M, M, M)
QUICK3(CLONES_WITH_FMA, ffma, M, S, M)
QUICK3(CLONES_WITH_FMA, ffma, M, M, S)
QUICK2(fmul, a, R, b, R)
QUICK2(fmul, a, R, b, S)
QUICK2(fmul, a, M, b, M)
QUICK2(fmul, a, M, b, S)
QUICK2(fadd, a, R, b, R)
QUICK2(fadd, a, R, b, S)
QUICK2(fadd, a, M, b, M)
QUICK2(fadd, a, M, b, S)
QUICK3(CLONES, imad, R, R, R)
QUICK3(CLONES, imad, R, S, R)
QUICK3(CLONES, imad, R, R, S)
QUICK3(CLONES, imad, R, S, S)
QUICK3(CLONES, imad, S, S, R)
QUICK3(CLONES, imad, S, S, S)
QUICK3(CLONES, imad, R, S, N)
QUICK2(viadd, a, R, b, R)
QUICK2(viadd, a, R, b, S)
QUICK3(CLONES, iadd3, R, R, R)
QUICK3(CLONES, iadd3, R, R, S)
QUICK3(CLONES, iadd3, R, S, R)
QUICK3(CLONES, iadd3, R, S, S)
QUICK3(CLONES, iadd3, N, N, N)
QUICK3(CLONES, iadd3, N, N, S)
QUICK3(CLONES, iadd3, N, S, S)
QUICK3(CLONES, iadd3, S, N, S)

#define do_mov(a) (a)
QUICK1(mov, R)
QUICK1(mov, S)
QUICK1(from_signed, R)
QUICK1(from_signed, S)
QUICK1(from_unsigned, R)

#define do_sel(a, b) ((b) ^ (((a) ^ (b)) & -(uint32_t)((p & isa_lane_bit[l]) != 0)))
#define SEL(op, A, B)                                                                     \
	CLONES static void op##_##A##B(const struct inst *in, struct exec *x)             \
	{                                                                                 \
		const uint32_t p = predicate(x, in->ps[0]);                               \
                                                                                          \
		TAKE_##A(a) TAKE_##B(b) KEEP(x, in->d, do_sel(LANE_##A(a), LANE_##B(b))); \
	}
SEL(sel, R, R)
SEL(sel, R, S)
SEL(fsel, M, M)
SEL(fsel, M, S)

/* The shift of c to the right is the upper half of that of c:a. */
QUICK2(left, a, R, b, S)
QUICK2(left, a, R, b, R)
QUICK2(right, c, R, b, S)
QUICK2(right_signed, c, R, b, S)

#define LEA(A, B)                                                                                    \
	CLONES static void lea_##A##B(const struct inst *in, struct exec *x)                         \
	{                                                                                            \
		const unsigned shift = in->f[F_shift];                                               \
                                                                                                     \
		TAKE_##A(a) TAKE_##B(b) KEEP(x, in->d, (LANE_##A(a) << (shift & 31)) + LANE_##B(b)); \
	}
LEA(R, R)
LEA(R, S)

/* LOP3 of two: the table is the same whatever c is. */
QUICK2(and, a, R, b, R)
QUICK2(and, a, R, b, S)
QUICK2(or, a, R, b, R)
QUICK2(or, a, R, b, S)
QUICK2(xor, a, R, b, R)
QUICK2(xor, a, R, b, S)

/* Other tables than those of two have a loop of their own each. */
#define TABLE(table)                                      \
	case table:                                       \
		KEEP(x, in->d, do_lop3(table, OPERANDS)); \
		break;
#define LOP3(A, B, C)                                                            \
	CLONES static void lop3_##A##B##C(const struct inst *in, struct exec *x) \
	{                                                                        \
		TAKE_##A(a) TAKE_##B(b) TAKE_##C(c) switch (in->f[F_lut])        \
		{                                                                \
			TABLES(TABLE)                                            \
		}                                                                \
	}
#define OPERANDS LANE_R(a), LANE_R(b), LANE_R(c)
LOP3(R, R, R)
#undef OPERANDS
#define OPERANDS LANE_R(a), LANE_S(b), LANE_R(c)
LOP3(R, S, R)
#undef OPERANDS
#define OPERANDS LANE_R(a), LANE_R(b), LANE_S(c)
LOP3(R, R, S)
#undef OPERANDS
#define OPERANDS LANE_R(a), LANE_S(b), LANE_S(c)
LOP3(R, S, S)
#undef OPERANDS

/* ---- more than a word ---- */
INLINE uint32_t
upper_word_of(const struct isa_source *s, const struct exec *x)
{
	return s->kind == SRC_UREG && s->index != ISA_URZ ? x->u->r[s->index + 1] : 0;
}

#define TAKE_PAIR_R(s)    const uint32_t *const s = x->row->r[in->s.index], *const s##_upper = x->row->r[in->s.index + 1];
#define TAKE_PAIR_S(s)    const uint32_t s = word_of(&in->s, x), s##_upper = upper_word_of(&in->s, x);
#define do_signed(a, b)   (uint64_t)((int64_t)(int32_t)(a) * (int32_t)(b))
#define do_unsigned(a, b) ((uint64_t)(a) * (b))

/* Each lane is read as a whole before it is written, whatever rows these are. */
#define IMAD_WIDE(sign, B, C)                                                                                                \
	CLONES static void imad_##sign##_R##B##C(const struct inst *in, struct exec *x)                                      \
	{                                                                                                                    \
		const uint32_t lanes = x->mask;                                                                              \
		uint32_t *const low = x->row->r[in->d], *const high = x->row->r[in->d + 1];                                  \
                                                                                                                             \
		TAKE_R(a) TAKE_##B(b) TAKE_PAIR_##C(c) if (lanes == UINT32_MAX) EACH_LANE                                    \
		{                                                                                                            \
			const uint64_t v = do_##sign(a[l], LANE_##B(b)) + ((uint64_t)LANE_##C(c_upper) << 32 | LANE_##C(c)); \
                                                                                                                             \
			low[l] = (uint32_t)v;                                                                                \
			high[l] = (uint32_t)(v >> 32);                                                                       \
		}                                                                                                            \
		else EACH_LANE                                                                                               \
		{                                                                                                            \
			const uint64_t v = do_##sign(a[l], LANE_##B(b)) + ((uint64_t)LANE_##C(c_upper) << 32 | LANE_##C(c)); \
			const uint32_t keep = -(uint32_t)((lanes & isa_lane_bit[l]) != 0), was = low[l], had = high[l];      \
                                                                                                                             \
			low[l] = was ^ ((was ^ (uint32_t)v) & keep);                                                         \
			high[l] = had ^ ((had ^ (uint32_t)(v >> 32)) & keep);                                                \
		}                                                                                                            \
	}
IMAD_WIDE(signed, R, R)
IMAD_WIDE(signed, R, S)
IMAD_WIDE(signed, S, R)
IMAD_WIDE(signed, S, S)
IMAD_WIDE(unsigned, R, R)
IMAD_WIDE(unsigned, R, S)
IMAD_WIDE(unsigned, S, R)
IMAD_WIDE(unsigned, S, S)

/* By a power of two, as those of addresses mostly are: shifts take less than a product of 64 bits. b is at least 2, and so are its bits. */
#define UPPER_signed(a, n)   (uint32_t)((int32_t)(a) >> (n))
#define UPPER_unsigned(a, n) ((a) >> (n))
#define IMAD_POWER(sign, C)                                                                                \
	CLONES static void imad_##sign##_power_##C(const struct inst *in, struct exec *x)                  \
	{                                                                                                  \
		const uint32_t lanes = x->mask;                                                            \
		const unsigned left = (unsigned)__builtin_ctz(in->b.value) & 31, right = (32 - left) & 31; \
		uint32_t *const low = x->row->r[in->d], *const high = x->row->r[in->d + 1];                \
                                                                                                           \
		TAKE_R(a) TAKE_PAIR_##C(c) if (lanes == UINT32_MAX) EACH_LANE                              \
		{                                                                                          \
			const uint32_t v = a[l], add = LANE_##C(c), sum = (v << left) + add;               \
			const uint32_t upper = UPPER_##sign(v, right) + LANE_##C(c_upper) + (sum < add);   \
                                                                                                           \
			low[l] = sum;                                                                      \
			high[l] = upper;                                                                   \
		}                                                                                          \
		else EACH_LANE                                                                             \
		{                                                                                          \
			const uint32_t v = a[l], add = LANE_##C(c), sum = (v << left) + add;               \
			const uint32_t upper = UPPER_##sign(v, right) + LANE_##C(c_upper) + (sum < add);   \
			const uint32_t was = low[l], had = high[l], bit = lanes & isa_lane_bit[l];         \
                                                                                                           \
			low[l] = bit ? sum : was;                                                          \
			high[l] = bit ? upper : had;                                                       \
		}                                                                                          \
	}
IMAD_POWER(signed, R)
IMAD_POWER(signed, S)
IMAD_POWER(unsigned, R)
IMAD_POWER(unsigned, S)

/* Whether it reads so many bytes that are there and aligned, and where. */
INLINE const uint8_t *
constants_at(const struct inst *in, const struct exec *x, uint32_t bytes)
{
	const uint32_t offset = word_of(&in->a, x) + (uint32_t)in->displacement;

	if (in->bank >= ISA_BANKS || !x->block->bank[in->bank] || offset & (bytes - 1) ||
	    offset >= x->block->bank_bytes[in->bank] || x->block->bank_bytes[in->bank] - offset < bytes)
		return NULL;
	return x->block->bank[in->bank] + offset;
}

CLONES static void
ldc_word(const struct inst *in, struct exec *x)
{
	const uint8_t *p = constants_at(in, x, sizeof(uint32_t));
	uint32_t v;

	if (!p) {
		isa_exec_ldc(in, x); /* which says why not */
		return;
	}
	memcpy(&v, p, sizeof v);
	KEEP(x, in->d, v);
}

CLONES static void
ldc_pair(const struct inst *in, struct exec *x)
{
	const uint8_t *p = constants_at(in, x, 2 * sizeof(uint32_t));
	uint32_t v[2];

	if (!p) {
		isa_exec_ldc(in, x);
		return;
	}
	memcpy(v, p, sizeof v);
	KEEP(x, in->d, v[0]);
	KEEP(x, in->d + 1, v[1]);
}

/* ---- comparisons ---- */
#define HITS(condition)                          \
	for (unsigned l = 0; l < ISA_LANES; l++) \
		hit |= (condition) ? isa_lane_bit[l] : 0;
#define ISETP(A, B)                                                                                                             \
	CLONES static void isetp_##A##B(const struct inst *in, struct exec *x)                                                  \
	{                                                                                                                       \
		const uint32_t flip = in->f[F_sgn] ? SIGN32 : 0;                                                                \
		uint32_t hit = 0;                                                                                               \
                                                                                                                                \
		TAKE_##A(a) TAKE_##B(b) /* greater is not less or equal, and so on: codes 4 to 7 are the opposites of 3 to 0 */ \
			switch (in->f[F_cmp] & 4 ? 7 - in->f[F_cmp] : in->f[F_cmp])                                             \
		{                                                                                                               \
		case 1:                                                                                                         \
			HITS((LANE_##A(a) ^ flip) < (LANE_##B(b) ^ flip))                                                       \
			break;                                                                                                  \
		case 2:                                                                                                         \
			HITS(LANE_##A(a) == LANE_##B(b))                                                                        \
			break;                                                                                                  \
		case 3:                                                                                                         \
			HITS((LANE_##A(a) ^ flip) <= (LANE_##B(b) ^ flip))                                                      \
			break;                                                                                                  \
		default:                                                                                                        \
			break;                                                                                                  \
		}                                                                                                               \
		put_joined(in, x, in->f[F_cmp] & 4 ? ~hit : hit);                                                               \
	}
ISETP(R, R)
ISETP(R, S)

#define NUMBER(lane) as_float(lane)
#define FSETP(A, B)                                                                                                          \
	CLONES static void fsetp_##A##B(const struct inst *in, struct exec *x)                                               \
	{                                                                                                                    \
		uint32_t hit = 0;                                                                                            \
                                                                                                                             \
		TAKE_##A(a) TAKE_##B(b) /* codes 8 to 15, which hold for NaN, are the opposites of 7 to 0 */                 \
			switch (in->f[F_cmp] & 8 ? 15 - in->f[F_cmp] : in->f[F_cmp])                                         \
		{                                                                                                            \
		case 1:                                                                                                      \
			HITS(NUMBER(LANE_##A(a)) < NUMBER(LANE_##B(b)))                                                      \
			break;                                                                                               \
		case 2:                                                                                                      \
			HITS(NUMBER(LANE_##A(a)) == NUMBER(LANE_##B(b)))                                                     \
			break;                                                                                               \
		case 3:                                                                                                      \
			HITS(NUMBER(LANE_##A(a)) <= NUMBER(LANE_##B(b)))                                                     \
			break;                                                                                               \
		case 4:                                                                                                      \
			HITS(NUMBER(LANE_##A(a)) > NUMBER(LANE_##B(b)))                                                      \
			break;                                                                                               \
		case 6:                                                                                                      \
			HITS(NUMBER(LANE_##A(a)) >= NUMBER(LANE_##B(b)))                                                     \
			break;                                                                                               \
		case 7:                                                                                                      \
			HITS(!(NUMBER(LANE_##A(a)) != NUMBER(LANE_##A(a))) && !(NUMBER(LANE_##B(b)) != NUMBER(LANE_##B(b)))) \
			break;                                                                                               \
		default:                                                                                                     \
			break;                                                                                               \
		}                                                                                                            \
		put_joined(in, x, in->f[F_cmp] & 8 ? ~hit : hit);                                                            \
	}
FSETP(M, M)
FSETP(M, S)
FSETP(A, A)
FSETP(A, S)

/* ---- which form an instruction has ---- */
struct quick {
	void (*of)(const struct inst *, struct exec *); /* opcode.exec */
	bool (*is)(const struct inst *);
	const char *form;
	void (*exec)(const struct inst *, struct exec *);
};

/* In order: the first that fits is taken. */
static const struct quick quick[] = {
	{isa_exec_ffma, is_nearest, "RRR", ffma_RRR},
	{isa_exec_ffma, is_nearest, "RSR", ffma_RSR},
	{isa_exec_ffma, is_nearest, "RRS", ffma_RRS},
	{isa_exec_ffma, is_nearest, "RSS", ffma_RSS},
	{isa_exec_ffma, is_nearest, "MMM", ffma_MMM},
	{isa_exec_ffma, is_nearest, "MSM", ffma_MSM},
	{isa_exec_ffma, is_nearest, "MMS", ffma_MMS},
	{isa_exec_fmul, is_product, "RR_", fmul_RR},
	{isa_exec_fmul, is_product, "RS_", fmul_RS},
	{isa_exec_fmul, is_product, "MM_", fmul_MM},
	{isa_exec_fmul, is_product, "MS_", fmul_MS},
	{isa_exec_fadd, is_nearest, "RR_", fadd_RR},
	{isa_exec_fadd, is_nearest, "RS_", fadd_RS},
	{isa_exec_fadd, is_nearest, "MM_", fadd_MM},
	{isa_exec_fadd, is_nearest, "MS_", fadd_MS},
	{isa_exec_i2f, is_from_signed, "R__", from_signed_R},
	{isa_exec_i2f, is_from_signed, "S__", from_signed_S},
	{isa_exec_i2f, is_from_unsigned, "R__", from_unsigned_R},
	{isa_exec_imad, is_narrow, "RRR", imad_RRR},
	{isa_exec_imad, is_narrow, "RSR", imad_RSR},
	{isa_exec_imad, is_narrow, "RSN", imad_RSN},
	{isa_exec_imad, is_narrow, "RRS", imad_RRS},
	{isa_exec_imad, is_narrow, "RSS", imad_RSS},
	{isa_exec_imad, is_narrow, "SSR", imad_SSR},
	{isa_exec_imad, is_narrow, "SSS", imad_SSS},
	{isa_exec_imad, is_signed_power, "RSR", imad_signed_power_R},
	{isa_exec_imad, is_signed_power, "RSS", imad_signed_power_S},
	{isa_exec_imad, is_unsigned_power, "RSR", imad_unsigned_power_R},
	{isa_exec_imad, is_unsigned_power, "RSS", imad_unsigned_power_S},
	{isa_exec_imad, is_wide_signed, "RRR", imad_signed_RRR},
	{isa_exec_imad, is_wide_signed, "RRS", imad_signed_RRS},
	{isa_exec_imad, is_wide_signed, "RSR", imad_signed_RSR},
	{isa_exec_imad, is_wide_signed, "RSS", imad_signed_RSS},
	{isa_exec_imad, is_wide_unsigned, "RRR", imad_unsigned_RRR},
	{isa_exec_imad, is_wide_unsigned, "RRS", imad_unsigned_RRS},
	{isa_exec_imad, is_wide_unsigned, "RSR", imad_unsigned_RSR},
	{isa_exec_imad, is_wide_unsigned, "RSS", imad_unsigned_RSS},
	{isa_exec_ldc, is_of_a_word, "S__", ldc_word},
	{isa_exec_ldc, is_of_a_pair, "S__", ldc_pair},
	{isa_exec_viadd, is_of_words, "RR_", viadd_RR},
	{isa_exec_viadd, is_of_words, "RS_", viadd_RS},
	{isa_exec_iadd3, has_no_carry, "RRR", iadd3_RRR},
	{isa_exec_iadd3, has_no_carry, "RRS", iadd3_RRS},
	{isa_exec_iadd3, has_no_carry, "RSR", iadd3_RSR},
	{isa_exec_iadd3, has_no_carry, "RSS", iadd3_RSS},
	{isa_exec_iadd3, has_no_carry, "NNN", iadd3_NNN},
	{isa_exec_iadd3, has_no_carry, "NNS", iadd3_NNS},
	{isa_exec_iadd3, has_no_carry, "NSS", iadd3_NSS},
	{isa_exec_iadd3, has_no_carry, "SNS", iadd3_SNS},
	{isa_exec_mov, is_of_all_lanes, "R__", mov_R},
	{isa_exec_mov, is_of_all_lanes, "S__", mov_S},
	{isa_exec_sel, is_any, "RR_", sel_RR},
	{isa_exec_sel, is_any, "RS_", sel_RS},
	{isa_exec_fsel, keeps_subnormals, "MM_", fsel_MM},
	{isa_exec_fsel, keeps_subnormals, "MS_", fsel_MS},
	{isa_exec_shf, is_left, "RS_", left_RS},
	{isa_exec_shf, is_left, "RR_", left_RR},
	{isa_exec_shf, is_right, "_SR", right_RS},
	{isa_exec_shf, is_right_signed, "_SR", right_signed_RS},
	{isa_exec_lea, is_low_lea, "RR_", lea_RR},
	{isa_exec_lea, is_low_lea, "RS_", lea_RS},
	{isa_exec_lop3, is_and, "RR_", and_RR},
	{isa_exec_lop3, is_and, "RS_", and_RS},
	{isa_exec_lop3, is_or, "RR_", or_RR},
	{isa_exec_lop3, is_or, "RS_", or_RS},
	{isa_exec_lop3, is_xor, "RR_", xor_RR},
	{isa_exec_lop3, is_xor, "RS_", xor_RS},
	{isa_exec_lop3, is_logic, "RRR", lop3_RRR},
	{isa_exec_lop3, is_logic, "RSR", lop3_RSR},
	{isa_exec_lop3, is_logic, "RRS", lop3_RRS},
	{isa_exec_lop3, is_logic, "RSS", lop3_RSS},
	{isa_exec_isetp, compares_once, "RR_", isetp_RR},
	{isa_exec_isetp, compares_once, "RS_", isetp_RS},
	{isa_exec_fsetp, compares_numbers, "MM_", fsetp_MM},
	{isa_exec_fsetp, compares_numbers, "MS_", fsetp_MS},
	{isa_exec_fsetp, compares_numbers, "AA_", fsetp_AA},
	{isa_exec_fsetp, compares_numbers, "AS_", fsetp_AS},
};

bool
isa_quick_is_safe(const struct inst *in)
{
	return in->op->exec != isa_exec_ldc && isa_quick(in) != in->op->exec;
}

void (*isa_quick(const struct inst *in))(const struct inst *, struct exec *)
{
	/* RZ keeps nothing; comparisons have no register */
	const bool keeps = in->d != ISA_RZ || in->op->exec == isa_exec_isetp || in->op->exec == isa_exec_fsetp;

	for (size_t i = 0; keeps && i < sizeof quick / sizeof *quick; i++) {
		const struct quick *q = quick + i;

		if (q->of == in->op->exec && q->is(in) && fits(q->form[0], &in->a) && fits(q->form[1], &in->b) &&
		    fits(q->form[2], &in->c))
			return q->exec;
	}
	return in->op->exec;
}
