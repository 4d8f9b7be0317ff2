/* run-buffers.c: what buffers and variables of a case hold: made before launches, handed on when it has ended, all in pieces. */
#include "workloads/runner/kept.h"
#include "workloads/generators/pieces.h"
#include "workloads/runner/run-case.h"

/* Where contents are written to. */
struct target {
	const struct running *x;
	uint64_t address;
	enum element_type type;
};

/* A generator_take. */
static bool
write_piece(void *arg, uint64_t first, const void *data, uint64_t n, struct simt_error *e)
{
	const struct target *t = arg;
	const size_t bytes = element_info[t->type].bytes;

	return simt_write(t->x->r->s, t->address + first * bytes, data, (size_t)n * bytes, e);
}

bool
run_file_fails(const struct run *r, size_t launch, enum workload_column column, size_t at, const struct simt_error *inner,
	       struct simt_error *e)
{
	if (inner->status == SIMT_INTERRUPTED)
		return simt_fail(e, inner->status, "%s", inner->text);
	return workload_fail(r->w, launch, column, at, e, "%s", inner->text);
}

bool
run_write(const struct running *x, uint64_t address, const struct generated *f, size_t launch, size_t at)
{
	struct target t = {.x = x, .address = address, .type = f->type};
	struct simt_error inner = {.status = SIMT_OK};

	return generator_pieces(f, x->r->o.stop, write_piece, &t, &inner) ||
	       run_file_fails(x->r, launch, COLUMN_args, at, &inner, x->e);
}

bool
run_make_buffers(struct running *x)
{
	struct simt_error inner = {.status = SIMT_OK};

	for (size_t i = 0; i < x->c->nbuffers; i++) {
		const struct workload_buffer *b = &x->c->buffers[i];
		const struct generated f = {&b->init, b->type, b->count, x->r->w->folder, x->r->o.jobs};
		char name[64];

		if (!simt_malloc(x->r->s, (size_t)(workload_buffer_bytes(b) + x->r->o.spare), &x->address[i], &inner))
			return workload_fail(x->r->w, b->launch, COLUMN_args, 0, x->e, "buffer '%.80s': %s", b->name, inner.text);
		snprintf(name, sizeof name, "buffer '%.40s'", b->name);
		simt_name(x->r->s, x->address[i], name, NULL);
		/* memory is zero as it comes; --check-init wants to know who has written it */
		if (b->copy_of < 0 && (b->init.kind != GENERATE_ZEROS || (b->given && x->r->o.checks)) &&
		    !run_write(x, x->address[i], &f, b->launch, 0))
			return false;
	}
	if (x->r->reach)
		reach_buffers(x->r->reach, x->address, x->c->nbuffers);
	return true;
}

bool
run_copy_buffer(const struct running *x, size_t buffer)
{
	const struct workload_buffer *b = &x->c->buffers[buffer];
	const size_t bytes = (size_t)workload_buffer_bytes(b);
	struct simt_error inner = {.status = SIMT_OK};
	const char *from = simt_view(x->r->s, x->address[b->copy_of], bytes, &inner);
	const char *to = simt_view(x->r->s, x->address[buffer], bytes, &inner);
	struct pages of_from, of_to;
	bool ok = from && to;

	pages_begin(&of_from);
	pages_begin(&of_to);
	for (size_t i = 0; i < bytes && ok; i += PIECE) {
		size_t n = bytes - i < PIECE ? bytes - i : PIECE;
		/* zeros that are there already; checks want to know of each byte that is written */
		bool there = !x->r->o.checks && pages_untouched(&of_from, from + i, n) && pages_untouched(&of_to, to + i, n);

		ok = simt_goes_on(x->r->o.stop, &inner) &&
		     (there || simt_write(x->r->s, x->address[buffer] + i, from + i, n, &inner));
	}
	pages_end(&of_from);
	pages_end(&of_to);
	return ok || run_file_fails(x->r, b->launch, COLUMN_args, 0, &inner, x->e);
}

bool
run_keep_buffers(struct running *x)
{
	for (size_t i = 0; i < x->c->nbuffers; i++) {
		const struct workload_buffer *b = &x->c->buffers[i];
		bool wanted = kept_wants(x->r->kept, x->index, i);
		struct simt_error inner = {.status = SIMT_OK};
		const void *data;

		if (!wanted && !x->r->o.contents)
			continue;
		data = simt_view(x->r->s, x->address[i], (size_t)workload_buffer_bytes(b), &inner);
		if (!data)
			return simt_fail(x->e, SIMT_BAD_INPUT, "case '%.80s', buffer '%.80s': %s", x->c->name, b->name, inner.text);
		if (x->r->o.contents)
			x->r->o.contents(x->r->o.arg, x->c, b, data);
		if (!simt_goes_on(x->r->o.stop, x->e) || (wanted && !kept_take(x->r->kept, x->index, i, data, x->r->o.stop, x->e)))
			return false;
	}
	return true;
}
