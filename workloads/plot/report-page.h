/* report-page.h: what the parts of a report share; private to them.
 * What this module cannot do: trust its input. Members that a result does not have are 0, "" or NAN. */
#ifndef WORKLOADS_PLOT_REPORT_PAGE_H
#define WORKLOADS_PLOT_REPORT_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/sources.h"
#include "workloads/compare/difference.h"
#include "workloads/plot/report-html.h"
#include "workloads/plot/page.h"
#include "workloads/record/recording.h"

enum {
	PAGE_LAUNCHES = 100,          /* are shown */
	PAGE_CODE_BYTES = 3 << 20,    /* of all tables of code */
	PAGE_TIMELINE_BYTES = 1 << 20 /* of the data of a recording */
};

/* A result of simt-sim. */
struct page_result {
	const char *name; /* of the file */
	json_t *all;
	struct result *r;
	const json_t **launch, **of_case; /* of r->launch, in its order, and the case that it is in */
};

/* A launch that is shown: of the last result. */
struct page_launch {
	const json_t *of_case, *launch;
	const json_t *before;              /* the launch of the first of two results that it is compared with, or NULL */
	const struct launch_difference *d; /* likewise */
	const json_t
		*verdict; /* the object that has `verdict`, `limits` and `remedies`: the launch or that of simt-why; NULL: none */
	bool tried;       /* the verdict comes from experiments */
	bool shown;       /* it has more on the page than a row in the table of all launches */
	bool code;        /* its code is on the page; then it is shown */
	size_t index;
};

struct page {
	const struct page_wish *wish;
	struct page_result result[2];
	size_t nresults;
	const char *why_name; /* of the file of simt-why */
	json_t *why;          /* or NULL */
	const char *recording_name;
	struct recording *recording;    /* or NULL */
	struct differences *d;          /* of two results, or NULL */
	struct sources *sources, *none; /* none: without folders */
	struct page_launch *launch;
	size_t nlaunches;
};

/* ---- report-input.c: members of JSON ---- */
const char *page_text(const json_t *object, const char *key);
double page_number(const json_t *object, const char *key); /* NAN where it is none */
uint64_t page_count(const json_t *object, const char *key);
const json_t *page_list(const json_t *object, const char *key);
/* The value of a metric of a launch or case; NAN. */
double page_metric(const json_t *launch, const char *metric);
/* A sum over the values of an object, such as warp-cycles over states. */
uint64_t page_sum(const json_t *object);
/* The key of its largest value, with that in *most; NULL: all are 0. */
const char *page_largest(const json_t *object, uint64_t *most);
/* 100 * part / whole; NAN where whole is not above 0. */
double page_percent(double part, double whole);
/* The result that is shown; NULL: there is a recording alone. */
const struct page_result *page_shown(const struct page *p);
/* What a state of a warp means, as stall.def has it; "" of one that it does not have. */
const char *page_state_meaning(const char *state);

/* ---- the parts of the page ---- */
void page_put_summary(struct page *p, const struct page_launch *l, FILE *out);
void page_put_launches(const struct page *p, FILE *out); /* a table of all, if there are several */
void page_put_lanes(const struct page_launch *l, FILE *out);
void page_put_states(const struct page_launch *l, FILE *out);
void page_put_code(struct page *p, const struct page_launch *l, FILE *out);
void page_put_roots(const struct page_launch *l, FILE *out);
void page_put_differences(const struct page *p, FILE *out);
void page_put_recording(const struct page *p, FILE *out); /* where there is no result */
void page_put_machine(const struct page *p, FILE *out);

/* ---- what several parts write ---- */
/* "naive-8", and launch and kernel where these say more. */
void page_put_name(const json_t *of_case, const json_t *launch, FILE *out);
/* "<td>" with a number and a bar of so many per cent of the cell; one that is not finite leaves the cell empty. */
void page_put_share(FILE *out, double percent, int decimals);
/* "<td>" with a whole number. */
void page_put_whole(FILE *out, double x);
/* A link to the source line in the launch's code, where that is on the page; else its name. `file` may be NULL or "": nothing. */
void page_put_place(const struct page_launch *l, const char *file, uint64_t line, FILE *out);
/* The line that the instruction at byte `pc` of the launch's code belongs to, in a file that is not of the toolkit; NULL: it is not known. */
const json_t *page_line_of(const struct page_launch *l, uint64_t pc);
/* A bar of parts, of which one or several may be empty. */
struct page_part {
	const char *name, *meaning, *style; /* style: class, "c0" to "c7" */
	double value, before;               /* before: NAN where there is none */
};
/* The bar, and a table of its parts. `what`: of what they are parts. `two`: with what they were before. */
void page_put_parts(FILE *out, const char *what, const char *unit, const struct page_part *part, size_t n, bool two);

#endif
