/* test-checks.c: the checks of simt_set_checks on hand-placed instructions, on machine `tiny`, and the table they keep. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/helpers/asm.h"
#include "base/hash-map.h"

struct found {
	unsigned n, remarks;
	char last[1024];
};

static void
on_finding(void *arg, const struct simt_launch *l, const struct simt_error *e)
{
	struct found *f = arg;

	assert_non_null(l);
	f->n += e->status == SIMT_FAULT;
	f->remarks += e->status == SIMT_OK;
	memcpy(f->last, e->text, sizeof f->last);
}

/* A context of warps of `width` lanes with these checks. */
static struct simt *
checked(unsigned checks, const char *width, struct found *f)
{
	const char *const settings[] = {width, NULL};
	struct simt_error e = {.status = SIMT_OK};
	struct simt *s = asm_machine(settings);

	*f = (struct found){.n = 0};
	if (!simt_set_checks(s, checks, on_finding, f, &e))
		fail_msg("%s", e.text);
	return s;
}

/* R4 = address of the thread's word in shared memory, R5 = that of its neighbour. */
static void
addresses(struct program *p)
{
	asm_init(p);
	s2r(p, 0, SR_TID_X);
	ctl(p, 2, 0, NO_SB, 0);
	mov_imm(p, 1, 4);
	mov_imm(p, 2, 0x400);
	mov_imm(p, 3, 0x440);
	imad(p, 4, 0, 1, 2);
	ctl(p, 15, NO_SB, NO_SB, 1);
	viadd(p, 5, 4, 4);
}

/* Each word is written by a thread; then the thread below reads it. */
static void
exchange(struct program *p, void (*between)(struct program *p))
{
	addresses(p);
	sts(p, 4, 0, 0);
	if (between)
		between(p);
	isetp_ge_imm(p, 0, 0, 15);
	guard(p, 0, true);
	lds(p, 6, 5, 0);
	exit_(p);
}

static void
orders(void **state)
{
	static const char *const widths[] = {"warp_size=32", "warp_size=8", "warp_size=64"};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		struct program p;
		struct found f;
		struct simt *s = checked(SIMT_CHECK_RACES, widths[i], &f);

		exchange(&p, NULL);
		asm_run(s, &p, 1, 16, NULL, NULL, 4);
		assert_int_equal(f.n, 1);
		/* what comes before both accesses orders nothing */
		addresses(&p);
		warpsync(&p);
		sts(&p, 4, 0, 0);
		isetp_ge_imm(&p, 0, 0, 15);
		guard(&p, 0, true);
		lds(&p, 6, 5, 0);
		exit_(&p);
		asm_run(s, &p, 1, 16, NULL, NULL, 4);
		assert_int_equal(f.n, 2);
		f.n = 1;
		exchange(&p, bar_sync);
		asm_run(s, &p, 1, 16, NULL, NULL, 4);
		assert_int_equal(f.n, 1);
		/* threads 7 and 8 are in different warps of 8 */
		exchange(&p, warpsync);
		asm_run(s, &p, 1, 16, NULL, NULL, 4);
		assert_int_equal(f.n, i == 1 ? 2 : 1);
		if (i == 1)
			assert_non_null(strstr(
				f.last, "thread (7,0,0): race: shared load of 4 bytes at 0x420, not ordered after the store"));
		simt_destroy(s);
	}
}

/* Accesses of one word that nothing orders: the one in the row, then the one in the column, and whether they are a race. One of them writes,
 * and they are not two atomics, or, in device memory, two of those that are strong or atomic. Stores are of different values. */
enum access { LOAD, STRONG_LOAD, STORE, STRONG_STORE, ATOMIC, ACCESSES };
static const char *const verb[] = {"load", "load", "store", "store", "atomic"};

static void
global_access(struct program *p, enum access a, int32_t at)
{
	static void (*const stores[])(struct program * p, unsigned a, unsigned b, int32_t imm) = {stg, stg_strong, redg};

	if (a <= STRONG_LOAD)
		(a == LOAD ? ldg : ldg_strong)(p, 6, 2, at);
	else
		stores[a - STORE](p, 2, 7, at);
	ctl(p, 15, a <= STRONG_LOAD ? 1 : NO_SB, NO_SB, 0);
}

