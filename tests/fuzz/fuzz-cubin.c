/* fuzz-cubin.c: the input is a cubin. What it holds is looked at whole, and every kernel is prepared for a launch as far as that goes
 * without one: decoded, printed, its control-flow graph worked out for both kinds of reconvergence hardware that look at it. */
#include <stdlib.h>

#include "isa/cubin.h"
#include "fuzz.h"
#include "sim/runtime/simt.h"

static void
walk(const struct cubin *c)
{
	for (size_t i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);
		struct simt_error e;
		uint64_t lo, hi;

		cubin_find_kernel(c, k->symbol, &e);
		for (size_t pc = 0; pc < k->ninst; pc++) {
			const char *file;
			unsigned line;

			cubin_inst(k, pc, &lo, &hi);
			cubin_is_collective(k, (uint32_t)(16 * pc));
			cubin_line(c, k, (uint32_t)(16 * pc), &file, &line);
		}
	}
	for (size_t i = 0; i < cubin_variables(c); i++)
		cubin_find_variable(c, cubin_variable(c, i)->symbol, &(struct simt_error){.status = SIMT_OK});
}

static void
load(const struct cubin *c, const uint8_t *data, size_t size, const char *reconvergence)
{
	struct simt_error e;
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct simt_module *module;
	struct simt *s;
	char text[256];

	if (!m || !simt_machine_set(m, reconvergence, &e))
		abort();
	s = simt_create(m, &e);
	simt_machine_free(m);
	if (!s)
		abort();
	module = simt_module_load_data(s, data, size, "fuzz", &e);
	for (size_t i = 0; module && i < cubin_kernels(c); i++) {
		struct simt_function *f = simt_function(module, cubin_kernel(c, i)->symbol, &e);
		struct simt_function_info info;

		if (!f)
			continue;
		simt_function_info(f, &info);
		for (size_t pc = 0; pc < info.ninst; pc++)
			simt_function_sass(f, pc, text, sizeof text);
	}
	simt_destroy(s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct simt_error e;
	struct cubin *c = cubin_open(data, size, "fuzz", &e);

	if (!c)
		return 0;
	walk(c);
	load(c, data, size, "reconvergence=barrier");
	load(c, data, size, "reconvergence=stack");
	cubin_close(c);
	return 0;
}
