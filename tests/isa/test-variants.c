/* Executors against an H200, every variant: what the words of variants.h left there (golden/h200-variants.csv), by hashes. A variant that
 * the table has and the file has not fails, and so does one of which fewer than 1000 cases ran, unless the H200 calls its words illegal. A
 * line whose counts are 0 stands for a variant that waits for the next run on the H200. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/wholefile.h"
#include "tests/isa/variants.h"

enum { MISMATCHES_SHOWN = 2000, CASES_LEAST = 1000, MOST_ILLEGAL = 2, LINE = 512, MOST_BYTES = 16 << 20 };

struct recorded {
	uint64_t base[2], ran, hash;
	unsigned illegal; /* words, of which there were no more tried than MOST_ILLEGAL */
};

static struct recorded *
read_recorded(size_t *n)
{
	const char *root = getenv("srcdir");
	struct recorded *list = NULL;
	struct simt_error error;
	unsigned char *text;
	char line[LINE];
	size_t room = 0, bytes;
	FILE *f;

	snprintf(line, sizeof line, "%s/tests/golden/h200-variants.csv", root ? root : ".");
	text = wholefile_read(line, MOST_BYTES, &bytes, &error);
	assert_non_null(text);
	f = fmemopen(text, bytes, "r");
	assert_non_null(f);
	for (*n = 0; fgets(line, sizeof line, f);) {
		unsigned long long v[4];
		unsigned illegal;

		if (*line == '#' || sscanf(line, "%llx,%llx,%llx,%llx,%u", &v[0], &v[1], &v[2], &v[3], &illegal) != 5)
			continue;
		if (*n == room) {
			room = room ? 2 * room : 4096;
			list = realloc(list, room * sizeof *list);
			assert_non_null(list);
		}
		list[(*n)++] = (struct recorded){{v[0], v[1]}, v[2], v[3], illegal};
	}
	fclose(f);
	free(text);
	return list;
}

static int
compare_bases(const void *a, const void *b)
{
	return memcmp(a, b, 2 * sizeof(uint64_t));
}

static unsigned
count_bits(uint64_t v)
{
	return (unsigned)__builtin_popcountll(v);
}

/* The hash of the words that ran. */
static uint64_t
hash_of(const struct variant *v, uint64_t ran, const struct variant_inputs *inputs, bool *executed)
{
	static uint32_t results[VARIANT_THREADS][VARIANT_RESULTS];
	uint64_t sum = 0;
	struct inst in;

	for (unsigned i = 0; i < v->words; i++)
		if (ran >> i & 1) {
			assert_true(variant_word(v, i, &in));
			*executed &= variant_run(v, &in, &inputs[i % VARIANT_SETS], results);
			sum += variant_hash(i, results);
		}
	return sum;
}

static void
test_device(void **state)
{
	static struct variant_inputs inputs[VARIANT_SETS];
	size_t n, recorded, left_out, unknown = 0, differ = 0, few = 0, cases = 0, illegal = 0, waiting = 0;
	struct variant *v = variants_list(&n, &left_out);
	struct recorded *list = read_recorded(&recorded);

	(void)state;
	for (unsigned s = 0; s < VARIANT_SETS; s++)
		variant_inputs(s, &inputs[s]);
	qsort(list, recorded, sizeof *list, compare_bases);
	for (size_t i = 0; i < n; i++) {
		struct recorded *r = bsearch(v[i].base, list, recorded, sizeof *list, compare_bases);
		const unsigned per_word = v[i].uniform ? VARIANT_WARPS : VARIANT_THREADS;
		bool executed = true;

		if (!r) {
			if (unknown++ < MISMATCHES_SHOWN)
				print_error("did not run on the H200; until it has, h200-variants.csv needs %llx,%llx,0,0,0,%s\n",
					    (unsigned long long)v[i].base[0], (unsigned long long)v[i].base[1], v[i].op->name);
			continue;
		}
		cases += count_bits(r->ran) * per_word;
		illegal += r->illegal == MOST_ILLEGAL;
		waiting += !r->ran && !r->illegal;
		if (!r->ran && (!r->illegal || r->illegal == MOST_ILLEGAL))
			continue;
		few += count_bits(r->ran) * per_word < CASES_LEAST;
		if (hash_of(&v[i], r->ran, inputs, &executed) == r->hash && executed)
			continue;
		if (differ++ < MISMATCHES_SHOWN)
			print_error("%s %016llx %016llx: not what the H200 gives\n", v[i].op->name,
				    (unsigned long long)v[i].base[0], (unsigned long long)v[i].base[1]);
	}
	print_message("# %zu variants, %zu cases; %zu variants are illegal, %zu wait; %zu rows of memory, control flow and the "
		      "like have none\n",
		      n, cases, illegal, waiting, left_out);
	free(v);
	free(list);
	assert_int_equal(unknown, 0);
	assert_int_equal(few, 0);
	assert_int_equal(differ, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_device)};

	return cmocka_run_group_tests_name("every variant against an H200", tests, NULL, NULL);
}
