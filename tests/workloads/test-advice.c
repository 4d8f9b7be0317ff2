/* test-advice.c: for the kernels that the shipped techniques start from, --advise names the remedy that they have first; for kernels whose
 * lanes never part it names none. Functional mode: advice rests on counts that have no time in them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

#include "workloads/analysis/advice.h"
#include "tests/helpers/asm.h"
#include "workloads/runner/run.h"

enum { NOTHING = REMEDIES, OF_LAUNCHES = REMEDY_compaction }; /* the remedies from here on are those of launches, not of roots */

/* `first` for the root that loses most of each launch of each case. */
static const struct before {
	const char *file, *let[2], *only;
	unsigned first;
} before[] = {
	{"dynamic-work/dynamic-work.csv", {"blocks=1", "items=256"}, "naive-*", REMEDY_dynamic},
	{"dynamic-work/one-warp.csv", {"blocks=2", "items=64"}, "naive-*", REMEDY_dynamic},
	{"path-unification/path-unification.csv", {"blocks=1"}, "naive-1*-4", REMEDY_unification},
	{"alternating-loop/alternating-loop.csv", {"n=1024", "large=20"}, "naive-*", REMEDY_regrouping},
	{"reductions/reductions.csv", {"n=1024"}, "neighbouring-*", REMEDY_regrouping},
	{"reductions/reductions.csv", {"n=1024"}, "masked-branch-*", REMEDY_regrouping},
	{"reductions/reductions.csv", {"n=1024"}, "halved-1024-*", REMEDY_regrouping},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "*-kept-1-1", REMEDY_free},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "*-kept-1-[59]0", REMEDY_free},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "*-plain-8-1", REMEDY_free},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "*-plain-8-[59]0", REMEDY_free},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "loop-narrow-*", REMEDY_regrouping},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "loop-wide-*", REMEDY_regrouping},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "loop-geometric-*", REMEDY_regrouping},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "loop-long-*", REMEDY_regrouping},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "jump-*-random", REMEDY_regrouping},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "chain-*-random", REMEDY_regrouping},
	{"tiled-matmul/tiled-matmul.csv", {NULL}, "checked-*-50", REMEDY_boundary},
	{"tiled-matmul/tiled-matmul.csv", {NULL}, "checked-*-100", REMEDY_boundary},
	{"fixed-array/fixed-array.csv", {NULL}, "plain-1000-*2-1", REMEDY_boundary},
	{"fixed-array/fixed-array.csv", {NULL}, "plain-10007-*", REMEDY_boundary},
	/* half warps that come to a vote from several places, a loop's and the one behind it: they part at its end */
	{"../tests/kernels/gather.csv", {NULL}, "votes", REMEDY_together},
	/* nothing diverges */
	{"vecadd/vecadd.csv", {"n=1024"}, "*", NOTHING},
	{"fixed-array/fixed-array.csv", {NULL}, "plain-4096-*", NOTHING},
	{"half-warp/half-warp.csv", {"n=16"}, "whole-*", NOTHING},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "*-kept-1-100", NOTHING},
	{"branch-patterns/branch-patterns.csv", {"blocks=1"}, "loop-fixed-*", NOTHING},
	{"tiled-matmul/tiled-matmul.csv", {NULL}, "wide-*", NOTHING},
};

static const char *
title(unsigned remedy)
{
	return remedy == NOTHING ? "nothing" : remedy_info[remedy].title;
}

/* What is advised first for the root that loses most and that there are rules for. */
static unsigned
first_advice(const struct root_list *l, const struct simt_function *f)
{
	struct advice advice[REMEDIES];
	struct root_facts x;

	for (size_t i = 0; i < l->n; i++)
		if (root_facts(l, i, f, &x))
			return advise(&x, advice) ? advice[0].remedy : REMEDIES + 1u;
	return NOTHING;
}

