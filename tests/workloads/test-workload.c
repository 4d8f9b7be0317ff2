#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "workloads/runner/check.h"
#include "base/csvfile.h"
#include "workloads/reader/workload.h"

/* ---- csvfile ---- */
static struct csvfile *
csv(const char *text)
{
	struct simt_error e = {.text = ""};
	struct csvfile *f = csvfile_parse(text, strlen(text), "t.csv", &e);

	if (!f)
		fail_msg("%s", e.text);
	return f;
}

static void
assert_cell(const struct csvfile *f, size_t row, size_t column, const char *text, unsigned line, unsigned at)
{
	const struct csv_cell *c = csvfile_cell(f, row, column);
	unsigned l, k;

	assert_string_equal(c->text, text);
	assert_int_equal(c->bytes, strlen(text));
	csvfile_place(f, c, 0, &l, &k);
	assert_int_equal(l, line);
	assert_int_equal(k, at);
}

static void
test_csv_plain(void **state)
{
	struct csvfile *f = csv("\xef\xbb\xbf"
				"a,b\r\n# comment, with a comma\r\n\r\n1, 2 \r\n   \r\n\"x\",\"\"\r\n\xc3\xa4\xc3\xb6,z");

	(void)state;
	assert_int_equal(f->ncolumns, 2);
	assert_int_equal(f->nrows, 3);
	assert_int_equal(csvfile_find(f, "b"), 1);
	assert_int_equal(csvfile_find(f, "c"), -1);
	assert_cell(f, 0, 0, "1", 4, 1);
	assert_cell(f, 0, 1, "2", 4, 4);
	assert_cell(f, 1, 0, "x", 6, 2);
	assert_cell(f, 1, 1, "", 6, 6);
	assert_cell(f, 2, 1, "z", 7, 4); /* columns count characters */
	csvfile_free(f);
}

static void
test_csv_quotes(void **state)
{
	struct csvfile *f = csv("a,b\n\"say \"\"no\"\"\n# not a comment\",  \"2\"  \n,\n");
	const struct csv_cell *c;
	unsigned line, at;

	(void)state;
	assert_int_equal(f->nrows, 2);
	assert_cell(f, 0, 0, "say \"no\"\n# not a comment", 2, 2);
	assert_cell(f, 0, 1, "2", 3, 21);
	assert_cell(f, 1, 0, "", 4, 1);
	assert_cell(f, 1, 1, "", 4, 2);
	c = csvfile_cell(f, 0, 0);
	csvfile_place(f, c, 5, &line, &at); /* the n of no: behind a doubled quote */
	assert_int_equal(line, 2);
	assert_int_equal(at, 8);
	csvfile_place(f, c, 11, &line, &at);
	assert_int_equal(line, 3);
	assert_int_equal(at, 3);
	csvfile_free(f);
}

