#include "workloads/reader/expr.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

enum { DEPTH_MAX = 100 };

struct parser {
	const char *at, *end;
	const struct expr_names *names;
	bool hex;
	unsigned depth;
	struct parse_error *pe;
};

bool
parse_fail(struct parse_error *pe, const char *at, const char *format, ...)
{
	va_list ap;

	pe->at = at;
	va_start(ap, format);
	vsnprintf(pe->text, sizeof pe->text, format, ap);
	va_end(ap);
	return false;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void
skip(struct parser *p)
{
	while (p->at < p->end && is_blank(*p->at))
		p->at++;
}

static char *
wide_text_at(wide value, char *end)
{
	bool negative = value < 0;

	*--end = '\0';
	do {
		int digit = (int)(value % 10);

		*--end = (char)('0' + (digit < 0 ? -digit : digit));
		value /= 10;
	} while (value);
	if (negative)
		*--end = '-';
	return end;
}

char *
wide_text(wide value, char *buf)
{
	char tmp[48];

	return strcpy(buf, wide_text_at(value, tmp + sizeof tmp));
}

static bool
in_range(wide v)
{
	return v >= INT64_MIN && v <= (wide)UINT64_MAX;
}

static bool sum(struct parser *p, wide *v);

/* The "e6" of 1e6, if it is there: *v gets so many zeros. */
static bool
exponent(struct parser *p, const char *start, wide *v)
{
	const char *s = p->at;
	unsigned zeros = 0;

	if (s == p->end || (*s | 0x20) != 'e')
		return true;
	s += 1 + (s + 1 < p->end && s[1] == '+');
	if (s == p->end || !is_digit(*s))
		return true;
	for (; s < p->end && is_digit(*s); s++)
		zeros = zeros < 100 ? 10 * zeros + (unsigned)(*s - '0') : zeros;
	for (; zeros && *v; zeros--) {
		*v *= 10;
		if (!in_range(*v))
			return parse_fail(p->pe, start, "the constant does not fit 64 bits");
	}
	p->at = s;
	return true;
}

static bool
constant(struct parser *p, wide *v)
{
	const char *start = p->at;
	bool hex = p->hex && p->end - p->at > 2 && p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
	unsigned base = hex ? 16 : 10;

	if (hex)
		p->at += 2;
	start = p->at;
	for (*v = 0; p->at < p->end; p->at++) {
		char c = *p->at, lower = (char)(c | 0x20);
		int digit = is_digit(c) ? c - '0' : hex && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;

		if (digit < 0)
			break;
		*v = *v * base + digit;
		if (!in_range(*v))
			return parse_fail(p->pe, start, "the constant does not fit 64 bits");
	}
	if (p->at == start)
		return parse_fail(p->pe, start, "0x without digits");
	if (!hex && !exponent(p, start, v))
		return false;
	if (p->at < p->end && *p->at == '.')
		return parse_fail(p->pe, start, "not an integer");
	return true;
}

static const char *
expr_name_at(size_t i, const void *arg)
{
	const struct expr_names *names = arg;

	return names->v[i].name;
}

static bool
named(struct parser *p, const char *name, size_t n, wide *v)
{
	const char *near;

	for (size_t i = 0; p->names && i < p->names->n; i++) {
		const struct expr_name *x = &p->names->v[i];

		if (strlen(x->name) != n || memcmp(x->name, name, n))
			continue;
		if (x->why)
			return parse_fail(p->pe, name, "'%s' %s", x->name, x->why);
		*v = x->value;
		return true;
	}
	near = p->names ? nearest(name, n, expr_name_at, p->names->n, p->names) : NULL;
	if (!near && n < 80 && p->names && p->names->columns)
		return parse_fail(p->pe, name, "unknown name '%.*s'; a column $%.*s would give it a value", (int)n, name, (int)n,
				  name);
	return parse_fail(p->pe, name, "unknown name '%.*s'%s%s%s", (int)(n < 80 ? n : 80), name, near ? "; did you mean '" : "",
			  near ? near : "", near ? "'?" : "");
}

static bool
cdiv(struct parser *p, const char *start, wide *v)
{
	wide a, b;

	p->at++;
	if (!sum(p, &a) || !sum(p, &b))
		return false;
	if (p->at == p->end || *p->at != ')')
		return parse_fail(p->pe, p->at, "cdiv takes two values and a ')'");
	p->at++;
	if (b == 0)
		return parse_fail(p->pe, start, "division by zero");
	if (a < 0 || b < 0)
		return parse_fail(p->pe, start, "cdiv of a negative value");
	*v = (a + b - 1) / b;
	return true;
}

static bool
primary(struct parser *p, wide *v)
{
	const char *start;

	skip(p);
	start = p->at;
	if (p->at == p->end)
		return parse_fail(p->pe, start, "a value is missing");
	if (*p->at == '(') {
		p->at++;
		if (!sum(p, v))
			return false;
		if (p->at == p->end || *p->at != ')')
			return parse_fail(p->pe, p->at, "')' is missing");
		p->at++;
		return true;
	}
	if (is_digit(*p->at))
		return constant(p, v);
	if (*p->at == '$')
		return parse_fail(p->pe, start, "the $ of a parameter stands in its column's name alone; write n for $n");
	if (!is_name(*p->at))
		return parse_fail(p->pe, start, "'%c' is not a value", *p->at);
	while (p->at < p->end && (is_name(*p->at) || is_digit(*p->at) || *p->at == '.'))
		p->at++;
	if (p->at - start == 4 && !memcmp(start, "cdiv", 4) && p->at < p->end && *p->at == '(')
		return cdiv(p, start, v);
	return named(p, start, (size_t)(p->at - start), v);
}

static bool
unary(struct parser *p, wide *v)
{
	const char *start;
	bool ok;

	skip(p);
	p->at += p->at < p->end && *p->at == EXPR_GUESS;
	start = p->at;
	if (++p->depth > DEPTH_MAX)
		return parse_fail(p->pe, start, "more than %d parentheses and signs inside each other", DEPTH_MAX);
	if (p->at < p->end && (*p->at == '-' || *p->at == '+')) {
		bool minus = *p->at++ == '-';

		ok = unary(p, v);
		if (ok && minus)
			*v = -*v;
		if (ok && !in_range(*v))
			ok = parse_fail(p->pe, start, "overflow: the value leaves -2^63 .. 2^64 - 1");
	} else {
		ok = primary(p, v);
	}
	p->depth--;
	skip(p);
	return ok;
}

/* *v = *v op b */
static bool
operate(struct parser *p, const char *op, wide *v, wide b)
{
	bool overflow = false;

	if (*op == '+')
		*v += b;
	else if (*op == '-')
		*v -= b;
	else if (*op == '*')
		overflow = __builtin_mul_overflow(*v, b, v);
	else if (b == 0)
		return parse_fail(p->pe, op, "division by zero");
	else if (*op == '/')
		*v /= b;
	else
		*v %= b;
	if (overflow || !in_range(*v))
		return parse_fail(p->pe, op, "overflow: the value leaves -2^63 .. 2^64 - 1");
	return true;
}

static bool
product(struct parser *p, wide *v)
{
	if (!unary(p, v))
		return false;
	while (p->at < p->end && strchr("*/%", *p->at)) {
		const char *op = p->at++;
		wide b;

		if (!unary(p, &b) || !operate(p, op, v, b))
			return false;
	}
	return true;
}

static bool
sum(struct parser *p, wide *v)
{
	if (!product(p, v))
		return false;
	while (p->at < p->end && (*p->at == '+' || *p->at == '-')) {
		const char *op = p->at++;
		wide b;

		/* "cdiv(a -b)" would be a - b; that is what C's reader expects too, so write cdiv(a (-b)) */
		if (!product(p, &b) || !operate(p, op, v, b))
			return false;
	}
	return true;
}

bool
expr_parse(const char **at, const char *end, const struct expr_names *names, bool hex, wide *value, struct parse_error *pe)
{
	struct parser p = {.at = *at, .end = end, .names = names, .hex = hex, .pe = pe};

	if (!sum(&p, value))
		return false;
	*at = p.at;
	return true;
}

bool
expr_integer(const char *s, size_t n, const struct expr_names *names, wide *value, struct parse_error *pe)
{
	const char *at = s;

	if (!expr_parse(&at, s + n, names, true, value, pe))
		return false;
	if (at != s + n)
		return parse_fail(pe, at, "'%c' does not belong to the expression", *at);
	return true;
}

/* Is s a decimal constant with a '.' or an exponent, or inf or nan? */
static bool
is_real(const char *s, size_t n)
{
	const char *end = s + n;
	bool digits = false, point = false, exponent = false;

	if (s < end && (*s == '-' || *s == '+'))
		s++;
	if (end - s == 3 && (!memcmp(s, "inf", 3) || !memcmp(s, "nan", 3)))
		return true;
	for (; s < end && is_digit(*s); s++)
		digits = true;
	if (s < end && *s == '.') {
		point = true;
		for (s++; s < end && is_digit(*s); s++)
			digits = true;
	}
	if (digits && s < end && (*s == 'e' || *s == 'E')) {
		s++;
		if (s < end && (*s == '-' || *s == '+'))
			s++;
		for (; s < end && is_digit(*s); s++)
			exponent = true;
		if (!exponent)
			return false;
	}
	return digits && (point || exponent) && s == end;
}

bool
number_parse(const char *s, size_t n, const struct expr_names *names, struct number *value, struct parse_error *pe)
{
	char text[400];
	struct parse_error no;
	const bool guess = n > 1 && *s == EXPR_GUESS;
	bool whole;

	s += guess;
	n -= guess;
	whole = is_real(s, n) && !memchr(s, '.', n) && expr_integer(s, n, NULL, &value->i, &no) && (value->i || *s != '-');

	/* 1e6 is both */
	value->real = is_real(s, n) && !whole;
	if (whole) {
		value->d = (double)value->i;
		return true;
	}
	value->i = 0;
	if (!value->real) {
		if (!expr_integer(s, n, names, &value->i, pe))
			return false;
		value->d = (double)value->i;
		return true;
	}
	if (n >= sizeof text)
		return parse_fail(pe, s, "a constant of %zu characters", n);
	memcpy(text, s, n);
	text[n] = '\0';
	value->d = strtod(text, NULL);
	return true;
}

bool
word_next(const char **at, const char *end, const char **word, size_t *n)
{
	const char *s = *at;
	unsigned depth = 0;

	while (s < end && is_blank(*s))
		s++;
	*word = s;
	for (; s < end && (depth || !is_blank(*s)); s++) {
		if (*s == '(' || *s == '[')
			depth++;
		else if ((*s == ')' || *s == ']') && depth)
			depth--;
	}
	*n = (size_t)(s - *word);
	*at = s;
	return *n > 0;
}
