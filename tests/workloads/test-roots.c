/* test-roots.c: the roots of divergence of small kernels, counted by hand, on machine `tiny` in both modes. That the sums are those of the
 * counters for all shipped workloads is in test-policies.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "tests/helpers/asm.h"
#include "workloads/analysis/roots.h"

/* A root that is to be found: kind, instruction, parent (an instruction, -1: none), merge (the same), executions, divergences, lane-slots,
 * the same with what is within. */
struct want {
	enum root_kind kind;
	uint32_t pc;
	int parent, merge;
	uint64_t executions, divergences, lost, nested;
};

static struct root_list *
find(const struct program *p, unsigned threads, const char *policy, enum simt_mode mode)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	unsigned char params[20] = {0};
	struct root_list *found;
	struct simt_launch *l;
	struct roots *roots;
	struct simt *s;

	if (!m || !simt_machine_set(m, policy, &e))
		fail_msg("%s", e.text);
	s = simt_create(m, &e);
	roots = s ? roots_new(s, m, &e) : NULL;
	if (!roots)
		fail_msg("%s", e.text);
	simt_set_mode(s, mode);
	l = simt_launch(s, asm_load(s, p, &e), (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0, params,
			sizeof params, 0, &e);
	if (!l || !simt_synchronize(s, &e))
		fail_msg("%s", e.text);
	found = roots_take(roots, l);
	assert_non_null(found);
	assert_null(roots_take(roots, l));
	assert_int_equal(found->slots,
			 simt_launch_stats(l)->v[SIMT_STAT_inst_executed] - simt_launch_stats(l)->v[SIMT_STAT_inst_coissued]);
	assert_int_equal(found->lost[ROOT_BRANCH] + found->lost[ROOT_BARRIER], simt_launch_stats(l)->v[SIMT_STAT_lanes_waiting]);
	assert_int_equal(found->lost[ROOT_EXIT], simt_launch_stats(l)->v[SIMT_STAT_lanes_exited]);
	assert_int_equal(found->never, simt_launch_stats(l)->v[SIMT_STAT_lanes_never]);
	assert_int_equal(found->active, simt_launch_stats(l)->v[SIMT_STAT_thread_inst_executed]);
	roots_free(roots);
	simt_destroy(s);
	simt_machine_free(m);
	return found;
}

/* In the order of the list. */
static void
compare(const struct root_list *l, const struct want *want, size_t n)
{
	assert_int_equal(l->n, n);
	for (size_t i = 0; i < n; i++) {
		const struct root *r = l->root + i;

		assert_int_equal(r->kind, want[i].kind);
		assert_int_equal(r->pc, want[i].pc);
		assert_int_equal(r->parent == ROOT_NONE ? -1 : (int)l->root[r->parent].pc, want[i].parent);
		assert_int_equal(r->merge == ROOT_NONE ? -1 : (int)r->merge, want[i].merge);
		assert_int_equal(r->executions, want[i].executions);
		assert_int_equal(r->divergences, want[i].divergences);
		assert_int_equal(r->lost, want[i].lost);
		assert_int_equal(r->nested, want[i].nested);
	}
}

/* `slots` issue slots in all. */
static void
check(const struct program *p, unsigned threads, const char *policy, uint64_t slots, const struct want *want, size_t n)
{
	for (enum simt_mode mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
		struct root_list *l = find(p, threads, policy, mode);

		compare(l, want, n);
		assert_int_equal(l->slots, slots);
		assert_int_equal(root_list_all(l), 32 * slots);
		root_list_free(l);
	}
}

#define CHECK(p, threads, policy, slots, ...)                                                         \
	do {                                                                                          \
		const struct want check_want[] = {__VA_ARGS__};                                       \
		check(p, threads, policy, slots, check_want, sizeof check_want / sizeof *check_want); \
	} while (0)

