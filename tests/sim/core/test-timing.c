/* test-timing.c: boundaries of the timing model, on machine `tiny`: what is blocked at N - 1 is ready at N. One warp runs unless the
 * test says otherwise; a launch ends with the cycle after its last EXIT has issued. Branches and barriers are in test-timing-flow.c. */
#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum { ADU = 10, GUARD = 13, MATH = 4, OPERAND = 6, SHARED = 12, L1 = 20, L2 = 100, DRAM = 300 };

static uint64_t
cycles(const struct program *p, unsigned threads, const char *const *settings, const struct simt_launch_stats **stats)
{
	return asm_cycles(p, threads, 64, settings, stats);
}

static void
stall_count(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= 15; n++) {
		const struct simt_launch_stats *t;
		struct program p;

		asm_init(&p);
		nop(&p);
		ctl(&p, n, NO_SB, NO_SB, 0);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, NULL, &t), n + 1);
		assert_int_equal(t->stall[SIMT_STALL_selected], 2);
		assert_int_equal(t->stall[SIMT_STALL_wait], n - 1);
	}
}

/* The hint to yield costs the warp the next cycle, where its stall count would let it issue then. */
static void
yield_hint(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	nop(&p);
	ctl(&p, 0, NO_SB, NO_SB, 0); /* with the hint: it exists without one for 1 to 11 alone */
	exit_(&p);
	assert_int_equal(cycles(&p, 32, NULL, NULL), 2 + 1);
}

static void
write_scoreboard(void **state)
{
	(void)state;
	for (unsigned n = ADU - 2; n <= ADU + 1; n++) {
		const struct simt_launch_stats *t;
		struct program p;

		asm_init(&p);
		s2r(&p, 0, SR_TID_X);
		ctl(&p, 1, 3, NO_SB, 0);
		nop(&p);
		ctl(&p, n - 1, NO_SB, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 1 << 3);
		assert_int_equal(cycles(&p, 32, NULL, &t), (n < ADU ? ADU : n) + 1);
		assert_int_equal(t->stall[SIMT_STALL_short_scoreboard], n < ADU ? ADU - n : 0);
	}
}

/* Special registers that hold another value in each lane come through the data path of shared memory, on which with adu_cycles each takes so
 * long; the others do not. */
static void
special_registers(void **state)
{
	enum { TAKES = 25 };
	static const struct {
		unsigned number;
		bool by_lane;
	} cases[] = {
		{0x00, true},  {0x02, false}, {0x03, false}, {0x21, true},  {0x22, true},  {0x23, true},
		{0x25, false}, {0x26, false}, {0x27, false}, {0x2e, false}, {0x2f, false}, {0x30, false},
		{0x32, false}, {0x34, false}, {0x37, false}, {0x38, true}, /* EQMASK, LTMASK, LEMASK, GTMASK, GEMASK */
		{0x39, true},  {0x3a, true},  {0x3b, true},  {0x3c, true},  {0x43, false}, {0x50, false},
		{0x51, false}, {0x52, false}, {0x53, false}, {0x88, false}, {0xff, false},
	};
	static const char *const on[] = {"adu_cycles=25", NULL};

	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		const unsigned held = cases[k].by_lane ? TAKES : 0;
		const struct simt_launch_stats *t;
		struct program p;

		asm_init(&p);
		s2r(&p, 0, cases[k].number);
		ctl(&p, 4, 0, NO_SB, 0);
		lds(&p, 2, RZ, 0x400);
		ctl(&p, 2, 1, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 1 << 1);
		/* a wavefront takes a cycle, which is over when the load comes */
		assert_int_equal(cycles(&p, 32, NULL, &t), 4 + SHARED + 1);
		assert_int_equal(t->v[SIMT_STAT_shared_wavefronts], 1 + cases[k].by_lane);
		assert_int_equal(cycles(&p, 32, on, &t), (held > 4 ? held : 4) + SHARED + 1);
		assert_int_equal(t->v[SIMT_STAT_shared_wavefronts], 1 + cases[k].by_lane);
	}
}

/* Another scoreboard than the one that is raised holds nothing back. */
static void
other_scoreboard(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_TID_X);
	ctl(&p, 2, 3, NO_SB, 0);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 0x3f & ~(1 << 3));
	assert_int_equal(cycles(&p, 32, NULL, NULL), 3);
}

