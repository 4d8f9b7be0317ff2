/* align.h: which line of one compilation of a kernel is which of another, where lines were put in or taken out.
 *
 * The order of lines is kept. Of all ways to match them the one is taken in which most matched lines are alike: they have the same text,
 * where both texts are known, or the same kinds of instructions, or many kinds in common.
 *
 * What this module cannot do: lines that have changed places; kernels of many thousand lines or instructions, whose lines are matched by their
 * numbers alone. */
#ifndef WORKLOADS_COMPARE_ALIGN_H
#define WORKLOADS_COMPARE_ALIGN_H

#include "workloads/compare/code-lines.h"
#include "base/sources.h"

/* For each line of `before` the index of that of `after`, or SIZE_MAX; `to` has before->n entries. */
void align_lines(const struct code_lines *before, struct sources *before_text, const struct code_lines *after,
		 struct sources *after_text, size_t *to);
/* Executions of kinds that a line has and the other one has not, of both, over all of both: 0 to 1. Either may be NULL. */
double align_share_changed(const struct code_line *a, const struct code_line *b);

#endif
