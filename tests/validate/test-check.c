/* Matching and judging of measured values (validate/check/check-measured.h). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "validate/check/check-measured.h"

static const char workload_text[] = "technique,variant,case,module,kernel,grid,block,repeat,args\n"
				    "t,v,one,k.cubin,alpha,1,32,3,a:s32[5000]\n"
				    "t,v,two,k.cubin,beta,1,32,,a:s32[8]\n";

struct fixture {
	struct workload *w;
	struct check *c;
	struct simt_error e;
};

static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->w = workload_parse(workload_text, strlen(workload_text), "dir/small.csv", &(struct workload_options){.nlet = 0}, &f->e);
	if (!f->w)
		fail_msg("%s", f->e.text);
	f->c = check_new(f->w, "dir/small.csv", NULL);
	f->c->tolerance = 0.05;
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	check_free(f->c);
	workload_free(f->w);
	free(f);
	return 0;
}

/* Reads a result file with these lines. */
static bool
read_text(struct fixture *f, enum check_side side, const char *text)
{
	char path[] = "/tmp/test-check-XXXXXX";
	int fd = mkstemp(path);
	bool ok;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (int)strlen(text));
	close(fd);
	ok = check_read(f->c, path, side, &f->e);
	unlink(path);
	return ok;
}

#define HEAD "run,technique,variant,case,launch,id,kernel,metric,unit,value\n"
#define INST "smsp__inst_executed.sum,inst,"

static enum check_verdict
verdict(struct fixture *f, const char *of_case, const char *launch, unsigned ordinal)
{
	const struct check_launch *l = check_find(f->c, of_case, launch, ordinal);

	assert_non_null(l);
	return l->verdict;
}

/* The third execution of a repeated launch differs; ids are not the same on both sides. */
static void
repeats(void **state)
{
	struct fixture *f = *state;

	assert_true(read_text(f, CHECK_SIMULATED,
			      HEAD "1,t,v,one,alpha,0,alpha," INST "10\n1,t,v,one,alpha,1,alpha," INST
				   "11\n1,t,v,one,alpha,2,alpha," INST "12\n"));
	assert_true(read_text(f, CHECK_MEASURED,
			      HEAD "1,t,v,one,alpha,7,alpha," INST "10\n1,t,v,one,alpha,8,alpha," INST
				   "11\n1,t,v,one,alpha,9,alpha," INST "13\n1,t,v,one,alpha,10,alpha," INST "99\n"));
	check_compare(f->c);
	assert_int_equal(verdict(f, "one", "alpha", 0), CHECK_EQUAL);
	assert_int_equal(verdict(f, "one", "alpha", 1), CHECK_EQUAL);
	assert_int_equal(verdict(f, "one", "alpha", 2), CHECK_FAILED);
	assert_int_equal(verdict(f, "two", "beta", 0), CHECK_NOTHING);
	assert_int_equal(check_totals(f->c).failed, 1);
	assert_null(check_find(f->c, "one", "alpha", 3));
}

/* Launches of other workloads, and of another technique, are passed over. */
static void
strangers(void **state)
{
	struct fixture *f = *state;

	assert_true(read_text(f, CHECK_SIMULATED, HEAD "1,t,v,two,beta,0,beta," INST "10\n"));
	assert_true(
		read_text(f, CHECK_MEASURED, HEAD "1,other,v,two,beta,0,beta," INST "11\n1,t,v,three,beta,0,beta," INST "12\n"));
	check_compare(f->c);
	assert_int_equal(verdict(f, "two", "beta", 0), CHECK_NOTHING);
	assert_int_equal(f->c->nrow, 0);
}

static void
two_runs(void **state)
{
	struct fixture *f = *state;
	const struct check_row *r;

	assert_true(read_text(f, CHECK_SIMULATED, HEAD "1,t,v,two,beta,0,beta," INST "10\n"));
	assert_true(read_text(f, CHECK_MEASURED, HEAD "1,t,v,two,beta,0,beta," INST "8\n2,t,v,two,beta,0,beta," INST "9\n"));
	check_compare(f->c);
	assert_int_equal(verdict(f, "two", "beta", 0), CHECK_EXEMPT);
	r = check_row(f->c, (size_t)(check_find(f->c, "two", "beta", 0) - f->c->launch), "smsp__inst_executed.sum");
	assert_non_null(r);
	assert_int_equal(r->runs, 2);
	assert_true(r->low == 8 && r->high == 9 && r->measured == 8.5);
	assert_true(r->error > 0.1764 && r->error < 0.1765);
}