static void
read_scoreboard(void **state)
{
	(void)state;
	for (unsigned n = OPERAND - 1; n <= OPERAND + 1; n++) {
		struct program p;

		asm_init(&p);
		mov_imm(&p, 4, 0x400);
		ctl(&p, 4, NO_SB, NO_SB, 0);
		sts(&p, 4, RZ, 0);
		ctl(&p, 1, NO_SB, 2, 0);
		nop(&p);
		ctl(&p, n - 1, NO_SB, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 1 << 2);
		assert_int_equal(cycles(&p, 32, NULL, NULL), 4 + (n < OPERAND ? OPERAND : n) + 1);
	}
}

/* The register scoreboard holds back what the control field lets through too early, and nothing else. */
static void
register_scoreboard(void **state)
{
	static const char *const off[] = {"register_scoreboard=off", NULL};

	(void)state;
	for (unsigned n = 2; n <= MATH + 1; n++) {
		struct program p;

		asm_init(&p);
		imad(&p, 4, RZ, RZ, RZ);
		ctl(&p, n, NO_SB, NO_SB, 0);
		imad(&p, 5, 4, 4, RZ);
		ctl(&p, 1, NO_SB, NO_SB, 0);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, NULL, NULL), (n < MATH ? MATH : n) + 2);
		assert_int_equal(cycles(&p, 32, off, NULL), n + 2);
	}
	for (unsigned n = GUARD - 1; n <= GUARD + 1; n++) {
		struct program p;

		asm_init(&p);
		isetp_ge_imm(&p, 0, RZ, 0);
		ctl(&p, n, NO_SB, NO_SB, 0);
		guard(&p, 0, false);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, NULL, NULL), (n < GUARD ? GUARD : n) + 1);
		assert_int_equal(cycles(&p, 32, off, NULL), n + 1);
	}
}

/* Without stall counts the next instruction of a warp comes a cycle later. */
static void
stall_counts(void **state)
{
	static const char *const off[] = {"register_scoreboard=off", "stall_counts=off", NULL}, *const on[] = {
													"register_scoreboard=off",
													"stall_counts=on", NULL};

	(void)state;
	for (unsigned n = 1; n <= 15; n++) {
		struct program p;

		asm_init(&p);
		imad(&p, 4, RZ, RZ, RZ);
		ctl(&p, n, NO_SB, NO_SB, 0);
		nop(&p);
		ctl(&p, n, NO_SB, NO_SB, 0);
		exit_(&p);
		assert_int_equal(cycles(&p, 32, on, NULL), 2 * n + 1);
		assert_int_equal(cycles(&p, 32, off, NULL), 3);
	}
}

typedef void make(struct program *p);

static void
make_fadd(struct program *p)
{
	fadd(p, 4, RZ, RZ);
}

static void
make_imad(struct program *p)
{
	imad(p, 4, RZ, RZ, RZ);
}

static void
make_lop3(struct program *p)
{
	lop3_and_imm(p, 4, RZ, 1);
}

static void
make_popc(struct program *p)
{
	popc(p, 4, RZ);
}

/* Two warps want one pipe in the same cycle: the second gets it when the first one's lanes have gone through. */
static void
pipe_width(void **state)
{
	static const struct {
		make *one;
		unsigned cycles[2]; /* with 1 and with 2 banks */
	} cases[] = {{make_fadd, {2, 1}}, {make_imad, {4, 2}}, {make_lop3, {4, 2}}, {make_popc, {16, 8}}};

	(void)state;
	for (unsigned k = 0; k < 4; k++)
		for (unsigned banks = 1; banks <= 2; banks++) {
			const char *const settings[] = {banks == 1 ? "banks=1" : "banks=2", NULL};
			unsigned held = cases[k].cycles[banks - 1];
			const struct simt_launch_stats *t;
			struct program p;

			asm_init(&p);
			cases[k].one(&p);
			exit_(&p);
			/* warp 0 issues at 0 and 15, warp 1 at `held` and 15 later, or one cycle after warp 0 where both would exit at once */
			assert_int_equal(cycles(&p, 64, settings, &t), held + 15 + 1);
			assert_int_equal(t->stall[SIMT_STALL_math_pipe_throttle], held - 1);
			assert_int_equal(t->stall[SIMT_STALL_not_selected], 1);
		}
}

