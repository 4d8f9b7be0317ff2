/* test-windows.c: results depend neither on where windows begin (sim/core/sm.h) nor on how many threads of the host run the SMs (jobs.h):
 * microbenchmarks of every kind, small techniques under every
 * policy, launches that run at a time, each with windows as long as may be and with shorter ones, whose ends fall elsewhere, and with two of three numbers of threads. All that
 * is counted for a launch must be the same, cycles, counters and warp states, and so must what is in the buffers; counts of single
 * instructions are not compared.
 *
 * With SIMT_TEST_QUICK in the environment a sample of the lists, and one other way of running for each. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/asm.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/jobs.h"
#include "tests/helpers/hash.h"
#include "workloads/runner/run.h"
#include "tests/helpers/sample.h"

enum { SETTINGS = 4 };

/* Ways of running: with windows of at most so many cycles, 0: as long as may be; with so many threads. */
static const struct way {
	uint32_t window;
	unsigned threads;
} ways[] = {
	/* prime to each other and to the rates of the machine: their ends fall everywhere */
	{37, 1}, {101, 1}, {1, 1}, {0, 2}, {0, 3}, {0, 16},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const struct sample {
	const char *file, *let[2];
	const char *only; /* of the cases; several patterns are apart by a space */
	const char *set[SETTINGS];
} samples[] = {
	/* the load and store unit and its queues */
	{"micro/micro.csv", {"rounds=8"}, "burst-ld*-8-8-* burst-sts-20-* mix-* lds-chase-32-8-* hit-64-0-*", {NULL}},
	{"micro/queues.csv", {"rounds=4"}, "burst_*_2-32-* one_lds-4-* match*-4-*", {NULL}},
	/* what kernels say, and when */
	{"../tests/kernels/prints.csv", {NULL}, "turns", {NULL}},
	/* what they get of memory, where there is enough for all and where there is not */
	{"../tests/kernels/prints.csv", {NULL}, "scarce", {NULL}},
	{"../tests/kernels/prints.csv", {NULL}, "scarce", {"sms=7", "bank_issue=independent"}},
	{"general/barriers.csv", {NULL}, "lists shapes block_array keep", {NULL}},
	/* clusters */
	{"general/clusters.csv", {NULL}, "ring-8 arrivals sends reds bulk apart bins-16", {NULL}},
	{"micro/cluster.csv", {"rounds=2"}, "chain_8-1-32-all-* stores_2-1-256-* barriers_8-256-* ordered_4-32-*", {NULL}},
	/* barriers of the grid */
	{"general/grid.csv", {NULL}, "ring-odd halves votes", {NULL}},
	/* loads of what an atomic has changed shortly before */
	{"local/local.csv", {NULL}, "generic", {NULL}},
	/* traffic to L2 and DRAM */
	{"micro/micro.csv", {"rounds=4"}, "read-l2-264-* reread-4k-* dense-16k-1-* chase-256m-*", {NULL}},
	{"micro/traffic.csv", {"rounds=2"}, "line-8-* step-l2-16-* write-apart-2-* load-l2-32m-*", {NULL}},
	/* atomics */
	{"micro/micro.csv", {"rounds=8"}, "atoms-8-32-* reds-1-32-*", {NULL}},
	{"micro/traffic.csv", {"rounds=2"}, "atom-32-8-* red-32-1-w8-* red-4-32-*", {NULL}},
	/* instructions and constants */
	{"micro/micro.csv", {"rounds=4"}, "ldc-32-4-* hop-1-64-* hops-1-64-8-* loop-16-32-*", {NULL}},
	/* pipes, ports, schedulers, barriers */
	{"micro/ports.csv", {"rounds=4"}, "fma_hfma2_3-32-* wide_imad_3-1-* kept_nop_2-32-*", {NULL}},
	{"micro/scheduler.csv", {"rounds=4"}, "bar-16x2-* late-8-*", {NULL}},
	{"micro/scheduler.csv", {"rounds=4"}, "bar-16x2-* late-8-*", {"scheduler=lrr"}},
	{"micro/scheduler.csv", {"rounds=4"}, "bar-16x2-* late-8-*", {"scheduler=gto"}},
	{"micro/scheduler.csv", {"rounds=4"}, "bar-16x2-* late-8-*", {"scheduler=two-level"}},
	/* policies and banks */
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "naive-1 dynamic-1 latched-1", {"reconvergence=barrier"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "naive-1 dynamic-1 latched-1", {"reconvergence=stack"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "naive-1 dynamic-1 latched-1", {"reconvergence=ideal"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=1024"}, "dynamic-4", {"reconvergence=ideal"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "dynamic-1", {"bank_issue=independent"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "dynamic-1", {"bank_issue=skip"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "dynamic-1", {"scheduler=two-level", "warp_size=16"}},
	{"dynamic-work/dynamic-work.csv", {"blocks=2", "items=256"}, "dynamic-1", {"register_scoreboard=on", "warp_size=64"}},
	/* splits with scoreboards of their own */
	{"dynamic-work/dynamic-work.csv",
	 {"blocks=2", "items=256"},
	 "dynamic-1 latched-1",
	 {"bank_issue=independent", "split_scoreboards=own", "l1_mshrs=2", "sms=1"}},
	{"vecadd/vecadd.csv", {"n=30000"}, "*", {"l1_mshrs=4", "sms=3"}},
	{"vecadd/vecadd.csv", {"n=30000"}, "*", {"store_window=4", "sms=3"}},
	{"reductions/reductions.csv", {"n=2048", "size=256"}, "neigh* *-branch-*", {"sms=2"}},
	/* launches that run at a time, on few SMs, so that they get in each other's way */
	{"alternating-loop/alternating-loop.csv", {"n=4096", "large=200"}, "published-* two-*", {"sms=2"}},
	{"reductions/reductions.csv", {"n=4096", "size=256"}, "parts-*", {"sms=1"}},
	{"reductions/reductions.csv",
	 {"n=4096", "size=256"},
	 "parts-* two-*",
	 {"sms=2", "block_scheduler=round-robin", "reconvergence=stack"}},
	{"alternating-loop/alternating-loop.csv",
	 {"n=4096", "large=200"},
	 "published-* two-*",
	 {"sms=2", "block_scheduler=spatial", "register_scoreboard=on"}},
	{"concurrent/concurrent.csv", {NULL}, "pair-fs-xs", {NULL}},
};

/* What a run leaves, as text of one line for each thing counted: that of short windows has to be the same. */
struct outcome {
	char *text;
	size_t size;
	FILE *out;
};

static void
message(void *arg, const struct simt_error *e)
{
	fprintf(((struct outcome *)arg)->out, "message %s\n", e->text);
}

static void
said(void *arg, const char *text, size_t n)
{
	fprintf(((struct outcome *)arg)->out, "says ");
	fwrite(text, 1, n, ((struct outcome *)arg)->out);
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	fprintf(((struct outcome *)arg)->out, "%s %s %" PRIx64 "\n", c->name, b->name,
		hash_bytes(0, data, workload_buffer_bytes(b)));
}

static void
describe(FILE *out, const struct run *r)
{
	for (size_t i = 0; i < r->w->ncases; i++) {
		const struct run_case *c = r->cases + i;

		for (size_t k = 0; k < SIMT_STATS && c->selected; k++)
			fprintf(out, "%s: counter %zu %" PRIu64 "\n", r->w->cases[i].name, k, c->v[k]);
		for (size_t k = 0; k < SIMT_STALLS && c->selected; k++)
			fprintf(out, "%s: state %zu %" PRIu64 "\n", r->w->cases[i].name, k, c->stall[k]);
		for (size_t n = 0; n < c->nlaunches; n++) {
			const struct simt_launch_stats kept = run_launch_stats(&c->launches[n]), *s = &kept;

			fprintf(out, "%s: launch %zu from %" PRIu64 " to %" PRIu64 "\n", r->w->cases[i].name, n, s->start, s->end);
			for (size_t k = 0; k < SIMT_STATS; k++)
				fprintf(out, "%s: launch %zu counter %zu %" PRIu64 "\n", r->w->cases[i].name, n, k, s->v[k]);
			for (size_t k = 0; k < SIMT_STALLS; k++)
				fprintf(out, "%s: launch %zu state %zu %" PRIu64 "\n", r->w->cases[i].name, n, k, s->stall[k]);
		}
	}
}

static struct simt_machine *
machine(const struct sample *x)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	bool ok = m;

	for (size_t i = 0; ok && i < SETTINGS && x->set[i]; i++)
		ok = simt_machine_set(m, x->set[i], &e);
	if (!ok)
		fail_msg("%s", e.text);
	return m;
}

static bool
is_wanted(const struct sample *x, const char *name)
{
	char patterns[400], *rest = patterns;

	snprintf(patterns, sizeof patterns, "%s", x->only);
	for (char *p; (p = strtok_r(rest, " ", &rest));)
		if (!fnmatch(p, name, 0))
			return true;
	return false;
}

static char *
run_sample(const struct sample *x, const struct workload *w, const struct simt_machine *m, struct way way)
{
	struct simt_error e = {.status = SIMT_OK};
	struct outcome o = {.text = NULL};
	struct run_options options = {.mode = SIMT_CYCLE, .arg = &o, .message = message, .output = said, .contents = contents};
	bool *selected = calloc(w->ncases, sizeof *selected);
	struct run *r;
	size_t n = 0;

	assert_non_null(selected);
	for (size_t i = 0; i < w->ncases; i++)
		n += selected[i] = is_wanted(x, w->cases[i].name);
	if (!n)
		fail_msg("%s: no case is %s", x->file, x->only);
	r = run_create(w, m, selected, &options, &e);
	if (!r)
		fail_msg("%s", e.text);
	o.out = open_memstream(&o.text, &o.size);
	assert_non_null(o.out);
	if (way.window && way.window < r->s->gpu.window)
		r->s->gpu.window = way.window;
	if (way.threads > 1)
		r->s->gpu.jobs = jobs_new(m->chip.sms, way.threads, true);
	run_all(r);
	describe(o.out, r);
	run_free(r);
	free(selected);
	assert_int_equal(fclose(o.out), 0);
	return o.text;
}

/* The first line in which they differ. */
static void
show(const struct sample *x, struct way way, const char *a, const char *b)
{
	size_t line = 0;

	for (size_t i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == '\n')
			line = i + 1;
	print_error("%s, %s, %s%s%s, windows of %" PRIu32 " cycles, %u threads: %.*s, not %.*s\n", x->file, x->only,
		    x->set[0] ? x->set[0] : "", x->set[0] && x->set[1] ? " " : "", x->set[0] && x->set[1] ? x->set[1] : "",
		    way.window, way.threads, (int)strcspn(b + line, "\n"), b + line, (int)strcspn(a + line, "\n"), a + line);
}

static void
windows(void **state)
{
	const char *dir = getenv("srcdir");
	unsigned failures = 0;

	(void)state;
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		const struct sample *x = samples + i;
		struct workload_options o = {.let = x->let, .nlet = !x->let[0] ? 0 : x->let[1] ? 2 : 1};
		struct simt_error e = {.status = SIMT_OK};
		char path[400], *whole;
		struct simt_machine *m;
		struct workload *w;

		if (!sampled((uint32_t)i, 3))
			continue;
		snprintf(path, sizeof path, "%s/workloads/%s", dir ? dir : ".", x->file);
		w = workload_read(path, &o, &e);
		if (!w)
			fail_msg("%s", e.text);
		m = machine(x);
		whole = run_sample(x, w, m, (struct way){0, 1});
		for (uint32_t k = 0; k < WAYS; k++) {
			char *parts;

			if (sample_is_taken() ? k != sample_choice((uint32_t)i, WAYS) : ways[k].threads > 1 && k % 3 == i % 3)
				continue;
			parts = run_sample(x, w, m, ways[k]);
			if (strcmp(whole, parts)) {
				failures++;
				show(x, ways[k], whole, parts);
			}
			free(parts);
		}
		free(whole);
		simt_machine_free(m);
		workload_free(w);
	}
	assert_int_equal(failures, 0);
}

/* A hit behind a full table of misses is known at once where the table's answers are, and no name of a wait tells: on machine `tiny`, n
 * instructions later, something short raises the same scoreboard. */
static void
hit_behind_misses(void **state)
{
	static const char *const settings[] = {"l1_mshrs=1", "next_block_latency=1000", "next_launch_latency=1000", NULL};
	enum { WORDS = 256 };

	(void)state;
	for (unsigned n = 0; n < 64; n++) {
		uint64_t stall[SIMT_STALLS] = {0};

		for (unsigned window = 64; window; window /= 8) {
			struct simt *s = asm_machine(settings);
			const struct simt_launch_stats *t;
			uint32_t in[WORDS] = {0}, out[WORDS];
			struct program p;

			asm_init(&p);
			mov_imm(&p, 4, 0x400);
			ldc64(&p, 2, ASM_PARAM);
			ctl(&p, 1, 0, NO_SB, 0);
			for (unsigned i = 0; i < 4; i++) {
				/* there from now on; two misses; and again */
				ldg(&p, 6 + i, 2, (int32_t)(i % 3 * 128));
				ctl(&p, 4, i == 3 ? 3 : 1, NO_SB, i == 0 ? 1 << 0 : i == 1 ? 1 << 1 : 0);
			}
			for (unsigned i = 0; i < n; i++)
				nop(&p);
			lds(&p, 12, 4, 0);
			ctl(&p, 2, 3, NO_SB, 0);
			exit_(&p);
			ctl(&p, 5, NO_SB, NO_SB, 1 << 3);
			s->gpu.window = window < s->gpu.window ? window : s->gpu.window;
			t = asm_run(s, &p, 1, 32, in, out, WORDS);
			if (window == 64)
				memcpy(stall, t->stall, sizeof stall);
			for (int k = 0; k < SIMT_STALLS; k++)
				if (stall[k] != t->stall[k])
					fail_msg("%u instructions later, windows of %u cycles: state %d has %" PRIu64
						 " cycles, not %" PRIu64,
						 n, window, k, t->stall[k], stall[k]);
			simt_destroy(s);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(windows), cmocka_unit_test(hit_behind_misses)};

	return cmocka_run_group_tests_name("windows", tests, NULL, NULL);
}
