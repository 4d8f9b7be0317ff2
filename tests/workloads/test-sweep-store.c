/* What a sweep keeps: keys, the folder with its points and costs, and the processes that do the work. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "workloads/sweep/key.h"
#include "workloads/sweep/store.h"
#include "workloads/sweep/workers.h"

/* ---- keys ---- */

static void
keys(void **state)
{
	static const char *const ab[] = {"a", "b"}, *const joined[] = {"ab"}, *const other[] = {"a", "c"};
	const struct point_options o[] = {
		{.nonly = 0},
		{.mode = SIMT_FUNCTIONAL},
		{.sampling = SIMT_SAMPLE_WITHIN},
		{.max_cycles = 1},
		{.max_instructions = 1},
		{.bound = true},
		{.only = ab, .nonly = 2},
		{.only = joined, .nonly = 1},
		{.let = ab, .nlet = 2},
		{.let = other, .nlet = 2},
		{.only = ab, .nonly = 1, .let = ab + 1, .nlet = 1},
	};
	enum { N = sizeof o / sizeof *o };
	uint64_t key[N + 3];

	(void)state;
	for (size_t i = 0; i < N; i++)
		key[i] = key_of(1, 2, 3, o + i);
	key[N] = key_of(2, 2, 3, o);
	key[N + 1] = key_of(1, 3, 3, o);
	key[N + 2] = key_of(1, 2, 4, o);
	for (size_t i = 0; i < N + 3; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(key[i] != key[k]);
	assert_true(key_of(1, 2, 3, o) == key[0]);
	assert_true(key_program("1") == key_program("2"));
}

static void
machines(void **state)
{
	struct simt_machine *m = simt_machine_load("tiny", NULL), *c = simt_machine_copy(m);
	const uint64_t hash = simt_machine_hash(m);
	const char *name, *unit, *source;
	char set[200];

	(void)state;
	assert_true(simt_machine_hash(c) == hash);
	/* the same value by another way; then each parameter on its own */
	snprintf(set, sizeof set, "warp_size=%s", simt_machine_get(m, "warp_size"));
	assert_true(simt_machine_set(c, set, NULL));
	assert_true(simt_machine_hash(c) == hash);
	simt_machine_free(c);
	for (size_t i = 0; simt_machine_parameter(m, i, &name, &unit, &source); i++) {
		struct simt_parameter is;

		assert_true(simt_machine_describe(m, name, &is, NULL));
		c = simt_machine_copy(m);
		if (is.words)
			snprintf(set, sizeof set, "%s=%.*s", name, (int)strcspn(is.words, "|"), is.words);
		else
			snprintf(set, sizeof set, "%s=%d", name, is.least);
		assert_true(simt_machine_set(c, set, NULL));
		if (strcmp(simt_machine_get(c, name), strchr(set, '=') + 1) == 0 &&
		    simt_machine_number(c, name) != simt_machine_number(m, name))
			assert_true(simt_machine_hash(c) != hash);
		simt_machine_free(c);
	}
	simt_machine_free(m);
}

static void
put_file(const char *folder, const char *name, const char *text)
{
	char path[200];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static uint64_t
inputs_of_list(const char *folder, struct simt_error *e)
{
	char path[200];
	struct workload *w;
	struct key_files files = {.room = 0};
	uint64_t hash = 0;

	snprintf(path, sizeof path, "%s/list.csv", folder);
	w = workload_read(path, NULL, e);
	assert_non_null(w);
	key_inputs(&files, w, &hash, e);
	key_files_free(&files);
	workload_free(w);
	return hash;
}

/* The list, its machine code and its contents count. */
static void
inputs(void **state)
{
	static const char list[] = "case,module,kernel,grid,block,args\nc,x.cubin,k,1,1,in:u8[4]=bin(in.bin)\n";
	char folder[] = "/tmp/keysXXXXXX";
	struct simt_error e = {.status = SIMT_OK};
	uint64_t hash[4];

	(void)state;
	assert_non_null(mkdtemp(folder));
	put_file(folder, "list.csv", list);
	put_file(folder, "x.cubin", "code");
	put_file(folder, "in.bin", "abcd");
	hash[0] = inputs_of_list(folder, &e);
	assert_true(inputs_of_list(folder, &e) == hash[0]);
	put_file(folder, "in.bin", "abce");
	hash[1] = inputs_of_list(folder, &e);
	put_file(folder, "x.cubin", "Code");
	hash[2] = inputs_of_list(folder, &e);
	put_file(folder, "list.csv", "#\ncase,module,kernel,grid,block,args\nc,x.cubin,k,1,1,in:u8[4]=bin(in.bin)\n");
	hash[3] = inputs_of_list(folder, &e);
	assert_string_equal(e.text, "");
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(hash[i] != hash[k]);
	for (size_t i = 0; i < 3; i++) {
		char path[200];

		snprintf(path, sizeof path, "%s/%s", folder, (const char *const[]){"list.csv", "x.cubin", "in.bin"}[i]);
		unlink(path);
	}
	rmdir(folder);
}

/* ---- the folder ---- */

static void
remove_store(const char *folder)
{
	char command[200];

	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	assert_int_equal(system(command), 0);
}

static void
folder(void **state)
{
	char parent[] = "/tmp/storeXXXXXX", name[100], costs[120];
	struct simt_error e = {.status = SIMT_OK};
	struct text csv = {.s = NULL};
	struct store s;
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(parent));
	snprintf(name, sizeof name, "%s/study", parent);
	/* looking makes nothing */
	assert_true(store_look(&s, name, &e) && !s.nended);
	assert_int_equal(access(name, F_OK), -1);
	assert_true(store_open(&s, "lock", &e));
	text_put(&csv, "a,b\n");
	assert_true(store_put(&s, 0x1234567890abcdef, &csv, &e));
	store_note(&s, 0x1234567890abcdef, 1.5);
	assert_true(store_has(&s, 0x1234567890abcdef) && !store_has(&s, 1));
	store_close(&s);
	/* a file that was not whole, one that is none of ours, and a line that was cut off */
	put_file(name, "points/00000000000000aa.csv.part", "x");
	put_file(name, "points/readme.csv", "x");
	snprintf(costs, sizeof costs, "%s/costs.csv", name);
	f = fopen(costs, "a");
	fputs("00000000000000bb,2.5\n00000000000000cc,3", f);
	fclose(f);
	assert_true(store_look(&s, name, &e));
	assert_int_equal(s.nended, 1);
	assert_true(store_cost(&s, 0x1234567890abcdef) == 1.5 && store_cost(&s, 0xbb) == 2.5 && store_cost(&s, 0xcc) == 0);
	/* the next cost begins a line of its own */
	assert_true(store_open(&s, "lock", &e));
	store_note(&s, 0xdd, 4);
	store_close(&s);
	assert_true(store_look(&s, name, &e));
	assert_true(store_cost(&s, 0xdd) == 4 && store_cost(&s, 0xcc) == 3);
	store_close(&s);
	text_free(&csv);
	remove_store(parent);
}

static void
lock(void **state)
{
	char name[] = "/tmp/storeXXXXXX", sentence[200];
	struct simt_error e = {.status = SIMT_OK};
	struct store one, two;

	(void)state;
	assert_non_null(mkdtemp(name));
	assert_true(store_look(&one, name, &e) && store_open(&one, "lock", &e));
	assert_true(store_look(&two, name, &e));
	assert_false(store_open(&two, "lock", &e));
	snprintf(sentence, sizeof sentence, "%s: another sweep is writing it just now (%s/lock is locked)", name, name);
	assert_string_equal(e.text, sentence);
	store_close(&two);
	store_close(&one);
	e.status = SIMT_OK;
	assert_true(store_look(&two, name, &e) && store_open(&two, "lock", &e));
	store_close(&two);
	remove_store(name);
}

/* ---- processes ---- */

enum { PIECES = 20, BAD = 7 };

struct work {
	size_t next, ended;
	bool done[PIECES];
	int signal;         /* with which piece BAD ends each of its processes */
	const char *folder; /* where it notes how often it was begun */
	unsigned fails;     /* the first so many processes of BAD fail */
	sig_atomic_t stop;
	unsigned *whole_asked; /* how often is_whole was called */
};

static size_t
next(void *arg)
{
	struct work *w = arg;

	return w->next < PIECES ? w->next++ : SIZE_MAX;
}

/* How often piece BAD was begun, with this time. */
static unsigned
begun(const char *path)
{
	FILE *f = fopen(path, "a+");
	unsigned times;

	assert_non_null(f);
	fputc('x', f);
	times = (unsigned)ftell(f);
	fclose(f);
	return times;
}

static void
do_piece(void *arg, size_t piece, struct simt_error *e)
{
	const struct work *w = arg;

	if (piece == BAD && w->signal && begun(w->folder) <= w->fails) {
		raise(w->signal);
		_exit(3); /* where the signal is none that ends a process */
	}
	if (piece == BAD && !w->signal && w->fails)
		simt_fail(e, SIMT_BAD_INPUT, "piece %zu is off", piece);
}

static bool
piece_ended(void *arg, size_t piece, const struct worker_end *end, struct simt_error *e)
{
	struct work *w = arg;

	assert_false(w->done[piece]);
	w->done[piece] = true;
	w->ended++;
	assert_int_equal(end->died, piece == BAD && w->fails >= WORKERS_TRIES && w->signal);
	assert_int_equal(end->signal, end->died && w->signal == SIGKILL ? SIGKILL : 0);
	return !end->e.status || simt_fail(e, end->e.status, "%s", end->e.text);
}

static struct workers
workers(struct work *w, unsigned jobs)
{
	return (struct workers){.jobs = jobs, .arg = w, .next = next, .work = do_piece, .ended = piece_ended};
}

static void
processes(void **state)
{
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	for (unsigned jobs = 1; jobs <= 3; jobs++) {
		struct work w = {.next = 0};
		const struct workers k = workers(&w, jobs);

		assert_true(workers_run(&k, &e));
		assert_int_equal(w.ended, PIECES);
	}
}

/* A process that is ended once or twice is begun again; one that always ends so is told, and the others go on. */
static void
crashes(void **state)
{
	char path[] = "/tmp/begunXXXXXX";

	(void)state;
	for (unsigned i = 0; i < 2 * WORKERS_TRIES; i++) {
		const unsigned fails = 1 + i / 2;
		struct work w = {.signal = i % 2 ? SIGKILL : SIGCHLD, .folder = path, .fails = fails};
		const struct workers k = workers(&w, 2);
		struct simt_error e = {.status = SIMT_OK};
		struct stat is;

		memcpy(path + sizeof path - 7, "XXXXXX", 6);
		close(mkstemp(path));
		assert_true(workers_run(&k, &e));
		assert_int_equal(w.ended, PIECES);
		assert_int_equal(stat(path, &is), 0);
		assert_int_equal(is.st_size, fails < WORKERS_TRIES ? fails + 1 : WORKERS_TRIES);
		unlink(path);
	}
}

static bool
is_whole(void *arg, size_t piece)
{
	const struct work *w = arg;

	assert_int_equal(piece, BAD);
	w->whole_asked[0]++;
	return w->whole_asked[0] == WORKERS_TRIES - 1;
}

/* A process that is ended when what it leaves is whole has done its piece: the last one that is begun here. */
static void
ended_late(void **state)
{
	char path[] = "/tmp/begunXXXXXX";
	unsigned asked = 0;
	struct work w = {.signal = SIGKILL, .folder = path, .fails = 2, .whole_asked = &asked};
	struct workers k = workers(&w, 2);
	struct simt_error e = {.status = SIMT_OK};
	struct stat is;

	(void)state;
	close(mkstemp(path));
	k.whole = is_whole;
	assert_true(workers_run(&k, &e));
	assert_int_equal(w.ended, PIECES);
	assert_int_equal(asked, WORKERS_TRIES - 1);
	assert_int_equal(stat(path, &is), 0);
	assert_int_equal(is.st_size, WORKERS_TRIES - 1);
	unlink(path);
}

static void
errors(void **state)
{
	struct work w = {.fails = 1};
	struct workers k = workers(&w, 2);
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	assert_false(workers_run(&k, &e));
	assert_string_equal(e.text, "piece 7 is off");
	assert_true(w.next < PIECES);
	w = (struct work){.stop = 1};
	k = workers(&w, 2);
	k.stop = &w.stop;
	e.status = SIMT_OK;
	assert_false(workers_run(&k, &e));
	assert_int_equal(e.status, SIMT_INTERRUPTED);
	assert_int_equal(w.ended, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys),    cmocka_unit_test(machines),   cmocka_unit_test(inputs),
		cmocka_unit_test(folder),  cmocka_unit_test(lock),       cmocka_unit_test(processes),
		cmocka_unit_test(crashes), cmocka_unit_test(ended_late), cmocka_unit_test(errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
