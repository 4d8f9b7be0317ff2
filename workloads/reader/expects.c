/* expects.c: the expect column of a workload.csv. */
#include "workloads/reader/reader.h"

#include <stdlib.h>
#include <string.h>

struct reading {
	struct workload *w;
	struct workload_case *c;
	struct expr_names names;
	struct parse_error *pe;
};

static int
shown(size_t n)
{
	return (int)(n < 80 ? n : 80);
}

static const char *
buffer_name(size_t i, const void *arg)
{
	const struct workload_case *c = arg;

	return c->buffers[i].name;
}

static const char *
case_name(size_t i, const void *arg)
{
	const struct workload *w = arg;

	return w->cases[i].name;
}

static bool
find_buffer(const struct reading *r, const struct workload_case *c, const char *s, size_t n, size_t *buffer)
{
	int i = workload_find_buffer(c, s, n);
	const char *near;

	if (i >= 0) {
		*buffer = (size_t)i;
		return true;
	}
	near = nearest(s, n, buffer_name, c->nbuffers, c);
	return parse_fail(r->pe, s, "case '%.80s' has no buffer '%.*s'%s%s%s", c->name, shown(n), s, near ? "; did you mean '" : "",
			  near ? near : "", near ? "'?" : "");
}

/* The n bytes inside same( ): a case, or a case, '.' and a buffer. */
static bool
parse_same(const struct reading *r, const char *s, size_t n, struct workload_expect *x)
{
	const struct workload_buffer *mine = &r->c->buffers[x->buffer], *other;
	int k = workload_find_case_n(r->w, s, n);
	const char *buffer = mine->name, *near;
	size_t bytes = strlen(mine->name), dot;

	for (dot = n; k < 0 && dot > 0; dot--) {
		if (s[dot - 1] == '.' && (k = workload_find_case_n(r->w, s, dot - 1)) >= 0) {
			buffer = s + dot;
			bytes = n - dot;
		}
	}
	if (k < 0) {
		near = nearest(s, n, case_name, r->w->ncases, r->w);
		return parse_fail(r->pe, s, "no case '%.*s'%s%s%s", shown(n), s, near ? "; did you mean '" : "", near ? near : "",
				  near ? "'?" : "");
	}
	x->same = true;
	x->other_case = (size_t)k;
	if (buffer == mine->name && workload_find_buffer(&r->w->cases[k], buffer, bytes) < 0)
		return parse_fail(r->pe, s, "case '%.80s' has no buffer '%.80s'; write same(case.buffer)", r->w->cases[k].name,
				  buffer);
	if (!find_buffer(r, &r->w->cases[k], buffer, bytes, &x->other_buffer))
		return false;
	other = &r->w->cases[k].buffers[x->other_buffer];
	if (other == mine)
		return parse_fail(r->pe, s, "a buffer compared with itself");
	if (other->type != mine->type || other->count != mine->count)
		return parse_fail(r->pe, s, "'%.80s' is %s[%llu], '%.80s' of case '%.80s' is %s[%llu]", mine->name,
				  element_info[mine->type].name, (unsigned long long)mine->count, other->name, r->w->cases[k].name,
				  element_info[other->type].name, (unsigned long long)other->count);
	return true;
}

/* "~4ulp=" at *at. */
static bool
parse_ulp(const struct reading *r, const char **at, const char *end, struct workload_expect *x)
{
	const char *s = *at + 1;

	for (; s < end && *s >= '0' && *s <= '9' && x->ulp < 1000000000; s++)
		x->ulp = x->ulp * 10 + (uint64_t)(*s - '0');
	if (s == *at + 1 || end - s < 4 || memcmp(s, "ulp=", 4))
		return parse_fail(r->pe, *at, "write name~4ulp=...");
	if (!element_info[r->c->buffers[x->buffer].type].real)
		return parse_fail(r->pe, *at, "'%.80s' is %s; ulps are for f32 and f64", r->c->buffers[x->buffer].name,
				  element_info[r->c->buffers[x->buffer].type].name);
	*at = s + 3;
	return true;
}

/* sum(name)=number or sorted(name); `open` is at the '('. */
static bool
parse_call(const struct reading *r, const char *s, const char *open, const char *end, struct workload_expect *x)
{
	const char *close = memchr(open, ')', (size_t)(end - open));
	bool is_sum = open - s == 3 && !memcmp(s, "sum", 3);

	if (!is_sum && !(open - s == 6 && !memcmp(s, "sorted", 6)))
		return parse_fail(r->pe, s, "unknown check; there are name=..., name~4ulp=..., sum(name)=... and sorted(name)");
	if (!close)
		return parse_fail(r->pe, open, "')' is missing");
	if (!find_buffer(r, r->c, open + 1, (size_t)(close - open - 1), &x->buffer))
		return false;
	x->kind = is_sum ? EXPECT_SUM : EXPECT_SORTED;
	if (!is_sum)
		return close + 1 == end || parse_fail(r->pe, close + 1, "nothing may follow sorted(name)");
	if (close + 1 == end || close[1] != '=')
		return parse_fail(r->pe, close, "write sum(name)=value");
	return number_parse(close + 2, (size_t)(end - close - 2), &r->names, &x->sum, r->pe);
}

static bool
parse_word(const struct reading *r, const char *s, size_t n, struct workload_expect *x)
{
	const char *end = s + n, *at = s;

	while (at < end && reader_is_name(s, (size_t)(at - s) + 1))
		at++;
	if (at > s && at < end && *at == '(')
		return parse_call(r, s, at, end, x);
	if (at == s || at == end || (*at != '=' && *at != '~'))
		return parse_fail(r->pe, s,
				  "a check is name=same(case), name=contents, name~4ulp=..., sum(name)=value or sorted(name)");
	x->kind = EXPECT_EQUAL;
	if (!find_buffer(r, r->c, s, (size_t)(at - s), &x->buffer) || (*at == '~' && !parse_ulp(r, &at, end, x)))
		return false;
	at++;
	if (end - at > 6 && !memcmp(at, "same(", 5) && end[-1] == ')')
		return parse_same(r, at + 5, (size_t)(end - at - 6), x);
	return generator_parse(at, (size_t)(end - at), r->c->buffers[x->buffer].type, &r->names, &x->init, r->pe) &&
	       reader_may_fill(r->w, &x->init, at, r->pe);
}

bool
reader_expects(struct workload *w, size_t launch, struct simt_error *e)
{
	const struct workload_launch *l = &w->launch[launch];
	const char *text = l->cell[COLUMN_expect], *at = text, *end = text + strlen(text), *word;
	struct workload_case *c = &w->cases[l->in_case];
	struct expr_name *v;
	struct parse_error pe;
	struct reading r = {.w = w, .c = c, .pe = &pe};
	size_t n;
	bool ok = true;

	if (!*text)
		return true;
	v = malloc((BUILTIN_NAMES + w->nparams) * sizeof *v);
	if (!v)
		simt_no_memory();
	r.names = reader_names(w, launch, 2, v);
	while (ok && word_next(&at, end, &word, &n)) {
		struct workload_expect *x;

		c->expects = grow(c->expects, &c->room_expects, c->nexpects + 1, sizeof *c->expects);
		x = &c->expects[c->nexpects++];
		*x = (struct workload_expect){.launch = launch, .at = (size_t)(word - text)};
		x->text = arena_copy(&w->arena, word, n);
		ok = parse_word(&r, word, n, x);
	}
	free(v);
	return ok || reader_parse_fail(w, launch, COLUMN_expect, &pe, e);
}
