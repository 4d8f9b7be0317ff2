/* What simt-diff is made of: results as JSON are read, launches and lines are matched, and what differs is put into order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/compare/difference-words.h"
#include "workloads/compare/sass-text.h"

/* ---- results, put together ---- */

struct made {
	char text[32768];
	bool in_launch;
};

static void __attribute__((format(printf, 2, 3))) add(struct made *m, const char *format, ...)
{
	const size_t n = strlen(m->text);
	va_list args;

	va_start(args, format);
	assert_true(vsnprintf(m->text + n, sizeof m->text - n, format, args) < (int)(sizeof m->text - n));
	va_end(args);
}

static void
begin(struct made *m)
{
	*m = (struct made){.text = ""};
	add(m, "{\"mode\":\"cycle\",\"machine\":{\"name\":\"m\",\"parameters\":{\"warp_size\":{\"value\":32}}},\"cases\":[");
}

/* A case of one launch; its instructions follow. */
static void
launch(struct made *m, const char *name, const char *kernel, const char *status, int cycles)
{
	add(m,
	    "%s{\"case\":\"%s\",\"status\":\"ok\",\"launches\":[{\"launch\":\"%s\",\"kernel\":\"%s\",\"status\":\"%s\",\"metrics\":"
	    "{",
	    m->in_launch ? "]}]}," : "", name, name, kernel, status);
	add(m, "\"sm__cycles_elapsed.max\":{\"value\":%d,\"unit\":\"cycle\"}},\"instructions\":[", cycles);
	m->in_launch = true;
}

/* An instruction of 32 lanes; line 0: no line information. */
static void
inst(struct made *m, const char *sass, int line, int executed, int wait, int scoreboard)
{
	const char last = m->text[strlen(m->text) - 1];

	add(m, "%s{\"pc\":0,\"sass\":\"%s\",", last == '[' ? "" : ",", sass);
	if (line)
		add(m, "\"file\":\"k.cu\",\"line\":%d,", line);
	add(m, "\"inst_executed\":%d,\"thread_inst_executed_true\":%d,", executed, 32 * executed);
	add(m, "\"warp_cycles\":{\"wait\":%d,\"long_scoreboard\":%d}}", wait, scoreboard);
}

static struct result *
end(struct made *m)
{
	struct simt_error e = {.status = SIMT_OK};
	struct result *r;

	add(m, "%s]}", m->in_launch ? "]}]}" : "");
	r = result_parse(m->text, strlen(m->text), "made.json", &e);
	if (!r)
		fail_msg("%s", e.text);
	return r;
}

/* ---- results ---- */

static void
bad_results(void **state)
{
	static const char *const bad[] = {"", "{", "[1]", "{\"cases\":1}", "case,launch"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct simt_error e = {.status = SIMT_OK};

		assert_null(result_parse(bad[i], strlen(bad[i]), "bad.json", &e));
		assert_int_equal(e.status, SIMT_BAD_INPUT);
		assert_non_null(strstr(e.text, "bad.json:"));
	}
}

static void
inlined_places(void **state)
{
	static const char text[] =
		"{\"cases\":[{\"launches\":[{\"instructions\":["
		"{\"sass\":\"NOP\",\"file\":\"sm_20_atomic_functions.hpp\",\"line\":7,\"inlined\":["
		"{\"function\":\"atomicAdd\",\"file\":\"k.cu\",\"line\":12},{\"function\":\"f\",\"file\":\"k.cu\",\"line\":30}]},"
		"{\"sass\":\"NOP\",\"file\":\"mine.h\",\"line\":5,\"inlined\":[{\"function\":\"g\",\"file\":\"k.cu\",\"line\":31}]}"
		","
		"{\"sass\":\"NOP\",\"file\":\"/usr/local/cuda/include/x.h\",\"line\":5}]}]}]}";
	struct simt_error e = {.status = SIMT_OK};
	struct result *r = result_parse(text, sizeof text - 1, "a", &e);
	const struct result_instruction *in;

	(void)state;
	assert_non_null(r);
	in = r->launch[0].inst;
	assert_string_equal(in[0].file, "k.cu");
	assert_int_equal(in[0].line, 12);
	assert_string_equal(in[1].file, "mine.h");
	assert_int_equal(in[1].line, 5);
	assert_int_equal(in[2].line, 5); /* there is no other place */
	assert_string_equal(r->launch[0].status, "");
	assert_true(isnan(result_value(r->launch, "sm__cycles_elapsed.max")));
	result_free(r);
	result_free(NULL);
}

