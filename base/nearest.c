#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

static unsigned
least_of(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Letters to add, remove, change or swap with their neighbour, upper and lower case alike; 255 for words above 63 characters. */
static unsigned
distance(const char *a, size_t na, const char *b, size_t nb)
{
	uint8_t d[64][64];

	if (na > 63 || nb > 63)
		return 255;
	for (size_t i = 0; i <= na; i++) {
		for (size_t k = 0; k <= nb; k++) {
			unsigned best = (unsigned)(i ? i : k);

			if (i && k) {
				best = d[i - 1][k - 1] + ((a[i - 1] | 0x20) != (b[k - 1] | 0x20));
				best = least_of(best, least_of(d[i - 1][k], d[i][k - 1]) + 1u);
			}
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				best = least_of(best, d[i - 2][k - 2] + 1u);
			d[i][k] = (uint8_t)best;
		}
	}
	return d[na][nb];
}

/* How many letters two words have in common at their beginning, upper and lower case alike. */
static size_t
common(const char *a, size_t na, const char *b)
{
	size_t n = 0;

	while (n < na && b[n] && (a[n] | 0x20) == (b[n] | 0x20))
		n++;
	return n;
}

const char *
nearest(const char *s, size_t n, const char *(*name)(size_t i, const void *arg), size_t count, const void *arg)
{
	const char *best = NULL;
	size_t most = 0;
	unsigned least = (unsigned)(n < 2 ? 0 : n < 5 ? 1 : n < 9 ? 2 : 3) + 1;

	for (size_t i = 0; i < count; i++) {
		const char *x = name(i, arg);
		unsigned d = distance(s, n, x, strlen(x));

		if (d < least || (best && d == least && common(s, n, x) > most)) {
			least = d;
			most = common(s, n, x);
			best = x;
		}
	}
	return best;
}
