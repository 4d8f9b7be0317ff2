/* expand.c: rows of a workload.csv become launches: values of parameters, {names} in cells. */
#include "workloads/reader/reader.h"

#include <stdlib.h>
#include <string.h>

/* One row of the file while it becomes launches. */
struct expansion {
	struct workload *w;
	size_t row;
	const char **value; /* of the parameters so far */
	struct simt_error *e;
};

static const char *
param_name(size_t i, const void *arg)
{
	const struct workload *w = arg;

	return w->param[i];
}

/* Goes through a text with {names}, piece by piece. */
struct walk {
	const struct workload *w;
	const char *text;
	const char *const *value; /* of the parameters */
	size_t at;                /* end of the current piece */
	const char *piece;        /* what it expands to: n bytes */
	size_t n;
	int param; /* the parameter that the piece names; -2: an unknown one; -1: it is plain text */
};

/* Goes to the next piece; false at the end of the text. */
static bool
step(struct walk *y)
{
	const char *s = y->text + y->at, *close;

	y->param = -1;
	y->piece = s;
	if (!*s)
		return false;
	if (s[0] == '{' && s[1] == '{') {
		y->n = 1;
		y->at += 2;
	} else if (s[0] == '{') {
		close = strchr(s, '}');
		y->n = close ? (size_t)(close - s - 1) : strlen(s) - 1;
		y->param = close ? workload_find_param(y->w, s + 1, y->n) : -1;
		y->at += y->n + (close ? 2 : 1);
		if (y->param < 0) {
			y->piece = s + 1;
			y->param = -2;
			return true;
		}
		y->piece = y->value[y->param];
		y->n = y->piece ? strlen(y->piece) : 0;
	} else {
		y->n = strcspn(s, "{");
		y->at += y->n;
	}
	return true;
}

size_t
reader_unexpand(const struct workload *w, const char *text, const char *const *value, size_t offset)
{
	struct walk y = {.w = w, .text = text, .value = value};
	size_t done = 0;

	for (size_t before = 0; step(&y); before = y.at) {
		if (offset < done + y.n)
			return y.param == -1 ? (size_t)(y.piece - text) + offset - done : before;
		done += y.n;
	}
	return y.at;
}

/* A mistake in the n bytes at s, which are a parameter's value from byte `offset` on. */
static bool
value_fail(struct expansion *x, size_t param, size_t offset, const char *what, const char *s, size_t n)
{
	const struct csv_cell *c = csvfile_cell(x->w->file, x->row, x->w->param_column[param]);

	if (x->w->let[param])
		return simt_fail(x->e, SIMT_USAGE, "--let %s: '%.*s' %s", x->w->param[param], (int)(n < 80 ? n : 80), s, what);
	return csvfile_fail(x->w->file, c, offset, x->e, "'%.*s' %s", (int)(n < 80 ? n : 80), s, what);
}

/* The text of a cell with {names} replaced, or NULL with an error. `known` parameters have values. */
static const char *
replace(struct expansion *x, const struct csv_cell *c, const char *text, size_t known)
{
	struct walk y = {.w = x->w, .text = text, .value = x->value};
	size_t start = 0, room = 0, used = 0;
	const char *result;
	char *buf = NULL;

	if (!strchr(text, '{'))
		return text;
	for (; step(&y); start = y.at) {
		if (y.param == -2) {
			const char *near = nearest(y.piece, y.n, param_name, x->w->nparams, x->w);

			csvfile_fail(x->w->file, c, start, x->e, "'{%.*s' names no $ column%s%s%s", (int)(y.n < 60 ? y.n : 60),
				     y.piece, near ? "; did you mean '{" : " (a brace is written {{)", near ? near : "",
				     near ? "}'?" : "");
			goto fail;
		}
		if (y.param >= 0 && ((size_t)y.param >= known || !x->value[y.param])) {
			csvfile_fail(x->w->file, c, start, x->e, "$%s has no value here%s", x->w->param[y.param],
				     (size_t)y.param >= known ? "; its column must come before" : "");
			goto fail;
		}
		if (used + y.n > CSVFILE_CELL_BYTES_MAX) {
			csvfile_fail(x->w->file, c, start, x->e, "more than 1 MiB after expansion");
			goto fail;
		}
		buf = grow(buf, &room, used + y.n + 1, 1);
		memcpy(buf + used, y.piece, y.n);
		used += y.n;
	}
	result = arena_copy(&x->w->arena, buf ? buf : "", used);
	free(buf);
	return result;
fail:
	free(buf);
	return NULL;
}

static bool
add_launch(struct expansion *x)
{
	struct workload *w = x->w;
	struct workload_launch *l;
	const char **value = arena_alloc(&w->arena, (w->nparams + 1) * sizeof *value);

	if (w->nlaunches == WORKLOAD_LAUNCHES_MAX)
		return csvfile_fail(w->file, csvfile_cell(w->file, x->row, 0), 0, x->e, "more than %d launches after expansion",
				    WORKLOAD_LAUNCHES_MAX);
	for (size_t i = 0; i < w->nparams; i++)
		value[i] = x->value[i];
	w->launch = grow(w->launch, &w->room_launches, w->nlaunches + 1, sizeof *w->launch);
	l = &w->launch[w->nlaunches];
	*l = (struct workload_launch){.row = x->row, .value = value};
	for (int i = 0; i < WORKLOAD_COLUMNS; i++) {
		const struct csv_cell *c = w->column[i] < 0 ? NULL : csvfile_cell(w->file, x->row, (size_t)w->column[i]);

		l->cell[i] = c ? replace(x, c, c->text, w->nparams) : "";
		if (!l->cell[i])
			return false;
	}
	w->nlaunches++;
	return true;
}

