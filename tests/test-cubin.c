/* The cubin reader: what it finds in shipped cubins, what it says of files that are none, and that damage cannot hurt it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cubin.h"

#define VECADD      "workloads/vecadd/vecadd.cubin"
#define DYNAMIC     "workloads/dynamic-work/dynamic-work.cubin"
#define FEATURES    "tests/data/features.cubin"
#define UNOPTIMISED "workloads/general/apart-unoptimised.cubin"
#define APART       "workloads/general/apart-linked.cubin"

struct file {
	uint8_t *data;
	size_t size;
};

static struct file
read_file(const char *path)
{
	const char *root = getenv("srcdir");
	struct file f = {.size = 0};
	char name[4096];
	FILE *in;
	long size;

	snprintf(name, sizeof name, "%s/%s", root ? root : ".", path);
	in = fopen(name, "rb");
	if (!in)
		fail_msg("cannot open %s", name);
	assert_int_equal(fseek(in, 0, SEEK_END), 0);
	size = ftell(in);
	assert_true(size > 0);
	rewind(in);
	f.data = malloc((size_t)size);
	assert_non_null(f.data);
	f.size = fread(f.data, 1, (size_t)size, in);
	assert_int_equal(f.size, size);
	fclose(in);
	return f;
}

/* Opens from a copy that is freed at once: the reader keeps its own. */
static struct cubin *
open_file(const char *path)
{
	struct simt_error e = {.status = SIMT_OK};
	struct file f = read_file(path);
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
	assert_non_null(strstr(e.text, "_Z5helloPi6recordd"));
	assert_non_null(strstr(e.text, "_Z5helloPf"));
	assert_null(strstr(e.text, "lonely"));

	e.status = SIMT_OK;
	assert_null(cubin_find_kernel(c, "add", &e));
	assert_non_null(strstr(e.text, "_Z3addILi4EEvi"));

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
	struct file f = read_file(path);
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

static void
refused(const void *image, size_t size, const char *why)
{
	struct simt_error e = {.status = SIMT_OK};

	assert_null(cubin_open(image, size, "file", &e));
	assert_int_equal(e.status, SIMT_BAD_INPUT);
	if (strncmp(e.text, "file: ", 6) || !strstr(e.text, why))
		fail_msg("'%s' does not say '%s'", e.text, why);
}

static void
foreign_files(void **state)
{
	(void)state;
	refused("", 0, "empty");
	refused("hello, world", 12, "not an ELF file");
	refused("//\n// Generated by NVIDIA NVVM Compiler", 38, "PTX");
	refused("\x50\xed\x55\xba\1\0\x10\0", 8, "fat binary");
}

/* Changes bytes of a good file. */
static void
changed_header(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
		const char *why;
	} change[] = {
		{4, 1, "64-bit"},                /* EI_CLASS */
		{7, 0, "OS ABI 0x0"},            /* EI_OSABI */
		{8, 9, "ABI version 9"},         /* EI_ABIVERSION */
		{16, 1, "relocatable"},          /* e_type */
		{18, 62, "of the host"},         /* e_machine */
		{18, 40, "machine 40, not"},     /* e_machine */
		{49, 80, "sm_80; only sm_90"},   /* e_flags */
		{49, 120, "sm_120; only sm_90"}, /* e_flags */
		{62, 0, "names of its sections"} /* e_shstrndx */
	};
	struct file f = read_file(VECADD);
	size_t i;

	(void)state;
	for (i = 0; i < sizeof change / sizeof *change; i++) {
		uint8_t old = f.data[change[i].at];

		f.data[change[i].at] = change[i].value;
		refused(f.data, f.size, change[i].why);
		f.data[change[i].at] = old;
	}
	free(f.data);
}

/* A relocation of a type that the reader does not know. */
static void
changed_relocation(void **state)
{
	struct file f = read_file(FEATURES);
	size_t i, hits = 0;

	(void)state;
	/* the entry of .rela.nv.constant4 with offset 16, type 2, a symbol, addend 0 */
	for (i = 0; i + 24 <= f.size; i += 8) {
		uint64_t offset, addend;
		uint32_t type, symbol;

		memcpy(&offset, f.data + i, 8);
		memcpy(&type, f.data + i + 8, 4);
		memcpy(&symbol, f.data + i + 12, 4);
		memcpy(&addend, f.data + i + 16, 8);
		if (offset == 16 && type == 2 && symbol > 0 && symbol < 200 && addend == 0) {
			f.data[i + 8] = 36;
			hits++;
		}
	}
	assert_int_equal(hits, 1);
	refused(f.data, f.size, "type 36");
	free(f.data);
}