static void
check(void **state)
{
	const struct before *b = *state;
	const char *dir = getenv("srcdir");
	struct simt_error e = {.status = SIMT_OK};
	struct workload_options o = {.let = b->let};
	struct run_options options = {.roots = true, .mode = SIMT_FUNCTIONAL};
	struct simt_machine *m = simt_machine_load("h200", &e);
	unsigned looked_at = 0, wrong = 0;
	struct workload *w;
	bool *selected;
	struct run *r;
	char path[1024];

	while (o.nlet < 2 && b->let[o.nlet])
		o.nlet++;
	snprintf(path, sizeof path, "%s/workloads/%s", dir ? dir : ".", b->file);
	w = m ? workload_read(path, &o, &e) : NULL;
	if (!w)
		fail_msg("%s", e.text);
	selected = calloc(w->ncases + 1, sizeof *selected);
	for (size_t i = 0; i < w->ncases; i++)
		selected[i] = !fnmatch(b->only, w->cases[i].name, 0);
	r = run_create(w, m, selected, &options, &e);
	if (!r || run_all(r) != SIMT_OK)
		fail_msg("%s: %s", b->file, e.text);
	for (size_t i = 0; i < w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			const struct run_launch *l = &r->cases[i].launches[k];
			unsigned first = first_advice(l->roots, r->function[l->launch]);

			looked_at++;
			if (first == b->first)
				continue;
			wrong++;
			print_error("%s: %s, not %s\n", w->cases[i].name, first > REMEDIES ? "a root without advice" : title(first),
				    title(b->first));
		}
	assert_true(looked_at > 0);
	assert_int_equal(wrong, 0);
	run_free(r);
	free(selected);
	workload_free(w);
	simt_machine_free(m);
}

/* Each rule's remedy can come first, and every root of these kinds gets some advice. */
static void
rules(void **state)
{
	const struct root_facts x[OF_LAUNCHES] = {
		[REMEDY_boundary] = {.rate = 50, .again = true, .again_same = 75, .like_others = -1},
		[REMEDY_regrouping] = {.rate = 51, .again = true, .again_same = 75, .like_others = -1},
		[REMEDY_dynamic] = {.branch = true, .loop = true, .rate = 11, .loss = 20, .like_others = 89, .block_warps = 15},
		[REMEDY_free] = {.branch = true, .straight = true, .length = 48, .rate = 20, .loss = 6, .like_others = -1},
		[REMEDY_unification] = {.branch = true,
					.straight = true,
					.length = 49,
					.rate = 20,
					.loss = 6,
					.two_sides = true,
					.like_others = -1},
		/* all other rules would name something */
		[REMEDY_together] = {.branch = true,
				     .collective = true,
				     .rate = 100,
				     .loss = 6,
				     .like_others = 90,
				     .again = true,
				     .again_same = 90,
				     .two_sides = true},
	};
	struct root_facts more[] = {x[REMEDY_dynamic], x[REMEDY_dynamic], x[REMEDY_free], {.branch = true, .unknown = true}};
	struct advice advice[REMEDIES];

	(void)state;
	for (unsigned i = 0; i < OF_LAUNCHES; i++) {
		assert_true(advise(x + i, advice) > 0);
		assert_int_equal(advice[0].remedy, i);
	}
	assert_int_equal(advise(x + REMEDY_together, advice), 1);
	more[0].block_warps = 16;
	more[1].like_others = 90;
	more[2].again = true;
	more[2].again_same = 90;
	for (size_t i = 0; i < 4; i++) {
		assert_true(advise(more + i, advice) > 0);
		assert_int_equal(advice[0].remedy, REMEDY_regrouping);
	}
}

/* Each threshold at its value and beyond it; what holds then comes first. Nothing is known of lanes in other warps. */
static void
limits(void **state)
{
	static const struct {
		struct root_facts x;
		enum remedy first;
	} limit[] = {
		/* an edge */
		{{.branch = true, .rate = 10, .loss = 5, .again_same = 75}, REMEDY_boundary},
		{{.branch = true, .rate = 10.5, .loss = 5, .again_same = 75}, REMEDY_regrouping},
		{{.branch = true, .rate = 10, .loss = 5.5, .again_same = 75}, REMEDY_regrouping},
		{{.branch = true, .rate = 10, .loss = 5, .again_same = 74.5}, REMEDY_regrouping},
		{{.branch = true, .rate = 10, .loss = 5, .again_same = 75, .unknown = true}, REMEDY_regrouping},
		{{.rate = 50, .loss = 100, .again_same = 75}, REMEDY_boundary},
		{{.rate = 50.5, .again_same = 75}, REMEDY_regrouping},
		{{.rate = 50, .again_same = 74.5}, REMEDY_regrouping},
		/* a loop: the thread's number, or what a lane did before, decides */
		{{.branch = true, .rate = 100, .loop = true, .like_others = 90}, REMEDY_regrouping},
		{{.branch = true, .rate = 100, .loop = true, .like_others = 89.5}, REMEDY_dynamic},
		{{.branch = true, .rate = 100, .loop = true, .again = true, .again_same = 90}, REMEDY_regrouping},
		{{.branch = true, .rate = 100, .loop = true, .again = true, .again_same = 89.5}, REMEDY_dynamic},
		{{.branch = true, .rate = 100, .loop = true, .again_same = 100}, REMEDY_dynamic},
		{{.branch = true, .rate = 100, .loop = true, .block_warps = 16}, REMEDY_regrouping},
		{{.branch = true, .rate = 100, .loop = true, .block_warps = 15}, REMEDY_dynamic},
		/* short sides */
		{{.branch = true, .straight = true, .length = 48, .rate = 20, .two_sides = true}, REMEDY_free},
		{{.branch = true, .straight = true, .length = 49, .rate = 20, .two_sides = true}, REMEDY_unification},
		{{.branch = true, .straight = true, .length = 48, .rate = 19.5, .two_sides = true}, REMEDY_unification},
		{{.branch = true, .length = 48, .rate = 20, .two_sides = true}, REMEDY_unification},
		{{.branch = true, .length = 48, .rate = 20}, REMEDY_regrouping},
	};
	struct advice advice[REMEDIES];

	(void)state;
	for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
		struct root_facts x = limit[i].x;

		x.like_others = x.like_others > 0 ? x.like_others : -1;
		assert_true(advise(&x, advice) > 0);
		if (advice[0].remedy != limit[i].first)
			fail_msg("line %u: %s, not %s", (unsigned)i, title(advice[0].remedy), title(limit[i].first));
	}
}