static void
exempt_list(void **state)
{
	struct fixture *f = *state;

	f->c->exempt = grow(f->c->exempt, &f->c->room_exempt, 1, sizeof *f->c->exempt);
	f->c->exempt[f->c->nexempt++] = (struct check_exempt){"bet*", "a race"};
	assert_true(read_text(f, CHECK_SIMULATED, HEAD "1,t,v,two,beta,0,beta," INST "10\n1,t,v,one,alpha,0,alpha," INST "10\n"));
	assert_true(read_text(f, CHECK_MEASURED, HEAD "1,t,v,two,beta,0,beta," INST "11\n1,t,v,one,alpha,0,alpha," INST "11\n"));
	check_compare(f->c);
	assert_int_equal(verdict(f, "two", "beta", 0), CHECK_EXEMPT);
	assert_string_equal(check_find(f->c, "two", "beta", 0)->exempt, "a race");
	assert_int_equal(verdict(f, "one", "alpha", 0), CHECK_FAILED);
}

/* Metrics that are not claimed never fail, however far off. */
static void
not_claimed(void **state)
{
	struct fixture *f = *state;

	assert_true(read_text(f, CHECK_SIMULATED,
			      HEAD "1,t,v,two,beta,0,beta,sm__cycles_elapsed.max,cycle,104\n"
				   "1,t,v,two,beta,0,beta,l1tex__t_sectors.sum,sector,106\n"));
	assert_true(read_text(f, CHECK_MEASURED,
			      HEAD "1,t,v,two,beta,0,beta,sm__cycles_elapsed.max,cycle,100\n"
				   "1,t,v,two,beta,0,beta,l1tex__t_sectors.sum,sector,100\n"));
	check_compare(f->c);
	assert_int_equal(f->c->nrow, 2);
	assert_int_equal(f->c->row[0].verdict, CHECK_NEAR);
	assert_int_equal(f->c->row[1].verdict, CHECK_FAR);
	assert_int_equal(check_totals(f->c).failed, 0);
}

#define OUT "workload,case,buffer,type,elements,chunk,fnv1a64\n"

static void
contents(void **state)
{
	struct fixture *f = *state;
	const struct check_buffer *b = check_find_buffer(f->c, "one", "a");
	int32_t data[5000] = {0};

	check_contents(f->c, &f->w->cases[0], &f->w->cases[0].buffers[0], data);
	assert_int_equal(b->nchunk[CHECK_SIMULATED], 2);
	assert_true(read_text(f, CHECK_MEASURED, OUT "other,one,a,s32,5000,0,1\n"));
	assert_int_equal(b->nchunk[CHECK_MEASURED], 0);
	/* FNV-1a of 16384 zero bytes; the second chunk is another's */
	assert_int_equal(b->elements[CHECK_SIMULATED], 5000);
	for (int i = 0; i < 2; i++) {
		char line[200];

		snprintf(line, sizeof line, OUT "small,one,a,s32,5000,%d,%llx\n", i,
			 i ? 1ull : (unsigned long long)b->chunk[CHECK_SIMULATED][0]);
		assert_true(read_text(f, CHECK_MEASURED, line));
	}
	check_compare(f->c);
	assert_int_equal(b->verdict, CHECK_FAILED);
	assert_int_equal(b->first, 1);
	assert_int_equal(check_totals(f->c).buffers_failed, 1);
}

static void
instructions(void **state)
{
	static const char head[] = "case,launch,id,pc,sass,inst_executed,thread_inst_executed\n";
	struct fixture *f = *state;
	const struct check_launch *l = check_find(f->c, "two", "beta", 0);
	char text[400];

	snprintf(text, sizeof text, "%stwo,beta,0,0x0010,EXIT,2,3\ntwo,beta,0,0x0000,NOP,2,4\n", head);
	assert_true(read_text(f, CHECK_MEASURED, text));
	assert_true(check_has_pcs(f->c));
	snprintf(text, sizeof text, "%stwo,beta,0,0x0000,NOP,2,4\ntwo,beta,0,0x0010,EXIT,2,4\n", head);
	assert_true(read_text(f, CHECK_SIMULATED, text));
	check_compare(f->c);
	assert_int_equal(l->npc, 2);
	assert_string_equal(l->pc[1].sass, "EXIT");
	assert_memory_equal(l->pc[0].v[CHECK_SIMULATED], l->pc[0].v[CHECK_MEASURED], sizeof l->pc[0].v[0]);
	assert_int_equal(l->pc[1].v[CHECK_MEASURED][1], 3);
}

static void
bad_files(void **state)
{
	struct fixture *f = *state;

	assert_false(read_text(f, CHECK_MEASURED, "a,b\n1,2\n"));
	assert_non_null(strstr(f->e.text, "not a result file"));
	f->e.status = SIMT_OK;
	assert_false(read_text(f, CHECK_MEASURED, HEAD "1,t,v,two,beta,0,beta," INST "many\n"));
	assert_non_null(strstr(f->e.text, "'many' is not a number"));
	f->e.status = SIMT_OK;
	assert_false(read_text(f, CHECK_MEASURED, OUT "small,one,a,s32,5000,0,xyz\n"));
	assert_non_null(strstr(f->e.text, "'xyz' is not a whole number"));
}