/* ---- instructions as text ---- */

static bool
has(const struct sass_registers *r, unsigned bit)
{
	return r->word[bit / 64] >> bit % 64 & 1;
}

static void
registers(void **state)
{
	struct sass s;

	(void)state;
	sass_read("@!P3 LDG.E.128.CONSTANT R4, desc[UR6][R2.64+0x10]", &s);
	assert_true(s.variable);
	assert_true(has(&s.writes, SASS_R + 4) && has(&s.writes, SASS_R + 7) && !has(&s.writes, SASS_R + 8));
	assert_true(has(&s.reads, SASS_R + 2) && has(&s.reads, SASS_R + 3) && !has(&s.reads, SASS_R + 4));
	assert_true(has(&s.reads, SASS_UR + 6) && has(&s.reads, SASS_P + 3));
	sass_read("STG.E.64 desc[UR4][R8.64], R250", &s);
	assert_false(s.variable);
	assert_true(has(&s.reads, SASS_R + 8) && has(&s.reads, SASS_R + 9) && has(&s.reads, SASS_R + 250) &&
		    has(&s.reads, SASS_R + 251));
	for (int k = 0; k < SASS_WORDS; k++)
		assert_int_equal(s.writes.word[k], 0);
	sass_read("SHFL.BFLY PT, R5, R4, 0x10, 0x1f", &s);
	assert_true(has(&s.writes, SASS_R + 5) && !has(&s.reads, SASS_R + 5) && has(&s.reads, SASS_R + 4));
	sass_read("ISETP.GE.AND P0, PT, R9, UR4, PT", &s);
	assert_true(has(&s.writes, SASS_P + 0) && has(&s.reads, SASS_R + 9) && !has(&s.writes, SASS_R + 9));
	sass_read("DADD R254, R2, R4", &s); /* what lies beyond the last register is another kind's */
	assert_true(has(&s.writes, SASS_R + 254) && !has(&s.writes, SASS_UR));
	sass_read("EXIT", &s);
	sass_read("", &s);
}

static void
kinds(void **state)
{
	static const char *const same[][2] = {
		{"@P0 LDG.E R5, desc[UR4][R2.64+0x4]", "@P3 LDG.E R17, desc[UR8][R20.64+0x4]"},
		{"IMAD R3, R3.reuse, UR5, R2", "IMAD R13, R1, UR4, R9"},
		{"@!P1 BRA 0x2b0", "@!P0 BRA 0x40"},
		{"BSSY B0, 0x100", "BSSY B1, 0x90"},
		{"ULDC.64 UR4, c[0x0][0x208]", "LDC.64 R4, c[0x0][0x208]"},
		{"UIADD3 UR5, UR6, -0x1, URZ", "IADD3 R5, R6, -0x1, RZ"},
	};
	static const char *const other[][2] = {
		{"LDG.E R5, desc[UR4][R2.64+0x4]", "LDG.E R5, desc[UR4][R2.64+0x8]"},
		{"@P0 EXIT", "EXIT"},
		{"FADD R1, R2, R3", "FADD R1, R2, RZ"},
		{"IMAD R1, R2, 0x20, R3", "IMAD R1, R2, 0x21, R3"},
		{"BRA 0x10", "@P0 BRA 0x10"},
	};
	char a[64], b[64];

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		assert_string_equal(sass_kind(same[i][0], a, sizeof a), sass_kind(same[i][1], b, sizeof b));
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		assert_string_not_equal(sass_kind(other[i][0], a, sizeof a), sass_kind(other[i][1], b, sizeof b));
	assert_string_equal(sass_kind("FADD R1, R2, R3", a, 4), "FAD"); /* cut */
	assert_true(sass_is_move("@P0 IMAD.MOV.U32 R1, RZ, RZ, R2") && sass_is_move("MOV R1, 0x400"));
	assert_false(sass_is_move("IMAD R1, R2, R3, R4") || sass_is_move("MOVM.16.MT88 R1, R2"));
}

