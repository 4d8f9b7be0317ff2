/* test-remote.c: accesses of shared memory of other blocks of a cluster, on machine `tiny` with an SM for each block: how many packets they are,
 * and in which order they take effect. What kernels make of them is test-cluster.c's. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/unit.h"

enum { SR_SWINHI = 0x2f, SR_VIRTUALSMID = 0x43, RANK_SHIFT = 24, SHARED = 0x400, LANES = 32, WORDS = 64 };

/* d = memory at the generic address in a, and the other way round. */
static void
ld(struct program *p, unsigned d, unsigned a)
{
	ldg(p, d, a, 0);
	p->w[p->n - 1][0] ^= 0x981 ^ 0x980;
	p->w[p->n - 1][1] &= ~UINT64_C(0xe0000);
}

static void
st(struct program *p, unsigned a, unsigned b)
{
	stg(p, a, b, 0);
	p->w[p->n - 1][0] ^= 0x986 ^ 0x985;
}

/* The next instruction issues so many cycles after this one. */
static void
pause(struct program *p, unsigned n)
{
	for (unsigned now; n; n -= now) {
		now = n < 15 ? n : 15;
		nop(p);
		ctl(p, now, NO_SB, NO_SB, 0);
	}
}

/* Runs it on a cluster of so many blocks of a warp, with packets so many hundredths of a cycle apart; returns the cycles. */
static uint64_t
run(const struct program *p, unsigned blocks, unsigned interval, const uint32_t *in, uint32_t *out)
{
	char text[40];
	const char *const settings[] = {"sms=4", "blocks_per_sm=1", text, NULL};
	const struct simt_dim grid = {blocks, 1, 1}, block = {LANES, 1, 1};
	struct simt_error e = {.status = SIMT_OK};
	struct {
		uint64_t in, out;
		uint32_t n;
	} params = {0, 0, WORDS};
	struct simt_launch *l;
	struct simt *s;
	uint64_t cycles;

	snprintf(text, sizeof text, "cluster_interval=%u", interval);
	s = asm_machine(settings);
	if (!simt_malloc(s, 4 * WORDS, &params.in, &e) || !simt_malloc(s, 4 * WORDS, &params.out, &e) ||
	    !simt_write(s, params.in, in, 4 * WORDS, &e))
		fail_msg("%s", e.text);
	l = simt_launch(s, asm_load(s, p, &e), grid, block, 0, &params, 20, 0, &e);
	if (!l || !simt_cluster(l, grid, &e) || !simt_synchronize(s, &e) || !simt_read(s, params.out, out, 4 * WORDS, &e))
		fail_msg("%s", e.text);
	cycles = simt_launch_stats(l)->v[SIMT_STAT_cycles];
	simt_destroy(s);
	return cycles;
}

/* R0 = lane, R1 = rank, R2 = in, R4 = out, R9 = upper half of generic addresses of shared memory. */
static void
begin(struct program *p)
{
	asm_init(p);
	uldc64(p, 4, ASM_DESC);
	ldc64(p, 2, ASM_PARAM);
	ldc64(p, 4, ASM_PARAM + 8);
	s2r(p, 0, SR_LANEID);
	s2r(p, 1, SR_CTAID_X);
	s2r(p, 9, SR_SWINHI);
}

/* ---- packets ---- */

/* Cycles of two blocks whose lanes load what is so many bytes into each other's memory. */
static uint64_t
loads(const uint32_t at[LANES], unsigned interval)
{
	uint32_t in[WORDS] = {0}, out[WORDS];
	struct program p;

	for (unsigned l = 0; l < LANES; l++)
		in[l] = SHARED + at[l];
	begin(&p);
	mov_imm(&p, 10, UINT32_MAX);
	mov_imm(&p, 11, 1);
	mov_imm(&p, 12, 1 << RANK_SHIFT);
	imad(&p, 11, 1, 10, 11); /* the other rank */
	imad_wide_imm(&p, 6, 0, 4, 2);
	ldg(&p, 8, 6, 0);
	ctl(&p, 15, 0, NO_SB, 0);
	nop(&p);
	ctl(&p, 1, NO_SB, NO_SB, 1);
	imad(&p, 8, 11, 12, 8);
	ld(&p, 14, 8);
	ctl(&p, 2, 1, NO_SB, 0);
	pause(&p, 45); /* until what the other block loads has come */
	exit_(&p);
	ctl(&p, 5, NO_SB, NO_SB, 1 << 1);
	return run(&p, 2, interval, in, out);
}