static void
cut_off(void **state)
{
	struct file f = read_file(VECADD);
	size_t n;

	(void)state;
	for (n = 0; n < f.size; n += n < 128 ? 1 : 61) {
		struct simt_error e = {.status = SIMT_OK};
		uint8_t *part = malloc(n ? n : 1);
		struct cubin *c;

		assert_non_null(part);
		memcpy(part, f.data, n);
		c = cubin_open(part, n, "file", &e);
		/* the program headers at the end are not needed */
		if (c)
			assert_true(n + 1024 > f.size);
		else
			assert_int_equal(e.status, SIMT_BAD_INPUT);
		cubin_close(c);
		free(part);
	}
	free(f.data);
}

/* Walks over all that a cubin gives, so that a sanitizer sees every access. */
static unsigned
walk(const struct cubin *c)
{
	unsigned sum = 0, line;
	const char *file;
	uint64_t lo, hi;
	size_t i;
	uint32_t j;

	for (i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);

		for (j = 0; j < k->ninst; j++) {
			cubin_inst(k, j, &lo, &hi);
			sum += (unsigned)(lo ^ hi);
			if (cubin_line(c, k, 16 * j, &file, &line))
				sum += (unsigned)strlen(file) + line;
		}
		for (j = 0; j < k->nparams; j++)
			sum += k->params[j].offset;
	}
	for (i = 0; i < cubin_relocs(c); i++) {
		const struct cubin_reloc *r = cubin_reloc(c, i);
		const struct cubin_blob *b = r->place <= CUBIN_BANK2 ? &r->kernel->blob[r->place] : cubin_blob(c, r->place);
		/* functions in sections of their own are behind the kernel's code */
		const uint64_t size = r->place == CUBIN_CODE ? (uint64_t)r->kernel->ninst * 16 : b->size;
		uint8_t *copy = size < 1u << 20 ? calloc(1, size) : NULL;

		if (copy)
			cubin_relocate(r, copy, sum);
		free(copy);
	}
	return sum;
}

