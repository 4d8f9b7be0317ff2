/* test-scoreboard.c: the scoreboards of a warp alone: from which cycle its next instruction could issue, held back at N - 1 and free at N, and
 * what its cycles are counted as. Nothing else of sim/ is linked but the groups of copies and the queue of L1. */
#include "sim/core/copy-groups.h"
#include "sim/core/scoreboard.h"
#include "sim/dispatch/launches.h"
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

/* A warp with one split of four lanes, at the first of two instructions. */
struct stage {
	struct warp w;
	struct split *s;
	struct inst code[2];
	struct timing timing[2];
	struct simt_function f;
	struct launch_counts counts;
	struct pipe pipes[PIPES];
	struct lg_queue lg;
	bool marked;
	struct opcode op;
};

static struct stage *
stage(void)
{
	struct stage *t = calloc(1, sizeof *t);

	assert_non_null(t);
	t->s = calloc(1, sizeof *t->s + sizeof(struct uniform));
	assert_non_null(t->s);
	t->s->mask = 15;
	t->f = (struct simt_function){.code = t->code, .timing = t->timing, .n = 2};
	for (unsigned i = 0; i < 2; i++) {
		t->code[i].op = &t->op;
		t->timing[i].unit = t->timing[i].gate = t->timing[i].pipe = PIPE_fma;
		t->timing[i].latency = t->timing[i].variable_latency = t->timing[i].predicate_latency =
			t->timing[i].family_latency = t->timing[i].guard_latency = 4;
		t->timing[i].low = t->timing[i].high = -1;
	}
	t->w.f = &t->f;
	t->w.runs = t->s;
	t->w.counts = &t->counts;
	t->lg.room = 1;
	return t;
}

static void
done(struct stage *t)
{
	free(t->w.pending);
	free(t->s);
	free(t);
}

static struct regset
reg(unsigned r)
{
	struct regset s = {{0}};

	s.w[r / 64] |= UINT64_C(1) << r % 64;
	return s;
}

/* Instruction `i` reads, or writes, register r. */
static void
reads(struct stage *t, unsigned i, unsigned r)
{
	t->timing[i].reads = t->timing[i].uses = reg(r);
}

static void
writes(struct stage *t, unsigned i, unsigned r)
{
	t->timing[i].defs = t->timing[i].uses = reg(r);
}

/* Each of the times that a warp has holds it back by itself, up to the cycle that it names. */
static void
times_hold(void **state)
{
	struct stage *t = stage();
	uint64_t *const until[] = {&t->s->time.stall_until, &t->s->time.branch_until, &t->s->time.barrier_until,
				   &t->s->time.fence_until, &t->w.fetch_until,        &t->w.constant_until};

	(void)state;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	for (unsigned i = 0; i < sizeof until / sizeof *until; i++) {
		*until[i] = 17;
		assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 17);
		*until[i] = 0;
	}
	t->s->time.in_barrier = true;
	assert_true(scoreboard_ready(&t->w, t->w.runs) == NEVER);
	t->s->time.in_barrier = false;
	t->w.runs = NULL;
	assert_true(scoreboard_ready(&t->w, t->w.runs) == NEVER);
	done(t);
}

/* A scoreboard holds back those alone whose wait mask names it; two that are raised, until the later; a load of unknown end, for ever. */
static void
wait_masks(void **state)
{
	struct stage *t = stage();

	(void)state;
	scoreboard_raise(&t->w, 2, 0, 30, 0, SIMT_STALL_short_scoreboard);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	t->code[0].wait = t->timing[0].wait = 1 << 3;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	t->code[0].wait = t->timing[0].wait = 1 << 2;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 30);
	/* an earlier end does not take the later one back */
	scoreboard_raise(&t->w, 2, 0, 29, 0, SIMT_STALL_short_scoreboard);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 30);
	scoreboard_raise(&t->w, 3, 0, 31, 0, SIMT_STALL_short_scoreboard);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 30);
	t->code[0].wait = t->timing[0].wait = 1 << 2 | 1 << 3;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 31);
	scoreboard_raise(&t->w, 2, 0, 0, 7, SIMT_STALL_long_scoreboard);
	assert_true(scoreboard_ready(&t->w, t->w.runs) == NEVER);
	assert_true(scoreboard_waits_long(&t->w, t->s, 30));
	/* the answer comes: one less is unknown, and the end is known */
	t->w.sb[2].unknown--;
	scoreboard_load(&t->w, 2, 40);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 40);
	assert_true(scoreboard_waits_long(&t->w, t->s, 39));
	assert_false(scoreboard_waits_long(&t->w, t->s, 40));
	done(t);
}

/* Where splits have scoreboards of their own, one that shares no lane with who raised it does not wait. */
static void
own_scoreboards(void **state)
{
	struct stage *t = stage();

	(void)state;
	t->w.own = t->w.concurrent = true;
	t->code[0].wait = t->timing[0].wait = 1 << 1;
	scoreboard_raise(&t->w, 1, 0, 20, 0, SIMT_STALL_short_scoreboard);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 20);
	t->s->mask = 16;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	t->s->mask = 16 | 8;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 20);
	done(t);
}

/* A result of fixed latency, issued at 10: its reader waits until 14; who writes the register again must not overtake it; others, and
 * other lanes, do not wait. */
