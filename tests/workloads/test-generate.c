#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workloads/generators/generate.h"

/* FNV-1a of the first 1000 elements, from a program of its own in another language that follows the definitions of generate.h. */
static const struct {
	const char *type, *text;
	uint64_t hash;
} known[] = {
	{"s32", "uniform(1 100)", 0x3ce592b065e380f4u},
	{"u8", "uniform(0 255 seed=7)", 0xb08e8b1c30fde2e0u},
	{"s64", "uniform(-9223372036854775807-1 9223372036854775807 seed=3)", 0x715b85b0f536751fu},
	{"u64", "uniform(0 18446744073709551615 seed=0xffffffffffffffff)", 0x4650c321da876c48u},
	{"s16", "uniform(-5 -5)", 0x5604769d11767e95u},
	{"f32", "uniform(0 1)", 0x10d41f77c84fd7acu},
	{"f64", "uniform(-1.5 2.5 seed=9)", 0xbeebece0e4c68bbbu},
	{"f32", "uniform(1 1.0000002)", 0x087877cfbbb9b425u},
	{"f32", "uniform(0.1 0.3)", 0x8b58596bf1c37ed0u},
	{"u32", "bernoulli(0.3)", 0x4d2ae9494b9f3905u},
	{"f64", "bernoulli(1)", 0x6e9ac6eaa13019a5u},
	{"f32", "normal(0 1)", 0xea247ed22190aeceu},
	{"f64", "normal", 0xdbdf92bd8c70f5b3u},
	{"s32", "normal(50 12.5 seed=4)", 0xf4bde1d073b4a866u},
	{"u8", "normal(128 100)", 0x8ed5f0bf1787a4d3u},
	{"s32", "geometric(0.25)", 0x00146f839399ffa3u},
	{"u8", "geometric(0.01 seed=2)", 0x63737c7830c5ccfau},
	{"f32", "geometric(1)", 0x7a788ced68bf5565u},
	{"s32", "zipf(100)", 0x82407d382c092703u},
	{"u16", "zipf(1000 1.25 seed=5)", 0x91b95571c5cee62fu},
	{"s64", "zipf(50 0)", 0x2a6e50b16c2722b0u},
	{"u32", "zipf(5000 4)", 0x0ce5490fd010b1a3u},
	{"u8", "iota(250 3)", 0xc0672e24f9ede06du},
	{"s32", "iota", 0xb626031ca980b5d5u},
	{"s64", "iota(10 -1)", 0xc94f5efa2c98016fu},
	{"f32", "iota(0.5 0.1)", 0xb1ba9aa727580a5au},
	{"f64", "iota(1 0.1)", 0x2b7c8d678f8cd0ddu},
	{"s32", "alternate(5 5000 -1)", 0x281d0084baf16be0u},
	{"f32", "fill(0.1)", 0xef2d017503b0e815u},
	{"u16", "zeros", 0x79b4da79586cdf65u},
};

static enum element_type
type_of(const char *name)
{
	enum element_type type;

	assert_true(element_parse(name, strlen(name), &type));
	return type;
}

static void
fill(const char *type, const char *text, const char *folder, void *to, uint64_t count)
{
	struct generator g;
	struct parse_error pe = {.text = ""};
	struct simt_error e = {.text = ""};

	if (!generator_parse(text, strlen(text), type_of(type), NULL, &g, &pe))
		fail_msg("%s: %s", text, pe.text);
	if (!generator_fill(&g, type_of(type), folder, to, count, &e))
		fail_msg("%s: %s", text, e.text);
	generator_free(&g);
}

static void
test_philox(void **state)
{
	static const uint32_t zeros[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
	uint32_t out[4];

	(void)state;
	philox4x32(0, 0, out); /* the known answer of the authors' test vectors */
	assert_memory_equal(out, zeros, sizeof zeros);
}

static void
test_known(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned char data[8000];
		size_t bytes = 1000u * element_info[type_of(known[i].type)].bytes;
		uint64_t h = 14695981039346656037u;

		fill(known[i].type, known[i].text, ".", data, 1000);
		for (size_t k = 0; k < bytes; k++)
			h = (h ^ data[k]) * 1099511628211u;
		if (h != known[i].hash)
			fail_msg("%s %s: %016llx", known[i].type, known[i].text, (unsigned long long)h);
	}
}

static void
test_prefix(void **state)
{
	int32_t few[10], many[1000];

	(void)state;
	fill("s32", "uniform(1 100 seed=5)", ".", few, 10);
	fill("s32", "uniform(1 100 seed=5)", ".", many, 1000);
	assert_memory_equal(few, many, sizeof few);
	for (int i = 0; i < 1000; i++)
		assert_in_range(many[i], 1, 100);
}