static void
start(struct program *p)
{
	asm_init(p);
	s2r(p, 0, SR_LANEID); /* 0 */
	ctl(p, 2, 0, NO_SB, 0);
	nop(p); /* 1 */
	ctl(p, 2, NO_SB, NO_SB, 1);
}

/* Lanes 16 to 31 go past what the others do, among which lanes 4 to 15 leave something out. */
static void
nested_program(struct program *p)
{
	start(p);
	isetp_ge_imm(p, 0, 0, 16); /* 2 */
	isetp_ge_imm(p, 1, 0, 4);
	bssy(p, 0, 13); /* 4 */
	guard(p, 0, false);
	bra(p, 12);
	bssy(p, 1, 10); /* 6 */
	guard(p, 1, false);
	bra(p, 9);
	nop(p); /* 8: lanes 0 to 3 */
	bsync(p, 1);
	nop(p); /* 10 */
	nop(p);
	bsync(p, 0); /* 12 */
	exit_(p);
}

static void
nested_branches(void **state)
{
	struct root_list *l;
	struct program p;
	uint32_t order[2];

	(void)state;
	nested_program(&p);
	/* The sides are of one size: lanes 0 to 15 run first. Lanes 16 to 31 wait in 6, 7, 8, twice in 9, in 10, 11 and 12; then all issue
	 * 12, since the path was spilled. Of lanes 0 to 15, 12 wait in 8 and once in 9, then 4 in 9. */
	CHECK(&p, 32, "reconvergence=barrier", 16, {ROOT_BRANCH, 5, -1, 12, 1, 1, 8 * 16, 8 * 16 + 28},
	      {ROOT_BRANCH, 7, 5, 9, 1, 1, 12 + 12 + 4, 28});
	/* The stack joins paths in front of the BSYNC. */
	CHECK(&p, 32, "reconvergence=stack", 14, {ROOT_BRANCH, 5, -1, 12, 1, 1, 6 * 16, 6 * 16 + 12},
	      {ROOT_BRANCH, 7, 5, 9, 1, 1, 12, 12});
	l = find(&p, 32, "reconvergence=ideal", SIMT_CYCLE);
	assert_int_equal(l->n, 2);
	assert_int_equal(root_list_lost(l), 0);
	root_list_tree(l, order);
	assert_int_equal(l->root[order[0]].pc, 5);
	assert_int_equal(l->root[order[1]].pc, 7);
	assert_int_equal(root_list_all(l), l->active + l->unfilled);
	root_list_free(l);
}

/* Lane l makes l % 4 + 1 rounds. */
static void
loop(void **state)
{
	struct program p;

	(void)state;
	start(&p);
	lop3_and_imm(&p, 1, 0, 3); /* 2 */
	bssy(&p, 0, 8);
	viadd(&p, 1, 1, -1); /* 4 */
	isetp_ge_imm(&p, 0, 1, 0);
	guard(&p, 0, false);
	bra(&p, 4); /* 6 */
	bsync(&p, 0);
	exit_(&p); /* 8 */
	/* Eight lanes leave after each round: each time they issue the BSYNC, 24 wait; in the three instructions of rounds 2, 3 and 4, 8, 16
	 * and 24 wait. */
	CHECK(&p, 32, "reconvergence=barrier", 4 + 4 * 3 + 4 + 1, {ROOT_BRANCH, 6, -1, 7, 4, 3, 4 * 24 + 3 * (8 + 16 + 24), 240});
	CHECK(&p, 32, "reconvergence=stack", 4 + 4 * 3 + 1 + 1, {ROOT_BRANCH, 6, -1, 7, 4, 3, 3 * (8 + 16 + 24), 144});
}

/* What the two warps of a block have in common. In the first loop lanes leave by their number; in the second, lane 0 alone goes another way
 * in each of three rounds. */
