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

/* The parameter whose name is the n bytes at s, or -1. */
static int
find_param(const struct workload *w, const char *s, size_t n)
{
	for (size_t i = 0; i < w->nparams; i++)
		if (strlen(w->param[i]) == n && !memcmp(w->param[i], s, n))
			return (int)i;
	return -1;
}

/* One step through a text with {names}: at text[*at], gives the piece it expands to and moves *at behind it. Returns false at the end
 * of the text; *param is the parameter's index, -2 where it is unknown, -1 for plain text. */
static bool
step(const struct workload *w, const char *text, const char *const *value, size_t *at, const char **piece, size_t *n, int *param)
{
	const char *s = text + *at, *close;

	*param = -1;
	*piece = s;
	if (!*s)
		return false;
	if (s[0] == '{' && s[1] == '{') {
		*n = 1;
		*at += 2;
	} else if (s[0] == '{') {
		close = strchr(s, '}');
		*n = close ? (size_t)(close - s - 1) : strlen(s) - 1;
		*param = close ? find_param(w, s + 1, *n) : -1;
		*at += *n + (close ? 2 : 1);
		if (*param < 0) {
			*piece = s + 1;
			*param = -2;
			return true;
		}
		*piece = value[*param];
		*n = *piece ? strlen(*piece) : 0;
	} else {
		*n = strcspn(s, "{");
		*at += *n;
	}
	return true;
}

size_t
reader_unexpand(const struct workload *w, const char *text, const char *const *value, size_t offset)
{
	size_t at = 0, done = 0, n;
	const char *piece;
	int param;

	for (size_t before = 0; step(w, text, value, &at, &piece, &n, &param); before = at) {
		if (offset < done + n)
			return param == -1 ? (size_t)(piece - text) + offset - done : before;
		done += n;
	}
	return at;
}

static bool
let_or_cell_fail(struct expansion *x, size_t param, const struct csv_cell *c, size_t offset, const char *what, const char *s,
		 size_t n)
{
	if (param < x->w->nparams && x->w->let[param])
		return simt_fail(x->e, SIMT_USAGE, "--let %s: '%.*s' %s", x->w->param[param], (int)(n < 80 ? n : 80), s, what);
	return csvfile_fail(x->w->file, c, offset, x->e, "'%.*s' %s", (int)(n < 80 ? n : 80), s, what);
}

/* The text of a cell with {names} replaced, or NULL with an error. `known` parameters have values. */
static const char *
replace(struct expansion *x, const struct csv_cell *c, const char *text, size_t known)
{
	size_t at = 0, start = 0, n, room = 0, used = 0;
	const char *piece, *result;
	char *buf = NULL;
	int param;

	if (!strchr(text, '{'))
		return text;
	for (; step(x->w, text, x->value, &at, &piece, &n, &param); start = at) {
		if (param == -2) {
			const char *near = nearest(piece, n, param_name, x->w->nparams, x->w);

			csvfile_fail(x->w->file, c, start, x->e, "'{%.*s' names no $ column%s%s%s", (int)(n < 60 ? n : 60), piece,
				     near ? "; did you mean '{" : " (a brace is written {{)", near ? near : "", near ? "}'?" : "");
			goto fail;
		}
		if (param >= 0 && ((size_t)param >= known || !x->value[param])) {
			csvfile_fail(x->w->file, c, start, x->e, "$%s has no value here%s", x->w->param[param],
				     (size_t)param >= known ? "; its column must come before" : "");
			goto fail;
		}
		if (used + n > CSVFILE_CELL_BYTES_MAX) {
			csvfile_fail(x->w->file, c, start, x->e, "more than 1 MiB after expansion");
			goto fail;
		}
		buf = grow(buf, &room, used + n + 1, 1);
		memcpy(buf + used, piece, n);
		used += n;
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
range(struct expansion *x, size_t param, const struct csv_cell *c, const char *text, const char *s, size_t n)
{
	const char *at = s, *end = s + n;
	int64_t first, last, by = 1;
	char op = '+';
	size_t offset = (size_t)(s - text);

	if (!integer(&at, end, &first) || end - at < 2 || (at += 2, !integer(&at, end, &last)))
		return let_or_cell_fail(x, param, c, offset, "is no range; write 1..512*2 or 0..100+10", s, n);
	if (at < end && (*at == '+' || *at == '*')) {
		op = *at++;
		if (!integer(&at, end, &by))
			return let_or_cell_fail(x, param, c, offset, "is no range; write 1..512*2 or 0..100+10", s, n);
	}
	if (at != end)
		return let_or_cell_fail(x, param, c, offset, "is no range; write 1..512*2 or 0..100+10", s, n);
	if (op == '*' ? by < 2 || first < 1 : by < 1)
		return let_or_cell_fail(x, param, c, offset, "never ends", s, n);
	if (last < first)
		return let_or_cell_fail(x, param, c, offset, "is empty: it starts above its end", s, n);
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

/* Gives parameter number `param` each of its values in turn; behind the last parameter makes the launch. */
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
			return let_or_cell_fail(x, param, c, (size_t)(s - text), "is an empty value in a list", "", 0);
		if (is_range(s, n)) {
			if (!range(x, param, c, text, s, n))
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
