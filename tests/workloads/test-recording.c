/* test-recording.c: recordings of programs on machine `tiny`, written and read back: what they hold, what is left out where there is no room, and
 * files that are damaged. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/helpers/asm.h"
#include "workloads/record/recorder.h"
#include "workloads/record/recording.h"

static const struct recorder_wish all = {
	.machine = "tiny", .sms = 1, .to = UINT64_MAX, .instructions = RECORDER_INSTRUCTIONS, .spans = RECORDER_SPANS};

static char path[] = "/tmp/test-recording-XXXXXX";

/* Records what s does, which is asm_machine(settings). */
static struct recorder *
listen(struct simt *s, const struct recorder_wish *wish, const char *const *settings)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct recorder *r;

	while (settings && *settings)
		assert_true(simt_machine_set(m, *settings++, &e));
	r = recorder_new(s, m, "asm", wish, &e);
	simt_machine_free(m);
	assert_non_null(r);
	return r;
}

static void
write_recording(struct recorder *r, size_t cases)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	recorder_write_head(r, f);
	for (size_t i = 0; i < cases; i++)
		recorder_write_case(r, f, i);
	recorder_write_tail(r, f, true);
	assert_int_equal(fclose(f), 0);
}

static struct recording *
read_recording(void)
{
	struct simt_error e = {.status = SIMT_OK};
	struct recording *r = recording_read(path, &e);

	if (!r)
		fail_msg("%s", e.text);
	return r;
}

/* The recording of one run of the program, as a case. *stats gets what was counted. */
static struct recording *
record(const struct program *p, unsigned blocks, unsigned threads, const struct recorder_wish *wish, const char *const *settings,
       struct simt_launch_stats *stats)
{
	struct simt *s = asm_machine(settings);
	struct recorder *r = listen(s, wish, settings);

	*stats = *asm_run(s, p, blocks, threads, NULL, NULL, 16);
	recorder_end_case(r, 0, "one");
	write_recording(r, 1);
	recorder_free(r);
	simt_destroy(s);
	return read_recording();
}

/* What the spans of a case add up to. */
struct sums {
	uint64_t inst, slots, threads, present, off, stall[SIMT_STALLS], mixed;
};

static struct sums
add_up(const struct recording_case *c)
{
	struct sums x = {.inst = 0};

	for (size_t i = 0; i < c->nspans; i++) {
		const struct recording_span *s = c->span + i;

		x.inst += s->inst;
		x.slots += s->slots;
		x.threads += s->threads;
		x.present += s->present;
		x.off += s->guarded_off;
		x.mixed += s->mixed;
		x.stall[SIMT_STALL_selected] += s->slots;
		for (uint32_t k = 0; k < s->nstates; k++)
			x.stall[c->state[s->state + k].state] += c->state[s->state + k].cycles;
	}
	return x;
}

static void
assert_sums(const struct recording_case *c, const struct simt_launch_stats *t)
{
	struct sums x = add_up(c);

	assert_int_equal(x.inst, t->v[SIMT_STAT_inst_executed]);
	assert_int_equal(x.slots, t->v[SIMT_STAT_slots_issued]);
	assert_int_equal(x.threads, t->v[SIMT_STAT_thread_inst_executed]);
	assert_int_equal(x.threads - x.off, t->v[SIMT_STAT_thread_inst_executed_true]);
	assert_int_equal(x.present - x.threads, t->v[SIMT_STAT_lanes_waiting]);
	for (int k = 0; k < SIMT_STALLS; k++)
		assert_int_equal(x.stall[k], t->stall[k]);
}

