#include "programs/machine-options.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Notes that results have to say what a parameter is. */
static void
add_swept(struct machine_options *o, const char *parameter, size_t bytes)
{
	for (size_t i = 0; i < o->swept.n; i++)
		if (strlen(o->swept.v[i]) == bytes && !memcmp(o->swept.v[i], parameter, bytes))
			return;
	append(&o->swept, must(strndup(parameter, bytes)));
}

/* Notes that a parameter is set. name NULL: `text` is "name=value", else the value. */
static void
add_set(struct machine_options *o, const char *name, const char *text)
{
	const size_t room = strlen(text) + (name ? strlen(name) : 0) + 2;
	char *set = must(malloc(room));

	snprintf(set, room, "%s%s%s", name ? name : "", name ? "=" : "", text);
	append(&o->set, set);
	add_swept(o, set, strcspn(set, "="));
}

static void
add_machine(struct machine_options *o, const char *name)
{
	const size_t room = strlen(name) + (o->joined ? strlen(o->joined) : 0) + 2;
	char *joined = must(malloc(room));

	snprintf(joined, room, "%s%s%s", o->joined ? o->joined : "", o->joined ? "+" : "", name);
	free(o->joined);
	o->name = o->joined = joined;
	for (const char *part = name; *part;) {
		const size_t n = strcspn(part, "+"), plain = strcspn(part, "/.+");

		if (plain < n)
			append(&o->file, must(strndup(part, n)));
		part += n + (part[n] == '+');
	}
}

bool
machine_options_take(struct machine_options *o, int option, const char *text)
{
	switch (option) {
#define MACHINE_OPTION(value, name, parameter) \
	case value:                            \
		add_set(o, parameter, text);   \
		return true;
#include "programs/machine-options.def"
#undef MACHINE_OPTION
	case O_MACHINE:
		add_machine(o, text);
		return true;
	case O_SET:
		add_set(o, NULL, text);
		return true;
	case O_EQUAL_SILICON:
		o->equal_silicon = true;
		add_swept(o, "banks", strlen("banks"));
		add_swept(o, "subcores", strlen("subcores"));
		return true;
	default:
		return false;
	}
}

bool
machine_options_take_more(int option)
{
	return option > BEFORE_MACHINE_OPTIONS && option < O_EQUAL_SILICON;
}

/* The SM is made of the silicon that the machine had as it was loaded. */
static bool
balance(const struct machine_options *o, struct simt_machine *m, struct simt_error *e)
{
	struct simt_machine *base = simt_machine_load(o->name, e);
	const bool fine = base && simt_machine_equal_silicon(m, base, e);

	simt_machine_free(base);
	return fine;
}

struct simt_machine *
machine_options_make(const struct machine_options *o, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load(o->name, e);
	bool fine = m;

	for (size_t i = 0; fine && i < o->set.n; i++)
		fine = simt_machine_set(m, o->set.v[i], e);
	if (!fine || (o->equal_silicon && !balance(o, m, e))) {
		simt_machine_free(m);
		return NULL;
	}
	tell_remarks(m);
	return m;
}

static void
list_free(struct list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free((void *)(uintptr_t)l->v[i]);
	free(l->v);
}

void
machine_options_free(struct machine_options *o)
{
	free(o->joined);
	list_free(&o->file);
	list_free(&o->set);
	list_free(&o->swept);
}
