/* test-exec-quick.c: what isa/exec-quick.c does to random machines is what the functions behind opcode.exec do, which tests/isa/test-exec.c and
 * others compare with what instructions should do. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/isa/exec-machine.h"

enum { FORMS = 77, TIMES = 12000, CODE_IMAD = 0x024, CODE_IMAD_WIDE = 0x025 };

typedef void executor(const struct inst *, struct exec *);

/* An opcode with the fields that choose its form, each with how many values it has; the usual value of a field is 0, or `usual` of the last. */
static const struct case_of {
	struct opcode op;
	unsigned usual;
	struct {
		uint8_t field, values;
	} of[6];
} cases[] = {
	{{.name = "FFMA", .exec = isa_exec_ffma}, 0, {{F_ftz, 2}, {F_fmz, 2}, {F_rnd, 4}, {F_sat, 2}}},
	{{.name = "FMUL", .exec = isa_exec_fmul}, 4, {{F_ftz, 2}, {F_fmz, 2}, {F_rnd, 4}, {F_sat, 2}, {F_mul, 8}}},
	{{.name = "FADD", .exec = isa_exec_fadd}, 0, {{F_ftz, 2}, {F_rnd, 4}, {F_sat, 2}}},
	{{.name = "I2F", .exec = isa_exec_i2f}, 2, {{F_sgn, 2}, {F_rnd, 4}, {F_to, 3}}},
	{{.name = "IMAD", .exec = isa_exec_imad, .code = CODE_IMAD}, 0, {{F_sgn, 2}, {F_x, 2}}},
	{{.name = "IMAD.WIDE", .exec = isa_exec_imad, .code = CODE_IMAD_WIDE}, 0, {{F_sgn, 2}, {F_x, 2}}},
	{{.name = "LDC", .exec = isa_exec_ldc}, 5, {{F_size, 8}}},
	{{.name = "IADD3", .exec = isa_exec_iadd3}, 0, {{F_x, 2}}},
	{{.name = "VIADD", .exec = isa_exec_viadd}, 0, {{F_fmt, 2}}},
	{{.name = "FSEL", .exec = isa_exec_fsel}, 0, {{F_ftz, 2}}},
	{{.name = "MOV", .exec = isa_exec_mov}, 15, {{F_bits, 16}}},
	{{.name = "SEL", .exec = isa_exec_sel}, 0, {{0, 0}}},
	{{.name = "SHF", .exec = isa_exec_shf}, 0, {{F_wrap, 2}, {F_type, 4}, {F_dir, 2}, {F_hi, 2}}},
	{{.name = "LEA", .exec = isa_exec_lea}, 0, {{F_x, 2}, {F_hi, 2}, {F_shift, 32}}},
	{{.name = "LOP3", .exec = isa_exec_lop3}, 0, {{F_bop, 2}, {F_lut, 0}}},
	{{.name = "ISETP", .exec = isa_exec_isetp}, 0, {{F_ex, 2}, {F_sgn, 2}, {F_bop, 3}, {F_cmp, 8}}},
	{{.name = "FSETP", .exec = isa_exec_fsetp}, 0, {{F_ftz, 2}, {F_bop, 3}, {F_cmp, 16}}},
};

/* Functions that have run. */
static executor *seen[2 * FORMS];
static unsigned nseen;

static void
note(executor *f)
{
	for (unsigned i = 0; i < nseen; i++)
		if (seen[i] == f)
			return;
	assert_true(nseen < sizeof seen / sizeof *seen);
	seen[nseen++] = f;
}

/* Shifts, types and comparisons are anything; what else there is, mostly the usual. */
static void
choose_fields(const struct case_of *c, struct inst *in)
{
	static const uint8_t of_two[] = {0xc0, 0xfc, 0x3c}; /* and, or, exclusive or */

	for (unsigned i = 0; i < sizeof c->of / sizeof *c->of && (c->of[i].values || c->of[i].field == F_lut); i++) {
		const uint8_t f = c->of[i].field;
		const bool last = i + 1 == sizeof c->of / sizeof *c->of || (!c->of[i + 1].values && c->of[i + 1].field != F_lut);

		if (f == F_lut)
			in->f[f] = rnd() % 2 ? (uint8_t)rnd() : of_two[rnd() % sizeof of_two];
		else if (f == F_shift || f == F_type || f == F_cmp || f == F_sgn || f == F_dir || f == F_hi || rnd() % 8 == 0)
			in->f[f] = (uint8_t)(rnd() % c->of[i].values);
		else
			in->f[f] = (uint8_t)(last ? c->usual : 0);
	}
}

static struct isa_source
choose_source(void)
{
	struct isa_source s = rnd() % 8 ? any_source() : reg(rnd() % (REGS / 2) * 2);

	s.neg = rnd() % 6 == 0;
	s.abs = rnd() % 24 == 0;
	s.inv = rnd() % 24 == 0;
	return s;
}

static struct inst
choose(const struct case_of *c)
{
	struct inst in = instruction(&c->op);

	in.a = choose_source();
	in.b = choose_source();
	in.c = choose_source();
	if (in.op->code == CODE_IMAD_WIDE && in.b.kind == SRC_IMM && rnd() % 2)
		in.b.value = UINT32_C(1) << rnd() % 32;
	if (rnd() % 16 == 0)
		in.d = ISA_RZ;
	choose_fields(c, &in);
	/* constants that are there, or nearly */
	if (c->op.exec == isa_exec_ldc) {
		in.a = rnd() % 4 ? reg(ISA_RZ) : in.a;
		in.bank = rnd() % 8 == 0;
		in.displacement = (int32_t)(rnd() % (BANK_BYTES + 16) & (rnd() % 4 ? ~7u : ~0u));
		in.f[F_size] = rnd() % 2 ? 4 : in.f[F_size];
	}
	for (unsigned i = 0; i < 2; i++) {
		in.ps[i] = (uint8_t)(rnd() % 16);
		if (c->op.exec == isa_exec_isetp || c->op.exec == isa_exec_fsetp || rnd() % 8 == 0)
			in.pd[i] = (uint8_t)(rnd() % 8);
	}
	return in;
}

static void
same_as_always(void **state)
{
	static struct state quick;

	(void)state;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
		for (unsigned n = 0; n < TIMES; n++) {
			const struct inst in = choose(cases + i);
			executor *f = isa_quick(&in);
			const char *fault;

			if (f == in.op->exec)
				continue;
			note(f);
			fill();
			if (rnd() % 2)
				x.mask = UINT32_MAX;
			f(&in, &x);
			fault = x.fault;
			assert_true(!fault || in.op->exec == isa_exec_ldc);
			x.fault = NULL;
			quick = after;
			after = before;
			after.row.r = after.r;
			in.op->exec(&in, &x);
			assert_ptr_equal(x.fault, fault);
			if (memcmp(quick.r, after.r, sizeof after.r) || memcmp(quick.row.p, after.row.p, sizeof after.row.p))
				print_error("%s with d %u, sources %u%s, %u%s, %u%s\n", in.op->name, in.d, in.a.kind,
					    in.a.neg ? "-" : "", in.b.kind, in.b.neg ? "-" : "", in.c.kind, in.c.neg ? "-" : "");
			assert_memory_equal(quick.r, after.r, sizeof after.r);
			assert_memory_equal(quick.row.p, after.row.p, sizeof after.row.p);
			assert_memory_equal(&quick.u, &after.u, sizeof after.u);
		}
	assert_int_equal(nseen, FORMS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_always)};

	return cmocka_run_group_tests_name("exec-quick", tests, NULL, NULL);
}
