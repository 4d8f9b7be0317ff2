/* generate-pieces.c: contents piece by piece, where there are many by several threads: they make some while the caller passes on those before. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/pool.h"
#include "workloads/generators/filling.h"
#include "workloads/generators/pieces.h"

/* Fewer pieces for each thread are not worth beginning it. */
enum { WORTH = 2 };

/* Elements of a piece. */
static uint64_t
elements(enum element_type type)
{
	return PIECE / element_info[type].bytes;
}

static bool
make_alone(const struct generated *f, struct filling *filling, simt_stop stop, generator_take *take, void *arg,
	   struct simt_error *e)
{
	const uint64_t most = elements(f->type);
	void *piece = must(malloc(PIECE));
	bool ok = true;

	for (uint64_t first = 0; ok && first < f->count; first += most) {
		uint64_t n = f->count - first < most ? f->count - first : most;

		ok = simt_goes_on(stop, e) && filling_next(filling, piece, n, e) && (!take || take(arg, first, piece, n, e));
	}
	/* a file may have more than is wanted */
	ok = ok && (f->count || filling_next(filling, piece, 0, e));
	free(piece);
	return ok;
}

/* ---- by several threads ---- */

/* Pieces one behind the other that are made at a time. */
struct batch {
	const struct filling *filling;
	uint64_t first, count, most; /* elements: where it begins; of the whole; of a piece */
	unsigned pieces;
	unsigned char *data;
};

static uint64_t
piece_begins(const struct batch *b, unsigned i)
{
	const uint64_t at = b->first + i * b->most;

	return at < b->count ? at : b->count;
}

static void
make_piece(void *arg, unsigned i)
{
	const struct batch *b = arg;
	struct filling one = *b->filling;

	one.o.first = piece_begins(b, i);
	/* no file, so it cannot fail */
	(void)filling_next(&one, b->data + (size_t)i * PIECE, piece_begins(b, i + 1) - one.o.first, NULL);
}

static bool
take_batch(const struct batch *b, simt_stop stop, generator_take *take, void *arg, struct simt_error *e)
{
	bool ok = true;

	for (unsigned i = 0; ok && i < b->pieces; i++) {
		const uint64_t first = piece_begins(b, i), n = piece_begins(b, i + 1) - first;

		ok = simt_goes_on(stop, e) && (!n || take(arg, first, b->data + (size_t)i * PIECE, n, e));
	}
	return ok;
}

/* Passes on one batch while the threads make the next one. */
static bool
make_together(const struct generated *f, const struct filling *filling, simt_stop stop, generator_take *take, void *arg,
	      struct simt_error *e)
{
	struct pool *p = pool_new(f->threads);
	const unsigned pieces = pool_threads(p);
	struct batch batch[2];
	bool ok = true, more = true;

	for (unsigned i = 0; i < 2; i++)
		batch[i] = (struct batch){filling, 0, f->count, elements(f->type), pieces, must(malloc((size_t)pieces * PIECE))};
	pool_begin(p, pieces, make_piece, batch);
	for (unsigned k = 0; ok && more; k++) {
		const struct batch *b = batch + k % 2;
		struct batch *next = batch + (k + 1) % 2;

		pool_help(p);
		pool_wait(p);
		next->first = b->first + pieces * b->most;
		more = next->first < f->count;
		if (more)
			pool_begin(p, pieces, make_piece, next);
		ok = take_batch(b, stop, take, arg, e);
	}
	/* not all were wanted */
	if (more) {
		pool_help(p);
		pool_wait(p);
	}
	free(batch[0].data);
	free(batch[1].data);
	pool_free(p);
	return ok;
}

bool
generator_pieces(const struct generated *f, simt_stop stop, generator_take *take, void *arg, struct simt_error *e)
{
	const uint64_t pieces = f->count / elements(f->type), most = pieces / WORTH;
	struct generated shared = *f;
	struct filling filling;
	bool ok = filling_begin(&filling, f->g, f->type, f->folder, f->count, e);

	shared.threads = most < f->threads ? (unsigned)most : f->threads;
	if (ok && take && !filling.file && shared.threads > 1)
		ok = make_together(&shared, &filling, stop, take, arg, e);
	else
		ok = ok && make_alone(f, &filling, stop, take, arg, e);
	filling_end(&filling);
	return ok;
}

bool
generator_fill(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count,
	       struct simt_error *e)
{
	struct filling f;
	bool ok = filling_begin(&f, g, type, folder, count, e) && filling_next(&f, to, count, e);

	filling_end(&f);
	return ok;
}
