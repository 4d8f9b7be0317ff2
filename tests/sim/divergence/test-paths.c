/* test-paths.c: which path of a warp goes on, under policy `barrier`: instructions placed by hand, in the order that the rules of
 * doc/divergence.md give, whose numbers stand here. Lanes are hexadecimal masks. */
#include "tests/helpers/asm.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/runtime/tap.h"
#include "tests/helpers/unit.h"

/* A program of which some instructions have a letter. */
struct marked {
	struct program p;
	char name[ASM_MOST];
};

/* What has issued, of those with a letter: "a:ff b:ff00", and "a!:ff" where it was issued once more. */
struct trace {
	const char *name;
	char text[1024];
};

static void
note(struct trace *t, uint32_t pc, const char *more, uint64_t lanes)
{
	const size_t n = strlen(t->text);

	if (t->name[pc])
		snprintf(t->text + n, sizeof t->text - n, "%s%c%s:%" PRIx64, n ? " " : "", t->name[pc], more, lanes);
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	note(arg, at->pc, "", x->active.word[0]);
}

static void
on_reissue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reissue *x)
{
	note(arg, at->pc, "!", x->active.word[0]);
}

/* The next instruction gets a letter. */
static struct program *
mark(struct marked *m, char name)
{
	m->name[m->p.n] = name;
	return &m->p;
}

/* R0 = the lane. */
static void
begin(struct marked *m)
{
	*m = (struct marked){.name = {0}};
	asm_init(&m->p);
	s2r(&m->p, 0, SR_LANEID);
	ctl(&m->p, 15, 0, NO_SB, 0);
	nop(&m->p);
	ctl(&m->p, 15, NO_SB, NO_SB, 1);
}

/* Lanes from this one on go elsewhere; returns the branch. */
static unsigned
from(struct marked *m, int32_t lane)
{
	isetp_ge_imm(&m->p, 0, 0, lane);
	guard(&m->p, 0, false);
	return bra(&m->p, 0);
}

/* A path that only issues one instruction, with this letter, and ends. */
static void
short_path(struct marked *m, char name)
{
	nop(mark(m, name));
	exit_(&m->p);
}

static void
expect_in(const struct marked *m, enum simt_mode mode, const char *const *settings, const char *want)
{
	struct simt *s = asm_machine(settings);
	struct trace t = {.name = m->name};
	struct simt_tap tap = {.arg = &t, .issue = on_issue, .reissue = on_reissue};
	struct simt_error e;

	assert_true(simt_add_tap(s, &tap, &e));
	simt_set_mode(s, mode);
	asm_run(s, &m->p, 1, 32, NULL, NULL, 4);
	simt_destroy(s);
	assert_string_equal(t.text, want);
}

/* One path at a time. */
static void
expect(const struct marked *m, const char *want)
{
	expect_in(m, SIMT_CYCLE, NULL, want);
	expect_in(m, SIMT_FUNCTIONAL, NULL, want);
}

/* Several at a time: lanes 0 to 15 are on one bank, the others on another one. */
static void
expect_several(const struct marked *m, const char *want)
{
	static const char *const settings[] = {"bank_issue=independent", "banks=2", NULL};

	expect_in(m, SIMT_CYCLE, settings, want);
}

/* Three paths, of which two, or all, come to a WARPSYNC: lanes 0 to 7 first, then 8 to 15 out of the slot, while 16 to 31 are spilled. `mask`
 * 0: of all. */
static void
three(struct marked *m, uint32_t mask)
{
	unsigned c, b, sync[2];

	begin(m);
	mov_imm(&m->p, 1, mask);
	c = from(m, 16);
	b = from(m, 8);
	nop(mark(m, 'a'));
	sync[0] = bra(&m->p, 0);
	patch(&m->p, b, label(&m->p));
	nop(mark(m, 'b'));
	sync[1] = bra(&m->p, 0);
	patch(&m->p, c, label(&m->p));
	nop(mark(m, 'c'));
	if (mask)
		exit_(&m->p);
	patch(&m->p, sync[0], label(&m->p));
	patch(&m->p, sync[1], label(&m->p));
	mark(m, 'w');
	if (mask)
		warpsync_mask(&m->p, 1, false);
	else
		warpsync(&m->p);
	short_path(m, 'd');
}

