/* test-tap.c: what the event tap tells, on machine `tiny`. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <string.h>

#include "tests/helpers/asm.h"

/* Events as lines of text. */
struct log {
	char text[4096];
	size_t n;
};

static void
note(struct log *l, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	l->n += (size_t)vsnprintf(l->text + l->n, sizeof l->text - l->n, format, ap);
	va_end(ap);
	assert_true(l->n < sizeof l->text);
}

static void
on_host(void *arg, const struct simt_tap_host *x)
{
	static const char *const action[] = {"alloc", "free", "write", "reset"};

	note(arg, "%s %" PRIu64 "\n", action[x->action], x->bytes);
}

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	note(arg, "launch %ux%u\n", x->grid[0], x->block[0]);
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *x)
{
	(void)x;
	note(arg, "launch ends\n");
}

static void
on_block_start(void *arg, const struct simt_tap_block *x)
{
	note(arg, "block %" PRIu64 "\n", x->block);
}

static void
on_block_end(void *arg, const struct simt_tap_block *x)
{
	note(arg, "block %" PRIu64 " ends\n", x->block);
}

static void
on_memory(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *x)
{
	static const char *const space[] = {"global", "shared", "local"}, *const access[] = {"load", "store", "atomic"};
	unsigned l = (unsigned)__builtin_ctz(x->mask);

	note(arg, "%u@%u %s %s %u*%d from %u, first at +%" PRIu64 " is %d\n", at->warp, at->pc, space[x->space], access[x->access],
	     x->bytes, __builtin_popcount(x->mask), x->first_thread + l, x->address[l] & 0xff, x->data ? (int)x->data[0][l] : -1);
}

static void
on_diverge(void *arg, const struct simt_tap_warp *at, const struct simt_tap_diverge *x)
{
	note(arg, "%u@%u diverge %" PRIx64 " to %u, %" PRIx64 " to %u\n", at->warp, at->pc, x->taken.word[0], x->target,
	     x->rest.word[0], x->other);
}

static void
on_reconverge(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reconverge *x)
{
	note(arg, "%u@%u reconverge %" PRIx64 " at %u\n", at->warp, at->pc, x->lanes.word[0], x->pc);
}

static void
on_wait(void *arg, const struct simt_tap_warp *at, const struct simt_tap_wait *x)
{
	note(arg, "%u@%u wait %" PRIx64 " at %u for B%u\n", at->warp, at->pc, x->lanes.word[0], x->pc, x->barrier);
}

static void
on_barrier_arrive(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *x)
{
	note(arg, "%u@%u arrive %" PRIx64 " at %u\n", at->warp, at->pc, x->lanes.word[0], x->barrier);
}

static void
on_barrier_release(void *arg, const struct simt_tap_warp *at, const struct simt_tap_barrier *x)
{
	note(arg, "%u@%u release %u\n", at->warp, at->pc, x->barrier);
}

static void
on_exit(void *arg, const struct simt_tap_warp *at, const struct simt_tap_exit *x)
{
	note(arg, "%u@%u exit %" PRIx64 "\n", at->warp, at->pc, x->lanes.word[0]);
}

static struct simt_tap
tap_for(struct log *l)
{
	l->n = 0;
	*l->text = 0;
	return (struct simt_tap){.arg = l,
				 .host = on_host,
				 .launch_start = on_launch_start,
				 .launch_end = on_launch_end,
				 .block_start = on_block_start,
				 .block_end = on_block_end,
				 .memory = on_memory,
				 .diverge = on_diverge,
				 .barrier_arrive = on_barrier_arrive,
				 .barrier_release = on_barrier_release,
				 .exit = on_exit,
				 .reconverge = on_reconverge,
				 .wait = on_wait};
}

/* Lane 0 goes another way up to a BSYNC, all store and load a shared word and meet at the block's barrier. */
static void
parted(struct program *p)
{
	unsigned side, join;

	asm_init(p);
	s2r(p, 0, SR_LANEID); /* 0 */
	ctl(p, 2, 0, NO_SB, 0);
	isetp_ne_imm(p, 0, 0, 0); /* 1 */
	ctl(p, 13, NO_SB, NO_SB, 1);
	join = bssy(p, 3, 0); /* 2 */
	guard(p, 0, true);
	side = bra(p, 0); /* 3 */
	nop(p);           /* 4 */
	patch(p, side, label(p));
	patch(p, join, label(p));
	bsync(p, 3);          /* 5 */
	mov_imm(p, 4, 0x400); /* 6 */
	ctl(p, 6, NO_SB, NO_SB, 0);
	mov_imm(p, 5, 77); /* 7 */
	ctl(p, 6, NO_SB, NO_SB, 0);
	sts(p, 4, 5, 4); /* 8 */
	bar_sync(p);     /* 9 */
	lds(p, 6, 4, 4); /* 10 */
	ctl(p, 2, 0, NO_SB, 0);
	guard(p, 0, false);
	exit_(p); /* 11 */
	exit_(p); /* 12 */
}

