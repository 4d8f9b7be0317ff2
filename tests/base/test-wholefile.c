/* test-wholefile.c: files that are there plain or compressed: which of the two is read, what is damaged, and how much may be in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/helpers/source.h"
#include "base/wholefile.h"

#define TEXT "what is in the file, in the file, in the file\n"

static char folder[] = "/tmp/test-wholefile-XXXXXX";

static const char *
path_of(const char *name)
{
	static char path[2][256];
	static int turn;

	turn = !turn;
	snprintf(path[turn], sizeof *path, "%s/%s", folder, name);
	return path[turn];
}

static void
write_plain(const char *name, const void *data, size_t bytes)
{
	FILE *f = fopen(path_of(name), "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, bytes, f), bytes);
	assert_int_equal(fclose(f), 0);
}

static void
write_compressed(const char *name, const void *data, size_t bytes)
{
	gzFile f = gzopen(path_of(name), "wb9");

	assert_non_null(f);
	assert_int_equal(gzwrite(f, data, (unsigned)bytes), bytes);
	assert_int_equal(gzclose(f), Z_OK);
}

static void
assert_reads(const char *name, size_t most, const char *text)
{
	struct simt_error e = {.text = ""};
	size_t bytes;
	unsigned char *data = wholefile_read(path_of(name), most, &bytes, &e);

	if (!data)
		fail_msg("%s", e.text);
	assert_int_equal(bytes, strlen(text));
	assert_string_equal((const char *)data, text); /* a NUL is behind it */
	free(data);
}