static void
registers_wait(void **state)
{
	struct stage *t = stage();

	(void)state;
	scoreboard_add(&t->w,
		       &(struct pending){.defs = reg(5), .lanes = 15, .fixed = t->timing + 1, .ready = 14, .guard_ready = 14});
	reads(t, 0, 6);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	reads(t, 0, 5);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 14);
	t->s->mask = 16;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	t->s->mask = 8;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 14);
	memset(t->timing, 0, sizeof *t->timing);
	writes(t, 0, 5);
	t->timing[0].latency = 3;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 11);
	t->timing[0].latency = 20;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	/* it is there at 14, and forgotten then, not before */
	scoreboard_expire(&t->w, 13);
	assert_int_equal(t->w.npending, 1);
	scoreboard_add(&t->w, &(struct pending){.defs = reg(9), .lanes = 15, .ready = 20, .guard_ready = 20});
	scoreboard_expire(&t->w, 14);
	assert_int_equal(t->w.npending, 1);
	scoreboard_expire(&t->w, 20);
	assert_int_equal(t->w.npending, 0);
	done(t);
}

/* A register that a load brings is not there until its answer is. */
static void
loads_wait(void **state)
{
	struct stage *t = stage();

	(void)state;
	scoreboard_add(&t->w, &(struct pending){.defs = reg(70), .lanes = 15, .load = 3, .state = SIMT_STALL_long_scoreboard});
	reads(t, 0, 70);
	assert_true(scoreboard_ready(&t->w, t->w.runs) == NEVER);
	scoreboard_expire(&t->w, 1000);
	assert_int_equal(t->w.npending, 1);
	t->w.pending[0].load = 0;
	t->w.pending[0].ready = t->w.pending[0].guard_ready = 50;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 50);
	done(t);
}

/* The table of results under way has PENDINGS places: one more instruction waits until the first of them is ready. */
static void
full_table(void **state)
{
	struct stage *t = stage();

	(void)state;
	for (unsigned i = 0; i < PENDINGS - 1; i++)
		scoreboard_add(&t->w, &(struct pending){.defs = reg(100 + i), .lanes = 15, .ready = 60 + i, .guard_ready = 60 + i});
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	scoreboard_add(&t->w, &(struct pending){.defs = reg(99), .lanes = 15, .ready = 58, .guard_ready = 58});
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 58);
	done(t);
}

/* DEPBAR waits until no more than F_count groups of copies are left. */
static void
copies_wait(void **state)
{
	struct stage *t = stage();
	uint64_t group;

	(void)state;
	t->op.flow = FLOW_GROUP;
	t->code[0].f[F_store] = 1;
	copy_groups_known(&t->w, 25);
	copy_groups_end(&t->w, 0);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 25);
	t->code[0].f[F_count] = 1;
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 0);
	group = copy_groups_load(&t->w);
	copy_groups_end(&t->w, 0);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 25);
	t->code[0].f[F_count] = 0;
	assert_true(scoreboard_ready(&t->w, t->w.runs) == NEVER);
	copy_groups_arrive(&t->w, group, 90);
	assert_int_equal(scoreboard_ready(&t->w, t->w.runs), 90);
	done(t);
}

/* The cycles up to 20, each of one state: stall count to 5, branch to 8, scoreboard to 12, then it could have issued. */
static void
cycles_have_states(void **state)
{
	struct stage *t = stage();
	uint64_t sum = 0;

	(void)state;
	t->f.refill = 2; /* a branch is being resolved until so many cycles before it is taken */
	t->s->time.stall_until = 5;
	t->s->time.branch_until = 8;
	t->code[0].wait = t->timing[0].wait = 1;
	scoreboard_raise(&t->w, 0, 0, 12, 0, SIMT_STALL_short_scoreboard);
	scoreboard_account(&t->w, t->s, &t->marked, t->pipes, &t->lg, 4);
	assert_int_equal(t->counts.stall[SIMT_STALL_wait], 4);
	scoreboard_account(&t->w, t->s, &t->marked, t->pipes, &t->lg, 20);
	assert_int_equal(t->counts.stall[SIMT_STALL_wait], 5);
	assert_int_equal(t->counts.stall[SIMT_STALL_branch_resolving], 1);
	assert_int_equal(t->counts.stall[SIMT_STALL_no_instruction], 2);
	assert_int_equal(t->counts.stall[SIMT_STALL_short_scoreboard], 4);
	assert_int_equal(t->counts.stall[SIMT_STALL_not_selected], 8);
	for (unsigned i = 0; i < SIMT_STALLS; i++)
		sum += t->counts.stall[i];
	assert_int_equal(sum, 20);
	assert_int_equal(t->w.accounted, 20);
	/* what has been given to a state is not given again */
	scoreboard_account(&t->w, t->s, &t->marked, t->pipes, &t->lg, 20);
	assert_int_equal(t->counts.stall[SIMT_STALL_not_selected], 8);
	done(t);
}

/* From 12 on it is ready; a pipe that is held until 17 takes five of the eight cycles. */
static void
pipes_throttle(void **state)
{
	struct stage *t = stage();

	(void)state;
	t->s->time.stall_until = 12;
	t->marked = true;
	t->w.busy_mark = 0;
	t->pipes[PIPE_fma] = (struct pipe){.free = 17, .busy = 5};
	scoreboard_account(&t->w, t->s, &t->marked, t->pipes, &t->lg, 20);
	assert_int_equal(t->counts.stall[SIMT_STALL_math_pipe_throttle], 5);
	assert_int_equal(t->counts.stall[SIMT_STALL_not_selected], 3);
	assert_false(t->marked);
	done(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_hold),     cmocka_unit_test(wait_masks),         cmocka_unit_test(own_scoreboards),
		cmocka_unit_test(registers_wait), cmocka_unit_test(loads_wait),         cmocka_unit_test(full_table),
		cmocka_unit_test(copies_wait),    cmocka_unit_test(cycles_have_states), cmocka_unit_test(pipes_throttle),
	};

	cmocka_run_group_tests_name("scoreboard", tests, NULL, NULL);
	return 0;
}