static void
shared_access(struct program *p, enum access a, int32_t at)
{
	if (a == LOAD)
		lds(p, 6, 4, at);
	else if (a == STORE)
		sts(p, 4, 7, at);
	else
		atoms_add(p, RZ, 4, 7);
	ctl(p, 15, a == STORE ? NO_SB : 1, NO_SB, 0);
}

/* Those whose number in register SR is 0 do the first, then the others the second one. R7 is 0 in all, or another value in each. */
static void
pair(struct program *p, unsigned sr, bool same, enum access first, enum access second,
     void (*access)(struct program *p, enum access a, int32_t at))
{
	unsigned b;

	asm_init(p);
	uldc64(p, 4, ASM_DESC);
	ldc64(p, 2, ASM_PARAM + 8);
	ctl(p, 15, 0, NO_SB, 0);
	s2r(p, 0, sr);
	ctl(p, 15, 0, NO_SB, 1);
	mov_imm(p, 4, 0x400);
	viadd(p, 7, same ? RZ : 0, same ? 0 : 1);
	ctl(p, 15, NO_SB, NO_SB, 1);
	isetp_ne_imm(p, 0, 0, 0);
	guard(p, 0, false);
	b = bra(p, 0);
	access(p, first, 0);
	exit_(p);
	patch(p, b, label(p));
	for (unsigned i = 0; i < 40; i++)
		nop(p); /* in cycle mode blocks run side by side */
	access(p, second, 0);
	exit_(p);
}

static void
check_pair(const struct program *p, bool functional, unsigned blocks, const char *space, enum access first, enum access second,
	   bool race)
{
	struct found f;
	struct simt *s = checked(SIMT_CHECK_RACES, "warp_size=32", &f);
	char a[80], b[80];

	simt_set_mode(s, functional ? SIMT_FUNCTIONAL : SIMT_CYCLE);
	asm_run(s, p, blocks, blocks > 1 ? 1 : 2, NULL, NULL, 4);
	snprintf(a, sizeof a, "race: %s %s of 4 bytes at 0x", space, verb[second]);
	snprintf(b, sizeof b, "not ordered after the %s at", verb[first]);
	if (f.n != race || (race && (!strstr(f.last, a) || !strstr(f.last, b))))
		fail_msg("%s, %u then %u: %u findings, %s", space, first, second, f.n, f.n ? f.last : "");
	simt_destroy(s);
}

static void
pairs(void **state)
{
	static const bool race[ACCESSES][ACCESSES] = {
		[LOAD] = {[STORE] = true, [STRONG_STORE] = true, [ATOMIC] = true},
		[STRONG_LOAD] = {[STORE] = true},
		[STORE] = {true, true, true, true, true},
		[STRONG_STORE] = {[LOAD] = true, [STORE] = true},
		[ATOMIC] = {[LOAD] = true, [STORE] = true},
	};
	static const enum access shared[] = {LOAD, STORE, ATOMIC};
	struct program p;

	(void)state;
	for (unsigned functional = 0; functional < 2; functional++) {
		for (unsigned i = LOAD; i < ACCESSES; i++)
			for (unsigned k = LOAD; k < ACCESSES; k++) {
				pair(&p, SR_CTAID_X, false, i, k, global_access);
				check_pair(&p, functional, 2, "global", i, k, race[i][k]);
			}
		for (unsigned i = 0; i < 3; i++)
			for (unsigned k = 0; k < 3; k++) {
				pair(&p, SR_TID_X, false, shared[i], shared[k], shared_access);
				check_pair(&p, functional, 1, "shared", shared[i], shared[k], race[shared[i]][shared[k]]);
			}
	}
}

/* Stores of the same value are no race; an atomic is no store. */
static void
same_value(void **state)
{
	struct program p;

	(void)state;
	for (unsigned i = STORE; i < ACCESSES; i++) {
		pair(&p, SR_CTAID_X, true, i, STORE, global_access);
		check_pair(&p, true, 2, "global", i, STORE, i == ATOMIC);
	}
}

