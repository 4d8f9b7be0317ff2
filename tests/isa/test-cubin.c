/* The cubin reader: what it finds in shipped cubins. What it says of damaged ones: test-cubin-damage.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/cubin.h"
#include "tests/helpers/source.h"

#define VECADD   "workloads/vecadd/vecadd.cubin"
#define DYNAMIC  "workloads/dynamic-work/dynamic-work.cubin"
#define FEATURES "tests/data/features.cubin"

/* Opens from a copy that is freed at once: the reader keeps its own. */
static struct cubin *
open_file(const char *path)
{
	struct simt_error e = {.status = SIMT_OK};
	struct file f = source_read(path);
	struct cubin *c = cubin_open(f.data, f.size, path, &e);

	free(f.data);
	if (!c)
		fail_msg("%s", e.text);
	assert_int_equal(e.status, SIMT_OK);
	return c;
}

static const struct cubin_kernel *
kernel(const struct cubin *c, const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	const struct cubin_kernel *k = cubin_find_kernel(c, name, &e);

	if (!k)
		fail_msg("%s", e.text);
	return k;
}

static void
vecadd(void **state)
{
	static const struct cubin_param params[] = {{0, 8}, {8, 8}, {16, 8}, {24, 4}};
	struct cubin *c = open_file(VECADD);
	const struct cubin_kernel *k;
	uint64_t lo, hi;
	unsigned i;

	(void)state;
	assert_int_equal(cubin_sm(c), 90);
	assert_string_equal(cubin_name(c), VECADD);
	assert_int_equal(cubin_kernels(c), 1);
	k = cubin_kernel(c, 0);
	assert_string_equal(k->symbol, "vecadd");
	assert_ptr_equal(kernel(c, "vecadd"), k);
	assert_int_equal(k->registers, 12);
	assert_int_equal(k->shared_bytes, 0);
	assert_int_equal(k->shared_reserved, 1024);
	assert_int_equal(k->local_bytes, 0);
	assert_int_equal(k->barriers, 0);
	assert_int_equal(k->param_base, 0x210);
	assert_int_equal(k->param_bytes, 28);
	assert_int_equal(k->blob[CUBIN_BANK0].size, 0x210 + 28);
	assert_int_equal(k->nparams, 4);
	for (i = 0; i < k->nparams; i++) {
		assert_int_equal(k->params[i].offset, params[i].offset);
		assert_int_equal(k->params[i].size, params[i].size);
	}
	/* LDC R1, c[0x0][0x28] comes first in every kernel: opcode and operands, without the control field */
	assert_true(k->ninst > 8);
	cubin_inst(k, 0, &lo, &hi);
	assert_int_equal(lo, UINT64_C(0x00000a00ff017b82));
	assert_int_equal(cubin_variables(c), 0);
	assert_int_equal(cubin_relocs(c), 0);
	assert_int_equal(cubin_blob(c, CUBIN_BANK3)->size, 0);
	cubin_close(c);
}

static void
shared_memory(void **state)
{
	struct cubin *c = open_file(DYNAMIC);

	(void)state;
	/* one int, rounded up to 16 bytes by the assembler */
	assert_int_equal(kernel(c, "dynamic_1")->shared_bytes, 16);
	assert_int_equal(kernel(c, "dynamic_1")->barriers, 1);
	assert_int_equal(kernel(c, "naive_1")->shared_bytes, 0);
	assert_int_equal(cubin_kernels(c), 20);
	cubin_close(c);
}

static void
resources(void **state)
{
	struct cubin *c = open_file(FEATURES);
	const struct cubin_kernel *k = kernel(c, "_Z5helloPi6recordd");

	(void)state;
	assert_int_equal(k->max_threads, 128);
	assert_int_equal(k->shared_bytes, 160);
	assert_int_equal(k->nparams, 3);
	assert_int_equal(k->params[1].offset, 8);
	assert_int_equal(k->params[1].size, 24);
	assert_int_equal(k->params[2].offset, 32);

	k = kernel(c, "nothing");
	assert_int_equal(k->nparams, 0);
	assert_int_equal(k->param_bytes, 0);
	assert_int_equal(k->max_threads, 0);

	k = kernel(c, "fixed");
	assert_int_equal(k->required_ntid[0], 64);
	assert_int_equal(k->required_ntid[1], 2);
	assert_int_equal(k->required_ntid[2], 1);

	k = kernel(c, "wide"); /* more than 4 KiB of parameters: another attribute */
	assert_int_equal(k->param_bytes, 8016);
	assert_int_equal(k->nparams, 4);
	assert_int_equal(k->params[0].size, 8000);
	assert_int_equal(k->params[3].offset, 8008);

	assert_int_equal(kernel(c, "local")->local_bytes, 400);
	k = kernel(c, "jumps");
	assert_true(k->blob[CUBIN_BANK2].size > 0 && k->blob[CUBIN_BANK2].data);
	cubin_close(c);
}

