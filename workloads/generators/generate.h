/* generate.h: the contents of buffers: what a workload.csv writes behind '='.
 *
 * The definitions below are exact, so that another program can make the same bits: all is integer arithmetic, or single IEEE double
 * additions and multiplications, each rounded to nearest even; nothing comes from libm and nothing is fused.
 *
 * Philox. Element i (from 0) of a random buffer with seed s comes from Philox4x32-10 (Salmon et al., 2011) with the key
 * (s mod 2^32, s / 2^32) and the counter (i mod 2^32, i / 2^32, 0, 0). Its first two output words give X = word0 + word1 * 2^32,
 * uniform in 0 .. 2^64 - 1. Elements are independent of each other; a longer buffer starts with the shorter one. `seed=` is the last
 * argument, 0 .. 2^64 - 1, default 1.
 *
 * v -> type below: to an integer type floor(v + 0.5) (the sum rounded to double), limited to the type's range; to f64 v itself; to f32
 * v rounded to float. Constants of a float type are read as the nearest double and then rounded to the type; constants of an integer
 * type must be integers that fit.
 *
 *   zeros              0
 *   fill(v)            v
 *   iota(start step)   integers: start + i * step modulo 2^bits; floats: start + (double)i * step -> type. Defaults 0 and 1
 *   alternate(a b ...) the value i modulo their number; 1 to 4096 values
 *   uniform(lo hi)     integers, lo and hi inclusive: lo + floor(X * (hi - lo + 1) / 2^64);
 *                      f64, lo inclusive, hi exclusive: lo + (hi - lo) * U, U = floor(X / 2^11) * 2^-53;
 *                      f32: the same in double with U = floor(X / 2^40) * 2^-24, rounded to float;
 *                      a float result that is not below hi becomes the largest value of the type below hi
 *   bernoulli(p)       1 where X < floor(p * 2^64), else 0; p = 1 gives 1. p in 0 .. 1
 *   normal(mean sd)    mean + sd * z -> type, defaults 0 and 1. z: let P = X mod 2^63, h the place of its highest set bit (bit 0 has
 *                      place 0). h < 39, or P = 0: Z = T[0]. Else k = 16 * (h - 39) + (the 4 bits of P below bit h), f = the 32 bits
 *                      of P below those, Z = T[k] - floor((T[k] - T[k + 1]) * f / 2^32). z = Z * 2^-24, negative where X >= 2^63.
 *                      T is the table of normal.def, 385 integers
 *   geometric(p)       trials up to the first success, 1, 2, ...: Q = floor((1 - p) * 2^64) with 1 - p rounded to double, S(1) = Q,
 *                      S(k + 1) = floor(S(k) * Q / 2^64); the value is 1 + the number of k in 1 .. 65535 with X < S(k), limited to
 *                      the type's range. p in 0.0001 .. 1; p = 1 gives 1
 *   zipf(n s)          1 .. n, rank k with a weight of about k^-s: w(k) starts as 2^43 and is replaced 4 * s times by
 *                      floor(w(k) * 2^24 / r(k)), r(k) = isqrt(isqrt(k * 2^96)), isqrt(x) = floor of the square root; at least 1. The
 *                      value is the smallest k with floor(X * C(n) / 2^64) < C(k), C(k) = w(1) + ... + w(k). n in 1 .. 2^20, s a
 *                      multiple of 0.25 in 0 .. 4, default 1
 *   csv(file column)   the column's cells, as many as there are elements; constants as above
 *   bin(file)          the file's bytes, little-endian, exactly as many as the buffer has
 *   bin(file offset)   those from byte `offset` on, as many as the buffer has; the file may have more
 *
 * What this module cannot do: distributions with parameters that vary over the elements; types narrower than a byte; FP16. */
#ifndef WORKLOADS_GENERATE_H
#define WORKLOADS_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "workloads/reader/element.h"
#include "base/error.h"
#include "workloads/reader/expr.h"

/* The four output words of Philox4x32-10. */
void philox4x32(uint64_t seed, uint64_t i, uint32_t out[4]);

enum generator_kind {
	GENERATE_ZEROS,
	GENERATE_FILL,
	GENERATE_IOTA,
	GENERATE_ALTERNATE,
	GENERATE_UNIFORM,
	GENERATE_BERNOULLI,
	GENERATE_NORMAL,
	GENERATE_GEOMETRIC,
	GENERATE_ZIPF,
	GENERATE_CSV,
	GENERATE_BIN,
	GENERATORS
};

/* Contents of a buffer of one element type; all zero: zeros. */
struct generator {
	enum generator_kind kind;
	struct number *v; /* arguments, defaults filled in */
	size_t n;
	uint64_t seed;
	char *file, *column;
};

/* Is the word in front of '(' (or the whole text) a generator's name? */
bool generator_known(const char *s, size_t n);
/* Parses the n bytes at s, checks the arguments against the type. Free with generator_free, after a failure too. */
bool generator_parse(const char *s, size_t n, enum element_type type, const struct expr_names *names, struct generator *g,
		     struct parse_error *pe);
void generator_free(struct generator *g);
/* Writes `count` elements to `to`. Files are relative to `folder`. Fails on files and on lack of memory only. */
bool generator_fill(const struct generator *g, enum element_type type, const char *folder, void *to, uint64_t count,
		    struct simt_error *e);
/* What a buffer is to hold. */
struct generated {
	const struct generator *g;
	enum element_type type;
	uint64_t count;
	const char *folder; /* that files are relative to */
	unsigned threads;   /* of the host, which share the work; 0 or 1: the caller's does it alone */
};
/* What takes a piece of the contents: elements first .. first + n - 1, valid during the call. False and *e ends it. */
typedef bool generator_take(void *arg, uint64_t first, const void *data, uint64_t n, struct simt_error *e);
/* Makes the contents piece by piece, in order, and passes each piece to `take` (NULL: to no one). Between pieces it can be stopped: then
 * it fails with SIMT_INTERRUPTED. A mistake in a file may be found after pieces have been taken. */
bool generator_pieces(const struct generated *f, simt_stop stop, generator_take *take, void *arg, struct simt_error *e);

#endif