/* Two that read are kept: thread 1, for which thread 2 waits, and thread 0, which nothing orders before that one's store. */
static void
two_readers(void **state)
{
	(void)state;
	for (unsigned first = 0; first < 2; first++) {
		struct found f;
		struct simt *s = checked(SIMT_CHECK_RACES, "warp_size=32", &f);
		struct program p;

		asm_init(&p);
		s2r(&p, 0, SR_TID_X);
		ctl(&p, 15, 0, NO_SB, 0);
		mov_imm(&p, 4, 0x400);
		ctl(&p, 15, NO_SB, NO_SB, 1);
		isetp_ge_imm(&p, 0, 0, 1);
		isetp_ge_imm(&p, 1, 0, 2);
		isetp_ne_imm(&p, 2, 0, first);
		isetp_ne_imm(&p, 3, 0, !first);
		mov_imm(&p, 1, 6);
		guard(&p, 2, true);
		lds(&p, 6, 4, 0);
		guard(&p, 3, true);
		lds(&p, 6, 4, 0);
		guard(&p, 0, true);
		exit_(&p);
		warpsync_mask(&p, 1, false);
		guard(&p, 1, false);
		sts(&p, 4, 0, 0);
		exit_(&p);
		asm_run(s, &p, 1, 3, NULL, NULL, 4);
		assert_int_equal(f.n, 1);
		assert_non_null(
			strstr(f.last, "thread (2,0,0): race: shared store of 4 bytes at 0x400, not ordered after the load at "));
		assert_non_null(strstr(f.last, "by thread (0,0,0) of the same warp"));
		simt_destroy(s);
	}
}

/* Blocks of one thread, one after another, do steps: "0s1" is the store of data by block 0 to word 1; l loads it; S and L are strong, R is an
 * atomic; "0f2" a fence for the device, of level 2. How many races are found. */
static unsigned
steps(const char *step)
{
	static const char letters[] = "lLsSR";
	struct found f;
	struct simt *s = checked(SIMT_CHECK_RACES, "warp_size=32", &f);
	struct program p;

	asm_init(&p);
	uldc64(&p, 4, ASM_DESC);
	ldc64(&p, 2, ASM_PARAM + 8);
	ctl(&p, 15, 0, NO_SB, 0);
	s2r(&p, 0, SR_CTAID_X);
	ctl(&p, 15, 0, NO_SB, 1);
	viadd(&p, 7, 0, 1);
	ctl(&p, 15, NO_SB, NO_SB, 1);
	for (unsigned i = 0; i < 3; i++)
		isetp_ne_imm(&p, i, 0, (int32_t)i);
	for (; *step; step += step[3] ? 4 : 3) {
		guard(&p, (unsigned)(step[0] - '0'), true);
		if (step[1] == 'f')
			membar(&p, (unsigned)(step[2] - '0'));
		else
			global_access(&p, (enum access)(strchr(letters, step[1]) - letters), 4 * (step[2] - '0'));
	}
	exit_(&p);
	simt_set_mode(s, SIMT_FUNCTIONAL);
	asm_run(s, &p, 3, 1, NULL, NULL, 4);
	simt_destroy(s);
	return f.n;
}

