/* Looking kernels and variables up by name. */
#include "isa/cubin-impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Takes "<length><identifier>" at *p of a mangled name; NULL where there is none. */
static const char *
identifier(const char **p, size_t *length)
{
	size_t n = 0;
	const char *id;

	if (!isdigit((unsigned char)**p) || **p == '0')
		return NULL;
	while (isdigit((unsigned char)**p) && n < 100000)
		n = 10 * n + (size_t)(*(*p)++ - '0');
	id = *p;
	if (strnlen(id, n) < n)
		return NULL;
	*p += n;
	*length = n;
	return id;
}

/* The Itanium C++ ABI, as far as names of kernels and variables need it: "_Z" ["L"] name, or "_ZN" ["L"] name ... ("E" | "I"). Kernels
 * are never class members, so template arguments ("I") come after the last component only. */
bool
cubin_plain_match(const char *symbol, const char *name)
{
	const char *p = symbol, *rest = name, *id, *last = NULL;
	size_t n = 0;
	bool whole = true, nested;

	if (strncmp(p, "_Z", 2))
		return false;
	p += 2;
	nested = *p == 'N';
	p += nested;
	do {
		p += *p == 'L';
		id = identifier(&p, &n);
		if (!id)
			break;
		if (last && whole) {
			whole = !strncmp(rest, "::", 2);
			rest += whole ? 2 : 0;
		}
		if (whole) {
			whole = !strncmp(rest, id, n);
			rest += whole ? n : 0;
		}
		last = id;
	} while (nested && *p && *p != 'E' && *p != 'I');
	if (!last || !id)
		return false;
	return (whole && !*rest) || (strlen(name) == n && !strncmp(name, last, n));
}

typedef const char *symbol_at(const struct cubin *c, size_t i);

static const char *
kernel_symbol(const struct cubin *c, size_t i)
{
	return c->kernel[i].symbol;
}

static const char *
variable_symbol(const struct cubin *c, size_t i)
{
	return c->variable[i].symbol;
}

/* Writes the symbols that match `name` (NULL: all) to buf, separated by ", ", shortened where there are many. */
static void
list(const struct cubin *c, size_t n, symbol_at *at, const char *name, char *buf, size_t size)
{
	size_t i, used = 0;

	buf[0] = 0;
	for (i = 0; i < n; i++) {
		const char *s = at(c, i);
		size_t need = strlen(s) + 2;

		if (name && !cubin_plain_match(s, name))
			continue;
		if (used + need + sizeof ", ..." > size) {
			strcpy(buf + used, used ? ", ..." : "...");
			return;
		}
		used += (size_t)sprintf(buf + used, "%s%s", used ? ", " : "", s);
	}
}

/* Index of the symbol called `name`, or n with *e set. */
static size_t
find(const struct cubin *c, size_t n, symbol_at *at, const char *name, const char *what, struct simt_error *e)
{
	size_t i, hit = n, hits = 0;
	char names[400];

	for (i = 0; i < n; i++)
		if (!strcmp(at(c, i), name))
			return i;
	for (i = 0; i < n; i++)
		if (cubin_plain_match(at(c, i), name)) {
			hit = i;
			hits++;
		}
	if (hits == 1)
		return hit;
	list(c, n, at, hits ? name : NULL, names, sizeof names);
	if (hits)
		cubin_fail(c, e, "'%.200s' could be any of the %ss %s; give one of these symbols", name, what, names);
	else if (n)
		cubin_fail(c, e, "no %s '%.200s'; there are %s", what, name, names);
	else
		cubin_fail(c, e, "no %s '%.200s'; there are none", what, name);
	return n;
}

const struct cubin_kernel *
cubin_find_kernel(const struct cubin *c, const char *name, struct simt_error *e)
{
	size_t i = find(c, c->nkernels, kernel_symbol, name, "kernel", e);

	return i < c->nkernels ? &c->kernel[i] : NULL;
}

const struct cubin_variable *
cubin_find_variable(const struct cubin *c, const char *name, struct simt_error *e)
{
	size_t i = find(c, c->nvariables, variable_symbol, name, "variable", e);

	return i < c->nvariables ? &c->variable[i] : NULL;
}