/* Rule 25: who comes last to a WARPSYNC with a mask blocks too, and goes on by rule 16, when nobody is spilled any more. Rule 9: at one of all the
 * last to come goes on at once, with all, and issues it once more. */
static void
warpsyncs(void **state)
{
	struct marked m;

	(void)state;
	three(&m, 0xffff);
	expect(&m, "a:ff w:ff b:ff00 w:ff00 c:ffff0000 w:ffff d:ffff");
	three(&m, 0);
	expect(&m, "a:ff w:ff b:ff00 w:ff00 c:ffff0000 w:ffff0000 w!:ffffffff d:ffffffff");
}

/* Lanes 20 to 31 are in the pool. Lanes 0 to 3 run, 4 to 19 have to wait for them, since they are on either bank; `parts`: 2 and 3 wait in the slot, so
 * that the others are spilled. */
static void
pool(struct marked *m, bool parts)
{
	unsigned x, r, s = 0;

	begin(m);
	isetp_ge_imm(&m->p, 0, 0, 20);
	guard(&m->p, 0, true);
	x = bra(&m->p, 0);
	yield_(&m->p);
	short_path(m, 'p');
	patch(&m->p, x, label(&m->p));
	r = from(m, 4);
	if (parts)
		s = from(m, 2);
	for (unsigned i = 0; i < 4; i++)
		nop(&m->p);
	short_path(m, 'r');
	if (parts) {
		patch(&m->p, s, label(&m->p));
		short_path(m, 's');
	}
	patch(&m->p, r, label(&m->p));
	short_path(m, 'q');
}

/* The pool stays off the banks of what ranks higher and has to wait: the slot, and what is spilled. */
static void
reserved_banks(void **state)
{
	struct marked m;

	(void)state;
	pool(&m, false);
	expect_several(&m, "r:f q:ffff0 p:fff00000");
	pool(&m, true);
	expect_several(&m, "r:3 s:c q:ffff0 p:fff00000");
}

/* Two in the pool that share a bank take turns; each issues two instructions. */
static void
one_bank(void **state)
{
	struct marked m;
	unsigned x, q;

	(void)state;
	begin(&m);
	isetp_ge_imm(&m.p, 0, 0, 20);
	guard(&m.p, 0, true);
	x = bra(&m.p, 0);
	q = from(&m, 26);
	yield_(&m.p);
	nop(mark(&m, 'p'));
	short_path(&m, 'p');
	patch(&m.p, q, label(&m.p));
	yield_(&m.p);
	nop(mark(&m, 'q'));
	short_path(&m, 'q');
	patch(&m.p, x, label(&m.p));
	nop(&m.p);
	short_path(&m, 'x');
	/* lanes 0 to 19 are in the slot, on both banks: they run when both others have yielded */
	expect_several(&m, "x:fffff p:3f00000 p:3f00000 q:fc000000 q:fc000000");
}

/* In the pool the path of the pointer's lane ranks highest (rules 16 and 17): lanes 15 and 16, which were the first to yield, wait for 0 to 14, which
 * run, and 17 to 31 stay off their banks. */
static void
reserved_in_the_pool(void **state)
{
	struct marked m;
	unsigned o, r;

	(void)state;
	begin(&m);
	isetp_ge_imm(&m.p, 1, 0, 17);
	viadd(&m.p, 5, 0, 1);
	lop3_and_imm(&m.p, 5, 5, 0x1e);
	isetp_ne_imm(&m.p, 0, 5, 16);
	guard(&m.p, 0, false);
	o = bra(&m.p, 0);
	yield_(&m.p);
	short_path(&m, 'q');
	patch(&m.p, o, label(&m.p));
	guard(&m.p, 1, true);
	r = bra(&m.p, 0);
	yield_(&m.p);
	short_path(&m, 'p');
	patch(&m.p, r, label(&m.p));
	for (unsigned i = 0; i < 8; i++)
		nop(&m.p);
	short_path(&m, 'r');
	expect_several(&m, "r:7fff q:18000 p:fffe0000");
}

