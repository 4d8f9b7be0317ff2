#include "programs/machine-options.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

const char *const machine_option_parameter[] = {
#define MACHINE_OPTION(value, name, parameter) parameter,
#include "programs/machine-options.def"
#undef MACHINE_OPTION
};

void
machine_options_set(struct machine_options *o, const char *name, const char *text)
{
	const size_t room = strlen(text) + (name ? strlen(name) : 0) + 2;
	char *set = must(malloc(room)), *parameter;

	snprintf(set, room, "%s%s%s", name ? name : "", name ? "=" : "", text);
	append(&o->set, set);
	parameter = must(strndup(set, strcspn(set, "=")));
	for (size_t i = 0; i < o->swept.n; i++)
		if (!strcmp(o->swept.v[i], parameter)) {
			free(parameter);
			return;
		}
	append(&o->swept, parameter);
}

struct simt_machine *
machine_options_make(const struct machine_options *o, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load(o->name, e);

	for (size_t i = 0; m && i < o->set.n; i++)
		if (!simt_machine_set(m, o->set.v[i], e)) {
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
	list_free(&o->set);
	list_free(&o->swept);
}
