#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

__extension__ typedef unsigned __int128 product;

void
text_count(struct text *t, uint64_t n)
{
	char s[20];
	size_t at = sizeof s;

	do
		s[--at] = (char)('0' + n % 10);
	while (n /= 10);
	text_bytes(t, s + at, sizeof s - at);
}

/* As printf() does it, what lies half way goes to the even neighbour. `part` is of 2^bits, which is more; returns it in units of 1/scale. `odd`:
 * the number before it is, which matters where there is no other digit. */
static uint64_t
rounded(uint64_t part, int bits, uint64_t scale, bool odd)
{
	const product all = (product)part * scale, half = (product)1 << (bits - 1), rest = all & (((product)1 << bits) - 1);
	const uint64_t n = (uint64_t)(all >> bits);

	return n + (rest > half || (rest == half && (scale == 1 ? odd : n & 1)));
}

void
text_decimals(struct text *t, double x, int decimals)
{
	enum { MOST = 9, BITS = 53, FEWEST = -60 };
	char s[400];
	uint64_t scale = 1, whole, part = 0;
	int exponent;
	const double fraction = frexp(x, &exponent);

	if (signbit(x) || !isfinite(x) || exponent > BITS || exponent < FEWEST || decimals < 0 || decimals > MOST) {
		snprintf(s, sizeof s, "%.*f", decimals, x);
		text_put(t, s);
		return;
	}
	for (int i = 0; i < decimals; i++)
		scale *= 10;
	/* x is `whole` times 2^(exponent - BITS) */
	whole = (uint64_t)ldexp(fraction, BITS);
	if (exponent < BITS) {
		const int bits = BITS - exponent;
		const uint64_t all = whole;

		whole = bits < 64 ? all >> bits : 0;
		part = bits < 64 ? all - (whole << bits) : all;
		part = rounded(part, bits, scale, whole & 1);
	}
	text_count(t, whole + part / scale);
	part %= scale;
	s[0] = '.';
	for (int i = decimals; i; i--) {
		s[i] = (char)('0' + part % 10);
		part /= 10;
	}
	text_bytes(t, s, decimals ? (size_t)decimals + 1 : 0);
}

void
text_free(struct text *t)
{
	free(t->s);
	*t = (struct text){.s = NULL};
}