/* Lanes 20 to 31 are blocked at barrier 1 when 20 to 25 are called back by barrier 0 (rule 15). The others stay blocked, so that barrier 2, which
 * misses them alone, does not wait (rule 4). All meet at barrier 1, which waits for those that were called back (rule 14). */
static void
called_back_in_part(void **state)
{
	struct marked m;
	unsigned to[3], x, j;

	(void)state;
	begin(&m);
	for (unsigned b = 0; b < 3; b++)
		to[b] = bssy(&m.p, b, 0);
	isetp_ge_imm(&m.p, 0, 0, 26);
	isetp_ge_imm(&m.p, 1, 0, 20);
	guard(&m.p, 0, false);
	break_(&m.p, 0);
	mov_imm(&m.p, 2, 0);
	guard(&m.p, 1, false);
	mov_imm(&m.p, 2, 1);
	guard(&m.p, 0, false);
	mov_imm(&m.p, 2, 0);
	isetp_ne_imm(&m.p, 2, 2, 0); /* lanes 20 to 25 */
	guard(&m.p, 2, false);
	break_(&m.p, 2);
	guard(&m.p, 1, true);
	x = bra(&m.p, 0);
	nop(mark(&m, 'l'));
	j = bra(&m.p, 0);
	patch(&m.p, x, label(&m.p));
	nop(mark(&m, 'x'));
	patch(&m.p, to[0], label(&m.p));
	bsync(&m.p, 0);
	nop(mark(&m, 'y'));
	patch(&m.p, to[2], label(&m.p));
	bsync(&m.p, 2);
	nop(mark(&m, 'z'));
	patch(&m.p, to[1], label(&m.p));
	patch(&m.p, j, label(&m.p));
	bsync(mark(&m, 'j'), 1);
	short_path(&m, 'd');
	expect(&m, "l:fff00000 j:fff00000 x:fffff y:fffff z:fffff j:fffff j:ffffffff d:ffffffff");
}

/* A BSYNC that misses lanes in the pool waits while another path runs beside it (rule 14): lanes 0 to 7 for 8 to 15 and 24 to 31, while 16 to 23
 * run. */
static void
waits_beside(void **state)
{
	struct marked m;
	unsigned to, x, r, j;

	(void)state;
	begin(&m);
	to = bssy(&m.p, 0, 0);
	lop3_and_imm(&m.p, 5, 0, 8);
	isetp_ne_imm(&m.p, 0, 5, 0);
	guard(&m.p, 0, true);
	x = bra(&m.p, 0);
	yield_(&m.p);
	nop(mark(&m, 'p'));
	j = bra(&m.p, 0);
	patch(&m.p, x, label(&m.p));
	r = from(&m, 16);
	nop(mark(&m, 'x'));
	patch(&m.p, j, label(&m.p));
	patch(&m.p, to, label(&m.p));
	bsync(mark(&m, 'j'), 0);
	short_path(&m, 'd');
	patch(&m.p, r, label(&m.p));
	for (unsigned i = 0; i < 8; i++)
		nop(&m.p);
	short_path(&m, 'r');
	expect_several(&m, "x:ff j:ff r:ff0000 p:ff00ff00 j:ff00ff00 d:ff00ffff");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warpsyncs),
		cmocka_unit_test(reserved_banks),
		cmocka_unit_test(one_bank),
		cmocka_unit_test(reserved_in_the_pool),
		cmocka_unit_test(called_back_in_part),
		cmocka_unit_test(waits_beside),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