/* The sentence, without the folder in front. */
static void
assert_refused(const char *name, size_t most, const char *sentence)
{
	struct simt_error e = {.text = ""};
	size_t bytes;

	assert_null(wholefile_read(path_of(name), most, &bytes, &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_memory_equal(e.text, folder, strlen(folder));
	assert_string_equal(e.text + strlen(folder) + 1, sentence);
}

static void
assert_named(const char *name, const char *is)
{
	char *there = wholefile_name(path_of(name));

	assert_non_null(there);
	assert_string_equal(there, path_of(is));
	free(there);
}

static void
the_plain_file_then_the_compressed_one(void **state)
{
	(void)state;
	write_compressed("a.gz", "compressed", 10);
	assert_reads("a", 100, "compressed");
	assert_reads("a.gz", 100, "compressed");
	assert_named("a", "a.gz");
	assert_named("a.gz", "a.gz");
	write_plain("a", "plain", 5);
	assert_reads("a", 100, "plain");
	assert_reads("a.gz", 100, "compressed");
	assert_named("a", "a");
	/* compressed without saying so */
	assert_int_equal(rename(path_of("a.gz"), path_of("b")), 0);
	assert_reads("b", 100, "compressed");
	write_plain("empty", "", 0);
	assert_reads("empty", 100, "");
	write_compressed("nothing.gz", "", 0);
	assert_reads("nothing", 100, "");
}

static void
what_is_not_there(void **state)
{
	(void)state;
	assert_refused("absent", 100, "absent: No such file or directory");
	assert_refused("absent.gz", 100, "absent.gz: No such file or directory");
	assert_null(wholefile_name(path_of("absent")));
	/* one more ending is looked for, not two */
	write_compressed("twice.gz.gz", TEXT, 5);
	assert_refused("twice.gz", 100, "twice.gz: No such file or directory");
	assert_int_equal(mkdir(path_of("folder"), 0777), 0);
	assert_refused("folder", 100, "folder: Is a directory");
	write_plain("file", "x", 1);
	assert_refused("file/in", 100, "file/in: Not a directory");
}

/* Each part of a compressed file is no shorter file, and each bit that is wrong is noticed unless the same comes out. */
static void
damaged_files(void **state)
{
	static const char said[] = "d.gz: the compressed data are damaged or incomplete";
	unsigned char whole[100];
	unsigned told = 0;
	char path[256];
	size_t size;
	FILE *in;

	(void)state;
	write_compressed("whole.gz", TEXT, strlen(TEXT));
	in = fopen(path_of("whole.gz"), "rb");
	assert_non_null(in);
	size = fread(whole, 1, sizeof whole, in);
	fclose(in);
	assert_in_range(size, 30, sizeof whole - 1);
	for (size_t n = 0; n < size; n++) {
		write_plain("d.gz", whole, n);
		assert_refused("d", 100, said);
		assert_refused("d.gz", 100, said);
	}
	snprintf(path, sizeof path, "%s", path_of("d.gz"));
	for (size_t bit = 0; bit < 8 * size; bit++) {
		struct simt_error e = {.text = ""};
		unsigned char *data;
		size_t bytes;

		whole[bit / 8] ^= (unsigned char)(1u << bit % 8);
		write_plain("d.gz", whole, size);
		whole[bit / 8] ^= (unsigned char)(1u << bit % 8);
		data = wholefile_read(path, 4096, &bytes, &e);
		if (data) {
			assert_int_equal(bytes, strlen(TEXT));
			assert_string_equal((char *)data, TEXT);
		} else {
			assert_non_null(strstr(e.text, said));
			told++;
		}
		free(data);
	}
	/* all but the time and what wrote it, and flags that have no meaning: 6 bytes of the head and few bits more */
	assert_in_range(told, 8 * size - 60, 8 * size - 48);
	/* plain, though the name says otherwise */
	write_plain("d.gz", TEXT, strlen(TEXT));
	assert_refused("d", 100, said);
}

static void
no_more_than_so_many_bytes(void **state)
{
	enum { LARGE = 200000 };
	char *data = malloc(LARGE + 1);

	(void)state;
	assert_non_null(data);
	memset(data, 'x', LARGE);
	data[LARGE] = '\0';
	write_plain("large", data, LARGE);
	write_compressed("small.gz", data, LARGE);
	for (int compressed = 0; compressed < 2; compressed++) {
		const char *name = compressed ? "small" : "large";

		assert_reads(name, LARGE, data);
		assert_reads(name, 1 << 30, data);
		assert_refused(name, LARGE - 1, compressed ? "small.gz: more than 199999 bytes" : "large: more than 199999 bytes");
		assert_refused(name, 10, compressed ? "small.gz: more than 10 bytes" : "large: more than 10 bytes");
	}
	free(data);
}

static void
endings(void **state)
{
	(void)state;
	assert_true(wholefile_ends("a/b.cubin", ".cubin"));
	assert_true(wholefile_ends("a/b.cubin.gz", ".cubin"));
	assert_false(wholefile_ends("a/b.cubin.gz.gz", ".cubin"));
	assert_false(wholefile_ends("a/b.cubin", ".ptx"));
	assert_false(wholefile_ends("bin", ".cubin"));
	assert_false(wholefile_ends(".gz", ".cubin"));
}

/* libsimt: a module by either name, with its kernels; what is wrong with it by the name that was asked for. */
static void
modules(void **state)
{
	struct file cubin = source_read("workloads/vecadd/vecadd.cubin");
	struct simt_error e = {.text = ""};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct simt *s = m ? simt_create(m, &e) : NULL;

	(void)state;
	if (!s)
		fail_msg("%s", e.text);
	write_compressed("vecadd.cubin.gz", cubin.data, cubin.size);
	for (int gz = 0; gz < 2; gz++) {
		struct simt_module *module = simt_module_load(s, path_of(gz ? "vecadd.cubin.gz" : "vecadd.cubin"), &e);

		if (!module || !simt_function(module, "vecadd", &e))
			fail_msg("%s", e.text);
	}
	write_compressed("text.cubin.gz", TEXT, strlen(TEXT));
	assert_null(simt_module_load(s, path_of("text.cubin"), &e));
	assert_non_null(strstr(e.text, "/text.cubin: this is not an ELF file"));
	simt_destroy(s);
	simt_machine_free(m);
	free(cubin.data);
}

static int
set_up(void **state)
{
	(void)state;
	return !mkdtemp(folder);
}

static int
tear_down(void **state)
{
	char command[100];

	(void)state;
	snprintf(command, sizeof command, "rm -r '%s'", folder);
	return system(command);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_plain_file_then_the_compressed_one),
		cmocka_unit_test(what_is_not_there),
		cmocka_unit_test(damaged_files),
		cmocka_unit_test(no_more_than_so_many_bytes),
		cmocka_unit_test(endings),
		cmocka_unit_test(modules),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