static void
assert_csv_fails(const char *text, size_t bytes, const char *message)
{
	struct simt_error e = {.text = ""};

	assert_null(csvfile_parse(text, bytes, "t.csv", &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_string_equal(e.text, message);
}

static void
test_csv_limits(void **state)
{
	size_t bytes = CSVFILE_CELL_BYTES_MAX + 100;
	char *big = malloc(bytes);
	struct simt_error e = {.text = ""};

	(void)state;
	assert_non_null(big);
	memset(big, 'x', bytes);
	memcpy(big, "a,b\n1,", 6);
	assert_csv_fails(big, bytes, "t.csv:2:3: a cell of more than 1 MiB");
	memset(big, ',', bytes);
	assert_csv_fails(big, bytes, "t.csv:1:1025: more than 1024 fields in a row");
	memcpy(big, "a,b\n1,", 6);
	big[bytes - 1] = '\n';
	assert_csv_fails(big, bytes, "t.csv:2:1026: more than 1024 fields in a row");
	free(big);
	assert_csv_fails("a\n\"1\n2\n3", 8, "t.csv:2:1: the quoted cell that starts here never ends");
	assert_null(csvfile_read("/", &e));
	assert_string_equal(e.text, "/: Is a directory");
}

/* Files that gzip has compressed, one of two parts; where one ends too early or is damaged, it is not read as a shorter one. */
static void
test_csv_compressed(void **state)
{
	char path[] = "/tmp/test-workload-XXXXXX", bytes[512];
	struct simt_error e = {.text = ""};
	struct csvfile *f;
	FILE *file;
	size_t n;
	gzFile out;

	(void)state;
	assert_true(close(mkstemp(path)) == 0);
	for (int part = 0; part < 2; part++) {
		assert_non_null(out = gzopen(path, part ? "ab" : "wb"));
		assert_true(gzputs(out, part ? "3,four\n" : "a,b\n1,two\n") > 0);
		assert_int_equal(gzclose(out), Z_OK);
	}
	assert_non_null(f = csvfile_read(path, &e));
	assert_int_equal(f->nrows, 2);
	assert_string_equal(csvfile_cell(f, 1, 1)->text, "four");
	csvfile_free(f);

	assert_non_null(file = fopen(path, "r+b"));
	n = fread(bytes, 1, sizeof bytes, file);
	assert_in_range(n, 20, sizeof bytes - 1);
	for (int damage = 0; damage < 2; damage++) {
		rewind(file);
		assert_int_equal(ftruncate(fileno(file), 0), 0);
		if (damage)
			bytes[n - 6] ^= 1; /* in the checksum of the second part */
		assert_int_equal(fwrite(bytes, 1, damage ? n : n - 9, file), damage ? n : n - 9);
		assert_int_equal(fflush(file), 0);
		assert_null(csvfile_read(path, &e));
		assert_non_null(strstr(e.text, ": the compressed data are damaged or incomplete"));
	}
	assert_int_equal(fclose(file), 0);
	assert_int_equal(remove(path), 0);
}

static void
test_csv_put(void **state)
{
	static const char *const text[] = {"plain", "a,b", "a\"b", "a\nb", "# x", " x", "x ", ""};
	char *data;
	size_t bytes;
	FILE *out = open_memstream(&data, &bytes);
	struct text same = {.s = NULL};
	struct csvfile *f;

	(void)state;
	assert_non_null(out);
	fputs("a,b,c,d,e,f,g,h\n", out);
	text_put(&same, "a,b,c,d,e,f,g,h\n");
	for (size_t i = 0; i < 8; i++) {
		csvfile_put(out, text[i]);
		putc(i < 7 ? ',' : '\n', out);
		csvfile_text(&same, text[i]);
		text_put(&same, i < 7 ? "," : "\n");
	}
	fclose(out);
	assert_int_equal(same.n, bytes);
	assert_memory_equal(same.s, data, bytes);
	text_free(&same);
	f = csv(data);
	for (size_t i = 0; i < 8; i++)
		assert_string_equal(csvfile_cell(f, 0, i)->text, text[i]);
	csvfile_free(f);
	free(data);
}

/* ---- expressions ---- */
static void
test_expressions(void **state)
{
	static const struct expr_name name[] = {{"grid.x", 7, NULL}, {"len", -3, NULL}, {"kind", 0, "is 'a', not an integer"}};
	static const struct expr_names names = {name, 3, false};
	static const struct {
		const char *text;
		int64_t value;
	} good[] = {
		{"1+2*3", 7},
		{"(1+2)*3", 9},
		{" 7 / 2 ", 3},
		{"-7/2", -3},
		{"-7%4", -3},
		{"cdiv(7 2)", 4},
		{"cdiv(0 5)", 0},
		{"grid.x*len", -21},
		{"0xff-0XF", 240},
		{"--5", 5},
		{"10-2-3", 5},
		{"100/10/5", 2},
		{"2*-3", -6},
		{"+4", 4},
		{"cdiv(len*-3 (2))", 5},
		{"-9223372036854775808", INT64_MIN},
		{"cdiv((1+1) (3-2))", 2},
		{"1e6", 1000000},
		{"2*3E+2-1", 599},
		{"9e18", 9000000000000000000},
		{"0e999", 0},
		{"0x1e2", 0x1e2},
	};
	static const struct {
		const char *text, *message;
		int at;
	} bad[] = {
		{"", "a value is missing", 0},
		{"1+", "a value is missing", 2},
		{"1 2", "'2' does not belong to the expression", 2},
		{"1/0", "division by zero", 1},
		{"5%(3-3)", "division by zero", 1},
		{"cdiv(1 0)", "division by zero", 0},
		{"cdiv(-1 2)", "cdiv of a negative value", 0},
		{"cdiv(1)", "')' is not a value", 6},
		{"18446744073709551616", "the constant does not fit 64 bits", 0},
		{"18446744073709551615+1", "overflow: the value leaves -2^63 .. 2^64 - 1", 20},
		{"0xffffffff*0xffffffff*0xffffffff", "overflow: the value leaves -2^63 .. 2^64 - 1", 21},
		{"grid.y", "unknown name 'grid.y'; did you mean 'grid.x'?", 0},
		{"1+kind", "'kind' is 'a', not an integer", 2},
		{"1.5", "not an integer", 0},
		{"0x", "unknown name", -1},
		{"(1", "')' is missing", 2},
		{"1e20", "the constant does not fit 64 bits", 0},
		{"1e-3", "'e' does not belong to the expression", 1},
		{"1e", "'e' does not belong to the expression", 1},
		{"1$", "'$' does not belong to the expression", 1},
	};
	char deep[400];
	struct parse_error pe;
	wide v;

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		if (!expr_integer(good[i].text, strlen(good[i].text), &names, &v, &pe))
			fail_msg("%s: %s", good[i].text, pe.text);
		assert_true(v == good[i].value);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_false(expr_integer(bad[i].text, strlen(bad[i].text), &names, &v, &pe));
		if (bad[i].at < 0)
			continue;
		assert_string_equal(pe.text, bad[i].message);
		assert_int_equal(pe.at - bad[i].text, bad[i].at);
	}
	memset(deep, '(', sizeof deep);
	assert_false(expr_integer(deep, sizeof deep, NULL, &v, &pe));
	assert_true(expr_integer("18446744073709551615", 20, NULL, &v, &pe) && v == (wide)UINT64_MAX);
}

/* ---- workloads ---- */
static struct workload *
parse(const char *text, const char *let)
{
	struct simt_error e = {.text = ""};
	struct workload_options o = {.let = &let, .nlet = let != NULL};
	struct workload *w = workload_parse(text, strlen(text), "dir/t.csv", &o, &e);

	if (!w)
		fail_msg("%s", e.text);
	return w;
}

static void
test_expansion(void **state)
{
	static const char text[] = "case,$a,$b,$c,module,kernel,grid,block\n"
				   "x-{a}-{b}-{c},1..8*2,y|z{a},0..20+10|-5..-4,m,k_{b},a,{a}x2\n";
	static const char *const first[] = {"x-1-y-0", "x-1-y-10", "x-1-y-20", "x-1-y--5", "x-1-y--4", "x-1-z1-0"};
	struct workload *w = parse(text, NULL), *again;
	char *data, *twice;
	size_t bytes;
	FILE *out;

	(void)state;
	assert_int_equal(w->nlaunches, 4 * 2 * 5);
	for (size_t i = 0; i < 6; i++)
		assert_string_equal(w->cases[i].name, first[i]);
	assert_string_equal(w->launch[39].name, "k_z8");
	assert_string_equal(w->launch[39].path, "dir/m.cubin");
	assert_int_equal(w->launch[39].grid.x, 8);
	assert_int_equal(w->launch[39].block.x, 8);
	assert_int_equal(w->launch[39].block.y, 2);
	/* what --expand prints expands to itself */
	out = open_memstream(&data, &bytes);
	workload_expand(w, out);
	fclose(out);
	again = parse(data, NULL);
	assert_int_equal(again->nlaunches, w->nlaunches);
	for (size_t i = 0; i < w->nlaunches; i++)
		assert_string_equal(again->cases[i].name, w->cases[i].name);
	out = open_memstream(&twice, &bytes);
	workload_expand(again, out);
	fclose(out);
	assert_string_equal(twice, data);
	free(data);
	free(twice);
	workload_free(again);
	workload_free(w);
	w = parse(text, "a=3|5");
	assert_int_equal(w->nlaunches, 2 * 2 * 5);
	assert_string_equal(w->cases[19].name, "x-5-z5--4");
	workload_free(w);
	/* braces that are no names */
	w = parse("note,$a,module,kernel,grid,block\n{{a} {a},1,m.ptx,k,1,1\n", NULL);
	assert_string_equal(w->launch[0].cell[COLUMN_note], "{a} 1");
	assert_string_equal(w->launch[0].path, "dir/m.ptx");
	out = open_memstream(&data, &bytes);
	workload_expand(w, out);
	fclose(out);
	assert_string_equal(data, "note,$a,module,kernel,grid,block\n{{a} 1,1,m.ptx,k,1,1\n");
	free(data);
	workload_free(w);
}

static void
test_names(void **state)
{
	struct workload *w = parse("case,launch,$n,module,kernel,grid,block\n"
				   ",,1|2,m,k,1,1\n"
				   "c,,,m,k,1,1\n"
				   "c,,,m,k,1,1\n"
				   "c,last,,m,k,1,1\n"
				   "k.2,,,m,k,1,1\n"
				   ",named,,m,k,1,1\n",
				   NULL);
	static const char *const name[] = {"k", "k.3", "c", "k.2", "named"};

	(void)state;
	assert_int_equal(w->ncases, 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(w->cases[i].name, name[i]);
	assert_int_equal(w->cases[2].nlaunches, 3);
	assert_string_equal(w->launch[w->cases[2].launches[0]].name, "k");
	assert_string_equal(w->launch[w->cases[2].launches[1]].name, "k.2");
	assert_string_equal(w->launch[w->cases[2].launches[2]].name, "last");
	workload_free(w);
}

static void
test_order(void **state)
{
	struct workload *w = parse("case,launch,stream,after,module,kernel,grid,block\n"
				   "c,a,s1,d,m,k,1,1\n"
				   "c,b,s1,,m,k,1,1\n"
				   "c,e,,,m,k,1,1\n"
				   "c,d,s2,e,m,k,1,1\n",
				   NULL);
	static const char order[] = "edab";

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(w->launch[w->cases[0].order[i]].name[0], order[i]);
	assert_int_equal(w->launch[0].stream, 1);
	assert_int_equal(w->launch[2].stream, 0);
	assert_int_equal(w->launch[3].stream, 2);
	workload_free(w);
}

static void
test_pointers_in_structures(void **state)
{
	struct workload *w = parse("case,module,kernel,grid,block,args\n"
				   "c,m,k,1,1,a:s32[8] s:bytes[24]=hex(0001020304050607&a+4 &b:f64[2]=fill(1))\n"
				   "c,m,k,1,1,b bytes[8]=hex(&a)\n",
				   NULL);
	const struct workload_arg *a = w->launch[0].args;
	const uint64_t address[] = {0x1000, 0x123456789a};
	static const unsigned char expected[] = {0, 1, 2, 3, 4,    5,    6,    7,    4,    0x10, 0, 0,
						 0, 0, 0, 0, 0x9a, 0x78, 0x56, 0x34, 0x12, 0,    0, 0};
	unsigned char bytes[24];

	(void)state;
	assert_int_equal(w->cases[0].nbuffers, 2);
	assert_int_equal(w->cases[0].buffers[1].init.kind, GENERATE_FILL);
	assert_true(a[1].kind == ARG_VALUE && a[1].bytes == 24 && a[1].npointers == 2);
	workload_arg_bytes(a + 1, address, bytes);
	assert_memory_equal(bytes, expected, sizeof bytes);
	a = w->launch[1].args;
	assert_true(a[0].kind == ARG_BUFFER && a[0].buffer == 1);
	workload_arg_bytes(a, address, bytes);
	assert_memory_equal(bytes, address + 1, 8);
	workload_arg_bytes(a + 1, address, bytes);
	assert_memory_equal(bytes, address, 8);
	workload_free(w);
}

/* A structure by its fields: each at the next multiple of its size, those of a structure within it as well. */
static void
test_structures(void **state)
{
	struct workload *w =
		parse("case,module,kernel,grid,block,args\n"
		      "c,m,k,1,1,u8=1 p:struct(c:s8=2 in:struct(u16=3 f64=-4) a:f32[8] bytes[3]=hex(010203) s16=5 a+4 null "
		      "bytes[9]=hex(&a 06)) a+4\n",
		      NULL);
	const struct workload_arg *a = w->launch[0].args;
	const uint64_t address = 0x123456789a;
	static const unsigned char expected[64] = {2,    [8] = 3,  [22] = 0x10, 0xc0, 0x9a,     0x78,        0x56, 0x34,
						   0x12, [32] = 1, 2,           3,    [36] = 5, [40] = 0x9e, 0x78, 0x56,
						   0x34, 0x12,     [56] = 0x9a, 0x78, 0x56,     0x34,        0x12};
	unsigned char bytes[72];

	(void)state;
	assert_int_equal(w->launch[0].nargs, 3);
	assert_true(a[1].kind == ARG_VALUE && a[1].bytes == 72 && a[1].align == 8 && a[1].npointers == 3 &&
		    !strcmp(a[1].name, "p"));
	workload_arg_bytes(a + 1, &address, bytes);
	assert_memory_equal(bytes, expected, sizeof expected);
	assert_int_equal(bytes[64], 6);
	assert_true(a[2].kind == ARG_BUFFER && a[2].buffer == 0 && a[2].offset == 4);
	workload_free(w);
}

static void
test_arguments(void **state)
{
	struct workload *w =
		parse("case,$n,module,kernel,grid,block,shared,repeat,args\n"
		      "c,5,m,k,2x3,4x2,n*8,3,s32=-1 alpha:f32=0.1 big:u64=0xffffffffffffffff a:s16[threads+1]=iota(n 1) "
		      "d:f64[grid.y] null p:bytes[4]=hex(00 1f FFa0) @table:u8[n]=fill(7) half:f64=1e-1\n"
		      "c,5,m,k,1,1,,,a a+2*n e=copy(a) d:f64 u8=n\n",
		      NULL);
	const struct workload_launch *l = w->launch;
	const struct workload_arg *a = l[0].args;
	static const unsigned char tenth[] = {0xcd, 0xcc, 0xcc, 0x3d}, bytes[] = {0x00, 0x1f, 0xff, 0xa0};

	(void)state;
	assert_int_equal(l[0].shared, 40);
	assert_int_equal(l[0].repeat, 3);
	assert_int_equal(l[1].repeat, 1);
	assert_int_equal(l[0].nargs, 9);
	assert_true(a[0].kind == ARG_VALUE && a[0].bytes == 4 && !memcmp(a[0].value, "\xff\xff\xff\xff", 4));
	assert_true(a[1].bytes == 4 && !memcmp(a[1].value, tenth, 4));
	assert_true(a[2].bytes == 8 && !memcmp(a[2].value, "\xff\xff\xff\xff\xff\xff\xff\xff", 8));
	assert_true(a[3].kind == ARG_BUFFER && a[3].bytes == 8 && a[3].offset == 0);
	assert_int_equal(w->cases[0].buffers[a[3].buffer].count, 49);
	assert_int_equal(w->cases[0].buffers[a[4].buffer].count, 3);
	assert_int_equal(w->cases[0].buffers[a[4].buffer].init.kind, GENERATE_ZEROS);
	assert_int_equal(a[5].kind, ARG_NULL);
	assert_true(a[6].bytes == 4 && !memcmp(a[6].value, bytes, 4));
	assert_true(a[7].kind == ARG_SYMBOL && a[7].count == 5 && !strcmp(a[7].name, "table"));
	assert_int_equal(a[8].bytes, 8);
	a = l[1].args;
	assert_true(a[0].buffer == l[0].args[3].buffer && a[0].offset == 0);
	assert_true(a[1].buffer == a[0].buffer && a[1].offset == 10);
	assert_int_equal(w->cases[0].buffers[a[2].buffer].copy_of, a[0].buffer);
	assert_int_equal(w->cases[0].buffers[a[2].buffer].launch, 1);
	assert_true(a[3].buffer == l[0].args[4].buffer);
	assert_true(a[4].bytes == 1 && a[4].value[0] == 5);
	workload_free(w);
}

/* Positions in cells that {names} have changed point into the file. */
static void
test_positions(void **state)
{
	static const char text[] =
		"$long,module,kernel,grid,block,args\n1000000,m,k,1,1,\"a:s32[{long}]=fill(1)\n b:s32[{long}]=fil(1)\"\n";
	struct simt_error e = {.text = ""};

	(void)state;
	assert_null(workload_parse(text, strlen(text), "t.csv", NULL, &e));
	assert_string_equal(e.text, "t.csv:3:16: unknown generator 'fil'; did you mean 'fill'?");
}

/* ---- expects ---- */
static void
assert_expect(const char *args, const char *expect, const void *data, const void *other, const char *message)
{
	char text[512];
	struct workload *w;
	struct simt_error e = {.text = ""};

	snprintf(text, sizeof text, "case,module,kernel,grid,block,args,expect\nold,m,k,1,1,%s,\nnew,m,k,1,1,%s,%s\n", args, args,
		 expect);
	w = parse(text, NULL);
	assert_int_equal(check_expect(&(struct expect_check){w, &w->cases[1], &w->cases[1].expects[0], data, other, NULL}, &e),
			 message == NULL);
	if (message) {
		assert_int_equal(e.status, SIMT_MISMATCH);
		assert_non_null(strstr(e.text, ": case 'new': "));
		assert_string_equal(strstr(e.text, "'new': ") + 7, message);
	}
	workload_free(w);
}

static void
test_expects(void **state)
{
	static const int32_t one[] = {1, 2, 3, 4}, two[] = {1, 2, -3, 5};
	static const uint64_t large[] = {UINT64_MAX, UINT64_MAX};
	const float x[] = {1.0f, -0.0f, 3.0f}, y[] = {1.0000001f, 0.0f, 3.0f},
		    nan[] = {1.0f, 0.0f / 1.0f, (float)(1e30 * 1e30 * 0)};

	(void)state;
	assert_expect("a:s32[4]", "a=same(old)", one, one, NULL);
	assert_expect("a:s32[4]", "a=same(old.a)", one, two, "a[2] is 3, same(old.a) has -3 (2 of 4 elements differ)");
	assert_expect("a:s32[4]", "a=iota(1 1)", one, NULL, NULL);
	assert_expect("a:s32[4]", "a=fill(1)", one, NULL, "a[1] is 2, fill(1) has 1 (3 of 4 elements differ)");
	assert_expect("a:s32[4]", "sum(a)=10", one, NULL, NULL);
	assert_expect("a:s32[4]", "sum(a)=4+5", one, NULL, "sum(a) is 10, expected 9");
	assert_expect("a:u64[2]", "sum(a)=18446744073709551615", large, NULL,
		      "sum(a) is 36893488147419103230, expected 18446744073709551615");
	assert_expect("a:s32[4]", "sorted(a)", one, NULL, NULL);
	assert_expect("a:s32[4]", "sorted(a)", two, NULL, "a is not sorted: [1] is 2, [2] is -3");
	assert_expect("a:f32[3]", "a~1ulp=same(old)", x, y, NULL);
	assert_expect("a:f32[3]", "a=same(old)", x, y, "a[0] is 1, same(old) has 1.00000012 (2 of 3 elements differ)");
	assert_expect("a:f32[3]", "sum(a)=4.0", x, NULL, NULL);
	assert_expect("a:f32[3]", "sorted(a)", nan, NULL, "a is not sorted: [0] is 1, [1] is 0");
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_csv_plain),
		cmocka_unit_test(test_csv_quotes),
		cmocka_unit_test(test_csv_limits),
		cmocka_unit_test(test_csv_compressed),
		cmocka_unit_test(test_csv_put),
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_expansion),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_pointers_in_structures),
		cmocka_unit_test(test_structures),
		cmocka_unit_test(test_positions),
		cmocka_unit_test(test_expects),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("workload", tests, NULL, NULL);
}
