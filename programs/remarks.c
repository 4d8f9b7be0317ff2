#include "programs/remarks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/cxx-name.h"
#include "programs/common.h"
#include "sim/runtime/simt.h"

/* Warps below 32: what lanes pass to others of the 32 that code was made for goes nowhere, and nothing fails. */
static void
remark_narrow(const struct run *r, const struct simt_machine *m)
{
	const struct simt_function *before = NULL;
	const int width = (int)simt_machine_number(m, "warp_size");
	char text[512];

	for (size_t k = 0; width < 32 && k < r->w->nlaunches; k++) {
		const struct simt_function *f = r->function[k];
		struct simt_function_info info;

		if (!f || f == before)
			continue;
		simt_function_info(f, &info);
		for (size_t i = 0; i < info.ninst && simt_function_sass(f, i, text, sizeof text); i++)
			if (strstr(text, "SHFL")) {
				fprintf(stderr, "%s: kernel '%s' passes values between lanes (%s): ", program_name, info.name,
					text);
				fprintf(stderr, "if it counts on warps of 32, its outputs with warps of %d are wrong\n", width);
				return;
			}
		before = f;
	}
}

/* The argument that is a number of another kind than the parameter, a float for an int or the other way round, or NULL; *number: which,
 * from 1 on. Structures are not looked at. */
static const struct workload_arg *
other_kind(const struct workload_launch *l, const char *symbol, unsigned nparams, size_t *number)
{
	struct cxx_type *type = zeroed(nparams, sizeof *type);
	const bool known = nparams && cxx_params(symbol, type, nparams) == nparams;
	const struct workload_arg *found = NULL;

	*number = 0;
	for (size_t i = 0; known && !found && i < l->nargs; i++) {
		const struct workload_arg *a = l->args + i;
		const struct cxx_type *t = type + *number;

		if (a->kind == ARG_SYMBOL)
			continue;
		++*number;
		if (a->kind == ARG_VALUE && a->type != ELEMENT_TYPES && !t->pointer && t->kind != CXX_OTHER && t->numbers == 1 &&
		    element_info[a->type].real != (t->kind == CXX_REAL))
			found = a;
	}
	free(type);
	return found;
}

void
remark_types(const struct run *r)
{
	char where[512], more[64] = "";
	const struct workload_arg *first = NULL;
	size_t n = 0, at = 0, number = 0, other;
	struct simt_function_info info;

	for (size_t k = 0; k < r->w->nlaunches; k++) {
		const struct workload_launch *l = r->w->launch + k;
		const struct workload_arg *a;

		if (!r->function[k] || (k && l[-1].row == l->row))
			continue;
		simt_function_info(r->function[k], &info);
		a = other_kind(l, info.symbol, info.nparams, &other);
		n += a != NULL;
		if (a && n == 1) {
			first = a;
			at = k;
			number = other;
		}
	}
	if (!first)
		return;
	simt_function_info(r->function[at], &info);
	if (n > 1)
		snprintf(more, sizeof more, "; so it is in %zu more row%s", n - 1, n == 2 ? "" : "s");
	fprintf(stderr, "%s: an argument of type %s, but parameter %zu of kernel %s is %s: its bits are passed as they are%s\n",
		workload_where(r->w, at, COLUMN_args, first->at, where, sizeof where), element_info[first->type].name, number,
		info.name, element_info[first->type].real ? "an integer" : "of floating point", more);
}

void
remark_run(const struct run *run)
{
	if (run->unchecked)
		fprintf(stderr, "%s: %zu expect%s not checked: the case to compare with is not selected\n", run->w->file->name,
			run->unchecked, run->unchecked == 1 ? "" : "s");
	remark_narrow(run, run->machine);
	remark_types(run);
}