/* The same for words from number `first` to `last`, `apart` words apart; lanes beyond load the last one again. */
static uint64_t
row(unsigned first, unsigned last, unsigned apart, unsigned interval)
{
	uint32_t at[LANES];

	for (unsigned l = 0; l < LANES; l++)
		at[l] = 4 * apart * (first + l < last ? first + l : last);
	return loads(at, interval);
}

/* 32 bytes each that are all accessed, else up to 16 bytes: packets follow each other a cycle apart. */
static void
packets(void **state)
{
	static const struct {
		unsigned first, last, apart, packets;
	} cases[] = {
		{0, 0, 1, 1},
		{0, 3, 1, 1},
		{0, 4, 1, 2},
		/* the second half is not whole, or the first one; both are */
		{0, 6, 1, 2},
		{1, 7, 1, 2},
		{0, 7, 1, 1},
		{8, 15, 1, 1},
		/* two neighbours that are whole, but of different 32 bytes */
		{4, 11, 1, 2},
		{2, 9, 1, 3},
		{0, 8, 1, 2},
		{0, 11, 1, 2},
		{0, 15, 1, 2},
		{4, 15, 1, 2},
		{4, 35, 1, 5},
		{0, 31, 1, 4},
		/* every other word, and every fourth one */
		{0, 3, 2, 2},
		{0, 31, 2, 16},
		{0, 31, 4, 32},
		{0, 31, 8, 32},
	};
	const uint64_t one = row(0, 0, 1, 0);

	(void)state;
	/* without a distance between them they come together */
	assert_int_equal(row(0, 31, 8, 0), one);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(row(cases[i].first, cases[i].last, cases[i].apart, 100) - one, cases[i].packets - 1);
}

/* ---- order ---- */

/* Blocks 1 and 2 store the number of their SM to one place of block 0's: block `slow` with a store of 32 packets, the other with one of a
 * single packet, `later` cycles after it. Returns whether that of the slow one stays. *behind: its SM comes behind that of the other. */
static bool
slow_stays(unsigned slow, unsigned later, bool *behind)
{
	uint32_t in[WORDS] = {0}, out[WORDS];
	struct program p;

	begin(&p);
	s2r(&p, 10, SR_VIRTUALSMID);
	imad_wide_imm(&p, 12, 0, 16, RZ);
	imad_wide_imm(&p, 14, 1, 4, 4);
	viadd(&p, 8, 12, SHARED);
	imad_wide_imm(&p, 16, 0, 0, 8); /* R16:17 and R18:19: the place of the lane, and that of lane 0 */
	mov_imm(&p, 8, SHARED);
	imad_wide_imm(&p, 18, 0, 0, 8);
	stg(&p, 14, 10, 4); /* the SM of each block */
	isetp_ne_imm(&p, 0, 1, (int32_t)slow);
	isetp_ne_imm(&p, 1, 1, (int32_t)(3 - slow));
	pause(&p, 60);
	guard(&p, 0, true);
	st(&p, 16, 10);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	pause(&p, later - 4);
	guard(&p, 1, true);
	st(&p, 18, 10);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	pause(&p, 120);
	isetp_ne_imm(&p, 2, 1, 0);
	pause(&p, 15);
	guard(&p, 2, true);
	lds(&p, 20, RZ, SHARED);
	ctl(&p, 15, 0, NO_SB, 0);
	guard(&p, 2, true);
	stg(&p, 4, 20, 0);
	ctl(&p, 15, NO_SB, NO_SB, 1);
	exit_(&p);
	run(&p, 3, 100, in, out);
	assert_true(out[1] != out[2] && out[2] != out[3] && out[1] != out[3]);
	assert_true(out[0] == out[1 + slow] || out[0] == out[4 - slow]);
	*behind = out[1 + slow] > out[4 - slow];
	return out[0] == out[1 + slow];
}

