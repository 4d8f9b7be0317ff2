/* test-interconnect.c: the interconnect alone: rates into L2, of slices, out of L2 and to a GPC, and what SMs share. Nothing else of
 * sim/ is linked. */
#include "tests/helpers/unit.h"

#include "sim/machine/machine.h"
#include "sim/memory/interconnect.h"

/* A sector takes a cycle into L2 and 1/1024 out of it. */
static struct simt_machine
machine(void)
{
	struct simt_machine m = {.name = NULL};

	m.l2.slices = 2;
	m.interconnect.in_rate = 32;
	m.interconnect.out_rate = 32768;
	return m;
}

static struct interconnect *
made(const struct simt_machine *m)
{
	struct interconnect *w = interconnect_new(m, 2);

	assert_non_null(w);
	return w;
}

static uint64_t
fill(struct interconnect *w, uint64_t cycle, unsigned sectors)
{
	return interconnect_fill(w, cycle * CYCLE_PARTS, sectors) / CYCLE_PARTS;
}

static uint64_t
store(struct interconnect *w, uint64_t cycle, const struct l2_request *r)
{
	return interconnect_store(w, cycle * CYCLE_PARTS, r) / CYCLE_PARTS;
}

/* When the answer leaves to a load of sectors of a line, by a slice; in parts of a cycle. */
static uint64_t
answer_parts(struct interconnect *w, uint64_t cycle, const struct port_place *at, uint64_t line, unsigned sectors, unsigned slice)
{
	const struct l2_request r = {.cycle = cycle, .line = line, .sectors = (uint8_t)sectors, .kind = L2_LOAD};
	const unsigned place = interconnect_place(w, line, at), n = (unsigned)__builtin_popcount(sectors);
	uint64_t start = cycle * CYCLE_PARTS;
	bool shares;

	interconnect_prefetch(w, at, place);
	shares = interconnect_shares(w, &r, at, place);
	if (!shares)
		start = interconnect_leave(w, start, n, slice);
	return interconnect_arrive(w, start, n, at->gpc, place, shares);
}

static uint64_t
answer(struct interconnect *w, uint64_t cycle, const struct port_place *at, uint64_t line, unsigned sectors, unsigned slice)
{
	return answer_parts(w, cycle, at, line, sectors, slice) / CYCLE_PARTS;
}

/* Four sectors with their header take 5 cycles into L2, one no less than l2_in_least says. */
static void
into_l2(void **state)
{
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.in_header = 32;
	m.interconnect.in_least = 96;
	w = made(&m);
	assert_int_equal(fill(w, 10, 4), 10);
	assert_int_equal(fill(w, 14, 1), 15);
	assert_int_equal(fill(w, 17, 2), 18);
	assert_int_equal(fill(w, 21, 1), 21);
	interconnect_reset(w);
	assert_int_equal(fill(w, 21, 1), 21);
	interconnect_free(w);
}

/* Sectors that a store writes in part take l2_partial more; one that is combined takes what the others with it take beyond those before. */
static void
stores(void **state)
{
	const struct l2_request two = {.kind = L2_STORE, .sectors = 3, .full = 1},
				whole = {.kind = L2_STORE, .sectors = 3, .full = 3};
	struct l2_request more = {.kind = L2_STORE, .sectors = 2, .combined = true, .before = 1, .before_partial = 1, .with = 3};
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.partial = 64;
	w = made(&m);
	assert_int_equal(store(w, 10, &two), 10); /* 2 + 2 cycles */
	assert_int_equal(store(w, 13, &whole), 14);
	assert_int_equal(store(w, 15, &whole), 16);
	assert_int_equal(store(w, 18, &more), 18); /* 2 sectors take less than one in part: nothing */
	assert_int_equal(store(w, 18, &whole), 18);
	more.with_partial = 1;
	assert_int_equal(store(w, 20, &more), 20); /* the other sector */
	assert_int_equal(store(w, 20, &whole), 21);
	more.before_partial = 0;
	assert_int_equal(store(w, 30, &more), 30); /* a sector, and another one in part */
	assert_int_equal(store(w, 32, &whole), 33);
	interconnect_free(w);
}

/* A slice answers a sector in slice_cycles, each answer in slice_least at the least. Other slices are free. */
static void
slices(void **state)
{
	static const struct port_place at = {.tpc = 0};
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.slice_cycles = 200;
	m.interconnect.slice_least = 500;
	w = made(&m);
	assert_int_equal(answer(w, 10, &at, 1, 15, 0), 10); /* 8 cycles */
	assert_int_equal(answer(w, 17, &at, 2, 1, 0), 18);  /* 5 */
	assert_int_equal(answer(w, 22, &at, 3, 3, 0), 23);  /* 5 */
	assert_int_equal(answer(w, 22, &at, 4, 1, 1), 22);
	assert_int_equal(answer(w, 28, &at, 5, 1, 0), 28);
	interconnect_free(w);
}

/* A line with its header takes 5 cycles on the path to its GPC. The other GPC's is free, and L2 as a whole gives more. */
static void
to_gpcs(void **state)
{
	static const struct port_place at[] = {{.gpc = 0}, {.gpc = 1}};
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.gpc_rate = 32;
	m.interconnect.header = 32;
	w = made(&m);
	assert_int_equal(answer(w, 10, at, 1, 15, 0), 10);
	assert_int_equal(answer(w, 14, at, 2, 1, 0), 15);
	assert_int_equal(answer(w, 14, at + 1, 3, 1, 0), 14);
	assert_int_equal(answer(w, 17, at, 4, 1, 0), 17);
	interconnect_reset(w);
	assert_int_equal(answer(w, 17, at, 5, 1, 0), 17);
	interconnect_free(w);
}