static void
calls(void **state)
{
	uint64_t target = 0;

	(void)state;
	assert_true(sass_call("@!P0 CALL.REL.NOINC 0x7b0", &target));
	assert_int_equal(target, 0x7b0);
	assert_false(sass_call("CALL.ABS.NOINC R4", &target));
	assert_false(sass_call("BRA 0x10", &target));
	assert_true(sass_returns("RET.REL.NODEC R8 0x0"));
	assert_false(sass_returns("@P0 RET.REL.NODEC R8 0x0"));
}

/* ---- launches ---- */

static void
matching(void **state)
{
	static const char *const before[][2] = {{"a", "k1"}, {"b", "k2"}, {"b", "k2"}, {"old", "_Z3addPfi"}, {"x", "gone"}};
	static const char *const after[][2] = {{"x2", "came"}, {"b", "k2"}, {"new", "_Z3addPfii"}, {"a", "k9"}, {"b", "k2"}};
	static const size_t wanted[] = {3, 1, 4, 2, 0};
	static const enum match_by by[] = {MATCH_NAME, MATCH_NAME, MATCH_NAME, MATCH_SIGNATURE, MATCH_POSITION};
	struct made m;
	struct result *a, *b;
	size_t to[5];
	enum match_by got[5];

	(void)state;
	begin(&m);
	for (int i = 0; i < 5; i++)
		launch(&m, before[i][0], before[i][1], "ok", 1);
	a = end(&m);
	begin(&m);
	for (int i = 0; i < 5; i++)
		launch(&m, after[i][0], after[i][1], "ok", 1);
	b = end(&m);
	match_launches(a, b, to, got);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(to[i], wanted[i]);
		assert_int_equal(got[i], by[i]);
	}
	a->n = 4; /* as many are no longer left: position says nothing */
	match_launches(a, b, to, got);
	assert_int_equal(to[3], 2);
	a->n = 5;
	b->n = 4;
	match_launches(a, b, to, got);
	assert_int_equal(to[2], SIZE_MAX);
	assert_int_equal(got[4], MATCH_NONE);
	b->n = 0;
	match_launches(a, b, to, got);
	assert_int_equal(to[0], SIZE_MAX);
	result_free(a);
	result_free(b);
}

static void
kernel_names(void **state)
{
	char buf[64];

	(void)state;
	assert_string_equal(match_kernel("add", buf, sizeof buf), "add");
	assert_string_equal(match_kernel("_Z3addPfi", buf, sizeof buf), "add");
	assert_string_equal(match_kernel("_ZN1a3addIfEEvPKfi", buf, sizeof buf), "a::add");
	assert_string_equal(match_kernel("_Z99x", buf, sizeof buf), "_Z99x");
	assert_string_equal(match_kernel("_Z", buf, sizeof buf), "_Z");
	assert_string_equal(match_kernel("_Z3addPfi", buf, 3), "ad");
}

/* ---- differences ---- */

/* The differences of two results, which are freed by done(). */
static struct differences *
compare(struct result *a, struct result *b)
{
	static struct sources *none;

	none = none ? none : sources_new(NULL, 0);
	return differences_of(a, none, b, none);
}

static void
done(struct differences *d)
{
	struct result *a = (struct result *)(uintptr_t)d->before, *b = (struct result *)(uintptr_t)d->after;

	differences_free(d);
	result_free(a);
	if (a != b)
		result_free(b);
}

/* Line 10 loads, line 11 waits for it, and line 12 has nothing to do with it. */
static struct result *
load_and_use(int at, const char *load, int wait, int cycles)
{
	struct made m;

	begin(&m);
	launch(&m, "c", "k", "ok", cycles);
	inst(&m, load, at, 10, 10, 0);
	inst(&m, "FADD R3, R2, R2", at + 1, 10, 10, wait);
	inst(&m, "FADD R4, R4, R4", at + 2, 10, 100, 0);
	return end(&m);
}

