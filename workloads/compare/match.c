#include "workloads/compare/match.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const match_by_name[MATCH_NONE] = {"name", "case and kernel", "kernel", "signature", "position"};

enum { SYMBOL_BYTES = 512 };

char *
match_kernel(const char *symbol, char *buf, size_t size)
{
	const char *s = symbol;
	size_t n = 0;

	buf[0] = '\0';
	if (strncmp(s, "_Z", 2) == 0)
		s += 2 + (s[2] == 'N');
	while (s != symbol && isdigit((unsigned char)*s)) {
		char *end;
		const unsigned long bytes = strtoul(s, &end, 10);

		if (bytes > strlen(end))
			break;
		n += (size_t)snprintf(buf + n, size - n, "%s%.*s", n ? "::" : "", (int)bytes, end);
		if (n >= size)
			return buf;
		s = end + bytes;
	}
	if (!n)
		snprintf(buf, size, "%s", symbol);
	return buf;
}

static bool
alike(const struct result_launch *a, const struct result_launch *b, enum match_by by)
{
	char x[SYMBOL_BYTES], y[SYMBOL_BYTES];

	switch (by) {
	case MATCH_NAME:
		return !strcmp(a->case_name, b->case_name) && !strcmp(a->name, b->name);
	case MATCH_CASE:
		return !strcmp(a->case_name, b->case_name) && !strcmp(a->kernel, b->kernel);
	case MATCH_KERNEL:
		return !strcmp(a->kernel, b->kernel);
	case MATCH_SIGNATURE:
		return !strcmp(match_kernel(a->kernel, x, sizeof x), match_kernel(b->kernel, y, sizeof y));
	default:
		return true;
	}
}

void
match_launches(const struct result *before, const struct result *after, size_t *to, enum match_by *by)
{
	bool *taken = zeroed(after->n, sizeof *taken);
	size_t matched = 0, first = 0; /* first: all before it are taken */

	for (size_t i = 0; i < before->n; i++) {
		to[i] = SIZE_MAX;
		by[i] = MATCH_NONE;
	}
	for (enum match_by step = MATCH_NAME; step < MATCH_NONE; step++) {
		if (step == MATCH_POSITION && before->n != after->n)
			break;
		for (size_t i = 0; i < before->n && matched < after->n; i++) {
			while (taken[first])
				first++;
			for (size_t k = first; by[i] == MATCH_NONE && k < after->n; k++)
				if (!taken[k] && alike(before->launch + i, after->launch + k, step)) {
					taken[k] = true;
					to[i] = k;
					by[i] = step;
					matched++;
				}
		}
	}
	free(taken);
}