/* Branches of sides(), by number: two sides of computing; a side with a store; a loop of one instruction; a side with a REDUX, which is no
 * RED; a side with a guarded branch; a side in which one jumps back.
 * And a WARPSYNC, which is no loop wherever lanes go from there. */
enum { TWO = 0, STORE = 6, LOOP = 9, SUM = 10, GUARDED = 13, BACK = 18, SYNC = 22, END = 23 };

static struct simt_function *
sides(struct simt *s)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function *f;
	struct program p;

	asm_init(&p);
	guard(&p, 0, false);
	bra(&p, 4);
	viadd(&p, 2, 2, 1);
	viadd(&p, 2, 2, 1);
	bra(&p, STORE);
	viadd(&p, 2, 2, 2);
	viadd(&p, 2, 2, 2);
	assert_int_equal(p.n, STORE);
	guard(&p, 0, false);
	bra(&p, STORE + 2);
	stg(&p, 2, 4, 0);
	nop(&p);
	assert_int_equal(p.n, LOOP);
	guard(&p, 0, false);
	bra(&p, LOOP);
	guard(&p, 0, false);
	bra(&p, SUM + 2);
	redux_max(&p, 8, 2);
	nop(&p);
	assert_int_equal(p.n, GUARDED);
	guard(&p, 0, false);
	bra(&p, GUARDED + 4);
	guard(&p, 1, false);
	bra(&p, GUARDED + 3);
	nop(&p);
	nop(&p);
	nop(&p);
	assert_int_equal(p.n, BACK);
	guard(&p, 0, false);
	bra(&p, SYNC);
	bra(&p, BACK + 3);
	bra(&p, SYNC);
	bra(&p, BACK + 2);
	assert_int_equal(p.n, SYNC);
	warpsync(&p);
	assert_int_equal(p.n, END);
	exit_(&p);
	f = asm_load(s, &p, &e);
	if (!f)
		fail_msg("%s", e.text);
	return f;
}