static void
load_before_use(void **state)
{
	struct differences *d =
		compare(load_and_use(10, "LDG.E R2, [R8.64]", 100, 220), load_and_use(10, "LDG.E R2, [R8.64+0x4]", 500, 620));
	const struct launch_difference *l = d->launch;
	char text[WORDS_BYTES];

	(void)state;
	assert_int_equal(l->verdict, VERDICT_SLOWER);
	assert_true(difference_is_slower(l, 1.8) && !difference_is_slower(l, 1.82));
	assert_int_equal(l->line[0].after->line, 10);
	assert_int_equal(l->line[0].change, LINE_CODE);
	assert_int_equal((int)lround(l->line[0].cycles), 200); /* half of the wait */
	assert_int_equal(l->line[1].after->line, 11);
	assert_int_equal(l->line[1].change, LINE_TIME);
	assert_int_equal((int)lround(l->line[1].cycles), 200);
	assert_int_equal(l->line[1].state, SIMT_STALL_long_scoreboard);
	assert_int_equal(l->nlines, 2); /* line 12 takes as many cycles as before */
	assert_string_equal(words_verdict(l, text, sizeof text), "takes 181.8 % longer, 220 -> 620 cycles");
	done(d);
}

static void
nothing(void **state)
{
	struct differences *d =
		compare(load_and_use(10, "LDG.E R2, [R8.64]", 100, 1000), load_and_use(10, "LDG.E R2, [R18.64]", 100, 1000));

	(void)state;
	assert_int_equal(d->launch->verdict, VERDICT_SAME); /* other registers are no difference */
	assert_int_equal(d->launch->nlines, 0);
	done(d);
	d = compare(load_and_use(10, "LDG.E R2, [R8.64]", 100, 1000), load_and_use(10, "LDG.E R2, [R8.64]", 104, 1004));
	assert_int_equal(d->launch->verdict, VERDICT_EVEN);
	assert_true(d->launch->same_code);
	assert_false(words_has_lines(d->launch));
	done(d);
	d = compare(load_and_use(10, "LDG.E R2, [R8.64]", 100, 1000), load_and_use(10, "LDG.E R2, [R8.64]", 105, 1005));
	assert_int_equal(d->launch->verdict, VERDICT_SLOWER); /* from 0.5 % on */
	done(d);
}

static void
moved_lines(void **state)
{
	struct differences *d =
		compare(load_and_use(10, "LDG.E R2, [R8.64]", 100, 220), load_and_use(11, "LDG.E R2, [R8.64]", 100, 220));

	(void)state;
	assert_int_equal(d->launch->verdict, VERDICT_SAME);
	done(d);
	/* one line was put in above, and one is another */
	d = compare(load_and_use(10, "LDG.E R2, [R8.64]", 100, 220), load_and_use(11, "LDG.E.64 R2, [R8.64]", 300, 420));
	assert_int_equal(d->launch->line[0].before->line, 10);
	assert_int_equal(d->launch->line[0].after->line, 11);
	assert_int_equal(d->launch->line[0].change, LINE_CODE);
	assert_int_equal(d->launch->line[1].before->line, 11);
	assert_int_equal(d->launch->line[1].change, LINE_TIME);
	done(d);
}

static void
new_and_gone(void **state)
{
	struct made m;
	struct result *a, *b;
	struct differences *d;

	(void)state;
	a = load_and_use(10, "LDG.E R2, [R8.64]", 100, 220);
	begin(&m);
	launch(&m, "c", "k", "ok", 1220);
	inst(&m, "LDG.E R2, [R8.64]", 10, 10, 10, 0);
	inst(&m, "MUFU.SIN R7, R2", 11, 10, 1000, 0);
	inst(&m, "FADD R3, R2, R2", 12, 10, 10, 100);
	inst(&m, "FADD R4, R4, R4", 13, 10, 100, 0);
	b = end(&m);
	d = compare(a, b);
	assert_null(d->launch->line[0].before);
	assert_int_equal(d->launch->line[0].after->line, 11);
	assert_int_equal((int)d->launch->line[0].inst, 10);
	differences_free(d);
	d = compare(b, a); /* faster, because it is gone */
	assert_int_equal(d->launch->verdict, VERDICT_FASTER);
	assert_null(d->launch->line[0].after);
	assert_int_equal(d->launch->line[0].before->line, 11);
	assert_true(d->launch->line[0].cycles < -900);
	assert_false(difference_is_slower(d->launch, 0));
	done(d);
}