static void
names(void **state)
{
	struct cubin *c = open_file(FEATURES);
	struct simt_error e = {.status = SIMT_OK};

	(void)state;
	assert_string_equal(kernel(c, "lonely")->symbol, "_ZN5inner6lonelyEi");
	assert_string_equal(kernel(c, "inner::lonely")->symbol, "_ZN5inner6lonelyEi");
	assert_string_equal(kernel(c, "_Z3addILi3EEvi")->symbol, "_Z3addILi3EEvi");

	assert_null(cubin_find_kernel(c, "hello", &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	assert_non_null(strstr(e.text, "hello(float*), hello(int*, record, double)"));
	assert_null(strstr(e.text, "lonely"));

	e.status = SIMT_OK;
	assert_null(cubin_find_kernel(c, "add", &e));
	assert_non_null(strstr(e.text, "add<4>, add<3>"));
	assert_string_equal(kernel(c, "add<4>")->symbol, "_Z3addILi4EEvi");
	assert_string_equal(kernel(c, "hello(float *)")->symbol, "_Z5helloPf");
	assert_string_equal(kernel(c, "*4>")->symbol, "_Z3addILi4EEvi");

	e.status = SIMT_OK;
	assert_null(cubin_find_kernel(c, "hell", &e));
	assert_non_null(strstr(e.text, "no kernel 'hell'"));
	assert_non_null(strstr(e.text, "nothing"));

	e.status = SIMT_OK;
	assert_null(cubin_find_kernel(c, "inner", &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	cubin_close(c);
}

static void
variables(void **state)
{
	static const struct {
		const char *name;
		enum cubin_place place;
		uint64_t size;
	} want[] = {{"zeros", CUBIN_GLOBAL, 16},
		    {"initial", CUBIN_GLOBAL_INIT, 12},
		    {"pointer", CUBIN_GLOBAL_INIT, 8},
		    {"table", CUBIN_BANK3, 64}};
	static const uint32_t initial[] = {4, 5, 6};
	struct cubin *c = open_file(FEATURES);
	struct simt_error e = {.status = SIMT_OK};
	const struct cubin_variable *v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof want / sizeof *want; i++) {
		v = cubin_find_variable(c, want[i].name, &e);
		assert_non_null(v);
		assert_int_equal(v->place, want[i].place);
		assert_int_equal(v->size, want[i].size);
	}
	v = cubin_find_variable(c, "initial", &e);
	assert_memory_equal(cubin_blob(c, v->place)->data + v->offset, initial, sizeof initial);
	v = cubin_find_variable(c, "table", &e);
	assert_int_equal(cubin_blob(c, v->place)->data[v->offset + 8], 3);
	assert_null(cubin_blob(c, CUBIN_GLOBAL)->data);
	assert_int_equal(cubin_blob(c, CUBIN_GLOBAL)->size, 16);
	assert_null(cubin_find_variable(c, "none", &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	cubin_close(c);
}

static void
relocations(void **state)
{
	struct cubin *c = open_file(FEATURES);
	struct simt_error e = {.status = SIMT_OK};
	const struct cubin_variable *initial = cubin_find_variable(c, "initial", &e);
	uint64_t address = 0;
	uint8_t bytes[256] = {0};
	unsigned in_bank4 = 0, pointers = 0;
	size_t i;

	(void)state;
	assert_non_null(initial);
	for (i = 0; i < cubin_relocs(c); i++) {
		const struct cubin_reloc *r = cubin_reloc(c, i);

		assert_int_equal(r->kind, CUBIN_RELOC_64);
		assert_true(cubin_blob(c, r->place)->size <= sizeof bytes);
		in_bank4 += r->place == CUBIN_BANK4;
		if (r->place != CUBIN_GLOBAL_INIT)
			continue;
		/* int *pointer = initial */
		pointers++;
		assert_string_equal(r->symbol, "initial");
		assert_int_equal(r->target, CUBIN_GLOBAL_INIT);
		cubin_relocate(r, bytes, 0x700000000000);
		memcpy(&address, bytes + r->offset, sizeof address);
		assert_int_equal(address, 0x700000000000 + initial->offset);
	}
	assert_int_equal(in_bank4, 3);
	assert_int_equal(pointers, 1);
	cubin_close(c);
}

static void
halves(void **state)
{
	struct cubin_reloc r = {.kind = CUBIN_RELOC_LO32, .place = CUBIN_CODE, .offset = 16, .addend = 4};
	uint8_t code[32] = {0};
	uint32_t word;

	(void)state;
	cubin_relocate(&r, code, 0x123456780);
	memcpy(&word, code + 20, 4);
	assert_int_equal(word, 0x23456784);
	r.kind = CUBIN_RELOC_HI32;
	cubin_relocate(&r, code, 0x123456780);
	memcpy(&word, code + 20, 4);
	assert_int_equal(word, 1);
	word = 0;
	r.kind = CUBIN_RELOC_32;
	cubin_relocate(&r, code, 0x123456780);
	memcpy(&word, code + 16, 4);
	assert_int_equal(word, 0x23456784);
}

/* Number of the line of `path` that holds `text`. */
static unsigned
line_of(const char *path, const char *text)
{
	struct file f = source_read(path);
	unsigned line = 1;
	size_t i;

	for (i = 0; i + strlen(text) <= f.size; i++) {
		if (!memcmp(f.data + i, text, strlen(text)))
			break;
		line += f.data[i] == '\n';
	}
	free(f.data);
	return line;
}

static void
lines(void **state)
{
	struct cubin *c = open_file(VECADD);
	const struct cubin_kernel *k = cubin_kernel(c, 0);
	unsigned line, index = line_of("workloads/vecadd/vecadd.cu", "int i = "), seen = 0;
	const char *file;
	uint32_t i;

	(void)state;
	for (i = 0; i < k->ninst; i++) {
		assert_true(cubin_line(c, k, 16 * i, &file, &line));
		assert_string_equal(file, "vecadd.cu");
		assert_true(line >= index - 2 && line <= index + 4);
		seen |= 1u << (line - index + 2);
	}
	/* the function's head, the index, the test, the sum and the closing brace */
	assert_int_equal(seen, 1u << 0 | 1u << 2 | 1u << 4 | 1u << 5 | 1u << 6);
	assert_false(cubin_line(c, k, 16 * k->ninst, &file, &line));
	cubin_close(c);
}

/* A line table of many functions, with inlined ones from a header of the toolkit. */
static void
lines_of_many(void **state)
{
	struct cubin *c = open_file(DYNAMIC);
	unsigned line, work = line_of("workloads/dynamic-work/dynamic-work.cu", "x = (x * x + x)");
	size_t i;

	(void)state;
	for (i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);
		unsigned of_work = 0, of_header = 0;
		const char *file;
		uint32_t j;

		for (j = 0; j < k->ninst; j++) {
			assert_true(cubin_line(c, k, 16 * j, &file, &line));
			of_work += !strcmp(file, "dynamic-work.cu") && line == work;
			of_header += !strcmp(file, "device_atomic_functions.hpp");
		}
		assert_true(of_work > 0);
		assert_int_equal(of_header > 0, !strncmp(k->symbol, "dynamic", 7));
	}
	cubin_close(c);
}

/* Where functions were inlined: each instruction of the toolkit's header has a call in the source, outside of that header, and none of them
 * goes on for ever. Work is a function, too. */
static void
inlined(void **state)
{
	struct cubin *c = open_file(DYNAMIC);
	unsigned of_header = 0, chains = 0;

	(void)state;
	for (size_t i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);

		for (uint32_t j = 0; j < k->ninst; j++) {
			struct cubin_inlining call;
			unsigned depth = 0, line;
			const char *file;

			assert_true(cubin_line(c, k, 16 * j, &file, &line));
			while (cubin_inlined(c, k, 16 * j, depth, &call)) {
				assert_true(call.line > 0);
				assert_true(*call.function);
				depth++;
			}
			chains += depth > 0;
			if (strcmp(file, "device_atomic_functions.hpp") != 0)
				continue;
			of_header++;
			assert_true(depth > 0);
			/* the outermost call is in the source */
			assert_true(cubin_inlined(c, k, 16 * j, depth - 1, &call));
			assert_string_equal(call.file, "dynamic-work.cu");
			assert_true(cubin_inlined(c, k, 16 * j, 0, &call));
			assert_non_null(strstr(call.function, "atomic"));
		}
	}
	assert_true(of_header > 0 && chains > of_header);
	cubin_close(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vecadd),  cmocka_unit_test(shared_memory), cmocka_unit_test(resources),
		cmocka_unit_test(names),   cmocka_unit_test(variables),     cmocka_unit_test(relocations),
		cmocka_unit_test(halves),  cmocka_unit_test(lines),         cmocka_unit_test(lines_of_many),
		cmocka_unit_test(inlined),
	};

	return cmocka_run_group_tests_name("cubin", tests, NULL, NULL);
}