static void
patterns(void **state)
{
	struct root_list *l;
	struct program p;

	(void)state;
	start(&p);
	lop3_and_imm(&p, 1, 0, 3); /* 2 */
	bssy(&p, 0, 8);
	viadd(&p, 1, 1, -1); /* 4 */
	isetp_ge_imm(&p, 0, 1, 0);
	guard(&p, 0, false);
	bra(&p, 4); /* 6 */
	bsync(&p, 0);
	mov_imm(&p, 1, 2); /* 8 */
	isetp_ge_imm(&p, 1, 0, 1);
	bssy(&p, 0, 14); /* 10 */
	guard(&p, 1, false);
	bra(&p, 13);
	nop(&p); /* 12: lane 0 */
	bsync(&p, 0);
	viadd(&p, 1, 1, -1); /* 14 */
	isetp_ge_imm(&p, 0, 1, 0);
	guard(&p, 0, false);
	bra(&p, 10); /* 16 */
	exit_(&p);
	l = find(&p, 64, "reconvergence=barrier", SIMT_FUNCTIONAL);
	assert_int_equal(l->n, 2);
	assert_int_equal(l->block_warps, 2);
	assert_int_equal(l->root[0].pc, 6);
	assert_int_equal(l->root[0].target, 4);
	assert_int_equal(l->root[0].lost, 2 * 240);
	assert_int_equal(l->root[0].slots, 2 * 13);
	assert_int_equal(l->root[0].warps, 2);
	assert_int_equal(l->root[0].taken, 2 * (24 + 16 + 8));
	assert_int_equal(l->root[0].others, 2 * (8 + 8 + 8));
	assert_int_equal(l->root[0].compared, 3);
	assert_int_equal(l->root[0].alike, 3);
	assert_int_equal(l->root[0].repeated, 0);
	/* 31 wait in 12 and 13, then lane 0 does in 13 */
	assert_int_equal(l->root[1].pc, 11);
	assert_int_equal(l->root[1].merge, 13);
	assert_int_equal(l->root[1].divergences, 6);
	assert_int_equal(l->root[1].lost, 6 * (31 + 31 + 1));
	assert_int_equal(l->root[1].slots, 6 * 3);
	assert_int_equal(l->root[1].compared, 3);
	assert_int_equal(l->root[1].alike, 3);
	assert_int_equal(l->root[1].repeated, 4);
	root_list_free(l);
}

/* Three ways, of 8, 8 and 16 lanes. */
static void
ways(void **state)
{
	struct program p;

	(void)state;
	start(&p);
	lop3_and_imm(&p, 1, 0, 3); /* 2 */
	isetp_ge_imm(&p, 0, 1, 1);
	isetp_ge_imm(&p, 1, 1, 2); /* 4 */
	bssy(&p, 0, 14);
	guard(&p, 0, false);
	bra(&p, 9); /* 6 */
	nop(&p);
	bra(&p, 12); /* 8 */
	guard(&p, 1, false);
	bra(&p, 11);
	bra(&p, 12); /* 10 */
	nop(&p);
	bsync(&p, 0); /* 12 */
	exit_(&p);
	/* The first 8 lanes: 24 wait in 7, 8 and 12. Then these 8 wait in 9, in 10 and 12 of the second 8, for which 16 wait, and in 11 and
	 * 12 of the 16, for which 8 wait. */
	CHECK(&p, 32, "reconvergence=barrier", 16, {ROOT_BRANCH, 6, -1, 12, 1, 1, 3 * 24 + 5 * 8, 160},
	      {ROOT_BRANCH, 9, 6, 12, 1, 1, 2 * 16 + 2 * 8, 48});
}

/* 12 of the first 32 threads end early; the second warp has 8 threads. */
static void
early_exit(void **state)
{
	struct root_list *l;
	struct program p;

	(void)state;
	start(&p);
	isetp_ge_imm(&p, 0, 0, 20); /* 2 */
	guard(&p, 0, false);
	exit_(&p);
	nop(&p); /* 4 */
	nop(&p);
	exit_(&p); /* 6 */
	CHECK(&p, 40, "reconvergence=barrier", 2 * 7, {ROOT_EXIT, 3, -1, -1, 2, 1, 3 * 12, 3 * 12});
	l = find(&p, 40, "reconvergence=barrier", SIMT_CYCLE);
	assert_int_equal(l->never, 7 * 24);
	root_list_free(l);
}