static void
in_order(void **state)
{
	struct program p;
	struct log l;
	struct simt_tap t = tap_for(&l);
	struct simt *s = asm_machine(NULL);
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	parted(&p);
	assert_true(simt_add_tap(s, &t, &e));
	asm_run(s, &p, 1, 33, NULL, NULL, 16);
	assert_string_equal(l.text, "reset 0\n"
				    "alloc 64\n"
				    "alloc 64\n"
				    "launch 1x33\n"
				    "block 0\n"
				    "0@3 diverge 1 to 5, fffffffe to 4\n"
				    "0@5 wait 1 at 5 for B3\n"
				    "1@8 shared store 4*1 from 32, first at +4 is 77\n"
				    "0@5 reconverge ffffffff at 6\n"
				    "1@9 arrive 1 at 0\n"
				    "0@8 shared store 4*32 from 0, first at +4 is 77\n"
				    "0@9 arrive ffffffff at 0\n"
				    "0@9 release 0\n"
				    "1@10 shared load 4*1 from 32, first at +4 is 77\n"
				    "0@10 shared load 4*32 from 0, first at +4 is 77\n"
				    "0@11 exit fffffffe\n"
				    "1@12 exit 1\n"
				    "0@12 exit 1\n"
				    "block 0 ends\n"
				    "launch ends\n");
	simt_remove_tap(s, &l);
	l.n = 0;
	asm_run(s, &p, 1, 33, NULL, NULL, 16);
	assert_int_equal(l.n, 0);
	simt_destroy(s);
}

static void
on_nothing(void *arg, const struct simt_tap_launch *x)
{
	(void)arg;
	(void)x;
}

/* Clients are told in the order in which they were added; there is room for SIMT_TAPS. */
static void
several_clients(void **state)
{
	struct simt *s = asm_machine(NULL);
	struct simt_error e = {.status = SIMT_OK};
	struct log l;
	struct simt_tap t = tap_for(&l), other = {.arg = &e, .launch_start = on_nothing};
	uint64_t address;

	(void)state;
	for (unsigned i = 0; i < SIMT_TAPS; i++)
		assert_true(simt_add_tap(s, i % 2 ? &other : &t, &e));
	assert_false(simt_add_tap(s, &t, &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_true(simt_malloc(s, 8, &address, NULL) && simt_write(s, address + 4, &t, 2, NULL) && simt_free(s, address, NULL));
	assert_string_equal(
		l.text, "alloc 8\nalloc 8\nalloc 8\nalloc 8\nwrite 2\nwrite 2\nwrite 2\nwrite 2\nfree 0\nfree 0\nfree 0\nfree 0\n");
	simt_remove_tap(s, &l);
	e.status = SIMT_OK;
	assert_true(simt_add_tap(s, &t, &e));
	l.n = 0;
	assert_true(simt_malloc(s, 8, &address, NULL));
	assert_string_equal(l.text, "alloc 8\n");
	simt_destroy(s);
}

struct sums {
	uint64_t issued, active, guarded, stall[SIMT_STALLS], last[2];
};

static void
sum_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct sums *t = arg;

	assert_false(x->guarded.word[0] & ~x->active.word[0]);
	assert_false(x->active.word[0] & ~x->alive.word[0]);
	assert_true(at->cycle + 1 > t->last[at->warp]);
	t->last[at->warp] = at->cycle + 1;
	t->issued++;
	t->active += (unsigned)__builtin_popcountll(x->active.word[0]);
	t->guarded += (unsigned)__builtin_popcountll(x->guarded.word[0]);
}

static void
sum_states(void *arg, const struct simt_tap_warp *at, const struct simt_tap_state *x)
{
	struct sums *t = arg;
	uint64_t cycles = 0;

	(void)at;
	for (int i = 0; i < SIMT_STALLS; i++) {
		t->stall[i] += x->cycles[i];
		cycles += x->cycles[i];
	}
	assert_int_equal(cycles, x->to - x->from);
}

/* What the events say adds up to what the launch counts. */
static void
adds_up(void **state)
{
	struct simt *s = asm_machine(NULL);
	struct simt_error e = {.status = SIMT_OK};
	struct sums sums = {0};
	struct simt_tap t = {.arg = &sums, .issue = sum_issue, .state = sum_states};
	const struct simt_launch_stats *x;
	struct program p;

	(void)state;
	parted(&p);
	assert_true(simt_add_tap(s, &t, &e));
	x = asm_run(s, &p, 1, 64, NULL, NULL, 16);
	assert_int_equal(sums.issued, x->v[SIMT_STAT_inst_executed]);
	assert_int_equal(sums.active, x->v[SIMT_STAT_thread_inst_executed]);
	assert_int_equal(sums.guarded, x->v[SIMT_STAT_thread_inst_executed_true]);
	for (int i = 0; i < SIMT_STALLS; i++)
		assert_int_equal(sums.stall[i] + (i == SIMT_STALL_selected ? sums.issued : 0), x->stall[i]);
	simt_destroy(s);
}

/* Instructions of warps of up to 32 lanes by pc, told one by one or as straight runs. */
struct told {
	uint64_t times[1024], active[1024], straight, last[2];
};

static void
told_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct told *t = arg;

	t->times[at->pc]++;
	t->active[at->pc] += (unsigned)__builtin_popcountll(x->active.word[0]);
	assert_true(at->cycle >= t->last[at->warp]);
	t->last[at->warp] = at->cycle;
}

