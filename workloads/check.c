#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool __attribute__((format(printf, 5, 6)))
mismatch(const struct workload *w, const struct workload_case *c, const struct workload_expect *x, struct simt_error *e,
	 const char *format, ...)
{
	char text[600], where[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	workload_where(w, x->launch, COLUMN_expect, x->at, where, sizeof where);
	return simt_fail(e, SIMT_MISMATCH, "%s: case '%.80s': %s", where, c->name, text);
}

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

static bool
check_equal(const struct workload *w, const struct workload_case *c, const struct workload_expect *x, const void *data,
	    const void *other, struct simt_error *e)
{
	const struct workload_buffer *b = &c->buffers[x->buffer];
	size_t bytes = element_info[b->type].bytes;
	uint64_t first = 0, differ = 0;
	char mine[48], theirs[48], far[48], distance[80] = "";
	const char *right = strchr(x->text, '=') + 1;

	if (!b->count || !memcmp(data, other, b->count * bytes))
		return true;
	for (uint64_t i = 0; i < b->count; i++) {
		if (!memcmp(element_at(b, data, i), element_at(b, other, i), bytes) ||
		    (x->ulp && ulps(b, data, other, i) <= (wide)x->ulp))
			continue;
		if (!differ++)
			first = i;
	}
	if (!differ)
		return true;
	if (x->ulp)
		snprintf(distance, sizeof distance, ", %s ulps away", wide_text(ulps(b, data, other, first), far));
	return mismatch(w, c, x, e, "%.80s[%" PRIu64 "] is %s, %.120s has %s%s (%" PRIu64 " of %" PRIu64 " elements differ)",
			b->name, first, element_text(b->type, data, first, mine), right,
			element_text(b->type, other, first, theirs),
			x->ulp && ulps(b, data, other, first) > UINT64_MAX ? ", one is a NaN" : distance, differ, b->count);
}

static bool
check_sum(const struct workload *w, const struct workload_case *c, const struct workload_expect *x, const void *data,
	  struct simt_error *e)
{
	const struct workload_buffer *b = &c->buffers[x->buffer];
	wide sum = 0;
	double real = 0;
	char mine[48], theirs[48];

	if (element_info[b->type].real) {
		for (uint64_t i = 0; i < b->count; i++)
			real += real_at(b->type, data, i);
		return real == x->sum.d || mismatch(w, c, x, e, "sum(%.80s) is %.17g, expected %.17g", b->name, real, x->sum.d);
	}
	for (uint64_t i = 0; i < b->count; i++)
		sum += element_wide(b->type, element_at(b, data, i));
	if (x->sum.real)
		return (double)sum == x->sum.d ||
		       mismatch(w, c, x, e, "sum(%.80s) is %s, expected %.17g", b->name, wide_text(sum, mine), x->sum.d);
	return sum == x->sum.i ||
	       mismatch(w, c, x, e, "sum(%.80s) is %s, expected %s", b->name, wide_text(sum, mine), wide_text(x->sum.i, theirs));
}

static bool
check_sorted(const struct workload *w, const struct workload_case *c, const struct workload_expect *x, const void *data,
	     struct simt_error *e)
{
	const struct workload_buffer *b = &c->buffers[x->buffer];
	bool real = element_info[b->type].real;
	char low[48], high[48];

	for (uint64_t i = 1; i < b->count; i++) {
		if (real ? real_at(b->type, data, i - 1) <= real_at(b->type, data, i)
			 : element_wide(b->type, element_at(b, data, i - 1)) <= element_wide(b->type, element_at(b, data, i)))
			continue;
		return mismatch(w, c, x, e, "%.80s is not sorted: [%" PRIu64 "] is %s, [%" PRIu64 "] is %s", b->name, i - 1,
				element_text(b->type, data, i - 1, low), i, element_text(b->type, data, i, high));
	}
	return true;
}

bool
check_expect(const struct workload *w, const struct workload_case *c, const struct workload_expect *x, const void *data,
	     const void *other, struct simt_error *e)
{
	const struct workload_buffer *b = &c->buffers[x->buffer];
	struct simt_error inner = {.status = SIMT_OK};
	void *made;
	bool ok;

	if (x->kind == EXPECT_SUM)
		return check_sum(w, c, x, data, e);
	if (x->kind == EXPECT_SORTED)
		return check_sorted(w, c, x, data, e);
	if (x->same)
		return check_equal(w, c, x, data, other, e);
	made = malloc((size_t)workload_buffer_bytes(b));
	if (!made)
		return workload_fail(w, x->launch, COLUMN_expect, x->at, e, "out of memory");
	ok = generator_fill(&x->init, b->type, w->folder, made, b->count, &inner) ||
	     workload_fail(w, x->launch, COLUMN_expect, x->at, e, "%s", inner.text);
	ok = ok && check_equal(w, c, x, data, made, e);
	free(made);
	return ok;
}
