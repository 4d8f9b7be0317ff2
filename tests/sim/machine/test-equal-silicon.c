/* SMs of equal silicon: lanes stay, queues and caches of sub-cores follow, what was set stays, and what cannot be divided is refused. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"

/* h200 with these settings, of equal silicon; NULL: *e. */
static struct simt_machine *
balanced(const char *settings, struct simt_error *e)
{
	struct simt_machine *base = simt_machine_load("h200", NULL), *m = simt_machine_copy(base);
	bool fine;

	while (*settings) {
		const size_t n = strcspn(settings, " ");
		char one[100];

		snprintf(one, sizeof one, "%.*s", (int)n, settings);
		assert_true(simt_machine_set(m, one, NULL));
		settings += n + (settings[n] == ' ');
	}
	fine = simt_machine_equal_silicon(m, base, e);
	simt_machine_free(base);
	if (fine)
		return m;
	simt_machine_free(m);
	return NULL;
}

static void
expect(const char *settings, const char *parameters)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = balanced(settings, &e);
	char got[400] = "";

	assert_string_equal(e.text, "");
	for (const char *s = parameters; *s;) {
		const size_t n = strcspn(s, "=");
		char name[60];

		snprintf(name, sizeof name, "%.*s", (int)n, s);
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s=%s", *got ? " " : "", name, simt_machine_get(m, name));
		s += strcspn(s, " ");
		s += *s == ' ';
	}
	assert_string_equal(got, parameters);
	assert_int_equal(16 * m->pipes.banks * m->sm.subcores, 128);
	assert_true(machine_check(m, &e));
	simt_machine_free(m);
}

static void
shapes(void **state)
{
	(void)state;
	/* nothing has changed */
	expect("", "banks=2 subcores=4 mio_queue=8 lg_queue=32 l0i_bytes=32768 l1i_cycles=17");
	/* half as wide: twice the sub-cores, each with half a cache; entries of the SM twice, since each has half the lanes */
	expect("warp_size=16",
	       "banks=1 subcores=8 mio_queue=8 lg_queue=64 shared_queue=8 l0i_bytes=16384 near_lines=20 l1i_cycles=34");
	/* no bank is narrower than 16 lanes */
	expect("warp_size=8", "banks=1 subcores=8 mio_queue=16 lg_queue=128");
	/* a value at the end of its range, and one that is rounded */
	expect("warp_size=128", "banks=8 subcores=1 mio_queue=8 lg_queue=8 shared_queue=1 near_lines=128 l1i_cycles=4");
	expect("warp_size=64", "banks=4 subcores=2 l1i_cycles=9");
	/* banks or sub-cores that are given stay */
	expect("banks=4", "warp_size=32 banks=4 subcores=2 mio_queue=16");
	expect("subcores=8", "warp_size=32 banks=1 subcores=8 mio_queue=4 xu_queue=1");
	expect("warp_size=64 banks=2", "banks=2 subcores=4 mio_queue=4");
	/* banks and sub-cores as they were are given, too */
	expect("warp_size=16 banks=2 subcores=4", "banks=2 subcores=4 mio_queue=16");
	/* so does what else is given */
	expect("warp_size=16 lg_queue=5", "lg_queue=5 shared_queue=8");
}

static void
refused(void **state)
{
	static const struct {
		const char *settings, *sentence;
	} no[] = {
		{"banks=3", "equal silicon: 128 lanes of an SM cannot be divided into banks of 16: banks=3 leaves a rest"},
		{"subcores=5", "equal silicon: 128 lanes of an SM cannot be divided into banks of 16: subcores=5 leaves a rest"},
		{"subcores=16", "equal silicon: 128 lanes of an SM cannot be divided into banks of 16: subcores=16 leaves a rest"},
		{"banks=4 subcores=4",
		 "equal silicon: 128 lanes of an SM cannot be divided into banks of 16: subcores=4 leaves a rest"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		struct simt_error e = {.status = SIMT_OK};

		assert_null(balanced(no[i].settings, &e));
		assert_string_equal(e.text, no[i].sentence);
		assert_int_equal(e.status, SIMT_USAGE);
	}
}

/* The dump begins with what was held, and is still a machine file. */
static void
dump(void **state)
{
	struct simt_machine *m = balanced("warp_size=16", NULL), *again;
	char *text = NULL, name[] = "/tmp/machineXXXXXX.csv";
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);
	const int file = mkstemps(name, 4);

	(void)state;
	assert_true(f && file >= 0);
	simt_machine_dump(m, f);
	fclose(f);
	assert_true(!strncmp(text, "# equal silicon with h200: an SM has 128 lanes, 65536 registers, 2048 threads, ", 78));
	assert_non_null(strstr(text, "\n# lg_queue: 64 in place of 32 (lanes that wait for L1)\n"));
	assert_null(strstr(text, "# mio_queue"));
	assert_non_null(strstr(text, "\nsubcores,8,"));
	f = fdopen(file, "w");
	fputs(text, f);
	fclose(f);
	again = simt_machine_load(name, NULL);
	assert_non_null(again);
	assert_true(simt_machine_hash(again) == simt_machine_hash(m));
	remove(name);
	free(text);
	simt_machine_free(again);
	simt_machine_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(refused), cmocka_unit_test(dump)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