/* `times` rounds, in the last of which lane 0 goes another way than the others; and it exits first. */
static void
rounds(struct program *p, int times)
{
	unsigned top, side, join;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 2, 0, NO_SB, 0);
	isetp_ne_imm(p, 0, 0, 0); /* P0: not lane 0 */
	ctl(p, 13, NO_SB, NO_SB, 1);
	mov_imm(p, 4, 0);
	ctl(p, 6, NO_SB, NO_SB, 0);
	top = label(p);
	viadd(p, 4, 4, 1);
	ctl(p, 6, NO_SB, NO_SB, 0);
	/* a branch to the next instruction: a round has two parts of the code */
	bra(p, label(p) + 1);
	isetp_ge_imm(p, 1, 4, times); /* P1: the last round */
	ctl(p, 13, NO_SB, NO_SB, 0);
	guard(p, 1, true);
	bra(p, top);
	join = bssy(p, 3, 0);
	guard(p, 0, true);
	side = bra(p, 0);
	nop(p);
	patch(p, side, label(p));
	patch(p, join, label(p));
	bsync(p, 3);
	guard(p, 0, true);
	exit_(p);
	exit_(p);
}

static void
round_trip(void **state)
{
	struct simt_launch_stats stats;
	struct program p;
	struct recording *r;
	const struct recording_case *c;
	bool alone = false, rest = false;

	(void)state;
	rounds(&p, 3);
	r = record(&p, 1, 33, &all, NULL, &stats);
	c = r->cases;
	assert_int_equal(r->ncases, 1);
	assert_true(r->complete);
	assert_string_equal(r->machine, "tiny");
	assert_string_equal(r->workload, "asm");
	assert_int_equal(r->warp_size, 32);
	assert_string_equal(r->state[SIMT_STALL_wait], "wait");
	assert_string_equal(c->name, "one");
	assert_int_equal(c->nlaunches, 1);
	assert_int_equal(c->launch->block[0], 33);
	assert_int_equal(c->launch->grid[0], 1);
	assert_true(c->launch->ended);
	assert_int_equal(c->launch->end - c->launch->start, stats.v[SIMT_STAT_cycles]);
	assert_int_equal(c->nstays, 1);
	assert_int_equal(c->stay->end, stats.blocks_end);
	assert_int_equal(c->sample[c->nsamples - 1].count[RECORD_inst_executed], stats.v[SIMT_STAT_inst_executed]);
	assert_int_equal(c->sample[c->nsamples - 1].count[RECORD_warp_cycles], stats.v[SIMT_STAT_warp_cycles]);
	assert_int_equal(c->nsms, 1);
	assert_true(c->sm->whole);
	assert_int_equal(c->nwarps, 2);
	assert_string_equal(r->function->inst[0].sass, "S2R R0, SR_LANEID");
	assert_sums(c, &stats);
	for (uint32_t i = 0; i < c->nspans; i++) {
		alone = alone || (c->span[i].active.word[0] == 1 && c->span[i].alive.word[0] == 0xffffffff);
		rest = rest || c->span[i].active.word[0] == 0xfffffffe;
	}
	assert_true(alone && rest);
	recording_free(r);
}

/* A warp that does nothing but exit; as many as an SM has, and more; wide and narrow warps. */
static void
boundaries(void **state)
{
	static const char *const wide[] = {"warp_size=128", "sms=1", NULL}, *const narrow[] = {"warp_size=4", "sms=1", NULL},
				 *const one[] = {"sms=1", NULL};
	struct simt_launch_stats stats;
	struct program p;
	struct recording *r;

	(void)state;
	asm_init(&p);
	exit_(&p);
	r = record(&p, 1, 1, &all, NULL, &stats);
	assert_int_equal(r->cases->nwarps, 1);
	assert_int_equal(r->cases->nspans, 1);
	assert_int_equal(r->cases->span->inst, 1);
	assert_int_equal(r->cases->span->active.word[0], 1);
	assert_sums(r->cases, &stats);
	recording_free(r);
	rounds(&p, 2);
	r = record(&p, 40, 96, &all, one, &stats);
	assert_int_equal(r->cases->nwarps, 120);
	assert_int_equal(r->cases->nstays, 40);
	assert_sums(r->cases, &stats);
	recording_free(r);
	r = record(&p, 3, 200, &all, wide, &stats);
	assert_int_equal(r->cases->nwarps, 6);
	assert_sums(r->cases, &stats);
	recording_free(r);
	r = record(&p, 3, 200, &all, narrow, &stats);
	assert_int_equal(r->cases->nwarps, 150);
	assert_sums(r->cases, &stats);
	recording_free(r);
}