/* Block 0 stores word 1, fences, and tells of it by word 0. */
static void
hands_over(void **state)
{
	(void)state;
	assert_int_equal(steps("0s1 0f2 0S0 1L0 1l1"), 0);
	assert_int_equal(steps("0s1 0f2 0R0 1L0 1l1"), 0);
	assert_int_equal(steps("0s1 0f2 0S0 1R0 1l1"), 0);
	assert_int_equal(steps("0s1 0f3 0S0 1L0 1l1"), 0);
	/* fences for the SM and for the block */
	assert_int_equal(steps("0s1 0f1 0S0 1L0 1l1"), 1);
	assert_int_equal(steps("0s1 0f0 0S0 1L0 1l1"), 1);
	/* a fence that comes too late, or too early */
	assert_int_equal(steps("0s1 0S0 0f2 1L0 1l1"), 1);
	assert_int_equal(steps("0f2 0s1 0S0 1L0 1l1"), 1);
	/* who stores has not seen, and nobody sees who loads; at another word neither; a weak store or load does nothing */
	assert_int_equal(steps("0s1 0f2 0S0 1S0 1l1"), 1);
	assert_int_equal(steps("0s1 0f2 0L0 1L0 1l1"), 1);
	assert_int_equal(steps("0s1 0f2 0S0 1L2 1l1"), 1);
	assert_int_equal(steps("0s1 0f2 0S2 1L0 1l1"), 1);
	assert_int_equal(steps("0s1 0f2 0S0 0s2 1l2 1l1"), 2);
	/* block 2 hears of it by block 1, which fences too */
	assert_int_equal(steps("0s1 0f2 0S0 1L0 1f2 1S2 2L2 2l1"), 0);
	assert_int_equal(steps("0s1 0f2 0S0 1f2 1S2 2L2 2l1"), 1);
	assert_int_equal(steps("0s1 0f2 0S0 1L0 1S2 2L2 2l1"), 1);
	/* the second fence is newer */
	assert_int_equal(steps("0s1 0f2 0S0 0s3 0f2 0S2 1L0 1L2 1l1 1l3"), 0);
	assert_int_equal(steps("0s1 0f2 0S0 0s3 0f2 0S2 1L2 1L0 1l1 1l3"), 0);
	assert_int_equal(steps("0s1 0f2 0S0 0s3 0f2 0S2 1L0 1l1 1l3"), 1);
}

/* A hundred distinct findings are told, the others counted. */
static void
limit(void **state)
{
	struct program p;
	struct found f;
	struct simt *s = checked(SIMT_CHECK_INIT, "warp_size=32", &f);

	(void)state;
	asm_init(&p);
	mov_imm(&p, 4, 0x400);
	for (unsigned i = 0; i < 103; i++)
		lds(&p, 6, 4, 0);
	exit_(&p);
	asm_run(s, &p, 1, 32, NULL, NULL, 4);
	assert_int_equal(f.n, 101);
	assert_string_equal(f.last,
			    "kernel carrier: further findings at other places, 96 times in all; only the first 100 are reported");
	/* they start anew with new memory */
	f.n = 0;
	asm_run(s, &p, 1, 32, NULL, NULL, 4);
	assert_int_equal(f.n, 101);
	assert_true(simt_set_checks(s, 0, NULL, NULL, NULL));
	f.n = 0;
	asm_run(s, &p, 1, 32, NULL, NULL, 4);
	assert_int_equal(f.n, 0);
	simt_destroy(s);
}

enum { KEYS = 500, OPERATIONS = 200000 };

/* Numbers of a linear congruential generator. */
static uint32_t
next(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void
is_taken(void *value)
{
	*(char *)value = 2;
}

/* Against a plain array. */
static void
table(void **state)
{
	static char value[KEYS];
	bool there[KEYS] = {false};
	struct map m = {.n = 0};
	uint32_t seed = 1;
	size_t n = 0;

	(void)state;
	for (unsigned i = 0; i < OPERATIONS; i++) {
		uint32_t k = next(&seed) % KEYS;
		uint64_t key = (uint64_t)k << 33; /* many meet in one place */

		assert_ptr_equal(map_get(&m, key), there[k] ? value + k : NULL);
		if (!there[k]) {
			map_put(&m, key, value + k);
			n++;
		} else {
			assert_ptr_equal(map_take(&m, key), value + k);
			n--;
		}
		there[k] = !there[k];
		assert_int_equal(m.n, n);
	}
	map_clear(&m, is_taken);
	for (unsigned k = 0; k < KEYS; k++)
		assert_int_equal(value[k], there[k] ? 2 : 0);
	assert_null(map_get(&m, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders),     cmocka_unit_test(pairs), cmocka_unit_test(same_value), cmocka_unit_test(two_readers),
		cmocka_unit_test(hands_over), cmocka_unit_test(limit), cmocka_unit_test(table),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
