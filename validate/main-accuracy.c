#include "main-accuracy.h"

#include <errno.h>
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

static void
write_csv(const struct accuracy_command *c, const struct accuracy *a, struct simt_error *e)
{
	FILE *out = strcmp(c->csv, "-") ? fopen(c->csv, "w") : stdout;
	bool bad;

	if (!out) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", c->csv, strerror(errno));
		return;
	}
	accuracy_csv(a, &c->show, out);
	bad = ferror(out);
	if (out != stdout)
		bad = fclose(out) != 0 || bad;
	if (bad)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %s", c->csv, strerror(errno));
}

enum simt_status
accuracy_command(struct accuracy_command *c, const struct list *only, struct simt_error *e)
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
			write_csv(c, a, e);
		if (!c->csv || strcmp(c->csv, "-"))
			accuracy_report(a, &c->show, stdout);
		if (c->plot && !e->status)
			accuracy_plot(a, c->plot, e);
	}
	accuracy_free(a);
	return e->status;
}