/* Of 10,000 lane-slots. The EXIT loses most, and gets no advice; then a branch with 1,000, of which 1 % are enough for advice. */
static void
facts(void **state)
{
	struct root root[] = {
		{.kind = ROOT_EXIT, .pc = END, .target = ROOT_NONE, .lost = 5000},
		{.kind = ROOT_BRANCH, .pc = TWO, .target = 4, .lost = 1000, .executions = 8, .divergences = 2, .warps = 2},
		{.kind = ROOT_PREDICATE, .pc = 1, .target = ROOT_NONE, .lost = 10, .executions = 8, .divergences = 3, .warps = 2},
		{.kind = ROOT_PREDICATE, .pc = 1, .target = ROOT_NONE, .lost = 9, .executions = 8, .divergences = 3, .warps = 2},
		{.kind = ROOT_BRANCH, .pc = STORE, .target = STORE + 2, .lost = 100},
		{.kind = ROOT_BRANCH, .pc = LOOP, .target = LOOP, .lost = 100},
		{.kind = ROOT_BRANCH, .pc = SUM, .target = SUM + 2, .lost = 100},
		{.kind = ROOT_BRANCH, .pc = GUARDED, .target = GUARDED + 4, .lost = 100},
		{.kind = ROOT_BRANCH, .pc = BACK, .target = SYNC, .lost = 100},
		{.kind = ROOT_BRANCH, .pc = GUARDED, .target = ROOT_NONE, .lost = 100},
		{.kind = ROOT_BRANCH, .pc = SYNC, .target = TWO, .lost = 100},
	};
	static const struct {
		bool advised, loop, straight, two_sides, unknown;
		uint32_t length;
	} want[] = {
		{false, false, false, false, false, 0}, {true, false, true, true, false, 5},
		{true, false, false, false, false, 0},  {false, false, false, false, false, 0},
		{true, false, false, false, false, 1},  {true, true, false, false, false, 0},
		{true, false, true, false, false, 1},   {true, false, false, false, false, 3},
		{true, false, false, false, false, 3},  {true, false, false, false, true, 0},
		{true, false, false, false, false, 0},
	};
	struct root_list l = {.root = root, .n = sizeof root / sizeof *root, .slots = 1000, .warp_size = 10, .block_warps = 3};
	struct simt *s = asm_machine(NULL);
	const struct simt_function *f = sides(s);

	(void)state;
	for (size_t i = 0; i < l.n; i++) {
		struct root_facts x = {.rate = -1};

		if (root_facts(&l, i, f, &x) != want[i].advised)
			fail_msg("root %u: advice for one that loses little, or none for one that loses enough", (unsigned)i);
		if (!want[i].advised)
			continue;
		assert_int_equal(x.branch, root[i].kind == ROOT_BRANCH);
		assert_int_equal(x.collective, root[i].pc == SYNC);
		assert_int_equal(x.loop, want[i].loop);
		assert_int_equal(x.straight, want[i].straight);
		assert_int_equal(x.two_sides, want[i].two_sides);
		assert_int_equal(x.unknown, want[i].unknown);
		assert_int_equal(x.length, want[i].length);
		assert_int_equal(x.block_warps, 3);
		assert_true(x.loss == (double)root[i].lost / 100);
	}
	simt_destroy(s);
}

/* Shares of the times that lanes parted: in which the same lanes did as in another warp, and as before in their own. */
static void
shares(void **state)
{
	struct root r = {.kind = ROOT_PREDICATE, .target = ROOT_NONE, .lost = 1, .executions = 8, .divergences = 2, .warps = 2};
	struct root_list l = {.root = &r, .n = 1, .slots = 1, .warp_size = 32};
	struct simt *s = asm_machine(NULL);
	const struct simt_function *f = sides(s);
	struct root_facts x;

	(void)state;
	/* once in each warp, none of which has been compared */
	assert_true(root_facts(&l, 0, f, &x));
	assert_true(x.rate == 25 && x.like_others == -1 && !x.again && x.again_same == 100);
	/* twice in one */
	r.divergences = 3;
	r.compared = 1;
	assert_true(root_facts(&l, 0, f, &x));
	assert_true(x.rate == 37.5 && x.like_others == 0 && x.again && x.again_same == 0);
	r.divergences = 6;
	r.compared = 2;
	r.alike = r.repeated = 1;
	assert_true(root_facts(&l, 0, f, &x));
	assert_true(x.rate == 75 && x.like_others == 50 && x.again && x.again_same == 25);
	simt_destroy(s);
}

/* Little to gain: below 1 % of all lane-slots, of branches and guards together. */
static void
little(void **state)
{
	struct root_list l = {
		.slots = 1000, .warp_size = 10, .lost = {[ROOT_BRANCH] = 60, [ROOT_PREDICATE] = 39, [ROOT_EXIT] = 500}};
	double share;

	(void)state;
	assert_true(roots_lose_little(&l, &share));
	l.lost[ROOT_PREDICATE]++;
	assert_false(roots_lose_little(&l, &share));
	assert_true(share == 1);
}

int
main(void)
{
	enum { N = sizeof before / sizeof *before };
	struct CMUnitTest tests[N + 5] = {[N] = cmocka_unit_test(rules),
					  cmocka_unit_test(limits),
					  cmocka_unit_test(facts),
					  cmocka_unit_test(shares),
					  cmocka_unit_test(little)};
	struct before copy[N];
	char name[N][160];

	for (size_t i = 0; i < N; i++) {
		copy[i] = before[i];
		snprintf(name[i], sizeof name[i], "%s of %s: %s", before[i].only, before[i].file, title(before[i].first));
		tests[i] = (struct CMUnitTest){.name = name[i], .test_func = check, .initial_state = copy + i};
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