static void
told_straight(void *arg, const struct simt_tap_warp *at, const struct simt_tap_straight *x)
{
	struct told *t = arg;

	assert_true(x->n > 0);
	assert_false(x->active.word[0] & ~x->alive.word[0]);
	for (uint32_t i = 0; i < x->n; i++) {
		t->times[at->pc + i]++;
		t->active[at->pc + i] += (unsigned)__builtin_popcountll(x->active.word[0]);
	}
	t->straight += x->n;
	assert_true(at->cycle >= t->last[at->warp]);
	t->last[at->warp] = at->cycle;
}

/* A client of straight runs hears of each instruction once, whether others want all of them one by one, and these hear as much. Control
 * flow, fences and NOPs are in no run. */
static void
straight_runs(void **state)
{
	static const char *const quick[] = {"register_scoreboard=off", NULL}, *const stack[] = {"register_scoreboard=off",
												"reconvergence=stack", NULL};
	struct program p;

	(void)state;
	asm_init(&p);
	mov_imm(&p, 4, 0x400); /* 0 */
	ctl(&p, 6, NO_SB, NO_SB, 0);
	mov_imm(&p, 5, 77); /* 1 */
	ctl(&p, 6, NO_SB, NO_SB, 0);
	sts(&p, 4, 5, 4);  /* 2 */
	nop(&p);           /* 3 */
	mov_imm(&p, 6, 1); /* 4 */
	bar_sync(&p);      /* 5 */
	mov_imm(&p, 7, 1); /* 6 */
	exit_(&p);         /* 7 */
	for (unsigned k = 0; k < 4; k++) {
		struct simt *s = asm_machine(k & 2 ? stack : quick);
		struct told runs = {.straight = 0}, all = {.straight = 0};
		struct simt_tap x = {.arg = &runs, .issue = told_issue, .straight = told_straight},
				y = {.arg = &all, .issue = told_issue};
		struct simt_error e = {.status = SIMT_OK};
		const struct simt_launch_stats *stats;

		assert_true(simt_add_tap(s, &x, &e));
		assert_true(!(k & 1) || simt_add_tap(s, &y, &e));
		stats = asm_run(s, &p, 1, 33, NULL, NULL, 16);
		for (uint32_t pc = 0; pc < stats->npc; pc++) {
			assert_int_equal(runs.times[pc], stats->pc[pc].inst_executed);
			assert_int_equal(runs.active[pc], stats->pc[pc].thread_inst_executed);
			assert_int_equal(all.times[pc], k & 1 ? runs.times[pc] : 0);
		}
		/* 0 to 2, 4 and 6 of two warps; policies that look at every instruction have no runs */
		assert_int_equal(runs.straight, k & 2 ? 0 : 10);
		simt_destroy(s);
	}
}

/* What clients are told of each instruction. */
struct by_pc {
	uint64_t stall[1024][SIMT_STALLS];
};

static void
by_pc_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct by_pc *t = arg;

	(void)x;
	t->stall[at->pc][SIMT_STALL_selected]++;
}

static void
by_pc_states(void *arg, const struct simt_tap_warp *at, const struct simt_tap_state *x)
{
	struct by_pc *t = arg;

	for (int i = 0; i < SIMT_STALLS; i++)
		t->stall[at->pc][i] += x->cycles[i];
}

/* The states that a launch keeps of each instruction are those that clients are told of, and whether there are clients makes no difference;
 * nor does it to the launch's own whether it keeps them. */
