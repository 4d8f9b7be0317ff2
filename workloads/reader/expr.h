/* expr.h: integer expressions, numbers and the words of a cell.
 *
 * expression: + - * / % with the precedence of C, unary + and -, parentheses, cdiv(a b) (a / b rounded up; b > 0, a >= 0), decimal and
 * 0x hexadecimal constants, 1e6 among them, names. Division goes towards zero and % has the sign of the left side, as in C.
 * Every intermediate value must lie in -2^63 .. 2^64 - 1; leaving that range, dividing by zero and unknown names are errors.
 * number: an expression, or a decimal constant with '.' or an exponent, or inf or nan, each with an optional sign. A decimal constant
 * is read as the nearest double.
 *
 * What this module cannot do: expressions of real numbers, comparisons, assignments. */
#ifndef WORKLOADS_EXPR_H
#define WORKLOADS_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 wide;

/* Stands in front of a value that simt-sim --template has guessed. It is read as if it were not there: workload_guesses_none() says where some
 * are. */
enum { EXPR_GUESS = '?' };

/* A mistake in a piece of text; `at` points into that text. */
struct parse_error {
	const char *at;
	char text[512];
};
bool parse_fail(struct parse_error *pe, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A name an expression may use. */
struct expr_name {
	const char *name;
	wide value;
	const char *why; /* NULL, or why it has no integer value, as the end of a sentence: "is 'abc', not an integer" */
};
struct expr_names {
	const struct expr_name *v;
	size_t n;
	bool columns; /* a column $NAME of the workload would give NAME a value, which the message for an unknown name says */
};

/* Parses the longest expression at *at and moves *at to the end of it and of the blanks that follow. `hex` allows 0x constants.
 * Dimensions do not allow them: there 0x4 is a zero and a dimension. */
bool expr_parse(const char **at, const char *end, const struct expr_names *names, bool hex, wide *value, struct parse_error *pe);
/* The n bytes at s as one expression. */
bool expr_integer(const char *s, size_t n, const struct expr_names *names, wide *value, struct parse_error *pe);

struct number {
	bool real;
	wide i;   /* !real */
	double d; /* real: the value; else the nearest double to i */
};
bool number_parse(const char *s, size_t n, const struct expr_names *names, struct number *value, struct parse_error *pe);

/* Decimal text of a wide; buf of at least 48 bytes. Returns buf. */
char *wide_text(wide value, char *buf);

/* Takes the next word of the text between *at and end into *word and *n: words are separated by blanks outside ( ) and [ ]. Returns
 * false at the end of the text. A bracket that is not closed ends with the text. */
bool word_next(const char **at, const char *end, const char **word, size_t *n);

#endif