/* Answers and results of atomics leave L2 one after the other. */
static void
out_of_l2(void **state)
{
	static const struct port_place at[] = {{.gpc = 0}, {.gpc = 1}};
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.out_rate = 32;
	m.interconnect.header = 32;
	m.atomics.result = 64;
	w = made(&m);
	assert_int_equal(answer(w, 10, at, 1, 15, 0), 10); /* 5 cycles */
	assert_int_equal(answer(w, 14, at + 1, 2, 1, 1), 15);
	assert_int_equal(interconnect_results(w, 16 * CYCLE_PARTS, 3) / CYCLE_PARTS, 17); /* 6 cycles */
	assert_int_equal(answer(w, 22, at, 3, 1, 0), 23);
	assert_int_equal(answer(w, 25, at, 4, 1, 0), 25);
	interconnect_free(w);
}

/* When the answer leaves to a load of a sector, of line 8 x `line`, by TPC `tpc` of a GPC at a cycle. */
static uint64_t
leaves(struct interconnect *w, uint64_t cycle, unsigned tpc, uint64_t line)
{
	const struct port_place at = {.tpc = (uint16_t)tpc};

	return answer(w, cycle, &at, 8 * line, 1, 0);
}

/* SMs of gpc_join_tpcs neighbouring TPCs share an answer, until gpc_join after the last of them who did not; those of one TPC do not. */
static void
shared_answers(void **state)
{
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.slice_cycles = 1000;
	m.interconnect.gpc_join_tpcs = 3;
	m.interconnect.gpc_join = 20;
	w = made(&m);
	assert_int_equal(leaves(w, 100, 0, 0), 100);
	assert_int_equal(leaves(w, 101, 2, 0), 101); /* it is on its way */
	assert_int_equal(leaves(w, 101, 3, 0), 110); /* of the next three TPCs */
	assert_int_equal(leaves(w, 102, 0, 0), 120); /* again */
	assert_int_equal(leaves(w, 103, 1, 0), 120);
	assert_int_equal(leaves(w, 121, 1, 0), 121); /* its second, until 19 after that of TPC 0 */
	assert_int_equal(leaves(w, 122, 2, 0), 130); /* from 20 on a new one */
	assert_int_equal(leaves(w, 123, 2, 1), 140); /* another line */
	interconnect_reset(w);
	assert_int_equal(leaves(w, 123, 2, 1), 123);
	assert_int_equal(leaves(w, 200, 0, 2), 200);
	assert_int_equal(leaves(w, 201, 256, 2), 210); /* far from TPC 0 */
	assert_int_equal(leaves(w, 202, 255, 2), 210); /* 255 to 257 are neighbours */
	assert_int_equal(leaves(w, 300, 0, 3), 300);
	assert_int_equal(leaves(w, 301, 3 * 4096 + 1, 3), 310); /* whatever place they are kept in */
	interconnect_free(w);
}

/* However often the interconnect has been reset, nobody shares an answer from before. */
static void
no_answers_after_reset(void **state)
{
	enum { RESETS = 65535 };
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.slice_cycles = 1000;
	m.interconnect.gpc_join = 20;
	w = made(&m);
	for (unsigned i = 0; i < 2 * RESETS + 2; i += RESETS) {
		for (unsigned k = 0; k < (i ? RESETS : 1); k++)
			interconnect_reset(w);
		assert_int_equal(leaves(w, 100, 0, 0), 100);
		assert_int_equal(leaves(w, 101, 1, 0), 101);
		assert_int_equal(leaves(w, 101, 1, 1), 110);
	}
	interconnect_free(w);
}

/* A shared answer has all sectors that are asked for, and takes gpc_join_part of what it else would on the path to the GPC. */
static void
shared_paths(void **state)
{
	static const struct port_place at = {.tpc = 0};
	struct simt_machine m = machine();
	struct interconnect *w;

	(void)state;
	m.interconnect.gpc_rate = 32;
	m.interconnect.gpc_join = 20;
	m.interconnect.gpc_join_part = 50;
	w = made(&m);
	assert_int_equal(answer(w, 10, &at, 1, 3, 0), 10);  /* 2 cycles */
	assert_int_equal(answer(w, 11, &at, 1, 3, 0), 11);  /* with it; 1 cycle more */
	assert_int_equal(answer(w, 11, &at, 1, 12, 0), 13); /* sectors that it does not have */
	assert_int_equal(answer(w, 14, &at, 1, 4, 0), 14);  /* of that one, half a cycle */
	assert_int_equal(answer(w, 15, &at, 2, 1, 0), 15);
	assert_int_equal(answer_parts(w, 15, &at, 3, 1, 0), 16 * CYCLE_PARTS + CYCLE_PARTS / 2);
	interconnect_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(into_l2),
		cmocka_unit_test(stores),
		cmocka_unit_test(slices),
		cmocka_unit_test(to_gpcs),
		cmocka_unit_test(out_of_l2),
		cmocka_unit_test(shared_answers),
		cmocka_unit_test(no_answers_after_reset),
		cmocka_unit_test(shared_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