static uint32_t
random_bits(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

/* Random damage, mostly in the headers: each file is read or refused, never more. */
static void
damage(void **state)
{
	static const char *const path[] = {VECADD, FEATURES, APART};
	uint64_t seed = 1, headers;
	unsigned sum = 0;
	size_t p;
	int i, j;

	(void)state;
	for (p = 0; p < sizeof path / sizeof *path; p++) {
		struct file f = read_file(path[p]);
		uint8_t *image = malloc(f.size);

		assert_non_null(image);
		memcpy(&headers, f.data + 40, sizeof headers); /* e_shoff */
		for (i = 0; i < 3000; i++) {
			struct simt_error e = {.status = SIMT_OK};
			struct cubin *c;

			memcpy(image, f.data, f.size);
			for (j = (int)(random_bits(&seed) % 6); j >= 0; j--) {
				uint32_t r = random_bits(&seed) % 4;
				size_t from = r == 1 ? headers : 0, range = r == 0 ? 64 : f.size - from;

				image[from + random_bits(&seed) % range] = (uint8_t)(r == 3 ? 0xff : random_bits(&seed));
			}
			c = cubin_open(image, f.size, "file", &e);
			if (c)
				sum += walk(c);
			else if (e.status != SIMT_BAD_INPUT || strchr(e.text, '\n'))
				fail_msg("status %d: %s", e.status, e.text);
			cubin_close(c);
		}
		free(image);
		free(f.data);
	}
	assert_true(sum != 0);
}

/* A call of a function that is said to be in constants, behind the end of the code. */
static void
call_in_constants(void **state)
{
	enum {
		HEADER = 64,
		NAME = 0,
		TYPE = 4,
		OFFSET = 24,
		SIZE = 32,
		INFO = 44,
		SHNUM = 60,
		SHSTRNDX = 62,
		RELA = 4,
		ENTRY = 24,
		CALL = 75
	};
	const char bank[] = ".nv.constant0.";
	struct file f = read_file(UNOPTIMISED);
	const uint64_t none = 0, all = f.size, at = (f.size - 16) / 16 * 16;
	struct simt_error e = {.status = SIMT_OK};
	uint64_t headers, names, offset, size;
	uint32_t type, name, constants = 0, calls = 0;
	uint16_t n, strings;
	struct cubin *c;

	(void)state;
	memcpy(&headers, f.data + 40, sizeof headers); /* e_shoff */
	memcpy(&n, f.data + SHNUM, sizeof n);
	memcpy(&strings, f.data + SHSTRNDX, sizeof strings);
	memcpy(&names, f.data + headers + (size_t)HEADER * strings + OFFSET, sizeof names);
	for (uint32_t i = 0; i < n; i++) {
		uint8_t *h = f.data + headers + (size_t)HEADER * i;

		memcpy(&name, h + NAME, sizeof name);
		if (strncmp((char *)f.data + names + name, bank, sizeof bank - 1))
			continue;
		memcpy(h + OFFSET, &none, sizeof none);
		memcpy(h + SIZE, &all, sizeof all);
		constants = i;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint8_t *h = f.data + headers + (size_t)HEADER * i;

		memcpy(&type, h + TYPE, sizeof type);
		memcpy(&offset, h + OFFSET, sizeof offset);
		memcpy(&size, h + SIZE, sizeof size);
		for (uint64_t k = offset; type == RELA && k < offset + size; k += ENTRY)
			if (f.data[k + 8] == CALL) {
				memcpy(h + INFO, &constants, sizeof constants);
				memcpy(f.data + k, &at, sizeof at);
				calls++;
			}
	}
	assert_true(constants && calls);
	/* read or refused, never more */
	c = cubin_open(f.data, f.size, "file", &e);
	if (!c)
		assert_int_equal(e.status, SIMT_BAD_INPUT);
	cubin_close(c);
	free(f.data);
}

/* Parameters begin where sm_90 has them: what the driver provides is before. */
static void
parameters_too_low(void **state)
{
	struct file f = read_file(VECADD);
	size_t hits = 0;

	(void)state;
	/* the attribute PARAM_CBANK of 8 bytes, a symbol, 0x210, 28 */
	for (size_t i = 0; i + 12 <= f.size; i += 4)
		if (f.data[i] == 4 && f.data[i + 1] == 0x0a && f.data[i + 2] == 8 && f.data[i + 8] == 0x10 && f.data[i + 9] == 2) {
			f.data[i + 9] = 0;
			hits++;
		}
	assert_int_equal(hits, 1);
	refused(f.data, f.size, "begin at byte 16 of constant bank 0");
	free(f.data);
}

/* A file of `kernels` kernels of one instruction, each of which calls function 0, and of functions that call the next one each, all of so many
 * bytes. `shared`: all functions are the same bytes of the file. */
static struct file
many_functions(unsigned kernels, unsigned functions, size_t bytes, bool shared)
{
	enum { NULLS = 1, NAMES, SYMBOLS, FIRST, CALL = 75, NAME_ROOM = 32, ABI = 0x210 };
	const unsigned codes = kernels + functions, sections = FIRST + codes + codes + kernels;
	const size_t names = 64, symbols = names + (size_t)NAME_ROOM * (codes + kernels + 1),
		     relocations = symbols + (size_t)24 * (codes + 1), code = (relocations + (size_t)24 * codes + 15) / 16 * 16,
		     headers = code + ABI + bytes * (shared ? 1 : functions);
	struct file f = {.size = headers + (size_t)64 * sections};
	const uint16_t e[] = {2, 190}, tail[] = {64, 0, 0, 64, (uint16_t)sections, NAMES};
	const uint32_t flags = 90 << 8;
	const uint64_t h = headers;

	assert_true(sections < 0xff00);
	f.data = calloc(1, f.size);
	assert_non_null(f.data);
	memcpy(f.data, "\177ELF\2\1\1\101\10", 9);
	memcpy(f.data + 16, e, sizeof e);
	memcpy(f.data + 40, &h, sizeof h);
	memcpy(f.data + 48, &flags, sizeof flags);
	memcpy(f.data + 52, tail, sizeof tail);
	for (unsigned i = 0; i < sections; i++) {
		const bool text = i >= FIRST && i < FIRST + codes, kernel = text && i < FIRST + kernels;
		const unsigned c = text ? i - FIRST : i - FIRST - codes, n = c - kernels;
		struct {
			uint32_t name, type;
			uint64_t flags, address, offset, size;
			uint32_t link, info;
			uint64_t align, entry;
		} s = {.align = 1};
		struct {
			uint32_t name;
			uint8_t type, other;
			uint16_t section;
			uint64_t value, size;
		} symbol = {0};
		const struct {
			uint64_t offset;
			uint32_t type, symbol;
			int64_t addend;
		} r = {0, CALL, kernels + 1 + (c < kernels || n + 1 == functions ? 0 : n + 1), 0};

		if (i == NAMES) {
			s.type = 3;
			s.offset = names;
			s.size = symbols - names;
		} else if (i == SYMBOLS) {
			s.type = 2;
			s.offset = symbols;
			s.size = relocations - symbols;
			s.link = NAMES;
		} else if (text) {
			char *name = (char *)f.data + names + (size_t)NAME_ROOM * (c + 1);

			snprintf(name, NAME_ROOM, ".text.%c%u", kernel ? 'k' : 'f', kernel ? c : n);
			s.name = (uint32_t)(NAME_ROOM * (c + 1));
			s.type = 1;
			s.offset = kernel ? code : code + ABI + (shared ? 0 : bytes * n);
			s.size = kernel ? 16 : bytes;
			s.info = 16u << 24;
			symbol.name = s.name + 6;
			symbol.type = 2;
			symbol.other = kernel ? 0x10 : 0;
			symbol.section = (uint16_t)i;
			memcpy(f.data + symbols + (size_t)24 * (c + 1), &symbol, sizeof symbol);
		} else if (i >= FIRST + codes + codes) {
			s.name = (uint32_t)(NAME_ROOM * (c + 1));
			snprintf((char *)f.data + names + s.name, NAME_ROOM, ".nv.constant0.k%u", c - codes);
			s.type = 1;
			s.offset = code;
			s.size = ABI;
		} else if (i >= FIRST) {
			s.type = 4;
			s.offset = relocations + (size_t)24 * c;
			s.size = 24;
			s.link = SYMBOLS;
			s.info = FIRST + c;
			memcpy(f.data + s.offset, &r, sizeof r);
		}
		memcpy(f.data + headers + (size_t)64 * i, &s, sizeof s);
	}
	return f;
}

/* A kernel has the functions that it comes to behind it; how much memory that takes has a limit, which a small file can want to pass. */
static void
functions_without_end(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct file f = many_functions(5, 7, 64, false);
	struct cubin *c = cubin_open(f.data, f.size, "file", &e);

	(void)state;
	if (!c)
		fail_msg("%s", e.text);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(cubin_kernel(c, i)->ninst, (128 + 7 * 128) / 16);
	cubin_close(c);
	free(f.data);

	/* 1 MiB of functions for each of 256 kernels, which have 128 bytes of their own */
	f = many_functions(300, 256, 4096, false);
	refused(f.data, f.size, "kernel k255 (number 255) comes to functions");
	free(f.data);

	f = many_functions(10, 100, 4096, true);
	refused(f.data, f.size, "are longer than the file");
	free(f.data);

	f = many_functions(4097, 4097, 16, false);
	refused(f.data, f.size, "4097 kernels and 4097 functions");
	free(f.data);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vecadd),
		cmocka_unit_test(shared_memory),
		cmocka_unit_test(resources),
		cmocka_unit_test(names),
		cmocka_unit_test(variables),
		cmocka_unit_test(relocations),
		cmocka_unit_test(halves),
		cmocka_unit_test(lines),
		cmocka_unit_test(lines_of_many),
		cmocka_unit_test(foreign_files),
		cmocka_unit_test(changed_header),
		cmocka_unit_test(changed_relocation),
		cmocka_unit_test(cut_off),
		cmocka_unit_test(damage),
		cmocka_unit_test(call_in_constants),
		cmocka_unit_test(parameters_too_low),
		cmocka_unit_test(functions_without_end),
	};

	return cmocka_run_group_tests_name("cubin", tests, NULL, NULL);
}