/* Guards that hold for 22 and for 10 lanes, and one that holds for none, which is no divergence. */
static void
predicates(void **state)
{
	struct program p;

	(void)state;
	start(&p);
	isetp_ge_imm(&p, 0, 0, 10); /* 2 */
	isetp_ge_imm(&p, 1, 0, 32);
	guard(&p, 0, false);
	mov_imm(&p, 2, 1); /* 4 */
	guard(&p, 0, true);
	mov_imm(&p, 2, 2);
	guard(&p, 1, false);
	mov_imm(&p, 2, 3); /* 6 */
	exit_(&p);
	CHECK(&p, 32, "reconvergence=barrier", 8, {ROOT_PREDICATE, 5, -1, -1, 1, 1, 22, 22},
	      {ROOT_PREDICATE, 4, -1, -1, 1, 1, 10, 10});
}

/* A barrier that two BSSYs have set lets nobody pass at the first issue: the whole warp issues the BSYNC once more. */
static void
issued_again(void **state)
{
	struct program p;

	(void)state;
	start(&p);
	isetp_ge_imm(&p, 0, 0, 16); /* 2 */
	bssy(&p, 0, 8);
	bssy(&p, 0, 8); /* 4 */
	guard(&p, 0, false);
	bra(&p, 7);
	nop(&p); /* 6 */
	bsync(&p, 0);
	exit_(&p); /* 8 */
	CHECK(&p, 32, "reconvergence=barrier", 6 + 1 + 3 + 1, {ROOT_BRANCH, 5, -1, 7, 1, 1, 3 * 16, 3 * 16});
}

/* Lanes 0 and 1 have set barrier 0. Lane 1 yields elsewhere; at the BSYNC lane 0 waits for it, and lanes 2 to 31 pass. */
static void
parted_at_a_barrier(void **state)
{
	struct program p;

	(void)state;
	start(&p);
	isetp_ge_imm(&p, 0, 0, 2); /* 2 */
	isetp_ne_imm(&p, 1, 0, 1);
	bssy(&p, 1, 8); /* 4 */
	guard(&p, 0, false);
	bra(&p, 7);
	bssy(&p, 0, 10); /* 6: lanes 0 and 1 */
	bsync(&p, 1);
	guard(&p, 1, true);
	bra(&p, 12); /* 8: lane 1 */
	bsync(&p, 0);
	nop(&p); /* 10 */
	exit_(&p);
	yield_(&p); /* 12 */
	exit_(&p);
	for (enum simt_mode mode = SIMT_CYCLE; mode <= SIMT_FUNCTIONAL; mode++) {
		struct root_list *l = find(&p, 32, "reconvergence=barrier", mode);
		bool found = false;

		for (size_t i = 0; i < l->n; i++) {
			const struct root *r = l->root + i;

			if (r->kind == ROOT_BARRIER) {
				/* lane 0 waits in 10 and 11 of lanes 2 to 31 */
				assert_int_equal(r->pc, 9);
				assert_int_equal(r->divergences, 1);
				assert_int_equal(r->lost, 2);
				found = true;
			}
			if (r->kind == ROOT_BRANCH && r->pc == 5) /* 30 in 6 and 7; then lanes 0 and 1 in 7 */
				assert_int_equal(r->lost, 30 + 30 + 2);
		}
		assert_true(found);
		root_list_free(l);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nested_branches), cmocka_unit_test(loop),
		cmocka_unit_test(patterns),        cmocka_unit_test(ways),
		cmocka_unit_test(early_exit),      cmocka_unit_test(predicates),
		cmocka_unit_test(issued_again),    cmocka_unit_test(parted_at_a_barrier),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