/* Lanes from `first` on go another way than those before, each way for 20 instructions. */
static void
two_sides(struct program *p, int first)
{
	unsigned branch;

	asm_init(p);
	s2r(p, 0, SR_LANEID);
	ctl(p, 2, 0, NO_SB, 0);
	isetp_ge_imm(p, 0, 0, first);
	ctl(p, 13, NO_SB, NO_SB, 1);
	guard(p, 0, false);
	branch = bra(p, 0);
	for (int i = 0; i < 20; i++)
		mov_imm(p, 4, 0);
	exit_(p);
	patch(p, branch, label(p));
	for (int i = 0; i < 20; i++)
		mov_imm(p, 5, 0);
	exit_(p);
}

/* The ways of a warp: instructions of all of them are those that have issued, and no lane is on two at the same time. Returns the cycles in
 * which two had a span. */
static uint64_t
assert_ways(const struct recording_case *c, const struct simt_launch_stats *t)
{
	uint64_t inst = 0, beside = 0;

	assert_int_equal(c->nwarps, 0);
	for (size_t i = 0; i < c->nways; i++)
		assert_true(c->way[i].block == 0 && c->way[i].warp == 0);
	for (size_t i = 0; i < c->nspans; i++) {
		const struct recording_span *s = c->span + i;

		assert_int_equal(s->nstates, 0);
		inst += s->inst;
		for (size_t k = 0; k < i; k++) {
			const struct recording_span *x = c->span + k;
			const uint64_t from = x->begin > s->begin ? x->begin : s->begin, end = x->end < s->end ? x->end : s->end;

			if (from >= end)
				continue;
			assert_int_equal(x->active.word[0] & s->active.word[0], 0);
			beside += end - from;
		}
	}
	assert_int_equal(inst, t->v[SIMT_STAT_inst_executed]);
	return beside;
}

/* Splits on two banks run beside each other; splits that share a bank take turns. */
static void
ways(void **state)
{
	static const char *const independent[] = {"sms=1", "banks=2", "bank_issue=independent", NULL},
				 *const ideal[] = {"sms=1", "reconvergence=ideal", NULL};
	struct simt_launch_stats stats;
	struct program p;
	struct recording *r;

	(void)state;
	two_sides(&p, 16);
	r = record(&p, 1, 32, &all, independent, &stats);
	assert_true(r->together);
	assert_int_equal(r->cases->nways, 2);
	assert_true(assert_ways(r->cases, &stats) > 20);
	recording_free(r);
	two_sides(&p, 17);
	r = record(&p, 1, 32, &all, independent, &stats);
	assert_int_equal(assert_ways(r->cases, &stats), 0);
	recording_free(r);
	r = record(&p, 1, 32, &all, ideal, &stats);
	assert_true(assert_ways(r->cases, &stats) > 20);
	recording_free(r);
	r = record(&p, 1, 32, &all, NULL, &stats);
	assert_true(!r->together && !r->cases->nways);
	assert_sums(r->cases, &stats);
	recording_free(r);
}

/* Cases without a launch, and one of several SMs; the order in which they are written does not matter. */
static void
several_cases(void **state)
{
	static const char *const four[] = {"sms=4", NULL};
	const struct recorder_wish two = {
		.machine = "tiny", .sms = 2, .to = UINT64_MAX, .instructions = RECORDER_INSTRUCTIONS, .spans = RECORDER_SPANS};
	struct simt *s = asm_machine(four);
	struct recorder *r = listen(s, &two, four);
	struct recording *x;
	struct program p;

	(void)state;
	recorder_end_case(r, 0, "nothing");
	rounds(&p, 2);
	asm_run(s, &p, 4, 32, NULL, NULL, 16);
	recorder_end_case(r, 2, "something");
	write_recording(r, 3);
	recorder_free(r);
	simt_destroy(s);
	x = read_recording();
	assert_int_equal(x->ncases, 2);
	assert_int_equal(x->cases[0].nlaunches + x->cases[0].nsamples + x->cases[0].nsms, 0);
	assert_string_equal(x->cases[1].name, "something");
	assert_int_equal(x->cases[1].nstays, 4);
	assert_int_equal(x->cases[1].nsms, 2);
	assert_int_equal(x->cases[1].nwarps, 2);
	recording_free(x);
}