/* Half a warp holds the pipe as long as a whole one. */
static void
lockstep(void **state)
{
	struct program p;

	(void)state;
	asm_init(&p);
	make_imad(&p);
	exit_(&p);
	assert_int_equal(cycles(&p, 32 + 1, NULL, NULL), 2 + 15 + 1);
}

static void
shared_memory(void **state)
{
	(void)state;
	/* lane i reads word i * stride of a 1 KiB array: stride 1 has no conflicts, stride 8 has 8 lanes in a bank */
	for (unsigned stride = 1; stride <= 8; stride *= 2) {
		const struct simt_launch_stats *t;
		struct program p;

		asm_init(&p);
		s2r(&p, 0, SR_LANEID);
		ctl(&p, 1, 0, NO_SB, 0);
		mov_imm(&p, 1, 4 * stride); /* 1 */
		ctl(&p, 1, NO_SB, NO_SB, 0);
		mov_imm(&p, 2, 0x400); /* 3: the pipe is held 2 cycles */
		ctl(&p, 4, NO_SB, NO_SB, 0);
		imad(&p, 3, 0, 1, 2); /* 10 */
		ctl(&p, 4, NO_SB, NO_SB, 1);
		lds(&p, 4, 3, 0); /* 14 */
		ctl(&p, 2, 1, NO_SB, 0);
		exit_(&p);
		ctl(&p, 5, NO_SB, NO_SB, 2);
		assert_int_equal(cycles(&p, 32, NULL, &t), 14 + SHARED + (stride - 1) + 1);
		assert_int_equal(t->v[SIMT_STAT_shared_wavefronts], 1 + stride); /* one for S2R */
	}
}

/* The same word twice: the first load comes from DRAM, the second from L1. */
static void
global_memory(void **state)
{
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	asm_init(&p);
	uldc64(&p, 4, ASM_DESC); /* 0 */
	ctl(&p, 4, NO_SB, NO_SB, 0);
	ldc64(&p, 2, ASM_PARAM); /* 4 */
	ctl(&p, 1, 0, NO_SB, 0);
	ldg(&p, 6, 2, 0); /* 14 */
	ctl(&p, 2, 1, NO_SB, 1);
	ldg(&p, 7, 2, 0); /* 314 */
	ctl(&p, 2, 2, NO_SB, 2);
	exit_(&p); /* 334 */
	ctl(&p, 5, NO_SB, NO_SB, 4);
	assert_int_equal(cycles(&p, 32, NULL, &t), 4 + ADU + DRAM + L1 + 1);
	assert_int_equal(t->stall[SIMT_STALL_long_scoreboard], DRAM - 2 + L1 - 2);
	assert_int_equal(t->v[SIMT_STAT_l1_sectors], 2);
	assert_int_equal(t->v[SIMT_STAT_l2_sectors], 1);
	assert_int_equal(t->v[SIMT_STAT_dram_sectors], 1);

	/* a short wait that joins the scoreboard of a long one does not give it its name */
	asm_init(&p);
	uldc64(&p, 4, ASM_DESC);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	ldc64(&p, 2, ASM_PARAM);
	ctl(&p, 1, 0, NO_SB, 0);
	ldg(&p, 6, 2, 0);
	ctl(&p, 2, 1, NO_SB, 1);
	s2r(&p, 8, SR_LANEID);
	ctl(&p, 2, 1, NO_SB, 0);
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 2);
	cycles(&p, 32, NULL, &t);
	assert_int_equal(t->stall[SIMT_STALL_long_scoreboard], DRAM - 4);
}

/* Four blocks fit at a time: the fifth starts next_block_latency after the first has ended. */
static void
block_scheduler(void **state)
{
	const struct simt_launch_stats *t;
	struct program p;
	struct simt *s;

	(void)state;
	asm_init(&p);
	exit_(&p);
	for (unsigned blocks = 1; blocks <= 5; blocks++) {
		s = asm_machine(NULL);
		t = asm_run(s, &p, blocks, 32, NULL, NULL, 64);
		assert_laws(t, 1, 1);
		assert_int_equal(t->v[SIMT_STAT_cycles], blocks < 5 ? blocks : 1 + 50 + 1);
		assert_int_equal(t->v[SIMT_STAT_blocks_launched], blocks);
		simt_destroy(s);
	}
}

