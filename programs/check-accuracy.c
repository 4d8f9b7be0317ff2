#include "programs/check-accuracy.h"

#include <math.h>
#include <string.h>

bool
take_parts(const char *text, unsigned *mask, struct simt_error *e)
{
	for (const char *p = text; *p; p += *p == ',') {
		size_t n = strcspn(p, ",");
		int set = 0;

		while (set < ACCURACY_SETS && (strlen(accuracy_set_name[set]) != n || strncmp(p, accuracy_set_name[set], n) != 0))
			set++;
		if (set == ACCURACY_SETS)
			return simt_fail(e, SIMT_USAGE,
					 "--part %s: training, micro, development, held-out, or several with commas between", text);
		*mask |= 1U << set;
		p += n;
	}
	return *mask || simt_fail(e, SIMT_USAGE, "--part: training, micro, development or held-out");
}

bool
take_size(const char *text, enum accuracy_size *size, struct simt_error *e)
{
	for (int k = 0; k < ACCURACY_SIZES; k++)
		if (!strcmp(text, accuracy_size_name[k])) {
			*size = (enum accuracy_size)k;
			return true;
		}
	return simt_fail(e, SIMT_USAGE, "--size %s: quick, full or long", text);
}

enum simt_status
accuracy_command(struct accuracy_command *c, const struct list *only, FILE *csv, FILE *plot, struct simt_error *e)
{
	struct accuracy *a;
	size_t simulated = 0;

	c->o.only = only->v;
	c->o.nonly = only->n;
	a = accuracy_read(&c->o, e);
	for (size_t i = 0; a && i < a->nlaunch; i++)
		simulated += a->launch[i].wanted && !isnan(a->launch[i].simulated);
	if (a && c->plan) {
		accuracy_plan(a, stdout);
	} else if (a && !simulated) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: no results of the launches that are wanted; make accuracy makes them",
			  c->o.results);
	} else if (a) {
		if (c->csv)
			accuracy_csv(a, &c->show, csv);
		if (!c->csv || strcmp(c->csv, "-"))
			accuracy_report(a, &c->show, stdout);
		if (c->plot)
			accuracy_plot(a, c->plot, plot, e);
	}
	accuracy_free(a);
	return e->status;
}
