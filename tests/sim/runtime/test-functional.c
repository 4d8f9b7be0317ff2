/* test-functional.c: functional mode gives the outputs and counts of cycle mode, on the probes and other small workloads, under every
 * reconvergence policy and several warp widths; turns are bounded; faults and deadlocks are found. The techniques' workloads are held
 * against the same references in both modes by test-shipped. With SIMT_TEST_QUICK in the environment cases of one warp where there are
 * such, the probes all under the machine's own policy and width. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/asm.h"
#include "tests/helpers/hash.h"
#include "workloads/runner/run.h"

enum { SR_CLOCKLO = 0x50 };

/* ---- against cycle mode ---- */

struct buffers {
	struct {
		uint64_t hash;
		const struct workload_case *of;
	} * buffer;
	size_t n, room;
};

static void
message(void *arg, const struct simt_error *e)
{
	(void)arg;
	fail_msg("%s", e->text);
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct buffers *to = arg;

	to->buffer = grow(to->buffer, &to->room, to->n + 1, sizeof *to->buffer);
	to->buffer[to->n].hash = hash_bytes(0, data, workload_buffer_bytes(b));
	to->buffer[to->n++].of = c;
}

static struct run *
run_mode(const struct workload *w, const struct simt_machine *m, const bool *selected, enum simt_mode mode, struct buffers *b)
{
	struct run_options o = {.per_pc = true, .mode = mode, .arg = b, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	struct run *r = run_create(w, m, selected, &o, &e);

	if (!r)
		fail_msg("%s", e.text);
	assert_int_equal(run_all(r), SIMT_OK);
	return r;
}

static void
compare(const struct workload *w, const bool *selected, const struct run *cycle, const struct run *functional)
{
	for (size_t i = 0; i < w->ncases; i++) {
		const struct run_launch *a = cycle->cases[i].launches, *b = functional->cases[i].launches;

		if (!selected[i])
			continue;
		assert_int_equal(cycle->cases[i].nlaunches, 1);
		assert_true(run_launch_stats(a).timed && !run_launch_stats(b).timed);
		/* its blocks look at a flag until another one has set it: how often is a matter of time */
		if (!strcmp(w->launch[a->launch].cell[COLUMN_kernel], "fence"))
			continue;
		for (int k = 0; k < SIMT_STATS; k++)
			if (run_launch_stats(b).v[k] != (simt_stat_info[k].timed ? 0 : run_launch_stats(a).v[k]))
				fail_msg("case %s: %s is %llu, not %llu", w->cases[i].name, simt_stat_info[k].metric,
					 (unsigned long long)run_launch_stats(b).v[k],
					 (unsigned long long)run_launch_stats(a).v[k]);
		assert_int_equal(a->npc, b->npc);
		assert_memory_equal(a->pc, b->pc, a->npc * sizeof *a->pc);
	}
}

/* Cases that take part: all, or, with SIMT_TEST_QUICK, those whose names match. */
static bool *
selection(const struct workload *w, const char *quick)
{
	bool *s = malloc(w->ncases * sizeof *s);

	for (size_t i = 0; i < w->ncases; i++)
		s[i] = !getenv("SIMT_TEST_QUICK") || !fnmatch(quick, w->cases[i].name, 0);
	return s;
}

static void
both_modes(const char *file, const char *policy, const char *width, const char *quick)
{
	const struct workload_options none = {.nlet = 0};
	struct buffers b[2] = {{.n = 0}, {.n = 0}};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	const char *dir = getenv("srcdir");
	struct run *r[2];
	struct workload *w;
	char path[1024];
	bool *selected;

	snprintf(path, sizeof path, "%s/workloads/%s.csv", dir ? dir : ".", file);
	w = workload_read(path, &none, &e);
	if (!w || !m || !simt_machine_set(m, policy, &e) || !simt_machine_set(m, width, &e))
		fail_msg("%s", e.text);
	selected = selection(w, quick);
	for (int k = 0; k < 2; k++)
		r[k] = run_mode(w, m, selected, k ? SIMT_FUNCTIONAL : SIMT_CYCLE, &b[k]);
	compare(w, selected, r[0], r[1]);
	assert_true(b[0].n && b[0].n == b[1].n);
	for (size_t i = 0; i < b[0].n; i++)
		if (b[0].buffer[i].hash != b[1].buffer[i].hash)
			fail_msg("%s, case %s: outputs differ", file, b[0].buffer[i].of->name);
	for (int k = 0; k < 2; k++) {
		run_free(r[k]);
		free(b[k].buffer);
	}
	free(selected);
	workload_free(w);
	simt_machine_free(m);
}

static void
probes(void **state)
{
	(void)state;
	both_modes("probes/probes", "reconvergence=barrier", "warp_size=32", "*");
	both_modes("probes/probes", "reconvergence=barrier", "warp_size=8", "*-1-64");
	both_modes("probes/probes", "reconvergence=barrier", "warp_size=64", "*-1-64");
	both_modes("probes/probes", "reconvergence=stack", "warp_size=32", "*-1-64");
}

static void
random_programs(void **state)
{
	(void)state;
	both_modes("probes/random", "reconvergence=barrier", "warp_size=32", "*-1");
	both_modes("probes/random", "reconvergence=stack", "warp_size=32", "random-2*-1");
}

/* The other shipped workloads that test-shipped does not run, but for probes/placed, whose warps record what others have done by then. */
static void
others(void **state)
{
	static const struct {
		const char *file, *quick;
	} other[] = {{"half-warp/half-warp", "*-1"},
		     {"local/local", "*"},
		     {"memory/patterns", "*-random_1"},
		     {"probes/paths", "*-1"},
		     {"probes/unseen", "*-1"}};

	(void)state;
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		both_modes(other[i].file, "reconvergence=barrier", "warp_size=32", other[i].quick);
}

/* ---- turns ---- */

static struct simt *
functional_machine(const char *const *settings)
{
	struct simt *s = asm_machine(settings);

	simt_set_mode(s, SIMT_FUNCTIONAL);
	return s;
}

/* The one whose special register is 0 waits until the other has written, and leaves how often it has looked. */
static void
spin(struct program *p, unsigned sreg, uint32_t most)
{
	unsigned to_writer, loop, again;

	asm_init(p);
	uldc64(p, 4, ASM_DESC);
	ldc64(p, 2, ASM_PARAM);
	ldc64(p, 10, ASM_PARAM + 8);
	s2r(p, 0, sreg);
	mov_imm(p, 7, 1);
	mov_imm(p, 6, 0);
	lop3_and_imm(p, 1, 0, most);
	isetp_ne_imm(p, 0, 1, 0);
	guard(p, 0, false);
	to_writer = bra(p, 0);
	loop = label(p);
	viadd(p, 6, 6, 1);
	ldg(p, 8, 2, 0);
	isetp_ne_imm(p, 1, 8, 0);
	guard(p, 1, true);
	again = bra(p, 0);
	patch(p, again, loop);
	stg(p, 10, 6, 0);
	exit_(p);
	patch(p, to_writer, label(p));
	stg(p, 2, 7, 0);
	exit_(p);
}

/* Without turns the first one would wait for ever. */
static void
waits_for_others(void **state)
{
	uint32_t out[64];
	struct program p;
	struct simt *s = functional_machine(NULL);

	(void)state;
	spin(&p, SR_CTAID_X, 1);
	asm_run(s, &p, 2, 32, NULL, out, 64);
	assert_true(out[0] > 1);
	spin(&p, SR_TID_X, 32); /* lanes 0 to 31 wait for the other warp */
	asm_run(s, &p, 1, 64, NULL, out, 64);
	assert_true(out[0] > 1);
	simt_destroy(s);
}

/* More blocks than fit at once, and a clock that counts instructions. */
static void
many_blocks(void **state)
{
	struct simt *s = functional_machine(NULL);
	const struct simt_launch_stats *t;
	uint32_t out[64];
	struct program p;

	(void)state;
	asm_init(&p);
	uldc64(&p, 4, ASM_DESC);
	ldc64(&p, 10, ASM_PARAM + 8);
	s2r(&p, 0, SR_CLOCKLO);
	nop(&p);
	nop(&p);
	s2r(&p, 1, SR_CLOCKLO);
	stg(&p, 10, 0, 0);
	stg(&p, 10, 1, 4);
	exit_(&p);
	t = asm_run(s, &p, 1000, 32, NULL, out, 64);
	assert_int_equal(out[1] - out[0], 3);
	assert_int_equal(t->v[SIMT_STAT_inst_executed], 9000);
	assert_int_equal(t->v[SIMT_STAT_blocks_launched], 1000);
	assert_int_equal(t->v[SIMT_STAT_cycles], 0);
	simt_destroy(s);
}

/* One context can change its mind between launches; cycle mode's time is not disturbed. */
static void
modes_take_turns(void **state)
{
	struct simt *s = asm_machine(NULL);
	uint64_t cycles[2];
	struct program p;

	(void)state;
	asm_init(&p);
	nop(&p);
	ctl(&p, 5, NO_SB, NO_SB, 0);
	exit_(&p);
	for (int k = 0; k < 2; k++) {
		simt_set_mode(s, SIMT_FUNCTIONAL);
		assert_int_equal(asm_run(s, &p, 3, 64, NULL, NULL, 64)->v[SIMT_STAT_inst_executed], 12);
		simt_set_mode(s, SIMT_CYCLE);
		cycles[k] = asm_run(s, &p, 1, 32, NULL, NULL, 64)->v[SIMT_STAT_cycles];
	}
	assert_int_equal(cycles[0], 6);
	assert_int_equal(cycles[1], 6);
	simt_destroy(s);
}

/* ---- what goes wrong ---- */

struct said {
	char text[2][1024];
	unsigned mode;
};

static void
keep_message(void *arg, const struct simt_error *e)
{
	struct said *s = arg;

	assert_int_equal(e->status, SIMT_FAULT);
	snprintf(s->text[s->mode], sizeof s->text[0], "%s", e->text);
}

static void
faults(void **state)
{
	static const char *const file[] = {"deadlock",  "far",         "misaligned", "null",
					   "read-past", "shared-past", "then-more",  "write-past"};
	const struct workload_options none = {.nlet = 0};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	const char *dir = getenv("srcdir");
	char path[1024];

	(void)state;
	for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
		struct said said = {.mode = 0};
		struct workload *w;

		snprintf(path, sizeof path, "%s/tests/bad/fault-%s.csv", dir ? dir : ".", file[i]);
		w = workload_read(path, &none, &e);
		if (!w || !m)
			fail_msg("%s", e.text);
		for (said.mode = 0; said.mode < 2; said.mode++) {
			struct run_options o = {
				.mode = said.mode ? SIMT_FUNCTIONAL : SIMT_CYCLE, .arg = &said, .message = keep_message};
			struct run *r = run_create(w, m, NULL, &o, &e);

			if (!r)
				fail_msg("%s", e.text);
			assert_int_equal(run_all(r), SIMT_FAULT);
			run_free(r);
		}
		assert_true(strlen(said.text[0]) > 20);
		assert_string_equal(said.text[0], said.text[1]);
		workload_free(w);
	}
	simt_machine_free(m);
}

