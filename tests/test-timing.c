/* test-timing.c: boundaries of the timing model, on machine `tiny`: what is blocked at N - 1 is ready at N. One warp runs unless the
 * test says otherwise; a launch ends with the cycle after its last EXIT has issued. */
#include "asm.h"
#include "unit.h"

enum {
	ADU = 10,
	GUARD = 13,
	MATH = 4,
	OPERAND = 6,
	BRANCH = 7,
	SWITCH = 8,
	BARRIER = 8,
	SHARED = 12,
	L1 = 20,
	L2 = 100,
	DRAM = 300
};

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

/* Lanes 0..15 against 16..31: the fall-through side goes first on a tie. */
static void
split_halves(struct program *p, bool bssy_too)
{
	unsigned b, s = 0;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 1, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, 16); /* 10 */
	ctl(p, 13, NO_SB, NO_SB, 1);
	if (bssy_too) {
		s = bssy(p, 0, 0); /* 23 */
		ctl(p, 5, NO_SB, NO_SB, 0);
	}
	guard(p, 0, false);
	b = bra(p, 0);
	ctl(p, 5, NO_SB, NO_SB, 0);
	nop(p);
	ctl(p, 1, NO_SB, NO_SB, 0);
	patch(p, b, label(p));
	if (bssy_too) {
		patch(p, s, label(p) + 1);
		bsync(p, 0);
		ctl(p, 5, NO_SB, NO_SB, 0);
	}
	exit_(p);
	ctl(p, 5, NO_SB, NO_SB, 0);
}

static void
divergent_branch(void **state)
{
	static const char *const stack[] = {"reconvergence=stack", NULL};
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	split_halves(&p, false);
	/* barrier: branch at 23, fall-through side at 23 + 5 = 28, its EXIT at 29, the other's at 29 + SWITCH = 37 */
	assert_int_equal(cycles(&p, 32, NULL, &t), 38);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 6);
	assert_int_equal(t->v[SIMT_STAT_lanes_waiting], 2 * 16);
	assert_int_equal(t->v[SIMT_STAT_lanes_exited], 16);
	assert_int_equal(t->stall[SIMT_STALL_branch_resolving], SWITCH - 5);
	/* stack: the taken side waits at the EXIT, where the other meets it */
	assert_int_equal(cycles(&p, 32, stack, &t), 30);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 5);
	assert_int_equal(t->v[SIMT_STAT_lanes_waiting], 16);
	assert_int_equal(t->v[SIMT_STAT_lanes_exited], 0);

	split_halves(&p, true);
	/* barrier: branch at 28, NOP at 33, BSYNC of that side at 34, of the other at 34 + SWITCH = 42, EXIT at 47 */
	assert_int_equal(cycles(&p, 32, NULL, &t), 48);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 8);
	/* stack: BSYNC is a NOP that all lanes issue together at 34, EXIT at 39 */
	assert_int_equal(cycles(&p, 32, stack, &t), 40);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 7);
}

/* The last cycles of a branch count as no_instruction; all that it takes beyond its stall count where there are no more. */
static void
refill(void **state)
{
	static const char *const set[][2] = {{"refill_cycles=0"}, {"refill_cycles=1"}, {"refill_cycles=30"}};
	const struct simt_launch_stats *t;
	uint64_t branching, end;
	struct program p;
	unsigned b;

	(void)state;
	asm_init(&p);
	b = bra(&p, 0);
	ctl(&p, 2, NO_SB, NO_SB, 0);
	nop(&p);
	patch(&p, b, label(&p));
	exit_(&p);
	end = cycles(&p, 32, set[0], &t);
	branching = t->stall[SIMT_STALL_branch_resolving];
	assert_int_equal(end, 2 + branching + 1);
	assert_true(branching >= 2);
	assert_int_equal(t->stall[SIMT_STALL_no_instruction], 0);
	assert_int_equal(cycles(&p, 32, set[1], &t), end);
	assert_int_equal(t->stall[SIMT_STALL_branch_resolving], branching - 1);
	assert_int_equal(t->stall[SIMT_STALL_no_instruction], 1);
	assert_int_equal(cycles(&p, 32, set[2], &t), end);
	assert_int_equal(t->stall[SIMT_STALL_branch_resolving], 0);
	assert_int_equal(t->stall[SIMT_STALL_no_instruction], branching);
	assert_int_equal(t->stall[SIMT_STALL_wait], 1);
}

static void
taken_branch(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	/* a longer stall count hides the latency */
	for (unsigned n = BRANCH - 2; n <= BRANCH + 1; n++) {
		asm_init(&p);
		b = bra(&p, 0);
		ctl(&p, n, NO_SB, NO_SB, 0);
		nop(&p);
		patch(&p, b, label(&p));
		exit_(&p);
		assert_int_equal(cycles(&p, 32, NULL, NULL), (n < BRANCH ? BRANCH : n) + 1);
	}
	asm_init(&p);
	guard(&p, PT, true);
	b = bra(&p, 0);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	exit_(&p);
	assert_int_equal(cycles(&p, 32, NULL, NULL), 5 + 1);
}

