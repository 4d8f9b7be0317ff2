/* Looking kernels and variables up by name. */
#include "isa/cubin-impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"

void
cubin_read_names(struct cubin *c)
{
	c->kernel_name = zeroed(c->nkernels, sizeof *c->kernel_name);
	c->variable_name = zeroed(c->nvariables, sizeof *c->variable_name);
	for (size_t i = 0; i < c->nkernels; i++) {
		cxx_name_make(&c->kernel_name[i], c->kernel[i].symbol);
		c->kernel[i].name = c->kernel_name[i].label;
		c->kernel[i].signature = c->kernel_name[i].signature;
	}
	for (size_t i = 0; i < c->nvariables; i++) {
		cxx_name_make(&c->variable_name[i], c->variable[i].symbol);
		c->variable[i].name = c->variable_name[i].label;
	}
}

void
cubin_free_names(struct cubin *c)
{
	for (size_t i = 0; c->kernel_name && i < c->nkernels; i++)
		cxx_name_free(&c->kernel_name[i]);
	for (size_t i = 0; c->variable_name && i < c->nvariables; i++)
		cxx_name_free(&c->variable_name[i]);
	free(c->kernel_name);
	free(c->variable_name);
}

/* Kernels, or variables. */
struct named {
	const struct cubin *c;
	const char *what;
	size_t n;
	const struct cxx_name *name;
	const char *(*symbol)(const struct cubin *c, size_t i);
};

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

/* What tells those that `hit` has (NULL: all) from each other: names, signatures or symbols. */
static const char *
telling(const struct named *x, const bool *hit, size_t i)
{
	const struct cxx_name *me = &x->name[i];
	bool name = true, signature = true;

	for (size_t k = 0; k < x->n; k++) {
		if (k == i || (hit && !hit[k]))
			continue;
		name = name && strcmp(me->name, x->name[k].name) != 0;
		signature = signature && strcmp(me->signature, x->name[k].signature) != 0;
	}
	return name ? me->name : signature ? me->signature : x->symbol(x->c, i);
}

/* Writes those that `hit` has (NULL: all) to buf, separated by ", ", shortened where there are many, which returns false. */
static bool
list(const struct named *x, const bool *hit, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = 0;
	for (size_t i = 0; i < x->n; i++) {
		const char *s = hit && !hit[i] ? NULL : telling(x, hit, i);

		if (!s)
			continue;
		if (used + strlen(s) + 2 + sizeof ", ..." > size) {
			strcpy(buf + used, used ? ", ..." : "...");
			return false;
		}
		used += (size_t)sprintf(buf + used, "%s%s", used ? ", " : "", s);
	}
	return true;
}

static const char *
name_at(size_t i, const void *arg)
{
	const struct named *x = arg;

	return x->name[i].name;
}

/* Those that are called so, or, where none is, so by a glob; returns their number, and the first one's. */
static size_t
matches(const struct named *x, const char *name, bool *hit, size_t *first)
{
	char *key = cxx_key(name);
	size_t n = 0;

	for (int glob = 0; glob < 2 && !n; glob++) {
		if (glob && !strpbrk(name, "*?["))
			break;
		for (size_t i = x->n; i-- > 0;) {
			hit[i] = glob ? cxx_name_like(&x->name[i], name) : cxx_name_is(&x->name[i], key);
			n += hit[i];
			*first = hit[i] ? i : *first;
		}
	}
	free(key);
	return n;
}

/* Index of what is called `name`, or x->n with *e set. */
static size_t
find(const struct named *x, const char *name, struct simt_error *e)
{
	size_t at = x->n, hits;
	char names[400];
	bool *hit;

	for (size_t i = 0; i < x->n; i++)
		if (!strcmp(x->symbol(x->c, i), name))
			return i;
	hit = zeroed(x->n, sizeof *hit);
	hits = matches(x, name, hit, &at);
	if (hits > 1) {
		list(x, hit, names, sizeof names);
		cubin_fail(x->c, e, "'%.200s' could be any of the %ss %s; give one of these names", name, x->what, names);
	} else if (!hits && x->n) {
		const char *near = nearest(name, strlen(name), name_at, x->n, x);

		if (!list(x, NULL, names, sizeof names) && near)
			cubin_fail(x->c, e, "no %s '%.200s'; did you mean '%.200s'?", x->what, name, near);
		else
			cubin_fail(x->c, e, "no %s '%.200s'; there %s %s", x->what, name, x->n > 1 ? "are" : "is only", names);
	} else if (!hits) {
		cubin_fail(x->c, e, "no %s '%.200s'; there are none", x->what, name);
	}
	free(hit);
	return hits == 1 ? at : x->n;
}

const struct cubin_kernel *
cubin_find_kernel(const struct cubin *c, const char *name, struct simt_error *e)
{
	const struct named x = {c, "kernel", c->nkernels, c->kernel_name, kernel_symbol};
	size_t i = find(&x, name, e);

	return i < c->nkernels ? &c->kernel[i] : NULL;
}

const struct cubin_variable *
cubin_find_variable(const struct cubin *c, const char *name, struct simt_error *e)
{
	const struct named x = {c, "variable", c->nvariables, c->variable_name, variable_symbol};
	size_t i = find(&x, name, e);

	return i < c->nvariables ? &c->variable[i] : NULL;
}