/* Where there is little room, sums stay, and so does what is rare: the round in which lanes part comes last. */
static void
rare_spans_stay(void **state)
{
	static const char *const one[] = {"sms=1", NULL};
	struct recorder_wish wish = all;
	struct simt_launch_stats stats;
	struct recording *r;
	struct program p;
	bool alone = false;

	(void)state;
	rounds(&p, 400);
	wish.spans = 600;
	r = record(&p, 1, 256, &wish, one, &stats);
	assert_true(r->cases->sm->whole);
	assert_true(r->cases->nspans <= 600);
	assert_true(add_up(r->cases).mixed > 0);
	assert_sums(r->cases, &stats);
	for (uint32_t i = 0; i < r->cases->nspans; i++)
		alone = alone || (!r->cases->span[i].mixed && r->cases->span[i].active.word[0] == 1);
	assert_true(alone);
	recording_free(r);
}

/* Where there is none, or the time is over, the recording ends, and says so. Samples and stays go on. */
static void
no_more_room(void **state)
{
	static const char *const one[] = {"sms=1", NULL};
	struct simt_launch_stats stats, again;
	struct recorder_wish wish = all;
	struct recording *r;
	struct program p;
	uint64_t half;

	(void)state;
	rounds(&p, 400);
	wish.instructions = 1000;
	r = record(&p, 2, 64, &wish, one, &stats);
	assert_int_equal(add_up(r->cases).inst, 1000);
	assert_false(r->cases->sm->whole);
	assert_true(r->cases->sm->until < stats.end);
	for (size_t i = 0; i < r->cases->nwarps; i++)
		assert_false(r->cases->warp[i].whole);
	assert_int_equal(r->cases->nstays, 2);
	assert_int_equal(r->cases->sample[r->cases->nsamples - 1].count[RECORD_inst_executed], stats.v[SIMT_STAT_inst_executed]);
	half = r->cases->sm->until;
	recording_free(r);
	/* the second half of that */
	wish.instructions = RECORDER_INSTRUCTIONS;
	wish.from = half / 2;
	wish.to = half;
	r = record(&p, 2, 64, &wish, one, &again);
	assert_int_equal(stats.end, again.end);
	assert_in_range(add_up(r->cases).inst, 300, 999);
	for (uint32_t i = 0; i < r->cases->nspans; i++) {
		assert_true(r->cases->span[i].begin >= wish.from);
		assert_true(r->cases->span[i].end <= wish.to + 1);
	}
	recording_free(r);
}

/* Whether SMs have threads or not, what comes out is the same; the results too. */
static void
same_with_threads(void **state)
{
	static const char *const eight[] = {"sms=8", NULL};
	struct simt_launch_stats stats[2];
	char *file[2];
	size_t bytes[2];

	(void)state;
	for (unsigned k = 0; k < 2; k++) {
		struct simt *s = asm_machine(eight);
		struct recorder_wish wish = all;
		struct recorder *r;
		struct program p;
		FILE *f;

		wish.sms = 3;
		r = listen(s, &wish, eight);
		simt_set_jobs(s, k ? 3 : 1);
		rounds(&p, 300);
		stats[k] = *asm_run(s, &p, 64, 128, NULL, NULL, 16);
		recorder_end_case(r, 0, "one");
		write_recording(r, 1);
		recorder_free(r);
		simt_destroy(s);
		f = fopen(path, "rb");
		file[k] = malloc(1 << 20);
		bytes[k] = fread(file[k], 1, 1 << 20, f);
		fclose(f);
	}
	assert_int_equal(stats[0].end, stats[1].end);
	assert_int_equal(bytes[0], bytes[1]);
	assert_memory_equal(file[0], file[1], bytes[0]);
	free(file[0]);
	free(file[1]);
}

