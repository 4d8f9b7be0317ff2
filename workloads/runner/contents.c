#include "workloads/runner/contents.h"

#include "base/alloc.h"
#include "workloads/generators/pieces.h"

struct contents {
	const struct workload *w;
	void ***data; /* by case and buffer */
};

struct contents *
contents_new(const struct workload *w)
{
	struct contents *k = zeroed(1, sizeof *k);

	k->w = w;
	k->data = zeroed(w->ncases, sizeof *k->data);
	for (size_t i = 0; i < w->ncases; i++)
		k->data[i] = zeroed(w->cases[i].nbuffers, sizeof *k->data[i]);
	return k;
}

void
contents_free(struct contents *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->w->ncases; i++) {
		for (size_t b = 0; b < k->w->cases[i].nbuffers; b++)
			free(k->data[i][b]);
		free(k->data[i]);
	}
	free(k->data);
	free(k);
}

void
contents_give(struct contents *k, size_t of_case, size_t buffer, void *data)
{
	free(k->data[of_case][buffer]);
	k->data[of_case][buffer] = data;
}

bool
contents_copy(struct contents *k, const struct workload_case *c, const struct workload_buffer *b, const void *data, simt_stop stop,
	      struct simt_error *e)
{
	size_t bytes = (size_t)workload_buffer_bytes(b);
	void *copy = calloc(bytes ? bytes : 1, 1);

	if (copy ? !pieces_copy(copy, data, bytes, stop, e)
		 : !simt_fail(e, SIMT_BAD_INPUT, "case '%.80s', buffer '%.80s': not enough memory", c->name, b->name)) {
		free(copy);
		copy = NULL;
	}
	contents_give(k, (size_t)(c - k->w->cases), (size_t)(b - c->buffers), copy);
	return copy != NULL;
}

const void *
contents_of(const struct contents *k, size_t of_case, size_t buffer)
{
	return k->data[of_case][buffer];
}

bool
contents_equal(const struct contents *k, const struct workload_case *c, const struct workload_buffer *b, const void *data,
	       simt_stop stop, size_t *element)
{
	const void *was = contents_of(k, (size_t)(c - k->w->cases), (size_t)(b - c->buffers));
	size_t at;

	if (!was)
		return false;
	if (pieces_equal(was, data, (size_t)workload_buffer_bytes(b), stop, &at))
		return true;
	*element = at / element_info[b->type].bytes;
	return false;
}