/* Where fewer lanes take a branch than not, they go first: that is a jump; the others come after a switch. */
static void
divergent_jump(void **state)
{
	struct program p;
	unsigned b;

	(void)state;
	asm_init(&p);
	s2r(&p, 0, SR_LANEID);
	ctl(&p, 1, 0, NO_SB, 0);
	isetp_ge_imm(&p, 0, 0, 31); /* 10 */
	ctl(&p, 13, NO_SB, NO_SB, 1);
	guard(&p, 0, false);
	b = bra(&p, 0); /* 23 */
	ctl(&p, 5, NO_SB, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	patch(&p, b, label(&p));
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	/* EXIT of one lane, NOP of the others, their EXIT */
	assert_int_equal(cycles(&p, 32, NULL, NULL), 23 + BRANCH + SWITCH + 1 + 1);
}

/* A BSYNC that lets pass takes sync_latency, or its stall count where that is longer. */
static void
passed_sync(void **state)
{
	static const char *const latency[] = {"sync_latency=6", NULL};

	(void)state;
	for (unsigned n = 5; n <= 7; n++) {
		struct program p;
		unsigned s;

		asm_init(&p);
		s = bssy(&p, 0, 0);
		ctl(&p, 5, NO_SB, NO_SB, 0);
		bsync(&p, 0);
		ctl(&p, n, NO_SB, NO_SB, 0);
		patch(&p, s, label(&p));
		exit_(&p);
		assert_int_equal(cycles(&p, 32, latency, NULL), 5 + (n < 6 ? 6 : n) + 1);
		assert_int_equal(cycles(&p, 32, NULL, NULL), 5 + n + 1);
	}
}

/* Warp 0 arrives at 0, warp 1 a cycle later; both go on BARRIER cycles after that, warp 1 one cycle behind. */
static void
block_barrier(void **state)
{
	const struct simt_launch_stats *t;
	struct program p;

	(void)state;
	asm_init(&p);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	assert_int_equal(cycles(&p, 64, NULL, &t), 1 + BARRIER + 1 + 1);
	assert_int_equal(t->stall[SIMT_STALL_barrier], BARRIER + (BARRIER - 1));
}

/* Warps come to the barrier a cycle apart; the SM takes the next one no sooner than barrier_cycles after the last. */
static void
barrier_arrivals(void **state)
{
	static const char *const apart[4][2] = {
		{"barrier_cycles=0", NULL}, {"barrier_cycles=1", NULL}, {"barrier_cycles=2", NULL}, {"barrier_cycles=3", NULL}};
	struct program p;

	(void)state;
	asm_init(&p);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	for (unsigned warps = 1; warps <= 4; warps++)
		for (unsigned n = 0; n < 4; n++)
			assert_int_equal(cycles(&p, 32 * warps, apart[n], NULL), (n ? n : 1) * (warps - 1) + BARRIER + warps);
}

/* A load of shared memory at 1, the barrier at 2: it has arrived barrier_behind after the load, but not before it issues. */
static void
barrier_behind(void **state)
{
	static const char *const behind[4][2] = {
		{"barrier_behind=0", NULL}, {"barrier_behind=1", NULL}, {"barrier_behind=2", NULL}, {"barrier_behind=9", NULL}};
	static const unsigned later[4] = {0, 0, 1, 8};
	uint64_t without;
	struct program p;

	(void)state;
	asm_init(&p);
	mov_imm(&p, 2, 0);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	lds(&p, 1, 255, 1024);
	ctl(&p, 1, 0, NO_SB, 0);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	exit_(&p);
	without = cycles(&p, 32, NULL, NULL);
	for (unsigned n = 0; n < 4; n++)
		assert_int_equal(cycles(&p, 32, behind[n], NULL), without + later[n]);
}

/* A load of shared memory right behind a barrier: the release has the data path for barrier_path cycles, from the arrival on. */
static void
barrier_path(void **state)
{
	static const unsigned later[4] = {0, 0, 1, 9};
	struct program p;
	uint64_t without;

	(void)state;
	asm_init(&p);
	mov_imm(&p, 2, 0);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	bar_sync(&p);
	ctl(&p, 1, NO_SB, NO_SB, 0);
	lds(&p, 1, 255, 1024);
	ctl(&p, 1, 0, NO_SB, 0);
	mov_imm(&p, 1, 0);
	ctl(&p, 1, NO_SB, NO_SB, 1);
	exit_(&p);
	without = cycles(&p, 32, NULL, NULL);
	for (unsigned n = 0; n < 4; n++) {
		char text[32];
		const char *const set[2] = {text, NULL};

		snprintf(text, sizeof text, "barrier_path=%u", n ? BARRIER + later[n] : 0);
		assert_int_equal(cycles(&p, 32, set, NULL), without + later[n]);
	}
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

/* Four blocks fit at a time: the fifth starts block_latency after the first has ended. */
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
		cmocka_unit_test(stall_count),      cmocka_unit_test(yield_hint),      cmocka_unit_test(write_scoreboard),
		cmocka_unit_test(other_scoreboard), cmocka_unit_test(read_scoreboard), cmocka_unit_test(register_scoreboard),
		cmocka_unit_test(pipe_width),       cmocka_unit_test(lockstep),        cmocka_unit_test(divergent_branch),
		cmocka_unit_test(refill),           cmocka_unit_test(taken_branch),    cmocka_unit_test(divergent_jump),
		cmocka_unit_test(passed_sync),      cmocka_unit_test(block_barrier),   cmocka_unit_test(barrier_arrivals),
		cmocka_unit_test(barrier_behind),   cmocka_unit_test(barrier_path),    cmocka_unit_test(shared_memory),
		cmocka_unit_test(global_memory),    cmocka_unit_test(block_scheduler), cmocka_unit_test(block_interval),
		cmocka_unit_test(copy_groups),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