static bool
stop(void *arg, uint64_t cycles, uint64_t inst_executed)
{
	assert_int_equal(cycles, 0);
	*(uint64_t *)arg = inst_executed;
	return inst_executed < 20000000;
}

/* A loop without end is stopped by the progress function. */
static void
interrupted(void **state)
{
	struct simt *s = functional_machine(NULL);
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function *f;
	struct simt_launch *l;
	struct program p;
	uint64_t reached = 0;
	char params[20] = {0};

	(void)state;
	asm_init(&p);
	bra(&p, 0);
	f = asm_load(s, &p, &e);
	assert_non_null(f);
	simt_set_progress(s, stop, &reached);
	l = simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0, params, sizeof params, 0, &e);
	assert_non_null(l);
	assert_false(simt_synchronize(s, &e));
	assert_int_equal(e.status, SIMT_INTERRUPTED);
	assert_true(reached >= 20000000);
	assert_true(simt_launch_stats(l)->v[SIMT_STAT_inst_executed] >= reached);
	simt_destroy(s);
}

/* A function in a section of its own that needs more registers than a kernel has: it is there for other kernels, and this one may not come to it. */
static void
too_few_registers(void **state)
{
	enum { ROOM = 1 << 17, REGCOUNT = 0x2f04, HAS = 36, OWN = 24 };
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct simt *s = m ? simt_create(m, &e) : NULL;
	struct {
		uint64_t in, out;
		int32_t which;
	} args = {.which = 2};
	static uint8_t image[ROOM];
	struct simt_function *f;
	unsigned changed = 0;
	char path[4096];
	size_t bytes;
	FILE *file;

	(void)state;
	if (!s)
		fail_msg("%s", e.text);
	snprintf(path, sizeof path, "%s/workloads/general/apart-linked.cubin", getenv("srcdir") ? getenv("srcdir") : ".");
	file = fopen(path, "rb");
	assert_non_null(file);
	bytes = fread(image, 1, sizeof image, file);
	fclose(file);
	/* kernel `pointers` needs 24 itself, a function that it may call more */
	for (size_t i = 0; i + 12 <= bytes; i += 4) {
		const uint16_t what = (uint16_t)(image[i] | image[i + 1] << 8);

		if (what == REGCOUNT && image[i + 2] == 8 && image[i + 8] == HAS) {
			image[i + 8] = OWN;
			changed++;
		}
	}
	assert_true(changed > 0);
	simt_set_mode(s, SIMT_FUNCTIONAL);
	f = simt_function(simt_module_load_data(s, image, bytes, "changed", &e), "pointers", &e);
	if (!f || !simt_malloc(s, 256, &args.in, &e) || !simt_malloc(s, 256, &args.out, &e) ||
	    !simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){64, 1, 1}, 0, &args,
			 offsetof(__typeof__(args), which) + sizeof args.which, 0, &e))
		fail_msg("%s", e.text);
	assert_false(simt_synchronize(s, &e));
	assert_int_equal(e.status, SIMT_FAULT);
	if (!strstr(e.text, "this function uses more registers than the kernel has"))
		fail_msg("%s", e.text);
	simt_destroy(s);
	simt_machine_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probes),           cmocka_unit_test(random_programs), cmocka_unit_test(others),
		cmocka_unit_test(waits_for_others), cmocka_unit_test(many_blocks),     cmocka_unit_test(modes_take_turns),
		cmocka_unit_test(faults),           cmocka_unit_test(interrupted),     cmocka_unit_test(too_few_registers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
