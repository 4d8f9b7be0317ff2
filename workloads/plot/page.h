/* page.h: a page that shows a result of simt-sim --json, or two of them side by side, a recording of the same run, and what simt-why says of
 * it. It is one file of HTML that needs no network.
 *
 * Of long results not all is on the page: the PAGE_LAUNCHES launches that take most cycles, and of these the code of the first ones, in at most
 * PAGE_CODE_BYTES (report-page.h). All others have a row in a table. The same input gives the same bytes.
 *
 * What this module cannot do: simulate. What a result does not have is not on the page. */
#ifndef WORKLOADS_PLOT_PAGE_H
#define WORKLOADS_PLOT_PAGE_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "workloads/analysis/intervals.h"

struct page;

struct page_wish {
	const char *const
		*file; /* results, a recording and a result of simt-why, in any order; of two results the first one is before */
	size_t nfiles;
	const char *const *folder; /* source files are looked for here, too */
	size_t nfolders;
	const char *title;   /* or NULL */
	const char *version; /* of the program that makes the page */
};

/* Reads the files. NULL, and *e (SIMT_BAD_INPUT or SIMT_USAGE), where one cannot be read or is no such file, or where they do not belong
 * together. Texts of the wish have to live as long as the page. Free it with page_free. */
struct page *page_read(const struct page_wish *wish, struct simt_error *e);
void page_free(struct page *p); /* NULL is allowed */
/* The name of the machine that two results are of; NULL: there is one result, or the machines differ. */
const char *page_machine_compared(const struct page *p);
/* Gives an interval to differences of time, by the errors of that machine. */
void page_judge(struct page *p, const struct intervals *t);
void page_write(struct page *p, FILE *out);

#endif
