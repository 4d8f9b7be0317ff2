/* inspect-template.c: a workload.csv to start from. Whatever the cubin does not say is a guess, and has a ? in front. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "base/file-names.h"
#include "isa/cxx-name.h"
#include "isa/isa.h"
#include "isa/traits.h"
#include "sim/runtime/inspect.h"

enum {
	BLOCK = 256,      /* threads that are guessed */
	LONG_NAME = 100,  /* bytes: above, a symbol reads no worse */
	PARAMS_MAX = 4096 /* bytes of a name; a type takes one at least */
};

static const char *
element(const struct cxx_type *t)
{
	static const char *const name[][9] = {[CXX_SIGNED] = {[1] = "s8", [2] = "s16", [4] = "s32", [8] = "s64"},
					      [CXX_UNSIGNED] = {[1] = "u8", [2] = "u16", [4] = "u32", [8] = "u64"},
					      [CXX_REAL] = {[4] = "f32", [8] = "f64"}};

	return t->kind == CXX_OTHER ? NULL : name[t->kind][t->bytes];
}

/* A structure that nobody knows, byte by byte. */
static void
put_bytes(FILE *out, uint32_t size)
{
	fprintf(out, "bytes[%" PRIu32 "]=hex(?", size);
	for (uint32_t i = 0; i < size; i++)
		fputs("00", out);
	putc(')', out);
}

/* Of the size alone. */
static void
put_guess(FILE *out, uint32_t size)
{
	static const char *const type[] = {[1] = "u8", [2] = "u16", [4] = "s32"};

	if (size == 8)
		fputs("?s32[?threads]", out);
	else if (size <= 4 && type[size])
		fprintf(out, "?%s=?1", type[size]);
	else
		put_bytes(out, size);
}

static void
put_argument(FILE *out, const struct cxx_type *t, uint32_t size)
{
	const char *name = t ? element(t) : NULL;

	if (!t) {
		put_guess(out, size);
	} else if (t->pointer && size == 8) {
		fputs(name ? name : "?u8", out);
		if (t->numbers > 1)
			fprintf(out, "[?%u*threads]", t->numbers);
		else
			fputs("[?threads]", out);
	} else if (!name || size != t->bytes * t->numbers) {
		put_bytes(out, size);
	} else if (t->numbers == 1) {
		fprintf(out, "%s=?1", name);
	} else {
		fputs("struct(", out);
		for (unsigned i = 0; i < t->numbers; i++)
			fprintf(out, "%s%s=?1", i ? " " : "", name);
		putc(')', out);
	}
}

static void
put_arguments(FILE *out, const struct cubin_kernel *k)
{
	struct cxx_type *type = zeroed(PARAMS_MAX, sizeof *type);
	const bool known = k->nparams && cxx_params(k->symbol, type, PARAMS_MAX) == k->nparams;

	for (unsigned p = 0; p < k->nparams; p++) {
		fprintf(out, "%sp%u:", p ? " " : "", p);
		put_argument(out, known ? type + p : NULL, k->params[p].size);
	}
	free(type);
}

/* What finds the kernel and no other: the shortest of its names, or its symbol. The caller frees it. */
static char *
unique_name(const struct cubin *c, const struct cubin_kernel *k)
{
	char *plain = must(strndup(k->name, strcspn(k->name, "<("))), *last = strrchr(plain, ':');
	const char *const names[] = {last ? last + 1 : plain, plain, k->name, k->signature};
	const char *found = k->symbol;
	char *copy;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct simt_error e = {.status = SIMT_OK};

		if (*names[i] && strlen(names[i]) <= LONG_NAME && cubin_find_kernel(c, names[i], &e) == k) {
			found = names[i];
			break;
		}
	}
	copy = must(strdup(found));
	free(plain);
	return copy;
}

/* Whether it has shared memory whose size the launch says. */
static bool
needs_shared(const struct cubin *c, const struct cubin_kernel *k)
{
	for (uint32_t i = 0; !k->shared_bytes && i < k->ninst; i++) {
		struct inst in;
		uint64_t lo, hi;

		cubin_inst(k, i, &lo, &hi);
		if (isa_decode(lo, hi, i * ISA_INST_BYTES, cubin_sm(c), &in) && (in.op->traits & TRAIT_SHARED_SPACE))
			return true;
	}
	return false;
}

static void
put_block(FILE *out, const struct cubin_kernel *k)
{
	if (k->required_ntid[0])
		fprintf(out, "%" PRIu32, k->required_ntid[0]);
	else
		fprintf(out, "?%u", k->max_threads && k->max_threads < BLOCK ? k->max_threads : BLOCK);
	if (k->required_ntid[1] > 1 || k->required_ntid[2] > 1)
		fprintf(out, "x%" PRIu32 "x%" PRIu32, k->required_ntid[1], k->required_ntid[2]);
}

static void
put_kernel(FILE *out, const struct cubin *c, const struct cubin_kernel *k, const char *module)
{
	char *name = unique_name(c, k);

	if (strcmp(k->signature, k->symbol) != 0)
		fprintf(out, "# %s\n", k->signature);
	csvfile_put(out, name);
	putc(',', out);
	csvfile_put(out, module);
	putc(',', out);
	csvfile_put(out, name);
	fputs(",?1,", out);
	put_block(out, k);
	fprintf(out, ",%s,", needs_shared(c, k) ? "?0" : "");
	put_arguments(out, k);
	fputs(",\n", out);
	free(name);
}

void
inspect_template(const struct cubin *c, const char *path, FILE *out)
{
	fputs("# A ? is in front of each guess; with one left nothing runs. Write what the kernel is to be given in its place, or "
	      "take the ? away "
	      "where the guess is right.\n"
	      "# name:type[n] is a buffer of n zeros, name:type[n]=contents another one, type=value a number; workload.csv(5) has "
	      "the "
	      "rest. A structure is better written struct(...). This file belongs beside the cubin.\n"
	      "case,module,kernel,grid,block,shared,args,expect\n",
	      out);
	for (size_t i = 0; i < cubin_kernels(c); i++)
		put_kernel(out, c, cubin_kernel(c, i), path_base(path));
	for (size_t i = 0; i < cubin_variables(c); i++) {
		const struct cubin_variable *v = cubin_variable(c, i);

		if (strchr("_$", v->name[0])) /* a library's or the compiler's */
			continue;
		fprintf(out, "# %s variable %s has %" PRIu64 " bytes; @%s:type[n]=contents in args sets it.\n",
			v->place == CUBIN_BANK3 ? "__constant__" : "__device__", v->name, v->size, v->symbol);
	}
}
