/* run-files.c: the files that a workload names. */
#include <stdlib.h>

#include "run.h"

static bool
try_generator(const struct run *r, size_t launch, enum workload_column column, size_t at, const struct generator *g,
	      enum element_type type, uint64_t count, struct simt_error *e)
{
	struct simt_error inner = {.status = SIMT_OK};
	void *to;
	bool ok;

	if (g->kind != GENERATE_CSV && g->kind != GENERATE_BIN)
		return true;
	to = malloc((size_t)count * element_info[type].bytes);
	if (!to)
		return workload_fail(r->w, launch, column, at, e, "out of memory");
	ok = generator_fill(g, type, r->w->folder, to, count, &inner);
	free(to);
	return ok || workload_fail(r->w, launch, column, at, e, "%s", inner.text);
}

bool
run_check_files(const struct run *r, struct simt_error *e)
{
	const struct workload *w = r->w;

	for (size_t i = 0; i < w->nlaunches; i++) {
		const struct workload_case *c = &w->cases[w->launch[i].in_case];

		for (size_t k = 0; r->cases[w->launch[i].in_case].selected && k < w->launch[i].nargs; k++) {
			const struct workload_arg *a = &w->launch[i].args[k];
			const struct workload_buffer *b = &c->buffers[a->buffer];

			for (size_t p = 0; p < a->npointers; p++) {
				b = &c->buffers[a->pointers[p].buffer];
				if (b->launch == i && !try_generator(r, i, COLUMN_args, a->at, &b->init, b->type, b->count, e))
					return false;
			}
			if (a->kind == ARG_SYMBOL && !try_generator(r, i, COLUMN_args, a->at, &a->init, a->type, a->count, e))
				return false;
			if (a->kind == ARG_BUFFER && b->launch == i &&
			    !try_generator(r, i, COLUMN_args, a->at, &b->init, b->type, b->count, e))
				return false;
		}
	}
	for (size_t i = 0; i < w->ncases; i++) {
		for (size_t k = 0; r->cases[i].selected && k < w->cases[i].nexpects; k++) {
			const struct workload_expect *x = &w->cases[i].expects[k];
			const struct workload_buffer *b = &w->cases[i].buffers[x->buffer];

			if (!try_generator(r, x->launch, COLUMN_expect, x->at, &x->init, b->type, b->count, e))
				return false;
		}
	}
	return true;
}
