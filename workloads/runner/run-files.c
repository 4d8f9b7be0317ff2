/* run-files.c: the files that a workload names. */
#include "workloads/runner/run-case.h"

static bool
try_contents(const struct run *r, size_t launch, enum workload_column column, size_t at, const struct generated *f,
	     struct simt_error *e)
{
	struct simt_error inner = {.status = SIMT_OK};

	if (f->g->kind != GENERATE_CSV && f->g->kind != GENERATE_BIN)
		return true;
	return generator_pieces(f, r->o.stop, NULL, NULL, &inner) || run_file_fails(r, launch, column, at, &inner, e);
}

/* A buffer that an argument names, where this launch is the one that defines it. */
static bool
try_buffer(const struct run *r, size_t launch, const struct workload_arg *a, size_t buffer, struct simt_error *e)
{
	const struct workload_buffer *b = &r->w->cases[r->w->launch[launch].in_case].buffers[buffer];
	const struct generated f = {&b->init, b->type, b->count, r->w->folder, 1};

	return b->launch != launch || try_contents(r, launch, COLUMN_args, a->at, &f, e);
}

static bool
try_argument(const struct run *r, size_t launch, const struct workload_arg *a, struct simt_error *e)
{
	const struct generated f = {&a->init, a->type, a->count, r->w->folder, 1};

	for (size_t p = 0; p < a->npointers; p++)
		if (!try_buffer(r, launch, a, a->pointers[p].buffer, e))
			return false;
	if (a->kind == ARG_SYMBOL)
		return try_contents(r, launch, COLUMN_args, a->at, &f, e);
	return a->kind != ARG_BUFFER || try_buffer(r, launch, a, a->buffer, e);
}

bool
run_check_files(const struct run *r, struct simt_error *e)
{
	const struct workload *w = r->w;

	for (size_t i = 0; i < w->nlaunches; i++)
		for (size_t k = 0; r->cases[w->launch[i].in_case].selected && k < w->launch[i].nargs; k++)
			if (!try_argument(r, i, &w->launch[i].args[k], e))
				return false;
	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t k = 0; r->cases[i].selected && k < w->cases[i].nexpects; k++) {
			const struct workload_expect *x = &w->cases[i].expects[k];
			const struct workload_buffer *b = &w->cases[i].buffers[x->buffer];
			const struct generated f = {&x->init, b->type, b->count, w->folder, 1};

			if (!try_contents(r, x->launch, COLUMN_expect, x->at, &f, e))
				return false;
		}
	}
	return true;
}