/* Simulated results of several machines: they are not mixed, and one is taken where it is asked for. */
static void
several_machines(void **state)
{
	static const char text[] = "machine,warp_size,case,launch,id,metric,unit,value,status\n"
				   "m,16,two,beta,0," INST "20,ok\n"
				   "m,32,two,beta,0," INST "10,ok\n"
				   "n,32,two,beta,0," INST "11,ok\n";
	static const struct {
		struct check_choice choice[2];
		size_t n;
		double value; /* 0: refused */
		const char *says;
	} asked[] = {
		{{{NULL, NULL}}, 0, 0, ":3:6: case 'two' has results of machine m, warp_size 16 and of machine m, warp_size 32: "},
		{{{"warp_size", "16"}}, 1, 20, NULL},
		{{{"warp_size", "32"}}, 1, 0, "of machine m, warp_size 32 and of machine n, warp_size 32: "},
		{{{"warp_size", "32"}, {"machine", "n"}}, 2, 11, NULL},
		{{{"machine", "m"}}, 1, 0, "of machine m, warp_size 16 and of machine m, warp_size 32: choose one by --machine"},
		{{{"machine", "o"}, {"warp_size", "16"}},
		 2,
		 0,
		 "no simulated results of this workload with machine o, warp_size 16"},
		{{{"banks", "2"}}, 1, 0, "no column banks"},
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		struct fixture *f;
		const struct check_launch *l;

		setup(state);
		f = *state;
		f->c->choice = asked[i].choice;
		f->c->nchoice = asked[i].n;
		l = check_find(f->c, "two", "beta", 0);
		if (read_text(f, CHECK_SIMULATED, text) && check_chosen(f->c, &f->e)) {
			assert_null(asked[i].says);
			assert_int_equal(l->nvalue, 1);
			assert_true(l->value[0].value == asked[i].value);
		} else if (!asked[i].says || !strstr(f->e.text, asked[i].says)) {
			fail_msg("%zu: %s", i, f->e.text);
		}
		teardown(state);
	}
}

static void
several_files(void **state)
{
	static const char head[] = "machine,case,launch,id,metric,unit,value,status\n";
	struct fixture *f = *state;
	char text[400];

	/* of launches that did not come to their end nothing is taken */
	snprintf(text, sizeof text, "%sn,two,beta,0," INST "7,limit\nm,two,beta,0," INST "10,ok\n", head);
	assert_true(read_text(f, CHECK_SIMULATED, text));
	assert_int_equal(check_find(f->c, "two", "beta", 0)->nvalue, 1);
	/* the same machine once more, behind a header that is there again */
	snprintf(text, sizeof text, "%sm,two,beta,0," INST "10,ok\n%sm,one,alpha,0," INST "10,ok\n", head, head);
	assert_true(read_text(f, CHECK_SIMULATED, text));
	snprintf(text, sizeof text, "%sn,two,beta,0," INST "10,ok\n", head);
	assert_false(read_text(f, CHECK_SIMULATED, text));
	assert_non_null(strstr(f->e.text, "of machine m and of machine n: choose one by --machine and --set"));
	/* measured: two files may be of two devices, one may not */
	f->e.status = SIMT_OK;
	assert_true(read_text(f, CHECK_MEASURED, text));
	snprintf(text, sizeof text, "%so,two,beta,0," INST "10,ok\np,two,beta,0," INST "10,ok\n", head);
	assert_false(read_text(f, CHECK_MEASURED, text));
	assert_non_null(strstr(f->e.text, "of machine o and of machine p: leave only the rows of one device"));
	f->e.status = SIMT_OK;
	snprintf(text, sizeof text, "%smachine,case,launch,id,metric,value,unit,status\n", head);
	assert_false(read_text(f, CHECK_SIMULATED, text));
	assert_non_null(strstr(f->e.text, ":2:1: a second header, with other columns"));
	f->e.status = SIMT_OK;
	assert_true(read_text(f, CHECK_SIMULATED, OUT "small,one,a,s32,8,0,1\n"));
	assert_true(read_text(f, CHECK_SIMULATED, OUT "small,one,a,s32,8,0,1\n"));
	assert_false(read_text(f, CHECK_SIMULATED, OUT "small,one,a,s32,8,0,2\n"));
	assert_non_null(strstr(f->e.text, "case 'one', buffer 'a': contents are there twice, and differ"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(repeats, setup, teardown),
		cmocka_unit_test_setup_teardown(strangers, setup, teardown),
		cmocka_unit_test_setup_teardown(two_runs, setup, teardown),
		cmocka_unit_test_setup_teardown(exempt_list, setup, teardown),
		cmocka_unit_test_setup_teardown(not_claimed, setup, teardown),
		cmocka_unit_test_setup_teardown(contents, setup, teardown),
		cmocka_unit_test_setup_teardown(instructions, setup, teardown),
		cmocka_unit_test_setup_teardown(bad_files, setup, teardown),
		cmocka_unit_test(several_machines),
		cmocka_unit_test_setup_teardown(several_files, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
