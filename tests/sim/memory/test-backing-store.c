/* What memory of the host an allocation takes, and that it holds zeros, below and above the size from which it is a mapping of its own. */
#include "sim/memory/backing-store.h"

#include <stdio.h>
#include <string.h>

#include "tests/helpers/unit.h"

enum { MAPPED = 1 << 20, LARGE = 64 << 20 };

/* What the process has of the host's memory, in KiB. */
static long
resident(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];
	long kib = -1;

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "VmRSS: %ld", &kib) == 1)
			break;
	if (f)
		fclose(f);
	return kib;
}

/* 100 GB, of which a few pages are touched, and given back. */
static void
untouched(void **state)
{
	const uint64_t bytes = UINT64_C(100000000000);
	struct backing_store *m = backing_store_new();
	struct simt_error e = {.status = SIMT_OK};
	const long before = resident();
	uint64_t address;
	uint8_t *p;

	(void)state;
	if (before < 0)
		skip();
	assert_true(backing_store_alloc(m, bytes, &address, &e));
	p = backing_store_at(m, address, bytes, NULL);
	assert_non_null(p);
	for (uint64_t i = 0; i < bytes; i += bytes / 10) {
		assert_int_equal(p[i], 0);
		p[i] = 1;
	}
	p[bytes - 1] = 1;
	assert_true(resident() - before < 16 * 1024);
	/* a part of it that is touched as a whole is what it takes */
	memset(p, 1, LARGE);
	assert_true(resident() - before >= LARGE / 1024);
	assert_true(backing_store_release(m, address, &e));
	assert_true(resident() - before < LARGE / 2 / 1024);
	backing_store_free(m);
}

/* Around that size; what was written in memory that has been freed is not there in what comes next. */
static void
zeros(void **state)
{
	static const size_t bytes[] = {0, 1, 512, MAPPED - 1, MAPPED, MAPPED + 1, 3 * MAPPED};
	struct backing_store *m = backing_store_new();
	struct simt_error e = {.status = SIMT_OK};
	uint64_t address[sizeof bytes / sizeof *bytes];

	(void)state;
	for (unsigned round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
			uint8_t *p;

			assert_true(backing_store_alloc(m, bytes[i], address + i, &e));
			p = backing_store_at(m, address[i], bytes[i], NULL);
			assert_non_null(p);
			for (size_t k = 0; k < bytes[i]; k++)
				assert_int_equal(p[k], 0);
			memset(p, 0xff, bytes[i]);
		}
		if (round == 1)
			backing_store_clear(m);
		for (size_t i = 0; round != 1 && i < sizeof bytes / sizeof *bytes; i++)
			assert_true(backing_store_release(m, address[i], &e));
	}
	backing_store_free(m);
}

/* What a host cannot have is refused with a sentence. */
static void
refused(void **state)
{
	struct backing_store *m = backing_store_new();
	struct simt_error e = {.status = SIMT_OK};
	uint64_t address;

	(void)state;
	assert_false(backing_store_alloc(m, (size_t)1 << 41, &address, &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_true(backing_store_alloc(m, 4, &address, &e));
	backing_store_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(untouched), cmocka_unit_test(zeros), cmocka_unit_test(refused)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