/* Block 1 stores to block 0's memory, of each lane so many bytes apart, and 4 cycles before that, where wanted, 32 packets elsewhere; block 0
 * loads there `later` cycles after that. Returns whether it sees what was stored. */
static bool
is_seen(unsigned lanes_apart, bool behind, unsigned later, unsigned interval)
{
	uint32_t in[WORDS] = {0}, out[WORDS];
	struct program p;

	begin(&p);
	mov_imm(&p, 10, 7);
	imad_wide_imm(&p, 12, 0, lanes_apart, RZ);
	imad_wide_imm(&p, 14, 0, 16, RZ);
	viadd(&p, 8, 14, SHARED + 512);
	imad_wide_imm(&p, 16, 0, 0, 8);
	viadd(&p, 8, 12, SHARED);
	isetp_ne_imm(&p, 0, 1, 0);
	isetp_ne_imm(&p, 1, 1, behind ? 1 : 2); /* nobody is block 2 */
	pause(&p, 60);
	guard(&p, 1, true);
	st(&p, 16, 10);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	guard(&p, 0, false);
	st(&p, 8, 10);
	ctl(&p, 4, NO_SB, NO_SB, 0);
	pause(&p, later - 4);
	guard(&p, 0, true);
	lds(&p, 20, RZ, SHARED);
	ctl(&p, 15, 0, NO_SB, 0);
	guard(&p, 0, true);
	stg(&p, 4, 20, 0);
	ctl(&p, 15, NO_SB, NO_SB, 1);
	pause(&p, 300);
	exit_(&p);
	run(&p, 2, interval, in, out);
	assert_true(out[0] == 0 || out[0] == 7);
	return out[0] == 7;
}

/* A store takes effect when its last packet has come, which follows those of earlier ones, and before what the SM there does in that cycle: the way is half of a load's latency of 60. */
static void
arrival(void **state)
{
	static const struct {
		unsigned interval, apart, packets_take; /* apart: 0 one packet, 4 four, 8 sixteen */
		bool behind;
	} cases[] = {{0, 0, 0, false},   {100, 0, 0, false},   {1000, 0, 0, false},    {0, 8, 0, false},
		     {100, 4, 3, false}, {100, 8, 15, false},  {50, 4, 2, false},      {33, 4, 1, false},
		     {34, 4, 2, false},  {1000, 4, 30, false}, {100, 0, 32 - 4, true}, {100, 4, 32 - 4 + 3, true},
		     {0, 4, 0, true}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const unsigned comes = 30 + cases[i].packets_take;

		assert_false(is_seen(cases[i].apart, cases[i].behind, comes - 1, cases[i].interval));
		assert_true(is_seen(cases[i].apart, cases[i].behind, comes, cases[i].interval));
	}
}

/* What comes in one cycle takes effect in the order of SMs, whichever was sent first; else the later one stays. A store goes with its last
 * packet, which leaves 31 cycles after the first. */
static void
order_of_sms(void **state)
{
	enum { LAST = 31 };
	unsigned first = 0;

	(void)state;
	for (unsigned slow = 1; slow <= 2; slow++)
		for (unsigned later = LAST - 3; later <= LAST + 3; later++) {
			bool behind;
			const bool stays = slow_stays(slow, later, &behind);

			assert_int_equal(stays, behind ? later <= LAST : later < LAST);
			first += behind;
		}
	assert_int_equal(first, 7);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(packets), cmocka_unit_test(arrival), cmocka_unit_test(order_of_sms)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
