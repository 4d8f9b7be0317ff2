/* test-whole.c: accesses of all lanes without a request against requests: the same addresses, and the same data in registers and in memory. */
#include "tests/helpers/unit.h"

#include "tests/isa/exec-machine.h"

#include "isa/whole.h"

enum { WINDOW = 4096, TIMES = 20000 };

static uint8_t window[WINDOW + 64], other[WINDOW + 64];
static const struct opcode lds = {.name = "LDS", .flow = FLOW_MEMORY, .exec = isa_exec_lds};
static const struct opcode sts = {.name = "STS", .flow = FLOW_MEMORY, .exec = isa_exec_sts};

/* LDS or STS of words at a register, scaled, and a displacement. Lanes are in a row, at one place, or nearly so. */
static struct inst
choose(unsigned *kind)
{
	struct inst in = instruction(rnd() % 2 ? &lds : &sts);
	const unsigned scale = rnd() % 3, shift = scale ? scale + 1 : 0;
	unsigned size = 4 + rnd() % 3, step = 4u << (size - 4);

	*kind = rnd() % 4;
	in.a = reg(0);
	in.b = reg(8 + rnd() % 8);
	in.c = (struct isa_source){.kind = SRC_NONE};
	in.d = (uint8_t)(8 + rnd() % 8);
	in.f[F_size] = (uint8_t)size;
	in.f[F_scale] = (uint8_t)scale;
	in.displacement = (int32_t)(rnd() % 64 * 16);
	fill();
	x.mask = x.active = UINT32_MAX;
	for (unsigned l = 0; l < ISA_LANES; l++)
		after.r[0][l] = *kind == 1 ? 64 : 64 + ((l * step) >> shift);
	/* one lane, first, last or in between, is elsewhere */
	if (*kind >= 2)
		after.r[0][*kind == 2 ? rnd() % ISA_LANES : rnd() % 2 * (ISA_LANES - 1)] += 16;
	before = after;
	return in;
}

/* What the request of the instruction says of a row or one place. */
static bool
is_whole(const struct mem_request *r, bool store)
{
	bool row = true, one = !store;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		row = row && r->address[l] == r->address[0] + l * r->bytes;
		one = one && r->address[l] == r->address[0];
	}
	return row || one;
}

static void
perform(struct mem_request *r, uint8_t *memory_of)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		for (unsigned w = 0; w < r->bytes / 4u; w++) {
			uint8_t *p = memory_of + r->address[l] + 4 * w;

			if (r->kind == MEM_LOAD)
				memcpy(&r->data[w][l], p, 4);
			else
				memcpy(p, &r->data[w][l], 4);
		}
}

static void
as_requests(void **state)
{
	static struct state quick;
	unsigned found = 0;

	(void)state;
	for (unsigned n = 0; n < TIMES; n++) {
		unsigned kind;
		const struct inst in = choose(&kind);
		struct isa_whole w;
		bool whole;

		for (unsigned i = 0; i < WINDOW; i++)
			window[i] = other[i] = (uint8_t)rnd();
		assert_true(isa_whole_can(&in));
		whole = isa_whole_at(&in, &x, &w);
		in.op->exec(&in, &x);
		assert_int_equal(whole, is_whole(&memory, in.op == &sts));
		if (!whole)
			continue;
		found++;
		assert_int_equal(w.first, memory.address[0]);
		assert_int_equal(w.last, memory.address[ISA_LANES - 1] - memory.address[0]);
		assert_int_equal(w.bytes, memory.bytes);
		assert_int_equal(w.store, in.op == &sts);
		if (w.store)
			isa_whole_store(&in, &x, &w, window + w.first);
		else
			isa_whole_load(&in, &x, &w, window + w.first);
		quick = after;
		after = before;
		after.row.r = after.r;
		perform(&memory, other);
		isa_write_back(&in, &x);
		assert_memory_equal(quick.r, after.r, sizeof after.r);
		assert_memory_equal(window, other, WINDOW);
	}
	assert_in_range(found, TIMES / 4, TIMES - 1);
}

/* Other operands and sizes go as requests. */
static void
others(void **state)
{
	struct inst in = instruction(&lds), store = instruction(&sts);

	(void)state;
	in.a = in.b = store.a = store.b = reg(2);
	in.c.kind = store.c.kind = SRC_NONE;
	in.d = 4;
	in.f[F_size] = store.f[F_size] = 4;
	assert_true(isa_whole_can(&in));
	assert_true(isa_whole_can(&store));
	in.f[F_size] = 3;
	assert_false(isa_whole_can(&in));
	in.f[F_size] = 6;
	assert_true(isa_whole_can(&in));
	in.f[F_size] = 7;
	assert_false(isa_whole_can(&in));
	in.f[F_size] = 4;
	in.d = ISA_RZ;
	assert_false(isa_whole_can(&in));
	in.d = 4;
	in.c.kind = SRC_UREG;
	assert_false(isa_whole_can(&in));
	store.b = reg(ISA_RZ);
	assert_false(isa_whole_can(&store));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_requests), cmocka_unit_test(others)};

	return cmocka_run_group_tests_name("whole", tests, NULL, NULL);
}
