#include "workloads/runner/check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "workloads/generators/pieces.h"

static bool __attribute__((format(printf, 3, 4)))
mismatch(const struct expect_check *k, struct simt_error *e, const char *format, ...)
{
	char text[600], where[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	workload_where(k->w, k->x->launch, COLUMN_expect, k->x->at, where, sizeof where);
	return simt_fail(e, SIMT_MISMATCH, "%s: case '%.80s': %s", where, k->c->name, text);
}

/* ---- elements ---- */
static const unsigned char *
element_at(const struct workload_buffer *b, const void *data, uint64_t i)
{
	return (const unsigned char *)data + i * element_info[b->type].bytes;
}

static double
real_at(enum element_type type, const void *data, uint64_t i)
{
	float f;
	double d;

	if (type == ELEMENT_F32) {
		memcpy(&f, (const float *)data + i, sizeof f);
		return (double)f;
	}
	memcpy(&d, (const double *)data + i, sizeof d);
	return d;
}

/* The place of a float in the order of all floats, so that neighbours differ by one and both zeros have place 0. */
static wide
place(const struct workload_buffer *b, const void *data, uint64_t i)
{
	uint64_t bits = 0, sign = (uint64_t)1 << (8 * element_info[b->type].bytes - 1);

	memcpy(&bits, element_at(b, data, i), element_info[b->type].bytes);
	return bits & sign ? -(wide)(bits & ~sign) : (wide)bits;
}

/* Distance in ulps; more than any that can be allowed where just one is a NaN. */
static wide
ulps(const struct workload_buffer *b, const void *data, const void *other, uint64_t i)
{
	double x = real_at(b->type, data, i), y = real_at(b->type, other, i);
	wide d;

	if (x != x || y != y)
		return x != x && y != y ? 0 : (wide)1 << 64;
	d = place(b, data, i) - place(b, other, i);
	return d < 0 ? -d : d;
}

/* ---- pieces ---- */
/* A buffer that is read piece by piece, and the current piece. */
struct look {
	const struct workload_buffer *b;
	const void *data;
	struct pages pages;
	uint64_t first, n; /* elements: those before the piece, and in it */
	const void *piece;
	bool zeros; /* nobody has touched it: `piece` holds zeros */
};

static void
look_begin(struct look *l, const struct workload_buffer *b, const void *data)
{
	l->b = b;
	l->data = data;
	l->first = l->n = 0;
	pages_begin(&l->pages);
}

/* Goes to the next piece: false where there is none, or it is to stop, and then *e says so. */
static bool
look_on(struct look *l, simt_stop stop, struct simt_error *e)
{
	const uint64_t most = PIECE / element_info[l->b->type].bytes;

	l->first += l->n;
	l->n = l->b->count - l->first < most ? l->b->count - l->first : most;
	if (!l->n || !simt_goes_on(stop, e))
		return false;
	l->piece = pages_read(&l->pages, element_at(l->b, l->data, l->first), (size_t)l->n * element_info[l->b->type].bytes);
	l->zeros = l->piece != element_at(l->b, l->data, l->first);
	return true;
}

static void
look_end(struct look *l)
{
	pages_end(&l->pages);
}

/* ---- expects ---- */
/* Two buffers that are compared, and what of them differs. */
struct comparison {
	struct look mine;
	const struct workload_expect *x;
	struct look theirs; /* where they are in memory */
	simt_stop stop;
	uint64_t differ, first; /* elements: how many, and the first of them */
	uint64_t here, there;   /* which is this, and should be that; an element each */
};

/* One more piece, of which `theirs` are the elements that should be in it. */
static void
compare_piece(struct comparison *c, const void *theirs)
{
	const struct workload_buffer *b = c->mine.b;
	const void *mine = c->mine.piece;
	size_t bytes = element_info[b->type].bytes;

	if (!memcmp(mine, theirs, (size_t)c->mine.n * bytes))
		return;
	for (uint64_t i = 0; i < c->mine.n; i++) {
		if (!memcmp(element_at(b, mine, i), element_at(b, theirs, i), bytes) ||
		    (c->x->ulp && ulps(b, mine, theirs, i) <= (wide)c->x->ulp))
			continue;
		if (c->differ++)
			continue;
		c->first = c->mine.first + i;
		memcpy(&c->here, element_at(b, mine, i), bytes);
		memcpy(&c->there, element_at(b, theirs, i), bytes);
	}
}

/* A generator_take. */
static bool
compare_made(void *arg, uint64_t first, const void *data, uint64_t n, struct simt_error *e)
{
	struct comparison *c = arg;

	(void)first;
	(void)n;
	if (!look_on(&c->mine, c->stop, e))
		return false;
	compare_piece(c, data);
	return true;
}

static bool
compare_same(struct comparison *c, struct simt_error *e)
{
	while (look_on(&c->mine, c->stop, e) && look_on(&c->theirs, c->stop, e))
		compare_piece(c, c->theirs.piece);
	return e->status == SIMT_OK;
}

static bool
check_equal(const struct expect_check *k, struct simt_error *e)
{
	const struct workload_expect *x = k->x;
	const struct workload_buffer *b = &k->c->buffers[x->buffer];
	const struct generated wanted = {&x->init, b->type, b->count, k->w->folder, 1};
	struct comparison a = {.x = x, .stop = k->stop};
	struct simt_error inner = {.status = SIMT_OK};
	char mine[48], theirs[48], far[48], distance[80] = "";
	bool compared;

	look_begin(&a.mine, b, k->data);
	look_begin(&a.theirs, b, k->other);
	compared = x->same ? compare_same(&a, &inner) : generator_pieces(&wanted, k->stop, compare_made, &a, &inner);
	look_end(&a.mine);
	look_end(&a.theirs);
	if (inner.status == SIMT_INTERRUPTED)
		return simt_fail(e, inner.status, "%s", inner.text);
	if (!compared)
		return workload_fail(k->w, x->launch, COLUMN_expect, x->at, e, "%s", inner.text);
	if (!a.differ)
		return true;
	if (x->ulp)
		snprintf(distance, sizeof distance, ", %s ulps away", wide_text(ulps(b, &a.here, &a.there, 0), far));
	return mismatch(k, e, "%.80s[%" PRIu64 "] is %s, %.120s has %s%s (%" PRIu64 " of %" PRIu64 " elements differ)", b->name,
			a.first, element_text(b->type, &a.here, 0, mine), strchr(x->text, '=') + 1,
			element_text(b->type, &a.there, 0, theirs),
			x->ulp && ulps(b, &a.here, &a.there, 0) > UINT64_MAX ? ", one is a NaN" : distance, a.differ, b->count);
}

static bool
check_sum(const struct expect_check *k, struct simt_error *e)
{
	const struct workload_expect *x = k->x;
	const struct workload_buffer *b = &k->c->buffers[x->buffer];
	struct simt_error inner = {.status = SIMT_OK};
	struct look l;
	wide sum = 0;
	double real = 0;
	char mine[48], theirs[48];

	look_begin(&l, b, k->data);
	while (look_on(&l, k->stop, &inner)) {
		for (uint64_t i = 0; !l.zeros && i < l.n; i++) {
			if (element_info[b->type].real)
				real += real_at(b->type, l.piece, i);
			else
				sum += element_wide(b->type, element_at(b, l.piece, i));
		}
	}
	look_end(&l);
	if (inner.status)
		return simt_fail(e, inner.status, "%s", inner.text);
	if (element_info[b->type].real)
		return real == x->sum.d || mismatch(k, e, "sum(%.80s) is %.17g, expected %.17g", b->name, real, x->sum.d);
	if (x->sum.real)
		return (double)sum == x->sum.d ||
		       mismatch(k, e, "sum(%.80s) is %s, expected %.17g", b->name, wide_text(sum, mine), x->sum.d);
	return sum == x->sum.i ||
	       mismatch(k, e, "sum(%.80s) is %s, expected %s", b->name, wide_text(sum, mine), wide_text(x->sum.i, theirs));
}

/* Whether the element before is not above this one. */
static bool
in_order(const struct workload_buffer *b, const void *before, const void *is)
{
	if (element_info[b->type].real)
		return real_at(b->type, before, 0) <= real_at(b->type, is, 0);
	return element_wide(b->type, before) <= element_wide(b->type, is);
}

static bool
check_sorted(const struct expect_check *k, struct simt_error *e)
{
	const struct workload_buffer *b = &k->c->buffers[k->x->buffer];
	uint64_t before = 0, at = 0, bits = 0; /* an element each but for `at`, the one that is out of order, or 0 */
	struct simt_error inner = {.status = SIMT_OK};
	char low[48], high[48];
	struct look l;

	look_begin(&l, b, k->data);
	while (!at && look_on(&l, k->stop, &inner)) {
		/* zeros are in order among themselves */
		for (uint64_t i = 0; !at && i < (l.zeros ? 1 : l.n); i++) {
			memcpy(&bits, element_at(b, l.piece, i), element_info[b->type].bytes);
			if (l.first + i && !in_order(b, &before, &bits))
				at = l.first + i;
			else
				before = bits;
		}
	}
	look_end(&l);
	if (inner.status)
		return simt_fail(e, inner.status, "%s", inner.text);
	return !at || mismatch(k, e, "%.80s is not sorted: [%" PRIu64 "] is %s, [%" PRIu64 "] is %s", b->name, at - 1,
			       element_text(b->type, &before, 0, low), at, element_text(b->type, &bits, 0, high));
}

bool
check_expect(const struct expect_check *k, struct simt_error *e)
{
	switch (k->x->kind) {
	case EXPECT_SUM:
		return check_sum(k, e);
	case EXPECT_SORTED:
		return check_sorted(k, e);
	default:
		return check_equal(k, e);
	}
}