/* A signed integer at *s; false where there is none or it does not fit. */
static bool
integer(const char **s, const char *end, int64_t *v)
{
	const char *p = *s;
	bool minus = p < end && *p == '-';
	const char *digits = p += minus;

	for (*v = 0; p < end && *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(*v, 10, v) || __builtin_add_overflow(*v, *p - '0', v))
			return false;
	if (p == digits)
		return false;
	if (minus)
		*v = -*v;
	*s = p;
	return true;
}

static bool expand_params(struct expansion *x, size_t param);

/* first..last, first..last+step, first..last*factor */
static bool
range(struct expansion *x, size_t param, size_t offset, const char *s, size_t n)
{
	const char *at = s, *end = s + n;
	int64_t first, last, by = 1;
	char op = '+';

	if (!integer(&at, end, &first) || end - at < 2 || (at += 2, !integer(&at, end, &last)))
		return value_fail(x, param, offset, "is no range; write 1..512*2 or 0..100+10", s, n);
	if (at < end && (*at == '+' || *at == '*')) {
		op = *at++;
		if (!integer(&at, end, &by))
			return value_fail(x, param, offset, "is no range; write 1..512*2 or 0..100+10", s, n);
	}
	if (at != end)
		return value_fail(x, param, offset, "is no range; write 1..512*2 or 0..100+10", s, n);
	if (op == '*' ? by < 2 || first < 1 : by < 1)
		return value_fail(x, param, offset, "never ends", s, n);
	if (last < first)
		return value_fail(x, param, offset, "is empty: it starts above its end", s, n);
	for (int64_t v = first; v <= last;) {
		x->value[param] = arena_printf(&x->w->arena, "%lld", (long long)v);
		if (!expand_params(x, param + 1))
			return false;
		if (op == '*' ? __builtin_mul_overflow(v, by, &v) : __builtin_add_overflow(v, by, &v))
			break;
	}
	return true;
}

static bool
is_range(const char *s, size_t n)
{
	const char *at = s;
	int64_t v;

	if (n && (*s == '-' || (*s >= '0' && *s <= '9'))) {
		integer(&at, s + n, &v);
		for (; at < s + n && *at >= '0' && *at <= '9'; at++)
			;
		return s + n - at >= 2 && at[0] == '.' && at[1] == '.';
	}
	return false;
}

/* Sets parameter number `param` to each of its values in turn. After the last parameter it makes the launch. */
static bool
expand_params(struct expansion *x, size_t param)
{
	struct workload *w = x->w;
	const struct csv_cell *c;
	const char *text, *s;

	if (param == w->nparams)
		return add_launch(x);
	c = csvfile_cell(w->file, x->row, w->param_column[param]);
	x->value[param] = NULL;
	if (!c->bytes)
		return expand_params(x, param + 1);
	text = replace(x, c, w->let[param] ? w->let[param] : c->text, param);
	if (!text)
		return false;
	for (s = text;; s++) {
		size_t n = strcspn(s, "|"), blanks = strspn(s, " \t");
		const char *next = s + n;

		s += blanks < n ? blanks : 0;
		n = (size_t)(next - s);
		while (n && strchr(" \t", s[n - 1]))
			n--;
		if (!n)
			return value_fail(x, param, (size_t)(s - text), "is an empty value in a list", "", 0);
		if (is_range(s, n)) {
			if (!range(x, param, (size_t)(s - text), s, n))
				return false;
		} else {
			x->value[param] = arena_copy(&w->arena, s, n);
			if (!expand_params(x, param + 1))
				return false;
		}
		s = next;
		if (!*s)
			return true;
	}
}

bool
reader_expand(struct workload *w, struct simt_error *e)
{
	struct expansion x = {.w = w, .e = e, .value = arena_alloc(&w->arena, (w->nparams + 1) * sizeof *x.value)};

	for (x.row = 0; x.row < w->file->nrows; x.row++)
		if (!expand_params(&x, 0))
			return false;
	return true;
}

/* ---- --expand ---- */
/* Text that reads back as it is: braces would be names. */
static void
put_plain(FILE *out, const char *text)
{
	size_t n = strlen(text), used = 0;
	char *escaped;

	if (!strchr(text, '{')) {
		csvfile_put(out, text);
		return;
	}
	escaped = malloc(2 * n + 1);
	if (!escaped)
		simt_no_memory();
	for (; *text; text++) {
		if (*text == '{')
			escaped[used++] = '{';
		escaped[used++] = *text;
	}
	escaped[used] = '\0';
	csvfile_put(out, escaped);
	free(escaped);
}

void
workload_expand(const struct workload *w, FILE *out)
{
	for (size_t c = 0; c < w->file->ncolumns; c++) {
		if (c)
			putc(',', out);
		csvfile_put(out, csvfile_header(w->file, c)->text);
	}
	putc('\n', out);
	for (size_t i = 0; i < w->nlaunches; i++) {
		for (size_t c = 0; c < w->file->ncolumns; c++) {
			const char *text = "";

			for (int k = 0; k < WORKLOAD_COLUMNS; k++)
				if (w->column[k] == (int)c)
					text = w->launch[i].cell[k];
			for (size_t k = 0; k < w->nparams; k++)
				if (w->param_column[k] == c && w->launch[i].value[k])
					text = w->launch[i].value[k];
			if (c)
				putc(',', out);
			put_plain(out, text);
		}
		putc('\n', out);
	}
}