/* Of blocks that all fit at once, one starts every 2.5 cycles: at 0, 3, 5 and 8; one that takes the room of another is not held up. */
static void
block_interval(void **state)
{
	static const char *const settings[] = {"block_interval=250", NULL};
	static const uint64_t end[] = {1, 4, 6, 9, 1 + 50 + 1};

	(void)state;
	for (unsigned blocks = 1; blocks <= 5; blocks++) {
		struct program p;
		struct simt *s = asm_machine(settings);
		const struct simt_launch_stats *t;

		asm_init(&p);
		exit_(&p);
		t = asm_run(s, &p, blocks, 32, NULL, NULL, 64);
		assert_laws(t, 1, 1);
		assert_int_equal(t->v[SIMT_STAT_cycles], end[blocks - 1]);
		simt_destroy(s);
	}
}

/* ---- asynchronous copies ---- */
static void
raw(struct program *p, uint64_t lo, uint64_t hi)
{
	p->w[p->n][0] = lo;
	p->w[p->n++][1] = hi;
}

/* R2:3 = in, UR4:5 = descriptor, R8 = an address in shared memory. */
static void
copy_addresses(struct program *p)
{
	asm_init(p);
	ldc64(p, 2, ASM_PARAM);
	ctl(p, 2, 0, NO_SB, 0);
	uldc64(p, 4, ASM_DESC);
	ctl(p, 4, NO_SB, NO_SB, 0);
	mov_imm(p, 8, 1024);
	ctl(p, 4, NO_SB, NO_SB, 1);
}

/* So many copies, each a group, and DEPBAR.LE SB0, `left`. */
static uint64_t
copy_cycles(unsigned groups, unsigned left)
{
	struct program p;

	copy_addresses(&p);
	for (unsigned i = 0; i < groups; i++) {
		raw(&p, 0x0000000002087fae, 0x000fe2000b921844); /* LDGSTS.E [R8], desc[UR4][R2.64] */
		ctl(&p, 4, NO_SB, NO_SB, i ? 0 : 1);
		raw(&p, 0x00000000000079af, 0x000fe20000000000); /* LDGDEPBAR */
		ctl(&p, 4, 0, NO_SB, 0);
	}
	raw(&p, 0x000080000000791a | (uint64_t)left << 38, 0x000fe20000000000); /* DEPBAR.LE SB0, left */
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	return cycles(&p, 1, NULL, NULL);
}

/* The same with a load and an instruction that waits for it. */
static uint64_t
load_cycles(unsigned wait)
{
	struct program p;

	copy_addresses(&p);
	ldg(&p, 9, 2, 0);
	ctl(&p, 4, 1, NO_SB, 1);
	nop(&p);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, wait);
	exit_(&p);
	return cycles(&p, 1, NULL, NULL);
}

static void
copy_groups(void **state)
{
	(void)state;
	assert_int_equal(copy_cycles(1, 0), load_cycles(2));
	assert_int_equal(copy_cycles(1, 1), load_cycles(0));
	assert_true(copy_cycles(1, 0) > copy_cycles(1, 1) + L2);
	/* the second copy finds its sector on the way, or there */
	assert_true(copy_cycles(2, 1) >= copy_cycles(1, 0));
	assert_int_equal(copy_cycles(2, 2), copy_cycles(1, 1) + 8);
	/* more groups than are told apart */
	assert_true(copy_cycles(40, 0) >= copy_cycles(1, 0));
	assert_true(copy_cycles(40, 39) >= copy_cycles(40, 40));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stall_count),         cmocka_unit_test(yield_hint),
		cmocka_unit_test(write_scoreboard),    cmocka_unit_test(special_registers),
		cmocka_unit_test(other_scoreboard),    cmocka_unit_test(read_scoreboard),
		cmocka_unit_test(register_scoreboard), cmocka_unit_test(stall_counts),
		cmocka_unit_test(pipe_width),          cmocka_unit_test(lockstep),
		cmocka_unit_test(shared_memory),       cmocka_unit_test(global_memory),
		cmocka_unit_test(block_scheduler),     cmocka_unit_test(block_interval),
		cmocka_unit_test(copy_groups),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