/* ---- files that are damaged ---- */

static void
put_file(const void *bytes, size_t n)
{
	FILE *f;

	/* a file that is cut to nothing and written again goes to the disk at once: that takes long */
	unlink(path);
	f = fopen(path, "wb");
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

static const char *
refused(void)
{
	static struct simt_error e;
	struct recording *r;

	e = (struct simt_error){.status = SIMT_OK};
	r = recording_read(path, &e);
	recording_free(r);
	return r ? "" : e.text;
}

/* The first bytes, and a zlib stream of the rest. */
static size_t
compressed(const unsigned char *plain, size_t n, unsigned char *file)
{
	uLongf room = 1 << 17;

	memcpy(file, RECORD_MARK "\1", 8);
	assert_int_equal(compress2(file + 8, &room, plain, n, 0), Z_OK);
	return room + 8;
}

static void
damaged(void **state)
{
	enum { CASE = 1000 }; /* bytes of the end, which are numbers that have to fit each other */
	static unsigned char file[1 << 16], plain[1 << 16], again[1 << 18];
	struct simt_launch_stats stats;
	struct program p;
	uLongf n = sizeof plain;
	size_t bytes;
	unsigned same = 0, fine = 0, tried = 0;
	FILE *f;

	(void)state;
	rounds(&p, 3);
	recording_free(record(&p, 1, 33, &all, NULL, &stats));
	f = fopen(path, "rb");
	bytes = fread(file, 1, sizeof file, f);
	fclose(f);
	for (size_t i = 0; i < bytes; i++) {
		put_file(file, i);
		assert_string_not_equal(refused(), "");
		file[i] ^= 0x41;
		put_file(file, bytes);
		same += !*refused();
		file[i] ^= 0x41;
	}
	/* bits that mean nothing for what comes out, which has a checksum */
	assert_in_range(same, 0, bytes / 100);
	put_file(file, bytes / 2);
	assert_non_null(strstr(refused(), "is cut off; was the run that wrote it stopped?"));
	file[7] = 2;
	put_file(file, bytes);
	assert_non_null(strstr(refused(), "has version 2, and this program reads version 1"));
	put_file("pc,cycles\n1,2\n", 14);
	assert_non_null(strstr(refused(), "this is no recording; simt-sim --record=FILE writes one"));
	/* behind the checksum: whatever comes out, nothing else happens */
	assert_int_equal(uncompress(plain, &n, file + 8, bytes - 8), Z_OK);
	/* the text of the code, which comes first, may be anything */
	for (size_t i = 0; i < n; i += i + CASE < n ? 17 : 1) {
		static const unsigned char as[] = {0, 0x7f, 0x80, 0xff};
		const unsigned char was = plain[i];

		for (unsigned k = i + CASE < n ? i % 4 : 0; k < (i + CASE < n ? i % 4 + 1 : 4); k++) {
			plain[i] = as[k];
			put_file(again, compressed(plain, n, again));
			fine += !*refused();
			tried++;
		}
		plain[i] = was;
		put_file(again, compressed(plain, i, again));
		assert_non_null(strstr(refused(), "the recording is damaged"));
	}
	assert_in_range(fine, 1, tried / 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip),      cmocka_unit_test(boundaries),   cmocka_unit_test(several_cases),
		cmocka_unit_test(rare_spans_stay), cmocka_unit_test(no_more_room), cmocka_unit_test(same_with_threads),
		cmocka_unit_test(damaged),         cmocka_unit_test(ways),
	};
	int fd = mkstemp(path), status;

	if (fd < 0)
		return 99;
	close(fd);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return status;
}