static void
executed_more_often(void **state)
{
	struct made m;
	struct result *r[2];
	struct differences *d;

	(void)state;
	for (int k = 0; k < 2; k++) { /* the bound of line 5 changes how often line 6 is executed */
		begin(&m);
		launch(&m, "c", "k", "ok", 100 + 1000 * k);
		inst(&m, k ? "ISETP.GE.AND P0, PT, R1, 0x20, PT" : "ISETP.GE.AND P0, PT, R1, 0x10, PT", 5, 10, 10 + k, 0);
		inst(&m, "FADD R3, R3, R3", 6, 10 + 10 * k, 100 + 1000 * k, 0);
		r[k] = end(&m);
	}
	d = compare(r[0], r[1]);
	assert_int_equal(d->launch->line[0].after->line, 5);
	assert_int_equal(d->launch->line[0].change, LINE_CODE);
	assert_int_equal(d->launch->line[1].after->line, 6);
	assert_int_equal(d->launch->line[1].change, LINE_COUNTS);
	done(d);
}

/* A folder with k.cu, whose line 5 has this text. */
static struct sources *
written(const char *line_5, char *folder, size_t size)
{
	char file[128];
	FILE *f;

	snprintf(folder, size, "/tmp/simt-test-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof file, "%.60s/k.cu", folder);
	f = fopen(file, "w");
	assert_non_null(f);
	fprintf(f, "1\n2\n3\n4\n  %s  \n6\n", line_5);
	assert_int_equal(fclose(f), 0);
	return sources_new((const char *const[]){folder}, 1);
}

static void
done_with(struct sources *s, const char *folder)
{
	char file[128];

	snprintf(file, sizeof file, "%.60s/k.cu", folder);
	assert_int_equal(remove(file), 0);
	assert_int_equal(remove(folder), 0);
	sources_free(s);
}

/* The same kinds of instructions on line 5, which has another text, and as a consequence others on line 6. */
static void
edited_text(void **state)
{
	char folder[2][64];
	struct sources *s[2];
	struct result *r[2];
	struct differences *d;

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct made m;

		begin(&m);
		launch(&m, "c", "k", "ok", 200 + 400 * k);
		inst(&m, "IMAD R1, R2, R3, R4", 5, 10, 100 + 200 * k, 0);
		inst(&m, k ? "FMUL R5, R5, R1" : "FADD R5, R5, R1", 6, 10, 100 + 200 * k, 0);
		r[k] = end(&m);
		s[k] = written(k ? "x * h + y" : "y * w + x", folder[k], sizeof folder[k]);
	}
	d = differences_of(r[0], s[0], r[1], s[1]);
	assert_true(d->launch->line[0].edited);
	assert_int_equal(d->launch->line[0].after->line, 5);
	assert_string_equal(d->launch->line[0].text, "x * h + y");
	assert_int_equal(d->launch->line[1].change, LINE_CODE);
	assert_false(d->launch->line[1].edited);
	differences_free(d);
	d = compare(r[0], r[1]); /* without the texts line 6 is all that is known to be another */
	assert_int_equal(d->launch->line[0].after->line, 6);
	done(d);
	for (int k = 0; k < 2; k++)
		done_with(s[k], folder[k]);
}

