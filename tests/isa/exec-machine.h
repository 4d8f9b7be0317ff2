/* exec-machine.h: a machine for tests of isa_exec_*: random state, and the state that a test expects, compared as a whole. Each test
 * program has its own. */
#ifndef TEST_EXEC_MACHINE_H
#define TEST_EXEC_MACHINE_H

#include <string.h>

#include "isa/exec.h"

__extension__ typedef __int128 int128;

enum { REGS = 24, ROUNDS = 1500, BANK_BYTES = 256, PT = ISA_PT, NOT_PT = ISA_PT | 8 };

struct state {
	uint32_t r[REGS][ISA_LANES];
	struct home_row row; /* row.r is set where it is used */
	struct uniform u;
};

static struct state before, after;
static struct mem_request memory;
static uint8_t bank0[BANK_BYTES];
static struct exec_block block;
static struct exec x;
static uint64_t seed = UINT64_C(88172645463325252);

static inline uint32_t
rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 16);
}

static inline uint32_t
operand(void)
{
	static const uint32_t edges[] = {0,          1,          2,          31,         32,         33,
					 63,         64,         65,         0x7fffffff, 0x80000000, 0x80000001,
					 UINT32_MAX, 0xfffffffe, 0xffff,     0x10000,    0x3f800000, 0xbf800000,
					 0x7f800000, 0xff800000, 0x7f7fffff, 0x00800000, 0x007fffff, 0x7fc00001};

	switch (rnd() % 4) {
	case 0:
		return edges[rnd() % (sizeof edges / sizeof *edges)];
	case 1:
		return rnd() % 80;
	default:
		return rnd();
	}
}

/* Fills the machine anew: registers, predicates, uniform registers, constants, mask. */
static inline void
fill(void)
{
	memset(&after, 0, sizeof after);
	for (unsigned i = 0; i < REGS; i++)
		for (unsigned l = 0; l < ISA_LANES; l++)
			after.r[i][l] = operand();
	for (unsigned i = 0; i < ISA_PT; i++)
		after.row.p[i] = rnd();
	after.row.p[ISA_PT] = UINT32_MAX;
	for (unsigned i = 0; i < ISA_URZ; i++)
		after.u.r[i] = operand();
	after.u.p = (uint8_t)(rnd() | 0x80);
	for (unsigned i = 0; i < BANK_BYTES; i++)
		bank0[i] = (uint8_t)rnd();
	block = (struct exec_block){.bank = {bank0}, .bank_bytes = {BANK_BYTES}};
	x = (struct exec){.row = &after.row, .u = &after.u, .block = &block, .mem = &memory, .width = 32};
	x.active = rnd() % 3 ? rnd() | 1 : UINT32_MAX;
	x.mask = rnd() % 3 ? x.active : x.active & rnd();
	after.row.r = after.r;
	before = after;
}

/* Checks that the machine is in the state that the test has made of `before`. */
static inline void
expect_state(void)
{
	assert_null(x.fault);
	assert_memory_equal(before.r, after.r, sizeof before.r);
	assert_memory_equal(before.row.p, after.row.p, sizeof before.row.p);
	assert_memory_equal(&before.u, &after.u, sizeof before.u);
}

static inline struct isa_source
reg(unsigned i)
{
	return (struct isa_source){.kind = SRC_REG, .index = (uint8_t)i};
}

static inline struct isa_source
imm(uint32_t v)
{
	return (struct isa_source){.kind = SRC_IMM, .value = v};
}

static inline struct isa_source
ureg(unsigned i)
{
	return (struct isa_source){.kind = SRC_UREG, .index = (uint8_t)i};
}

/* Any form. Registers are even, so that pairs work. */
static inline struct isa_source
any_source(void)
{
	struct isa_source s;

	switch (rnd() % 8) {
	case 0:
		s = imm(operand());
		break;
	case 1:
		s = ureg(rnd() % 8 ? rnd() % 30 * 2 : ISA_URZ);
		break;
	case 2:
		s = (struct isa_source){.kind = SRC_CONST, .index = 0, .value = rnd() % (BANK_BYTES / 8) * 8};
		break;
	case 3:
		s = reg(ISA_RZ);
		break;
	default:
		s = reg(rnd() % (REGS / 2) * 2);
		break;
	}
	return s;
}

static inline struct isa_source
any_uniform_source(void)
{
	return rnd() % 4 == 0 ? imm(operand()) : ureg(rnd() % 8 ? rnd() % 30 * 2 : ISA_URZ);
}

/* Word 0 or 1 of a source in lane l, before the instruction. */
static inline uint32_t
word(const struct isa_source *s, unsigned l, unsigned w)
{
	uint32_t v;

	switch (s->kind) {
	case SRC_REG:
		return s->index == ISA_RZ ? 0 : before.r[s->index + w][l];
	case SRC_UREG:
		return s->index == ISA_URZ ? 0 : before.u.r[s->index + w];
	case SRC_IMM:
		return s->value;
	case SRC_CONST:
		memcpy(&v, bank0 + s->value + 4 * w, 4);
		return v;
	default:
		return 0;
	}
}

static inline uint32_t
value(const struct isa_source *s, unsigned l)
{
	const uint32_t v = word(s, l, 0);

	return s->inv ? ~v : s->neg ? 0u - v : v;
}

static inline bool
pred(unsigned ps, unsigned l)
{
	return (before.row.p[ps & 7] >> l & 1) != ps >> 3;
}

static inline struct inst
instruction(const struct opcode *op)
{
	return (struct inst){
		.op = op, .guard = PT, .pd = {PT, PT}, .ps = {PT, PT}, .desc = ISA_URZ, .d = (uint8_t)(rnd() % (REGS / 2) * 2)};
}

static inline void
want(unsigned d, unsigned l, uint32_t v)
{
	if (d != ISA_RZ && x.mask >> l & 1)
		before.r[d][l] = v;
}

static inline void
want_pred(unsigned pd, unsigned l, bool v)
{
	if (pd != PT && x.mask >> l & 1)
		before.row.p[pd] = (before.row.p[pd] & ~(1u << l)) | (uint32_t)v << l;
}

/* What a test says of one lane, from the state before, into the state before: sources first, then what is written. */
struct lane_result {
	uint32_t d[2];
	unsigned words;
	bool p[2];
};

static inline void
run(const struct inst *in, void (*exec)(const struct inst *, struct exec *),
    struct lane_result (*lane)(const struct inst *, unsigned))
{
	struct lane_result result[ISA_LANES];

	for (unsigned l = 0; l < ISA_LANES; l++)
		result[l] = lane(in, l);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		for (unsigned w = 0; w < result[l].words; w++)
			want(in->d == ISA_RZ ? ISA_RZ : in->d + w, l, result[l].d[w]);
		want_pred(in->pd[0], l, result[l].p[0]);
		want_pred(in->pd[1], l, result[l].p[1]);
	}
	exec(in, &x);
	expect_state();
}

#endif
