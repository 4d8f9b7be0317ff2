#include "workloads/report/keys.h"

#include "base/csvfile.h"

static void
put(FILE *out, const char *text)
{
	csvfile_put(out, text ? text : "");
	putc(',', out);
}

void
keys_header(const struct keys *k, FILE *out, const char *rest)
{
	fputs("source,run,machine", out);
	for (size_t i = 0; i < k->nswept; i++)
		fprintf(out, ",%s", k->swept[i]);
	for (size_t i = 0; !k->no_params && i < k->w->nparams; i++)
		fprintf(out, ",%s", k->w->param[i]);
	fprintf(out, ",technique,variant,case,launch,id,kernel,%s\n", rest);
}

void
keys_put(const struct keys *k, FILE *out, const struct workload_case *c, size_t launch, unsigned id)
{
	bool whole = launch == SIZE_MAX;
	const struct workload_launch *x = &k->w->launch[whole ? c->launches[0] : launch];

	put(out, k->source);
	put(out, k->run);
	put(out, k->machine);
	for (size_t i = 0; i < k->nswept; i++)
		put(out, k->swept_value(k->arg, k->swept[i]));
	for (size_t i = 0; !k->no_params && i < k->w->nparams; i++)
		put(out, x->value[i]);
	put(out, x->cell[COLUMN_technique]);
	put(out, x->cell[COLUMN_variant]);
	put(out, c->name);
	put(out, whole ? "" : x->name);
	if (!whole)
		fprintf(out, "%u", id);
	putc(',', out);
	put(out, !whole || c->nlaunches == 1 ? x->cell[COLUMN_kernel] : "");
}
