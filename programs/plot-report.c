#include "programs/plot-report.h"

#include "base/result-file.h"
#include "workloads/plot/page.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

bool
plot_report(const struct plot_report *x, const char *const *file, size_t n, struct simt_error *e)
{
	const struct page_wish wish = {.file = file,
				       .nfiles = n,
				       .folder = x->folder.v,
				       .nfolders = x->folder.n,
				       .title = x->title,
				       .version = PACKAGE_VERSION};
	struct page *p = page_read(&wish, e);
	const char *machine = p ? page_machine_compared(p) : NULL;
	struct intervals *intervals = machine ? machine_intervals(NULL, machine) : NULL;
	struct result_file *f = p ? result_open(x->page, e) : NULL;

	if (intervals)
		page_judge(p, intervals);
	intervals_free(intervals);
	if (f)
		page_write(p, result_stream(f));
	page_free(p);
	return f && result_close(f, e);
}
