/* bytes.h: numbers and texts as bytes, the way recordings have them: whole numbers of seven bits a byte, the lowest first, with the eighth bit set in
 * all but the last; texts with their length in front.
 *
 * What this module cannot do: take numbers of more than 64 bits. */
#ifndef WORKLOADS_RECORD_BYTES_H
#define WORKLOADS_RECORD_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

static inline void
bytes_number(struct text *t, uint64_t n)
{
	char s[10];
	size_t k = 0;

	for (; n >= 0x80; n >>= 7)
		s[k++] = (char)((n & 0x7f) | 0x80);
	s[k++] = (char)n;
	text_bytes(t, s, k);
}

/* A difference, which may be below 0: the sign is the lowest bit. */
static inline void
bytes_difference(struct text *t, uint64_t from, uint64_t to)
{
	bytes_number(t, to >= from ? (to - from) << 1 : (from - to - 1) << 1 | 1);
}

static inline void
bytes_text(struct text *t, const char *s)
{
	const size_t n = strlen(s);

	bytes_number(t, n);
	text_bytes(t, s, n);
}

/* What is left to be read. `bad` is set where it ends too soon, or is not what it should be; then numbers are 0 and texts are empty. */
struct bytes {
	const unsigned char *at, *end;
	bool bad;
};

static inline uint64_t
bytes_take(struct bytes *b)
{
	uint64_t n = 0;

	for (unsigned shift = 0; b->at < b->end && shift < 64; shift += 7) {
		const uint64_t part = *b->at & 0x7f;

		if (shift == 63 && part > 1)
			break;
		n |= part << shift;
		if (!(*b->at++ & 0x80))
			return n;
	}
	b->bad = true;
	b->at = b->end;
	return 0;
}

/* One that is at most `most`. */
static inline uint64_t
bytes_take_most(struct bytes *b, uint64_t most)
{
	const uint64_t n = bytes_take(b);

	if (n <= most)
		return n;
	b->bad = true;
	b->at = b->end;
	return 0;
}

/* How many things follow, each of which takes `least` bytes at the least: so a wrong number cannot ask for much more memory than there are bytes. */
static inline size_t
bytes_take_count(struct bytes *b, size_t least)
{
	const uint64_t n = bytes_take(b);

	if (n <= (uint64_t)(b->end - b->at) / least)
		return (size_t)n;
	b->bad = true;
	b->at = b->end;
	return 0;
}

/* What bytes_difference() has put for `to`. It wraps where the bytes are wrong. */
static inline uint64_t
bytes_take_difference(struct bytes *b, uint64_t from)
{
	const uint64_t n = bytes_take(b);

	return n & 1 ? from - (n >> 1) - 1 : from + (n >> 1);
}

/* The caller frees it. */
static inline char *
bytes_take_text(struct bytes *b)
{
	const size_t n = bytes_take_count(b, 1);
	char *s = zeroed(n + 1, 1);

	memcpy(s, n ? b->at : (const unsigned char *)"", n);
	b->at += n;
	return s;
}

#endif