static void
kept_states(void **state)
{
	static const char *const independent[] = {"banks=2", "bank_issue=independent", NULL};
	struct program p;

	(void)state;
	parted(&p);
	for (unsigned machine = 0; machine < 2; machine++) {
		struct by_pc told = {.stall = {{0}}};
		struct simt_tap t = {.arg = &told, .issue = by_pc_issue, .state = by_pc_states};
		uint64_t stall[SIMT_STALLS] = {0};

		for (unsigned run = 0; run < 3; run++) {
			struct simt *s = asm_machine(machine ? independent : NULL);
			struct simt_error e = {.status = SIMT_OK};
			const struct simt_launch_stats *x;

			simt_keep_states(s, run);
			assert_true(run != 1 || simt_add_tap(s, &t, &e));
			x = asm_run(s, &p, 1, 64, NULL, NULL, 16);
			assert_int_equal(x->states != NULL, run > 0);
			assert_true(x->npc <= sizeof told.stall / sizeof *told.stall);
			if (!run)
				memcpy(stall, x->stall, sizeof stall);
			assert_memory_equal(x->stall, stall, sizeof stall);
			for (size_t pc = 0; run && pc < x->npc; pc++)
				assert_memory_equal(x->states[pc], told.stall[pc], sizeof told.stall[pc]);
			simt_destroy(s);
		}
	}
}

/* What a client that hears of a few SMs is told, by SM. */
struct few {
	uint64_t issued[8], stays, cycles, counted, told;
	unsigned enough; /* instructions of an SM */
};

static void
few_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	struct few *f = arg;

	(void)x;
	f->issued[at->sm]++;
}

static void
few_stay(void *arg, const struct simt_tap_stay *x)
{
	struct few *f = arg;

	assert_true(x->start < x->end);
	f->stays++;
	f->cycles += x->end - x->start;
}

static uint64_t
few_counts(void *arg, const struct simt_tap_counts *x)
{
	struct few *f = arg;

	assert_true(x->v[SIMT_STAT_inst_executed] >= f->counted);
	f->counted = x->v[SIMT_STAT_inst_executed];
	f->told++;
	return 0;
}

static bool
few_enough(void *arg, uint32_t sm)
{
	const struct few *f = arg;

	return f->issued[sm] >= f->enough;
}

/* So many of four SMs, on so many threads; by how many SMs something was told. */
static unsigned
hear(struct few *f, uint32_t sms, unsigned jobs, struct simt_launch_stats *stats)
{
	static const char *const four[] = {"sms=4", NULL};
	struct simt_tap t = {
		.arg = f, .sms = sms, .issue = few_issue, .stay = few_stay, .counts = few_counts, .enough = few_enough};
	struct simt *s = asm_machine(four);
	struct simt_error e = {.status = SIMT_OK};
	struct program p;
	unsigned n = 0;

	memset(f->issued, 0, sizeof f->issued);
	f->stays = f->cycles = f->counted = f->told = 0;
	parted(&p);
	assert_true(simt_add_tap(s, &t, &e));
	simt_set_jobs(s, jobs);
	*stats = *asm_run(s, &p, 64, 33, NULL, NULL, 16);
	simt_destroy(s);
	for (unsigned i = 0; i < 8; i++)
		n += f->issued[i] > 0;
	return n;
}

static void
few_sms(void **state)
{
	struct few f = {.enough = UINT32_MAX}, again = {.enough = UINT32_MAX};
	struct simt_launch_stats all, stats;
	uint64_t issued = 0;

	(void)state;
	assert_int_equal(hear(&f, 0, 1, &all), 4);
	for (unsigned i = 0; i < 4; i++)
		issued += f.issued[i];
	/* a BSYNC issues again, which is another event */
	assert_in_range(issued, all.v[SIMT_STAT_inst_executed] - 2 * 64, all.v[SIMT_STAT_inst_executed]);
	assert_int_equal(hear(&f, 5, 1, &stats), 4);
	assert_int_equal(hear(&f, 1, 1, &stats), 1);
	assert_int_equal(f.stays, 64);
	assert_true(f.told > 1);
	assert_int_equal(f.counted, stats.v[SIMT_STAT_inst_executed]);
	assert_int_equal(stats.end, all.end);
	assert_int_equal(hear(&f, 3, 1, &stats), 3);
	assert_int_equal(hear(&again, 3, 3, &stats), 3);
	assert_memory_equal(&f, &again, sizeof f);
	assert_int_equal(stats.end, all.end);
	/* until it has heard enough, which is asked between windows */
	issued = again.issued[0];
	again.enough = 1;
	assert_int_equal(hear(&again, 3, 1, &stats), 3);
	assert_in_range(again.issued[0], 1, issued - 1);
	assert_int_equal(again.stays, 64);
	assert_int_equal(stats.end, all.end);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_order), cmocka_unit_test(several_clients), cmocka_unit_test(few_sms),
		cmocka_unit_test(adds_up),  cmocka_unit_test(straight_runs),   cmocka_unit_test(kept_states),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
