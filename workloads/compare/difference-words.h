/* difference-words.h: the words that reports of differences share; private to them. All return buf, and cut what is longer.
 *
 * What this module cannot do: write. */
#ifndef WORKLOADS_COMPARE_DIFFERENCE_WORDS_H
#define WORKLOADS_COMPARE_DIFFERENCE_WORDS_H

#include "workloads/compare/report-differences.h"

enum { WORDS_BYTES = 512 };

/* Metrics that are shown where they differ. */
struct shown_metric {
	const char *label, *metric;
	int decimals;
};
extern const struct shown_metric shown_metric[];
extern const size_t shown_metrics;

extern const char *const verdict_name[VERDICT_FAILED + 1];
extern const char *const line_change_name[LINE_TIME + 1];

/* "12,345" or "12.5", with a sign before it where one is asked for. */
char *words_number(double x, int decimals, bool sign, char *buf, size_t size);
/* "+12.5 %" */
char *words_percent(double share, char *buf, size_t size);
/* "takes 41.5 % longer, 23,023 -> 32,581 cycles": a clause on a launch. */
char *words_verdict(const struct launch_difference *l, char *buf, size_t size);
/* "text", "code", "counts", "time", "new" or "gone". */
const char *words_change(const struct line_difference *x);
/* "matmul.h:27" or "0x0120". */
char *words_place(const struct line_difference *x, char *buf, size_t size);
/* What comes first among the lines of a launch, as a clause without its place; "" where no line is to be named. */
char *words_first(const struct launch_difference *l, char *buf, size_t size);
/* Whether lines are to be shown: the launch differs by what matters, and there are some. */
bool words_has_lines(const struct launch_difference *l);
/* Says that a launch is compared by instruction, and why. */
const char *words_no_lines(const struct launch_difference *l);
/* The name of a launch: its case, and launch and kernel where these say more. */
char *words_launch(const struct result_launch *l, char *buf, size_t size);
/* One sentence on all launches. */
char *words_summary(const struct difference_report *r, char *buf, size_t size);
/* Cycles of the launch that its warps spent in a state, before and after; false where that is not known. */
bool words_state(const struct launch_difference *l, int state, double cycles[2]);

#endif
