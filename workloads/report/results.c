#include "workloads/report/results.h"

#include <assert.h>

FILE *
results_add(struct results *x, const struct report_form *form, const char *name, struct simt_error *e)
{
	struct result_file *file = name ? result_open(name, e) : NULL;

	if (!file)
		return NULL;
	assert(x->n < RESULTS_MAX);
	x->part[x->n].form = form;
	x->part[x->n++].file = file;
	return result_stream(file);
}

static void
mark_all(struct results *x)
{
	for (size_t k = 0; k < x->n; k++)
		result_mark(x->part[k].file);
}

void
results_begin(struct results *x, const struct report *r)
{
	x->report = r;
	for (size_t k = 0; k < x->n; k++)
		if (x->part[k].form)
			x->part[k].form->head(r, result_stream(x->part[k].file));
	mark_all(x);
}

/* The next case. */
static void
write_case(struct results *x)
{
	const size_t i = x->next++;

	if (!x->report->run->selected[i])
		return;
	for (size_t k = 0; k < x->n; k++)
		if (x->part[k].form)
			x->part[k].form->of_case(x->report, result_stream(x->part[k].file), i, x->written == 0);
	x->written++;
}

void
results_ended(struct results *x, size_t i)
{
	const struct run *run = x->report->run;

	while (x->next <= i && (!run->selected[x->next] || run_final(run, x->next) <= i))
		write_case(x);
	mark_all(x);
}

enum simt_status
results_close(struct results *x, void (*tell)(void *arg, const struct simt_error *e), void *arg)
{
	enum simt_status status = SIMT_OK;

	while (x->next < x->report->run->w->ncases)
		write_case(x);
	for (size_t k = 0; k < x->n; k++) {
		FILE *out = result_stream(x->part[k].file);
		struct simt_error e = {.status = SIMT_OK};

		if (!x->part[k].form && x->report->incomplete)
			result_cut(x->part[k].file);
		if (x->part[k].form)
			x->part[k].form->tail(x->report, out, x->written == 0);
		else
			report_csv_tail(x->report, out, false);
		if (result_close(x->part[k].file, &e))
			continue;
		tell(arg, &e);
		status = e.status;
	}
	x->n = 0;
	return status;
}

void
results_discard(struct results *x)
{
	for (size_t k = 0; k < x->n; k++)
		result_discard(x->part[k].file);
	x->n = 0;
}