/* Means and spreads are what the names promise. */
static void
test_shape(void **state)
{
	enum { N = 100000 };
	double *v = malloc(N * sizeof *v), sum = 0, squares = 0;

	(void)state;
	assert_non_null(v);
	fill("f64", "normal(10 2)", ".", v, N);
	for (int i = 0; i < N; i++) {
		sum += v[i];
		squares += (v[i] - 10) * (v[i] - 10);
	}
	assert_true(sum / N > 9.97 && sum / N < 10.03);
	assert_true(squares / N > 3.9 && squares / N < 4.1);
	fill("f64", "geometric(0.2)", ".", v, N);
	for (sum = 0, squares = 0; squares < N; squares++)
		sum += v[(int)squares];
	assert_true(sum / N > 4.9 && sum / N < 5.1);
	fill("f64", "zipf(10 1)", ".", v, N); /* 1 has a share of 1 / 2.929 */
	sum = 0;
	for (int i = 0; i < N; i++)
		sum += v[i] == 1;
	assert_true(sum / N > 0.336 && sum / N < 0.347);
	free(v);
}

static void
test_files(void **state)
{
	char folder[] = "/tmp/test-generate-XXXXXX", path[64];
	uint16_t u16[3];
	float f32[3];
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/d.csv", folder);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs("n,x\n1,0.5\n# comment\n65535,-1e3\n\n0x10,nan\n", f);
	fclose(f);
	fill("u16", "csv(d.csv n)", folder, u16, 3);
	assert_int_equal(u16[0], 1);
	assert_int_equal(u16[1], 65535);
	assert_int_equal(u16[2], 16);
	fill("f32", "csv(d.csv x)", folder, f32, 3);
	assert_true(f32[0] == 0.5f && f32[1] == -1000 && f32[2] != f32[2]);
	unlink(path);
	snprintf(path, sizeof path, "%s/d.bin", folder);
	f = fopen(path, "wb");
	assert_non_null(f);
	fwrite("\1\0\2\0\3\1", 1, 6, f);
	fclose(f);
	fill("u16", "bin(d.bin)", folder, u16, 3);
	assert_int_equal(u16[2], 0x103);
	fill("u16", "bin(d.bin 1)", folder, u16, 2);
	assert_int_equal(u16[0], 0x200);
	assert_int_equal(u16[1], 0x300);
	fill("u16", "bin(d.bin 4)", folder, u16, 1);
	assert_int_equal(u16[0], 0x103);
	unlink(path);
	rmdir(folder);
}

static void
test_mistakes(void **state)
{
	static const struct {
		const char *type, *text, *message;
		size_t at;
	} bad[] = {
		{"s32", "unifrom(1 2)", "unknown generator 'unifrom'; did you mean 'uniform'?", 0},
		{"s32", "uniform(1)", "too few arguments: uniform(lo hi seed=1)", 0},
		{"s32", "uniform(1 2 3)", "too many arguments: uniform(lo hi seed=1); a seed is given by its name", 12},
		{"s32", "uniform(2 1)", "uniform: lo is above hi", 0},
		{"s32", "uniform(1 2 seed=-1)", "a negative seed", 17},
		{"s32", "fill(1 seed=2)", "fill takes no seed", 7},
		{"f32", "uniform(1 1)", "uniform: lo must be below hi", 0},
		{"s32", "bin(d.bin -1)", "bin: the offset must be a number of bytes, 0 or more", 0},
		{"s32", "bin(d.bin 1.5)", "bin: the offset must be a number of bytes, 0 or more", 0},
		{"s32", "bin(d.bin 1 2)", "too many arguments: bin(file offset)", 12},
		{"s32", "fill(1.5)", "a real number for type s32", 0},
		{"u8", "fill(256)", "256 does not fit u8 (0 .. 255)", 0},
		{"s8", "alternate(1 -129)", "-129 does not fit s8 (-128 .. 127)", 0},
		{"s32", "bernoulli(1.5)", "bernoulli: p must be in 0 .. 1", 0},
		{"s32", "geometric(0)", "geometric: p must be in 0.0001 .. 1", 0},
		{"s32", "zipf(0)", "zipf: n must be an integer in 1 .. 1048576", 0},
		{"s32", "zipf(10 0.3)", "zipf: s must be a multiple of 0.25 in 0 .. 4", 0},
		{"u8", "zipf(300)", "300 does not fit u8 (0 .. 255)", 0},
		{"f32", "normal(0 -1)", "normal: mean and sd must be finite, and sd not negative", 0},
		{"s32", "fill(1", "fill(v) ends with ')'", 5},
		{"s32", "fill(n)", "unknown name 'n'", 5},
		{"s32", "fill(1/0)", "division by zero", 6},
		{"s32", "csv(x.csv)", "too few arguments: csv(file column)", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct generator g;
		struct parse_error pe = {.text = ""};

		assert_false(generator_parse(bad[i].text, strlen(bad[i].text), type_of(bad[i].type), NULL, &g, &pe));
		assert_string_equal(pe.text, bad[i].message);
		assert_int_equal(pe.at - bad[i].text, bad[i].at);
		generator_free(&g);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_philox), cmocka_unit_test(test_known), cmocka_unit_test(test_prefix),
		cmocka_unit_test(test_shape),  cmocka_unit_test(test_files), cmocka_unit_test(test_mistakes),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