static void
without_lines(void **state)
{
	struct made m;
	struct result *r[2];
	struct differences *d;

	(void)state;
	for (int k = 0; k < 2; k++) {
		begin(&m);
		launch(&m, "c", "k", "ok", 100 + 100 * k);
		inst(&m, "FADD R1, R1, R1", 0, 10, 50, 0);
		inst(&m, k ? "FMUL R1, R1, R1" : "FADD R1, R1, 1", 0, 10, 50 + 100 * k, 0);
		r[k] = end(&m);
		for (int i = 0; i < 2; i++)
			r[k]->launch[0].inst[i].pc = 16 * (uint32_t)i;
	}
	d = compare(r[0], r[1]);
	assert_true(d->launch->code[0]->by_instruction);
	assert_int_equal(d->launch->line[0].after->pc, 16);
	assert_string_equal(d->launch->line[0].after->sass, "FMUL R1, R1, R1");
	done(d);
}

/* A subroutine of the compiler, behind the kernel, has the last line; one with a line of its own is a function. */
static void
subroutines(void **state)
{
	(void)state;
	for (int own = 0; own < 2; own++) {
		struct made m;
		struct result *r;
		struct code_lines *c;

		begin(&m);
		launch(&m, "c", "k", "ok", 100);
		inst(&m, "CALL.REL.NOINC 0x30", 5, 10, 0, 0);
		inst(&m, "CALL.REL.NOINC 0x30", 6, 3, 0, 0);
		inst(&m, "EXIT", 9, 10, 0, 0);
		inst(&m, "MUFU.RCP R1, R2", 9 + own, 13, 70, 0);
		inst(&m, "RET.REL.NODEC R8 0x0", 9 + own, 13, 30, 0);
		r = end(&m);
		c = code_lines_of(r, r->launch, false);
		assert_int_equal(c->n, 3 + own);
		assert_int_equal(c->line[0].line, 5); /* calls it most often */
		assert_int_equal((int)c->line[0].cost, own ? 0 : 100);
		assert_int_equal((int)c->line[1].cost, 0);
		assert_int_equal(c->line[2 + own].line, 9 + own);
		assert_int_equal((int)c->line[2 + own].cost, own ? 100 : 0);
		code_lines_free(c);
		result_free(r);
	}
	code_lines_free(NULL);
}

static void
failures(void **state)
{
	static const char *const status[] = {"ok", "fault"};
	struct made m;
	struct result *r[2];
	struct differences *d;

	(void)state;
	for (int k = 0; k < 2; k++) {
		begin(&m);
		launch(&m, "fails", "k", status[k], 5);
		launch(&m, "slow", "k", "ok", 100 + 100 * k);
		launch(&m, "slower", "k", "ok", 100 + 900 * k);
		r[k] = end(&m);
	}
	d = compare(r[0], r[1]);
	assert_int_equal(d->n, 3);
	assert_int_equal(d->launch[0].verdict, VERDICT_FAILED);
	assert_string_equal(d->launch[1].after->name, "slower"); /* the largest first */
	assert_string_equal(d->launch[2].after->name, "slow");
	assert_int_equal((int)d->cycles[1], 1200);
	done(d);
}

static void
numbers(void **state)
{
	char buf[64];

	(void)state;
	assert_string_equal(words_number(0, 0, true, buf, sizeof buf), "0");
	assert_string_equal(words_number(-0.04, 1, true, buf, sizeof buf), "0.0");
	assert_string_equal(words_number(999, 0, true, buf, sizeof buf), "+999");
	assert_string_equal(words_number(-1000, 0, true, buf, sizeof buf), "-1,000");
	assert_string_equal(words_number(1234567.26, 1, false, buf, sizeof buf), "1,234,567.3");
	assert_string_equal(words_percent(0.025, buf, sizeof buf), "+2.5 %");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_results),
		cmocka_unit_test(inlined_places),
		cmocka_unit_test(registers),
		cmocka_unit_test(kinds),
		cmocka_unit_test(matching),
		cmocka_unit_test(kernel_names),
		cmocka_unit_test(load_before_use),
		cmocka_unit_test(nothing),
		cmocka_unit_test(moved_lines),
		cmocka_unit_test(new_and_gone),
		cmocka_unit_test(executed_more_often),
		cmocka_unit_test(without_lines),
		cmocka_unit_test(failures),
		cmocka_unit_test(calls),
		cmocka_unit_test(edited_text),
		cmocka_unit_test(subroutines),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
