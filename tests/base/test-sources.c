/* test-sources.c: texts of source lines: in which folders a file is looked for, and under which names. */
#include "tests/helpers/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file-names.h"
#include "base/sources.h"

static char *home; /* with folders a, b and b/deep */

static void
put(const char *name, const char *text)
{
	char *path = path_join(home, name);
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
	free(path);
}

static void
folder(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	char *path = path_join(home, name);

	assert_true(path_make_folder(path, &e));
	free(path);
}

static int
setup(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	home = path_join(tmp && *tmp ? tmp : "/tmp", "simt-sources-XXXXXX");
	assert_non_null(mkdtemp(home));
	folder("a");
	folder("b");
	folder("b/deep");
	put("a/one.cu", "first\n  second  \n\tthird");
	put("b/one.cu", "other\n");
	put("b/keys", "secret\n");
	put("b/red.cu", "a\033[31mb\tc\302\23331m\n");
	put("b/deep/two.cu", "deep\n");
	return 0;
}

static int
teardown(void **state)
{
	static const char *const name[] = {"a/one.cu", "b/one.cu", "b/keys", "b/red.cu", "b/deep/two.cu", "b/deep", "b", "a"};

	(void)state;
	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		char *path = path_join(home, name[i]);

		assert_int_equal(remove(path), 0);
		free(path);
	}
	assert_int_equal(rmdir(home), 0);
	free(home);
	return 0;
}

/* A cubin may name any file: what is not called as sources are is not read, here or where it says that it is. */
static void
only_sources(void **state)
{
	char *b = path_join(home, "b"), *keys = path_join(home, "b/keys"), *red = path_join(home, "b/red.cu");
	struct sources *s = sources_new((const char *const[]){b}, 1);

	(void)state;
	assert_null(sources_line(s, "keys", 1));
	assert_null(sources_line(s, keys, 1));
	assert_null(sources_line(s, "b/deep.cu", 1));
	assert_string_equal(sources_line(s, red, 1), "a?[31mb\tc??31m"); /* a terminal obeys none of it */
	sources_free(s);
	free(b);
	free(keys);
	free(red);
}

/* Lines count from 1, without the white space around them; the last one needs no end. The first folder that has the file counts. */
static void
lines(void **state)
{
	char *a = path_join(home, "a"), *b = path_join(home, "b");
	struct sources *s = sources_new((const char *const[]){a, b}, 2), *back = sources_new((const char *const[]){b, a}, 2);

	(void)state;
	free(a); /* names are copied */
	free(b);
	assert_null(sources_line(s, "one.cu", 0));
	assert_string_equal(sources_line(s, "one.cu", 1), "first");
	assert_string_equal(sources_line(s, "one.cu", 2), "second");
	assert_string_equal(sources_line(s, "one.cu", 3), "third");
	assert_null(sources_line(s, "one.cu", 4));
	assert_string_equal(sources_line(back, "one.cu", 1), "other");
	assert_null(sources_line(back, "one.cu", 2));
	sources_free(s);
	sources_free(back);
}

/* A path loses its first folders one by one; where no folder has the file it is read where the cubin says. */
static void
names(void **state)
{
	char *a = path_join(home, "a"), *b = path_join(home, "b"), *whole = path_join(home, "b/deep/two.cu");
	struct sources *s = sources_new((const char *const[]){b}, 1), *elsewhere = sources_new((const char *const[]){a}, 1);

	(void)state;
	assert_string_equal(sources_line(s, "/src/project/deep/two.cu", 1), "deep");
	assert_string_equal(sources_line(s, "deep/two.cu", 1), "deep");
	assert_null(sources_line(s, "two.cu", 1));
	assert_string_equal(sources_line(s, "/x/y/one.cu", 1), "other");
	assert_null(sources_line(elsewhere, "/x/two.cu", 1));
	assert_string_equal(sources_line(elsewhere, whole, 1), "deep");
	sources_free(s);
	sources_free(elsewhere);
	free(a);
	free(b);
	free(whole);
}

/* No folder, no texts; and no file, none. */
static void
nothing(void **state)
{
	struct sources *s = sources_new(NULL, 0);
	char *one = path_join(home, "a/one.cu");

	(void)state;
	assert_null(sources_line(s, one, 1));
	assert_null(sources_line(s, NULL, 1));
	sources_free(s);
	sources_free(NULL);
	free(one);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(only_sources), cmocka_unit_test(lines), cmocka_unit_test(names),
					   cmocka_unit_test(nothing)};

	return cmocka_run_group_tests(tests, setup, teardown);
}
